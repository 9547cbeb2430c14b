"""Who has won the tricks of logged hands: the highest trump, else the highest card of the suit led."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sims.tables import Int64Array

TRUMPS_FROM = 48  # frame indices from here on are trumps


def trick_winners(log: NDArray[np.int8], leader: Int64Array, seats: int) -> Int64Array:
    """Kernel seat that won each trick, int64[hand, trick]; log int8[hand, ply]: frame indices in order of play,
    leader int64[hand]: who led first."""
    plies = log.astype(np.int64).reshape(len(log), -1, seats)
    winners = np.zeros(plies.shape[:2], np.int64)
    for trick in range(plies.shape[1]):
        cards = plies[:, trick]
        follows = cards >> 4 == cards[:, :1] >> 4
        leader = (leader + (cards + 1000 * follows + 10_000 * (cards >= TRUMPS_FROM)).argmax(axis=1)) % seats
        winners[:, trick] = leader
    return winners


def best_trumps(log: NDArray[np.int8], seats: int) -> Int64Array:
    """The trick in which the highest trump was played, int64[hand]; the number of tricks if there is none."""
    best: Int64Array = np.where(
        log.max(axis=1) >= TRUMPS_FROM, log.argmax(axis=1) // seats, log.shape[1] // seats
    )
    return best
