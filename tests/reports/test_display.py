"""Numbers as people read them."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.display import display, interval, percent, rounded, signed, with_error
from reports.report import Report
from reports.schema import DIFFERENCE, PROBABILITY, SCORE, Column, Schema, build
from tests.reports.samples import PROVENANCE, bench, event_row, events, odds, odds_row, rules

NAN = float("nan")


def shown(report):
    """Heading to cells."""
    return {field.heading: list(field.cells) for field in display(report).fields}


@pytest.mark.parametrize(
    ("count", "deals", "text"),
    [
        (712, 1000, "71.2 %"),
        (0, 1000, "0.0 %"),
        (1000, 1000, "100.0 %"),
        (1, 100_000, "<0.1 %"),
        (99_999, 100_000, ">99.9 %"),
        (49, 100_000, "<0.1 %"),
        (51, 100_000, "0.1 %"),
        (99_949, 100_000, "99.9 %"),
        (99_951, 100_000, ">99.9 %"),
        (1, 3, "33.3 %"),
        (0, 0, "–"),
    ],
)
def test_percent(count, deals, text):
    assert percent(count / deals if deals else NAN, count, deals) == text


def test_percent_without_a_count():
    assert [percent(p) for p in (0.0, 1e-9, 0.5, 1 - 1e-9, 1.0, NAN)] == [
        "0.0 %",
        "<0.1 %",
        "50.0 %",
        ">99.9 %",
        "100.0 %",
        "–",
    ]


@given(st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_only_none_and_all_are_shown_as_0_and_100(counts):
    count, deals = counts
    text = percent(count / deals, count, deals)
    assert (text == "0.0 %") == (count == 0)
    assert (text == "100.0 %") == (count == deals)


@pytest.mark.parametrize(
    ("low", "high", "count", "deals", "text"),
    [
        (0.7091, 0.7152, 712, 1000, "70.9–71.5 %"),
        (0.0, 0.0038, 0, 1000, "0.0–0.4 %"),
        (1e-18, 0.0038, 0, 1000, "0.0–0.4 %"),
        (0.9962, 1.0, 1000, 1000, "99.6–100.0 %"),
        (0.99997, 1.0, 10**5, 10**5, ">99.9–100.0 %"),
        (0.0, 0.00003, 0, 10**5, "0.0–<0.1 %"),
        (0.00001, 0.0002, 5, 10**5, "<0.1 %"),
        (-0.02, 1.01, 1, 2, "<0.1–>99.9 %"),
        (-0.02, 1.01, None, None, "0.0–100.0 %"),
        (NAN, NAN, 1, 2, "–"),
    ],
)
def test_interval(low, high, count, deals, text):
    assert interval(low, high, count, deals) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(43.46, "+43.5"), (-7.04, "−7.0"), (0.0, "0.0"), (-0.04, "0.0"), (0.06, "+0.1"), (1234.5, "+1,234.5")],
)
def test_signed(value, text):
    assert signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1234567.8, "1,234,568"),
        (0.8712, "0.871"),
        (12.34, "12.3"),
        (99.96, "100"),
        (0.001234, "0.00123"),
        (-4.567, "−4.57"),
        (0.0, "0"),
        (NAN, "–"),
        (math.inf, "–"),
    ],
)
def test_rounded(value, text):
    assert rounded(value) == text


def test_errors_are_aligned_and_never_shown_as_nought():
    assert with_error([43.46, -7.0, NAN], [0.31, 10.2, NAN]) == ("+43.5 ±  0.3", "−7.0 ± 10.2", "–")
    assert with_error([1.0], [0.003]) == ("+1.0 ± <0.1",)
    assert with_error([1.0], [0.0]) == ("+1.0",)


def test_odds_in_peoples_units():
    assert shown(odds()) == {
        "trump": ["♠", "♠"],
        "bid": ["60", "65"],
        "P(make)": ["71.2 %", "50.0 %"],
        "95 % interval": ["70.9–71.5 %", "49.0–51.1 %"],
        "mean taken": ["64.3", "64.3"],
        "expected score ± s.e.": ["+43.5 ± 0.3", "−7.0 ± 0.3"],
    }


def test_events_in_peoples_units():
    assert shown(events()) == {
        "event": ["win-1"],
        "P": ["25.0 %"],
        "95 % interval": ["24.2–25.9 %"],
        "expected score ± s.e.": ["−1.2 ± <0.1"],
    }
    unknown = events(event_row(ev=None, ev_std_err=None, ci_low=0.25, ci_high=0.25))
    assert list(shown(unknown)) == ["event", "P"]


def test_deals_are_shown_where_the_provenance_does_not_say_them():
    uneven = odds(odds_row(), odds_row(bid="65", deals=20_000))
    assert shown(uneven)["deals"] == ["10,000", "20,000"]
    unsaid = odds(provenance=replace(PROVENANCE, deals=None))
    assert shown(unsaid)["deals"] == ["10,000", "10,000"]
    assert "deals" not in shown(odds())


def test_exact_odds_have_no_interval_and_no_error():
    row = odds_row(p_make=0.712, ci_low=0.712, ci_high=0.712, ev_std_err=0.0)
    assert list(shown(odds(row))) == ["trump", "bid", "P(make)", "mean taken", "expected score"]


def test_other_trumps_keep_their_word():
    assert shown(odds(*(odds_row(trump=word) for word in ("S", "H", "D", "C", "NT"))))["trump"] == [
        "♠",
        "♥",
        "♦",
        "♣",
        "NT",
    ]


def test_groups_of_a_trump_are_set_apart():
    rows = [odds_row(trump=trump, bid=bid) for trump in "SH" for bid in ("50", "55", "60")]
    assert display(odds(*rows)).breaks == {3}
    assert display(odds(*rows[1:], rows[0])).breaks == set()
    assert display(odds(*rows[2:4])).breaks == set()
    assert display(rules("a", "b")).breaks == set()


def test_bench_is_rounded():
    assert shown(bench()) == {
        "name": ["two-hundred/random", "start/help"],
        "threads": ["2", "1"],
        "hands/s": ["1,234,568", "–"],
        "ratio": ["0.871", "–"],
        "quartiles": ["0.861–12.3", "–"],
    }


def test_a_schema_of_its_own_is_shown_after_its_units():
    schema = Schema(
        "bidodds.duel/1",
        (
            Column("a", "str", "policy", ""),
            Column("p_win", "float64", PROBABILITY, ""),
            Column("diff", "float64", DIFFERENCE, ""),
            Column("ci_low", "float64", DIFFERENCE, ""),
            Column("ci_high", "float64", DIFFERENCE, ""),
            Column("points", "float64", SCORE, ""),
            Column("points_std_err", "float64", SCORE, ""),
            Column("deals", "int64", "deals", ""),
        ),
    )
    row = {"a": "rules", "p_win": 0.5, "diff": -0.012, "ci_low": -0.03, "ci_high": 0.006}
    row |= {"points": 2.0, "points_std_err": 0.5, "deals": 4000}
    report = Report(schema, build(schema, [row]), PROVENANCE, {}, {}, "Duel")
    assert shown(report) == {
        "a": ["rules"],
        "p win": ["50.0 %"],
        "diff": ["−1.2 pp"],
        "95 % interval": ["−3.0 to +0.6 pp"],
        "points ± s.e.": ["+2.0 ± 0.5"],
        "deals": ["4,000"],
    }


def test_the_mark_is_explained_once():
    assert display(odds(highlight=0)).notes == ("* highest expected score",)
    assert display(odds(highlight=1)).notes == ("* best row",)
    assert display(odds(highlight=0, notes=("Sampled.",))).notes == ("* highest expected score", "Sampled.")
    assert display(odds(highlight=0, notes=("* wins the match",))).notes == ("* wins the match",)
    assert display(odds()).notes == ()
