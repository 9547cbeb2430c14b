"""Legal records changed in one place: deal, auction and exchange."""

import copy
from collections.abc import Callable

import pytest

from tests.referee.changes import Change, add, base, drop, honour, kitty, put
from tests.referee.scripts import accepted, refused
from tests.referee.table import Record

HEAD: list[tuple[Callable[[], Record], Change, str]] = [
    (base, put("schema", value="bidodds.record/2"), '"schema" is "bidodds.record/2"'),
    (base, put("game", value="whist"), 'no referee for "game" "whist"'),
    (base, put("variant", value="to-400"), 'two-hundred has no variant "to-400"; it has base, kitty'),
    (honour, put("variant", value="kitty"), 'nahanni has no variant "kitty"'),
    (
        base,
        put("switches", "min_bit", value=50),
        'two-hundred has no switch "min_bit"; did you mean min_bid?',
    ),
    (honour, put("switches", "kitty_points", value="dead"), 'nahanni has no switch "kitty_points"'),
    (
        base,
        put("switches", "bidding", value="rounds"),
        'bidding cannot be "rounds": it is auction or single_round',
    ),
    (base, put("switches", "min_bid", value=52), "min_bid cannot be 52: it is a whole number from 5 to 100"),
    (base, put("switches", "target", value="200"), 'target cannot be "200"'),
    (base, put("switches", "must_bid_at_100", value=True), "must_bid_at_100 cannot be true"),
    (honour, put("switches", "kitty", value=6), "kitty cannot be 6: it is a whole number from 1 to 5"),
    (base, put("seats", value=6), '"seats" must be 4, not 6'),
    (base, put("sides", value=[[0], [1], [2], [3]]), '"sides" must be [[0, 2], [1, 3]]'),
    (base, put("dealer", value=4), '"dealer" must be a seat from 0 to 3, not 4'),
    (base, put("scores", value=[200, 0]), "have already ended the game"),
    (base, put("scores", value=[0, -200]), "have already ended the game"),
    (base, put("turn_up", value="2S"), 'a record of two-hundred has no "turn_up"'),
    (base, put("policies", value=["random"]), '"policies" must have 4 names, not 1'),
    (base, drop("auction"), 'key "auction" is missing'),
    (base, drop("result", "delta"), 'key "result.delta" is missing'),
    (base, drop("auction", 1, "call"), 'key "auction[1].call" is missing'),
    (base, put("auction", 2, "call", value=55), '"auction[2].call" must be text, not 55'),
    (base, put("hands", 2, value="AS"), '"hands[2]" must be a list of cards, not "AS"'),
    (honour, drop("exchange", 2, "takes"), 'key "exchange[2].takes" is missing'),
]


@pytest.mark.parametrize(("legal", "change", "words"), HEAD)
def test_head_and_types(legal: Callable[[], Record], change: Change, words: str) -> None:
    record = accepted(legal())
    change(record)
    refused(record, words)


