"""Who plays the deals of a job: threads of this process, other processes, or the workers of a Dask cluster.

All of them add up the same whole numbers, so that the answer is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from analyzer.checks import MOST_THREADS, parse_threads, parse_whole
from analyzer.jobs import Job
from analyzer.options import Misused
from analyzer.work import Work
from sims.sheets import nearest
from sims.tables import Int64Array

ENGINES = ("threads", "process", "dask")


class Engine(Protocol):
    """Plays a range of the deals of a job."""

    def run(
        self, job: Job, work: Work, low: int, high: int, while_running: Callable[[], None]
    ) -> tuple[int, list[Int64Array]]:
        """How many of the deals low..high-1 were played, from `low` on without a gap, and their sums.

        work: that of the job; while_running: called once while others play. Fewer than asked after Ctrl-C.
        """


def choose_engine(
    name: str | None, threads: str | None, workers: str | None, scheduler: str | None
) -> Engine:
    """The engine of the options `--engine --threads --workers --scheduler`; `Misused` where they do not go
    together."""
    name = (name or "threads").strip().lower()
    if name not in ENGINES:
        raise Misused(
            f"there is no engine {name!r}: the engines are {', '.join(ENGINES)}" + nearest(name, ENGINES)
        )
    for option, given, owner in (
        ("--threads", threads, "threads"),
        ("--workers", workers, "process"),
        ("--scheduler", scheduler, "dask"),
    ):
        if given is not None and name != owner:
            raise Misused(f"{option} is for --engine {owner}, and the engine is {name}: leave it out")
    if name == "threads":
        from analyzer.engines.threads import Threads

        return Threads(parse_threads(threads))
    if name == "process":
        from analyzer.engines.process import Processes

        return Processes(None if workers is None else parse_whole("--workers", workers, 1, MOST_THREADS))
    if scheduler is None:
        raise Misused(
            "--engine dask takes --scheduler tcp://HOST:8786, where the cluster is; --engine process uses the cores "
            "of this machine"
        )
    from analyzer.engines.dask import Dask

    return Dask(scheduler)
