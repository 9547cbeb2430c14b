"""One hand of a trick game, played from its first lead to its last card, in the trump frame."""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ONE, ZERO, count, lowest_index, select
from sims.blocks import (
    ABSENT,
    ALLIES,
    ALLOWED,
    DEAD,
    DECKS,
    DECLARER,
    GONE,
    LOG,
    OURS,
    PLAYING,
    POINT_MASKS,
    POINT_VALUES,
    POINTS,
    POLICY_OURS,
    REQUIRED,
    THEIRS,
    TRICKS,
)
from sims.memory import at, get, put
from sims.player_tables import N_WEIGHTS, NONE_CARDS, NONE_UNSEEN, ROLE_DECLARER, ROLE_DEFENDER, ROLE_PARTNER
from sims.rules_player import choose_by_rules, lane_of
from sims.streams import advance, below, mix, spend
from sims.tables import BEST_TRUMP, BURIED, HAND, SEATS, TOTAL, TRICK_POINTS, TRUMP_LANE, UNIT

RANDOM, RULES = 0, 1  # policy codes


@helper
def pile_points(rules, pile):  # type: ignore[no-untyped-def]
    """Points of a mask of cards."""
    fives = at(rules, POINT_VALUES) * count(pile & at(rules, POINT_MASKS))
    return fives + at(rules, POINT_VALUES + 1) * count(pile & at(rules, POINT_MASKS + 1))


@helper
def requirements(rules, work, seat, goal, ours, theirs):  # type: ignore[no-untyped-def]
    """(need, slack): points that the declaring side still needs, and that the others need to stop it, as
    the seat knows it: only the declarer knows the points that he has buried."""
    need = goal - ours
    slack = at(rules, TOTAL) - goal - theirs + at(rules, UNIT)
    if seat == get(work, DECLARER):
        buried = pile_points(rules, get(work, GONE + seat))
        if at(rules, BURIED) == 2:
            need -= buried
        else:
            slack -= buried
    return need, slack


@helper
def think(rules, work, trump, legal, seat, later, left, played, top, top_seat, led_lane, pot, best_played, goal, ours, theirs):  # type: ignore[no-untyped-def]  # noqa: E501
    """The rules player's card of several legal ones."""
    hand = get(work, PLAYING + seat)
    allies = get(work, ALLIES)
    declaring = (allies >> seat) & 1
    unseen = at(rules, DECKS + trump) & ~(hand | played | get(work, GONE + seat))
    row = (left * NONE_UNSEEN + count(unseen) - get(work, DEAD + seat)) * NONE_CARDS
    need, slack = requirements(rules, work, seat, goal, ours, theirs)
    role = ZERO + ROLE_PARTNER if declaring else ZERO + ROLE_DEFENDER
    if seat == get(work, DECLARER):
        role = ZERO + ROLE_DECLARER
    mine = ONE if (allies >> top_seat) & 1 == declaring else ZERO
    friends = allies if declaring else ~allies
    return choose_by_rules(
        rules, work, legal, hand, unseen, seat, later, friends, role * N_WEIGHTS, top, mine, led_lane, pot,
        best_played, need, slack, row,
    )  # fmt: skip


@helper
def play_hand(rules, work, trump, leader, goal, first_from, state):  # type: ignore[no-untyped-def]
    """Play out the hands in PLAYING; writes LOG, OURS, THEIRS and TRICKS of the work block.

    goal: points the declaring side needs; first_from: mask that the first lead must come from if it can;
    state: stream of the random player. Buried points are not counted here.
    """
    seats, size = at(rules, SEATS), at(rules, HAND)
    allies = get(work, ALLIES)
    for seat in range(seats):
        put(work, ABSENT + seat, 0)
    played, best_played, best_seat = ZERO, ZERO, ZERO
    ours, theirs, tricks = ZERO, ZERO, ZERO
    word = np.uint64(0)
    ply = 0
    for trick in range(size):
        if trick % 2 == 0:
            state = advance(state)
            word = mix(state)
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
            elif trick == 0 and hand & first_from:
                legal = hand & first_from
            if get(work, POLICY_OURS + 1 - ((allies >> seat) & 1)) == RANDOM:
                options = count(legal)
                card = select(legal, below(word, options))
                word = spend(word, options)
            elif legal & (legal - 1) == 0:
                card = legal
            else:
                card = think(
                    rules, work, trump, legal, seat, seats - 1 - position, size - trick, played, top, top_seat,
                    led_lane, pot, best_played, goal, ours, theirs,
                )  # fmt: skip
            index = lowest_index(card)
            put(work, PLAYING + seat, hand ^ card)
            put(work, LOG + ply, index)
            ply += 1
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
        leader = top_seat
        if top > best_played and top & TRUMP_LANE != 0:
            best_played, best_seat = top, top_seat
        if (allies >> leader) & 1:
            ours += pot
            tricks += 1
        else:
            theirs += pot
    if best_played:
        if (allies >> best_seat) & 1:
            ours += at(rules, BEST_TRUMP)
        else:
            theirs += at(rules, BEST_TRUMP)
    put(work, OURS, ours)
    put(work, THEIRS, theirs)
    put(work, TRICKS, tricks)
