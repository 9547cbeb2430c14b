"""Files give back the frame that they were made of, and what stood beside it."""

import io
import json
import sys
import zipfile
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import reports
from reports import schema as schemas
from reports.excel import to_xlsx
from reports.extras import MissingExtra
from reports.reading import find_schemas, read_frame
from reports.render import BINARY, encode, render
from reports.schema import (
    ADVICE,
    DIFFERENCE,
    DUEL,
    MATCH_MANY,
    ODDS,
    PROBABILITY,
    FrameError,
    Schema,
    build,
    empty,
)
from tests.reports.samples import HEADER, PROVENANCE, bench, events, games, odds, odds_row, rules

SCHEMAS = [value for value in vars(schemas).values() if isinstance(value, Schema)]
FORMATS = ("json", "csv", "parquet", "xlsx")

plain_words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=12)
LIKE_FORMULAS = [
    "=1+1",
    "+1",
    "@x",
    "#N/A",
    "TRUE",
    "1",
    "1e3",
    "0012",
    " a ",
    "null",
    '"',
    "[1]",
    "2026-12-01",
]
words = plain_words | st.sampled_from(LIKE_FORMULAS)
finite = st.floats(allow_infinity=False)
shares = st.floats(0, 1) | st.just(float("nan"))


def cells(column):
    if column.dtype == "str":
        return words
    if column.dtype == "int64":
        return st.integers(-(2**63), 2**63 - 1)
    return shares if column.unit == PROBABILITY else finite


@st.composite
def reports_of_any_schema(draw):
    # The scores of several others, "20:0:60", are no number; a text of digits would be read as one.
    chosen = draw(st.sampled_from([each for each in SCHEMAS if each is not MATCH_MANY]))
    row = st.fixed_dictionaries({column.name: cells(column) for column in chosen.columns})
    frame = build(chosen, draw(st.lists(row, min_size=1, max_size=4)))
    seed = draw(st.integers(0, 2**53) | words)
    header = {"schema": chosen.id, "game": "two-hundred", "seed": seed, "hand": ["AS", "TS"], "none": None}
    trailer = {"best": {"bid": draw(words), "ev": 1.5}, "too_close": True}
    return replace(odds(), schema=chosen, frame=frame, header=header, trailer=trailer)


def written(report, fmt, folder):
    path = folder / f"report.{fmt}"
    path.write_bytes(encode(report, fmt) if fmt in BINARY else render(report, fmt).encode("utf-8"))
    return path


@pytest.mark.parametrize("fmt", FORMATS)
@settings(max_examples=40, deadline=None)
@given(report=reports_of_any_schema())
def test_every_frame_comes_back_equal(fmt, report, tmp_path_factory):
    back = read_frame(written(report, fmt, tmp_path_factory.mktemp("r")))
    pd.testing.assert_frame_equal(back, report.frame, check_exact=True)
    assert back.dtypes.equals(report.frame.dtypes)
    if fmt == "csv":
        assert back.attrs == {name: str(value) for name, value in report.constants().items()}
    else:
        assert back.attrs == report.beside()


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_match_of_many_comes_back_as_one(fmt, tmp_path):
    rows = [{"own": 20, "other": "0:5:10", "dealer": 2, "p_win": 0.25, "std_err": 0.01}]
    report = replace(
        odds(), schema=MATCH_MANY, frame=build(MATCH_MANY, rows), header={"schema": MATCH_MANY.id}, trailer={}
    )
    back = read_frame(written(report, fmt, tmp_path))
    pd.testing.assert_frame_equal(back, report.frame, check_exact=True)


