"""101: whole hands of a shedding game, from the deal to the last card, tallied in whole numbers."""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count, lowest_index, select
from sims.blocks import SEARCH, WORLD
from sims.candidates import ROLLOUT
from sims.games.one_hundred_one import LIMIT
from sims.memory import at, call, get, put
from sims.players import POLICIES
from sims.shedding_player import choose_card, points, puts_drawn, suit_to_order
from sims.shedding_stock import deal_cards, draw_cards, write
from sims.shedding_tables import (
    ACTS,
    ASK_DRAWN,
    ASK_ORDER,
    ASK_PUT,
    BONUS,
    DEALER,
    DRAWS,
    EFFECTS,
    FIT,
    HANDS,
    KEEP,
    LAST,
    LISTED,
    LOG_LENGTH,
    LOG_PUT,
    MOST_ACTS,
    NEW_STATE,
    OPEN,
    OUT,
    OWN,
    PILE,
    PILE_FROM,
    PLAYERS,
    POLICY,
    PUT_CARDS,
    PUT_COUNT,
    QUEENS,
    READ,
    RENEWED,
    SCORES,
    SEARCH_KEY,
    SEATS,
    START,
    START_SUIT,
    STEP,
    TASK,
    TASK_SIZE,
    WHY_NINE,
    WHY_NONE,
    WORK_SIZE,
)
from sims.streams import DEAL, EXCHANGE, PLAY, WORLDS, advance, below, mix, purpose_key, spend, stream

RANDOM, RULES = POLICIES["random"], POLICIES["rules"]
SUITS, COIN = np.int64(4), np.int64(2)  # bounds of draws


@helper
def lay_first_card(rules, work, first, state):
    """Turn up the first card (rule 2): (stream state, what fits, step to the next seat, cards to draw)."""
    card = lowest_index(first)
    dealer = get(work, DEALER)
    suit = card >> 4
    fit, step, draws = at(rules, OPEN + card), 1, 0
    put(work, START, card)
    put(work, PUT_CARDS, card)
    put(work, PUT_COUNT, 1)
    put(work, PILE, 0)
    put(work, PILE_FROM, 0)
    put(work, LISTED, 0)
    put(work, RENEWED, 0)
    put(work, LOG_LENGTH, 0)
    put(work, READ, 0)
    if at(rules, EFFECTS):
        state = advance(state)
        policy = get(work, POLICY + dealer)
        if policy == RANDOM:
            suit = below(mix(state), SUITS)
        else:
            suit = suit_to_order(rules, get(work, HANDS + dealer))
            if policy >= ROLLOUT and first & at(rules, QUEENS):
                act = call(
                    at(rules, SEARCH), rules, work, dealer, first, card + 64 * suit, first, ZERO, ZERO,
                    np.int64(ASK_ORDER), policy >> 8,
                )  # fmt: skip
                suit = act >> 6
        fit, step, draws = at(rules, FIT + 4 * card + suit), at(rules, STEP + card), at(rules, DRAWS + card)
    put(work, START_SUIT, suit)
    return state, fit, step, draws


@helper
def lay_card(work, seat, bit, suit, top):
    """Move a card from a hand onto the top one: what is left of the hand."""
    hand = get(work, HANDS + seat) ^ bit
    card = lowest_index(bit)
    put(work, HANDS + seat, hand)
    put(work, PILE, get(work, PILE) | top)
    placed = get(work, PUT_COUNT)
    put(work, PUT_CARDS + placed, card)
    put(work, PUT_COUNT, placed + 1)
    write(work, LOG_PUT + 4 * seat + 16 * suit + 256 * card)
    return hand


