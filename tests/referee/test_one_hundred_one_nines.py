"""101, rules 5 and 6 and hands without an end: the numbers are those of rules/one-hundred-one.md."""

import copy
from typing import Any

import pytest

from analyzer.referee.one_hundred_one_turns import ACTS, Shedding
from tests.referee import shedding
from tests.referee.changes import restated
from tests.referee.odd_scripts import found, one_hundred_one
from tests.referee.scripts import accepted, refused
from tests.referee.table import Record

GAME = "one-hundred-one"


def turns(record: Record, number: int) -> list[Record]:
    first: list[Record] = accepted(record)["turns"][:number]
    return first


CLOSING = [
    ("8C", True),
    ("9D", True),
    ("QC", True),
    ("8D", False),
]


@pytest.mark.parametrize(("card", "closes"), CLOSING)
def test_05_a_nine_is_closed_at_once(card: str, closes: bool) -> None:
    record = one_hundred_one(
        ["", f"9C {card} 7C 7D"], "TC", f"9C {card}H 7D" if card[0] == "9" else f"9C {card}H"
    )
    if closes:
        assert [entry["seat"] for entry in turns(record, 2)] == [1, 1]
        other = copy.deepcopy(record)
        other["turns"][1]["seat"] = 0
        refused(other, "turn 2: seat 0 plays, but it is the turn of seat 1")
    else:
        refused(record, f"turn 2: seat 1 plays {card}, which does not close 9C", card=card)


def test_05_a_second_nine_is_closed_itself() -> None:
    record = one_hundred_one(["", "9C 9D 9H 8H"], "TC", "9C 9D 9H 8H")
    assert [entry["play"] for entry in turns(record, 4)] == ["9C", "9D", "9H", "8H"]
    assert record["turns"][4]["seat"] == 0
    wrong = one_hundred_one(["", "9C 9D 8C 7D"], "TC", "9C 9D 8C")
    refused(wrong, "turn 3: seat 1 plays 8C, which does not close 9D", card="8C")


def test_05_who_cannot_close_draws_until_he_can() -> None:
    record = one_hundred_one(["", "9C 6D 8D JH KH"], "TC", "9C", stock="7S TD 8C 6C")
    drawn = [{"seat": 1, "draw": [card], "why": "nine"} for card in ("7S", "TD", "8C")]
    assert turns(record, 5)[1:] == [*drawn, {"seat": 1, "play": "8C"}]
    kept = copy.deepcopy(record)
    kept["turns"].insert(4, {"seat": 1, "draw": ["6C"], "why": "nine"})
    refused(kept, "turn 5: seat 1 draws, but seat 1 has to play a card")
    at_once = copy.deepcopy(record)
    at_once["turns"][1:4] = [{"seat": 1, "draw": ["7S", "TD", "8C"], "why": "nine"}]
    refused(at_once, "turn 2: seat 1 draws 3 cards, not 1")


@pytest.mark.parametrize(("queen", "no"), [("QD", False), ("QC", True)])
def test_05_s3_a_queen_closes(queen: str, no: bool) -> None:
    """Another suit's queen closes a nine only by the switch, her own suit's always."""
    record = one_hundred_one(["", f"9C {queen} 8D JH KH"], "TC", f"9C {queen}D", stock="7S TD 8C 6C")
    assert turns(record, 2)[1] == {"seat": 1, "play": queen, "suit": "D"}
    forbidden = record | {"switches": {"queen_closes_nine": "no"}}
    if no:
        accepted(forbidden)
    else:
        refused(forbidden, "turn 2: seat 1 plays, but seat 1 has to draw")


@pytest.mark.parametrize(("cover", "effect"), [("AC", "skip"), ("6C", "six"), ("7C", "seven")])
def test_05_a_cover_has_its_effect(cover: str, effect: str) -> None:
    record = one_hundred_one(["", f"9C {cover}"], "TC", f"9C {cover}")
    third = turns(record, 3)[2]
    assert third["seat"] == 0
    assert third.get("why", "skip") == effect


def hand_of(hands: list[str], pile: str, acts: list[Record], **more: Any) -> tuple[int | None, Shedding]:
    """Play these acts in the middle of a hand, nothing left in stock; seat 1 is next."""
    rest: Record = {"stock": [], "ordered": None, "shuffles": True, "queen_closes": True, "dealer": 0}
    table = Shedding(hands=[set(hand.split()) for hand in hands], pile=pile.split(), **(rest | more))
    return table.play({"turns": acts}, effects=False), table


def test_05_s2_nothing_left_to_draw_leaves_the_nine_open() -> None:
    """Seat 1 draws the whole stock and the queen; all hearts and nines are in other hands."""
    hands = ["6H 7H 8H 9C", "9H", "JH KH AH 9D 9S", "TH QH"]
    rest = [card for card in shedding.PACK if card not in {*" ".join(hands).split(), "QS"}]
    rest = [card for card in rest if card[0] != "Q"] + ["QC", "QD"]
    hands[1], rest = " ".join(["9H", *rest[:4]]), rest[4:]
    hands[3], rest = " ".join(["TH QH", *rest[:3]]), rest[3:]
    record = one_hundred_one(hands, "QS", "9H", stock=" ".join(rest), start_suit="H", queen_closes_nine="no")
    acts = accepted(record)["turns"]
    place = next(number for number, act in enumerate(acts) if act.get("draw") == [])
    assert acts[place] == {"seat": 1, "draw": [], "why": "nine"}
    assert acts[place - 2] == {"reshuffle": ["QS"]}
    assert acts[place + 1]["seat"] == 2
    assert acts[place + 1]["play"][1] == "H" or acts[place + 1]["play"][0] in "9Q"
    missing = copy.deepcopy(record)
    del missing["turns"][place]
    refused(missing, f"turn {place + 1}: seat 2 plays, but it is the turn of seat 1")


