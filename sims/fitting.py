"""Deals that fit what somebody knows: the unit that draws one by the table of `sims.knowledge`.

Order of drawing: the hands under limits, those with the fewest possible rows first: a new word, whose upper 63
bits choose the row, then the cards of each group as a pile of `sims.deals`; then the other hands by seat, the kitty
and the stock as piles of all that is left. A layout that breaks a limit outside the table is drawn anew, further on
in the same stream.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel, unit
from sims.bits import ONE, ZERO, count
from sims.deals import draw_pile
from sims.knowledge import (
    DECK_LEFT,
    FIRST_ROW,
    GROUPS,
    GROUPS_AT,
    LIMITS,
    LIMITS_AT,
    OTHERS,
    OTHERS_AT,
    STATE_WORD,
    STEPS,
    STEPS_AT,
    Knowledge,
)
from sims.knowledge_counts import COUNT_BITS
from sims.memory import at, get, put
from sims.streams import DEAL, advance, mix, purpose_key, stream
from sims.tables import Int64Array

COUNT_MASK = (1 << COUNT_BITS) - 1
_ONE_BIT = np.uint64(1)


@helper
def choose_row(table, row, word):
    """Which of the rows of a state a word of 63 bits chooses: the first whose threshold is above it."""
    low, high = ZERO, at(table, row) - 1
    while low < high:
        middle = (low + high) >> 1
        if word < at(table, row + 1 + middle):
            high = middle
        else:
            low = middle + 1
    return low


@helper
def draw_layout(table, work, state):
    """Draw the cards of every place by the table: the state of the stream."""
    deck, row = at(table, DECK_LEFT), at(table, FIRST_ROW)
    groups, steps, others = at(table, GROUPS_AT), at(table, STEPS_AT), at(table, OTHERS_AT)
    for step in range(at(table, STEPS)):
        state = advance(state)
        chosen = row + 1 + choose_row(table, row, np.int64(mix(state) >> _ONE_BIT))
        size = at(table, row)
        counts, row = at(table, chosen + size), at(table, chosen + 2 * size)
        pile = at(table, steps + 2 * step + 1)
        for group in range(at(table, GROUPS)):
            number = counts & COUNT_MASK
            counts >>= COUNT_BITS
            if number:
                can = deck & at(table, groups + group)
                drawn, _, state = draw_pile(can, state, number, count(can))
                pile |= drawn
                deck ^= drawn
        put(work, at(table, steps + 2 * step), pile)
    left = count(deck)
    for place in range(at(table, OTHERS)):
        size = at(table, others + 3 * place + 2)
        drawn, deck, state = draw_pile(deck, state, size, left)
        left -= size
        put(work, at(table, others + 3 * place), drawn | at(table, others + 3 * place + 1))
    return state


@helper
def keeps_limits(table, work):
    """Whether the layout keeps the limits outside the table."""
    word = at(table, LIMITS_AT)
    for _ in range(at(table, LIMITS)):
        cards, terms, total = get(work, at(table, word)), at(table, word + 3), ZERO
        for term in range(terms):
            mask, value = at(table, word + 4 + 2 * term), at(table, word + 5 + 2 * term)
            total += value * count(cards & mask)
        if total < at(table, word + 1) or total > at(table, word + 2):
            return False
        word += 4 + 2 * terms
    return True


@unit
def fit(table, work, key, deal):
    """Deal a layout that fits: the masks of all places and the state of the stream go into the work block."""
    state = draw_layout(table, work, stream(np.uint64(key), deal))
    while not keeps_limits(table, work):
        state = draw_layout(table, work, state)
    put(work, at(table, STATE_WORD), np.int64(state))
    return ZERO


@kernel
def _try_layouts(seed, low, high, table_block, work_block):
    table, work = np.int64(table_block.ctypes.data), np.int64(work_block.ctypes.data)
    key = purpose_key(seed, DEAL)
    kept = 0
    for deal in range(low, high):
        draw_layout(table, work, stream(key, np.int64(deal)))
        kept += ONE if keeps_limits(table, work) else ZERO
    return kept


def count_kept(knowledge: Knowledge, tries: int, words: int) -> int:
    """How many of so many layouts drawn by the table keep the limits outside it; words: size of a work block."""
    return int(_try_layouts(np.uint64(0), 0, tries, knowledge.table, np.zeros(words, np.int64)))


def with_knowledge(block: Int64Array, knowledge: Knowledge, knowledge_word: int, fit_word: int) -> Int64Array:
    """A copy of a rules block with the table behind it, so that its deals fit.

    knowledge_word, fit_word: where in the block the place of the table and the address of `fit` go.
    """
    block = block.copy()
    block[knowledge_word], block[fit_word] = len(block), fit.address
    return np.concatenate([block, knowledge.table])
