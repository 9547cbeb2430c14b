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
    BEST_SEAT,
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
    SURE,
    TAKEN_BY,
    THEIRS,
    THINK,
    TO_FRAME,
    TOP,
    TRICKS,
    TRICKS_BY,
)
from sims.deals import draw_from_stock
from sims.memory import at, call, get, put
from sims.rules_player import lane_of
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
        put(work, SURE + seat, 0)
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
def lay_card(rules, work, seat, card, top, top_seat, led_lane, must, may):
    """A card goes from a hand to the table: (its frame index, best card, whose, lane led, must, may)."""
    index = lowest_index(card)
    put(work, PLAYING + seat, get(work, PLAYING + seat) ^ card)
    if top == 0:
        return index, card, seat, lane_of(index), at(rules, REQUIRED + index), at(rules, ALLOWED + index)
    if card & may == 0:
        put(work, ABSENT + seat, get(work, ABSENT + seat) | must)
    if card > top and (index >= 48 or led_lane & card != 0):
        top, top_seat = card, seat
    return index, top, top_seat, led_lane, must, may


@helper
def close_trick(rules, work, top, top_seat, pot):
    """The trick goes to its winner."""
    award(rules, work, top_seat, pot)
    if top > get(work, BEST_PLAYED) and top & TRUMP_LANE != 0:
        put(work, BEST_PLAYED, top)
        put(work, BEST_SEAT, top_seat)


@helper
def legal_cards(rules, hand, position, must, may, first_from, played):
    """The cards of a hand that may be played at a position of the trick."""
    if position:
        return hand & may if hand & must else hand
    if hand & first_from:
        return hand & first_from
    return leads(rules, hand, played)


@helper
def think_at(rules, work, trump, goal, legal, position, seat, top, top_seat, led_lane, pot, played):
    """`think` at a position of the trick: the rules player's card of the several legal ones."""
    put(work, LEGAL, legal)
    put(work, LATER_SEATS, at(rules, SEATS) - 1 - position)
    put(work, TOP, top)
    put(work, LED_LANE, led_lane)
    put(work, POT, pot)
    return call(at(rules, THINK), rules, work, at(rules, DECKS + trump) & ~played, seat, top_seat, goal)


@helper
def play_trick(
    rules, work, trump, leader, first_ply, first_from, goal, played, word,
    position, top, top_seat, led_lane, must, may, pot,
):  # fmt: skip
    """A trick from a position on: (winner, cards played in the hand so far, what is left of the random word)."""
    seats = at(rules, SEATS)
    allies = get(work, ALLIES)
    for place in range(position, seats):
        seat = leader + place
        if seat >= seats:
            seat -= seats
        hand = get(work, PLAYING + seat)
        legal = legal_cards(rules, hand, place, must, may, first_from, played)
        if get(work, POLICY_OURS + 1 - ((allies >> seat) & 1)) == RANDOM:
            options = count(legal)
            card = select(legal, below(word, options))
            word = spend(word, options)
        elif legal & (legal - 1) == 0:
            card = legal
        else:
            card = think_at(
                rules, work, trump, goal, legal, place, seat, top, top_seat, led_lane, pot, played
            )
        index, top, top_seat, led_lane, must, may = lay_card(
            rules, work, seat, card, top, top_seat, led_lane, must, may
        )
        put(work, LOG + first_ply + place, index)
        played |= card
        pot += at(rules, POINTS + index)
    close_trick(rules, work, top, top_seat, pot)
    return top_seat, played, word


@helper
def award_best_trump(rules, work):
    """The bonus for the best trump played."""
    if get(work, BEST_PLAYED):
        seat, bonus = get(work, BEST_SEAT), at(rules, BEST_TRUMP)
        put(work, TAKEN_BY + seat, get(work, TAKEN_BY + seat) + bonus)
        side = OURS if (get(work, ALLIES) >> seat) & 1 else THEIRS
        put(work, side, get(work, side) + bonus)


@helper
def play_hand(rules, work, trump, leader, goal, first_from, state):
    """Play out the hands in PLAYING; writes LOG, TAKEN_BY, TRICKS_BY, OURS, THEIRS and TRICKS.

    goal: points the declaring side needs; first_from: mask that the first lead must come from if it can;
    state: stream of the random player. Buried points are not counted here.
    """
    seats = at(rules, SEATS)
    begin_play(rules, work)
    played, word = ZERO, np.uint64(0)
    for trick in range(at(rules, TRICKS_IN_HAND)):
        if trick % 2 == 0:
            state = advance(state)
            word = mix(state)
        leader, played, word = play_trick(
            rules, work, trump, leader, trick * seats, first_from if trick == 0 else ZERO, goal, played, word,
            ZERO, ZERO, leader, ZERO, ZERO, ZERO, at(rules, TRICK_POINTS),
        )  # fmt: skip
        if at(rules, DRAW_AFTER_TRICK):
            draw_after_trick(rules, work, trump, leader)
    award_best_trump(rules, work)
