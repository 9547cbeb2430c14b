"""Intervals for what was counted."""

from __future__ import annotations

import math
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)


def wilson(count: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a probability from `count` of `n`, within 0..1, never of width zero.

    They are whole numbers, or both scaled to an effective sample size.

    E. B. Wilson, Probable inference, JASA 22 (1927) 209-212.
    """
    if n <= 0 or not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is no count")
    share = count / n
    spread = z * z / n
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    low = 0.0 if count == 0 else max(0.0, centre - half)
    high = 1.0 if count == n else min(1.0, centre + half)
    return low, high


def mean_error(total: int, squares: int, n: int) -> float:
    """Standard error of the mean of n whole numbers from their sum and sum of squares; NaN for n = 1."""
    if n < 2:
        return math.nan
    return math.sqrt(max(0, n * squares - total * total) / (n - 1)) / n


def tango(only_a: int, only_b: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Tango's score interval for the difference of two paired probabilities, P(a) - P(b), within -1..1.

    Of n pairs only_a hold a and not b, only_b hold b and not a. Never of width zero: without any such pair
    it is +-z^2 / (n + z^2). It leaves 0 out exactly if McNemar's test (without continuity correction) does.
    T. Tango, Equivalence test and confidence interval for the difference in proportions for the
    paired-sample design, Statistics in Medicine 17 (1998) 891-908.
    """
    if n <= 0 or only_a < 0 or only_b < 0 or only_a + only_b > n:
        raise ValueError(f"{only_a} and {only_b} of {n} are no counts of pairs")
    return _tango_low(only_a, only_b, n, z), -_tango_low(only_b, only_a, n, z)


def _tango_low(up: int, down: int, n: int, z: float) -> float:
    """The lower end, by halving: the difference at which the score statistic is z."""
    low, high = -1.0, (up - down) / n
    while low < (middle := (low + high) / 2) < high:
        variance = n * max(0.0, 2 * _least_likely(up, down, n, middle) + middle * (1 - middle))
        if up - down - n * middle > z * math.sqrt(variance):
            low = middle
        else:
            high = middle
    return low


def _least_likely(up: int, down: int, n: int, difference: float) -> float:
    """The share of `down` pairs of greatest likelihood where that of `up` pairs is `difference` more."""
    minus_b = up + down - (2 * n - up + down) * difference
    c = -down * difference * (1 - difference)
    root = math.sqrt(max(0.0, minus_b * minus_b - 8 * n * c))
    return (minus_b + root) / (4 * n) if minus_b >= 0 else 2 * c / (minus_b - root)
