"""How far a long computation is: one line on a terminal's standard error, wiped out at the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO

PATIENCE = 2.0  # seconds before the line appears
PAUSE = 0.5  # seconds between two looks

_METER: ContextVar[Meter | None] = ContextVar("METER", default=None)


class Meter:
    """Writes the line to a stream."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.begun = time.monotonic()
        self.width = 0

    def show(self, done: int, total: int) -> None:
        """Done of total deals, and how long the rest takes at this pace."""
        text = f"{done:,} of {total:,} deals"
        if done:
            spent = time.monotonic() - self.begun
            text += f", about {max(1, round(spent * (total - done) / done)):,} s left"
        self.write(text)

    def write(self, text: str) -> None:
        """A line, once what is waited for takes long."""
        if time.monotonic() - self.begun < PATIENCE:
            return
        self.stream.write("\r" + text.ljust(self.width))
        self.stream.flush()
        self.width = len(text)

    def wipe(self) -> None:
        """Leave an empty line, and begin anew."""
        if self.width:
            self.stream.write("\r" + " " * self.width + "\r")
            self.stream.flush()
        self.width = 0
        self.begun = time.monotonic()


@contextmanager
def shown(*, quiet: bool) -> Iterator[None]:
    """Show the progress of what is computed inside, if anybody can see it."""
    visible = not quiet and sys.stderr is not None and sys.stderr.isatty()
    token = _METER.set(Meter(sys.stderr) if visible else None)
    try:
        yield
    finally:
        _METER.reset(token)


def meter() -> Meter | None:
    """The meter of this computation."""
    return _METER.get()
