"""Da Bai Fen: whole hands before the referee; no card and no point is lost."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.faces.da_bai_fen_records import Played, play
from analyzer.referee import check_lines
from sims import sets_calls as calling
from sims.cards import card_id
from sims.games import da_bai_fen as game
from sims.players import read_weights
from sims.sets_blocks import SetRules, pack
from sims.sets_frame import frames
from sims.tables import Int64Array
from tests.games.sets_table import POLICIES, PRESETS, rules_of, trace

BATCH = 2_000  # deals of one trump rank and dealer


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", PRESETS)
def test_the_referee_accepts_the_records(variant: str, policy: str) -> None:
    lines = (json.dumps(record) for record in trace(variant, policy=policy, high=200))
    assert [fault for fault in check_lines(lines) if fault is not None] == []


@pytest.mark.full
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", PRESETS)
def test_the_referee_accepts_10000_records(variant: str, policy: str) -> None:
    lines = (json.dumps(record) for record in trace(variant, policy=policy, high=10_000))
    assert [fault for fault in check_lines(lines) if fault is not None] == []


def conserve(variant: str, policy: int, low: int, high: int) -> None:
    """54 cards and 100 points in every hand of the kernels, and the points lie where the tricks went."""
    rules = game.set_rules(rules_of(variant))
    block = pack(rules, read_weights("da-bai-fen"))
    plan = np.zeros(calling.PLAN_SIZE, np.int64)
    plan[calling.FIRST_HAND] = 1
    plan[calling.NAMES], plan[calling.CALLER], plan[calling.OTHERS] = rules.opens, policy, policy
    for batch, first in enumerate(range(low, high, BATCH)):
        plan[calling.TRUMP_RANK], plan[calling.DEALER] = batch % 13, batch % 4
        conserve_batch(rules, play(block, 3, first, min(first + BATCH, high), plan))


def conserve_batch(rules: SetRules, batch: Played) -> None:
    done = batch.result[:, 4] < 0
    assert done.mean() > 0.9
    calls = batch.calls
    frame = (4 * calls.fixed[:, 1] + calls.fixed[:, 0])[done]
    declarer, result = calls.fixed[done, 2], batch.result[done]
    deck = np.bitwise_or.reduce(rules.frames.to_frame, axis=1)[frame]
    tens, fives = rules.frames.points[frame].T
    sets, winners = batch.log[done, :48], batch.log[done, 60:]
    apart = batch.gone[done]
    if rules.opens:  # the cards out of play
        apart = np.bitwise_or.reduce(rules.frames.to_frame[frame[:, None], calls.talon[done]], axis=1)
    assert np.all(np.bitwise_count(apart) == 6)
    assert np.array_equal(np.bitwise_or.reduce(sets, axis=1) | apart, deck)
    assert np.array_equal(sets.sum(axis=1) + apart, deck)  # no card twice

    def worth(masks: Int64Array) -> Int64Array:
        ten, five = (np.bitwise_count(masks & part).astype(np.int64) for part in (tens, fives))
        return 10 * ten + 5 * five

    taken = np.zeros((2, len(frame)), np.int64)  # by the declaring side, by the others
    for trick in range(12):
        pot = worth(np.bitwise_or.reduce(sets[:, 4 * trick : 4 * trick + 4], axis=1))
        theirs = (winners[:, trick] - declarer) % 2 == 1
        taken += np.where(theirs, 0, pot), np.where(theirs, pot, 0)
    assert np.array_equal(taken.T, result[:, 1:3])
    assert np.all(taken.sum(axis=0) + worth(apart) == 100)
    last = winners[np.arange(len(frame)), result[:, 0] - 1]
    bonus = np.where((last - declarer) % 2 == 1, rules.talon_factor * worth(apart), 0)
    assert np.array_equal(result[:, 3], taken[1] + bonus)


@pytest.mark.parametrize("variant", PRESETS)
def test_cards_and_points_are_conserved(variant: str) -> None:
    for policy in (0, 1):
        conserve(variant, policy, 0, 20_000)


@pytest.mark.full
@pytest.mark.parametrize("policy", [0, 1])
@pytest.mark.parametrize("variant", PRESETS)
def test_cards_and_points_are_conserved_on_a_million_hands(variant: str, policy: int) -> None:
    conserve(variant, policy, 0, 1_000_000)


def test_frames_hold_every_card_once() -> None:
    for two_ranks in (False, True):
        found = frames(two_ranks=two_ranks)
        for frame in range(52):
            indices = [int(c) for c in found.to_card[frame] if c >= 0]
            assert sorted(indices) == sorted(card_id(name) for name in game.deck(rules_of()))
