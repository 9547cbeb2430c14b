"""The advice: every call on some deals, the best ones on more, and how sure the choice is.

All calls are followed on the same deals, so that differences are paired. After the first deals the calls that cannot
be the best any more stay as they are; the others go on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.advising.position import Position
from analyzer.intervals import Z95, wilson
from analyzer.pool import sum_chunks, sum_some
from sims.evidence import Picks
from sims.tables import Int64Array

UNIT = 1_000_000  # chances to win the match are summed up in millionths
SURE = 3.5  # standard errors by which a call is behind, so that it is followed no further
FINALISTS = 4


@dataclass(frozen=True)
class Sums:
    """Whole-number sums over deals, each counted as often as it is picked; the calls by their places.

    made int64[call]: contracts made; won_made, won_set int64[call]: chances to win after those, and after those not
    made; diff, win int64[call] and their products int64[call, call]; complete: whether all deals asked for are in.
    """

    calls: tuple[int, ...]
    complete: bool
    weight: int
    effective: float
    made: Int64Array
    won_made: Int64Array
    won_set: Int64Array
    diff: Int64Array
    diff_cross: Int64Array
    win: Int64Array
    win_cross: Int64Array


def follow_sums(
    position: Position, picks: Picks, calls: Sequence[int], low: int, high: int
) -> list[Int64Array]:
    """The sums over the picks low..high-1."""
    often = picks.times[low:high]
    followed = position.follow(picks.deals[low:high], calls)
    win = np.rint(UNIT * followed.win).astype(np.int64)
    alone = np.rint(UNIT * np.nan_to_num(followed.named)).astype(np.int64)
    made = followed.made == 1
    diff = followed.diff
    return [
        (often * made).sum(axis=1),
        (often * made * alone).sum(axis=1),
        (often * ~made * alone).sum(axis=1),
        (often * diff).sum(axis=1),
        (often * diff) @ diff.T,
        (often * win).sum(axis=1),
        (often * win) @ win.T,
    ]


@dataclass(frozen=True)
class Row:
    """One call.

    p_make and its interval: of the contract that it names, NaN where it names none; ev: expected score of the own
    side less the others' after the call; win: chance to win the match after it; win_made, win_set: after the contract,
    made or not; break_even: P(make) at which the call is worth a pass, NaN where there is none; deals: how many it was
    followed on.
    """

    call: str
    trump: str | None
    deals: int
    made: int
    p_make: float
    ci_low: float
    ci_high: float
    ev: float
    ev_error: float
    win: float
    win_low: float
    win_high: float
    win_made: float
    win_set: float
    break_even: float


@dataclass(frozen=True)
class Gain:
    """What a call gains on another one on the same deals, with its 95 % interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class Advice:
    """The calls, and the best by the match and by points, as places in `rows`.

    lead: what the best call gains on the next best of those followed to the end (chance of the match, or points where
    there are no chances); rival: that call.
    """

    rows: tuple[Row, ...]
    by_match: int | None
    by_points: int
    rival: int | None
    lead: Gain | None
    effective: float
    deals: int
    complete: bool

    @property
    def best(self) -> int:
        """The call to make."""
        return self.by_points if self.by_match is None else self.by_match

    @property
    def too_close(self) -> bool:
        """Whether another call may be as good."""
        return self.lead is not None and self.lead.low <= 0


def advise(position: Position, picks: Picks, first: int, threads: int | None = None) -> Advice:
    """Follow all calls on the first so many picks, and those that may be best on the others too. KeyboardInterrupt
    where none was done."""
    everything = range(len(position.calls))
    done, sums = sum_some(
        lambda low, high: follow_sums(position, picks, everything, low, high), first, threads=threads
    )
    opening = summed(picks, everything, done, sums, complete=done == first)
    final, chosen = opening, finalists(opening, position)
    if len(chosen) > 1 and first < len(picks.deals) and opening.complete:
        more, rest = sum_chunks(
            lambda low, high: follow_sums(position, picks, chosen, low, high),
            len(picks.deals) - first,
            first=first,
            threads=threads,
        )
        sums = [part[np.ix_(*[chosen] * part.ndim)] for part in sums]
        if more:
            sums = [begun + part for begun, part in zip(sums, rest, strict=True)]
        final = summed(picks, chosen, first + more, sums, complete=first + more == len(picks.deals))
    else:
        chosen = list(everything)
    passing, rows = _passing(position, final, opening), []
    for place in everything:
        source = final if place in chosen else opening
        rows.append(row_of(position, source, source.calls.index(place), passing))
    by_points = chosen[int(np.argmax(final.diff))]
    by_match = chosen[int(np.argmax(final.win))] if position.scored else None
    best = by_points if by_match is None else by_match
    rivals = [(gain_of(position, final, best, other), other) for other in chosen if other != best]
    lead, rival = min(rivals, key=lambda each: each[0].mean) if rivals else (None, None)
    return Advice(
        tuple(rows), by_match, by_points, rival, lead, final.effective, final.weight, final.complete
    )


