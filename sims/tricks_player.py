"""The `rules` player of trick-count contracts: which card to play; docs/players-blackout.md is its text.

Winning a trick is worth what it changes in the expected score of the hand, which may be less than nothing: then
both sides would rather lose it. Chances are those of `sims.rules_player`.
"""

from __future__ import annotations

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count, highest_index, lowest_index
from sims.blocks import (
    ABSENT,
    ALLIES,
    ALLIES_LATER,
    FRIENDS,
    LATER_HELD,
    LATER_SEATS,
    LED_LANE,
    LEGAL,
    NONE,
    OPPONENTS,
    PLAYING,
    POLICY_OURS,
    ROLE,
    ROW,
    TOP,
    TOP_OURS,
    TRICKS,
    TRICKS_BY,
    UNSEEN,
    WEIGHTS,
)
from sims.memory import at, get, put
from sims.player_tables import NONE_CARDS, NONE_UNSEEN
from sims.rules_player import hold_chance, lane_of, list_later, pass_chance, weigh_opponents
from sims.tables import TRUMP_LANE
from sims.tricks_tables import (
    CODE,
    CODES,
    EMPTY,
    GREEDY,
    NIL_SWING,
    NILS,
    NONE_OF_BOTH,
    PLAYED,
    STAKE,
    STAKE_LOST,
    STAKE_WON,
    STAKES,
    UNIT,
    WORTH,
)

LEAST = -(1 << 62)
HAND_TRICKS = 13


@helper
def takes_lead(card, index, top):
    """Whether a card beats the best of the trick so far, of which there is one."""
    return card > top and (index >= 48 or lane_of(index) & top != 0)


@helper
def later_chance(rules, work, card, index):
    """Chance in 1024ths that a card in hand wins a later trick."""
    lane = get(work, UNSEEN) & lane_of(index)
    above = count(lane & -(card << 1))
    trump = 256 if index >= 48 else ZERO
    return at(rules, WORTH + trump + 16 * above + count(lane) - above)


@helper
def duck(rules, work):
    """The card of who wants no trick at all: the highest that does not take the lead."""
    top = get(work, TOP)
    rest = get(work, LEGAL)
    all_cards = rest
    choice, best = ZERO, LEAST
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        if top == 0:
            merit = -later_chance(rules, work, card, index)
        elif takes_lead(card, index, top):
            merit = ZERO + LEAST
        else:
            merit = 4 * (index & 15) + (index >> 4)
        if merit > best:
            best, choice = merit, card
    if choice == 0:
        choice = all_cards & -all_cards if get(work, LATER_SEATS) else ONE << highest_index(all_cards)
    return choice


@helper
def forced_chance(rules, work, held, card, index, lead_lane):
    """Chance in 1024ths that who may hold these cards must beat the best card of the trick so far."""
    if lane_of(index) != lead_lane:
        return ZERO
    row = get(work, ROW)
    below = at(rules, row + count(held & lead_lane & (card - 1)))
    return (below * (1024 - at(rules, row + count(held & lead_lane & -(card << 1))))) >> 10


@helper
def stays_chance(rules, work, card, index, lead_lane):
    """Chance that no opponent still to play must beat the best card."""
    stays = ZERO + 1024
    for slot in range(get(work, OPPONENTS)):
        held = get(work, LATER_HELD + slot)
        stays = (stays * (1024 - forced_chance(rules, work, held, card, index, lead_lane))) >> 10
    return stays


@helper
def left_chance(rules, work, top, lead_lane):
    """Chance in 1024ths that our side wins a trick that nobody wants, if its best card is left as it is."""
    index = lowest_index(top)
    if get(work, TOP_OURS):
        return stays_chance(rules, work, top, index, lead_lane)
    most = ZERO
    for slot in range(FRIENDS, FRIENDS + get(work, ALLIES_LATER)):
        held = get(work, LATER_HELD + slot)
        most = max(most, forced_chance(rules, work, held, top, index, lead_lane))
    return most


@helper
def nil_chance(rules, work, seat, bidder, best, owner, lead_lane):
    """Chance in 1024ths that a nil bidder wins the trick whose best card is `owner`'s."""
    index, later, unseen = lowest_index(best), get(work, LATER_SEATS), get(work, UNSEEN)
    if owner != bidder:
        away = (bidder - seat) & 3
        if away > later:
            return ZERO
        held = unseen & ~get(work, ABSENT + bidder)
        return forced_chance(rules, work, held, best, index, lead_lane)
    stays = ZERO + 1024
    for step in range(1, later + 1):
        other = (seat + step) & 3
        held = unseen & ~get(work, ABSENT + other)
        if (other ^ bidder) & 1:
            chance = forced_chance(rules, work, held, best, index, lead_lane)
        else:
            chance = 1024 - at(rules, get(work, ROW) + count(held & lane_of(index) & -(best << 1)))
        stays = (stays * (1024 - chance)) >> 10
    return stays


