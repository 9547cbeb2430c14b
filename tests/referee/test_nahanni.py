"""Nahanni, rule by rule: the numbers are those of rules/nahanni.md."""

import copy
from itertools import pairwise

import pytest

from tests.referee.scripts import accepted, nahanni, refused, samples
from tests.referee.table import Record

TOP_CLUBS = "5C JC AH AC KC"


def first_winner(record: Record) -> int:
    winner: int = accepted(record)["tricks"][0]["winner"]
    return winner


@pytest.mark.parametrize("place", range(4))
def test_samples(place: int) -> None:
    accepted(samples("nahanni")[place])


def test_01_52_cards_and_29_in_stock() -> None:
    record = nahanni([])
    assert len(accepted(record)["stock"]) == 29
    lost = record["stock"].pop()
    refused(record, "the stock has 28 cards, not 29")
    record["stock"].append("RJ")
    refused(record, "RJ, dealt to the stock, is not in the 52-card deck", card="RJ")
    record["stock"][-1] = record["stock"][0]
    refused(record, f"{record['stock'][0]} is dealt twice", card=record["stock"][0])
    record["stock"][-1] = lost
    accepted(record)


TRUMPS = [
    ("H", "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H"),
    ("D", "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
    ("C", "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"),
    ("S", "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"),
]
PLAIN = [
    ("high", "H", "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    ("high", "D", "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D"),
    ("high", "S", "AS KS QS JS 2S 3S 4S 5S 6S 7S 8S 9S TS"),
    ("one", "H", "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
    ("one", "D", "KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD"),
    ("one", "S", "KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S TS"),
]


def other_suit(suit: str, trump: str) -> str:
    return next(name for name in "DSHC" if name not in (suit, trump))


@pytest.mark.parametrize(("trump", "ranks"), TRUMPS)
def test_02_every_trump_beats_the_next(trump: str, ranks: str) -> None:
    cards = ranks.split()
    side = other_suit(trump, "H")
    for high, low in pairwise(cards):
        for second, third, winner in ((low, high, 3), (high, low, 1)):
            hands = [
                f"2{side} 3{side} 4{side} 6{side} 7{side}",
                second,
                f"8{side} 9{side} T{side} Q{side} K{side}",
                third,
            ]
            record = nahanni(hands, trump=trump, plays=f"{second} 8{side} {third} 2{side}")
            assert first_winner(record) == winner


@pytest.mark.parametrize(("ace", "suit", "ranks"), PLAIN)
def test_03_every_plain_card_beats_the_next(ace: str, suit: str, ranks: str) -> None:
    cards = ranks.split()
    side = other_suit(suit, "C")
    for high, low in pairwise(cards):
        for second, third, winner in ((low, high, 3), (high, low, 1)):
            hands = [f"2{side}", second, f"3{side}", third]
            record = nahanni(hands, plays=f"{second} 3{side} {third} 2{side}", plain_ace=ace)
            assert first_winner(record) == winner


def test_03_the_ace_switch_decides() -> None:
    record = nahanni(["2H", "KD", "3H", "AD"], plays="KD 3H AD 2H")
    assert first_winner(record) == 3
    refused(record | {"switches": {"plain_ace": "one"}}, "KD of seat 1 wins", trick=1, card="KD")


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_04_kitty(size: int) -> None:
    record = nahanni([], kitty=size)
    assert (len(accepted(record)["kitty"]), len(record["stock"])) == (size, 32 - size)
    refused(record | {"switches": {"kitty": 6 - size if size != 3 else 4}}, "the kitty has")


@pytest.mark.parametrize(
    ("calls", "declarer", "contract"),
    [
        ("20 pass pass pass", 0, "20"),
        ("pass pass pass 20", 3, "20"),
        ("30 pass pass pass", 0, "30"),
        ("20 pass pass hold pass", 3, "20"),
        ("20 pass pass hold 25 hold 30 hold pass", 3, "30"),
        ("20 pass pass hold 25 pass", 0, "25"),
        ("20 25 pass hold pass 30 pass", 1, "30"),
        ("20 25 pass hold pass 30 hold pass", 3, "30"),
        ("20 pass 25 hold pass pass", 3, "25"),
        ("20 25 30 hold pass pass pass", 3, "30"),
        ("20 25 30 pass pass pass", 2, "30"),
        ("20 pass pass 30 pass", 3, "30"),
        ("pass pass pass pass", None, None),
    ],
)
def test_05_auction(calls: str, declarer: int | None, contract: str | None) -> None:
    """After a hold the next seat that is still in calls, as always [settled 2]."""
    record = accepted(nahanni([], calls))
    assert (record["declarer"], record["contract"]) == (declarer, contract)
    assert " ".join(entry["call"] for entry in record["auction"]) == calls


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ("0:15", 'seat 0 calls "15", which is not one of the bids: 20, 25 and 30'),
        ("0:60", 'seat 0 calls "60", which is not one of the bids'),
        ("0:20 1:20", "seat 1 bids 20, which is not more than 20"),
        ("0:20 1:hold", "seat 1 holds, but only the dealer, seat 3, may"),
        ("0:pass 1:pass 2:pass 3:hold", "seat 3 holds, but there is no bid"),
        ("0:20 1:pass 2:pass 3:25 0:hold", "seat 0 holds, but only the dealer"),
        ("0:20 1:pass 2:pass 3:hold 0:pass 3:pass", 'seat 3 calls "pass" after the end of the auction'),
        ("0:20 1:pass 2:pass 3:hold", "the auction ends before seat 0 has called"),
        ("0:30 1:pass 2:pass", "the auction ends before seat 3 has called"),
        ("0:20 1:25 2:pass 3:30", "the auction ends before seat 0 has called"),
        ("0:20 1:25 2:pass 3:hold 1:30", 'seat 1 calls "30" but it is the turn of seat 0'),
        ("0:20 1:pass 2:pass 3:hold 1:25", 'seat 1 calls "25" but it has passed already'),
        ("0:20 1:pass 2:pass 3:hold 0:20", "seat 0 bids 20, which is not more than 20"),
        ("0:pass 1:pass 2:pass", "the auction ends before seat 3 has called"),
    ],
)
def test_05_illegal_auction(calls: str, words: str) -> None:
    pairs = [call.split(":") for call in calls.split()]
    auction = [{"seat": int(seat), "call": call} for seat, call in pairs]
    refused(nahanni([]) | {"auction": auction}, words)


def test_05_dealer_20() -> None:
    """He must bid after three passes, and may bid more [settled 1]."""
    for bid in ("20", "25", "30"):
        accepted(nahanni([], f"pass pass pass {bid}", all_pass="dealer_20"))
    record = accepted(nahanni([], "pass pass pass pass"))
    refused(record | {"switches": {"all_pass": "dealer_20"}}, "seat 3 passes, but the dealer must bid")


def test_06_the_whole_kitty_is_taken() -> None:
    record = nahanni([])
    left = record["exchange"][0]["takes"].pop(0)
    refused(record, f"seat 0 leaves {left} in the kitty, but must take all of it", card=left)
    record["exchange"][0]["takes"].append(left)
    accepted(record)


def test_07_everybody_draws_back_to_five_in_turn() -> None:
    hands = [TOP_CLUBS, "2D 3D 4D 6D 7D", "2S 3S 4S 6S 7S", "2H 3H 4H 6H 7H"]
    swaps = [("", ""), ("", ""), ("", "2D 3D"), ("", "2S 3S 4S 6S 7S"), ("", "")]
    kitty = nahanni(hands)["kitty"]
    swaps[0] = ("", f"{' '.join(kitty)} KC")
    record = accepted(nahanni(hands, swaps=swaps))
    assert [len(entry["takes"]) for entry in record["exchange"]] == [3, 1, 2, 5, 0]
    drawn = [card for entry in record["exchange"][1:] for card in entry["takes"]]
    assert drawn == record["stock"][:8]

    unsorted = copy.deepcopy(record)
    unsorted["exchange"][3]["takes"].reverse()
    card = unsorted["exchange"][3]["takes"][0]
    refused(unsorted, f"seat 2 draws {card}, but {record['stock'][3]} is next in the stock", card=card)
    short = copy.deepcopy(record)
    short["exchange"][2]["takes"].pop()
    refused(short, "seat 1 draws 1 cards, not 2")
    greedy = copy.deepcopy(record)
    greedy["exchange"][1]["discards"] = ["AC"]
    refused(greedy, "seat 0 discards AC, but has discarded with the kitty", card="AC")
    absent = record | {"exchange": record["exchange"][:4]}
    refused(absent, "seat 3 has no entry in the exchange")
    early = record | {"exchange": [record["exchange"][place] for place in (0, 2, 1, 3, 4)]}
    refused(early, "seat 1 exchanges cards, but it is the turn of seat 0")
    twice = record | {"exchange": [*record["exchange"], record["exchange"][4]]}
    refused(twice, "seat 3 exchanges cards after everybody has had a turn")
    six = copy.deepcopy(record)
    six["exchange"][0]["discards"] = kitty[:2]
    refused(six, "seat 0 keeps 6 cards, and may keep 5 at most")


def test_07_all_cards_may_be_discarded() -> None:
    hands = [TOP_CLUBS, "2D 3D 4D 6D 7D", "2S 3S 4S 6S 7S", "2H 3H 4H 6H 7H"]
    swaps = [("", hand) for hand in ("", *hands)]
    swaps[0] = ("", f"{TOP_CLUBS} {' '.join(nahanni(hands)['kitty'])}")
    swaps[1] = ("", "")
    record = accepted(nahanni(hands, swaps=swaps))
    assert [len(entry["takes"]) for entry in record["exchange"]] == [3, 5, 5, 5, 5]


def test_08_the_left_of_the_bidder_leads() -> None:
    record = nahanni([], "pass 20 pass pass")
    assert accepted(record)["tricks"][0]["leader"] == 2
    record["tricks"][0]["leader"] = 1
    refused(record, "seat 1 leads, but seat 2 leads the first trick", trick=1)


def test_09_a_trump_may_be_played_to_any_lead() -> None:
    for rule in ("free", "follow_or_trump"):
        hands = ["2D", "3D", "2C 4D", "6D"]
        assert first_winner(nahanni(hands, plays="3D 2C 6D 2D", plain_follow=rule)) == 2


def test_10_nobody_need_follow_a_plain_suit() -> None:
    record = nahanni(["2D", "3D", "KS 4D", "6D"], plays="3D KS 6D 2D")
    assert first_winner(record) == 3
    strict = record | {"switches": {"plain_follow": "follow_or_trump"}}
    refused(strict, "seat 2 plays KS but holds 4D of the suit that was led, 3D", trick=1, card="KS")
    void = nahanni(["2D", "3D", "KS QS 2S 3S 4S", "6D"], plays="3D KS 6D 2D", plain_follow="follow_or_trump")
    assert first_winner(void) == 3


def test_10_the_ace_of_hearts_is_no_heart() -> None:
    """To a heart led, its holder is void: he may play anything, and it wins as a trump."""
    hands = ["2H", "3H", "AH KS QS 2S 3S", "4H"]
    assert first_winner(nahanni(hands, plays="3H KS 4H 2H", plain_follow="follow_or_trump")) == 3
    assert first_winner(nahanni(hands, plays="3H AH 4H 2H", plain_follow="follow_or_trump")) == 2


FOLLOWING = [
    # led, hand, played, whether that is legal
    ("2C", "3C KS QS 2S 3S", "3C", True),
    ("2C", "3C KS QS 2S 3S", "KS", False),
    ("2C", "5C JC AH 2S 3S", "2S", True),
    ("2C", "5C JC AH 2S 3S", "5C", True),
    ("2C", "AH KS QS 2S 3S", "KS", True),
    ("2C", "5C 3C KS QS 2S", "KS", False),
    ("2C", "5C 3C KS QS 2S", "5C", True),
    ("2C", "AC KS QS 2S 3S", "KS", False),
    ("AC", "AH KS QS 2S 3S", "KS", True),
    ("AH", "5C JC KS QS 2S", "KS", True),
    ("AH", "2C KS QS 2S 3S", "KS", False),
    ("JC", "AH KS QS 2S 3S", "KS", False),
    ("JC", "AH KS QS 2S 3S", "AH", True),
    ("JC", "5C KS QS 2S 3S", "KS", True),
    ("JC", "5C AH KS QS 2S", "KS", False),
    ("5C", "JC KS QS 2S 3S", "KS", False),
    ("5C", "JC AH QS 2S 3S", "AH", True),
    ("5C", "6D KS QS 2S 3S", "KS", True),
]


@pytest.mark.parametrize(("led", "hand", "played", "legal"), FOLLOWING)
@pytest.mark.parametrize("rule", ["free", "follow_or_trump"])
def test_11_following_a_trump(led: str, hand: str, played: str, legal: bool, rule: str) -> None:
    record = nahanni(["2D 3D 4D 7D 8D", led, hand], plays=f"{led} {played}", plain_follow=rule)
    if legal:
        accepted(record)
        return
    refused(record, f"seat 2 plays {played} but holds a trump (", trick=1, card=played)


def test_11_the_card_led_counts_not_the_best_so_far() -> None:
    """The seven is led and the five played second: the ace of hearts may still be kept back."""
    record = nahanni(["AH KS QS JS TS", "7C", "5C", "2D 3D 4D 6D 7D"], plays="7C 5C 2D KS")
    assert first_winner(record) == 2


@pytest.mark.parametrize(
    ("hand", "led", "legal"),
    [
        ("2C 3D 4D 6D 7D", "2C", True),
        ("2C 3D 4D 6D 7D", "3D", False),
        ("5C 3D 4D 6D 7D", "3D", False),
        ("JC AH 4D 6D 7D", "4D", False),
        ("AH 3D 4D 6D 7D", "AH", True),
        ("5C 2C 4D 6D 7D", "5C", True),
        ("2D 3D 4D 6D 7D", "2D", True),
    ],
)
def test_12_a_trump_is_led_against_30(hand: str, led: str, legal: bool) -> None:
    record = nahanni(["", hand], "30 pass pass pass", plays=led)
    if legal:
        accepted(record)
    else:
        refused(record, f"seat 1 leads {led} but holds a trump (", trick=1, card=led)
        accepted(nahanni(["", hand], "25 pass pass pass", plays=led))


def test_12_only_the_opening_lead_is_bound() -> None:
    record = nahanni(
        ["2S 3S 4S 6S 7S", "AC KC 2D 3D 4D", "8C", "9C"], "30 pass pass pass", plays="AC 8C 9C 2S 2D"
    )
    accepted(record)
