"""Partnership Blackout: deal, play and score, tallied in whole numbers; every call on common deals."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count, lowest_index, select
from sims.blackout_calls import number_of, rules_call
from sims.blocks import (
    ALLIES,
    DEALER,
    DEALT,
    DECKS,
    LATER_SEATS,
    LEADERS,
    LED_LANE,
    LEGAL,
    LOG,
    MADE,
    PLAYING,
    POLICY_OURS,
    POLICY_THEIRS,
    SCORE,
    SEARCH,
    THINK,
    TOP,
    TRICKS,
    TRICKS_BY,
)
from sims.candidates import ROLLOUT
from sims.deals import deal_hands
from sims.games.blackout import NIL_MADE, NIL_SET
from sims.memory import at, call, get, put
from sims.playout import RANDOM, award, begin_play, lay_card, legal_cards
from sims.streams import DEAL, PLAY, WORLDS, advance, below, mix, purpose_key, spend, stream
from sims.tables import Int64Array
from sims.tricks_tables import (
    BOARD,
    CALLED,
    CODE,
    FREE,
    NIL,
    NILS,
    NONE_OF_BOTH,
    PASS,
    PERSONAL,
    PLAYED,
    SCORES,
    SEARCH_KEY,
    WORK_SIZE,
)
from sims.worlds import begin_search

SPADES = 3
BY_RULES = -1  # a call that is left to the rules player
AS_HEARD = -2  # in place of `said` of `tally_calls`: the calls that were heard stand, whatever the hands
TRIES = 5_000  # deals in which the hands that fit calls already made are looked for
NEXT_TRY = np.int64(1) << 40  # added to the index of a deal for another try


class CallTally(NamedTuple):
    """Whole-number sums over deals; a cell is one call."""

    made: Int64Array  # [cell], deals in which the contract was made
    tricks: Int64Array  # [cell, 14], deals by the tricks of the own side
    diff: Int64Array  # [cell], score of the own side minus that of the other
    cross: Int64Array  # [cell, cell], products of the differences of two cells


@helper
def play_trick(rules, work, leader, trick, played, word, position, top, top_seat, led_lane, must, may):
    """A trick from a position on: (winner, cards played in the hand so far, what is left of the random word)."""
    allies = get(work, ALLIES)
    put(work, PLAYED, trick)
    put(work, LEADERS + trick, leader)
    for place in range(position, 4):
        seat = (leader + place) & 3
        legal = legal_cards(rules, get(work, PLAYING + seat), place, must, may, ZERO, played)
        policy = get(work, POLICY_OURS + 1 - ((allies >> seat) & 1))
        if policy == RANDOM:
            options = count(legal)
            card = select(legal, below(word, options))
            word = spend(word, options)
        elif legal & (legal - 1) == 0:
            card = legal
        else:
            put(work, LEGAL, legal)
            put(work, LATER_SEATS, 3 - place)
            put(work, TOP, top)
            put(work, LED_LANE, led_lane)
            card = call(at(rules, THINK), rules, work, at(rules, DECKS + SPADES) & ~played, seat, top_seat)
            if policy >= ROLLOUT:
                card = call(
                    at(rules, SEARCH), rules, work, trick, leader, place, seat, legal, card,
                    top, top_seat, led_lane, must, may, played, policy >> 8,
                )  # fmt: skip
        index, top, top_seat, led_lane, must, may = lay_card(
            rules, work, seat, card, top, top_seat, led_lane, must, may
        )
        put(work, LOG + 4 * trick + place, index)
        played |= card
    award(rules, work, top_seat, ONE)
    return top_seat, played, word


@helper
def play_hand(rules, work, state, key):
    """Play a copy of DEALT for what stands in CODE and NILS; writes LOG and what `award` writes.

    state: stream of the random player; key: of the streams of this hand's decisions, one for each ply.
    """
    for seat in range(4):
        put(work, PLAYING + seat, get(work, DEALT + seat))
    begin_play(rules, work)
    put(work, SEARCH_KEY, np.int64(key))
    leader, played, word = (get(work, DEALER) + 1) & 3, ZERO, np.uint64(0)
    for trick in range(13):
        if trick % 2 == 0:
            state = advance(state)
            word = mix(state)
        leader, played, word = play_trick(
            rules, work, leader, trick, played, word, ZERO, ZERO, leader, ZERO, ZERO, ZERO
        )


@helper
def undertake(rules, work, side, code, seat):
    """Put what a side has undertaken into CODE + side (and NILS): a call's code, nil being the seat's."""
    if code == NIL:
        code = ZERO + NONE_OF_BOTH
        if at(rules, PERSONAL):
            code = ZERO + FREE
            put(work, NILS, get(work, NILS) | (ONE << seat))
    elif code == PASS:
        code = ZERO + FREE
    put(work, CODE + side, code)


@helper
def side_score(rules, work, side, allies, tricks):
    """Score of a side for the hand, and whether its contract is made."""
    nils = get(work, NILS) & allies
    code = get(work, CODE + side)
    if nils:
        made = get(work, TRICKS_BY + lowest_index(nils)) == 0
        return ZERO + (NIL_MADE if made else NIL_SET), made
    score = at(rules, SCORES + 14 * code + tricks)
    if code == NONE_OF_BOTH:
        return score, tricks == 0
    return score, tricks >= code if code <= BOARD else False


@helper
def score_hand(rules, work):
    """Put into MADE whether the contract of ALLIES is made, and into SCORE their score less the others'."""
    tricks, allies = get(work, TRICKS), get(work, ALLIES)
    ours, made = side_score(rules, work, ZERO, allies, tricks)
    theirs, _ = side_score(rules, work, ONE, 15 & ~allies, 13 - tricks)
    put(work, MADE, ONE if made else ZERO)
    put(work, SCORE, ours - theirs)


