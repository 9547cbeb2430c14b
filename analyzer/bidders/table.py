"""A table at which bidders are compared: chances of hands, contracts played, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.advising.contracts import course_of
from sims import blocks
from sims.auction import AuctionRules
from sims.bidding import Float32Array, Float64Array
from sims.contracts import log_contracts
from sims.errors import Refused
from sims.exchange import ANY_TRUMP
from sims.games import GAMES
from sims.open_auctions import Bidders, bidders_of
from sims.players import policy_code, rules_block
from sims.profiles import Profile
from sims.seating import Seating
from sims.settlement import Outcome, Settlement
from sims.sheets import Rules
from sims.strengths import chances_at
from sims.tables import (
    EXCHANGE_BEFORE_TRUMP,
    LEAD_FROM_DEALER,
    LEAD_OFFSET,
    SEATS,
    TRICKS_IN_HAND,
    Int64Array,
)

if TYPE_CHECKING:
    from types import ModuleType

    from analyzer.match.table import MatchTable

POLICY = "rules"  # who plays the cards
MOST_SIDES = 4


class Contracts(NamedTuple):
    """Contracts that have been played: seat, bid int64[contract], kernel seat and ladder index; taken
    int64[contract, side], points; whole bool[contract]: all tricks by the declaring side; log int8[contract, ply],
    frame indices."""

    seat: Int64Array
    bid: Int64Array
    taken: Int64Array
    whole: NDArray[np.bool_]
    log: NDArray[np.int8]


class Results(NamedTuple):
    """What hands come to: points float64[hand, side], each side's score less the mean of the others'; win
    float64[hand, side]: its chance to win the match then, 0 without a match; made bool[hand]."""

    points: Float64Array
    win: Float64Array
    made: NDArray[np.bool_]


@dataclass
class BidTable:
    """Rules at a table; match: chances to win the match, None if only points count; the last of the seats that
    call deals."""

    rules: Rules
    match: MatchTable | None = None
    game: ModuleType = field(init=False)
    seating: Seating = field(init=False)

    def __post_init__(self) -> None:
        self.game = GAMES[self.rules.game]
        self.seating = self.game.seating(self.rules)
        self.sides, self.seats = len(self.seating.sides), len(self.seating.active)
        if self.seating.shadow is not None or self.sides > MOST_SIDES or self.rules.variant == "six-rotating":
            raise Refused(
                f"duels of bidders need the same seats in every deal and at most {MOST_SIDES} sides, "
                f"which {self.rules.game} {self.rules.variant} has not"
            )
        self.block = rules_block(self.game, self.rules)
        self.bids: list[int] = self.game.bids(self.rules)
        self.auction: AuctionRules = self.game.auction(self.rules)
        self.dealer = self.auction.seats[-1]
        self.side_of = np.array([self.seating.kernel_side(seat) or 0 for seat in range(self.seats)])
        callers = self.auction.seats
        self.next_dealer = int(self.side_of[callers[(callers.index(self.dealer) + 1) % len(callers)]])
        code = policy_code(POLICY)
        self.heads = np.array(
            [
                blocks.new_task(
                    self.seats, seat, self.dealer, self.seating.allies(seat), (code, code), self.sides - 1
                )
                for seat in range(self.seats)
            ]
        )

    def bidders(self, profiles: Sequence[Profile]) -> Bidders:
        """The arrays of an auction by profiles of kernel seats."""
        return bidders_of(self.auction, [self.seating.partners(seat) for seat in range(self.seats)], profiles)

    def chances(self, hands: Int64Array) -> tuple[Float32Array, Int64Array]:
        """(P(make) of the best trump, which it is), [deal, seat, bid], of natural masks int64[deal, seat]."""
        n = len(hands)
        best, trumps = self.chances_at(hands.ravel(), np.tile(np.arange(self.seats), n))
        return best.reshape(n, self.seats, -1), trumps.reshape(n, self.seats, -1)

    def chances_at(self, hands: Int64Array, at: Int64Array) -> tuple[Float32Array, Int64Array]:
        """`chances` of single hands: natural masks int64[hand] held at kernel seats int64[hand]."""
        found = chances_at(self.game, self.rules, hands, at, self.seats, self.dealer)
        if self.block[EXCHANGE_BEFORE_TRUMP]:
            return found.max(axis=1), np.full((len(hands), len(self.bids)), ANY_TRUMP)
        return found.max(axis=1), found.argmax(axis=1)

    def play(
        self,
        seed: int,
        numbers: Int64Array,
        seat: Int64Array,
        bid: Int64Array,
        trump: Int64Array,
        known: Int64Array | None = None,
    ) -> Contracts:
        """Play contracts on deals by number: int64[contract] each, known int64[contract, seat] or None."""
        n = len(numbers)
        tasks = self.heads[seat]
        if known is not None:
            tasks[:, blocks.KNOWN : blocks.KNOWN + self.seats] = known
        tasks[:, blocks.SHIFT] = numbers - np.arange(n)
        named, gone = np.zeros(n, np.int64), np.zeros((n, self.seats), np.int64)
        taken = np.zeros((n, self.seats), np.int64)
        log = np.zeros((n, int(self.block[SEATS]) * int(self.block[TRICKS_IN_HAND])), np.int8)
        log_contracts(np.uint64(seed), 0, n, self.block, tasks, trump, bid, named, gone, log, taken)
        by_side = np.zeros((n, self.sides), np.int64)
        for each, side in enumerate(self.side_of.tolist()):
            by_side[:, side] += taken[:, each]
        whole = by_side.sum(axis=1) == by_side[np.arange(n), self.side_of[seat]]
        return Contracts(seat, bid, by_side, whole, log)

    def results(self, played: Contracts, of: Int64Array, bold: Int64Array, scores: Int64Array) -> Results:
        """What hands come to. of int64[hand]: their contracts, -1: thrown in; bold int64[hand]: bit set of the seats
        that have made a bid; scores int64[hand, side]: before the hand."""
        n = len(of)
        different, which = np.unique(scores, axis=0, return_inverse=True)
        in_play = np.flatnonzero(of >= 0)
        contract = of[in_play]
        sides = np.zeros(len(in_play), np.int64)
        for seat, side in enumerate(self.side_of.tolist()):
            sides |= (bold[in_play] >> seat & 1) << side
        key = which.ravel()[in_play].astype(np.int64)
        for part, size in (
            *((played.taken[contract, side], 256) for side in range(self.sides)),
            (self.side_of[played.seat[contract]], MOST_SIDES),
            (played.bid[contract], 32),
            (played.whole[contract].astype(np.int64), 2),
            (sides, 1 << MOST_SIDES),
        ):
            key = key * size + part
        _, first, place = np.unique(key, return_index=True, return_inverse=True)
        settled: list[Settlement] = []
        late: list[tuple[Int64Array, list[Settlement]]] = []

        def settle(row: int, *, with_course: bool = False) -> Settlement:
            before = tuple(different[which.ravel()[in_play[row]]].tolist())
            return self._settle(played, int(contract[row]), int(sides[row]), before, with_course=with_course)

        for i, row in enumerate(first.tolist()):
            try:
                settled.append(settle(row))
            except (
                ValueError
            ):  # who was at the target first depends on the tricks, so each hand is its own case
                rows = np.flatnonzero(place == i)
                settled.append(settle(row, with_course=True))
                extra = [settle(each, with_course=True) for each in rows.tolist()]
                late.append((rows, extra))
        for rows, extra in late:
            place[rows] = len(settled) + np.arange(len(rows))
            settled += extra
        points, win, made = np.zeros((n, self.sides)), np.zeros((n, self.sides)), np.zeros(n, np.bool_)
        if settled:
            delta = np.array([each.delta for each in settled], np.float64)
            others = (delta.sum(axis=1, keepdims=True) - delta) / (self.sides - 1)
            points[in_play] = (delta - others)[place]
            made[in_play] = np.array([each.made for each in settled])[place]
        if self.match is not None:
            thrown = np.flatnonzero(of < 0)
            win[thrown] = self._chances(different)[which.ravel()[thrown]]
            if settled:
                win[in_play] = self._wins(settled)[place]
        return Results(points, win, made)

    def _chances(self, scores: Int64Array) -> Float64Array:
        assert self.match is not None
        chances: Float64Array = self.match.win(scores, np.full(len(scores), self.next_dealer))
        return chances

    def _wins(self, settled: list[Settlement]) -> Float64Array:
        win = np.zeros((len(settled), self.sides))
        going = [i for i, each in enumerate(settled) if not each.game_over]
        if going:
            win[going] = self._chances(np.array([settled[i].scores for i in going], np.int64))
        for i, each in enumerate(settled):
            if each.winner is not None:
                win[i, each.winner] = 1.0
        return win

    def _settle(
        self, played: Contracts, contract: int, sides: int, scores: tuple[int, ...], *, with_course: bool
    ) -> Settlement:
        of, seat = int(self.block[TRICKS_IN_HAND]), int(played.seat[contract])
        course: tuple[tuple[int, int], ...] = ()
        if with_course:
            first = self.dealer if self.block[LEAD_FROM_DEALER] else seat
            leader = (first + int(self.block[LEAD_OFFSET])) % self.seats
            course = course_of(played.log[contract], leader, self.block, self.seating)
        outcome = Outcome(
            taken=tuple(played.taken[contract].tolist()),
            side=int(self.side_of[seat]),
            bid=self.bids[int(played.bid[contract])],
            tricks=of if played.whole[contract] else of - 1,
            of=of,
            bid_made_by=frozenset(side for side in range(self.sides) if sides >> side & 1),
            course=course,
        )
        settlement: Settlement = self.game.settle(self.rules, scores, outcome)
        return settlement
