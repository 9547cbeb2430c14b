"""A position in an auction, and what its calls come to: the part that is the same in all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sims.tables import Int64Array

Float64Array = NDArray[np.float64]


class Followed(NamedTuple):
    """What each call comes to on each deal, the first axis being the call.

    made int64: 1 if the contract that the call names is made, 0 if not, -1 where it names none; diff int64: score of
    the own side times the number of other sides, less the scores of those; win float64: chance of the own side to
    win the match after the hand; named float64: the same where the auction ends with the call, NaN where it
    names no contract.
    """

    made: Int64Array
    diff: Int64Array
    win: Float64Array
    named: Float64Array


class Position(Protocol):
    """A seat's turn in an auction.

    calls: the legal calls, in the order of the game; trumps: the suit that goes with each, None where none does.
    A call other than a pass names a contract.
    """

    calls: Sequence[str]
    trumps: Sequence[str | None]

    @property
    def others(self) -> int:
        """Number of other sides."""
        ...

    @property
    def scored(self) -> bool:
        """Whether the match has chances to win."""
        ...

    def weigh(self, low: int, high: int) -> Float64Array:
        """How likely the calls heard are with the deals low..high-1."""
        ...

    def follow(self, deals: Int64Array, calls: Sequence[int]) -> Followed:
        """What some calls, by their places in `calls`, come to on some deals by number."""
        ...
