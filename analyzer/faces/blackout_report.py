"""The answer of `odds` for Partnership Blackout: a row for each call and each number of tricks."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from analyzer.charts import Distribution
from analyzer.event_report import event_report
from analyzer.faces.blackout import Answer, Heard, Question, partner_is_known
from analyzer.intervals import Z95, mean_error, wilson
from analyzer.knowing.known import echo_of, notes_of
from analyzer.notation import format_hand
from reports.report import Report
from sims.evidence import FEW
from sims.games import blackout as game
from sims.sheets import Rules

SHOWN_RIVALS = 3


@dataclass(frozen=True)
class Rival:
    """Another call and what the best one gains on it on the same deals, in points a deal."""

    cell: int
    gain: float
    low: float
    high: float
    same: bool


def event_of(call: str) -> str:
    """The name of a call's row."""
    return f"number-{call}" if call.isdigit() else call


def swing(rules: Rules, call: str) -> int:
    """The difference between the best and the worst that a side can score with a call."""
    if not call.isdigit():
        return game.NIL_MADE - game.NIL_SET
    numbers = game.score_numbers(rules)
    scores = [game.number_score(numbers, n, tricks) for n in range(13) for tricks in range(14)]
    return max(scores) - min(scores)


def interval_of(answer: Answer, count: int) -> tuple[float, float]:
    """The interval of a count of deals, by the effective ones."""
    n, effective = answer.found, answer.effective
    return wilson(count, n) if effective in (None, n) else wilson(count * effective / n, effective)


def _repeated(answer: Answer) -> float:
    """What standard errors grow by because some deals count several times."""
    return 1.0 if answer.effective is None else math.sqrt(answer.found / answer.effective)


def _row(answer: Answer, event: str, count: int, ev: float, error: float) -> dict[str, Any]:
    deals, (low, high) = answer.found, interval_of(answer, count)
    return {
        "trump": "S", "event": event, "deals": deals, "count": count, "p": count / deals,
        "ci_low": low, "ci_high": high, "ev": ev, "ev_std_err": error,
    }  # fmt: skip


def rows_of(answer: Answer) -> list[dict[str, Any]]:
    """The calls asked about in their order, then the tricks of the own side with `own_number`."""
    question, n, tally = answer.question, answer.found, answer.tally
    worth = []
    for cell, call in enumerate(answer.calls):
        total, made = int(tally.diff[cell]), int(tally.made[cell])
        error = _repeated(answer) * mean_error(total, int(tally.cross[cell, cell]), n)
        if made in (0, n):
            # The sample holds one side of the contract only: the interval of P(make) bounds the other.
            low, high = interval_of(answer, made)
            error = math.hypot(error, swing(question.request.rules, call) * (high - low) / (2 * Z95))
        worth.append((total / n, error))
    rows = [
        _row(answer, event_of(call), int(tally.made[cell]), *worth[cell])
        for cell, call in enumerate(answer.calls[: len(question.calls)])
    ]
    shown = shown_cell(answer)
    return rows + [
        _row(answer, f"tricks-{number}", int(tally.tricks[shown, number]), *worth[shown])
        for number in range(14)
    ]


def shown_cell(answer: Answer) -> int:
    """The cell whose tricks are shown."""
    return 0 if answer.question.skipped else answer.calls.index(str(answer.own_number))


def rivals_of(answer: Answer, best: int) -> list[Rival]:
    """What the best cell gains on each other one asked about, least gain first; paired over the common deals."""
    n, diff, cross = answer.found, answer.tally.diff, answer.tally.cross
    rivals = []
    for cell in range(len(answer.question.calls)):
        if cell == best:
            continue
        total = int(diff[best]) - int(diff[cell])
        squares = int(cross[best, best]) - 2 * int(cross[best, cell]) + int(cross[cell, cell])
        error = _repeated(answer) * mean_error(total, squares, n)
        half = math.inf if math.isnan(error) else Z95 * error
        gain = total / n
        rivals.append(Rival(cell, gain, gain - half, gain + half, squares == 0))
    return sorted(rivals, key=lambda rival: rival.gain)


def _call_notes(rows: list[dict[str, Any]], best: int, rivals: list[Rival]) -> list[str]:
    if not rivals:
        return []  # one call alone is no choice
    top = rows[best]
    notes = [f"* the numbers favour {top['event']}: expected score {top['ev']:+.1f}, made {top['p']:.1%}"]
    same = [rows[rival.cell]["event"] for rival in rivals if rival.same]
    if same:
        notes.append(f"the same score on every deal: {', '.join(same)}")
    others = [rival for rival in rivals if not rival.same]
    close = [rival for rival in others if rival.low <= 0]
    if close:
        names = ", ".join(rows[rival.cell]["event"] for rival in close[:SHOWN_RIVALS])
        more = f" and {len(close) - SHOWN_RIVALS} more" if len(close) > SHOWN_RIVALS else ""
        notes.append(f"too close to call on these deals: {names}{more}")
    elif others:
        second = others[0]
        notes.append(
            f"next best {rows[second.cell]['event']}: {second.gain:.1f} points a deal less "
            f"(95 % interval {second.low:.1f} to {second.high:.1f}, same deals)"
        )
    return notes


