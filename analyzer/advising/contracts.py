"""Positions of the games with one contract and a declarer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.advising.position import Float64Array, Followed
from analyzer.evidence import Heard, weigh_of
from analyzer.odds import ANY, Question, block_of
from analyzer.trick_log import best_trumps, trick_winners
from sims import blocks
from sims.auction import HOLD, PASS
from sims.bidding import Calling, calling_of, codes_of, run_auctions
from sims.cards import SUITS, mask_of
from sims.deals import deal_some
from sims.exchange import ANY_TRUMP
from sims.players import policy_code
from sims.searched import log_for
from sims.seating import Seating
from sims.seeds import master_seed
from sims.settlement import Outcome, Settlement
from sims.strengths import hand_chances
from sims.tables import (
    BEST_TRUMP,
    EXCHANGE_BEFORE_TRUMP,
    LEAD_FROM_DEALER,
    LEAD_OFFSET,
    SEATS,
    TRICK_POINTS,
    TRICKS_IN_HAND,
    Int64Array,
)

if TYPE_CHECKING:
    from analyzer.match.table import MatchTable
    from sims.bidding import Float32Array


class Hands(NamedTuple):
    """Some deals: chances float32[deal, seat, bid] of the best trump, trumps int64[deal, seat, bid]: which it is."""

    deals: Int64Array
    chances: Float32Array
    trumps: Int64Array


class Contracts(NamedTuple):
    """Contracts that are played: row int64[contract], index of the deal; seat, bid int64[contract], kernel seat and
    ladder index; taken int64[contract, seat], points; log int8[contract, ply]; trump int64[contract]."""

    row: Int64Array
    seat: Int64Array
    bid: Int64Array
    taken: Int64Array
    log: NDArray[np.int8]
    trump: Int64Array


def course_of(
    log: NDArray[np.int8], leader: int, block: Int64Array, at_table: Seating
) -> tuple[tuple[int, int], ...]:
    """Winner's side and points of each trick of a hand int8[ply], the bonus with the trick of the best trump."""
    seats, plies = len(at_table.active), log[None]
    best, points, bonus = best_trumps(plies, seats)[0], int(block[TRICK_POINTS]), int(block[BEST_TRUMP])
    winners = trick_winners(plies, np.array([leader]), seats)[0].tolist()
    return tuple(
        (at_table.kernel_side(winner) or 0, points + (bonus if trick == best else 0))
        for trick, winner in enumerate(winners)
    )


