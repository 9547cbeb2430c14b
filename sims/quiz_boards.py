"""Hundred to One: laying the boards of a programme, from a file's or at random."""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.games.hundred_to_one import LINES
from sims.memory import at, get, put
from sims.quiz_tables import (
    AS_GIVEN,
    BOARD,
    CHOSEN,
    N_BOARDS,
    PEOPLE,
    PEOPLE_AT,
    SORTED,
    STATE,
)
from sims.streams import advance, below, mix, spend

LEAST_SHARE, SHARES = (
    np.int64(1_500),
    np.int64(3_001),
)  # a line takes 15.00 to 45.00 % of what is left of the hundred


@helper
def next_word(work):
    """A new word of the stream that is read."""
    state = advance(np.uint64(get(work, STATE)))
    put(work, STATE, np.int64(state))
    return mix(state)


@helper
def draw_random_board(work, place):
    """Six lines, each a share of what is left of the hundred, then sorted."""
    left = PEOPLE
    start = BOARD + LINES * place
    word = np.uint64(0)
    for line in range(LINES):
        if line % 3 == 0:
            word = next_word(work)
        people = max(1, left * (LEAST_SHARE + below(word, SHARES)) // 10_000)
        word = spend(word, SHARES)
        left -= people
        slot = line
        while slot > 0 and get(work, start + slot - 1) < people:
            put(work, start + slot, get(work, start + slot - 1))
            slot -= 1
        put(work, start + slot, people)


@helper
def draw_boards(rules, work, first, last):
    """Lay boards on the places first..last-1; none is used twice."""
    files = at(rules, N_BOARDS)
    for place in range(first, last):
        if files == 0:
            draw_random_board(work, place)
            continue
        number = place
        if at(rules, AS_GIVEN) == 0:
            number = below(next_word(work), files - (place - first))
        slot = place
        if at(rules, AS_GIVEN) == 0:
            slot = first
            while slot < place and get(work, SORTED + slot) <= number:
                number += 1
                slot += 1
        moved = place
        while moved > slot:
            put(work, SORTED + moved, get(work, SORTED + moved - 1))
            moved -= 1
        put(work, SORTED + slot, number)
        put(work, CHOSEN + place, number)
        for line in range(LINES):
            put(work, BOARD + LINES * place + line, at(rules, PEOPLE_AT + LINES * number + line))
