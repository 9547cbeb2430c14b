"""Cards and hands: a card is an id, a hand is a mask of ids.

id = 16 * suit + rank, suits C D H S = 0..3, ranks 2..9 T J Q K A = 0..12; the jokers stand in the
clubs lane above the ace (black 13, red 14). Bit 15 of a lane is never used.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "CDHS"
RANKS = "23456789TJQKA"
LANE = (1 << 15) - 1  # the bits of one suit, to be shifted by 16 * suit
BLACK_JOKER, RED_JOKER = 13, 14


def card_id(name: str) -> int:
    """Id of a canonical card name ("TH" -> 40)."""
    if name == "BJ":
        return BLACK_JOKER
    if name == "RJ":
        return RED_JOKER
    return 16 * SUITS.index(name[1]) + RANKS.index(name[0])


def card_name(card: int) -> str:
    """Canonical name of a card id."""
    if card == BLACK_JOKER:
        return "BJ"
    if card == RED_JOKER:
        return "RJ"
    return RANKS[card & 15] + SUITS[card >> 4]


CARD_NAMES = tuple(card_name(c) if (c & 15) < 13 or c in (13, 14) else "" for c in range(64))


def mask_of(names: Iterable[str]) -> int:
    """The mask of some card names."""
    mask = 0
    for name in names:
        mask |= 1 << card_id(name)
    return mask


def names_of(mask: int) -> list[str]:
    """The card names of a mask, by suit S H D C, high ranks first."""
    ids = [c for c in range(64) if mask >> c & 1]
    return [CARD_NAMES[c] for c in sorted(ids, key=lambda c: (c >> 4, c & 15), reverse=True)]


def suit_ranks(ranks: str, suits: str = SUITS) -> tuple[str, ...]:
    """A deck: every rank named in every suit named."""
    return tuple(rank + suit for suit in suits for rank in ranks)
