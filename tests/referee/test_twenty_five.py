"""Twenty-Five, rule by rule: the numbers are those of rules/twenty-five.md."""

from itertools import pairwise

import pytest

from tests.referee.scripts import accepted, refused, samples, twenty_five
from tests.referee.table import Record


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
