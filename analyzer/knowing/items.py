"""Conditions as cards and limits of the places of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from analyzer.knowing.hidden import Hidden, Terms
from analyzer.knowing.language import (
    KITTY,
    LEFT,
    OPPONENTS,
    PARTNER,
    PLAYED,
    POINTS,
    TRUMP,
    Amount,
    Clause,
    Condition,
)
from sims.cards import BLACK_JOKER, LANE, RED_JOKER, SUITS, mask_of
from sims.errors import Refused
from sims.knowledge_counts import Limit, Place

JOKERS = (1 << BLACK_JOKER) | (1 << RED_JOKER)  # in the lane of clubs, but of no suit
SUIT_MASKS = tuple((LANE << 16 * suit) & ~JOKERS for suit in range(len(SUITS)))


@dataclass(frozen=True)
class Item:
    """One condition: its text with who it is about, the cards it puts into places, the limits it sets them."""

    text: str
    held: tuple[tuple[int, int], ...] = ()  # index of the place, natural mask
    limits: tuple[Limit, ...] = ()


def items_of(clauses: Sequence[Clause], hidden: Hidden) -> tuple[Item, ...]:
    """The conditions of some clauses; `Refused` for seats and counts that the deal does not have."""
    return tuple(
        _item(clause, condition, places, hidden)
        for clause in clauses
        for places in [_places(clause, hidden)]
        for condition in clause.conditions
    )


def held_places(hidden: Hidden, items: Sequence[Item]) -> tuple[Place, ...]:
    """The places of a deal with the cards that conditions put there."""
    places = list(hidden.places)
    for item in items:
        for place, cards in item.held:
            places[place] = replace(places[place], held=places[place].held | cards)
    return tuple(places)


def _places(clause: Clause, hidden: Hidden) -> tuple[int, ...]:
    """The places that a clause is about."""
    who, seats = clause.who, hidden.seats
    if who == KITTY:
        if hidden.no_kitty or hidden.kitty is None:
            raise Refused(f"--know {str(clause)!r}: {hidden.no_kitty or f'{hidden.game} has no kitty here'}")
        return (hidden.kitty,)
    if who == PLAYED:
        if hidden.stock is None:
            raise Refused(
                f"--know {str(clause)!r}: every card is dealt here, so that none can be out of play: say who holds it"
            )
        return (hidden.stock,)
    own = seats.index(hidden.own)
    if clause.seat is not None:
        others = [seat for seat in seats if seat != hidden.own]
        if clause.seat == hidden.own:
            raise Refused(f"--know {str(clause)!r}: seat {clause.seat} is your own, whose cards --hand names")
        if clause.seat not in seats:
            shown = ", ".join(map(str, others))
            raise Refused(f"--know {str(clause)!r}: no seat {clause.seat} plays here: the others are {shown}")
        named: Sequence[int] = (clause.seat,)
    elif who == PARTNER:
        named = hidden.partners
        if len(named) != 1:
            several = " or ".join(f"seat {seat}" for seat in named)
            why = (
                f"you have {len(named)} partners: name {several}" if named else "nobody is your partner here"
            )
            raise Refused(f"--know {str(clause)!r}: {why}")
    elif who == OPPONENTS:
        named = hidden.opponents
    else:
        step = 1 if (who == LEFT) == hidden.clockwise else -1
        named = (seats[(own + step) % len(seats)],)
    return tuple(seats.index(seat) for seat in named)


def _item(clause: Clause, condition: Condition, places: Sequence[int], hidden: Hidden) -> Item:
    text = f"{clause.name}: {condition}"
    if isinstance(condition, Amount):
        terms, most = _terms(condition.what, text, hidden), sum(64 * v for _, v in hidden.points) + 64
        high = most if condition.high is None else condition.high
        return Item(text, limits=tuple(Limit(place, terms, condition.low, high) for place in places))
    cards = mask_of(condition.cards)
    if not condition.held:
        return Item(text, limits=tuple(Limit(place, ((cards, 1),), 0, 0) for place in places))
    if len(places) > 1:
        raise Refused(f"--know {text!r}: a card is in one hand only; name left, right or seat N")
    return Item(text, held=((places[0], cards),))


def _terms(what: str, text: str, hidden: Hidden) -> Terms:
    """What an amount counts."""
    if what == POINTS:
        if not hidden.points:
            raise Refused(f"--know {text!r}: cards have no points in {hidden.game}")
        return hidden.points
    if what == TRUMP:
        if hidden.trump is None:
            raise Refused(f"--know {text!r}: {hidden.no_trump}")
        return ((hidden.trump, 1),)
    return ((SUIT_MASKS[SUITS.index(what)], 1),)
