"""The answer of `duel` as a report: the frame, and in a sentence a pair and bid who is better."""

from __future__ import annotations

import math
from typing import Any

from analyzer.duel import Comparison, DuelAnswer, comparisons
from analyzer.intervals import Z95, mean_error, tango
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import DUEL, build

MANY_ROWS = 10  # from here on a reader is told that some row may be decided by chance

Row = dict[str, Any]


def rows_of(answer: DuelAnswer) -> list[Row]:
    """One row a comparison, with the columns of `reports.schema.DUEL`."""
    return [_row(answer, i, comparison) for i, comparison in enumerate(comparisons(answer.duel))]


def other_sides(answer: DuelAnswer) -> int:
    """Number of the other sides; the sums hold the own score that many times, less theirs."""
    return len(answer.duel.game.seating(answer.duel.rules).sides) - 1


def _row(answer: DuelAnswer, i: int, comparison: Comparison) -> Row:
    n, sums = answer.deals, answer.sums
    others = other_sides(answer)
    only_a, only_b = int(sums.only_a[i]), int(sums.only_b[i])
    low, high = tango(only_a, only_b, n)
    error = mean_error(int(sums.diff[i]), int(sums.squares[i]), n) / others
    if only_a == only_b == 0:
        # No contract of the sample turned on the player: the interval bounds how often one does, and then it
        # is the bid and about as much again.
        error = math.hypot(error, 2 * comparison.bid * (high - low) / (2 * Z95))
    return {
        "a": comparison.a,
        "b": comparison.b,
        "role": comparison.role,
        "bid": str(comparison.bid),
        "deals": n,
        "p_a": int(sums.made_a[i]) / n,
        "p_b": int(sums.made_b[i]) / n,
        "only_a": only_a,
        "only_b": only_b,
        "diff_p_make": (only_a - only_b) / n,
        "ci_low": low,
        "ci_high": high,
        "diff_score": int(sums.diff[i]) / n / others,
        "diff_score_std_err": error,
        "verdict": verdict(comparison.role, low, high),
    }


def verdict(role: str, low: float, high: float) -> str:
    """Who is better in a role by an interval of the difference a - b: "a", "b" or "undecided". In defence the
    better one lets fewer contracts be made."""
    if low <= 0 <= high:
        return "undecided"
    return "a" if (low > 0) != (role == "defence") else "b"


def sentence(row: Row) -> str:
    """Who is better in both roles together, by how much, and whether noise decides."""
    a, b = row["a"], row["b"]
    low, high = (f"{100 * end:+.1f}" for end in (row["ci_low"], row["ci_high"]))
    if row["verdict"] == "undecided":
        text = (
            f"{a} and {b} at {row['bid']}: noise decides. With the sides swapped on the same deals the difference "
            f"is {100 * row['diff_p_make']:+.1f} percentage points of contracts made, and its 95 % interval, "
            f"{low} to {high}, holds 0"
        )
        if abs(row["diff_score"]) > Z95 * row["diff_score_std_err"]:
            favoured = a if row["diff_score"] > 0 else b
            text += f"; the points tell them apart: {favoured} {_points(row, favoured)}"
        return text
    better, worse = (a, b) if row["verdict"] == "a" else (b, a)
    gain = abs(100 * row["diff_p_make"])
    ends = sorted(abs(100 * row[end]) for end in ("ci_low", "ci_high"))
    return (
        f"{better} is better than {worse} at {row['bid']}: with the sides swapped on the same deals it makes "
        f"{gain:.1f} percentage points more of the contracts (95 % interval {ends[0]:.1f} to {ends[1]:.1f}, so not "
        f"noise) and {_points(row, better)}"
    )


def _points(row: Row, player: str) -> str:
    """ "scores 24.1 ± 0.9 points a deal more over its two hands"."""
    gain = row["diff_score"] if player == row["a"] else -row["diff_score"]
    error = row["diff_score_std_err"]
    width = "" if math.isnan(error) else f" ± {error:.1f}"
    return f"scores {abs(gain):.1f}{width} points {'more' if gain >= 0 else 'fewer'} over the two hands of a deal"


def notes_of(answer: DuelAnswer, rows: list[Row]) -> tuple[str, ...]:
    """What a reader should know beside the table."""
    duel = answer.duel
    notes = []
    if not answer.complete:
        notes.append(f"INTERRUPTED: {answer.deals:,} of {duel.deals:,} deals were played")
    notes += [sentence(row) for row in rows if row["role"] == "both"]
    other = f"{duel.against} plays" if duel.against else "b plays"
    theirs = "that of the other side" if other_sides(answer) == 1 else "the mean of the others'"
    notes += [
        f"declarer: contracts made with a declaring and with b declaring; {other} the other side",
        f"defence: contracts made against a and against b, where fewer is better; {other} the declaring side",
        "both: contracts made with a declaring against b and with b declaring against a",
        f"score: of the declaring side for the hand, less {theirs}",
    ]
    if len(rows) >= MANY_ROWS:
        notes.append(
            f"every interval holds for its row alone: of {len(rows)} rows without a difference one in twenty would "
            "be decided by chance"
        )
    return tuple(notes)


def duel_report(answer: DuelAnswer, command: str | None = None) -> Report:
    """The report of a duel."""
    duel = answer.duel
    rows = rows_of(answer)
    against = duel.against or "b"
    dealer = duel.game.seating(duel.rules).active[duel.dealer]
    trailer: dict[str, object] = {} if answer.complete else {"interrupted": True}
    return Report(
        schema=DUEL,
        frame=build(DUEL, rows),
        provenance=provenance_of(
            duel.rules,
            seed=duel.seed,
            deals=answer.deals,
            interval="tango-95",
            method="sampled",
            command=command,
        ),
        header=json_header(
            DUEL.id,
            duel.rules,
            seed=duel.seed,
            players=list(duel.players),
            against=against,
            dealer=dealer,
            method="sampled",
            deals=answer.deals,
            interval="tango-95",
        ),
        trailer=trailer,
        title=f"{duel.rules.sheet.title}: duel of {', '.join(duel.players[:-1])} and {duel.players[-1]}",
        notes=notes_of(answer, rows),
        about={"against": against, "dealer": dealer},
    )
