"""What a duel and a calibration card ask of a kind of game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

import numpy as np

from sims.errors import Refused
from sims.seating import Seating
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import Int64Array

if TYPE_CHECKING:
    from analyzer.duel import Duel

BOTH = ("both",)
WITH_DECLARER = ("declarer", "defence", "both")

Matchup = tuple[str, str]  # who plays the own side, and who plays all the others


class Outcomes(NamedTuple):
    """What hands came to for the own side, int64[deal, matchup, goal] each.

    made: 1 if it reached the goal; score: its score times the number of other sides, less theirs.
    """

    made: Int64Array
    score: Int64Array


@dataclass(frozen=True)
class Words:
    """How a report says it; {} stands for a number."""

    done: str = "contracts made"  # the goal reached
    gain: str = "makes {} percentage points more of the contracts"
    share: str = "percentage points of contracts made"
    how: str = "with the sides swapped on the same deals"
    more: str = "scores {} points more"
    fewer: str = "scores {} points fewer"
    unit: str = "points"
    digits: int = 1  # behind the point of scores
    about: tuple[str, ...] = ()  # of the role `both` and of the score


class DuelKind(ABC):
    """A kind of game, made anew for each duel. Its methods run in several threads at a time.

    The own side of a deal is the declaring one; where nobody declares, `own_side`.
    """

    roles: ClassVar[tuple[str, ...]] = BOTH
    event: ClassVar[str] = ""  # what is counted where nobody names a bid
    kernel: ClassVar[str]  # that plays, as `analyzer.checks.note_compiling` takes it
    words: ClassVar[Words]

    def __init__(self, duel: Duel) -> None:
        self.duel, self.seed = duel, master_seed(duel.seed)
        self.fixed_side: int | None = None  # the own side of every deal where nobody declares; None: in turn
        self.first: Self | None = None  # whose declarers and suits hold where the hands are the same

    @classmethod
    def table(cls, game: ModuleType, rules: Rules) -> Seating:
        """Seats and sides."""
        table: Seating = game.seating(rules)
        return table

    @classmethod
    def cold(cls, searching: bool) -> str:
        """The kernel that is compiled first; searching: a player samples worlds."""
        return cls.kernel

    @classmethod
    def goals(cls, game: ModuleType, rules: Rules, named: Sequence[str]) -> tuple[int | str, ...]:
        """What is played for: the bids that are named; in a game without bids its one event."""
        if named:
            raise Refused(f"{rules.game} takes no --bid in a duel, which counts {cls.event!r}: leave it out")
        return (cls.event,)

    @classmethod
    @abstractmethod
    def swing(cls, rules: Rules, goal: int | str) -> int:
        """At most so much does a score differ between reaching the goal and missing it."""

    @abstractmethod
    def deals(self, low: int, high: int, matchups: Sequence[Matchup]) -> Outcomes:
        """Play the deals low..high-1 with each matchup."""

    @abstractmethod
    def layouts(self, hand: int, n: int, player: str) -> Int64Array:
        """Whether the own side reaches each goal if all play alike: int64[layout, goal], 0 or 1.

        The hand is that of the declarer of deal `hand`, where nobody declares that of seat `hand` modulo the
        number of seats; the other cards are dealt n times.
        """

    @abstractmethod
    def basis(self, goal: int | str) -> tuple[object, ...]:
        """All of the rules that a hand played for a goal and its count depend on: equal only for rules under which
        every hand is the same."""

    def own_side(self, deal: int, sides: int) -> int:
        """The own side of a deal where nobody declares: side d modulo the number of sides in deal d."""
        return deal % sides if self.fixed_side is None else self.fixed_side

    def layout_seed(self, hand: int) -> np.uint64:
        """The master seed of the layouts around a hand."""
        return np.uint64(master_seed(f"{self.duel.seed}: hand {hand}"))

    def players(self) -> list[str]:
        """All who play."""
        return [*self.duel.players, *([self.duel.against] if self.duel.against else [])]
