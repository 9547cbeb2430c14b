"""Drawing: a chart on the axes of a picture, to be read in print, in grey and by colour-blind readers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pandas as pd

from reports.chart import BARS, GAPS, HEAT, Chart
from reports.display import UNKNOWN, suit
from reports.glyphs import flat
from reports.report import Report
from reports.schema import PROBABILITY, SUIT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, SOFT, FAINT = "#1c1c1c", "#555555", "#dddddd"
# Okabe and Ito's colours that are dark enough for lines on paper; markers tell them apart without colour.
COLOURS = ("#0072b2", "#d55e00", "#007a5a", "#8a4f9e", "#1c1c1c", "#7a6a00", "#56708a")
MARKERS = ("o", "s", "D", "^", "v", "P", "X")
LINE_HEIGHT = 0.075  # of the axes, between two names beside lines
ROOM = 62  # characters along the bottom
MANY = 16  # places along the bottom from which on not all have room for their texts


class End(NamedTuple):
    """A line's name and colour, and its heights at both ends."""

    name: str
    colour: str
    first: float
    last: float


def draw(report: Report, chart: Chart, panels: Sequence[Axes]) -> None:
    """Draw a chart: one panel, or one a value of the series for bars."""
    frame = report.frame if chart.rows is None else report.frame.iloc[list(chart.rows)]
    if chart.kind == GAPS:
        _gaps(chart, frame, panels[0])
    elif chart.kind == HEAT:
        _heat(report, chart, frame, panels[0])
    elif chart.kind == BARS:
        _bars(report, chart, frame, panels)
    else:
        _lines(report, chart, frame, panels[0])


def places(frame: pd.DataFrame, column: str) -> list[str]:
    """The values of a column in the order in which they first stand there."""
    return list(dict.fromkeys(frame[column].tolist())) if column else [""]


def unit_of(report: Report, name: str) -> str:
    """The unit of a column."""
    return next((column.unit for column in report.schema.columns if column.name == name), "")


def whole(p: float) -> str:
    """Whole percent without the sign: "71", "<1", ">99"; 0 and 100 are kept for exactly that."""
    if math.isnan(p):
        return UNKNOWN
    text = f"{100 * p:.0f}"
    if text == "0" and p > 0:
        return "<1"
    return ">99" if text == "100" and p < 1 else text


def _signed(value: float) -> str:
    if math.isnan(value):
        return UNKNOWN
    text = f"{abs(value):,.0f}"
    return text if text == "0" else ("−" if value < 0 else "+") + text


def _name(report: Report, column: str, value: str) -> str:
    return suit(value) if unit_of(report, column) == SUIT else flat(value)


# Lines ----------------------------------------------------------------------------------------------------


def _lines(report: Report, chart: Chart, frame: pd.DataFrame, axes: Axes) -> None:
    along = places(frame, chart.x)
    ends: list[End] = []
    for i, value in enumerate(places(frame, chart.series)):
        rows = frame[frame[chart.series] == value] if chart.series else frame
        at = [along.index(each) for each in rows[chart.x]]
        colour = COLOURS[i % len(COLOURS)]
        axes.fill_between(at, rows[chart.low], rows[chart.high], color=colour, alpha=0.18, linewidth=0)
        axes.plot(
            at, rows[chart.y], color=colour, marker=MARKERS[i % len(MARKERS)], markersize=4.5, linewidth=1.6
        )
        heights = rows[chart.y].tolist()
        name = _name(report, chart.series, value) if chart.series else ""
        ends.append(End(name, colour, heights[0], heights[-1]))
    _percent_axis(axes)
    axes.set_xlim(-0.5, len(along) - 0.5)
    _ticks(report, axes, chart, along)
    _name_lines(axes, ends, len(along))


