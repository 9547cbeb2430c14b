"""Hundred to One: whole programmes, tallied in whole numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ZERO
from sims.games.hundred_to_one import BIG_FUND as ENOUGH
from sims.games.hundred_to_one import BOARDS, LINES
from sims.memory import get, put
from sims.quiz_boards import draw_boards
from sims.quiz_play import (
    TIE_BOARD,
    play_big_game,
    play_big_turn,
    play_board_round,
    play_extra_round,
    play_reverse_round,
)
from sims.quiz_tables import (
    BIG_FUND,
    EXTRA_SKILL,
    FIRST_FUND,
    FUND,
    FUNDS,
    LEADS,
    LOG_LENGTH,
    MORE_SKILL,
    REVERSE_POINTS,
    ROUND_BIG,
    ROUND_EXTRA,
    ROUND_REVERSE,
    SCORE,
    STATE,
    STREAMS,
    TOOK,
    USED,
    WINNER,
    WON,
    WORK_SIZE,
)
from sims.streams import DEAL, PLAY, purpose_key, stream
from sims.tables import Int64Array

POLICY_LINE = -1  # instead of a line: the policy of the team decides


class QuizTally(NamedTuple):
    """Whole-number sums over programmes, from the side of the first team.

    events[1, 2], diff[1], squares[1]  programme won, 200 reached; score difference: as in `sims.tallies`
    more[6]          with 0.01 more skill: for either event, how often it happens, how often it is gained, and lost
    wins[class, 7]   by the lead before the reverse round: programmes, and those won if it aims at each line
    funds[4, fund]   histograms of the funds of the rounds and, in programmes won, of the big game
    took[3]          rounds whose fund it took
    """

    events: Int64Array
    diff: Int64Array
    squares: Int64Array
    more: Int64Array
    wins: Int64Array
    funds: Int64Array
    took: Int64Array


def new_quiz_tally() -> QuizTally:
    """A tally of zeros."""
    shapes = ((1, 2), (1,), (1,), (6,), (len(LEADS) + 1, LINES + 1), (4, FUNDS), (3,))
    return QuizTally(*(np.zeros(shape, np.int64) for shape in shapes))


@helper
def listen(work, key, deal, stage):
    """Read the stream of a round."""
    put(work, STATE, np.int64(stream(key, STREAMS * deal + stage)))


@helper
def play_rounds(rules, work, key, deal):
    """The simple, the double and the triple round; writes SCORE."""
    put(work, USED, 0)
    put(work, LOG_LENGTH, 0)
    put(work, SCORE, 0)
    put(work, SCORE + 1, 0)
    for stage in range(3):
        listen(work, key, deal, stage)
        play_board_round(rules, work, stage)


@helper
def play_decision(rules, work, key, deal, wanted):
    """The reverse round, the first team aiming at a wanted line, and the extra round; writes WINNER."""
    listen(work, key, deal, ROUND_REVERSE)
    play_reverse_round(rules, work, wanted)
    ours = get(work, SCORE) + get(work, REVERSE_POINTS)
    theirs = get(work, SCORE + 1) + get(work, REVERSE_POINTS + 1)
    winner = np.int64(ours < theirs)
    if ours == theirs:
        listen(work, key, deal, ROUND_EXTRA)
        winner = play_extra_round(rules, work)
    put(work, WINNER, winner)


@kernel
def play_programme(rules, work, key, deal, lines):
    """A whole programme; with `lines` the reverse round is played for so many lines that the first team may
    aim at, too: WON. Compiled by itself, since inlined it would take a minute."""
    play_rounds(rules, work, key, deal)
    mark = get(work, LOG_LENGTH)
    for step in range(lines + 1):
        put(work, LOG_LENGTH, mark)
        wanted = lines - 1 - step  # the policy's own line comes last
        play_decision(rules, work, key, deal, wanted)
        if wanted != POLICY_LINE:
            put(work, WON + wanted, 1 - get(work, WINNER))
    listen(work, key, deal, ROUND_BIG)
    play_big_game(rules, work, get(work, WINNER))


@helper
def lead_class(lead):
    """The class of a lead, see LEADS."""
    found = 0
    for edge in LEADS:
        found += lead >= edge
    return found


@kernel
def tally_programmes(seed, low, high, block, tally):
    """Add the programmes low..high-1 to a `QuizTally`; block: `sims.quiz_tables.pack`.

    numba frees an array after its last use, so results are read from `scratch` itself, not by its pointer.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    deal_key, play_key = purpose_key(seed, DEAL), purpose_key(seed, PLAY)
    events, diffs, squares, more, wins, funds, took = tally
    before = np.zeros(2, np.int64)
    for deal in range(low, high):
        put(work, STATE, np.int64(stream(deal_key, deal)))
        draw_boards(rules, work, ZERO, np.int64(BOARDS))
        for run in range(2):
            put(work, EXTRA_SKILL, MORE_SKILL * run)
            play_programme(rules, work, play_key, np.int64(deal), np.int64(LINES * (1 - run)))
            leads = scratch[WINNER] == 0
            big = leads and scratch[BIG_FUND] >= ENOUGH
            if run:
                for event, now in enumerate((np.int64(leads), np.int64(big))):
                    more[3 * event] += now
                    more[3 * event + 1] += now > before[event]
                    more[3 * event + 2] += now < before[event]
                break
            before[0], before[1] = leads, big
            events[0, 0] += leads
            events[0, 1] += big
            lead = scratch[SCORE] - scratch[SCORE + 1]
            diff = lead + scratch[REVERSE_POINTS] - scratch[REVERSE_POINTS + 1]
            diffs[0] += diff
            squares[0] += diff * diff
            row = lead_class(lead)
            wins[row, 0] += 1
            for line in range(LINES):
                wins[row, 1 + line] += scratch[WON + line]
            for stage in range(3):
                funds[stage, scratch[FUND + stage]] += 1
                took[stage] += scratch[TOOK + stage] == 0
            if leads:
                funds[3, scratch[BIG_FUND]] += 1


