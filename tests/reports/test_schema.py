"""Frames are what their schema says, or refused by the column's name."""

import math

import numpy as np
import pandas as pd
import pytest

from reports.report import Report
from reports.schema import BENCH, EVENTS, GAMES, ODDS, RULES, Column, FrameError, build, check_frame, empty
from tests.reports.samples import PROVENANCE, event_row, odds, odds_row

ALL = (ODDS, EVENTS, GAMES, RULES, BENCH)


def test_the_columns_of_odds_are_those_of_its_json():
    assert ODDS.names == (
        "trump",
        "bid",
        "deals",
        "made",
        "p_make",
        "ci_low",
        "ci_high",
        "mean_taken",
        "ev",
        "ev_std_err",
    )
    assert EVENTS.names == ("trump", "event", "deals", "count", "p", "ci_low", "ci_high", "ev", "ev_std_err")
    assert ODDS.id == EVENTS.id == "bidodds.odds/1"


@pytest.mark.parametrize("schema", ALL, ids=lambda schema: schema.names[1])
def test_an_empty_frame_has_the_columns_and_dtypes(schema):
    frame = empty(schema)
    assert len(frame) == 0
    assert tuple(frame.columns) == schema.names
    check_frame(frame, schema)


def test_build_keeps_values_and_types():
    frame = build(ODDS, [odds_row(made=np.int64(7120), p_make=1, ev=None)])
    assert str(frame["deals"].dtype) == "int64"
    assert frame["bid"].tolist() == ["60"]
    assert frame["p_make"].tolist() == [1.0]
    assert str(frame["p_make"].dtype) == "float64"
    assert math.isnan(frame["ev"].iloc[0])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bid", 60),
        ("bid", None),
        ("trump", float("nan")),
        ("deals", 1.5),
        ("deals", 10.0),
        ("deals", True),
        ("deals", None),
        ("deals", 2**63),
        ("ev", "43"),
        ("ev", True),
        ("p_make", 1.01),
        ("ci_low", -0.01),
    ],
)
def test_build_refuses_what_the_column_cannot_hold(name, value):
    with pytest.raises(FrameError, match=f"column '{name}'"):
        build(ODDS, [{**odds_row(), name: value}])


def test_build_refuses_other_keys():
    row = odds_row()
    with pytest.raises(FrameError, match="column 'colour' is surplus"):
        build(ODDS, [{**row, "colour": "red"}])
    del row["ev"]
    with pytest.raises(FrameError, match="column 'ev' is missing from row 1"):
        build(ODDS, [odds_row(), row])


def test_check_frame_names_the_column_that_is_wrong():
    good = build(ODDS, [odds_row()])
    with pytest.raises(FrameError, match="column 'made' is missing"):
        check_frame(good.drop(columns="made"), ODDS)
    with pytest.raises(FrameError, match="column 'colour' is surplus"):
        check_frame(good.assign(colour="red"), ODDS)
    with pytest.raises(FrameError, match="column 'ev' is surplus"):
        check_frame(pd.concat([good, good[["ev"]]], axis=1), ODDS)
    with pytest.raises(FrameError, match="column 'bid' is out of order: 'trump' belongs"):
        check_frame(good[["bid", "trump", *ODDS.names[2:]]], ODDS)
    with pytest.raises(FrameError, match="column 'deals' is int32, not int64"):
        check_frame(good.astype({"deals": "int32"}), ODDS)
    with pytest.raises(FrameError, match="column 'bid' is int64, not str"):
        check_frame(good.astype({"bid": "int64"}), ODDS)
    with pytest.raises(FrameError, match=r"column 'p_make' holds 1\.5"):
        check_frame(good.assign(p_make=1.5), ODDS)
    with pytest.raises(FrameError, match="column 'trump' holds <NA>"):
        check_frame(good.assign(trump=pd.Series([None], dtype="string")), ODDS)


def test_text_may_be_object_or_string_and_probabilities_unknown():
    good = build(EVENTS, [event_row()])
    check_frame(good.astype({"event": object}), EVENTS)
    check_frame(good.astype({"event": "string"}), EVENTS)
    check_frame(good.assign(p=float("nan")), EVENTS)
    mixed = good.assign(event=pd.Series([60], dtype=object))
    with pytest.raises(FrameError, match="column 'event' holds 60, which is not text"):
        check_frame(mixed, EVENTS)


def test_a_column_has_one_of_three_dtypes():
    with pytest.raises(ValueError, match="'int32' is not one of int64, float64, str"):
        Column("deals", "int32", "deals", "")


def test_a_report_checks_its_parts():
    frame = build(ODDS, [odds_row()])
    with pytest.raises(FrameError, match="column 'event' is missing"):
        Report(EVENTS, frame, PROVENANCE, {}, {}, "")
    with pytest.raises(ValueError, match="highlight 2 is not a row: there are 2"):
        odds(highlight=2)
    with pytest.raises(ValueError, match="'rows' stands twice"):
        odds(trailer={"rows": []})
