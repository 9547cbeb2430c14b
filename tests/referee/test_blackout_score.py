"""Scores of Partnership Blackout: the numbers are those of rules/partnership-blackout.md."""

from typing import Any

import pytest

from tests.referee.changes import restated
from tests.referee.scripts import accepted, blackout, refused, samples
from tests.referee.table import Record
from tests.referee.test_blackout import suit

TRANSLATED: dict[str, Any] = {"variant": "as-translated"}


def test_09_tricks_are_counted_by_seat() -> None:
    record = samples("blackout.mayes")[1]
    assert record["result"]["taken_by_seat"] == [2, 1, 4, 6]
    words = '"result.taken_by_seat" is [4, 1, 2, 6], but the seats took [2, 1, 4, 6]'
    refused(restated(record, taken_by_seat=[4, 1, 2, 6]), words)
    record["result"].pop("taken_by_seat")
    refused(record, 'key "result.taken_by_seat" is missing')
    record["tricks"][4]["points"] = 2
    refused(record, "the trick is worth 1 points, not 2", trick=5)


def tricks_taken(number: int, calls: str, variant: str = "mayes", **more: Any) -> Record:
    """Seat 0 holds so many of the highest spades, and low cards; so its side takes so many tricks."""
    ranks = "AKQJT98765432"
    low = suit("H", "23456789TJQKA"[: 13 - number])
    high = suit("H", "AKQJT98765432"[:number])
    hands = [
        f"{suit('S', ranks[:number])} {low}",
        f"{suit('S', ranks[number:])} {high}",
        suit("D"),
        suit("C"),
    ]
    return blackout([" ".join(hand.split()) for hand in hands], calls, variant=variant, **more)


@pytest.mark.parametrize("number", range(14))
def test_10_the_hands_of_the_next_tests_take_what_they_should(number: int) -> None:
    assert accepted(tricks_taken(number, "3 3 3 3"))["result"]["taken"] == [number, 13 - number]


NUMBERS = [
    ("exact10", 7, 7, 17),
    ("exact10", 7, 9, 9),
    ("exact10", 7, 6, -10),
    ("exact10", 12, 13, 13),
    ("exact10", 2, 13, 13),
    ("seed_literal", 7, 7, 10),
    ("seed_literal", 7, 9, 10),
    ("seed_literal", 7, 6, -10),
    ("seed_literal", 7, 13, 23),
    ("made10plus", 7, 7, 17),
    ("made10plus", 7, 9, 19),
    ("made10plus", 7, 13, 23),
    ("made10plus", 7, 6, -10),
]


@pytest.mark.parametrize(("score", "number", "taken", "points"), NUMBERS)
@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
def test_10_number(variant: str, score: str, number: int, taken: int, points: int) -> None:
    first = number - 1
    record = accepted(tricks_taken(taken, f"{first} 1 1 1", variant, score=score))
    assert record["result"]["delta"][0] == points
    assert record["result"]["contracts"][0]["made"] == (taken >= number)
    refused(restated(record, delta=[points + 1, record["result"]["delta"][1]]), "but the hand scores")


def test_10_the_presets_have_their_own_score() -> None:
    assert accepted(tricks_taken(7, "6 1 1 1"))["result"]["delta"][0] == 17
    assert accepted(tricks_taken(7, "6 1 1 1", "as-translated"))["result"]["delta"][0] == 10
    assert accepted(tricks_taken(0, "0 1 0 1", "as-translated"))["result"]["delta"][0] == 10


ONE_BY_ONE = [
    ({"made": 4}, 7, 7, 21),
    ({"exact_bonus": 3}, 7, 7, 10),
    ({"exact_bonus": 3}, 7, 9, 9),
    ({"per_trick": 2}, 7, 7, 24),
    ({"per_trick": 0}, 7, 9, 0),
    ({"all_bonus": 7}, 7, 13, 20),
    ({"all_bonus": 7}, 7, 12, 12),
    ({"set": -25}, 7, 6, -25),
    ({"set": 0}, 7, 6, 0),
    ({"score": "seed_literal", "per_trick": 1}, 7, 13, 36),
    ({"score": "made10plus", "made": 0, "exact_bonus": 1, "set": -7}, 7, 7, 8),
    ({"made": 0, "exact_bonus": 10, "per_trick": 1, "all_bonus": 0, "set": -10}, 7, 7, 17),
]


@pytest.mark.parametrize(("numbers", "number", "taken", "points"), ONE_BY_ONE)
def test_10_the_numbers_of_a_profile_one_by_one(
    numbers: dict[str, Any], number: int, taken: int, points: int
) -> None:
    record = accepted(tricks_taken(taken, f"{number - 1} 1 1 1", **numbers))
    assert record["result"]["delta"][0] == points
    other = {"set": -11, "made": 1, "per_trick": 5, "exact_bonus": 11}
    refused(record | {"switches": other}, "but the hand scores")


@pytest.mark.parametrize(("taken", "points"), [(13, 40), (12, -10), (0, -10)])
@pytest.mark.parametrize("calls", ["board 1 1", "5 1 board 1", "1 board 1"])
@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
def test_10_board(variant: str, calls: str, taken: int, points: int) -> None:
    side = 1 if calls.startswith("1") else 0
    record = accepted(tricks_taken(13 - taken if side else taken, calls, variant))
    assert record["result"]["delta"][side] == points


