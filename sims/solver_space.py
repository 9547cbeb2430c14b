"""The workspace of the exact solver: where each word lies, and how it is made ready for a game.

One block of int64 words, addressed by its pointer as in `sims.memory`: what the solver has to know of the
rules, the position it is asked about, the scratch of the search, and its table of positions solved.
"""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO, count, highest_index, lowest_index
from sims.blocks import DECKS, POINT_MASKS, POINT_VALUES, REQUIRED
from sims.cards import LANE
from sims.memory import at, get, put
from sims.tables import AFTER_BROKEN, BEST_TRUMP, LEAD_RULE, SEATS, TRICK_POINTS, TRUMP_LANE, UNIT

MOST_SEATS = 4
# the ways to search less, each of which can be left out
TABLE, EQUALS, ORDER, BOUNDS, RANKS = 1, 2, 4, 8, 16
EVERYTHING = TABLE | EQUALS | ORDER | BOUNDS | RANKS

# what the rules and the question say
(
    RULES_AT,  # pointer of the rules block
    OPTIONS,  # sum of the above
    SEAT_COUNT,
    SIDE,  # bit set of the seats of the declaring side
    TRICK_WORTH,  # what a trick as such is worth
    BONUS,  # what the best trump of the hand is worth
    STEP,  # all worths are multiples of it
    SPECIAL,  # cards that are worth something or may be withheld: no other card stands for one of them
    TOPS,  # those that beat every ordinary card of their lane
    BOTTOMS,  # those that every ordinary card of their lane beats
    UNBROKEN,  # trumps left as long as none was played, -1 if that is over or does not matter
) = range(11)
WORTHS = 11  # + 0, 1: worth of the cards of ...
WORTH_CARDS = 13  # + 0, 1
# the position
(
    TURN,  # seat to play
    LAID,  # cards on the table
    LAID_COUNT,
    LED,  # frame index of the card led
    TOP,  # best card on the table ...
    TOP_SEAT,  # ... and whose it is
    FIRST_FROM,  # mask that a lead must come from if it can, 0 for all
    BEST_PLAYED,  # best trump of the tricks before, 0 if none
    BEST_OURS,  # 1 if the declaring side played it
    BROKEN,  # 1 if a trump was played in a trick before
) = range(15, 25)
HANDS = 26  # + seat
OURS = 30  # + seat: -1 for the declaring side, 0 for the others
# the search
NODES, AGE, BUCKETS, TABLE_AT = range(34, 38)
ANSWERS = 38  # + frame index of a card
MOVES = 102  # + 16 * (4 * tricks left + cards on the table)
FIXED = MOVES + 16 * 64
ENTRY, WAYS = 8, 4  # words of an entry, entries of a bucket
AGES = 1 << 11


def space_words(log_entries: int) -> int:
    """Words of a workspace whose table has 2**log_entries entries."""
    return int(FIXED + ENTRY + (ENTRY << log_entries))


@helper
def mark_specials(rules, space):
    """Fill in SPECIAL, TOPS and BOTTOMS from the tables of what is worth and what must follow what."""
    deck, special = ZERO, ZERO
    for trump in range(4):
        deck |= at(rules, DECKS + trump)
    for part in range(2):
        special |= get(space, WORTH_CARDS + part)
    for lane in range(4):
        bits = LANE << (16 * lane)
        every, some = bits, ZERO
        for place in range(15):
            required = at(rules, REQUIRED + 16 * lane + place)
            every &= required
            some |= required
        special |= some & bits & ~every
    special &= deck
    tops, bottoms, rest = ZERO, ZERO, special
    while rest:
        card = rest & -rest
        rest ^= card
        ordinary = LANE << (lowest_index(card) & 48) & deck & ~special
        if ordinary < card:
            tops |= card
        if ordinary & (card - 1) == 0:
            bottoms |= card
    put(space, SPECIAL, special)
    put(space, TOPS, tops)
    put(space, BOTTOMS, bottoms)


@helper
def forget(space):
    """Let the table count as empty."""
    age = get(space, AGE) + 1
    if age == AGES:
        table, words = get(space, TABLE_AT), (get(space, BUCKETS) + 1) * ENTRY * WAYS
        for word in range(words):
            put(space, table + word, ZERO)
        age = ONE
    put(space, AGE, age)


