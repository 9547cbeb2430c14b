"""Running the command: inside the test for speed, or as a process of its own where that is the point."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
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
        """The lines on standard error but for the one that a first run compiles."""
        return [line for line in self.err.splitlines() if "compiling the simulation" not in line]


Call = Callable[..., Done]


@pytest.fixture
def by_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands are judged by their estimates, as in games and variants without a fitted model."""
    from sims import strengths

    monkeypatch.setattr(strengths, "model_of", lambda game, rules: None)
    monkeypatch.setattr(strengths, "_models", {})


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs a command line inside the test: call("games -f json"); further words are taken as they are."""

    def run_here(line: str = "", *more: str) -> Done:
        capsys.readouterr()
        code = run([*shlex.split(line), *more])
        return Done(code, *capsys.readouterr())

    return run_here


def command(line: str) -> list[str]:
    """A command line as the words of a process, the same as the installed command."""
    return [sys.executable, "-m", "analyzer", *shlex.split(line)]


def environment(**changes: str) -> dict[str, str]:
    """The environment of such a process: UTF-8, and what is to differ."""
    return {**os.environ, "PYTHONIOENCODING": "utf-8", **changes}


def start(line: str, *, shell: str = "", stdin: bytes | None = None, **env: str) -> Done:
    """Run a command line as a process; `shell` redirects its streams, as ">/dev/full" does."""
    words = command(line)
    if shell:
        words = ["sh", "-c", f'exec "$@" {shell}', "sh", *words]
    done = subprocess.run(
        words, input=stdin, capture_output=True, cwd=ROOT, env=environment(**env), check=False
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def spawn(line: str, **env: str) -> subprocess.Popen[Any]:
    """Start a command line as a process with pipes."""
    return subprocess.Popen(
        command(line), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment(**env)
    )


def pytest_configure() -> None:
    """A shell that starts a job in the background has it ignore Ctrl-C, and so its children; tests send it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
