"""Hundred to One, rules 1 to 3: the numbers are those of rules/hundred-to-one.md, S of its settled questions.

The boards are 40, 20, 15, 10, 5 and 1; answers are lines from the top, "-" is a miss.
"""

import copy

import pytest

from tests.referee.odd_scripts import hundred_to_one
from tests.referee.scripts import accepted, refused, samples
from tests.referee.table import Record

GAME = "hundred-to-one"
ROUND = "1 2 3 4 5 6"
"""The top line in the toss-up; the same team opens the rest."""


def round_of(record: Record, kind: str) -> Record:
    entry: Record = next(each for each in accepted(record)["rounds"] if each["kind"] == kind)
    return entry


def changed(record: Record, kind: str, **values: object) -> Record:
    """A copy with other statements in one round."""
    other = copy.deepcopy(record)
    next(each for each in other["rounds"] if each["kind"] == kind).update(values)
    return other


@pytest.mark.parametrize("place", range(2))
def test_samples(place: int) -> None:
    accepted(samples(GAME)[place])


def test_01_two_teams_of_five() -> None:
    record = accepted(hundred_to_one())
    refused(record | {"seats": 8}, '"seats" is 8, but the players are 10')
    refused(record | {"sides": [[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]}, '"sides" must be')
    refused(record | {"scores": [10, 0]}, '"scores" is [10, 0], but a programme begins at [0, 0]')
    refused(record | {"skill": [0.5] * 9}, '"skill" must have 10 numbers, not 9')
    refused(record | {"skill": [0.5] * 9 + [1.5]}, '"skill[9]" must be a number from 0 to 1, not 1.5')
    refused(record | {"policies": ["own"] * 3}, '"policies" must have 2 or 10 names, not 3')
    for number in (2, 10):
        accepted(record | {"policies": ["blitz=own"] * number})


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([20, 40, 15, 10, 5, 1], "must fall and stay above 0"),
        ([40, 20, 15, 10, 5, 0], "must fall and stay above 0"),
        ([40, 20, 15, 10, 10, 6], "are 101 people, more than 100"),
        ([40, 20, 15, 10, 5], "must have 6 numbers, not 5"),
    ],
)
def test_01_a_board_has_six_falling_lines(lines: list[int], words: str) -> None:
    record = accepted(hundred_to_one())
    record["boards"][3]["lines"] = lines
    refused(record, f'"boards[3].lines" {words}')


def test_01_equal_lines_and_a_full_hundred_are_allowed() -> None:
    record = hundred_to_one()
    record["boards"][9]["lines"] = [20, 20, 20, 20, 10, 10]
    accepted(record)


TOSS_UPS = [
    ("1 2 3 4 5 6", "0", 0, [0, 1]),
    ("1 2 3 4 5 6", "5", 1, [5, 6]),
    ("2 3 1 4 5 6", "0", 0, [0, 5, 1]),
    ("3 2 1 4 5 6", "0", 1, [0, 5, 6]),
    ("2 - 1 3 4 5 6", "5", 1, [5, 0, 6]),
    ("- 6 1 2 3 4 5", "0", 1, [0, 5, 6]),
    ("- - 1 2 3 4 5 6", "0 6", 1, [0, 5, 6, 7]),
    ("- - - - 2 - 1 3 4 5 6", "0 6 2", 0, [0, 5, 6, 1, 2, 7, 3]),
]


@pytest.mark.parametrize(("answers", "press", "plays", "seats"), TOSS_UPS)
def test_02_who_wins_the_toss_up(answers: str, press: str, plays: int, seats: list[int]) -> None:
    """The top line at once; else the higher answer; after two misses the next members [S1: the one beside]."""
    record = hundred_to_one(answers, press)
    first = round_of(record, "simple")
    assert first["plays"] == plays
    assert [answer["seat"] for answer in first["answers"]][: len(seats)] == seats
    other = changed(record, "simple", plays=1 - plays)
    refused(other, f'simple round: "plays" is {1 - plays}, but the toss-up was won by side {plays}')


def test_02_the_rival_answers_unless_the_top_line_was_named() -> None:
    record = accepted(hundred_to_one("2 3 1 4 5 6", "0"))
    alone = copy.deepcopy(record)
    del alone["rounds"][0]["answers"][1]
    refused(alone, "simple round: answer 2: seat 1 answers, but it is the turn of seat 5")
    top = accepted(hundred_to_one("1 2 3 4 5 6", "0"))
    top["rounds"][0]["answers"].insert(1, {"seat": 5, "line": 2, "at": "toss-up"})
    refused(top, "simple round: answer 2: seat 5 answers, but it is the turn of seat 1")


def test_02_s1_pairs_stand_only_once() -> None:
    """Simple: captains and second members miss, the third stand; double: the fourth, for the second are used."""
    record = hundred_to_one("- - - - 1 2 3 4 5 6 " + ROUND + " " + ROUND, "0 1 2 3 4")
    stood = [each["answers"][0]["seat"] for each in accepted(record)["rounds"][:3]]
    assert stood == [0, 3, 4]
    for place, seat in ((1, 1), (2, 2)):
        wrong = copy.deepcopy(record)
        wrong["rounds"][place]["answers"][0]["seat"] = seat
        refused(wrong, f"answer 1: seat {seat} answers, but it is the turn of seat {3 if place == 1 else 4}")


