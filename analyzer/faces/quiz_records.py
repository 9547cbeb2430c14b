"""Hundred to One: a programme's work block as a record."""

from __future__ import annotations

from typing import Any

from analyzer.faces.quiz import Question
from sims import quiz_tables as t
from sims.games import hundred_to_one as game
from sims.tables import Int64Array

Record = dict[str, Any]
TEAMS = [list(range(game.TEAM)), list(range(game.TEAM, 2 * game.TEAM))]
BINDING = (
    "big_first",
    "big_second",
)  # the switches that bind; the others are the teams' policies, and said there
EXTRA_BOARD = game.BOARDS - 1


def record_of(question: Question, work: Int64Array, deal: int) -> Record:
    """The record of a programme that `sims.quiz.log_programme` has played."""
    request, rules = question.request, question.request.rules
    points = _points(work)
    scores = [int(work[t.SCORE + team]) + points[team] for team in range(2)]
    big_fund = int(work[t.BIG_FUND])
    return {
        "schema": "bidodds.record/1",
        "game": rules.game,
        "variant": rules.variant,
        "switches": {name: rules.values[name] for name in BINDING},
        "rules_hash": rules.rules_hash,
        "seed": request.seed,
        "deal": deal,
        "seats": 2 * game.TEAM,
        "sides": TEAMS,
        "scores": [0, 0],
        "skill": [skill / int(t.UNIT) for skill in question.skill],
        "policies": [game.policy_text(rules, team) for team in range(2)],
        "boards": [_board(question, work, place) for place in range(game.BOARDS)],
        "rounds": _rounds(work, points, scores),
        "result": {
            "taken": scores,
            "delta": scores,
            "scores": scores,
            "winner": int(work[t.WINNER]),
            "big_fund": big_fund,
            "big_won": big_fund >= game.BIG_FUND,
            "game_over": True,
        },
    }


def _points(work: Int64Array) -> list[int]:
    return [int(work[t.REVERSE_POINTS + team]) for team in range(2)]


def _board(question: Question, work: Int64Array, place: int) -> Record:
    start = t.BOARD + game.LINES * place
    name = f"random board {place}"
    if question.boards:
        name = question.boards[int(work[t.CHOSEN + place])].question
    return {"question": name, "lines": [int(people) for people in work[start : start + game.LINES]]}


def _rounds(work: Int64Array, points: list[int], scores: list[int]) -> list[Record]:
    words = [int(word) for word in work[t.LOG : t.LOG + int(work[t.LOG_LENGTH])]]
    rounds: list[Record] = []
    for stage, kind in enumerate(game.ROUNDS):
        rounds.append(
            {
                "kind": kind,
                "board": stage,
                "answers": [_answer(word) for word in words if word >> 16 == stage],
                "plays": int(work[t.PLAYS + stage]),
                "lamps": int(work[t.LAMPS + stage]),
                "fund": int(work[t.FUND + stage]),
                "took": int(work[t.TOOK + stage]),
            }
        )
    reverse = [_scored(word, _line_points(word)) for word in words if word >> 16 == t.ROUND_REVERSE]
    rounds.append({"kind": "reverse", "board": int(t.ROUND_REVERSE), "answers": reverse, "points": points})
    if scores[0] == scores[1]:
        extra = [_answer(word) for word in words if word >> 16 == t.ROUND_EXTRA]
        rounds.append({"kind": "extra", "board": EXTRA_BOARD, "answers": extra, "took": int(work[t.WINNER])})
    big = [
        _scored(word, _people(work, word), question=word >> 12 & 15)
        for word in words
        if word >> 16 == t.ROUND_BIG
    ]
    fund = int(work[t.BIG_FUND])
    first = int(t.ROUND_EXTRA)
    rounds.append(
        {
            "kind": "big",
            "boards": list(range(first, first + game.TEAM)),
            "answers": big,
            "fund": fund,
            "won": fund >= game.BIG_FUND,
        }
    )
    return rounds


def _answer(word: int) -> Record:
    entry: Record = {"seat": word & 15, "line": _line(word), "at": t.AT[word >> 8 & 15]}
    if entry["at"] == "captain":
        entry["from"] = word >> 12 & 15
    return entry


def _scored(word: int, points: int, question: int | None = None) -> Record:
    entry: Record = {"seat": word & 15}
    if question is not None:
        entry["question"] = question
    return {**entry, "line": _line(word), "points": points}


def _line(word: int) -> int | None:
    """The line from 1 to 6, None for a miss."""
    return (word >> 4 & 15) or None


def _line_points(word: int) -> int:
    line = _line(word)
    return game.REVERSE_POINTS[line - 1] if line else 0


def _people(work: Int64Array, word: int) -> int:
    line, place = _line(word), int(t.ROUND_EXTRA) + (word >> 12 & 15)
    return int(work[t.BOARD + game.LINES * place + line - 1]) if line else 0
