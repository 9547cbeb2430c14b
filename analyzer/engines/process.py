"""The engine of processes on this machine: for what the lock of the interpreter would hold up, as in `duel`.

A worker that dies is replaced, and its chunk is played again; one that is frozen holds up nobody.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable

from analyzer.jobs import Job, read_sums
from analyzer.pool import cores, drive
from analyzer.schedule import Schedule, Sums, WorkerLost
from analyzer.work import Work
from sims.errors import Refused
from sims.tables import Int64Array

SECONDS = 0.25  # a chunk


class Processes:
    """So many worker processes; None: one a core."""

    def __init__(self, workers: int | None) -> None:
        self.workers = workers or cores()

    def run(
        self, job: Job, work: Work, low: int, high: int, while_running: Callable[[], None]
    ) -> tuple[int, list[Int64Array]]:
        """See `analyzer.engines.Engine`."""
        text = job.model_dump_json()
        lanes = [Lane(text) for _ in range(min(self.workers, high - low))]
        schedule = Schedule(low, high, len(lanes), seconds=SECONDS, again=True, alone=True)
        try:
            return drive(schedule, [lane.tally for lane in lanes], while_running)
        finally:
            for lane in lanes:
                lane.close()


class Lane:
    """A place for a worker process, which is started when it is needed."""

    def __init__(self, job: str) -> None:
        self.job = job
        self._worker: subprocess.Popen[str] | None = None
        self._closed = False
        self._lock = threading.Lock()  # of who is the worker
        self._talk = threading.Lock()  # of the words with it

    def tally(self, low: int, high: int) -> Sums:
        """The sums over the deals low..high-1; `WorkerLost` if the process dies, or is killed by `close`."""
        with self._talk:
            line = self._ask(f"{low} {high}\n")
            if not line.endswith("\n"):
                self._drop()
                raise WorkerLost("a worker died")
        answer = json.loads(line)
        if "refused" in answer:
            raise Refused(answer["refused"])
        if "fault" in answer:
            raise RuntimeError(answer["fault"])
        return read_sums(answer["sums"])

    def _ask(self, question: str) -> str:
        """The line that answers a question; no whole line from a worker that dies."""
        with self._lock:
            if self._closed:
                return ""
            new = self._worker is None
            worker = self._worker = self._worker or start_worker()
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            worker.stdin.write(f"{self.job}\n{question}" if new else question)
            worker.stdin.flush()
            return worker.stdout.readline()
        except (OSError, ValueError):
            return ""

    def _drop(self) -> None:
        with self._lock:
            worker, self._worker = self._worker, None
        if worker is not None:
            _end(worker)

    def close(self) -> None:
        """Kill the worker, stopped or not; there will be no other one."""
        with self._lock:
            self._closed = True
            if self._worker is not None:
                self._worker.kill()
        with self._talk:
            self._drop()


def start_worker() -> subprocess.Popen[str]:
    """A worker process with this process's import path, out of reach of the terminal's Ctrl-C."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "analyzer.engines.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)},
    )


def _end(worker: subprocess.Popen[str]) -> None:
    worker.kill()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue
    worker.wait()
