"""Deals: uniform over all layouts consistent with the cards known, one stream per deal index.

Order of drawing from the deck: the hands of the seats 0, 1, ... whose cards are not known, then the
kitty, then the stock card by card. A pile that takes all that is left costs no draw. With knowledge of the
hidden cards in the rules block, `sims.fitting` draws them instead.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import count, lowest_index, select
from sims.blocks import (
    DEAL_KNOWN,
    DEALT,
    KITTY_PILE,
    KNOWLEDGE,
    KNOWN,
    STOCK,
    STOCK_DRAWN,
    STOCK_STATE,
    STOCK_WORD,
    UNDEALT,
    UNDEALT_STATE,
    WORK_SIZE,
)
from sims.cards import LANE
from sims.memory import at, call, get, put
from sims.streams import DEAL, advance, below, mix, purpose_key, spend, stream
from sims.tables import DECK, HAND, KITTY, SEATS, Int64Array

DRAWS_A_WORD = 5


@helper
def draw_pile(deck, state, size, left):
    """Draw `size` of the `left` cards of a deck: (pile, what is left of the deck, stream state)."""
    if size == left:
        return deck, 0, state
    pile = 0
    word = np.uint64(0)
    for k in range(size):
        if k % DRAWS_A_WORD == 0:
            state = advance(state)
            word = mix(state)
        bit = select(deck, below(word, left - k))
        word = spend(word, left - k)
        deck ^= bit
        pile |= bit
    return pile, deck, state


@helper
def deal_hands(rules, work, key, deal):
    """Deal into DEALT and UNDEALT, natural masks: the kitty."""
    table = at(rules, KNOWLEDGE)
    if table:
        call(at(rules, DEAL_KNOWN), rules + 8 * table, work, np.int64(key), np.int64(deal))
        return get(work, KITTY_PILE)
    seats, size, deck = at(rules, SEATS), at(rules, HAND), at(rules, DECK)
    for seat in range(seats):
        deck &= ~get(work, KNOWN + seat)
    left = count(deck)
    state = stream(key, deal)
    for seat in range(seats):
        hand = get(work, KNOWN + seat)
        if hand == 0:
            hand, deck, state = draw_pile(deck, state, size, left)
            left -= size
        put(work, DEALT + seat, hand)
    kitty, deck, state = draw_pile(deck, state, at(rules, KITTY), left)
    put(work, UNDEALT, deck)
    put(work, UNDEALT_STATE, np.int64(state))
    return kitty


@helper
def draw_from_stock(work):
    """The next card of the stock, a one-bit natural mask."""
    drawn, stock = get(work, STOCK_DRAWN), get(work, STOCK)
    word = np.uint64(get(work, STOCK_WORD))
    if drawn % DRAWS_A_WORD == 0:
        state = advance(np.uint64(get(work, STOCK_STATE)))
        put(work, STOCK_STATE, np.int64(state))
        word = mix(state)
    left = count(stock)
    bit = select(stock, below(word, left))
    put(work, STOCK, stock ^ bit)
    put(work, STOCK_WORD, np.int64(spend(word, left)))
    put(work, STOCK_DRAWN, drawn + 1)
    return bit


@helper
def lay_stock(work):
    """Lay the stock as dealt, not yet drawn from."""
    put(work, STOCK, get(work, UNDEALT))
    put(work, STOCK_STATE, get(work, UNDEALT_STATE))
    put(work, STOCK_WORD, 0)
    put(work, STOCK_DRAWN, 0)


@helper
def longest_suit(hand):
    """The suit 0..3 of which a natural mask holds most, the lowest of equals."""
    best = count(hand & LANE) * 4 + 3
    best = max(best, count(hand & (LANE << 16)) * 4 + 2)
    best = max(best, count(hand & (LANE << 32)) * 4 + 1)
    best = max(best, count(hand & (LANE << 48)) * 4)
    return 3 - (best & 3)


@kernel
def _deal_batch(seed, deals, block, known, hands, kitties, stocks):
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    for seat in range(len(known)):
        scratch[KNOWN + seat] = known[seat]
    key = purpose_key(seed, DEAL)
    for row in range(len(deals)):
        kitties[row] = deal_hands(rules, work, key, deals[row])
        lay_stock(work)
        for seat in range(hands.shape[1]):
            hands[row, seat] = scratch[DEALT + seat]
        for drawn in range(stocks.shape[1]):
            stocks[row, drawn] = lowest_index(draw_from_stock(work))


def deal_some(
    block: Int64Array, seed: int, deals: Int64Array, known: Int64Array | None = None
) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Some deals under a rules block: hands int64[deal, seat] and kitty int64[deal] as natural masks, and the
    stock int64[deal, place], card ids in drawing order.

    deals int64[deal]: their numbers; known int64[seat]: natural masks of hands that are given, 0 = to be drawn.
    """
    seats, kitty = int(block[SEATS]), int(block[KITTY])
    rest = int(block[DECK]).bit_count() - seats * int(block[HAND]) - kitty
    n = len(deals)
    hands = np.zeros((n, seats), np.int64)
    kitties = np.zeros(n, np.int64)
    stocks = np.zeros((n, rest), np.int64)
    fixed = np.zeros(seats, np.int64) if known is None else known
    _deal_batch(np.uint64(seed), deals, block, fixed, hands, kitties, stocks)
    return hands, kitties, stocks


def deal_batch(
    block: Int64Array, seed: int, low: int, high: int, known: Int64Array | None = None
) -> tuple[Int64Array, Int64Array, Int64Array]:
    """The deals low..high-1, see `deal_some`."""
    return deal_some(block, seed, np.arange(low, high), known)


@kernel
def count_deals(seed, low, high, block, totals):
    """Deal the hands low..high-1 and no more; add the longest suits of seat 0 to totals[0], for timing."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    key = purpose_key(seed, DEAL)
    for deal in range(low, high):
        deal_hands(rules, work, key, deal)
        totals[0] += longest_suit(scratch[DEALT])
