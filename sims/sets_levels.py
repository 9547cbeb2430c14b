"""What a hand with sets of cards comes to: the opponents' points and the row of the level table."""

from __future__ import annotations

from sims._jit import helper
from sims.memory import at, get, put
from sims.sets_blocks import (
    BY_CARDS,
    DECLARER,
    GONE,
    LEADER,
    POT,
    ROW_CHANGE,
    ROW_LEAST,
    ROWS,
    SIZE,
    TALON_FACTOR,
    THEIRS,
    TOTAL,
)
from sims.sets_player import pile_points

BEYOND = 120  # from here on the last row of table b adds a level for each 20 points


@helper
def count_total(rules, work, frame):
    """Write TOTAL of a hand that is played: LEADER has won the last trick, of POT points and SIZE cards led."""
    total = get(work, THEIRS)
    if (get(work, LEADER) ^ get(work, DECLARER)) & 1:
        size = get(work, SIZE)
        bonus = at(rules, TALON_FACTOR) * pile_points(rules, frame, get(work, GONE))
        if at(rules, BY_CARDS):
            bonus = size * bonus + (size - 1) * get(work, POT)
        total += bonus
    put(work, TOTAL, total)


@helper
def row_of(rules, total):
    """The row of the level table for the opponents' points."""
    row = at(rules, ROWS) - 1
    while total < at(rules, ROW_LEAST + row):
        row -= 1
    return row


@helper
def level_change(rules, total, row):
    """Promotions of the declaring side less those of its opponents."""
    change = at(rules, ROW_CHANGE + row)
    if at(rules, ROW_LEAST + row) == BEYOND:
        change -= (total - BEYOND) // 20
    return change
