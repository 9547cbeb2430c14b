"""Uniformly random playouts of many hands side by side: the `GAME/random` cases of the benchmark.

The deal is uniform, the longest suit of seat 0 is trump (ties: the first of C D H S), seat 0 leads, every
card is uniform over the legal ones; there is no auction and no exchange. Hands advance in lanes, one ply of
each in turn, so that the processor always has independent work. The plain twin of this kernel is
`sims.contracts` with the random player; both read the same streams and play the same cards.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import count, highest_index, lowest_index, select
from sims.blocks import ALLOWED, POINT_MASKS, POINT_VALUES, REQUIRED, TO_FRAME
from sims.cards import LANE
from sims.deals import DRAWS_A_WORD, longest_suit
from sims.memory import at
from sims.streams import DEAL, PLAY, advance, below, mix, purpose_key, spend, stream
from sims.tables import (
    AFTER_BROKEN,
    ANYTIME,
    BEST_TRUMP,
    DECK,
    FIXED_TRUMP,
    HAND,
    LEAD_RULE,
    SEATS,
    TRICK_POINTS,
    TRUMP_LANE,
    Int64Array,
)

LANES = 32
EVEN_SEATS = 0x5555


@helper
def deal_lanes(rules, key, first, hands, states, words, rests):
    """Deal LANES hands from index `first`; the same streams and draws as `sims.deals`."""
    seats, size, deck = at(rules, SEATS), at(rules, HAND), at(rules, DECK)
    left = count(deck)
    for j in range(LANES):
        states[j] = stream(key, first + j)
        rests[j] = deck
    for seat in range(seats):
        if size == left:
            for j in range(LANES):
                hands[seat, j] = rests[j]
            break
        for j in range(LANES):
            hands[seat, j] = 0
        for k in range(size):
            if k % DRAWS_A_WORD == 0:
                for j in range(LANES):
                    states[j] = advance(states[j])
                    words[j] = mix(states[j])
            for j in range(LANES):
                bit = select(rests[j], below(words[j], left - k))
                words[j] = spend(words[j], left - k)
                rests[j] ^= bit
                hands[seat, j] |= bit
        left -= size


@helper
def frame_lanes(rules, framed, hands, shifts):
    """Name the trump of each lane, if the rules do not fix it. Where the order of a suit depends on trump,
    hands move to its frame; elsewhere they stay and `shifts` says where the trump lane lies."""
    fixed = at(rules, FIXED_TRUMP)
    for j in range(LANES):
        trump = fixed - 1 if fixed else longest_suit(hands[0, j])
        shifts[j] = 16 * trump
        if len(framed):
            shifts[j] = 48
            for seat in range(hands.shape[0]):
                hand, moved = hands[seat, j], 0
                while hand:
                    moved |= at(rules, TO_FRAME + 64 * trump + lowest_index(hand))
                    hand &= hand - 1
                hands[seat, j] = moved


@kernel
def random_lanes(seed, low, high, block, seats, framed, lead_rule, allies, counts):
    """Add the points of seat 0's side in the deals low..high-1 to counts[points].

    high - low must be a multiple of LANES. seats: a tuple as long as there are seats; framed: (1,) if
    the order of a suit depends on trump, else (); lead_rule: as long as LEAD_RULE says -- lengths of tuples
    are known to the compiler; allies: bit set of the seats of seat 0's side.
    """
    n_seats = len(seats)
    rules = np.int64(block.ctypes.data)
    size = at(rules, HAND)
    hands = np.empty((n_seats, LANES), np.int64)
    cards = np.empty((n_seats, LANES), np.int64)
    states = np.empty(LANES, np.uint64)
    words = np.empty(LANES, np.uint64)
    rests = np.empty(LANES, np.int64)
    shifts = np.empty(LANES, np.int64)
    leaders = np.empty(LANES, np.int64)
    won = np.empty(LANES, np.int64)
    tricks = np.empty(LANES, np.int64)
    best = np.empty(LANES, np.int64)
    broken = np.zeros(LANES, np.int64)
    deal_key, play_key = purpose_key(seed, DEAL), purpose_key(seed, PLAY)
    for first in range(low, high, LANES):
        deal_lanes(rules, deal_key, first, hands, states, words, rests)
        frame_lanes(rules, framed, hands, shifts)
        for j in range(LANES):
            states[j] = stream(play_key, first + j)
            leaders[j] = 0
            won[j] = 0
            tricks[j] = 0
            best[j] = 0
        for trick in range(size):
            if trick % 2 == 0:
                for j in range(LANES):
                    states[j] = advance(states[j])
                    words[j] = mix(states[j])
            for j in range(LANES):
                seat = leaders[j]
                hand = hands[seat, j]
                word = words[j]
                if len(lead_rule):
                    plain = hand & ~(LANE << shifts[j])
                    free = plain == 0 or (len(lead_rule) == AFTER_BROKEN and broken[j] != 0)
                    leads = hand if free else plain
                    options = count(leads)
                    card = select(leads, below(word, options))
                    word = spend(word, options)
                else:
                    card = select(hand, below(word, size - trick))
                    word = spend(word, size - trick)
                hands[seat, j] = hand ^ card
                index = lowest_index(card)
                must, may = at(rules, REQUIRED + index), at(rules, ALLOWED + index)
                cards[0, j] = card
                table = card
                for position in range(1, n_seats):
                    seat += 1
                    if seat == n_seats:
                        seat = 0
                    hand = hands[seat, j]
                    legal = hand & may if hand & must else hand
                    options = count(legal)
                    follow = select(legal, below(word, options))
                    word = spend(word, options)
                    hands[seat, j] = hand ^ follow
                    cards[position, j] = follow
                    table |= follow
                words[j] = word
                trumps = table & (TRUMP_LANE if len(framed) else LANE << shifts[j])
                if len(lead_rule) == AFTER_BROKEN:
                    broken[j] = trumps if trick == 0 else broken[j] | trumps
                top = np.int64(1) << highest_index(trumps if trumps else table & (LANE << (index & 48)))
                seat = leaders[j]
                for position in range(1, n_seats):
                    seat += position * (cards[position, j] == top)
                seat = seat - n_seats if seat >= n_seats else seat
                leaders[j] = seat
                ours = (allies >> seat) & 1
                won[j] |= table * ours
                tricks[j] += ours
                if len(framed) and trumps > best[j]:
                    best[j] = (trumps & ~1) | ours  # the lowest bit of a frame is never a trump
        for j in range(LANES):
            points = at(rules, TRICK_POINTS) * tricks[j]
            points += at(rules, POINT_VALUES) * count(won[j] & at(rules, POINT_MASKS))
            points += at(rules, POINT_VALUES + 1) * count(won[j] & at(rules, POINT_MASKS + 1))
            if len(framed):
                points += at(rules, BEST_TRUMP) * (best[j] & 1)
            counts[points] += 1


def random_points(
    block: Int64Array, seed: int, low: int, high: int, counts: Int64Array, allies: int = EVEN_SEATS
) -> None:
    """Add random playouts of the deals low..high-1 to counts int64[points of seat 0's side]; allies: bit set
    of the seats of that side."""
    seats = tuple(range(int(block[SEATS])))
    framed = (1,) if block[ANYTIME] else ()
    lead_rule = (1,) * int(block[LEAD_RULE])
    random_lanes(np.uint64(seed), low, high, block, seats, framed, lead_rule, allies, counts)
