"""Trick-count contracts: the words that their kernel reads and writes beyond those of `sims.blocks`."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np

from sims import blocks
from sims.games import blackout as game
from sims.player_tables import N_WEIGHTS, OVERTAKE, RESCUE, WILLING, PlayerTables, none_table
from sims.sheets import Rules
from sims.tables import Int64Array

# what a side has undertaken: at least so many tricks (0..12), or
BOARD, NONE_OF_BOTH, FREE = 13, 14, 15  # all 13; none at all; nothing that its own number of tricks decides
CODES = 16
# calls: 0..12 numbers, 13 board, and
NIL, PASS = 14, 15
TRICKS = game.TRICKS

# the rules block goes on with
PERSONAL = blocks.RULES_SIZE  # 1: nil binds its bidder alone
LOWEST = PERSONAL + 1  # the lowest number that may be called
SCORES = LOWEST + 1  # + 14 * code + tricks: score of a side
STAKES = SCORES + 14 * CODES  # + 196 * (CODES * own + other) + 14 * tricks won + tricks left
WORTH = STAKES + 196 * CODES * CODES  # + 256 if trump + 16 * unseen above + unseen below: chance in 1024ths
EMPTY = WORTH + 512  # weight of throwing the last card of a plain suit with a trump in hand, in 1024ths
NIL_SWING = EMPTY + 1  # worth of a nil, in units of the stakes
VALUE = NIL_SWING + 1  # + 16 if trump + rank: estimate of a card, in 1024ths of a trick
SHAPE = VALUE + 32  # estimate: constant, void, single card, each spade beyond the third
BOARD_FROM = SHAPE + 4  # board is called from an estimate of so much for the side
NIL_DANGER = BOARD_FROM + 1  # nil is called up to this danger
RULES_SIZE = NIL_DANGER + 1

# the work block goes on with
CODE = blocks.WORK_SIZE  # + 0 the declaring side, + 1 the other: what it has undertaken
NILS = CODE + 2  # bit set of the seats that have called a nil of their own
CALLED = NILS + 1  # + seat: 1 + the number that it has called, 0 if none is known
PLAYED = CALLED + 4  # tricks played
STAKE = PLAYED + 1  # what winning the trick is worth ...
STAKE_WON = STAKE + 1  # ... and the next one after that, ...
STAKE_LOST = STAKE + 2  # ... or after losing it
SEARCH_KEY = STAKE + 3  # key of the streams of the decisions of players who sample worlds
SHOWN = SEARCH_KEY + 1  # + seat: cards that it has played
KEPT_ABSENT = SHOWN + 4  # + seat: ABSENT while worlds are planned
WORK_SIZE = KEPT_ABSENT + 4

GREEDY = 2  # a policy for comparisons: the rules player if he wanted tricks and nothing else
UNIT = 64  # stakes are in 64ths of a point
SPREAD = 16  # chances of the trick model are in 16ths


def side_scores(rules: Rules) -> Int64Array:
    """Score of a side by what it has undertaken and the tricks it wins, int64[code, 14]."""
    numbers = game.score_numbers(rules)
    scores = np.zeros((CODES, TRICKS + 1), np.int64)
    for tricks in range(TRICKS + 1):
        for number in range(TRICKS):
            scores[number, tricks] = game.number_score(numbers, number, tricks)
        scores[BOARD, tricks] = game.BOARD_MADE if tricks == TRICKS else game.BOARD_SET
        scores[NONE_OF_BOTH, tricks] = game.NIL_MADE if tricks == 0 else game.NIL_SET
    return scores


def expected_tricks() -> Int64Array:
    """Twice the tricks that the own side is taken to win, int64[own code, other code]."""
    aim = {**{number: 2 * number for number in range(TRICKS)}, BOARD: 26, NONE_OF_BOTH: 0}
    expected = np.zeros((CODES, CODES), np.int64)
    for own in range(CODES):
        for other in range(CODES):
            if own in aim and other in aim:
                expected[own, other] = (26 + aim[own] - aim[other]) // 2
            elif own in aim:
                expected[own, other] = aim[own]
            else:
                expected[own, other] = 26 - aim[other] if other in aim else 13
    return expected


def stakes(scores: Int64Array, low: int, high: int) -> Int64Array:
    """What winning a trick is worth, int64[own code, other code, tricks won, tricks left].

    The score difference after the trick won less that after it lost, in 64ths of a point; each later trick is
    the own side's with a chance of p 16ths, low..high, so that it comes to its expected tricks.
    """
    tricks = np.arange(TRICKS + 1)
    diff = scores[:, None, :] - scores[None, :, TRICKS - tricks]
    gain = (diff[:, :, 1:] - diff[:, :, :-1]).astype(object)  # whole numbers without a limit
    expected = expected_tricks()
    table = np.zeros((CODES, CODES, TRICKS + 1, TRICKS + 1), np.int64)
    for left in range(1, TRICKS + 1):
        rest = left - 1
        weights = np.array(
            [
                [comb(rest, k) * p**k * (SPREAD - p) ** (rest - k) for k in range(left)]
                for p in range(SPREAD + 1)
            ],
            object,
        )
        for won in range(TRICKS + 1 - left):
            p = (SPREAD * (expected - 2 * won) + left) // (2 * left)
            chances = weights[np.clip(p, low, high)]
            table[:, :, won, left] = (
                UNIT * (chances * gain[:, :, won : won + left]).sum(axis=2) // SPREAD**rest
            )
    return table


def worth_table(weights: Mapping[str, Any]) -> Int64Array:
    """Chance in 1024ths that a card wins a trick later on, int64[plain or trump, unseen above, below].

    least + (most - least) * (chance that so many of the unseen cards of its suit are all below it).
    """
    table = np.zeros((2, 16, 16), np.int64)
    for kind, name in enumerate(("plain", "trump")):
        least, most, drawn = weights[name]["least"], weights[name]["most"], weights[name]["drawn"]
        for above in range(13):
            for below in range(13 - above):
                number = min(drawn, above + below)
                chance = 1024 * comb(below, number) // comb(above + below, number)
                table[kind, above, below] = least + ((most - least) * chance >> 10)
    return table


def _shared(weights: Mapping[str, Any]) -> PlayerTables:
    """The part of the weights that `sims.rules_player` reads."""
    row = np.zeros((3, N_WEIGHTS), np.int64)
    row[:, RESCUE], row[:, OVERTAKE] = weights["play"]["rescue"], weights["play"]["overtake"]
    row[:, WILLING] = 1024
    nothing = np.zeros((2, 16), np.int64)
    return PlayerTables(row, nothing, np.zeros(3, np.int64), nothing, 0, 0, none_table())


def pack(rules: Rules, weights: Mapping[str, Any]) -> Int64Array:
    """The rules block of a resolved rule sheet."""
    from sims.tricks_player import think_tricks  # which needs the offsets above

    block = np.zeros(RULES_SIZE, np.int64)
    block[: blocks.RULES_SIZE] = blocks.pack(game.tables(rules), _shared(weights))
    scores = side_scores(rules)
    play, estimate = weights["play"], weights["estimate"]
    parts: dict[int, Any] = {
        blocks.THINK: think_tricks.address,
        PERSONAL: game.personal_nil(rules),
        LOWEST: game.numbers(rules)[0],
        SCORES: scores,
        STAKES: stakes(scores, play["least_chance"], play["most_chance"]),
        WORTH: worth_table(weights),
        EMPTY: play["empty_suit"],
        NIL_SWING: UNIT * (game.NIL_MADE - game.NIL_SET),
        VALUE: estimate["plain"],
        VALUE + 16: estimate["trump"],
        SHAPE: [estimate[name] for name in ("constant", "void", "single", "long")],
        BOARD_FROM: weights["calls"]["board_from"],
        NIL_DANGER: weights["calls"]["nil_danger"],
    }
    for offset, part in parts.items():
        flat = np.ravel(part)
        block[offset : offset + len(flat)] = flat
    return block
