"""The answer of `odds` for Da Bai Fen: a row for each trump suit and row of the level table."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from analyzer.charts import Distribution
from analyzer.event_report import event_report, event_rows
from analyzer.intervals import Z95
from analyzer.knowing.known import echo_of, notes_of
from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS
from reports.report import Report
from sims.cards import RANKS
from sims.games import da_bai_fen as game
from sims.tallies import EventTally

if TYPE_CHECKING:
    from analyzer.faces.da_bai_fen import Question


def _rows(question: Question, tally: EventTally, deals: int) -> tuple[list[dict[str, Any]], list[int]]:
    """Rows of every trump suit over the deals that were played in it, and how many those are."""
    events = [row.event for row in game.level_table(question.request.rules)]
    rows: list[dict[str, Any]] = []
    played = []
    for cell, suit in enumerate(question.trumps):
        number = deals - int(tally.count[cell, -1])
        played.append(number)
        one = slice(cell, cell + 1)
        part = EventTally(tally.count[one], tally.diff[one], tally.squares[one])
        if number:
            rows += event_rows(part, number, [suit], events)
        else:
            unknown = dict.fromkeys(("p", "ci_low", "ci_high", "ev", "ev_std_err"))
            rows += [{"trump": suit, "event": event, "deals": 0, "count": 0, **unknown} for event in events]
    return rows, played


def levels_report(question: Question, tally: EventTally, deals: int) -> Report:
    """The report of a tally over so many deals."""
    request = question.request
    rows, played = _rows(question, tally, deals)
    events = len(rows) // len(question.trumps)
    best, trailer, notes = None, None, []
    known = [cell for cell, number in enumerate(played) if number]
    if question.declares and known:
        best = max(known, key=lambda cell: rows[cell * events]["ev"])
        top = rows[best * events]
        rivals = [rows[cell * events] for cell in known if cell != best]
        close = [row["trump"] for row in rivals if not _clearly_above(top, row)]
        trailer = {"trump": top["trump"], "ev": top["ev"], "too_close": bool(close)}
        if rivals:
            notes.append(f"* the numbers favour {SUIT_SYMBOLS[top['trump']]} trumps")
        if close:
            names = ", ".join(SUIT_SYMBOLS[suit] for suit in close)
            notes.append(f"too close to call on these deals: {names}")
    side = "own" if question.declares else "other"
    notes.append(
        f"the {side} side declares, seat {question.declarer}, trump rank {RANKS[question.rank]}; opponents-... are "
        "the card points that the opponents of the declaring side count"
    )
    notes.append("expected score: promotions of the own side less those of the other")
    if known:
        changes = ", ".join(_level_change(rows[cell * events]) for cell in known)
        notes.append(f"expected level change: {changes}")
    asked = [
        f"{SUIT_SYMBOLS[suit]} {(deals - number) / deals:.1%}"
        for suit, number in zip(question.trumps, played, strict=True)
        if number < deals
    ]
    if asked:
        notes.append(f"deals: those played; dealt again for a player without trumps: {', '.join(asked)}")
    if game.lays_open(request.rules):
        notes.append(
            "as-translated: no talon, table a, and the dealer names trumps, whatever the switches say"
        )
    return event_report(
        request.rules,
        rows,
        title=(
            f"{request.rules.sheet.title}: odds for {format_hand(question.hand)}, seat {question.seat}, "
            f"declarer {question.declarer}"
        ),
        seed=request.seed,
        policy=request.policy,
        defence=request.defence,
        deals=deals,
        asked=request.deals,
        about={
            "hand": list(question.hand),
            "seat": question.seat,
            "dealer": question.declarer,
            "declarer": question.declarer,
            "levels": list(question.levels),
            "rank": RANKS[question.rank],
            **echo_of(question.known),
        },
        best=trailer,
        notes=(*notes, *notes_of(question.known)),
        highlight=None if best is None or len(known) < 2 else best * events,
        command=request.command,
        distribution=Distribution("opponents-", "Points of the declaring side's opponents", "card points"),
    )


def _level_change(row: dict[str, Any]) -> str:
    """A trump suit's expected score with two decimals: levels are few, and one would not tell suits apart."""
    mean, error = f"{SUIT_SYMBOLS[row['trump']]} {row['ev']:+.2f}", row["ev_std_err"]
    if isnan(error):
        return mean
    return f"{mean} ± <0.01" if 0 < error < 0.005 else f"{mean} ± {error:.2f}"


def _clearly_above(top: dict[str, Any], other: dict[str, Any]) -> bool:
    """The difference of two expected scores is beyond chance; taken as if on deals of their own."""
    error = (top["ev_std_err"] ** 2 + other["ev_std_err"] ** 2) ** 0.5
    return bool(top["ev"] - other["ev"] > Z95 * error)