@dataclass
class ContractPosition:
    """A `Position`; question: the hand, seat, scores and players, and what is heard and known."""

    question: Question
    heard: Heard
    match: MatchTable | None
    trump: str | None = None  # the suit that the own side would name, if the asker says so
    at_table: Seating = field(init=False)
    calls: Sequence[str] = field(init=False)
    trumps: Sequence[str | None] = field(init=False)

    def __post_init__(self) -> None:
        question, game, rules = self.question, self.question.game, self.question.rules
        self.at_table = game.seating(rules)
        active = self.at_table.active
        self.own, self.dealer = active.index(question.seat), active.index(question.dealer)
        self.seed = master_seed(question.seed)
        self.block = block_of(question)
        self.bids: list[int] = game.bids(rules)
        self.calls = self.heard.auction.legal()
        self.codes = codes_of(self.heard.auction.rules, [call for _, call in self.heard.auction.calls])
        self.seats = len(active)
        self.calling: Calling = calling_of(
            self.heard.auction.rules,
            [self.at_table.partners(k) for k in range(self.seats)],
            self.heard.profile,
        )
        self.known = np.zeros(self.seats, np.int64)
        self.known[self.own] = mask_of(question.hand)
        self.late = bool(self.block[EXCHANGE_BEFORE_TRUMP])
        own = self._hands(np.zeros(1, np.int64)).trumps[0, self.own]
        self.trumps = [
            None if call == PASS else self._suit(int(own[self.bid_of(call)])) for call in self.calls
        ]
        self.weigh = weigh_of(question, self.heard)

    @property
    def scored(self) -> bool:
        """Whether the match has chances to win."""
        return self.match is not None

    @property
    def others(self) -> int:
        """Number of other sides."""
        return len(self.at_table.sides) - 1

    @property
    def side(self) -> int:
        """The own side."""
        return self.at_table.kernel_side(self.own) or 0

    def bid_of(self, call: str) -> int:
        """Ladder index of a call that is a bid or a hold."""
        return self.bids.index(self.heard.auction.bid if call == HOLD else int(call))

    def _suit(self, trump: int) -> str:
        return ANY if trump == ANY_TRUMP else SUITS[trump]

    def _hands(self, deals: Int64Array) -> Hands:
        game, rules = self.question.game, self.question.rules
        hands, _, _ = deal_some(self.block, self.seed, deals, self.known)
        chances = hand_chances(game, rules, hands, self.dealer)
        trumps = chances.argmax(axis=2)
        best = chances.max(axis=2)
        if self.trump is not None:
            suit = SUITS.index(self.trump)
            trumps[:, self.own], best[:, self.own] = suit, chances[:, self.own, suit]
        elif self.late:
            trumps[:, self.own] = ANY_TRUMP
        if self.late:
            others = [seat for seat in range(self.seats) if seat != self.own]
            trumps[:, others] = ANY_TRUMP
        return Hands(deals, best, trumps)

    def follow(self, deals: Int64Array, calls: Sequence[int]) -> Followed:
        """See `Position`."""
        hands, n = self._hands(deals), len(deals)
        ends = []
        for place in calls:
            code = codes_of(self.heard.auction.rules, [self.calls[place]])
            said = np.append(self.codes, code)
            ends.append(run_auctions(self.calling, self.dealer, hands.chances, self.seed, deals, said).ends)
        bid, seat = (np.array([end[:, column] for end in ends]) for column in (0, 1))
        bold = np.array([end[:, 2] for end in ends])
        named = np.array([-1 if self.calls[c] == PASS else self.bid_of(self.calls[c]) for c in calls])
        row = np.tile(np.arange(n), (len(calls), 1))
        alone = np.stack([row, np.full_like(row, self.own), np.tile(named[:, None], n)], axis=2)
        wanted = np.concatenate(
            [np.stack([row, seat, bid], axis=2)[bid >= 0], alone[named >= 0].reshape(-1, 3)]
        )
        unique = np.unique(wanted, axis=0)
        played = self._play(hands, unique)
        place_of = {tuple(key): i for i, key in enumerate(unique.tolist())}
        heard = 1 << self.own
        for caller, call in self.heard.auction.calls:
            heard |= (call != PASS) << caller
        return self._settled(calls, named, bid, seat, bold, heard, played, place_of)

    def _play(self, hands: Hands, wanted: Int64Array) -> Contracts:
        """Play contracts int64[contract, 3]: row, kernel seat, ladder index."""
        question, n = self.question, len(wanted)
        row, seat, bid = wanted.T
        codes = (policy_code(question.policy), policy_code(question.defence))
        heads = [
            blocks.new_task(self.seats, s, self.dealer, self.at_table.allies(s), codes, self.others)
            for s in range(self.seats)
        ]
        tasks = np.array(heads)[seat]
        tasks[:, blocks.KNOWN : blocks.KNOWN + self.seats] = self.known
        tasks[:, blocks.SHIFT] = hands.deals[row] - np.arange(n)
        trumps = hands.trumps[row, seat, bid]
        out, gone = np.zeros(n, np.int64), np.zeros((n, self.seats), np.int64)
        taken = np.zeros((n, int(self.block[SEATS])), np.int64)
        log = np.zeros((n, self.seats * int(self.block[TRICKS_IN_HAND])), np.int8)
        play = log_for(question.policy, question.defence)
        play(
            np.uint64(self.seed),
            0,
            n,
            self.block,
            tasks,
            trumps,
            np.ascontiguousarray(bid),
            out,
            gone,
            log,
            taken,
        )
        return Contracts(row, seat, bid, taken, log, out)

    def _settled(
        self,
        calls: Sequence[int],
        named: Int64Array,
        bid: Int64Array,
        seat: Int64Array,
        bold: Int64Array,
        heard: int,
        played: Contracts,
        place_of: dict[tuple[int, ...], int],
    ) -> Followed:
        n = bid.shape[1]
        found: dict[Outcome, Settlement] = {}
        by_contract: dict[tuple[int, int], Settlement] = {}

        def settled(contract: int, bidders: int) -> Settlement:
            key = (contract, bidders)
            if key not in by_contract:
                outcome = self._outcome(played, contract, bidders)
                by_contract[key] = found.get(outcome) or self._settle(played, contract, outcome, found)
            return by_contract[key]

        made = np.full((len(calls), n), -1, np.int64)
        diff = np.zeros((len(calls), n), np.int64)
        after: list[list[Settlement | None]] = []
        direct: list[list[Settlement | None]] = []
        for c in range(len(calls)):
            ends = [
                settled(place_of[i, int(seat[c, i]), int(bid[c, i])], int(bold[c, i]))
                if bid[c, i] >= 0
                else None
                for i in range(n)
            ]
            asked = (
                [settled(place_of[i, self.own, int(named[c])], heard) for i in range(n)]
                if named[c] >= 0
                else []
            )
            if asked:
                made[c] = [each.made for each in asked]
            diff[c] = [self._difference(each) for each in ends]
            after.append(ends)
            direct.append([*asked] or [None] * n)
        win = self._chances(after)
        alone = self._chances(direct)
        alone[named < 0] = np.nan
        return Followed(made, diff, win, alone)

    def _outcome(self, played: Contracts, contract: int, bidders: int) -> Outcome:
        """The outcome without the course of its tricks."""
        seat, table = int(played.seat[contract]), self.at_table
        taken = tuple(table.by_side(played.taken[contract].tolist(), seat))
        side = table.kernel_side(seat) or 0
        of = int(self.block[TRICKS_IN_HAND])
        all_tricks = sum(taken) == taken[side]
        sides = frozenset(
            s for k in range(self.seats) if bidders >> k & 1 and (s := table.kernel_side(k)) is not None
        )
        return Outcome(
            taken, side, self.bids[int(played.bid[contract])], of if all_tricks else of - 1, of, sides
        )

    def _settle(
        self, played: Contracts, contract: int, outcome: Outcome, found: dict[Outcome, Settlement]
    ) -> Settlement:
        """The settlement of an outcome, kept in `found` where the course of the tricks decides nothing."""
        game, rules, scores = self.question.game, self.question.rules, self.question.scores
        settlement: Settlement
        try:
            settlement = found[outcome] = game.settle(rules, scores, outcome)
        except ValueError:  # who was at the target first depends on the tricks
            settlement = game.settle(rules, scores, replace(outcome, course=self._course(played, contract)))
        return settlement

    def _course(self, played: Contracts, contract: int) -> tuple[tuple[int, int], ...]:
        """The tricks of a contract."""
        first = self.dealer if self.block[LEAD_FROM_DEALER] else int(played.seat[contract])
        leader = (first + int(self.block[LEAD_OFFSET])) % self.seats
        return course_of(played.log[contract], leader, self.block, self.at_table)

    def _difference(self, settled: Settlement | None) -> int:
        """The own side's points, times the number of other sides, less those of the others."""
        if settled is None:
            return 0
        own = settled.delta[self.side]
        return own * self.others - (sum(settled.delta) - own)

    def _chances(self, results: list[list[Settlement | None]]) -> Float64Array:
        """The chance of the own side to win the match after each result; None: thrown in."""
        chances = np.zeros((len(results), len(results[0])))
        if self.match is None:
            return chances
        callers = self.at_table.callers
        following = callers[(callers.index(self.dealer) + 1) % len(callers)]
        dealing = self.at_table.kernel_side(following) or 0
        open_scores: dict[tuple[int, ...], float] = {}
        for results_of in results:
            for each in results_of:
                if each is None or not each.game_over:
                    open_scores[self.question.scores if each is None else each.scores] = 0.0
        if open_scores:
            scores = np.array(list(open_scores), np.int64)
            wins = self.match.win(scores, np.full(len(scores), dealing))[:, self.side]
            open_scores = dict(zip(open_scores, wins.tolist(), strict=True))
        for c, results_of in enumerate(results):
            chances[c] = [
                open_scores[self.question.scores if each is None else each.scores]
                if each is None or not each.game_over
                else float(each.winner == self.side)
                for each in results_of
            ]
        return chances
