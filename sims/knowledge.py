"""Knowledge of hidden cards: the table by which a kernel draws a layout that fits.

For every state of `sims.knowledge_counts` the table holds the rows that the next hand can have, in proportion to
the number of layouts that go on from there, so that every layout that fits is equally likely, up to the last bit
of a 63-bit threshold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from sims.knowledge_counts import MOST_ROWS, Counting, Limit, Place, TooMany, count_layouts, grouped
from sims.tables import Int64Array

# the table: a header, then the groups, the places under limits, the other places, the limits kept by rejection ...
(
    DECK_LEFT,  # mask of the hidden cards that nobody is known to hold
    STATE_WORD,  # where in the work block the state of the stream goes
    GROUPS,
    STEPS,  # number of places under limits, in order of drawing
    OTHERS,  # number of the other places
    LIMITS,  # number of limits kept by rejection
    FIRST_ROW,  # where the rows of the first place under limits lie
    GROUPS_AT,  # + group: mask
    STEPS_AT,  # + 2 * step: word of the work block, cards known to be there
    OTHERS_AT,  # + 3 * place: the same two, number of cards to draw
    LIMITS_AT,  # where the first limit lies: word of the work block, low, high, number of terms, (mask, value)s
) = range(11)
HEADER = 11
# ... then the rows of each state: their number n, n thresholds, n packed counts, n places of the next state's rows


@dataclass(frozen=True)
class Knowledge:
    """The compiled knowledge.

    table: int64[], see above; layouts: number of layouts that the table can draw, each equally likely;
    rejected: limits outside the table, kept by drawing again.
    """

    table: Int64Array
    layouts: int
    rejected: tuple[Limit, ...]


def compile_knowledge(
    deck: int,
    places: Sequence[Place],
    limits: Sequence[Limit],
    state_word: int,
    most: int = MOST_ROWS,
) -> Knowledge | None:
    """The table for a kernel, None if no layout fits.

    deck, places: as for `is_possible`, the places in the order of the deal; most: rows of the table, beyond which
    some limits are kept by rejection instead.
    """
    inside, outside = list(limits), []
    while True:
        try:
            counting = Counting(deck, places, inside, most)
            break
        except TooMany:
            dropped = _to_reject(deck, places, inside)
            outside += [limit for limit in inside if limit.terms == dropped]
            inside = [limit for limit in inside if limit.terms != dropped]
    if not counting.possible():
        return None
    table, layouts = _written(counting, outside, state_word)
    return Knowledge(table, layouts, tuple(outside))


def _to_reject(deck: int, places: Sequence[Place], limits: Sequence[Limit]) -> tuple[tuple[int, int], ...]:
    """What to count no more: the terms without which the groups are much fewer while few layouts are rejected."""

    hidden = deck
    for place in places:
        hidden &= ~place.held

    def states(some: Sequence[Limit]) -> float:
        return sum(log(group.bit_count() + 1) for group in grouped(hidden, some))

    whole, all_layouts = states(limits), count_layouts(deck, places)
    merits = {}
    for terms in dict.fromkeys(limit.terms for limit in limits):
        price = 0.0
        for limit in (limit for limit in limits if limit.terms == terms):
            price += log(all_layouts) - log(max(1, count_layouts(deck, places, [limit])))
        merits[terms] = (whole - states([limit for limit in limits if limit.terms != terms])) / (price + 0.01)
    return max(merits, key=lambda terms: merits[terms])


def _written(counting: Counting, outside: Sequence[Limit], state_word: int) -> tuple[Int64Array, int]:
    places, order = counting.places, counting.order
    steps = [word for p in order for word in (places[p].word, places[p].held)]
    rest = [p for p in range(len(places)) if p not in order]
    others = [word for p in rest for word in (places[p].word, places[p].held, counting.room(p))]
    checks: list[int] = []
    for limit in outside:
        checks += [places[limit.place].word, limit.low, limit.high, len(limit.terms)]
        checks += [word for term in limit.terms for word in term]
    head = [counting.deck, state_word, len(counting.groups), len(order), len(rest), len(outside), 0]
    parts: list[list[int]] = [counting.groups, steps, others, checks]
    start = HEADER
    for part in parts:
        head.append(start)
        start += len(part)
    rows, head[FIRST_ROW], layouts = counting.table_rows(start)
    whole = [np.array([*head, *(word for part in parts for word in part)], np.int64), *rows]
    return np.concatenate(whole), layouts
