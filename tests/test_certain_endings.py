"""Hands whose outcome is certain, whoever plays them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sims.contracts import Tally
from sims.games import GAMES, find_rules
from sims.players import POLICIES
from tests.contract_kernels import SEED, block_of, sampled, task_of

POLICY_PAIRS = [(ours, theirs) for ours in POLICIES for theirs in POLICIES]
SPADES = tuple(rank + "S" for rank in "AKQJT9875")
BEST_SPADES = ("5S", "JS", "AH", "AS", "KS")


def certain(
    game: str, policies: tuple[str, str], seat: int, known: dict[int, Sequence[str]], **switches: str
) -> tuple[list[int], Tally]:
    module, rules = GAMES[game], find_rules(game, None, dict(switches))
    bids = module.bids(rules)
    task = task_of(seat, policies=policies, known=known)
    return bids, sampled(block_of(module.tables(rules), game), task, "S", range(len(bids)), 0, 1_000, SEED)


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize("seat", [0, 3])
def test_all_the_trumps_take_all_the_points(policies: tuple[str, str], seat: int) -> None:
    bids, tally = certain("two-hundred", policies, seat, {seat: SPADES}, hundred_for_200="on")
    assert tally.made.tolist() == [1_000] * len(bids)
    assert tally.taken.tolist() == [100_000] * len(bids)
    assert tally.diff.tolist() == [100_000] * (len(bids) - 1) + [200_000]


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
def test_against_all_the_trumps_nothing_is_made(policies: tuple[str, str]) -> None:
    bids, tally = certain("two-hundred", policies, 2, {3: SPADES})
    assert tally.made.tolist() == [0] * len(bids)
    assert tally.taken.tolist() == [0] * len(bids)
    assert tally.diff.tolist() == [1_000 * (-bid - 100) for bid in bids]


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
def test_who_lacks_the_ace_of_trumps_cannot_take_all(policies: tuple[str, str]) -> None:
    opponent = ("AS", "5C", "7C", "8C", "9C", "5D", "7D", "8D", "9D")
    bids, tally = certain("two-hundred", policies, 0, {1: opponent})
    assert bids[-1] == 100
    assert tally.made[-1] == 0
    assert tally.made[0] > 0


@pytest.mark.parametrize("theirs", POLICIES)
def test_the_five_best_trumps_take_every_trick(theirs: str) -> None:
    bids, tally = certain("nahanni", ("rules", theirs), 1, {1: BEST_SPADES})
    assert tally.made.tolist() == [1_000] * len(bids)
    assert tally.taken.tolist() == [30_000] * len(bids)
    assert tally.diff.tolist() == [30_000, 30_000, 60_000]


@pytest.mark.parametrize("ours", POLICIES)
def test_against_the_five_best_trumps_no_trick_is_taken(ours: str) -> None:
    bids, tally = certain("nahanni", (ours, "rules"), 1, {2: BEST_SPADES})
    assert tally.made.tolist() == [0] * len(bids)
    assert tally.taken.tolist() == [0] * len(bids)
    assert tally.diff.tolist() == [1_000 * (-bid - 30) for bid in bids]
