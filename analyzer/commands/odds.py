"""`bidodds odds GAME --hand H`: the chance of every contract with a hand."""

from __future__ import annotations

import sys
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
    Plot,
    Policy,
    Quiet,
    Scheduler,
    Score,
    Seed,
    Settings,
    Shard,
    Sheet,
    Threads,
    Variant,
    Workers,
    command_line,
)

Hand = Annotated[
    str | None,
    typer.Option(
        "--hand",
        metavar="CARDS",
        help='The hand: "AS TH 5D", "♠AT9 ♥K", "S:AT9 H:K", or dotted in the order S.H.D.C; 10 or T for ten.',
    ),
]
Bids = Annotated[
    list[str] | None, typer.Option("--bid", metavar="BID", help="Ask about this bid alone; repeatable.")
]
Trumps = Annotated[
    list[str] | None,
    typer.Option("--trump", metavar="SUIT", help='S, H, D, C, or "any" with a kitty; repeatable.'),
]
Deals = Annotated[
    str | None,
    typer.Option(
        "-n",
        "--deals",
        metavar="DEALS",
        help="Deals to simulate (default: 10000; 400 to 2000 with players who sample worlds).",
    ),
]
Seat = Annotated[str | None, typer.Option("--seat", metavar="SEAT", help="Own seat (default 0).")]
Levels = Annotated[
    str | None,
    typer.Option("--levels", metavar="OWN:OTHER", help="Da Bai Fen: promotions of both sides (default 0:0)."),
]
Rank = Annotated[str | None, typer.Option("--rank", metavar="RANK", help="Da Bai Fen: the trump rank.")]
Declarer = Annotated[
    str | None,
    typer.Option("--declarer", metavar="SEAT", help="Da Bai Fen: who declares (default: own seat)."),
]
Top = Annotated[
    str | None, typer.Option("--top", metavar="CARD", help="101: the card turned up, if it is known.")
]
Skill = Annotated[
    str | None,
    typer.Option(
        "--skill",
        metavar="OWN:OTHER",
        help="100-to-1: skill of both teams, 0 to 1, or ten numbers (default 0.4).",
    ),
]
Boards = Annotated[
    list[str] | None,
    typer.Option(
        "--board", metavar="FILE", help='100-to-1: boards (TOML or CSV), "shipped" or "random"; repeatable.'
    ),
]
FirstFund = Annotated[
    str | None,
    typer.Option(
        "--first-fund", metavar="N", help="100-to-1: the big game after the first player brought N."
    ),
]
PartnerBid = Annotated[
    str | None,
    typer.Option(
        "--partner-bid", metavar="CALL", help="Blackout: the partner's call: a number, nil or board."
    ),
]
OpponentsBid = Annotated[
    str | None,
    typer.Option(
        "--opponents-bid", metavar="SUM", help="Blackout: what both opponents have called together."
    ),
]
Bracket = Annotated[
    bool,
    typer.Option(
        "--bracket",
        help="Also P(make) against a defence, and of a declarer, who see all hands; three times the time.",
    ),
]
Instant = Annotated[
    bool,
    typer.Option(
        "--instant", help="Answer at once from a fitted model, with its measured error (docs/instant.md)."
    ),
]
TurnUp = Annotated[
    str | None, typer.Option("--turn-up", metavar="CARD", help="25: the card turned up, if it is known.")
]
Know = Annotated[
    str | None,
    typer.Option(
        "--know",
        metavar="TEXT",
        help='What you know of the hidden cards: "partner: S>=2, AS; left: no H; kitty: 5S" (docs/know.md).',
    ),
]

Auction = Annotated[
    str | None,
    typer.Option(
        "--auction",
        metavar="CALLS",
        help='The calls so far, from the left of the dealer on: "pass 50 pass" (docs/bidding.md).',
    ),
]
Bidders = Annotated[
    str | None,
    typer.Option(
        "--profile",
        metavar="NAME",
        help="How the others bid: standard, cautious, bold, flat, or a TOML file (default: standard).",
    ),
]


def command(
    game: Game,
    hand: Hand = None,
    bid: Bids = None,
    trump: Trumps = None,
    n: Deals = None,
    seat: Seat = None,
    dealer: Dealer = None,
    know: Know = None,
    auction: Auction = None,
    profile: Bidders = None,
    score: Score = None,
    levels: Levels = None,
    rank: Rank = None,
    declarer: Declarer = None,
    top: Top = None,
    partner_bid: PartnerBid = None,
    opponents_bid: OpponentsBid = None,
    turn_up: TurnUp = None,
    skill: Skill = None,
    board: Boards = None,
    first_fund: FirstFund = None,
    players: Players = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    policy: Policy = None,
    defence: Defence = None,
    fast: Fast = False,
    bracket: Bracket = False,
    instant: Instant = False,
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
    """The chance and the expected score of each contract with a hand.

    Each trump and bid is a question of its own: what if you hold this hand and this contract?
    """
    from analyzer.asking import odds_request
    from analyzer.jobs import job_of
    from analyzer.output import takes_unicode
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
    request = odds_request(
        game=game,
        variant=variant,
        set=set,
        rules=rules,
        players=players,
        hand=hand,
        trump=trump,
        bid=bid,
        deals=n,
        seat=seat,
        dealer=dealer,
        score=score,
        know=know,
        auction=auction,
        profile=profile,
        policy=policy,
        defence=defence,
        fast=fast,
        bracket=bracket,
        seed=seed,
        extras={
            "levels": levels,
            "rank": rank,
            "declarer": declarer,
            "top": top,
            "turn_up": turn_up,
            "partner_bid": partner_bid,
            "opponents_bid": opponents_bid,
            "skill": skill,
            "board": "\n".join(board) if board else None,
            "first_fund": first_fund,
        },
        command=command_line(),
        unicode=takes_unicode(sys.stderr),
        say=run.say,
    )
    if instant:
        from analyzer.instant_odds import instant_odds, refuse_with_instant
        from analyzer.output import write_report

        typed = {"--know": know, "-n": n, "--score": score, "--policy": policy, "--defence": defence}
        typed |= {"--shard": shard, "--auction": auction}
        given = {name: text is not None for name, text in typed.items()}
        refuse_with_instant(given | {"--bracket": bracket, "--fast": fast, "--plot": plot is not None})
        refuse_with_instant({f"--{name.replace('_', '-')}": True for name in request.extras})
        write_report(instant_odds(request), run.format, run.output, quiet=quiet)
        return 0
    return run.job(job_of(request, request.command))
