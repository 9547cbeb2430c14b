"""Contracts on common deals: deal, exchange, play and score, tallied in whole numbers.

For every deal each cell (trump, bid) is its own question: the exchange and the play are for that
contract. All cells share the deals, so their differences are paired.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ZERO, count
from sims.blocks import (
    ALLIES,
    DEAD,
    DEALER,
    DEALT,
    DECLARER,
    GONE,
    HANDS,
    LADDER,
    LADDER_SIZE,
    LOG,
    MADE,
    OTHERS,
    OURS,
    PLAYING,
    POLICY_OURS,
    POLICY_THEIRS,
    SCORE,
    SCORING,
    SHIFT,
    TAKEN_BY,
    WORK_SIZE,
)
from sims.deals import deal_hands, lay_stock, longest_suit
from sims.exchange import discard_and_draw, exchange_kitty, to_frame
from sims.memory import at, get, put
from sims.playout import play_hand
from sims.scoring import close_contract
from sims.streams import DEAL, EXCHANGE, PLAY, purpose_key, stream
from sims.tables import (
    DRAW_AFTER_TRICK,
    DRAWS,
    KITTY,
    LEAD_FROM_DEALER,
    LEAD_OFFSET,
    LEVEL,
    NEED_POINTS,
    NEED_TRICKS,
    SEATS,
    TOTAL,
    TRUMP_LANE,
    TRUMP_LEAD_LEVEL,
    Int64Array,
)


class Tally(NamedTuple):
    """Whole-number sums over deals; a cell is trump index * number of bids + bid index."""

    made: Int64Array  # [cell], deals in which the contract was made
    taken: Int64Array  # [cell], points taken by the declaring side
    diff: Int64Array  # [cell], score of the declaring side minus that of the others
    cross: Int64Array  # [cell, cell], products of the differences of two cells


@helper
def exchange(rules, work, trump, kitty, state):
    """From the deal to the hands that are played: fills HANDS, GONE and DEAD; gives the trump."""
    seats = at(rules, SEATS)
    declarer = get(work, DECLARER)
    swaps = at(rules, KITTY) != 0 and at(rules, DRAWS) == 0
    if swaps:
        trump, state = exchange_kitty(rules, work, trump, kitty, state)
    for seat in range(seats):
        if seat != declarer or not swaps:
            put(work, HANDS + seat, to_frame(rules, get(work, DEALT + seat), trump))
            put(work, GONE + seat, 0)
    if at(rules, DRAWS):
        discard_and_draw(rules, work, trump, kitty, state)
    discards = 0
    for seat in range(seats):
        discards += count(get(work, GONE + seat))
    for seat in range(seats):
        put(work, DEAD + seat, discards - count(get(work, GONE + seat)))
    return trump


@helper
def contract_terms(rules, work, bid):
    """(leader, points needed, mask that the first lead must come from) of a bid."""
    contract = LADDER + 5 * bid
    goal = at(rules, contract + NEED_POINTS)
    if at(rules, contract + NEED_TRICKS):
        goal = at(rules, TOTAL)
    first_from = TRUMP_LANE if at(rules, contract + LEVEL) == at(rules, TRUMP_LEAD_LEVEL) else ZERO
    lead_by = get(work, DEALER) if at(rules, LEAD_FROM_DEALER) else get(work, DECLARER)
    return (lead_by + at(rules, LEAD_OFFSET)) % at(rules, SEATS), goal, first_from


@helper
def open_contract(rules, work, bid):
    """Lay a copy of HANDS, and the stock: `contract_terms`."""
    for seat in range(at(rules, SEATS)):
        put(work, PLAYING + seat, get(work, HANDS + seat))
    if at(rules, DRAW_AFTER_TRICK):
        lay_stock(work)
    return contract_terms(rules, work, bid)


@helper
def play_contract(rules, work, trump, bid, state):
    """Play a copy of HANDS under a contract; writes what `play_hand` writes, MADE and SCORE."""
    leader, goal, first_from = open_contract(rules, work, bid)
    play_hand(rules, work, trump, leader, goal, first_from, state)
    close_contract(rules, work, LADDER + 5 * bid)


@kernel
def tally_contracts(seed, low, high, block, task, trumps, bids, tally):
    """Add the deals low..high-1 to a tally.

    block: the rules block; task int64[DEALT]: the head of the work block; trumps int64[], suits 0..3 or
    ANY_TRUMP; bids int64[], rows of the ladder.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    for word in range(DEALT):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    deal_key, exchange_key, play_key = (
        purpose_key(seed, DEAL),
        purpose_key(seed, EXCHANGE),
        purpose_key(seed, PLAY),
    )
    made, taken, diff, cross = tally
    cells = len(trumps) * len(bids)
    diffs = np.zeros(cells, np.int64)
    for deal in range(low, high):
        kitty = deal_hands(rules, work, deal_key, deal)
        cell = 0
        for choice in trumps:
            trump = exchange(rules, work, choice, kitty, stream(exchange_key, deal))
            for bid in bids:
                play_contract(rules, work, trump, bid, stream(play_key, deal))
                diffs[cell] = scratch[SCORE]
                made[cell] += scratch[MADE]
                taken[cell] += scratch[OURS]
                diff[cell] += scratch[SCORE]
                cell += 1
        for a in range(cells):
            for b in range(cells):
                cross[a, b] += diffs[a] * diffs[b]


