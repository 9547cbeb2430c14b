"""`bidodds bench`: speed, as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.options import Misused, Output, Quiet

Cases = Annotated[
    list[str] | None,
    typer.Option(
        "--case", metavar="NAME", help="GAME[:VARIANT]/deal, /random, /rules or /rollout:20; repeatable."
    ),
]
Threads = Annotated[str, typer.Option("--threads", metavar="N", help="Threads that play side by side.")]
Repeat = Annotated[str, typer.Option("--repeat", metavar="N", help="Repetitions of each case, 3 or more.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="json, table, csv, md, html, tex, parquet or xlsx (default: json).",
    ),
]
Baseline = Annotated[
    Path | None,
    typer.Option(
        "--baseline", metavar="FILE", help="JSON of an earlier bench: too slow against it is exit code 5."
    ),
]
BaselineRef = Annotated[
    str | None,
    typer.Option(
        "--baseline-ref",
        metavar="REVISION",
        help="Time this git revision in turn with the present tree instead.",
    ),
]
MaxRegression = Annotated[
    str, typer.Option("--max-regression", metavar="SHARE", help="What a case may lose against the baseline.")
]
Github = Annotated[bool, typer.Option("--github", help="A Markdown table for the summary of a CI job.")]


def command(
    case: Cases = None,
    threads: Threads = "1",
    repeat: Repeat = "9",
    baseline: Baseline = None,
    baseline_ref: BaselineRef = None,
    max_regression: MaxRegression = "10%",
    github: Github = False,
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> int:
    """Time playouts against a reference kernel, as JSON.

    The reference runs in turn with each case in the same process."""
    from analyzer import gate
    from analyzer.bench import choose_cases, time_case
    from analyzer.bench_report import bench_report
    from analyzer.checks import parse_threads, parse_whole
    from analyzer.output import FORMATS, check_output, choose_format, say, tell, write_report

    if baseline is not None and baseline_ref is not None:
        raise Misused("--baseline and --baseline-ref are two baselines; name one")
    if github and format not in (None, "md"):
        raise Misused(f"--github writes Markdown and cannot go with --format {format}")
    allowed = gate.parse_share(max_regression)
    check_output(output)
    format = "md" if github else format
    known = gate.read_baseline(baseline) if baseline else None
    commit = gate.check_revision(baseline_ref) if baseline_ref else None
    chosen = choose_format(format, output, ("json", *(name for name in FORMATS if name != "json")))
    workers, repetitions = parse_threads(threads) or 1, parse_whole("--repeat", repeat, 3, 1000)
    timings, verdicts = [], []
    for one in choose_cases(case or []):
        say(f"timing {one.name}", quiet=quiet)
        timing = time_case(one, workers, repetitions)
        if known and gate.is_close(timing.ratio, known.get((one.name, workers)), allowed):
            say(f"timing {one.name} again, longer: it is near what is allowed", quiet=quiet)
            timing = time_case(one, workers, gate.LONGER * repetitions)
        timings.append(timing)
    measured = {(timing.name, timing.threads): timing.ratio for timing in timings}
    if commit:
        say(f"timing {baseline_ref} and this tree in turn, {gate.ROUNDS} times", quiet=quiet)
        measured, known = gate.time_revisions(
            commit, [timing.name for timing in timings], workers, repetitions
        )
    if known is not None:
        verdicts = gate.judge(measured, known, allowed)
    report = bench_report(timings, verdicts, known is not None)
    write_report(report, chosen, output, quiet=quiet)
    slow = [verdict for verdict in verdicts if verdict.too_slow]
    for verdict in slow:
        tell(verdict.sentence())
    return gate.SLOWER if slow else 0
