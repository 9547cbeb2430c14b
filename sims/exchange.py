"""Exchanges before play: the kitty, discards and draws; naming trump; the estimate of a hand."""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ZERO, count, lowest_index, select
from sims.blocks import (
    ALLIES,
    CARD_VALUE,
    DEALER,
    DEALT,
    DECLARER,
    ESTIMATE,
    GONE,
    HANDS,
    KEEP,
    KEEP_LEAST,
    KEEP_LENGTH,
    POLICY_OURS,
    TO_FRAME,
)
from sims.cards import LANE
from sims.deals import draw_from_stock, lay_stock
from sims.memory import at, get, put
from sims.playout import RANDOM
from sims.rules_player import LOWEST, lane_of
from sims.streams import advance, below, mix, spend
from sims.tables import HAND, SEATS, TRUMP_LANE

ANY_TRUMP = 4  # the declarer names trump when he has seen the kitty


@helper
def to_frame(rules, mask, trump):
    """A natural mask moved to the frame of a trump."""
    table = TO_FRAME + 64 * trump
    moved = 0
    while mask:
        moved |= at(rules, table + lowest_index(mask))
        mask &= mask - 1
    return moved


@helper
def estimate_hand(rules, hand):
    """Points a declarer expects to take with a frame mask, in sixteenths."""
    total = at(rules, ESTIMATE)
    trumps = count(hand & TRUMP_LANE)
    if trumps:
        for shift in (0, 16, 32):
            if hand & (LANE << shift) == 0:
                total += at(rules, ESTIMATE + 1)
    total += at(rules, ESTIMATE + 2) * max(trumps - 3, 0)
    rest = hand
    while rest:
        index = lowest_index(rest)
        total += at(rules, CARD_VALUE + (index & 15) + (16 if index >= 48 else 0))
        rest &= rest - 1
    return total


@helper
def name_trump(rules, hand):
    """The trump of the greatest estimate for a natural mask, the first in C D H S of equals."""
    best, most = ZERO, LOWEST
    for trump in range(4):
        total = estimate_hand(rules, to_frame(rules, hand, trump))
        if total > most:
            best, most = trump, total
    return best


@helper
def discard_by_rules(rules, hand, least_cards, most_cards):
    """Cards to lay away so that least_cards..most_cards stay: the least merit first (the lowest index of
    equals), as long as there are too many or the merit is below KEEP_LEAST."""
    gone = 0
    while count(hand) > least_cards:
        worst, least = ZERO, -LOWEST
        rest = hand
        while rest:
            card = rest & -rest
            rest ^= card
            index = lowest_index(card)
            merit = at(rules, KEEP + (index & 15) + (16 if index >= 48 else 0))
            if index < 48:
                merit += at(rules, KEEP_LENGTH) * count(hand & lane_of(index))
            if merit < least:
                worst, least = card, merit
        if count(hand) <= most_cards and least >= at(rules, KEEP_LEAST):
            break
        gone |= worst
        hand ^= worst
    return gone


@helper
def draw_cards(hand, number, state):
    """(cards, stream state): a uniform set of a given number of a hand's cards."""
    gone = 0
    size = count(hand)
    word = np.uint64(0)
    for k in range(number):
        if k % 5 == 0:
            state = advance(state)
            word = mix(state)
        bit = select(hand, below(word, size - k))
        word = spend(word, size - k)
        gone |= bit
        hand ^= bit
    return gone, state


@helper
def draw_subset(hand, most_cards, state):
    """(cards, stream state): a uniform one of all subsets whose laying away leaves at most most_cards.

    Bit i of a number below 2**n says whether the i-th lowest card goes; a number that leaves too many is
    drawn anew.
    """
    size = count(hand)
    state = advance(state)
    choice = below(mix(state), 1 << size)
    while size - count(choice) > most_cards:
        state = advance(state)
        choice = below(mix(state), 1 << size)
    gone = 0
    rest = hand
    while rest:
        if choice & 1:
            gone |= rest & -rest
        rest &= rest - 1
        choice >>= 1
    return gone, state


@helper
def exchange_kitty(rules, work, trump, kitty, state):
    """The declarer takes the kitty, lays away as many cards and, if it is still open (ANY_TRUMP), names
    trump: (trump, stream state)."""
    declarer = get(work, DECLARER)
    full = get(work, DEALT + declarer) | kitty
    at_random = get(work, POLICY_OURS) == RANDOM
    if trump == ANY_TRUMP:
        if at_random:
            state = advance(state)
            trump = below(mix(state), ZERO + 4)
        else:
            trump = name_trump(rules, full)
    hand = to_frame(rules, full, trump)
    if at_random:
        gone, state = draw_cards(hand, count(kitty), state)
    else:
        gone = discard_by_rules(rules, hand, at(rules, HAND), at(rules, HAND))
    put(work, GONE + declarer, gone)
    put(work, HANDS + declarer, hand ^ gone)
    return trump, state


@helper
def discard_and_draw(rules, work, trump, kitty, state):
    """The declarer takes the kitty and discards; then everybody, from the left of the dealer, discards
    and draws back to a full hand from the stock. `state` is the stream of random discards."""
    seats, size = at(rules, SEATS), at(rules, HAND)
    declarer, dealer, allies = get(work, DECLARER), get(work, DEALER), get(work, ALLIES)
    lay_stock(work)
    for turn in range(seats + 1):  # turn 0: the declarer and the kitty
        seat = declarer if turn == 0 else (dealer + turn) % seats
        if turn == 0 or seat != declarer:
            hand = get(work, HANDS + seat)
            if turn == 0:
                hand |= to_frame(rules, kitty, trump)
            if get(work, POLICY_OURS + 1 - ((allies >> seat) & 1)) == RANDOM:
                gone, state = draw_subset(hand, size, state)
            else:
                gone = discard_by_rules(rules, hand, ZERO, size)
            put(work, GONE + seat, gone)
            put(work, HANDS + seat, hand ^ gone)
        if turn:
            hand = get(work, HANDS + seat)
            for _ in range(size - count(hand)):
                hand |= at(rules, TO_FRAME + 64 * trump + lowest_index(draw_from_stock(work)))
            put(work, HANDS + seat, hand)


@kernel
def estimate_hands(block, hands, estimates):
    """Estimates int64[deal, seat, trump] of natural masks hands int64[deal, seat], in sixteenths."""
    rules = np.int64(block.ctypes.data)
    for deal in range(hands.shape[0]):
        for seat in range(hands.shape[1]):
            for trump in range(4):
                estimates[deal, seat, trump] = estimate_hand(rules, to_frame(rules, hands[deal, seat], trump))
