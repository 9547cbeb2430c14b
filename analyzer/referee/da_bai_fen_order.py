"""Da Bai Fen: the eighteen trumps, and which set of cards beats which.

The numbers in brackets are those of the rules in rules/da-bai-fen.md; S is for its settled questions.
"""

from collections.abc import Sequence
from functools import cache

from analyzer.referee.cards import SUITS
from analyzer.referee.tricks import Order

LADDER = "23456789TJQKA"
"""The levels, lowest first, and the ranks of a suit."""
JOKERS = ("RJ", "BJ")
POINTS = {"K": 10, "T": 10, "5": 5}


def points_of(cards: Sequence[str]) -> int:
    """Card points [2]."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def rank_of(level: int) -> str:
    """The trump rank of a level [3]; after the ace the twos come again [S8]."""
    return LADDER[level % len(LADDER)]


@cache
def set_order(trump: str, rank: str, two_ranks: bool) -> Order:
    """Who beats whom: cards of one group are equal [4] [18]."""
    high = [rank, "2"] if two_ranks and rank != "2" else [rank]
    low = [other for other in reversed(LADDER) if other not in high]
    groups = [[joker] for joker in JOKERS]
    for each in high:
        groups.append([each + trump])
        groups.append([each + suit for suit in SUITS if suit != trump])
    groups += [[other + trump] for other in low]
    suit_of = {card: trump for group in groups for card in group}
    strength = {card: len(groups) - place for place, group in enumerate(groups) for card in group}
    for suit in SUITS:
        if suit != trump:
            suit_of |= {other + suit: suit for other in low}
            strength |= {other + suit: len(low) - place for place, other in enumerate(low)}
    return Order(trump, suit_of, strength)


def beats(card: str, other: str, order: Order) -> bool:
    """Whether a card beats another that was played before it."""
    if order.suit[card] == order.suit[other]:
        return order.strength[card] > order.strength[other]
    return order.suit[card] == order.trump


def beats_set(cards: Sequence[str], others: Sequence[str], order: Order) -> bool:
    """Whether the cards can be matched one to one so that every card beats its counterpart [13]."""
    taken_by: dict[str, str] = {}

    def find(card: str, tried: set[str]) -> bool:
        for other in others:
            if other in tried or not beats(card, other, order):
                continue
            tried.add(other)
            if other not in taken_by or find(taken_by[other], tried):
                taken_by[other] = card
                return True
        return False

    return len(cards) == len(others) and all(find(card, set()) for card in cards)


def best_set(sets: Sequence[Sequence[str]], order: Order, uniform: bool) -> int:
    """The place of the set that wins; equals stay behind the earlier one [13]."""
    place = 0
    for other in range(1, len(sets)):
        cards = sets[other]
        if uniform and len({order.suit[card] for card in cards}) > 1:
            continue
        if beats_set(cards, sets[place], order):
            place = other
    return place
