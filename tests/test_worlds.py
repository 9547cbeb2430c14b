"""Sampled worlds are uniform over the layouts that a player cannot rule out: chi-square against enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from sims import blocks
from sims._jit import kernel
from sims.cards import mask_of
from sims.games import GAMES, find_rules
from sims.players import player_tables, read_weights
from sims.streams import stream
from sims.worlds import draw_world, plan_worlds

CLUBS, DIAMONDS, HEARTS, SPADES = (0x1FFF << 16 * suit for suit in range(4))
EACH = 60  # samples a layout


@kernel
def _draw(rules_block, work_block, seat, unseen, piles):  # type: ignore[no-untyped-def]
    rules, work = np.int64(rules_block.ctypes.data), np.int64(work_block.ctypes.data)
    free = plan_worlds(rules, work, seat, unseen)
    for sample in range(piles.shape[0]):
        draw_world(rules, work, free, stream(np.uint64(7), sample))
        for place in range(work_block[blocks.BINS]):
            piles[sample, work_block[blocks.BIN_SEAT + place]] = work_block[blocks.BIN_PILE + place]
        piles[sample, piles.shape[1] - 1] = work_block[blocks.REST_PILE]


# (unseen cards, cards in the hands of seats 1.., cards they cannot hold, cards they are known to hold)
CASES: dict[str, tuple[str, tuple[int, ...], dict[int, int], dict[int, str]]] = {
    "nothing known": ("5C 7C 9D TD AH KH", (2, 2, 2), {}, {}),
    "a void": ("5C 7C 9D TD AH KH", (2, 2, 2), {2: HEARTS}, {}),
    "all three void": ("5C 7C 8C 9D TD JD AH KH QH", (3, 3, 3), {1: CLUBS, 2: DIAMONDS, 3: HEARTS}, {}),
    "two voids in one suit": ("5C 7C 8C 9D TD JD AH KH QH", (3, 3, 3), {1: CLUBS, 3: CLUBS}, {}),
    "voids and cards out of play": ("5C 7C 8C 9D TD JD AH KH", (2, 2, 1), {1: CLUBS, 2: CLUBS | HEARTS}, {}),
    "all void, some out of play": ("5C 7C 8C 9D TD AH KH QH", (2, 2, 2), {1: CLUBS, 2: DIAMONDS, 3: HEARTS}, {}),
    "uneven hands": ("5C 7C 9D TD AH KH 8S", (1, 2, 3), {1: CLUBS | SPADES, 3: DIAMONDS}, {}),
    "a card that is known": ("5C 7C 9D TD AH KH", (2, 2, 1), {2: HEARTS}, {1: "KH"}),
    "one seat has only what fits": ("5C 7C 9D TD AH KH", (2, 2, 2), {1: CLUBS | DIAMONDS}, {}),
}  # fmt: skip


def layouts(case: str) -> list[tuple[int, ...]]:
    """Every layout that fits: the masks of seats 1.. and of what nobody holds, without known cards."""
    cards, sizes, absent, sure = CASES[case]
    known = {seat: mask_of(held.split()) for seat, held in sure.items()}
    deck = [mask_of([card]) for card in cards.split() if not any(mask_of([card]) & m for m in known.values())]
    found: list[tuple[int, ...]] = []

    def deal(seat: int, left: list[int], piles: tuple[int, ...]) -> None:
        if seat > len(sizes):
            found.append((*piles, sum(left)))
            return
        can = [card for card in left if not card & absent.get(seat, 0)]
        for hand in combinations(can, sizes[seat - 1] - known.get(seat, 0).bit_count()):
            deal(seat + 1, [card for card in left if card not in hand], (*piles, sum(hand)))

    deal(1, deck, ())
    return found


def sampled(case: str, n: int) -> Counter[tuple[int, ...]]:
    cards, sizes, absent, sure = CASES[case]
    rules = find_rules("two-hundred", "base", {})
    game = GAMES["two-hundred"]
    block = blocks.pack(game.tables(rules), player_tables(read_weights("two-hundred")))
    work: Any = np.zeros(blocks.WORK_SIZE, np.int64)
    unseen = cards.split()
    at = 0
    for seat, size in enumerate(sizes, start=1):  # only the number of cards that a seat holds may matter
        held = unseen[at : at + size]
        at += size
        work[blocks.PLAYING + seat] = mask_of(held)
        work[blocks.ABSENT + seat] = absent.get(seat, 0)
        work[blocks.SURE + seat] = mask_of(sure.get(seat, "").split())
    piles = np.zeros((n, 5), np.int64)
    _draw(block, work, 0, mask_of(unseen), piles)
    return Counter(tuple(int(x) for x in row[1:]) for row in piles)


@pytest.mark.parametrize("case", CASES)
def test_worlds_are_uniform_over_the_layouts_that_fit(case: str) -> None:
    expected = layouts(case)
    n = EACH * len(expected)
    found = sampled(case, n)
    assert set(found) <= set(expected)
    if len(expected) > 1:
        assert chisquare([found[layout] for layout in expected]).pvalue > 1e-4
