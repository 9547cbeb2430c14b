"""101: a hand's work block as a record."""

from __future__ import annotations

from typing import Any

import numpy as np

from sims import shedding_tables as t
from sims.blocks import UNDEALT, UNDEALT_STATE
from sims.cards import CARD_NAMES, RANKS, SUITS, names_of
from sims.games import one_hundred_one as game
from sims.shedding_stock import stock_order
from sims.sheets import Rules
from sims.tables import Int64Array

Record = dict[str, Any]
QUEEN = RANKS.index("Q")


def drawn_order(mask: int, state: int) -> list[str]:
    """The cards of a shuffled stock in drawing order."""
    order = np.zeros(mask.bit_count(), np.int64)
    stock_order(np.int64(mask), np.int64(state), order)
    return [CARD_NAMES[int(card)] for card in order]


def turns_of(work: Int64Array, *, turned_over: bool) -> list[Record]:
    """The acts of the log as the entries of a record. A renewal stands before the draw that asked for it."""
    words = [int(word) for word in work[t.LOG : t.LOG + int(work[t.LOG_LENGTH])]]
    turns: list[Record] = []
    drawn: list[str] = []
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        kind, seat, what, card = word & 3, word >> 2 & 3, word >> 4 & 15, word >> 8
        if kind == t.LOG_PUT:
            entry: Record = {"seat": seat, "play": CARD_NAMES[card]}
            if card & 15 == QUEEN:
                entry["suit"] = SUITS[what]
            turns.append(entry)
        elif kind == t.LOG_CARD:
            drawn.append(CARD_NAMES[card])
        elif kind == t.LOG_RENEWAL:
            turns.insert(-1, {"reshuffle": _new_stock(work, words[place], words[place + 1], turned_over)})
            place += 2
        elif t.WHYS[what] == "skip":
            turns.append({"seat": seat, "skip": True})
        else:
            drawn = []
            turns.append({"seat": seat, "draw": drawn, "why": t.WHYS[what]})
    return turns


def _new_stock(work: Int64Array, first: int, second: int, turned_over: bool) -> list[str]:
    if not turned_over:
        return drawn_order(first, second)
    return [CARD_NAMES[int(card)] for card in work[t.PUT_CARDS + first : t.PUT_CARDS + first + second]]


def record_of(
    rules: Rules,
    work: Int64Array,
    *,
    deal: int,
    seed: int | str,
    dealer: int,
    scores: tuple[int, ...],
    policies: list[str],
) -> Record:
    """The record of a hand that `sims.shedding.log_hand` has played."""
    seats = game.seats(rules)
    start = int(work[t.START])
    hands = [names_of(int(hand)) for hand in work[t.DEALT : t.DEALT + seats]]
    record: Record = {
        "schema": "bidodds.record/1",
        "game": rules.game,
        "variant": rules.variant,
        "switches": dict(rules.values),
        "rules_hash": rules.rules_hash,
        "seed": seed,
        "deal": deal,
        "seats": seats,
        "sides": [[seat] for seat in range(seats)],
        "dealer": dealer,
        "scores": list(scores),
        "policies": policies,
        "hands": hands,
        "start": CARD_NAMES[start],
    }
    if start & 15 == QUEEN and rules.word("first_card_effects") == "on":
        record["start_suit"] = SUITS[int(work[t.START_SUIT])]
    record["stock"] = drawn_order(int(work[UNDEALT]), int(work[UNDEALT_STATE]))
    record["turns"] = turns_of(work, turned_over=rules.word("reshuffle") == "turn_over")
    record["result"] = _result(rules, work, dealer, scores)
    return record


def _result(rules: Rules, work: Int64Array, dealer: int, scores: tuple[int, ...]) -> Record:
    seats = game.seats(rules)
    out = None if work[t.OUT] < 0 else int(work[t.OUT])
    left = [names_of(int(hand)) for hand in work[t.HANDS : t.HANDS + seats]]
    settled = game.settle(rules, scores, left, out, CARD_NAMES[int(work[t.LAST])])
    winners = list(settled.winners)
    ring = [(dealer + 1 + step) % seats for step in range(seats)]
    stay = [seat for seat in ring if seat not in settled.losers or settled.game_over]
    return {
        "out": out,
        "delta": list(settled.delta),
        "scores": list(settled.scores),
        "losers": list(settled.losers),
        "winner": None if not winners else winners[0] if len(winners) == 1 else winners,
        "game_over": settled.game_over,
        "next_dealer": stay[0],
    }
