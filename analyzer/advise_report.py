"""The advice as a report: the table of calls, the one to make, and why."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analyzer.advising.advice import Advice, Row
from analyzer.knowing.known import echo_of, notes_of
from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import ADVICE, build
from sims.evidence import FEW

if TYPE_CHECKING:
    from analyzer.advising.question import Turn
    from analyzer.request import OddsRequest


def name_of(row: Row) -> str:
    """ "60 in ♠", "pass"."""
    if row.trump is None:
        return row.call
    return f"{row.call} in {SUIT_SYMBOLS[row.trump]}" if row.trump in SUIT_SYMBOLS else row.call


def why(advice: Advice, scores: tuple[int, ...]) -> str:
    """One sentence: the best call, by what, and why the match and the points differ if they do."""
    points = advice.rows[advice.by_points]
    at = ":".join(map(str, scores))
    if advice.by_match is None:
        return (
            f"{name_of(points)} scores most, {points.ev:+.1f} points on average{_closeness(advice, 'points')}"
        )
    best = advice.rows[advice.by_match]
    if advice.by_match == advice.by_points:
        return (
            f"{name_of(best)} is best by the match and by points: it wins the match in {best.win:.1%} at {at} and "
            f"scores {best.ev:+.1f} points on average{_closeness(advice, 'match')}"
        )
    return (
        f"{name_of(points)} scores more ({points.ev:+.1f} points against {best.ev:+.1f}), but at {at} {name_of(best)} "
        f"wins the match more often ({best.win:.1%} against {points.win:.1%}){_reason(best, points)}"
        f"{_closeness(advice, 'match')}"
    )


def _reason(best: Row, points: Row) -> str:
    """What lies behind a difference between the match and the points."""
    for row, other in ((points, best), (best, points)):
        if other.trump is None and not math.isnan(row.break_even):
            return (
                f": {row.call} is made in {row.p_make:.0%}, and at this score it is worth a {other.call} from "
                f"{row.break_even:.0%} on"
            )
    if math.isnan(best.p_make) or math.isnan(points.p_make):
        return ""
    return (
        f": it is made in {best.p_make:.0%} against {points.p_make:.0%}; made, it wins the match in "
        f"{_chance(best.win_made)} against {_chance(points.win_made)}, failed, in {_chance(best.win_set)} against "
        f"{_chance(points.win_set)}"
    )


def _chance(p: float) -> str:
    return "–" if math.isnan(p) else f"{p:.0%}"


def _closeness(advice: Advice, by: str) -> str:
    if advice.lead is None or advice.rival is None:
        return ""
    rival, lead = advice.rows[advice.rival], advice.lead
    if by == "match":
        size = f"{100 * lead.mean:.1f} points of chance (95 % interval {100 * lead.low:.1f} to {100 * lead.high:.1f})"
    else:
        size = f"{lead.mean:.1f} points (95 % interval {lead.low:.1f} to {lead.high:.1f})"
    if advice.too_close:
        return f"; too close to call: ahead of {name_of(rival)} by {size}"
    return f"; ahead of {name_of(rival)} by {size}, on the same deals"


def advise_report(advice: Advice, request: OddsRequest, turn: Turn) -> Report:
    """The report of the advice that a request asks for at its turn."""
    best, points = advice.best, advice.by_points
    sentence, score = why(advice, turn.scores), ":".join(map(str, turn.scores))
    rows = [
        {
            "call": row.call,
            "trump": row.trump or "",
            "deals": row.deals,
            "p_make": row.p_make,
            "ci_low": row.ci_low,
            "ci_high": row.ci_high,
            "ev": row.ev,
            "ev_std_err": row.ev_error,
            "p_match": row.win,
            "p_match_low": row.win_low,
            "p_match_high": row.win_high,
            "break_even": row.break_even,
        }
        for row in advice.rows
    ]
    told = [f"* {sentence}"]
    if advice.effective < FEW:
        told.append(f"only {advice.effective:,.0f} effective deals, fewer than {FEW}: the advice is rough")
    contract = (
        "of the side's contract"
        if request.rules.game == "blackout"
        else "of the bid, if the auction ended there"
    )
    told.append(
        f"P(make): {contract}; expected score and match: after the call the auction goes on, every seat calling by "
        "the profile"
    )
    if not advice.complete:
        told.insert(0, "INTERRUPTED: fewer deals were played than asked for")
    header = json_header(
        ADVICE.id,
        request.rules,
        seed=request.seed,
        hand=list(turn.hand),
        seat=turn.seat,
        dealer=turn.dealer,
        scores=list(turn.scores),
        auction=turn.auction,
        profile=turn.profile,
        **echo_of(turn.known),
        policy=request.policy,
        defence=request.defence,
        method="sampled",
        deals=advice.deals,
        interval="wilson-95",
    )
    trailer: dict[str, object] = {
        "best": {
            "by_match": None if advice.by_match is None else advice.rows[advice.by_match].call,
            "by_points": advice.rows[points].call,
            "too_close": advice.too_close,
        },
        "why": sentence,
        "effective_deals": advice.effective,
    }
    if not advice.complete:
        trailer["interrupted"] = True
    return Report(
        schema=ADVICE,
        frame=build(ADVICE, rows),
        provenance=provenance_of(
            request.rules,
            seed=request.seed,
            policy=request.policy,
            defence=request.defence,
            deals=advice.deals,
            interval="wilson-95",
            method="sampled",
            command=request.command,
        ),
        header=header,
        trailer=trailer,
        title=(
            f"{request.rules.sheet.title}: what to call with {format_hand(turn.hand)}, seat {turn.seat}, dealer "
            f"{turn.dealer}, {score}"
        ),
        notes=(*told, *notes_of(turn.known)),
        rows_key="calls",
        highlight=best,
        about={
            "hand": " ".join(turn.hand),
            "seat": turn.seat,
            "dealer": turn.dealer,
            "scores": score,
            "auction": turn.auction,
        },
        pairs={"p_match_ci": ("p_match_low", "p_match_high")},
        nullable=("trump",),
    )
