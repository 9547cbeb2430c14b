"""Worlds: layouts of the cards that a player does not see, uniform over those he cannot rule out.

What rules a layout out: the sizes of the hands, cards a seat has shown not to hold (ABSENT) and cards a
seat is known to hold (SURE). Hands are drawn one after another, each uniformly from what it may hold, the
most constrained first; a hand that found m such cards where up to M might have been left is accepted with
the chance C(m, size) / C(M, size), which makes all layouts equally likely (rejection sampling).
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ZERO, count, select
from sims.blocks import (
    ABSENT,
    BEST_PLAYED,
    BEST_SEAT,
    BIN_ALLOWED,
    BIN_KEPT,
    BIN_MOST,
    BIN_PILE,
    BIN_SEAT,
    BIN_SIZE,
    BINOMIAL,
    BINS,
    DEAD,
    DEALT,
    GONE,
    OURS,
    PLAYING,
    POLICY_OURS,
    POLICY_THEIRS,
    REST_KEPT,
    REST_PILE,
    SURE,
    TAKEN_BY,
    THEIRS,
    TRICKS,
    TRICKS_BY,
    WORLD,
)
from sims.deals import DRAWS_A_WORD, draw_pile
from sims.memory import at, get, put
from sims.playout import RULES
from sims.streams import advance, below, mix, spend
from sims.tables import SEATS


@helper
def insert_bin(work, bins, seat, size, allowed, free):
    """Put a hand into its place: those that may hold the fewest cards beyond their size first, those that may
    hold anything last."""
    place = bins
    slack = count(allowed) - size
    while place > 0:
        other = get(work, BIN_ALLOWED + place - 1)
        if allowed != free and (other == free or count(other) - get(work, BIN_SIZE + place - 1) > slack):
            put(work, BIN_SEAT + place, get(work, BIN_SEAT + place - 1))
            put(work, BIN_SIZE + place, get(work, BIN_SIZE + place - 1))
            put(work, BIN_ALLOWED + place, other)
            place -= 1
        else:
            break
    put(work, BIN_SEAT + place, seat)
    put(work, BIN_SIZE + place, size)
    put(work, BIN_ALLOWED + place, allowed)


@helper
def bound_bins(work, bins, free):
    """Fill BIN_MOST of so many bins, in order; free: mask of the cards that are dealt to them."""
    put(work, BINS, bins)
    left = count(free)
    for place in range(bins):
        allowed, most = get(work, BIN_ALLOWED + place), left
        if allowed == free or place == 0:
            most = ZERO
        else:
            taken = ZERO
            for before in range(place):
                outside = count(get(work, BIN_ALLOWED + before) & ~allowed)
                taken += max(ZERO, get(work, BIN_SIZE + before) - outside)
            most = min(most, count(allowed) - taken)
        put(work, BIN_MOST + place, most)
        left -= get(work, BIN_SIZE + place)


@helper
def plan_worlds(rules, work, seat, unseen):
    """Prepare `draw_world` for what a seat knows; unseen: mask of the cards it does not see."""
    seats = at(rules, SEATS)
    free = unseen
    for other in range(seats):
        if other != seat:
            free &= ~get(work, SURE + other)
    bins = ZERO
    for step in range(1, seats):
        other = (seat + step) % seats
        size = count(get(work, PLAYING + other)) - count(get(work, SURE + other) & unseen)
        if size > 0:
            insert_bin(work, bins, other, size, free & ~get(work, ABSENT + other), free)
            bins += 1
    bound_bins(work, bins, free)
    return free


@helper
def draw_world(rules, work, free, state):
    """Draw a layout of the cards `free`: fills BIN_PILE and REST_PILE; gives the state of the stream.

    `plan_worlds` has prepared it. There is a layout: the true one.
    """
    bins = get(work, BINS)
    while True:
        left, place = free, ZERO
        while place < bins:
            size, most = get(work, BIN_SIZE + place), get(work, BIN_MOST + place)
            can = left & get(work, BIN_ALLOWED + place)
            n = count(can)
            if n < size:
                break
            if most > n:
                state = advance(state)
                if below(mix(state), at(rules, BINOMIAL + 16 * most + size)) >= at(
                    rules, BINOMIAL + 16 * n + size
                ):
                    break
            pile = can
            if n > size:
                pile = ZERO
                word = np.uint64(0)
                for k in range(size):
                    if k % DRAWS_A_WORD == 0:
                        state = advance(state)
                        word = mix(state)
                    bit = select(can, below(word, n - k))
                    word = spend(word, n - k)
                    can ^= bit
                    pile |= bit
            left ^= pile
            put(work, BIN_PILE + place, pile)
            place += 1
        if place == bins:
            put(work, REST_PILE, left)
            return state


@helper
def keep_world(work):
    """Keep the layout that is drawn, while others are drawn."""
    for place in range(get(work, BINS)):
        put(work, BIN_KEPT + place, get(work, BIN_PILE + place))
    put(work, REST_KEPT, get(work, REST_PILE))


@helper
def take_kept(work):
    """Take the layout that is kept in the place of the one drawn last."""
    for place in range(get(work, BINS)):
        put(work, BIN_PILE + place, get(work, BIN_KEPT + place))
    put(work, REST_PILE, get(work, REST_KEPT))


@helper
def deal_gone(rules, work, seat, state):
    """Deal what the other seats have laid away from what nobody holds: fills GONE of the world."""
    world, left = get(work, WORLD), get(work, REST_PILE)
    size = count(left)
    for other in range(at(rules, SEATS)):
        gone = get(work, GONE + other)
        if other != seat:
            n = count(gone)
            gone, left, state = draw_pile(left, state, n, size)
            size -= n
        put(world, GONE + other, gone)
    put(work, REST_PILE, left)
    return state


@helper
def lay_world(rules, work, seat):
    """Copy the public state and the world that is drawn into the world's block."""
    world = get(work, WORLD)
    for other in range(at(rules, SEATS)):
        for words in (DEAD, ABSENT, SURE, TAKEN_BY, TRICKS_BY):
            put(world, words + other, get(work, words + other))
        sure = get(work, SURE + other) if other != seat else get(work, PLAYING + other)
        put(world, PLAYING + other, sure)
    for place in range(get(work, BINS)):
        holder = PLAYING + get(work, BIN_SEAT + place)
        put(world, holder, get(world, holder) | get(work, BIN_PILE + place))
    for word in (OURS, THEIRS, TRICKS, BEST_PLAYED, BEST_SEAT):
        put(world, word, get(work, word))


@helper
def begin_search(work, world):
    """The task of the worlds: everybody plays by rules."""
    put(work, WORLD, world)
    for word in range(DEALT):
        put(world, word, get(work, word))
    put(world, POLICY_OURS, RULES)
    put(world, POLICY_THEIRS, RULES)
