"""The player `rollout:N` of 101: which card to put, which suit to order, whether to put what he has drawn;
docs/players-odd-games.md is his text.

For each act that differs he deals worlds that fit what he knows, the same for all acts, lets the `rules` player
finish each, and does what serves him best: to be out first, and to cost fewer points than the others.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count, lowest_index
from sims.blocks import CANDIDATE, SEARCH, STOCK_DRAWN, STOCK_STATE, STOCK_WORD, WORLD
from sims.candidates import best_card, clear_trials, narrow, note_worth
from sims.memory import at, get, put
from sims.shedding import delta_of, lay_card, play_on
from sims.shedding_seen import copy_pile, lay_hands, plan_hands, read_log
from sims.shedding_tables import (
    ALIKE,
    ASK_DRAWN,
    ASK_ORDER,
    DRAWS,
    FIT,
    HANDS,
    KEEP,
    NEW_STATE,
    OUT,
    PLAYERS,
    QUEENS,
    RENEWED,
    SEARCH_KEY,
    STEP,
)
from sims.streams import advance, mix, stream
from sims.tables import Int64Array
from sims.worlds import draw_world

OUT_WORTH = 10  # points that going out is worth
MOST_ACTS_TRIED = 16


@helper
def list_act(work, n, act):
    """Add an act to the candidates unless it is the first one or there is no room: how many there are."""
    if n == MOST_ACTS_TRIED or act == get(work, CANDIDATE):
        return n
    put(work, CANDIDATE + n, act)
    return n + 1


@helper
def list_acts(rules, work, seat, legal, first, asked):
    """List the acts that differ in CANDIDATE, the rules player's first: how many."""
    queens, alike = legal & at(rules, QUEENS), legal & at(rules, ALIKE)
    rest = (legal ^ queens) | (alike & -alike) | (queens & ~alike)
    put(work, CANDIDATE, first)
    n = ONE
    if asked == ASK_DRAWN:
        n = list_act(work, n, ZERO + KEEP)
    last = asked != ASK_ORDER and count(get(work, HANDS + seat)) == 1
    for with_queens in range(2):  # what can be ordered comes last, as it is left out if there is no room
        cards = rest & queens if with_queens else rest & ~queens
        while cards:
            card = lowest_index(cards)
            cards &= cards - 1
            if with_queens == 0 or last:
                n = list_act(work, n, card + 64 * (card >> 4))
            else:
                for suit in range(4):
                    n = list_act(work, n, card + 64 * suit)
    return n


@helper
def try_act(rules, world, seat, act, asked, top, fit, acts, state):
    """Do an act in a world and let `rules` play on to the end."""
    step, draws, over = ONE, ZERO, False
    if act != KEEP:
        card, suit = act & 63, act >> 6
        fit = at(rules, FIT + 4 * card + suit)
        step, draws = at(rules, STEP + card), at(rules, DRAWS + card)
        if asked != ASK_ORDER:
            bit = ONE << card
            hand = lay_card(world, seat, bit, suit, top)
            over = hand == 0 and step != 0
            top = bit
            acts += 1
    play_on(rules, world, seat, top, fit, step, draws, over, acts, state)


@helper
def worth_of(rules, world, seat):
    """What a finished hand is worth to a seat, in points times the number of others."""
    out, others = get(world, OUT), at(rules, PLAYERS) - 1
    if out < 0:
        return ZERO
    worth = -others * delta_of(rules, world, seat)
    for other in range(others + 1):
        if other != seat:
            worth += delta_of(rules, world, other)
    if out == seat:
        worth += OUT_WORTH * others
    return worth


@unit
def search_act(rules, work, seat, legal, first, top, fit, acts, asked, n_worlds):
    """The act of a player who is asked something; first: the rules player's act.

    An act is card + 64 * suit ordered (a card that orders nothing: its own suit), or KEEP.
    """
    n = list_acts(rules, work, seat, legal, first, asked)
    if n == 1:
        return first
    read_log(rules, work)
    free = plan_hands(rules, work, seat, top)
    copy_pile(rules, work)
    world = get(work, WORLD)
    state = stream(np.uint64(get(work, SEARCH_KEY)), 2 * acts + min(asked, ONE))
    clear_trials(work, n)
    worlds, trials = n_worlds >> 1, n * n_worlds
    while True:
        for _ in range(worlds):
            state = draw_world(rules, work, free, state)
            state = advance(state)
            stock = mix(state)
            state = advance(state)
            base = ZERO
            for i in range(n):
                lay_hands(rules, work, seat)
                put(world, STOCK_STATE, np.int64(stock))
                put(world, STOCK_WORD, 0)
                put(world, STOCK_DRAWN, 0)
                put(world, NEW_STATE, np.int64(mix(state)))
                put(world, RENEWED, 0)
                try_act(rules, world, seat, get(work, CANDIDATE + i), asked, top, fit, acts, state)
                worth = worth_of(rules, world, seat)
                base = note_worth(work, i, worth, base)
        n, worlds = narrow(work, n, trials)
        if worlds == 0:
            return best_card(work, n)
        trials = ZERO


def allow_search(block: Int64Array) -> None:
    """Write the address of the player into a rules block: compiles or loads him."""
    block[SEARCH] = search_act.address
