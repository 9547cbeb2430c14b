"""The player `rollout:N`: which card to play (Furtak and Buro, "Recursive Monte Carlo search", CIG 2013).

For each card that differs he deals N worlds that fit what he knows, the same for all cards, lets the
`rules` player finish each, and plays the card that does best: most often reaches the bid (the declaring
side) or stops it (the others), then takes most points. Once the contract is decided, and of equal cards,
he plays as `rules` does.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ONE, ZERO, count, lowest_index, select
from sims.blocks import (
    ABSENT,
    ALLIES,
    BIN_PILE,
    BIN_SEAT,
    BINS,
    CANDIDATE,
    DECKS,
    DECLARER,
    ENDING,
    GONE,
    LADDER,
    LEADERS,
    LIKELY,
    LIKELY_POINTS,
    LIKELY_ZERO,
    LOG,
    MADE,
    OURS,
    PLAYING,
    POINTS,
    POLICY_OURS,
    REST_PILE,
    SEARCH,
    STOCK,
    STOCK_DRAWN,
    STOCK_STATE,
    STOCK_WORD,
    SURE,
    THEIRS,
    TO_FRAME,
    WORLD,
)
from sims.candidates import (
    ROLLOUT,
    begin_trials,
    best_card,
    distinct_cards,
    narrow,
    note_worth,
)
from sims.exchange import estimate_hand
from sims.memory import at, call, get, put
from sims.playout import (
    RANDOM,
    RULES,
    award_best_trump,
    begin_play,
    close_trick,
    draw_after_trick,
    lay_card,
    legal_cards,
    play_trick,
    think_at,
)
from sims.scoring import close_contract
from sims.streams import advance, below, mix, spend, stream
from sims.tables import DECK, DRAW_AFTER_TRICK, SEATS, TOTAL, TRICK_POINTS, TRICKS_IN_HAND
from sims.worlds import deal_gone, draw_world, keep_world, lay_world, plan_worlds, take_kept

BID_WORTH = 250  # points that reaching the bid is worth
EXACT_CARDS = 4  # a hand so small is searched exactly ...
EXACT_WORLDS = 8  # ... where at most so many layouts for each world fit
MOST_LAYOUTS = 34_650  # of three hands of four cards: 12! / 4!^3
TRIES = 4  # worlds of which one is taken, by how likely its declarer is to have bid


@helper
def finish_hand(
    rules, world, trump, bid, goal, trick, leader, position, top, top_seat, led_lane, must, may, pot, played,
    first_from,
):  # fmt: skip
    """Let `rules` play a world to its end: what it is worth to the declaring side, in points."""
    word = np.uint64(0)
    while trick < at(rules, TRICKS_IN_HAND):
        leader, played, word = play_trick(
            rules, world, trump, leader, ZERO, first_from, goal, played, word,
            position, top, top_seat, led_lane, must, may, pot,
        )  # fmt: skip
        if at(rules, DRAW_AFTER_TRICK):
            draw_after_trick(rules, world, trump, leader)
        trick += 1
        position, top, led_lane, must, may, first_from = ZERO, ZERO, ZERO, ZERO, ZERO, ZERO
        top_seat, pot = leader, at(rules, TRICK_POINTS)
    award_best_trump(rules, world)
    close_contract(rules, world, LADDER + 5 * bid)
    return BID_WORTH * get(world, MADE) + get(world, OURS)


@helper
def try_card(
    rules, world, trump, bid, goal, trick, leader, position, seat, card,
    top, top_seat, led_lane, must, may, pot, played,
):  # fmt: skip
    """`finish_hand` after a seat has played a card in a world."""
    index, top, top_seat, led_lane, must, may = lay_card(
        rules, world, seat, card, top, top_seat, led_lane, must, may
    )
    return finish_hand(
        rules, world, trump, bid, goal, trick, leader, position + 1, top, top_seat, led_lane, must, may,
        pot + at(rules, POINTS + index), played | card, ZERO,
    )  # fmt: skip


@helper
def to_natural(rules, mask, trump):
    """A frame mask moved back to the cards as they are dealt."""
    table, rest, moved = TO_FRAME + 64 * trump, at(rules, DECK), ZERO
    while rest:
        card = rest & -rest
        rest ^= card
        if at(rules, table + lowest_index(card)) & mask:
            moved |= card
    return moved


@helper
def shown_cards(rules, work, trick, leader, position):
    """The cards that the declarer has played."""
    seats, declarer, shown = at(rules, SEATS), get(work, DECLARER), ZERO
    for before in range(trick + 1):
        first = get(work, LEADERS + before)
        place = (declarer + seats - first) % seats
        if before < trick or place < position:
            shown |= ONE << get(work, LOG + before * seats + place)
    return shown


@helper
def draw_likely(rules, work, free, seat, goal, shown, state):
    """`draw_world`, weighted by what the declarer must hold to have bid: one of several worlds."""
    declarer = get(work, DECLARER)
    state = draw_world(rules, work, free, state)
    if seat == declarer:
        return state
    bins, holder = get(work, BINS), -ONE
    for place in range(bins):
        if get(work, BIN_SEAT + place) == declarer:
            holder = place
    if holder < 0:
        return state
    sure = get(work, SURE + declarer) | shown
    total = weigh_declarer(rules, get(work, BIN_PILE + holder) | sure, goal)
    for _ in range(TRIES - 1):
        keep_world(work)
        state = draw_world(rules, work, free, state)
        weight = weigh_declarer(rules, get(work, BIN_PILE + holder) | sure, goal)
        total += weight
        state = advance(state)
        if below(mix(state), total) >= weight:
            take_kept(work)
    return state


@helper
def weigh_declarer(rules, hand, goal):
    """How likely the holder of a hand is to have bid for so many points."""
    margin = (estimate_hand(rules, hand) >> 4) - goal
    return at(rules, LIKELY + max(ZERO, min(ZERO + LIKELY_POINTS - 1, margin + LIKELY_ZERO)))


@helper
def is_open(rules, work, goal):
    """Whether the points of finished tricks leave it open if the contract is made."""
    return get(work, OURS) < goal and at(rules, TOTAL) - get(work, THEIRS) >= goal


@unit
def search_card(
    rules, work, trump, bid, goal, trick, leader, position, seat, legal,
    top, top_seat, led_lane, must, may, pot, played, stream_, n_worlds,
):  # fmt: skip
    """The card of the several legal ones; stream_: state of the stream of this decision."""
    state = np.uint64(stream_)
    first = think_at(rules, work, trump, goal, legal, position, seat, top, top_seat, led_lane, pot, played)
    hand, own_gone = get(work, PLAYING + seat), get(work, GONE + seat)
    unseen = at(rules, DECKS + trump) & ~(played | hand | own_gone)
    n = distinct_cards(rules, work, legal, ~(unseen | top))
    if n == 1 or not is_open(rules, work, goal):
        return first
    if at(rules, ENDING) != 0 and count(hand) <= EXACT_CARDS:
        card = call(
            at(rules, ENDING), rules, work, trump, goal, trick, leader, position, seat, first,
            top, top_seat, led_lane, must, may, pot, played, min(EXACT_WORLDS * n_worlds, MOST_LAYOUTS),
        )  # fmt: skip
        if card:
            return card
    if 2 * count(hand) <= at(rules, TRICKS_IN_HAND):
        n_worlds += n_worlds >> 1  # they are short
    world = get(work, WORLD)
    free = plan_worlds(rules, work, seat, unseen)
    shown = shown_cards(rules, work, trick, leader, position)
    sign = 1 if (get(work, ALLIES) >> seat) & 1 else -1
    begin_trials(work, n, first)
    worlds, trials = n_worlds >> 1, n * n_worlds
    while True:
        for _ in range(worlds):
            state = draw_likely(rules, work, free, seat, goal, shown, state)
            state = deal_gone(rules, work, seat, state)
            stock = ZERO
            if at(rules, DRAW_AFTER_TRICK):
                state = advance(state)
                stock = to_natural(rules, get(work, REST_PILE), trump)
            base = ZERO
            for i in range(n):
                lay_world(rules, work, seat)
                put(world, STOCK, stock)
                put(world, STOCK_STATE, np.int64(mix(state)))
                put(world, STOCK_WORD, 0)
                put(world, STOCK_DRAWN, 0)
                worth = sign * try_card(
                    rules, world, trump, bid, goal, trick, leader, position, seat, get(work, CANDIDATE + i),
                    top, top_seat, led_lane, must, may, pot, played,
                )  # fmt: skip
                base = note_worth(work, i, worth, base)
        n, worlds = narrow(work, n, trials)
        if worlds == 0:
            return best_card(work, n)
        trials = ZERO


@helper
def search_hand(rules, work, trump, bid, leader, goal, first_from, state, key):
    """`play_hand` for all players; key: of the streams of this hand's decisions, one for each ply."""
    seats, allies = at(rules, SEATS), get(work, ALLIES)
    begin_play(rules, work)
    played, word = ZERO, np.uint64(0)
    for trick in range(at(rules, TRICKS_IN_HAND)):
        if trick % 2 == 0:
            state = advance(state)
            word = mix(state)
        top, top_seat, led_lane, must, may = ZERO, leader, ZERO, ZERO, ZERO
        pot = at(rules, TRICK_POINTS)
        put(work, LEADERS + trick, leader)
        for position in range(seats):
            seat = leader + position
            if seat >= seats:
                seat -= seats
            legal = legal_cards(rules, get(work, PLAYING + seat), position, must, may, first_from, played)
            policy = get(work, POLICY_OURS + 1 - ((allies >> seat) & 1))
            if policy == RANDOM:
                options = count(legal)
                card = select(legal, below(word, options))
                word = spend(word, options)
            elif legal & (legal - 1) == 0:
                card = legal
            elif policy == RULES:
                card = think_at(
                    rules, work, trump, goal, legal, position, seat, top, top_seat, led_lane, pot, played
                )
            else:
                card = call(
                    at(rules, SEARCH - ROLLOUT + (policy & 255)),
                    rules, work, trump, bid, goal, trick, leader, position, seat, legal,
                    top, top_seat, led_lane, must, may, pot, played,
                    np.int64(stream(key, trick * seats + position)), policy >> 8,
                )  # fmt: skip
            if position == 0 and card & first_from == 0:
                put(work, ABSENT + seat, get(work, ABSENT + seat) | first_from)
            index, top, top_seat, led_lane, must, may = lay_card(
                rules, work, seat, card, top, top_seat, led_lane, must, may
            )
            put(work, LOG + trick * seats + position, index)
            played |= card
            pot += at(rules, POINTS + index)
            first_from = ZERO
        close_trick(rules, work, top, top_seat, pot)
        leader = top_seat
        if at(rules, DRAW_AFTER_TRICK):
            draw_after_trick(rules, work, trump, leader)
    award_best_trump(rules, work)
