"""The engine of a Dask cluster: a chunk is a task, and every thread of every worker a lane.

Dask plays the tasks of a worker that dies elsewhere; a chunk whose worker is frozen goes to another lane, too. Workers
that join while it runs get their share.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any

from analyzer.engines.remote import sums_of
from analyzer.jobs import Job, read_sums
from analyzer.pool import Tally, drive
from analyzer.schedule import Schedule, Sums, WorkerLost
from analyzer.work import Work
from sims.errors import Refused
from sims.tables import Int64Array

try:
    import distributed
except ImportError:
    raise Refused(
        "--engine dask needs the package distributed: install it with pip install 'bidodds[dask]'"
    ) from None

SECONDS = 1.0  # a chunk: a task costs the scheduler some milliseconds
PATIENCE = 60  # seconds until the first worker is there
LOST = (distributed.scheduler.KilledWorker, concurrent.futures.CancelledError, asyncio.CancelledError)


class Dask:
    """The cluster at the address of a scheduler; TLS and the like are configured in Dask (docs/engines.md)."""

    def __init__(self, scheduler: str) -> None:
        self.scheduler = scheduler

    def run(
        self, job: Job, work: Work, low: int, high: int, while_running: Callable[[], None]
    ) -> tuple[int, list[Int64Array]]:
        """See `analyzer.engines.Engine`."""
        client = self._client()
        try:
            cluster = Cluster(client, job.model_dump_json())
            lanes = cluster.more()
            schedule = Schedule(low, high, len(lanes), seconds=SECONDS, again=True)

            def more() -> list[Tally]:
                joined = cluster.more()
                schedule.lanes += len(joined)
                return joined

            return drive(schedule, lanes, while_running, more)
        finally:
            client.close()

    def _client(self) -> Any:
        try:
            client = distributed.Client(self.scheduler)
        except (OSError, ValueError, TypeError) as error:
            raise Refused(f"there is no Dask scheduler at {self.scheduler!r}: {error}") from None
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            client.close()
            raise Refused(f"the Dask scheduler at {self.scheduler!r} has no worker: start one") from None
        return client


class Cluster:
    """The lanes of a cluster for a job."""

    def __init__(self, client: Any, job: str) -> None:
        self.client, self.job = client, job
        self._known: set[str] = set()

    def more(self) -> list[Tally]:
        """A lane for each thread of the workers that have come up since."""
        threads: dict[str, int] = self.client.nthreads()
        new = {address: n for address, n in threads.items() if address not in self._known}
        self._known |= set(new)
        return [self._lane(address) for address, n in new.items() for _ in range(n)]

    def _lane(self, address: str) -> Tally:
        def tally(low: int, high: int) -> Sums:
            try:
                future = self.client.submit(
                    sums_of, self.job, low, high, pure=False, workers=[address], allow_other_workers=True
                )
                return read_sums(future.result())
            except LOST as error:
                raise WorkerLost(str(error)) from None
            except ModuleNotFoundError as error:
                raise Refused(
                    f"a worker of the cluster lacks a module ({error}): install bidodds there, the same version as here"
                ) from None

        return tally
