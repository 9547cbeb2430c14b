"""Contracts on common deals where players search: the twin of `sims.contracts`, in a kernel of its own
because its compilation takes as long again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sims._jit import helper, kernel
from sims.blocks import DEALT, DISCARD, GONE, LADDER, LOG, MADE, OURS, SCORE, SEARCH, TAKEN_BY, WORK_SIZE
from sims.contracts import Tally, open_contract
from sims.deals import deal_hands
from sims.rollout import begin_search, search_card, search_hand
from sims.rollout_exchange import search_discards, search_exchange
from sims.scoring import close_contract
from sims.streams import DEAL, EXCHANGE, PLAY, WORLDS, purpose_key, stream
from sims.tables import Int64Array


@helper
def search_contract(rules, work, trump, bid, state, key):
    """`play_contract` for all players."""
    leader, goal, first_from = open_contract(rules, work, bid)
    search_hand(rules, work, trump, bid, leader, goal, first_from, state, key)
    close_contract(rules, work, LADDER + 5 * bid)


@kernel
def _tally(seed, low, high, block, task, trumps, bids, tally):

    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds
    for word in range(DEALT):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    world = work + 8 * WORK_SIZE
    deal_key, exchange_key = purpose_key(seed, DEAL), purpose_key(seed, EXCHANGE)
    play_key, worlds_key = purpose_key(seed, PLAY), purpose_key(seed, WORLDS)
    made, taken, diff, cross = tally
    cells = len(trumps) * len(bids)
    diffs = np.zeros(cells, np.int64)
    for deal in range(low, high):
        kitty = deal_hands(rules, work, deal_key, deal)
        begin_search(work, world)
        cell = 0
        for choice in trumps:
            for bid in bids:
                trump = search_exchange(
                    rules, work, choice, bid, kitty, stream(exchange_key, deal), stream(worlds_key, deal)
                )
                search_contract(rules, work, trump, bid, stream(play_key, deal), stream(worlds_key, deal))
                diffs[cell] = scratch[SCORE]
                made[cell] += scratch[MADE]
                taken[cell] += scratch[OURS]
                diff[cell] += scratch[SCORE]
                cell += 1
        for a in range(cells):
            for b in range(cells):
                cross[a, b] += diffs[a] * diffs[b]


@kernel
def _log(seed, low, high, block, tasks, trumps, bids, played_trumps, gone, log, taken):

    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds
    work = np.int64(scratch.ctypes.data)
    world = work + 8 * WORK_SIZE
    deal_key, exchange_key = purpose_key(seed, DEAL), purpose_key(seed, EXCHANGE)
    play_key, worlds_key = purpose_key(seed, PLAY), purpose_key(seed, WORLDS)
    for deal in range(low, high):
        row = deal - low
        if bids[row] < 0:
            continue
        for word in range(DEALT):
            scratch[word] = tasks[row, word]
        kitty = deal_hands(rules, work, deal_key, deal)
        begin_search(work, world)
        trump = search_exchange(
            rules, work, trumps[row], bids[row], kitty, stream(exchange_key, deal), stream(worlds_key, deal)
        )
        search_contract(rules, work, trump, bids[row], stream(play_key, deal), stream(worlds_key, deal))
        played_trumps[row] = trump
        for seat in range(gone.shape[1]):
            gone[row, seat] = scratch[GONE + seat]
            taken[row, seat] = scratch[TAKEN_BY + seat]
        for ply in range(log.shape[1]):
            log[row, ply] = scratch[LOG + ply]


def tally_searched(
    seed: np.uint64,
    low: int,
    high: int,
    block: Int64Array,
    task: Int64Array,
    trumps: Int64Array,
    bids: Int64Array,
    tally: Tally,
) -> None:
    """`sims.contracts.tally_contracts` for all players."""
    block[SEARCH], block[DISCARD] = search_card.address, search_discards.address
    _tally(seed, low, high, block, task, trumps, bids, tally)


def log_searched(
    seed: np.uint64,
    low: int,
    high: int,
    block: Int64Array,
    tasks: Int64Array,
    trumps: Int64Array,
    bids: Int64Array,
    played_trumps: Int64Array,
    gone: Int64Array,
    log: NDArray[np.int8],
    taken: Int64Array,
) -> None:
    """`sims.contracts.log_contracts` for all players."""
    block[SEARCH], block[DISCARD] = search_card.address, search_discards.address
    _log(seed, low, high, block, tasks, trumps, bids, played_trumps, gone, log, taken)
