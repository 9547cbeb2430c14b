"""Hundred to One: the answers of `odds` as reports."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.event_report import event_report, event_rows
from analyzer.faces.quiz import EVENTS, Answer, BigAnswer, Question
from analyzer.intervals import Z95, mean_error
from analyzer.request import OddsRequest
from reports.report import Report
from sims.games import hundred_to_one as game
from sims.quiz_tables import FUNDS, LEADS, UNIT
from sims.tables import Int64Array
from sims.tallies import EventTally

FEW = 100  # programmes of a class below which no line is named


def programme_report(answer: Answer) -> Report:
    """The rows of both events; funds, reverse lines and the worth of skill in notes and in the JSON."""
    tally, n = answer.tally, answer.deals
    rows = event_rows(EventTally(tally.events, tally.diff, tally.squares), n, [""], EVENTS)
    gains, lines, funds = skill_gains(answer), reverse_lines(answer), round_funds(answer)
    notes = [
        "programme: the own team leads after four rounds (or wins the toss-up of a tie) and plays the big game; "
        "big-200: it does and reaches 200",
        *_big_note(rows),
        "expected score: points of the own team after four rounds less the other's",
        _funds_note(funds),
        *_lines_note(lines),
        _gains_note(gains, answer.question),
    ]
    report = _report(answer.question, rows, notes, "odds", n, _asked(answer.question))
    trailer = {"funds": funds, "reverse_lines": lines, "more_skill": gains}
    return replace(report, trailer={**report.trailer, **trailer})


def big_report(answer: BigAnswer) -> Report:
    """The chance of 200 once the first player has brought his fund."""
    found = answer.found
    counts = np.array([[answer.won]], np.int64)
    zeros = np.zeros(1, np.int64)
    rows = event_rows(EventTally(counts, zeros, zeros), found, [""], [EVENTS[1]])
    for row in rows:
        row["ev"] = row["ev_std_err"] = None
    mean, error = answer.funds / found, mean_error(answer.funds, answer.squares, found)
    notes = [
        f"big-200: the own team reaches {game.BIG_FUND} after its first player has brought {answer.first_fund}; "
        f"final fund {mean:.1f} ± {Z95 * error:.1f} (95 %)",
    ]
    if found < answer.deals:
        notes.append(f"in {answer.deals - found:,} of {answer.deals:,} deals no such first turn was found")
    asked = found if answer.deals == _asked(answer.question) else _asked(answer.question)
    what = f"big game after a first fund of {answer.first_fund}, odds"
    report = _report(answer.question, rows, notes, what, found, asked)
    about = {**report.about, "first_fund": answer.first_fund}
    trailer = {**report.trailer, "first_fund": answer.first_fund, "mean_fund": mean}
    return replace(report, about=about, trailer=trailer)


def _asked(question: Question) -> int:
    assert isinstance(question.request, OddsRequest)
    return question.request.deals


def _report(
    question: Question, rows: list[dict[str, Any]], notes: list[str], what: str, deals: int, asked: int
) -> Report:
    request = question.request
    assert isinstance(request, OddsRequest)
    rules = request.rules
    skill = [value / int(UNIT) for value in question.skill]
    teams = [sorted(set(skill[start : start + game.TEAM])) for start in (0, game.TEAM)]
    shown = " against ".join("/".join(f"{value:g}" for value in team) for team in teams)
    names = request.extras.get("board", "random").split("\n")
    return event_report(
        rules,
        rows,
        title=f"{rules.sheet.title}: {what} for skill {shown}, {', '.join(names)} boards",
        seed=request.seed,
        policy=game.policy_text(rules, 0),
        defence=game.policy_text(rules, 1),
        deals=deals,
        asked=asked,
        about={"skill": skill, "boards": names},
        notes=notes,
        command=request.command,
    )


def skill_gains(answer: Answer) -> dict[str, dict[str, float]]:
    """What 0.01 more skill of every member brings, paired over the same programmes."""
    gains = {}
    for number, event in enumerate(EVENTS):
        _, won, lost = (int(total) for total in answer.tally.more[3 * number : 3 * number + 3])
        diff = (won - lost) / answer.deals
        error = mean_error(won - lost, won + lost, answer.deals)
        gains[event] = {"diff": diff, "ci_low": diff - Z95 * error, "ci_high": diff + Z95 * error}
    return gains


def reverse_lines(answer: Answer) -> list[dict[str, Any]]:
    """By classes of the lead before the reverse round: the line that wins most programmes, the lines that are too
    close to it to tell, and each line's share. No line where all win the same."""
    found = []
    for number, row in enumerate(answer.tally.wins):
        programmes, won = int(row[0]), [int(wins) for wins in row[1:]]
        best = won.index(max(won)) + 1 if max(won) > min(won) else None
        found.append(
            {
                "lead_from": LEADS[number - 1] if number else None,
                "lead_to": LEADS[number] - 1 if number < len(LEADS) else None,
                "programmes": programmes,
                "line": best,
                "close": [
                    line for line in range(1, game.LINES + 1) if best and _close(won, programmes, best, line)
                ],
                "p_by_line": [wins / programmes if programmes else None for wins in won],
            }
        )
    return found


