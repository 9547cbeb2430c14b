"""101: rules 6 to 11 of the rules file by their numbers, what is conserved, and the referee."""

from __future__ import annotations

import json

import pytest

from analyzer.faces.shedding import records, transcript
from analyzer.referee import check_lines
from analyzer.request import TraceRequest
from sims.games import one_hundred_one as game
from tests.games.shedding_table import brief, position, rules_of, settled, traced

FORCED = {"six": 1, "seven": 2, "king": 4}


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
    held = " ".join(card for card in game.deck(rules_of()) if card not in ("KS", "8S", "8H", "7D"))
    record = position(["KS 7D", "8H", held], "8S", first_card_effects="off")
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


def test_S6_a_hand_that_goes_round_for_ever() -> None:
    record = next(records(TraceRequest(game, rules_of(), 209_286, 209_287, None, None, "rules", "rules", 1)))
    acts = [turn for turn in record["turns"] if "seat" in turn]
    assert len(acts) == 2_000
    assert record["result"]["out"] is None
    assert {turn.get("play", "7S")[0] for turn in acts[1_000:]} == {"7"}
    assert list(check_lines([json.dumps(record)])) == [None]


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
    score = ["95", "40", "-20", "99"][:players]
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
