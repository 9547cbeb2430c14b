"""The `rules` player of the games with sets of cards; docs/players-da-bai-fen.md is its text.

A set's merit is (chance that our side wins the trick) x (what the trick is worth) less what its cards
would be worth later, as in `sims.rules_player`. Integers only.
"""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO, count, highest_index, lowest_index
from sims.memory import at, get, put
from sims.rules_player import LOWEST
from sims.sets import beats, lane_of, least_beating
from sims.sets_blocks import (
    ABOVE,
    ABSENT,
    EMPTY_SUIT,
    FREE,
    HELD,
    KEEP_PLAIN_0,
    KEEP_TRUMP_0,
    LATER,
    LEAD_LENGTH,
    LEAD_SET,
    LEAD_TO_VOID,
    LEAD_TRUMP,
    NONE,
    NONE_CARDS,
    NONE_UNSEEN,
    OVERTAKE,
    PLAIN_0,
    POINTS,
    RESCUE,
    TRUMP_0,
    UNIFORM,
)
from sims.sets_frame import TRUMP_SHIFT, TRUMPS

FRIEND = 2  # the slot of the partner in HELD; opponents lie in 0 and 1


@helper
def none_row(size, unseen, dead):
    """Where the chances of a hand of `size` cards begin, with so many cards unseen."""
    return NONE + (size * NONE_UNSEEN + count(unseen) - dead) * NONE_CARDS


@helper
def list_later(work, seat, later, unseen):
    """Put what each seat still to play may hold into HELD, nothing for the seats that have played."""
    put(work, HELD + 0, 0)
    put(work, HELD + 1, 0)
    put(work, HELD + FRIEND, 0)
    for step in range(1, later + 1):
        slot = FRIEND if step == 2 else step >> 1
        put(work, HELD + slot, unseen & ~get(work, ABSENT + ((seat + step) & 3)))


@helper
def up(rules, row, cards):
    """Chance in 1024ths that a hand has one of some cards."""
    return 1024 - at(rules, row + max(cards, 0))


@helper
def pile_points(rules, frame, pile):
    """Card points of a mask."""
    tens = count(pile & at(rules, POINTS + 2 * frame))
    return 10 * tens + 5 * count(pile & at(rules, POINTS + 2 * frame + 1))


@helper
def in_lane(rules, row, held, best):
    """Chance that a seat has cards of the lane of a set, all of one lane, to beat it."""
    chance, used = ZERO + 1024, ZERO
    while best and chance:
        index = highest_index(best)
        best ^= 1 << index
        chance = (chance * up(rules, row, count(held & at(rules, ABOVE + index)) - used)) >> 10
        used += 1
    return chance


@helper
def by_trumps(rules, row, held, best):
    """Chance that a seat has trumps to beat every card of a set."""
    chance, used = ZERO + 1024, ZERO
    while best and chance:
        index = highest_index(best)
        best ^= 1 << index
        above = at(rules, ABOVE + index) if index >= TRUMP_SHIFT else TRUMPS
        chance = (chance * up(rules, row, count(held & above) - used)) >> 10
        used += 1
    return chance


@helper
def beat_chance(rules, work, slot, best, lane, row):
    """Chance in 1024ths that a seat still to play beats the best set behind a lead of a lane."""
    held = get(work, HELD + slot)
    if lane == TRUMPS:
        return in_lane(rules, row, held, best)
    chance = ZERO
    if best & TRUMPS == 0:
        chance = in_lane(rules, row, held, best)
    ruff = by_trumps(rules, row, held, best)
    return chance + ((at(rules, row + count(held & lane)) * ruff) >> 10)


@helper
def hold_chance(rules, work, best, lane, row, rescue):
    """Chance in 1024ths that our side wins the trick when its best set is ours."""
    hold = 1024 - beat_chance(rules, work, ZERO, best, lane, row)
    hold = (hold * (1024 - beat_chance(rules, work, ONE, best, lane, row))) >> 10
    return hold + (((1024 - hold) * rescue) >> 10)


