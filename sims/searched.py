"""Contracts on common deals where players search: the twin of `sims.contracts`, in a kernel of its own
because its compilation takes as long again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sims._jit import helper, kernel
from sims.blocks import (
    DEALT,
    DISCARD,
    ENDING,
    GONE,
    LADDER,
    LOG,
    MADE,
    OPEN,
    OURS,
    PIMC,
    POLICY_OURS,
    POLICY_THEIRS,
    SCORE,
    SEARCH,
    SHIFT,
    SOLVER,
    TAKEN_BY,
    WORK_SIZE,
)
from sims.contracts import Tally, log_contracts, open_contract, tally_contracts
from sims.deals import deal_hands
from sims.endings import can_list, ending_card
from sims.errors import Refused
from sims.memory import put
from sims.players import OPEN_CODE, SEARCHERS, searches
from sims.rollout import search_card, search_hand
from sims.rollout_exchange import search_discards, search_exchange
from sims.scoring import close_contract
from sims.solver_space import MOST_SEATS, space_words
from sims.streams import DEAL, EXCHANGE, PLAY, WORLDS, purpose_key, stream
from sims.tables import DRAW_AFTER_TRICK, SEATS, Int64Array
from sims.worlds import begin_search


@helper
def search_contract(rules, work, trump, bid, state, key):
    """`play_contract` for all players."""
    leader, goal, first_from = open_contract(rules, work, bid)
    search_hand(rules, work, trump, bid, leader, goal, first_from, state, key)
    close_contract(rules, work, LADDER + 5 * bid)


@kernel
def _tally(seed, low, high, block, solver_words, task, trumps, bids, tally):
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE + solver_words, np.int64)  # after the first part: worlds, the solver
    for word in range(DEALT):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    world = work + 8 * WORK_SIZE
    put(work, SOLVER, world + 8 * WORK_SIZE)
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
def _log(seed, low, high, block, solver_words, tasks, trumps, bids, played_trumps, gone, log, taken):
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE + solver_words, np.int64)  # after the first part: worlds, the solver
    work = np.int64(scratch.ctypes.data)
    world = work + 8 * WORK_SIZE
    put(work, SOLVER, world + 8 * WORK_SIZE)
    deal_key, exchange_key = purpose_key(seed, DEAL), purpose_key(seed, EXCHANGE)
    play_key, worlds_key = purpose_key(seed, PLAY), purpose_key(seed, WORLDS)
    for deal in range(low, high):
        row = deal - low
        if bids[row] < 0:
            continue
        for word in range(DEALT):
            scratch[word] = tasks[row, word]
        number = deal + scratch[SHIFT]
        kitty = deal_hands(rules, work, deal_key, number)
        begin_search(work, world)
        trump = search_exchange(
            rules,
            work,
            trumps[row],
            bids[row],
            kitty,
            stream(exchange_key, number),
            stream(worlds_key, number),
        )
        search_contract(rules, work, trump, bids[row], stream(play_key, number), stream(worlds_key, number))
        played_trumps[row] = trump
        for seat in range(gone.shape[1]):
            gone[row, seat] = scratch[GONE + seat]
            taken[row, seat] = scratch[TAKEN_BY + seat]
        for ply in range(log.shape[1]):
            log[row, ply] = scratch[LOG + ply]


def check_solvers(settings: Int64Array, *policies: int) -> None:
    """`Refused` where players with these codes would have to solve what the solver cannot; settings: those of the
    rules, or the whole block that begins with them."""
    kinds = {code & 255 for code in policies}
    if kinds & {SEARCHERS["pimc"], OPEN_CODE} and settings[SEATS] > MOST_SEATS:
        raise Refused(
            f"pimc and open play with up to {MOST_SEATS} players, not with {settings[SEATS]}; rollout:N does"
        )
    if OPEN_CODE in kinds and settings[DRAW_AFTER_TRICK]:
        raise Refused("open sees hands, not the stock that is drawn from after tricks; rollout:N plays here")


def equip(block: Int64Array, *policies: int) -> int:
    """Put the addresses of the players with these codes into a rules block: words that their solver needs."""
    block[SEARCH], block[DISCARD] = search_card.address, search_discards.address
    if can_list(block):
        block[ENDING] = ending_card.address
    check_solvers(block, *policies)
    kinds, words = {code & 255 for code in policies}, 0
    if SEARCHERS["pimc"] in kinds:
        from sims.pimc import LOG_ENTRIES, pimc_card

        block[PIMC] = pimc_card.address
        words = space_words(LOG_ENTRIES)
    if OPEN_CODE in kinds:
        from sims import clairvoyant

        block[OPEN] = clairvoyant.open_card.address
        words = space_words(clairvoyant.LOG_ENTRIES)
    return words


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
    words = equip(block, int(task[POLICY_OURS]), int(task[POLICY_THEIRS]))
    _tally(seed, low, high, block, words, task, trumps, bids, tally)


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
    policies = {int(code) for code in np.unique(tasks[:, [POLICY_OURS, POLICY_THEIRS]])}
    words = equip(block, *policies)
    _log(seed, low, high, block, words, tasks, trumps, bids, played_trumps, gone, log, taken)


def tally_for(*players: str) -> Callable[..., None]:
    """The kernel that tallies contracts played by these players."""
    return tally_searched if searches(*players) else tally_contracts


def log_for(*players: str) -> Callable[..., None]:
    """The kernel that logs contracts played by these players."""
    return log_searched if searches(*players) else log_contracts
