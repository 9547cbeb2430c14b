"""Cards by name, and the deal: every card of the deck exactly once, everybody with the right number."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from analyzer.referee.fault import Illegal, shown
from analyzer.referee.fields import Json, field, items, wrong

SUITS = "CDHS"
RANKS = "23456789TJQKA"
NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def deck(ranks: str) -> frozenset[str]:
    """The cards of these ranks in all four suits."""
    return frozenset(rank + suit for rank in ranks for suit in SUITS)


KNOWN = deck(RANKS) | {"RJ", "BJ"}


def as_cards(stated: list[object], path: str) -> list[str]:
    """Values that must be names of cards, as a list."""
    try:
        if KNOWN.issuperset(stated):
            return cast("list[str]", stated)
    except TypeError:  # a list or an object, which the loop names
        pass
    cards = []
    for place, card in enumerate(stated):
        if not isinstance(card, str):
            wrong(f"{path}[{place}]", "a card", card)
        if card not in KNOWN:
            raise Illegal(f'"{path}" lists {shown(card)}, which is not a card', card=card)
        cards.append(card)
    return cards


def cards_of(parent: Json, key: str, path: str = "") -> list[str]:
    """A field that must be a list of cards."""
    return as_cards(items(parent, key, path), path + key)


def card_of(parent: Json, key: str) -> str:
    """A field that must be one card."""
    card = field(parent, key)
    if not isinstance(card, str):
        wrong(key, "a card", card)
    if card not in KNOWN:
        raise Illegal(f'"{key}" is {shown(card)}, which is not a card', card=card)
    return card


def suit_of_trump(parent: Json) -> str:
    """The field `trump`, which must be one of the four suits."""
    value = field(parent, "trump")
    if not isinstance(value, str) or value not in NAMES:
        wrong("trump", "one of C, D, H and S", value)
    return value


@dataclass
class Deal:
    """What everybody was dealt, before any exchange."""

    hands: list[list[str]]
    kitty: list[str]
    stock: list[str]
    turn_up: list[str]
    """The card turned up, in the games that turn one up."""


def referee_deal(
    record: Json, full: frozenset[str], sizes: Sequence[int], kitty: int = 0, *, turned: bool = False
) -> Deal:
    """Read the deal: `sizes` cards to the seats, `kitty` to the kitty, the rest of the deck in stock.

    If `turned`, the first card of the rest is turned up and no part of the stock.
    """
    stated = items(record, "hands")
    hands = []
    for seat, hand in enumerate(stated):
        if not isinstance(hand, list):
            wrong(f"hands[{seat}]", "a list of cards", hand)
        hands.append(as_cards(hand, f"hands[{seat}]"))
    turn_up = [card_of(record, "turn_up")] if turned else []
    deal = Deal(hands, cards_of(record, "kitty"), cards_of(record, "stock"), turn_up)
    if len(hands) != len(sizes):
        raise Illegal(f'"hands" must have {len(sizes)} hands, not {len(hands)}')
    for seat, (hand, size) in enumerate(zip(hands, sizes, strict=True)):
        if len(hand) != size:
            raise Illegal(f"seat {seat} is dealt {len(hand)} cards, not {size}")
    for name, pile, size in (
        ("kitty", deal.kitty, kitty),
        ("stock", deal.stock, len(full) - sum(sizes) - kitty - len(turn_up)),
    ):
        if len(pile) != size:
            raise Illegal(f"the {name} has {len(pile)} cards, not {size}")
    every = [*(card for hand in hands for card in hand), *deal.kitty, *deal.stock, *turn_up]
    if full.issuperset(every) and len(set(every)) == len(every):
        return deal
    place: dict[str, str] = {}
    piles = [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]
    piles += [("the kitty", deal.kitty), ("the stock", deal.stock), ("the turn-up", turn_up)]
    for name, pile in piles:
        for card in pile:
            if card not in full:
                raise Illegal(f"{card}, dealt to {name}, is not in the {len(full)}-card deck", card=card)
            if card in place:
                raise Illegal(f"{card} is dealt twice, to {place[card]} and to {name}", card=card)
            place[card] = name
    return deal
