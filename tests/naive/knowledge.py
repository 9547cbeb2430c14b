"""A deal that fits limits, drawn as docs/streams.md says: rows of groups by exact counting, then cards.

Cards are names; a limit is (place, value by card, least, most); a place is (size, cards known to be there).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, floor

from tests.naive.deals import card_id
from tests.naive.streams import DEAL, Words, draw_cards

Limit = tuple[int, Mapping[str, int], int, int]
Place = tuple[int, frozenset[str]]
Row = tuple[int, ...]


def deal_fitting(
    deck: Sequence[str], places: Sequence[Place], limits: Sequence[Limit], seed: int | str, index: int
) -> list[set[str]]:
    """The cards of each place."""
    held = frozenset().union(*(known for _, known in places))
    hidden = sorted(set(deck) - held, key=card_id)
    room = [size - len(known) for size, known in places]
    open_ = [
        (place, values, low - known, high - known)
        for place, values, low, high in limits
        for known in [sum(values.get(card, 0) for card in places[place][1])]
        if not always(values, low - known, high - known, hidden, room[place])
    ]
    groups: dict[Row, list[str]] = {}
    for card in hidden:
        groups.setdefault(tuple(values.get(card, 0) for _, values, _, _ in open_), []).append(card)
    sizes = tuple(map(len, groups.values()))

    def rows_of(place: int) -> list[Row]:
        own = [(i, low, high) for i, (p, _, low, high) in enumerate(open_) if p == place]
        found = []
        for row in product(*(range(n + 1) for n in sizes)):
            totals = [sum(n * key[i] for n, key in zip(row, groups, strict=True)) for i, _, _ in own]
            fits = all(low <= total <= high for total, (_, low, high) in zip(totals, own, strict=True))
            if sum(row) == room[place] and fits:
                found.append(row)
        return found

    rows = {place: rows_of(place) for place, _, _, _ in open_}
    order = sorted(sorted(rows), key=lambda place: len(rows[place]))
    others = [place for place in range(len(places)) if place not in rows]
    if rows and not any(room[place] for place in others):
        others = sorted([*others, order.pop()])
    last = [place for place in others if place in rows]

    @cache
    def ways(step: int, left: Row) -> int:
        """Ways to deal the hands under limits from a step on, but for what is the same for all rows."""
        if step == len(order):
            return int(all(left in rows[place] for place in last))
        return sum(ways_by(step, left, row) for row in rows[order[step]])

    def ways_by(step: int, left: Row, row: Row) -> int:
        rest = tuple(n - k for n, k in zip(left, row, strict=True))
        if min(rest, default=0) < 0:
            return 0
        number = ways(step + 1, rest)
        for n, k in zip(left, row, strict=True):
            number *= comb(n, k)
        return number

    words = Words(seed, DEAL, index)
    hands: dict[int, set[str]] = {}
    left_of = [list(cards) for cards in groups.values()]
    for step, place in enumerate(order):
        left = tuple(map(len, left_of))
        word, so_far = words.fresh() >> 1, 0
        for row in rows[place]:
            so_far += ways_by(step, left, row)
            if word < floor(Fraction(so_far * 2**63, ways(step, left))):
                break
        hands[place] = set(places[place][1])
        for cards, number in zip(left_of, row, strict=True):
            hands[place] |= set(pile(words, cards, number))
    rest = sorted((card for cards in left_of for card in cards), key=card_id)
    for place in others:
        hands[place] = set(places[place][1]) | set(pile(words, rest, room[place]))
    return [hands[place] for place in range(len(places))]


def always(values: Mapping[str, int], low: int, high: int, hidden: Sequence[str], room: int) -> bool:
    """Whether any cards keep the limit."""
    worth = sorted(values.get(card, 0) for card in hidden)
    return low <= sum(worth[:room]) and sum(worth[len(worth) - room :]) <= high


def pile(words: Words, cards: list[str], size: int) -> list[str]:
    """Take a pile from what is left of some cards; one that takes all of it costs no draw."""
    if size == len(cards):
        taken = cards.copy()
        cards.clear()
        return taken
    return draw_cards(words, cards, size)
