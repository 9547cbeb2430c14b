"""101: the deal, the log, and drawing from a stock that is renewed."""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, count, lowest_index
from sims.blocks import KITTY_PILE, STOCK, STOCK_DRAWN, STOCK_STATE, UNDEALT, UNDEALT_STATE
from sims.deals import draw_from_stock, draw_pile, lay_stock
from sims.memory import at, call, get, put
from sims.shedding_tables import (
    DEAL_KNOWN,
    DEALER,
    DEALT,
    DECK,
    FIRST,
    GIVEN,
    HAND,
    HANDS,
    KNOWLEDGE,
    LISTED,
    LOG,
    LOG_CARD,
    LOG_DRAW,
    LOG_LENGTH,
    LOG_RENEWAL,
    NEW_STATE,
    NEXT,
    PILE,
    PILE_FROM,
    PLAYERS,
    PUT_CARDS,
    PUT_COUNT,
    RENEWED,
    TURN_OVER,
    WORK_SIZE,
)
from sims.streams import stream


@helper
def deal_cards(rules, work, key, deal):
    """Deal into DEALT and HANDS and lay the stock; the card turned up, a mask."""
    players, dealer = at(rules, PLAYERS), get(work, DEALER)
    first, table = get(work, FIRST), at(rules, KNOWLEDGE)
    if table:
        call(at(rules, DEAL_KNOWN), rules + 8 * table, work, np.int64(key), np.int64(deal))
        for seat in range(players):
            put(work, HANDS + seat, get(work, DEALT + seat))
        lay_stock(work)
        return first if first else get(work, KITTY_PILE)
    deck = at(rules, DECK) & ~first
    for seat in range(players):
        deck &= ~get(work, GIVEN + seat)
    left = count(deck)
    state = stream(key, deal)
    for seat in range(players):
        hand = get(work, GIVEN + seat)
        if hand == 0:
            size = HAND - 1 if seat == dealer else HAND
            hand, deck, state = draw_pile(deck, state, size, left)
            left -= size
        put(work, DEALT + seat, hand)
        put(work, HANDS + seat, hand)
    if first == 0:
        first, deck, state = draw_pile(deck, state, ONE, left)
    put(work, UNDEALT, deck)
    put(work, UNDEALT_STATE, np.int64(state))
    lay_stock(work)
    return first


@helper
def write(work, word):
    """Append a word to the log."""
    length = get(work, LOG_LENGTH)
    put(work, LOG + length, word)
    put(work, LOG_LENGTH, length + 1)


@helper
def renew_stock(rules, work):
    """The cards under the top one become the stock (rule 6)."""
    write(work, np.int64(LOG_RENEWAL))
    put(work, STOCK, get(work, PILE))
    if at(rules, TURN_OVER):
        top = get(work, PUT_COUNT) - 1
        put(work, LISTED, 1)
        put(work, NEXT, get(work, PILE_FROM))
        write(work, get(work, PILE_FROM))
        write(work, top - get(work, PILE_FROM))
        put(work, PILE_FROM, top)
    else:
        if get(work, RENEWED) == 0:
            put(work, STOCK_STATE, get(work, NEW_STATE))
        put(work, STOCK_DRAWN, 0)
        write(work, get(work, PILE))
        write(work, get(work, STOCK_STATE))
    put(work, PILE, 0)
    put(work, RENEWED, get(work, RENEWED) + 1)


@helper
def draw_cards(rules, work, seat, number, why):
    """Draw so many cards into a hand, or what there is: their mask. No card at all is a turn lost."""
    write(work, LOG_DRAW + 4 * seat + 16 * why)
    drawn = 0
    for _ in range(number):
        if get(work, STOCK) == 0:
            if get(work, PILE) == 0:
                break
            renew_stock(rules, work)
        if get(work, LISTED):
            place = get(work, NEXT)
            bit = ONE << get(work, PUT_CARDS + place)
            put(work, NEXT, place + 1)
            put(work, STOCK, get(work, STOCK) ^ bit)
        else:
            bit = draw_from_stock(work)
        write(work, LOG_CARD + 256 * lowest_index(bit))
        drawn |= bit
    put(work, HANDS + seat, get(work, HANDS + seat) | drawn)
    return drawn


@kernel
def stock_order(mask, state, order):
    """The order in which a stock is drawn: card ids into order, int64[number of cards]."""
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    put(work, STOCK, mask)
    put(work, STOCK_STATE, state)
    put(work, STOCK_DRAWN, 0)
    place = 0
    while scratch[STOCK]:
        order[place] = lowest_index(draw_from_stock(work))
        place += 1
