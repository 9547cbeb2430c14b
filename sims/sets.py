"""Sets of cards in tricks: what beats what, and the acts of the random player. Masks are frame masks."""

from __future__ import annotations

from sims._jit import helper
from sims.bits import HAS_PDEP, ZERO, _deposit, count, highest_index, lowest_index, select
from sims.memory import at
from sims.sets_blocks import ABOVE, CHOOSE, LANE, SUBSETS, SUBSETS_AT, TO_FRAME, UNIFORM
from sims.sets_frame import PLAIN, PLAIN_BITS, TRUMP_SHIFT, TRUMPS
from sims.streams import below, spend


@helper
def deposit_portable(code, mask):
    """The cards of a mask that a code picks, its lowest bit for the lowest card."""
    chosen = 0
    while code:
        card = mask & -mask
        mask ^= card
        if code & 1:
            chosen |= card
        code >>= 1
    return chosen


@helper
def _deposit_pdep(code, mask):
    return _deposit(code, mask)


deposit = _deposit_pdep if HAS_PDEP else deposit_portable


@helper
def to_frame(rules, mask, frame):
    """A natural mask moved to a frame."""
    table = TO_FRAME + 64 * frame
    moved = 0
    while mask:
        moved |= at(rules, table + lowest_index(mask))
        mask &= mask - 1
    return moved


@helper
def lead_at_random(hand, word):
    """(set, word): any set of one or more cards of one lane, each equally likely."""
    lane_0, lane_1 = hand & PLAIN, hand & (PLAIN << PLAIN_BITS)
    lane_2, lane_3 = hand & (PLAIN << (2 * PLAIN_BITS)), hand & TRUMPS
    one = (1 << count(lane_0)) - 1
    two = one + (1 << count(lane_1)) - 1
    three = two + (1 << count(lane_2)) - 1
    options = three + (1 << count(lane_3)) - 1
    r = below(word, options)
    lane, first = lane_3, three
    if r < three:
        lane, first = lane_2, two
    if r < two:
        lane, first = lane_1, one
    if r < one:
        lane, first = lane_0, ZERO
    return deposit(r - first + 1, lane), spend(word, options)


@helper
def follow_at_random(rules, hand, lane, size, word):
    """(set, word): any legal set behind a lead of `size` cards of a lane, each equally likely."""
    forced, choice = ZERO, hand & lane
    held = count(choice)
    if held < size:
        forced, choice = choice, hand & ~lane
        size -= held
        held = count(choice)
    place = 13 * held + size
    options = at(rules, CHOOSE + place)
    code = at(rules, SUBSETS + at(rules, SUBSETS_AT + place) + below(word, options))
    return forced | deposit(code, choice), spend(word, options)


@helper
def matches(rules, new, best):
    """True if the cards of `new`, all of the lane led or trumps, can be matched with those of `best` so
    that each beats its own: the j strongest of `best` need j stronger cards, for every j."""
    needed = 0
    while best:
        index = highest_index(best)
        best ^= 1 << index
        needed += 1
        stronger = at(rules, ABOVE + index) | (TRUMPS if index < TRUMP_SHIFT else 0)
        if count(new & stronger) < needed:
            return False
    return True


@helper
def beats(rules, new, best, lane):
    """True if a set of the same size beats the best one so far behind a lead of a lane."""
    if new & ~(lane | TRUMPS):
        return False
    if at(rules, UNIFORM) and new & ~lane and new & ~TRUMPS:
        return False
    return matches(rules, new, best)


@helper
def least_beating(rules, supply, best):
    """The least cards of a supply, all of the lane led or trumps, that beat a set; 0 if none do.

    From the strongest card of the set down, each is beaten by the weakest card that can.
    """
    chosen = ZERO
    while best:
        index = highest_index(best)
        best ^= 1 << index
        stronger = supply & (at(rules, ABOVE + index) | (TRUMPS if index < TRUMP_SHIFT else 0))
        if stronger == 0:
            return ZERO
        card = stronger & -stronger
        chosen |= card
        supply ^= card
    return chosen


@helper
def beatable(rules, led, others):
    """The cards of a lead that some card of the other hands beats in their lane."""
    found = ZERO
    rest = led
    while rest:
        card = rest & -rest
        rest ^= card
        if others & at(rules, ABOVE + lowest_index(card)):
            found |= card
    return found


@helper
def lane_of(rules, index):
    """All cards of the lane of a frame index."""
    return at(rules, LANE + index)


@helper
def one_of(mask, word):
    """(card, word): any card of a mask, each equally likely."""
    options = count(mask)
    return select(mask, below(word, options)), spend(word, options)
