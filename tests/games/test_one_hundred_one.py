"""101: rules 1 to 5 of the rules file by their numbers, S for its settled questions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sims.games import one_hundred_one as game
from tests.games.shedding_table import brief, position, rules_of, traced

# --- 1, 2: the deal and the first card


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_and_2_thirty_six_cards_five_each_and_the_dealers_fifth_turned_up(players: int) -> None:
    for record in traced(50, players=players, dealer=1):
        cards = [card for hand in record["hands"] for card in hand] + record["stock"] + [record["start"]]
        assert sorted(cards) == sorted(game.deck(rules_of()))
        assert [len(hand) for hand in record["hands"]] == [4 if seat == 1 else 5 for seat in range(players)]
        assert record["result"]["next_dealer"] == 2 % players


@pytest.mark.parametrize(
    ("top", "first"),
    [
        ("6S", "0 +six 1"),
        ("7S", "0 +seven 2"),
        ("KS", "0 +king 4"),
        ("AS", "0 skip"),
        ("KH", "0 8H"),
        ("8S", "0 8H"),
    ],
)
def test_2_a_special_first_card_strikes_the_left_of_the_dealer(top: str, first: str) -> None:
    assert brief(position(["8H TC", "JC TD", "9D 6D"], top))[0] == first
    assert "+" not in brief(position(["8H JS", "JC TD", "9D 6D"], top, first_card_effects="off"))[0]


def test_2_after_a_queen_turned_up_the_dealer_names_a_suit() -> None:
    record = position(["8S TC", "7D JS", "7H 6H 8C"], "QD")
    assert record["start_suit"] == "H"
    assert brief(record)[0] == "0 +none 1"
    plain = position(["8S TD", "7D JS", "7H 6H 8C"], "QD", first_card_effects="off")
    assert "start_suit" not in plain
    assert brief(plain)[0] == "0 TD"  # S3: a plain card of its suit


def test_2_the_dealer_closes_a_nine_turned_up() -> None:
    assert brief(position(["8H TH", "7D JS", "TS 8C"], "9S"))[0] == "2 TS"
    assert brief(position(["8H TH", "7D JS", "TC 8C"], "9S"))[0] == "2 +nine 1"
    assert brief(position(["8S TH", "7D JS", "TS 8C"], "9S", first_card_effects="off"))[0] == "0 8S"


# --- 3, 4: turns and special cards


def test_3_suit_rank_or_any_queen_fits() -> None:
    for record in traced(200, players=4):
        top, suit = record["start"], record.get("start_suit")
        for turn in record["turns"]:
            if "play" not in turn:
                continue
            card = turn["play"]
            closing = top[0] == "9" and card[0] != "Q"
            if not suit:
                assert card[0] in ("Q", top[0]) or card[1] == top[1] or closing
            else:
                assert card[0] == "Q" or card[1] == suit
            top, suit = card, turn.get("suit")


def test_3_a_card_that_fits_must_be_put_and_a_drawn_one_may_be() -> None:
    put = kept = 0
    for record in traced(300, players=3):
        turns = [turn for turn in record["turns"] if "reshuffle" not in turn]
        for turn, after in pairwise(turns):
            if turn.get("why") == "none":
                assert len(turn["draw"]) <= 1
                if after["seat"] == turn["seat"]:
                    assert [after["play"]] == turn["draw"]
                    put += 1
                else:
                    kept += 1
    assert put > 100
    assert kept > 100
    assert brief(position(["8H", "JC TD", "6D 7D"], "TH"))[0] == "0 8H"


@pytest.mark.parametrize(
    ("players", "card", "turns"),
    [
        (3, "AS", ["0 AS", "1 skip", "2 JS"]),
        (2, "AS", ["0 AS", "1 skip", "0 TS"]),
        (3, "6S", ["0 6S", "1 +six 1", "2 JS"]),
        (3, "7S", ["0 7S", "1 +seven 2", "2 JS"]),
        (4, "7S", ["0 7S", "1 +seven 2", "2 JS"]),
        (3, "KS", ["0 KS", "1 +king 4", "2 JS"]),
        (2, "KS", ["0 KS", "1 +king 4", "0 TS"]),
    ],
)
def test_4_special_cards(players: int, card: str, turns: list[str]) -> None:
    others = ["8S 8H", "JS JH JD", "TD TC TH"][: players - 1]
    record = position([f"{card} TS", *others], card[0] + "H", first_card_effects="off")
    assert brief(record)[: len(turns)] == turns


def test_4_other_kings_are_plain() -> None:
    hands = ["KH 7D 8D", "JH TC", "6D 8C"]
    assert brief(position(hands, "TH", first_card_effects="off"))[:2] == ["0 KH", "1 JH"]


def test_4_a_queen_lies_on_anything_and_orders_a_suit_perhaps_her_own() -> None:
    hands = ["QC 8D TD", "JH TH", "6H TC"]
    assert brief(position(hands, "7S", first_card_effects="off"))[:2] == ["0 QC:D", "1 +none 1"]
    hands = ["QC 8C TC", "JH QH 8H", "6H TH"]
    assert brief(position(hands, "7S", first_card_effects="off"))[0] == "0 QC:C"


# --- 5: nines


def test_5_a_nine_is_closed_with_its_suit_or_with_another_nine_that_is_closed_again() -> None:
    turns = brief(position(["9S 8S TH", "JH 8C", "6D TC"], "9D", first_card_effects="off"))
    assert turns[:2] == ["0 9S", "0 8S"]
    turns = brief(position(["9S 9H JH TD", "JC TC", "6D 8C"], "8S", first_card_effects="off"))
    assert turns[:3] == ["0 9S", "0 9H", "0 JH"]


def test_5_without_a_card_that_closes_he_draws_one_by_one() -> None:
    for deal in range(40):
        record = position(["9S TH", "JH TH", "6D TC"], "7S", first_card_effects="off", deal=deal)
        turns = record["turns"]
        drawn = 1
        while turns[drawn].get("why") == "nine":
            (card,) = turns[drawn]["draw"]
            drawn += 1
            closes = card[0] in "9Q" or card[1] == "S"
            assert closes == ("play" in turns[drawn])
        assert turns[drawn] == {**turns[drawn], "seat": 0, "play": card}


def test_5_queen_closes_nine() -> None:
    hands = ["9S QH TH", "JH JC", "6D TC"]
    assert brief(position(hands, "7S", first_card_effects="off"))[:2] == ["0 9S", "0 QH:H"]
    for record in traced(500, players=3, queen_closes_nine="no"):
        top = record["start"]
        for turn, after in pairwise(record["turns"]):
            top = turn.get("play", top)
            if top[0] == "9" and after.get("play", "9")[0] == "Q" and after["seat"] == turn.get("seat"):
                assert after["play"][1] == top[1]
    own = position(["9S QS", "JH JC", "6D TC"], "9H", first_card_effects="off", queen_closes_nine="no")
    assert brief(own)[:2] == ["0 9S", "0 QS:C"]  # S3: a queen of its own suit always does


def test_5_a_special_card_that_closes_has_its_effect() -> None:
    turns = brief(position(["9S 7S TH 8H", "JH JC", "6D TC"], "9D", first_card_effects="off"))
    assert turns[:3] == ["0 9S", "0 7S", "1 +seven 2"]


def test_5_nobody_goes_out_with_a_nine() -> None:
    turns = brief(position(["9S", "JH JC 8C", "6D TC"], "7S", first_card_effects="off"))
    assert turns[:2] == ["0 9S", "0 +nine 1"]
    for record in traced(1_000, players=2):
        plays = [turn["play"] for turn in record["turns"] if "play" in turn]
        assert plays[-1][0] != "9"


def test_5_and_S2_with_nothing_left_to_draw_the_nine_stands_open() -> None:
    spades = "6S 7S 8S TS JS KS AS"
    held = " ".join(card for card in game.deck(rules_of()) if card not in [*spades.split(), "9S", "QH", "8H"])
    record = position(["9S", held, spades + " 8H"], "QH", queen_closes_nine="no")
    assert (record["start_suit"], brief(record)[:4]) == ("S", ["0 9S", "new 1", "0 +nine 1", "0 +nine 0"])
    follows = record["turns"][4]
    assert follows["seat"] == 1
    assert follows["play"][0] in "9Q"  # its suit, a nine or any queen
