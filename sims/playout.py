"""One hand of a trick game, played from its first lead to its last card, in the trump frame."""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ZERO, count, lowest_index, select
from sims.blocks import (
    ABSENT,
    ALLIES,
    ALLOWED,
    BEST_PLAYED,
    DECKS,
    LATER_SEATS,
    LED_LANE,
    LEGAL,
    LOG,
    OURS,
    PLAYING,
    POINT_MASKS,
    POINT_VALUES,
    POINTS,
    POLICY_OURS,
    POT,
    REQUIRED,
    STOCK,
    TAKEN_BY,
    THEIRS,
    TO_FRAME,
    TOP,
    TRICKS,
    TRICKS_BY,
)
from sims.deals import draw_from_stock
from sims.memory import at, get, put
from sims.rules_player import lane_of, think
from sims.streams import advance, below, mix, spend
from sims.tables import (
    AFTER_BROKEN,
    BEST_TRUMP,
    DRAW_AFTER_TRICK,
    LEAD_RULE,
    SEATS,
    TRICK_POINTS,
    TRICKS_IN_HAND,
    TRUMP_LANE,
)

RANDOM, RULES = 0, 1  # policy codes


@helper
def pile_points(rules, pile):
    """Points of a mask of cards."""
    fives = at(rules, POINT_VALUES) * count(pile & at(rules, POINT_MASKS))
    return fives + at(rules, POINT_VALUES + 1) * count(pile & at(rules, POINT_MASKS + 1))


@helper
def begin_play(rules, work):
    """Nobody has shown, won or played anything."""
    for seat in range(at(rules, SEATS)):
        put(work, ABSENT + seat, 0)
        put(work, TAKEN_BY + seat, 0)
        put(work, TRICKS_BY + seat, 0)
    put(work, BEST_PLAYED, 0)
    put(work, OURS, 0)
    put(work, THEIRS, 0)
    put(work, TRICKS, 0)


@helper
def award(rules, work, seat, points):
    """Points and a trick to the seat that has won it."""
    put(work, TAKEN_BY + seat, get(work, TAKEN_BY + seat) + points)
    put(work, TRICKS_BY + seat, get(work, TRICKS_BY + seat) + 1)
    if (get(work, ALLIES) >> seat) & 1:
        put(work, OURS, get(work, OURS) + points)
        put(work, TRICKS, get(work, TRICKS) + 1)
    else:
        put(work, THEIRS, get(work, THEIRS) + points)


@helper
def draw_after_trick(rules, work, trump, winner):
    """The winner of a trick draws from the stock, then the others in order, while it lasts."""
    seats = at(rules, SEATS)
    for step in range(seats):
        seat = (winner + step) % seats
        if get(work, STOCK):
            card = lowest_index(draw_from_stock(work))
            hand = get(work, PLAYING + seat) | at(rules, TO_FRAME + 64 * trump + card)
            put(work, PLAYING + seat, hand)
            put(work, ABSENT + seat, 0)


@helper
def leads(rules, hand, played):
    """The cards of a hand that may be led, after those played in earlier tricks (LEAD_RULE)."""
    rule, plain = at(rules, LEAD_RULE), hand & ~TRUMP_LANE
    if rule == 0 or plain == 0 or (rule == AFTER_BROKEN and played & TRUMP_LANE != 0):
        return hand
    return plain


@helper
def play_trick(rules, work, trump, leader, first_ply, first_from, goal, played, word):
    """One trick from its lead: (winner, cards played in the hand so far, what is left of the random word)."""
    seats = at(rules, SEATS)
    allies = get(work, ALLIES)
    top, top_seat, led_lane, must, may = ZERO, leader, ZERO, ZERO, ZERO
    pot = at(rules, TRICK_POINTS)
    for position in range(seats):
        seat = leader + position
        if seat >= seats:
            seat -= seats
        hand = get(work, PLAYING + seat)
        legal = hand
        if position:
            if hand & must:
                legal = hand & may
        else:
            legal = leads(rules, hand, played)
            if hand & first_from:
                legal = hand & first_from
        if get(work, POLICY_OURS + 1 - ((allies >> seat) & 1)) == RANDOM:
            options = count(legal)
            card = select(legal, below(word, options))
            word = spend(word, options)
        elif legal & (legal - 1) == 0:
            card = legal
        else:
            put(work, LEGAL, legal)
            put(work, LATER_SEATS, seats - 1 - position)
            put(work, TOP, top)
            put(work, LED_LANE, led_lane)
            put(work, POT, pot)
            card = think(rules, work, at(rules, DECKS + trump) & ~played, seat, top_seat, goal)
        index = lowest_index(card)
        put(work, PLAYING + seat, hand ^ card)
        put(work, LOG + first_ply + position, index)
        played |= card
        pot += at(rules, POINTS + index)
        if position == 0:
            top, led_lane = card, lane_of(index)
            must, may = at(rules, REQUIRED + index), at(rules, ALLOWED + index)
        else:
            if card & may == 0:
                put(work, ABSENT + seat, get(work, ABSENT + seat) | must)
            if card > top and (index >= 48 or led_lane & card != 0):
                top, top_seat = card, seat
    award(rules, work, top_seat, pot)
    if top > get(work, BEST_PLAYED) and top & TRUMP_LANE != 0:
        put(work, BEST_PLAYED, top)
    return top_seat, played, word


@helper
def play_hand(rules, work, trump, leader, goal, first_from, state):
    """Play out the hands in PLAYING; writes LOG, TAKEN_BY, TRICKS_BY, OURS, THEIRS and TRICKS.

    goal: points the declaring side needs; first_from: mask that the first lead must come from if it can;
    state: stream of the random player. Buried points are not counted here.
    """
    seats = at(rules, SEATS)
    begin_play(rules, work)
    played, best, best_seat = ZERO, ZERO, leader
    word = np.uint64(0)
    for trick in range(at(rules, TRICKS_IN_HAND)):
        if trick % 2 == 0:
            state = advance(state)
            word = mix(state)
        leader, played, word = play_trick(
            rules, work, trump, leader, trick * seats, first_from if trick == 0 else ZERO, goal, played, word
        )
        if get(work, BEST_PLAYED) != best:
            best, best_seat = get(work, BEST_PLAYED), leader
        if at(rules, DRAW_AFTER_TRICK):
            draw_after_trick(rules, work, trump, leader)
    if best:
        bonus = at(rules, BEST_TRUMP)
        put(work, TAKEN_BY + best_seat, get(work, TAKEN_BY + best_seat) + bonus)
        side = OURS if (get(work, ALLIES) >> best_seat) & 1 else THEIRS
        put(work, side, get(work, side) + bonus)
