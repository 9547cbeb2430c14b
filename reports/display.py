"""Display: a report's frame in people's units, as a page of texts."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from reports.cross import cross
from reports.glyphs import SUITS, flat
from reports.page import Field, Page
from reports.report import Report
from reports.schema import (
    ADVICE,
    BRACKETED,
    CHANGE,
    COMPARE,
    COMPARE_EVENTS,
    COMPARE_HAND,
    COMPARE_HAND_EVENTS,
    DIFFERENCE,
    DUEL,
    DUEL_EVENTS,
    EVENTS,
    MATCH,
    MATCH_MANY,
    ODDS,
    PROBABILITY,
    RATE,
    RATIO,
    SCORE,
    SUIT,
    TEXT,
    Column,
)

UNKNOWN = "–"
_EDGE = 1e-12  # an interval end this close to 0 or 1 is that end
_NARROW = 0.004  # an interval of differences below 0.4 percentage points
_GROUP = 3  # rows that a group needs, on average, to be set apart

Values = list[Any]


def display(report: Report) -> Page:
    """The page of a report: texts in Unicode, each on one line."""
    maker = _MAKERS.get(report.schema, _plain_fields)
    crossed = cross(report, percent) if report.schema in (MATCH, MATCH_MANY) else None
    fields = crossed.fields if crossed else tuple(field for field in maker(report) if field is not None)
    return Page(
        title=flat(report.title),
        fields=fields,
        breaks=crossed.breaks if crossed else _breaks(report),
        mark=report.highlight,
        notes=_notes(report),
        provenance=tuple(flat(line) for line in report.provenance.lines()),
    )


# Numbers --------------------------------------------------------------------------------------------------


def percent(p: float, count: int | None = None, deals: int | None = None) -> str:
    """A probability as "71.2 %". "0.0 %" and "100.0 %" are kept for a count of 0 and of all deals.

    Without a count, they are kept for p of exactly 0 and 1.
    """
    if math.isnan(p) or deals == 0:
        return UNKNOWN
    none = p <= 0 if count is None else count == 0
    every = p >= 1 if count is None else count == deals
    return f"{_share(p, none, every)} %"


def interval(low: float, high: float, count: int | None = None, deals: int | None = None) -> str:
    """The ends as "70.9–71.5 %", clipped to 0..100 and with the same care at both as `percent`."""
    if math.isnan(low) or math.isnan(high) or deals == 0:
        return UNKNOWN
    ends = []
    for end in (low, high):
        none = end <= _EDGE and count in (None, 0)
        every = end >= 1 - _EDGE and (count is None or count == deals)
        ends.append(_share(end, none, every))
    if ends[0] == ends[1] and ends[0] in ("<0.1", ">99.9"):
        return f"{ends[0]} %"
    return f"{ends[0]}–{ends[1]} %"


def _share(p: float, none: bool, every: bool) -> str:
    """Percent of p with one decimal; 0.0 only for `none`, 100.0 only for `every`."""
    text = f"{100 * min(max(p, 0.0), 1.0):.1f}"
    if text == "0.0" and not none:
        return "<0.1"
    if text == "100.0" and not every:
        return ">99.9"
    return text


def signed(value: float, places: int = 1) -> str:
    """One decimal with its sign: "+43.5", "−7.0"; what rounds to nought is "0.0"."""
    if math.isnan(value):
        return UNKNOWN
    text = f"{abs(value):,.{places}f}"
    return text if text.strip("0.") == "" else ("−" if value < 0 else "+") + text


def rounded(value: float) -> str:
    """Three significant digits, whole from 100 on, with thousands separators: "0.0123", "4.57", "81,234"."""
    if not math.isfinite(value):
        return UNKNOWN
    if value == 0:
        return "0"
    decimals = max(0, 2 - math.floor(math.log10(abs(float(f"{value:.2e}")))))
    return f"{value:,.{decimals}f}".replace("-", "−")


def with_error(values: Sequence[float], errors: Sequence[float]) -> tuple[str, ...]:
    """Scores with their standard errors, "+43.5 ± 0.3"; without, if no row has an error."""
    means = [signed(value) for value in values]
    if all(math.isnan(error) or error == 0 for error in errors):
        return tuple(means)
    after = ["" if math.isnan(error) else _error(error) for error in errors]
    width = max(len(text) for text in after)
    return tuple(
        f"{mean} ± {text:>{width}}" if text else mean for mean, text in zip(means, after, strict=True)
    )


def _error(error: float) -> str:
    text = f"{error:,.1f}"
    return "<0.1" if text == "0.0" and error > 0 else text


def suit(word: str) -> str:
    """S H D C as their symbols; any other word as it is."""
    return SUITS.get(word, flat(word))


# Odds and events ------------------------------------------------------------------------------------------


def _odds_fields(report: Report, name: str, p: str, count: str, heading: str) -> list[Field | None]:
    data: dict[str, Values] = report.columns()
    deals, hits = data["deals"], data[count]
    instant = report.provenance.method == "instant"  # chances without a sample
    if instant:
        deals, hits = [None] * len(deals), [None] * len(hits)
    low, high = data["ci_low"], data["ci_high"]
    exact = all(_same(a, b, c) for a, b, c in zip(low, data[p], high, strict=True))
    shares = [percent(*row) for row in zip(data[p], hits, deals, strict=True)]
    ranges = [interval(*row) for row in zip(low, high, hits, deals, strict=True)]
    return [
        _text("trump", [suit(word) for word in data["trump"]]) if any(data["trump"]) else None,
        _text(name, [flat(word) for word in data[name]]),
        None
        if instant or _all_are(deals, report.provenance.deals)
        else _number("deals", [f"{n:,}" for n in deals]),
        _number(heading, shares),
        None if exact else _number(_interval_heading(report), ranges),
        _number("bracket", _brackets(data)) if "bracket_low" in data else None,
        _number("mean taken", [_tenths(x) for x in data["mean_taken"]])
        if "mean_taken" in data and not instant
        else None,
        _score("expected score", data["ev"], data["ev_std_err"]),
    ]


def _brackets(data: dict[str, Values]) -> list[str]:
    """The ends without their intervals: what players who see all hands make of it."""
    return [interval(*row) for row in zip(data["bracket_low"], data["bracket_high"], strict=True)]


def _same(low: float, p: float, high: float) -> bool:
    """Whether the row has no interval to show: none at all, or nothing but p itself."""
    return (math.isnan(low) and math.isnan(high)) or low == p == high


def _all_are(deals: Values, known: int | None) -> bool:
    return bool(deals) and known is not None and all(n == known for n in deals)


def _interval_heading(report: Report) -> str:
    """ "95 % interval" of "wilson-95"."""
    level = re.search(r"-(\d+(?:\.\d+)?)$", report.provenance.interval or "")
    return f"{level[1]} % interval" if level else "interval"


def _tenths(value: float) -> str:
    return UNKNOWN if math.isnan(value) else f"{value:,.1f}".replace("-", "−")


def _score(heading: str, values: Values, errors: Values) -> Field | None:
    if values and all(math.isnan(value) for value in values):
        return None
    cells = with_error(values, errors)
    return _number(f"{heading} ± s.e." if any("±" in cell for cell in cells) else heading, cells)


def _advice_fields(report: Report) -> list[Field | None]:
    """Calls: the contract's chance beside the one that it needs, points, and the match."""
    data: dict[str, Values] = report.columns()
    made = zip(data["ci_low"], data["ci_high"], strict=True)
    won = zip(data["p_match_low"], data["p_match_high"], strict=True)
    matched = not all(math.isnan(p) for p in data["p_match"])
    return [
        _number("call", [flat(word) for word in data["call"]]),
        _text("trump", [suit(word) for word in data["trump"]]) if any(data["trump"]) else None,
        None
        if _all_are(data["deals"], report.provenance.deals)
        else _number("deals", _grouped(data["deals"])),
        _number("P(make)", [percent(p) for p in data["p_make"]]),
        _number("95 % interval", [interval(*pair) for pair in made]),
        _number("break-even", [percent(p) for p in data["break_even"]]) if matched else None,
        _score("expected score", data["ev"], data["ev_std_err"]),
        _number("P(win match)", [percent(p) for p in data["p_match"]]) if matched else None,
        _number("95 % interval", [interval(*pair) for pair in won]) if matched else None,
    ]


