"""101: what everybody has seen of the hands, read from the log, and the worlds that fit it.

The unknown cards of a hand are kept in groups, the oldest first: cards that came from the same stock and that
the player has held since before the same draws of his, when nothing of them fitted. Which card came from which
stock is known, as what goes into a new stock lay open before. docs/players-odd-games.md is the text.
"""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO
from sims.blocks import BIN_PILE, BIN_SEAT, BINS, REST_PILE, STOCK, SURE, WORLD
from sims.memory import at, get, put
from sims.shedding_tables import (
    DEALER,
    DECK,
    EFFECTS,
    FIT,
    GROUP_ABSENT,
    GROUP_SIZE,
    GROUP_STOCK,
    GROUPS,
    HAND,
    HANDS,
    LISTED,
    LOG,
    LOG_CARD,
    LOG_DRAW,
    LOG_LENGTH,
    LOG_PUT,
    MOST_GROUPS,
    MOST_STOCKS,
    NEXT,
    OPEN,
    PILE,
    PILE_FROM,
    PLAYERS,
    PUT_CARDS,
    PUT_COUNT,
    READ,
    SEEN_FIT,
    SEEN_LISTED,
    SEEN_STOCK,
    SEEN_TOP,
    START,
    START_SUIT,
    STOCKS,
    TURN_OVER,
    WHY_NINE,
    WHY_NONE,
)
from sims.worlds import bound_bins, insert_bin

WEIGHED = 15  # cards of a group for which `draw_world` can tell the number of layouts


@helper
def begin_seen(rules, work):
    """The hands as dealt: one group each."""
    card = get(work, START)
    plain = at(rules, EFFECTS) == 0
    put(work, SEEN_TOP, card)
    put(work, SEEN_FIT, at(rules, OPEN + card if plain else FIT + 4 * card + get(work, START_SUIT)))
    put(work, SEEN_LISTED, 0)
    put(work, SEEN_STOCK, 0)
    put(work, STOCKS, at(rules, DECK) & ~(ONE << card))
    for seat in range(at(rules, PLAYERS)):
        put(work, SURE + seat, 0)
        put(work, GROUPS + seat, 1)
        put(work, GROUP_SIZE + MOST_GROUPS * seat, HAND - 1 if seat == get(work, DEALER) else HAND)
        put(work, GROUP_STOCK + MOST_GROUPS * seat, 0)
        put(work, GROUP_ABSENT + MOST_GROUPS * seat, 0)


@helper
def remove_group(work, seat, place):
    """Close the gap of a group."""
    groups = get(work, GROUPS + seat) - 1
    put(work, GROUPS + seat, groups)
    for later in range(place, groups):
        group = MOST_GROUPS * seat + later
        put(work, GROUP_SIZE + group, get(work, GROUP_SIZE + group + 1))
        put(work, GROUP_STOCK + group, get(work, GROUP_STOCK + group + 1))
        put(work, GROUP_ABSENT + group, get(work, GROUP_ABSENT + group + 1))


@helper
def join_groups(work, seat, place):
    """Make a group and the next one, from the same stock, one: of both is known what is of the newer."""
    group = MOST_GROUPS * seat + place
    size = get(work, GROUP_SIZE + group) + get(work, GROUP_SIZE + group + 1)
    remove_group(work, seat, place)
    put(work, GROUP_SIZE + group, size)


@helper
def see_no_fit(work, seat, fit):
    """A seat must draw: none of its cards fits."""
    for group in range(MOST_GROUPS * seat, MOST_GROUPS * seat + get(work, GROUPS + seat)):
        put(work, GROUP_ABSENT + group, get(work, GROUP_ABSENT + group) | fit)


@helper
def see_draw(work, seat):
    """A seat draws a card that others do not see: it joins the newest group or begins one."""
    groups, stock = get(work, GROUPS + seat), get(work, SEEN_STOCK)
    newest = MOST_GROUPS * seat + groups - 1
    if groups and get(work, GROUP_STOCK + newest) == stock and get(work, GROUP_ABSENT + newest) == 0:
        put(work, GROUP_SIZE + newest, get(work, GROUP_SIZE + newest) + 1)
        return
    if groups == MOST_GROUPS:
        place = ZERO  # there are more groups than stocks
        while get(work, GROUP_STOCK + MOST_GROUPS * seat + place) != get(
            work, GROUP_STOCK + MOST_GROUPS * seat + place + 1
        ):
            place += 1
        join_groups(work, seat, place)
        groups -= 1
    newest = MOST_GROUPS * seat + groups
    put(work, GROUP_SIZE + newest, 1)
    put(work, GROUP_STOCK + newest, stock)
    put(work, GROUP_ABSENT + newest, 0)
    put(work, GROUPS + seat, groups + 1)


