"""The cards that a player who samples worlds tries: one of each kind, and how much better than the first of
them, the rules player's, each has done in the same worlds."""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO, lowest_index
from sims.blocks import ALLOWED, CANDIDATE, MERIT, POINTS, REQUIRED, SPREAD
from sims.memory import at, get, put
from sims.players import SEARCHERS

ROLLOUT = SEARCHERS["rollout"]  # the least low byte of the code of a player who samples worlds
MOST_SWAPS = 15


@helper
def distinct_cards(rules, work, legal, visible):
    """One of each kind of legal cards, the lowest: list them in CANDIDATE; gives how many.

    Two cards are of one kind if all cards between them are visible, and they count and oblige alike.
    """
    n = ZERO
    last, last_index = ZERO, ZERO
    rest = legal
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        alike = last != 0 and (index ^ last_index) & 48 == 0
        if alike:
            between = (card - 1) & ~((last << 1) - 1)
            alike = between & ~visible == 0
            alike = alike and at(rules, POINTS + index) == at(rules, POINTS + last_index)
            alike = alike and at(rules, REQUIRED + index) == at(rules, REQUIRED + last_index)
            alike = alike and at(rules, ALLOWED + index) == at(rules, ALLOWED + last_index)
        if not alike:
            put(work, CANDIDATE + n, card)
            n += 1
        last, last_index = card, index
    return n


@helper
def clear_trials(work, n):
    """Nothing is tried yet of the n candidates."""
    for i in range(n):
        put(work, MERIT + i, 0)
        put(work, SPREAD + i, 0)


@helper
def begin_trials(work, n, first):
    """Put the rules player's card, `first`, in the first place of the n candidates; nothing is tried yet."""
    own = ZERO
    for i in range(n):
        # the kind of the rules player's card: no candidate lies between the two
        if get(work, CANDIDATE + i) <= first:
            own = i
    put(work, CANDIDATE + own, get(work, CANDIDATE))
    put(work, CANDIDATE, first)
    clear_trials(work, n)


@helper
def note_gain(work, i, gain):
    """A candidate has done better than the first by so much in a world."""
    put(work, MERIT + i, get(work, MERIT + i) + gain)
    put(work, SPREAD + i, get(work, SPREAD + i) + gain * gain)


@helper
def drop_worst(work, n):
    """Keep the first of the candidates and the better half of the others: how many are kept."""
    keep = 1 + max(1, (n - 1) >> 1)
    for i in range(1, keep):
        best = i
        for j in range(i + 1, n):
            if get(work, MERIT + j) > get(work, MERIT + best):
                best = j
        for words in (CANDIDATE, MERIT, SPREAD):
            kept = get(work, words + best)
            put(work, words + best, get(work, words + i))
            put(work, words + i, kept)
    return keep


@helper
def first_stands(work):
    """After `drop_worst`: whether the best of the others does worse than the first by a standard error."""
    behind = -get(work, MERIT + 1)
    return behind > 0 and behind * behind > get(work, SPREAD + 1)


@helper
def note_worth(work, i, worth, base):
    """Note what a candidate was worth in a world, against `base`, the worth of the first: that worth."""
    if i == 0:
        base = worth
    note_gain(work, i, worth - base)
    return base


@helper
def narrow(work, n, trials):
    """After a round on the n candidates, with so many trials left: (how many are left of them, worlds of the next
    round, 0 if there is none)."""
    if trials == 0:
        return n, ZERO
    n = drop_worst(work, n)
    if first_stands(work):
        return ONE, ZERO
    return n, trials // n


@helper
def list_swaps(work, first, spare):
    """Sets of cards: `first`, and those with one card of it changed for a spare one, at most MOST_SWAPS, into
    CANDIDATE: how many."""
    put(work, CANDIDATE, first)
    n = ONE
    while spare:
        rest = first
        while rest and n < MOST_SWAPS:
            put(work, CANDIDATE + n, first ^ (rest & -rest) ^ (spare & -spare))
            rest &= rest - 1
            n += 1
        spare &= spare - 1
    return n


@helper
def best_place(work, n):
    """The place of the candidate that does best, 0 unless another does better by more than a standard error."""
    choice, most = ZERO, ZERO
    for i in range(1, n):
        gain = get(work, MERIT + i)
        if gain * gain > get(work, SPREAD + i) and gain > most:
            choice, most = i, gain
    return choice


@helper
def best_card(work, n):
    """The candidate in `best_place`."""
    return get(work, CANDIDATE + best_place(work, n))
