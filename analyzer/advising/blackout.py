"""Positions of Partnership Blackout: both sides have a contract, which all calls of their partners make up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from analyzer.advising.position import Float64Array, Followed
from analyzer.faces.blackout import SEATS, Heard
from sims import blocks
from sims import tricks_tables as t
from sims.blackout_bidding import (
    CountCalling,
    codes_of,
    complete_calls,
    contracts_of,
    count_calling,
    hands_of,
    weigh_counts,
)
from sims.blackout_play import log_hands
from sims.blackout_search import allow_search
from sims.calls import deal_words
from sims.cards import mask_of
from sims.deals import deal_batch, deal_some
from sims.fitting import with_knowledge
from sims.games import blackout as game
from sims.players import policy_code, read_weights, searches
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import Int64Array

if TYPE_CHECKING:
    from analyzer.knowing.known import Known
    from analyzer.match.table import MatchTable


@dataclass
class BlackoutPosition:
    """A `Position`; scores: of the sides 0 and 1; known: what is known of the hidden cards."""

    rules: Rules
    hand: tuple[str, ...]
    seat: int
    dealer: int
    heard: Heard
    scores: tuple[int, int]
    policy: str
    defence: str
    seed: int | str
    match: MatchTable | None
    known: Known | None = None
    calls: Sequence[str] = field(init=False)
    trumps: Sequence[str | None] = field(init=False)

    def __post_init__(self) -> None:
        self.calls = self.heard.auction.legal()
        self.trumps = [None] * len(self.calls)
        self.codes = codes_of([call for _, call in self.heard.auction.calls])
        self.calling: CountCalling = count_calling(self.rules, self.heard.profile)
        self.block = t.pack(self.rules, read_weights(self.rules.game))
        if searches(self.policy, self.defence):
            allow_search(self.block)
        if self.known is not None:
            self.block = with_knowledge(self.block, self.known.knowledge, blocks.KNOWLEDGE, blocks.DEAL_KNOWN)
        self.master = master_seed(self.seed)
        codes = (policy_code(self.policy), policy_code(self.defence))
        own = codes if self.seat % 2 == 0 else codes[::-1]
        self.task = blocks.new_task(SEATS, 0, self.dealer, 0b0101, own)
        self.task[blocks.KNOWN + self.seat] = mask_of(self.hand)

    @property
    def others(self) -> int:
        """One other side."""
        return 1

    @property
    def scored(self) -> bool:
        """Whether the match has chances to win."""
        return self.match is not None

    @property
    def side(self) -> int:
        """The own side."""
        return self.seat % 2

    @property
    def _known(self) -> Int64Array:
        return self.task[blocks.KNOWN : blocks.KNOWN + SEATS]

    def weigh(self, low: int, high: int) -> Float64Array:
        """See `Position`."""
        hands, _, _ = deal_batch(self.block, self.master, low, high, self._known)
        return weigh_counts(self.calling, self.dealer, hands_of(self.block, hands), self.codes, self.seat)

    def follow(self, deals: Int64Array, calls: Sequence[int]) -> Followed:
        """See `Position`."""
        dealt, _, _ = deal_some(self.block, self.master, deals, self._known)
        hands, words = hands_of(self.block, dealt), deal_words(self.master, deals)
        rows = []
        for place in calls:
            said = np.append(self.codes, codes_of([self.calls[place]]))
            ends = complete_calls(self.calling, self.dealer, hands, said, words)
            rows.append(contracts_of(ends, game.personal_nil(self.rules)))
        contracts = np.stack(rows)  # [call, deal, 7]
        numbered = np.concatenate(
            [np.broadcast_to(deals[None, :, None], (*contracts.shape[:2], 1)), contracts], axis=2
        )
        wanted, place_of = np.unique(numbered.reshape(-1, 8), axis=0, return_inverse=True)
        by_seat = np.array([self._play(int(row[0]), row[1:]) for row in wanted])
        results = [self._result(row[1:], tricks) for row, tricks in zip(wanted, by_seat, strict=True)]
        win = self._chances([after for _, _, after in results])
        shape = contracts.shape[:2]
        made = np.array([each for each, _, _ in results])[place_of].reshape(shape)
        diff = np.array([each for _, each, _ in results])[place_of].reshape(shape)
        chances = win[place_of].reshape(shape)
        return Followed(made, diff, chances, np.where(made < 0, np.nan, chances))

    def _play(self, deal: int, contract: Int64Array) -> Int64Array:
        """Tricks of each seat in a hand."""
        log, by_seat = np.zeros((1, 52), np.int8), np.zeros((1, SEATS), np.int64)
        row = np.ascontiguousarray(contract[None])
        log_hands(np.uint64(self.master), deal, deal + 1, self.block, self.task, row, log, by_seat)
        tricks: Int64Array = by_seat[0]
        return tricks

    def _result(self, contract: Int64Array, by_seat: Int64Array) -> tuple[int, int, tuple[int, int]]:
        """Whether the own contract is made (-1: there is none), the difference of the scores, scores after."""
        tricks = by_seat.tolist()
        undertaken = [self._contract(contract, side) for side in (0, 1)]
        delta = [game.contract_score(self.rules, undertaken[side], tricks, side) for side in (0, 1)]
        own = undertaken[self.side]
        made = -1 if own is None else int(own.made(tricks, self.side))
        after = (self.scores[0] + delta[0], self.scores[1] + delta[1])
        return made, delta[self.side] - delta[1 - self.side], after

    def _contract(self, contract: Int64Array, side: int) -> game.Contract | None:
        code, nils = int(contract[side]), int(contract[2])
        own = tuple(seat for seat in game.SIDES[side] if nils >> seat & 1)
        if own:
            return game.Contract(game.NIL, nil_seats=own)
        if code == t.NONE_OF_BOTH:
            return game.Contract(game.NIL, nil_seats=game.SIDES[side])
        if code == t.BOARD:
            return game.Contract(game.BOARD)
        return None if code == t.FREE else game.Contract(str(code), code)

    def _chances(self, after: list[tuple[int, int]]) -> Float64Array:
        """The chance of the own side to win the match from some scores."""
        if self.match is None:
            return np.zeros(len(after))
        winners = {scores: game.match_winner(self.rules, scores) for scores in set(after)}
        going = [scores for scores, winner in winners.items() if winner is None]
        found = {s: float(winner == self.side) for s, winner in winners.items() if winner is not None}
        if going:
            dealing = np.full(len(going), (self.dealer + 1) % 2)
            chances = self.match.win(np.array(going, np.int64), dealing)[:, self.side]
            found |= dict(zip(going, chances.tolist(), strict=True))
        return np.array([found[scores] for scores in after])
