"""Hundred to One, rules 4 and 5: the numbers are those of rules/hundred-to-one.md, S of its settled questions.

The boards are 40, 20, 15, 10, 5 and 1; answers are lines from the top, "-" is a miss.
"""

import copy
from itertools import pairwise

import pytest

from tests.referee.changes import restated
from tests.referee.odd_scripts import found, hundred_to_one
from tests.referee.scripts import accepted, refused
from tests.referee.table import Record

GAME = "hundred-to-one"
ROUND = "1 2 3 4 5 6"
"""The top line in the toss-up; the same team opens the rest."""
TIED = f"{ROUND} {ROUND} {ROUND} - -"
"""With the first two rounds to one team and the third to the other it is 273 all."""


def round_of(record: Record, kind: str) -> Record:
    entry: Record = next(each for each in accepted(record)["rounds"] if each["kind"] == kind)
    return entry


def changed(record: Record, kind: str, **values: object) -> Record:
    """A copy with other statements in one round."""
    other = copy.deepcopy(record)
    next(each for each in other["rounds"] if each["kind"] == kind).update(values)
    return other


@pytest.mark.parametrize(("line", "points"), [(1, 15), (2, 30), (3, 60), (4, 120), (5, 180), (6, 240)])
def test_04_the_reverse_round(line: int, points: int) -> None:
    record = hundred_to_one(f"{ROUND} {ROUND} {ROUND} {line} -", "0 1 2")
    entry = round_of(record, "reverse")
    assert entry["points"] == [0, points]  # the team with fewer points is the second, and speaks first
    wrong = copy.deepcopy(record)
    wrong["rounds"][3]["answers"][0]["points"] = points + 1
    refused(wrong, f'reverse round: answer 1: "points" is {points + 1}, but the line is worth {points}')
    refused(changed(record, "reverse", points=[points, 0]), f"but the teams add [0, {points}]")


def test_04_the_team_with_fewer_points_speaks_first() -> None:
    ahead = hundred_to_one(f"{ROUND} {ROUND} {ROUND} 6 5", "0 1 2")
    behind = hundred_to_one(f"{ROUND} {ROUND} {ROUND} 6 5", "5 6 7")
    tied = hundred_to_one(f"{ROUND} {ROUND} {ROUND} 6 5", "0 1 7")
    firsts = [round_of(record, "reverse")["answers"][0]["seat"] for record in (ahead, behind, tied)]
    assert firsts == [5, 0, 0]
    for record in (ahead, behind, tied):
        record["rounds"][3]["answers"].reverse()
        refused(record, 'reverse round: answer 1: "seat" is')


def test_04_the_answers_differ() -> None:
    record = hundred_to_one(f"{ROUND} {ROUND} {ROUND} 6 6", "0 1 2")
    refused(record, "reverse round: answer 2: seat 0 names line 6, which the other team has named")
    accepted(hundred_to_one(f"{ROUND} {ROUND} {ROUND} - -", "0 1 2"))


@pytest.mark.parametrize(
    ("answers", "press", "winner"),
    [
        ("1", "5", 1),
        ("1", "0", 0),
        ("3 2", "0", 1),
        ("2 -", "5", 1),
        ("- - 1", "0 5", 1),
        ("- - - 4", "0 1", 1),
    ],
)
def test_05_s4_a_tie_is_broken_by_the_captains(answers: str, press: str, winner: int) -> None:
    record = hundred_to_one(f"{TIED} {answers}", f"0 1 7 {press}")
    entry = round_of(record, "extra")
    assert (entry["took"], record["result"]["winner"]) == (winner, winner)
    assert record["result"]["scores"] == [273, 273]
    refused(changed(record, "extra", took=1 - winner), "but the toss-up decides alone")
    without = copy.deepcopy(record)
    del without["rounds"][4]
    refused(without, 'round 5 is "big", but the extra round is next: the teams are tied at 273')
    del entry["took"], entry["answers"][0]["at"]
    accepted(record)


