"""HTML: one self-contained file for the screen and for paper."""

from collections.abc import Sequence
from html import escape

from reports.page import Field, Page

STYLE = """
:root { color-scheme: light dark;
  --ink: #1c1c1c; --soft: #666; --line: #d5d5d5; --best: #fff3c4; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --soft: #a0a0a0; --line: #444; --best: #4a3f14; --paper: #181818; }
}
* { box-sizing: border-box; }
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 60rem; color: var(--ink); background: var(--paper);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 1rem; overflow-wrap: anywhere; }
.frame { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .7rem; text-align: left; vertical-align: top; }
th { border-bottom: 2px solid var(--ink); vertical-align: bottom; font-weight: 600; }
td { border-bottom: 1px solid var(--line); }
.n { text-align: right; }
td.n { white-space: nowrap; }
tr.group td { border-top: 2px solid var(--soft); }
tr.best td { background: var(--best); font-weight: 600; }
.notes { margin: 1rem 0 0; }
.notes p { margin: .25rem 0; }
figure { margin: 1.2rem 0 0; break-inside: avoid; }
figcaption { font-weight: 600; margin-bottom: .3rem; }
svg { max-width: 100%; height: auto; }
footer { margin-top: 1rem; color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
footer ul { margin: 0; padding-left: 1.2rem; }
@media screen and (max-width: 520px) {
  body { margin: .75rem auto; padding: 0 .5rem; font-size: 13px; }
  table { font-size: 12px; }
  th, td { padding: .15rem .2rem; }
  .prose table, .prose tbody, .prose tr, .prose td { display: block; border: 0; }
  .prose thead { display: none; }
  .prose tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
  .prose td { padding: .05rem 0; text-align: left; overflow-wrap: anywhere; }
  .prose td:empty { display: none; }
  .prose td::before { content: attr(data-label) ": "; color: var(--soft); }
  .prose td.mark::before { content: none; }
}
@page { size: A4; margin: 15mm; }
@media print {
  :root { --ink: #000; --soft: #333; --line: #bbb; --best: #eee; --paper: #fff; }
  body { margin: 0; padding: 0; max-width: none; font: 9pt/1.3 system-ui, sans-serif; }
  .frame { overflow: visible; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: .06rem .5rem; }
  figure { margin-top: .8rem; }
  svg { max-width: 120mm; }
}
"""

_PROSE = 30  # a table with longer texts is stacked on a narrow screen


def html(page: Page, pictures: Sequence[tuple[str, str]] = ()) -> str:
    """The page as a document: heading, table, notes, pictures, provenance in the footer. Needs nothing from outside.

    pictures: a caption and an `svg` element each.
    """
    prose = any(field.wrap and any(len(cell) > _PROSE for cell in field.cells) for field in page.fields)
    page = page.map(lambda text: escape(text, quote=True)).marked()
    head = "".join(f'<th scope="col"{_class(field)}>{field.heading}</th>' for field in page.fields)
    notes = "".join(f"<p>{note}</p>" for note in page.notes)
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{page.title}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{page.title}</h1>",
            f'<div class="frame{" prose" if prose else ""}">',
            "<table>",
            f"<thead><tr>{head}</tr></thead>",
            "<tbody>",
            *(_row(page, row, prose) for row in range(page.rows)),
            "</tbody>",
            "</table>",
            "</div>",
            *([f'<div class="notes">{notes}</div>'] if notes else []),
            *(
                f"<figure><figcaption>{escape(caption)}</figcaption>\n{svg}\n</figure>"
                for caption, svg in pictures
            ),
            "<footer><ul>",
            *(f"<li>{line}</li>" for line in page.provenance),
            "</ul></footer>",
            "</body>",
            "</html>",
        ]
    )


def _row(page: Page, row: int, labels: bool) -> str:
    names = ["best"] if row == page.mark else []
    names += ["group"] if row in page.breaks else []
    cells = []
    for field in page.fields:
        label = f' data-label="{field.heading}"' if labels and field.heading else ""
        cells.append(f"<td{_class(field)}{label}>{field.cells[row]}</td>")
    style = f' class="{" ".join(names)}"' if names else ""
    return f"<tr{style}>{''.join(cells)}</tr>"


def _class(field: Field) -> str:
    if not field.heading:
        return ' class="mark"'
    return ' class="n"' if field.right else ""
