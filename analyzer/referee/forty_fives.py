"""The ranks of the Forty-Fives family and its duty to follow, with the privilege of the top three trumps."""

from functools import cache

from analyzer.referee.cards import SUITS
from analyzer.referee.tricks import Order, order_of

RED = "DH"
ACE_OF_HEARTS = "AH"
"""A trump whatever the trump suit."""

LOW_RED = "T9876432"
"""The trumps under the queen, highest in red..."""
LOW_BLACK = "2346789T"
"""...lowest in black; the five is the top trump and not among them."""

PLAIN = {
    (True, "high"): "AKQJT98765432",
    (False, "high"): "AKQJ23456789T",
    (True, "one"): "KQJT98765432A",
    (False, "one"): "KQJA23456789T",
}
"""Ranks of a plain suit, high to low, by whether it is red and what the ace counts as."""


def top_three(trump: str) -> tuple[str, str, str]:
    """The five, the jack and the ace of hearts: the trumps that may be kept back."""
    return "5" + trump, "J" + trump, ACE_OF_HEARTS


def trumps(trump: str) -> list[str]:
    """All trumps, high to low: 13 if hearts are trumps, else 14."""
    own = "KQ" if trump == "H" else "AKQ"
    low = LOW_RED if trump in RED else LOW_BLACK
    return [*top_three(trump), *(rank + trump for rank in own + low)]


def plain(suit: str, ace: str) -> list[str]:
    """A suit that is not trump, high to low; `ace` is "high" or "one"."""
    cards = [rank + suit for rank in PLAIN[suit in RED, ace]]
    return [card for card in cards if card != ACE_OF_HEARTS]


@cache
def family_order(trump: str, ace: str = "one") -> Order:
    """Who beats whom when this suit is trump."""
    suits = {suit: plain(suit, ace) for suit in SUITS if suit != trump}
    return order_of(trump, suits | {trump: trumps(trump)})


def follow_trump(hand: set[str], led: str, card: str, order: Order) -> str | None:
    """The duty to a trump led: a trump, unless all one holds are top ones that outrank the card led.

    What counts is the card that was led, not the best one so far.
    """
    trump, suit, strength = order.trump, order.suit, order.strength
    assert trump is not None
    if suit[card] == trump:
        return None
    free = top_three(trump)
    bound = [
        other
        for other in hand
        if suit[other] == trump and not (other in free and strength[other] > strength[led])
    ]
    if not bound:
        return None
    held = min(bound)
    why = f", which may not be kept back from {led}" if held in free else ""
    return f"but holds a trump ({held}{why}) and a trump ({led}) was led"


def follow_freely(hand: set[str], led: str, card: str, order: Order) -> str | None:
    """Any card to a plain suit; a trump to a trump, with the privilege."""
    return follow_trump(hand, led, card, order) if order.suit[led] == order.trump else None


def follow_or_trump(hand: set[str], led: str, card: str, order: Order) -> str | None:
    """The suit led or a trump to a plain suit, any card if void; a trump to a trump, with the privilege."""
    suit = order.suit
    if suit[led] == order.trump:
        return follow_trump(hand, led, card, order)
    if suit[card] in (suit[led], order.trump):
        return None
    held = sorted(other for other in hand if suit[other] == suit[led])
    return f"but holds {held[0]} of the suit that was led, {led}, and {card} is no trump" if held else None


def lead_trump(hand: set[str], card: str, order: Order) -> str | None:
    """The duty to lead a trump if one has any, be it a top one."""
    if order.suit[card] == order.trump:
        return None
    held = sorted(other for other in hand if order.suit[other] == order.trump)
    return f"but holds a trump ({held[0]}) and must lead one against this bid" if held else None
