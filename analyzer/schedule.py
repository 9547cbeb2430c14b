"""Which deals are played next, and the sums of those that are done."""

from __future__ import annotations

import statistics
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sims.tables import Int64Array

Sums = Sequence[Int64Array]

MOST = 65_536  # deals a chunk
GROWTH = 4  # a chunk is at most so many times as large as the one before
PATIENCE = 10  # a chunk that takes so many times the median is given to another lane, too
COMPILES = 120.0  # seconds that others wait at most for the first chunk
DEATHS = 3  # workers that may be lost over one chunk
RECENT = 101  # chunks whose times count


class Chunk(NamedTuple):
    """The deals low..high-1."""

    low: int
    high: int


class WorkerLost(Exception):
    """A worker died before it had done its chunk."""


@dataclass
class _Out:
    """A chunk that lanes play: since when (monotonic seconds), and how many lanes."""

    high: int
    since: float
    lanes: int = 1


@dataclass
class _Stretch:
    """Deals done without a gap, and their sums."""

    low: int
    high: int
    sums: list[Int64Array] = field(default_factory=list)

    def add(self, sums: Sums) -> None:
        for i, part in enumerate(sums):
            self.sums[i] += part


class Schedule:
    """Hands out the deals low..high-1 in chunks to lanes (threads, workers) and adds up what comes back.

    A chunk takes about `seconds`, less towards the end, so that no lane waits long for the others; `chunk`
    fixes its deals instead. again: a chunk that takes long is given out twice, and the first result counts;
    alone: nobody else begins before the first chunk is done, so that one worker compiles for all.
    """

    def __init__(
        self,
        low: int,
        high: int,
        lanes: int,
        *,
        chunk: int | None = None,
        seconds: float = 0.2,
        again: bool = False,
        alone: bool = False,
    ) -> None:
        self.low, self.high, self.lanes = low, high, lanes
        self.seconds, self.again, self.alone = seconds, again, alone
        self.error: BaseException | None = None
        self._chunk, self._size, self._next = chunk, 1, low
        self._times: deque[float] = deque(maxlen=RECENT)
        self._out: dict[int, _Out] = {}  # by the first deal
        self._lost: deque[Chunk] = deque()
        self._deaths: dict[int, int] = {}  # by the first deal
        self._by_low: dict[int, _Stretch] = {}
        self._by_high: dict[int, _Stretch] = {}
        self._stopped = False
        self._changed = threading.Condition()

    # ------------------------------------------------------------------------------------------ for the lanes

    def take(self) -> Chunk | None:
        """The next chunk, as soon as there is one; None at the end."""
        with self._changed:
            while not self._ended():
                chunk = self._overdue() or self._fresh()
                if chunk is not None:
                    return chunk
                self._changed.wait(self.seconds if self.again or self.alone else None)
            return None

    def give(self, chunk: Chunk, sums: Sums, seconds: float) -> None:
        """The sums of a chunk, and how long it took. The second result of a chunk is dropped."""
        with self._changed:
            if self._out.pop(chunk.low, None) is None or self._stopped:
                return
            self._times.append(seconds)
            fitting = int(self.seconds * (chunk.high - chunk.low) / max(seconds, 1e-9))
            self._size = max(1, min(fitting, GROWTH * self._size, MOST))
            self._lay(chunk, sums)
            self._changed.notify_all()

    def lost(self, chunk: Chunk) -> None:
        """The worker of a chunk is lost: somebody else plays it."""
        with self._changed:
            out = self._out.get(chunk.low)
            if out is None or self._stopped:
                return
            self._deaths[chunk.low] = self._deaths.get(chunk.low, 0) + 1
            if self._deaths[chunk.low] >= DEATHS:
                self._end(WorkerLost(f"{DEATHS} workers died over the deals {chunk.low} to {chunk.high - 1}"))
            out.lanes -= 1
            if out.lanes == 0:
                del self._out[chunk.low]
                self._lost.append(chunk)
            self._changed.notify_all()

    def fail(self, error: BaseException) -> None:
        """A fault ends everything; the first one counts."""
        with self._changed:
            self._end(error)

    # ------------------------------------------------------------------------------------------ for who waits

    def wait(self, seconds: float) -> bool:
        """Wait for the end, at most so long: whether it has come."""
        with self._changed:
            return self._changed.wait_for(self._ended, seconds)

    def stop(self) -> None:
        """Hand out no more, and take no more."""
        with self._changed:
            self._end(None)

    def done(self) -> int:
        """Deals done, with or without a gap."""
        with self._changed:
            return sum(stretch.high - stretch.low for stretch in self._by_low.values())

    def result(self) -> tuple[int, list[Int64Array]]:
        """How many deals are done from the first on without a gap, and their sums."""
        with self._changed:
            stretch = self._by_low.get(self.low)
            return (stretch.high - self.low, stretch.sums) if stretch else (0, [])

    # ------------------------------------------------------------------------------------------ within the lock

    def _ended(self) -> bool:
        first = self._by_low.get(self.low)
        return self._stopped or self.low >= self.high or (first is not None and first.high == self.high)

    def _end(self, error: BaseException | None) -> None:
        if not self._ended():
            self.error = error
        self._stopped = True
        self._changed.notify_all()

    def _overdue(self) -> Chunk | None:
        if self.again and self._times:
            now = time.monotonic()
            limit = PATIENCE * max(self.seconds, statistics.median(self._times))
            for low, out in self._out.items():
                if now - out.since > limit:
                    out.since, out.lanes = now, out.lanes + 1
                    return Chunk(low, out.high)
        return None

    def _fresh(self) -> Chunk | None:
        if (
            self.alone
            and not self._times
            and any(time.monotonic() - out.since < COMPILES for out in self._out.values())
        ):
            return None
        chunk = self._lost.popleft() if self._lost else self._cut()
        if chunk is not None:
            self._out[chunk.low] = _Out(chunk.high, time.monotonic())
        return chunk

    def _cut(self) -> Chunk | None:
        left = self.high - self._next
        if left == 0:
            return None
        fair = max(left // (2 * self.lanes), self._size // 16, 1)
        size = min(self._chunk or min(self._size, fair), left)
        chunk = Chunk(self._next, self._next + size)
        self._next = chunk.high
        return chunk

    def _lay(self, chunk: Chunk, sums: Sums) -> None:
        """Put a chunk to the stretches beside it, so that no more of them are kept than there are lanes."""
        left, right = self._by_high.pop(chunk.low, None), self._by_low.pop(chunk.high, None)
        if left is None:
            whole = _Stretch(*chunk, [part.copy() for part in sums])
        else:
            whole = left
            whole.high = chunk.high
            whole.add(sums)
        if right is not None:
            whole.high = right.high
            whole.add(right.sums)
        self._by_low[whole.low] = self._by_high[whole.high] = whole
