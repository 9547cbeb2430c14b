"""Whole-number sums over deals, for games without a contract."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims.tables import Int64Array


class EventTally(NamedTuple):
    """Sums over deals; a cell is one choice (a trump suit, say; a single one in most games).

    count[cell, event]  deals in which the event happened
    diff[cell]          own score minus that of the others, in the game's smallest unit
    squares[cell]       sums of its squares
    """

    count: Int64Array  # type: ignore[assignment]  # a tuple's own `count` is not needed
    diff: Int64Array
    squares: Int64Array


def new_event_tally(cells: int, events: int) -> EventTally:
    """A tally of zeros."""
    return EventTally(
        np.zeros((cells, events), np.int64), np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    )
