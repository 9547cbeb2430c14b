"""The charts of the reports: which columns of each answer make a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from reports.chart import BARS, GAPS, HEAT, LINES, Chart

Rows = Sequence[dict[str, Any]]


class Distribution(NamedTuple):
    """Events that exclude one another: what their names begin with, the title of their chart, what is counted. The
    chart of the other events has a title, too, and leaves out `rest_prefix`."""

    prefix: str
    title: str
    unit: str
    rest: str = "Chance of each event"
    rest_prefix: str = ""
    rest_unit: str = ""


def contract_charts(rows: Rows) -> tuple[Chart, ...]:
    """P(make) over the bids, and trump by bid as heat maps; over the trumps where one bid is asked about."""
    trumps, bids = (len({row[name] for row in rows}) for name in ("trump", "bid"))
    if bids == 1:
        title = f"P(make) of {rows[0]['bid']}, percent with 95 % intervals"
        return (Chart(BARS, title, "trump", "p_make", "ci_low", "ci_high", x_label="trump"),)
    curve = Chart(
        LINES,
        "P(make) with 95 % intervals",
        "bid",
        "p_make",
        "ci_low",
        "ci_high",
        series="trump",
        x_label="bid",
    )
    if trumps == 1:
        return (curve,)
    return (
        curve,
        Chart(HEAT, "P(make) in percent", "bid", "p_make", series="trump", x_label="bid"),
        Chart(HEAT, "Expected score", "bid", "ev", series="trump", x_label="bid"),
    )


def event_charts(rows: Rows, distribution: Distribution | None) -> tuple[Chart, ...]:
    """The chance of each event as bars: those of a distribution for themselves, the others together."""
    split = distribution or Distribution("", "", "")
    own = [i for i, row in enumerate(rows) if split.prefix and row["event"].startswith(split.prefix)]
    others = [i for i in range(len(rows)) if i not in set(own)]
    series = "trump" if len({row["trump"] for row in rows}) > 1 else ""
    common: dict[str, Any] = {"x": "event", "y": "p", "low": "ci_low", "high": "ci_high", "series": series}
    charts = []
    for part, title, prefix, unit in (
        (others, f"{split.rest}, percent with 95 % intervals", split.rest_prefix, split.rest_unit),
        (own, f"{split.title}, percent of deals with 95 % intervals", split.prefix, split.unit),
    ):
        if part:
            charts.append(Chart(BARS, title, rows=tuple(part), prefix=prefix, x_label=unit, **common))
    return tuple(charts)


def duel_charts(rows: Rows, goal: str) -> tuple[Chart, ...]:
    """The difference in each row with its interval; goal: what is counted, "contracts made"."""
    names = [f"{row['a']} – {row['b']}, {row['role']}" for row in rows]
    if len({row["bid"] for row in rows}) > 1:
        names = [f"{name}, {row['bid']}" for name, row in zip(names, rows, strict=True)]
    fewer = "\nin defence less is better for a" if any(row["role"] == "defence" for row in rows) else ""
    return (
        Chart(
            GAPS,
            f"{goal[0].upper()}{goal[1:]}: a less b with 95 % intervals",
            "bid",
            "diff_p_make",
            "ci_low",
            "ci_high",
            x_label=f"percentage points; full dots are beyond chance{fewer}",
            names=tuple(names),
        ),
    )