@helper
def call_side(rules, work, side, first, said, answer):
    """The calls of two partners, `first` before the one opposite; what is BY_RULES the rules player calls."""
    second = first ^ 2
    put(work, CALLED + first, 0)
    put(work, CALLED + second, 0)
    if said == BY_RULES:
        said = rules_call(rules, get(work, DEALT + first), ZERO - 1)
    if said >= BOARD:
        undertake(rules, work, side, said, first)
        return
    put(work, CALLED + first, 1 + said)
    if answer == BY_RULES:
        answer = rules_call(rules, get(work, DEALT + second), said)
    if answer < BOARD:
        put(work, CALLED + second, 1 + answer)
    undertake(rules, work, side, answer if answer >= BOARD else min(ZERO + 12, said + answer), second)


@helper
def deal_as_called(rules, work, key, deal, first, caller, said, theirs):
    """Deal until the rules player would have called what has been called: whether TRIES were enough.

    said: code of the call of `caller`; theirs: code of what the other side, whose seat `first` speaks first,
    has undertaken; BY_RULES leaves either open. Fills CODE + 1, NILS and the numbers CALLED by that side.
    """
    for attempt in range(TRIES):
        deal_hands(rules, work, key, deal + attempt * NEXT_TRY)
        if said != BY_RULES and rules_call(rules, get(work, DEALT + caller), ZERO - 1) != said:
            continue
        put(work, NILS, 0)
        if theirs == PASS:  # which the rules player never calls
            undertake(rules, work, ONE, theirs, first)
            return True
        call_side(rules, work, ONE, first, ZERO - 1, ZERO - 1)
        code, nils = get(work, CODE + 1), get(work, NILS)
        if theirs == BY_RULES or (nils != 0 if theirs == NIL and at(rules, PERSONAL) else code == theirs):
            return True
    return False


