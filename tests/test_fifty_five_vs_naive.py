"""Fifty-Five: the kernel plays the hands that the naive twin plays, card by card."""

from __future__ import annotations

import numpy as np
import pytest

from sims import blocks
from sims.cards import CARD_NAMES, SUITS
from sims.contracts import log_contracts
from sims.deals import deal_batch
from sims.exchange import ANY_TRUMP
from sims.games import fifty_five, find_rules
from sims.players import POLICIES, player_tables, read_weights
from tests.naive import deals as naive_deals
from tests.naive import fives
from tests.naive.frames import deck_of

SEED = 5_511
CASES: list[dict[str, str | int]] = [
    {},
    {"players": 2},
    {"players": 3, "trump_named": "before_kitty", "lead": "bidder_left"},
    {"players": 5, "bidder_cap": "on"},
    {"players": 6, "lead": "bidder_right"},
    {"players": 7, "trump_named": "before_kitty"},
    {"players": 8, "lead": "bidder_left"},
    {"players": 9, "lead": "bidder_right", "trump_named": "before_kitty"},
]
POLICY_PAIRS = [("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules")]


def first_leader(lead: str, seats: int, dealer: int, declarer: int) -> int:
    return {"dealer_left": dealer + 1, "bidder_left": declarer + 1, "bidder_right": declarer - 1}[
        lead
    ] % seats


def compare(switches: dict[str, str | int], policies: tuple[str, str], low: int, high: int) -> None:
    rules = find_rules("fifty-five", None, dict(switches))
    tables, weights = fifty_five.tables(rules), read_weights("fifty-five")
    block = blocks.pack(tables, player_tables(weights))
    n, seats = high - low, rules.number("players")
    late = rules.word("trump_named") == "after_kitty"
    deals = np.arange(low, high)
    declarers, dealers = deals % seats, deals // 3 % seats
    trumps, bids = deals // 7 % (5 if late else 4), deals // 2 % 5
    codes = (POLICIES[policies[0]], POLICIES[policies[1]])
    tasks = np.array(
        [
            blocks.new_task(seats, int(p), int(d), 1 << int(p), codes, seats - 1)
            for p, d in zip(declarers, dealers, strict=True)
        ]
    )
    named, gone = np.full(n, -1, np.int64), np.zeros((n, seats), np.int64)
    log, taken = np.zeros((n, seats * 5), np.int8), np.zeros((n, seats), np.int64)
    log_contracts(np.uint64(SEED), low, high, block, tasks, trumps, bids, named, gone, log, taken)
    _, _, stocks = deal_batch(block, SEED, low, high)
    for i in range(n):
        dealt = naive_deals.deal(deck_of("nahanni", {}), seats, 5, 5, SEED, low + i)
        declarer = int(declarers[i])
        twin = fives.fifty_five(
            dealt, seed=SEED, index=low + i, declarer=declarer,
            trump=None if trumps[i] == ANY_TRUMP else SUITS[int(trumps[i])],
            bid=fifty_five.BIDS[int(bids[i])],
            leader=first_leader(rules.word("lead"), seats, int(dealers[i]), declarer),
            policies=policies, weights=weights,
        )  # fmt: skip
        where = f"{switches} {policies} deal {low + i}"
        assert [CARD_NAMES[int(c)] for c in stocks[i]] == dealt.stock, where
        assert SUITS[int(named[i])] == twin.trump, where
        to_card = tables.to_card[int(named[i])]
        laid = {CARD_NAMES[int(to_card[x])] for x in range(64) if int(gone[i, declarer]) >> x & 1}
        assert laid == set(twin.discards), where
        played = [CARD_NAMES[int(to_card[int(x)])] for x in log[i]]
        assert played == [card for trick in twin.tricks for _, card in trick.cards], where
        assert taken[i].tolist() == twin.taken, where


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize("switches", CASES, ids=str)
def test_kernel_plays_as_the_naive_twin(switches: dict[str, str | int], policies: tuple[str, str]) -> None:
    compare(switches, policies, 0, 40)


@pytest.mark.full
@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize("switches", CASES, ids=str)
def test_kernel_plays_as_the_naive_twin_on_5000_deals(
    switches: dict[str, str | int], policies: tuple[str, str]
) -> None:
    compare(switches, policies, 40, 5_040)
