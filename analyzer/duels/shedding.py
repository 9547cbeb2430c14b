"""Duels in 101: one seat among others of another player."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from analyzer.duels.kind import DuelKind, Matchup, Outcomes, Words
from analyzer.faces.shedding import EVENTS, rules_block, task_of
from sims import shedding_tables as t
from sims.games import one_hundred_one as game
from sims.seating import Seating, all_play
from sims.shedding import log_hand, tally_hands
from sims.sheets import Rules
from sims.tables import Int64Array
from sims.tallies import EventTally, new_event_tally

if TYPE_CHECKING:
    from analyzer.duel import Duel


class Kind(DuelKind):
    """One hand from scores of 0; a void hand scores nothing, and nobody is out."""

    event = "out-first"
    kernel = "shedding.tally_hands"
    words = Words(
        done="gone out first",
        gain="goes out first {} percentage points more often",
        share="percentage points of hands in which it goes out first",
        how="in the same seats on the same deals",
        more="saves {} points more",
        fewer="saves {} points fewer",
        about=(
            "out-first: with a in one seat, the seats in turn, among others of b, and with b there among others of a",
            "score: the mean of the others' points for the hand, less those of that seat",
        ),
    )

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        self.block = rules_block(duel.rules, *self.players())
        self.seats = game.seats(duel.rules)

    @classmethod
    def table(cls, game: ModuleType, rules: Rules) -> Seating:
        """Everybody for himself."""
        return all_play(tuple((seat,) for seat in range(game.seats(rules))))

    @classmethod
    def swing(cls, rules: Rules, goal: int | str) -> int:
        """The points of a game."""
        return game.LIMIT

    def _task(self, own: int, matchup: Matchup) -> Int64Array:
        policies = [matchup[seat != own] for seat in range(self.seats)]
        task = task_of(self.duel.rules, self.duel.dealer, policies)
        task[t.OWN - t.TASK] = own
        return task

    def _play(self, seed: np.uint64, deal: int, task: Int64Array) -> EventTally:
        tally = new_event_tally(1, len(EVENTS))
        tally_hands(seed, deal, deal + 1, self.block, task, tally, np.zeros(3, np.int64))
        return tally

    def deals(self, low: int, high: int, matchups: Sequence[Matchup]) -> Outcomes:
        """One hand of each matchup a deal."""
        tasks = [[self._task(own, matchup) for own in range(self.seats)] for matchup in matchups]
        made = np.zeros((high - low, len(matchups), 1), np.int64)
        score = np.zeros_like(made)
        for deal in range(low, high):
            for m, by_seat in enumerate(tasks):
                tally = self._play(np.uint64(self.seed), deal, by_seat[self.own_side(deal, self.seats)])
                made[deal - low, m], score[deal - low, m] = tally.count[0, 0], tally.diff
        return Outcomes(made, score)

    def basis(self, goal: int | str) -> tuple[object, ...]:
        """The block and the number of players."""
        return self.block.tobytes(), self.seats

    def layouts(self, hand: int, n: int, player: str) -> Int64Array:
        """The card turned up and the stock are drawn anew in every layout."""
        seat, work = hand % self.seats, np.zeros(t.WORK_SIZE, np.int64)
        task = self._task(seat, (player, player))
        log_hand(np.uint64(self.seed), hand, self.block, task, work)
        task[t.GIVEN - t.TASK + seat] = work[t.DEALT + seat]
        seed = self.layout_seed(hand)
        return np.array([[self._play(seed, layout, task).count[0, 0]] for layout in range(n)], np.int64)
