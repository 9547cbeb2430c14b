"""`bidodds match GAME`: the chance to win the match by score and dealer."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.options import (
    Format,
    Game,
    Output,
    Players,
    Quiet,
    Seed,
    Settings,
    Sheet,
    Variant,
    command_line,
)

Score = Annotated[
    str | None,
    typer.Option(
        "--score",
        metavar="OWN:OTHER",
        help="Scores now, those of all sides (default: a table of round scores); Da Bai Fen: promotions.",
    ),
]
Dealer = Annotated[
    str | None, typer.Option("--dealer", metavar="WHO", help="Who deals next: own, other or a seat.")
]
Hands = Annotated[
    str | None,
    typer.Option(
        "-n",
        "--hands",
        metavar="HANDS",
        help="Hands behind the table (default: 200000; 2000 if the player samples worlds).",
    ),
]
Player = Annotated[
    str | None, typer.Option("--policy", metavar="PLAYER", help="Who plays: random, rules or rollout:N.")
]
AnyThreads = Annotated[
    str | None, typer.Option("--threads", metavar="N", help="One thread works, whatever N is.")
]
Refresh = Annotated[bool, typer.Option("--refresh", help="Compute the table anew, though it is stored.")]


def command(
    game: Game,
    score: Score = None,
    dealer: Dealer = None,
    n: Hands = None,
    policy: Player = None,
    refresh: Refresh = False,
    players: Players = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    threads: AnyThreads = None,
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """The chance to win the match, from the scores and who deals."""
    from analyzer.checks import check_player, parse_seed, parse_threads, parse_whole
    from analyzer.choice import choose_rules
    from analyzer.match import chances_of
    from analyzer.match.question import states_of
    from analyzer.output import check_output, choose_format, say, takes_unicode, write_text
    from analyzer.progress import shown

    check_output(output)
    chosen = choose_format(format, output)
    parse_threads(threads)
    module, resolved = choose_rules(game, variant, set, rules, players)
    player = policy or "rules"
    states = states_of(resolved, score, dealer)
    check_player(player, module)
    hands = None if n is None else parse_whole("-n", n, 100, 100_000_000)
    master = parse_seed(seed)
    with shown(quiet=quiet):
        table = chances_of(
            resolved,
            player,
            seed=master,
            hands=hands,
            refresh=refresh,
            say=lambda text: say(text, quiet=quiet),
        )
    from analyzer.match.report import match_report
    from reports.render import render

    report = match_report(table, states, command_line())
    write_text(render(report, chosen, unicode=takes_unicode(output=output)), output)
