"""What the games of the Forty-Fives family share: the order of the cards and the duty to follow.

The same order serves Nahanni, 25 and 55/110/220 (rules 2 and 3 of the first, rule 2 of the second).
"""

from __future__ import annotations

from sims.cards import LANE, SUITS
from sims.tables import TRUMP_LANE, Int64Array, follow_suit

RED_LOW = "23456789T"  # weakest first
BLACK_LOW = "T98765432"
TOP_THREE = 0b111 << (48 + 11)  # the 5, the J and the ace of hearts in the trump lane


def _is_red(suit: str) -> bool:
    return suit in "HD"


def trump_order(suit: str) -> list[str]:
    """The trumps, weakest first, in 14 places; the place of the suit's own ace is a hole in hearts."""
    low = [r + suit for r in (RED_LOW if _is_red(suit) else BLACK_LOW) if r != "5"]
    own_ace = "" if suit == "H" else "A" + suit
    return [*low, "Q" + suit, "K" + suit, own_ace, "AH", "J" + suit, "5" + suit]


def plain_order(suit: str, *, ace_high: bool) -> list[str]:
    """A plain suit, weakest first, in 13 places; hearts have a hole for the ace, which is a trump."""
    low = [r + suit for r in (RED_LOW if _is_red(suit) else BLACK_LOW)]
    ace = "" if suit == "H" else "A" + suit
    court = ["J" + suit, "Q" + suit, "K" + suit]
    if ace_high:
        return [*low, *court, ace]
    return [ace, *low, *court] if _is_red(suit) else [*low, ace, *court]


def orders(trump: str, *, ace_high: bool) -> list[list[str]]:
    """The four lanes of a trump's frame: three plain suits in the order C D H S, then the trumps."""
    plain = [plain_order(suit, ace_high=ace_high) for suit in SUITS if suit != trump]
    return [*plain, trump_order(trump)]


def following(*, must_follow: bool) -> tuple[Int64Array, Int64Array]:
    """`required` and `allowed`: a trump led must be followed, but the top three may be withheld from a
    lower trump led; a plain card led asks for nothing, or for the suit or a trump if `must_follow`."""
    required, allowed = follow_suit()
    for index in range(64):
        if index >= 48:
            above = TRUMP_LANE & ~((2 << index) - 1)
            required[index] = TRUMP_LANE & ~(TOP_THREE & above)
            allowed[index] = TRUMP_LANE
        else:
            required[index] = LANE << (index & 48) if must_follow else 0
            allowed[index] = LANE << (index & 48) | TRUMP_LANE
    return required, allowed
