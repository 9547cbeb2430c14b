"""The `rules` player: which card to play. Integers only; docs/players.md is its text.

A card's merit is (chance that our side wins the trick) x (what the trick is worth) less what the card
would be worth later. Chances count the unseen cards that could beat it, seat by seat, with exact
hypergeometric odds and what each seat has shown not to hold. Both sides use the same formula with
weights of their own role, which keeps attack and defence in balance.
"""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO, count, lowest_index
from sims.blocks import ABSENT, FRIENDS, LATER_HELD, LATER_RUFF, LATER_VOID, NONE, POINTS, WEIGHTS
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
    OVERTAKE,
    PLAIN_0,
    PRESS,
    RESCUE,
    TEMPO,
    TRUMP_0,
    WILLING,
)
from sims.tables import ANYTIME, BEST_TRUMP, SEATS, TRUMP_LANE

LOWEST = -(1 << 62)


@helper
def lane_of(index):  # type: ignore[no-untyped-def]
    """Mask of the lane of a frame index."""
    return LANE << (index & 48)


@helper
def list_later(rules, work, seat, later, friends, unseen):  # type: ignore[no-untyped-def]
    """Put what each seat still to play may hold into LATER_HELD, opponents in the slots from 0, friends in
    those from FRIENDS: (opponents, friends). There are at least two opponents, if need be with no card."""
    seats = at(rules, SEATS)
    opponents, allies = ZERO, ZERO
    for step in range(1, later + 1):
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
        put(work, LATER_HELD + slot, 0)  # beats nothing: a neutral factor, so that loops over two unroll
    return max(opponents, 2), allies


@helper
def weigh_slot(rules, work, slot, lane, row, willing):  # type: ignore[no-untyped-def]
    """For a lead in a lane, the chances (1024ths) of a slot to be out of it and to trump it."""
    held = get(work, LATER_HELD + slot)
    trump = 1024 - at(rules, row + count(held & TRUMP_LANE))
    void = at(rules, row + count(held & lane))
    put(work, LATER_VOID + slot, willing if at(rules, ANYTIME) else void)
    put(work, LATER_RUFF + slot, ((willing if at(rules, ANYTIME) else void) * trump) >> 10)


@helper
def weigh_opponents(rules, work, opponents, lane, row, willing):  # type: ignore[no-untyped-def]
    """`weigh_slot` for every opponent still to play."""
    weigh_slot(rules, work, ZERO, lane, row, willing)
    weigh_slot(rules, work, ONE, lane, row, willing)
    for slot in range(2, opponents):
        weigh_slot(rules, work, slot, lane, row, willing)


@helper
def beat_chance(rules, work, slot, card, index, lead_lane, row):  # type: ignore[no-untyped-def]
    """Chance in 1024ths that a slot still to play beats the best card of the trick so far."""
    above = lane_of(index) & -(card << 1)
    chance = 1024 - at(rules, row + count(get(work, LATER_HELD + slot) & above))
    if index < 48:
        ruff = get(work, LATER_RUFF + slot)
        chance += ((1024 - chance) * ruff) >> 10 if at(rules, ANYTIME) else ruff
    elif lead_lane != TRUMP_LANE:
        chance = (chance * get(work, LATER_VOID + slot)) >> 10
    return chance


@helper
def hold_chance(rules, work, opponents, card, index, lead_lane, row, rescue):  # type: ignore[no-untyped-def]
    """Chance in 1024ths that our side wins the trick when its best card is ours."""
    hold = 1024 - beat_chance(rules, work, ZERO, card, index, lead_lane, row)
    hold = (hold * (1024 - beat_chance(rules, work, ONE, card, index, lead_lane, row))) >> 10
    for slot in range(2, opponents):
        hold = (hold * (1024 - beat_chance(rules, work, slot, card, index, lead_lane, row))) >> 10
    return hold + (((1024 - hold) * rescue) >> 10)


@helper
def pass_chance(rules, work, opponents, allies, top, ours, led_lane, row, weights, rescue):  # type: ignore[no-untyped-def]
    """Chance in 1024ths that our side wins the trick if this player leaves its best card as it is."""
    index = lowest_index(top)
    if ours:
        return hold_chance(rules, work, opponents, top, index, led_lane, row, rescue)
    willing = at(rules, weights + WILLING)
    best = ZERO
    for slot in range(FRIENDS, FRIENDS + allies):
        weigh_slot(rules, work, slot, led_lane, row, willing)
        best = max(best, beat_chance(rules, work, slot, top, index, led_lane, row))
    return (best * at(rules, weights + OVERTAKE)) >> 10


@helper
def later_worth(rules, card, index, points, unseen, weights):  # type: ignore[no-untyped-def]
    """What a card in hand is worth for later tricks, in sixteenths of a point."""
    above = count(unseen & lane_of(index) & -(card << 1))
    trump = index >= 48
    worth = at(rules, weights + (TRUMP_0 if trump else PLAIN_0) + min(above, 3))
    share = at(rules, weights + (KEEP_TRUMP_0 if trump else KEEP_PLAIN_0) + min(above, 1))
    return worth + ((points * share) >> 2)