def test_02_s1_when_all_have_stood_the_rounds_own_pair_comes() -> None:
    record = hundred_to_one("- - " * 5 + ROUND + " - - " + ROUND, "0 1 2 3 4 0 1 1")
    rounds = accepted(record)["rounds"]
    assert [answer["seat"] for answer in rounds[0]["answers"][:11]] == [0, 5, 1, 6, 2, 7, 3, 8, 4, 9, 0]
    assert [answer["seat"] for answer in rounds[1]["answers"][:3]] == [1, 6, 1]


@pytest.mark.parametrize(("kind", "times"), [("simple", 1), ("double", 2), ("triple", 3)])
def test_03_s1_the_fund_is_multiplied(kind: str, times: int) -> None:
    record = hundred_to_one()
    assert round_of(record, kind)["fund"] == 91 * times
    refused(
        changed(record, kind, fund=91), f"but the open lines are worth {91 * times}"
    ) if times > 1 else None


def test_03_misses_in_the_toss_up_light_no_lamp() -> None:
    record = hundred_to_one("2 - 1 - 3 - 4 5 6", "0")
    assert round_of(record, "simple")["lamps"] == 2
    refused(changed(record, "simple", lamps=3), 'simple round: "lamps" is 3, but the misses are 2')


BLITZ = "1 2 - - - "
"""Seat 0 names the top line, seat 1 the next, then three misses; lines 3 to 6 are closed."""


@pytest.mark.parametrize(
    ("versions", "source", "own", "took", "fund"),
    [
        ("3 3 4 -", 6, "", 1, 75),
        ("3 3 4 -", 8, "", 1, 70),
        ("3 3 4 -", 9, "", 0, 60),
        ("3 3 4 -", 5, "6", 1, 61),
        ("3 3 4 -", 5, "-", 0, 60),
        ("3 3 4 -", None, "5", 1, 65),
    ],
)
def test_03_the_blitz(versions: str, source: int | None, own: str, took: int, fund: int) -> None:
    record = hundred_to_one(f"{BLITZ}{versions} {own}", "0", source)
    entry = round_of(record, "simple")
    assert (entry["took"], entry["fund"], entry["lamps"]) == (took, fund, 3)
    assert [answer["seat"] for answer in entry["answers"][-5:]] == [6, 7, 8, 9, 5]
    refused(changed(record, "simple", took=1 - took), f"but the fund goes to side {took}")
    refused(changed(record, "simple", fund=fund + 1), f"but the open lines are worth {fund}")


def test_03_the_captain_takes_what_was_said() -> None:
    record = accepted(hundred_to_one(f"{BLITZ}3 3 4 -", "0", 6))
    answers = record["rounds"][0]["answers"]
    answers[-1]["from"] = 8
    refused(record, "answer 10: the captain names line 3 as that of seat 8, who named 4")
    answers[-1]["from"] = 9
    refused(record, "answer 10: the captain names line 3 as that of seat 9, who named null")
    answers[-1]["from"] = 0
    refused(record, "answer 10: the captain takes the version of seat 0, which gave none")
    for own in (5, None, 7):
        answers[-1]["from"] = own
        accepted(record)
    del answers[-1]["from"]
    accepted(record)
    answers[-2]["from"] = 6
    refused(record, 'answer 9: only the captain\'s answer may have "from"')


def test_03_the_four_speak_in_any_order_but_once() -> None:
    record = accepted(hundred_to_one(f"{BLITZ}3 3 4 -", "0", 6))
    answers = record["rounds"][0]["answers"]
    answers[5:9] = [answers[8], answers[6], answers[5], answers[7]]
    accepted(record)
    answers[6] = copy.deepcopy(answers[5])
    refused(record, "simple round: answer 7: seat 9 answers, but it is the turn of seat 6")


def test_03_s2_an_open_line_cannot_be_named_again() -> None:
    for answers, number in (("1 2 3", 3), ("2 3", 2), (f"{BLITZ}3", 6), (f"{BLITZ}3 3 3 3 3", 10)):
        record = accepted(hundred_to_one(answers, "0"))
        answer = record["rounds"][0]["answers"][number - 1]
        answer["line"] = record["rounds"][0]["answers"][0]["line"]
        words = f"seat {answer['seat']} names line {answer['line']}, which is open already"
        refused(record, f"simple round: answer {number}: {words}")


POLICIES = [
    ("3 3 4 -", 6, "", "majority", True),
    ("3 3 4 -", 8, "", "majority", False),
    ("3 3 4 -", 5, "3", "majority", True),
    ("3 3 4 -", 5, "5", "majority", False),
    ("3 4 4 3", 5, "5", "majority", True),
    ("3 4 4 3", 6, "", "majority", False),
    ("- - - -", 5, "-", "majority", True),
    ("- - - -", 9, "", "majority", False),
    ("- - - 6", 9, "", "majority", True),
    ("3 3 3 3", 5, "4", "own", True),
    ("3 3 3 3", 6, "", "own", False),
]


@pytest.mark.parametrize(("versions", "source", "own", "policy", "kept"), POLICIES)
def test_03_s2_a_captain_keeps_to_a_policy_that_is_stated(
    versions: str, source: int, own: str, policy: str, kept: bool
) -> None:
    record = accepted(hundred_to_one(f"{BLITZ}{versions} {own}", "0", source))
    for switches in ({"blitz": policy}, {"blitz": "own", "blitz_other": policy}):
        if kept:
            accepted(record | {"switches": switches})
        else:
            refused(record | {"switches": switches}, "simple round: answer 10: the captain ")
