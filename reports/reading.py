"""Reading: a file of a report as the frame it was made of."""

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

import pandas as pd

from reports import schema
from reports.excel import from_xlsx
from reports.parquet import from_parquet
from reports.schema import Column, FrameError, Schema, build

PAIRS = {"p_match_ci": ("p_match_low", "p_match_high")}  # lists in JSON, two columns in a frame
SCHEMAS = tuple(value for value in vars(schema).values() if isinstance(value, Schema))

Columns = Mapping[str, Sequence[Any]]


def read_frame(path: str | PathLike[str]) -> pd.DataFrame:
    """The frame of a report from its file, .csv, .json, .parquet or .xlsx, with the schema's columns and dtypes.

    `frame.attrs` is what the file says beside the rows: header and trailer of the JSON format; of CSV its constant
    columns, as texts. Raises FrameError for a file that holds no report, MissingExtra without the package that
    reads it. Infinity becomes NaN in JSON, which has neither.
    """
    file = Path(path)
    reader = _READERS.get(file.suffix.lower())
    if reader is None:
        raise FrameError(f"{file.name} cannot be read: a report ends in {', '.join(_READERS)}")
    try:
        columns, about = reader(file.read_bytes())
    except (FrameError, OSError, ImportError):
        raise
    except Exception as error:
        raise FrameError(f"{file.name} is no {file.suffix[1:]} file of a report: {error}") from None
    frame = _frame(file.name, columns, about)
    frame.attrs.update(about)
    return frame


def _frame(name: str, columns: Columns, about: dict[str, Any]) -> pd.DataFrame:
    fitting = find_schemas(list(columns), about.get("schema"))
    if not fitting:
        raise FrameError(f"{name} holds no report: no schema has its columns {', '.join(columns)}")
    for found in fitting[:-1]:  # some have the same columns with other dtypes
        try:
            return _built(found, columns)
        except FrameError:
            continue
    return _built(fitting[-1], columns)


def _built(found: Schema, columns: Columns) -> pd.DataFrame:
    if not columns:
        return build(found, ())
    kinds = {column.name: column for column in found.columns}
    values = [[_value(value, kinds[key]) for value in columns[key]] for key in found.names]
    return build(found, (dict(zip(found.names, row, strict=True)) for row in zip(*values, strict=True)))


def find_schemas(names: Sequence[str], id: object = None) -> list[Schema]:
    """The schemas with this id (None: any) and most columns whose columns the names begin with; the first of the id if
    there are no names."""
    fitting = [
        each
        for each in SCHEMAS
        if id in (None, each.id) and (not names or tuple(names[: len(each.names)]) == each.names)
    ]
    if not names:
        return fitting[:1] if id is not None else []
    most = max((len(each.names) for each in fitting), default=0)
    return [each for each in fitting if len(each.names) == most]


def _value(value: Any, column: Column) -> object:
    """A cell as the schema has it; numbers may come as texts, nothing is NaN or an empty text."""
    if column.dtype == "str":
        return "" if value is None else value
    if value in (None, ""):
        return None
    try:
        if column.dtype == "float64":
            return float(value)
        return int(value) if isinstance(value, str) else value
    except ValueError:
        raise FrameError(f"column {column.name!r} holds {value!r}, which is not {column.dtype}") from None


def _from_json(data: bytes) -> tuple[Columns, dict[str, Any]]:
    entries = json.loads(data)
    if not isinstance(entries, dict):
        raise FrameError("a report is a JSON object with a schema and rows")
    key = next((name for name in ("rows", "cases", "calls") if isinstance(entries.get(name), list)), None)
    if key is None:
        raise FrameError("the JSON has no rows")
    rows = [_unpaired(row) for row in entries.pop(key)]
    names = list(rows[0]) if rows else []
    return {name: [row[name] for row in rows] for name in names}, entries


def _unpaired(row: dict[str, Any]) -> dict[str, Any]:
    """A row with the ends of its intervals as columns of their own."""
    flat: dict[str, Any] = {}
    for name, value in row.items():
        if name in PAIRS:
            flat.update(zip(PAIRS[name], value, strict=True))
        else:
            flat[name] = value
    return flat


def _from_csv(data: bytes) -> tuple[Columns, dict[str, Any]]:
    heading, *rows = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), strict=True)
    found = find_schemas(heading)
    known = len(found[0].names) if found else len(heading)
    columns = {name: [row[at] for row in rows] for at, name in enumerate(heading[:known])}
    about = dict(zip(heading[known:], rows[0][known:], strict=True)) if rows else {}
    return columns, about


_READERS: dict[str, Callable[[bytes], tuple[Columns, dict[str, Any]]]] = {
    ".csv": _from_csv,
    ".json": _from_json,
    ".parquet": from_parquet,
    ".xlsx": from_xlsx,
}
