"""Duels in Da Bai Fen: the trumps and the declarer that `rules` fixes, played by others."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from analyzer.duels.kind import WITH_DECLARER, DuelKind, Matchup, Outcomes, Words
from analyzer.faces.da_bai_fen_records import Table, plan_of, rules_block, tasks_of
from analyzer.request import TraceRequest
from sims import sets_blocks as blocks
from sims.games import da_bai_fen as game
from sims.players import policy_code
from sims.seating import Seating, all_play
from sims.sets_calls import calls_of
from sims.sets_tally import LOG_SIZE, log_hands
from sims.sheets import Rules
from sims.tables import Int64Array

if TYPE_CHECKING:
    from analyzer.duel import Duel


LAST_ROW = 120  # from here on both level tables go on evenly


class Kind(DuelKind):
    """First hands of a match, of which a redeal scores nothing and counts as not held."""

    roles = WITH_DECLARER
    event = "opponents-0-35"
    kernel = "sets_tally.log_hands"
    words = Words(
        done="opponents held under 40",
        gain="holds the opponents under 40 {} percentage points more often when it declares",
        share="percentage points of hands with the opponents held under 40",
        more="gains {} levels more",
        fewer="gains {} levels fewer",
        unit="levels",
        digits=2,
        about=(
            "both: opponents held under 40 with a declaring against b and with b declaring against a",
            "score: promotions of the declaring side for the hand, less those of the other side",
        ),
    )

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        rules = duel.rules
        self.block = rules_block(rules, *self.players())
        calls = TraceRequest(duel.game, rules, 0, 0, None, None, "rules", "rules", duel.seed)
        self.plan = plan_of(calls, Table((0, 0), duel.dealer, first_hand=True, after_draw=False))

    @classmethod
    def table(cls, game: ModuleType, rules: Rules) -> Seating:
        """Two sides, partners opposite."""
        return all_play(((0, 2), (1, 3)))

    @classmethod
    def swing(cls, rules: Rules, goal: int | str) -> int:
        """The first row of the level table, less the last."""
        rows = game.level_table(rules)
        return rows[0].declarers + rows[-1].opponents

    def _play(
        self, seed: np.uint64, low: int, high: int, tasks: Int64Array, trumps: Int64Array
    ) -> tuple[Int64Array, Int64Array]:
        """Whether the opponents stay under 40, and promotions of the declaring side less theirs, int64[deal]."""
        n = high - low
        log, gone = np.zeros((n, LOG_SIZE), np.int64), np.zeros(n, np.int64)
        result = np.zeros((n, 5), np.int64)
        log_hands(seed, low, high, self.block, tasks, trumps, log, gone, result)
        points, played = result[:, 3], result[:, 4] < 0
        change = [game.promotions(self.duel.rules, total) for total in points.tolist()]
        gains = np.array([ours - theirs for ours, theirs in change], np.int64)
        return (played & (points < game.DEAL_PASSES)).astype(np.int64), played * gains

    def deals(self, low: int, high: int, matchups: Sequence[Matchup]) -> Outcomes:
        """Every matchup plays the trumps that `rules` exposes or names."""
        calls = calls_of(self.block, self.seed, low, high, self.plan)
        made = np.zeros((high - low, len(matchups), 1), np.int64)
        score = np.zeros_like(made)
        trumps = np.ascontiguousarray(calls.fixed[:, 0])
        for m, (ours, theirs) in enumerate(matchups):
            tasks = tasks_of(calls, policy_code(ours), policy_code(theirs))
            made[:, m, 0], score[:, m, 0] = self._play(np.uint64(self.seed), low, high, tasks, trumps)
        return Outcomes(made, score)

    def basis(self, goal: int | str) -> tuple[object, ...]:
        """The block, how trumps are found, and the level table."""
        gains = [game.promotions(self.duel.rules, points) for points in range(0, LAST_ROW + 1, 5)]
        return self.block.tobytes(), self.plan.tobytes(), tuple(gains)

    def layouts(self, hand: int, n: int, player: str) -> Int64Array:
        """The twelve cards of the declarer before he takes the talon; trumps are those of the deal, and nobody
        knows how they came about."""
        calls = calls_of(self.block, self.seed, hand, hand + 1, self.plan)
        trump, rank, declarer = (int(x) for x in calls.fixed[0])
        tasks = np.zeros((n, blocks.TASK_SIZE), np.int64)
        tasks[:, blocks.RANK], tasks[:, blocks.DECLARER] = rank, declarer
        tasks[:, [blocks.POLICY_OURS, blocks.POLICY_THEIRS]] = policy_code(player)
        tasks[:, blocks.KNOWN + declarer] = calls.hands[0, declarer]
        return self._play(self.layout_seed(hand), 0, n, tasks, np.full(n, trump))[0][:, None]
