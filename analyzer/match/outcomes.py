"""Outcome tables: simulated hands as rows of whole numbers (`sims.matches`), each different one with its count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from analyzer.match.rules import sides_of
from analyzer.progress import meter
from sims import matches as m
from sims.sheets import Rules
from sims.tables import Int64Array

BATCH = 2_000

PROFILE = "standard"  # the profile by which everybody calls in the games with an auction


@dataclass(frozen=True)
class Outcomes:
    """rows int64[row, ROW_SIZE] of all sets, one after another; sets int64[set + 1]: where each begins; hands: how
    many were simulated for each set; first: the rows of the first hand of a match, where that is another one."""

    rows: Int64Array
    sets: Int64Array
    hands: int
    first: Int64Array | None = None


def simulate_outcomes(rules: Rules, policy: str, seed: int, hands: int) -> Outcomes:
    """Play hands of some rules, all players being `policy`, from their auctions by PROFILE to their last cards.

    seed: a master seed; the deals are 0..hands-1 of each set.
    """
    if rules.game == "blackout":
        from analyzer.match.play_blackout import play
    elif rules.game == "one-hundred-one":
        from analyzer.match.play_one_hundred_one import play
    elif rules.game == "da-bai-fen":
        from analyzer.match.play_da_bai_fen import outcomes_by_rank

        return outcomes_by_rank(rules, policy, seed, hands)
    else:
        from analyzer.match.play_contracts import play
    rows = grouped(collect(lambda low, high: play(rules, policy, seed, low, high), hands, hands))
    return Outcomes(rows, np.array([0, len(rows)], np.int64), hands)


def collect(play: Callable[[int, int], Int64Array], hands: int, total: int, done: int = 0) -> Int64Array:
    """The different rows of the hands 0..hands-1 that `play` gives in batches, with their counts added up; the
    progress is shown as `done` and more of `total`."""
    line = meter()
    parts: list[Int64Array] = []
    for low in range(0, hands, BATCH):
        parts.append(play(low, min(low + BATCH, hands)))
        if len(parts) == 25:
            parts = [merged(np.concatenate(parts))]
        if line:
            line.show(done + low, total)
    if line:
        line.wipe()
    return merged(np.concatenate(parts))


def new_rows(n: int) -> Int64Array:
    """Rows of n hands in which nothing happens: nobody declares, the next side deals."""
    rows = np.zeros((n, m.ROW_SIZE), np.int64)
    rows[:, m.COUNT], rows[:, m.SIDE], rows[:, m.NEXT] = 1, -1, 1
    return rows


def merged(rows: Int64Array) -> Int64Array:
    """Rows that are alike become one, with their counts added; COURSE varies fastest in their order."""
    key = rows.copy()
    key[:, [m.COUNT, m.GROUP_COUNT, m.GROUP_END]] = 0
    course = key[:, m.COURSE].copy()
    key = np.column_stack([np.delete(key, m.COURSE, axis=1), course])
    different, place = np.unique(key, axis=0, return_inverse=True)
    out = np.insert(different[:, :-1], m.COURSE, different[:, -1], axis=1)
    out[:, m.COUNT] = np.bincount(place.ravel(), weights=rows[:, m.COUNT]).astype(np.int64)
    return np.ascontiguousarray(out)


def grouped(rows: Int64Array, start: int = 0) -> Int64Array:
    """Merged rows with GROUP_COUNT and GROUP_END filled in; start: the number that the first row will have."""
    alike = np.delete(rows, [m.COUNT, m.GROUP_COUNT, m.GROUP_END, m.COURSE], axis=1)
    begins = np.append(True, (alike[1:] != alike[:-1]).any(axis=1))
    ends = np.append(np.flatnonzero(begins)[1:], len(rows))
    group = np.cumsum(begins) - 1
    rows[:, m.GROUP_COUNT] = np.bincount(group, weights=rows[:, m.COUNT]).astype(np.int64)[group]
    rows[:, m.GROUP_END] = ends[group] + start
    return rows


def from_dealer(rules: Rules, dealer: int) -> Callable[[int], int]:
    """Side as counted from the dealer's, from side, for hands dealt by a record seat."""
    table = sides_of(rules)
    sides, dealing = len(table.sides), table.side_of(dealer) or 0
    return lambda side: (side - dealing) % sides
