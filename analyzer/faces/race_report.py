"""The answer of `odds` for Twenty-Five: a row for each number of tricks and for the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.event_report import event_report, event_rows
from analyzer.knowing.known import echo_of, notes_of
from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS
from reports.report import Report
from sims.tallies import EventTally

if TYPE_CHECKING:
    from analyzer.faces.race import Question

EVENTS = ("win-1", "win-2", "win-3", "win-4", "win-5", "win-game")


def race_report(question: Question, tally: EventTally, deals: int) -> Report:
    """The report of a tally over so many deals."""
    request, others = question.request, len(question.table.sides) - 1
    trump = "" if question.turn_up is None else question.turn_up[1]
    turned = "" if question.turn_up is None else f", {_shown(question.turn_up)} turned up"
    return event_report(
        request.rules,
        event_rows(tally, deals, [trump], EVENTS, unit=1 / others),
        title=(
            f"{request.rules.sheet.title}: odds for {format_hand(question.hand)}{turned}, seat {question.seat}, "
            f"dealer {question.dealer}"
        ),
        seed=request.seed,
        policy=request.policy,
        defence=request.defence,
        deals=deals,
        asked=request.deals,
        about={
            "hand": list(question.hand),
            "seat": question.seat,
            "dealer": question.dealer,
            "scores": list(question.scores),
            "turn_up": question.turn_up or "",
            **echo_of(question.known),
        },
        notes=(*_notes(question, others), *notes_of(question.known)),
        command=request.command,
    )


def _shown(card: str) -> str:
    return card[0] + SUIT_SYMBOLS[card[1]]


def _notes(question: Question, others: int) -> tuple[str, ...]:
    rules = question.request.rules
    target = rules.number("target")
    single = len(question.table.sides) == question.table.seats
    own = "own side" if not single else "you"
    verb = "wins" if not single else "win"
    score = question.scores[question.side]
    against = ":".join(str(s) for side, s in enumerate(question.scores) if side != question.side)
    theirs = "that of the other side" if others == 1 else "the mean of the others'"
    notes = [
        f"win-1 to win-5: {own} {verb} at least so many tricks of this hand; win-5 is all five",
        f"win-game: {own} {verb} the game on this hand, from {score} against {against}; the first side at {target} "
        "wins at once and the rest is not played",
        f"expected score: own points of the hand less {theirs}",
    ]
    if question.turn_up is None:
        notes.append("the card turned up is drawn anew in every deal: trump is any suit; --turn-up names it")
    return tuple(notes)