@kernel
def tally_big_games(seed, low, high, block, first_fund, tries, counts):
    """Big games of the first team in which its first player brings `first_fund`: of each deal the first one
    found in so many tries. counts[0:4]: deals with one, won, sum of the final funds and of their squares."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    deal_key, play_key = purpose_key(seed, DEAL), purpose_key(seed, PLAY)
    for deal in range(low, high):
        boards = np.int64(stream(deal_key, deal))
        answers = np.int64(stream(play_key, STREAMS * deal + ROUND_BIG))
        for _ in range(tries):
            put(work, STATE, boards)
            draw_boards(rules, work, ROUND_EXTRA, TIE_BOARD)
            boards = scratch[STATE]
            put(work, STATE, answers)
            put(work, LOG_LENGTH, 0)
            fund = ZERO
            for turn in range(2):
                fund = play_big_turn(rules, work, ZERO, turn, fund)
                if turn == 0 and fund != first_fund:
                    break
            answers = scratch[STATE]
            scratch[FIRST_FUND] = fund
            if turn == 1:
                counts[0] += 1
                counts[1] += fund >= ENOUGH
                counts[2] += fund
                counts[3] += fund * fund
                break


@kernel
def log_programme(seed, deal, block, work_block):
    """Play one programme and leave everything in a work block, int64[WORK_SIZE]."""
    rules = np.int64(block.ctypes.data)
    work = np.int64(work_block.ctypes.data)
    put(work, EXTRA_SKILL, 0)
    put(work, STATE, np.int64(stream(purpose_key(seed, DEAL), deal)))
    draw_boards(rules, work, ZERO, np.int64(BOARDS))
    play_programme(rules, work, purpose_key(seed, PLAY), np.int64(deal), ZERO)