# Duels ----------------------------------------------------------------------------------------------------


def _duel_fields(report: Report, goal: str, p: str) -> list[Field | None]:
    """The two shares, how far a is above b, and the better one by name."""
    data: dict[str, Values] = report.columns()
    column = {column.name: column for column in report.schema.columns}
    ends = zip(data["ci_low"], data["ci_high"], strict=True)
    better = [row[row["verdict"]] if row["verdict"] in "ab" else row["verdict"] for row in _rows(data)]
    return [
        *(_text(name, [flat(word) for word in data[name]]) for name in ("a", "b", "role")),
        _text(goal, [flat(word) for word in data["bid"]]),
        None
        if _all_are(data["deals"], report.provenance.deals)
        else _number("deals", _grouped(data["deals"])),
        _number(f"{p} a", [percent(share) for share in data["p_a"]]),
        _number(f"{p} b", [percent(share) for share in data["p_b"]]),
        _number("a less b", [_plain(column["diff_p_make"], diff) for diff in data["diff_p_make"]]),
        _number(_interval_heading(report), [_range(column["ci_low"], *pair) for pair in ends]),
        _score("score a less b", data["diff_score"], data["diff_score_std_err"]),
        _text("better", [flat(word) for word in better]),
    ]


def _rows(data: dict[str, Values]) -> list[dict[str, Any]]:
    return [dict(zip(data, row, strict=True)) for row in zip(*data.values(), strict=True)]


