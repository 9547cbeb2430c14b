"""Endings out of played deals, and what they are worth to players and to a best response (`sims.endings`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sims._jit import kernel
from sims.bits import ZERO
from sims.blocks import DEALT, LEADERS, PLAYING, WORK_SIZE, WORLD
from sims.contracts import exchange, open_contract
from sims.deals import deal_hands
from sims.endings import (
    ANY_CARD,
    BEST_BY,
    LEADER,
    NODE_SIZE,
    PLAYED,
    TRICK,
    TRUMP,
    WORLD_WORDS,
    can_list,
    list_worlds,
    value_of,
)
from sims.errors import Refused
from sims.memory import at, get, put
from sims.playout import begin_play, play_trick
from sims.rollout import MOST_LAYOUTS
from sims.searched import equip
from sims.streams import DEAL, EXCHANGE, WORLDS, purpose_key, stream
from sims.tables import SEATS, TRICK_POINTS, TRICKS_IN_HAND, Int64Array
from sims.worlds import begin_search

MOST_CARDS = 4  # a seat, so that MOST_LAYOUTS are enough


@kernel
def play_to_endings(seed, low, high, block, tasks, trumps, bid, cards, endings):
    """Play the deals low..high-1 by `rules` for a bid until every seat has so many cards.

    tasks int64[deal, DEALT], trumps int64[deal]; writes endings int64[deal, NODE_SIZE] but for BID and GOAL.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    deal_key, exchange_key = purpose_key(seed, DEAL), purpose_key(seed, EXCHANGE)
    seats, tricks = at(rules, SEATS), at(rules, TRICKS_IN_HAND) - cards
    for deal in range(low, high):
        row = deal - low
        for word in range(DEALT):
            scratch[word] = tasks[row, word]
        kitty = deal_hands(rules, work, deal_key, deal)
        trump = exchange(rules, work, trumps[row], kitty, stream(exchange_key, deal))
        leader, goal, _ = open_contract(rules, work, bid)
        begin_play(rules, work)
        played, word = ZERO, np.uint64(0)
        for trick in range(tricks):
            put(work, LEADERS + trick, leader)
            leader, played, word = play_trick(
                rules, work, trump, leader, trick * seats, ZERO, goal, played, word,
                ZERO, ZERO, leader, ZERO, ZERO, ZERO, at(rules, TRICK_POINTS),
            )  # fmt: skip
        for word_ in range(WORK_SIZE):
            endings[row, word_] = scratch[word_]
        endings[row, TRUMP] = trump
        endings[row, TRICK] = tricks
        endings[row, LEADER] = leader
        endings[row, BEST_BY] = leader
        endings[row, PLAYED] = played


@kernel
def _judge(seed, deal, block, ending, cards, seat, players, found):
    rules = np.int64(block.ctypes.data)
    space = np.zeros((cards + 1) * NODE_SIZE + WORK_SIZE + WORLD_WORDS * MOST_LAYOUTS, np.int64)
    lists = np.zeros((cards + 1, MOST_LAYOUTS), np.int64)
    nodes = np.int64(space.ctypes.data)
    search = nodes + 8 * (cards + 1) * NODE_SIZE
    worlds = search + 8 * WORK_SIZE
    for word in range(NODE_SIZE):
        space[word] = ending[word]
    begin_search(nodes, search)
    for level in range(cards + 1):
        space[level * NODE_SIZE + WORLD] = search
    n = list_worlds(rules, nodes, worlds, seat, ZERO + MOST_LAYOUTS)
    key = np.int64(stream(purpose_key(seed, WORLDS), deal))
    found[0], found[1] = n, 0
    for number in range(n):
        lists[0, number] = number
        found[1] += get(worlds + 8 * WORLD_WORDS * number, WORLD_WORDS - 1)
    for i in range(len(players)):
        found[2 + i] = value_of(rules, nodes, worlds, lists, ZERO, ZERO, n, seat, ANY_CARD, players[i], key)
    found[0] += lists[0, 0] + space[0] - space[0]  # the arrays live until here


def judge_ending(
    block: Int64Array, ending: Int64Array, seat: int, players: Sequence[int], seed: int, deal: int
) -> Int64Array:
    """How often the side of a seat reaches its goal in an ending if the seat plays on as each of some players.

    block: a rules block; ending int64[NODE_SIZE] at the start of a trick; players: policy codes of `rules` and
    `rollout:N`, or BEST_RESPONSE; seed, deal: of the streams of their decisions. Returns int64[2 + player]: layouts
    that fit, the sum of their weights, and the weight of those in which each player succeeds.
    """
    if not can_list(block):
        raise Refused(
            "endings are judged only where four players hold all cards and nothing but tricks counts"
        )
    cards = int(ending[PLAYING + seat]).bit_count()
    if not 0 < cards <= MOST_CARDS:
        raise Refused(f"an ending has 1 to {MOST_CARDS} cards a seat, not {cards}")
    block = block.copy()
    equip(block)
    found = np.zeros(2 + len(players), np.int64)
    _judge(np.uint64(seed), deal, block, ending, cards, seat, np.array(players, np.int64), found)
    return found
