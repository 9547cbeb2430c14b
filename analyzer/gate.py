"""The gate of `bench`: is a case slower than a baseline allows?

A baseline is a file that `bench` wrote, or another revision of the project that is timed in the same run. What is
compared are the ratios to the reference kernel, never rates: machines differ, and so do their loads.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analyzer.options import Misused
from sims.errors import Refused

ROUNDS = 5  # of each revision, in turn
LONGER = 4  # times the repetitions for a case that is near what is allowed
SLOWER = 5  # the exit code

Ratios = dict[tuple[str, int], float]  # by case and threads


@dataclass(frozen=True)
class Verdict:
    """How a case stands against its baseline; change: of its speed, -0.15 for 15 % slower."""

    name: str
    ratio: float
    baseline: float
    allowed: float

    @property
    def change(self) -> float:
        """What it gained (above 0) or lost of the baseline's speed."""
        return self.ratio / self.baseline - 1

    @property
    def too_slow(self) -> bool:
        """Whether it lost more than is allowed."""
        return self.change < -self.allowed

    def sentence(self) -> str:
        """What to tell about a case that is too slow."""
        return (
            f"{self.name} is {-100 * self.change:.1f} % slower than the baseline (ratio {self.ratio:.4g}, "
            f"baseline {self.baseline:.4g}); {100 * self.allowed:g} % are allowed"
        )


def parse_share(text: str) -> float:
    """`10%` or `0.1` as 0.1."""
    match = re.fullmatch(r"\s*(\d+(?:\.\d*)?|\.\d+)\s*(%?)\s*", text)
    share = float(match[1]) / (100 if match[2] else 1) if match else -1.0
    if not 0 <= share < 1:
        raise Misused(f"--max-regression takes a share below 100 %, such as 10% or 0.1, not {text!r}")
    return share


def read_baseline(path: Path) -> Ratios:
    """The ratios of a file that `bench -f json` wrote."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Refused(f"the baseline {str(path)!r} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise Refused(f"the baseline {str(path)!r} is no JSON: {error}") from None
    schema = found.get("schema") if isinstance(found, dict) else None
    if schema != "bidodds.bench/1":
        raise Refused(
            f"the baseline {str(path)!r} is not what bench -f json writes: its schema is {schema!r}"
        )
    ratios: Ratios = {}
    for i, row in enumerate(found.get("cases", [])):
        try:
            name, threads, ratio = str(row["name"]), int(row["threads"]), float(row["ratio"])
        except (KeyError, TypeError, ValueError):
            raise Refused(
                f"case {i + 1} of the baseline {str(path)!r} lacks a name, threads or ratio"
            ) from None
        if not 0 < ratio < float("inf"):
            raise Refused(f"the ratio of {name} in the baseline {str(path)!r} is {ratio}, not above 0")
        ratios[name, threads] = ratio
    return ratios


def is_close(ratio: float, baseline: float | None, allowed: float) -> bool:
    """Whether a case lost more than half of what it may lose: it is timed again before it is judged."""
    return baseline is not None and ratio < (1 - allowed / 2) * baseline


def judge(measured: Ratios, baseline: Ratios, allowed: float) -> list[Verdict]:
    """The verdicts of the cases that both have; `Refused` if there are none."""
    both = [key for key in measured if key in baseline]
    if not both:
        names = ", ".join(name for name, _ in measured)
        raise Refused(f"the baseline has none of the cases that were timed ({names}) with as many threads")
    return [Verdict(key[0], measured[key], baseline[key], allowed) for key in both]


def check_revision(revision: str) -> str:
    """The commit that a revision of the project names."""
    done = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if done.returncode:
        raise Refused(f"{revision!r} is no revision of the project's repository {str(_root())!r}")
    return done.stdout.strip()


def time_revisions(
    commit: str, cases: Sequence[str], threads: int, repetitions: int
) -> tuple[Ratios, Ratios]:
    """Ratios of this tree and of a commit, each the median of ROUNDS runs that took turns."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "baseline"
        done = _git("worktree", "add", "--detach", str(tree), commit)
        if done.returncode:
            raise Refused(f"the work tree of {commit} cannot be made: {done.stderr.strip()}")
        try:
            runs: tuple[list[Ratios], list[Ratios]] = ([], [])
            for turn in range(ROUNDS + 1):
                for place, root in enumerate((_root(), tree)):
                    ratios = _bench(root, cases, threads, repetitions if turn else 3)
                    if turn:  # the first turn compiles
                        runs[place].append(ratios)
        finally:
            _git("worktree", "remove", "--force", str(tree))
    return _medians(runs[0]), _medians(runs[1])


def _medians(runs: list[Ratios]) -> Ratios:
    return {key: statistics.median(ratios[key] for ratios in runs) for key in runs[0]}


def _bench(root: Path, cases: Sequence[str], threads: int, repetitions: int) -> Ratios:
    """`bench` of the tree at `root`, in a process of its own."""
    chosen = [word for name in cases for word in ("--case", name)]
    words = [
        sys.executable,
        "-m",
        "analyzer",
        "bench",
        "--threads",
        str(threads),
        "--repeat",
        str(repetitions),
    ]
    done = subprocess.run(
        [*words, *chosen, "-f", "json", "--quiet"],
        capture_output=True, text=True, check=False, cwd=root, env={**os.environ, "PYTHONPATH": str(root)},
    )  # fmt: skip
    if done.returncode:
        raise Refused(f"bench of {root.name!r} failed: {done.stderr.strip()}")
    return {(row["name"], row["threads"]): row["ratio"] for row in json.loads(done.stdout)["cases"]}


def _root() -> Path:
    return Path(__file__).resolve().parent.parent


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(["git", *words], capture_output=True, text=True, check=False, cwd=_root())
    except OSError as error:
        raise Refused(f"--baseline-ref needs git: {error.strerror}") from None
