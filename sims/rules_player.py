"""The `rules` player: which card to play. Integers only; docs/players.md is its text.

A card's merit is (chance that our side wins the trick) x (what the trick is worth) less what the card
would be worth later. Chances count the unseen cards that could beat it, seat by seat, with exact
hypergeometric odds and what each seat has shown not to hold. Both sides use the same formula with
weights of their own role, which keeps attack and defence in balance.

What he knows and has reckoned stands in the thoughts of the work block (LEGAL ... of `sims.blocks`).
"""

from __future__ import annotations

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count, lowest_index
from sims.blocks import (
    ABSENT,
    ALLIES,
    ALLIES_LATER,
    DEAD,
    DECLARER,
    FIXED,
    FOR_NEED,
    FOR_SLACK,
    FRIENDS,
    GONE,
    LATER_HELD,
    LATER_RUFF,
    LATER_SEATS,
    LATER_VOID,
    LED_LANE,
    LEGAL,
    NEED,
    NONE,
    OPPONENTS,
    OURS,
    PLAYING,
    POINT_MASKS,
    POINT_VALUES,
    POINTS,
    POT,
    ROLE,
    ROW,
    SLACK,
    THEIRS,
    TOP,
    TOP_OURS,
    UNSEEN,
    WEIGHTS,
)
from sims.cards import LANE
from sims.memory import at, get, put
from sims.player_tables import (
    EMPTY_SUIT,
    KEEP_PLAIN_0,
    KEEP_TRUMP_0,
    LATER,
    LEAD_LENGTH,
    LEAD_TO_VOID,
    LEAD_TRUMP,
    LEAD_TRUMP_EACH,
    N_WEIGHTS,
    NONE_CARDS,
    NONE_UNSEEN,
    OVERTAKE,
    PLAIN_0,
    PRESS,
    RESCUE,
    ROLE_DECLARER,
    ROLE_DEFENDER,
    ROLE_PARTNER,
    TEMPO,
    TRUMP_0,
    WILLING,
)
from sims.tables import ANYTIME, BURIED, SEATS, TOTAL, TRUMP_LANE, UNIT

LOWEST = -(1 << 62)


@helper
def lane_of(index):
    """Mask of the lane of a frame index."""
    return LANE << (index & 48)


@helper
def list_later(rules, work, seat, friends):
    """Put what each seat still to play may hold into LATER_HELD, opponents in the slots from 0, friends in
    those from FRIENDS, and their numbers into OPPONENTS and ALLIES_LATER. There are at least two opponents,
    if need be with no card, so that loops over two unroll."""
    seats, unseen = at(rules, SEATS), get(work, UNSEEN)
    opponents, allies = ZERO, ZERO
    for step in range(1, get(work, LATER_SEATS) + 1):
        other = seat + step
        if other >= seats:
            other -= seats
        held = unseen & ~get(work, ABSENT + other)
        if (friends >> other) & 1:
            put(work, LATER_HELD + FRIENDS + allies, held)
            allies += 1
        else:
            put(work, LATER_HELD + opponents, held)
            opponents += 1
    for slot in range(opponents, 2):
        put(work, LATER_HELD + slot, 0)
    put(work, OPPONENTS, max(opponents, 2))
    put(work, ALLIES_LATER, allies)


@helper
def weigh_slot(rules, work, slot, lane):
    """For a lead in a lane, the chances (1024ths) of a slot to be free to trump it and to trump it."""
    row = get(work, ROW)
    held = get(work, LATER_HELD + slot)
    trump = 1024 - at(rules, row + count(held & TRUMP_LANE))
    void = at(rules, row + count(held & lane))
    free = at(rules, get(work, ROLE) + WILLING) if at(rules, ANYTIME) else void
    put(work, LATER_VOID + slot, free)
    put(work, LATER_RUFF + slot, (free * trump) >> 10)


@helper
def weigh_opponents(rules, work, lane):
    """`weigh_slot` for every opponent still to play."""
    weigh_slot(rules, work, ZERO, lane)
    weigh_slot(rules, work, ONE, lane)
    for slot in range(2, get(work, OPPONENTS)):
        weigh_slot(rules, work, slot, lane)


