"""Conditions that cannot hold together: the fewest of them that clash, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyzer.knowing.hidden import Hidden
from analyzer.knowing.items import JOKERS, SUIT_MASKS, Item, held_places
from sims.cards import CARD_NAMES
from sims.errors import Refused
from sims.knowledge_counts import Limit, Place, is_possible

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")


def refuse_clash(hidden: Hidden, items: Sequence[Item]) -> None:
    """`Refused` if no deal fits the conditions, with those that clash and, if it is simple, the reason."""
    where: dict[int, Item] = {}  # card: the condition that holds it
    for item in items:
        for place, cards in item.held:
            for card in (c for c in range(64) if cards >> c & 1):
                for seen, words in hidden.seen:
                    if seen >> card & 1:
                        raise Refused(f"--know {item.text!r}: {CARD_NAMES[card]} is {words}")
                other = where.setdefault(card, item)
                if other.held[0][0] != place:
                    raise Refused(
                        f"--know {other.text!r} and {item.text!r} clash: {CARD_NAMES[card]} is in one place only"
                    )
    core = list(items)
    if _reason(hidden, items):  # which needs no counting
        core = _needed(core, lambda some: not _reason(hidden, some))
    elif _possible(hidden, items):
        return
    core = _needed(core, lambda some: _possible(hidden, some))
    names = " and ".join(repr(item.text) for item in core)
    together = "cannot be" if len(core) == 1 else "clash"
    raise Refused(
        f"--know {names} {together}: {_reason(hidden, core) or 'no layout of the hidden cards fits'}"
    )


def _needed(items: Sequence[Item], goes: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """Of items that do not go together those without any of which they do."""
    core = list(items)
    for item in items:
        without = [other for other in core if other is not item]
        if not goes(without):
            core = without
    return core


def _possible(hidden: Hidden, items: Sequence[Item]) -> bool:
    places = held_places(hidden, items)
    if any(place.held.bit_count() > place.size for place in places):
        return False
    return is_possible(hidden.deck, places, [limit for item in items for limit in item.limits])


def _reason(hidden: Hidden, items: Sequence[Item]) -> str:
    """Why conditions cannot hold together, if a sum of cards or points shows it."""
    places = held_places(hidden, items)
    limits = [limit for item in items for limit in item.limits]
    own = hidden.seats.index(hidden.own)
    bounds = {
        p: _bounds(place, [limit for limit in limits if limit.place == p])
        for p, place in enumerate(places)
        if p != own
    }
    for p, by_suit in bounds.items():
        size = places[p].size
        least = sum(bound[0] for bound in by_suit) + (places[p].held & JOKERS).bit_count()
        most = sum(bound[1] for bound in by_suit) + (hidden.deck & JOKERS).bit_count()
        if least > size:
            return f"that makes {least} cards, and it has {size}"
        if most < size:
            return f"that makes {most} cards at most, and it has {size}"
    for suit, name in enumerate(SUIT_NAMES):
        least, most = (sum(by_suit[suit][end] for by_suit in bounds.values()) for end in range(2))
        there = (hidden.deck & ~places[own].held & SUIT_MASKS[suit]).bit_count()
        if least > there:
            return f"that makes {least} {name}, and {there} are hidden"
        if most < there:
            return f"that leaves room for {most} {name}, and {there} are hidden"
    asked = sum(limit.low for limit in limits if limit.terms == hidden.points)
    worth = Limit(0, hidden.points, 0, 0).total(hidden.deck & ~places[own].held)
    return f"that makes {asked} points, and {worth} are hidden" if asked > worth else ""


def _bounds(place: Place, limits: Sequence[Limit]) -> list[tuple[int, int]]:
    """Of each suit the fewest and the most cards that a place can have by limits of this suit."""
    bounds = []
    for suit in SUIT_MASKS:
        own = [limit for limit in limits if limit.terms == ((suit, 1),)]
        least = max((place.held & suit).bit_count(), *(limit.low for limit in own), 0)
        bounds.append((least, min([place.size, *(limit.high for limit in own)])))
    return bounds
