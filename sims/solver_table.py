"""The table of positions that the exact solver has solved, at the lead to a trick.

A position is told by how many cards of each lane every seat holds, who holds which special card, who leads,
and the owners of the other cards from the highest down. The last part may be told in part: an entry says
down to which card of each lane the order mattered, and stands for all positions that agree so far. The
cards are pressed together before they are compared, so that only their order counts, not their place.
"""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO, deposit, extract
from sims.memory import get, put
from sims.solver_space import (
    AGE,
    BUCKETS,
    ENTRY,
    OPTIONS,
    RANKS,
    SPECIAL,
    TABLE_AT,
    UNBROKEN,
    WAYS,
)
from sims.tables import TRUMP_LANE

# words of an entry
SHAPE, HOLDERS, FIRST, SECOND, KINDS, ORDERED, BOUNDED = range(7)
LIMIT = (1 << 12) - 1  # bounds have 12 bits each
OPEN, PROVED, REFUTED = 0, 1, 2


@helper
def lane_counts(hand):
    """Cards of each lane, in the low four bits of the lane."""
    hand = hand - ((hand >> 1) & 0x5555555555555555)
    hand = (hand & 0x3333333333333333) + ((hand >> 2) & 0x3333333333333333)
    hand = (hand + (hand >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (hand + (hand >> 8)) & 0x000F000F000F000F


@helper
def shape_of(h0, h1, h2, h3):
    """Cards of each seat in each lane, four bits each."""
    low = lane_counts(h0) | lane_counts(h1) << 4
    return low | (lane_counts(h2) | lane_counts(h3) << 4) << 8


@helper
def holders_of(space, leader, odd, high, rest):
    """Who holds each special card, who leads, whether trumps are broken, and the age of the table."""
    special = get(space, SPECIAL)
    word = extract(odd, special) | extract(high, special) << 16 | extract(rest, special) << 32
    broken = ZERO if rest & TRUMP_LANE == get(space, UNBROKEN) else ONE
    return word | leader << 48 | broken << 50 | get(space, AGE) << 51


@helper
def bucket_of(space, shape, holders):
    """Offset of the bucket of a position."""
    word = shape * 0x1E3779B97F4A7C15 + holders * 0x3F58476D1CE4E5B9
    word = (word ^ (word >> 32)) * 0x14D049BB133111EB
    return get(space, TABLE_AT) + ((word >> 40) & get(space, BUCKETS)) * (ENTRY * WAYS)


@helper
def look_up(space, bucket, shape, holders, first, second, kinds, need):
    """(OPEN, PROVED or REFUTED; cards whose order decided, pressed together; a card to try first or -1)."""
    hint = ZERO - 1
    for way in range(WAYS):
        entry = bucket + ENTRY * way
        if get(space, entry + SHAPE) != shape or get(space, entry + HOLDERS) != holders:
            continue
        differs = (get(space, entry + FIRST) ^ first) | (get(space, entry + SECOND) ^ second)
        ordered = get(space, entry + ORDERED)
        if (differs | (get(space, entry + KINDS) ^ kinds)) & ordered:
            continue
        word = get(space, entry + BOUNDED)
        if need <= word & LIMIT:
            return PROVED, ordered, hint
        if need > (word >> 12) & LIMIT:
            return REFUTED, ordered, hint
        hint = (word >> 24) & 63
    return OPEN, ZERO, hint


@helper
def victim(space, bucket, holders, left):
    """The entry of a full bucket to give up: one of another age, else the one of the fewest tricks left."""
    chosen, least = bucket, 1 << 20
    for way in range(WAYS):
        entry = bucket + ENTRY * way
        stale = (get(space, entry + HOLDERS) ^ holders) >> 51 != 0
        tricks = ZERO if stale else get(space, entry + BOUNDED) >> 32
        if tricks < least:
            chosen, least = entry, tricks
    return chosen


@helper
def store(space, bucket, shape, holders, first, second, kinds, ordered, need, won, most, hint, left):
    """Keep that `need` can be reached (won) or not; most: what is to be had at all."""
    low, high = (need, most) if won else (ZERO, need - 1)
    chosen = ZERO
    for way in range(WAYS):
        entry = bucket + ENTRY * way
        if get(space, entry + SHAPE) != shape or get(space, entry + HOLDERS) != holders:
            continue
        differs = (get(space, entry + FIRST) ^ first) | (get(space, entry + SECOND) ^ second)
        differs |= get(space, entry + KINDS) ^ kinds
        if get(space, entry + ORDERED) == ordered and differs & ordered == 0:
            word = get(space, entry + BOUNDED)
            low, high = max(low, word & LIMIT), min(high, (word >> 12) & LIMIT)
            chosen = entry
    if chosen == 0:
        chosen = victim(space, bucket, holders, left)
        put(space, chosen + SHAPE, shape)
        put(space, chosen + HOLDERS, holders)
        put(space, chosen + FIRST, first)
        put(space, chosen + SECOND, second)
        put(space, chosen + KINDS, kinds)
        put(space, chosen + ORDERED, ordered)
    put(space, chosen + BOUNDED, low | high << 12 | hint << 24 | left << 32)


@helper
def pressed(space, relevant, rest):
    """The relevant of the cards in hands, pressed together; all of them if every rank is to count."""
    if get(space, OPTIONS) & RANKS == 0:
        relevant = rest
    return extract(relevant, rest)


@helper
def spread(ordered, rest):
    """The cards in hands that `pressed` made one word of."""
    return deposit(ordered, rest)
