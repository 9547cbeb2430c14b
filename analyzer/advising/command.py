"""From a request to the advice and its report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.advising.advice import advise
from analyzer.advising.question import turn_of
from analyzer.checks import note_compiling
from analyzer.evidence import picks_for
from analyzer.knowing.known import say_known
from analyzer.notation import format_hand
from analyzer.request import OddsRequest
from sims.errors import Refused
from sims.evidence import FEW
from sims.players import searches

if TYPE_CHECKING:
    from analyzer.match.table import MatchTable
    from reports.report import Report

OPENING = 4  # all calls are followed on one deal in so many, but at least FEW, the best ones on all


def answer(request: OddsRequest) -> tuple[Report, bool]:
    """The report of the advice that a request asks for, and whether all deals were played."""
    from analyzer.advise_report import advise_report

    searching = searches(request.policy, request.defence)
    if hasattr(request.game, "auction"):
        note_compiling("searched._log" if searching else "contracts.log_contracts", request.say)
    else:
        note_compiling("blackout_play.log_hands", request.say, "half a minute")
    turn = turn_of(request, match_of(request))
    request.say(f"hand {format_hand(turn.hand, unicode=request.unicode)}")
    say_known(turn.known, request.deals, request.say)
    weigh = turn.position.weigh
    picks = picks_for(
        weigh, request.seed, request.deals, turn.auction, turn.profile, request.say, request.threads
    )
    first = max(1, min(request.deals, max(FEW, request.deals // OPENING)))
    advice = advise(turn.position, picks, first, request.threads)
    return advise_report(advice, request, turn), advice.complete


def match_of(request: OddsRequest) -> MatchTable | None:
    """The match table of the rules; None, with a word, where they have none."""
    from analyzer.match.chances import chances_of

    try:
        return chances_of(request.rules, say=request.say)
    except Refused as error:
        request.say(f"{error}; the advice goes by points alone")
        return None
