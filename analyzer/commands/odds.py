"""`bidodds odds GAME --hand H`: the chance of every contract with a hand."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.options import (
    Dealer,
    Defence,
    Fast,
    Format,
    Game,
    Output,
    Policy,
    Quiet,
    Score,
    Seed,
    Settings,
    Sheet,
    Threads,
    Variant,
    check_seat,
    choose_players,
    command_line,
    parse_scores,
    parse_seed,
)

Hand = Annotated[
    str,
    typer.Option(
        "--hand",
        metavar="CARDS",
        help='The hand: "AS TH 5D", "♠AT9 ♥K", "S:AT9 H:K", or dotted in the order S.H.D.C; 10 or T for ten.',
    ),
]
Bids = Annotated[list[str] | None, typer.Option("--bid", metavar="BID", help="Ask about this bid alone; repeatable.")]
Trumps = Annotated[
    list[str] | None,
    typer.Option("--trump", metavar="SUIT", help='S, H, D, C, or "any" with a kitty; repeatable.'),
]
Deals = Annotated[int, typer.Option("-n", "--deals", metavar="DEALS", min=1, help="Deals to simulate.")]


def command(
    game: Game,
    hand: Hand,
    bid: Bids = None,
    trump: Trumps = None,
    n: Deals = 10_000,
    seat: Annotated[int | None, typer.Option("--seat", metavar="SEAT", help="Own seat (default 0).")] = None,
    dealer: Dealer = None,
    score: Score = None,
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
    """P(make) and expected score of each trump and bid, if you hold this hand and this contract."""
    from analyzer.choice import choose_rules
    from analyzer.notation import format_hand, parse_cards, parse_suit
    from analyzer.odds import ANY, Question, answer, bids_of, trumps_of
    from analyzer.output import check_output, choose_format, say, takes_unicode, write_text

    check_output(output)
    chosen = choose_format(format, output)
    module, resolved = choose_rules(game, variant, set, rules)
    ours, theirs = choose_players(policy, defence, fast=fast)
    tables = module.tables(resolved)
    seats = len(module.auction(resolved).seats)
    suits = [ANY if text.lower() == ANY else parse_suit(text) for text in trump or []]
    cards = parse_cards(hand, module.deck(resolved), count=module.hand_size(resolved))
    question = Question(
        game=module,
        rules=resolved,
        hand=cards,
        trumps=trumps_of(resolved, tables.settings, suits),
        bids=bids_of(module, resolved, bid or []),
        seat=check_seat("--seat", seat, seats, 0),
        dealer=check_seat("--dealer", dealer, seats, seats - 1),
        policy=ours,
        defence=theirs,
        seed=parse_seed(seed),
        deals=n,
        scores=parse_scores(score),
    )
    module.check_scores(resolved, question.scores)
    unicode = takes_unicode()
    say(f"hand {format_hand(cards, unicode=unicode)}", quiet=quiet)
    _say_if_compiling(quiet)
    result = answer(question, threads=threads, while_running=_load_reports)
    if not result.deals:
        raise KeyboardInterrupt
    from analyzer.odds_report import odds_report
    from reports.render import render

    text = render(odds_report(result, command_line()), chosen, unicode=unicode)
    write_text(text, output)
    return 0 if result.complete else 130


def _say_if_compiling(quiet: bool) -> None:
    from analyzer.output import say
    from sims._jit import is_cold

    if is_cold("contracts.tally_contracts"):
        say("compiling the simulation for this machine, once; about ten seconds", quiet=quiet)


def _load_reports() -> None:
    """Import pandas while the threads simulate."""
    import analyzer.odds_report  # noqa: F401
    import reports.render  # noqa: F401
