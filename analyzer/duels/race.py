"""Duels in Twenty-Five: one side among others of another player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analyzer.duels.kind import DuelKind, Matchup, Outcomes, Words
from analyzer.faces.race import rules_block, task_of
from sims.blocks import KNOWN
from sims.deals import deal_batch
from sims.games import twenty_five as game
from sims.race import log_race
from sims.sheets import Rules
from sims.tables import HAND, Int64Array

if TYPE_CHECKING:
    from analyzer.duel import Duel


class Kind(DuelKind):
    """One hand from scores of 0. The event asks for more tricks than any other side."""

    event = "most-tricks"
    kernel = "race.log_race"
    words = Words(
        done="more tricks won than by any other side",
        gain="wins most tricks {} percentage points more often",
        share="percentage points of hands in which it wins most tricks",
        how="in the same seats on the same deals",
        about=(
            "most-tricks: more tricks than any other side; with a on one side, the sides in turn, among others of b, "
            "and with b there among others of a",
            "score: points of that side for the hand, less {}",
        ),
    )

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        self.at_table = self.table(duel.game, duel.rules)
        self.block = rules_block(duel.rules, *self.players())

    @classmethod
    def swing(cls, rules: Rules, goal: int | str) -> int:
        """All tricks, less none."""
        return 2 * game.TRICK * game.HAND

    def _task(self, own: int, matchup: Matchup) -> Int64Array:
        scores = (0,) * len(self.at_table.sides)
        return task_of(
            self.duel.rules, self.at_table, own=own, dealer=self.duel.dealer, scores=scores, players=matchup
        )

    def _points(self, seed: np.uint64, low: int, high: int, task: Int64Array) -> Int64Array:
        """Points of each side, int64[deal, side]."""
        n, seats = high - low, self.at_table.seats
        hands, after = np.zeros((n, seats), np.int64), np.zeros((n, seats), np.int64)
        turned, robbers, laid, played = np.zeros((4, n), np.int64)
        log = np.zeros((n, seats * int(self.block[HAND])), np.int8)
        log_race(seed, low, high, self.block, task, hands, turned, robbers, laid, played, log, after)
        points: Int64Array = after[:, [side[0] for side in self.at_table.sides]]
        return points

    def deals(self, low: int, high: int, matchups: Sequence[Matchup]) -> Outcomes:
        """One hand of each matchup a deal."""
        sides = len(self.at_table.sides)
        tasks = [[self._task(own, matchup) for own in range(sides)] for matchup in matchups]
        made = np.zeros((high - low, len(matchups), 1), np.int64)
        score = np.zeros_like(made)
        for deal in range(low, high):
            own = self.own_side(deal, sides)
            for m, by_side in enumerate(tasks):
                points = self._points(np.uint64(self.seed), deal, deal + 1, by_side[own])
                made[deal - low, m] = _has_most(points, own)
                score[deal - low, m] = sides * points[:, own] - points.sum(axis=1)
        return Outcomes(made, score)

    def basis(self, goal: int | str) -> tuple[object, ...]:
        """The block, the sides, and the target, which may end the hand."""
        return self.block.tobytes(), self.at_table, self.duel.rules.number("target")

    def layouts(self, hand: int, n: int, player: str) -> Int64Array:
        """The card turned up is drawn anew in every layout."""
        hands, _, _ = deal_batch(self.block, self.seed, hand, hand + 1)
        seat = hand % self.at_table.seats
        own = self.at_table.side_of(seat) or 0
        task = self._task(own, (player, player))
        task[KNOWN + seat] = hands[0, seat]
        return _has_most(self._points(self.layout_seed(hand), 0, n, task), own)[:, None]


def _has_most(points: Int64Array, own: int) -> Int64Array:
    """Whether a side has more points than any other, int64[deal]; points int64[deal, side]."""
    others = np.delete(points, own, axis=1).max(axis=1)
    most: Int64Array = (points[:, own] > others).astype(np.int64)
    return most
