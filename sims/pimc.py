"""The player `pimc:N`: perfect information Monte Carlo (Ginsberg, JAIR 14, 2001; Long et al., AAAI 2010).

In each of N worlds the exact solver says which cards still reach the bid if everybody sees everything; he
plays the card that does so in most (the declaring side) or in fewest (the others). With more cards in hand than
MOST_CARDS he plays as `rollout:N`.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count
from sims.blocks import (
    ALLIES,
    BEST_PLAYED,
    BEST_SEAT,
    CANDIDATE,
    DECKS,
    DECLARER,
    GONE,
    LOG,
    OURS,
    PLAYING,
    SEARCH,
    SOLVER,
    WORLD,
)
from sims.candidates import begin_trials, best_card, distinct_cards, note_gain
from sims.memory import at, call, get, put
from sims.playout import pile_points, think_at
from sims.rollout import draw_likely, is_open, shown_cards
from sims.solver import cards_that_hold
from sims.solver_space import BEST_OURS, EVERYTHING, HANDS, begin_trick, lay, prepare
from sims.solver_space import BEST_PLAYED as BEST_BEFORE
from sims.tables import BURIED, SEATS
from sims.worlds import deal_gone, lay_world, plan_worlds

MOST_CARDS = 5
LOG_ENTRIES = 14  # of the solver's table, which then fits the cache of a core


@helper
def lay_position(rules, work, hands, trick, leader, position):
    """Put the position into the solver's workspace, with the hands of a work block."""
    space, seats = get(work, SOLVER), at(rules, SEATS)
    put(space, BEST_BEFORE, get(work, BEST_PLAYED))
    put(space, BEST_OURS, (get(work, ALLIES) >> get(work, BEST_SEAT)) & 1)
    for seat in range(seats):
        put(space, HANDS + seat, get(hands, PLAYING + seat))
    begin_trick(space, leader)
    for place in range(position):
        lay(space, get(work, LOG + trick * seats + place))


@helper
def still_needed(rules, work, hands, goal):
    """What the declaring side still has to win, with the discards of a work block."""
    need = goal - get(work, OURS)
    if at(rules, BURIED) == 2:
        need -= pile_points(rules, get(hands, GONE + get(work, DECLARER)))
    return need


@unit
def pimc_card(
    rules, work, trump, bid, goal, trick, leader, position, seat, legal,
    top, top_seat, led_lane, must, may, pot, played, stream_, n_worlds,
):  # fmt: skip
    """The card of the several legal ones; takes what `sims.rollout.search_card` takes."""
    hand = get(work, PLAYING + seat)
    if count(hand) > MOST_CARDS:
        return call(
            at(rules, SEARCH), rules, work, trump, bid, goal, trick, leader, position, seat, legal,
            top, top_seat, led_lane, must, may, pot, played, stream_, n_worlds,
        )  # fmt: skip
    state = np.uint64(stream_)
    first = think_at(rules, work, trump, goal, legal, position, seat, top, top_seat, led_lane, pot, played)
    unseen = at(rules, DECKS + trump) & ~(played | hand | get(work, GONE + seat))
    n = distinct_cards(rules, work, legal, ~(unseen | top))
    if n == 1 or not is_open(rules, work, goal):
        return first
    begin_trials(work, n, first)
    space, world, allies = get(work, SOLVER), get(work, WORLD), get(work, ALLIES)
    prepare(rules, space, allies, ZERO, ZERO + EVERYTHING, ZERO + LOG_ENTRIES)
    free = plan_worlds(rules, work, seat, unseen)
    shown = shown_cards(rules, work, trick, leader, position)
    declares = (allies >> seat) & 1
    for _ in range(n_worlds):
        state = draw_likely(rules, work, free, seat, goal, shown, state)
        state = deal_gone(rules, work, seat, state)
        lay_world(rules, work, seat)
        lay_position(rules, work, world, trick, leader, position)
        found = cards_that_hold(space, still_needed(rules, work, world, goal))
        base = ONE if found & first else ZERO
        for i in range(1, n):
            gain = (ONE if found & get(work, CANDIDATE + i) else ZERO) - base
            note_gain(work, i, gain if declares else -gain)
    return best_card(work, n)
