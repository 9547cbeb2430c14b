"""Endings searched exactly: how often a seat reaches its goal over every layout of the cards that it does not see.

The other seats play `rules`, so their cards depend on their own hands and on what everybody has seen. The
layouts that one seat cannot tell apart are played on together, from each of its decisions to its next, and
parted by what it sees: a tree of information sets. The best card of each is an exact best response; the card
of a player, who decides once for a whole information set, gives that player's exact value. Only for games in
which all cards are dealt and nothing but the cards of tricks counts.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel, unit
from sims.bits import ONE, ZERO, count, deposit
from sims.blocks import (
    ABSENT,
    ALLIES,
    DECKS,
    DECLARER,
    LEADERS,
    LEGAL,
    LOG,
    OURS,
    PLAYING,
    POINTS,
    SEARCH,
    WORK_SIZE,
)
from sims.memory import at, call, get, put
from sims.playout import RULES, close_trick, lay_card, legal_cards, think_at
from sims.rollout import is_open, shown_cards, weigh_declarer
from sims.streams import stream
from sims.tables import (
    BEST_TRUMP,
    DECK,
    DRAW_AFTER_TRICK,
    HAND,
    LEAD_RULE,
    SEATS,
    TRICK_POINTS,
    Int64Array,
)

# a node: a work block, and the trick that is played
(TRUMP, BID, GOAL, TRICK, LEADER, POSITION, BEST, BEST_BY, LED, MUST, MAY, TABLE, PLAYED) = range(
    WORK_SIZE, WORK_SIZE + 13
)
NODE_SIZE = WORK_SIZE + 13
WORLD_WORDS = 5  # of a world: the hands of four seats, and how likely it is
STOPPED, MADE, SEEN = 0, 1, 2  # what a world comes to: decided, or from SEEN on the cards seen, six bits each
WORLD_BITS, WORLD_MASK = 16, 0xFFFF  # of an entry of a list, below what is seen
BEST_RESPONSE = -1  # a player besides the codes of sims.players
ANY_CARD = -ONE


def can_list(block: Int64Array) -> bool:
    """Whether the layouts of an ending can be listed under these rules: four players hold all the cards, and
    nothing but the cards of tricks counts."""
    whole = int(block[DECK]).bit_count() == 4 * int(block[HAND])
    return int(block[SEATS]) == 4 and whole and not block[[DRAW_AFTER_TRICK, BEST_TRUMP, LEAD_RULE]].any()


@helper
def list_worlds(rules, node, worlds, seat, most):
    """List the layouts that fit what a seat knows: how many, most + 1 if there are more than `most`.

    All are equally likely to the declarer; to another seat in proportion to how likely the declarer is to
    have bid for the goal, as `rollout` has it.
    """
    declarer, goal = get(node, DECLARER), get(node, GOAL)
    shown = shown_cards(rules, node, get(node, TRICK), get(node, LEADER), get(node, POSITION))
    unseen = at(rules, DECKS + get(node, TRUMP)) & ~(get(node, PLAYED) | get(node, PLAYING + seat))
    one, two, three = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    size, next_size = count(get(node, PLAYING + one)), count(get(node, PLAYING + two))
    n, cards = ZERO, count(unseen)
    for first in range(ONE << cards):
        hand = deposit(first, unseen)
        if count(first) != size or hand & get(node, ABSENT + one):
            continue
        left = unseen ^ hand
        for second in range(ONE << (cards - size)):
            other = deposit(second, left)
            last = left ^ other
            if (
                count(second) != next_size
                or other & get(node, ABSENT + two)
                or last & get(node, ABSENT + three)
            ):
                continue
            if n == most:
                return most + 1
            world = worlds + 8 * WORLD_WORDS * n
            put(world, one, hand)
            put(world, two, other)
            put(world, three, last)
            weight = ONE
            if seat != declarer:
                weight = weigh_declarer(rules, get(world, declarer) | shown, goal)
            put(world, WORLD_WORDS - 1, weight)
            n += 1
    return n


@helper
def put_trick(node, trick, leader, position, top, top_seat, led_lane, must, may, pot, played):
    """Write the trick that is played into a node."""
    put(node, TRICK, trick)
    put(node, LEADER, leader)
    put(node, POSITION, position)
    put(node, BEST, top)
    put(node, BEST_BY, top_seat)
    put(node, LED, led_lane)
    put(node, MUST, must)
    put(node, MAY, may)
    put(node, TABLE, pot)
    put(node, PLAYED, played)


@kernel
def play_on(rules, node, after, world, seat, card):
    """A seat plays a card at a node (0: it is not its turn), then `rules` the others, until its next turn: STOPPED,
    MADE, or what it has seen, and `after` is that turn."""
    seats, goal, trump = at(rules, SEATS), get(node, GOAL), get(node, TRUMP)
    for word in range(LEGAL):
        put(after, word, get(node, word))
    for word in range(LEADERS, LEADERS + get(node, TRICK) + 1):
        put(after, word, get(node, word))
    trick, leader, position = get(node, TRICK), get(node, LEADER), get(node, POSITION)
    top, top_seat, led_lane = get(node, BEST), get(node, BEST_BY), get(node, LED)
    must, may, pot, played = get(node, MUST), get(node, MAY), get(node, TABLE), get(node, PLAYED)
    for other in range(seats):
        if other != seat:
            put(after, PLAYING + other, get(world, other) & ~played)
    seen = ZERO + SEEN
    while True:
        turn = (leader + position) % seats
        hand = get(after, PLAYING + turn)
        legal = legal_cards(rules, hand, position, must, may, ZERO, played)
        chosen = legal
        if turn == seat:
            if card == 0 and hand & (hand - 1):
                break
            chosen, card = card or legal, ZERO
        elif legal & (legal - 1):
            chosen = think_at(
                rules, after, trump, goal, legal, position, turn, top, top_seat, led_lane, pot, played
            )
        index, top, top_seat, led_lane, must, may = lay_card(
            rules, after, turn, chosen, top, top_seat, led_lane, must, may
        )
        put(after, LOG + trick * seats + position, index)
        played |= chosen
        pot += at(rules, POINTS + index)
        position += 1
        if turn != seat:
            seen = seen << 6 | index
        if position == seats:
            close_trick(rules, after, top, top_seat, pot)
            if not is_open(rules, after, goal):
                return ZERO + (MADE if get(after, OURS) >= goal else STOPPED)
            trick, leader, position = trick + 1, top_seat, ZERO
            top, led_lane, must, may, pot = ZERO, ZERO, ZERO, ZERO, at(rules, TRICK_POINTS)
            put(after, LEADERS + trick, leader)
    for word in (TRUMP, BID, GOAL):
        put(after, word, get(node, word))
    put_trick(after, trick, leader, position, top, top_seat, led_lane, must, may, pot, played)
    return seen


@helper
def cards_of(rules, node, seat, player, key):
    """The cards that a player plays at a node, a mask: all legal ones for BEST_RESPONSE, one for the others; 0 if
    it is not his turn."""
    trick, leader, position = get(node, TRICK), get(node, LEADER), get(node, POSITION)
    if (leader + position) % at(rules, SEATS) != seat:
        return ZERO
    top, top_seat, led_lane = get(node, BEST), get(node, BEST_BY), get(node, LED)
    must, may, pot, played = get(node, MUST), get(node, MAY), get(node, TABLE), get(node, PLAYED)
    trump, goal = get(node, TRUMP), get(node, GOAL)
    legal = legal_cards(rules, get(node, PLAYING + seat), position, must, may, ZERO, played)
    if player == BEST_RESPONSE or legal & (legal - 1) == 0:
        return legal
    if player == RULES:
        return think_at(rules, node, trump, goal, legal, position, seat, top, top_seat, led_lane, pot, played)
    return call(
        at(rules, SEARCH), rules, node, trump, get(node, BID), goal, trick, leader, position, seat, legal,
        top, top_seat, led_lane, must, may, pot, played,
        np.int64(stream(np.uint64(key), trick * at(rules, SEATS) + position)), player >> 8,
    )  # fmt: skip


@kernel
def value_of(rules, nodes, worlds, lists, level, low, high, seat, only, player, key):
    """The weight of the worlds lists[level, low:high] in which a seat's side reaches its goal.

    They are one information set of the seat; the node of that level is the position, and its turn but for the
    first. only: the cards that are considered.
    """
    node = nodes + 8 * NODE_SIZE * level
    after = node + 8 * NODE_SIZE
    wanted = ZERO + (MADE if (get(node, ALLIES) >> seat) & 1 else STOPPED)
    options, most = cards_of(rules, node, seat, player, key) & only, ZERO
    while True:
        card = options & -options
        options ^= card
        value, end = ZERO, low
        for place in range(low, high):
            number = lists[level, place] & WORLD_MASK
            world = worlds + 8 * WORLD_WORDS * number
            seen = play_on(rules, node, after, world, seat, card)
            if seen >= SEEN:
                lists[level + 1, end] = seen << WORLD_BITS | number
                end += 1
            elif seen == wanted:
                value += get(world, WORLD_WORDS - 1)
        lists[level + 1, low:end].sort()
        start = low
        while start < end:
            first = lists[level + 1, start]
            stop = start + 1
            while stop < end and lists[level + 1, stop] >> WORLD_BITS == first >> WORLD_BITS:
                stop += 1
            play_on(rules, node, after, worlds + 8 * WORLD_WORDS * (first & WORLD_MASK), seat, card)
            value += value_of(
                rules, nodes, worlds, lists, level + 1, start, stop, seat, ANY_CARD, player, key
            )
            start = stop
        most = max(most, value)
        if options == 0:
            return most


@unit
def ending_card(
    rules, work, trump, goal, trick, leader, position, seat, first,
    top, top_seat, led_lane, must, may, pot, played, most,
):  # fmt: skip
    """The best response, of equals `first`, the card of `rules`; 0 if more than `most` layouts fit."""
    cards = count(get(work, PLAYING + seat))
    space = np.empty((cards + 1) * NODE_SIZE + WORLD_WORDS * most, np.int64)
    lists = np.empty((cards + 1, most), np.int64)
    nodes = np.int64(space.ctypes.data)
    worlds = nodes + 8 * (cards + 1) * NODE_SIZE
    for word in range(WORK_SIZE):
        put(nodes, word, get(work, word))
    put(nodes, TRUMP, trump)
    put(nodes, BID, 0)
    put(nodes, GOAL, goal)
    put_trick(nodes, trick, leader, position, top, top_seat, led_lane, must, may, pot, played)
    n, choice, best = list_worlds(rules, nodes, worlds, seat, most), ZERO, -ONE
    if n <= most:
        for place in range(n):
            lists[0, place] = place
        options = cards_of(rules, nodes, seat, -ONE, ZERO)
        card = first
        while options:
            value = value_of(rules, nodes, worlds, lists, ZERO, ZERO, n, seat, card, -ONE, ZERO)
            if value > best:
                best, choice = value, card
            options ^= card
            card = options & -options
    return choice + space[0] - space[0]  # the arrays live until here
