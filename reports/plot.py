"""Plots: the charts of a report as pictures, for a file of their own or inside a page."""

from __future__ import annotations

import io
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from reports.chart import BARS, GAPS, HEAT, Chart
from reports.drawing import INK, SOFT, draw, places
from reports.extras import lacks, need
from reports.glyphs import flat, to_ascii
from reports.report import Report

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = ("svg", "png", "pdf")
WIDTH = 5.4  # inches: readable on a phone without scrolling, and two to a page of A4
DOTS = 200  # an inch, of a png
LINE = 0.17  # inches of a line of small text

# No date, no name of a program: the same report gives the same bytes.
_METADATA: dict[str, dict[str, Any]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "ModDate": None, "Creator": None, "Producer": None},
}
_STYLE: dict[Any, Any] = {
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 10,
    "text.color": INK,
    "text.parse_math": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "bidodds",
    "pdf.fonttype": 42,
}


def picture(report: Report, kind: str) -> bytes:
    """All charts of a report under its title, as "svg", "png" or "pdf". Raises MissingExtra without matplotlib."""
    need("plot", "--plot")
    with _style():
        return _saved(_figure(report, report.charts, framed=True), kind)


def inline(report: Report, unicode: bool = True) -> tuple[tuple[str, str], ...]:
    """The charts for a page: a caption and an `svg` element each; none without matplotlib."""
    if not report.charts or lacks("plot"):
        return ()
    pairs = []
    with _style():
        for number, chart in enumerate(report.charts, start=1):
            svg = _saved(_figure(report, (chart,), framed=False), "svg").decode("utf-8")
            pairs.append((flat(chart.title), _element(svg, f"chart{number}-", flat(chart.title))))
    return tuple(pairs) if unicode else tuple((to_ascii(text), to_ascii(svg)) for text, svg in pairs)


@contextmanager
def _style() -> Iterator[None]:
    """The look of all pictures, whatever the user's own settings are."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a sign that the font lacks
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def _figure(report: Report, charts: Sequence[Chart], *, framed: bool) -> Figure:
    """The charts one under another; `framed` with the report's title above and its provenance below."""
    from matplotlib.figure import Figure

    title = textwrap.wrap(flat(report.title), 52) if framed else []
    foot = [
        line
        for text in report.provenance.lines()
        if framed and not text.startswith("command:")
        for line in textwrap.wrap(flat(text), 88)
    ]
    heights = [_height(report, chart) for chart in charts]
    head, tail = 1.35 * LINE * len(title) + (0.2 if title else 0), LINE * len(foot) + (0.1 if foot else 0)
    total = head + sum(heights) + tail
    figure = Figure(figsize=(WIDTH, total), layout="constrained")
    above, middle, below = figure.subfigures(
        3, 1, height_ratios=[head + 1e-6, sum(heights), tail + 1e-6], squeeze=False
    )[:, 0]
    above.text(0.015, 0.8, "\n".join(title), fontsize=11, fontweight="bold", va="top")
    below.text(0.015, 0.9, "\n".join(foot), fontsize=7.5, color=SOFT, va="top")
    parts = middle.subfigures(len(charts), 1, height_ratios=heights, squeeze=False)[:, 0]
    for part, chart in zip(parts, charts, strict=True):
        panels = part.subplots(_panels(report, chart), 1, sharex=True, squeeze=False)[:, 0]
        draw(report, chart, panels)
        if framed:
            caption = "\n".join(textwrap.wrap(flat(chart.title), 60))
            part.suptitle(caption, x=0.015, ha="left", fontsize=10.5, fontweight="bold")
    _freeze(figure)
    return figure


def _freeze(figure: Figure) -> None:
    """Lay the picture out for good, in steps that hide how the last digits of the solver come out."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    parts = list(figure.subfigs)
    while parts:
        part = parts.pop()
        parts += part.subfigs
        part.bbox_relative.set_points(part.bbox_relative.get_points().round(4))
        for text in part.texts:
            x, y = text.get_position()
            text.set_position((round(x, 4), round(y, 4)))
        for axes in part.axes:
            left, bottom, width, height = (round(at, 4) for at in axes.get_position().bounds)
            axes.set_position((left, bottom, width, height))


def _panels(report: Report, chart: Chart) -> int:
    return len(places(_rows(report, chart), chart.series)) if chart.kind == BARS else 1


def _rows(report: Report, chart: Chart) -> Any:
    return report.frame if chart.rows is None else report.frame.iloc[list(chart.rows)]


def _height(report: Report, chart: Chart) -> float:
    """Inches."""
    if chart.kind == HEAT:
        return 0.75 + 0.36 * len(places(report.frame, chart.series))
    if chart.kind == GAPS:
        return 0.8 + 0.28 * len(report.frame)
    if chart.kind == BARS:
        panels = _panels(report, chart)
        return 2.6 if panels == 1 else 0.9 + 1.15 * panels
    return 3.3


def _saved(figure: Figure, kind: str) -> bytes:
    out = io.BytesIO()
    figure.savefig(out, format=kind, dpi=DOTS if kind == "png" else 72, metadata=_METADATA[kind])
    return out.getvalue()


def _element(svg: str, prefix: str, label: str) -> str:
    """The `svg` element of a file for a page of HTML: no namespaces, no metadata, names of its own."""
    from html import escape

    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"\s*<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", svg)
    svg = re.sub(r"\bid=\"", f'id="{prefix}', svg)
    svg = re.sub(r"xlink:href=\"#", f'href="#{prefix}', svg)
    svg = svg.replace("url(#", f"url(#{prefix}")
    svg = re.sub(r"<(\w+)([^<>]*?)/>", r"<\1\2></\1>", svg)
    return svg.replace("<svg", f'<svg role="img" aria-label="{escape(label, quote=True)}"', 1).strip()
