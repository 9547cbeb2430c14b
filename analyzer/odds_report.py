"""The answer of `odds` as a report: the frame, the favoured call and how sure that is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from analyzer.charts import contract_charts
from analyzer.intervals import Z95, mean_error, wilson
from analyzer.knowing.known import echo_of
from analyzer.knowing.known import notes_of as notes_of_known
from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS
from analyzer.odds import ANY, Answer, Bracket
from analyzer.pot import NOTE as POT
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import BRACKETED, ODDS, build
from sims.evidence import FEW

SHOWN_RIVALS = 3


@dataclass(frozen=True)
class Rival:
    """Another call and what the best one gains on it on the same deals, in score points a deal."""

    cell: int
    gain: float
    low: float
    high: float


def rows_of(answer: Answer) -> list[dict[str, Any]]:
    """One row a cell in the order of the question, with the columns of `reports.schema.ODDS`."""
    question, n, others = answer.question, answer.deals, other_sides(answer)
    repeated = math.sqrt(n / answer.effective)
    rows = []
    for cell, (trump, bid) in enumerate((t, b) for t in question.trumps for b in question.bids):
        made = int(answer.made[cell])
        low, high = interval_of(answer, made)
        total, squares = int(answer.diff[cell]), int(answer.cross[cell, cell])
        error = repeated * mean_error(total, squares, n) / others
        if made in (0, n):
            # The sample holds one side of the contract only: the interval of P(make) bounds what the other is worth.
            error = math.hypot(error, 2 * bid * (high - low) / (2 * Z95))
        rows.append(
            {
                "trump": trump,
                "bid": str(bid),
                "deals": n,
                "made": made,
                "p_make": made / n,
                "ci_low": low,
                "ci_high": high,
                "mean_taken": int(answer.taken[cell]) / n,
                "ev": total / n / others,
                "ev_std_err": error,
            }
        )
    return rows


def interval_of(answer: Answer, made: int) -> tuple[float, float]:
    """The interval of a count of deals, by the effective ones."""
    share = answer.effective / answer.deals
    return wilson(made * share, answer.effective) if share < 1 else wilson(made, answer.deals)


def add_bracket(rows: list[dict[str, Any]], bracket: Bracket) -> None:
    """Put both ends of the bracket, each with the outer end of its interval, into the rows."""
    for cell, row in enumerate(rows):
        low, high = int(bracket.low.made[cell]), int(bracket.high.made[cell])
        row["bracket_low"] = low / bracket.low.deals
        row["bracket_low_ci_low"] = interval_of(bracket.low, low)[0]
        row["bracket_high"] = high / bracket.high.deals
        row["bracket_high_ci_high"] = interval_of(bracket.high, high)[1]


def other_sides(answer: Answer) -> int:
    """Number of the other sides; the tally holds the own score that many times, less theirs."""
    return len(answer.question.game.seating(answer.question.rules).sides) - 1


def rivals_of(answer: Answer, best: int) -> list[Rival]:
    """What the best cell gains on each other cell, least gain first; paired over the common deals."""
    n, others = answer.deals, other_sides(answer)
    rivals = []
    for cell in range(len(answer.diff)):
        if cell == best:
            continue
        total = int(answer.diff[best]) - int(answer.diff[cell])
        squares = (
            int(answer.cross[best, best]) - 2 * int(answer.cross[best, cell]) + int(answer.cross[cell, cell])
        )
        error = math.sqrt(n / answer.effective) * mean_error(total, squares, n) / others
        half = math.inf if math.isnan(error) else Z95 * error
        gain = total / n / others
        rivals.append(Rival(cell, gain, gain - half, gain + half))
    return sorted(rivals, key=lambda rival: rival.gain)


def _call(row: dict[str, Any]) -> str:
    """ "60 in ♠", "60, trump named after the kitty"."""
    trump = "trump named after the kitty" if row["trump"] == ANY else f"{SUIT_SYMBOLS[row['trump']]} trumps"
    return f"{row['bid']} with {trump}"


def notes_of(answer: Answer, rows: list[dict[str, Any]], best: int, rivals: list[Rival]) -> tuple[str, ...]:
    """What a reader should know beside the table."""
    notes = []
    if not answer.complete:
        notes.append(f"INTERRUPTED: {answer.deals:,} of {answer.question.deals:,} deals were played")
    top = rows[best]
    notes.append(
        f"* the numbers favour {_call(top)}: expected score {top['ev']:+.1f}, made {top['p_make']:.1%}"
    )
    close = [rival for rival in rivals if rival.low <= 0]
    if close:
        names = ", ".join(_call(rows[rival.cell]) for rival in close[:SHOWN_RIVALS])
        more = f" and {len(close) - SHOWN_RIVALS} more" if len(close) > SHOWN_RIVALS else ""
        notes.append(f"too close to call on these deals: {names}{more}")
    elif rivals:
        second = rivals[0]
        notes.append(
            f"next best {_call(rows[second.cell])}: {second.gain:.1f} points a deal less "
            f"(95 % interval {second.low:.1f} to {second.high:.1f}, same deals)"
        )
    if answer.bracket:
        wide = max(row["bracket_high"] - row["bracket_low"] for row in rows)
        notes.append(
            "bracket: P(make) of the same declarer against a defence that sees all hands, and of a declarer who sees "
            f"all hands against the same defence; at most {100 * wide:.0f} points wide here: so much depends on play"
        )
    theirs = "that of the other side" if other_sides(answer) == 1 else "the mean of the others'"
    notes.append(
        f"expected score: of the bidder's side for the hand, less {theirs}; every bid is played for itself"
    )
    return tuple(notes)


def notes_of_heard(answer: Answer) -> tuple[str, ...]:
    """What the auction did to the deals."""
    heard = answer.question.heard
    if heard is None:
        return ()
    few = f", too few: fewer than {FEW}" if answer.effective < FEW else ""
    return (
        f"auction {heard.text or 'without a call'}: hands as {heard.profile.name} bidders hold them who call so; "
        f"{answer.effective:,.0f} effective deals{few}",
    )


def echo_of_auction(answer: Answer) -> dict[str, str]:
    """The entries of a JSON header; none without an auction."""
    heard = answer.question.heard
    return {} if heard is None else {"auction": heard.text, "profile": heard.profile.name}


def odds_report(answer: Answer, command: str | None = None, shares: list[float] | None = None) -> Report:
    """The report of an answer; `shares`: expected share of the pot of each cell, in matches for stakes."""
    question = answer.question
    rows = rows_of(answer)
    if answer.bracket:
        add_bracket(rows, answer.bracket)
    best = max(range(len(rows)), key=lambda cell: rows[cell]["ev"])
    rivals = rivals_of(answer, best)
    top = rows[best]
    provenance = provenance_of(
        question.rules,
        seed=question.seed,
        policy=question.policy,
        defence=question.defence,
        deals=answer.deals,
        interval="wilson-95",
        method="sampled",
        command=command,
    )
    header = json_header(
        "bidodds.odds/1",
        question.rules,
        seed=question.seed,
        hand=list(question.hand),
        seat=question.seat,
        dealer=question.dealer,
        scores=list(question.scores),
        **echo_of(question.known),
        **echo_of_auction(answer),
        policy=question.policy,
        defence=question.defence,
        method="sampled",
        deals=answer.deals,
        interval="wilson-95",
    )
    trailer: dict[str, object] = {
        "best": {
            "trump": top["trump"],
            "bid": top["bid"],
            "ev": top["ev"],
            "p_make": top["p_make"],
            "too_close": any(rival.low <= 0 for rival in rivals),
        }
    }
    notes = (*notes_of(answer, rows, best, rivals), *notes_of_known(question.known), *notes_of_heard(answer))
    if question.picks is not None:
        trailer["effective_deals"] = answer.effective
    if shares is not None:
        named = [
            {"trump": row["trump"], "bid": row["bid"], "share": x}
            for row, x in zip(rows, shares, strict=True)
        ]
        trailer["expected_shares"] = named
        greatest = max(range(len(rows)), key=lambda cell: shares[cell])
        notes = (
            *notes,
            f"share of the pot {shares[best]:.3f}, at most {shares[greatest]:.3f} ({_call(rows[greatest])})",
            POT,
        )
    if not answer.complete:
        trailer["interrupted"] = True
    title = (
        f"{question.rules.sheet.title}: odds for {format_hand(question.hand)}, seat {question.seat}, "
        f"dealer {question.dealer}"
    )
    return Report(
        schema=BRACKETED if answer.bracket else ODDS,
        frame=build(BRACKETED if answer.bracket else ODDS, rows),
        provenance=provenance,
        header=header,
        trailer=trailer,
        title=title,
        notes=notes,
        highlight=best,
        charts=contract_charts(rows),
        about={
            "hand": " ".join(question.hand),
            "seat": question.seat,
            "dealer": question.dealer,
            **echo_of(question.known),
            **echo_of_auction(answer),
        },
    )
