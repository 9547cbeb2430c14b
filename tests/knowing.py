"""Small decks with limits for the tests of knowledge: every layout counted out, and many drawn by the kernel."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from sims import blocks, tables
from sims.cards import card_id, mask_of
from sims.deals import deal_batch
from sims.fitting import with_knowledge
from sims.knowledge import Knowledge, compile_knowledge
from sims.knowledge_counts import Limit, Place

DECK = ("AS", "KS", "TS", "5S", "AH", "TH", "5H", "AD", "KD", "5C", "2C")
HANDS, KITTY = 3, 1  # cards; three hands, the kitty, and one card of stock
OWN = ("AS", "5H", "2C")
POINTS = ((mask_of(c for c in DECK if c[0] in "AT"), 10), (mask_of(c for c in DECK if c[0] == "5"), 5))

Layout = tuple[int, ...]  # masks of the hands and the kitty


def places_of(held: dict[int, set[str]]) -> tuple[Place, ...]:
    """The asker, two others, kitty and stock, with cards that are known to be there."""
    known = {0: set(OWN), **held}
    words = (blocks.DEALT, blocks.DEALT + 1, blocks.DEALT + 2, blocks.KITTY_PILE, blocks.UNDEALT)
    sizes = (HANDS, HANDS, HANDS, KITTY, len(DECK) - 3 * HANDS - KITTY)
    return tuple(
        Place(word, size, mask_of(known.get(p, ())))
        for p, (word, size) in enumerate(zip(words, sizes, strict=True))
    )


def all_layouts(places: Sequence[Place]) -> Iterator[Layout]:
    """Every way to fill the places but the last, which takes the rest."""
    ids = [card_id(card) for card in DECK]

    def fill(p: int, left: int, so_far: Layout) -> Iterator[Layout]:
        if p == len(places) - 1:
            if left & places[p].held == places[p].held:
                yield so_far
            return
        for cards in combinations([c for c in ids if left >> c & 1], places[p].size):
            mask = sum(1 << c for c in cards)
            if mask & places[p].held == places[p].held:
                yield from fill(p + 1, left & ~mask, (*so_far, mask))

    yield from fill(0, sum(1 << c for c in ids), ())


def kept(layout: Layout, limits: Sequence[Limit]) -> bool:
    """Whether a layout keeps the limits, card by card."""
    for limit in limits:
        total = 0
        for card in DECK:
            if layout[limit.place] & mask_of([card]):
                total += sum(value for mask, value in limit.terms if mask & mask_of([card]))
        if not limit.low <= total <= limit.high:
            return False
    return True


def some_conditions(seed: int) -> tuple[tuple[Place, ...], tuple[Limit, ...]]:
    """Random cards held and random limits on suits, single cards and points."""
    draw = random.Random(seed)
    held: dict[int, set[str]] = {}
    hidden = [card for card in DECK if card not in OWN]
    for card in draw.sample(hidden, draw.choice((0, 0, 1, 2))):
        held.setdefault(draw.choice((1, 2, 4)), set()).add(card)
    limits = []
    for _ in range(draw.randint(1, 5)):
        place, kind = draw.choice((1, 1, 2, 2, 3)), draw.choice(["suit", "suit", "ban", "points"])
        if kind == "suit":
            suit = draw.choice("SSHHDC")
            low = draw.choice((0, 0, 1, 2))
            terms = ((mask_of(c for c in DECK if c[1] == suit), 1),)
            limits.append(Limit(place, terms, low, draw.choice((low, low + 1, 3))))
        elif kind == "ban":
            limits.append(Limit(place, ((mask_of(draw.sample(hidden, draw.choice((1, 2)))), 1),), 0, 0))
        else:
            low = draw.choice((0, 5, 10, 15))
            limits.append(Limit(place, POINTS, low, low + draw.choice((5, 10, 15))))
    return places_of(held), tuple(limits)


def possible_conditions(
    number: int,
) -> Iterator[tuple[int, tuple[Place, ...], tuple[Limit, ...], list[Layout]]]:
    """So many random conditions that some layout fits, each with its seed and all the layouts."""
    seed = 0
    while number:
        places, limits = some_conditions(seed)
        layouts = [layout for layout in all_layouts(places) if kept(layout, limits)]
        if len(layouts) > 1:
            number -= 1
            yield seed, places, limits, layouts
        seed += 1


def compiled(places: Sequence[Place], limits: Sequence[Limit], most: int | None = None) -> Knowledge | None:
    """The table for the deck; most: its rows."""
    more = {} if most is None else {"most": most}
    return compile_knowledge(mask_of(DECK), places, limits, blocks.UNDEALT_STATE, **more)


def drawn(knowledge: Knowledge, seed: int, low: int, high: int) -> np.ndarray:
    """Masks of the hands and the kitty of some deals, int64[deal, place]."""
    block = np.zeros(blocks.RULES_SIZE, np.int64)
    block[tables.SEATS], block[tables.HAND], block[tables.KITTY] = 3, HANDS, KITTY
    block[tables.DECK] = mask_of(DECK)
    block = with_knowledge(block, knowledge, blocks.KNOWLEDGE, blocks.DEAL_KNOWN)
    hands, kitties, stocks = deal_batch(block, seed, low, high)
    everything = np.concatenate([hands, kitties[:, None], (np.int64(1) << stocks)], axis=1)
    assert (everything.sum(axis=1) == mask_of(DECK)).all()
    return np.concatenate([hands, kitties[:, None]], axis=1)


def counted(rows: np.ndarray) -> Counter[Layout]:
    """How often each layout was drawn."""
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    return Counter(
        {tuple(layout): int(n) for layout, n in zip(distinct.tolist(), counts.tolist(), strict=True)}
    )
