"""Hundred to One, rule by rule: the numbers are those of rules/hundred-to-one.md, S of its settled questions.

The boards are 40, 20, 15, 10, 5 and 1; answers are lines from the top, "-" is a miss.
"""

import copy
from itertools import pairwise

import pytest

from tests.referee.changes import restated
from tests.referee.odd_scripts import found, hundred_to_one
from tests.referee.scripts import accepted, refused, samples
from tests.referee.table import Record

GAME = "hundred-to-one"
SIMPLE = "2 1 3 4 5 6"
"""Seat 0 names line 2, seat 5 the top line; its team opens the rest."""
DOUBLE = "1 2 3 4 5 6"
MISSES = "- - -"
REVERSE = "6 5"


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
    record = hundred_to_one("- - - - 1 2 3 4 5 6 " + DOUBLE + " " + DOUBLE, "0 1 2 3 4")
    stood = [each["answers"][0]["seat"] for each in accepted(record)["rounds"][:3]]
    assert stood == [0, 3, 4]
    for place, seat in ((1, 1), (2, 2)):
        wrong = copy.deepcopy(record)
        wrong["rounds"][place]["answers"][0]["seat"] = seat
        refused(wrong, f"answer 1: seat {seat} answers, but it is the turn of seat {3 if place == 1 else 4}")


def test_02_s1_when_all_have_stood_the_rounds_own_pair_comes() -> None:
    record = hundred_to_one("- - " * 5 + DOUBLE + " - - " + DOUBLE, "0 1 2 3 4 0 1 1")
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


@pytest.mark.parametrize(("line", "points"), [(1, 15), (2, 30), (3, 60), (4, 120), (5, 180), (6, 240)])
def test_04_the_reverse_round(line: int, points: int) -> None:
    record = hundred_to_one(f"{DOUBLE} {DOUBLE} {DOUBLE} {line} -", "0 1 2")
    entry = round_of(record, "reverse")
    assert entry["points"] == [0, points]  # the team with fewer points is the second, and speaks first
    wrong = copy.deepcopy(record)
    wrong["rounds"][3]["answers"][0]["points"] = points + 1
    refused(wrong, f'reverse round: answer 1: "points" is {points + 1}, but the line is worth {points}')
    refused(changed(record, "reverse", points=[points, 0]), f"but the teams add [0, {points}]")


def test_04_the_team_with_fewer_points_speaks_first() -> None:
    ahead = hundred_to_one(f"{DOUBLE} {DOUBLE} {DOUBLE} 6 5", "0 1 2")
    behind = hundred_to_one(f"{DOUBLE} {DOUBLE} {DOUBLE} 6 5", "5 6 7")
    tied = hundred_to_one(f"{DOUBLE} {DOUBLE} {DOUBLE} 6 5", "0 1 7")
    firsts = [round_of(record, "reverse")["answers"][0]["seat"] for record in (ahead, behind, tied)]
    assert firsts == [5, 0, 0]
    for record in (ahead, behind, tied):
        record["rounds"][3]["answers"].reverse()
        refused(record, 'reverse round: answer 1: "seat" is')


def test_04_the_answers_differ() -> None:
    record = hundred_to_one(f"{DOUBLE} {DOUBLE} {DOUBLE} 6 6", "0 1 2")
    refused(record, "reverse round: answer 2: seat 0 names line 6, which the other team has named")
    accepted(hundred_to_one(f"{DOUBLE} {DOUBLE} {DOUBLE} - -", "0 1 2"))


TIED = f"{DOUBLE} {DOUBLE} {DOUBLE} - -"
"""After 91, 182 and 273 it is 273 all."""


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


WON = f"{DOUBLE} {DOUBLE} {DOUBLE} - -"


def big(answers: str, **switches: int) -> Record:
    return hundred_to_one(f"{WON} {answers}", "0 1 2", **switches)


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
