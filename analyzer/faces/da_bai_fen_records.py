"""Hand records of Da Bai Fen, as the JSON of the contract page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.checks import check_seat
from analyzer.faces.da_bai_fen_levels import parse_levels
from analyzer.request import TraceRequest
from sims import sets_blocks as blocks
from sims import sets_calls as calling
from sims.cards import CARD_NAMES, RANKS, SUITS, names_of
from sims.errors import Refused
from sims.games import da_bai_fen as game
from sims.players import policy_code, read_weights, searches
from sims.seeds import master_seed
from sims.sets_blocks import SetRules, pack
from sims.sets_search import allow_search
from sims.sets_tally import LOG_SIZE, log_hands
from sims.sheets import Rules
from sims.tables import Int64Array

Record = dict[str, Any]
BATCH = 2_000
POINTS = {"K": 10, "T": 10, "5": 5}


@dataclass(frozen=True)
class Table:
    """What holds before the hands: levels of the sides 0 and 1, the dealer, and what kind of hand it is."""

    levels: tuple[int, int]
    dealer: int
    first_hand: bool
    after_draw: bool


@dataclass(frozen=True)
class Played:
    """Arrays of `log_hands` for the deals of some calls."""

    calls: calling.Calls
    log: Int64Array
    gone: Int64Array
    result: Int64Array


def table_of(request: TraceRequest) -> Table:
    """The options of a trace held against the rules."""
    rules, extras = request.rules, request.extras
    levels = parse_levels(rules, extras.get("levels"), request.score)
    after_draw = "after_draw" in extras
    first = extras.get("first_hand", "no" if any(levels) or after_draw else "yes") == "yes"
    if after_draw and rules.word("draw_at_40") != "on":
        raise Refused("--after-draw needs --set draw_at_40=on: without it no hand is a draw")
    if first and any(levels):
        raise Refused(f"the first hand is played at levels 0:0, not {levels[0]}:{levels[1]}")
    if first and after_draw:
        raise Refused("the first hand cannot follow a draw: name --first-hand or --after-draw, not both")
    return Table(levels, check_seat("--dealer", request.dealer, 4, 3), first, after_draw)


def plan_of(request: TraceRequest, table: Table) -> Int64Array:
    """The plan of the calls."""
    rules = request.rules
    named = table.after_draw or (game.lays_open(rules) and not table.first_hand)
    plan = np.zeros(calling.PLAN_SIZE, np.int64)
    plan[calling.DEALER] = table.dealer
    plan[calling.TRUMP_RANK] = -1 if named else game.rank_of_level(table.levels[table.dealer % 2])
    plan[calling.FIRST_DRAW] = (table.dealer + (rules.word("first_draw") == "right_of_dealer")) % 4
    plan[calling.FIRST_HAND] = table.first_hand and rules.word("first_declarer") == "exposer"
    plan[calling.NAMES] = table.after_draw or game.dealer_names(rules)
    plan[calling.CALLER] = policy_code(request.policy)
    plan[calling.OTHERS] = policy_code(request.defence)
    return plan


def rules_block(rules: Rules, *players: str) -> Int64Array:
    """The rules block of the game, for the players by name."""
    block = pack(game.set_rules(rules), read_weights(rules.game))
    if searches(*players):
        allow_search(block)
    return block


def tasks_of(calls: calling.Calls, ours: int, theirs: int) -> Int64Array:
    """Tasks of the kernel for some deals; codes of the players of the declaring side and of the others."""
    tasks = np.zeros((len(calls.fixed), blocks.TASK_SIZE), np.int64)
    tasks[:, blocks.RANK], tasks[:, blocks.DECLARER] = calls.fixed[:, 1], calls.fixed[:, 2]
    tasks[:, blocks.POLICY_OURS], tasks[:, blocks.POLICY_THEIRS] = ours, theirs
    tasks[:, blocks.SHOWN : blocks.SHOWN + 4] = shown_cards(calls)
    return tasks


def play_records(request: TraceRequest, table: Table) -> Iterator[Record]:
    """One record a deal."""
    rules = game.set_rules(request.rules)
    block = rules_block(request.rules, request.policy, request.defence)
    plan, seed = plan_of(request, table), master_seed(request.seed)
    for low in range(request.low, request.high, BATCH):
        high = min(low + BATCH, request.high)
        played = play(block, seed, low, high, plan)
        for row in range(high - low):
            yield _record(request, table, rules, played, low, row)


def play(block: Int64Array, seed: int, low: int, high: int, plan: Int64Array) -> Played:
    """Call and play the deals low..high-1."""
    n = high - low
    calls = calling.calls_of(block, seed, low, high, plan)
    tasks = tasks_of(calls, int(plan[calling.CALLER]), int(plan[calling.OTHERS]))
    log, gone = np.zeros((n, LOG_SIZE), np.int64), np.zeros(n, np.int64)
    result = np.zeros((n, 5), np.int64)
    trumps = np.ascontiguousarray(calls.fixed[:, 0])
    log_hands(np.uint64(seed), low, high, block, tasks, trumps, log, gone, result)
    return Played(calls, log, gone, result)


def shown_cards(calls: calling.Calls) -> Int64Array:
    """What each seat has shown before the play, int64[deal, seat], natural masks: the card exposed; the talon cards
    turned up, which the declarer takes."""
    shown = np.zeros_like(calls.hands)
    for row, (seat, card) in enumerate(calls.exposed):
        if seat >= 0:
            shown[row, seat] = 1 << card
        for up in calls.talon[row, : calls.turned[row]]:
            shown[row, calls.fixed[row, 2]] |= 1 << up
    return shown


def _record(
    request: TraceRequest, table: Table, set_rules: SetRules, played: Played, low: int, row: int
) -> Record:
    rules, calls = request.rules, played.calls
    trump, rank, declarer = (int(x) for x in calls.fixed[row])
    to_card = set_rules.frames.to_card[4 * rank + trump]
    talon = [CARD_NAMES[int(card)] for card in calls.talon[row]]
    record: Record = {
        "schema": "bidodds.record/1",
        "game": rules.game,
        "variant": rules.variant,
        "switches": dict(rules.values),
        "rules_hash": rules.rules_hash,
        "seed": request.seed,
        "deal": low + row,
        "seats": 4,
        "sides": [[0, 2], [1, 3]],
        "dealer": table.dealer,
        "levels": list(table.levels),
        "scores": list(table.levels),
        "first_hand": table.first_hand,
        "after_draw": table.after_draw,
        "policies": [(request.defence if (s - declarer) % 2 else request.policy) for s in range(4)],
        "hands": [names_of(int(hand)) for hand in calls.hands[row]],
        "kitty": talon,
        "stock": [],
        "auction": _auction(calls, table, row, named=game.dealer_names(rules) or table.after_draw),
        "declarer": declarer,
        "contract": None,
        "trump": SUITS[trump],
        "rank": RANKS[rank],
        "exchange": [],
        "tricks": [],
    }
    if not game.lays_open(rules):
        gone = _names(to_card, int(played.gone[row]))
        record["exchange"] = [{"seat": declarer, "takes": talon, "discards": gone}]
    asked = int(played.result[row, 4])
    if asked >= 0:
        record["redeal"] = asked
        record["result"] = _redealt(table)
        return record
    record["tricks"] = _tricks(played, to_card, declarer, row)
    record["result"] = _result(request, table, played, declarer, row)
    return record


def _names(to_card: Int64Array, mask: int) -> list[str]:
    """Card names of a frame mask, low to high in the frame."""
    return [CARD_NAMES[int(to_card[index])] for index in range(64) if mask >> index & 1]


def _auction(calls: calling.Calls, table: Table, row: int, *, named: bool) -> list[Record]:
    trump, rank, _ = (int(x) for x in calls.fixed[row])
    entries: list[Record] = []
    for seat in ((table.dealer + step) % 4 for step in range(4)):
        cards = names_of(int(calls.opened[row, seat]))
        if cards:
            entries.append({"seat": seat, "call": "open", "cards": cards})
    if named:
        name = {"seat": table.dealer, "call": "name", "suit": SUITS[trump], "rank": RANKS[rank]}
        return [*entries, name]
    seat, card = (int(x) for x in calls.exposed[row])
    if seat >= 0:
        return [{"seat": seat, "call": "expose", "card": CARD_NAMES[card]}]
    turned = calls.talon[row][: int(calls.turned[row])]
    return [{"seat": table.dealer, "call": "turn", "card": CARD_NAMES[int(card)]} for card in turned]


def _tricks(played: Played, to_card: Int64Array, leader: int, row: int) -> list[Record]:
    log, tricks = played.log[row], []
    for trick in range(int(played.result[row, 0])):
        sets = [_names(to_card, int(mask)) for mask in log[4 * trick : 4 * trick + 4]]
        winner = int(log[60 + trick])
        entry: Record = {"leader": leader}
        if log[48 + trick]:
            entry["attempt"] = _names(to_card, int(log[48 + trick]))
        entry["plays"] = [{"seat": (leader + k) % 4, "cards": cards} for k, cards in enumerate(sets)]
        entry["winner"] = winner
        entry["points"] = sum(POINTS.get(card[0], 0) for cards in sets for card in cards)
        tricks.append(entry)
        leader = winner
    return tricks


def _result(request: TraceRequest, table: Table, played: Played, declarer: int, row: int) -> Record:
    _, ours, theirs, points, _ = (int(x) for x in played.result[row])
    settled = game.settle(request.rules, table.levels, declarer, points)
    return {
        "opponents_points": points,
        "level_change": list(settled.change),
        "levels": list(settled.levels),
        "taken": [ours, theirs] if declarer % 2 == 0 else [theirs, ours],
        "delta": list(settled.change),
        "scores": list(settled.levels),
        "next_dealer": settled.next_dealer,
        "draw": settled.draw,
        "game_over": settled.winner is not None,
        "winner": settled.winner,
    }


def _redealt(table: Table) -> Record:
    return {
        "opponents_points": 0,
        "level_change": [0, 0],
        "levels": list(table.levels),
        "taken": [0, 0],
        "delta": [0, 0],
        "scores": list(table.levels),
        "next_dealer": table.dealer,
        "draw": False,
        "game_over": False,
        "winner": None,
    }
