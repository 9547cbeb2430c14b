"""The table format: aligned text without colour."""

import textwrap

from reports.glyphs import pad, width
from reports.page import Field, Page

GAP = "  "
_LEAST = 10  # no wrapped column becomes narrower than this
_WORD = 24  # nor than its longest word, unless that is longer than this


def table(page: Page, columns: int, rule: str) -> str:
    """The page in lines of at most `columns` where its prose can be wrapped; `rule` draws the line."""
    fields = [field for field in page.fields if field.cells or field.heading]
    widths = fit(fields, columns - (2 if page.mark is not None else 0))
    out = [*wrapped(page.title, columns), ""] if page.title else []
    out += _row([field.heading for field in fields], fields, widths, page, " ")
    out.append(_margin(page, " ") + GAP.join(rule * wide for wide in widths))
    for row in range(page.rows):
        if row in page.breaks:
            out.append("")
        mark = "*" if row == page.mark else " "
        out += _row([field.cells[row] for field in fields], fields, widths, page, mark)
    for block in (page.notes, page.provenance):
        if block:
            out.append("")
            out += [line for text in block for line in wrapped(text, columns)]
    return "\n".join(line.rstrip() for line in out)


def fit(fields: list[Field], columns: int) -> list[int]:
    """Column widths; prose gives way where it costs the fewest lines, until the row fits or none can."""
    widths = [max(1, *(width(text) for text in (field.heading, *field.cells))) for field in fields]
    lengths = [[width(cell) for cell in row] for row in zip(*(field.cells for field in fields), strict=True)]
    least = [_least(field) if field.wrap else wide for field, wide in zip(fields, widths, strict=True)]
    while sum(widths) + len(GAP) * (len(widths) - 1) > columns:
        free = [at for at, wide in enumerate(widths) if wide > least[at]]
        if not free:
            break
        widths[min(free, key=lambda at: (_height(lengths, widths, at), -widths[at]))] -= 1
    return widths


def _height(lengths: list[list[int]], widths: list[int], at: int) -> float:
    """About how many lines the rows take with column `at` narrower by one."""
    trial = [wide - (column == at) for column, wide in enumerate(widths)]
    return sum(max(1.0, *(long / wide for long, wide in zip(row, trial, strict=True))) for row in lengths)


def wrapped(text: str, columns: int) -> list[str]:
    """A line of prose as lines; what goes on is indented by two. A command stays whole, to be copied."""
    if text.startswith("command: "):
        return [text]
    return textwrap.wrap(
        text, max(columns, _WORD), subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


def _least(field: Field) -> int:
    words = [width(word) for text in (field.heading, *field.cells) for word in text.split()]
    return max(_LEAST, min(_WORD, max(words, default=0)))


def _row(texts: list[str], fields: list[Field], widths: list[int], page: Page, mark: str) -> list[str]:
    """The lines of one row: one, or more where prose is wrapped."""
    blocks = [_block(*cell) for cell in zip(texts, fields, widths, strict=True)]
    lines = []
    for level in range(max((len(block) for block in blocks), default=0)):
        texts = [block[level] if level < len(block) else "" for block in blocks]
        cells = [pad(t, wide, f.right) for t, wide, f in zip(texts, widths, fields, strict=True)]
        lines.append(_margin(page, mark if level == 0 else " ") + GAP.join(cells))
    return lines


def _block(text: str, field: Field, columns: int) -> list[str]:
    if width(text) <= columns:
        return [text]
    return textwrap.wrap(text, columns, break_on_hyphens=False) or [""]


def _margin(page: Page, mark: str) -> str:
    """The leading column of the mark, where a row has one."""
    return "" if page.mark is None else f"{mark} "
