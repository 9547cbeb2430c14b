"""A hand that is given, deal by deal: the question of `odds` as a source of outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from analyzer.duels import kind_of
from analyzer.faces import FACES
from analyzer.outcomes import Contracts, Goal, Outcomes, Source
from analyzer.pool import Tally
from analyzer.request import OddsRequest
from sims.sheets import Rules

if TYPE_CHECKING:
    from analyzer.compare import Compare


@dataclass(frozen=True)
class Asked:
    """A question of `odds`, held against the rules. prepare() gives its tally.

    made, score: which of its sums hold what was reached, [cell] or [cell, event], and the scores, [cell]; events:
    how many of those of a cell count; basis: as in `Source`, None for that of the contracts.
    """

    hand: tuple[str, ...]
    goals: tuple[Goal, ...]
    prepare: Callable[[], Tally]
    others: int
    kernel: str
    events: int = 1
    made: int = 0
    score: int = 1
    basis: Callable[[], tuple[object, ...]] | None = None


class OneHand(Source):
    """One tally a deal, so that its sums are outcomes."""

    def __init__(self, question: Compare, rules: Rules, bids: tuple[int | str, ...]) -> None:
        self.question, self.rules, self.bids = question, rules, bids
        request = OddsRequest(
            game=question.game,
            rules=rules,
            hand=question.hand,
            trumps=question.trumps,
            bids=tuple(map(str, bids)) if hasattr(question.game, "bids") else question.bids,
            seat=question.seat,
            dealer=question.dealer,
            score=None,
            policy=question.policy,
            defence=question.defence,
            seed=question.seed,
            deals=question.deals,
            threads=None,
            command="",
            unicode=False,
            say=lambda text: None,
        )
        self.asked = _ASKED[FACES[rules.game]](request)
        self.hand = self.asked.hand
        self.goals, self.others, self.kernel = self.asked.goals, self.asked.others, self.asked.kernel

    def basis(self, goal: Goal) -> tuple[object, ...]:
        """What the odds count, and what a hand depends on."""
        if self.asked.basis is not None:
            return self.goals, *self.asked.basis()
        return self.goals, *self.beside.basis(goal)

    @cached_property
    def beside(self) -> Contracts:
        """The contracts of all hands under these rules."""
        bids = self.bids or kind_of(self.rules).goals(self.question.game, self.rules, ())
        return Contracts(self.question, self.rules, bids)

    def prepare(self) -> None:
        """Make the tally."""
        self.tally  # noqa: B018

    @cached_property
    def tally(self) -> Tally:
        """The sums over a range of deals."""
        return self.asked.prepare()

    def deals(self, low: int, high: int) -> Outcomes:
        """Deal by deal."""
        goals = len(self.goals)
        made, score = np.zeros((2, high - low, goals), np.int64)
        for deal in range(low, high):
            sums = self.tally(deal, deal + 1)
            by_cell = sums[self.asked.score]
            reached = sums[self.asked.made].reshape(len(by_cell), -1)[:, : self.asked.events]
            made[deal - low] = reached.ravel()[:goals]
            score[deal - low] = np.repeat(by_cell, self.asked.events)[:goals]
        return Outcomes(made, score)


def _contracts(request: OddsRequest) -> Asked:
    from analyzer.faces.contracts import question_of
    from analyzer.odds import tally_of
    from sims.players import searches

    question = question_of(request)
    goals = [Goal(trump, str(bid)) for trump, bid in product(question.trumps, question.bids)]
    others = len(request.game.seating(request.rules).sides) - 1
    kernel = "searched._tally" if searches(request.policy, request.defence) else "contracts.tally_contracts"
    return Asked(question.hand, tuple(goals), lambda: tally_of(question), others, kernel, score=2)


def _blackout(request: OddsRequest) -> Asked:
    from analyzer.faces.blackout import question_of, tally_of
    from analyzer.faces.blackout_report import event_of

    question = question_of(request)
    goals = tuple(Goal("S", event_of(call)) for call in question.calls)
    return Asked(question.hand, goals, lambda: tally_of(question), 1, "blackout_play.tally_calls", score=2)


def _race(request: OddsRequest) -> Asked:
    from analyzer.faces.race import question_of, tally_of
    from analyzer.faces.race_report import EVENTS

    question = question_of(request)
    goals, others = tuple(Goal("", event) for event in EVENTS), len(question.table.sides) - 1
    return Asked(
        question.hand, goals, lambda: tally_of(question), others, "race.tally_race", events=len(goals)
    )


def _da_bai_fen(request: OddsRequest) -> Asked:
    from analyzer.faces.da_bai_fen import question_of, tally_of
    from sims.games.da_bai_fen import level_table

    question, rows = question_of(request), level_table(request.rules)
    goals = tuple(Goal(trump, row.event) for trump, row in product(question.trumps, rows))
    return Asked(
        question.hand, goals, lambda: tally_of(question), 1, "sets_tally.tally_trumps", events=len(rows)
    )


def _shedding(request: OddsRequest) -> Asked:
    from analyzer.faces.shedding import EVENTS, question_of, tally_of

    question = question_of(request)
    goals, others = tuple(Goal("", event) for event in EVENTS), len(question.scores) - 1
    return Asked(
        question.hand, goals, lambda: tally_of(question), others, "shedding.tally_hands", events=len(goals)
    )


def _quiz(request: OddsRequest) -> Asked:
    from analyzer.faces.quiz import EVENTS, packed, question_of, tally_of

    question, goals = question_of(request), tuple(Goal("", event) for event in EVENTS)

    def basis() -> tuple[object, ...]:
        return (packed(question)[0].tobytes(),)

    return Asked(
        (), goals, lambda: tally_of(question), 1, "quiz.tally_programmes", events=len(goals), basis=basis
    )


_ASKED: dict[str, Callable[[OddsRequest], Asked]] = {
    "contracts": _contracts,
    "blackout": _blackout,
    "race": _race,
    "da_bai_fen": _da_bai_fen,
    "shedding": _shedding,
    "quiz": _quiz,
}