@helper
def beat_chance(rules, work, slot, card, index, lead_lane):
    """Chance in 1024ths that a slot still to play beats the best card of the trick so far."""
    above = lane_of(index) & -(card << 1)
    chance = 1024 - at(rules, get(work, ROW) + count(get(work, LATER_HELD + slot) & above))
    if index < 48:
        ruff = get(work, LATER_RUFF + slot)
        chance += ((1024 - chance) * ruff) >> 10 if at(rules, ANYTIME) else ruff
    elif lead_lane != TRUMP_LANE:
        chance = (chance * get(work, LATER_VOID + slot)) >> 10
    return chance


@helper
def hold_chance(rules, work, card, index, lead_lane):
    """Chance in 1024ths that our side wins the trick when its best card is ours."""
    hold = 1024 - beat_chance(rules, work, ZERO, card, index, lead_lane)
    hold = (hold * (1024 - beat_chance(rules, work, ONE, card, index, lead_lane))) >> 10
    for slot in range(2, get(work, OPPONENTS)):
        hold = (hold * (1024 - beat_chance(rules, work, slot, card, index, lead_lane))) >> 10
    rescue = at(rules, get(work, ROLE) + RESCUE) if get(work, ALLIES_LATER) else ZERO
    return hold + (((1024 - hold) * rescue) >> 10)


@helper
def pass_chance(rules, work, top, led_lane):
    """Chance in 1024ths that our side wins the trick if this player leaves its best card as it is."""
    index = lowest_index(top)
    if get(work, TOP_OURS):
        return hold_chance(rules, work, top, index, led_lane)
    best = ZERO
    for slot in range(FRIENDS, FRIENDS + get(work, ALLIES_LATER)):
        weigh_slot(rules, work, slot, led_lane)
        best = max(best, beat_chance(rules, work, slot, top, index, led_lane))
    return (best * at(rules, get(work, ROLE) + OVERTAKE)) >> 10


@helper
def later_worth(rules, work, card, index, points):
    """What a card in hand is worth for later tricks, in sixteenths of a point."""
    weights = get(work, ROLE)
    above = count(get(work, UNSEEN) & lane_of(index) & -(card << 1))
    trump = index >= 48
    worth = at(rules, weights + (TRUMP_0 if trump else PLAIN_0) + min(above, 3))
    share = at(rules, weights + (KEEP_TRUMP_0 if trump else KEEP_PLAIN_0) + min(above, 1))
    return worth + ((points * share) >> 2)


@helper
def friend_voids(work):
    """Plain lanes in which a friend still to play can hold nothing while he may hold a trump."""
    lanes = ZERO
    for slot in range(FRIENDS, FRIENDS + get(work, ALLIES_LATER)):
        held = get(work, LATER_HELD + slot)
        if held & TRUMP_LANE:
            lanes |= LANE if held & LANE == 0 else 0
            lanes |= LANE << 16 if held & LANE << 16 == 0 else 0
            lanes |= LANE << 32 if held & LANE << 32 == 0 else 0
    return lanes


@helper
def trick_stake(work, sure):
    """What winning the trick is worth, in sixteenths of a point: its points, what is fixed beforehand, and
    its part in what decides the contract."""
    stake = 16 * sure + get(work, FIXED)
    stake += (min(sure, get(work, SLACK)) * get(work, FOR_SLACK)) >> 10
    return stake + ((min(sure, get(work, NEED)) * get(work, FOR_NEED)) >> 10)


