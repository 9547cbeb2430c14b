"""Value iteration: the chances of all states of a match from its outcome table."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.match.outcomes import Outcomes
from analyzer.match.rules import levels_of
from analyzer.progress import meter
from sims import matches as m
from sims.tables import Int64Array

Float64Array = NDArray[np.float64]

RESIDUAL = 1e-10  # at which the iteration stops
MOST_SWEEPS = 1_000


class Solution(NamedTuple):
    """values: see `sims.matches.sweep`; residual: by how much one more pass over all states, each from the values as
    they are, would change a chance at most; bound: by how much a chance can be wrong at most for it; first: values
    float64[sides + 1] of the first hand, where it is another one."""

    values: Float64Array
    residual: float
    bound: float
    first: Float64Array | None = None


def solve(match: Int64Array, outcomes: Outcomes) -> Solution:
    """Iterate to a residual below 1e-10.

    States of higher total scores come first (in 101 those too): most hands add points, so that few passes do.
    """
    order = order_of(match)
    sides = int(match[m.SIDES])
    values = np.full((len(order), sides + 1), 1.0 / sides)
    values[:, sides] = 0.0
    change, sweeps, line = 1.0, 0, meter()
    while change > RESIDUAL / 10 and sweeps < MOST_SWEEPS:
        change = float(m.sweep(match, outcomes.rows, outcomes.sets, order, values, True))
        sweeps += 1
        if line:
            line.show(0, outcomes.hands)
    residual = float(m.sweep(match, outcomes.rows, outcomes.sets, order, values, False))
    bound = residual * float(values[:, sides].max())
    return Solution(values, residual, bound, first_hand(match, outcomes, values))


def order_of(match: Int64Array) -> Int64Array:
    """The states, those of the highest total first."""
    sides, size = int(match[m.SIDES]), levels_of(match)
    total = np.zeros((size,) * sides, np.int64)
    for axis in range(sides):
        total += np.arange(size).reshape([-1 if other == axis else 1 for other in range(sides)])
    return np.argsort(-total.ravel(), kind="stable").astype(np.int64)


def first_hand(match: Int64Array, outcomes: Outcomes, values: Float64Array) -> Float64Array | None:
    """The values of the first hand, at scores of 0."""
    if outcomes.first is None:
        return None
    alone, copy = match.copy(), values.copy()
    alone[m.SETS] = 1
    start = state_of(match, np.zeros((1, int(match[m.SIDES])), np.int64))
    whole = np.array([0, len(outcomes.first)], np.int64)
    m.sweep(alone, outcomes.first, whole, start, copy, True)
    row: Float64Array = copy[start[0]]
    return row


def state_of(match: Int64Array, scores: Int64Array) -> Int64Array:
    """Numbers of the states of scores int64[n, side], the dealing side first; scores off the grid count as its
    nearest."""
    low, high, step = (int(match[word]) for word in (m.LOW, m.HIGH, m.STEP))
    state = np.zeros(len(scores), np.int64)
    for side in range(scores.shape[1]):
        state = state * levels_of(match) + (np.clip(scores[:, side], low, high) - low) // step
    return state
