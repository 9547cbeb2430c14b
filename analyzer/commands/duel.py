"""`bidodds duel GAME P1 P2 ...`: players against one another on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.options import (
    Dealer,
    Format,
    Game,
    Output,
    Players,
    Quiet,
    Seed,
    Settings,
    Sheet,
    Threads,
    Variant,
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
        note_compiling,
        parse_seat,
        parse_seed,
        parse_threads,
        parse_whole,
    )
    from analyzer.choice import choose_rules
    from analyzer.duel import Duel, check_against, check_names, play_duel
    from analyzer.duels import kind_of
    from analyzer.output import check_output, choose_format, say, takes_unicode, write_text
    from sims.players import searches

    check_output(output)
    chosen = choose_format(format, output)
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
    note_compiling(kind.cold(searching), lambda text: say(text, quiet=quiet))
    answer = play_duel(duel, threads=parse_threads(threads), while_running=_load_reports)
    from analyzer.duel_report import duel_report
    from reports.render import render

    report = duel_report(answer, command_line())
    write_text(render(report, chosen, unicode=takes_unicode(output=output)), output)
    return 0 if answer.complete else 130


def _load_reports() -> None:
    """Import pandas while the threads play."""
    import reports.render  # noqa: F401
