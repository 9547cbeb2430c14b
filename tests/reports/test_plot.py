"""Pictures: what is drawn is what stands in the frame, the same bytes each time, and a page with them stands alone."""

import io
import math
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.chart import BARS, GAPS, HEAT, LINES, Chart
from reports.drawing import apart, draw, whole
from reports.extras import MissingExtra
from reports.plot import PICTURES, inline, picture
from reports.render import render
from reports.schema import DUEL, build
from tests.reports.samples import event_row, events, odds, odds_row

LINE = Chart(LINES, "P(make)", "bid", "p_make", "ci_low", "ci_high", series="trump", x_label="bid")
MAP = Chart(HEAT, "Percent", "bid", "p_make", series="trump")
SCORES = Chart(HEAT, "Expected score", "bid", "ev", series="trump")
BAR = Chart(BARS, "Chance", "event", "p", "ci_low", "ci_high", prefix="tricks-", x_label="tricks")
MADE = {("S", "50"): 10_000, ("S", "55"): 7120, ("H", "50"): 20, ("H", "55"): 0}


def grid(**other):
    rows = [
        odds_row(
            trump=trump,
            bid=bid,
            made=made,
            ci_low=made / 20_000,
            ci_high=made / 20_000 + 0.5,
            ev=made / 100 - 40,
        )
        for (trump, bid), made in MADE.items()
    ]
    return odds(*rows, charts=(LINE, MAP, SCORES), **other)


def drawn(report, chart, panels=1):
    axes = Figure().subplots(panels, 1, squeeze=False)[:, 0]
    draw(report, chart, axes)
    return axes


def duel_report():
    rows = []
    for low, high in ((0.1, 0.3), (-0.1, 0.2), (-0.3, -0.1)):
        row = {
            column.name: {"str": "a", "int64": 1, "float64": 0.25}[column.dtype] for column in DUEL.columns
        }
        rows.append({**row, "diff_p_make": (low + high) / 2, "ci_low": low, "ci_high": high})
    chart = Chart(GAPS, "a less b", "bid", "diff_p_make", "ci_low", "ci_high", names=("one", "two", "three"))
    return replace(odds(), schema=DUEL, frame=build(DUEL, rows), charts=(chart,))


# What is drawn --------------------------------------------------------------------------------------------


def test_lines_are_the_values_of_the_frame_and_named():
    axes = drawn(grid(), LINE)[0]
    assert [line.get_ydata().tolist() for line in axes.lines] == [[1.0, 0.712], [0.002, 0.0]]
    assert [line.get_xdata().tolist() for line in axes.lines] == [[0, 1], [0, 1]]
    assert {text.get_text() for text in axes.texts} == {"♠", "♥"}
    assert [label.get_text() for label in axes.get_xticklabels()] == ["50", "55"]
    edges = [{round(y, 4) for _, y in band.get_paths()[0].vertices} for band in axes.collections]
    assert edges == [{0.5, 1.0, 0.356, 0.856}, {0.001, 0.501, 0.0, 0.5}]
    colours = [line.get_color() for line in axes.lines]
    assert [text.get_color() for text in axes.texts] == colours
    assert len(set(colours)) == len({line.get_marker() for line in axes.lines}) == 2


def test_heat_map_has_each_cell_in_its_place():
    axes = drawn(grid(highlight=1), MAP)[0]
    assert {(round(t.get_position()[0]), round(t.get_position()[1])): t.get_text() for t in axes.texts} == {
        (0, 0): "100", (1, 0): "71", (0, 1): "<1", (1, 1): "0",
    }  # fmt: skip
    assert [label.get_text() for label in axes.get_yticklabels()] == ["♠", "♥"]
    frames = [patch for patch in axes.patches if isinstance(patch, Rectangle) and not patch.get_fill()]
    assert [(round(frame.get_x()), round(frame.get_y())) for frame in frames] == [(1, 0)]
    scores = drawn(grid(), SCORES)[0]
    assert [text.get_text() for text in scores.texts] == ["+60", "+31", "−40", "−40"]


