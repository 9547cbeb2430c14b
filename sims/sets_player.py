"""The `rules` player of the games with sets of cards; docs/players-da-bai-fen.md is its text.

A set's merit is (chance that our side wins the trick) x (what the trick is worth) less what its cards
would be worth later, as in `sims.rules_player`. Integers only.
"""

from __future__ import annotations

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count, highest_index, lowest_index
from sims.memory import at, get, put
from sims.rules_player import LOWEST
from sims.sets import beats, lane_of, least_beating
from sims.sets_blocks import (
    ABOVE,
    BEST,
    BEST_SEAT,
    COUNTS,
    DECKS,
    DECLARER,
    EMPTY_SUIT,
    FIXED,
    FOR_NEED,
    FREE,
    FRIEND,
    GONE,
    HELD,
    KEEP_PLAIN_0,
    KEEP_TRUMP_0,
    LATER,
    LEAD_LENGTH,
    LEAD_SET,
    LEAD_TO_VOID,
    LEAD_TRUMP,
    LED,
    N_WEIGHTS,
    NEED,
    NEEDED,
    OPTION,
    OPTION_MERIT,
    OPTIONS,
    PASSING,
    PLAIN_0,
    PLAYED,
    PLAYING,
    POINTS,
    POSITION,
    POT,
    PRESS,
    RESCUE,
    ROLE_DECLARER,
    ROLE_DEFENDER,
    ROLE_PARTNER,
    ROLE_WEIGHTS,
    ROW,
    SIZE,
    TAKEN,
    TALON,
    TALON_FACTOR,
    TALON_WEIGHT,
    TEMPO,
    THEIRS,
    TRUMP_0,
    UNIFORM,
    UNSEEN,
    WEIGHTS,
)
from sims.sets_chances import hold_chance, list_later, passing_chance
from sims.sets_frame import TRUMP_SHIFT, TRUMPS


@helper
def role_of(work, seat):
    """The role of a seat."""
    away = seat ^ get(work, DECLARER)
    role = ZERO + ROLE_DEFENDER if away & 1 else ZERO + ROLE_PARTNER
    return role if away else ZERO + ROLE_DECLARER


@helper
def seen_row(size, unseen, dead):
    """Where the chances of a hand of `size` cards begin, with so many cards unseen and dead among them."""
    others = count(unseen) - dead
    return (size * size + others - size) * COUNTS


@helper
def pile_points(rules, frame, pile):
    """Card points of a mask."""
    tens = count(pile & at(rules, POINTS + 2 * frame))
    return 10 * tens + 5 * count(pile & at(rules, POINTS + 2 * frame + 1))


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
def note_option(work, act, merit):
    """List a set that is considered."""
    n = get(work, OPTIONS)
    put(work, OPTION + n, act)
    put(work, OPTION_MERIT + n, merit)
    put(work, OPTIONS, n + 1)


