"""Twenty-Five: the kernel deals, robs and plays the hands that the naive twin plays, card by card."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analyzer.faces.race import answer, question_of, rules_block, task_of, turn
from analyzer.faces.race_records import Hands
from analyzer.request import OddsRequest
from sims.blocks import KNOWN
from sims.cards import CARD_NAMES, mask_of
from sims.games import find_rules, twenty_five
from sims.players import read_weights
from sims.race import EVENTS, tally_race
from sims.tallies import new_event_tally
from tests.naive import deals as naive_deals
from tests.naive import fives
from tests.naive.frames import deck_of

SEED = 2_525
CASES: list[tuple[dict[str, str | int], str]] = [
    ({}, "0:0:0:0"),
    ({"players": 2}, "15:10"),
    ({"players": 3, "target": 50}, "40:35:0"),
    ({"sides": "pairs"}, "10:20"),
    ({"players": 5}, "20:0:15:5:0"),
    ({"players": 6, "sides": "pairs"}, "0:5:10"),
    ({"players": 7}, "0:0:0:0:0:0:0"),
    ({"players": 8}, "5:5:5:5:5:5:20:5"),
    ({"players": 9, "sides": "threes"}, "15:15:20"),
    ({"players": 10, "sides": "pairs", "target": 15}, "0:5:0:10:0"),
    ({"players": 10}, "0:0:0:0:0:0:0:0:0:15"),
]
POLICY_PAIRS = [("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules")]


def compare(
    switches: dict[str, str | int], score: str, policies: tuple[str, str], low: int, high: int
) -> None:
    rules = find_rules("twenty-five", None, dict(switches))
    table, tables, weights = (
        twenty_five.seating(rules),
        twenty_five.tables(rules),
        read_weights("twenty-five"),
    )
    scores = tuple(map(int, score.split(":")))
    own = len(table.sides) - 1
    for dealer in range(table.seats):
        start = low + (high - low) * dealer // table.seats
        end = low + (high - low) * (dealer + 1) // table.seats
        task = task_of(rules, table, own=own, dealer=dealer, scores=scores, players=policies)
        hands = Hands(rules_block(rules), task, table.seats, SEED, start, end)
        for i in range(end - start):
            dealt = naive_deals.deal(deck_of("nahanni", {}), table.seats, 5, 1, SEED, start + i)
            twin = fives.twenty_five(
                dealt, seed=SEED, index=start + i, dealer=dealer,
                sides=[list(side) for side in table.sides], scores=scores, target=rules.number("target"),
                policies=[policies[seat not in table.sides[own]] for seat in range(table.seats)],
                weights=weights,
            )  # fmt: skip
            where = f"{switches} {policies} deal {start + i}"
            turned = int(hands.turned[i]).bit_length() - 1
            assert CARD_NAMES[turned] == dealt.kitty[0], where
            assert [CARD_NAMES[int(c)] for c in hands.stocks[i]] == dealt.stock, where
            to_card = tables.to_card[turned >> 4]
            robber, laid = int(hands.robbers[i]), int(hands.laid[i])
            assert (None if robber < 0 else robber) == twin.robber, where
            card = None if robber < 0 else CARD_NAMES[int(to_card[laid.bit_length() - 1])]
            assert card == twin.laid, where
            plies = int(hands.played[i]) * table.seats
            played = [CARD_NAMES[int(to_card[int(x)])] for x in hands.log[i][:plies]]
            assert played == [card for trick in twin.tricks for _, card in trick.cards], where
            assert [int(hands.after[i, side[0]]) for side in table.sides] == twin.scores, where


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("switches", "score"), CASES, ids=str)
def test_kernel_plays_as_the_naive_twin(
    switches: dict[str, str | int], score: str, policies: tuple[str, str]
) -> None:
    compare(switches, score, policies, 0, 30)


@pytest.mark.full
@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("switches", "score"), CASES, ids=str)
def test_kernel_plays_as_the_naive_twin_on_5000_deals(
    switches: dict[str, str | int], score: str, policies: tuple[str, str]
) -> None:
    compare(switches, score, policies, 30, 5_030)


def naive_events(
    switches: dict[str, str | int], known: dict[str, Any], policies: tuple[str, str], n: int
) -> tuple[list[int], int, int]:
    """Counts of the events, and the sums of the score difference and its square, by the twin."""
    rules = find_rules("twenty-five", None, dict(switches))
    sides = [list(side) for side in twenty_five.seating(rules).sides]
    seats, hand, turn_up = rules.number("players"), known["hand"].split(), known.get("turn_up")
    own = next(side for side in sides if known["seat"] in side)
    scores, target = known["scores"], rules.number("target")
    counts, total, squares = [0] * EVENTS, 0, 0
    for deal in range(n):
        deck = [card for card in deck_of("nahanni", {}) if card != turn_up]
        dealt = naive_deals.deal(deck, seats, 5, 0 if turn_up else 1, SEED, deal, {known["seat"]: hand})
        if turn_up:
            dealt.kitty.append(turn_up)
        twin = fives.twenty_five(
            dealt, seed=SEED, index=deal, dealer=known["dealer"], sides=sides, scores=scores, target=target,
            policies=[policies[seat not in own] for seat in range(seats)], weights=read_weights("twenty-five"),
        )  # fmt: skip
        won = sum(trick.winner in own for trick in twin.tricks)
        for tricks in range(won):
            counts[tricks] += 1
        counts[5] += twin.scores[sides.index(own)] >= target
        score = 5 * won * (len(sides) - 1) - 5 * (len(twin.tricks) - won)
        total, squares = total + score, squares + score * score
    return counts, total, squares


QUESTIONS: list[tuple[dict[str, str | int], dict[str, Any]]] = [
    ({}, {"hand": "5H JH KH QS 3C", "seat": 0, "dealer": 3, "scores": (0, 0, 0, 0)}),
    (
        {"players": 5},
        {"hand": "AC 5C 7D KS 3S", "seat": 2, "dealer": 2, "scores": (20, 5, 15, 0, 10), "turn_up": "9C"},
    ),
    (
        {"sides": "pairs"},
        {"hand": "AH 2H 7D KS 3S", "seat": 3, "dealer": 1, "scores": (5, 15), "turn_up": "AS"},
    ),
]


@pytest.mark.parametrize("policies", POLICY_PAIRS[1:3], ids="-".join)
@pytest.mark.parametrize(("switches", "known"), QUESTIONS, ids=str)
def test_tally_counts_what_the_twin_counts(
    switches: dict[str, str | int], known: dict[str, Any], policies: tuple[str, str]
) -> None:
    rules, n = find_rules("twenty-five", None, dict(switches)), 60
    table, block, tally = twenty_five.seating(rules), rules_block(rules), new_event_tally(1, EVENTS)
    own = table.side_of(known["seat"])
    assert own is not None
    task = task_of(rules, table, own=own, dealer=known["dealer"], scores=known["scores"], players=policies)
    task[KNOWN + known["seat"]] = mask_of(known["hand"].split())
    turn(block, task, known.get("turn_up"))
    tally_race(np.uint64(SEED), 0, n, block, task, *tally)
    counts, total, squares = naive_events(switches, known, policies, n)
    assert tally[0][0].tolist() == counts
    assert (int(tally.diff[0]), int(tally.squares[0])) == (total, squares)


def test_sums_do_not_hang_on_threads_or_chunks() -> None:
    request = OddsRequest(
        game=twenty_five, rules=find_rules("twenty-five"), hand="5H JH KH QS 3C", trumps=(), bids=(), seat=None,
        dealer=None, score=None, policy="rules", defence="random", seed=3, deals=500, threads=None, command="",
        unicode=False, say=lambda text: None,
    )  # fmt: skip
    question = question_of(request)
    one, deals = answer(question, threads=1, chunk=500)
    assert deals == 500
    for threads, chunk in ((2, 7), (3, 64)):
        other, _ = answer(question, threads=threads, chunk=chunk)
        assert all((a == b).all() for a, b in zip(one, other, strict=True))
