"""A part of the calibration card: each player against the one below it, on common deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.card import Card
from analyzer.duel import DuelAnswer, comparisons, play_duel
from analyzer.duel_report import other_sides
from analyzer.duels import kind_of
from analyzer.intervals import mean_error, tango

STANDARD_ERRORS = 3  # by which a player must beat the one below it


def ladder_of(card: Card, threads: int | None = None) -> list[DuelAnswer]:
    """Each player against the one below it."""
    steps = list(zip(card.players, card.players[1:], strict=False))
    deals = [*card.deals, *card.deals[-1:] * len(steps)]
    declares = "defence" in kind_of(card.rules).roles
    return [
        play_duel(
            card.duel((upper, lower), card.bids[:1], lower if declares else None, number), threads=threads
        )
        for (lower, upper), number in zip(steps, deals, strict=False)
    ]


def ladder(card: Card, threads: int | None = None) -> list[str]:
    """The part of the page."""
    lines = _sides(card) if "defence" in kind_of(card.rules).roles else _seats(card)
    return [*lines, *(_row(answer) for answer in ladder_of(card, threads)), ""]


def _sides(card: Card) -> list[str]:
    """The head where one side declares."""
    kind = kind_of(card.rules)
    if kind.event:
        title = f"## The ladder (`{kind.event}`)"
        contract = (
            f"The calls are those of `rules`. Change of the chance, in points, of {kind.words.done}, when the"
        )
    else:
        title = f"## The ladder (bid {card.bids[0]})"
        contract = (
            "The declarer of a deal is the seat with the best estimate, in its best suit. Change of P(make), in "
            "points, when the"
        )
    unit = kind.words.unit
    return [
        title,
        "",
        contract,
        "stronger player takes one side and the weaker one keeps the other; 95 % intervals.",
        f"A player enters if it wins by more than {STANDARD_ERRORS} standard errors on both sides.",
        "",
        f"| player | against | deals | as declarer | as defence | {unit} a deal, declaring | defending | enters |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]


def _seats(card: Card) -> list[str]:
    """The head where the sides take turns."""
    kind = kind_of(card.rules)
    return [
        f"## The ladder (`{kind.event}`)",
        "",
        f"The event: {kind.words.done}.",
        "One side, the sides in turn, has the stronger player and all others the weaker one, less the reverse on the",
        "same deal (docs/duel.md): change of the chance of the event in points, with its 95 % interval, and of the",
        "score, with its standard error.",
        f"A player enters if its score is better by more than {STANDARD_ERRORS} standard errors.",
        "",
        f"| player | against | deals | {kind.event} | {kind.words.unit} over the two hands of a deal | enters |",
        "| --- | --- | --- | --- | --- | --- |",
    ]


def _row(answer: DuelAnswer) -> str:
    roles = [row.role for row in comparisons(answer.duel)]
    upper, lower = answer.duel.players
    cells = [upper, lower, f"{answer.deals:,}"]
    if "defence" not in roles:
        change, _ = _change(answer, 0)
        score, won = _score(answer, 0)
        return _line([*cells, change, score], entered=won)
    shown = {role: _change(answer, roles.index(role)) for role in ("declarer", "defence")}
    scores = [_score(answer, roles.index(role))[0] for role in ("declarer", "defence")]
    won = shown["declarer"][1] > STANDARD_ERRORS and shown["defence"][1] < -STANDARD_ERRORS
    return _line([*cells, *(text for text, _ in shown.values()), *scores], entered=won)


def _line(cells: Sequence[str], *, entered: bool) -> str:
    return "| " + " | ".join([*cells, "yes" if entered else "no"]) + " |"


def _change(answer: DuelAnswer, row: int) -> tuple[str, float]:
    """Change of the chance with its interval, in points, and in standard errors."""
    n, sums = answer.deals, answer.sums
    plus, minus = int(sums.only_a[row]), int(sums.only_b[row])
    low, high = tango(plus, minus, n)
    change = (plus - minus) / n
    error = float(np.sqrt(((plus + minus) / n - change**2) / n))
    return f"{100 * change:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})", change / error if error else 0.0


def _score(answer: DuelAnswer, row: int) -> tuple[str, bool]:
    """Change of the score with its standard error, and whether it is a gain beyond noise."""
    total, squares, others = int(answer.sums.diff[row]), int(answer.sums.squares[row]), other_sides(answer)
    mean, error = total / answer.deals / others, mean_error(total, squares, answer.deals) / others
    digits = kind_of(answer.duel.rules).words.digits
    return f"{mean:+.{digits}f} ± {error:.{digits}f}", mean > STANDARD_ERRORS * error
