"""The player `open`: he sees all hands. Nobody at a table does; his odds are the ends of the bracket.

He plays a card after which his side keeps what it can force (the exact solver says which), the card of `rules`
if it is one of them. Where his side can force nothing he lets the `rules` player finish the true hand after
each card and plays the one that does best, which is how he profits from mistakes.
"""

from __future__ import annotations

from sims._jit import helper, unit
from sims.bits import ZERO
from sims.blocks import (
    ALLIES,
    BINS,
    CANDIDATE,
    DECKS,
    GONE,
    PLAYING,
    SOLVER,
    WORLD,
)
from sims.candidates import begin_trials, distinct_cards
from sims.memory import at, get, put
from sims.pimc import lay_position, still_needed
from sims.playout import think_at
from sims.rollout import is_open, try_card
from sims.solver import cards_that_hold
from sims.solver_space import BUCKETS, EVERYTHING, SIDE, WAYS, prepare
from sims.tables import SEATS
from sims.worlds import lay_world

LOG_ENTRIES = 16  # of the solver's table: questions with nine cards in hand look at ten thousand positions


@helper
def lay_truth(rules, work, seat):
    """Copy the true hands into the world's block."""
    world = get(work, WORLD)
    put(work, BINS, 0)
    lay_world(rules, work, seat)
    for other in range(at(rules, SEATS)):
        put(world, PLAYING + other, get(work, PLAYING + other))
        put(world, GONE + other, get(work, GONE + other))


@unit
def open_card(
    rules, work, trump, bid, goal, trick, leader, position, seat, legal,
    top, top_seat, led_lane, must, may, pot, played, stream_, n_worlds,
):  # fmt: skip
    """The card of the several legal ones; takes what `sims.rollout.search_card` takes."""
    first = think_at(rules, work, trump, goal, legal, position, seat, top, top_seat, led_lane, pot, played)
    unseen = at(rules, DECKS + trump) & ~(played | get(work, PLAYING + seat) | get(work, GONE + seat))
    n = distinct_cards(rules, work, legal, ~(unseen | top))
    if n == 1 or not is_open(rules, work, goal):
        return first
    begin_trials(work, n, first)
    declares = (get(work, ALLIES) >> seat) & 1
    space, allies = get(work, SOLVER), get(work, ALLIES)
    if get(space, SIDE) != allies or get(space, BUCKETS) != (1 << LOG_ENTRIES) // WAYS - 1:
        prepare(rules, space, allies, ZERO, ZERO + EVERYTHING, ZERO + LOG_ENTRIES)
    lay_position(rules, work, work, trick, leader, position)
    found = cards_that_hold(space, still_needed(rules, work, work, goal))
    safe = legal & (found if declares else ~found)
    if safe:
        return first if safe & first else safe & -safe
    choice, most, sign = first, -(1 << 40), 1 if declares else -1
    world = get(work, WORLD)
    for i in range(n):
        lay_truth(rules, work, seat)
        card = get(work, CANDIDATE + i)
        worth = sign * try_card(
            rules, world, trump, bid, goal, trick, leader, position, seat, card,
            top, top_seat, led_lane, must, may, pot, played,
        )  # fmt: skip
        if worth > most:
            choice, most = card, worth
    return choice
