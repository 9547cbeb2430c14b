"""`bidodds trace GAME --deals A:B`: whole hands, as records or as text to read."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from analyzer.options import (
    Dealer,
    Defence,
    Fast,
    Game,
    Output,
    Policy,
    Quiet,
    Score,
    Seed,
    Settings,
    Sheet,
    Variant,
    check_seat,
    choose_players,
    parse_scores,
    parse_seed,
)

Range = Annotated[str, typer.Option("--deals", metavar="A:B", help="Deals A to B-1 (or one deal A).")]
TraceFormat = Annotated[
    str | None, typer.Option("--format", "-f", metavar="FORMAT", help="text or jsonl (default: text).")
]
BATCH = 2_000


def parse_range(text: str) -> tuple[int, int]:
    """`3:10` as 3, 10 and `3` as 3, 4."""
    from sims.errors import Refused

    first, colon, last = text.partition(":")
    try:
        low = int(first)
        high = int(last) if colon else low + 1
    except ValueError:
        low, high = 0, 0
    if not 0 <= low < high:
        raise Refused(f"--deals takes A:B with 0 <= A < B, or one deal's number, not {text!r}")
    if high >= 1 << 62:
        raise Refused(f"--deals {text}: deal numbers go up to {(1 << 62) - 1}")
    return low, high


def command(
    game: Game,
    deals: Range = "0:1",
    dealer: Dealer = None,
    score: Score = None,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    seed: Seed = "1",
    policy: Policy = None,
    defence: Defence = None,
    fast: Fast = False,
    format: TraceFormat = None,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Play whole hands, from the deal through the auction to the score, and show them."""
    from analyzer.choice import choose_rules
    from analyzer.output import check_output, takes_unicode, write_text
    from analyzer.records import Recorder
    from analyzer.transcript import transcript
    from sims.errors import Refused
    from sims.hands import play_hands
    from sims.seeds import master_seed

    check_output(output)
    chosen = format or ("jsonl" if output is not None and output.suffix.lower() == ".jsonl" else "text")
    if chosen not in ("text", "jsonl"):
        raise Refused(f"there is no format {chosen!r} here: the formats are text, jsonl")
    module, resolved = choose_rules(game, variant, set, rules)
    players = choose_players(policy, defence, fast=fast)
    low, high = parse_range(deals)
    scores = parse_scores(score)
    module.check_scores(resolved, scores)
    seats = len(module.auction(resolved).seats)
    dealing = check_seat("--dealer", dealer, seats, seats - 1)
    named = parse_seed(seed)
    recorder = Recorder(module, resolved, named, scores, players)
    unicode = takes_unicode()
    parts: list[str] = []
    for first in range(low, high, BATCH):
        batch = play_hands(module, resolved, master_seed(named), first, min(first + BATCH, high), dealing, players)
        for record in recorder.records(batch):
            if chosen == "jsonl":
                parts.append(json.dumps(record, ensure_ascii=False) + "\n")
            else:
                parts.append(transcript(record, unicode=unicode) + "\n")
        if output is None:
            write_text("".join(parts), None)
            parts.clear()
    if output is not None:
        write_text("".join(parts), output)
