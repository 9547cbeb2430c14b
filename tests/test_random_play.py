"""Random players on four hands that are given: how the points fall, kernel against naive twin, other seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from sims import tables as t
from sims.games import GAMES, find_rules
from sims.players import read_weights
from tests.contract_kernels import block_of, logged, task_of
from tests.naive import deals as naive_deals
from tests.naive import hand as naive_hand
from tests.naive.frames import SEATS, deck_of

BATCH = 50_000
KERNEL_SEED, NAIVE_SEED = 31, 8_071


@dataclass(frozen=True)
class Fixed:
    """A deal with every hand known, and the contract on it."""

    game: str
    variant: str
    hands: tuple[str, str, str, str]
    trump: str
    bid: int
    declarer: int
    dealer: int
    switches: dict[str, str] = field(default_factory=dict)

    def known(self) -> dict[int, list[str]]:
        return {seat: hand.split() for seat, hand in enumerate(self.hands)}


PIPS_HANDS = (
    "AS TS 8S 5S KH TH 7D 9C 8C",
    "KS 9S AH 8H 5H TD 9D QC 5C",
    "JS 7S QH 9H AD QD 8D TC 7C",
    "QS JH 7H KD JD 5D AC KC JC",
)
HONOURS_HANDS = ("5S AS 9S KD 2H", "JS QS 3H 7D 4C", "AH 8S TD 9C KC", "KS 2S 5H QD JC")
# trump short and bid of all tricks: the first lead must be a trump, the best may be kept back
HONOURS_SHORT = ("JH 9H AC 4D 8S", "5H KD 2C 7S 3D", "QH 3H AD 6C TS", "AH 8H KS 5D 9C")

FIXED = {
    "two-hundred": Fixed("two-hundred", "base", PIPS_HANDS, "S", 60, 0, 3),
    "nahanni": Fixed("nahanni", "base", HONOURS_HANDS, "S", 20, 0, 2),
    "nahanni, follow or trump": Fixed(
        "nahanni",
        "base",
        HONOURS_SHORT,
        "H",
        30,
        2,
        3,
        {"plain_follow": "follow_or_trump", "plain_ace": "one"},
    ),
    "two-hundred, kitty": Fixed(
        "two-hundred", "kitty", PIPS_HANDS, "C", 55, 3, 1, {"kitty_points": "contractor"}
    ),
}


Outcome = tuple[int, int, int]  # points of the declaring side, of the others, cards laid away


def by_kernel(fixed: Fixed, n: int) -> Counter[Outcome]:
    module, rules = GAMES[fixed.game], find_rules(fixed.game, fixed.variant, dict(fixed.switches))
    tables: t.Tables = module.tables(rules)
    task = task_of(fixed.declarer, dealer=fixed.dealer, known=fixed.known())
    trumps = np.full(BATCH, "CDHS".index(fixed.trump), np.int64)
    row = module.bids(rules).index(fixed.bid)
    found: Counter[Outcome] = Counter()
    for low in range(0, n, BATCH):
        batch = logged(block_of(tables), task, trumps, row, low, low + BATCH, KERNEL_SEED)
        laid = np.bitwise_count(batch.gone).sum(axis=1)
        found.update(zip(*batch.points.T.tolist(), laid.tolist(), strict=True))
    assert sum(found.values()) == n
    return found


def by_twin(fixed: Fixed, n: int) -> Counter[Outcome]:
    rules = find_rules(fixed.game, fixed.variant, dict(fixed.switches))
    named = {"variant": fixed.variant, **rules.values}
    deck, weights = deck_of(fixed.game, named), read_weights(fixed.game)
    known = fixed.known()
    kitty = 4 if fixed.variant == "kitty" else 3 if fixed.game == "nahanni" else 0
    found: Counter[Outcome] = Counter()
    for index in range(n):
        hand = naive_hand.play(
            fixed.game, named,
            naive_deals.deal(deck, SEATS, len(known[0]), kitty, NAIVE_SEED, index, known),
            seed=NAIVE_SEED, index=index, declarer=fixed.declarer, dealer=fixed.dealer, trump=fixed.trump,
            bid=fixed.bid, policies=("random", "random"), weights=weights,
        )  # fmt: skip
        found[(*hand.taken, sum(map(len, hand.discards)))] += 1
    return found


def marginal(found: Counter[Outcome], places: slice) -> Counter[tuple[int, ...]]:
    counts: Counter[tuple[int, ...]] = Counter()
    for outcome, count in found.items():
        counts[outcome[places]] += count
    return counts


def same_p_value(one: Counter[tuple[int, ...]], other: Counter[tuple[int, ...]]) -> float:
    """Chance of samples as different as these from one distribution; rare outcomes make one class."""
    total = one + other
    least = 10 * total.total() / min(one.total(), other.total())
    common = sorted(outcome for outcome, count in total.items() if count >= least)
    table = np.array([[counts[outcome] for outcome in common] + [0] for counts in (one, other)])
    table[:, -1] = [counts.total() - sum(row) for counts, row in zip((one, other), table, strict=True)]
    return float(chi2_contingency(table[:, table.sum(axis=0) > 0]).pvalue)


POINTS, LAID_AWAY = slice(0, 2), slice(2, 3)


def compare(fixed: Fixed, by_the_kernel: int, by_the_twin: int) -> None:
    kernel, twin = by_kernel(fixed, by_the_kernel), by_twin(fixed, by_the_twin)
    assert len(marginal(twin, POINTS)) > 5
    assert same_p_value(marginal(kernel, POINTS), marginal(twin, POINTS)) > 0.001
    if fixed.game == "nahanni":
        assert same_p_value(marginal(kernel, LAID_AWAY), marginal(twin, LAID_AWAY)) > 0.001
    else:
        assert set(marginal(kernel, LAID_AWAY)) == {(4 if fixed.variant == "kitty" else 0,)}


@pytest.mark.parametrize("name", ["two-hundred", "nahanni", "nahanni, follow or trump"])
def test_points_fall_as_with_the_naive_twin(name: str) -> None:
    compare(FIXED[name], 100_000, 20_000)


@pytest.mark.full
@pytest.mark.parametrize("name", FIXED)
def test_a_million_playouts_fall_as_100000_of_the_naive_twin(name: str) -> None:
    compare(FIXED[name], 1_000_000, 100_000)


def test_the_comparison_sees_another_rule_and_a_small_lean() -> None:
    right = marginal(by_kernel(FIXED["nahanni"], 100_000), POINTS)
    strict = Fixed("nahanni", "base", HONOURS_HANDS, "S", 20, 0, 2, {"plain_follow": "follow_or_trump"})
    assert same_p_value(right, marginal(by_kernel(strict, 100_000), POINTS)) < 1e-6
    leaning = Counter(right)
    (often, count), (second, _) = right.most_common(2)
    leaning[often] -= count // 20
    leaning[second] += count // 20
    assert same_p_value(right, leaning) < 1e-6
