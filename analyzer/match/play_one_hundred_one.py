"""Hands of 101 as rows of an outcome table."""

from __future__ import annotations

import numpy as np

from analyzer.faces.shedding import rules_block, task_of
from analyzer.match.outcomes import from_dealer, new_rows
from sims import matches as m
from sims import shedding_tables as t
from sims.cards import CARD_NAMES, names_of
from sims.games import one_hundred_one as game
from sims.shedding import log_hand
from sims.sheets import Rules
from sims.tables import Int64Array


def play(rules: Rules, policy: str, seed: int, low: int, high: int) -> Int64Array:
    """Rows of the deals low..high-1; a void hand scores nothing."""
    seats = game.seats(rules)
    dealer, policies = seats - 1, [policy] * seats
    block, task = rules_block(rules, *policies), task_of(rules, dealer, policies)
    work, rows, seen_from = np.zeros(t.WORK_SIZE, np.int64), new_rows(high - low), from_dealer(rules, dealer)
    for row, deal in zip(rows, range(low, high), strict=True):
        log_hand(np.uint64(seed), deal, block, task, work)
        out = None if work[t.OUT] < 0 else int(work[t.OUT])
        left = [names_of(int(hand)) for hand in work[t.HANDS : t.HANDS + seats]]
        settled = game.settle(rules, (0,) * seats, left, out, CARD_NAMES[int(work[t.LAST])])
        for seat, delta in enumerate(settled.delta):
            row[m.DELTA + seen_from(seat)] = delta
    return rows
