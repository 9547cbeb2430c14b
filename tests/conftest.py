"""Running the command: inside the test for speed, or as a process of its own where that is the point."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli import run

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Done:
    """What a run left behind."""

    code: int
    out: str
    err: str

    @property
    def talk(self) -> list[str]:
        """The lines on standard error."""
        return self.err.splitlines()


Call = Callable[..., Done]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs the command line inside the test: call("games", "-f", "json")."""

    def run_here(*arguments: str) -> Done:
        capsys.readouterr()
        code = run(list(arguments))
        return Done(code, *capsys.readouterr())

    return run_here


def command(*arguments: str) -> list[str]:
    """The command as a process, the same as the installed one."""
    return [sys.executable, "-m", "analyzer", *arguments]


def environment(**changes: str) -> dict[str, str]:
    """The environment of such a process: UTF-8, and what is to differ."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **changes}


@pytest.fixture
def start() -> Call:
    """Runs the command as a process: start("games", env={...}, shell=">/dev/full")."""

    def run_there(
        *arguments: str, env: Mapping[str, str] | None = None, shell: str = "", **options: Any
    ) -> Done:
        words = command(*arguments)
        if shell:
            words = ["sh", "-c", f'exec "$@" {shell}', "sh", *words]
        done = subprocess.run(
            words, capture_output=True, cwd=ROOT, env=environment(**(env or {})), check=False, **options
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_there
