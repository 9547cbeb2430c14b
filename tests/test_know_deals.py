"""Deals that fit what is known: each layout equally likely, by complete counts, a slow twin and plain rejection."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import chi2_contingency, chisquare, hypergeom

from sims import blocks
from sims.cards import SUITS, card_id, mask_of
from sims.deals import deal_batch
from sims.fitting import count_kept, with_knowledge
from sims.games import GAMES, find_rules
from sims.knowledge import compile_knowledge
from sims.knowledge_counts import MOST_ROWS, Limit, Place, count_layouts, is_possible
from sims.players import player_tables, read_weights
from sims.tables import DECK as DECK_WORD
from tests.knowing import (
    DECK,
    all_layouts,
    compiled,
    counted,
    drawn,
    kept,
    places_of,
    possible_conditions,
    some_conditions,
)
from tests.naive.knowledge import deal_fitting

SETS = list(possible_conditions(30))
SEED, N, WHOLE = 11, 40_000, MOST_ROWS
HAND = ("AS", "TS", "9S", "5S", "AH", "KH", "TD", "8D", "7C")  # of Two Hundred
SPADES, HEARTS = (mask_of(rank + suit for rank in "AKQJT9875") for suit in "SH")


@pytest.mark.parametrize("most", [WHOLE, 12, 1], ids=["table", "part", "rejection"])
@pytest.mark.parametrize(("seed", "places", "limits", "layouts"), SETS, ids=[f"set {s[0]}" for s in SETS])
def test_uniform_over_all_layouts(
    seed: int, places: tuple[Place, ...], limits: tuple[Limit, ...], layouts: list[tuple[int, ...]], most: int
) -> None:
    knowledge = compiled(places, limits, most)
    assert knowledge is not None
    if most == WHOLE:
        assert not knowledge.rejected
        assert knowledge.layouts == len(layouts)
    times = counted(drawn(knowledge, SEED + seed, 0, N))
    assert set(times) <= set(layouts)
    assert chisquare([times[layout] for layout in layouts]).pvalue > 0.001


def test_the_sets_try_the_rejection_too() -> None:
    parts = [compiled(places, limits, 12) for _, places, limits, _ in SETS]
    more = [
        part.layouts - len(layouts)
        for part, (_, _, _, layouts) in zip(parts, SETS, strict=True)
        if part and part.rejected
    ]
    assert len(more) >= 10
    assert sum(layouts > 0 for layouts in more) >= 5


def test_what_is_possible_is_what_is_counted_out() -> None:
    answers = []
    for seed in range(300, 360):
        places, limits = some_conditions(seed)
        layouts = sum(kept(layout, limits) for layout in all_layouts(places))
        answers.append(layouts > 0)
        assert is_possible(mask_of(DECK), places, limits) == (layouts > 0)
        assert count_layouts(mask_of(DECK), places, limits) == layouts
        assert (compiled(places, limits) is None) == (layouts == 0)
    assert 10 < sum(answers) < 50


@pytest.mark.parametrize(("seed", "places", "limits", "layouts"), SETS, ids=[f"set {s[0]}" for s in SETS])
def test_the_slow_twin_draws_the_same(
    seed: int, places: tuple[Place, ...], limits: tuple[Limit, ...], layouts: list[tuple[int, ...]]
) -> None:
    def cards(mask: int) -> frozenset[str]:
        return frozenset(card for card in DECK if mask >> card_id(card) & 1)

    plain = [(place.size, cards(place.held)) for place in places]
    by_card = [
        (limit.place, {card: limit.total(mask_of([card])) for card in DECK}, limit.low, limit.high)
        for limit in limits
    ]
    knowledge = compiled(places, limits)
    assert knowledge is not None
    for deal, row in enumerate(drawn(knowledge, SEED, 5, 25).tolist()):
        twin = deal_fitting(DECK, plain, by_card, SEED, 5 + deal)
        assert [mask_of(pile) for pile in twin[:-1]] == row


def test_deals_do_not_depend_on_the_chunk() -> None:
    _, places, limits, _ = SETS[0]
    for most in (WHOLE, 1):
        knowledge = compiled(places, limits, most)
        assert knowledge is not None
        whole = drawn(knowledge, 5, 0, 100)
        parts = [drawn(knowledge, 5, low, high) for low, high in ((0, 1), (1, 37), (37, 100))]
        assert (np.concatenate(parts) == whole).all()
        assert (drawn(knowledge, 6, 0, 100) != whole).any()


def two_hundred(held: dict[int, list[str]], limits: list[Limit], seed: int, deals: int) -> np.ndarray:
    """Hands of Two Hundred, int64[deal, seat], seat 0 holding HAND."""
    rules, module = find_rules("two-hundred"), GAMES["two-hundred"]
    block = blocks.pack(module.tables(rules), player_tables(read_weights("two-hundred")))
    cards = {0: HAND, **held}
    places = [Place(blocks.DEALT + s, 9, mask_of(cards.get(s, ()))) for s in range(4)]
    knowledge = compile_knowledge(int(block[DECK_WORD]), places, limits, blocks.UNDEALT_STATE)
    assert knowledge is not None
    assert not knowledge.rejected
    block = with_knowledge(block, knowledge, blocks.KNOWLEDGE, blocks.DEAL_KNOWN)
    return deal_batch(block, seed, 0, deals)[0]


def numbers(hands: np.ndarray, mask: int) -> np.ndarray:
    return np.array([int(hand & mask).bit_count() for hand in hands.tolist()])


def test_trumps_of_the_partner_are_hypergeometric_above_their_least() -> None:
    hands = two_hundred({}, [Limit(2, ((SPADES, 1),), 2, 9)], 3, 20_000)
    times = np.bincount(numbers(hands[:, 2], SPADES), minlength=6)
    chances = hypergeom.pmf(range(6), 27, 5, 9)
    chances[:2] = 0
    assert times[:2].sum() == 0
    assert chisquare(times[2:], 20_000 * chances[2:] / chances.sum()).pvalue > 0.001


def test_plain_rejection_gives_the_same_frequencies() -> None:
    """Partner holds the king of spades and two spades or more, left at most one heart, right 20 points or more."""
    worths = (("AT", 10), ("5", 5))
    points = tuple((mask_of(rank + s for rank in ranks for s in SUITS), worth) for ranks, worth in worths)
    limits = [
        Limit(2, ((SPADES, 1),), 2, 9),
        Limit(1, ((HEARTS, 1),), 0, 1),
        Limit(3, points, 20, 100),
        Limit(3, ((mask_of(["AC", "AD"]), 1),), 0, 0),
    ]
    hands = two_hundred({2: ["KS"]}, limits, 4, 4_000)
    pack = [rank + suit for suit in SUITS for rank in "AKQJT9875" if rank + suit not in HAND]
    shuffle, found = random.Random(8), []
    while len(found) < 1_500:
        shuffle.shuffle(pack)
        left, partner, right = pack[:9], pack[9:18], pack[18:]
        worth = sum(10 if card[0] in "AT" else 5 if card[0] == "5" else 0 for card in right)
        if (
            "KS" in partner
            and sum(card[1] == "S" for card in partner) >= 2
            and sum(card[1] == "H" for card in left) <= 1
            and worth >= 20
            and "AC" not in right
            and "AD" not in right
        ):
            found.append([mask_of(HAND), *map(mask_of, (left, partner, right))])
    plain = np.array(found, np.int64)
    for seat, mask in ((1, SPADES), (2, HEARTS), (3, points[0][0]), (2, mask_of(["AC"])), (1, points[1][0])):
        table = [np.bincount(numbers(some[:, seat], mask), minlength=10) for some in (hands, plain)]
        table = [column for column in np.array(table).T if column.sum() >= 10]
        assert chi2_contingency(np.array(table)).pvalue > 0.001, seat


def test_rejection_counts_what_it_keeps() -> None:
    places, limits = places_of({}), [Limit(1, ((mask_of(["KS"]), 1),), 1, 1)]
    whole, part = compiled(places, limits), compiled(places, limits, 0)
    assert whole is not None
    assert part is not None
    assert part.rejected == tuple(limits)
    share = count_kept(part, 40_000, 1 + max(blocks.UNDEALT_STATE, blocks.KITTY_PILE)) / 40_000
    assert whole.layouts / part.layouts == 3 / 8
    assert abs(share - 3 / 8) < 4 * (3 / 8 * 5 / 8 / 40_000) ** 0.5
