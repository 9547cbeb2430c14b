"""Play and scores of Twenty-Five: the numbers are those of rules/twenty-five.md."""

import pytest

from tests.referee.changes import restated
from tests.referee.scripts import accepted, refused, twenty_five
from tests.referee.table import Record

TOP_CLUBS = "5C JC AH AC KC"


def test_05_left_of_the_dealer_leads_then_the_winner() -> None:
    for dealer in range(4):
        record = twenty_five([], dealer=dealer)
        assert accepted(record)["tricks"][0]["leader"] == (dealer + 1) % 4
        record["tricks"][0]["leader"] = dealer
        words = f"seat {dealer} leads, but seat {(dealer + 1) % 4} leads the first trick"
        refused(record, words, trick=1)


def follows(held: str, led: str, played: str, second: str = "") -> Record:
    """Seat 2 holds these cards and two low ones of spades and plays one of them; clubs are trumps."""
    fill = ["2S", "3S", "4S", "6S", "7S"][: 5 - len(held.split())]
    hands = [f"{led} 2D 3D 4D 6D", f"{second or '7D'} 8D 9D TD QD", f"{held} {' '.join(fill)}"]
    return twenty_five(hands, f"{led} {second or '7D'} {played}", turn_up="TC", seats=3)


def test_06_a_plain_suit_is_followed_or_trumped() -> None:
    accepted(follows("KD 2C KH", "JD", "KD"))
    accepted(follows("KD 2C KH", "JD", "2C"))
    accepted(follows("KD AH KH", "JD", "AH"))
    words = "seat 2 plays KH but holds KD of the suit that was led, JD, and KH is no trump"
    refused(follows("KD 2C KH", "JD", "KH"), words, trick=1, card="KH")
    for card in ("2C", "KH", "2S"):
        accepted(follows("2C KH", "JD", card))


def test_07_a_trump_is_followed() -> None:
    words = "seat 2 plays KH but holds a trump (2C) and a trump (9C) was led"
    refused(follows("2C KH", "9C", "KH"), words, trick=1, card="KH")
    accepted(follows("KH", "9C", "KH"))
    refused(follows("2C KH", "AH", "KH"), "seat 2 plays KH but holds a trump (2C)", trick=1, card="KH")


RENEGE = [
    ("two of the top three may be kept back from a low trump", "5C AH KH", "7C", "", "KH", True),
    ("the jack may be kept back from the ace", "JC KH", "AC", "", "KH", True),
    ("with another trump one must play a trump", "5C AC KH", "7C", "", "KH", False),
    ("which may be the five", "5C AC KH", "7C", "", "5C", True),
    ("or the other", "5C AC KH", "7C", "", "AC", True),
    ("a higher trump led forces the ace of hearts", "AH KH", "JC", "", "KH", False),
    ("and the jack", "JC KH", "5C", "", "KH", False),
    ("only the card led matters", "AH KH", "7C", "5C", "KH", True),
    ("nothing forces the five", "5C KH", "JC", "", "KH", True),
]


@pytest.mark.parametrize(("why", "held", "led", "second", "played", "right"), RENEGE)
def test_07_renege(why: str, held: str, led: str, second: str, played: str, right: bool) -> None:
    record = follows(held, led, played, second)
    if right:
        accepted(record)
    else:
        refused(record, f"seat 2 plays {played} but holds a trump", trick=1, card=played)


def test_08_five_points_a_trick() -> None:
    record = accepted(twenty_five([TOP_CLUBS], turn_up="TC"))
    assert record["result"]["taken"] == [25, 0, 0, 0]
    record["tricks"][2]["points"] = 10
    refused(record, "the trick is worth 5 points, not 10", trick=3)


