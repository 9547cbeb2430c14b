"""The search of the exact solver: can the declaring side take so much more, if all hands are known?

One question at a time (a zero window), card by card, with the answer of each trick's lead kept in a table.
An answer is a word: negative if the side can, and in the other bits the cards whose *order* mattered for
it, filled up to the top of their lanes. Positions that agree in these and in `shape_of` and `holders_of`
of `sims.solver_table` have the same answer.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count, extract, highest_index, lowest_index
from sims.blocks import ALLOWED, REQUIRED
from sims.cards import LANE
from sims.memory import at, get, put
from sims.playout import leads
from sims.solver_order import follow_merit, lead_merit, prospects
from sims.solver_space import (
    BOTTOMS,
    BOUNDS,
    EQUALS,
    HANDS,
    MOVES,
    NODES,
    OPTIONS,
    ORDER,
    OURS,
    RULES_AT,
    SEAT_COUNT,
    SPECIAL,
    TABLE,
    TOPS,
    TRICK_WORTH,
    UNBROKEN,
    in_hands,
    takes_lead,
    worth_of,
)
from sims.solver_table import (
    OPEN,
    PROVED,
    bucket_of,
    holders_of,
    look_up,
    pressed,
    shape_of,
    spread,
    store,
)
from sims.tables import TRUMP_LANE

WON = np.int64(-(2**63))
LANES = LANE | LANE << 16 | LANE << 32 | LANE << 48
GUARDS = np.int64(-(2**63)) | 1 << 15 | 1 << 31 | 1 << 47


@helper
def filled(cards):
    """Each lane from its lowest card up."""
    return ((GUARDS - cards) | cards) & LANES


@helper
def ranked(space, cards, winner):
    """The cards whose order made `winner` the best of the cards of its lane that were played to a trick."""
    others = cards & (LANE << (lowest_index(winner) & 48)) ^ winner
    special = get(space, SPECIAL)
    if winner & get(space, TOPS) or others & ~get(space, BOTTOMS) == 0:
        return ZERO
    if winner & special and others & ~special == 0:
        return ZERO
    return (LANE << (lowest_index(winner) & 48)) & -winner


@helper
def last_trick(space, leader, ours, rest):
    """The answer if everybody has one card left, and there is something to be won."""
    cards = rest & TRUMP_LANE
    if cards == 0:
        cards = rest & (LANE << (lowest_index(get(space, HANDS + leader)) & 48))
    winner = ONE << highest_index(cards)
    answer = ranked(space, cards, winner)
    return WON | answer if winner & ours else answer


@helper
def by_top_trumps(space, need, most, ours, rest):
    """(1, answer) if the run of highest trumps decides: the side that holds it takes every trick that one of
    them is played to, and so these cards, and a trick for each of the longest hand of them."""
    trumps, theirs = rest & TRUMP_LANE, rest & TRUMP_LANE & ~ours
    held = trumps & ours
    us = held > theirs
    own, other = (held, theirs) if us else (theirs, held)
    run = own & ~((ONE << (highest_index(other) + 1)) - 1)
    longest = ZERO
    for seat in range(4):
        longest = max(longest, count(run & get(space, HANDS + seat)))
    sure = get(space, TRICK_WORTH) * longest + worth_of(space, run)
    relevant = TRUMP_LANE & -(run & -run) if other else ZERO
    if us:
        return need <= sure, WON | relevant
    return need > most - sure, relevant


@helper
def redundant(hand, others):
    """Cards of a hand with a lower one of the same hand next to them, whoever held what is gone."""
    free = LANES & ~(hand | others)
    start = (hand << 1) & ~GUARDS
    return hand & (((free + (start & free)) & ~free) | start)


@helper
def widened(relevant, dropped, kept):
    """`relevant`, with the whole of each run of equal cards that it cuts in two."""
    cut = dropped & relevant
    while cut:
        lane = LANE << (lowest_index(cut) & 48)
        below = kept & lane & ((cut & -cut) - 1)
        relevant |= lane & -(ONE << highest_index(below)) if below else ZERO
        cut &= ~lane
    return relevant


@kernel
def search(space, seat, position, laid, led, top, top_seat, need, left):
    """The answer with `seat` to play, `position` cards of the trick (mask `laid`) being on the table.

    led: frame index of the card led; top: best card so far (a mask) and top_seat its seat; need > 0: what the
    declaring side needs of this trick and the rest; left: tricks left with this one.
    """
    options = get(space, OPTIONS)
    hand = get(space, HANDS + seat)
    rules = get(space, RULES_AT)
    shape, holders, first, second, kinds, bucket, most = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
    hint, keeps, rest, ours = ZERO - 1, False, ZERO, ZERO
    if position:
        legal = hand
        if hand & at(rules, REQUIRED + led):
            legal = hand & at(rules, ALLOWED + led)
    else:
        h0, h1, h2, h3 = (
            get(space, HANDS),
            get(space, HANDS + 1),
            get(space, HANDS + 2),
            get(space, HANDS + 3),
        )
        odd, high = h1 | h3, h2 | h3
        rest = h0 | h2 | odd
        most = get(space, TRICK_WORTH) * left + worth_of(space, rest)
        if need > most:
            return ZERO
        put(space, NODES, get(space, NODES) + 1)
        ours = h0 & get(space, OURS) | h1 & get(space, OURS + 1)
        ours |= h2 & get(space, OURS + 2) | h3 & get(space, OURS + 3)
        if options & BOUNDS:
            if left == 1:
                return last_trick(space, seat, ours, rest)
            if rest & TRUMP_LANE:
                settled, answer = by_top_trumps(space, need, most, ours, rest)
                if settled:
                    return answer
        keeps = options & TABLE != 0 and left > 1
        if keeps:
            shape, holders = shape_of(h0, h1, h2, h3), holders_of(space, seat, odd, high, rest)
            first, second, kinds = extract(odd, rest), extract(high, rest), extract(get(space, SPECIAL), rest)
            bucket = bucket_of(space, shape, holders)
            found, ordered, hint = look_up(space, bucket, shape, holders, first, second, kinds, need)
            if found != OPEN:
                relevant = filled(spread(ordered, rest))
                return WON | relevant if found == PROVED else relevant
        legal = leads(rules, hand, TRUMP_LANE if rest & TRUMP_LANE != get(space, UNBROKEN) else ZERO)
    moves, total = MOVES + 16 * (4 * left + position), ONE
    kept, dropped = legal, ZERO
    if legal & (legal - 1) == 0:
        put(space, moves, lowest_index(legal))
    else:
        if position:
            rest = in_hands(space)
        if options & EQUALS:
            ordinary = hand & ~get(space, SPECIAL)
            dropped = redundant(ordinary, (rest & ~ordinary) | laid) & legal
            kept = legal & ~dropped
        plan = prospects(space, rules, seat, position, led, top, top_seat, ours, rest)
        todo, total = kept, ZERO
        while todo:
            card = todo & -todo
            todo ^= card
            index = lowest_index(card)
            merit = ZERO
            if options & ORDER:
                if position:
                    merit = follow_merit(space, card, index, led, top, position, plan)
                else:
                    merit = lead_merit(space, card, index, hand, rest, plan)
            word = merit * 64 + index
            if index == hint:
                word += 1 << 40
            slot = moves + total
            while slot > moves and get(space, slot - 1) < word:
                put(space, slot, get(space, slot - 1))
                slot -= 1
            put(space, slot, word)
            total += 1
    mine = get(space, OURS + seat) != 0
    following = seat + 1
    if following == get(space, SEAT_COUNT):
        following = ZERO
    relevant, answer, best, decided = ZERO, ZERO, ZERO, False
    for move in range(total):
        index = get(space, moves + move) & 63
        card = ONE << index
        put(space, HANDS + seat, hand ^ card)
        new_led, new_top, new_seat = led, top, top_seat
        if position == 0:
            new_led, new_top, new_seat = index, card, seat
        elif takes_lead(card, index, top, led):
            new_top, new_seat = card, seat
        pile = laid | card
        if position + 1 == get(space, SEAT_COUNT):
            wanted = need
            if get(space, OURS + new_seat):
                wanted -= get(space, TRICK_WORTH) + worth_of(space, pile)
            if wanted <= 0:
                child = WON
            elif left == 1:
                child = ZERO
            else:
                child = search(space, new_seat, ZERO, ZERO, ZERO, ZERO, new_seat, wanted, left - 1)
            child |= ranked(space, pile, new_top)
        else:
            child = search(space, following, position + 1, pile, new_led, new_top, new_seat, need, left)
        put(space, HANDS + seat, hand)
        if (child < 0) == mine:
            answer, best, decided = child, index, True
            break
        relevant |= child & ~WON
    if not decided:
        relevant = widened(relevant, dropped, kept & ~get(space, SPECIAL))
        answer = relevant if mine else WON | relevant
        best = get(space, moves) & 63
    if keeps:
        ordered = pressed(space, answer & ~WON, rest)
        store(
            space, bucket, shape, holders, first, second, kinds, ordered, need, answer < 0, most, best, left
        )
    return answer
