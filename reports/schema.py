"""Schemas: which columns a frame has, in which order, with which dtype and unit."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import pandas as pd

# Units that decide how a column is shown to people. Every other unit is only words.
PROBABILITY = "probability"  # 0..1
DIFFERENCE = "difference of probabilities"  # -1..1
SCORE = "score points"  # signed
CARD = "card points"
COUNT = "deals"
SUIT = "suit"  # S H D C, or another word, or empty
RATE = "hands per second"
RATIO = "ratio"
CHANGE = "relative change"  # -0.1 is a tenth less
TEXT = "text"

DTYPES = ("int64", "float64", "str")


class FrameError(ValueError):
    """A frame that is not what its schema says: one sentence that names the column."""


@dataclass(frozen=True)
class Column:
    """One column: its name, dtype ("int64" | "float64" | "str"), unit, and what it holds."""

    name: str
    dtype: str
    unit: str
    text: str

    def __post_init__(self) -> None:
        if self.dtype not in DTYPES:
            raise ValueError(f"column {self.name!r}: dtype {self.dtype!r} is not one of {', '.join(DTYPES)}")


@dataclass(frozen=True)
class Schema:
    """An identifier such as "bidodds.odds/1" and the columns in their order."""

    id: str
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The column names in order."""
        return tuple(column.name for column in self.columns)


def _interval(of: str) -> tuple[Column, Column]:
    return (
        Column("ci_low", "float64", PROBABILITY, f"lower end of the interval of {of}"),
        Column("ci_high", "float64", PROBABILITY, f"upper end of the interval of {of}"),
    )


_TRUMP = Column("trump", "str", SUIT, "trump suit; empty where the game has none")
_DEALS = Column("deals", "int64", COUNT, "deals behind the row")
_EV = (
    Column("ev", "float64", SCORE, "expected score of the own side minus the others'"),
    Column("ev_std_err", "float64", SCORE, "standard error of ev over deals"),
)

ODDS = Schema(
    "bidodds.odds/1",
    (
        _TRUMP,
        Column("bid", "str", "call", "the bid"),
        _DEALS,
        Column("made", "int64", COUNT, "deals in which the bid is made"),
        Column("p_make", "float64", PROBABILITY, "made / deals"),
        *_interval("p_make"),
        Column("mean_taken", "float64", CARD, "mean card points taken by the declaring side"),
        *_EV,
    ),
)

BRACKETED = Schema(
    "bidodds.odds/1",
    (
        *ODDS.columns,
        Column("bracket_low", "float64", PROBABILITY, "p_make against a defence that sees all hands"),
        Column("bracket_low_ci_low", "float64", PROBABILITY, "lower end of the interval of bracket_low"),
        Column("bracket_high", "float64", PROBABILITY, "p_make of a declarer who sees all hands"),
        Column("bracket_high_ci_high", "float64", PROBABILITY, "upper end of the interval of bracket_high"),
    ),
)

EVENTS = Schema(
    "bidodds.odds/1",
    (
        _TRUMP,
        Column("event", "str", "event", "what may happen, in a game without a bid"),
        _DEALS,
        Column("count", "int64", COUNT, "deals in which it happens"),
        Column("p", "float64", PROBABILITY, "count / deals"),
        *_interval("p"),
        *_EV,
    ),
)


def _duel(goal: Column, reached: str) -> Schema:
    return Schema(
        "bidodds.duel/1",
        (
            Column("a", "str", TEXT, "one player"),
            Column("b", "str", TEXT, "the other"),
            Column("role", "str", TEXT, "declarer, defence or both"),
            goal,
            _DEALS,
            Column("p_a", "float64", PROBABILITY, f"share of {reached} with a in the role"),
            Column("p_b", "float64", PROBABILITY, f"share of {reached} with b in the role"),
            Column("only_a", "int64", COUNT, f"deals with {reached} with a alone"),
            Column("only_b", "int64", COUNT, f"deals with {reached} with b alone"),
            Column("diff_p_make", "float64", DIFFERENCE, "p_a - p_b"),
            Column("ci_low", "float64", DIFFERENCE, "lower end of the interval of diff_p_make"),
            Column("ci_high", "float64", DIFFERENCE, "upper end of the interval of diff_p_make"),
            Column("diff_score", "float64", SCORE, "mean score of the own side with a less that with b"),
            Column("diff_score_std_err", "float64", SCORE, "standard error of diff_score over deals"),
            Column("verdict", "str", TEXT, "who is better in the role: a, b or undecided"),
        ),
    )