@helper
def friend_voids(work, allies):  # type: ignore[no-untyped-def]
    """Plain lanes in which a friend still to play can hold nothing while he may hold a trump."""
    lanes = ZERO
    for slot in range(FRIENDS, FRIENDS + allies):
        held = get(work, LATER_HELD + slot)
        if held & TRUMP_LANE:
            lanes |= LANE if held & LANE == 0 else 0
            lanes |= LANE << 16 if held & LANE << 16 == 0 else 0
            lanes |= LANE << 32 if held & LANE << 32 == 0 else 0
    return lanes


@helper
def trick_stake(sure, fixed, need, slack, for_need, for_slack):  # type: ignore[no-untyped-def]
    """What winning the trick is worth, in sixteenths of a point: its points, what is fixed beforehand, and
    its part in what decides the contract."""
    stake = 16 * sure + fixed
    return stake + ((min(sure, slack) * for_slack) >> 10) + ((min(sure, need) * for_need) >> 10)


@helper
def choose_lead(  # type: ignore[no-untyped-def]
    rules, work, legal, hand, unseen, opponents, allies, pot, best_played, need, slack, for_need, for_slack,
    fixed, row, weights, rescue,
):  # fmt: skip
    """The lead of greatest merit, the lowest index of equals."""
    willing = at(rules, weights + WILLING)
    trumps_out = unseen & TRUMP_LANE
    voids = friend_voids(work, allies)
    length, to_void = at(rules, weights + LEAD_LENGTH), at(rules, weights + LEAD_TO_VOID)
    lead_trump = at(rules, weights + LEAD_TRUMP) if trumps_out else ZERO
    choice, most = ZERO, LOWEST
    weighed, lane_extra = ZERO, ZERO
    rest = legal
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        lane = lane_of(index)
        if weighed != lane:
            weighed = lane
            weigh_opponents(rules, work, opponents, lane, row, willing)
            lane_extra = length * count(hand & lane)
            if index >= 48:
                lane_extra += lead_trump
            elif voids & lane:
                lane_extra += to_void
        points = at(rules, POINTS + index)
        sure = pot + points
        if index >= 48 and card > best_played and trumps_out & -(card << 1) == 0:
            sure += at(rules, BEST_TRUMP)
        chance = hold_chance(rules, work, opponents, card, index, lane, row, rescue)
        merit = chance * trick_stake(sure, fixed, need, slack, for_need, for_slack)
        merit += (lane_extra - later_worth(rules, card, index, points, unseen, weights)) << 10
        if merit > most:
            most, choice = merit, card
    return choice


@helper
def choose_follow(  # type: ignore[no-untyped-def]
    rules, work, legal, hand, unseen, opponents, allies, top, ours, led_lane, pot, best_played, need, slack,
    for_need, for_slack, fixed, row, weights, rescue,
):  # fmt: skip
    """The card of greatest merit behind a lead, the lowest index of equals."""
    trumps_out = unseen & TRUMP_LANE
    weigh_opponents(rules, work, opponents, led_lane, row, at(rules, weights + WILLING))
    passing = pass_chance(rules, work, opponents, allies, top, ours, led_lane, row, weights, rescue)
    may_empty = at(rules, weights + EMPTY_SUIT) if hand & TRUMP_LANE else ZERO
    choice, most = ZERO, LOWEST
    rest = legal
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
            chance = hold_chance(rules, work, opponents, card, index, led_lane, row, rescue)
            if index >= 48 and card > best_played and trumps_out & -(card << 1) == 0:
                sure += at(rules, BEST_TRUMP)
        merit = chance * trick_stake(sure, fixed, need, slack, for_need, for_slack)
        merit += (extra - later_worth(rules, card, index, points, unseen, weights)) << 10
        if merit > most:
            most, choice = merit, card
    return choice


@helper
def choose_by_rules(  # type: ignore[no-untyped-def]
    rules, work, legal, hand, unseen, seat, later, friends, role, top, ours, led_lane, pot, best_played,
    need, slack, row,
):  # fmt: skip
    """The card of greatest merit, the lowest index of equals; see docs/players.md."""
    weights = WEIGHTS + role
    row += NONE
    for_need, for_slack = ZERO, ZERO
    if need > 0 and slack > 0:
        press = at(rules, weights + PRESS) << 10
        for_need, for_slack = press // need, press // slack
    fixed = at(rules, weights + LATER) * later + at(rules, weights + TEMPO)
    opponents, allies = list_later(rules, work, seat, later, friends, unseen)
    rescue = at(rules, weights + RESCUE) if allies else ZERO
    if top == 0:
        return choose_lead(
            rules, work, legal, hand, unseen, opponents, allies, pot, best_played, need, slack, for_need,
            for_slack, fixed, row, weights, rescue,
        )  # fmt: skip
    return choose_follow(
        rules, work, legal, hand, unseen, opponents, allies, top, ours, led_lane, pot, best_played, need, slack,
        for_need, for_slack, fixed, row, weights, rescue,
    )  # fmt: skip
