"""Matches from simulated hands: what a hand does to the scores, the chance to win from each score, and matches
played out.

Sides are counted from the one that deals: 0 deals, side j is j places on. A hand is a row of whole numbers that
does not know the scores; `settle_row` applies it to them, as `settle` of the game's module does in plain Python.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count
from sims.memory import at, get, put
from sims.streams import advance, below, mix, purpose_key, stream

MATCHES = np.int64(16)  # the purpose of the streams of `play_matches`
MOST_SIDES = 9
MOST_HANDS = 10_000  # a match that is longer counts for nobody

# Words of a row.
COUNT = 0  # hands that went so
GROUP_COUNT = 1  # hands of its group: the rows that differ in COURSE alone, one after another
GROUP_END = 2  # the row after the group
SIDE = 3  # the declaring side, -1: nobody declares
MADE = 4
BIDDERS = 5  # bit set of the sides that made a bid
NEXT = 6  # the side that deals next
COURSE = 7  # four bits a trick: who won it; from bit 20 on: the trick with the bonus, 5 = none
DELTA = 8  # + side: what it scores, from scores of 0
ROW_SIZE = DELTA + MOST_SIDES

# Words of the rules of a match.
KIND = 0
SIDES = 1
LOW = 2  # the scores that are told apart: LOW to HIGH in steps of STEP; beyond, the nearest of them
HIGH = 3
STEP = 4
TARGET = 5
LIMIT = 6  # two-hundred: the loss limit
BAR = 7  # 1: from 100 on defenders score nothing without a bid (two-hundred), or never (nahanni)
SUSPENDED = 8  # nahanni, 1: rule 16 does not hold while the others are in the hole
BIDDER_ONLY = 9  # fifty-five, 1: only the bidder can win
SETS = 10  # sets of rows; set k is for the scores of the dealing side that leave k
RULE_SIZE = 11

TWO_HUNDRED, NAHANNI, FIFTY_FIVE, BLACKOUT, DA_BAI_FEN, ONE_HUNDRED_ONE = range(6)  # the kinds

# Words of the scratch.
BEFORE = 0  # + side
AFTER = BEFORE + MOST_SIDES  # + side
ALIKE = AFTER + MOST_SIDES  # 1: all rows of the group do the same here
SCRATCH_SIZE = ALIKE + 1


@helper
def highest(match, work):
    """(the highest score after the hand, the bit of the only side that has it, 0 if several have)."""
    top, bit = get(work, AFTER), ONE
    for side in range(1, at(match, SIDES)):
        score = get(work, AFTER + side)
        if score > top:
            top, bit = score, ONE << side
        elif score == top:
            bit = ZERO
    return top, bit


@helper
def at_target(match, work):
    """Bit set of the sides at the target after the hand."""
    there = ZERO
    for side in range(at(match, SIDES)):
        if get(work, AFTER + side) >= at(match, TARGET):
            there |= ONE << side
    return there


@helper
def two_hundred_winner(match, work, declarer):
    """The declaring side goes first at the target, then the highest; the loss limit counts if no other side is
    below 0."""
    if get(work, AFTER + declarer) >= at(match, TARGET):
        return ONE << declarer
    top, best = highest(match, work)
    if top >= at(match, TARGET):
        return best
    lost, negative = ZERO, ZERO
    for side in range(at(match, SIDES)):
        score = get(work, AFTER + side)
        lost += ONE if score <= at(match, LIMIT) else ZERO
        negative += ONE if score < 0 else ZERO
    if lost != 1 or negative != 1:
        return ZERO
    return ONE << declarer if get(work, AFTER + declarer) == top else best


@helper
def bound_to_bid(match, work, side):
    """Rule 16: from 100 on a side wins only by a bid that it makes."""
    in_hole = at(match, SUSPENDED) != 0 and get(work, BEFORE + 1 - side) < 0
    return get(work, BEFORE + side) >= 100 and not in_hole


@helper
def nahanni_winner(match, work, declarer, made):
    """Who is at the target and may win; of two the declaring side with its contract made, else the higher."""
    may_win = at_target(match, work)
    for side in range(2):
        if bound_to_bid(match, work, side) and not (made != 0 and side == declarer):
            may_win &= ~(ONE << side)
    if may_win != 3:
        return may_win
    return ONE << declarer if made else highest(match, work)[1]


@helper
def fifty_five_winner(match, rows, row, work):
    """Who is at the target; of several the one who was there first in the order of the tricks."""
    there = at_target(match, work)
    if at(match, BIDDER_ONLY):
        return there & (ONE << at(rows, row + SIDE)) if at(rows, row + MADE) else ZERO
    if count(there) < 2:
        return there
    put(work, ALIKE, 0)
    course = at(rows, row + COURSE)
    best = course >> 20
    for trick in range(5):
        side = (course >> (4 * trick)) & 15
        now = get(work, BEFORE + side) + (10 if trick == best else 5)
        put(work, BEFORE + side, now)
        if (there >> side) & 1 and now >= at(match, TARGET):
            return ONE << side
    return ZERO


@helper
def one_hundred_one_winners(match, work):
    """Exactly 101 becomes 0; if somebody is above it, all who have the lowest score have won."""
    over, lowest = False, get(work, AFTER)
    for side in range(at(match, SIDES)):
        if get(work, AFTER + side) == at(match, TARGET):
            put(work, AFTER + side, 0)
        over |= get(work, AFTER + side) > at(match, TARGET)
    winners = ZERO
    for side in range(at(match, SIDES)):
        score = get(work, AFTER + side)
        if side == 0 or score < lowest:
            lowest, winners = score, ZERO
        if score == lowest:
            winners |= ONE << side
    return winners if over else ZERO


@helper
def settle_row(match, rows, row, work):
    """Scores from BEFORE to AFTER by a row (its first word): the bit set of the sides that have won, 0 while the
    match goes on. Writes ALIKE; may spoil BEFORE."""
    kind, declarer = at(match, KIND), at(rows, row + SIDE)
    put(work, ALIKE, 1)
    for side in range(at(match, SIDES)):
        delta = at(rows, row + DELTA + side)
        if at(match, BAR) != 0 and side != declarer and declarer >= 0:
            if kind == TWO_HUNDRED:
                silent = (at(rows, row + BIDDERS) >> side) & 1 == 0
                if silent and get(work, BEFORE + side) >= 100:
                    delta = ZERO
            elif bound_to_bid(match, work, side):
                delta = ZERO
        put(work, AFTER + side, get(work, BEFORE + side) + delta)
    if kind == BLACKOUT:
        top, best = highest(match, work)
        return best if top >= at(match, TARGET) else ZERO
    if kind == DA_BAI_FEN:
        return at_target(match, work)
    if kind == ONE_HUNDRED_ONE:
        return one_hundred_one_winners(match, work)
    if declarer < 0:
        return ZERO
    if kind == TWO_HUNDRED:
        return two_hundred_winner(match, work, declarer)
    if kind == NAHANNI:
        return nahanni_winner(match, work, declarer, at(rows, row + MADE))
    return fifty_five_winner(match, rows, row, work)


@kernel
def settle_rows(match, rows, scores, chosen, after, winners):
    """Settle chosen[i], a row, on scores[i]: after int64[i, side], winners int64[i] (bit sets)."""
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    work, rule, first = np.int64(scratch.ctypes.data), np.int64(match.ctypes.data), np.int64(rows.ctypes.data)
    for i in range(len(chosen)):
        for side in range(scores.shape[1]):
            scratch[BEFORE + side] = scores[i, side]
        winners[i] = settle_row(rule, first, chosen[i] * ROW_SIZE, work)
        for side in range(scores.shape[1]):
            after[i, side] = scratch[AFTER + side]


@helper
def state_after(match, work, next_dealer, size):
    """The number of the state of AFTER, seen from the side that deals next; size: how many scores are told apart."""
    sides, state, side = at(match, SIDES), ZERO, next_dealer
    for _ in range(sides):
        score = min(max(get(work, AFTER + side), at(match, LOW)), at(match, HIGH))
        state = state * size + score - at(match, LOW)
        side = ZERO if side == sides - 1 else side + 1
    return state // at(match, STEP)


@helper
def load_state(match, work, state):
    """Write the scores of a state into BEFORE."""
    size = (at(match, HIGH) - at(match, LOW)) // at(match, STEP) + 1
    for side in range(at(match, SIDES) - 1, -1, -1):
        put(work, BEFORE + side, at(match, LOW) + at(match, STEP) * (state % size))
        state //= size


@kernel
def sweep(match, rows, sets, order, values, write):
    """One pass over the states in an order: each takes its value from those of the states after it. The greatest
    change of a chance.

    sets int64[set + 1]: where the rows of each set begin; values float64[state, sides + 1]: chance of each side
    to win, and the hands still to be played, both by expectation. write: False leaves the values as they are.
    """
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    work, rule, first = np.int64(scratch.ctypes.data), np.int64(match.ctypes.data), np.int64(rows.ctypes.data)
    sides, size = match[SIDES], (match[HIGH] - match[LOW]) // match[STEP] + 1
    total, greatest = np.zeros(sides + 1), 0.0
    for state in order:
        load_state(rule, work, state)
        chosen = (scratch[BEFORE] - match[LOW]) // match[STEP] % match[SETS]
        total[:] = 0.0
        hands = 0
        row = sets[chosen]
        while row < sets[chosen + 1]:
            word = row * ROW_SIZE
            winners = settle_row(rule, first, word, work)
            weight = at(first, word + COUNT)
            if scratch[ALIKE]:
                weight = at(first, word + GROUP_COUNT)
                row = at(first, word + GROUP_END)
            else:
                row += 1
                load_state(rule, work, state)
            hands += weight
            if winners:
                for side in range(sides):
                    if (winners >> side) & 1:
                        total[side] += weight / count(winners)
                continue
            turn = at(first, word + NEXT)
            after = state_after(rule, work, turn, size)
            for place in range(sides):
                side = place + turn
                total[side if side < sides else side - sides] += weight * values[after, place]
            total[sides] += weight * values[after, sides]
        for side in range(sides):
            chance = total[side] / hands
            greatest = max(greatest, abs(chance - values[state, side]))
            if write:
                values[state, side] = chance
        if write:
            values[state, sides] = 1.0 + total[sides] / hands
    return greatest


@kernel
def play_matches(seed, low, high, match, rows, upto, scores, won, hands):
    """Play the matches low..high-1 from scores int64[side], the first of which deals.

    upto int64[row]: hands of the rows up to and with this one. Adds to won float64[side] (a win shared by m counts
    1/m) and to hands[0].
    """
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    work, rule, first = np.int64(scratch.ctypes.data), np.int64(match.ctypes.data), np.int64(rows.ctypes.data)
    sides, total = len(scores), upto[-1]
    key = purpose_key(seed, MATCHES)
    for game in range(low, high):
        state = stream(key, game)
        dealing = ZERO
        for side in range(sides):
            scratch[BEFORE + side] = scores[side]
        for _ in range(MOST_HANDS):
            state = advance(state)
            row = np.int64(np.searchsorted(upto, np.int64(below(mix(state), total)), side="right"))
            hands[0] += 1
            winners = settle_row(rule, first, row * ROW_SIZE, work)
            if winners:
                for side in range(sides):
                    if (winners >> side) & 1:
                        won[(side + dealing) % sides] += 1.0 / count(winners)
                break
            turn = rows[row, NEXT]
            for side in range(sides):
                scratch[BEFORE + side] = scratch[AFTER + (side + turn) % sides]
            dealing = (dealing + turn) % sides
