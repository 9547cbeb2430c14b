"""The report of odds from outcomes made up by hand: means, errors, paired gains, the best call."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from analyzer.odds import Answer, Question
from analyzer.odds_report import odds_report, rivals_of, rows_of
from sims.games import GAMES, find_rules

Z = 1.959963984540054
HAND = ("AS", "KS", "QS", "JS", "TS", "AH", "TH", "5D", "5C")


def answer_of(
    diffs: Sequence[Sequence[int]],
    made: Sequence[int],
    trumps: tuple[str, ...] = ("S",),
    bids: tuple[int, ...] = (50, 60),
    taken: Sequence[int] | None = None,
    *,
    asked: int | None = None,
) -> Answer:
    """An answer from the score difference of each cell on each deal."""
    n, cells = len(diffs[0]), len(trumps) * len(bids)
    assert len(diffs) == len(made) == cells
    question = Question(
        game=GAMES["two-hundred"], rules=find_rules("200"), hand=HAND, trumps=trumps, bids=bids, seat=0,
        dealer=3, policy="random", defence="rules", seed=1, deals=n if asked is None else asked, scores=(0, 0),
    )  # fmt: skip
    table = np.array(diffs, np.int64)
    return Answer(
        question=question,
        deals=n,
        made=np.array(made, np.int64),
        taken=np.array(taken or [0] * cells, np.int64),
        diff=table.sum(axis=1),
        cross=table @ table.T,
        complete=asked is None or asked == n,
        effective=float(n),
    )


FIFTY = [30, -70, 10, 44, -100, 30, 60, 20]
SIXTY = [30, -80, -100, 44, -110, 30, 60, -90]


def test_rows_are_means_errors_and_shares() -> None:
    answer = answer_of([FIFTY, SIXTY], [6, 4], taken=[470, 466])
    for row, diffs, bid, made, taken in zip(
        rows_of(answer), [FIFTY, SIXTY], ["50", "60"], [6, 4], [470, 466], strict=True
    ):
        assert (row["trump"], row["bid"], row["deals"], row["made"]) == ("S", bid, 8, made)
        assert row["p_make"] == made / 8
        assert row["mean_taken"] == taken / 8
        assert row["ev"] == np.mean(diffs)
        assert row["ev_std_err"] == pytest.approx(np.std(diffs, ddof=1) / math.sqrt(8), rel=1e-12)
    # Wilson for 6 of 8 and 4 of 8, from its formula with z^2 = 3.841459
    first, second = rows_of(answer)
    assert (first["ci_low"], first["ci_high"]) == pytest.approx((0.409275, 0.928521), abs=1e-6)
    assert (second["ci_low"], second["ci_high"]) == pytest.approx((0.215216, 0.784784), abs=1e-6)


def test_cells_are_trump_by_trump_in_the_order_of_the_question() -> None:
    diffs = [[cell, cell + 2] for cell in range(6)]
    rows = rows_of(answer_of(diffs, [1] * 6, ("H", "S", "C"), (60, 50)))
    assert [(row["trump"], row["bid"], row["ev"]) for row in rows] == [
        ("H", "60", 1), ("H", "50", 2), ("S", "60", 3), ("S", "50", 4), ("C", "60", 5), ("C", "50", 6)
    ]  # fmt: skip


def test_gains_are_paired_over_the_deals() -> None:
    third = [25, -75, 15, 40, -95, 20, 55, 30]
    answer = answer_of([FIFTY, SIXTY, third], [6, 4, 6], bids=(50, 60, 65))
    rivals = rivals_of(answer, 0)
    assert [rival.cell for rival in rivals] == [2, 1]  # the least gain first
    for rival in rivals:
        gains = np.subtract(FIFTY, [FIFTY, SIXTY, third][rival.cell])
        error = np.std(gains, ddof=1) / math.sqrt(8)
        assert rival.gain == gains.mean()
        assert rival.low == pytest.approx(gains.mean() - Z * error, rel=1e-12)
        assert rival.high == pytest.approx(gains.mean() + Z * error, rel=1e-12)
    # not the error of two samples that have nothing to do with each other
    apart = math.sqrt((np.var(FIFTY, ddof=1) + np.var(third, ddof=1)) / 8)
    assert rivals[0].high - rivals[0].gain < Z * apart / 5


def test_the_best_row_is_the_one_of_the_highest_mean_score() -> None:
    """Not the one that is made most often, and the first of equals."""
    report = odds_report(answer_of([[10, 20], [90, -40], [15, 15]], [2, 1, 2], bids=(50, 60, 65)))
    assert report.highlight == 1
    assert report.trailer["best"]["bid"] == "60"
    assert odds_report(answer_of([[10, 20], [15, 15]], [2, 2])).highlight == 0
    assert odds_report(answer_of([[-10, -20], [-15, -14]], [2, 2])).highlight == 1


def test_a_clear_lead_and_one_too_close_to_call() -> None:
    even = [5, -5, 5, -5, 5, -5, 5, -5]
    clear = odds_report(answer_of([[100 + x for x in even], [3 * x for x in even]], [8, 4]))
    assert clear.trailer["best"]["too_close"] is False
    assert any("next best" in note and "100.0 points a deal less" in note for note in clear.notes)
    close = odds_report(answer_of([[1 + x for x in even], [-x for x in even]], [8, 4]))
    assert close.trailer["best"]["too_close"] is True
    assert any(note.startswith("too close to call on these deals: 60 with") for note in close.notes)


def test_too_close_is_where_the_interval_of_the_gain_holds_zero() -> None:
    """Gains of 1 and -1 about a mean: the half width is z * sqrt(8 / 7) / sqrt(8)."""
    half = Z * math.sqrt(8 / 7) / math.sqrt(8)
    scale = 1_000  # whole numbers: gains of mean m +- 1000
    for mean, close in [(int(half * scale) - 5, True), (int(half * scale) + 5, False)]:
        best = [mean + scale * (-1) ** i for i in range(8)]
        report = odds_report(answer_of([best, [0] * 8], [4, 4]))
        assert report.highlight == 0
        assert report.trailer["best"]["too_close"] is close


def test_equal_scores_are_too_close() -> None:
    report = odds_report(answer_of([FIFTY, FIFTY], [6, 6]))
    assert report.trailer["best"]["too_close"] is True
    assert rivals_of(answer_of([FIFTY, FIFTY], [6, 6]), 0)[0].gain == 0


def test_one_call_has_no_rival() -> None:
    report = odds_report(answer_of([FIFTY], [6], bids=(50,)))
    assert report.trailer["best"] == {
        "trump": "S", "bid": "50", "ev": 3.0, "p_make": 0.75, "too_close": False
    }  # fmt: skip
    assert not any("next best" in note or "too close" in note for note in report.notes)


def test_one_deal_says_nothing_on_errors() -> None:
    answer = answer_of([[85], [-60]], [1, 0], taken=[70, 55])
    first, second = rows_of(answer)
    assert (first["p_make"], first["ev"], first["mean_taken"]) == (1.0, 85.0, 70.0)
    assert (second["p_make"], second["ev"], second["mean_taken"]) == (0.0, -60.0, 55.0)
    assert math.isnan(first["ev_std_err"])
    assert math.isnan(second["ev_std_err"])
    assert first["ci_high"] == 1.0
    assert first["ci_low"] == pytest.approx(1 / (1 + Z * Z), rel=1e-12)
    (rival,) = rivals_of(answer, 0)
    assert (rival.gain, rival.low, rival.high) == (145.0, -math.inf, math.inf)
    report = odds_report(answer)
    assert report.trailer["best"]["too_close"] is True
    assert report.highlight == 0


@pytest.mark.parametrize("made", [0, 10])
def test_a_bid_made_always_or_never_still_has_an_error_of_its_score(made: int) -> None:
    """What the side not seen is worth, twice the bid, at the width of P(make) for 0 of 10."""
    diffs = [40] * 10 if made else [-90] * 10
    row = rows_of(answer_of([diffs], [made], bids=(60,)))[0]
    width = Z * Z / (10 + Z * Z)
    assert row["ci_high"] - row["ci_low"] == pytest.approx(width, rel=1e-12)
    assert row["ev_std_err"] == pytest.approx(2 * 60 * width / (2 * Z), rel=1e-12)
    spread = rows_of(answer_of([[d + (-1) ** i for i, d in enumerate(diffs)]], [made], bids=(60,)))[0]
    own = math.sqrt(10 / 9) / math.sqrt(10)
    assert spread["ev_std_err"] == pytest.approx(math.hypot(own, row["ev_std_err"]), rel=1e-12)


def test_an_interrupted_answer_says_so() -> None:
    report = odds_report(answer_of([FIFTY, SIXTY], [6, 4], asked=1_000))
    assert report.trailer["interrupted"] is True
    assert report.notes[0] == "INTERRUPTED: 8 of 1,000 deals were played"
    assert "interrupted" not in odds_report(answer_of([FIFTY, SIXTY], [6, 4])).trailer


def test_the_report_names_question_and_players() -> None:
    report = odds_report(answer_of([FIFTY, SIXTY], [6, 4]))
    assert report.header["hand"] == list(HAND)
    assert (report.header["seat"], report.header["dealer"], report.header["deals"]) == (0, 3, 8)
    assert (report.header["policy"], report.header["defence"]) == ("random", "rules")
    assert report.header["rules_hash"] == find_rules("200").rules_hash
    assert len(report.frame) == 2
    assert report.frame["ev"].tolist() == [np.mean(FIFTY), np.mean(SIXTY)]