@helper
def later_worth(rules, frame, card, unseen, weights):
    """What a card in hand is worth for later tricks, in sixteenths of a point."""
    index = lowest_index(card)
    a = count(unseen & at(rules, ABOVE + index))
    trump = index >= TRUMP_SHIFT
    worth = at(rules, weights + (TRUMP_0 if trump else PLAIN_0) + min(a, 3))
    share = at(rules, weights + (KEEP_TRUMP_0 if trump else KEEP_PLAIN_0) + min(a, 1))
    return worth + ((pile_points(rules, frame, card) * share) >> 2)


@helper
def trick_stake(sure, fixed, need, for_need):
    """What winning the trick is worth, in sixteenths of a point."""
    return 16 * sure + fixed + ((min(sure, need) * for_need) >> 10)


@helper
def choose_lead(rules, work, frame, hand, unseen, row, weights, tempo, last, need, for_need):
    """The set of greatest merit to lead, the first of equals; `last`: what the last trick is worth more."""
    choice, most = ZERO, LOWEST
    later, length, more = (
        3 * at(rules, weights + LATER),
        at(rules, weights + LEAD_LENGTH),
        at(rules, weights + LEAD_SET),
    )
    friend = get(work, HELD + FRIEND)
    rest = hand
    while rest:
        lane = lane_of(rules, lowest_index(rest))
        cards = hand & lane
        rest &= ~lane
        extra = length * count(cards)
        trumps = lane == TRUMPS
        if trumps:
            extra += at(rules, weights + LEAD_TRUMP) if unseen & TRUMPS else 0
        elif friend & lane == 0 and friend & TRUMPS:
            extra += at(rules, weights + LEAD_TO_VOID)
        left_held, right_held = get(work, HELD), get(work, HELD + 1)
        left_void = ZERO if trumps else at(rules, row + count(left_held & lane))
        right_void = ZERO if trumps else at(rules, row + count(right_held & lane))
        left_trumps, right_trumps = count(left_held & TRUMPS), count(right_held & TRUMPS)
        # chances of the set of all cards from the highest down to the one in hand: in its lane, by trumps
        left, right, left_ruff, right_ruff = ZERO + 1024, ZERO + 1024, left_void, right_void
        led, used, worths, open_above = ZERO, ZERO, ZERO, ZERO
        while cards:
            index = highest_index(cards)
            card = ONE << index
            cards ^= card
            above = at(rules, ABOVE + index)
            left_above, right_above = count(left_held & above), count(right_held & above)
            worth = later_worth(rules, frame, card, unseen, weights)
            sure = pile_points(rules, frame, card)
            fixed = tempo + later
            if card == hand:
                fixed += last
            one = 1024 - up(rules, row, left_above) - ((left_void * up(rules, row, left_trumps)) >> 10)
            two = 1024 - up(rules, row, right_above) - ((right_void * up(rules, row, right_trumps)) >> 10)
            hold = (one * two) >> 10
            hold += ((1024 - hold) * at(rules, weights + RESCUE)) >> 10
            merit = hold * trick_stake(sure, fixed, need, for_need) + ((extra - worth) << 10)
            if merit > most:
                most, choice = merit, card
            left = (left * up(rules, row, left_above - used)) >> 10
            right = (right * up(rules, row, right_above - used)) >> 10
            left_ruff = (left_ruff * up(rules, row, left_trumps - used)) >> 10
            right_ruff = (right_ruff * up(rules, row, right_trumps - used)) >> 10
            led |= card
            used += 1
            worths += worth
            open_above |= unseen & above
            if used > 1 and (at(rules, FREE) or open_above == 0):
                sure = pile_points(rules, frame, led)
                fixed = tempo + later * used
                if led == hand:
                    fixed += last
                hold = ((1024 - left - left_ruff) * (1024 - right - right_ruff)) >> 10
                merit = hold * trick_stake(sure, fixed, need, for_need)
                merit += (extra + more * (used - 1) - worths) << 10
                if merit > most:
                    most, choice = merit, led
    return choice


