"""Markdown and LaTeX."""

import re

from reports.glyphs import pad, width
from reports.page import Field, Page

# Markdown -------------------------------------------------------------------------------------------------


def markdown(page: Page) -> str:
    """A GitHub table under a heading, the provenance as a list, then the notes, a paragraph each."""
    page = page.map(escape_markdown).marked()
    columns = [_markdown_column(field) for field in page.fields]
    rows = [f"| {' | '.join(cells)} |" for cells in zip(*columns, strict=True)]
    blocks = [[f"## {page.title}"], rows, [f"- {_line_start(line)}" for line in page.provenance]]
    blocks += [[_line_start(note)] for note in page.notes]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _markdown_column(field: Field) -> list[str]:
    """Heading, rule and cells of one column, all equally wide."""
    wide = max(3, *(width(text) for text in (field.heading, *field.cells)))
    heading, *cells = (pad(text, wide, field.right) for text in (field.heading, *field.cells))
    return [heading, "-" * (wide - 1) + (":" if field.right else "-"), *cells]


def escape_markdown(text: str) -> str:
    """The text with a backslash before what Markdown would take for markup, pipes among it."""
    text = re.sub(r"[\\|*`#]|<(?=[A-Za-z/!?])|\[(?=[^\]]*\]\()|~(?=~)|&(?=#?\w+;)", r"\\\g<0>", text)
    return re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)


def _line_start(text: str) -> str:
    """Escaped text that does not begin a quotation, a list or a rule."""
    text = re.sub(r"^[>+\-=]", r"\\\g<0>", text)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", text)


# LaTeX ----------------------------------------------------------------------------------------------------

_PROSE = 30  # a column with longer texts is set as paragraphs
_LINE = 0.8  # of the line width, shared by such columns

_TEX = {
    "\\": r"\textbackslash{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"${char}$" for char in "<>|"},
    **{char: f"{{{char}}}" for char in "[*"},
    "♠": r"$\spadesuit$",
    "♥": r"$\heartsuit$",
    "♦": r"$\diamondsuit$",
    "♣": r"$\clubsuit$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "≠": r"$\ne$",
    "≈": r"$\approx$",
    "→": r"$\rightarrow$",
    "−": "$-$",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "·": r"$\cdot$",
}


def latex(page: Page) -> str:
    """A `tabular` with \\hline alone, for \\input: needs no package. The provenance leads as a comment."""
    comment = [f"% {line}" for line in (page.title, *page.provenance)]
    page = page.marked()
    share = _prose_share(page.fields)
    spec = "".join(_alignment(field, share) for field in page.fields)
    page = page.map(escape_latex)
    rows = [_latex_row([field.heading for field in page.fields]), r"\hline"]
    for row in range(page.rows):
        if row in page.breaks:
            rows.append(r"\hline")
        rows.append(_latex_row([field.cells[row] for field in page.fields]))
    foot = [text if text.endswith(".") else f"{text}." for text in (*page.notes, *page.provenance)]
    return "\n".join(
        [
            *comment,
            rf"\noindent\textbf{{{page.title}}}\par\smallskip",
            rf"\noindent\begin{{tabular}}{{{spec}}}",
            r"\hline",
            *rows,
            r"\hline",
            r"\end{tabular}",
            r"\par\smallskip\noindent{\footnotesize",
            *foot,
            r"\par}",
        ]
    )


def escape_latex(text: str) -> str:
    """The text as LaTeX sets it letter for letter; suits and signs in math mode."""
    text = "".join(_TEX.get(char, char) for char in re.sub("-(?=-)", "-\0", text))
    return text.replace("\0", "{}")


def _latex_row(texts: list[str]) -> str:
    return " & ".join(texts) + r" \\"


def _prose_share(fields: tuple[Field, ...]) -> float:
    """Part of the line width for each character of the longest text of a paragraph column."""
    total = sum(min(_longest(field), 2 * _PROSE) for field in fields if _is_prose(field))
    return _LINE / max(total, 4 * _PROSE)


def _alignment(field: Field, share: float) -> str:
    if _is_prose(field):
        return rf"p{{{min(_longest(field), 2 * _PROSE) * share:.2f}\linewidth}}"
    return "r" if field.right else "l"


def _is_prose(field: Field) -> bool:
    return field.wrap and _longest(field) > _PROSE


def _longest(field: Field) -> int:
    return max((width(cell) for cell in field.cells), default=0)
