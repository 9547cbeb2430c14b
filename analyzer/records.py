"""Hand records: what was dealt, called, exchanged, played and scored, as the JSON of the contract page."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from sims.auction import PASS
from sims.blocks import card_points
from sims.cards import CARD_NAMES, SUITS, names_of
from sims.hands import HandBatch, Policies
from sims.settlement import Outcome
from sims.sheets import Rules
from sims.tables import (
    BEST_TRUMP,
    DRAW_AFTER_TRICK,
    DRAWS,
    HAND,
    KITTY,
    LEAD_FROM_DEALER,
    LEAD_OFFSET,
    SEATS,
    TRICK_POINTS,
)

Record = dict[str, Any]


class Recorder:
    """Turns hands into records."""

    def __init__(
        self, game: ModuleType, rules: Rules, seed: int | str, scores: tuple[int, ...], policies: Policies
    ):
        self.game, self.rules, self.seed, self.scores, self.policies = game, rules, seed, scores, policies

    def records(self, batch: HandBatch) -> Iterator[Record]:
        """One record a deal, in order."""
        for i in range(len(batch.auctions)):
            yield self._record(batch, i)

    def _record(self, batch: HandBatch, i: int) -> Record:
        auction, at_table = batch.auctions[i], batch.tables_of[i]
        active = at_table.active
        declarer = auction.bidder
        allies = 0 if declarer is None else at_table.allies(declarer)
        players = [self.policies[0 if declarer is None or allies >> k & 1 else 1] for k in range(len(active))]
        hands = [names_of(int(hand)) for hand in batch.hands[i]]
        record: Record = {
            "schema": "bidodds.record/1",
            "game": self.rules.game,
            "variant": self.rules.variant,
            "switches": dict(self.rules.values),
            "rules_hash": self.rules.rules_hash,
            "seed": self.seed,
            "deal": batch.low + i,
            "seats": at_table.seats,
            "sides": [list(side) for side in at_table.sides],
            "dealer": active[batch.dealer],
            "scores": list(self.scores),
            "policies": [
                players[active.index(s)] if s in active else self.policies[0] for s in range(at_table.seats)
            ],
            "hands": [hands[active.index(s)] if s in active else [] for s in range(at_table.seats)],
            "kitty": names_of(int(batch.kitties[i])),
            "stock": [CARD_NAMES[int(card)] for card in batch.stocks[i]],
            "auction": [{"seat": active[seat], "call": call} for seat, call in auction.calls],
            "declarer": None if declarer is None else active[declarer],
            "contract": None if declarer is None else str(auction.bid),
            "trump": None if declarer is None else SUITS[int(batch.trumps[i])],
            "exchange": [],
            "tricks": [],
        }
        if at_table.shadow is not None:
            record["shadow"] = at_table.shadow
        if declarer is None:
            record["result"] = self._thrown_in(len(at_table.sides))
            return record
        record["tricks"] = _tricks(batch, i, declarer)
        record["exchange"] = _exchange(batch, i, declarer, record["tricks"])
        record["result"] = self._result(batch, i, declarer, record["tricks"])
        return record

    def _thrown_in(self, sides: int) -> Record:
        return {
            "taken": [0] * sides,
            "contracts": [],
            "delta": [0] * sides,
            "scores": list(self.scores),
            "game_over": False,
            "winner": None,
        }

    def _result(self, batch: HandBatch, i: int, declarer: int, tricks: list[Record]) -> Record:
        auction, at_table = batch.auctions[i], batch.tables_of[i]
        side = at_table.kernel_side(declarer) or 0
        taken = at_table.by_side(batch.taken[i].tolist(), declarer)
        allies = at_table.allies(declarer)
        won = sum(allies >> at_table.active.index(trick["winner"]) & 1 for trick in tricks)
        callers = {at_table.kernel_side(seat) for seat, call in auction.calls if call != PASS}
        bidders = frozenset(side for side in callers if side is not None)
        course = _course(batch, i, tricks)
        outcome = Outcome(tuple(taken), side, auction.bid, won, len(tricks), bidders, course)
        settled = self.game.settle(self.rules, self.scores, outcome)
        return {
            "taken": taken,
            "contracts": [{"side": side, "contract": str(auction.bid), "made": settled.made}],
            "delta": list(settled.delta),
            "scores": list(settled.scores),
            "game_over": settled.game_over,
            "winner": settled.winner,
        }


def _course(batch: HandBatch, i: int, tricks: list[Record]) -> tuple[tuple[int, int], ...]:
    """Side and points of each trick, the bonus for the best trump with the trick in which it was played;
    empty where a trick may go to a seat of no side."""
    at_table, seats = batch.tables_of[i], int(batch.tables.settings[SEATS])
    best = max(range(len(batch.log[i])), key=batch.log[i].__getitem__, default=0)
    bonus = int(batch.tables.settings[BEST_TRUMP]) if batch.log[i][best] >= 48 else 0
    course = []
    for number, trick in enumerate(tricks):
        side = at_table.side_of(trick["winner"])
        if side is None:
            return ()
        course.append((side, trick["points"] + (bonus if number == best // seats else 0)))
    return tuple(course)


def _names(batch: HandBatch, i: int, mask: int) -> list[str]:
    """Card names of a frame mask, low to high in the frame."""
    to_card = batch.tables.to_card[int(batch.trumps[i])]
    return [CARD_NAMES[int(to_card[index])] for index in range(64) if mask >> index & 1]


def _exchange(batch: HandBatch, i: int, declarer: int, tricks: list[Record]) -> list[Record]:
    settings = batch.tables.settings
    active = batch.tables_of[i].active
    if settings[DRAW_AFTER_TRICK]:
        return _draws(batch, i, tricks)
    if not settings[KITTY]:
        return []
    gone = [_names(batch, i, int(mask)) for mask in batch.gone[i]]
    kitty = {"seat": active[declarer], "takes": names_of(int(batch.kitties[i])), "discards": gone[declarer]}
    if not settings[DRAWS]:
        return [kitty]
    entries, drawn = [kitty], 0
    seats, size = int(settings[SEATS]), int(settings[HAND])
    for step in range(1, seats + 1):
        seat = (batch.dealer + step) % seats
        held = size + (int(settings[KITTY]) if seat == declarer else 0)
        number = size - (held - len(gone[seat]))
        takes = [CARD_NAMES[int(card)] for card in batch.stocks[i][drawn : drawn + number]]
        drawn += number
        discards = [] if seat == declarer else gone[seat]
        entries.append({"seat": active[seat], "takes": takes, "discards": discards})
    return entries


def _draws(batch: HandBatch, i: int, tricks: list[Record]) -> list[Record]:
    """After each trick its winner draws from the stock, then the others in order, while it lasts."""
    stock = [CARD_NAMES[int(card)] for card in batch.stocks[i]]
    seats = int(batch.tables.settings[SEATS])
    order = [(trick["winner"] + step) % seats for trick in tricks for step in range(seats)]
    return [{"seat": seat, "takes": [card], "discards": []} for seat, card in zip(order, stock, strict=False)]


def _tricks(batch: HandBatch, i: int, declarer: int) -> list[Record]:
    """The tricks of a log; who wins follows from the frame: the highest trump, else the highest led."""
    tables, trump, active = batch.tables, int(batch.trumps[i]), batch.tables_of[i].active
    settings = tables.settings
    seats = int(settings[SEATS])
    first = batch.dealer if settings[LEAD_FROM_DEALER] else declarer
    leader = (first + int(settings[LEAD_OFFSET])) % seats
    points_of = card_points(tables)
    plies = [int(index) for index in batch.log[i]]
    tricks = []
    for start in range(0, len(plies), seats):
        cards = plies[start : start + seats]
        led = cards[0] >> 4
        trick_order = [(index >= 48, index >> 4 == led, index) for index in cards]
        winner = (leader + trick_order.index(max(trick_order))) % seats
        plays = [
            {"seat": active[(leader + k) % seats], "cards": [CARD_NAMES[int(tables.to_card[trump, index])]]}
            for k, index in enumerate(cards)
        ]
        points = int(settings[TRICK_POINTS]) + sum(int(points_of[index]) for index in cards)
        tricks.append({"leader": active[leader], "plays": plays, "winner": active[winner], "points": points})
        leader = winner
    return tricks
