"""What the `rules` player reads: weights by role, values of cards, chances of holding none of some cards."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from sims.tables import Int64Array

ROLES = ("declarer", "partner", "defender")
ROLE_DECLARER, ROLE_PARTNER, ROLE_DEFENDER = range(3)

# Weights of one role: sixteenths of a point; 64ths where a share; 1024ths where a chance.
WEIGHT_NAMES = (
    "trump_0", "trump_1", "trump_2", "trump_3",  # later worth of a trump with 0, 1, 2, 3+ unseen above it
    "plain_0", "plain_1", "plain_2", "plain_3",  # the same of a plain card
    "keep_trump_0", "keep_trump_1",  # share of its own points that a trump brings home: best, not best
    "keep_plain_0", "keep_plain_1",  # the same of a plain card
    "later",  # points expected from each seat still to play
    "tempo",  # our side being on lead
    "press",  # a trick that decides the contract
    "lead_trump",  # leading trumps while others may hold some
    "lead_to_void",  # leading a suit that the partner is out of
    "lead_length",  # each card of the suit led
    "empty_suit",  # throwing the last card of a plain suit with a trump in hand
    "rescue",  # chance that a partner still to play retakes the trick
    "overtake",  # chance that a partner who can win does
    "willing",  # chance that a seat free to trump does
    "lead_trump_each",  # leading trumps while others may hold some: each trump in hand
)  # fmt: skip
(
    TRUMP_0, TRUMP_1, TRUMP_2, TRUMP_3, PLAIN_0, PLAIN_1, PLAIN_2, PLAIN_3, KEEP_TRUMP_0, KEEP_TRUMP_1,
    KEEP_PLAIN_0, KEEP_PLAIN_1, LATER, TEMPO, PRESS, LEAD_TRUMP, LEAD_TO_VOID, LEAD_LENGTH, EMPTY_SUIT,
    RESCUE, OVERTAKE, WILLING, LEAD_TRUMP_EACH,
) = range(len(WEIGHT_NAMES))  # fmt: skip
N_WEIGHTS = len(WEIGHT_NAMES)

NONE_HANDS, NONE_UNSEEN, NONE_CARDS = 14, 64, 16
NONE_SIZE = NONE_HANDS * NONE_UNSEEN * NONE_CARDS


class PlayerTables(NamedTuple):
    """The rules player of one game, int64 throughout.

    weights[role, weight]
    value[2, 16]    worth of a plain card / a trump by its bit, in sixteenths of points taken by a declarer
    estimate[3]     constant; worth of a void beside a trump; of each trump beyond the third
    keep[2, 16]     merit of a plain card / a trump in an exchange
    keep_length     merit that each card of its plain suit adds
    keep_least      the least merit that is kept where cards are drawn anew
    none            see `none_table`
    """

    weights: Int64Array
    value: Int64Array
    estimate: Int64Array
    keep: Int64Array
    keep_length: int
    keep_least: int
    none: Int64Array


def none_table() -> Int64Array:
    """int64[hand, unseen, cards]: 1024 * C(u - k, h) // C(u, h), the chance in 1024ths that a hand of h
    out of u unseen cards has none of k given ones; 0 where h or k exceed u, but of no cards every hand has
    none."""
    table = np.zeros((NONE_HANDS, NONE_UNSEEN, NONE_CARDS), np.int64)
    # The last to play a trick may hold more cards than are unseen; the empty places after him beat nothing.
    table[:, :, 0] = 1024
    for h in range(NONE_HANDS):
        for u in range(h, NONE_UNSEEN):
            whole = comb(u, h)
            for k in range(min(u, NONE_CARDS - 1) + 1):
                table[h, u, k] = 1024 * comb(u - k, h) // whole
    return table
