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
    quiet: Quiet = False,
) -> int:
    """Which player is better, on the same deals.

    Every pair is compared, with the sides swapped; where a side declares, declaring and defending too. What
    noise decides is called undecided.
    """
    from analyzer.checks import (
        MOST_DEALS,
        check_seat,
        parse_seat,
        parse_seed,
        parse_whole,
    )
    from analyzer.choice import choose_rules
    from analyzer.duel import Duel, check_against, check_names
    from analyzer.duels import kind_of
    from analyzer.jobs import job_of
    from analyzer.running import choose_run
    from sims.players import searches

    run = choose_run(
        engine=engine,
        threads=threads,
        workers=workers,
        scheduler=scheduler,
        shard=shard,
        format=format,
        output=output,
        quiet=quiet,
    )
    module, resolved = choose_rules(game, variant, set, rules, players)
    kind = kind_of(resolved)
    named = check_names(names or (), module)
    at_table = kind.table(module, resolved)
    callers = [at_table.active[seat] for seat in at_table.callers]
    other = check_against(against, module, resolved)
    searching = searches(*named, *([other] if other else []))
    usual = "400" if searching else "1000"
    duel = Duel(
        game=module,
        rules=resolved,
        players=named,
        bids=kind.goals(module, resolved, [text.strip() for text in bid or ()]),
        against=other,
        dealer=at_table.active.index(
            check_seat("--dealer", parse_seat("--dealer", dealer), callers, callers[-1])
        ),
        seed=parse_seed(seed),
        deals=parse_whole("-n", usual if n is None else n, 1, MOST_DEALS),
    )
    return run.job(job_of(duel, command_line()))
