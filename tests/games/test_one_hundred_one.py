"""101: the rules by their numbers in the rules file, and what they conserve."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.faces.shedding import records, task_of, transcript
from analyzer.faces.shedding_records import record_of
from analyzer.referee import check_lines
from analyzer.request import TraceRequest
from sims import shedding_tables as t
from sims.cards import mask_of
from sims.games import one_hundred_one as game
from sims.games import find_rules
from sims.sheets import Rules
from sims.shedding import log_hand

Record = dict[str, Any]
FORCED = {"six": 1, "seven": 2, "king": 4}


def rules_of(**switches: str | int) -> Rules:
    return find_rules("101", None, dict(switches))


def position(
    hands: Sequence[str], top: str, *, policy: str = "rules", deal: int = 0, seed: int = 1, most_acts: int = 0,
    scores: Sequence[int] | None = None, **switches: str | int,
) -> Record:  # fmt: skip
    """A hand with given cards, as many as one likes; the last seat has dealt."""
    rules = rules_of(players=len(hands), **switches)
    block, work = t.pack(rules), np.zeros(t.WORK_SIZE, np.int64)
    if most_acts:
        block[t.MOST_ACTS] = most_acts
    dealer = len(hands) - 1
    task = task_of(rules, dealer, [policy] * len(hands))
    for seat, hand in enumerate(hands):
        task[t.GIVEN - t.TASK + seat] = mask_of(hand.split())
    task[t.FIRST - t.TASK] = mask_of([top])
    log_hand(np.uint64(seed), deal, block, task, work)
    return record_of(
        rules, work, deal=deal, seed=seed, dealer=dealer, scores=tuple(scores or [0] * len(hands)),
        policies=[policy] * len(hands),
    )  # fmt: skip


def traced(n: int, *, policy: str = "random", score: str | None = None, dealer: int | None = None, **switches: str | int) -> list[Record]:
    rules = rules_of(**switches)
    return list(records(TraceRequest(game, rules, 0, n, dealer, score, policy, policy, 3)))


def settled(scores: Sequence[int], hands: Sequence[str], last: str, out: int = 0, **switches: str | int) -> game.HandResult:
    rules = rules_of(players=len(scores), **switches)
    return game.settle(rules, scores, [hand.split() for hand in hands], out, last)


def brief(record: Record) -> list[str]:
    """The turns as "0 8S", "0 QS:H", "1 +seven 2", "1 skip", "new 5"."""
    shown = []
    for turn in record["turns"]:
        if "reshuffle" in turn:
            shown.append(f"new {len(turn['reshuffle'])}")
        elif "play" in turn:
            shown.append(f"{turn['seat']} {turn['play']}" + (f":{turn['suit']}" if "suit" in turn else ""))
        elif "skip" in turn:
            shown.append(f"{turn['seat']} skip")
        else:
            shown.append(f"{turn['seat']} +{turn['why']} {len(turn['draw'])}")
    return shown


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
    [("6S", "0 +six 1"), ("7S", "0 +seven 2"), ("KS", "0 +king 4"), ("AS", "0 skip"), ("KH", "0 8H"), ("8S", "0 8H")],
)
def test_2_a_special_first_card_strikes_the_left_of_the_dealer(top: str, first: str) -> None:
    assert brief(position(["8H 8D", "JC TD", "9D 6D"], top))[0] == first
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
        for turn, after in zip(turns, turns[1:], strict=False):
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
        (3, "KS", ["0 KS", "1 +king 4", "2 JS"]),
        (2, "KS", ["0 KS", "1 +king 4", "0 TS"]),
        (4, "7S", ["0 7S", "1 +seven 2", "2 JS"]),
    ],
)
def test_4_special_cards(players: int, card: str, turns: list[str]) -> None:
    others = ["8S 8H", "JS JH JD", "TD TC TH"][: players - 1]
    record = position([f"{card} TS", *others], "8S" if players < 0 else "JC", first_card_effects="off")
    assert brief(record)[0] != turns[0]  # nothing of it fits on the jack of clubs
    record = position([f"{card} TS", *others[:-1], others[-1] + " QC"], "9S", first_card_effects="off")
    assert brief(record)[: len(turns)] == turns


def test_4_other_kings_are_plain_and_a_queen_orders_a_suit() -> None:
    assert brief(position(["KH 7D 8D", "JH TH", "6D TC"], "TH"))[:2] == ["0 KH", "1 JH"]
    turns = brief(position(["QC 8D TD", "JH TH", "6H TC"], "7S", first_card_effects="off"))
    assert turns[:2] == ["0 QC:D", "1 +none 1"]
    assert brief(position(["QC 8C TC", "JH QH 8H", "6H TC"], "7S", first_card_effects="off"))[0] == "0 QC:C"


# --- 5: nines


def test_5_a_nine_is_closed_with_its_suit_or_with_another_nine_that_is_closed_again() -> None:
    assert brief(position(["9S 8S TH", "JH TH", "6D TC"], "7S", first_card_effects="off"))[:2] == ["0 9S", "0 8S"]
    turns = brief(position(["9S 9H JH TD", "JC TC", "6D TC"], "9D", first_card_effects="off"))
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
    no = position(hands, "7S", first_card_effects="off", queen_closes_nine="no", policy="random", deal=1)
    assert [turn for turn in brief(no)[:2] if turn.startswith("0 Q")] in ([], [brief(no)[0]])
    own = position(["9S QS", "JH JC", "6D TC"], "9H", first_card_effects="off", queen_closes_nine="no")
    assert brief(own)[:2] == ["0 9S", "0 QS:C"]  # S3: a queen of its own suit always does


def test_5_a_special_card_that_closes_has_its_effect() -> None:
    turns = brief(position(["9S 7S TH 8H", "JH JC", "6D TC"], "9H", first_card_effects="off"))
    assert turns[:3] == ["0 9S", "0 7S", "1 +seven 2"]


def test_5_nobody_goes_out_with_a_nine() -> None:
    turns = brief(position(["9S", "JH JC 8C", "6D TC"], "7S", first_card_effects="off"))
    assert turns[:2] == ["0 9S", "0 +nine 1"]
    for record in traced(1_000, players=2):
        plays = [turn["play"] for turn in record["turns"] if "play" in turn]
        assert plays[-1][0] != "9"


ALL_BUT = "6C 7C 8C TC JC KC AC 6D 7D 8D TD JD KD AD 6H 7H 8H TH JH KH AH 9H 9D 9C"


def test_5_and_S2_with_nothing_left_to_draw_the_nine_stands_open_and_he_draws_at_his_next_turn() -> None:
    rest = "6S 7S 8S TS JS KS AS QS QC QD QH"
    record = position(["9S", ALL_BUT + " " + rest.replace("8S ", "")], "8S", first_card_effects="off")
    assert brief(record)[0] == "0 9S"
    assert record["turns"][1] == {"reshuffle": ["8S"]}
    assert record["turns"][2:4] == [
        {"seat": 0, "draw": ["8S"], "why": "nine"},
        {"seat": 0, "play": "8S"},
    ]
    spades = "6S 7S TS JS KS AS QS QC QD QH"
    record = position(["9S", ALL_BUT.replace("8H ", "").replace("9H ", "") + " 8S " + spades], "9H",
                      first_card_effects="off", queen_closes_nine="no", policy="random")  # fmt: skip
    assert brief(record)[:4] == ["0 9S", "new 1", "0 +nine 1", "0 9H"]
    assert record["turns"][4] == {"reshuffle": ["9S"]} or brief(record)[4] == "0 +nine 1"


# --- 6, 7: the stock, the end


@pytest.mark.parametrize("reshuffle", ["shuffle", "turn_over"])
def test_6_the_pile_becomes_the_stock_but_for_its_top_card(reshuffle: str) -> None:
    renewed = 0
    for record in traced(300, players=4, reshuffle=reshuffle):
        pile, stock = [record["start"]], list(record["stock"])
        for place, turn in enumerate(record["turns"]):
            if "play" in turn:
                pile.append(turn["play"])
            elif "reshuffle" in turn:
                renewed += 1
                assert len(stock) < FORCED.get(record["turns"][place + 1]["why"], 1)  # S1
                assert sorted(turn["reshuffle"]) == sorted(pile[:-1])
                if reshuffle == "turn_over":
                    assert turn["reshuffle"] == pile[:-1]
                stock += turn["reshuffle"]
                pile = pile[-1:]
            elif "draw" in turn:
                assert turn["draw"] == stock[: len(turn["draw"])]
                del stock[: len(turn["draw"])]
    assert renewed > 50


def test_6_and_S1_too_few_cards_for_a_forced_draw() -> None:
    held = " ".join(card for card in game.deck(rules_of()) if card not in ("KS", "8S", "8H", "7S"))
    record = position(["KS 7S", "8H", held], "8S", first_card_effects="off")
    assert brief(record)[:3] == ["0 KS", "new 1", "1 +king 1"]


def test_7_the_victim_of_the_last_card_still_draws_and_nobody_is_skipped_by_an_ace() -> None:
    seven = position(["7S", "JH JC", "6D TC"], "8S")
    assert brief(seven) == ["0 7S", "1 +seven 2"]
    drawn = seven["turns"][1]["draw"]
    assert seven["result"]["delta"] == [0, 4 + game.penalty(drawn), 16]
    assert brief(position(["AS", "JH JC", "6D TC"], "8S")) == ["0 AS"]


# --- 8 to 11: points


def test_8_what_cards_cost() -> None:
    cost = {"A": 11, "T": 10, "8": 8, "7": 7, "6": 6, "K": 4, "Q": 3, "J": 2, "9": 0}
    assert {card[0]: game.penalty([card]) for card in game.deck(rules_of())} == cost
    assert game.penalty(["KS"]) == 4
    assert settled([0, 0], ["", "AS TD 9H KS"], "8C").delta == (0, 25)


def test_9_going_out_on_a_queen() -> None:
    assert settled([50, 10], ["", "AS"], "QD").scores == (30, 21)
    assert settled([50, 10], ["", "AS"], "QS").scores == (10, 21)
    assert settled([0, 10], ["", "AS"], "QH").scores == (-20, 21)
    assert settled([0, 10], ["", "AS"], "QS").scores == (-40, 21)
    assert position(["QS", "JH JC", "6D TC"], "8H")["result"]["delta"] == [-40, 4, 16]


def test_10_exactly_101_becomes_0_and_above_it_the_game_ends() -> None:
    reset = settled([50, 90], ["", "AS"], "8C")
    assert (reset.scores, reset.delta, reset.losers, reset.game_over) == ((50, 0), (0, 11), (), False)
    over = settled([50, 91], ["", "AS"], "8C")
    assert (over.scores, over.losers, over.winners, over.game_over) == ((50, 102), (1,), (0,), True)


def test_10_several_above_101_all_lose_and_ties_share() -> None:
    result = settled([0, 95, 99, 0], ["", "AS", "TS", "9C"], "8C")
    assert (result.losers, result.winners) == ((1, 2), (0, 3))


def test_S4_the_reset_comes_first_and_the_lowest_new_score_wins() -> None:
    result = settled([60, 90, 95], ["", "AS", "TS"], "8C")
    assert (result.scores, result.losers, result.winners) == ((60, 0, 105), (2,), (1,))


def test_S5_drops_out_the_others_play_on() -> None:
    three = settled([60, 10, 95], ["", "AS", "TS"], "8C", over_101="drops_out")
    assert (three.losers, three.winners, three.game_over) == ((2,), (), False)
    two = settled([60, 95], ["", "AS"], "8C", over_101="drops_out")
    assert (two.losers, two.winners, two.game_over) == ((1,), (0,), True)
    gone = position(["7S", "JH JC", "6D TC"], "8S", scores=[0, 0, 95], over_101="drops_out")
    assert gone["result"]["next_dealer"] == 0
    skipped = position(["QS", "JH JC", "6D TC"], "8H", scores=[100, 95, 95], over_101="drops_out")
    assert (skipped["result"]["losers"], skipped["result"]["next_dealer"]) == ([2], 0)


def test_S6_after_so_many_acts_the_hand_is_void() -> None:
    record = position(["8H JH", "JS JC", "6D TC"], "7D", first_card_effects="off", most_acts=3)
    assert len([turn for turn in record["turns"] if "seat" in turn]) == 3
    assert record["result"] == {
        "out": None, "delta": [0, 0, 0], "scores": [0, 0, 0], "losers": [], "winner": None, "game_over": False,
        "next_dealer": 0,
    }  # fmt: skip
    assert "void" in transcript(record)


# --- what is conserved, and the referee


@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_are_conserved_and_the_referee_finds_no_fault(players: int, policy: str) -> None:
    referee(300, players=players, policy=policy)


@pytest.mark.full
@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_finds_no_fault_in_10000_hands(players: int, policy: str) -> None:
    referee(10_000, players=players, policy=policy)


def referee(n: int, *, players: int, policy: str) -> None:
    score = "95:40:-20:99".split(":")[:players]
    played = traced(n, players=players, policy=policy, score=":".join(score))
    for record in played:
        held = [set(hand) for hand in record["hands"]]
        table, stock = [record["start"]], set(record["stock"])
        for turn in record["turns"]:
            if "play" in turn:
                held[turn["seat"]].remove(turn["play"])
                table.append(turn["play"])
            elif "reshuffle" in turn:
                stock |= set(turn["reshuffle"])
                table = table[-1:]
            elif "draw" in turn:
                held[turn["seat"]] |= set(turn["draw"])
                stock -= set(turn["draw"])
            assert sum(map(len, held)) + len(table) + len(stock) == 36
        result = record["result"]
        assert not held[result["out"]]
        right = [game.penalty(list(hand)) for hand in held]
        right[result["out"]] = game.bonus(table[-1])
        assert result["delta"] == right
    assert not [fault for fault in check_lines(json.dumps(record) for record in played) if fault]
