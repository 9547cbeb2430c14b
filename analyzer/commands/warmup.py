"""`bidodds warmup`: compile the simulation now instead of at the first question."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.options import Quiet

Games = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Games to compile for (default: all).")
]


def command(game: Games = None, quiet: Quiet = False) -> None:
    """Compile the simulation now, so that first answers are quick.

    What is compiled lies in the user's cache, or in the folder that BIDODDS_CACHE_DIR names."""
    import time

    from analyzer.choice import choose_rules
    from analyzer.output import say
    from analyzer.warmup import warm_up
    from sims._jit import CACHE_FOLDER
    from sims.errors import Refused
    from sims.games import GAMES

    if CACHE_FOLDER is None:
        raise Refused("the kernel cache cannot be written: name a folder with BIDODDS_CACHE_DIR")
    chosen = [choose_rules(name, None, None, None, None) for name in game or GAMES]
    for module, rules in chosen:
        begun = time.perf_counter()
        warm_up(module, rules)
        say(f"{rules.game}: ready after {time.perf_counter() - begun:.1f} s", quiet=quiet)
