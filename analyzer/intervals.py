"""Intervals for what was counted."""

from __future__ import annotations

import math
from statistics import NormalDist

Z95 = NormalDist().inv_cdf(0.975)


def wilson(count: int, n: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval for a probability from `count` of `n`, within 0..1, never of width zero.

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
