"""From a request to the advice and its report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.advising.advice import advise
from analyzer.advising.question import turn_of
from analyzer.checks import note_compiling
from analyzer.evidence import picks_of
from analyzer.knowing.known import echo_of, notes_of, say_known
from analyzer.notation import format_hand
from analyzer.request import OddsRequest
from sims.errors import Refused
from sims.players import searches

if TYPE_CHECKING:
    from analyzer.match.table import MatchTable
    from reports.report import Report

OPENING = 4  # all calls are followed on one deal in so many, the best ones on all


def answer(request: OddsRequest) -> tuple[Report, bool]:
    """The report of the advice that a request asks for, and whether all deals were played."""
    from analyzer.advise_report import Asked, advise_report

    note_compiling(
        "searched._log" if searches(request.policy, request.defence) else "contracts.log_contracts",
        request.say,
    )
    turn = turn_of(request, match_of(request))
    question = turn.question
    request.say(f"hand {format_hand(question.hand, unicode=request.unicode)}")
    say_known(question.known, question.deals, request.say)
    picks = picks_of(question, request.say)
    assert picks is not None
    first = max(1, min(question.deals, max(200, question.deals // OPENING)))
    advice = advise(turn.position, picks, first, request.threads)
    side = question.game.seating(question.rules).side_of(question.seat) or 0
    sides = len(question.scores)
    asked = Asked(
        rules=question.rules,
        seed=question.seed,
        hand=question.hand,
        seat=question.seat,
        dealer=question.dealer,
        scores=tuple(question.scores[(side + k) % sides] for k in range(sides)),
        auction=turn.heard.text,
        profile=turn.heard.profile.name,
        policy=question.policy,
        defence=question.defence,
        extra=tuple(echo_of(question.known).items()),
    )
    return advise_report(advice, asked, request.command, notes_of(question.known)), advice.complete


def match_of(request: OddsRequest) -> MatchTable | None:
    """The match table of the rules; None, with a word, where they have none."""
    from analyzer.match.chances import chances_of

    try:
        return chances_of(request.rules, say=request.say)
    except Refused as error:
        request.say(f"{error}; the advice goes by points alone")
        return None
