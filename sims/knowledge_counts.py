"""Layouts of hidden cards under limits: whether there are any, and how many exactly.

The hidden cards are put into *groups* that the limits do not tell apart. A hand under limits is then a row of
numbers, one for each group, and the layouts with such a row are counted by binomial coefficients. The hands
under limits are dealt one after another; a state is what is left of each group. All counts are exact whole
numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from sims.tables import Int64Array

MOST_ROWS = 400_000  # pairs of a state and a row
MOST_LOOKS = 60_000_000  # numbers looked at for them
MOST_GROUPS, COUNT_BITS = 15, 4
CERTAIN = (1 << 63) - 1


@dataclass(frozen=True)
class Place:
    """Where hidden cards can lie: a hand, the kitty, the stock.

    word: index in the work block of its mask; size: cards in it; held: natural mask of those known to be there.
    """

    word: int
    size: int
    held: int = 0


@dataclass(frozen=True)
class Limit:
    """The cards of a place, each counted by the value of its mask (0 in no mask), make `low` to `high` together."""

    place: int
    terms: tuple[tuple[int, int], ...]  # (natural mask, value)
    low: int
    high: int

    def total(self, cards: int) -> int:
        """What the cards of a mask make."""
        return sum(value * (cards & mask).bit_count() for mask, value in self.terms)


class TooMany(Exception):
    """More rows or groups than are counted."""


def grouped(deck: int, limits: Sequence[Limit]) -> list[int]:
    """Masks of the cards that no limit tells apart."""
    groups: dict[tuple[int, ...], int] = {}
    while deck:
        card = deck & -deck
        deck ^= card
        key = tuple(limit.total(card) for limit in limits)
        groups[key] = groups.get(key, 0) | card
    return list(groups.values())


class Counting:
    """The states, forwards and then backwards: which can be reached, and how many layouts go on from each."""

    def __init__(self, deck: int, places: Sequence[Place], limits: Sequence[Limit], most: int) -> None:
        self.places, self.most = places, most
        for place in places:
            deck &= ~place.held
        self.deck = deck
        self.limits = [limit for limit in map(self._shortened, limits) if self._matters(limit)]
        self.groups = grouped(self.deck, self.limits)
        if len(self.groups) > MOST_GROUPS:
            raise TooMany
        self.sizes = np.array([group.bit_count() for group in self.groups], np.int64)
        self.radix = np.cumprod(np.concatenate([[1], self.sizes[:-1] + 1])).astype(np.int64)
        rows = {p: self._rows(p) for p in sorted({limit.place for limit in self.limits})}
        self.order = sorted(rows, key=lambda p: len(rows[p]))
        self.taker = None  # where every place is under limits, the last one takes what is left
        left = [p for p in range(len(places)) if p not in rows and self.room(p)]
        if self.order and not left:
            self.taker = self.order.pop()
            self.last = set(map(tuple, rows[self.taker].tolist()))
        self.rows = [rows[p] for p in self.order]
        self._forwards()

    def room(self, place: int) -> int:
        """Cards of a place that are not known."""
        return self.places[place].size - self.places[place].held.bit_count()

    def _shortened(self, limit: Limit) -> Limit:
        """A limit for the cards of its place that are not known."""
        known = limit.total(self.places[limit.place].held)
        terms = tuple((mask & self.deck, value) for mask, value in limit.terms if mask & self.deck)
        return Limit(limit.place, terms, limit.low - known, limit.high - known)

    def _matters(self, limit: Limit) -> bool:
        """Whether some cards of the deck break the limit."""
        n = self.room(limit.place)
        counted = sorted(v for mask, v in limit.terms for _ in range(mask.bit_count()))
        counted = [0] * (self.deck.bit_count() - len(counted)) + counted
        return not limit.low <= sum(counted[:n]) <= sum(counted[len(counted) - n :]) <= limit.high

    def _rows(self, place: int) -> Int64Array:
        """The numbers of cards of each group, int64[row, group], that a place can hold by its own limits."""
        size = self.room(place)
        own = [limit for limit in self.limits if limit.place == place]
        values = np.array([[limit.total(g & -g) for g in self.groups] for limit in own], np.int64)
        high = np.array([limit.high for limit in own])
        low = np.array([limit.low for limit in own])
        rows = np.zeros((1, 0), np.int64)
        for k, n in enumerate(self.sizes.tolist()):
            after = int(self.sizes[k + 1 :].sum())
            numbers = np.arange(min(n, size) + 1)
            rows = np.concatenate(
                [np.repeat(rows, len(numbers), axis=0), np.tile(numbers, len(rows))[:, None]], axis=1
            )
            cards = rows.sum(axis=1)
            fits = (cards <= size) & (cards + after >= size)
            fits &= (rows @ values[:, : k + 1].T <= high).all(axis=1)
            rows = rows[fits]
            if len(rows) > self.most // 4:
                raise TooMany
        return rows[(rows @ values.T >= low).all(axis=1)]

    def _forwards(self) -> None:
        """`states[step]`: keys of the states before a step, ascending; `ways_on[step]`: by state, which rows fit."""
        self.states = [np.array([int(self.sizes @ self.radix)], np.int64)]
        self.ways_on: list[list[Int64Array]] = []
        entries = looks = 0
        for rows in self.rows:
            keys = rows @ self.radix
            chosen, reached = [], []
            looks += rows.size * len(self.states[-1])
            if looks > MOST_LOOKS:
                raise TooMany
            for left in self._unpacked(self.states[-1]):
                fits = np.flatnonzero((rows <= left).all(axis=1))
                entries += len(fits)
                if entries > self.most:
                    raise TooMany
                chosen.append(fits)
                reached.append(int(left @ self.radix) - keys[fits])
            self.ways_on.append(chosen)
            self.states.append(np.unique(np.concatenate(reached)) if reached else np.zeros(0, np.int64))

    def _unpacked(self, keys: Int64Array) -> Int64Array:
        """The numbers left of each group, int64[state, group]."""
        return keys[:, None] // self.radix % (self.sizes + 1)

    def ends(self) -> list[int]:
        """By state after the last step, 1 if the rest can be dealt."""
        if self.taker is None:
            return [1] * len(self.states[-1])
        return [int(tuple(left) in self.last) for left in self._unpacked(self.states[-1]).tolist()]

    def possible(self) -> bool:
        """Whether a layout fits."""
        return any(self.ends())

    def rest(self) -> int:
        """Ways to deal the cards that are left after the last step to the places without limits."""
        ways, left = 1, 0
        for p in range(len(self.places)):
            if p not in self.order and p != self.taker:
                left += self.room(p)
                ways *= comb(left, self.room(p))
        return ways

    def table_rows(self, start: int) -> tuple[list[Int64Array], int, int]:
        """The rows of all states, to lie in the table from `start` on: parts, place of the first, layouts."""
        binomial = np.array([[comb(n, k) for k in range(15)] for n in range(65)], np.int64)
        shifts = COUNT_BITS * np.arange(len(self.groups), dtype=np.int64)
        on = np.array(self.ends(), object)
        at = np.zeros(len(on), np.int64)
        parts: list[Int64Array] = []
        for rows, states, after, chosen in zip(
            reversed(self.rows),
            reversed(self.states[:-1]),
            reversed(self.states[1:]),
            reversed(self.ways_on),
            strict=True,
        ):
            keys, packed = rows @ self.radix, (rows << shifts).sum(axis=1)
            here_on, here_at = np.zeros(len(states), object), np.zeros(len(states), np.int64)
            for i, left in enumerate(self._unpacked(states)):
                fits = chosen[i]
                next_ = np.searchsorted(after, states[i] - keys[fits])
                ways = binomial[left[None, :], rows[fits]].prod(axis=1).astype(object) * on[next_]
                kept = np.flatnonzero(ways)
                if not len(kept):
                    continue
                sums = np.cumsum(ways[kept])
                here_on[i], here_at[i] = sums[-1], start
                limits = (sums << 63) // sums[-1]
                limits[-1] = CERTAIN
                parts += [
                    np.array([len(kept)], np.int64),
                    limits.astype(np.int64),
                    packed[fits[kept]],
                    at[next_[kept]],
                ]
                start += 1 + 3 * len(kept)
            on, at = here_on, here_at
        return parts, int(at[0]), int(on[0]) * self.rest()


def is_possible(deck: int, places: Sequence[Place], limits: Sequence[Limit]) -> bool:
    """Whether some layout of the hidden cards fits; also True where that is too much to find out.

    deck: natural mask of the hidden cards; places: they have room for just these cards.
    """
    try:
        return Counting(deck, places, limits, MOST_ROWS).possible()
    except TooMany:
        return True


def count_layouts(deck: int, places: Sequence[Place], limits: Sequence[Limit] = ()) -> int:
    """The exact number of layouts that fit; `ValueError` where there are too many cases."""
    try:
        counting = Counting(deck, places, limits, MOST_ROWS)
    except TooMany:
        raise ValueError("more cases than a table may have") from None
    return counting.table_rows(0)[2] if counting.possible() else 0
