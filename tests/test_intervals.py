"""Intervals against scipy and numpy, and how often they hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binom, binomtest, multinomial

from analyzer.intervals import Z95, mean_error, tango, wilson

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


# ---------------------------------------------------------------------------------------------- paired shares


def likeliest(only_a: int, only_b: int, n: int, difference: float) -> float:
    """The share of pairs of b alone of greatest likelihood, given its difference to that of a alone."""

    def loss(share: float) -> float:
        shares = (share + difference, share, 1 - 2 * share - difference)
        counts = (only_a, only_b, n - only_a - only_b)
        return -sum(count * math.log(x) for count, x in zip(counts, shares, strict=True) if count)

    edge = 1e-13
    bounds = (max(0.0, -difference) + edge, (1 - difference) / 2 - edge)
    return float(minimize_scalar(loss, bounds=bounds, method="bounded", options={"xatol": 1e-13}).x)


@pytest.mark.parametrize(
    ("only_a", "only_b", "n"),
    [
        (1, 7, 21),
        (40, 20, 160),
        (3, 0, 50),
        (0, 1, 44),
        (9, 9, 30),
        (120, 250, 1_000),
        (5, 2, 10_000),
        (11, 4, 15),
    ],
)
def test_at_the_ends_of_tango_the_score_statistic_is_z(only_a: int, only_b: int, n: int) -> None:
    for end, sign in zip(tango(only_a, only_b, n), (1, -1), strict=True):
        share = likeliest(only_a, only_b, n, end)
        spread = math.sqrt(n * (2 * share + end - end * end))
        assert (only_a - only_b - n * end) / spread == pytest.approx(sign * Z95, rel=1e-4)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[int, int, int]:
    n = draw(st.integers(1, 10**9))
    only_a = draw(st.integers(0, n))
    return only_a, draw(st.integers(0, n - only_a)), n


@calm
@given(pairs())
def test_tango_lies_around_the_difference_and_has_a_width(sample: tuple[int, int, int]) -> None:
    only_a, only_b, n = sample
    low, high = tango(only_a, only_b, n)
    assert -1 <= low < high <= 1
    assert low <= (only_a - only_b) / n <= high
    assert tango(only_b, only_a, n) == (-high, -low)


@calm
@given(st.integers(0, 60), st.integers(0, 60), st.integers(120, 10_000))
def test_tango_leaves_0_out_where_mcnemar_finds_a_difference(only_a: int, only_b: int, n: int) -> None:
    low, high = tango(only_a, only_b, n)
    assert (not low <= 0 <= high) == ((only_a - only_b) ** 2 > Z95**2 * (only_a + only_b))


@pytest.mark.parametrize("n", [1, 7, 400, 1_000_000])
def test_tango_of_no_difference_and_of_nothing_else(n: int) -> None:
    end = Z95**2 / (n + Z95**2)
    assert tango(0, 0, n) == (pytest.approx(-end, rel=1e-9), pytest.approx(end, rel=1e-9))
    assert tango(n, 0, n)[1] == 1.0
    assert tango(0, n, n)[0] == -1.0


@pytest.mark.parametrize("counts", [(0, 0, 0), (-1, 0, 5), (0, -1, 5), (3, 3, 5), (0, 0, -3)])
def test_what_are_no_counts_of_pairs(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="are no counts of pairs"):
        tango(*counts)


PAIR_SHARES = [
    (0.3, 0.3),
    (0.2, 0.1),
    (0.05, 0.05),
    (0.02, 0.005),
    (0.01, 0.01),
    (0.004, 0.001),
    (0.002, 0.002),
]


@pytest.mark.parametrize(("of_a", "of_b"), PAIR_SHARES)
def test_2000_tango_intervals_hold_the_truth(of_a: float, of_b: float) -> None:
    drawn = np.random.default_rng(97).multinomial(1_000, (of_a, of_b, 1 - of_a - of_b), 2_000)
    found = [tango(int(one), int(other), 1_000) for one, other, _ in drawn]
    held = sum(low <= of_a - of_b <= high for low, high in found)
    assert 0.93 <= held / 2_000 <= 0.98


def chance_held(of_a: float, of_b: float, n: int) -> float:
    """The chance that the interval of n pairs holds of_a - of_b, in full."""
    reach = [int(n * share + 7 * math.sqrt(n * share) + 9) for share in (of_a, of_b)]
    grid = [(a, b) for a in range(reach[0]) for b in range(reach[1]) if a + b <= n]
    held = [(a, b, n - a - b) for a, b in grid if (ends := tango(a, b, n))[0] <= of_a - of_b <= ends[1]]
    return float(multinomial.pmf(held, n, (of_a, of_b, 1 - of_a - of_b)).sum())


@pytest.mark.parametrize(("of_a", "of_b"), [(0.02, 0.02), (0.02, 0.005), (0.01, 0.002), (0.004, 0.004)])
def test_the_chance_of_tango_to_hold_the_truth_in_full(of_a: float, of_b: float) -> None:
    assert 0.93 <= chance_held(of_a, of_b, 1_000) <= 0.98


@pytest.mark.parametrize("share", [0.00001, 0.0001, 0.0005, 0.001])
def test_tango_is_careful_where_pairs_differ_hardly_ever(share: float) -> None:
    """Some one or no pair in 1,000: what is so rare cannot be held at 95 %, only more often."""
    assert chance_held(share, share, 1_000) >= 0.95
    assert chance_held(2 * share, 0.0, 1_000) >= 0.95
