"""The table of a match: the chance of each side to win from any scores."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from analyzer.match.outcomes import Outcomes
from analyzer.match.rules import match_rules
from analyzer.match.solve import Float64Array, state_of
from sims import matches as m
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import Int64Array

MATCHES = 20_000  # played from each state where not all of them are computed


@dataclass(frozen=True)
class MatchTable:
    """What simulated hands say about a match in which everybody is `policy`.

    hands: how many hands; values float64[state, sides + 1]: chances from the dealing side on, and hands to come; None
    where matches are played out from `outcomes` instead; residual and bound: see `analyzer.match.solve.Solution`;
    first: the chance of the dealing side in the first hand, where that is another one than the later at 0:0.
    """

    rules: Rules
    policy: str
    seed: int | str
    hands: int
    values: Float64Array | None
    outcomes: Outcomes | None = None
    residual: float = 0.0
    bound: float = 0.0
    first: float | None = None
    match: Int64Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "match", match_rules(self.rules))

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return int(self.match[m.SIDES])

    @property
    def method(self) -> str:
        """How the chances come about: "value-iteration", or "sampled" matches."""
        return "sampled" if self.values is None else "value-iteration"

    def win(self, scores: Int64Array, dealing: Int64Array) -> Float64Array:
        """Chances float64[n, side] to win from scores int64[n, side], none of which has ended the match; dealing
        int64[n]: the side that deals the next hand, whose number where everybody is for himself is its seat."""
        return self.look_up(scores, dealing)[0]

    def look_up(self, scores: Int64Array, dealing: Int64Array) -> tuple[Float64Array, Float64Array]:
        """`win`, and the standard error of each chance, float64[n, side].

        The error is a bound to first order: by the inequality of Jensen the variance of a chance p that comes from N
        hands is at most L p (1 - p) / N, where L hands are still to be played on average. Where M matches are
        sampled, p (1 - p) / M is added.
        """
        turn = (np.arange(self.sides) + dealing[:, None]) % self.sides
        seen = np.take_along_axis(scores, turn, axis=1)
        values = self._sampled(seen) if self.values is None else self.values[state_of(self.match, seen)]
        chances, length = values[:, :-1], values[:, -1:]
        a_match = length / self.hands + (1 / MATCHES if self.values is None else 0.0)
        errors = np.sqrt(chances * (1 - chances) * a_match)
        back = (np.arange(self.sides) - dealing[:, None]) % self.sides
        return np.take_along_axis(chances, back, axis=1), np.take_along_axis(errors, back, axis=1)

    def _sampled(self, seen: Int64Array) -> Float64Array:
        """The values of scores from the dealing side on, by matches that are played out."""
        assert self.outcomes is not None
        seed, rows = np.uint64(master_seed(self.seed)), self.outcomes.rows
        upto = np.cumsum(rows[:, m.COUNT])
        values = np.zeros((len(seen), self.sides + 1))
        for value, scores in zip(values, seen, strict=True):
            won, hands = np.zeros(self.sides), np.zeros(1, np.int64)
            m.play_matches(seed, 0, MATCHES, self.match, rows, upto, np.ascontiguousarray(scores), won, hands)
            value[:-1], value[-1] = won / MATCHES, hands[0] / MATCHES
        return values