@helper
def nil_worth(rules, work, seat, best, owner, lead_lane):
    """What the trick puts at stake of the nils that still stand, but the seat's own."""
    worth = ZERO
    for bidder in range(4):
        if (get(work, NILS) >> bidder) & 1 and bidder != seat and get(work, TRICKS_BY + bidder) == 0:
            chance = nil_chance(rules, work, seat, bidder, best, owner, lead_lane)
            worth += chance if (bidder ^ seat) & 1 else -chance
    return worth * at(rules, NIL_SWING)


@helper
def read_stakes(rules, work, seat):
    """Put into STAKE, STAKE_WON and STAKE_LOST what the side of a seat plays for."""
    declaring = (get(work, ALLIES) >> seat) & 1
    played, won = get(work, PLAYED), get(work, TRICKS)
    if not declaring:
        won = played - won
    own, other = get(work, CODE + 1 - declaring), get(work, CODE + declaring)
    left = HAND_TRICKS - played
    table = STAKES + 196 * (CODES * own + other) + 14 * won + left
    put(work, STAKE, at(rules, table))
    put(work, STAKE_WON, at(rules, table + 13))
    put(work, STAKE_LOST, at(rules, table - 1))
    if get(work, POLICY_OURS + 1 - declaring) == GREEDY:
        for word in range(3):
            put(work, STAKE + word, UNIT)
    return own == NONE_OF_BOTH and won == 0


@helper
def choose(rules, work, seat, top_seat, hand):
    """The card of the greatest merit, of equals the lowest."""
    top, lead_lane = get(work, TOP), get(work, LED_LANE)
    stake, won, lost = get(work, STAKE), get(work, STAKE_WON), get(work, STAKE_LOST)
    wanted = stake >= 0
    nils = get(work, NILS)
    leaving = ZERO
    if top:
        weigh_opponents(rules, work, lead_lane)
        leaving = (
            pass_chance(rules, work, top, lead_lane) if wanted else left_chance(rules, work, top, lead_lane)
        )
    may_empty = at(rules, EMPTY) if hand & TRUMP_LANE else ZERO
    choice, most, weighed = ZERO, LEAST, ZERO
    rest = get(work, LEGAL)
    while rest:
        card = rest & -rest
        rest ^= card
        index = lowest_index(card)
        lane = lane_of(index)
        if top == 0 and weighed != lane:
            weighed = lane
            lead_lane = lane
            weigh_opponents(rules, work, lane)
        best, owner, chance = top, top_seat, leaving
        if top == 0 or takes_lead(card, index, top):
            best, owner = card, seat
            if wanted:
                chance = hold_chance(rules, work, card, index, lead_lane)
            else:
                chance = stays_chance(rules, work, card, index, lead_lane)
        later = (chance * won + (1024 - chance) * lost) >> 10
        keep = later_chance(rules, work, card, index)
        if top != 0 and index < 48 and hand & lane == card:
            keep -= may_empty
        merit = chance * stake - keep * later
        if nils:
            merit += nil_worth(rules, work, seat, best, owner, lead_lane)
        if merit > most:
            most, choice = merit, card
    return choice


@unit
def think_tricks(rules, work, deck_left, seat, top_seat):
    """The player's card of the several in LEGAL; deck_left: the deck less the cards played."""
    hand = get(work, PLAYING + seat)
    unseen = deck_left & ~hand
    put(work, UNSEEN, unseen)
    nothing = read_stakes(rules, work, seat)
    if nothing or ((get(work, NILS) >> seat) & 1 and get(work, TRICKS_BY + seat) == 0):
        return duck(rules, work)
    allies = get(work, ALLIES)
    declaring = (allies >> seat) & 1
    put(work, ROW, NONE + (count(hand) * NONE_UNSEEN + count(unseen)) * NONE_CARDS)
    put(work, ROLE, ZERO + WEIGHTS)
    put(work, TOP_OURS, ONE if (allies >> top_seat) & 1 == declaring else ZERO)
    list_later(rules, work, seat, allies if declaring else ~allies)
    return choose(rules, work, seat, top_seat, hand)