@helper
def passing_chance(rules, work, best, ours, lane, row, weights, rescue):
    """Chance in 1024ths that our side wins the trick if this player leaves its best set as it is."""
    if ours:
        return hold_chance(rules, work, best, lane, row, rescue)
    return (beat_chance(rules, work, ZERO + FRIEND, best, lane, row) * at(rules, weights + OVERTAKE)) >> 10


@helper
def follow_one(
    rules, work, frame, hand, unseen, row, weights, fixed, need, for_need, pot, best, ours, lane, rescue
):  # fmt: skip
    """The card of greatest merit behind a lead of one card, the lowest of equals."""
    passing = passing_chance(rules, work, best, ours, lane, row, weights, rescue)
    may_empty = at(rules, weights + EMPTY_SUIT) if hand & TRUMPS else ZERO
    choice, most = ZERO, LOWEST
    rest = hand & lane if hand & lane else hand
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        extra = may_empty if index < TRUMP_SHIFT and hand & lane_of(rules, index) == card else ZERO
        chance = passing
        if beats(rules, card, best, lane):
            chance = hold_chance(rules, work, card, lane, row, rescue)
        sure = pot + pile_points(rules, frame, card)
        merit = chance * trick_stake(sure, fixed, need, for_need)
        merit += (extra - later_worth(rules, frame, card, unseen, weights)) << 10
        if merit > most:
            most, choice = merit, card
    return choice


@helper
def worth_of(rules, frame, pile, unseen, weights):
    """The later worths of all cards of a mask."""
    worths = ZERO
    while pile:
        card = pile & -pile
        pile ^= card
        worths += later_worth(rules, frame, card, unseen, weights)
    return worths


@helper
def give_cards(rules, frame, hand, unseen, weights, lane, size, passing):
    """The cards to lay to a trick of sets that is left as it is."""
    choice = hand & lane
    gone = ZERO
    if count(choice) <= size:
        gone, choice = choice, hand & ~lane
    while count(gone) < size:
        pick, most = ZERO, LOWEST
        rest = choice
        while rest:
            card = rest & -rest
            rest ^= card
            merit = passing * 16 * pile_points(rules, frame, card)
            merit -= later_worth(rules, frame, card, unseen, weights) << 10
            if merit > most:
                pick, most = card, merit
        gone |= pick
        choice ^= pick
    return gone


@helper
def take_cards(rules, hand, best, lane, size):
    """The least legal set that beats the best one, 0 if there is none."""
    own = hand & lane
    if count(own) >= size:
        return least_beating(rules, own, best)
    taken = least_beating(rules, own | (hand & TRUMPS), best)
    mixed = taken & ~lane and taken & ~TRUMPS
    if own & ~taken or (mixed and at(rules, UNIFORM)):
        return ZERO
    return taken


@helper
def follow_set(
    rules, work, frame, hand, unseen, row, weights, fixed, need, for_need, pot, best, ours, lane, size
):  # fmt: skip
    """The set to play behind a lead of several cards: given up, or the least that beats the best one."""
    passing = passing_chance(rules, work, best, ours, lane, row, weights, ZERO)
    gone = give_cards(rules, frame, hand, unseen, weights, lane, size, passing)
    taken = take_cards(rules, hand, best, lane, size)
    if taken == 0:
        return gone
    sure = pot + pile_points(rules, frame, gone)
    give = passing * trick_stake(sure, fixed, need, for_need)
    give -= worth_of(rules, frame, gone, unseen, weights) << 10
    sure = pot + pile_points(rules, frame, taken)
    hold = hold_chance(rules, work, taken, lane, row, ZERO)
    take = hold * trick_stake(sure, fixed, need, for_need)
    take -= worth_of(rules, frame, taken, unseen, weights) << 10
    return taken if take > give else gone
