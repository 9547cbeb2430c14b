"""The answer of `duel` as a report: the frame, and in a sentence a pair and bid who is better."""

from __future__ import annotations

import math
from typing import Any

from analyzer.charts import duel_charts
from analyzer.duel import Comparison, DuelAnswer, comparisons
from analyzer.duels import kind_of
from analyzer.duels.kind import WITH_DECLARER, Words
from analyzer.intervals import Z95, mean_error, tango
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import DUEL, DUEL_EVENTS, build

MANY_ROWS = 10  # from here on a reader is told that some row may be decided by chance

Row = dict[str, Any]


def rows_of(answer: DuelAnswer) -> list[Row]:
    """One row a comparison, with the columns of `reports.schema.DUEL`."""
    return [_row(answer, i, comparison) for i, comparison in enumerate(comparisons(answer.duel))]


def other_sides(answer: DuelAnswer) -> int:
    """Number of the other sides; the sums hold the own score that many times, less theirs."""
    duel = answer.duel
    return len(kind_of(duel.rules).table(duel.game, duel.rules).sides) - 1


def _row(answer: DuelAnswer, i: int, comparison: Comparison) -> Row:
    n, sums = answer.deals, answer.sums
    others = other_sides(answer)
    only_a, only_b = int(sums.only_a[i]), int(sums.only_b[i])
    low, high = tango(only_a, only_b, n)
    error = mean_error(int(sums.diff[i]), int(sums.squares[i]), n) / others
    if only_a == only_b == 0:
        # No goal of the sample turned on the player: the interval bounds how often one does.
        rules = answer.duel.rules
        swing = kind_of(rules).swing(rules, comparison.bid)
        error = math.hypot(error, swing * (high - low) / (2 * Z95))
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


def sentence(row: Row, words: Words) -> str:
    """Who is better in all roles together, by how much, and whether noise decides."""
    a, b = row["a"], row["b"]
    at = f" at {row['bid']}" if row["bid"].isdecimal() else ""
    low, high = (f"{100 * end:+.1f}" for end in (row["ci_low"], row["ci_high"]))
    if row["verdict"] == "undecided":
        text = (
            f"{a} and {b}{at}: noise decides. {words.how[0].upper()}{words.how[1:]} the difference is "
            f"{100 * row['diff_p_make']:+.1f} {words.share}, and its 95 % interval, {low} to {high}, holds 0"
        )
        if abs(row["diff_score"]) > Z95 * row["diff_score_std_err"]:
            favoured = a if row["diff_score"] > 0 else b
            text += f"; the {words.unit} tell them apart: {favoured} {_score(row, favoured, words)}"
        return text
    better, worse = (a, b) if row["verdict"] == "a" else (b, a)
    gain = words.gain.format(f"{abs(100 * row['diff_p_make']):.1f}")
    ends = sorted(abs(100 * row[end]) for end in ("ci_low", "ci_high"))
    return (
        f"{better} is better than {worse}{at}: {words.how} it {gain} (95 % interval {ends[0]:.1f} to {ends[1]:.1f}, "
        f"so not noise) and {_score(row, better, words)}"
    )


def _score(row: Row, player: str, words: Words) -> str:
    """ "scores 24.1 ± 0.9 points more over the two hands of a deal"."""
    gain = row["diff_score"] if player == row["a"] else -row["diff_score"]
    error = row["diff_score_std_err"]
    width = "" if math.isnan(error) else f" ± {error:.{words.digits}f}"
    text = words.more if gain >= 0 else words.fewer
    return text.format(f"{abs(gain):.{words.digits}f}{width}") + " over the two hands of a deal"


def notes_of(answer: DuelAnswer, rows: list[Row]) -> tuple[str, ...]:
    """What a reader should know beside the table."""
    duel = answer.duel
    kind = kind_of(duel.rules)
    notes = []
    if not answer.complete:
        notes.append(f"INTERRUPTED: {answer.deals:,} of {duel.deals:,} deals were played")
    notes += [sentence(row, kind.words) for row in rows if row["role"] == "both"]
    if kind.roles == WITH_DECLARER:
        other = f"{duel.against} plays" if duel.against else "b plays"
        notes += [
            f"declarer: {kind.words.done} with a declaring and with b declaring; {other} the other side",
            f"defence: {kind.words.done} against a and against b, where fewer is better; {other} the declaring side",
        ]
    theirs = "that of the other side" if other_sides(answer) == 1 else "the mean of the others'"
    notes += [text.format(theirs) for text in kind.words.about]
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
    kind = kind_of(duel.rules)
    schema = DUEL_EVENTS if kind.event else DUEL
    dealer = kind.table(duel.game, duel.rules).active[duel.dealer]
    trailer: dict[str, object] = {} if answer.complete else {"interrupted": True}
    return Report(
        schema=schema,
        frame=build(schema, rows),
        provenance=provenance_of(
            duel.rules,
            seed=duel.seed,
            deals=answer.deals,
            interval="tango-95",
            method="sampled",
            command=command,
        ),
        header=json_header(
            schema.id,
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
        charts=duel_charts(rows, kind.words.done),
    )
