"""101: the `rules` player, as docs/players-odd-games.md says it."""

from __future__ import annotations

from sims._jit import helper
from sims.bits import count, lowest_index
from sims.cards import LANE
from sims.memory import at, get
from sims.shedding_tables import (
    AGAIN,
    DANGER,
    FIT,
    HANDS,
    HIT_1,
    HIT_2,
    KEEP_QUEEN,
    OPEN_NINE,
    PLANES,
    PLAYERS,
    PUT,
    QUEENS,
    STEP,
    SUIT,
)

KING_OF_SPADES = 16 * 3 + 11
WINS = 1_000_000


@helper
def points(rules, cards):
    """What a mask of cards costs in hand."""
    total = count(cards & at(rules, PLANES)) + 2 * count(cards & at(rules, PLANES + 1))
    return total + 4 * count(cards & at(rules, PLANES + 2)) + 8 * count(cards & at(rules, PLANES + 3))


@helper
def suit_to_order(rules, hand):
    """The suit held most, queens left out; of equals the one with most points, then the first of C D H S."""
    rest = hand & ~at(rules, QUEENS)
    best, most = 0, -1
    for suit in range(4):
        lane = rest & (LANE << 16 * suit)
        worth = 256 * count(lane) + points(rules, lane)
        if worth > most:
            best, most = suit, worth
    return best


@helper
def fewest_cards(rules, work, seat):
    """Cards of the next player, and the fewest that any other player holds."""
    players = at(rules, PLAYERS)
    other = seat + 1 if seat + 1 < players else 0
    following = count(get(work, HANDS + other))
    fewest = following
    for _ in range(players - 2):
        other = other + 1 if other + 1 < players else 0
        fewest = min(fewest, count(get(work, HANDS + other)))
    return following, fewest


@helper
def choose_card(rules, work, seat, legal):
    """The card of the greatest merit, of equals the lowest: (card as a bit, suit to order)."""
    hand = get(work, HANDS + seat)
    held = count(hand)
    players = at(rules, PLAYERS)
    following, fewest = fewest_cards(rules, work, seat)
    best, most, ordered = 0, -WINS * 4, 0
    while legal:
        bit = legal & -legal
        legal ^= bit
        card = lowest_index(bit)
        rest = hand ^ bit
        suit = card >> 4
        if bit & at(rules, QUEENS):
            suit = suit_to_order(rules, rest)
        step = at(rules, STEP + card)
        rank = 9 if card == KING_OF_SPADES else (card & 15) - 4
        merit = at(rules, PUT + rank)
        merit += at(rules, SUIT) * count(rest & (LANE << 16 * suit) & ~at(rules, QUEENS))
        if fewest <= 2:
            merit += at(rules, DANGER) * points(rules, bit)
        if step == 2 and following <= 2:
            merit += at(rules, HIT_1 if following == 1 else HIT_2)
        if step == 0 or (step == 2 and players == 2):
            if rest & at(rules, FIT + 4 * card + suit):
                merit += WINS if held == 2 else at(rules, AGAIN)
            elif step == 0:
                merit -= at(rules, OPEN_NINE)
        if merit > most:
            best, most, ordered = bit, merit, suit
    return best, ordered


@helper
def puts_drawn(rules, work, seat, bit):
    """Whether a drawn card that fits is put: a nine only if it can be closed, a queen only from few cards."""
    rest = get(work, HANDS + seat) ^ bit
    card = lowest_index(bit)
    if at(rules, STEP + card) == 0:
        return (rest & at(rules, FIT + 4 * card)) != 0
    if bit & at(rules, QUEENS):
        return count(rest) < at(rules, KEEP_QUEEN)
    return True
