"""101, rules 1 to 4: the numbers are those of rules/one-hundred-one.md, S of its settled questions."""

import copy

import pytest

from tests.referee.odd_scripts import found, one_hundred_one
from tests.referee.scripts import accepted, refused, samples
from tests.referee.table import Record, flat

GAME = "one-hundred-one"


def turns(record: Record, number: int) -> list[Record]:
    first: list[Record] = accepted(record)["turns"][:number]
    return first


@pytest.mark.parametrize("place", range(3))
def test_samples(place: int) -> None:
    accepted(samples(GAME)[place])


def test_01_36_cards_and_two_to_four_players() -> None:
    for seats in (2, 3, 4):
        record = found(GAME, lambda made: True, players=seats)
        assert accepted(record)["seats"] == seats
        assert len(flat(record["hands"]) + record["stock"]) == 35
        refused(record | {"switches": {"players": 5 - seats if seats == 2 else 2}}, '"switches.players" is')
        refused(record | {"sides": [[0, 2], [1, 3]]}, '"sides" must be')
        accepted(record | {"switches": {}})
    refused(record | {"seats": 5}, '"seats" must be from 2 to 4, not 5')
    record["stock"][0] = "5C"
    refused(record, "5C, dealt to the stock, is not in the 36-card deck", card="5C")
    record["stock"][0] = record["start"]
    refused(record, f"{record['start']} is dealt twice, to the table and to the stock", card=record["start"])


def test_02_four_cards_to_the_dealer() -> None:
    record = samples(GAME)[0]
    assert [len(hand) for hand in record["hands"]] == [4, 5, 5]
    refused(record | {"dealer": 1}, "seat 0 is dealt 4 cards, not 5")
    record["stock"].pop()
    refused(record, "the stock has 20 cards, not 21")


FIRST = [
    ("8S", [{"seat": 1, "play": "8C"}]),
    ("AC", [{"seat": 1, "skip": True}, {"seat": 2, "play": "TC"}]),
    ("6C", [{"seat": 1, "draw": ["8D"], "why": "six"}, {"seat": 2, "play": "TC"}]),
    ("7C", [{"seat": 1, "draw": ["8D", "JD"], "why": "seven"}, {"seat": 2, "play": "TC"}]),
    ("KC", [{"seat": 1, "play": "9C"}]),
    ("9H", [{"seat": 0, "play": "8H"}, {"seat": 1, "play": "8C"}]),
    ("9S", [{"seat": 0, "draw": ["8D"], "why": "nine"}, {"seat": 0, "draw": ["JD"], "why": "nine"}]),
]
FIRST_HANDS = ["8H 7H TH JH", "9C 8C JC AD KD", "TC 6D 7D AH KH"]


@pytest.mark.parametrize(("start", "first"), FIRST)
def test_02_the_first_card_is_the_dealers_move(start: str, first: list[Record]) -> None:
    record = one_hundred_one(FIRST_HANDS, start, stock="8D JD QD 6H")
    assert turns(record, len(first))[-1]["seat"] == first[-1]["seat"]
    assert [set(entry) for entry in turns(record, len(first))] == [set(entry) for entry in first]
    plain = one_hundred_one(FIRST_HANDS, start, stock="8D JD QD 6H", first_card_effects="off")
    assert turns(plain, 1)[0]["seat"] == 1
    assert "skip" not in plain["turns"][0]
    assert plain["turns"][0].get("why", "none") == "none"
    if start not in ("8S", "KC"):
        refused(record | {"switches": {"first_card_effects": "off"}}, "turn 1: seat")
        refused(plain | {"switches": {}}, "turn 1: seat")


def test_02_the_king_of_spades_turned_up() -> None:
    record = one_hundred_one(FIRST_HANDS, "KS", stock="8D JD QD 6H")
    assert turns(record, 1) == [{"seat": 1, "draw": ["8D", "JD", "QD", "6H"], "why": "king"}]


def test_02_the_dealer_names_a_suit_after_a_queen() -> None:
    record = one_hundred_one(FIRST_HANDS, "QS", "JC", start_suit="C")
    assert turns(record, 1) == [{"seat": 1, "play": "JC"}]
    refused(
        record | {"start_suit": "D"},
        "turn 1: seat 1 plays JC, which does not fit on QS (diamonds were ordered)",
        card="JC",
    )
    refused(record | {"start_suit": None}, '"start_suit" is null, but QS asks for C, D, H or S', card="QS")
    plain = one_hundred_one(FIRST_HANDS, "8S", "8C")
    refused(plain | {"start_suit": "C"}, '"start_suit" is "C", but 8S is no queen', card="8S")


def test_02_s3_without_effects_a_queen_is_a_plain_card_of_her_suit() -> None:
    record = one_hundred_one(FIRST_HANDS, "QC", "JC", first_card_effects="off")
    assert turns(record, 1) == [{"seat": 1, "play": "JC"}]
    accepted(record | {"start_suit": "C"})
    refused(record | {"start_suit": "D"}, '"start_suit" is "D", but QC is a plain card here', card="QC")
    nine = one_hundred_one(FIRST_HANDS, "9D", "KD", first_card_effects="off")
    assert turns(nine, 1) == [{"seat": 1, "play": "KD"}]


