"""`bidodds bench`: speed, as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from analyzer.options import Format, Output, Quiet, Threads

Cases = Annotated[
    list[str] | None,
    typer.Option("--case", metavar="NAME", help="GAME[:VARIANT]/deal, /random or /rules; repeatable."),
]
Repeat = Annotated[int, typer.Option("--repeat", metavar="N", min=3, max=1000, help="Repetitions of each case.")]


def command(
    case: Cases = None,
    threads: Threads = 1,
    repeat: Repeat = 9,
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Time playouts against a reference kernel, as JSON.

    The reference runs in turn with each case in the same process."""
    from analyzer.bench import choose_cases, machine, time_case
    from analyzer.output import FORMATS, check_output, choose_format, say, takes_unicode, write_text
    from analyzer.provenance import json_header, provenance_of
    from reports.render import render
    from reports.report import Report
    from reports.schema import BENCH, build

    check_output(output)
    chosen = choose_format(format, output, ("json", *(name for name in FORMATS if name != "json")))
    timings = []
    for one in choose_cases(case or []):
        say(f"timing {one.name}", quiet=quiet)
        timings.append(time_case(one, threads or 1, repeat))
    where = machine()
    report = Report(
        schema=BENCH,
        frame=build(BENCH, [asdict(timing) for timing in timings]),
        provenance=provenance_of(None),
        header=json_header(BENCH.id, None, machine=where),
        trailer={},
        title="Speed",
        notes=(
            "ratio: speed relative to the reference kernel, the deal of Two Hundred, timed in turn with each case",
            f"{where['processor']}, {where['cores']} cores, Python {where['python']}, numba {where['numba']}",
        ),
        rows_key="cases",
    )
    write_text(render(report, chosen, unicode=takes_unicode(output=output)), output)