CARDS: list[tuple[Callable[[], Record], Change, str, str | None]] = [
    # the deal
    (base, put("hands", 0, 0, value="KS"), "KS is dealt twice, to seat 0 and to seat 1", "KS"),
    (base, put("hands", 0, 0, value="6D"), "6D, dealt to seat 0, is not in the 36-card deck", "6D"),
    (base, put("hands", 0, 0, value="1D"), '"hands[0]" lists "1D", which is not a card', "1D"),
    (base, drop("hands", 3, 0), "seat 3 is dealt 8 cards, not 9", None),
    (base, drop("hands", 3), '"hands" must have 4 hands, not 3', None),
    (base, put("kitty", value=["6S"]), "the kitty has 1 cards, not 0", None),
    (base, put("stock", value=["6S"]), "the stock has 1 cards, not 0", None),
    (kitty, put("kitty", 3, value="KH"), "KH is dealt twice, to the kitty and to the kitty", "KH"),
    (kitty, put("kitty", 3, value="2H"), "2H, dealt to the kitty, is not in the 40-card deck", "2H"),
    (kitty, drop("kitty", 0), "the kitty has 3 cards, not 4", None),
    (honour, put("stock", 28, value="5C"), "5C is dealt twice, to the stock and to the stock", "5C"),
    (honour, put("stock", 0, value="AS"), "AS is dealt twice, to seat 1 and to the stock", "AS"),
    # the exchange of Two Hundred
    (
        base,
        put("exchange", value=[{"seat": 2, "takes": [], "discards": []}]),
        '"exchange" must be empty',
        None,
    ),
    (kitty, put("exchange", value=[]), '"exchange" must have one entry, that of seat 0, not 0', None),
    (kitty, put("exchange", 0, "seat", value=2), "seat 2 exchanges cards, but seat 0 is the declarer", None),
    (kitty, put("exchange", 0, "takes", 0, value="AC"), "seat 0 takes AC, which is not in the kitty", "AC"),
    (kitty, put("exchange", 0, "takes", 0, value="AS"), "seat 0 takes AS twice", "AS"),
    (
        kitty,
        put("exchange", 0, "discards", 0, value="5S"),
        "seat 0 discards 5S, which it does not hold",
        "5S",
    ),
    (
        kitty,
        put("exchange", 0, "discards", 0, value="6H"),
        "seat 0 discards 6H, which it does not hold",
        "6H",
    ),
    (kitty, drop("exchange", 0, "discards", 0), "seat 0 takes 2 cards but discards 1", None),
    # the exchange of Nahanni
    (
        honour,
        put("exchange", 0, "seat", value=1),
        "seat 1 exchanges cards, but it is the turn of seat 2",
        None,
    ),
    (honour, put("exchange", 0, "takes", 0, value="AS"), "seat 2 takes AS, which is not in the kitty", "AS"),
    (honour, put("exchange", 0, "takes", 0, value="6D"), "seat 2 takes 6D twice", "6D"),
    (honour, drop("exchange", 0, "takes", 2), "seat 2 leaves 6D in the kitty", "6D"),
    (honour, drop("exchange", 0, "discards", 2), "seat 2 keeps 6 cards, and may keep 5 at most", None),
    (
        honour,
        put("exchange", 1, "seat", value=0),
        "seat 0 exchanges cards, but it is the turn of seat 3",
        None,
    ),
    (
        honour,
        put("exchange", 1, "takes", 0, value="KC"),
        "seat 3 draws KC, but 5C is next in the stock",
        "KC",
    ),
    (
        honour,
        put("exchange", 3, "discards", 0, value="QD"),
        "seat 1 discards QD, which it does not hold",
        "QD",
    ),
    (honour, add("exchange", 1, "takes", value="KC"), "seat 3 draws 3 cards, not 2", None),
    (honour, drop("exchange", 1, "discards", 0), "seat 3 draws 2 cards, not 1", None),
    (honour, put("exchange", 4, "discards", value=["JH"]), "has discarded with the kitty", "JH"),
    (honour, drop("exchange", 4), "seat 2 has no entry in the exchange", None),
]


@pytest.mark.parametrize(("legal", "change", "words", "card"), CARDS)
def test_deal_and_exchange(legal: Callable[[], Record], change: Change, words: str, card: str | None) -> None:
    record = accepted(legal())
    change(record)
    refused(record, words, card=card)


CONTRACT: list[tuple[Callable[[], Record], Change, str]] = [
    (base, put("declarer", value=0), '"declarer" is 0, but seat 2 made the last bid'),
    (base, put("declarer", value=None), '"declarer" is null, but seat 2'),
    (base, put("contract", value="60"), '"contract" is "60", but the last bid is 55'),
    (base, put("contract", value=55), '"contract" is 55, but the last bid is 55'),
    (base, put("trump", value=None), '"trump" must be one of C, D, H and S, not null'),
    (honour, put("trump", value="s"), '"trump" must be one of C, D, H and S, not "s"'),
    (base, put("auction", 3, "call", value="60"), "the auction ends before seat 2 has called"),
    (base, drop("auction", 3), "the auction ends before seat 3 has called"),
    (base, add("auction", value={"seat": 0, "call": "60"}), 'seat 0 calls "60" after the end of the auction'),
    (base, put("auction", 0, "seat", value=3), 'seat 3 calls "pass" but it is the turn of seat 0'),
    (honour, put("auction", 3, "call", value="hold"), "seat 2 holds, but there is no bid"),
]


@pytest.mark.parametrize(("legal", "change", "words"), CONTRACT)
def test_auction_and_contract(legal: Callable[[], Record], change: Change, words: str) -> None:
    record = accepted(legal())
    change(record)
    refused(record, words)


def test_the_first_of_two_faults_is_named() -> None:
    record = base()
    later = copy.deepcopy(record)
    later["result"]["delta"] = [0, 0]
    later["tricks"][5]["points"] = 0
    refused(later, "the trick is worth 10 points, not 0", trick=6)
    later["auction"][0]["call"] = "52"
    refused(later, 'seat 0 calls "52"')
    later["hands"][0][0] = "KS"
    refused(later, "KS is dealt twice", card="KS")
