"""Da Bai Fen, rules 11 to 13: the numbers are those of rules/da-bai-fen.md, S of its settled questions."""

import random

import pytest

from analyzer.referee.da_bai_fen_order import beats, best_set, set_order
from tests.referee import hundreds
from tests.referee.odd_scripts import da_bai_fen, found
from tests.referee.scripts import accepted, refused
from tests.referee.table import Record

LEADS = [("6C+7C", None), ("6C+2D", None), ("2D+RJ", None), ("6H+9H", None), ("6H+6S", "6S"), ("6H+2H", "2H")]


@pytest.mark.parametrize(("lead", "stray"), LEADS)
def test_11_several_cards_of_one_suit_are_led(lead: str, stray: str | None) -> None:
    record = da_bai_fen(["2C 6C 7C 2D RJ 6H 9H 6S 2H"], "02C", lead)
    if stray is None:
        accepted(record)
    else:
        first = lead.split("+", maxsplit=1)[0]
        refused(record, f"seat 0 leads {first} (a heart) and {stray}", trick=1, card=stray)


TOP = ["2C AH KH 5H 7H AC KC", "QH 2D 9C", "9H QC", "8H"]
TALON = "3S 4S 5S 6S 7S 8S"


def top(plays: str, multi_lead: str = "must_be_top") -> Record:
    return da_bai_fen(TOP, "02C", plays, talon=TALON, multi_lead=multi_lead)


@pytest.mark.parametrize("lead", ["AH+KH", "5H", "7H"])
def test_11_s5_the_top_of_a_suit_may_be_led_at_once(lead: str) -> None:
    record = accepted(top(lead))
    assert "attempt" not in record["tricks"][0]
    assert record["tricks"][0]["plays"][0]["cards"] == lead.split("+")


def test_11_s5_a_beatable_lead_is_taken_back() -> None:
    record = accepted(top("AH+KH+5H 5H"))
    assert record["tricks"][0]["attempt"] == ["AH", "KH", "5H"]
    refused(record | {"switches": {}}, 'has an "attempt", but leads of several cards are free', trick=1)
    free = top("AH+KH+5H", "free")
    refused(
        accepted(free) | {"switches": {"multi_lead": "must_be_top"}},
        "seat 0 leads 5H among several, but 6H of seat 1 beats it",
        trick=1,
        card="5H",
    )
    for lead, words in (
        ("AH", "seat 0 leads AH after a failed lead, but nobody can beat it"),
        ("7H", "seat 0 leads 7H, which is not one of the cards it took back"),
    ):
        refused(top(f"AH+KH+5H {lead}"), words, trick=1, card=lead)
    both = accepted(top("AH+KH", "free")) | {"switches": {"multi_lead": "must_be_top"}}
    both["tricks"][0]["attempt"] = ["AH", "KH", "5H"]
    refused(both, "seat 0 leads 2 cards after a failed lead of several, not one", trick=1)
    sure = accepted(top("AH"))
    sure["tricks"][0]["attempt"] = ["AH", "KH"]
    refused(sure, "seat 0 takes back AH KH, but nobody can beat any of them", trick=1)
    sure["tricks"][0]["attempt"] = ["AH"]
    refused(sure, "but one card can always be led", trick=1, card="AH")
    sure["tricks"][0]["attempt"] = ["AH", "AC"]
    refused(sure, "seat 0 tries to lead AH (a heart) and AC (a trump) at once", trick=1, card="AC")
    sure["tricks"][0]["attempt"] = ["AH", "QH"]
    refused(sure, "seat 0 tries to lead QH, which it does not hold", trick=1, card="QH")


def test_11_s5_the_partner_counts_and_equals_do_not_beat() -> None:
    hands = ["2S 3H 2C", "2D", "KH", "4D"]
    record = da_bai_fen(hands, "02S", "2S+2C", talon="RJ BJ AH QH JH TH", away="RJ BJ AH QH JH TH",
                        multi_lead="must_be_top")  # fmt: skip
    assert "attempt" not in record["tricks"][0]
    accepted(record)
    partner = found(
        "da-bai-fen",
        lambda made: any(
            len(held := {held_by(made, number, card) for card in better(made, number)}) == 1
            and (trick["leader"] + 2) % 4 in held
            for number, trick in enumerate(made["tricks"])
            if "attempt" in trick
        ),
        multi_lead="must_be_top",
    )
    accepted(partner)


def better(record: Record, number: int) -> list[str]:
    """Cards still in other hands that beat one of those taken back."""
    order = set_order(record["trump"], record["rank"], False)
    trick = record["tricks"][number]
    left = [c for t in record["tricks"][number:] for p in t["plays"] for c in p["cards"]]
    others = [c for c in left if held_by(record, number, c) != trick["leader"]]
    return [
        c
        for c in others
        if any(order.suit[c] == order.suit[own] and beats(c, own, order) for own in trick["attempt"])
    ]


