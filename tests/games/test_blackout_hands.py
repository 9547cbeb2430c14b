"""Partnership Blackout: whole hands before the referee, and what every hand keeps."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.referee import check_lines
from sims import blocks
from sims import tricks_tables as t
from sims.blackout_calls import random_call
from sims.blackout_play import log_hands
from sims.games import find_rules
from sims.players import read_weights
from sims.sheets import Rules
from tests.games.test_blackout import MAYES, NUMBERS, TRANSLATED, called, records

SWITCHES: list[dict[str, str]] = [
    {}, {"score": "exact10"}, {"score": "seed_literal"}, {"score": "made10plus"}, {"lead_trump": "after_broken"},
    {"target": "10"}, {"made": "7", "exact_bonus": "-3", "per_trick": "2", "all_bonus": "9", "set": "-25"},
]  # fmt: skip


def refereed(rules: Rules, policies: tuple[str, str], n: int) -> None:
    lines = (
        json.dumps(record)
        for record in records(rules, policies[0], 0, n, defence=policies[1], dealer=n % 4, score="0:-30")
    )
    assert [str(fault) for fault in check_lines(lines) if fault is not None] == []


@pytest.mark.parametrize(
    "policies", [("random", "random"), ("rules", "rules"), ("rules", "random")], ids="-".join
)
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
def test_the_referee_accepts_traced_hands(
    variant: str, switches: dict[str, str], policies: tuple[str, str]
) -> None:
    refereed(find_rules("blackout", variant, dict(switches)), policies, 30)


@pytest.mark.full
@pytest.mark.parametrize("policies", [("random", "random"), ("rules", "rules")], ids="-".join)
@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
def test_the_referee_accepts_10000_hands(variant: str, policies: tuple[str, str]) -> None:
    refereed(find_rules("blackout", variant), policies, 10_000)
    for switches in SWITCHES[1:]:
        refereed(find_rules("blackout", variant, dict(switches)), policies, 1_000)


def test_a_random_call_passes_with_chance_one_half() -> None:
    words = np.random.default_rng(3).integers(0, 1 << 63, 4_000, dtype=np.int64) * 2
    calls = [random_call(called("", TRANSLATED), int(word)) for word in words]
    assert abs(calls.count("pass") / 4_000 - (1 / 2 + 1 / 32)) < 0.03
    assert set(calls) == {"pass", "0", *NUMBERS, "nil", "board"}


def conserved(n: int) -> None:
    block = t.pack(MAYES, read_weights("blackout"))
    for policy in (0, 1):
        task = blocks.new_task(4, 0, 3, 0b0101, (policy, policy))
        contracts = np.tile(np.array([6, t.FREE, 2]), (n, 1))
        log, by_seat = np.zeros((n, 52), np.int8), np.zeros((n, 4), np.int64)
        log_hands(np.uint64(9), 0, n, block, task, contracts, log, by_seat)
        assert (by_seat.sum(axis=1) == 13).all()
        deck = np.array([16 * suit + rank for suit in range(4) for rank in range(13)])
        assert (np.sort(log, axis=1) == deck).all()


def test_every_hand_has_13_tricks_and_52_cards() -> None:
    conserved(5_000)


@pytest.mark.full
def test_a_million_hands_have_13_tricks_and_52_cards() -> None:
    conserved(1_000_000)
