"""The ranks of the Forty-Fives family and its duty to follow, with the privilege of the top three trumps."""

from collections.abc import Sequence
from functools import cache

from analyzer.referee.cards import SUITS
from analyzer.referee.tricks import Lead, Order, Play, Trick, lead_anything, order_of

HAND = 5
"""Everybody's cards, and so the tricks of a hand."""
TRICK = 5
"""Points of a trick."""
BEST_TRUMP = 5
"""Points of the best trump played, in the games that count it."""

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


def tricks_with_bonus(play: Play, leader: int, first_lead: Lead = lead_anything) -> list[Trick]:
    """All the tricks of a hand in which the best trump played counts.

    The bonus for it may be stated in the points of its trick or, being no part of the trick, left out
    of them: records of both kinds are about.
    """
    tricks: list[Trick] = []
    with_bonus: list[Trick] = []
    for number in range(HAND):
        trick = play.next(leader, lead_anything if number else first_lead)
        if trick.points == TRICK + BEST_TRUMP:
            with_bonus.append(trick)
        else:
            play.worth(trick, TRICK)
        tricks.append(trick)
        leader = trick.winner
    play.close()
    best = best_trump(tricks, play.order)
    for trick in with_bonus:
        if best not in trick.cards:
            play.worth(trick, TRICK)
    return tricks


def best_trump(tricks: Sequence[Trick], order: Order) -> str | None:
    """The best trump that was played, if any was; who played it has won its trick."""
    played = [card for trick in tricks for card in trick.cards if order.suit[card] == order.trump]
    return max(played, key=order.strength.__getitem__, default=None)


def points_of_tricks(tricks: Sequence[Trick], order: Order) -> list[int]:
    """What each trick brings its winner, the bonus for the best trump included."""
    best = best_trump(tricks, order)
    return [TRICK + (BEST_TRUMP if best in trick.cards else 0) for trick in tricks]
