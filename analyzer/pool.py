"""Lanes that play chunks of deals side by side: whole-number sums, the same for any number of lanes and any chunks."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence

from analyzer.progress import PAUSE, meter
from analyzer.schedule import Schedule, Sums, WorkerLost
from sims.tables import Int64Array

Tally = Callable[[int, int], Sums]  # the sums over the deals low..high-1; runs in several threads at a time


def cores() -> int:
    """Cores of this machine that may be used."""
    return os.cpu_count() or 1


def sum_chunks(
    tally: Tally,
    deals: int,
    *,
    first: int = 0,
    threads: int | None = None,
    chunk: int | None = None,
    while_running: Callable[[], None] = lambda: None,
) -> tuple[int, list[Int64Array]]:
    """Add up tally(low, high) over the deals first..first+deals-1 in threads: see `drive`."""
    lanes = threads or cores()
    return drive(Schedule(first, first + deals, lanes, chunk=chunk), [tally] * lanes, while_running)


def sum_some(
    tally: Tally,
    deals: int,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    while_running: Callable[[], None] = lambda: None,
) -> tuple[int, list[Int64Array]]:
    """`sum_chunks` over the first deals for an answer: KeyboardInterrupt if none was done before Ctrl-C."""
    done, sums = sum_chunks(tally, deals, threads=threads, chunk=chunk, while_running=while_running)
    if not done:
        raise KeyboardInterrupt
    return done, sums


def drive(
    schedule: Schedule,
    lanes: Sequence[Tally],
    while_running: Callable[[], None] = lambda: None,
    more: Callable[[], Sequence[Tally]] = tuple,
) -> tuple[int, list[Int64Array]]:
    """Run a schedule on some lanes, a thread each: (deals done, sums).

    `while_running` is called once while they work, and `more` now and then for lanes that have come up since.
    On Ctrl-C nobody is waited for: the deals done from the first on without a gap are the answer, fewer than
    were asked for. Memory does not grow with the number of deals.
    """
    line = meter()
    total = schedule.high - schedule.low
    try:
        _start(schedule, lanes)
        while_running()
        while not schedule.wait(PAUSE):
            if line:
                line.show(schedule.done(), total)
            _start(schedule, more())
    except KeyboardInterrupt:
        schedule.stop()
    finally:
        schedule.stop()
        if line:
            line.wipe()
    if schedule.error is not None:
        raise schedule.error
    return schedule.result()


def _start(schedule: Schedule, lanes: Sequence[Tally]) -> None:
    for lane in lanes:
        threading.Thread(target=_work, args=(schedule, lane), daemon=True).start()


def _work(schedule: Schedule, lane: Tally) -> None:
    while (chunk := schedule.take()) is not None:
        begun = time.monotonic()
        try:
            sums = lane(chunk.low, chunk.high)
        except WorkerLost:
            schedule.lost(chunk)
        except BaseException as error:
            schedule.fail(error)
        else:
            schedule.give(chunk, sums, time.monotonic() - begun)