@kernel
def log_contracts(seed, low, high, block, tasks, trumps, bids, played_trumps, gone, log, taken):
    """Play one contract on each of the deals low..high-1, shifted by SHIFT of their tasks, and keep what happened.

    tasks int64[deal, DEALT], trumps int64[deal], bids int64[deal] (-1: not played). Writes
    played_trumps int64[deal], gone int64[deal, seat] (frame masks), log int8[deal, ply] (frame
    indices) and taken int64[deal, seat] (points, with bonuses and buried ones).
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    deal_key, exchange_key, play_key = (
        purpose_key(seed, DEAL),
        purpose_key(seed, EXCHANGE),
        purpose_key(seed, PLAY),
    )
    for deal in range(low, high):
        row = deal - low
        if bids[row] < 0:
            continue
        for word in range(DEALT):
            scratch[word] = tasks[row, word]
        number = deal + scratch[SHIFT]
        kitty = deal_hands(rules, work, deal_key, number)
        trump = exchange(rules, work, trumps[row], kitty, stream(exchange_key, number))
        play_contract(rules, work, trump, bids[row], stream(play_key, number))
        played_trumps[row] = trump
        for seat in range(gone.shape[1]):
            gone[row, seat] = scratch[GONE + seat]
            taken[row, seat] = scratch[TAKEN_BY + seat]
        for ply in range(log.shape[1]):
            log[row, ply] = scratch[LOG + ply]


@kernel
def quick_contracts(seed, low, high, block, policy, totals):
    """Play the deals low..high-1 under a fixed cheap rule, for timing: seat 0 declares, its longest suit
    is trump, the bids of the ladder go round; add points of its side and contracts made to totals[0:2]."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    scratch[DEALER] = at(rules, SEATS) - 1
    scratch[OTHERS] = 1
    scratch[POLICY_OURS] = policy
    scratch[POLICY_THEIRS] = policy
    for seat in range(0, at(rules, SEATS), 2):
        scratch[ALLIES] |= 1 << seat
    scratch[SCORING] = ~scratch[ALLIES]
    work = np.int64(scratch.ctypes.data)
    deal_key, exchange_key, play_key = (
        purpose_key(seed, DEAL),
        purpose_key(seed, EXCHANGE),
        purpose_key(seed, PLAY),
    )
    for deal in range(low, high):
        kitty = deal_hands(rules, work, deal_key, deal)
        trump = longest_suit(scratch[DEALT])
        trump = exchange(rules, work, trump, kitty, stream(exchange_key, deal))
        play_contract(rules, work, trump, deal % at(rules, LADDER_SIZE), stream(play_key, deal))
        totals[0] += scratch[OURS]
        totals[1] += scratch[MADE]
