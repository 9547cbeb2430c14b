"""The engine of threads in this process; kernels run without the lock of the interpreter."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.jobs import Job
from analyzer.pool import sum_chunks
from analyzer.work import Work
from sims.tables import Int64Array


class Threads:
    """So many threads; None: one a core."""

    def __init__(self, threads: int | None) -> None:
        self.threads = threads

    def run(
        self, job: Job, work: Work, low: int, high: int, while_running: Callable[[], None]
    ) -> tuple[int, list[Int64Array]]:
        """See `analyzer.engines.Engine`."""
        return sum_chunks(
            work.prepare(), high - low, first=low, threads=self.threads, while_running=while_running
        )
