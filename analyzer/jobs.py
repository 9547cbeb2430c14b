"""A job: the whole question of `odds`, `duel` or `compare` as JSON, from which any process can play any deals of it.

The sums of a range of deals are a pure function of the job and the range, so that it does not matter who plays
which part.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from analyzer import __version__
from analyzer.compare import Compare, compare_work
from analyzer.duel import Duel, duel_work
from analyzer.faces import face_of
from analyzer.request import OddsRequest
from analyzer.schedule import Sums
from analyzer.work import Work
from sims.errors import Refused
from sims.games import GAMES
from sims.sheets import Rules, resolve
from sims.sources import KERNEL_HASH
from sims.tables import Int64Array

COMMANDS: dict[type, Literal["odds", "duel", "compare"]] = {
    OddsRequest: "odds",
    Duel: "duel",
    Compare: "compare",
}
# What a request holds beside the question: objects of this process, and who works on it how.
NOT_ASKED = {"game", "rules", "seed", "deals", "threads", "command", "unicode", "say"}


class Job(BaseModel):
    """A question. asked: the other fields of `OddsRequest`, `Duel` or `Compare`; typed: the command line for the
    report."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: Literal["odds", "duel", "compare"]
    game: str
    variant: str
    switches: dict[str, str | int]
    seed: int | str
    deals: int
    asked: dict[str, Any]
    typed: str
    version: str
    kernel_hash: str

    def question(self) -> dict[str, Any]:
        """All that the sums depend on: everything but how the command was typed."""
        return self.model_dump(exclude={"typed"})


@cache
def code_hash() -> str:
    """First 16 hex digits of the SHA-256 over all that decides what a deal comes to: the kernels, the weights of
    the players, the fitted models and the sources of this package."""
    digest = hashlib.sha256(KERNEL_HASH.encode())
    analyzer = Path(__file__).parent
    sims = analyzer.parent / "sims"
    for root, pattern in ((sims, "*.toml"), (sims, "*.npz"), (analyzer, "*.py")):
        for path in sorted(root.rglob(pattern)):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def job_of(question: OddsRequest | Duel | Compare, typed: str) -> Job:
    """The job of a question."""
    asked = {
        field.name: getattr(question, field.name) for field in fields(question) if field.name not in NOT_ASKED
    }
    if isinstance(question, OddsRequest):
        asked["boards"] = _boards(question)
    rules = question.rules
    return Job(
        command=COMMANDS[type(question)],
        game=rules.game,
        variant=rules.variant,
        switches=dict(rules.values),
        seed=question.seed,
        deals=question.deals,
        asked={name: list(value) if isinstance(value, tuple) else value for name, value in asked.items()},
        typed=typed,
        version=__version__,
        kernel_hash=code_hash(),
    )


def _boards(request: OddsRequest) -> list[dict[str, Any]] | None:
    """The boards in the files that `--board` names, which others do not have."""
    if "board" not in request.extras or request.rules.game != "hundred-to-one":
        return None
    from analyzer.faces.quiz import boards_of

    return [asdict(board) for board in boards_of(request)]


def work_of(job: Job, *, unicode: bool = False, say: Callable[[str], None] = lambda text: None) -> Work:
    """The work of a job; say: writes a note for people, unicode: whether suit symbols can be shown in it."""
    game = GAMES[job.game]
    rules: Rules = resolve(game.SHEET, job.variant, job.switches)
    asked: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in job.asked.items()
    }
    common: dict[str, Any] = {"game": game, "rules": rules, "seed": job.seed, "deals": job.deals}
    if job.command == "duel":
        return duel_work(Duel(**common, **asked), job.typed)
    if job.command == "compare":
        return compare_work(Compare(**common, **asked), job.typed)
    if asked["boards"] is not None:
        from sims.quiz_tables import Board

        asked["boards"] = tuple(
            Board(board["question"], tuple(board["answers"]), tuple(board["people"]))
            for board in asked["boards"]
        )
    request = OddsRequest(**common, **asked, threads=None, command=job.typed, unicode=unicode, say=say)
    work: Work = face_of(rules).work(request)
    return work


def check_code(job: Job, who: str) -> None:
    """Refuse a job of another version; who: names this process in the message."""
    ours, theirs = (__version__, code_hash()), (job.version, job.kernel_hash)
    if ours != theirs:
        raise Refused(
            f"{who} has bidodds {ours[0]} with the kernel hash {ours[1]}, the job is of {theirs[0]} with "
            f"{theirs[1]}: install the same version for both"
        )


def written(sums: Sums) -> list[Any]:
    """Sums as nested lists of whole numbers."""
    return [part.tolist() for part in sums]


def read_sums(lists: list[Any]) -> list[Int64Array]:
    """Sums from nested lists."""
    return [np.array(part, np.int64) for part in lists]
