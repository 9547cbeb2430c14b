"""What hands come to under some rules, deal by deal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from analyzer.checks import check_seat
from analyzer.duel import Duel
from analyzer.duels import kind_of
from analyzer.duels.kind import WITH_DECLARER, DuelKind
from sims.sheets import Rules
from sims.tables import Int64Array

if TYPE_CHECKING:
    from analyzer.compare import Compare


class Goal(NamedTuple):
    """What is counted: a bid or an event; trump "" where none is named."""

    trump: str
    name: str


class Outcomes(NamedTuple):
    """What hands came to, int64[deal, goal] each: whether each goal was reached, 0 or 1; the score of the own side
    times the number of the others, less theirs."""

    made: Int64Array
    score: Int64Array


class Source(ABC):
    """Hands under some rules.

    goals: what is counted; hand: that of the own seat, if it is given; others: number of the other sides; kernel: as
    in `analyzer.work.Work`; first: whose declarers hold where the hands are the same.
    """

    goals: tuple[Goal, ...]
    others: int
    kernel: str
    hand: tuple[str, ...] = ()
    first: Source | None = None

    @abstractmethod
    def basis(self, goal: Goal) -> tuple[object, ...]:
        """All of the rules that a hand and its count depend on, as `analyzer.duels.kind.DuelKind.basis`."""

    @abstractmethod
    def prepare(self) -> None:
        """Compile what the deals need."""

    @abstractmethod
    def deals(self, low: int, high: int) -> Outcomes:
        """Play the deals low..high-1."""


class Contracts(Source):
    """The contracts and events of `duel`, with one pair of players; nothing is compiled before `kind` is asked for."""

    def __init__(self, question: Compare, rules: Rules, bids: tuple[int | str, ...]) -> None:
        self.of_kind, game = kind_of(rules), question.game
        table = self.of_kind.table(game, rules)
        callers = [table.active[seat] for seat in table.callers]
        dealer = table.active.index(check_seat("--dealer", question.dealer, callers, callers[-1]))
        self.matchup = (question.policy, question.defence)
        self.duel = Duel(game, rules, self.matchup, bids, None, dealer, question.seed, question.deals)
        self.eldest_side = table.side_of(table.active[(dealer + 1) % len(table.active)])
        self.goals = tuple(Goal("", str(bid)) for bid in bids)
        self.others = len(table.sides) - 1
        self.kernel = self.of_kind.cold(question.searching)

    @cached_property
    def kind(self) -> DuelKind:
        """The kind of game; where nobody declares, the own side is that of the seat after the dealer."""
        kind = self.of_kind(self.duel)
        if self.of_kind.roles != WITH_DECLARER:
            kind.fixed_side = self.eldest_side
        if isinstance(self.first, Contracts):
            kind.first = self.first.kind
        return kind

    def basis(self, goal: Goal) -> tuple[object, ...]:
        """That of the kind of game."""
        return self.kind.basis(int(goal.name) if goal.name.isdecimal() else goal.name)

    def prepare(self) -> None:
        """Make the kind of game."""
        self.kind  # noqa: B018

    def deals(self, low: int, high: int) -> Outcomes:
        """One hand a deal."""
        outcomes = self.kind.deals(low, high, [self.matchup])
        return Outcomes(outcomes.made[:, 0], outcomes.score[:, 0])