@helper
def choose_lead(rules, work, hand):
    """The lead of greatest merit, the lowest index of equals."""
    weights, pot = get(work, ROLE), get(work, POT)
    voids = friend_voids(work)
    lead_trump = ZERO
    if get(work, UNSEEN) & TRUMP_LANE:
        each = at(rules, weights + LEAD_TRUMP_EACH)
        lead_trump = at(rules, weights + LEAD_TRUMP) + each * count(hand & TRUMP_LANE)
    choice, most = ZERO, LOWEST
    weighed, lane_extra = ZERO, ZERO
    rest = get(work, LEGAL)
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        lane = lane_of(index)
        if weighed != lane:
            weighed = lane
            weigh_opponents(rules, work, lane)
            lane_extra = at(rules, weights + LEAD_LENGTH) * count(hand & lane)
            if index >= 48:
                lane_extra += lead_trump
            elif voids & lane:
                lane_extra += at(rules, weights + LEAD_TO_VOID)
        points = at(rules, POINTS + index)
        sure = pot + points
        merit = hold_chance(rules, work, card, index, lane) * trick_stake(work, sure)
        merit += (lane_extra - later_worth(rules, work, card, index, points)) << 10
        if merit > most:
            most, choice = merit, card
    return choice


@helper
def choose_follow(rules, work, hand):
    """The card of greatest merit behind a lead, the lowest index of equals."""
    top, led_lane, pot = get(work, TOP), get(work, LED_LANE), get(work, POT)
    weigh_opponents(rules, work, led_lane)
    passing = pass_chance(rules, work, top, led_lane)
    may_empty = at(rules, get(work, ROLE) + EMPTY_SUIT) if hand & TRUMP_LANE else ZERO
    choice, most = ZERO, LOWEST
    rest = get(work, LEGAL)
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        lane = lane_of(index)
        points = at(rules, POINTS + index)
        sure = pot + points
        extra = may_empty if index < 48 and hand & lane == card else ZERO
        chance = passing
        if card > top and (index >= 48 or lane & top != 0):
            chance = hold_chance(rules, work, card, index, led_lane)
        merit = chance * trick_stake(work, sure)
        merit += (extra - later_worth(rules, work, card, index, points)) << 10
        if merit > most:
            most, choice = merit, card
    return choice


@helper
def reckon_requirements(rules, work, seat, goal):
    """Put into NEED what the declaring side still needs and into SLACK what the others need to stop it, as
    the seat knows it: only the declarer knows the points that he has buried."""
    need = goal - get(work, OURS)
    slack = at(rules, TOTAL) - goal - get(work, THEIRS) + at(rules, UNIT)
    if seat == get(work, DECLARER):
        gone = get(work, GONE + seat)
        buried = at(rules, POINT_VALUES) * count(gone & at(rules, POINT_MASKS))
        buried += at(rules, POINT_VALUES + 1) * count(gone & at(rules, POINT_MASKS + 1))
        if at(rules, BURIED) == 2:
            need -= buried
        else:
            slack -= buried
    press = at(rules, get(work, ROLE) + PRESS) << 10
    open_ = need > 0 and slack > 0
    put(work, NEED, need)
    put(work, SLACK, slack)
    put(work, FOR_NEED, press // need if open_ else ZERO)
    put(work, FOR_SLACK, press // slack if open_ else ZERO)


@unit
def think(rules, work, deck_left, seat, top_seat, goal):
    """The rules player's card of the several in LEGAL; deck_left: the deck less the cards played."""
    hand = get(work, PLAYING + seat)
    allies = get(work, ALLIES)
    declaring = (allies >> seat) & 1
    unseen = deck_left & ~(hand | get(work, GONE + seat))
    live = count(unseen) - get(work, DEAD + seat)
    role = ZERO + ROLE_PARTNER if declaring else ZERO + ROLE_DEFENDER
    if seat == get(work, DECLARER):
        role = ZERO + ROLE_DECLARER
    weights = WEIGHTS + N_WEIGHTS * role
    put(work, UNSEEN, unseen)
    put(work, ROW, NONE + (count(hand) * NONE_UNSEEN + live) * NONE_CARDS)
    put(work, ROLE, weights)
    put(work, TOP_OURS, ONE if (allies >> top_seat) & 1 == declaring else ZERO)
    put(work, FIXED, at(rules, weights + LATER) * get(work, LATER_SEATS) + at(rules, weights + TEMPO))
    list_later(rules, work, seat, allies if declaring else ~allies)
    reckon_requirements(rules, work, seat, goal)
    if get(work, TOP) == 0:
        return choose_lead(rules, work, hand)
    return choose_follow(rules, work, hand)
