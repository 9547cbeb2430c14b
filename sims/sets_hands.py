"""One hand with sets of cards from the deal to the opponents' points: cards laid open, talon, redeal, play."""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ZERO, count, lowest_index
from sims.candidates import ROLLOUT
from sims.cards import BLACK_JOKER
from sims.deals import draw_pile
from sims.exchange import draw_cards
from sims.memory import at, call, get, put
from sims.rules_player import LOWEST
from sims.sets import lane_of, to_frame
from sims.sets_blocks import (
    ABOVE,
    ABSENT,
    ASKED,
    BURY,
    DEAL_KNOWN,
    DEAL_STATE,
    DEALT,
    DECK,
    DECKS,
    DECLARER,
    GONE,
    HAND,
    HANDS,
    KEEP,
    KNOWLEDGE,
    KNOWN,
    OPEN,
    OPENS,
    PLAY,
    PLAYING,
    RANK,
    REDEAL,
    SEATS,
    TALON,
    TALON_PILE,
)
from sims.sets_frame import TRUMP_SHIFT, TRUMPS
from sims.sets_play import begin_table, plays_at_random, policy_of
from sims.sets_player import pile_points, role_of
from sims.streams import advance, below, mix, spend, stream


@helper
def deal_hands(rules, work, key, deal):
    """Fill DEALT with the natural masks of a deal: (talon, stream state)."""
    table = at(rules, KNOWLEDGE)
    if table:
        call(at(rules, DEAL_KNOWN), rules + 8 * table, work, np.int64(key), np.int64(deal))
        return get(work, TALON_PILE), np.uint64(get(work, DEAL_STATE))
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
def lay_away(rules, frame, hand, number):
    """The first cards that the rules player lays away of 18: the least merit first, the lowest of equals."""
    deck = at(rules, DECKS + frame) & ~hand
    gone = ZERO
    while count(gone) < number:
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
        elif policy_of(work, declarer) >= ROLLOUT:
            gone = call(at(rules, BURY), rules, work, frame, hand, policy_of(work, declarer) >> 8)
        else:
            gone = lay_away(rules, frame, hand, ZERO + TALON)
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
def play_on(rules, work, frame, state):
    """Play the hands of HANDS, which writes TOTAL; the stream stands at the word of the redeal."""
    for seat in range(SEATS):
        put(work, PLAYING + seat, get(work, HANDS + seat))
    begin_table(work)
    call(at(rules, PLAY), rules, work, frame, np.int64(state))


@helper
def play_trump(rules, work, trump, talon, exchange_state, state):
    """Exchange and play one deal under a trump suit; writes ASKED, and if nobody did the play and TOTAL."""
    frame = 4 * get(work, RANK) + trump
    exchange(rules, work, frame, talon, exchange_state)
    state = advance(state)
    asked = ask_redeal(rules, work, mix(state))
    put(work, ASKED, asked)
    if asked < 0:
        play_on(rules, work, frame, state)
