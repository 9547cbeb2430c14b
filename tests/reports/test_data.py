"""JSON and CSV give back exactly what went in."""

import csv
import io
import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.render import render
from reports.schema import ODDS, build
from tests.reports.samples import bench, events, games, odds, odds_row, rules

shares = st.floats(0, 1)
scores = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(-(2**63), 2**63 - 1)
words = st.text(max_size=12)
rows = st.lists(
    st.fixed_dictionaries(
        {
            "trump": words,
            "bid": words,
            "deals": counts,
            "made": counts,
            "p_make": shares,
            "ci_low": shares,
            "ci_high": shares,
            "mean_taken": scores,
            "ev": scores,
            "ev_std_err": scores,
        }
    ),
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(rows, st.booleans())
def test_json_round_trip_is_exact(rows, unicode):
    report = odds(odds_row())
    report = type(report)(
        ODDS, build(ODDS, rows), report.provenance, report.header, {"best": None}, report.title
    )
    text = render(report, "json", unicode=unicode)
    back = json.loads(text)
    assert back == {**report.header, "rows": rows, "best": None}
    assert unicode or text.isascii()
    types = [[type(value) for value in row.values()] for row in back["rows"]]
    assert types == [[str, str, int, int, float, float, float, float, float, float]] * len(rows)


def test_json_has_an_entry_a_line_and_a_row_a_line():
    header = {"schema": "bidodds.odds/1", "hand": ["AS"], "title": "Двісті"}
    row = odds_row(p_make=0.7120000000000001, ev=None)
    text = render(odds(row, header=header, trailer={"best": {"ev": 1.5}}), "json")
    assert text.split("\n") == [
        "{",
        '  "schema": "bidodds.odds/1",',
        '  "hand": ["AS"],',
        '  "title": "Двісті",',
        '  "rows": [',
        '    {"trump": "S", "bid": "60", "deals": 10000, "made": 7120, "p_make": 0.7120000000000001, '
        '"ci_low": 0.7091, "ci_high": 0.7152, "mean_taken": 64.27, "ev": null, "ev_std_err": 0.31}',
        "  ],",
        '  "best": {"ev": 1.5}',
        "}",
        "",
    ]


def test_json_takes_numpy_values_and_knows_no_nan():
    trailer = {
        "n": np.int64(3),
        "p": np.float64(0.1),
        "list": (np.bool_(True), math.nan, {"x": math.inf}),
        "array": np.array([1.5, np.nan]),
    }
    back = json.loads(render(odds(trailer=trailer), "json"))
    assert back["n"] == 3
    assert back["p"] == 0.1
    assert back["list"] == [True, None, {"x": None}]
    assert back["array"] == [1.5, None]


def test_json_names_the_rows_as_the_report_says():
    assert [case["hands_per_s"] for case in json.loads(render(bench(), "json"))["cases"]] == [1234567.8, None]


def test_csv_to_the_letter():
    text = render(odds(odds_row(ev=None)), "csv")
    assert text == (
        "trump,bid,deals,made,p_make,ci_low,ci_high,mean_taken,ev,ev_std_err,"
        "game,variant,switches,rules_hash,policy,defence,seed,interval,version\n"
        "S,60,10000,7120,0.712,0.7091,0.7152,64.27,,0.31,"
        "two-hundred,base,all_pass=dealer_must_bid,3f9a0c1d2e,rules,greedy,17,wilson-95,0.1.0\n"
    )


@pytest.mark.parametrize("report", [odds(), bench(), games(), rules('Say "pass",\nor bid | hold; ≥ 50.')])
def test_csv_read_back_is_the_frame(report):
    back = pd.read_csv(io.StringIO(render(report, "csv")))
    for column in report.schema.columns:
        wanted = report.frame[column.name].tolist()
        if column.dtype == "float64":
            np.testing.assert_allclose(back[column.name], wanted, rtol=1e-14)
        elif column.dtype == "str":
            assert back[column.name].astype(str).tolist() == wanted
        else:
            assert back[column.name].tolist() == wanted
    for name, value in report.provenance.fields().items():
        if name not in report.schema.names:
            assert set(back[name].astype(str)) == {str(value)}


@settings(max_examples=40, deadline=None)
@given(rows.filter(bool))
def test_csv_is_exact(rows):
    report = odds(frame=build(ODDS, rows))
    back = list(csv.DictReader(io.StringIO(render(report, "csv"), newline="")))
    for row, wanted in zip(back, rows, strict=True):
        assert [int(row[name]) for name in ("deals", "made")] == [wanted["deals"], wanted["made"]]
        for name in ("p_make", "ci_low", "ci_high", "mean_taken", "ev", "ev_std_err"):
            assert float(row[name]) == wanted[name]
        assert row["bid"] == wanted["bid"].replace("\r\n", "\n").replace("\r", "\n")
        assert row["version"] == "0.1.0"


def test_csv_says_what_the_rows_are_about():
    back = pd.read_csv(io.StringIO(render(odds(about={"hand": "AS TS", "seat": 0}), "csv")))
    assert back["hand"].tolist() == ["AS TS"] * 2
    assert back["seat"].tolist() == [0, 0]
    assert list(back.columns)[10:13] == ["hand", "seat", "game"]


def test_csv_has_no_column_twice():
    assert render(games(), "csv") == (
        "game,title,variant,seats,aliases,version\ntwenty-five,25,base,2-10,25,0.1.0\n"
    )
    assert render(events(), "csv").startswith("trump,event,deals,count,p,ci_low,ci_high,ev,ev_std_err,game,")
