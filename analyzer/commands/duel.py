"""`bidodds duel GAME P1 P2 ...`: players against one another on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.options import (
    Dealer,
    Engine,
    Format,
    Game,
    Output,
    Players,
    Plot,
    Quiet,
    Scheduler,
    Seed,
    Settings,
    Shard,
    Sheet,
    Threads,
    Variant,
    Workers,
    command_line,
)

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="P1 P2 ...", help="Two players or more: random, rules, rollout:N."),
]
Bids = Annotated[
    list[str] | None,
    typer.Option("--bid", metavar="BID", help="The bid they play for (default: the usual one); repeatable."),
]
Deals = Annotated[
    str | None,
    typer.Option(
        "-n",
        "--deals",
        metavar="DEALS",
        help="Deals that all of them play (default: 1000; 400 if one of them samples worlds).",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="PLAYER", help="Who plays the other side (default: the second of a pair)."
    ),
]


def command(
    game: Game,
    names: Names = None,
    bid: Bids = None,
    n: Deals = None,
    against: Against = None,
    dealer: Dealer = None,
    players: Players = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    threads: Threads = None,
    engine: Engine = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    shard: Shard = None,
    format: Format = None,
    output: Output = None,
    plot: Plot = None,
    quiet: Quiet = False,
) -> int:
    """Which player is better, on the same deals.

    Every pair is compared, with the sides swapped; where a side declares, declaring and defending too. What
    noise decides is called undecided.
    """
    from analyzer.asking import duel_of
    from analyzer.jobs import job_of
    from analyzer.running import choose_run

    run = choose_run(
        engine=engine,
        threads=threads,
        workers=workers,
        scheduler=scheduler,
        shard=shard,
        format=format,
        output=output,
        quiet=quiet,
        plot=plot,
    )
    duel = duel_of(
        game=game,
        variant=variant,
        set=set,
        rules=rules,
        players=players,
        names=names or (),
        bid=bid,
        deals=n,
        against=against,
        dealer=dealer,
        seed=seed,
    )
    return run.job(job_of(duel, command_line()))
