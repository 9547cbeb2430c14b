"""The player `rollout:N` of Da Bai Fen: which set to play, which cards to lay away; docs/players-da-bai-fen.md is
its text.

What he tries he tries in the same worlds, which fit what he knows; the `rules` player finishes each, and the act
stands after which his side does best by the level table, then in points.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from sims import blocks
from sims._jit import helper, unit
from sims.bits import ONE, ZERO
from sims.candidates import best_card, clear_trials, list_swaps, narrow, note_worth
from sims.memory import at, call, get, put
from sims.sets_blocks import (
    ABSENT,
    BURY,
    DECKS,
    DECLARER,
    GONE,
    HANDS,
    PLAN,
    PLAY,
    PLAYING,
    PLIES,
    POSITION,
    SEARCH,
    SEARCH_KEY,
    SEATS,
    SIZE,
    TALON,
    TOTAL,
    UNSEEN,
    WORLD,
    WORLD_RULES,
)
from sims.sets_hands import lay_away
from sims.sets_levels import level_change, row_of
from sims.sets_options import list_sets, list_tried
from sims.sets_play import begin_table, lay_set
from sims.sets_worlds import draw_layout, lay_world, plan_layouts
from sims.streams import stream
from sims.tables import SEATS as SEATS_SETTING
from sims.tables import Int64Array

LEVEL_WORTH = 100  # points that a promotion is worth
SPARE = 3  # cards next in line to be laid away
BURIAL = 64  # + trump: number of the burial among the decisions of a hand, after its plies


@helper
def try_set(rules, work, frame, seat, act, burying):
    """What a hand is worth to the declaring side in the world that is drawn if a seat plays a set, or lays it away."""
    world = get(work, WORLD)
    lay_world(rules, work, seat)
    if burying:
        put(world, GONE, act)
        put(world, PLAYING + seat, get(work, PLAYING + seat) ^ act)
    else:
        lay_set(rules, world, frame, seat, act)
    call(at(rules, PLAY), rules, world, frame, ZERO)
    total = get(world, TOTAL)
    return LEVEL_WORTH * level_change(rules, total, row_of(rules, total)) - total


@helper
def best_tried(rules, work, frame, seat, n, free, state, burying, n_worlds):
    """The best of the n sets in CANDIDATE of the plan, of which the first is the rules player's."""
    plan = get(work, PLAN)
    sign = 1 - 2 * ((seat ^ get(work, DECLARER)) & 1)
    clear_trials(plan, n)
    worlds, trials = n_worlds >> 1, n * n_worlds
    while True:
        for _ in range(worlds):
            state = draw_layout(rules, work, free, state)
            base = ZERO
            for i in range(n):
                worth = sign * try_set(rules, work, frame, seat, get(plan, blocks.CANDIDATE + i), burying)
                base = note_worth(plan, i, worth, base)
        n, worlds = narrow(plan, n, trials)
        if worlds == 0:
            return best_card(plan, n)
        trials = ZERO


@unit
def search_set(rules, work, frame, seat, first, n_worlds):
    """The set of a seat that has a choice; first: the rules player's, who has just thought."""
    if get(work, SIZE) > 1 and get(work, POSITION):
        list_sets(rules, work, frame, get(work, PLAYING + seat), first)
    n = list_tried(rules, work, frame, seat, first)
    if n == 1:
        return first
    free = plan_layouts(rules, work, frame, seat, get(work, UNSEEN))
    state = stream(np.uint64(get(work, SEARCH_KEY)), get(work, PLIES))
    return best_tried(rules, work, frame, seat, n, free, state, ZERO, n_worlds)


@helper
def list_burials(rules, work, frame, hand):
    """What the rules player would lay away, and sets with one card of it changed for one of the SPARE next in line,
    into CANDIDATE of the plan: how many."""
    first = lay_away(rules, frame, hand, ZERO + TALON)
    spare = lay_away(rules, frame, hand, ZERO + TALON + SPARE) & ~first
    return list_swaps(get(work, PLAN), first, spare)


@unit
def search_burial(rules, work, frame, hand, n_worlds):
    """The six cards that the declarer lays away of his 18."""
    declarer = get(work, DECLARER)
    begin_table(work)
    for seat in range(SEATS):
        put(work, ABSENT + seat, 0)
        put(work, PLAYING + seat, get(work, HANDS + seat))
    put(work, PLAYING + declarer, hand)
    put(work, GONE, 0)
    n = list_burials(rules, work, frame, hand)
    free = plan_layouts(rules, work, frame, declarer, at(rules, DECKS + frame) & ~hand)
    state = stream(np.uint64(get(work, SEARCH_KEY)), BURIAL + (frame & 3))
    return best_tried(rules, work, frame, declarer, n, free, state, ONE, n_worlds)


@cache
def _world_rules() -> Int64Array:
    """A rules block of `sims.blocks` with what `sims.worlds` reads of it."""
    block = np.zeros(blocks.RULES_SIZE, np.int64)
    binomials = blocks.binomials().ravel()
    block[SEATS_SETTING] = SEATS
    block[blocks.BINOMIAL : blocks.BINOMIAL + len(binomials)] = binomials
    return block


def allow_search(block: Int64Array) -> None:
    """Write the addresses of the player into a rules block: compiles or loads him."""
    block[SEARCH], block[BURY] = search_set.address, search_burial.address
    block[WORLD_RULES] = _world_rules().ctypes.data
