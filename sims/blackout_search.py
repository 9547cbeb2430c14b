"""The player `rollout:N` of Partnership Blackout: which card to play; docs/players-blackout.md is its text.

For each card that differs he deals worlds that fit what he knows, the same for all cards, lets the `rules`
player finish each, and plays the card after which his side's score for the hand, less the other side's, is
best. Calls make worlds likely in which the `rules` player would have made them.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ONE, ZERO
from sims.blackout_calls import nil_danger, number_of
from sims.blackout_play import SPADES, play_trick, score_hand
from sims.blocks import (
    ABSENT,
    ALLIES,
    BIN_PILE,
    BIN_SEAT,
    BINS,
    CANDIDATE,
    DECKS,
    LEADERS,
    LOG,
    PLAYING,
    SCORE,
    SEARCH,
    WORLD,
)
from sims.candidates import begin_trials, best_card, distinct_cards, narrow, note_worth
from sims.memory import at, get, put
from sims.playout import lay_card
from sims.streams import advance, below, mix, stream
from sims.tables import AFTER_BROKEN, LEAD_RULE, TRUMP_LANE, Int64Array
from sims.tricks_tables import CALLED, CODE, KEPT_ABSENT, NIL_DANGER, NILS, SEARCH_KEY, SHOWN
from sims.worlds import draw_world, keep_world, lay_world, plan_worlds, take_kept

TRIES = 4  # worlds of which one is taken, by how likely the calls are in it
FIT, STEP = 64, 2  # weight of a hand that would have made its seat's call; bits less for each step beside it
MOST_STEPS = 3
DANGER_STEP = 4  # danger of a nil beyond the limit that counts as a step


@helper
def read_history(rules, work, trick, leader, position):
    """What the plays show: SHOWN, and in ABSENT that who led a spade before it might be had nothing else."""
    plain = at(rules, DECKS + SPADES) & ~TRUMP_LANE
    after_broken = at(rules, LEAD_RULE) == AFTER_BROKEN
    broken = False
    for seat in range(4):
        put(work, SHOWN + seat, 0)
        put(work, KEPT_ABSENT + seat, get(work, ABSENT + seat))
    put(work, LEADERS + trick, leader)
    for before in range(trick + 1):
        spades = ZERO
        for place in range(4 if before < trick else position):
            seat = (get(work, LEADERS + before) + place) & 3
            card = ONE << get(work, LOG + 4 * before + place)
            put(work, SHOWN + seat, get(work, SHOWN + seat) | card)
            spades |= card & TRUMP_LANE
            if place == 0 and spades != 0 and not (after_broken and broken):
                put(work, ABSENT + seat, get(work, ABSENT + seat) | plain)
        broken = broken or spades != 0


@helper
def call_weight(rules, work, seat, hand):
    """How well the hand that a seat was dealt goes with its call."""
    steps = ZERO
    if (get(work, NILS) >> seat) & 1:
        over = nil_danger(hand) - at(rules, NIL_DANGER)
        steps = max(ZERO, (over + DANGER_STEP - 1) // DANGER_STEP)
    elif get(work, CALLED + seat):
        steps = abs(number_of(rules, hand) + 1 - get(work, CALLED + seat))
    return FIT >> STEP * min(steps, ZERO + MOST_STEPS)


@helper
def world_weight(rules, work):
    """How well the hands of a world go with the calls."""
    weight = ONE
    for place in range(get(work, BINS)):
        seat = get(work, BIN_SEAT + place)
        weight *= call_weight(rules, work, seat, get(work, BIN_PILE + place) | get(work, SHOWN + seat))
    return weight


@helper
def draw_as_called(rules, work, free, state):
    """`draw_world`, weighted by the calls: one of several worlds."""
    state = draw_world(rules, work, free, state)
    total = world_weight(rules, work)
    for _ in range(TRIES - 1):
        keep_world(work)
        state = draw_world(rules, work, free, state)
        weight = world_weight(rules, work)
        total += weight
        state = advance(state)
        if below(mix(state), total) >= weight:
            take_kept(work)
    return state


@helper
def finish_hand(rules, world, trick, leader, played, position, top, top_seat, led_lane, must, may):
    """Let `rules` play a world to its end: the score of ALLIES less that of the others."""
    word = np.uint64(0)
    while trick < 13:
        leader, played, word = play_trick(
            rules, world, leader, trick, played, word, position, top, top_seat, led_lane, must, may
        )
        trick += 1
        position, top, top_seat, led_lane, must, may = ZERO, ZERO, leader, ZERO, ZERO, ZERO
    score_hand(rules, world)
    return get(world, SCORE)


@unit
def search_tricks(
    rules, work, trick, leader, position, seat, legal, first, top, top_seat, led_lane, must, may, played, n_worlds
):  # fmt: skip
    """The card of the several legal ones; first: the rules player's."""
    world, hand = get(work, WORLD), get(work, PLAYING + seat)
    unseen = at(rules, DECKS + SPADES) & ~(played | hand)
    n = distinct_cards(rules, work, legal, ~(unseen | top))
    if n == 1:
        return first
    read_history(rules, work, trick, leader, position)
    free = plan_worlds(rules, work, seat, unseen)
    for other in range(4):
        put(work, ABSENT + other, get(work, KEPT_ABSENT + other))
    for word in range(CODE, NILS + 1):
        put(world, word, get(work, word))
    state = stream(np.uint64(get(work, SEARCH_KEY)), 4 * trick + position)
    sign = 1 if (get(work, ALLIES) >> seat) & 1 else -1
    begin_trials(work, n, first)
    worlds, trials = n_worlds >> 1, n * n_worlds
    while True:
        for _ in range(worlds):
            state = draw_as_called(rules, work, free, state)
            base = ZERO
            for i in range(n):
                lay_world(rules, work, seat)
                card = get(work, CANDIDATE + i)
                _, top_, top_seat_, led_, must_, may_ = lay_card(
                    rules, world, seat, card, top, top_seat, led_lane, must, may
                )
                worth = sign * finish_hand(
                    rules,
                    world,
                    trick,
                    leader,
                    played | card,
                    position + 1,
                    top_,
                    top_seat_,
                    led_,
                    must_,
                    may_,
                )
                base = note_worth(work, i, worth, base)
        n, worlds = narrow(work, n, trials)
        if worlds == 0:
            return best_card(work, n)
        trials = ZERO


def allow_search(block: Int64Array) -> None:
    """Write the address of the player into a rules block: compiles or loads him."""
    block[SEARCH] = search_tricks.address