def _name_lines(axes: Axes, ends: list[End], count: int) -> None:
    """Write the name of each line beside that end at which the lines lie further apart."""
    known = [end for end in ends if end.name and not math.isnan(end.first + end.last)]
    if not known:
        return
    firsts, lasts = [end.first for end in known], [end.last for end in known]
    left = _least_gap(firsts) > _least_gap(lasts)
    wanted, at = (firsts, 0.0) if left else (lasts, count - 1.0)
    away = (-0.03 if left else 0.03) * count
    for end, height, spread in zip(known, wanted, apart(wanted, LINE_HEIGHT, 0.02, 0.98), strict=True):
        moved = abs(spread - height) > 0.012
        axes.annotate(
            end.name, (at, height), (at + (2 if moved else 1) * away, spread), color=end.colour,
            fontsize=13 if len(end.name) == 1 else 10,
            ha="right" if left else "left", va="center", annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": end.colour, "lw": 0.7, "shrinkA": 0} if moved else None,
        )  # fmt: skip
    axes.set_xlim(-0.5 + (3 * away if left else 0), count - 0.5 + (0 if left else 3 * away))


def _least_gap(heights: list[float]) -> float:
    ordered = sorted(heights)
    return min((b - a for a, b in pairwise(ordered)), default=0.0)


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Heights near the wanted ones, in the same order, at least a gap apart and within low..high if there is room.

    Those that stand too near to one another are spread evenly around their mean.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    groups: list[list[float]] = []  # of heights that stand together, lowest first
    for i in order:
        groups.append([min(max(wanted[i], low), high)])
        while (
            len(groups) > 1
            and _lowest(groups[-1], gap, low, high) < _highest(groups[-2], gap, low, high) + gap
        ):
            last = groups.pop()
            groups[-1] += last
    spread = [_lowest(group, gap, low, high) + gap * k for group in groups for k in range(len(group))]
    heights = [0.0] * len(wanted)
    for i, height in zip(order, spread, strict=True):
        heights[i] = height
    return heights


def _lowest(group: list[float], gap: float, low: float, high: float) -> float:
    span = gap * (len(group) - 1)
    return max(low, min(sum(group) / len(group) - span / 2, high - span))


def _highest(group: list[float], gap: float, low: float, high: float) -> float:
    return _lowest(group, gap, low, high) + gap * (len(group) - 1)


# Heat maps ------------------------------------------------------------------------------------------------


