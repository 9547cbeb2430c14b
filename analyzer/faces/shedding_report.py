"""101: the answer of `odds` as a report."""

from __future__ import annotations

from dataclasses import replace

from analyzer.event_report import event_report, event_rows
from analyzer.faces.shedding import EVENTS, Answer
from analyzer.intervals import Z95, mean_error
from analyzer.knowing.known import echo_of, notes_of
from analyzer.notation import format_hand
from reports.report import Report
from sims.games import one_hundred_one as game


def shedding_report(answer: Answer) -> Report:
    """The rows of both events, and the own points of the hand in a note and in the JSON."""
    question, n = answer.question, answer.deals
    request, rules = question.request, question.request.rules
    others = game.seats(rules) - 1
    rows = event_rows(answer.tally, n, [""], EVENTS, unit=1 / others)
    mean, error = answer.points / n, mean_error(answer.points, answer.squares, n)
    about = {
        "hand": list(question.hand),
        **({"top": question.top} if question.top else {}),
        "seat": question.seat,
        "dealer": question.dealer,
        "scores": list(question.scores),
        **echo_of(question.known),
    }
    report = event_report(
        rules,
        rows,
        title=f"{rules.sheet.title}: odds for {format_hand(question.hand)}, seat {question.seat}, "
        f"dealer {question.dealer}, {others + 1} players"
        + (f", {format_hand([question.top])} turned up" if question.top else ""),
        seed=request.seed,
        policy=request.policy,
        defence=request.defence,
        deals=n,
        asked=request.deals,
        about=about,
        notes=(*_notes(answer, mean, error), *notes_of(question.known)),
        command=request.command,
    )
    own = {"mean": mean, "std_err": error}
    return replace(report, trailer={**report.trailer, "own_points": own, "void_hands": answer.voids})


def _notes(answer: Answer, mean: float, error: float) -> tuple[str, ...]:
    question = answer.question
    others = "the other player's" if len(question.scores) == 2 else "the mean of the others'"
    notes = [
        f"own points of the hand: {mean:.1f} ± {Z95 * error:.1f} (95 %), less what going out with a queen takes "
        "off; fewer are better",
        f"expected score: {others} points of the hand less the own, so more is better",
        f"over-101: own score, {question.scores[question.seat]} before the hand, above {game.LIMIT} after it",
    ]
    if answer.voids:
        notes.append(f"{answer.voids:,} hands were void after {game.MOST_ACTS:,} acts: they count as nought")
    return tuple(notes)