def test_08_the_game_ends_in_mid_hand() -> None:
    record = accepted(twenty_five([TOP_CLUBS], turn_up="TC", scores=(15, 20, 0, 0)))
    assert (len(record["tricks"]), record["result"]["winner"]) == (2, 0)
    assert record["result"]["scores"] == [25, 20, 0, 0]
    longer = twenty_five([TOP_CLUBS], turn_up="TC", scores=(10, 20, 0, 0))
    played_on = record | {"tricks": longer["tricks"]}
    refused(played_on, "the hand was over before this trick", trick=3)
    short = longer | {"tricks": longer["tricks"][:2]}
    refused(short, "the trick is missing", trick=3)
    refused(restated(record, game_over=False), '"result.game_over" is false, but the game is over: true')
    refused(restated(record, winner=1), '"result.winner" is 1, but the winner is side 0')


def test_08_scores_stand_from_hand_to_hand() -> None:
    record = accepted(twenty_five([], scores=(5, 0, 10, 0)))
    gained = record["result"]["delta"]
    assert record["result"]["scores"] == [5 + gained[0], gained[1], 10 + gained[2], gained[3]]
    refused(record | {"scores": [5, 25, 10, 0]}, "have already ended the game")
    refused(record | {"scores": [5, 0, 10]}, '"scores" must have 4 numbers, not 3')


def test_08_partners_count_together() -> None:
    hands = ["5C JC AH 2D 3D", "4D 6D 7D 8D 9D", "AC KC 2S 3S 4S", "TD JD QD KD AD"]
    plays = "5C 4D KC TD JC 6D AC JD AH 7D 2S QD"
    record = accepted(twenty_five(hands, plays, turn_up="TC", sides="pairs", scores=(10, 20)))
    assert (len(record["tricks"]), record["result"]["winner"]) == (3, 0)


@pytest.mark.parametrize(("target", "tricks"), [(5, 1), (10, 2), (25, 5), (30, 5), (100, 5)])
def test_08_target(target: int, tricks: int) -> None:
    record = accepted(twenty_five([TOP_CLUBS], turn_up="TC", target=target))
    assert (len(record["tricks"]), record["result"]["game_over"]) == (tricks, target <= 25)


def test_09_all_five_tricks_from_0_double_the_stake() -> None:
    record = twenty_five([TOP_CLUBS], turn_up="TC", double_stake="on")
    assert accepted(record)["stake"] == 2
    for wrong in (1, 4, "2", 2.0, None):
        refused(record | {"stake": wrong}, '"stake" is')
    record.pop("stake")
    refused(record, 'key "stake" is missing')
    off = accepted(twenty_five([TOP_CLUBS], turn_up="TC"))
    accepted(off | {"stake": 1})
    accepted(off | {"stake": None})
    refused(off | {"stake": 2}, '"stake" is 2, but it is 1')


def test_09_not_from_another_score_or_with_fewer_tricks() -> None:
    other = twenty_five([TOP_CLUBS], turn_up="TC", double_stake="on", target=50, scores=(5, 0, 0, 0))
    assert accepted(other)["stake"] == 1
    refused(other | {"stake": 2}, '"stake" is 2, but it is 1')
    some = twenty_five(["5C JC AH 2D 3D"], "5C", turn_up="TC", double_stake="on", scores=(0, 0, 0, 0))
    won = {trick["winner"] for trick in some["tricks"]}
    assert accepted(some)["stake"] == (2 if len(won) == 1 else 1)
    short = twenty_five([TOP_CLUBS], turn_up="TC", double_stake="on", target=10)
    assert accepted(short)["stake"] == 1


def worked_example() -> Record:
    """A, B and C are seats 0, 1 and 2; A deals."""
    hands = ["3S JC 2H TC JD", "AS QS 2D QC 6H", "5S 8D KC 5H TH"]
    plays = "QC KC 3S 2H QS 5H AS 8D TC 2S 5S JC TH JD 6H"
    return twenty_five(hands, plays, turn_up="2S", rob=("2S", "2D"), seats=3, dealer=0)


def test_10_worked_example() -> None:
    record = accepted(worked_example())
    assert [trick["winner"] for trick in record["tricks"]] == [0, 1, 1, 2, 2]
    assert record["result"]["taken"] == [5, 10, 10]
    record["exchange"] = []
    refused(record, "seat 1 plays 2S, which it does not hold", trick=4, card="2S")