def test_05_s4_no_extra_round_without_a_tie() -> None:
    record = accepted(hundred_to_one())
    extra = {"kind": "extra", "board": 9, "answers": [{"seat": 0, "line": 1, "at": "toss-up"}]}
    record["rounds"].insert(4, extra)
    refused(record, 'round 5 is "extra", but the big round is next')


def big(answers: str, **switches: int) -> Record:
    return hundred_to_one(f"{TIED} {answers}", "0 1 2", **switches)


def test_05_two_players_and_five_questions() -> None:
    record = big("1 2 3 4 5 2 1 1 - 6")
    entry = round_of(record, "big")
    assert [answer["seat"] for answer in entry["answers"]] == [0] * 5 + [1] * 5
    assert [answer["question"] for answer in entry["answers"]] == [0, 1, 2, 3, 4] * 2
    assert [answer["points"] for answer in entry["answers"]] == [40, 20, 15, 10, 5, 20, 40, 40, 0, 1]
    assert entry["fund"] == sum(answer["points"] for answer in entry["answers"])


@pytest.mark.parametrize(
    ("answers", "count", "fund"),
    [("1 1 1 1 1", 5, 200), ("1 1 1 1 2 2", 6, 200), ("2 2 2 2 2 1 1 - 1", 9, 220), ("- " * 10, 10, 0)],
)
def test_05_s5_play_stops_at_200(answers: str, count: int, fund: int) -> None:
    record = big(answers)
    entry = round_of(record, "big")
    assert (len(entry["answers"]), entry["fund"], entry["won"]) == (count, fund, fund >= 200)
    assert (record["result"]["big_fund"], record["result"]["big_won"]) == (fund, fund >= 200)
    more = copy.deepcopy(record)
    more["rounds"][4]["answers"].append(more["rounds"][4]["answers"][-1])
    refused(more, f"big round: answer {count + 1}: the big game is over")
    less = copy.deepcopy(record)
    less["rounds"][4]["answers"].pop()
    refused(less, f"big round: answer {count}: seat ")
    refused(changed(record, "big", fund=fund + 1), f"but the answers are worth {fund}")
    refused(changed(record, "big", won=fund < 200), f"but the fund is {fund}")
    refused(restated(record, big_won=fund < 200), f'"result.big_won" is {str(fund < 200).lower()}')


def test_05_an_answer_may_not_be_repeated() -> None:
    record = big("2 1 3 4 5 2")
    refused(record, "big round: answer 6: seat 1 repeats line 2 of the first player")
    accepted(big("- 1 3 4 5 2"))
    accepted(big("2 1 3 4 5 -"))


def test_05_s5_a_switch_names_other_players() -> None:
    record = big("1 2 3 4 5 2 1 1 1 -", big_first=4, big_second=1)
    assert [answer["seat"] for answer in round_of(record, "big")["answers"]][4:6] == [3, 0]
    refused(record | {"switches": {}}, "big round: answer 1: seat 3 answers, but it is the turn of seat 0")
    refused(record | {"switches": {"big_first": 2}}, "the big game needs two players, but both are member 2")


def test_s5_no_board_is_used_twice() -> None:
    record = accepted(hundred_to_one())
    for one, other in pairwise(("simple", "double", "triple", "reverse")):
        board = round_of(record, one)["board"]
        refused(changed(record, other, board=board), f'{other} round: "board" is {board}, a board that was')
    refused(changed(record, "big", boards=[4, 5, 6, 7, 3]), 'big round: "boards[4]" is 3, a board that was')
    refused(changed(record, "big", boards=[4, 5, 6, 7]), 'big round: "boards" must have 5 numbers, not 4')
    refused(changed(record, "simple", board=10), '"board" must be a board from 0 to 9, not 10')
    accepted(changed(record, "reverse", board=9))


def test_a_legal_record_with_every_round() -> None:
    record = found(GAME, lambda made: len(made["rounds"]) == 6, tries=20_000)
    assert [each["kind"] for each in accepted(record)["rounds"]][4] == "extra"