def _grouped(counts: Values) -> list[str]:
    return [f"{count:,}" for count in counts]


# Rules compared -------------------------------------------------------------------------------------------


def _compare_fields(report: Report, goal: str, p: str) -> list[Field | None]:
    """The two values of the switch, the shares under each and how far b is above a."""
    data: dict[str, Values] = report.columns()
    column = {column.name: column for column in report.schema.columns}
    ends = zip(data["ci_low"], data["ci_high"], strict=True)
    trumps: Values = data.get("trump", [])
    return [
        *(_text(name, [flat(word) for word in data[name]]) for name in ("switch", "a", "b")),
        _text("trump", [suit(word) for word in trumps]) if any(trumps) else None,
        _text(goal, [flat(word) for word in data["bid"]]),
        None
        if _all_are(data["deals"], report.provenance.deals)
        else _number("deals", _grouped(data["deals"])),
        _number(f"{p} a", [percent(share) for share in data["p_a"]]),
        _number(f"{p} b", [percent(share) for share in data["p_b"]]),
        _number("b less a", [_plain(column["diff"], diff) for diff in data["diff"]]),
        _number(_interval_heading(report), [_fine(*pair) for pair in ends]),
        _score("score b less a", data["diff_score"], data["diff_score_std_err"]),
    ]


def _fine(low: float, high: float) -> str:
    """A range of differences of probabilities; two decimals for a narrow one, which is not to look like none."""
    places = 1 if high - low >= _NARROW else 2
    return " to ".join(signed(100 * end, places) for end in (low, high)) + " pp"


# Every other schema ---------------------------------------------------------------------------------------


def _plain_fields(report: Report) -> list[Field | None]:
    """Column by column after its unit; the ends of a range and an error behind its mean share one field."""
    data: dict[str, Values] = report.columns()
    fields: list[Field | None] = []
    columns = list(report.schema.columns)
    while columns:
        column = columns.pop(0)
        after = columns[0].name if columns else ""
        cells = data[column.name]
        heading = column.name.replace("_per_s", "/s").replace("_", " ")
        if after == f"{column.name}_std_err":
            fields.append(_score(heading, cells, data[columns.pop(0).name]))
        elif (column.name, after) in _RANGES:
            ends = zip(cells, data[columns.pop(0).name], strict=True)
            title = _RANGES[column.name, after] or _interval_heading(report)
            fields.append(_number(title, [_range(column, *pair) for pair in ends]))
        elif column.dtype == "str":
            show = suit if column.unit == SUIT else flat
            field = _text(heading, [show(cell) for cell in cells])
            fields.append(replace(field, right=False) if column.unit == TEXT else field)
        else:
            fields.append(_number(heading, [_plain(column, cell) for cell in cells]))
    return fields


