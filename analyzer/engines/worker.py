"""A worker process: reads a job, then a range of deals a line, and answers each with a line of JSON.

{"sums": [...]}, or {"refused": "..."} and {"fault": "..."} for what went wrong. It ends with its input.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from analyzer.engines.remote import sums_of
from sims.errors import Refused


def answer(job: str, line: str) -> dict[str, Any]:
    """The answer to a line "LOW HIGH"."""
    low, high = map(int, line.split())
    try:
        return {"sums": sums_of(job, low, high)}
    except Refused as error:
        return {"refused": str(error)}
    except Exception as error:
        return {"fault": f"{type(error).__name__}: {error}"}


def main() -> None:
    """Serve standard input. What libraries print goes to standard error, not among the answers."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as out:
        os.dup2(2, 1)
        job = sys.stdin.readline()
        for line in sys.stdin:
            out.write(json.dumps(answer(job, line)) + "\n")
            out.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # who asked is gone
        os._exit(0)
