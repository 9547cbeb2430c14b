"""Shards: the sums over a part of a job's deals, as files that are added up later.

{"schema": "bidodds.shard/1", "shard": [3, 16], "deals": [low, high], "job": {...}, "sums": [...], "sha256": ...}

The deals are low..high-1, the sums nested lists of whole numbers, as the game's tally has them; sha256 is that of the
other entries, so that a file that was damaged or edited is found out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analyzer.jobs import Job, check_code, read_sums, written
from analyzer.options import Misused
from analyzer.schedule import Sums
from sims.errors import Refused
from sims.tables import Int64Array

SCHEMA = "bidodds.shard/1"


class Part(NamedTuple):
    """Part `number` of `parts` equal ones, from 1 on."""

    number: int
    parts: int

    def deals(self, deals: int) -> tuple[int, int]:
        """Its deals low..high-1 of so many; `Refused` if there are more parts than deals."""
        if self.parts > deals:
            raise Refused(f"--shard {self.number}/{self.parts}: {deals:,} deals have at most as many parts")
        return (self.number - 1) * deals // self.parts, self.number * deals // self.parts


class Shard(BaseModel):
    """A file of sums."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    kind: Literal["bidodds.shard/1"] = Field(alias="schema")
    shard: tuple[int, int]
    deals: tuple[int, int]
    job: Job
    sums: list[Any]
    sha256: str


class Found(NamedTuple):
    """A shard and the name of its file."""

    name: str
    shard: Shard

    def __str__(self) -> str:
        low, high = self.shard.deals
        return f"{self.name} (deals {low} to {high - 1})"


def parse_part(text: str) -> Part:
    """`3/16`, the third of sixteen parts."""
    match = re.fullmatch(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*", text, re.ASCII)
    part = Part(int(match[1]), int(match[2])) if match else Part(0, 0)
    if not 1 <= part.number <= part.parts:
        raise Misused(f"--shard takes K/N, the part 1 to N of N equal ones, such as 3/16, not {text!r}")
    return part


def shard_text(job: Job, part: Part, low: int, high: int, sums: Sums) -> str:
    """The file of the sums over the deals low..high-1."""
    content = {
        "schema": SCHEMA,
        "shard": list(part),
        "deals": [low, high],
        "job": job.model_dump(),
        "sums": written(sums),
    }
    return json.dumps({**content, "sha256": _digest(content)}, ensure_ascii=False) + "\n"


def _digest(content: dict[str, Any]) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read_shard(path: Path) -> Found:
    """The shard in a file; `Refused` if there is none, if it was changed, or if it is of another version."""
    try:
        text = path.read_text(encoding="utf-8")
        shard = Shard.model_validate_json(text)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path} is no shard: it is no UTF-8 text") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(step) for step in fault["loc"])
        raise Refused(
            f"{path} is no shard ({SCHEMA}): {where + ': ' if where else ''}{fault['msg']}; bidodds odds, "
            "duel and compare write one with --shard"
        ) from None
    content = json.loads(text)
    if _digest({key: value for key, value in content.items() if key != "sha256"}) != shard.sha256:
        raise Refused(f"{path} was changed after it was written: compute this shard anew")
    return Found(str(path), shard)


def merge(paths: Sequence[Path]) -> tuple[Job, list[Int64Array]]:
    """The job of some shards and the sums over all its deals.

    `Refused`, with the files named, for shards of another question or version, for deals that stand in two of
    them, and for deals that are missing.
    """
    found = sorted((read_shard(path) for path in paths), key=lambda each: each.shard.deals)
    first = found[0]
    for each in found:
        _check_same(first, each)
    for each in found:
        check_code(each.shard.job, f"{each.name} cannot be merged here: this program")
    _check_whole(found)
    totals = read_sums(first.shard.sums)
    for each in found[1:]:
        for i, part in enumerate(read_sums(each.shard.sums)):
            totals[i] += part
    return first.shard.job, totals


def _check_same(one: Found, other: Found) -> None:
    ours, theirs = (_flat(each.shard.job) for each in (one, other))
    unlike = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    if unlike:
        shown = ", ".join(f"{name} ({ours.get(name)!r} and {theirs.get(name)!r})" for name in unlike)
        raise Refused(f"{one.name} and {other.name} are not of one question: they differ in {shown}")


def _flat(job: Job) -> dict[str, Any]:
    question = job.question()
    asked, switches = question.pop("asked"), question.pop("switches")
    return {**question, **asked, **switches}


def _check_whole(found: Sequence[Found]) -> None:
    deals = found[0].shard.job.deals
    for before, after in pairwise(found):
        if after.shard.deals[0] < before.shard.deals[1]:
            raise Refused(f"{before} and {after} overlap: every deal counts once")
    ends = [0, *(end for each in found for end in each.shard.deals), deals]
    places = [
        f"before {found[0]}",
        *(f"between {a} and {b}" for a, b in pairwise(found)),
        f"after {found[-1]}",
    ]
    for low, high, place in zip(ends[::2], ends[1::2], places, strict=True):
        if low < high:
            raise Refused(f"the deals {low} to {high - 1} of {deals} are missing, {place}: add their shard")