def held_by(record: Record, number: int, card: str) -> int:
    plays = [play for trick in record["tricks"][number:] for play in trick["plays"]]
    seat: int = next(play["seat"] for play in plays if card in play["cards"])
    return seat


FOLLOW = [
    ("QH+JH", None),
    ("QH+3D", "3D"),
    ("4D+3D", "4D"),
    ("QH+2H", "2H"),
]


@pytest.mark.parametrize(("second", "stray"), FOLLOW)
def test_12_as_many_of_the_suit_as_held(second: str, stray: str | None) -> None:
    """The two of hearts is a trump, and so no heart."""
    record = da_bai_fen(["2C AH KH", "QH JH 2H 3D 4D"], "02C", f"AH+KH {second}")
    if stray is None:
        accepted(record)
    else:
        refused(record, f"seat 1 plays {stray} but holds a heart (", trick=1, card=stray)


@pytest.mark.parametrize("second", ["QH+3D", "2H+QH", "QH+4D"])
def test_12_the_rest_is_free(second: str) -> None:
    hands = ["2C AH KH TH", "QH 2H 3D 4D 5D 6D 7D 8D 9D TD JD QD"]
    accepted(da_bai_fen(hands, "02C", f"AH+KH {second}"))
    refused(da_bai_fen(hands, "02C", f"AH+KH+TH {second}"), "seat 1 plays 2 cards, but 3 must be", trick=1)
    refused(da_bai_fen(hands, "02C", "AH+KH 2H+3D"), "but holds a heart (QH)", trick=1, card="2H")
    accepted(da_bai_fen(hands, "02C", "AH QH"))


EXAMPLE = [["6C", "6S"], ["4D", "8H"], ["TS", "3H"], ["7C", "8S"]]


@pytest.mark.parametrize(("trump", "place"), [("C", 3), ("D", 3), ("S", 3), ("H", 2)])
def test_13_the_example_of_the_page(trump: str, place: int) -> None:
    """The fourth wins if trumps are clubs, diamonds or spades, not if they are hearts."""
    order = set_order(trump, "J", False)
    assert best_set(EXAMPLE, order, uniform=False) == place
    assert best_set(EXAMPLE, order, uniform=True) == 0
    assert order.suit["6C"] != order.suit["6S"]  # and so it is no legal lead


@pytest.mark.parametrize("trump", "CDHS")
def test_13_the_lead_of_the_example_is_illegal(trump: str) -> None:
    hands = ["6C 6S", "4D 8H", "TS 3H", "7C 8S"]
    plays = "6C+6S 4D+8H TS+3H 7C+8S"
    record = da_bai_fen(hands, plays=plays, named=f"J{trump}", levels=(9, 0), first_hand=False,
                        trump_choice="dealer_names", talon="2C 2D 2S 3C 3D 3S")  # fmt: skip
    assert refused(record, "seat 0 leads 6C (a", trick=1, card="6S")


SETS = [
    ("8H+9H", "TH+JH", "2S", 1, 1),
    ("8H+JH", "TH+QH", "2S", 1, 1),
    ("8H+JH", "9H+TH", "2S", 0, 0),
    ("8H+9H", "TH+3S", "2S", 1, 0),
    ("8H+9H", "7H+3S", "2S", 0, 0),
    ("8H+9H", "3S+4S", "2S", 1, 1),
    ("8H+9H", "AD+KD", "2S", 0, 0),
    ("3S+4S", "2H+2D", "2S", 1, 1),
    ("2C+4S", "2H+2D", "2S", 0, 0),
]


@pytest.mark.parametrize(("lead", "answer", "named", "pairwise_place", "uniform_place"), SETS)
def test_13_every_card_beats_its_counterpart(
    lead: str, answer: str, named: str, pairwise_place: int, uniform_place: int
) -> None:
    order = set_order(named[1], named[0], False)
    sets = [lead.split("+"), answer.split("+")]
    assert best_set(sets, order, uniform=False) == pairwise_place
    assert best_set(sets, order, uniform=True) == uniform_place


def test_13_a_matching_is_found_whatever_the_order_of_the_cards() -> None:
    rng, order = random.Random(7), set_order("S", "2", False)
    for _ in range(300):
        cards = rng.sample(hundreds.PACK, 8)
        sets = [cards[:4], cards[4:]]
        ours = hundreds.Chain("S", "2", False)
        led = ours.suit(cards[0])
        if any(ours.suit(card) not in (led, "S") for card in sets[0]):
            continue
        shuffled = [rng.sample(each, 4) for each in sets]
        assert best_set(sets, order, uniform=False) == best_set(shuffled, order, uniform=False)
        assert best_set(sets, order, uniform=False) == ours.winner(sets, uniform=False)
