"""One hand with sets of cards, played from where the table stands to its last card, in the trump frame."""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ZERO, count, lowest_index
from sims.candidates import ROLLOUT
from sims.memory import at, call, get, put
from sims.playout import RANDOM
from sims.sets import beatable, beats, follow_at_random, lane_of, lead_at_random, one_of
from sims.sets_blocks import (
    ABSENT,
    ATTEMPT,
    BEST,
    BEST_SEAT,
    DECLARER,
    FREE,
    HAND,
    LEADER,
    LED,
    LEFT,
    LOG,
    OURS,
    PLAYED,
    PLAYING,
    PLIES,
    POLICY_OURS,
    POSITION,
    POT,
    SEARCH,
    SIZE,
    TABLE,
    TABLE_END,
    THEIRS,
    THINK,
    TRICKS,
    WINNER,
)
from sims.sets_levels import count_total
from sims.sets_player import pile_points
from sims.streams import advance, mix


@helper
def policy_of(work, seat):
    """The player of a seat."""
    return get(work, POLICY_OURS + ((seat ^ get(work, DECLARER)) & 1))


@helper
def plays_at_random(work, seat):
    """True if a seat's player is `random`."""
    return policy_of(work, seat) == RANDOM


@helper
def only_set(hand, lane, size):
    """The set of a seat that has no choice behind a lead, 0 if it has one."""
    own = hand & lane
    held = count(own)
    if held == size:
        return own
    return hand if count(hand) == size else ZERO


@helper
def begin_table(work):
    """Nothing is played yet; the declarer leads."""
    for word in range(TABLE, TABLE_END):
        put(work, word, 0)
    put(work, LEADER, get(work, DECLARER))
    put(work, LEFT, HAND)


@helper
def choose_set(rules, work, frame, seat, policy):
    """The set of a seat that has a choice and thinks."""
    act = call(at(rules, THINK), rules, work, frame, seat)
    if policy >= ROLLOUT:
        act = call(at(rules, SEARCH), rules, work, frame, seat, act, policy >> 8)
    return act


@helper
def take_back(rules, work, seat, act, word):
    """(set led, word) of a seat that leads several cards where they must be unbeatable: `act`, or one of its
    cards that can be beaten."""
    others = get(work, PLAYING) | get(work, PLAYING + 1) | get(work, PLAYING + 2) | get(work, PLAYING + 3)
    loose = beatable(rules, act, others & ~get(work, PLAYING + seat))
    if loose:
        put(work, ATTEMPT + get(work, TRICKS), act)
        act, word = one_of(loose, word)
    return act, word


@helper
def lay_set(rules, work, frame, seat, act):
    """The seat whose turn it is plays a set."""
    position = get(work, POSITION)
    if position == 0:
        put(work, LED, lane_of(rules, lowest_index(act)))
        put(work, SIZE, count(act))
        put(work, BEST, act)
        put(work, BEST_SEAT, seat)
        put(work, POT, 0)
    else:
        lane = get(work, LED)
        if beats(rules, act, get(work, BEST), lane):
            put(work, BEST, act)
            put(work, BEST_SEAT, seat)
        if act & ~lane:
            put(work, ABSENT + seat, get(work, ABSENT + seat) | lane)
    ply = get(work, PLIES)
    put(work, LOG + ply, act)
    put(work, PLIES, ply + 1)
    put(work, PLAYING + seat, get(work, PLAYING + seat) ^ act)
    put(work, PLAYED, get(work, PLAYED) | act)
    put(work, POT, get(work, POT) + pile_points(rules, frame, act))
    put(work, POSITION, position + 1)


@helper
def close_trick(work):
    """The best set takes the trick and leads the next."""
    leader, trick = get(work, BEST_SEAT), get(work, TRICKS)
    pile = THEIRS if (leader ^ get(work, DECLARER)) & 1 else OURS
    put(work, pile, get(work, pile) + get(work, POT))
    put(work, WINNER + trick, leader)
    put(work, LEADER, leader)
    put(work, TRICKS, trick + 1)
    put(work, LEFT, get(work, LEFT) - get(work, SIZE))
    put(work, POSITION, 0)
    put(work, BEST, 0)


@unit
def play_out(rules, work, frame, stream_):
    """Play the hands in PLAYING from where the table stands: writes LOG, ATTEMPT, WINNER, the table and TOTAL.

    stream_: state of the stream of the random player.
    """
    state, word = np.uint64(stream_), np.uint64(0)
    while get(work, LEFT):
        position = get(work, POSITION)
        while position < 4:
            seat = (get(work, LEADER) + position) & 3
            hand, policy = get(work, PLAYING + seat), policy_of(work, seat)
            if position & 1 == 0:
                state = advance(state)
                word = mix(state)
            if position == 0:
                put(work, ATTEMPT + get(work, TRICKS), 0)
                if policy == RANDOM:
                    act, word = lead_at_random(hand, word)
                elif get(work, LEFT) == 1:
                    act = hand
                else:
                    act = choose_set(rules, work, frame, seat, policy)
                if at(rules, FREE) == 0 and count(act) > 1:
                    act, word = take_back(rules, work, seat, act, word)
            else:
                lane, size = get(work, LED), get(work, SIZE)
                if policy == RANDOM:
                    act, word = follow_at_random(rules, hand, lane, size, word)
                else:
                    act = only_set(hand, lane, size)
                    if act == 0:
                        act = choose_set(rules, work, frame, seat, policy)
            lay_set(rules, work, frame, seat, act)
            position += 1
        close_trick(work)
    count_total(rules, work, frame)
    return ZERO
