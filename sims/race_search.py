"""The player `rollout:N` of Twenty-Five: which card to play; docs/players-odd-games.md is its text.

For each card that differs he deals worlds that fit what he knows, the same for all cards, lets the `rules`
player finish each, and plays the card that does best: that wins the game on this hand and keeps the others
from it, then tricks.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, unit
from sims.bits import ZERO, count, lowest_index
from sims.blocks import (
    ABSENT,
    CANDIDATE,
    DECKS,
    GONE,
    PLAYING,
    SEARCH,
    SURE,
    TO_FRAME,
    TRICKS_BY,
    WORLD,
)
from sims.candidates import begin_trials, best_card, distinct_cards, narrow, note_worth
from sims.memory import at, get, put
from sims.playout import lay_card
from sims.race import (
    ACE,
    KEPT_ABSENT,
    NOW_BY,
    PLAYED,
    RACE_OTHERS,
    RACE_TARGET,
    ROBBER,
    SEARCH_KEY,
    SIDE_BY,
    TURNED,
    close_race_trick,
    race_trick,
)
from sims.streams import stream
from sims.tables import SEATS, TRICK_POINTS, TRICKS_IN_HAND, Int64Array
from sims.worlds import deal_gone, draw_world, lay_world, plan_worlds

GAME_WORTH = 100  # points that winning the game is worth


@helper
def read_robbing(rules, work, trump, seat, out):
    """What a seat knows of the robber's cards: fills SURE and adds to ABSENT.

    He has the card turned up, and as nobody else can hold the ace that entitled him, he has that too, unless
    his plays have shown that he laid it away.
    """
    robber = get(work, ROBBER)
    table = TO_FRAME + 64 * trump
    turned = at(rules, table + lowest_index(get(work, TURNED)))
    ace = at(rules, table + 16 * trump + ACE)
    for other in range(at(rules, SEATS)):
        put(work, SURE + other, 0)
        put(work, KEPT_ABSENT + other, get(work, ABSENT + other))
        if robber >= 0 and other != robber:
            put(work, ABSENT + other, get(work, ABSENT + other) | ace)
    if robber >= 0 and robber != seat:
        sure = turned & ~out
        if ace & ~(out | get(work, ABSENT + robber)) and count(get(work, PLAYING + robber)) > count(
            sure & ~ace
        ):
            sure |= ace
        put(work, SURE + robber, sure)


@helper
def race_worth(rules, work, seat):
    """What a finished hand is worth to a seat: points of its side for each other side, less theirs."""
    side, others, target = get(work, SIDE_BY + seat), get(work, RACE_OTHERS), get(work, RACE_TARGET)
    won, lost = ZERO, False
    for other in range(at(rules, SEATS)):
        if (side >> other) & 1:
            won += get(work, TRICKS_BY + other)
        else:
            lost = lost or get(work, NOW_BY + other) >= target
    worth = at(rules, TRICK_POINTS) * (won * others - (get(work, PLAYED) - won))
    if get(work, NOW_BY + seat) >= target:
        worth += GAME_WORTH * others
    elif lost:
        worth -= GAME_WORTH
    return worth


@helper
def finish_race(rules, world, trump, trick, leader, out, position, top, top_seat, led_lane, must, may):
    """Let `rules` play a world to its end."""
    word = np.uint64(0)
    over = False
    while trick < at(rules, TRICKS_IN_HAND) and not over:
        leader, out, word = race_trick(
            rules, world, trump, leader, trick, out, word, position, top, top_seat, led_lane, must, may
        )
        over = close_race_trick(rules, world, trick, leader)
        trick += 1
        position, top, top_seat, led_lane, must, may = ZERO, ZERO, leader, ZERO, ZERO, ZERO


@unit
def search_race(
    rules, work, trump, trick, leader, position, seat, legal, first,
    top, top_seat, led_lane, must, may, out, n_worlds,
):  # fmt: skip
    """The card of the several legal ones; first: the rules player's; out: cards played and turned up."""
    world, seats = get(work, WORLD), at(rules, SEATS)
    unseen = at(rules, DECKS + trump) & ~(out | get(work, PLAYING + seat) | get(work, GONE + seat))
    n = distinct_cards(rules, work, legal, ~(unseen | top))
    if n == 1:
        return first
    read_robbing(rules, work, trump, seat, out)
    free = plan_worlds(rules, work, seat, unseen)
    for other in range(seats):
        put(work, ABSENT + other, get(work, KEPT_ABSENT + other))
    state = stream(np.uint64(get(work, SEARCH_KEY)), trick * seats + position)
    begin_trials(work, n, first)
    worlds, trials = n_worlds >> 1, n * n_worlds
    while True:
        for _ in range(worlds):
            state = draw_world(rules, work, free, state)
            state = deal_gone(rules, work, seat, state)
            base = ZERO
            for i in range(n):
                lay_world(rules, work, seat)
                for other in range(seats):
                    put(world, NOW_BY + other, get(work, NOW_BY + other))
                card = get(work, CANDIDATE + i)
                _, top_, top_seat_, led_, must_, may_ = lay_card(
                    rules, world, seat, card, top, top_seat, led_lane, must, may
                )
                finish_race(
                    rules, world, trump, trick, leader, out | card, position + 1,
                    top_, top_seat_, led_, must_, may_,
                )  # fmt: skip
                worth = race_worth(rules, world, seat)
                base = note_worth(work, i, worth, base)
        n, worlds = narrow(work, n, trials)
        if worlds == 0:
            return best_card(work, n)
        trials = ZERO


def allow_search(block: Int64Array) -> None:
    """Write the address of the player into a rules block: compiles or loads him."""
    block[SEARCH] = search_race.address
