"""The calibration card of a game: how much the odds depend on who plays; writes docs/calibration/GAME.md.

    python -m analyzer.calibration two-hundred --deals 2000,2000,8000 --hands 40 --layouts 100

One part is a ladder of players: each against the one below it, on common deals. Another asks, hand by hand, how
far the chances of neighbouring players lie apart; the others put players who see all
hands on either side, and judge endings against an exact best response.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from analyzer.bracket import bracket
from analyzer.card import Card
from analyzer.duels import KINDS, kind_of
from analyzer.duels.contracts import default_bid
from analyzer.endings_part import endings
from analyzer.faces import FACES
from analyzer.hand_by_hand import hand_by_hand
from analyzer.ladder import ladder
from sims.games import find_game
from sims.sheets import resolve

PLAYERS = ("random", "rules", "rollout:20", "rollout:80")
HIGHER = {"two-hundred": 80, "nahanni": 25, "fifty-five": 25}  # the second bid that is asked about

Part = Callable[[Card, int | None], list[str]]  # the lines of a part of the page, played on so many threads
PARTS: tuple[Part, ...] = (ladder, hand_by_hand, bracket, endings)


def page(card: Card, command: str, threads: int | None = None) -> str:
    """The card as Markdown."""
    title = card.rules.sheet.title
    depends = "the odds in {} depend" if kind_of(card.rules).event else "P(make) in {} depends"
    lines = [
        f"# Calibration: {title}",
        "",
        f"How much {depends.format(title)} on who plays. Made by `{command}`, rules {card.rules.rules_hash}, seed "
        f"{card.seed!r}; common deals in every comparison.",
        "",
    ]
    for part in PARTS:
        lines += part(card, threads)
    return "\n".join(lines)


def _deals(text: str) -> tuple[int, ...]:
    """`2000` or `2000,2000,8000`: the deals of each step, each at least 2."""
    numbers = tuple(int(number) for number in text.split(","))
    if min(numbers) < 2:
        raise ValueError
    return numbers


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the card of one game."""
    parser = argparse.ArgumentParser(prog="python -m analyzer.calibration", description=__doc__)
    parser.add_argument("game", choices=sorted(game for game, face in FACES.items() if face in KINDS))
    parser.add_argument(
        "--deals",
        type=_deals,
        default=(2_000, 2_000, 8_000),
        help="deals of each step of the ladder from the lowest up, as 2000,2000,8000; the last number goes on",
    )
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--layouts", type=int, default=100, help="layouts of each hand")
    parser.add_argument("--bracket", type=int, default=400, help="deals of the bracket; 0 leaves it out")
    parser.add_argument("--endings", type=int, default=100, help="endings of each kind; 0 leaves them out")
    parser.add_argument("--players", default=",".join(PLAYERS), help="from the weakest up")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--output", type=Path, help="the page (default: standard output)")
    chosen = parser.parse_args(arguments)
    module, values = find_game(chosen.game)
    rules = resolve(module.SHEET, None, values)
    named = [default_bid(module, rules), str(HIGHER[chosen.game])] if chosen.game in HIGHER else []
    card = Card(
        game=module,
        rules=rules,
        players=tuple(chosen.players.split(",")),
        bids=kind_of(rules).goals(module, rules, named),
        deals=chosen.deals,
        hands=chosen.hands,
        layouts=chosen.layouts,
        seed=chosen.seed,
        bracket=chosen.bracket,
        endings=chosen.endings,
    )
    typed = ["python -m analyzer.calibration", *(sys.argv[1:] if arguments is None else arguments)]
    text = page(card, " ".join(typed))
    if chosen.output is None:
        sys.stdout.write(text)
    else:
        chosen.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
