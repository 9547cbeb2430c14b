"""The kernels play the hands that the naive twin plays, card by card."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sims import blocks
from sims.cards import CARD_NAMES, SUITS
from sims.contracts import log_contracts
from sims.deals import deal_batch
from sims.exchange import ANY_TRUMP
from sims.games import GAMES, find_rules
from sims.players import POLICIES, player_tables, read_weights
from sims.tables import EXCHANGE_BEFORE_TRUMP, HAND, SEATS
from tests.naive import deals as naive_deals
from tests.naive import hand as naive_hand

SEED = 20_250
CASES = [
    ("two-hundred", "base", {}),
    ("two-hundred", "base", {"hundred_for_200": "on"}),
    ("two-hundred", "kitty", {}),
    ("two-hundred", "kitty", {"kitty_points": "defenders"}),
    ("two-hundred", "kitty", {"kitty_points": "contractor"}),
    ("two-hundred", "to-300", {}),
    ("two-hundred", "to-500", {}),
    ("nahanni", "base", {}),
    ("nahanni", "base", {"plain_follow": "follow_or_trump"}),
    ("nahanni", "base", {"plain_ace": "one"}),
    ("nahanni", "base", {"kitty": "5", "plain_ace": "one", "plain_follow": "follow_or_trump"}),
]
POLICY_PAIRS = [("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules")]


def tasks_of(n: int, low: int, bids: int, late_trump: bool, policies: tuple[str, str]) -> dict[str, Any]:
    """A different declarer, dealer, trump and bid for each deal, in a fixed pattern."""
    deals = np.arange(low, low + n)
    tasks = np.zeros((n, blocks.DEALT), np.int64)
    tasks[:, blocks.DECLARER] = deals % 4
    tasks[:, blocks.DEALER] = deals // 4 % 4
    tasks[:, blocks.ALLIES] = np.where(deals % 2 == 0, 0b0101, 0b1010)
    tasks[:, blocks.OTHERS] = 1
    tasks[:, blocks.SCORING] = ~tasks[:, blocks.ALLIES]
    tasks[:, blocks.POLICY_OURS] = POLICIES[policies[0]]
    tasks[:, blocks.POLICY_THEIRS] = POLICIES[policies[1]]
    trumps = deals // 16 % (5 if late_trump else 4)
    return {"tasks": tasks, "trumps": trumps.astype(np.int64), "bids": (deals // 5 % bids).astype(np.int64)}


def compare(game: str, variant: str, switches: dict[str, str], policies: tuple[str, str], n: int) -> None:
    rules = find_rules(game, variant, dict(switches))
    module = GAMES[game]
    tables = module.tables(rules)
    weights = read_weights(game)
    block = blocks.pack(tables, player_tables(weights))
    seats, size = int(tables.settings[SEATS]), int(tables.settings[HAND])
    ladder = module.bids(rules)
    plan = tasks_of(n, 0, len(ladder), bool(tables.settings[EXCHANGE_BEFORE_TRUMP]), policies)
    trumps, gone = np.full(n, -1, np.int64), np.zeros((n, seats), np.int64)
    log, points = np.zeros((n, seats * size), np.int8), np.zeros((n, seats), np.int64)
    log_contracts(
        np.uint64(SEED), 0, n, block, plan["tasks"], plan["trumps"], plan["bids"], trumps, gone, log, points
    )
    hands, kitties, stocks = deal_batch(block, SEED, 0, n)
    named = {"variant": variant, **rules.values}
    for i in range(n):
        dealt = naive_deals.deal(list(module.deck(rules)), seats, size, int(kitties[i]).bit_count(), SEED, i)
        assert [{CARD_NAMES[c] for c in range(64) if int(h) >> c & 1} for h in hands[i]] == [
            set(h) for h in dealt.hands
        ]
        assert [CARD_NAMES[int(c)] for c in stocks[i]] == dealt.stock
        choice = int(plan["trumps"][i])
        declarer = int(plan["tasks"][i, blocks.DECLARER])
        twin = naive_hand.play(
            game, named, dealt, seed=SEED, index=i, declarer=declarer, dealer=int(plan["tasks"][i, blocks.DEALER]),
            trump=None if choice == ANY_TRUMP else SUITS[choice], bid=ladder[int(plan["bids"][i])],
            policies=policies, weights=weights,
        )  # fmt: skip
        where = f"{game} {variant} {switches} {policies} deal {i}"
        assert SUITS[int(trumps[i])] == twin.trump, where
        to_card = tables.to_card[int(trumps[i])]
        laid = [{CARD_NAMES[int(to_card[x])] for x in range(64) if int(mask) >> x & 1} for mask in gone[i]]
        assert laid == [set(d) for d in twin.discards], where
        played = [CARD_NAMES[int(to_card[int(x)])] for x in log[i]]
        assert played == [card for trick in twin.tricks for _, card in trick.cards], where
        ours = int(points[i, declarer] + points[i, (declarer + 2) % 4])
        assert (ours, int(points[i].sum()) - ours) == tuple(twin.taken), where


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("game", "variant", "switches"), CASES)
def test_kernel_plays_as_the_naive_twin(
    game: str, variant: str, switches: dict[str, str], policies: tuple[str, str]
) -> None:
    compare(game, variant, switches, policies, 250)


@pytest.mark.full
@pytest.mark.parametrize("policies", POLICY_PAIRS[:2], ids="-".join)
@pytest.mark.parametrize(("game", "variant", "switches"), CASES)
def test_kernel_plays_as_the_naive_twin_on_20000_deals(
    game: str, variant: str, switches: dict[str, str], policies: tuple[str, str]
) -> None:
    compare(game, variant, switches, policies, 20_000)
