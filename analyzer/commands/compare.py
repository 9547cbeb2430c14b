"""`bidodds compare GAME --vary switch=a,b`: what a rule or a variant changes, on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.options import (
    Dealer,
    Defence,
    Engine,
    Fast,
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

Vary = Annotated[
    list[str] | None,
    typer.Option(
        "--vary",
        metavar="SWITCH=A,B",
        help="A rule switch, or variant, and its values; each is held against the first. Repeatable.",
    ),
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
        help="Deals under every value (default: 10,000; 400 if a player samples worlds).",
    ),
]
Hand = Annotated[
    str | None, typer.Option("--hand", metavar="CARDS", help="Ask about this hand instead of all contracts.")
]
Trumps = Annotated[
    list[str] | None,
    typer.Option("--trump", metavar="SUIT", help="With --hand: this trump only; repeatable."),
]
Seat = Annotated[
    str | None, typer.Option("--seat", metavar="SEAT", help="With --hand: your seat (default: 0).")
]
Policy = Annotated[
    str | None,
    typer.Option("--policy", metavar="PLAYER", help="Who plays: random, rules (default) or rollout:N."),
]


def command(
    game: Game,
    vary: Vary = None,
    bid: Bids = None,
    n: Deals = None,
    hand: Hand = None,
    trump: Trumps = None,
    seat: Seat = None,
    dealer: Dealer = None,
    players: Players = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    policy: Policy = None,
    defence: Defence = None,
    fast: Fast = False,
    threads: Threads = None,
    engine: Engine = None,
    workers: Workers = None,
    scheduler: Scheduler = None,
    shard: Shard = None,
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> int:
    """What a rule changes, on the same deals.

    The same players play the same deals under each value; differences are b less a, with their intervals.
    """
    from analyzer.checks import MOST_DEALS, choose_players, parse_seat, parse_seed, parse_whole
    from analyzer.choice import choose_settings, split_settings
    from analyzer.compare import Compare, check_question
    from analyzer.jobs import job_of
    from analyzer.running import choose_run
    from analyzer.varying import VARIANT, changes_of, check_free
    from sims.players import searches
    from sims.sheets import resolve

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
    module, chosen, settings = choose_settings(game, variant, set, rules, players)
    resolved = resolve(module.SHEET, chosen, settings)
    changes = changes_of(module.SHEET, resolved.variant, settings, vary or ())
    typed = [*split_settings(set or []), *(["players"] if players else []), *([VARIANT] if variant else [])]
    check_free(changes, typed)
    ours, theirs = choose_players(policy, defence, fast=fast, game=module)
    usual = "400" if searches(ours, theirs) else "10000"
    question = Compare(
        game=module,
        rules=resolved,
        settings=settings,
        vary=tuple(vary or ()),
        bids=tuple(text.strip() for text in bid or ()),
        hand=hand,
        trumps=tuple(text.strip() for text in trump or ()),
        seat=parse_seat("--seat", seat),
        dealer=parse_seat("--dealer", dealer),
        policy=ours,
        defence=theirs,
        seed=parse_seed(seed),
        deals=parse_whole("-n", usual if n is None else n, 1, MOST_DEALS),
    )
    check_question(question)
    return run.job(job_of(question, command_line()))
