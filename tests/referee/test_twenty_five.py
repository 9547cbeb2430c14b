"""Twenty-Five, rule by rule: the numbers are those of rules/twenty-five.md."""

from itertools import pairwise

import pytest

from tests.referee.changes import restated
from tests.referee.scripts import accepted, refused, samples, twenty_five
from tests.referee.table import Record

TOP_CLUBS = "5C JC AH AC KC"


@pytest.mark.parametrize("place", range(4))
def test_samples(place: int) -> None:
    accepted(samples("twenty-five")[place])


@pytest.mark.parametrize("seats", range(2, 11))
def test_01_two_to_ten_players(seats: int) -> None:
    record = accepted(twenty_five([], seats=seats))
    assert len(record["stock"]) == 51 - 5 * seats
    accepted(record | {"switches": {"players": seats}})
    other = 4 if seats != 4 else 5
    refused(record | {"switches": {"players": other}}, f'"seats" must be {other}, not {seats}')


@pytest.mark.parametrize("seats", [0, 1, 11, 12, -3])
def test_01_never_fewer_or_more(seats: int) -> None:
    refused(twenty_five([]) | {"seats": seats}, '"seats" must be a whole number from 2 to 10')
    refused(twenty_five([]) | {"switches": {"players": seats}}, "switch players cannot be")


SIDES = [
    (4, "pairs", [[0, 2], [1, 3]]),
    (6, "pairs", [[0, 3], [1, 4], [2, 5]]),
    (8, "pairs", [[0, 4], [1, 5], [2, 6], [3, 7]]),
    (10, "pairs", [[0, 5], [1, 6], [2, 7], [3, 8], [4, 9]]),
    (9, "threes", [[0, 3, 6], [1, 4, 7], [2, 5, 8]]),
]


@pytest.mark.parametrize(("seats", "how", "sides"), SIDES)
def test_01_pairs_and_threes(seats: int, how: str, sides: list[list[int]]) -> None:
    record = accepted(twenty_five([], seats=seats, sides=how))
    assert record["sides"] == sides
    accepted(record | {"switches": {"players": seats, "sides": how}})
    accepted(record | {"switches": {}})
    refused(record | {"switches": {"sides": "singles"}}, '"sides" must be [[0], [1], [2]')


@pytest.mark.parametrize(
    ("seats", "how"), [(3, "pairs"), (5, "pairs"), (9, "pairs"), (6, "threes"), (3, "threes"), (10, "threes")]
)
def test_01_not_every_number_can_play_in_sides(seats: int, how: str) -> None:
    """Six as two threes are refused [settled 1]."""
    record = twenty_five([], seats=seats) | {"switches": {"sides": how}}
    refused(record, f"{seats} players cannot play in {how}")
    refused(twenty_five([], seats=6) | {"sides": [[0, 2, 4], [1, 3, 5]]}, '"sides" must be [[0], [1]')


