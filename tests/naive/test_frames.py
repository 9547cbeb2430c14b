"""The order of the cards and what may be played, from the rules."""

from tests.naive.deals import cards
from tests.naive.frames import NAHANNI, TWO_HUNDRED, frame_of


def order_of(lane: int, game: str, trump: str, **switches: str) -> str:
    frame = frame_of(game, switches, trump)
    return " ".join(frame.in_order(card for card in frame.deck if frame.lane[card] == lane))


def test_order_of_the_cards():
    assert order_of(3, TWO_HUNDRED, "C") == "5C 7C 8C 9C TC JC QC KC AC"
    assert [order_of(lane, TWO_HUNDRED, "C")[1] for lane in range(4)] == ["S", "D", "H", "C"]
    assert frame_of(TWO_HUNDRED, {"variant": "kitty"}, "S").index["6H"] == 36
    assert order_of(3, NAHANNI, "D") == "2D 3D 4D 6D 7D 8D 9D TD QD KD AD AH JD 5D"
    assert order_of(3, NAHANNI, "S") == "TS 9S 8S 7S 6S 4S 3S 2S QS KS AS AH JS 5S"
    assert order_of(3, NAHANNI, "H") == "2H 3H 4H 6H 7H 8H 9H TH QH KH AH JH 5H"
    assert order_of(1, NAHANNI, "C") == "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert order_of(0, NAHANNI, "H") == "TC 9C 8C 7C 6C 5C 4C 3C 2C JC QC KC AC"
    assert order_of(0, NAHANNI, "H", plain_ace="one") == "TC 9C 8C 7C 6C 5C 4C 3C 2C AC JC QC KC"
    assert order_of(1, NAHANNI, "S", plain_ace="one").startswith("AD 2D 3D")
    assert frame_of(NAHANNI, {"plain_ace": "one"}, "S").index["2H"] == 33  # place 0 stays empty


def legal(game: str, hand: str, led: str | None, follow: str = "free", forced: bool = False) -> str:
    frame = frame_of(game, {"plain_follow": follow}, "S" if game == TWO_HUNDRED else "C")
    return " ".join(frame.legal(hand.split(), led, forced))


def test_what_may_be_played():
    assert legal(TWO_HUNDRED, "AC 5C KS", "TC") == "5C AC"
    assert legal(TWO_HUNDRED, "AC 5C KS", "TH") == "5C AC KS"  # no duty to trump
    # Nahanni: the three best trumps may be kept back from a lower trump led, never from a higher one
    assert legal(NAHANNI, "AH JC 5C 2D", "KC") == "2D AH JC 5C"
    assert legal(NAHANNI, "AH 2D", "JC") == "AH"
    assert legal(NAHANNI, "JC 2D", "AH") == "2D JC"
    assert legal(NAHANNI, "JC AH 2D", "5C") == "AH JC"
    assert legal(NAHANNI, "JC TC 2D", "3C") == "TC JC"  # the ten has to follow, the jack may
    assert legal(NAHANNI, "KD 2D 3S TC", "QD") == "2D KD 3S TC"
    assert legal(NAHANNI, "KD 2D 3S TC", "QD", "follow_or_trump") == "2D KD TC"
    assert legal(NAHANNI, "3S TC", "QD", "follow_or_trump") == "3S TC"
    # the first lead against a bid of 30
    assert legal(NAHANNI, "2D AH TC", None, forced=True) == "TC AH"
    assert legal(NAHANNI, "2D 5C", None, forced=True) == "5C"
    assert legal(NAHANNI, "3S 2D", None, forced=True) == "2D 3S"


def test_all_cards_of_the_packs():
    assert len(cards("5789TJQKA")) == 36
    assert sum(frame_of(TWO_HUNDRED, {"variant": "kitty"}, "S").points.values()) == 100