def test_pairs_and_nothing_come_back_from_json(tmp_path):
    row = dict.fromkeys(ADVICE.names, 0.5) | {"call": "pass", "trump": "", "deals": 9}
    report = replace(
        odds(), schema=ADVICE, frame=build(ADVICE, [row]), header={"schema": ADVICE.id}, trailer={},
        rows_key="calls", pairs={"p_match_ci": ("p_match_low", "p_match_high")}, nullable=("trump",),
    )  # fmt: skip
    text = render(report, "json")
    assert '"p_match_ci": [0.5, 0.5]' in text
    assert '"trump": null' in text
    back = read_frame(written(report, "json", tmp_path))
    pd.testing.assert_frame_equal(back, report.frame, check_exact=True)


@pytest.mark.parametrize("fmt", ["parquet", "csv"])
def test_infinity_and_signed_nought_are_kept(fmt, tmp_path):
    report = odds(odds_row(ev=float("inf")), odds_row(ev=-0.0), odds_row(ev=-float("inf")))
    back = read_frame(written(report, fmt, tmp_path))["ev"].to_numpy()
    assert back.tolist() == [np.inf, 0, -np.inf]
    assert np.signbit(back).tolist() == [False, True, True]


def test_infinity_is_a_text_in_excel_and_lost_in_json(tmp_path):
    report = odds(odds_row(ev=float("inf")))
    assert read_frame(written(report, "xlsx", tmp_path))["ev"].tolist() == [np.inf]
    assert np.isnan(read_frame(written(report, "json", tmp_path))["ev"].tolist()[0])


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(codec="utf-8"), max_size=20))
@example("a\r\nb\rc\nd")
@example("\ufffe\uffff\x07")
def test_excel_takes_any_text(tmp_path_factory, text):
    back = read_frame(written(odds(odds_row(bid=text)), "xlsx", tmp_path_factory.mktemp("x")))
    unbroken = text.replace("\r\n", "\n").replace("\r", "\n")
    assert back["bid"].tolist() == [
        "".join(c for c in unbroken if (c >= " " or c in "\t\n") and c not in "\ufffe\uffff")
    ]


@pytest.mark.parametrize("fmt", ["json", "parquet", "xlsx"])
@pytest.mark.parametrize("chosen", [ODDS, DUEL])
def test_no_rows_are_read_too(fmt, chosen, tmp_path):
    report = replace(odds(), schema=chosen, frame=empty(chosen), header={"schema": chosen.id}, trailer={})
    pd.testing.assert_frame_equal(read_frame(written(report, fmt, tmp_path)), empty(chosen))


@pytest.mark.parametrize("report", [odds(), events(), games(), rules(), bench()], ids=lambda r: r.schema.id)
@pytest.mark.parametrize("fmt", FORMATS)
def test_the_package_itself_reads(report, fmt, tmp_path):
    pd.testing.assert_frame_equal(reports.read_frame(str(written(report, fmt, tmp_path))), report.frame)


def test_a_frame_is_of_the_schema_with_most_of_its_columns():
    for chosen in SCHEMAS:
        assert {each.names for each in find_schemas(chosen.names)} == {chosen.names}
        assert {each.names for each in find_schemas([*chosen.names, "version"], chosen.id)} == {chosen.names}
    assert find_schemas(["trump"]) == []
    assert find_schemas(ODDS.names, "bidodds.duel/1") == []


