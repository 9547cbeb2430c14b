"""The tree of commands: one line each."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer import __version__
from analyzer.commands import (
    advise,
    bench,
    check,
    compare,
    duel,
    fit,
    games,
    match,
    merge,
    odds,
    rules,
    trace,
    warmup,
)

app = typer.Typer(
    name="bidodds",
    help="The odds of making a bid in bidding card games, by simulation.",
    epilog="Exit codes: 0 done, 1 a fault of the program, 2 wrong usage, 3 input or rules that cannot be, "
    "4 precision not reached, 5 slower than the baseline, 130 interrupted.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module in (games, rules, odds, advise, duel, compare, match, merge, trace, check, bench, fit, warmup):
    app.command(module.__name__.rsplit(".", 1)[-1])(module.command)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"bidodds {__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show the version and exit.")
]


@app.callback()
def _root(version: Version = False) -> None:
    pass
