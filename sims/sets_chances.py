"""What the `rules` player of the games with sets of cards believes of the hands that he does not see.

Chances are in 1024ths, from exact hypergeometric tails; docs/players-da-bai-fen.md is the text.
"""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO, count, highest_index
from sims.memory import at, get, put
from sims.sets_blocks import ABOVE, ABOVE_SET, ABSENT, FRIEND, HELD, LEAST, OVERTAKE, UNIFORM
from sims.sets_frame import TRUMP_SHIFT, TRUMPS


@helper
def list_later(work, seat, later, unseen):
    """Put what each seat still to play may hold into HELD, nothing for the seats that have played."""
    put(work, HELD, 0)
    put(work, HELD + 1, 0)
    put(work, HELD + FRIEND, 0)
    for step in range(1, later + 1):
        slot = FRIEND if step == 2 else step >> 1
        put(work, HELD + slot, unseen & ~get(work, ABSENT + ((seat + step) & 3)))


@helper
def least(rules, row, number, cards):
    """Chance that a hand has at least a number (from 1) of some cards."""
    place = number - 1
    word = at(rules, LEAST + (row + cards) * 3 + (place >> 2))
    return (word >> (16 * (place & 3))) & 2047


@helper
def exactly(rules, row, number, cards):
    """Chance that a hand has exactly a number (from 0) of some cards."""
    more = least(rules, row, number + 1, cards)
    return 1024 - more if number == 0 else least(rules, row, number, cards) - more


@helper
def by_trumps(rules, work, row, own, size):
    """Chance that a seat that may hold `own` cards of the plain lane led has too few and beats a set with trumps.

    Its trumps have to beat the strongest cards of the set, what it has of the lane the others. ABOVE_SET holds,
    strongest first, how many trumps and how many cards of the lane the seat may have above each.
    """
    total, trumps = ZERO, ZERO + 1024
    for used in range(1, size + 1):
        trumps = min(trumps, least(rules, row, used, get(work, ABOVE_SET + 2 * used - 2)))
        if used == size or at(rules, UNIFORM) == 0:
            chance = (exactly(rules, row, size - used, own) * trumps) >> 10
            for place in range(used, size):
                if chance:
                    chance = chance * get(work, ABOVE_SET + 2 * place + 1) // own
            total += chance
    return total


@helper
def beat_chance(rules, work, slot, best, lane, row):
    """Chance that a seat still to play beats the best set behind a lead of a lane."""
    held = get(work, HELD + slot)
    same, size = ZERO + 1024, ZERO
    all_trumps = count(held & TRUMPS)
    while best:
        index = highest_index(best)
        best ^= 1 << index
        above = count(held & at(rules, ABOVE + index))
        trump = index >= TRUMP_SHIFT
        in_lane = ZERO if trump else above
        put(work, ABOVE_SET + 2 * size, above if trump else all_trumps)
        put(work, ABOVE_SET + 2 * size + 1, in_lane)
        size += 1
        same = min(same, least(rules, row, size, above if lane == TRUMPS else in_lane))
    if lane == TRUMPS:
        return same
    return min(same + by_trumps(rules, work, row, count(held & lane), size), 1024)


@helper
def hold_chance(rules, work, best, lane, row, rescue):
    """Chance that our side wins the trick when its best set is ours."""
    hold = 1024 - beat_chance(rules, work, ZERO, best, lane, row)
    hold = (hold * (1024 - beat_chance(rules, work, ONE, best, lane, row))) >> 10
    return hold + (((1024 - hold) * rescue) >> 10)


@helper
def passing_chance(rules, work, best, ours, lane, row, weights, rescue):
    """Chance that our side wins the trick if this player leaves its best set as it is."""
    if ours:
        return hold_chance(rules, work, best, lane, row, rescue)
    return (beat_chance(rules, work, ZERO + FRIEND, best, lane, row) * at(rules, weights + OVERTAKE)) >> 10
