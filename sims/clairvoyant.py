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
    BEST_PLAYED,
    BEST_SEAT,
    BINS,
    CANDIDATE,
    DECKS,
    DECLARER,
    GONE,
    LOG,
    OURS,
    PLAYING,
    POINTS,
    SOLVER,
    WORLD,
)
from sims.candidates import begin_trials, distinct_cards
from sims.memory import at, get, put
from sims.playout import lay_card, pile_points, think_at
from sims.rollout import finish_hand, is_open
from sims.solver import cards_that_hold
from sims.solver_space import BEST_OURS, BUCKETS, EVERYTHING, HANDS, SIDE, WAYS, begin_trick, lay, prepare
from sims.solver_space import BEST_PLAYED as BEST_BEFORE
from sims.tables import BURIED, SEATS
from sims.worlds import lay_world

LOG_ENTRIES = 16  # of the solver's table: questions with nine cards in hand look at ten thousand positions


@helper
def lay_position(rules, work, trick, leader, position):
    """Put the true position into the solver's workspace."""
    space, allies = get(work, SOLVER), get(work, ALLIES)
    if get(space, SIDE) != allies or get(space, BUCKETS) != (1 << LOG_ENTRIES) // WAYS - 1:
        prepare(rules, space, allies, ZERO, ZERO + EVERYTHING, ZERO + LOG_ENTRIES)
    put(space, BEST_BEFORE, get(work, BEST_PLAYED))
    put(space, BEST_OURS, (allies >> get(work, BEST_SEAT)) & 1)
    seats = at(rules, SEATS)
    for other in range(seats):
        put(space, HANDS + other, get(work, PLAYING + other))
    begin_trick(space, leader)
    for place in range(position):
        lay(space, get(work, LOG + trick * seats + place))


@helper
def still_needed(rules, work, goal):
    """What the declaring side still has to win: everybody's discards are open, too."""
    need = goal - get(work, OURS)
    if at(rules, BURIED) == 2:
        need -= pile_points(rules, get(work, GONE + get(work, DECLARER)))
    return need


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
    lay_position(rules, work, trick, leader, position)
    found = cards_that_hold(get(work, SOLVER), still_needed(rules, work, goal))
    safe = legal & (found if declares else ~found)
    if safe:
        return first if safe & first else safe & -safe
    choice, most, sign = first, -(1 << 40), 1 if declares else -1
    world = get(work, WORLD)
    for i in range(n):
        lay_truth(rules, work, seat)
        card = get(work, CANDIDATE + i)
        index, top_, top_seat_, led_, must_, may_ = lay_card(
            rules, world, seat, card, top, top_seat, led_lane, must, may
        )
        worth = sign * finish_hand(
            rules, world, trump, bid, goal, trick, leader, position + 1, top_, top_seat_, led_, must_, may_,
            pot + at(rules, POINTS + index), played | card, ZERO,
        )  # fmt: skip
        if worth > most:
            choice, most = card, worth
    return choice
