"""Da Bai Fen: whole hands before the referee; no card and no point is lost."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.faces.da_bai_fen_records import play
from analyzer.referee import check_lines
from sims import sets_calls as calling
from sims.cards import card_id
from sims.games import da_bai_fen as game
from sims.players import read_weights
from sims.sets_blocks import SetRules, pack
from sims.sets_frame import frames
from tests.games.sets_table import POLICIES, PRESETS, rules_of, trace


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
    """54 cards and 100 points in every hand of the kernels."""
    rules = game.set_rules(rules_of(variant))
    block = pack(rules, read_weights("da-bai-fen"))
    plan = np.zeros(calling.PLAN_SIZE, np.int64)
    plan[calling.FIRST_HAND] = 1
    plan[calling.NAMES], plan[calling.CALLER], plan[calling.OTHERS] = rules.opens, policy, policy
    for first in range(low, high, 1_000):
        plan[calling.TRUMP_RANK] = first // 1_000 % 13
        batch = play(block, 3, first, min(first + 1_000, high), plan)
        frame = 4 * batch.calls.fixed[:, 1] + batch.calls.fixed[:, 0]
        deck = np.bitwise_or.reduce(rules.frames.to_frame, axis=1)[frame]
        sets = batch.log[:, :48]
        apart = batch.gone
        if rules.opens:  # the cards out of play
            dealt = np.bitwise_or.reduce(1 << batch.calls.talon, axis=1)
            apart = np.array([_moved(rules, int(f), int(m)) for f, m in zip(frame, dealt, strict=True)])
        done = batch.result[:, 4] < 0
        together = np.bitwise_or.reduce(sets, axis=1) | apart
        assert np.array_equal(together[done], deck[done])
        assert np.array_equal((sets.sum(axis=1) + apart)[done], deck[done])
        gone = 10 * np.bitwise_count(apart & rules.frames.points[frame, 0]).astype(int)
        gone += 5 * np.bitwise_count(apart & rules.frames.points[frame, 1]).astype(int)
        assert np.all((batch.result[:, 1] + batch.result[:, 2] + gone)[done] == 100)
        assert done.mean() > 0.9


def _moved(rules: SetRules, frame: int, mask: int) -> int:
    return int(sum(rules.frames.to_frame[frame, card] for card in range(64) if mask >> card & 1))


@pytest.mark.parametrize("variant", PRESETS)
def test_cards_and_points_are_conserved(variant: str) -> None:
    for policy in (0, 1):
        conserve(variant, policy, 0, 2_000)


@pytest.mark.full
@pytest.mark.parametrize("variant", PRESETS)
def test_cards_and_points_are_conserved_on_a_million_hands(variant: str) -> None:
    for policy in (0, 1):
        conserve(variant, policy, 0, 125_000)


def test_frames_hold_every_card_once() -> None:
    for two_ranks in (False, True):
        found = frames(two_ranks=two_ranks)
        for frame in range(52):
            indices = [int(c) for c in found.to_card[frame] if c >= 0]
            assert sorted(indices) == sorted(card_id(name) for name in game.deck(rules_of()))
