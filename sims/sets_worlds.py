"""Worlds of the games with sets of cards: what a player has seen of the hands that he does not hold, and layouts
that fit it, drawn by `sims.worlds`.

PLAN is a work block of `sims.blocks`: sizes of the hands in PLAYING, cards a seat cannot hold in ABSENT, cards it is
known to hold in SURE.
"""

from __future__ import annotations

from sims import blocks
from sims._jit import helper
from sims.bits import ZERO, count, lowest_index
from sims.memory import at, get, put
from sims.playout import RULES
from sims.sets import to_frame
from sims.sets_blocks import (
    ABOVE,
    ABSENT,
    ATTEMPT,
    DECLARER,
    DOUBT_ABOVE,
    DOUBT_SEAT,
    DOUBTS,
    FREE,
    GONE,
    LEADER,
    LOG,
    OPEN,
    OPENS,
    PLAN,
    PLAYED,
    PLAYING,
    POLICY_OURS,
    POLICY_THEIRS,
    POSITION,
    RANK,
    SEATS,
    SHOWN,
    TABLE,
    TABLE_END,
    TRICKS,
    WINNER,
    WORK_SIZE,
    WORLD,
    WORLD_RULES,
)
from sims.worlds import draw_world, plan_worlds

SCRATCH_SIZE = 2 * WORK_SIZE + blocks.WORK_SIZE  # the hand itself, a world, the plan


@helper
def open_worlds(work):
    """Divide a scratch of SCRATCH_SIZE."""
    world = work + 8 * WORK_SIZE
    put(work, WORLD, world)
    put(work, PLAN, world + 8 * WORK_SIZE)


@helper
def leader_of(work, trick):
    """Who led a trick that has begun."""
    if trick == get(work, TRICKS):
        return get(work, LEADER)
    return get(work, WINNER + trick - 1) if trick else get(work, DECLARER)


@helper
def read_laid_open(rules, work, frame):
    """What the others have shown of their cards: laid open, exposed, turned up and taken; fills SURE and ABSENT."""
    plan, played, declarer = get(work, PLAN), get(work, PLAYED), get(work, DECLARER)
    taken = ZERO  # by the declarer, who may have laid it away
    if at(rules, OPENS) == 0:
        taken = to_frame(rules, get(work, SHOWN + declarer), frame)
    for seat in range(SEATS):
        seen = ZERO
        if at(rules, OPENS):
            seen = to_frame(rules, get(work, OPEN + seat), frame)
        elif seat != declarer:
            seen = to_frame(rules, get(work, SHOWN + seat), frame)
        put(plan, blocks.SURE + seat, seen & ~played)
        absent = get(work, ABSENT + seat)
        put(plan, blocks.ABSENT + seat, absent if seat == declarer else absent | taken)
        put(plan, blocks.PLAYING + seat, get(work, PLAYING + seat))


@helper
def above_all(rules, led):
    """Cards that are above some card of a set of one lane."""
    above = ZERO
    while led:
        above |= at(rules, ABOVE + lowest_index(led))
        led &= led - 1
    return above


@helper
def sets_of(work, trick):
    """How many sets have been played to a trick that has begun."""
    return get(work, POSITION) if trick == get(work, TRICKS) else ZERO + 4


@helper
def played_by_others(work, trick, leader):
    """The cards that everybody but a leader has played from a trick on."""
    cards = ZERO
    for later in range(trick, get(work, TRICKS) + 1):
        first = leader_of(work, later)
        for place in range(sets_of(work, later)):
            if (first + place) & 3 != leader:
                cards |= get(work, LOG + 4 * later + place)
    return cards


@helper
def read_lead(rules, work, trick, seat):
    """What a seat learns by a lead where several cards must be unbeatable."""
    plan, leader = get(work, PLAN), leader_of(work, trick)
    led, tried = get(work, LOG + 4 * trick), get(work, ATTEMPT + trick)
    above = above_all(rules, led)
    if tried == 0:
        if count(led) > 1:
            for other in range(SEATS):
                if other != leader:
                    put(plan, blocks.ABSENT + other, get(plan, blocks.ABSENT + other) | above)
        return
    put(plan, blocks.SURE + leader, get(plan, blocks.SURE + leader) | (tried & ~get(work, PLAYED)))
    held = played_by_others(work, trick, leader)
    if seat != leader:
        held |= get(work, PLAYING + seat)
    if above & held == 0:
        number = get(work, DOUBTS)
        put(work, DOUBT_SEAT + number, leader)
        put(work, DOUBT_ABOVE + number, above)
        put(work, DOUBTS, number + 1)


@helper
def read_leads(rules, work, seat):
    """`read_lead` of all leads."""
    put(work, DOUBTS, 0)
    if at(rules, FREE):
        return
    for trick in range(get(work, TRICKS) + 1):
        if sets_of(work, trick):
            read_lead(rules, work, trick, seat)


@helper
def plan_layouts(rules, work, frame, seat, unseen):
    """Prepare `draw_layout` for what a seat knows: the cards that are to be dealt."""
    read_laid_open(rules, work, frame)
    read_leads(rules, work, seat)
    world = get(work, WORLD)
    for word in (DECLARER, RANK):
        put(world, word, get(work, word))
    put(world, POLICY_OURS, RULES)
    put(world, POLICY_THEIRS, RULES)
    return plan_worlds(at(rules, WORLD_RULES), get(work, PLAN), seat, unseen)


@helper
def holds_one(plan, leader, cards):
    """Whether a seat other than a leader holds one of some cards in the world that is drawn."""
    for seat in range(SEATS):
        if seat != leader and get(plan, blocks.SURE + seat) & cards:
            return True
    for place in range(get(plan, blocks.BINS)):
        if get(plan, blocks.BIN_SEAT + place) != leader and get(plan, blocks.BIN_PILE + place) & cards:
            return True
    return False


@helper
def draw_layout(rules, work, free, state):
    """Draw a world: who beats the leads taken back must hold what it takes. There is one: the true one."""
    plan = get(work, PLAN)
    while True:
        state = draw_world(at(rules, WORLD_RULES), plan, free, state)
        fits = True
        for number in range(get(work, DOUBTS)):
            if not holds_one(plan, get(work, DOUBT_SEAT + number), get(work, DOUBT_ABOVE + number)):
                fits = False
        if fits:
            return state


@helper
def lay_world(rules, work, seat):
    """Copy the table and the world that is drawn into the world's block."""
    plan, world = get(work, PLAN), get(work, WORLD)
    for word in range(TABLE, TABLE_END):
        put(world, word, get(work, word))
    for other in range(SEATS):
        put(world, ABSENT + other, get(work, ABSENT + other))
        sure = get(plan, blocks.SURE + other) if other != seat else get(work, PLAYING + other)
        put(world, PLAYING + other, sure)
    for place in range(get(plan, blocks.BINS)):
        holder = PLAYING + get(plan, blocks.BIN_SEAT + place)
        put(world, holder, get(world, holder) | get(plan, blocks.BIN_PILE + place))
    gone = get(work, GONE)
    if seat != get(work, DECLARER) and at(rules, OPENS) == 0:
        gone = get(plan, blocks.REST_PILE)
    put(world, GONE, gone)
