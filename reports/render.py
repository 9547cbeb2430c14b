"""Rendering: a report as text in one of six formats, or as a file in one of two."""

from collections.abc import Callable

from reports.data import to_csv, to_json
from reports.display import display
from reports.excel import to_xlsx
from reports.html import html
from reports.markup import latex, markdown
from reports.page import Page
from reports.parquet import to_parquet
from reports.plot import inline
from reports.report import Report
from reports.terminal import table

_PAGES: dict[str, Callable[[Page], str]] = {"md": markdown, "tex": latex}

FORMATS = ("table", "json", "csv", "md", "html", "tex")
BINARY: dict[str, Callable[[Report], bytes]] = {"parquet": to_parquet, "xlsx": to_xlsx}


def render(report: Report, fmt: str, *, unicode: bool = True, width: int = 100) -> str:
    """The report as text that ends with one newline; the same report gives the same bytes.

    html has the charts of the report where matplotlib is installed.
    fmt: table, md, html and tex are for people (rounded, percent), json and csv for programs (exact).
    unicode: if false, ASCII alone; json escapes what is not, csv keeps its texts as they are.
    width: columns of a terminal; the table format wraps prose to it and never cuts a number.
    """
    if fmt not in FORMATS:
        raise ValueError(f"format {fmt!r} is not one of {', '.join(FORMATS)}")
    if fmt == "json":
        text = to_json(report, unicode)
    elif fmt == "csv":
        text = to_csv(report)
    else:
        page = display(report)
        page = page if unicode else page.ascii()
        if fmt == "table":
            text = table(page, width, "─" if unicode else "-")
        elif fmt == "html":
            text = html(page, inline(report, unicode))
        else:
            text = _PAGES[fmt](page)
    return text.rstrip("\n") + "\n"


def encode(report: Report, fmt: str) -> bytes:
    """The report as the bytes of a file, parquet or xlsx; the same report gives the same bytes.

    Raises MissingExtra without the package that writes it.
    """
    if fmt not in BINARY:
        raise ValueError(f"format {fmt!r} is not one of {', '.join(BINARY)}")
    return BINARY[fmt](report)