def test_05_s2_the_last_card_a_nine() -> None:
    acts: list[Record] = [
        {"seat": 1, "play": "9C"},
        {"reshuffle": ["TC"]},
        {"seat": 1, "draw": ["TC"], "why": "nine"},
        {"seat": 1, "play": "TC"},
    ]
    assert hand_of(["8D JD", "9C"], "TC", acts)[0] == 1
    open_nine: list[Record] = [
        {"seat": 1, "play": "9C"},
        {"reshuffle": ["QS"]},
        {"seat": 1, "draw": ["QS"], "why": "nine"},
        {"seat": 1, "draw": [], "why": "nine"},
        {"seat": 0, "play": "9D"},
        {"seat": 0, "play": "8D"},
        {"seat": 1, "play": "QS", "suit": "H"},
    ]
    out, table = hand_of(["8D JS 9D", "9C"], "QS", open_nine, ordered="C", queen_closes=False)
    assert out == 1
    assert table.pile == ["9C", "9D", "8D", "QS"]


def test_06_s1_the_stock_is_renewed_when_a_card_must_be_drawn() -> None:
    acts: list[Record] = [
        {"seat": 1, "play": "KS"},
        {"reshuffle": ["TC", "JC", "8C", "KC"]},
        {"seat": 2, "draw": ["6D", "TC", "JC", "8C"], "why": "king"},
        {"seat": 0, "play": "8S"},
    ]
    out, _ = hand_of(["8S", "KS JD", "7D"], "TC JC 8C KC", acts, stock=["6D"])
    assert out == 0
    few: list[Record] = [{"seat": 1, "play": "KS"}, {"reshuffle": ["KC"]}]
    few += [{"seat": 2, "draw": ["6D", "KC"], "why": "king"}, {"seat": 0, "play": "8S"}]
    assert hand_of(["8S", "KS JD", "7D"], "KC", few, stock=["6D"])[0] == 0


def test_06_reshuffles_in_a_record() -> None:
    record = found(GAME, lambda made: any("reshuffle" in act for act in made["turns"][:-1]))
    place = next(number for number, act in enumerate(accepted(record)["turns"]) if "reshuffle" in act)
    missing = copy.deepcopy(record)
    del missing["turns"][place]
    refused(
        missing, f"turn {place + 1}: seat {record['turns'][place + 1]['seat']} draws, but the stock has to be"
    )
    twice = copy.deepcopy(record)
    twice["turns"].insert(place, twice["turns"][place])
    refused(twice, f"turn {place + 2}: the stock is renewed, but seat")
    card = record["turns"][place]["reshuffle"][1]
    other = copy.deepcopy(record)
    other["turns"][place]["reshuffle"][0] = card
    refused(other, f"turn {place + 1}: the new stock has {card} once too often", card=card)
    short = copy.deepcopy(record)
    number = len(short["turns"][place]["reshuffle"])
    short["turns"][place]["reshuffle"].pop()
    refused(short, f"the new stock has {number - 1} cards, not {number}")
    turned = found(GAME, lambda made: any("reshuffle" in act for act in made["turns"]), reshuffle="turn_over")
    accepted(turned | {"switches": {}})
    first = record["turns"][place]["reshuffle"][0]
    refused(
        record | {"switches": {"reshuffle": "turn_over"}},
        f"turn {place + 1}: the pile is turned over, so {first} is not in its place",
        card=first,
    )


def test_s6_a_hand_without_an_end_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ACTS == 2000
    record = found(GAME, lambda made: len(made["turns"]) > 60, reshuffle="shuffle")
    acts = [number for number, act in enumerate(record["turns"]) if "seat" in act]
    cut = copy.deepcopy(record)
    cut["turns"] = cut["turns"][: acts[49] + 1]
    refused(cut, f"turn {acts[49] + 2}: nobody is out, and ")
    monkeypatch.setattr("analyzer.referee.one_hundred_one_turns.ACTS", 50)
    refused(record, f"turn {acts[50] + 1}: the hand is void after 50 acts")
    nothing: Record = {"out": None, "delta": [0] * cut["seats"], "scores": cut["scores"], "losers": []}
    cut["result"] = nothing | {"game_over": False, "winner": None, "next_dealer": cut["dealer"]}
    accepted(cut)
    accepted(restated(cut, next_dealer=(cut["dealer"] + 1) % cut["seats"]))
    refused(restated(cut, out=0), '"result.out" is 0, but the hand is void')
    refused(restated(cut, delta=[1] * cut["seats"]), "but the hand is void")
