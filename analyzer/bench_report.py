"""The timings of `bench` as a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import nan

from analyzer.bench import Timing, machine
from analyzer.gate import Verdict
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import BENCH, GATED, build


def bench_report(timings: Sequence[Timing], verdicts: Sequence[Verdict], gated: bool) -> Report:
    """One row a case; gated: with its baseline and what it lost or gained."""
    rows = [asdict(timing) for timing in timings]
    notes = [
        "ratio: speed relative to the reference kernel, the deal of Two Hundred, timed in turn with each case",
    ]
    if gated:
        by_name = {verdict.name: verdict for verdict in verdicts}
        for row in rows:
            verdict = by_name.get(row["name"])
            row["ratio"] = verdict.ratio if verdict else row["ratio"]  # that which was judged
            row["baseline"] = verdict.baseline if verdict else nan
            row["change"] = verdict.change if verdict else nan
            row["verdict"] = (
                ("too slow" if verdict.too_slow else "passed") if verdict else "not in the baseline"
            )
        notes.append("change: of the speed against the baseline, ratio by ratio")
    where = machine()
    notes.append(
        f"{where['processor']}, {where['cores']} cores, Python {where['python']}, numba {where['numba']}"
    )
    schema = GATED if gated else BENCH
    return Report(
        schema=schema,
        frame=build(schema, rows),
        provenance=provenance_of(None),
        header=json_header(schema.id, None, machine=where),
        trailer={},
        title="Speed",
        notes=tuple(notes),
        rows_key="cases",
    )
