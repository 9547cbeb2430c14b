"""Twenty-Five: questions and whole hands, held against the referee and against conservation."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyzer.faces.race import odds, question_of, rules_block, task_of
from analyzer.faces.race_records import Hands
from analyzer.referee import check_lines
from sims.errors import Refused
from sims.games import twenty_five as game
from tests.games.test_twenty_five import request, rules_of, traced


def test_odds_of_the_top_trumps() -> None:
    hand = request("5H JH AH KH QH", extras={"turn_up": "2H"}, settings=["players=5"], policy="rules")
    report, complete = odds(hand)
    assert complete
    assert report.frame["event"].tolist() == ["win-1", "win-2", "win-3", "win-4", "win-5", "win-game"]
    assert (report.frame["count"] == 200).all()
    assert set(report.frame["trump"]) == {"H"}
    assert (report.frame["ev"] == 25).all()
    assert set(odds(request("5H JH AH KH QH"))[0].frame["trump"]) == {""}


def test_win_game_is_the_race_from_the_scores() -> None:
    sure = request("5H JH AH KH QH", extras={"turn_up": "2H"}, score="20:20:0:0", policy="rules")
    first = odds(sure)[0].frame
    assert first["count"].tolist() == [200, 0, 0, 0, 0, 200]  # one trick, and the game is over
    late = odds(request("5C 2D 3D 4D 6D", extras={"turn_up": "2C"}, score="0:20:20:20", dealer=0))[0].frame
    assert late["count"].tolist()[-1] == 0


def test_scores_are_named_own_side_first() -> None:
    assert question_of(request("5H JH AH KH QH", seat=2, score="5:10:15:20")).scores == (15, 20, 5, 10)
    pairs = request("5H JH AH KH QH", seat=3, score="5:10", settings=["sides=pairs"])
    assert question_of(pairs).scores == (10, 5)


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"score": "25:0:0:0"}, "at 25:0:0:0 the game is over: it ends at 25"),
        ({"score": "7:0:0:0"}, "scores are multiples of 5 from 0, not 7:0:0:0"),
        ({"score": "10:20"}, "a whole number for each of 4 sides"),
        ({"bids": ("10",)}, "twenty-five takes no --bid"),
        ({"trumps": ("H",)}, "twenty-five takes no --trump"),
        ({"extras": {"turn_up": "5H"}}, "--turn-up 5H is in the hand too"),
        ({"extras": {"turn_up": "5H 2C"}}, "card"),
        ({"extras": {"levels": "2:2"}}, "twenty-five takes no --levels"),
        ({"settings": ["players=5", "sides=pairs"]}, "5 players cannot play in pairs"),
        ({"dealer": 4}, "--dealer 4 is not a seat that plays here"),
        ({"hand": None}, "--hand is missing: name the 5 cards you hold"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(named: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words) as fault:
        question_of(request(named.pop("hand", "5H JH KH QS 3C"), **named))
    assert "\n" not in str(fault.value)


TABLES: list[dict[str, str | int]] = [
    {"players": 2, "double_stake": "on"},
    {"players": 5},
    {"players": 6, "sides": "pairs", "target": 15},
    {"players": 9, "sides": "threes", "double_stake": "on"},
    {"players": 10, "target": 50},
]


def check_records(settings: dict[str, str | int], policy: str, n: int) -> None:
    rules = rules_of(**settings)
    target, sides = rules.number("target"), len(game.seating(rules).sides)
    score = ":".join(str([0, target - 10, target - 5][side % 3]) for side in range(sides))
    for scores in (None, score):
        made = traced(n, policy=policy, score=scores, dealer=1, **settings)
        assert [fault for fault in check_lines(map(json.dumps, made)) if fault] == []


@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("settings", TABLES, ids=str)
def test_the_referee_accepts_the_hands(settings: dict[str, str | int], policy: str) -> None:
    check_records(settings, policy, 40)


@pytest.mark.full
@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("settings", TABLES, ids=str)
def test_the_referee_accepts_10000_hands(settings: dict[str, str | int], policy: str) -> None:
    check_records(settings, policy, 5_000)


def conserve(policy: str, players: int, score: int, low: int, high: int) -> None:
    """No card is lost or doubled, each trick is paid once."""
    rules = rules_of(players=players)
    table = game.seating(rules)
    scores = (score,) * players
    task = task_of(rules, table, own=0, dealer=low % players, scores=scores, players=(policy, policy))
    hands = Hands(rules_block(rules), task, players, 23, low, high)
    plies = np.arange(hands.log.shape[1])[None, :] < players * hands.played[:, None]
    bit = np.where(plies, np.left_shift(np.int64(1), hands.log.astype(np.int64)), 0)
    played = np.bitwise_or.reduce(bit, axis=1)
    assert (bit.sum(axis=1) == played).all()
    assert (np.bitwise_count(played) == players * hands.played).all()
    assert ((played & hands.laid) == 0).all()
    assert ((hands.laid != 0) == (hands.robbers >= 0)).all()
    own = np.bitwise_or.reduce(hands.hands, axis=1) | np.where(hands.robbers >= 0, hands.turned, 0)
    tables = game.tables(rules)
    for trump in range(4):
        rows = (hands.turned >> (16 * trump) & 0x1FFF) != 0
        frame = np.zeros(int(rows.sum()), np.int64)
        for card in range(64):
            frame |= np.where(own[rows] >> card & 1, tables.to_frame[trump, card], 0)
        assert ((played | hands.laid)[rows] & ~frame == 0).all()
        whole = hands.played[rows] == 5
        assert ((played | hands.laid)[rows][whole] == frame[whole]).all()
    assert ((hands.after - score).sum(axis=1) == 5 * hands.played).all()
    assert ((hands.played == 5) | (hands.after.max(axis=1) == 25)).all()


def test_cards_and_points_are_conserved() -> None:
    conserve("random", 5, 0, 0, 2_000)
    conserve("rules", 10, 15, 0, 500)


@pytest.mark.full
def test_cards_and_points_are_conserved_in_a_million_hands() -> None:
    for low in range(0, 1_000_000, 25_000):
        conserve(
            "rules" if low % 100_000 == 0 else "random",
            2 + low // 25_000 % 9,
            low // 5_000 % 5 * 5,
            low,
            low + 25_000,
        )