@helper
def play_on(rules, work, seat, top, fit, step, draws, over, acts, state):
    """Play a hand on to its end; writes HANDS, OUT, LAST, ACTS and the log.

    seat: who put `top`; fit: what fits on it; step: seats to the next to move; draws: cards that the seat jumped
    draws; over: the hand is to end now; acts: how many there were; state: of the random player's stream.
    """
    players, most = at(rules, PLAYERS), at(rules, MOST_ACTS)
    out = -1
    while True:
        if step == 2 and not (over and draws == 0):
            victim = seat + 1 if seat + 1 < players else 0
            if acts == most and not over:
                break
            draw_cards(rules, work, victim, draws, draws)
            acts += 1
        if over:
            out = seat
            break
        if acts == most:
            break
        seat += step
        if seat >= players:
            seat -= players
        closing = step == 0
        legal = get(work, HANDS + seat) & fit
        asked = ASK_PUT
        state = advance(state)
        word = mix(state)
        if legal == 0:
            acts += 1
            bit = draw_cards(rules, work, seat, ONE, WHY_NINE if closing else WHY_NONE)
            draws = 0
            if closing:
                if bit == 0:  # the nine stands open
                    step = 1
                    fit = at(rules, OPEN + lowest_index(top))
                continue
            step = 1
            if (bit & fit) == 0:
                continue
            if acts == most:
                break
            legal = bit
            asked = ASK_DRAWN
        policy = get(work, POLICY + seat)
        if policy == RANDOM:
            if asked == ASK_DRAWN:
                if below(word, COIN) == 0:
                    continue
                word = spend(word, COIN)
            options = count(legal)
            bit = select(legal, below(word, options))
            suit = below(spend(word, options), SUITS)
        else:
            act = ZERO + KEEP
            if asked == ASK_PUT or puts_drawn(rules, work, seat, legal):
                bit, suit = choose_card(rules, work, seat, legal)
                act = lowest_index(bit) + 64 * suit
            if policy >= ROLLOUT:
                asked_ = np.int64(asked)
                act = call(
                    at(rules, SEARCH), rules, work, seat, legal, act, top, fit, acts, asked_, policy >> 8
                )
            if act == KEEP:
                continue
            bit, suit = ONE << (act & 63), act >> 6
        hand = lay_card(work, seat, bit, suit, top)
        card = lowest_index(bit)
        acts += 1
        top = bit
        fit = at(rules, FIT + 4 * card + suit)
        step = at(rules, STEP + card)
        draws = at(rules, DRAWS + card)
        over = hand == 0 and step != 0
    put(work, OUT, out)
    put(work, LAST, lowest_index(top))
    put(work, ACTS, acts)


@kernel
def play_deal(rules, work, seed, deal):
    """Deal a hand and play it; compiled by itself, since both kernels below call it."""
    first = deal_cards(rules, work, purpose_key(seed, DEAL), deal)
    put(work, NEW_STATE, np.int64(stream(purpose_key(seed, EXCHANGE), deal)))
    put(work, SEARCH_KEY, np.int64(stream(purpose_key(seed, WORLDS), deal)))
    state, fit, step, draws = lay_first_card(rules, work, first, stream(purpose_key(seed, PLAY), deal))
    play_on(rules, work, get(work, DEALER), first, fit, step, draws, first == 0, ZERO, state)


@helper
def begin_search(work, world):
    """Name the block of the worlds, in which everybody plays by rules."""
    put(work, WORLD, world)
    for seat in range(SEATS):
        put(world, POLICY + seat, RULES)


@helper
def delta_of(rules, work, seat):
    """Points of a seat for the hand (rules 8 and 9)."""
    if get(work, OUT) == seat:
        return at(rules, BONUS + get(work, LAST))
    return points(rules, get(work, HANDS + seat))


@kernel
def tally_hands(seed, low, high, block, task, tally, sums):
    """Add the deals low..high-1 to an event tally (own seat out first, own score above 101).

    block: `sims.shedding_tables.pack`, with the address of SEARCH if a player samples worlds; task
    int64[TASK_SIZE]. `diff` is the others' points together minus (players - 1) times the own points, so greater
    is better. sums[0:3]: own points, their squares, void hands.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds of players who sample them
    for word in range(TASK_SIZE):
        scratch[TASK + word] = task[word]
    work = np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * WORK_SIZE)
    players, own = at(rules, PLAYERS), scratch[OWN]
    counts, diffs, squares = tally
    for deal in range(low, high):
        play_deal(rules, work, seed, deal)
        if scratch[OUT] < 0:
            sums[2] += 1
            continue
        ours, theirs = delta_of(rules, work, own), 0
        for seat in range(players):
            if seat != own:
                theirs += delta_of(rules, work, seat)
        diff = theirs - (players - 1) * ours
        counts[0, 0] += scratch[OUT] == own
        counts[0, 1] += scratch[SCORES + own] + ours > LIMIT
        diffs[0] += diff
        squares[0] += diff * diff
        sums[0] += ours
        sums[1] += ours * ours


@kernel
def log_hand(seed, deal, block, task, work_block):
    """Play one deal and leave everything in a work block, int64[WORK_SIZE]."""
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * WORK_SIZE, np.int64)  # the second half for the worlds of players who sample them
    for word in range(TASK_SIZE):
        scratch[TASK + word] = task[word]
    work = np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * WORK_SIZE)
    play_deal(rules, work, seed, np.int64(deal))
    for word in range(WORK_SIZE):
        work_block[word] = scratch[word]
