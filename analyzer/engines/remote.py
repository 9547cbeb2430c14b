"""What a worker does: deals of a job, given as text, in; whole-number sums out."""

from __future__ import annotations

import os
import socket
from functools import lru_cache
from typing import Any

from analyzer.jobs import Job, check_code, work_of, written
from analyzer.pool import Tally


def here() -> str:
    """This process in a message."""
    return f"the worker {os.getpid()} on {socket.gethostname()}"


@lru_cache(maxsize=2)
def tally_of(text: str) -> Tally:
    """The tally of a job in JSON; `Refused` if the job is of another version."""
    job = Job.model_validate_json(text)
    check_code(job, here())
    return work_of(job).prepare()


def sums_of(text: str, low: int, high: int) -> list[Any]:
    """The sums of a job over the deals low..high-1, as nested lists."""
    return written(tally_of(text)(low, high))
