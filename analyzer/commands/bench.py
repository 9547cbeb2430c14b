"""`bidodds bench`: speed, as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from analyzer.options import Output, Quiet

Cases = Annotated[
    list[str] | None,
    typer.Option("--case", metavar="NAME", help="GAME[:VARIANT]/deal, /random or /rules; repeatable."),
]
Threads = Annotated[str, typer.Option("--threads", metavar="N", help="Threads that play side by side.")]
Repeat = Annotated[str, typer.Option("--repeat", metavar="N", help="Repetitions of each case, 3 or more.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", "-f", metavar="FORMAT", help="json, table, csv, md, html or tex (default: json)."
    ),
]


def command(
    case: Cases = None,
    threads: Threads = "1",
    repeat: Repeat = "9",
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Time playouts against a reference kernel, as JSON.

    The reference runs in turn with each case in the same process."""
    from analyzer.bench import choose_cases, machine, time_case
    from analyzer.checks import parse_threads, parse_whole
    from analyzer.output import FORMATS, check_output, choose_format, say, takes_unicode, write_text
    from analyzer.provenance import json_header, provenance_of
    from reports.render import render
    from reports.report import Report
    from reports.schema import BENCH, build

    check_output(output)
    chosen = choose_format(format, output, ("json", *(name for name in FORMATS if name != "json")))
    workers, repetitions = parse_threads(threads) or 1, parse_whole("--repeat", repeat, 3, 1000)
    timings = []
    for one in choose_cases(case or []):
        say(f"timing {one.name}", quiet=quiet)
        timings.append(time_case(one, workers, repetitions))
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