NIL = [
    ("mayes", "nil 1 1", 0, True),
    ("mayes", "nil 1 1", 1, False),
    ("mayes", "5 1 nil 1", 9, True),
    ("mayes", "1 nil 1", 13, True),
    ("mayes", "1 1 1 nil", 4, True),
    ("mayes", "1 nil 1", 4, False),
    ("as-translated", "nil 1 1", 0, True),
    ("as-translated", "5 1 nil 1", 9, False),
    ("as-translated", "5 1 nil 1", 0, True),
    ("as-translated", "1 1 1 nil", 4, False),
    ("as-translated", "1 1 1 nil", 13, True),
]


@pytest.mark.parametrize(("variant", "calls", "taken", "made"), NIL)
def test_10_nil(variant: str, calls: str, taken: int, made: bool) -> None:
    """It binds the one who says it; as-translated it binds both. Seats 0 and 1 take all the tricks."""
    side = calls.split().index("nil") % 2
    record = accepted(tricks_taken(taken, calls, variant))
    assert record["result"]["delta"][side] == (40 if made else -10)
    entry = next(one for one in record["result"]["contracts"] if one["side"] == side)
    assert (entry["contract"], entry["made"]) == ("nil", made)
    entry["made"] = not made
    refused(record, "the contract was made: true" if made else "the contract failed: false")


def test_11_game_to_100() -> None:
    record = accepted(tricks_taken(9, "5 1 4 1", scores=(81, 0)))
    assert (record["result"]["scores"], record["result"]["winner"]) == ([100, 4], 0)
    refused(restated(record, game_over=False, winner=None), '"result.game_over" is false')
    assert accepted(tricks_taken(9, "5 1 4 1", scores=(80, 0)))["result"]["winner"] is None
    assert accepted(tricks_taken(9, "5 1 4 1", scores=(81, 0), target=150))["result"]["winner"] is None


def test_11_both_at_once_the_higher_wins_equal_play_on() -> None:
    assert accepted(tricks_taken(9, "5 1 4 1", scores=(81, 97)))["result"]["winner"] == 1
    even = accepted(tricks_taken(9, "5 1 4 1", scores=(81, 96)))
    assert (even["result"]["scores"], even["result"]["winner"]) == ([100, 100], None)
    refused(restated(even, game_over=True, winner=0), '"result.game_over" is true')
    accepted(tricks_taken(9, "5 1 4 1", scores=(100, 100)))
    for scores in ([100, 0], [-5, 101], [100, 101]):
        refused(even | {"scores": scores}, "have already ended the game")
    accepted(tricks_taken(9, "5 1 4 1", scores=(-300, -20)))


WON = [
    ("3 1 4 1", 2, "7"),
    ("3 1 3 1", 0, "6"),
    ("1 5 1 5", 1, "10"),
    ("board 6 6", 0, "board"),
    ("nil 0 0", 1, "0"),
    ("pass 2 3", 3, "5"),
    ("12 board 3", 1, "board"),
    ("2 2 2 2", None, None),
    ("12 10 12 10", None, None),
    ("board board", None, None),
    ("nil pass", None, None),
    ("pass pass", None, None),
]


@pytest.mark.parametrize(("calls", "declarer", "contract"), WON)
def test_t_who_wins_the_bidding(calls: str, declarer: int | None, contract: str | None) -> None:
    """It may be stated, or not [settled 1]; in the other preset nobody wins it."""
    record = accepted(blackout([], calls, **TRANSLATED))
    assert (record["declarer"], record["contract"]) == (declarer, contract)
    accepted(record | {"declarer": None, "contract": None})
    refused(record | {"declarer": 3 if declarer != 3 else 1, "contract": contract}, '"declarer"')
    if declarer is not None:
        refused(record | {"contract": "1"}, f'"contract" is "1", but the higher number is {contract}')
        refused(record | {"contract": None}, '"contract" is null')
        refused(record | {"declarer": None}, '"declarer" is null')
    refused(blackout([]) | {"declarer": 0}, '"declarer" must be null, not 0: both sides have a contract')
    refused(blackout([]) | {"contract": "6"}, '"contract" must be null')


def test_t_a_side_that_passes_scores_nothing() -> None:
    record = accepted(tricks_taken(9, "pass 1 1", **TRANSLATED))
    assert record["result"]["delta"] == [0, 10]
    assert [entry["side"] for entry in record["result"]["contracts"]] == [1]
    more = [{"side": 0, "contract": "pass", "made": True}, *record["result"]["contracts"]]
    refused(restated(record, contracts=more), '"result.contracts" must have 1 entries, not 2')


def test_t_if_both_sides_pass_the_hand_may_be_played_or_not() -> None:
    played = accepted(tricks_taken(9, "pass pass", **TRANSLATED))
    assert played["result"]["taken"] == [9, 4]
    thrown = restated(played | {"tricks": []}, taken=[0, 0], taken_by_seat=[0, 0, 0, 0])
    accepted(thrown)
    accepted(thrown | {"trump": None})
    refused(thrown | {"trump": "H"}, '"trump" is "H"')
    refused(played | {"trump": None}, '"trump" is null')
    refused(played | {"tricks": played["tricks"][:5]}, "the trick is missing", trick=6)
    refused(restated(thrown, taken=[9, 4]), '"result.taken" is [9, 4], but the sides took [0, 0]')