def _close(won: list[int], programmes: int, best: int, line: int) -> bool:
    """Whether a line may be as good as the best one. The lines share their programmes, so that two independent
    samples, as reckoned here, err on the side of caution."""
    if line == best:
        return False
    shares = [won[best - 1] / programmes, won[line - 1] / programmes]
    error = math.sqrt(sum(share * (1 - share) for share in shares) / programmes)
    return shares[0] - shares[1] <= Z95 * error


def round_funds(answer: Answer) -> dict[str, dict[str, float]]:
    """Mean and quartiles of each round's fund, and how often the own team took it."""
    funds = {}
    for number, kind in enumerate((*game.ROUNDS, "big")):
        counts = answer.tally.funds[number]
        deals = int(counts.sum())
        if deals == 0:
            continue
        entry = {"programmes": deals, "mean": int(counts @ np.arange(FUNDS)) / deals}
        entry |= {
            name: _quantile(counts, deals * part)
            for name, part in (("q1", 0.25), ("median", 0.5), ("q3", 0.75))
        }
        if number < len(game.ROUNDS):
            entry["taken"] = int(answer.tally.took[number]) / deals
        funds[kind] = entry
    return funds


def _quantile(counts: Int64Array, wanted: float) -> int:
    """The least fund at or below which lie so many programmes."""
    return int(np.searchsorted(np.cumsum(counts), wanted))


def _big_note(rows: list[dict[str, Any]]) -> list[str]:
    programme, big = rows[0]["count"], rows[1]["count"]
    return [f"once in the big game it reaches 200 in {big / programme:.1%}"] if programme else []


def _funds_note(funds: dict[str, dict[str, float]]) -> str:
    parts = []
    for kind, entry in funds.items():
        taken = f", {entry['taken']:.0%} own" if "taken" in entry else ""
        parts.append(
            f"{kind} {entry['mean']:.0f} (middle half {entry['q1']:.0f} to {entry['q3']:.0f}{taken})"
        )
    return "funds: " + "; ".join(parts)


def _lines_note(lines: list[dict[str, Any]]) -> list[str]:
    parts = []
    for entry in lines:
        if entry["line"] is None or entry["programmes"] < FEW:
            continue
        share = entry["p_by_line"][entry["line"] - 1]
        close = [str(line) for line in entry["close"]]
        others = f", too close to tell from {', '.join(close)}" if close else ""
        lead = _lead(entry["lead_from"], entry["lead_to"])
        parts.append(f"{lead} line {entry['line']} ({share:.1%}{others})")
    text = "reverse round, the line that wins most programmes, by the lead before it: "
    return [text + "; ".join(parts)] if parts else []


def _lead(low: int | None, high: int | None) -> str:
    if low is None:
        return f"below {_signed((high or 0) + 1)}"
    if high is None:
        return f"above {_signed(low - 1)}"
    return "level" if low == high == 0 else f"{_signed(low)} to {_signed(high)}"


def _signed(points: int) -> str:
    return f"{points:+d}"


def _gains_note(gains: dict[str, dict[str, float]], question: Question) -> str:
    if min(question.skill[: game.TEAM]) == UNIT:
        return "the own team's skill is 1: no more can be had"
    parts = []
    for event, gain in gains.items():
        half = 100 * (gain["ci_high"] - gain["diff"])
        parts.append(f"{event} {100 * gain['diff']:+.2f} ± {half:.2f}")
    return f"0.01 more skill for each of the own team, in percentage points (95 %): {', '.join(parts)}"
