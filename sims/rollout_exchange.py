"""The player `rollout:N` with the kitty in hand: which cards to lay away, and which trump if it is still open.

As for a card (`sims.rollout`): what `rules` would lay away and sets that differ from it by a card are tried on
the same worlds. Where everybody draws anew after his discards he discards as `rules` does: a search over sets
with a card more or less won nothing there.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count
from sims.blocks import (
    ALLIES,
    CANDIDATE,
    DEAD,
    DEALT,
    DECKS,
    DECLARER,
    DISCARD,
    GONE,
    HANDS,
    MERIT,
    PLAYING,
    POLICY_OURS,
    WORLD,
    WORTH,
)
from sims.candidates import best_place, clear_trials, drop_worst, list_swaps, note_gain
from sims.contracts import contract_terms, exchange
from sims.exchange import ANY_TRUMP, discard_by_rules, to_frame
from sims.memory import at, call, get, put
from sims.playout import begin_play
from sims.rollout import finish_hand
from sims.streams import stream
from sims.tables import DRAWS, HAND, KITTY, SEATS, TRICK_POINTS
from sims.worlds import draw_world, lay_world, plan_worlds

SPARE = 3  # cards next in line to be laid away
EXCHANGES = 64  # + trump: number of the exchange among the decisions of a hand, after its plies


@helper
def list_exchanges(rules, hand, first, work):
    """Sets to lay away into CANDIDATE: `first`, and those with one card of it changed for one of the SPARE next
    in line; how many."""
    stay = at(rules, HAND) - SPARE
    return list_swaps(work, first, discard_by_rules(rules, hand, stay, stay) & ~first)


@helper
def lay_away(rules, work, seat, hand, gone):
    """The declarer lays cards away in a world: everybody else knows how many, not which."""
    world = get(work, WORLD)
    lay_world(rules, work, seat)
    put(world, PLAYING + seat, hand ^ gone)
    for other in range(at(rules, SEATS)):
        put(world, GONE + other, gone if other == seat else ZERO)
        put(world, DEAD + other, ZERO if other == seat else count(gone))


@unit
def search_discards(rules, work, trump, bid, goal, first_from, leader, seat, hand, stream_, n_worlds):
    """The cards that a seat lays away from `hand`; also puts into WORTH what a world is then worth to its side,
    in 64ths. stream_: state of the stream of this decision."""
    state = np.uint64(stream_)
    size = at(rules, HAND)
    first = discard_by_rules(rules, hand, size, size)
    n = list_exchanges(rules, hand, first, work)
    begin_play(rules, work)
    free = plan_worlds(rules, work, seat, at(rules, DECKS + trump) & ~hand)
    sign = 1 if (get(work, ALLIES) >> seat) & 1 else -1
    clear_trials(work, n)
    half, rest, total, worlds = n_worlds >> 1, n * n_worlds, ZERO, ZERO
    while True:
        for _ in range(half):
            state = draw_world(rules, work, free, state)
            base = ZERO
            for i in range(n):
                lay_away(rules, work, seat, hand, get(work, CANDIDATE + i))
                worth = sign * finish_hand(
                    rules, get(work, WORLD), trump, bid, goal, ZERO, leader, ZERO, ZERO, leader, ZERO, ZERO, ZERO,
                    at(rules, TRICK_POINTS), ZERO, first_from,
                )  # fmt: skip
                if i == 0:
                    base = worth
                    total += worth
                    worlds += 1
                note_gain(work, i, worth - base)
        if rest == 0 or n == 1:
            break
        n = drop_worst(work, n)
        half, rest = rest // n, ZERO
    best = best_place(work, n)
    put(work, WORTH, 64 * (total + get(work, MERIT + best)) // max(worlds, ONE))
    return get(work, CANDIDATE + best)


@helper
def ask_discards(rules, work, trump, bid, hand, key, n_worlds):
    """`search_discards` of the declarer under a contract."""
    seat = get(work, DECLARER)
    for other in range(at(rules, SEATS)):
        put(work, PLAYING + other, get(work, HANDS + other))
    leader, goal, first_from = contract_terms(rules, work, bid)
    decision = np.int64(stream(key, EXCHANGES + trump))
    return call(
        at(rules, DISCARD), rules, work, trump, bid, goal, first_from, leader, seat, hand, decision,
        n_worlds,
    )  # fmt: skip


@helper
def swap_kitty(rules, work, choice, trump, bid, kitty, key, n_worlds):
    """The declarer's trump, if it is still open, and discards with the kitty in hand: the trump."""
    declarer = get(work, DECLARER)
    full = get(work, DEALT + declarer) | kitty
    put(work, GONE + declarer, ZERO)
    by_rules, gone, most = trump, ZERO, ZERO
    for suit in range(4 if choice == ANY_TRUMP else 1):
        named = (by_rules + suit) & 3  # the rules player's first: it wins ties
        away = ask_discards(rules, work, named, bid, to_frame(rules, full, named), key, n_worlds)
        if suit == 0 or get(work, WORTH) > most:
            trump, gone, most = named, away, get(work, WORTH)
    if trump != by_rules:
        for seat in range(at(rules, SEATS)):
            put(work, HANDS + seat, to_frame(rules, get(work, DEALT + seat), trump))
    hand = to_frame(rules, full, trump)
    put(work, GONE + declarer, gone)
    put(work, HANDS + declarer, hand ^ gone)
    for seat in range(at(rules, SEATS)):
        put(work, DEAD + seat, ZERO if seat == declarer else count(gone))
    return trump


@helper
def search_exchange(rules, work, choice, bid, kitty, state, key):
    """`exchange` for all players, for one bid: fills HANDS, GONE and DEAD; gives the trump."""
    trump = exchange(rules, work, choice, kitty, state)
    worlds = get(work, POLICY_OURS) >> 8
    if worlds and at(rules, KITTY) and at(rules, DRAWS) == 0:
        trump = swap_kitty(rules, work, choice, trump, bid, kitty, key, worlds)
    return trump
