"""The answer of `odds` in games without a bid: the chance of each event and the expected score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.charts import Distribution, event_charts
from analyzer.intervals import mean_error, wilson
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import EVENTS, build
from sims.sheets import Rules
from sims.tallies import EventTally


def event_rows(
    tally: EventTally, deals: int, cells: Sequence[str], events: Sequence[str], unit: float = 1.0
) -> list[dict[str, Any]]:
    """One row for each cell (the `trump` column, "" where there is none) and event; `unit` is what one of
    the tally's score units is worth. The expected score is that of the cell, the same in all its rows."""
    rows = []
    for i, cell in enumerate(cells):
        total = int(tally.diff[i])
        error = mean_error(total, int(tally.squares[i]), deals)
        for j, event in enumerate(events):
            count = int(tally.count[i, j])
            low, high = wilson(count, deals)
            rows.append(
                {
                    "trump": cell,
                    "event": event,
                    "deals": deals,
                    "count": count,
                    "p": count / deals,
                    "ci_low": low,
                    "ci_high": high,
                    "ev": total / deals * unit,
                    "ev_std_err": error * unit,
                }
            )
    return rows


def event_report(
    rules: Rules,
    rows: list[dict[str, Any]],
    *,
    title: str,
    seed: int | str,
    policy: str,
    defence: str,
    deals: int,
    asked: int,
    about: dict[str, Any],
    best: dict[str, object] | None = None,
    notes: Sequence[str] = (),
    highlight: int | None = None,
    command: str | None = None,
    distribution: Distribution | None = None,
) -> Report:
    """The report of event rows; `about` (hand, seat, dealer, ...) goes into the JSON header and the CSV, `distribution`
    has a chart of its own."""
    provenance = provenance_of(
        rules,
        seed=seed,
        policy=policy,
        defence=defence,
        deals=deals,
        interval="wilson-95",
        method="sampled",
        command=command,
    )
    header = json_header(
        "bidodds.odds/1",
        rules,
        seed=seed,
        **about,
        policy=policy,
        defence=defence,
        method="sampled",
        deals=deals,
        interval="wilson-95",
    )
    trailer: dict[str, object] = {}
    if best is not None:
        trailer["best"] = best
    if deals < asked:
        trailer["interrupted"] = True
        notes = (f"INTERRUPTED: {deals:,} of {asked:,} deals were played", *notes)
    flat = {
        key: " ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for key, value in about.items()
    }
    return Report(
        schema=EVENTS,
        frame=build(EVENTS, rows),
        provenance=provenance,
        header=header,
        trailer=trailer,
        title=title,
        notes=tuple(notes),
        highlight=highlight,
        about=flat,
        charts=event_charts(rows, distribution),
    )
