"""How a job is run: by an engine, whole or a part of it, and where the answer goes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from analyzer.checks import note_compiling
from analyzer.engines import Engine, choose_engine
from analyzer.jobs import Job, work_of
from analyzer.output import check_output, choose_format, say, takes_unicode, write_text
from analyzer.progress import shown
from analyzer.shards import Part, parse_part, shard_text
from analyzer.work import Work, load_reports
from sims.tables import Int64Array


@dataclass(frozen=True)
class Run:
    """Who plays, which part of the deals (None: all) and in which form the answer goes where."""

    engine: Engine
    part: Part | None
    format: str
    output: Path | None
    quiet: bool

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
            write_answer(work, done, sums, self.format, self.output)
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
) -> Run:
    """The run that the options ask for; `Misused` or `Refused` where they do not go together."""
    check_output(output)
    part = None if shard is None else parse_part(shard)
    chosen = choose_format(format, output, *((("json",),) if part else ()))
    return Run(choose_engine(engine, threads, workers, scheduler), part, chosen, output, quiet)


def write_answer(work: Work, done: int, sums: list[Int64Array], format: str, output: Path | None) -> None:
    """The report of a work in a format."""
    from reports.render import render

    report = work.report(done, sums)
    write_text(render(report, format, unicode=takes_unicode(output=output)), output)


def _nothing() -> None:
    return None