def test_darker_cells_are_likelier_and_their_numbers_can_be_read():
    rows = [odds_row(trump=trump, bid=str(p), made=100 * p) for trump in "SH" for p in range(0, 101, 5)]
    axes = drawn(odds(*rows), MAP)[0]
    light = [sum(patch.get_facecolor()[:3]) for patch in axes.patches[:21]]
    assert light == sorted(light, reverse=True)
    for patch, text in zip(axes.patches, axes.texts, strict=True):
        assert contrast(patch.get_facecolor()[:3], text.get_color()) >= 4.0


def contrast(background, ink):
    """Ratio of contrast as WCAG 2 defines it."""
    from matplotlib.colors import to_rgb

    def luminance(rgb):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(background), luminance(to_rgb(ink))])
    return (high + 0.05) / (low + 0.05)


def test_bars_are_as_high_as_the_chances_with_their_intervals():
    rows = [event_row(f"tricks-{n}", 2500 * n, ci_low=0.2 * n, ci_high=0.3 * n) for n in range(3)]
    axes = drawn(events(*rows), BAR)[0]
    assert [bar.get_height() for bar in axes.patches] == [0.0, 0.25, 0.5]
    ends = [segment[:, 1].tolist() for segment in axes.containers[1].lines[2][0].get_segments()]
    assert ends == [pytest.approx([0.2 * n, 0.3 * n]) for n in range(3)]
    assert [text.get_text() for text in axes.texts] == ["0", "25", "50"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0", "1", "2"]
    assert axes.get_ylim()[1] > 0.6


def test_bars_of_some_rows_have_a_panel_for_each_series():
    rows = [event_row(name, 100, trump=trump) for trump in "SH" for name in ("nil", "tricks-0")]
    axes = drawn(events(*rows), replace(BAR, series="trump", rows=(1, 3)), panels=2)
    assert [[text.get_text() for text in panel.texts] for panel in axes] == [["1", "♠"], ["1", "♥"]]
    assert axes[0].get_ylim() == axes[1].get_ylim()


def test_what_is_unknown_is_a_dash():
    axes = drawn(events(event_row("a", 0, 1, p=None, ci_low=None, ci_high=None)), BAR)[0]
    assert [text.get_text() for text in axes.texts] == ["–"]
    heat = drawn(odds(odds_row(p_make=None)), MAP)[0]
    assert [text.get_text() for text in heat.texts] == ["–"]


def test_gaps_that_leave_nought_out_are_full():
    axes = drawn(duel_report(), duel_report().charts[0])[0]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == pytest.approx([20, 5, -20])
    assert [dot.get_markerfacecolor() != "white" for dot in dots] == [True, False, True]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two", "three"]


@pytest.mark.parametrize(
    ("p", "text"),
    [(0, "0"), (1e-9, "<1"), (0.004, "<1"), (0.006, "1"), (0.712, "71"), (0.996, ">99"), (1, "100"), (math.nan, "–")],
)  # fmt: skip
def test_whole_percent(p, text):
    assert whole(p) == text


@settings(max_examples=200, deadline=None)
@given(st.lists(st.floats(0, 1), max_size=6))
def test_names_beside_lines_stand_apart_in_the_order_of_the_lines(wanted):
    heights = apart(wanted, 0.1, 0.0, 1.0)
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    for low, high in pairwise(order):
        assert heights[high] - heights[low] >= 0.1 - 1e-9
    assert all(-1e-9 <= height <= 1 + 1e-9 for height in heights)


def test_names_with_room_stay_where_they_are():
    assert apart([0.9, 0.1, 0.5], 0.1, 0, 1) == pytest.approx([0.9, 0.1, 0.5])
    assert apart([0.5, 0.5], 0.1, 0, 1) == pytest.approx([0.45, 0.55])
    assert apart([0.0, 0.0], 0.1, 0, 1) == pytest.approx([0.0, 0.1])


# Files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_is_the_same_twice_whatever_the_settings_of_the_user(kind, monkeypatch):
    import matplotlib as mpl

    first = picture(grid(), kind)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    before = dict(mpl.rcParams)
    with mpl.rc_context({"font.size": 20, "axes.grid": False, "lines.linewidth": 9}):
        assert picture(grid(), kind) == first
    assert dict(mpl.rcParams) == before
    assert first.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind])