def _heat(report: Report, chart: Chart, frame: pd.DataFrame, axes: Axes) -> None:
    """Cells with their numbers; the row that the report marks has a frame."""
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    along, up = places(frame, chart.x), places(frame, chart.series)
    chance = unit_of(report, chart.y) == PROBABILITY
    shades = colormaps["Blues" if chance else "PuOr"]
    most = 1.0 if chance else max((abs(v) for v in frame[chart.y] if not math.isnan(v)), default=1.0) or 1.0
    size = 9.5 if len(along) < MANY else 7
    for row, column, series, value in zip(
        frame.index, frame[chart.x], frame[chart.series], frame[chart.y], strict=True
    ):
        at = along.index(column), up.index(series)
        # The ends of the scale are left out: there numbers could not be read, or paper not be told from cells.
        share = 0.05 + 0.8 * value if chance else 0.5 + 0.38 * math.copysign(abs(value / most) ** 0.5, value)
        colour = "#eeeeee" if math.isnan(value) else shades(share)
        best = row == report.highlight
        axes.add_patch(
            Rectangle((at[0] - 0.5, at[1] - 0.5), 1, 1, facecolor=colour, edgecolor="white", linewidth=1)
        )
        if best:
            axes.add_patch(
                Rectangle((at[0] - 0.45, at[1] - 0.43), 0.9, 0.86, fill=False, edgecolor=INK, linewidth=1.8)
            )
        axes.text(
            *at,
            whole(value) if chance else _signed(value),
            ha="center",
            va="center",
            fontsize=size,
            fontweight="bold" if best else "normal",
            color="white" if _is_dark(colour) else INK,
        )
    axes.set_xlim(-0.5, len(along) - 0.5)
    axes.set_ylim(len(up) - 0.5, -0.5)
    names = [_name(report, chart.series, value) for value in up]
    axes.set_yticks(range(len(up)), names)
    for text, name in zip(axes.get_yticklabels(), names, strict=True):
        text.set_fontsize(13 if len(name) == 1 else 10)
    _ticks(report, axes, chart, along)
    axes.tick_params(length=0)
    axes.grid(visible=False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _is_dark(colour: Any) -> bool:
    """Whether white stands out from a colour more than ink does: by the contrast of WCAG 2."""
    from matplotlib.colors import to_rgb

    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.205


# Bars -----------------------------------------------------------------------------------------------------


def _bars(report: Report, chart: Chart, frame: pd.DataFrame, panels: Sequence[Axes]) -> None:
    """Bars with error bars and their numbers; all panels have one scale."""
    along = places(frame, chart.x)
    heights = [value for value in frame[chart.high].tolist() if not math.isnan(value)]
    top = min(1.0, max(heights, default=1.0)) * 1.22 or 1.0
    for axes, value in zip(panels, places(frame, chart.series), strict=True):
        rows = frame[frame[chart.series] == value] if chart.series else frame
        at = np.array([along.index(each) for each in rows[chart.x]], float)
        p, low, high = (rows[name].to_numpy(float) for name in (chart.y, chart.low, chart.high))
        axes.bar(at, np.nan_to_num(p), width=0.72, color="#8fbbd9", edgecolor=COLOURS[0], linewidth=0.8)
        known = ~np.isnan(p)
        error = np.clip([p - low, high - p], 0, None)[:, known]
        axes.errorbar(
            at[known], p[known], error, fmt="none", ecolor=INK, elinewidth=1, capsize=2.5, capthick=1
        )
        for x, height, share in zip(at, high, p, strict=True):
            axes.annotate(
                whole(share), (x, 0 if math.isnan(height) else height), xytext=(0, 2), textcoords="offset points",
                ha="center", va="bottom", fontsize=9,
            )  # fmt: skip
        axes.set_xlim(-0.6, len(along) - 0.4)
        axes.set_ylim(0, top)
        _percent_ticks(axes, top)
        _ticks(report, axes, chart, along if axes is panels[-1] else [""] * len(along))
        if chart.series:
            name = _name(report, chart.series, value)
            axes.text(0.995, 0.97, name, transform=axes.transAxes, ha="right", va="top", fontsize=13)
    for axes in panels[:-1]:
        axes.set_xlabel("")


# Gaps -----------------------------------------------------------------------------------------------------


def _gaps(chart: Chart, frame: pd.DataFrame, axes: Axes) -> None:
    """Differences in percentage points; a full dot has an interval without 0."""
    for row, (y, low, high) in enumerate(
        zip(frame[chart.y], frame[chart.low], frame[chart.high], strict=True)
    ):
        sure = low > 0 or high < 0
        axes.plot([100 * low, 100 * high], [row, row], color=COLOURS[0], linewidth=1.6)
        axes.plot(
            100 * y, row, marker="o", markersize=6.5, color=COLOURS[0],
            markerfacecolor=COLOURS[0] if sure else "white",
        )  # fmt: skip
    axes.axvline(0, color=INK, linewidth=1)
    axes.set_ylim(len(frame) - 0.5, -0.5)
    axes.set_yticks(range(len(frame)), [flat(name) for name in chart.names])
    axes.set_xlabel(chart.x_label)
    axes.margins(x=0.08)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: _signed(value)))


# Axes -----------------------------------------------------------------------------------------------------


def _ticks(report: Report, axes: Axes, chart: Chart, along: list[str]) -> None:
    """The places along the bottom, every n-th by name where there are many."""
    step = 1 + (len(along) - 1) // MANY
    texts = [_name(report, chart.x, text.removeprefix(chart.prefix)) for text in along]
    shown = [text if i % step == 0 else "" for i, text in enumerate(texts)]
    axes.set_xticks(range(len(along)), shown)
    room = ROOM * step / len(along) if along else ROOM
    if any((len(a) + len(b)) / 2 + 0.3 > room for a, b in pairwise(shown[::step])):
        axes.tick_params(axis="x", labelrotation=40)
        for text in axes.get_xticklabels():
            text.set_horizontalalignment("right")
            text.set_rotation_mode("anchor")
    axes.set_xlabel(chart.x_label)


def _percent_axis(axes: Axes) -> None:
    axes.set_ylim(-0.02, 1.02)
    axes.set_yticks([0, 0.2, 0.4, 0.6, 0.8, 1.0], ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"])


def _percent_ticks(axes: Axes, top: float) -> None:
    step = next(s for s in (0.02, 0.05, 0.1, 0.2, 0.25, 0.5) if top / s <= 5 or s == 0.5)
    at = [step * k for k in range(int(min(1.0, top) / step + 1e-9) + 1)]
    axes.set_yticks(at, [f"{100 * value:.0f} %" for value in at])
