"""`bidodds advise GAME --hand H`: the best call now, at this score and after these calls."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from analyzer.commands.odds import Auction, Bidders, Hand, Know, Seat
from analyzer.options import (
    Dealer,
    Defence,
    Fast,
    Format,
    Game,
    Output,
    Players,
    Policy,
    Quiet,
    Score,
    Seed,
    Settings,
    Sheet,
    Threads,
    Variant,
    command_line,
)

Trump = Annotated[
    list[str] | None,
    typer.Option("--trump", metavar="SUIT", help="The suit you would name (default: your best one)."),
]
Deals = Annotated[
    str | None,
    typer.Option(
        "-n", "--deals", metavar="DEALS", help="Deals for the best calls (default: some seconds' worth)."
    ),
]


def command(
    game: Game,
    hand: Hand = None,
    trump: Trump = None,
    n: Deals = None,
    seat: Seat = None,
    dealer: Dealer = None,
    score: Score = None,
    auction: Auction = None,
    profile: Bidders = None,
    know: Know = None,
    players: Players = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    policy: Policy = None,
    defence: Defence = None,
    fast: Fast = False,
    threads: Threads = None,
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> int:
    """The best call now, at this score and after these calls.

    For every legal call the chance to win the match after it, beside the points. The hidden hands are those that go
    with the calls heard, and after each call the auction goes on.
    """
    from analyzer.advising.command import answer
    from analyzer.calling import has_auction
    from analyzer.checks import (
        MOST_DEALS,
        bidders_of,
        choose_players,
        parse_seat,
        parse_seed,
        parse_threads,
        parse_whole,
        usual_player,
    )
    from analyzer.choice import choose_rules
    from analyzer.output import check_output, choose_format, say, takes_unicode, write_report
    from analyzer.progress import shown
    from analyzer.request import OddsRequest
    from sims.errors import Refused
    from sims.players import searches

    check_output(output)
    chosen = choose_format(format, output)
    module, resolved = choose_rules(game, variant, set, rules, players)
    if not has_auction(module):
        raise Refused(f"{resolved.game} has no auction to advise in; odds answers what its hands are worth")
    ours, theirs = choose_players(policy, defence, fast=fast, game=module, usual=usual_player(module))
    usual = 10_000
    if searches(ours, theirs):
        usual = 600 if hasattr(module, "auction") else 200
    request = OddsRequest(
        game=module,
        rules=resolved,
        hand=hand,
        trumps=tuple(name.strip() for name in trump or ()),
        bids=(),
        seat=parse_seat("--seat", seat),
        dealer=parse_seat("--dealer", dealer),
        score=score,
        policy=ours,
        defence=theirs,
        seed=parse_seed(seed),
        deals=usual if n is None else parse_whole("-n", n, 2, MOST_DEALS),
        threads=parse_threads(threads),
        command=command_line(),
        unicode=takes_unicode(sys.stderr),
        say=lambda text: say(text, quiet=quiet),
        know=know,
        auction=auction or "",
        bidders=bidders_of(profile, heard=True, game=resolved.game),
    )
    with shown(quiet=quiet):
        report, complete = answer(request)
    write_report(report, chosen, output, quiet=quiet)
    return 0 if complete else 130