def summed(
    picks: Picks, calls: Sequence[int], done: int, sums: Sequence[Int64Array], *, complete: bool
) -> Sums:
    """The sums of `follow_sums` over the first picks."""
    return Sums(tuple(calls), complete, picks.weight(done), picks.effective(done), *sums)


def finalists(sums: Sums, position: Position) -> list[int]:
    """Calls that may be the best by the match or by points, at most FINALISTS of each, in order."""
    kept: set[int] = set()
    measures = [(sums.diff, sums.diff_cross)] + ([(sums.win, sums.win_cross)] if position.scored else [])
    for totals, cross in measures:
        best = int(np.argmax(totals))
        order = sorted(range(len(totals)), key=lambda call: -int(totals[call]))
        close = [call for call in order if call == best or not _behind(totals, cross, sums, best, call)]
        kept.update(close[:FINALISTS])
    return sorted(kept)


def _behind(totals: Int64Array, cross: Int64Array, sums: Sums, best: int, call: int) -> bool:
    mean, error = paired(totals, cross, sums, best, call)
    return mean > SURE * error and mean > 0


def paired(totals: Int64Array, cross: Int64Array, sums: Sums, a: int, b: int) -> tuple[float, float]:
    """Mean and standard error of the difference of two calls on the same deals."""
    n, effective = sums.weight, max(sums.effective, 2.0)
    mean = (int(totals[a]) - int(totals[b])) / n
    square = (int(cross[a, a]) - 2 * int(cross[a, b]) + int(cross[b, b])) / n
    return mean, math.sqrt(max(0.0, square - mean * mean) / (effective - 1))


def gain_of(position: Position, sums: Sums, best: int, other: int) -> Gain:
    """What the best call gains on another one: in chances of the match, or in points where there are none.

    Two calls that come to the same on every deal have the interval that a single deal of another result would give.
    """
    a, b = sums.calls.index(best), sums.calls.index(other)
    scored = position.scored
    totals, cross = (sums.win, sums.win_cross) if scored else (sums.diff, sums.diff_cross)
    mean, error = paired(totals, cross, sums, a, b)
    scale = UNIT if scored else position.others
    half = Z95 * max(error / scale, 1 / sums.effective)
    return Gain(mean / scale, mean / scale - half, mean / scale + half)


def _passing(position: Position, final: Sums, opening: Sums) -> float:
    """The chance to win after a pass; NaN where nobody may pass, and without a match."""
    if not position.scored or "pass" not in position.calls:
        return math.nan
    place = position.calls.index("pass")
    source = final if place in final.calls else opening
    return int(source.win[source.calls.index(place)]) / source.weight / UNIT


def row_of(position: Position, sums: Sums, i: int, passing: float) -> Row:
    """The row of the i-th call of some sums."""
    place, n, effective = sums.calls[i], sums.weight, sums.effective
    named = position.calls[place] != "pass"
    made = int(sums.made[i])
    low, high = wilson(made / n * effective, effective)
    ev, ev_error = _mean(int(sums.diff[i]), int(sums.diff_cross[i, i]), n, effective)
    win, win_error = _mean(int(sums.win[i]), int(sums.win_cross[i, i]), n, effective)
    # A chance of the match lies in 0..1, so its spread is at most that of a coin: Wilson's interval holds.
    win_low, win_high = wilson(win / UNIT * effective, effective)
    win_made, win_set = worths(sums, i) if named and position.scored else (math.nan, math.nan)
    half = Z95 * win_error / UNIT
    if half > 0:
        win_low, win_high = max(win_low, win / UNIT - half), min(win_high, win / UNIT + half)
    return Row(
        call=position.calls[place],
        trump=position.trumps[place],
        deals=n,
        made=made if named else 0,
        p_make=made / n if named else math.nan,
        ci_low=low if named else math.nan,
        ci_high=high if named else math.nan,
        ev=ev / position.others,
        ev_error=ev_error / position.others,
        win=win / UNIT if position.scored else math.nan,
        win_low=win_low if position.scored else math.nan,
        win_high=win_high if position.scored else math.nan,
        win_made=win_made,
        win_set=win_set,
        break_even=break_even(sums, i, passing) if named else math.nan,
    )


def _mean(total: int, squares: int, n: int, effective: float) -> tuple[float, float]:
    mean = total / n
    return mean, math.sqrt(max(0.0, squares / n - mean * mean) / max(effective - 1, 1.0))


def worths(sums: Sums, i: int) -> tuple[float, float]:
    """Chance to win the match after a contract that is made, and after one that is not; NaN where it never was so."""
    made = int(sums.made[i])
    failed = sums.weight - made
    return (
        int(sums.won_made[i]) / made / UNIT if made else math.nan,
        int(sums.won_set[i]) / failed / UNIT if failed else math.nan,
    )


def break_even(sums: Sums, i: int, passing: float) -> float:
    """The P(make) at which a contract is worth as much of the match as a pass, within 0..1; NaN where it was always, or
    never, made, or where a contract made is worth no more than one that is not."""
    if_made, if_set = worths(sums, i)
    if math.isnan(passing) or not if_made > if_set:
        return math.nan
    return min(1.0, max(0.0, (passing - if_set) / (if_made - if_set)))
