"""`bidodds fit GAME`: the model of instant odds, for developers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.options import Game, Quiet, Seed, Threads

Labels = Annotated[
    str | None, typer.Option("--labels", metavar="DEALS", help="Deals that the strong player labels.")
]
Level = Annotated[
    str | None, typer.Option("--level", metavar="DEALS", help="Deals that the judge labels at last.")
]
Weak = Annotated[str | None, typer.Option("--weak", metavar="DEALS", help="Deals that `rules` labels first.")]
Steps = Annotated[
    str | None, typer.Option("--steps", metavar="N", help="Steps of the first part of the training.")
]
Hands = Annotated[str | None, typer.Option("--hands", metavar="N", help="Held-out hands.")]
Layouts = Annotated[str | None, typer.Option("--layouts", metavar="N", help="Layouts of each held-out hand.")]
Policy = Annotated[str | None, typer.Option("--policy", metavar="PLAYER", help="The strong player.")]
Judge = Annotated[str | None, typer.Option("--judge", metavar="PLAYER", help="Who plays the held-out hands.")]
Folder = Annotated[
    Path | None,
    typer.Option("--folder", metavar="DIR", help="Where labels are kept (default: the user's cache)."),
]
Model = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="The model file (default: GAME.npz).")
]


def command(
    game: Game,
    labels: Labels = None,
    weak: Weak = None,
    level: Level = None,
    steps: Steps = None,
    hands: Hands = None,
    layouts: Layouts = None,
    policy: Policy = None,
    judge: Judge = None,
    seed: Seed = "1",
    folder: Folder = None,
    output: Model = None,
    threads: Threads = None,
    quiet: Quiet = False,
) -> int:
    """Fit the model of `odds --instant` for a game: an hour or so; what was done is found again after Ctrl-C."""
    # Several threads of linear algebra get in one another's way, and their sums may differ.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from dataclasses import replace

    from analyzer.checks import MOST_DEALS, check_player, parse_seed, parse_threads, parse_whole
    from analyzer.choice import choose_rules
    from analyzer.fitting.fit import PLANS, fit
    from analyzer.fitting.report import report_of
    from analyzer.fitting.store import label_folder
    from analyzer.output import check_output, say, write_text
    from sims.errors import Refused
    from sims.instant import written

    module, rules = choose_rules(game, None, None, None, None)
    if rules.game not in PLANS:
        raise Refused(f"{rules.game} has no model to fit: {', '.join(PLANS)} have one")
    plan = replace(PLANS[rules.game], seed=parse_seed(seed), threads=parse_threads(threads))
    numbers = {
        "strong": ("--labels", labels),
        "weak": ("--weak", weak),
        "level": ("--level", level),
        "steps": ("--steps", steps),
        "hands": ("--hands", hands),
        "layouts": ("--layouts", layouts),
    }
    asked: dict[str, Any] = {
        field: parse_whole(name, text, 2, MOST_DEALS)
        for field, (name, text) in numbers.items()
        if text is not None
    }
    for field, text in (("player", policy), ("judge", judge)):
        if text is not None:
            check_player(text, module)
            asked[field] = text
    plan = replace(plan, **asked)
    path = output or Path(f"{rules.game}.npz")
    check_output(path)
    file = fit(plan, label_folder(rules.game, folder), lambda text: say(text, quiet=quiet))
    path.write_bytes(written(file))
    write_text(report_of(file, path), None)
    return 0
