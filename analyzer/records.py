"""Hand records: what was dealt, called, exchanged, played and scored, as the JSON of the contract page."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from sims.auction import PASS
from sims.cards import CARD_NAMES, SUITS, names_of
from sims.hands import HandBatch, Policies
from sims.settlement import Outcome
from sims.sheets import Rules
from sims.tables import DRAWS, HAND, KITTY, LEAD_OFFSET, SEATS, TRICK_POINTS

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
        auction = batch.auctions[i]
        seats = int(batch.tables.settings[SEATS])
        sides = [[s for s in range(seats) if s % 2 == side] for side in (0, 1)]
        declarer = auction.bidder
        side = None if declarer is None else declarer % 2
        record: Record = {
            "schema": "bidodds.record/1",
            "game": self.rules.game,
            "variant": self.rules.variant,
            "switches": dict(self.rules.values),
            "rules_hash": self.rules.rules_hash,
            "seed": self.seed,
            "deal": batch.low + i,
            "seats": seats,
            "sides": sides,
            "dealer": batch.dealer,
            "scores": list(self.scores),
            "policies": [self.policies[0 if side in (None, s % 2) else 1] for s in range(seats)],
            "hands": [names_of(int(hand)) for hand in batch.hands[i]],
            "kitty": names_of(int(batch.kitties[i])),
            "stock": [CARD_NAMES[int(card)] for card in batch.stocks[i]],
            "auction": [{"seat": seat, "call": call} for seat, call in auction.calls],
            "declarer": declarer,
            "contract": None if declarer is None else str(auction.bid),
            "trump": None if declarer is None else SUITS[int(batch.trumps[i])],
            "exchange": [],
            "tricks": [],
        }
        if declarer is None:
            record["result"] = self._thrown_in()
            return record
        record["exchange"] = _exchange(batch, i, declarer)
        record["tricks"] = _tricks(batch, i, declarer)
        record["result"] = self._result(batch, i, record["tricks"])
        return record

    def _thrown_in(self) -> Record:
        return {
            "taken": [0, 0],
            "contracts": [],
            "delta": [0, 0],
            "scores": list(self.scores),
            "game_over": False,
            "winner": None,
        }

    def _result(self, batch: HandBatch, i: int, tricks: list[Record]) -> Record:
        auction = batch.auctions[i]
        side = (auction.bidder or 0) % 2
        ours, theirs = (int(p) for p in batch.points[i])
        taken = (ours, theirs) if side == 0 else (theirs, ours)
        won = sum(trick["winner"] % 2 == side for trick in tricks)
        bidders = frozenset(seat % 2 for seat, call in auction.calls if call != PASS)
        outcome = Outcome(taken, side, auction.bid, won, len(tricks), bidders)
        settled = self.game.settle(self.rules, self.scores, outcome)
        return {
            "taken": list(taken),
            "contracts": [{"side": side, "contract": str(auction.bid), "made": settled.made}],
            "delta": list(settled.delta),
            "scores": list(settled.scores),
            "game_over": settled.game_over,
            "winner": settled.winner,
        }


def _names(batch: HandBatch, i: int, mask: int) -> list[str]:
    """Card names of a frame mask, low to high in the frame."""
    to_card = batch.tables.to_card[int(batch.trumps[i])]
    return [CARD_NAMES[int(to_card[index])] for index in range(64) if mask >> index & 1]


def _exchange(batch: HandBatch, i: int, declarer: int) -> list[Record]:
    settings = batch.tables.settings
    if not settings[KITTY]:
        return []
    gone = [_names(batch, i, int(mask)) for mask in batch.gone[i]]
    kitty = {"seat": declarer, "takes": names_of(int(batch.kitties[i])), "discards": gone[declarer]}
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
        entries.append({"seat": seat, "takes": takes, "discards": [] if seat == declarer else gone[seat]})
    return entries


def _tricks(batch: HandBatch, i: int, declarer: int) -> list[Record]:
    """The tricks of a log; who wins follows from the frame: the highest trump, else the highest led."""
    tables, trump = batch.tables, int(batch.trumps[i])
    settings = tables.settings
    seats = int(settings[SEATS])
    leader = (declarer + int(batch.tables.settings[LEAD_OFFSET])) % seats
    plies = [int(index) for index in batch.log[i]]
    tricks = []
    for first in range(0, len(plies), seats):
        cards = plies[first : first + seats]
        led = cards[0] >> 4
        best = max(cards, key=lambda index: (index >= 48, index >> 4 == led, index))
        points = int(settings[TRICK_POINTS]) + sum(
            int(value)
            for index in cards
            for mask, value in zip(tables.point_masks, tables.point_values, strict=True)
            if int(mask) >> index & 1
        )
        winner = (leader + cards.index(best)) % seats
        tricks.append(
            {
                "leader": leader,
                "plays": [
                    {"seat": (leader + k) % seats, "cards": [CARD_NAMES[int(tables.to_card[trump, index])]]}
                    for k, index in enumerate(cards)
                ],
                "winner": winner,
                "points": points,
            }
        )
        leader = winner
    return tricks
