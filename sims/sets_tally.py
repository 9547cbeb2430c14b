"""Many hands with sets of cards, tallied in whole numbers by the rows of the level table.

For every deal each trump suit is its own question: exchange and play are for that suit. All share the deals.
"""

from __future__ import annotations

import numpy as np

from sims._jit import kernel
from sims.deals import longest_suit
from sims.memory import put
from sims.sets_blocks import (
    ASKED,
    ATTEMPT,
    DEALT,
    DECLARER,
    GONE,
    LOG,
    OURS,
    POLICY_OURS,
    POLICY_THEIRS,
    SEARCH_KEY,
    TASK_SIZE,
    TOTAL,
    TRICKS,
    WINNER,
    WORK_SIZE,
)
from sims.sets_frame import JOKERS
from sims.sets_hands import deal_hands, exchange, lay_open, play_on, play_trump
from sims.sets_levels import level_change, row_of
from sims.sets_worlds import SCRATCH_SIZE, open_worlds
from sims.streams import CALLS, DEAL, EXCHANGE, PLAY, WORLDS, advance, purpose_key, stream

LOG_SIZE = 72


@kernel
def tally_trumps(seed, low, high, block, task, trumps, own, tally):
    """Add the deals low..high-1 to an EventTally: its events are the rows of the level table and, last, a
    redeal, which counts for nothing else.

    task int64[TASK_SIZE]: the head of the work block; trumps int64[], suits 0..3; own: the seat whose side
    the differences are of.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    for word in range(TASK_SIZE):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    open_worlds(work)
    deal_key, call_key = purpose_key(seed, DEAL), purpose_key(seed, CALLS)
    exchange_key, play_key = purpose_key(seed, EXCHANGE), purpose_key(seed, PLAY)
    worlds_key = purpose_key(seed, WORLDS)
    events, diff, squares = tally
    sign = 1 - 2 * ((own ^ scratch[DECLARER]) & 1)
    for deal in range(low, high):
        talon, _ = deal_hands(rules, work, deal_key, deal)
        lay_open(rules, work, stream(call_key, deal))
        put(work, SEARCH_KEY, np.int64(stream(worlds_key, deal)))
        for cell in range(len(trumps)):
            play_trump(rules, work, trumps[cell], talon, stream(exchange_key, deal), stream(play_key, deal))
            if scratch[ASKED] >= 0:
                events[cell, events.shape[1] - 1] += 1
                continue
            total = scratch[TOTAL]
            row = row_of(rules, total)
            change = sign * level_change(rules, total, row)
            events[cell, row] += 1
            diff[cell] += change
            squares[cell] += change * change


@kernel
def log_hands(seed, low, high, block, tasks, trumps, log, gone, result):
    """Play the deals low..high-1, each under its own task int64[deal, TASK_SIZE] and trump int64[deal].

    Writes log int64[deal, LOG_SIZE]: the sets in order of play (48), by trick the sets taken back (12) and
    who won (12); gone int64[deal]: laid away; frame masks. result int64[deal, 5]: tricks, card points in tricks of the
    declaring side and of the others, what the others count, the seat that demanded a redeal or -1.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    open_worlds(work)
    deal_key, call_key = purpose_key(seed, DEAL), purpose_key(seed, CALLS)
    exchange_key, play_key = purpose_key(seed, EXCHANGE), purpose_key(seed, PLAY)
    worlds_key = purpose_key(seed, WORLDS)
    for deal in range(low, high):
        row = deal - low
        for word in range(TASK_SIZE):
            scratch[word] = tasks[row, word]
        talon, _ = deal_hands(rules, work, deal_key, deal)
        lay_open(rules, work, stream(call_key, deal))
        put(work, SEARCH_KEY, np.int64(stream(worlds_key, deal)))
        play_trump(rules, work, trumps[row], talon, stream(exchange_key, deal), stream(play_key, deal))
        gone[row] = scratch[GONE]
        result[row, 4] = scratch[ASKED]
        if scratch[ASKED] >= 0:
            continue
        for ply in range(4 * scratch[TRICKS]):
            log[row, ply] = scratch[LOG + ply]
        for trick in range(scratch[TRICKS]):
            log[row, 48 + trick] = scratch[ATTEMPT + trick]
            log[row, 60 + trick] = scratch[WINNER + trick]
        for k in range(4):
            result[row, k] = scratch[TRICKS + k]


@kernel
def quick_hands(seed, low, high, block, policy, totals):
    """Play the deals low..high-1 under a fixed cheap rule, for timing: seat 0 declares at level 0, the suit
    of which it holds most is trump, nobody asks for a redeal; add points of its side and of the others."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    scratch[POLICY_OURS] = policy
    scratch[POLICY_THEIRS] = policy
    deal_key, call_key = purpose_key(seed, DEAL), purpose_key(seed, CALLS)
    exchange_key, play_key = purpose_key(seed, EXCHANGE), purpose_key(seed, PLAY)
    for deal in range(low, high):
        talon, _ = deal_hands(rules, work, deal_key, deal)
        lay_open(rules, work, stream(call_key, deal))
        trump = longest_suit(scratch[DEALT] & ~JOKERS)
        exchange(rules, work, trump, talon, stream(exchange_key, deal))
        play_on(rules, work, trump, advance(stream(play_key, deal)))
        totals[0] += scratch[OURS]
        totals[1] += scratch[TOTAL]


@kernel
def count_deals(seed, low, high, block, totals):
    """Deal the hands low..high-1 and no more; add the longest suits of seat 0 to totals[0], for timing."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    key = purpose_key(seed, DEAL)
    for deal in range(low, high):
        deal_hands(rules, work, key, deal)
        totals[0] += longest_suit(scratch[DEALT] & ~JOKERS)
