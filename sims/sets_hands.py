"""Whole hands with sets of cards: from the deal to the level table, tallied in whole numbers.

For every deal each trump suit is its own question: exchange and play are for that suit. All share the deals.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ZERO, count, lowest_index
from sims.cards import BLACK_JOKER
from sims.deals import draw_pile, longest_suit
from sims.exchange import draw_cards
from sims.memory import at, get, put
from sims.rules_player import LOWEST
from sims.sets import lane_of, to_frame
from sims.sets_blocks import (
    ABOVE,
    ABSENT,
    ASKED,
    ATTEMPT,
    BY_CARDS,
    DEALT,
    DECK,
    DECKS,
    DECLARER,
    GONE,
    HAND,
    HANDS,
    KEEP,
    KNOWN,
    LOG,
    OPEN,
    OPENS,
    OURS,
    PLAYING,
    POLICY_OURS,
    POLICY_THEIRS,
    RANK,
    REDEAL,
    ROW_CHANGE,
    ROW_LEAST,
    ROWS,
    SEATS,
    TALON,
    TALON_FACTOR,
    TASK_SIZE,
    THEIRS,
    TOTAL,
    TRICKS,
    WORK_SIZE,
)
from sims.sets_frame import JOKERS, TRUMP_SHIFT, TRUMPS
from sims.sets_play import play_hand, plays_at_random, role_of
from sims.sets_player import pile_points
from sims.streams import CALLS, DEAL, EXCHANGE, PLAY, advance, below, mix, purpose_key, spend, stream

BEYOND = 120  # from here on the last row of table b adds a level for each 20 points


@helper
def deal_hands(rules, work, key, deal):
    """Fill DEALT with the natural masks of a deal: (talon, stream state)."""
    deck = at(rules, DECK)
    for seat in range(SEATS):
        deck &= ~get(work, KNOWN + seat)
    left, state = count(deck), stream(key, deal)
    for seat in range(SEATS):
        hand = get(work, KNOWN + seat)
        if hand == 0:
            hand, deck, state = draw_pile(deck, state, HAND, left)
            left -= HAND
        put(work, DEALT + seat, hand)
    return deck, state


@helper
def lowest_ranks(hand, number):
    """The lowest cards of a natural mask: by rank, jokers highest, of equals the lowest suit."""
    chosen = ZERO
    for rank in range(BLACK_JOKER + 2):
        for suit in range(4):
            card = hand & (1 << (16 * suit + rank))
            if count(chosen) < number:
                chosen |= card
    return chosen


@helper
def lay_open(rules, work, state):
    """Fill OPEN with the natural masks of the cards laid open: the stream state."""
    for seat in range(SEATS):
        hand, opened = get(work, DEALT + seat), ZERO
        if at(rules, OPENS):
            if plays_at_random(work, seat):
                opened, state = draw_cards(hand, TALON, state)
            else:
                opened = lowest_ranks(hand, TALON)
        put(work, OPEN + seat, opened)
    return state


@helper
def lay_away(rules, frame, hand):
    """The six cards that the rules player lays away of 18: the least merit first, the lowest of equals."""
    deck = at(rules, DECKS + frame) & ~hand
    gone = ZERO
    while count(gone) < TALON:
        worst, least = ZERO, -LOWEST
        rest = hand
        while rest:
            card = rest & -rest
            rest ^= card
            index = lowest_index(card)
            if index >= TRUMP_SHIFT:
                merit = at(rules, KEEP + 6) + index - TRUMP_SHIFT
            else:
                merit = at(rules, KEEP + min(count(deck & at(rules, ABOVE + index)), 3))
                merit += at(rules, KEEP + 4) * count(hand & lane_of(rules, index))
                merit += at(rules, KEEP + 5) * (pile_points(rules, frame, card) // 5)
            if merit < least:
                worst, least = card, merit
        gone |= worst
        hand ^= worst
    return gone


@helper
def exchange(rules, work, frame, talon, state):
    """From the deal to the hands that are played: fills HANDS, GONE and what everybody has seen."""
    declarer = get(work, DECLARER)
    opened = ZERO
    for seat in range(SEATS):
        put(work, HANDS + seat, to_frame(rules, get(work, DEALT + seat), frame))
        opened |= get(work, OPEN + seat)
    gone = ZERO
    if at(rules, OPENS) == 0:
        hand = get(work, HANDS + declarer) | to_frame(rules, talon, frame)
        if plays_at_random(work, declarer):
            gone, state = draw_cards(hand, TALON, state)
        else:
            gone = lay_away(rules, frame, hand)
        put(work, HANDS + declarer, hand ^ gone)
    put(work, GONE, gone)
    for seat in range(SEATS):
        others = ZERO
        if opened:
            others = to_frame(rules, opened & ~get(work, OPEN + seat), frame)
        put(work, ABSENT + seat, others)


@helper
def ask_redeal(rules, work, word):
    """The seat that demands a redeal, -1 if none: the first from the declarer on."""
    asked = ZERO - 1
    declarer = get(work, DECLARER)
    for step in range(SEATS):
        seat = (declarer + step) & 3
        cards = get(work, HANDS + seat)
        if step == 0:
            cards |= get(work, GONE)
        if cards & TRUMPS == 0 and asked < 0:
            if plays_at_random(work, seat):
                asks = below(word, ZERO + 2)
                word = spend(word, ZERO + 2)
            else:
                asks = at(rules, REDEAL + role_of(work, seat))
            if asks:
                asked = seat
    return asked


@helper
def play_trump(rules, work, trump, talon, exchange_state, state):
    """Exchange and play one deal under a trump suit; writes ASKED, and if nobody did the play and TOTAL."""
    frame = 4 * get(work, RANK) + trump
    exchange(rules, work, frame, talon, exchange_state)
    state = advance(state)
    asked = ask_redeal(rules, work, mix(state))
    put(work, ASKED, asked)
    if asked >= 0:
        return
    for seat in range(SEATS):
        put(work, PLAYING + seat, get(work, HANDS + seat))
    declarer = get(work, DECLARER)
    winner, pot, size = play_hand(rules, work, frame, declarer, state)
    total = get(work, THEIRS)
    if (winner ^ declarer) & 1:
        bonus = at(rules, TALON_FACTOR) * pile_points(rules, frame, get(work, GONE))
        if at(rules, BY_CARDS):
            bonus = size * bonus + (size - 1) * pot
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


@kernel
def tally_trumps(seed, low, high, block, task, trumps, own, tally):
    """Add the deals low..high-1 to an EventTally: its events are the rows of the level table and, last, a
    redeal, which counts for nothing else.

    task int64[TASK_SIZE]: the head of the work block; trumps int64[], suits 0..3; own: the seat whose side
    the differences are of.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    for word in range(TASK_SIZE):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    deal_key, call_key = purpose_key(seed, DEAL), purpose_key(seed, CALLS)
    exchange_key, play_key = purpose_key(seed, EXCHANGE), purpose_key(seed, PLAY)
    events, diff, squares = tally
    sign = 1 - 2 * ((own ^ scratch[DECLARER]) & 1)
    for deal in range(low, high):
        talon, _ = deal_hands(rules, work, deal_key, deal)
        lay_open(rules, work, stream(call_key, deal))
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

    Writes log int64[deal, 60]: the sets in order of play (48), the sets taken back by trick (12); gone
    int64[deal]: laid away; both frame masks. result int64[deal, 5]: tricks, card points in tricks of the
    declaring side and of the others, what the others count, the seat that demanded a redeal or -1.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    deal_key, call_key = purpose_key(seed, DEAL), purpose_key(seed, CALLS)
    exchange_key, play_key = purpose_key(seed, EXCHANGE), purpose_key(seed, PLAY)
    for deal in range(low, high):
        row = deal - low
        for word in range(TASK_SIZE):
            scratch[word] = tasks[row, word]
        talon, _ = deal_hands(rules, work, deal_key, deal)
        lay_open(rules, work, stream(call_key, deal))
        play_trump(rules, work, trumps[row], talon, stream(exchange_key, deal), stream(play_key, deal))
        gone[row] = scratch[GONE]
        result[row, 4] = scratch[ASKED]
        if scratch[ASKED] >= 0:
            continue
        for ply in range(4 * scratch[TRICKS]):
            log[row, ply] = scratch[LOG + ply]
        for trick in range(scratch[TRICKS]):
            log[row, 48 + trick] = scratch[ATTEMPT + trick]
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
        play_trump(rules, work, trump, talon, stream(exchange_key, deal), stream(play_key, deal))
        if scratch[ASKED] < 0:
            totals[0] += scratch[OURS]
            totals[1] += scratch[TOTAL]