def test_a_picture_says_whose_it_is_as_text():
    report = grid(title="Odds for ♠AT $x$ <&>")
    svg = picture(report, "svg").decode("utf-8")
    shown = re.sub(r"\s+", " ", " ".join(re.findall(r"<text[^>]*>(.*?)</text>", svg, re.DOTALL)))
    for text in ("Odds for ♠AT $x$ &lt;&amp;&gt;", "P(make)", "Expected score", "seed 17, 10,000 deals"):
        assert text in shown
    assert "command" not in shown
    assert "<image" not in svg
    assert not re.search(r"\b20\d\d-\d\d-\d\d", svg)


def test_a_png_is_of_the_size_of_paper():
    from PIL import Image

    with Image.open(io.BytesIO(picture(grid(), "png"))) as image:
        assert image.width == pytest.approx(5.4 * 200, abs=1)
        assert image.height > image.width


def test_without_matplotlib_there_is_no_picture(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"--plot needs the package matplotlib: .* 'bidodds\[plot\]'"):
        picture(grid(), "svg")
    page = render(grid(), "html")
    assert "<svg" not in page
    assert page == render(replace(grid(), charts=()), "html")


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"y": "nosuch"}, "there is no column 'nosuch'"),
        ({"rows": (4,)}, "there are 4 rows"),
        ({"kind": GAPS}, "0 names for 4 rows"),
    ],
)
def test_a_chart_that_cannot_be_is_refused(change, wanted):
    with pytest.raises(ValueError, match=wanted):
        replace(grid(), charts=(replace(LINE, **change),))
    with pytest.raises(ValueError, match="'pie' is not one of lines, heat, bars, gaps"):
        Chart("pie", "", "bid", "ev")


# Pages ----------------------------------------------------------------------------------------------------

VOID = {"meta"}


class Checker(HTMLParser):
    """Fails where tags do not nest; gathers ids, links and texts."""

    def __init__(self, page):
        super().__init__()
        self.open, self.ids, self.links, self.addresses, self.labels = [], [], [], [], []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), tag
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name.endswith("href"):
                self.links.append(value)
            elif name == "aria-label":
                self.labels.append(value)
            self.links += re.findall(r"url\(([^)]*)\)", value or "")
            if name in ("src", "srcset", "data", "action", "poster", "background") or name.startswith("on"):
                self.addresses.append(value)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("report", [grid(highlight=1), duel_report(), events(charts=(BAR,))])
@pytest.mark.parametrize("unicode", [True, False])
def test_a_page_with_pictures_is_valid_and_stands_alone(report, unicode):
    page = render(report, "html", unicode=unicode)
    checker = Checker(page)
    assert page.count("<svg") == len(report.charts) == len(checker.labels)
    assert len(checker.ids) == len(set(checker.ids))
    assert {link.removeprefix("#") for link in checker.links} <= set(checker.ids)
    assert all(link.startswith("#") for link in checker.links)
    assert not checker.addresses
    assert not re.search(r"https?:|//|src=|@import|<script|<link|<image", page)
    assert unicode or page.isascii()
    assert page == render(report, "html", unicode=unicode)
    for chart in report.charts:
        assert f"<figcaption>{chart.title}</figcaption>" in page


def test_pictures_of_a_page_fit_a_phone():
    page = render(grid(), "html")
    assert re.search(r"svg \{ max-width: 100%; height: auto; \}", page)
    widths = [float(width) for width in re.findall(r'<svg[^>]* width="([\d.]+)pt"', page)]
    assert len(widths) == 3
    assert max(widths) * 96 / 72 < 525, "text of 10 points stays above 7 on 400 pixels"


def test_inline_pictures_have_a_caption_each():
    assert [caption for caption, _ in inline(grid())] == ["P(make)", "Percent", "Expected score"]
    assert inline(odds()) == ()
