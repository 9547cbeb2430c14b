"""Which card the exact solver tries first; only speed hangs on it, never an answer."""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ZERO
from sims.blocks import ALLOWED, REQUIRED
from sims.cards import LANE
from sims.memory import at, get
from sims.solver_space import HANDS, OURS, SEAT_COUNT, worth_of
from sims.tables import TRUMP_LANE


@helper
def prospects(space, rules, seat, position, led, top, top_seat, ours, rest):
    """When following: (best that an opponent still to play can win with, the same of friends, 1 if the
    trick is the own side's so far), as masks that compare like cards; when leading: (cards of the own
    side, of the others, 0)."""
    mine = get(space, OURS + seat)
    if position == 0:
        own = ours if mine else rest & ~ours
        return own, rest & ~own, ZERO
    winners = TRUMP_LANE | LANE << (led & 48)
    must, may = at(rules, REQUIRED + led), at(rules, ALLOWED + led)
    seats = get(space, SEAT_COUNT)
    against, friendly = ZERO, ZERO
    later = seat
    for _ in range(seats - 1 - position):
        later += 1
        if later == seats:
            later = ZERO
        hand = get(space, HANDS + later)
        if hand & must:
            hand &= may
        hand &= winners
        if get(space, OURS + later) == mine:
            friendly = max(friendly, hand)
        else:
            against = max(against, hand)
    return against, friendly, 1 if get(space, OURS + top_seat) == mine else ZERO


@helper
def follow_merit(space, card, index, led, top, position, plan):
    """Merit of a card played to a trick."""
    against, friendly, leading = plan
    worth, rank = 4 * worth_of(space, card), index & 15
    trump = index >= 48
    if card > top and (trump or (index ^ led) & 48 == 0) and not (leading and top > against):
        if card > against:
            return 400 + worth - rank - (10 if trump else 0)
        return 40 - 2 * worth - rank - (10 if trump else 0)
    secure = top > against if leading else friendly > max(against, top)
    return (390 + worth if secure else -worth) - rank - (20 if trump else 0)


@helper
def lead_merit(space, card, index, hand, rest, plan):
    """Merit of a card led."""
    other = plan[1]
    lane = LANE << (index & 48)
    worth, rank = 4 * worth_of(space, card), index & 15
    above = rest & ~hand & lane & -card
    if above == 0:
        ruffs = ZERO
        if index < 48 and other & TRUMP_LANE:
            for seat in range(4):
                theirs = get(space, HANDS + seat)
                if theirs & other and theirs & lane == 0 and theirs & TRUMP_LANE:
                    ruffs = 100
        return 100 - ruffs + worth + (10 if index >= 48 else 0)
    if above & other == 0:
        return 40 - worth - rank
    return -worth - rank - (10 if index >= 48 else 0)
