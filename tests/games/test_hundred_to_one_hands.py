"""Hundred to One: whole programmes of the kernel; no point of a fund is lost, and the tally counts what happened."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.boardfile import read_shipped
from analyzer.faces.quiz import parse_skill
from sims import quiz
from sims import quiz_tables as t
from sims.games import find_rules

CASES: list[tuple[str, str, dict[str, str | int]]] = [
    ("0.4", "random", {}),
    ("0", "shipped", {"blitz": "own", "reverse": "safe"}),
    ("0.9:0.6", "random", {"reverse_other": "greedy", "big_first": 3, "big_second": 5}),
    ("1:0.2", "shipped", {}),
]
LINE_POINTS = (0, 15, 30, 60, 120, 180, 240)  # rule 4; 0: a miss


def conserve(case: int, low: int, high: int) -> None:
    """The funds are what the lines are worth, go to one team each, and decide with the reverse round."""
    skill, boards, switches = CASES[case]
    n = high - low
    rules = find_rules("100-to-1", None, switches)
    block = t.pack(rules, parse_skill(skill), read_shipped() if boards == "shipped" else [])
    work, seen = np.zeros(t.WORK_SIZE, np.int64), np.zeros((n, t.LOG_LENGTH), np.int64)
    for deal in range(low, high):
        quiz.log_programme(np.uint64(12), deal, block, work)
        seen[deal - low] = work[: t.LOG_LENGTH]
    people = seen[:, t.BOARD : t.CHOSEN].reshape(n, 10, 6)
    assert people.min() >= 1
    assert (np.diff(people, axis=2) <= 0).all()
    assert people.sum(axis=2).max() <= 100
    if boards == "shipped":
        chosen = np.sort(seen[:, t.CHOSEN : t.SORTED], axis=1)
        assert (np.diff(chosen, axis=1) > 0).all()  # S5

    plays, lamps, funds, took = (seen[:, word : word + 3] for word in (t.PLAYS, t.LAMPS, t.FUND, t.TOOK))
    times = np.array([1, 2, 3])
    whole = times * people[:, :3].sum(axis=2)
    assert (funds <= whole).all()
    assert (funds % times == 0).all()
    assert ((lamps == 3) | ((funds == whole) & (took == plays))).all()
    assert np.isin(lamps, range(4)).all()
    scores = seen[:, t.SCORE : t.SCORE + 2]
    assert (scores == np.column_stack([(funds * (took == team)).sum(axis=1) for team in (0, 1)])).all()

    points = seen[:, t.REVERSE_POINTS : t.REVERSE_POINTS + 2]
    assert np.isin(points, LINE_POINTS).all()
    assert ((points[:, 0] != points[:, 1]) | (points[:, 0] == 0)).all()
    lead, final = scores[:, 0] - scores[:, 1], (scores + points) @ (1, -1)
    winner, first, big = seen[:, t.WINNER], seen[:, t.FIRST_FUND], seen[:, t.BIG_FUND]
    assert (winner[final > 0] == 0).all()
    assert (winner[final < 0] == 1).all()
    asked = people[:, 4:9]
    assert (first <= big).all()
    assert (first <= asked[:, :, 0].sum(axis=1)).all()
    assert (big <= asked[:, :, :2].sum(axis=(1, 2))).all()
    assert (big < 200 + asked[:, :, 0].max(axis=1)).all()  # play stops at 200
    assert ((first < 200) | (big == first)).all()

    tally, won = quiz.new_quiz_tally(), winner == 0
    quiz.tally_programmes(np.uint64(12), low, high, block, tally)
    assert tally.events.tolist() == [[won.sum(), (won & (big >= 200)).sum()]]
    assert (tally.diff.tolist(), tally.squares.tolist()) == ([final.sum()], [(final**2).sum()])
    assert tally.took.tolist() == (took == 0).sum(axis=0).tolist()
    for stage in range(3):
        assert tally.funds[stage].tolist() == np.bincount(funds[:, stage], minlength=t.FUNDS).tolist()
    assert tally.funds[3].tolist() == np.bincount(big[won], minlength=t.FUNDS).tolist()
    edges = np.array([-240, -120, 0, 1, 121, 241])
    classes = np.searchsorted(edges, lead, side="right")
    assert tally.wins[:, 0].tolist() == np.bincount(classes, minlength=7).tolist()


@pytest.mark.parametrize("case", range(len(CASES)))
def test_funds_and_points_are_conserved(case: int) -> None:
    conserve(case, 0, 1_500)


@pytest.mark.full
def test_funds_and_points_are_conserved_in_a_million_programmes() -> None:
    for low in range(0, 1_000_000, 25_000):
        conserve(low // 25_000 % len(CASES), low, low + 25_000)
