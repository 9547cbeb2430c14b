"""Contracts on common deals: deal, exchange, play and score, tallied in whole numbers.

For every deal each cell (trump, bid) is its own question: the exchange and the play are for that
contract. All cells share the deals, so their differences are paired.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count
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
    TAKEN_BY,
    THEIRS,
    TRICKS,
    WORK_SIZE,
)
from sims.deals import deal_hands, lay_stock, longest_suit
from sims.exchange import discard_and_draw, exchange_kitty, to_frame
from sims.memory import at, get, put
from sims.playout import pile_points, play_hand
from sims.streams import DEAL, EXCHANGE, PLAY, purpose_key, stream
from sims.tables import (
    BURIED,
    DRAW_AFTER_TRICK,
    DRAWS,
    IF_MADE,
    IF_SET,
    KITTY,
    LEAD_FROM_DEALER,
    LEAD_OFFSET,
    LEVEL,
    NEED_POINTS,
    NEED_TRICKS,
    SEATS,
    TAKEN,
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
def credit_buried(rules, work):
    """Points that the declarer has buried, to whom the rules give them."""
    declarer = get(work, DECLARER)
    buried = pile_points(rules, get(work, GONE + declarer))
    if at(rules, BURIED) == 1:
        left = (declarer + 1) % at(rules, SEATS)
        put(work, TAKEN_BY + left, get(work, TAKEN_BY + left) + buried)
        put(work, THEIRS, get(work, THEIRS) + buried)
    elif at(rules, BURIED) == 2:
        put(work, TAKEN_BY + declarer, get(work, TAKEN_BY + declarer) + buried)
        put(work, OURS, get(work, OURS) + buried)


@helper
def score_contract(rules, work, contract):
    """Put into MADE whether the contract is made, and into SCORE the declaring side's score times the
    number of other sides, less the scores of those."""
    ours, scored = get(work, OURS), ZERO
    enough_tricks = get(work, TRICKS) >= at(rules, contract + NEED_TRICKS)
    made = ours >= at(rules, contract + NEED_POINTS) and enough_tricks
    score = at(rules, contract + IF_MADE) if made else at(rules, contract + IF_SET)
    if made and score == TAKEN:
        score = ours
    for seat in range(at(rules, SEATS)):
        if (get(work, SCORING) >> seat) & 1:
            scored += get(work, TAKEN_BY + seat)
    put(work, MADE, ONE if made else ZERO)
    put(work, SCORE, score * get(work, OTHERS) - scored)


@helper
def play_contract(rules, work, trump, bid, state):
    """Play a copy of HANDS under a contract; writes what `play_hand` writes, MADE and SCORE."""
    seats = at(rules, SEATS)
    contract = LADDER + 5 * bid
    for seat in range(seats):
        put(work, PLAYING + seat, get(work, HANDS + seat))
    if at(rules, DRAW_AFTER_TRICK):
        lay_stock(work)
    goal = at(rules, contract + NEED_POINTS)
    if at(rules, contract + NEED_TRICKS):
        goal = at(rules, TOTAL)
    first_from = TRUMP_LANE if at(rules, contract + LEVEL) == at(rules, TRUMP_LEAD_LEVEL) else 0
    lead_by = get(work, DEALER) if at(rules, LEAD_FROM_DEALER) else get(work, DECLARER)
    play_hand(rules, work, trump, (lead_by + at(rules, LEAD_OFFSET)) % seats, goal, first_from, state)
    credit_buried(rules, work)
    score_contract(rules, work, contract)


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
    """Play one contract on each of the deals low..high-1 and keep what happened.

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
        kitty = deal_hands(rules, work, deal_key, deal)
        trump = exchange(rules, work, trumps[row], kitty, stream(exchange_key, deal))
        play_contract(rules, work, trump, bids[row], stream(play_key, deal))
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
