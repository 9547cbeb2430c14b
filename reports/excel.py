"""Excel: a sheet of the rows, exact and shown as percent, and a sheet `about` with what stands beside them."""

import io
import json
import math
import re
import zipfile
from collections.abc import Mapping
from typing import Any

from reports.data import plain
from reports.extras import need
from reports.report import Report
from reports.schema import CHANGE, DIFFERENCE, PROBABILITY, RATE, RATIO, SCORE

ROWS, ABOUT = "rows", "about"
_SHOWN = {
    PROBABILITY: "0.0%",
    DIFFERENCE: "+0.0%;-0.0%;0.0%",
    CHANGE: "+0.0%;-0.0%;0.0%",
    SCORE: "+0.0;-0.0;0.0",
    RATE: "#,##0",
    RATIO: "0.000",
}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LONGEST = 32_767  # characters of a cell
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest time that a zip archive can hold
_TIMES = re.compile(rb"(<dcterms:(?:created|modified)[^>]*>)[^<]*(</dcterms:)")


def to_xlsx(report: Report) -> bytes:
    """The workbook; the same report gives the same bytes. Raises MissingExtra without openpyxl.

    Floats are written so that they read back exactly, NaN as an empty cell, infinity as text. Text loses what a cell
    cannot hold: characters that XML has not, and what is beyond 32,767 characters; line ends are "\\n".
    """
    need("excel", "Excel")
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    sheet.title = ROWS
    sheet.freeze_panes = "A2"
    for at, column in enumerate(report.schema.columns, start=1):
        _put(sheet.cell(1, at), column.name, bold=True)
        for row, value in enumerate(report.frame[column.name].tolist(), start=2):
            _put(sheet.cell(row, at), value, _SHOWN.get(column.unit, ""))
        sheet.column_dimensions[sheet.cell(1, at).column_letter].width = max(8, len(column.name) + 2)
    about = book.create_sheet(ABOUT)
    for row, (key, entry) in enumerate(report.beside().items(), start=1):
        _put(about.cell(row, 1), key, bold=True)
        _put(about.cell(row, 2), _entry(entry))
    for row, text in enumerate(report.texts(), start=about.max_row + 2):
        _put(about.cell(row, 1), text)
    about.column_dimensions["A"].width = 16
    out = io.BytesIO()
    book.save(out)
    return _timeless(out.getvalue())


def _put(cell: Any, value: Any, shown: str = "", *, bold: bool = False) -> None:
    """Write a value: numbers with all their digits, text as text, even if it looks like a formula or a number."""
    from openpyxl.styles import Font

    if isinstance(value, float) and not math.isfinite(value):
        value = None if math.isnan(value) else str(value)
    if isinstance(value, str):
        cell.value = _NOT_XML.sub("", value.replace("\r\n", "\n").replace("\r", "\n"))[:_LONGEST]
        if cell.value:
            cell.data_type = "s"
    elif isinstance(value, int | float) and not isinstance(value, bool):
        cell.value, cell.data_type = (
            repr(value),
            "n",
        )  # a number would be written with 16 digits, which are too few
        if shown:
            cell.number_format = shown
    else:
        cell.value = value
    if bold:
        cell.font = Font(bold=True)


def _entry(value: object) -> object:
    """A value beside the rows as a cell: a list or a mapping as JSON, and so a text that could be taken for it."""
    value = plain(value)
    if value is None or isinstance(value, list | Mapping) or (isinstance(value, str) and _is_json(value)):
        return json.dumps(value, ensure_ascii=False)
    return value


def _is_json(text: str) -> bool:
    return text == "null" or text[:1] in ("[", "{", '"')


def _timeless(data: bytes) -> bytes:
    """The workbook without the time of its making."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as made, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as kept:
        for name in made.namelist():
            part = made.read(name)
            if name == "docProps/core.xml":
                part = _TIMES.sub(rb"\g<1>1980-01-01T00:00:00Z\g<2>", part)
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            kept.writestr(entry, part)
    return out.getvalue()


def from_xlsx(data: bytes) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """The columns by name, and what stands beside the rows."""
    need("excel", "Excel")
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), data_only=True)
    sheet = book[ROWS] if ROWS in book.sheetnames else book.worksheets[0]
    heading, *rows = sheet.iter_rows(values_only=True)
    columns = {str(name): [row[at] for row in rows] for at, name in enumerate(heading)}
    about: dict[str, Any] = {}
    for key, value, *_ in (
        book[ABOUT].iter_rows(max_col=2, values_only=True) if ABOUT in book.sheetnames else ()
    ):
        if key is None:
            break
        about[str(key)] = _read(value)
    return columns, about


def _read(value: Any) -> Any:
    if value is None:
        return ""
    return json.loads(value) if isinstance(value, str) and _is_json(value) else value
