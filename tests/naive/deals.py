"""The deal of docs/streams.md: hands, kitty and stock from an ordered deck."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tests.naive.streams import DEAL, Words, draw_cards

SUITS = "CDHS"
RANKS = "23456789TJQKA"


@dataclass(frozen=True)
class Deal:
    hands: list[list[str]]
    kitty: list[str]
    stock: list[str]  # in drawing order


def cards(ranks: str) -> list[str]:
    """A deck that has these ranks in each of the four suits."""
    return [rank + suit for suit in SUITS for rank in ranks]


@cache
def card_id(card: str) -> int:
    return 16 * SUITS.index(card[1]) + RANKS.index(card[0])


def deal(
    deck: Iterable[str],
    seats: int,
    hand_size: int,
    kitty_size: int,
    seed: int | str,
    index: int,
    known: Mapping[int, Sequence[str]] | None = None,
) -> Deal:
    known = known or {}
    given = [card for hand in known.values() for card in hand]
    left = sorted(set(deck).difference(given), key=card_id)
    words = Words(seed, DEAL, index)

    def pile(size: int) -> list[str]:
        if size < len(left):
            return draw_cards(words, left, size)
        if size > len(left):
            raise ValueError("the deck is too small for this deal")
        rest = left.copy()  # a pile that takes all that is left costs no draw
        left.clear()
        return rest

    hands = [list(known[seat]) if seat in known else pile(hand_size) for seat in range(seats)]
    kitty = pile(kitty_size)
    stock = draw_cards(words, left, len(left))
    return Deal(hands, kitty, stock)
