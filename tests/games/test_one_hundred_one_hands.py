"""101: whole hands of the kernel; no card and no penalty point is lost, and the tally counts what happened."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from analyzer.faces.shedding import task_of
from sims import blocks, shedding
from sims import shedding_tables as t
from sims.cards import CARD_NAMES, mask_of
from sims.games import one_hundred_one as game
from sims.tallies import new_event_tally
from tests.games.shedding_table import rules_of

COST = {"A": 11, "T": 10, "8": 8, "7": 7, "6": 6, "K": 4, "Q": 3, "J": 2, "9": 0}  # rule 8
DECK_COST = 4 * sum(COST.values())
CASES: list[tuple[int, str, dict[str, str | int]]] = [
    (2, "random", {}),
    (3, "random", {"reshuffle": "turn_over"}),
    (4, "random", {"queen_closes_nine": "no"}),
    (2, "rules", {}),
    (3, "rules", {"first_card_effects": "off"}),
    (4, "rules", {}),
]

Masks = npt.NDArray[np.int64]


def cost_of(masks: Masks) -> Masks:
    """Penalty points of sets of cards."""
    total = np.zeros_like(masks)
    for rank, points in COST.items():
        cards = mask_of(name for name in CARD_NAMES if name[:1] == rank)
        total += points * np.bitwise_count(masks & cards)
    return total


def conserve(case: int, low: int, high: int) -> None:
    """36 cards and their 204 points are in the hands, the pile and the stock; scores are those of the hands."""
    players, policy, switches = CASES[case]
    rules = rules_of(players=players, **switches)
    block, work = t.pack(rules), np.zeros(t.WORK_SIZE, np.int64)
    task = task_of(rules, low % players, [policy] * players)
    task[t.SCORES - t.TASK] = 60
    deck = mask_of(game.deck(rules))
    kept = [t.OUT, t.LAST, t.ACTS, t.PILE, blocks.STOCK, *range(t.HANDS, t.HANDS + players)]
    seen = np.zeros((high - low, len(kept)), np.int64)
    for deal in range(low, high):
        shedding.log_hand(np.uint64(8), deal, block, task, work)
        seen[deal - low] = work[kept]
    out, last, acts, pile, stock = seen.T[:5]
    hands, top = seen[:, 5:], np.left_shift(np.int64(1), last)
    parts = np.column_stack([hands, pile, stock, top])
    assert (np.bitwise_or.reduce(parts, axis=1) == deck).all()
    assert (np.bitwise_count(parts).sum(axis=1) == 36).all()
    assert DECK_COST == 204
    assert (cost_of(parts).sum(axis=1) == DECK_COST).all()

    done = out >= 0
    assert (acts[~done] == 2_000).all()  # S6
    empty = hands == 0
    assert (empty[done].sum(axis=1) == 1).all()
    assert empty[done, out[done]].all()
    names = np.array([CARD_NAMES[card] for card in last.tolist()])
    assert not np.char.startswith(names[done], "9").any()  # 5: nobody goes out with a nine
    bonus = np.where(names == "QS", -40, np.where(np.char.startswith(names, "Q"), -20, 0))  # 9
    delta = np.where(empty, bonus[:, None], cost_of(hands))[done]
    diff = delta[:, 1:].sum(axis=1) - (players - 1) * delta[:, 0]

    tally, sums = new_event_tally(1, 2), np.zeros(3, np.int64)
    shedding.tally_hands(np.uint64(8), low, high, block, task, tally, sums)
    assert tally.count.tolist() == [[(out == 0).sum(), (delta[:, 0] > 101 - 60).sum()]]
    assert (tally.diff.tolist(), tally.squares.tolist()) == ([diff.sum()], [(diff**2).sum()])
    assert sums.tolist() == [delta[:, 0].sum(), (delta[:, 0] ** 2).sum(), (~done).sum()]


@pytest.mark.parametrize("case", range(len(CASES)))
def test_cards_and_points_are_conserved(case: int) -> None:
    conserve(case, 0, 2_000)


@pytest.mark.full
def test_cards_and_points_are_conserved_in_a_million_hands() -> None:
    for low in range(0, 1_000_000, 25_000):
        conserve(low // 25_000 % len(CASES), low, low + 25_000)
