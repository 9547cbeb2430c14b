"""Hundred to One: programmes on given boards, for the tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.faces.quiz import Question, parse_skill
from analyzer.faces.quiz_records import record_of
from analyzer.request import TraceRequest
from sims import quiz
from sims import quiz_tables as t
from sims.games import find_rules
from sims.games import hundred_to_one as game
from sims.quiz_tables import Board

Record = dict[str, Any]
ANSWERS = ("a", "b", "c", "d", "e", "f")


def boards_of(*people: tuple[int, ...]) -> tuple[Board, ...]:
    """Boards on their places: simple, double, triple, reverse, five of the big game, one for a tie."""
    return tuple(Board(f"question {number}", ANSWERS, counts) for number, counts in enumerate(people))


EVEN = boards_of(*[(20, 18, 16, 14, 12, 10)] * 10)
RARE = boards_of(*[(1, 1, 1, 1, 1, 1)] * 10)
SURE = boards_of(*[(95, 1, 1, 1, 1, 1)] * 10)


def programmes(
    n: int, skill: str, boards: tuple[Board, ...] = (), seed: int = 4, **switches: str | int
) -> list[Record]:
    """Records of programmes; boards lie as they are given."""
    order = {"board_order": "as_given"} if boards else {}
    rules = find_rules("100-to-1", None, {**order, **switches})
    request = TraceRequest(game, rules, 0, n, None, None, "rules", "rules", seed)
    question = Question(request, parse_skill(skill), boards)
    block, work = t.pack(rules, question.skill, boards), np.zeros(t.WORK_SIZE, np.int64)
    found = []
    for deal in range(n):
        quiz.log_programme(np.uint64(seed), deal, block, work)
        found.append(record_of(question, work, deal))
    return found


def at(entry: Record, where: str) -> list[Record]:
    return [answer for answer in entry["answers"] if answer.get("at") == where]