@kernel
def tally_calls(seed, low, high, block, task, seat, calls, partner, caller, said, theirs, spoken, tally):
    """Add the deals low..high-1 to a tally, a cell for each call of a seat.

    block: `sims.tricks_tables.pack`, with the address of SEARCH if a player samples worlds; task int64[DEALT]: the
    head of the work block; calls int64[]: codes; partner: the number of the seat's partner, or BY_RULES; caller,
    said, theirs: see `deal_as_called`, whose deals without such hands are left out of the tally. With AS_HEARD for
    `said` every deal counts, and the other side calls what spoken int64[seat] says, the rest by the rules player.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds of players who sample them
    for word in range(DEALT):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * WORK_SIZE)
    deal_key, play_key = purpose_key(seed, DEAL), purpose_key(seed, PLAY)
    worlds_key = purpose_key(seed, WORLDS)
    first = (scratch[DEALER] + 1) & 3
    if (scratch[ALLIES] >> first) & 1:
        first = (first + 1) & 3
    made, tricks, diff, cross = tally
    cells = len(calls)
    diffs = np.zeros(cells, np.int64)
    for deal in range(low, high):
        if said == AS_HEARD:
            deal_hands(rules, work, deal_key, np.int64(deal))
            put(work, NILS, 0)
            call_side(rules, work, ONE, first, spoken[first], spoken[first ^ 2])
        elif not deal_as_called(rules, work, deal_key, np.int64(deal), first, caller, said, theirs):
            continue
        nils, beside, last = scratch[NILS], partner, -1
        if partner == BY_RULES:
            beside = number_of(rules, scratch[DEALT + (seat ^ 2)])
        for cell in range(cells):
            code = calls[cell] if calls[cell] >= BOARD else min(12, calls[cell] + beside)
            if code != last:
                put(work, NILS, nils)
                put(work, CALLED + seat, 1 + calls[cell] if calls[cell] < BOARD else 0)
                heard = calls[cell] < BOARD or partner != BY_RULES
                put(work, CALLED + (seat ^ 2), 1 + beside if heard else 0)
                undertake(rules, work, ZERO, code, seat)
                play_hand(rules, work, stream(play_key, deal), stream(worlds_key, deal))
                score_hand(rules, work)
                last = code
            diffs[cell] = scratch[SCORE]
            made[cell] += scratch[MADE]
            tricks[cell, scratch[TRICKS]] += 1
            diff[cell] += scratch[SCORE]
        for a in range(cells):
            for b in range(cells):
                cross[a, b] += diffs[a] * diffs[b]


@kernel
def log_hands(seed, low, high, block, task, contracts, log, by_seat):
    """Play the deals low..high-1 and keep what happened.

    block, task: as for `tally_calls`, ALLIES being side 0; contracts int64[deal, 3 or 7]: codes of the sides 0 and
    1, bit set of the nil bidders and, by seat, 1 + the number called (0: none is known). Writes log
    int8[deal, 52], card ids in order of play, and by_seat int64[deal, 4], tricks.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds of players who sample them
    for word in range(DEALT):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * WORK_SIZE)
    deal_key, play_key = purpose_key(seed, DEAL), purpose_key(seed, PLAY)
    worlds_key = purpose_key(seed, WORLDS)
    for deal in range(low, high):
        row = deal - low
        for word in range(contracts.shape[1]):
            scratch[CODE + word] = contracts[row, word]
        deal_hands(rules, work, deal_key, deal)
        play_hand(rules, work, stream(play_key, deal), stream(worlds_key, deal))
        for ply in range(52):
            log[row, ply] = scratch[LOG + ply]
        for player in range(4):
            by_seat[row, player] = scratch[TRICKS_BY + player]


@kernel
def quick_hands(seed, low, high, block, policy, totals):
    """Play the deals low..high-1 under a fixed cheap rule, for timing: seat 0 leads, everybody calls the rules
    player's number; add tricks and contracts of seat 0's side to totals[0:2]."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds of players who sample them
    scratch[DEALER], scratch[ALLIES] = 3, 5
    scratch[POLICY_OURS] = policy
    scratch[POLICY_THEIRS] = policy
    work = np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * WORK_SIZE)
    deal_key, play_key = purpose_key(seed, DEAL), purpose_key(seed, PLAY)
    worlds_key = purpose_key(seed, WORLDS)
    for deal in range(low, high):
        deal_hands(rules, work, deal_key, deal)
        for side in range(2):
            number = number_of(rules, scratch[DEALT + side]) + number_of(rules, scratch[DEALT + side + 2])
            put(work, CODE + side, min(12, number))
        play_hand(rules, work, stream(play_key, deal), stream(worlds_key, deal))
        score_hand(rules, work)
        totals[0] += scratch[TRICKS]
        totals[1] += scratch[MADE]
