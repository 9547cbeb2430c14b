"""Threads over chunks of deals: whole-number sums, the same for any number of threads and any chunk size."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

from analyzer.progress import PAUSE, meter
from sims.tables import Int64Array

Sums = Sequence[Int64Array]


def chunk_size(deals: int, threads: int) -> int:
    """Deals a chunk: some 16 chunks a thread, so that no thread waits long at the end."""
    return max(32, min(4096, deals // (16 * threads)))


def sum_chunks(
    tally: Callable[[int, int], Sums],
    deals: int,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    while_running: Callable[[], None] = lambda: None,
) -> tuple[int, list[Int64Array]]:
    """Add up tally(low, high) over chunks of 0..deals-1: (deals done, sums).

    `while_running` is called once while the threads work. On Ctrl-C the chunks done so far are the answer:
    fewer deals are done than were asked for. Memory does not grow with the number of deals.
    """
    workers = threads or os.cpu_count() or 1
    size = chunk or chunk_size(deals, workers)
    stop = threading.Event()
    lock = threading.Lock()
    starts = iter(range(0, deals, size))
    totals: list[Int64Array] = []
    done = 0

    def work() -> None:
        nonlocal done
        while not stop.is_set():
            with lock:
                low = next(starts, None)
            if low is None:
                return
            high = min(low + size, deals)
            sums = tally(low, high)
            with lock:
                done += high - low
                if totals:
                    for i, part in enumerate(sums):
                        totals[i] += part
                else:
                    totals.extend(part.copy() for part in sums)

    line = meter()
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(work) for _ in range(workers)]
        try:
            while_running()
            while (state := wait(futures, timeout=PAUSE, return_when=FIRST_EXCEPTION)).not_done:
                for future in state.done:
                    future.result()
                if line:
                    line.show(done, deals)
            for future in futures:
                future.result()
        except KeyboardInterrupt:
            stop.set()
        except BaseException:
            stop.set()
            raise
        finally:
            if line:
                line.wipe()
    for future in futures:
        future.result()
    return done, totals