_RANGES = {("ci_low", "ci_high"): "", ("ratio_q1", "ratio_q3"): "quartiles"}

_SHOWN: dict[str, Callable[[float], str]] = {
    PROBABILITY: percent,
    DIFFERENCE: lambda p: signed(100 * p) + " pp" if not math.isnan(p) else UNKNOWN,
    SCORE: signed,
    RATE: rounded,
    RATIO: rounded,
    CHANGE: lambda share: signed(100 * share) + " %" if not math.isnan(share) else UNKNOWN,
}


def _plain(column: Column, value: Any) -> str:
    if column.dtype == "int64":
        return f"{value:,}"
    return _SHOWN.get(column.unit, rounded)(value)


def _range(column: Column, low: float, high: float) -> str:
    if math.isnan(low) or math.isnan(high):
        return UNKNOWN
    if column.unit == PROBABILITY:
        return interval(low, high)
    if column.unit == DIFFERENCE:
        return f"{signed(100 * low)} to {signed(100 * high)} pp"
    return f"{_plain(column, low)}–{_plain(column, high)}"


# Around the rows ------------------------------------------------------------------------------------------


def _number(heading: str, cells: Sequence[str]) -> Field:
    return Field(heading, tuple(cells), right=True)


def _text(heading: str, cells: Sequence[str]) -> Field:
    """Flush left and free to wrap, or flush right if every cell is a whole number."""
    digits = bool(cells) and all(cell.isdecimal() for cell in cells)
    return Field(heading, tuple(cells), right=digits, wrap=not digits)


def _breaks(report: Report) -> frozenset[int]:
    """Where the trump changes, if the rows of each trump stand together and are several."""
    if not any(column.unit == SUIT for column in report.schema.columns[:1]):
        return frozenset()
    keys = report.frame[report.schema.names[0]].tolist()
    starts = [row for row in range(1, len(keys)) if keys[row] != keys[row - 1]]
    grouped = len(starts) + 1 == len(set(keys)) and len(keys) >= _GROUP * len(set(keys))
    return frozenset(starts) if grouped else frozenset()


def _notes(report: Report) -> tuple[str, ...]:
    """The report's notes, led by what the mark means unless one of them says it."""
    notes = tuple(flat(note) for note in report.notes)
    if report.highlight is None or any(note.startswith("*") for note in notes):
        return notes
    if "ev" in report.schema.names:
        scores: Values = report.frame["ev"].tolist()
        if all(not scores[report.highlight] < score for score in scores) and len(scores) > 1:
            return ("* highest expected score", *notes)
    return ("* best row", *notes)


_MAKERS: dict[Any, Callable[[Report], list[Field | None]]] = {
    ADVICE: _advice_fields,
    ODDS: lambda report: _odds_fields(report, "bid", "p_make", "made", "P(make)"),
    BRACKETED: lambda report: _odds_fields(report, "bid", "p_make", "made", "P(make)"),
    EVENTS: lambda report: _odds_fields(report, "event", "p", "count", "P"),
    DUEL: lambda report: _duel_fields(report, "bid", "P(make)"),
    DUEL_EVENTS: lambda report: _duel_fields(report, "event", "P"),
    COMPARE: lambda report: _compare_fields(report, "bid", "P(make)"),
    COMPARE_EVENTS: lambda report: _compare_fields(report, "event", "P"),
    COMPARE_HAND: lambda report: _compare_fields(report, "bid", "P(make)"),
    COMPARE_HAND_EVENTS: lambda report: _compare_fields(report, "event", "P"),
}