@pytest.mark.parametrize(
    ("card", "fits"), [("9C", True), ("TD", True), ("QD", True), ("9D", False), ("JH", False)]
)
def test_03_same_suit_same_rank_or_a_queen(card: str, fits: bool) -> None:
    """The player left of the dealer is the first."""
    record = one_hundred_one(["", f"{card} 8C JH" if card != "JH" else "JH 8C"], "TC", f"{card}H")
    if fits:
        assert turns(record, 1)[0]["play"] == card
    else:
        refused(record, f"turn 1: seat 1 plays {card}, which does not fit on TC", card=card)


def test_03_a_card_is_drawn_only_if_none_fits() -> None:
    hands = ["", "6D 8D JH KH AH", "8S"]
    record = one_hundred_one(hands, "TC", stock="7S 8C")
    assert turns(record, 1) == [{"seat": 1, "draw": ["7S"], "why": "none"}]
    assert record["turns"][1]["seat"] == 2
    must = one_hundred_one(["", "6D 8D JH KH AC"], "TC")
    drawn = must | {"turns": [{"seat": 1, "draw": must["stock"][:1], "why": "none"}]}
    refused(drawn, "turn 1: seat 1 draws, but seat 1 has to play a card")
    twice = copy.deepcopy(record)
    twice["turns"].insert(1, {"seat": 1, "draw": ["8C"], "why": "none"})
    refused(twice, "turn 2: seat 1 draws, but it is the turn of seat 2")
    unfit = copy.deepcopy(record)
    unfit["turns"].insert(1, {"seat": 1, "play": "7S"})
    refused(unfit, "turn 2: seat 1 plays, but it is the turn of seat 2")


@pytest.mark.parametrize("puts", ["-", "7C"])
def test_03_s2_a_drawn_card_that_fits_is_put_or_kept(puts: str) -> None:
    record = one_hundred_one(["", "6D 8D JH KH AH", "8S 6S TS 9S AS"], "TC", puts, stock="7C")
    assert turns(record, 1)[0]["draw"] == ["7C"]
    assert record["turns"][1]["seat"] == (1 if puts == "7C" else 2)
    other = copy.deepcopy(record)
    other["turns"][1:] = [{"seat": 1, "play": "6D"}]
    refused(other, "turn 2: seat 1 plays 6D, which does not fit on TC", card="6D")
    refused(record | {"turns": record["turns"][:1]}, "turn 2: nobody is out, and seat 2 has to")


def test_03_s3_after_a_queen_the_suit_ordered_or_another_queen() -> None:
    hands = ["", "QD", "QS 9D 6S JH KS"]
    for puts in ("QDS QSS", "QDS 6S", "QDS KS", "QDD 9D", "QDH JH"):
        assert len(turns(one_hundred_one(hands, "TC", puts), 2)) == 2
    wrong = one_hundred_one(hands, "TC", "QDH 9D")
    refused(wrong, "turn 2: seat 2 plays 9D, which does not fit on QD (hearts were ordered)", card="9D")
    record = one_hundred_one(hands, "TC", "QDS 6S")
    for suit in (None, "X", 1):
        changed = copy.deepcopy(record)
        changed["turns"][0]["suit"] = suit
        refused(changed, 'turn 1: seat 1 plays QD, but "suit" is', card="QD")
    changed["turns"][0]["suit"] = "S"
    changed["turns"][1]["suit"] = "S"
    refused(changed, 'turn 2: seat 2 orders "S" with 6S, which is no queen', card="6S")


SPECIAL = [
    ("AC", {"skip": True}),
    ("6C", {"draw": ["8D"], "why": "six"}),
    ("7C", {"draw": ["8D", "JD"], "why": "seven"}),
]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("card", "effect"), SPECIAL)
def test_04_the_next_player_draws_and_skips(card: str, effect: Record, seats: int) -> None:
    hands = ["8H 7H TH JH", f"{card} 8C", "6S 8S", "9S TS"][:seats]
    record = one_hundred_one(hands, "TC", card, stock="8D JD")
    first = turns(record, 3)
    victim = 2 % seats
    assert first[1] == {"seat": victim} | effect
    assert first[2]["seat"] == (victim + 1) % seats  # with two players the same one again
    missing = copy.deepcopy(record)
    del missing["turns"][1]
    refused(missing, f"turn 2: seat {first[2]['seat']} ")
    late = copy.deepcopy(record)
    late["turns"][1]["seat"] = (victim + 1) % seats
    refused(late, f"but it is the turn of seat {victim}")


def test_04_only_the_king_of_spades_gives_four() -> None:
    record = one_hundred_one(["", "KS"], "KC", "KS", stock="8D JD 6D 7D")
    assert turns(record, 2)[1] == {"seat": 0 if record["seats"] == 2 else 2, "draw": ["8D", "JD", "6D", "7D"],
                                   "why": "king"}  # fmt: skip
    for change, words in (
        ({"why": "seven"}, '"why" is "seven", but the reason is "king"'),
        ({"draw": ["8D", "JD", "6D"]}, "draws 3 cards, not 4"),
        ({"draw": ["8D", "JD", "7D", "6D"]}, "draws 7D, but 6D is next in the stock"),
    ):
        changed = copy.deepcopy(record)
        changed["turns"][1] |= change
        refused(changed, f"turn 2: {'' if 'why' in change else 'seat 0 '}{words}",
                card="7D" if "7D," in words else None)  # fmt: skip
    plain = one_hundred_one(["", "KD", "KH"], "KC", "KD KH")
    assert [entry["play"] for entry in turns(plain, 2)] == ["KD", "KH"]
