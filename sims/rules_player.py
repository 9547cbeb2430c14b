"""The `rules` player: which card to play. Integers only; docs/players.md is its text.

A card's merit is (chance that our side wins the trick) x (what the trick is worth) less what the card
would be worth later. Chances count the unseen cards that could beat it, seat by seat, with exact
hypergeometric odds and what each seat has shown not to hold. Both sides use the same formula with
weights of their own role, which keeps attack and defence in balance.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ONE, ZERO, count, lowest_index
from sims.blocks import ABSENT, NONE, POINT_MASKS, POINT_VALUES, WEIGHTS
from sims.cards import LANE
from sims.memory import at, get
from sims.player_tables import (
    EMPTY_SUIT,
    KEEP_PLAIN_0,
    KEEP_TRUMP_0,
    LATER,
    LEAD_LENGTH,
    LEAD_TO_VOID,
    LEAD_TRUMP,
    OVERTAKE,
    PLAIN_0,
    PRESS,
    RESCUE,
    TEMPO,
    TRUMP_0,
    WILLING,
)
from sims.tables import ANYTIME, BEST_TRUMP, SEATS, TRUMP_LANE

LOWEST = -(1 << 62)


@helper
def lane_of(index):  # type: ignore[no-untyped-def]
    """Mask of the lane of a frame index."""
    return LANE << (index & 48)


@helper
def card_points(rules, card):  # type: ignore[no-untyped-def]
    """Points of a one-card mask."""
    points = 0
    if card & at(rules, POINT_MASKS):
        points += at(rules, POINT_VALUES)
    if card & at(rules, POINT_MASKS + 1):
        points += at(rules, POINT_VALUES + 1)
    return points


@helper
def beat_chance(rules, top, led_lane, held, row, willing):  # type: ignore[no-untyped-def]
    """Chance in 1024ths that a seat which may hold `held` beats the card `top` of a trick."""
    index = lowest_index(top)
    higher = 1024 - at(rules, row + count(held & lane_of(index) & -(top << 1)))
    if index >= 48:
        if led_lane == TRUMP_LANE:
            return higher
        if at(rules, ANYTIME):
            return (higher * willing) >> 10
        return (at(rules, row + count(held & led_lane)) * higher) >> 10
    trump = 1024 - at(rules, row + count(held & TRUMP_LANE))
    if at(rules, ANYTIME):
        return higher + (((1024 - higher) * ((trump * willing) >> 10)) >> 10)
    return higher + ((at(rules, row + count(held & led_lane)) * trump) >> 10)


@helper
def win_chance(rules, work, top, ours, led_lane, seat, later, friends, unseen, row, weights):  # type: ignore[no-untyped-def]
    """Chance in 1024ths that our side wins the trick if `top`, ours or not, is its best card now and
    `later` seats are still to play."""
    seats = at(rules, SEATS)
    willing = at(rules, weights + WILLING)
    hold = 1024
    rescue = 0
    partner = 0
    for step in range(1, later + 1):
        other = seat + step
        if other >= seats:
            other -= seats
        friend = (friends >> other) & 1
        if friend and ours:
            rescue = at(rules, weights + RESCUE)
        elif friend != ours:
            held = unseen & ~get(work, ABSENT + other)
            chance = beat_chance(rules, top, led_lane, held, row, willing)
            if ours:
                hold = (hold * (1024 - chance)) >> 10
            else:
                partner = max(partner, chance)
    if ours:
        return hold + (((1024 - hold) * rescue) >> 10)
    return (partner * at(rules, weights + OVERTAKE)) >> 10


@helper
def later_worth(rules, card, points, unseen, weights):  # type: ignore[no-untyped-def]
    """What a card in hand is worth for later tricks, in sixteenths of a point."""
    index = lowest_index(card)
    above = count(unseen & lane_of(index) & -(card << 1))
    first, share = (TRUMP_0, KEEP_TRUMP_0) if index >= 48 else (PLAIN_0, KEEP_PLAIN_0)
    worth = at(rules, weights + first + min(above, 3))
    return worth + ((points * at(rules, weights + share + min(above, 1))) >> 2)


@helper
def trick_stake(rules, sure, need, slack, later, weights):  # type: ignore[no-untyped-def]
    """What winning the trick is worth, in sixteenths of a point: its points, those to come, the lead,
    and its part in what decides the contract (`need` of the declaring side, `slack` of the others)."""
    stake = 16 * sure + at(rules, weights + LATER) * later + at(rules, weights + TEMPO)
    if need > 0 and slack > 0:
        press = at(rules, weights + PRESS)
        stake += press * min(sure, slack) // slack + press * min(sure, need) // need
    return stake


@helper
def partner_voids(rules, work, seat, later, friends, unseen):  # type: ignore[no-untyped-def]
    """Lanes in which a friend still to play can hold nothing while he may hold a trump."""
    seats = at(rules, SEATS)
    lanes = 0
    for step in range(1, later + 1):
        other = (seat + step) % seats
        if (friends >> other) & 1:
            held = unseen & ~get(work, ABSENT + other)
            if held & TRUMP_LANE:
                for shift in (0, 16, 32):
                    if held & (LANE << shift) == 0:
                        lanes |= LANE << shift
    return lanes


@helper
def choose_by_rules(  # type: ignore[no-untyped-def]
    rules, work, legal, hand, unseen, seat, later, friends, role, top, ours, led_lane, pot, best_played,
    need, slack, row,
):  # fmt: skip
    """The card of greatest merit, the lowest index of equals; see docs/players.md."""
    weights = WEIGHTS + role
    row += NONE
    choice = 0
    most = LOWEST
    losing_chance = -1
    trumps_out = unseen & TRUMP_LANE
    voids = 0 if top else partner_voids(rules, work, seat, later, friends, unseen)
    blocked = unseen | top | best_played
    previous, previous_points = 0, 0
    rest = legal
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        lane = lane_of(index)
        points = card_points(rules, card)
        equal = previous & lane and points == previous_points and blocked & (card - previous) == 0
        previous, previous_points = card, points
        if equal:
            continue  # of the same merit as its lower neighbour
        takes = top == 0 or (card > top and (index >= 48 or lane & top != 0))
        if takes:
            lead_lane = led_lane if top else lane
            chance = win_chance(rules, work, card, ONE, lead_lane, seat, later, friends, unseen, row, weights)
        else:
            if losing_chance < 0:
                losing_chance = win_chance(
                    rules, work, top, ours, led_lane, seat, later, friends, unseen, row, weights
                )
            chance = losing_chance
        sure = pot + points
        if index >= 48 and takes and card > best_played and trumps_out & -(card << 1) == 0:
            sure += at(rules, BEST_TRUMP)
        extra = -later_worth(rules, card, points, unseen, weights)
        if top == 0:
            extra += at(rules, weights + LEAD_LENGTH) * count(hand & lane)
            if index >= 48:
                if trumps_out:
                    extra += at(rules, weights + LEAD_TRUMP)
            elif voids & lane:
                extra += at(rules, weights + LEAD_TO_VOID)
        elif index < 48 and hand & TRUMP_LANE and hand & lane == card:
            extra += at(rules, weights + EMPTY_SUIT)
        merit = chance * trick_stake(rules, sure, need, slack, later, weights) + (extra << 10)
        if merit > most:
            most, choice = merit, card
    return choice
