"""The formats for programs: JSON and CSV, nothing rounded."""

import csv
import io
import json
import math
from collections.abc import Mapping

import numpy as np

from reports.report import Report


def to_json(report: Report, unicode: bool = True) -> str:
    """One object: header, rows, trailer; an entry a line and a row a line. NaN and infinity are null.

    Floats are written so that they read back exactly. Without `unicode`, other characters are escaped.
    """
    columns = report.columns()
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    rows = [_paired(row, report) for row in rows]
    entries = [f"  {_dumps(key, unicode)}: {_dumps(value, unicode)}" for key, value in report.header.items()]
    lines = ",\n".join(f"    {_dumps(row, unicode)}" for row in rows)
    entries.append(f"  {_dumps(report.rows_key, unicode)}: " + (f"[\n{lines}\n  ]" if rows else "[]"))
    entries += [
        f"  {_dumps(key, unicode)}: {_dumps(value, unicode)}" for key, value in report.trailer.items()
    ]
    return "{\n" + ",\n".join(entries) + "\n}"


def _paired(row: dict[str, object], report: Report) -> dict[str, object]:
    """A row with its pairs as lists, in the place of the first of both."""
    firsts = {low: (name, high) for name, (low, high) in report.pairs.items()}
    seconds = {high for _, high in report.pairs.values()}
    paired: dict[str, object] = {}
    for name, value in row.items():
        if name in firsts:
            paired[firsts[name][0]] = [value, row[firsts[name][1]]]
        elif name not in seconds:
            paired[name] = None if value == "" and name in report.nullable else value
    return paired


def _dumps(value: object, unicode: bool) -> str:
    return json.dumps(plain(value), ensure_ascii=not unicode, allow_nan=False)


def plain(value: object) -> object:
    """The value as JSON knows it: numpy's scalars and arrays as Python's, what is not finite as None."""
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def to_csv(report: Report) -> str:
    """RFC 4180 with "\\n" line ends: the schema's columns, then the constants, the same in every row.

    Floats are written so that they read back exactly, NaN as an empty field. Text stays as it is, in UTF-8.
    """
    columns, constants = report.columns(), report.constants()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*columns, *constants])
    for row in zip(*columns.values(), strict=True):
        writer.writerow([_field(value) for value in (*row, *constants.values())])
    return out.getvalue()


def _field(value: object) -> object:
    if isinstance(value, float) and math.isnan(value):
        return ""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n")
    return value