DUEL = _duel(Column("bid", "str", "call", "the bid"), "contracts made")
DUEL_EVENTS = _duel(Column("bid", "str", "event", "what is counted, in a game without bids"), "the event")


def _compare(goal: Column, *more: Column) -> Schema:
    return Schema(
        "bidodds.compare/1",
        (
            Column("switch", "str", TEXT, "the rule switch, or variant"),
            Column("a", "str", TEXT, "its first value"),
            Column("b", "str", TEXT, "the other value"),
            goal,
            *more,
            _DEALS,
            Column("p_a", "float64", PROBABILITY, "share of deals in which it is reached under a"),
            Column("p_b", "float64", PROBABILITY, "share of deals in which it is reached under b"),
            Column("diff", "float64", DIFFERENCE, "p_b - p_a"),
            Column("ci_low", "float64", DIFFERENCE, "lower end of the interval of diff"),
            Column("ci_high", "float64", DIFFERENCE, "upper end of the interval of diff"),
            Column("only_a", "int64", COUNT, "deals in which it is reached under a alone"),
            Column("only_b", "int64", COUNT, "deals in which it is reached under b alone"),
            Column("diff_score", "float64", SCORE, "mean score of the own side under b less that under a"),
            Column("diff_score_std_err", "float64", SCORE, "standard error of diff_score over deals"),
        ),
    )


def _match(other: Column, dealer: Column) -> Schema:
    return Schema(
        "bidodds.match/1",
        (
            Column("own", "int64", "match score", "score of the own side"),
            other,
            dealer,
            Column("p_win", "float64", PROBABILITY, "chance of the own side to win the match"),
            Column("std_err", "float64", PROBABILITY, "standard error of p_win, no larger than this"),
        ),
    )


_BID = Column("bid", "str", "call", "the bid")
_EVENT = Column("bid", "str", "event", "what is counted, in a game without bids")
COMPARE, COMPARE_EVENTS = _compare(_BID), _compare(_EVENT)
COMPARE_HAND, COMPARE_HAND_EVENTS = (
    _compare(_BID, _TRUMP),
    _compare(_EVENT, _TRUMP),
)  # with a hand that is given

MATCH = _match(
    Column("other", "int64", "match score", "score of the other side"),
    Column("dealer", "str", TEXT, "the side that deals next: own or other"),
)
MATCH_MANY = _match(
    Column("other", "str", TEXT, "scores of the others, from the left of the own seat on"),
    Column("dealer", "int64", "seat", "the seat that deals next; the own one is 0"),
)

GAMES = Schema(
    "bidodds.games/1",
    (
        Column("game", "str", TEXT, "game id"),
        Column("title", "str", TEXT, "the game's name"),
        Column("variant", "str", TEXT, "variant id"),
        Column("seats", "str", TEXT, "how many play, e.g. 4 or 2-10"),
        Column("aliases", "str", TEXT, "other ids of the game"),
    ),
)

RULES = Schema(
    "bidodds.rules/1",
    (
        Column("rule", "str", TEXT, "number of the rule"),
        Column("text", "str", TEXT, "the rule"),
        Column("source", "str", TEXT, "who says so"),
        Column("switch", "str", TEXT, "the switch that changes it; empty if none"),
        Column("value", "str", TEXT, "value of the switch"),
        Column("choices", "str", TEXT, "values that the switch takes"),
    ),
)

BENCH = Schema(
    "bidodds.bench/1",
    (
        Column("name", "str", TEXT, "case, e.g. two-hundred/random"),
        Column("threads", "int64", "threads", "threads used"),
        Column("hands_per_s", "float64", RATE, "hands per second"),
        Column("ratio", "float64", RATIO, "speed relative to the reference kernel, median"),
        Column("ratio_q1", "float64", RATIO, "lower quartile of the ratio"),
        Column("ratio_q3", "float64", RATIO, "upper quartile of the ratio"),
    ),
)