def score_text(rules: Rules) -> str:
    """What a number scores under the switches in force."""
    name, numbers = rules.word("score"), game.score_numbers(rules)
    parts = ", ".join(f"{key} {value:+d}" for key, value in numbers.items())
    own = "" if numbers == game.PROFILES[name] else " with changes"
    return f"{name}{own} ({parts})"


def _table_notes(answer: Answer) -> list[str]:
    question, rules = answer.question, answer.question.request.rules
    if question.skipped:
        said = f"your partner's {question.partner} leaves you no call; tricks-... are the own side's under it"
    else:
        own = f"tricks-... are the own side's when you call {answer.own_number}"
        said = own if question.request.bids else f"{own}, as the rules player does with this hand"
    heard = question.heard
    return [
        said,
        *(_assumed_notes(answer) if heard is None else _heard_notes(answer, heard)),
        "expected score: of the own side for the hand, less that of the other; every call is played for itself",
        f"preset {rules.variant}: a number scores {score_text(rules)}; that is the least certain point of the rules",
    ]


def _heard_notes(answer: Answer, heard: Heard) -> list[str]:
    """What the auction says about the deals and the contracts."""
    effective = answer.found if answer.effective is None else answer.effective
    few = f", too few: fewer than {FEW}" if effective < FEW else ""
    return [
        f"auction {heard.text or 'without a call'}: hands as {heard.profile.name} bidders hold them who call so; "
        f"{effective:,.0f} effective deals{few}",
        "who has not spoken yet calls as the rules player does with his hand",
    ]


def _assumed_notes(answer: Answer) -> list[str]:
    """What is taken for granted about the calls of the others, without an auction."""
    question = answer.question
    any_hand = "; the rules player never calls so, and the hands may be any"
    if question.partner is None:
        partner = "your partner's number is what the rules player calls with his hand"
    else:
        fits = " and holds a hand with which the rules player does"
        partner = f"your partner has called {question.partner}" + (
            fits if partner_is_known(question) else any_hand
        )
    if question.theirs is None:
        theirs = "the other side calls as the rules player does"
    else:
        fits = ", and it holds hands with which rules players reach it"
        theirs = f"the other side's contract is {question.theirs}" + (
            any_hand if question.theirs == game.PASS else fits
        )
    left_out = answer.deals - answer.found
    lost = [f"in {left_out:,} of {answer.deals:,} deals no such hands were found"] if left_out else []
    return [partner, theirs, *lost]


def _echo_of_auction(question: Question) -> dict[str, str]:
    """The entries of a JSON header; none without an auction."""
    heard = question.heard
    return {} if heard is None else {"auction": heard.text, "profile": heard.profile.name}


def calls_report(answer: Answer) -> Report:
    """The report of an answer."""
    question: Question = answer.question
    request, rows = question.request, rows_of(answer)
    best = max(range(len(question.calls)), key=lambda cell: rows[cell]["ev"])
    rivals = rivals_of(answer, best)
    top = rows[best]
    trailer: dict[str, object] = {
        "trump": "S",
        "event": top["event"],
        "ev": top["ev"],
        "p": top["p"],
        "too_close": any(rival.low <= 0 and not rival.same for rival in rivals),
    }
    report = event_report(
        request.rules,
        rows,
        title=f"{request.rules.sheet.title}: odds for {format_hand(question.hand)}, seat {question.seat}, "
        f"dealer {question.dealer}",
        seed=request.seed,
        policy=request.policy,
        defence=request.defence,
        deals=answer.found,
        asked=answer.found if answer.complete else request.deals,
        about={
            "hand": list(question.hand),
            "seat": question.seat,
            "dealer": question.dealer,
            "scores": list(question.scores),
            "partner_bid": question.partner or "",
            "opponents_bid": question.theirs or "",
            "tricks_with": question.partner if question.skipped else str(answer.own_number),
            **echo_of(question.known),
            **_echo_of_auction(question),
        },
        best=trailer,
        notes=(*_call_notes(rows, best, rivals), *_table_notes(answer), *notes_of(question.known)),
        highlight=best if rivals else None,
        command=request.command,
        distribution=Distribution(
            "tricks-", "Tricks of the own side", "tricks", "Chance to make each call", "number-", "call"
        ),
    )
    if answer.effective is not None:
        report = replace(report, trailer={**report.trailer, "effective_deals": answer.effective})
    return replace(report, header={**report.header, "switches": game.resolved(request.rules)})
