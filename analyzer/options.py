"""The options that commands share, and how a command line is echoed.

Numbers are texts here and are read in `analyzer.checks`, whose messages name what was typed.
"""

from __future__ import annotations

import shlex
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import Annotated

import typer

from sims.errors import Refused


class Misused(Refused):
    """A command line that cannot be read whatever the game: wrong usage."""

    exit_code = 2


Game = Annotated[str, typer.Argument(metavar="GAME", help="Game id or alias; `bidodds games` lists them.")]
Variant = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="A named variant of the game.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set one rule switch; repeatable.")
]
Sheet = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="A rule sheet (TOML).")]
Seed = Annotated[str, typer.Option("--seed", metavar="SEED", help="Master seed: a whole number or a text.")]
Policy = Annotated[
    str | None,
    typer.Option(
        "--policy",
        metavar="PLAYER",
        help="Who plays: random, rules or rollout:N (default: rollout:20 in odds, rules in trace).",
    ),
]
Defence = Annotated[
    str | None,
    typer.Option("--defence", metavar="PLAYER", help="Who plays for the other side (default: as --policy)."),
]
Fast = Annotated[bool, typer.Option("--fast", help="Short for --policy rules.")]
Threads = Annotated[str | None, typer.Option("--threads", metavar="N", help="Threads (default: all cores).")]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="Who works: threads, process, or dask for a cluster (default: threads).",
    ),
]
Workers = Annotated[
    str | None,
    typer.Option("--workers", metavar="N", help="Processes of --engine process (default: all cores)."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler", metavar="ADDRESS", help="Scheduler of --engine dask, such as tcp://HOST:8786."
    ),
]
Shard = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="K/N",
        help="Only part K of N equal parts of the deals, as sums for `bidodds merge`.",
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        metavar="FORMAT",
        help="table, json, csv, md, html or tex; parquet or xlsx with --output (default: table).",
    ),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to a file; its suffix names the format."),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="Draw the answer, too, as FILE.svg, .png or .pdf."),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No notes on standard error.")]
Score = Annotated[
    str | None, typer.Option("--score", metavar="OWN:OTHER", help="Scores before the hand (default 0:0).")
]
Dealer = Annotated[
    str | None, typer.Option("--dealer", metavar="SEAT", help="Who deals (default: the last seat).")
]


TYPED: ContextVar[tuple[str, ...] | None] = ContextVar("TYPED", default=None)  # the arguments of this run

Players = Annotated[
    str | None, typer.Option("--players", metavar="N", help="How many play; short for --set players=N.")
]


# What cannot change an answer and is not echoed, so that it stays the same bytes.
SILENT = (
    "--engine",
    "--workers",
    "--scheduler",
    "--shard",
    "--threads",
    "--format",
    "-f",
    "--output",
    "-o",
    "--plot",
)


def command_line() -> str:
    """The command as it could be typed again, without who works and where the answer goes."""
    typed = TYPED.get()
    words = iter(sys.argv[1:] if typed is None else typed)
    kept = ["bidodds"]
    for word in words:
        if word in SILENT:
            next(words, None)
        elif word != "--quiet" and not _is_silent(word):
            kept.append(word)
    return shlex.join(kept)


def _is_silent(word: str) -> bool:
    """An option with its value in one word: --shard=3/16, -fjson."""
    name, equals, _ = word.partition("=")
    return (bool(equals) and name in SILENT) or (word[:2] in SILENT and word[:2] != "--")