ADVICE = Schema(
    "bidodds.advise/1",
    (
        Column("call", "str", "call", "the call"),
        Column("trump", "str", SUIT, "the suit that goes with it; empty where none does"),
        _DEALS,
        Column("p_make", "float64", PROBABILITY, "chance to make the contract that the call names"),
        *_interval("p_make"),
        Column("ev", "float64", SCORE, "expected score of the own side minus the others' after the call"),
        Column("ev_std_err", "float64", SCORE, "standard error of ev"),
        Column("p_match", "float64", PROBABILITY, "chance to win the match after the call"),
        Column("p_match_low", "float64", PROBABILITY, "lower end of the interval of p_match"),
        Column("p_match_high", "float64", PROBABILITY, "upper end of the interval of p_match"),
        Column("break_even", "float64", PROBABILITY, "p_make at which the contract is worth a pass"),
    ),
)


def check_frame(frame: pd.DataFrame, schema: Schema) -> None:
    """Raise FrameError unless the frame has exactly the schema's columns, order, dtypes and ranges.

    Text may be of pandas' string dtype or object holding str alone. Probabilities are 0..1 or NaN (unknown).
    """
    names = [str(name) for name in frame.columns]
    for name in schema.names:
        if name not in names:
            raise FrameError(f"column {name!r} is missing ({schema.id} has {', '.join(schema.names)})")
    for position, name in enumerate(names):
        if name not in schema.names or name in names[:position]:
            raise FrameError(f"column {name!r} is surplus ({schema.id} has {', '.join(schema.names)})")
    for name, right in zip(names, schema.names, strict=True):
        if name != right:
            raise FrameError(f"column {name!r} is out of order: {right!r} belongs in its place")
    for column in schema.columns:
        _check_column(frame[column.name], column)


def _check_column(values: "pd.Series[Any]", column: Column) -> None:
    if column.dtype == "str":
        right = isinstance(values.dtype, pd.StringDtype) or values.dtype == object
        if right:
            for value in values.tolist():
                if not isinstance(value, str):
                    raise FrameError(f"column {column.name!r} holds {value!r}, which is not text")
    else:
        right = str(values.dtype) == column.dtype
    if not right:
        raise FrameError(f"column {column.name!r} is {values.dtype}, not {column.dtype}")
    if column.unit == PROBABILITY:
        for value in values.tolist():
            if value < 0 or value > 1:
                raise FrameError(f"column {column.name!r} holds {value!r}, a probability outside 0..1")


def empty(schema: Schema) -> pd.DataFrame:
    """A frame of no rows with the schema's columns and dtypes."""
    return build(schema, ())


def build(schema: Schema, rows: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """A frame of the schema from one mapping a row; None in a float64 column becomes NaN.

    Raises FrameError on a missing or surplus key and on a value that the dtype cannot hold exactly.
    """
    values: dict[str, list[object]] = {name: [] for name in schema.names}
    for row in rows:
        for key in row:
            if key not in values:
                raise FrameError(f"column {key!r} is surplus ({schema.id} has {', '.join(schema.names)})")
        for column in schema.columns:
            if column.name not in row:
                raise FrameError(f"column {column.name!r} is missing from row {len(values[column.name])}")
            values[column.name].append(_value(row[column.name], column))
    series = {column.name: _series(values[column.name], column) for column in schema.columns}
    frame = pd.DataFrame(series, columns=list(schema.names))
    check_frame(frame, schema)
    return frame


def _series(values: list[object], column: Column) -> "pd.Series[Any]":
    plain: pd.Series[Any] = pd.Series(values, dtype=object)
    if column.dtype == "int64":
        return plain.astype("int64")
    return plain.astype("float64") if column.dtype == "float64" else plain.astype("str")


def _value(value: object, column: Column) -> object:
    """The value as a plain int, float or str."""
    if column.dtype == "str" and isinstance(value, str):
        return str(value)
    if column.dtype == "float64" and value is None:
        return float("nan")
    if isinstance(value, Real) and not isinstance(value, bool):
        if column.dtype == "float64":
            return float(value)
        if column.dtype == "int64" and isinstance(value, Integral) and _fits(int(value)):
            return int(value)
    raise FrameError(f"column {column.name!r} holds {value!r}, which is not {column.dtype}")


def _fits(number: int) -> bool:
    """Whether 64 bits with a sign hold the number."""
    return -(2**63) <= number < 2**63


GATED = Schema(
    "bidodds.bench/1",
    (
        *BENCH.columns,
        Column("baseline", "float64", RATIO, "the ratio of the baseline"),
        Column("change", "float64", CHANGE, "ratio / baseline - 1"),
        Column("verdict", "str", TEXT, "passed, too slow, or not in the baseline"),
    ),
)