@helper
def prepare(rules, space, allies, by_tricks, options, log_entries):
    """Make a zeroed workspace ready for a game and a declaring side.

    by_tricks: 1 to count tricks, 0 to count points as the rules do.
    """
    put(space, RULES_AT, rules)
    put(space, SEAT_COUNT, at(rules, SEATS))
    put(space, SIDE, allies)
    put(space, TRICK_WORTH, ONE if by_tricks else at(rules, TRICK_POINTS))
    put(space, BONUS, ZERO if by_tricks else at(rules, BEST_TRUMP))
    put(space, STEP, ONE if by_tricks else at(rules, UNIT))
    for part in range(2):
        worth = ZERO if by_tricks else at(rules, POINT_VALUES + part)
        put(space, WORTHS + part, worth)
        put(space, WORTH_CARDS + part, at(rules, POINT_MASKS + part) if worth else ZERO)
    for seat in range(MOST_SEATS):
        put(space, HANDS + seat, ZERO)
        put(space, OURS + seat, -((allies >> seat) & 1))
    mark_specials(rules, space)
    if count(get(space, SPECIAL)) > 16:
        options &= ~TABLE
    put(space, OPTIONS, options)
    put(space, FIRST_FROM, ZERO)
    put(space, BEST_PLAYED, ZERO)
    put(space, BEST_OURS, ZERO)
    put(space, BROKEN, ZERO)
    put(space, BUCKETS, (ONE << log_entries) // WAYS - 1)
    put(space, TABLE_AT, FIXED + (-((space >> 3) + FIXED)) % ENTRY)
    forget(space)
    begin_trick(space, ZERO)


@helper
def begin_trick(space, leader):
    """Nothing lies on the table; the hands are to be put into HANDS."""
    put(space, TURN, leader)
    put(space, LAID, ZERO)
    put(space, LAID_COUNT, ZERO)
    put(space, LED, ZERO)
    put(space, TOP, ZERO)
    put(space, TOP_SEAT, leader)


@helper
def takes_lead(card, index, top, led):
    """True if a card beats the best one of a trick to which `led` was led."""
    return card > top and (index >= 48 or (index ^ led) & 48 == 0)


@helper
def lay(space, index):
    """The seat whose turn it is lays a card, by frame index, on the table; the last card of a trick stays there."""
    seat, card = get(space, TURN), ONE << index
    put(space, HANDS + seat, get(space, HANDS + seat) & ~card)
    if get(space, LAID_COUNT) == 0:
        put(space, LED, index)
    if get(space, LAID_COUNT) == 0 or takes_lead(card, index, get(space, TOP), get(space, LED)):
        put(space, TOP, card)
        put(space, TOP_SEAT, seat)
    put(space, LAID, get(space, LAID) | card)
    put(space, LAID_COUNT, get(space, LAID_COUNT) + 1)
    seat += 1
    put(space, TURN, ZERO if seat == get(space, SEAT_COUNT) else seat)


@helper
def worth_of(space, cards):
    """Worth of a mask of cards, without the trick's own."""
    first = get(space, WORTHS) * count(cards & get(space, WORTH_CARDS))
    return first + get(space, WORTHS + 1) * count(cards & get(space, WORTH_CARDS + 1))


@helper
def in_hands(space):
    """All the cards still in hands."""
    return get(space, HANDS) | get(space, HANDS + 1) | get(space, HANDS + 2) | get(space, HANDS + 3)


@helper
def bonus_for_us(space):
    """What the best trump of the whole hand brings to the declaring side; everybody's cards get played."""
    best, ours = get(space, BEST_PLAYED), get(space, BEST_OURS)
    if get(space, BONUS) == 0:
        return ZERO
    for seat in range(MOST_SEATS):
        trumps = get(space, HANDS + seat) & TRUMP_LANE
        if trumps > best:
            best, ours = ONE << highest_index(trumps), get(space, OURS + seat) & 1
    laid, seat = get(space, LAID) & TRUMP_LANE, get(space, TOP_SEAT)
    if laid > best:
        best, ours = laid, get(space, OURS + seat) & 1
    return get(space, BONUS) if ours and best else ZERO


@helper
def note_unbroken(space):
    """Keep the trumps in play in UNBROKEN, by which a position tells that none has been played before it."""
    rule = at(get(space, RULES_AT), LEAD_RULE)
    closed = rule == AFTER_BROKEN and get(space, BROKEN) == 0
    put(space, UNBROKEN, (in_hands(space) | get(space, LAID)) & TRUMP_LANE if closed else ZERO - 1)
