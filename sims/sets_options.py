"""The sets that a player who samples worlds tries: one of each kind, by what the rules player thinks of them."""

from __future__ import annotations

from sims import blocks
from sims._jit import helper
from sims.bits import ONE, ZERO, count, lowest_index
from sims.memory import at, get, put
from sims.rules_player import LOWEST
from sims.sets import beats, deposit, lane_of
from sims.sets_blocks import (
    ABOVE,
    BEST,
    KIND,
    LED,
    MOST_OPTIONS,
    MOST_TRIED,
    OPTION,
    OPTION_MERIT,
    OPTIONS,
    PASSING,
    PLAN,
    PLAYING,
    ROLE_WEIGHTS,
    ROW,
    SIZE,
    TAKEN,
    UNSEEN,
)
from sims.sets_chances import hold_chance
from sims.sets_frame import OFF_RANKS, OFF_TWOS
from sims.sets_player import give_cards, note_option, pile_points, set_merit

N_BASES = 4


@helper
def alike(rules, frame, low, high, hidden):
    """Whether two cards of a lane are of one kind: worth alike, and no hidden card tells them apart by lying
    between them or being equal to the lower one alone."""
    below, above = at(rules, ABOVE + lowest_index(low)), at(rules, ABOVE + lowest_index(high))
    if pile_points(rules, frame, low) != pile_points(rules, frame, high):
        return False
    apart = below & ~above & ~high
    if below != above:
        apart |= OFF_TWOS if low & OFF_TWOS else ZERO
        apart |= OFF_RANKS if low & OFF_RANKS else ZERO
    return apart & hidden == 0


@helper
def kind_of(rules, frame, act, hand, hidden):
    """The kind of a set: the set with each of its cards as low as its kind allows."""
    kind = ZERO
    while hand:
        card = hand & -hand
        same, rest = card, hand & lane_of(rules, lowest_index(card)) & ~card
        while rest:
            other = rest & -rest
            rest ^= other
            if alike(rules, frame, card, other, hidden):
                same |= other
        kind |= deposit((ONE << count(act & same)) - 1, same)
        hand &= ~same
    return kind


@helper
def note_set(rules, work, frame, act):
    """List a set behind a lead of several cards with its merit."""
    lane, chance = get(work, LED), get(work, PASSING)
    if beats(rules, act, get(work, BEST), lane):
        chance = hold_chance(rules, work, act, lane, get(work, ROW), ZERO)
    note_option(work, act, set_merit(rules, work, frame, act, chance))


@helper
def list_sets(rules, work, frame, hand, first):
    """List in OPTIONS what may be played to several cards led: the rules player's set, the least that takes, what
    he would give to a trick lost and to one won, and those with one card of these changed for another."""
    lane, size = get(work, LED), get(work, SIZE)
    unseen, weights = get(work, UNSEEN), get(work, ROLE_WEIGHTS)
    open_ = hand & lane  # what may be chosen from
    if count(open_) < size:
        open_ = hand & ~lane
    put(work, OPTIONS, 0)
    for base in range(N_BASES):
        act = first if base == 0 else get(work, TAKEN)
        if base > 1:
            act = give_cards(rules, frame, hand, unseen, weights, lane, size, ZERO + 1024 * (base - 2))
        if act == 0 or (base and act == first):
            continue
        if get(work, OPTIONS) < MOST_OPTIONS:
            note_set(rules, work, frame, act)
        losses = act & open_
        while losses:
            gains = open_ & ~act
            while gains and get(work, OPTIONS) < MOST_OPTIONS:
                note_set(rules, work, frame, act ^ (losses & -losses) ^ (gains & -gains))
                gains &= gains - 1
            losses &= losses - 1


@helper
def list_tried(rules, work, frame, seat, first):
    """Put the rules player's set and those of other kinds that he likes best into CANDIDATE of the plan: how many."""
    plan, hand = get(work, PLAN), get(work, PLAYING + seat)
    hidden = get(work, UNSEEN) | get(work, BEST)
    put(plan, blocks.CANDIDATE, first)
    put(work, KIND, kind_of(rules, frame, first, hand, hidden))
    n = ONE
    while n < MOST_TRIED:
        choice, most = ZERO - 1, LOWEST
        for i in range(get(work, OPTIONS)):
            if get(work, OPTION_MERIT + i) > most:
                choice, most = ZERO + i, get(work, OPTION_MERIT + i)
        if choice < 0:
            break
        put(work, OPTION_MERIT + choice, LOWEST)
        act = get(work, OPTION + choice)
        kind = kind_of(rules, frame, act, hand, hidden)
        known = False
        for i in range(n):
            known = known or get(work, KIND + i) == kind
        if not known:
            put(plan, blocks.CANDIDATE + n, act)
            put(work, KIND + n, kind)
            n += 1
    return n