@helper
def see_put(work, seat, bit):
    """A seat puts a card: it leaves the oldest group in which it may have been."""
    if get(work, SURE + seat) & bit:
        put(work, SURE + seat, get(work, SURE + seat) ^ bit)
        return
    for place in range(get(work, GROUPS + seat)):
        group = MOST_GROUPS * seat + place
        if get(work, STOCKS + get(work, GROUP_STOCK + group)) & ~get(work, GROUP_ABSENT + group) & bit:
            size = get(work, GROUP_SIZE + group) - 1
            put(work, GROUP_SIZE + group, size)
            if size == 0:
                remove_group(work, seat, place)
            return


@helper
def see_new_stock(rules, work, pile):
    """The pile becomes a stock; beyond MOST_STOCKS the two oldest count as one."""
    for stock in range(get(work, SEEN_STOCK) + 1):
        put(work, STOCKS + stock, get(work, STOCKS + stock) & ~pile)
    if get(work, SEEN_STOCK) == MOST_STOCKS - 1:
        put(work, STOCKS, get(work, STOCKS) | get(work, STOCKS + 1))
        for stock in range(1, MOST_STOCKS - 1):
            put(work, STOCKS + stock, get(work, STOCKS + stock + 1))
        for seat in range(at(rules, PLAYERS)):
            for group in range(MOST_GROUPS * seat, MOST_GROUPS * seat + get(work, GROUPS + seat)):
                put(work, GROUP_STOCK + group, max(ZERO, get(work, GROUP_STOCK + group) - 1))
    else:
        put(work, SEEN_STOCK, get(work, SEEN_STOCK) + 1)
    put(work, STOCKS + get(work, SEEN_STOCK), pile)


@helper
def read_log(rules, work):
    """Read what has happened since the log was read; of hidden cards only that they were drawn."""
    place, length = get(work, READ), get(work, LOG_LENGTH)
    if place == 0:
        begin_seen(rules, work)
    drawer = ZERO
    while place < length:
        word = get(work, LOG + place)
        place += 1
        kind, seat, what, card = word & 3, word >> 2 & 3, word >> 4 & 15, word >> 8
        if kind == LOG_PUT:
            see_put(work, seat, ONE << card)
            put(work, SEEN_TOP, card)
            put(work, SEEN_FIT, at(rules, FIT + 4 * card + what))
        elif kind == LOG_DRAW:
            drawer = seat
            if what in (WHY_NONE, WHY_NINE):
                see_no_fit(work, seat, get(work, SEEN_FIT))
            if what == WHY_NINE and (place == length or get(work, LOG + place) & 3 in (LOG_PUT, LOG_DRAW)):
                put(work, SEEN_FIT, at(rules, OPEN + get(work, SEEN_TOP)))  # nothing was left to draw
        elif kind == LOG_CARD:
            if get(work, SEEN_LISTED):
                put(work, SURE + drawer, get(work, SURE + drawer) | ONE << card)
            else:
                see_draw(work, drawer)
        else:
            if at(rules, TURN_OVER):
                put(work, SEEN_LISTED, 1)
            else:
                see_new_stock(rules, work, get(work, LOG + place))
            place += 2
    put(work, READ, place)


@helper
def plan_hands(rules, work, seat, top):
    """Prepare `draw_world` for what a seat knows; top: the top card, a mask. Gives the cards to deal."""
    players = at(rules, PLAYERS)
    free = at(rules, DECK) & ~(get(work, PILE) | top | get(work, HANDS + seat))
    if get(work, LISTED):
        free &= ~get(work, STOCK)
    for other in range(players):
        free &= ~get(work, SURE + other)
    bins = ZERO
    for other in range(players):
        if other != seat:
            for group in range(MOST_GROUPS * other, MOST_GROUPS * other + get(work, GROUPS + other)):
                size = get(work, GROUP_SIZE + group)
                allowed = free & get(work, STOCKS + get(work, GROUP_STOCK + group))
                if size <= WEIGHED:
                    allowed &= ~get(work, GROUP_ABSENT + group)
                insert_bin(work, bins, other, size, allowed, free)
                bins += 1
    bound_bins(work, bins, free)
    return free


@helper
def copy_pile(rules, work):
    """Copy the order of the pile, and of a stock that is a pile turned over, into the world's block."""
    if at(rules, TURN_OVER):
        world = get(work, WORLD)
        first = get(work, NEXT) if get(work, LISTED) else get(work, PILE_FROM)
        for place in range(first, get(work, PUT_COUNT)):
            put(world, PUT_CARDS + place, get(work, PUT_CARDS + place))


@helper
def lay_hands(rules, work, seat):
    """Copy the public state and the world that is drawn into the world's block: hands, pile and stock."""
    world = get(work, WORLD)
    for other in range(at(rules, PLAYERS)):
        put(world, HANDS + other, get(work, (HANDS if other == seat else SURE) + other))
    for place in range(get(work, BINS)):
        holder = HANDS + get(work, BIN_SEAT + place)
        put(world, holder, get(world, holder) | get(work, BIN_PILE + place))
    for word in (PILE, PUT_COUNT, PILE_FROM, LISTED, NEXT):
        put(world, word, get(work, word))
    put(world, STOCK, get(work, STOCK) if get(work, LISTED) else get(work, REST_PILE))
    put(world, LOG_LENGTH, 0)
