"""`bidodds trace GAME --deals A:B`: whole hands, as records or as text to read."""

from __future__ import annotations

import json
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.commands.odds import Bidders, Boards, Skill
from analyzer.options import (
    Dealer,
    Defence,
    Fast,
    Game,
    Output,
    Players,
    Policy,
    Quiet,
    Score,
    Seed,
    Settings,
    Sheet,
    Variant,
)

if TYPE_CHECKING:
    from sims.profiles import CountProfile, Profile

Range = Annotated[str, typer.Option("--deals", metavar="A:B", help="Deals A to B-1 (or one deal A).")]
TraceFormat = Annotated[
    str | None, typer.Option("--format", "-f", metavar="FORMAT", help="text or jsonl (default: text).")
]
AnyThreads = Annotated[
    str | None, typer.Option("--threads", metavar="N", help="Hands are played in turn, whatever N is.")
]
Levels = Annotated[
    str | None,
    typer.Option("--levels", metavar="A:B", help="Da Bai Fen: promotions of sides 0 and 1 (default 0:0)."),
]
FirstHand = Annotated[
    bool | None,
    typer.Option(
        "--first-hand/--later-hand", help="Da Bai Fen: the first hand of a match (default: at 0:0)."
    ),
]
TurnUp = Annotated[
    str | None, typer.Option("--turn-up", metavar="CARD", help="25: turn this card up in every deal.")
]
Calling = Annotated[
    str | None,
    typer.Option(
        "--auction",
        metavar="KIND",
        help='Who calls: "player", as the player of --policy does, or "simulated", by --profile (default: player).',
    ),
]
AfterDraw = Annotated[bool, typer.Option("--after-draw", help="Da Bai Fen: the hand before was a draw.")]


def command(
    game: Game,
    deals: Range = "0:1",
    dealer: Dealer = None,
    score: Score = None,
    levels: Levels = None,
    first_hand: FirstHand = None,
    after_draw: AfterDraw = False,
    turn_up: TurnUp = None,
    skill: Skill = None,
    board: Boards = None,
    auction: Calling = None,
    profile: Bidders = None,
    players: Players = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    policy: Policy = None,
    defence: Defence = None,
    fast: Fast = False,
    threads: AnyThreads = None,
    format: TraceFormat = None,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play whole hands and show them, from the deal to the score."""
    from analyzer.checks import choose_players, parse_range, parse_seat, parse_seed, parse_threads
    from analyzer.choice import choose_rules
    from analyzer.faces import face_of
    from analyzer.output import check_output, choose_format, say, takes_unicode, write_lines
    from analyzer.request import TraceRequest

    check_output(output)
    chosen = choose_format(format, output, ("text", "jsonl"))
    parse_threads(threads)
    module, resolved = choose_rules(game, variant, set, rules, players)
    ours, theirs = choose_players(policy, defence, fast=fast, game=module)
    low, high = parse_range(deals)
    extras = {
        "levels": levels,
        "first_hand": None if first_hand is None else "yes" if first_hand else "no",
        "after_draw": "yes" if after_draw else None,
        "turn_up": turn_up,
        "skill": skill,
        "board": "\n".join(board) if board else None,
    }
    request = TraceRequest(
        game=module,
        rules=resolved,
        low=low,
        high=high,
        dealer=parse_seat("--dealer", dealer),
        score=score,
        policy=ours,
        defence=theirs,
        seed=parse_seed(seed),
        say=lambda text: say(text, quiet=quiet),
        bidders=_bidders(module, auction, profile),
        extras={name: text for name, text in extras.items() if text is not None},
    )
    face = face_of(resolved)
    unicode = takes_unicode(output=output)
    if chosen == "jsonl":
        write_lines((json.dumps(record) for record in face.records(request)), output)
    else:
        write_lines((face.transcript(record, unicode=unicode) for record in face.records(request)), output)


def _bidders(game: ModuleType, auction: str | None, profile: str | None) -> Profile | CountProfile | None:
    """The bidding profile of a simulated auction; None where the player calls."""
    from analyzer.calling import has_auction
    from analyzer.checks import profile_of
    from analyzer.options import Misused
    from sims.errors import Refused

    if auction not in (None, "player", "simulated"):
        raise Misused(f"--auction is player or simulated in trace, not {auction!r}")
    if auction != "simulated":
        if profile is not None:
            raise Misused("--profile goes with --auction simulated")
        return None
    if not has_auction(game):
        raise Refused(f"{game.SHEET.game} has no auction to simulate: leave --auction out")
    return profile_of(profile, game.SHEET.game)
