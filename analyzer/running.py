"""How a job is run: by an engine, whole or a part of it, and where the answer goes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.checks import note_compiling
from analyzer.engines import Engine, choose_engine
from analyzer.jobs import Job, work_of
from analyzer.options import Misused
from analyzer.output import (
    check_output,
    check_plot,
    choose_format,
    say,
    takes_unicode,
    write_plot,
    write_report,
    write_text,
)
from analyzer.progress import shown
from analyzer.shards import Part, parse_part, shard_text
from analyzer.work import load_reports

if TYPE_CHECKING:
    from reports.report import Report


@dataclass(frozen=True)
class Run:
    """Who plays, which part of the deals (None: all) and in which form the answer goes where; plot: its picture."""

    engine: Engine
    part: Part | None
    format: str
    output: Path | None
    quiet: bool
    plot: Path | None

    def say(self, text: str) -> None:
        """A note for people."""
        say(text, quiet=self.quiet)

    def job(self, job: Job) -> int:
        """Run a job: the exit code."""
        low, high = self.part.deals(job.deals) if self.part else (0, job.deals)
        work = work_of(job, unicode=takes_unicode(sys.stderr), say=self.say)
        note_compiling(work.kernel, self.say, work.about)
        with shown(quiet=self.quiet):
            done, sums = self.engine.run(job, work, low, high, _nothing if self.part else load_reports)
        if not done:
            raise KeyboardInterrupt
        if self.part:
            write_text(shard_text(job, self.part, low, low + done, sums), self.output)
        else:
            write_answer(work.report(done, sums), self.format, self.output, self.plot, quiet=self.quiet)
        return 0 if done == high - low else 130


def choose_run(
    *,
    engine: str | None,
    threads: str | None,
    workers: str | None,
    scheduler: str | None,
    shard: str | None,
    format: str | None,
    output: Path | None,
    quiet: bool,
    plot: Path | None = None,
) -> Run:
    """The run that the options ask for; `Misused` or `Refused` where they do not go together."""
    check_output(output)
    check_plot(plot)
    part = None if shard is None else parse_part(shard)
    if part and plot:
        raise Misused("--shard writes sums, which have no picture yet: give --plot to merge")
    chosen = choose_format(format, output, *((("json",),) if part else ()))
    return Run(choose_engine(engine, threads, workers, scheduler), part, chosen, output, quiet, plot)


def write_answer(report: Report, format: str, output: Path | None, plot: Path | None, *, quiet: bool) -> None:
    """Write a report, and its picture if one is asked for."""
    write_report(report, format, output, quiet=quiet)
    if plot is not None:
        write_plot(report, plot)


def _nothing() -> None:
    return None
