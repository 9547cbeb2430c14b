"""Fifty-Five, 110 and 220: questions and whole hands, held against the referee and against conservation."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyzer.faces.contracts import odds, question_of, records, transcript
from analyzer.referee import check_lines
from analyzer.request import TraceRequest
from sims.errors import Refused
from sims.games import fifty_five as game
from sims.hands import play_hands
from tests.games.test_fifty_five import request, rules_of


def test_odds_of_all_five_top_trumps() -> None:
    report, complete = odds(
        request("5H JH AH KH QH", trumps=("H",), name="55", score="30:0:-10:50", policy="rules")
    )
    assert complete
    assert (report.frame["made"] == 200).all()
    assert report.frame["ev"].tolist() == [30, 30, 30, 30, 60]


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"score": "110:0:0:0"}, "at 110:0:0:0 the match is over"),
        ({"score": "7:0:0:0"}, "scores are multiples of 5, not 7:0:0:0"),
        ({"score": "10:20"}, "a whole number for each of 4 sides"),
        ({"bids": ("30",)}, "'30' is not a bid of fifty-five: the bids are 10, 15, 20, 25, 60"),
        ({"seat": 4}, "--seat 4 is not a seat that plays here"),
        ({"hand": "5H JH"}, "5 are needed"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(named: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words) as fault:
        question_of(request(named.pop("hand", "5H JH KH QS 3C"), **named))
    assert "\n" not in str(fault.value)


SETTINGS: list[dict[str, str | int]] = [
    {},
    {"all_pass": "dealer_10", "players": 2},
    {"who_wins": "bidder_only", "target": 55, "players": 3},
    {"trump_named": "before_kitty", "lead": "bidder_left", "players": 9},
    {"lead": "bidder_right", "bidder_cap": "on", "target": 220, "players": 6},
]


def check_records(settings: dict[str, str | int], policy: str, n: int) -> None:
    rules = rules_of(**settings)
    players, target = rules.number("players"), rules.number("target")
    score = ":".join(str(target - 5 * (1 + (seat + n) % 5)) for seat in range(players))
    asked = TraceRequest(
        game=game,
        rules=rules,
        low=0,
        high=n,
        dealer=n % players,
        score=score,
        policy=policy,
        defence=policy,
        seed=9,
    )
    made = list(records(asked))
    assert [fault for fault in check_lines(map(json.dumps, made)) if fault] == []
    assert all(transcript(record) for record in made[:20])
    if policy == "rules" and n > 100:
        # of two players, 5 and 10 short of the target, one always reaches it
        ends = {True} if players == 2 else {True, False}
        assert {record["result"]["game_over"] for record in made} == ends


@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_referee_accepts_the_hands(settings: dict[str, str | int], policy: str) -> None:
    check_records(settings, policy, 60)


@pytest.mark.full
@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_referee_accepts_10000_hands(settings: dict[str, str | int], policy: str) -> None:
    check_records(settings, policy, 10_000)


def conserve(policy: str, players: int, low: int, high: int) -> None:
    """No card is lost or doubled, each trick and the best trump are paid once."""
    rules = rules_of(players=players, all_pass="dealer_10")
    batch = play_hands(game, rules, 17, low, high, None, (policy, policy))
    n = high - low
    bit = np.left_shift(np.int64(1), batch.log.astype(np.int64))
    played, laid = np.bitwise_or.reduce(bit, axis=1), np.bitwise_or.reduce(batch.gone, axis=1)
    assert (bit.sum(axis=1) == played).all()  # 5 cards of each seat, all different
    assert ((played & laid) == 0).all()
    assert (np.bitwise_count(laid) == 5).all()
    dealt = np.bitwise_or.reduce(batch.hands, axis=1) | batch.kitties
    for trump in range(4):
        rows = batch.trumps == trump
        frame = np.zeros(int(rows.sum()), np.int64)
        for card in range(64):
            frame |= np.where(dealt[rows] >> card & 1, batch.tables.to_frame[trump, card], 0)
        assert (frame == (played | laid)[rows]).all()
    trumped = (played >> 48) != 0
    assert (batch.taken.sum(axis=1) == 25 + 5 * trumped).all()
    assert n == len(batch.auctions)


def test_cards_and_points_are_conserved() -> None:
    conserve("random", 4, 0, 2_000)
    conserve("rules", 9, 0, 500)


@pytest.mark.full
def test_cards_and_points_are_conserved_in_a_million_hands() -> None:
    for low in range(0, 1_000_000, 25_000):
        conserve("rules" if low % 100_000 == 0 else "random", 2 + low // 25_000 % 8, low, low + 25_000)
