"""One hand with sets of cards, played from its first lead to its last card, in the trump frame."""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ZERO, count, lowest_index
from sims.memory import at, get, put
from sims.playout import RANDOM
from sims.sets import (
    beatable,
    beats,
    follow_at_random,
    lane_of,
    lead_at_random,
    one_of,
)
from sims.sets_blocks import (
    ABSENT,
    ATTEMPT,
    DECKS,
    DECLARER,
    FREE,
    GONE,
    HAND,
    LATER,
    LOG,
    N_WEIGHTS,
    NEED,
    OURS,
    PLAYING,
    POLICY_OURS,
    PRESS,
    RESCUE,
    ROLE_DECLARER,
    ROLE_DEFENDER,
    ROLE_PARTNER,
    TALON,
    TALON_FACTOR,
    TALON_WEIGHT,
    TEMPO,
    THEIRS,
    TRICKS,
    WEIGHTS,
    WINNER,
)
from sims.sets_chances import list_later
from sims.sets_player import choose_lead, follow_one, follow_set, pile_points, seen_row
from sims.streams import advance, mix


@helper
def plays_at_random(work, seat):
    """True if a seat's player is `random`."""
    return get(work, POLICY_OURS + ((seat ^ get(work, DECLARER)) & 1)) == RANDOM


@helper
def role_of(work, seat):
    """The role of a seat."""
    away = seat ^ get(work, DECLARER)
    role = ZERO + ROLE_DEFENDER if away & 1 else ZERO + ROLE_PARTNER
    return role if away else ZERO + ROLE_DECLARER


@helper
def think(rules, work, frame, seat, position, played, theirs, pot, best, best_seat, lane, size):
    """The rules player's set; `best` is 0 before the lead."""
    hand, gone = get(work, PLAYING + seat), ZERO
    weights = WEIGHTS + role_of(work, seat) * N_WEIGHTS
    factor = at(rules, TALON_FACTOR)
    last = factor * at(rules, weights + TALON_WEIGHT)
    if seat == get(work, DECLARER):
        gone = get(work, GONE)
        last = 16 * factor * pile_points(rules, frame, gone)
    unseen = at(rules, DECKS + frame) & ~(hand | played | gone)
    row = seen_row(count(hand), unseen, TALON - count(gone))
    need = at(rules, NEED + theirs // 5)
    for_need = (at(rules, weights + PRESS) << 10) // need if need else ZERO
    tempo = at(rules, weights + TEMPO)
    list_later(work, seat, 3 - position, unseen)
    if position == 0:
        return choose_lead(rules, work, frame, hand, unseen, row, weights, tempo, last, need, for_need)
    fixed = tempo + at(rules, weights + LATER) * size * (3 - position)
    ours = ((seat ^ best_seat) & 1) == 0
    if size > 1:
        return follow_set(
            rules, work, frame, hand, unseen, row, weights, fixed, need, for_need, pot, best, ours, lane, size
        )
    rescue = at(rules, weights + RESCUE) if position == 1 else ZERO
    return follow_one(
        rules, work, frame, hand, unseen, row, weights, fixed, need, for_need, pot, best, ours, lane, rescue
    )


@helper
def only_set(hand, lane, size):
    """The set of a seat that has no choice behind a lead, 0 if it has one."""
    own = hand & lane
    held = count(own)
    if held == size:
        return own
    return hand if count(hand) == size else ZERO


@helper
def play_hand(rules, work, frame, leader, state):
    """Play out the hands in PLAYING; writes LOG, ATTEMPT, TRICKS, OURS and THEIRS of the work block and
    gives (winner of the last trick, its points, cards led to it)."""
    declarer = get(work, DECLARER)
    played, ours, theirs = ZERO, ZERO, ZERO
    pot, size = ZERO, ZERO
    trick, ply, left = ZERO, ZERO, ZERO + HAND
    word = np.uint64(0)
    while left:
        state = advance(state)
        word = mix(state)
        best, best_seat, lane, pot, size = ZERO, leader, ZERO, ZERO, ZERO
        for position in range(4):
            seat = (leader + position) & 3
            hand = get(work, PLAYING + seat)
            if position == 2:
                state = advance(state)
                word = mix(state)
            if position == 0:
                put(work, ATTEMPT + trick, 0)
                if plays_at_random(work, seat):
                    act, word = lead_at_random(hand, word)
                elif left == 1:
                    act = hand
                else:
                    act = think(
                        rules, work, frame, seat, ZERO, played, theirs, pot, best, best_seat, lane, size
                    )
                size = count(act)
                lane = lane_of(rules, lowest_index(act))
                if size > 1 and at(rules, FREE) == 0:
                    others = get(work, PLAYING) | get(work, PLAYING + 1)
                    others |= get(work, PLAYING + 2) | get(work, PLAYING + 3)
                    loose = beatable(rules, act, others & ~hand)
                    if loose:
                        put(work, ATTEMPT + trick, act)
                        act, word = one_of(loose, word)
                        size = ZERO + 1
                best = act
            else:
                if plays_at_random(work, seat):
                    act, word = follow_at_random(rules, hand, lane, size, word)
                else:
                    act = only_set(hand, lane, size)
                    if act == 0:
                        act = think(
                            rules,
                            work,
                            frame,
                            seat,
                            position,
                            played,
                            theirs,
                            pot,
                            best,
                            best_seat,
                            lane,
                            size,
                        )
                if beats(rules, act, best, lane):
                    best, best_seat = act, seat
                if act & ~lane:
                    put(work, ABSENT + seat, get(work, ABSENT + seat) | lane)
            put(work, PLAYING + seat, hand ^ act)
            put(work, LOG + ply, act)
            ply += 1
            played |= act
            pot += pile_points(rules, frame, act)
        leader = best_seat
        put(work, WINNER + trick, leader)
        if (leader ^ declarer) & 1:
            theirs += pot
        else:
            ours += pot
        left -= size
        trick += 1
    put(work, TRICKS, trick)
    put(work, OURS, ours)
    put(work, THEIRS, theirs)
    return leader, pot, size
