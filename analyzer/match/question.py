"""The question of `match`: which scores and dealers, held against the rules."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.checks import check_seat, parse_scores, parse_seat
from analyzer.match.rules import check_match, match_rules, sides_of
from sims import matches as m
from sims.errors import Refused
from sims.games import GAMES
from sims.sheets import Rules

MOST_COLUMNS = 10  # of the table that is shown if no score is named
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)


@dataclass(frozen=True)
class State:
    """Scores by side, the own one first, and the side that deals."""

    scores: tuple[int, ...]
    dealing: int


def states_of(rules: Rules, score: str | None, dealer: str | None) -> list[State]:
    """The states asked about; without a score a table of round ones, against others who all have the same.

    `Refused` for scores that end the match and for a dealer who does not sit at the table.
    """
    check_match(rules)
    sides = len(sides_of(rules).sides)
    dealing = dealing_of(rules, dealer)
    if score is not None:
        scores = parse_scores(score, sides)
        check_scores(rules, scores)
        return [State(scores, side) for side in (range(sides) if dealing is None else (dealing,))]
    usual: Sequence[int] = range(2) if sides == 2 else (sides - 1,)
    round_scores = round_of(rules)
    return [
        State((own, *[other] * (sides - 1)), side)
        for side in (usual if dealing is None else (dealing,))
        for own, other in itertools.product(round_scores, round_scores)
    ]


def dealing_of(rules: Rules, dealer: str | None) -> int | None:
    """The side that deals, from "own", "other" where there is one other, or a seat."""
    if dealer is None:
        return None
    table = sides_of(rules)
    if dealer == "own":
        return 0
    if dealer == "other":
        if len(table.sides) > 2:
            raise Refused(
                f"--dealer other is not clear among {len(table.sides)} sides: name a seat, 0 being own"
            )
        return 1
    seat = check_seat("--dealer", parse_seat("--dealer", dealer), table.active, 0)
    return table.side_of(seat)


def check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    """`Refused` for scores that end the match, or that it cannot have."""
    game = GAMES[rules.game]
    if rules.game == "da-bai-fen":
        game.check_levels(rules, scores)
    else:
        game.check_scores(rules, scores)


def round_of(rules: Rules) -> range:
    """Round scores from 0 to below the target."""
    words = match_rules(rules)
    target = int(words[m.TARGET])
    step = next((s for s in STEPS if s % words[m.STEP] == 0 and -(-target // s) <= MOST_COLUMNS), target)
    return range(0, target, step)