@helper
def choose_lead(rules, work, frame, hand, unseen, row, weights, tempo, last, need, for_need):
    """The set of greatest merit to lead, the first of equals; `last`: what the last trick is worth more."""
    choice, most = ZERO, LOWEST
    later, more = 3 * at(rules, weights + LATER), at(rules, weights + LEAD_SET)
    friend = get(work, HELD + FRIEND)
    rest = hand
    while rest:
        lane = lane_of(rules, lowest_index(rest))
        cards = hand & lane
        rest &= ~lane
        extra = at(rules, weights + LEAD_LENGTH) * count(cards)
        if lane == TRUMPS:
            extra += at(rules, weights + LEAD_TRUMP) if unseen & TRUMPS else 0
        elif friend & lane == 0 and friend & TRUMPS:
            extra += at(rules, weights + LEAD_TO_VOID)
        led, size, worths, beaten = ZERO, ZERO, ZERO, ZERO
        while cards:
            index = highest_index(cards)
            card = ONE << index
            cards ^= card
            worth = later_worth(rules, frame, card, unseen, weights)
            led |= card
            size += 1
            worths += worth
            beaten |= unseen & at(rules, ABOVE + index)
            for several in range(2):
                if several and (size == 1 or (beaten and at(rules, FREE) == 0)):
                    continue
                act = led if several else card
                number = size if several else ONE
                rescue = ZERO if several else at(rules, weights + RESCUE)
                fixed = tempo + later * number
                if act == hand:
                    fixed += last
                hold = hold_chance(rules, work, act, lane, row, rescue)
                merit = hold * trick_stake(pile_points(rules, frame, act), fixed, need, for_need)
                merit += (extra + more * (number - 1) - (worths if several else worth)) << 10
                note_option(work, act, merit)
                if merit > most:
                    most, choice = merit, act
    return choice


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
        note_option(work, card, merit)
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
def set_merit(rules, work, frame, act, chance):
    """Merit of a set behind a lead of several cards, with so much chance of the trick; reads what `think` left."""
    sure = get(work, POT) + pile_points(rules, frame, act)
    merit = chance * trick_stake(sure, get(work, FIXED), get(work, NEEDED), get(work, FOR_NEED))
    return merit - (worth_of(rules, frame, act, get(work, UNSEEN), get(work, ROLE_WEIGHTS)) << 10)


@helper
def follow_set(rules, work, frame, hand, best, ours, lane, size):
    """The set to play behind a lead of several cards: given up, or the least that beats the best one."""
    unseen, row, weights = get(work, UNSEEN), get(work, ROW), get(work, ROLE_WEIGHTS)
    passing = passing_chance(rules, work, best, ours, lane, row, weights, ZERO)
    put(work, PASSING, passing)
    gone = give_cards(rules, frame, hand, unseen, weights, lane, size, passing)
    taken = take_cards(rules, hand, best, lane, size)
    put(work, TAKEN, taken)
    if taken == 0:
        return gone
    give = set_merit(rules, work, frame, gone, passing)
    take = set_merit(rules, work, frame, taken, hold_chance(rules, work, taken, lane, row, ZERO))
    return taken if take > give else gone


@unit
def think(rules, work, frame, seat):
    """The rules player's set; leaves in OPTIONS the leads or single cards that it considered."""
    position, best, lane, size = get(work, POSITION), get(work, BEST), get(work, LED), get(work, SIZE)
    hand, gone, theirs = get(work, PLAYING + seat), ZERO, get(work, THEIRS)
    weights = WEIGHTS + role_of(work, seat) * N_WEIGHTS
    factor = at(rules, TALON_FACTOR)
    last = factor * at(rules, weights + TALON_WEIGHT)
    if seat == get(work, DECLARER):
        gone = get(work, GONE)
        last = 16 * factor * pile_points(rules, frame, gone)
    unseen = at(rules, DECKS + frame) & ~(hand | get(work, PLAYED) | gone)
    row = seen_row(count(hand), unseen, TALON - count(gone))
    need = at(rules, NEED + theirs // 5)
    for_need = (at(rules, weights + PRESS) << 10) // need if need else ZERO
    tempo = at(rules, weights + TEMPO)
    list_later(work, seat, 3 - position, unseen)
    put(work, OPTIONS, 0)
    put(work, UNSEEN, unseen)
    if position == 0:
        return choose_lead(rules, work, frame, hand, unseen, row, weights, tempo, last, need, for_need)
    fixed = tempo + at(rules, weights + LATER) * size * (3 - position)
    ours = ((seat ^ get(work, BEST_SEAT)) & 1) == 0
    if size > 1:
        put(work, ROW, row)
        put(work, ROLE_WEIGHTS, weights)
        put(work, FIXED, fixed)
        put(work, NEEDED, need)
        put(work, FOR_NEED, for_need)
        return follow_set(rules, work, frame, hand, best, ours, lane, size)
    rescue = at(rules, weights + RESCUE) if position == 1 else ZERO
    pot = get(work, POT)
    return follow_one(
        rules, work, frame, hand, unseen, row, weights, fixed, need, for_need, pot, best, ours, lane, rescue
    )