TRUMPS = [
    ("H", "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H"),
    ("D", "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
    ("C", "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"),
    ("S", "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"),
]
PLAIN = [
    ("H", "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    ("D", "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD"),
    ("C", "KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C TC"),
    ("S", "KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S TS"),
]


def duel(first: str, second: str, turn_up: str) -> int:
    """Who wins of two players if these are the cards of the first trick."""
    side = next(suit for suit in "DSC" if suit not in turn_up[1] + second[1])
    rest = f"2{side} 3{side} 4{side} 6{side}", f"7{side} 8{side} 9{side} T{side}"
    record = twenty_five(
        [f"{first} {rest[0]}", f"{second} {rest[1]}"], f"{first} {second}", turn_up=turn_up, seats=2
    )
    winner: int = accepted(record)["tricks"][0]["winner"]
    return winner


@pytest.mark.parametrize(("trump", "ranks"), TRUMPS)
def test_02_every_trump_beats_the_next(trump: str, ranks: str) -> None:
    cards = ranks.split()
    for high, low in pairwise(cards):
        turn_up = next(card for card in cards[3:] if card not in (high, low))
        assert duel(low, high, turn_up) == 1
        assert duel(high, low, turn_up) == 0


@pytest.mark.parametrize(("suit", "ranks"), PLAIN)
def test_02_every_plain_card_beats_the_next(suit: str, ranks: str) -> None:
    for high, low in pairwise(ranks.split()):
        turn_up = "QD" if suit != "D" else "QS"
        assert duel(low, high, turn_up) == 1
        assert duel(high, low, turn_up) == 0


def test_02_the_five_of_hearts_is_no_top_trump_in_another_suit() -> None:
    assert duel("5H", "2C", "3C") == 1


def test_03_the_suit_turned_up_is_trump() -> None:
    record = twenty_five([], turn_up="7D")
    assert accepted(record)["trump"] == "D"
    refused(record | {"trump": "H"}, '"trump" is "H", but 7D is turned up', card="7D")
    refused(record | {"turn_up": "1D"}, '"turn_up" is "1D", which is not a card', card="1D")
    refused(record | {"turn_up": 7}, '"turn_up" must be a card, not 7')
    held = record["hands"][2][3]
    refused(record | {"turn_up": held}, f"{held} is dealt twice, to seat 2 and to the turn-up", card=held)
    refused(record | {"stock": [*record["stock"], "7D"]}, "the stock has 32 cards, not 31")


def test_03_nobody_bids() -> None:
    record = twenty_five([])
    why = "there is no bidding in this game"
    refused(record | {"auction": [{"seat": 0, "call": "pass"}]}, f'"auction" must be empty: {why}')
    refused(record | {"declarer": 0}, f'"declarer" must be null, not 0: {why}')
    refused(record | {"contract": "5"}, f'"contract" must be null, not "5": {why}')


@pytest.mark.parametrize("thrown", ["2D", "3D", "5S", "AS"])
def test_04_the_ace_of_trumps_robs(thrown: str) -> None:
    """He may lay down any card of his own, the ace too [settled 2]."""
    hands = ["KS", "AS 2D 3D 5S 9H"]
    accepted(twenty_five(hands, turn_up="2S"))
    accepted(twenty_five(hands, turn_up="2S", rob=("2S", thrown)))


def test_04_who_may_rob() -> None:
    record = twenty_five(["KS", "AS 2D 3D 5S 9H"], turn_up="2S", rob=("2S", "2D"))

    def entry(seat: int, takes: str, discards: str) -> Record:
        swap = {"seat": seat, "takes": takes.split(), "discards": discards.split()}
        return record | {"exchange": [swap]}

    refused(entry(0, "2S", "KS"), "seat 0 robs 2S, but it is seat 1 that holds AS", card="2S")
    refused(entry(3, "2S", "KS"), "seat 3 robs 2S, but it is seat 1 that holds AS", card="2S")
    refused(entry(1, "KC", "2D"), "seat 1 takes KC, but only 2S can be robbed", card="KC")
    refused(entry(1, "2S KC", "2D 3D"), "seat 1 takes KC, but only 2S can be robbed", card="KC")
    refused(entry(1, "", ""), "seat 1 robs 0 cards, not 2S alone")
    refused(entry(1, "2S", ""), "seat 1 lays down 0 cards for 2S, not one")
    refused(entry(1, "2S", "2D 3D"), "seat 1 lays down 2 cards for 2S, not one")
    refused(entry(1, "2S", "2S"), "seat 1 discards 2S, which it does not hold", card="2S")
    refused(entry(1, "2S", "KS"), "seat 1 discards KS, which it does not hold", card="KS")
    twice = record | {"exchange": record["exchange"] * 2}
    refused(twice, "seat 1 exchanges cards after 2S has been robbed")


def test_04_nobody_robs_if_the_ace_is_in_the_stock() -> None:
    record = twenty_five(["KS", "2D"], turn_up="2S")
    record["exchange"] = [{"seat": 0, "takes": ["2S"], "discards": ["KS"]}]
    assert "AS" in record["stock"] + [card for hand in record["hands"] for card in hand]
    holder = next((seat for seat, hand in enumerate(record["hands"]) if "AS" in hand), None)
    words = "nobody holds AS" if holder is None else f"it is seat {holder} that holds AS"
    refused(record, f"seat 0 robs 2S, but {words}", card="2S")


@pytest.mark.parametrize("dealer", range(4))
def test_04_the_dealer_robs_an_ace(dealer: int) -> None:
    hands = ["KD 2D 3D 4D 6D", "KS 2S 3S 4S 6S", "KC 2C 3C 4C 6C", "KH 2H 3H 4H 6H"]
    rob = ("AS", hands[dealer].split()[1])
    record = accepted(twenty_five(hands, turn_up="AS", rob=rob, dealer=dealer))
    record["exchange"][0]["seat"] = (dealer + 1) % 4
    refused(record, f"but it is seat {dealer} that deals and AS is turned up", card="AS")


def test_04_the_ace_of_hearts_robs_in_hearts_only() -> None:
    hands = ["AH 2D 3D 4D 6D", "AC 2S 3S 4S 6S"]
    accepted(twenty_five(hands, turn_up="2H", rob=("2H", "2D")))
    record = twenty_five(hands, turn_up="2C")
    record["exchange"] = [{"seat": 0, "takes": ["2C"], "discards": ["2D"]}]
    refused(record, "it is seat 1 that holds AC", card="2C")


def test_04_an_unrobbed_ace_keeps_its_rank() -> None:
    assert duel("AS", "KS", "2S") == 0


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
