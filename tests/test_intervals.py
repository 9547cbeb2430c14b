"""Intervals against scipy and numpy, and how often they hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest

from analyzer.intervals import Z95, mean_error, wilson

calm = settings(max_examples=300, deadline=None, derandomize=True)


@pytest.mark.parametrize("n", [1, 2, 7, 100, 1_000, 1_000_000])
def test_wilson_is_that_of_scipy(n: int) -> None:
    for count in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        right = binomtest(count, n).proportion_ci(0.95, method="wilson")
        assert wilson(count, n) == pytest.approx((right.low, right.high), rel=1e-12, abs=1e-15)


def test_wilson_at_another_level() -> None:
    right = binomtest(13, 40).proportion_ci(0.999, method="wilson")
    assert wilson(13, 40, 3.2905267314919255) == pytest.approx((right.low, right.high), rel=1e-12)
    assert Z95 == pytest.approx(1.959963984540054, rel=1e-15)


@calm
@given(st.integers(1, 10**9).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_lies_around_the_share_and_has_a_width(sample: tuple[int, int]) -> None:
    count, n = sample
    low, high = wilson(count, n)
    assert 0 <= low < high <= 1
    assert low <= count / n <= high
    mirrored = wilson(n - count, n)
    assert (1 - mirrored[1], 1 - mirrored[0]) == pytest.approx((low, high), abs=1e-12)


def test_none_and_all_reach_the_ends() -> None:
    """For 0 of n the upper end is z^2 / (n + z^2)."""
    for n in (1, 5, 10_000):
        assert wilson(0, n) == (0.0, pytest.approx(Z95**2 / (n + Z95**2), rel=1e-12))
        assert wilson(n, n) == (pytest.approx(n / (n + Z95**2), rel=1e-12), 1.0)


@pytest.mark.parametrize(("count", "n"), [(0, 0), (1, 0), (-1, 5), (6, 5), (0, -3)])
def test_what_is_no_count(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="is no count"):
        wilson(count, n)


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 0.9])
def test_2000_intervals_hold_the_truth(share: float) -> None:
    counts = np.random.default_rng(95).binomial(1_000, share, 2_000)
    held = sum(low <= share <= high for low, high in (wilson(int(count), 1_000) for count in counts))
    assert 0.93 <= held / 2_000 <= 0.98


@pytest.mark.parametrize("share", [0.01, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("n", [500, 1_000, 10_000])
def test_the_chance_to_hold_the_truth_in_full(share: float, n: int) -> None:
    counts = np.arange(n + 1)
    held = [low <= share <= high for low, high in (wilson(int(count), n) for count in counts)]
    assert 0.93 <= binom.pmf(counts[held], n, share).sum() <= 0.97


@calm
@given(st.lists(st.integers(-1_000, 1_000), min_size=2, max_size=60))
def test_mean_error_is_that_of_numpy(values: list[int]) -> None:
    right = np.std(values, ddof=1) / math.sqrt(len(values))
    error = mean_error(sum(values), sum(value * value for value in values), len(values))
    assert error == pytest.approx(right, rel=1e-9, abs=1e-12)


def test_mean_error_loses_nothing_to_rounding() -> None:
    """Two large values that differ by 2: the standard deviation is sqrt(2), of their mean 1."""
    values = [10**9 - 1, 10**9 + 1]
    assert mean_error(sum(values), sum(value * value for value in values), 2) == 1.0


def test_mean_error_of_one_value_and_of_equal_ones() -> None:
    assert math.isnan(mean_error(7, 49, 1))
    assert mean_error(-5 * 60, 25 * 60, 60) == 0.0