@pytest.mark.parametrize("fmt", list(BINARY))
def test_files_are_the_same_twice(fmt, monkeypatch):
    report = odds(highlight=0)
    first = encode(report, fmt)
    import datetime
    import time

    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 1e8)
    monkeypatch.setattr(time, "localtime", lambda *_: time.gmtime(now + 1e8))

    class Later(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls(2031, 5, 6, tzinfo=tz)

    monkeypatch.setattr(datetime, "datetime", Later)
    assert encode(replace(report, frame=report.frame.copy()), fmt) == first


def test_excel_shows_percent_and_no_formula():
    from openpyxl import load_workbook

    about = {"header": {**HEADER, "seed": "=2"}, "notes": ("Precision reached.",)}
    book = load_workbook(io.BytesIO(to_xlsx(odds(odds_row(bid="=1+1"), **about))))
    assert book.sheetnames == ["rows", "about"]
    heading, row = book["rows"].iter_rows()
    assert [cell.value for cell in heading] == list(ODDS.names)
    assert row[1].value == "=1+1"
    assert row[1].data_type == "s"
    assert (row[4].value, row[4].number_format) == (0.712, "0.0%")
    texts = {line[0].value: line[1] for line in book["about"].iter_rows()}
    assert texts["seed"].data_type == "s"
    for text in ("Two Hundred: odds for ♠AT", "Precision reached.", *PROVENANCE.lines()):
        assert text in texts


def test_percent_of_a_difference_has_its_sign():
    from openpyxl import load_workbook

    row = {column.name: {"str": "a", "int64": 1, "float64": 0.25}[column.dtype] for column in DUEL.columns}
    sheet = load_workbook(io.BytesIO(to_xlsx(replace(odds(), schema=DUEL, frame=build(DUEL, [row])))))["rows"]
    for at, column in enumerate(DUEL.columns, start=1):
        if column.unit == DIFFERENCE:
            assert sheet.cell(2, at).number_format.startswith("+0.0%")


def test_parquet_is_read_by_others_with_its_types():
    frame = pd.read_parquet(io.BytesIO(encode(odds(odds_row(ev=None)), "parquet")))
    assert frame["made"].tolist() == [7120]
    assert str(frame["made"].dtype) == "int64"
    assert str(frame["ev"].dtype) == "float64"
    import pyarrow.parquet

    metadata = pyarrow.parquet.read_schema(io.BytesIO(encode(odds(), "parquet"))).metadata
    assert json.loads(metadata[b"bidodds"])["hand"] == ["AS", "TS"]
    assert PROVENANCE.lines()[0] in json.loads(metadata[b"bidodds.texts"])


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("x.txt", "", "a report ends in .csv, .json, .parquet, .xlsx"),
        ("x.json", "{", "no json file of a report"),
        ("x.json", "[]", "a JSON object with a schema and rows"),
        ("x.json", '{"schema": "bidodds.odds/1"}', "no rows"),
        ("x.json", '{"schema": "other", "rows": [{"a": 1}]}', "no schema has its columns a"),
        ("x.json", '{"rows": [{"trump": "S"}, {}]}', "no json file of a report"),
        ("x.csv", "a,b\n1,2\n", "no schema has its columns a, b"),
        ("x.csv", "game,title,variant,seats,aliases\n1\n", "no csv file of a report"),
        ("x.csv", "name,threads,hands_per_s,ratio,ratio_q1,ratio_q3\na,x,1,1,1,1\n", "'threads' holds 'x'"),
        ("x.parquet", "PAR1", "no parquet file of a report"),
        ("x.xlsx", "PK", "no xlsx file of a report"),
    ],
)
def test_what_is_no_report_is_refused(tmp_path, name, text, wanted):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    with pytest.raises(FrameError, match=wanted):
        read_frame(path)


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_frame(tmp_path / "x.json")


@pytest.mark.parametrize(
    ("fmt", "package", "extra"), [("parquet", "pyarrow", "parquet"), ("xlsx", "openpyxl", "excel")]
)
def test_without_its_package_a_format_says_what_to_install(fmt, package, extra, monkeypatch, tmp_path):
    path = written(odds(), fmt, tmp_path)
    monkeypatch.setitem(sys.modules, package, None)
    for use in (lambda: encode(odds(), fmt), lambda: read_frame(path)):
        with pytest.raises(MissingExtra, match=rf"needs the package {package}: .* 'bidodds\[{extra}\]'"):
            use()


def test_a_text_format_has_no_bytes():
    with pytest.raises(ValueError, match="'csv' is not one of parquet, xlsx"):
        encode(odds(), "csv")


def test_excel_is_a_zip_without_times():
    with zipfile.ZipFile(io.BytesIO(to_xlsx(odds()))) as book:
        assert {entry.date_time for entry in book.infolist()} == {(1980, 1, 1, 0, 0, 0)}
