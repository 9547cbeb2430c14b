"""What comes before the exchange: cards laid open, trumps exposed, turned up or named."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ZERO, count, highest_index, lowest_index, select
from sims.cards import LANE as SUIT
from sims.deals import DRAWS_A_WORD
from sims.memory import at, get, put
from sims.playout import RANDOM
from sims.rules_player import LOWEST
from sims.sets import to_frame
from sims.sets_blocks import (
    DEALT,
    DECKS,
    DECLARER,
    EMPTY_PLAIN,
    ESTIMATE,
    EXPOSE,
    HAND,
    OPEN,
    POLICY_OURS,
    POLICY_THEIRS,
    SEATS,
    TALON,
    TOP_PLAIN,
    WORK_SIZE,
)
from sims.sets_frame import JOKERS, N_RANKS, PLAIN, PLAIN_BITS, TRUMP_SHIFT, TRUMPS
from sims.sets_hands import deal_hands, lay_open
from sims.streams import CALLS, DEAL, advance, below, mix, purpose_key, spend, stream
from sims.tables import Int64Array

ORDER = WORK_SIZE  # + 12 * seat + draw: the cards in the order in which they are drawn
CALLS_WORK_SIZE = ORDER + SEATS * HAND

# the plan of the calls
(
    DEALER,
    TRUMP_RANK,  # -1: whoever names the suit names the rank too
    FIRST_DRAW,  # seat that takes the first card
    FIRST_HAND,  # 1: whoever exposes takes over the deal
    NAMES,  # 1: the dealer names
    CALLER,  # player of everybody who may expose or name
    OTHERS,  # player of the side that does not deal, for the cards laid open
) = range(7)
PLAN_SIZE = 7


class Calls(NamedTuple):
    """The calls of some deals, int64; the first axis is the deal.

    hands[deal, seat], opened[deal, seat]: natural masks; talon[deal, place]: card ids in turning order;
    exposed[deal, 2]: seat and card id, -1 if none; turned[deal]: talon cards turned up;
    fixed[deal, 3]: trump suit, trump rank, declarer.
    """

    hands: Int64Array
    opened: Int64Array
    talon: Int64Array
    exposed: Int64Array
    turned: Int64Array
    fixed: Int64Array


@helper
def order_draws(work, state):
    """The order in which each hand is drawn: the stream state."""
    word = np.uint64(0)
    for seat in range(SEATS):
        hand = get(work, DEALT + seat)
        for k in range(HAND):
            if k % DRAWS_A_WORD == 0:
                state = advance(state)
                word = mix(state)
            card = select(hand, below(word, ZERO + HAND - k))
            word = spend(word, ZERO + HAND - k)
            hand ^= card
            put(work, ORDER + HAND * seat + k, lowest_index(card))
    return state


@helper
def pick_exposed(rules, held, rank, least):
    """The card id that the rules player exposes of the cards drawn so far, -1 if none."""
    pick, most = ZERO - 1, least - 1
    for suit in range(4):
        number = count(held & (SUIT << (16 * suit)) & ~JOKERS)
        if held & (1 << (16 * suit + rank)) and number > most:
            pick, most = 16 * suit + rank, number
    return pick


@helper
def expose(rules, work, rank, first, first_hand, at_random, state):
    """(seat, card id) of the card that is exposed while the hands are drawn, (-1, -1) if none is."""
    state = order_draws(work, state)
    word = mix(advance(state))
    least = at(rules, EXPOSE + 1 - first_hand)
    for seat in range(SEATS):
        put(work, OPEN + seat, 0)
    for step in range(SEATS * HAND):
        seat = (first + step) & 3
        card = get(work, ORDER + HAND * seat + step // SEATS)
        held = get(work, OPEN + seat) | (1 << card)
        put(work, OPEN + seat, held)
        pick = ZERO - 1
        if at_random:
            if card & 15 == rank:
                pick = card if below(word, ZERO + 2) else pick
                word = spend(word, ZERO + 2)
        else:
            pick = pick_exposed(rules, held, rank, least)
        if pick >= 0:
            return seat, pick
    return ZERO - 1, ZERO - 1


@helper
def estimate_hand(rules, hand, frame):
    """How good a hand is with a rank and suit of trumps, a frame mask."""
    total = ZERO
    rest = hand & TRUMPS
    while rest:
        total += at(rules, ESTIMATE + lowest_index(rest) - TRUMP_SHIFT)
        rest &= rest - 1
    for lane in range(3):
        cards = PLAIN << (PLAIN_BITS * lane)
        if hand & cards == 0 and hand & TRUMPS:
            total += at(rules, EMPTY_PLAIN)
        if hand & (1 << highest_index(at(rules, DECKS + frame) & cards)):
            total += at(rules, TOP_PLAIN)
    return total


@helper
def name_by_rules(rules, hand, rank):
    """4 * rank + suit of the greatest estimate of a natural mask; rank -1: of any rank."""
    best, most = ZERO, LOWEST
    for frame in range(4 * N_RANKS):
        if rank < 0 or frame >> 2 == rank:
            total = estimate_hand(rules, to_frame(rules, hand, frame), frame)
            if total > most:
                best, most = frame, total
    return best


@helper
def turn_up(talon, row, rank):
    """(cards turned, suit): the talon in turning order is turned up to a card of the trump rank."""
    suit, most = ZERO, ZERO - 1
    for place in range(TALON):
        card = talon[row, place]
        if card & 15 == rank:
            return place + 1, card >> 4
        if card & 15 < N_RANKS and card & 15 > most:
            suit, most = card >> 4, card & 15
    return TALON, suit


@kernel
def call_hands(seed, low, high, block, plan, calls):
    """Deal the hands low..high-1 and fix their trumps; plan int64[PLAN_SIZE], calls: see `Calls`."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(CALLS_WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    dealer, rank = plan[DEALER], plan[TRUMP_RANK]
    scratch[DECLARER], scratch[POLICY_OURS], scratch[POLICY_THEIRS] = dealer, plan[CALLER], plan[OTHERS]
    at_random = plan[CALLER] == RANDOM
    deal_key, call_key = purpose_key(seed, DEAL), purpose_key(seed, CALLS)
    hands, opened, order, exposed, turned, fixed = calls
    for deal in range(low, high):
        row = deal - low
        talon, deal_state = deal_hands(rules, work, deal_key, deal)
        word = np.uint64(0)
        for place in range(TALON):
            if place % DRAWS_A_WORD == 0:
                deal_state = advance(deal_state)
                word = mix(deal_state)
            card = select(talon, below(word, ZERO + TALON - place))
            word = spend(word, ZERO + TALON - place)
            talon ^= card
            order[row, place] = lowest_index(card)
        state = lay_open(rules, work, stream(call_key, deal))
        for seat in range(SEATS):
            hands[row, seat], opened[row, seat] = scratch[DEALT + seat], scratch[OPEN + seat]
        exposed[row, 0], exposed[row, 1], turned[row] = -1, -1, 0
        fixed[row, 2] = dealer
        if plan[NAMES]:
            word = mix(advance(state))
            if at_random:
                frame = below(word, ZERO + 4)
                word = spend(word, ZERO + 4)
                frame += 4 * (below(word, ZERO + N_RANKS) if rank < 0 else rank)
            else:
                frame = name_by_rules(rules, scratch[DEALT + dealer], rank)
            fixed[row, 0], fixed[row, 1] = frame & 3, frame >> 2
            continue
        fixed[row, 1] = rank
        seat, card = expose(rules, work, rank, plan[FIRST_DRAW], plan[FIRST_HAND], at_random, state)
        exposed[row, 0], exposed[row, 1] = seat, card
        if seat >= 0:
            fixed[row, 0] = card >> 4
            if plan[FIRST_HAND]:
                fixed[row, 2] = seat
        else:
            turned[row], fixed[row, 0] = turn_up(order, row, rank)


def calls_of(block: Int64Array, seed: int, low: int, high: int, plan: Int64Array) -> Calls:
    """The calls of the deals low..high-1."""
    n = high - low
    shapes = ((n, SEATS), (n, SEATS), (n, TALON), (n, 2), (n,), (n, 3))
    calls = Calls(*(np.zeros(shape, np.int64) for shape in shapes))
    call_hands(np.uint64(seed), low, high, block, plan, calls)
    return calls
