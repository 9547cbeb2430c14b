"""The two memory blocks of the kernels: where each word lies, and the writing of the rules block."""

from __future__ import annotations

import numpy as np

from sims.player_tables import N_WEIGHTS, NONE_SIZE, PlayerTables
from sims.tables import N_SETTINGS, Int64Array, Tables

# the rules block: settings first, so that at(rules, SEATS) reads a setting
POINT_MASKS = N_SETTINGS
POINT_VALUES = POINT_MASKS + 2
REQUIRED = POINT_VALUES + 2
ALLOWED = REQUIRED + 64
POINTS = ALLOWED + 64  # + frame index: points of a card
TO_FRAME = POINTS + 64  # + 64 * trump + card
DECKS = TO_FRAME + 4 * 64  # + trump: the deck in its frame
LADDER = DECKS + 4  # + 5 * bid + column
LADDER_ROWS = 16
LADDER_SIZE = LADDER + 5 * LADDER_ROWS
WEIGHTS = LADDER_SIZE + 1  # + N_WEIGHTS * role + weight
CARD_VALUE = WEIGHTS + 3 * N_WEIGHTS  # + 16 if trump + bit
ESTIMATE = CARD_VALUE + 32
KEEP = ESTIMATE + 3  # + 16 if trump + bit
KEEP_LENGTH = KEEP + 32
KEEP_LEAST = KEEP_LENGTH + 1
NONE = KEEP_LEAST + 1  # + 1024 * hand + 16 * unseen + cards
RULES_SIZE = NONE + NONE_SIZE

# the work block: the task, then scratch by seat (frame masks but for KNOWN and DEALT)
MAX_SEATS = 16
(DECLARER, DEALER, ALLIES, OTHERS_SCORE, POLICY_OURS, POLICY_THEIRS) = range(6)
KNOWN = 8  # hands that are given, 0 = to be drawn
DEALT = KNOWN + MAX_SEATS
HANDS = DEALT + MAX_SEATS  # when play begins
PLAYING = HANDS + MAX_SEATS  # emptied by the play
GONE = PLAYING + MAX_SEATS  # laid away
DEAD = GONE + MAX_SEATS  # how many unseen cards the seat counts as out of play
ABSENT = DEAD + MAX_SEATS  # cards the seat has shown not to hold
FRIENDS = MAX_SEATS // 2  # slots of the seats still to play: opponents from 0, friends from here
LATER_HELD = ABSENT + MAX_SEATS  # + slot: cards that it may hold
LATER_VOID = LATER_HELD + MAX_SEATS  # + slot: chance that it may trump the lane led
LATER_RUFF = LATER_VOID + MAX_SEATS  # + slot: chance that it trumps it
LOG = LATER_RUFF + MAX_SEATS  # frame indices of the cards in order of play
OURS = LOG + 64  # points of the declaring side
THEIRS = OURS + 1
TRICKS = THEIRS + 1  # tricks of the declaring side
MADE = TRICKS + 1
SCORE = MADE + 1  # score of the declaring side minus that of the others
WORK_SIZE = SCORE + 1


def card_points(tables: Tables) -> Int64Array:
    """Points of each frame index, int64[64]."""
    bits = np.int64(1) << np.arange(64, dtype=np.int64)
    held = (tables.point_masks[:, None] & bits[None, :]) != 0
    points: Int64Array = (held * tables.point_values[:, None]).sum(axis=0)
    return points


def pack(tables: Tables, player: PlayerTables) -> Int64Array:
    """The rules block of a game's tables and its rules player."""
    block = np.zeros(RULES_SIZE, np.int64)
    parts = {
        0: tables.settings,
        POINT_MASKS: tables.point_masks,
        POINT_VALUES: tables.point_values,
        REQUIRED: tables.required,
        ALLOWED: tables.allowed,
        POINTS: card_points(tables),
        TO_FRAME: tables.to_frame,
        DECKS: np.bitwise_or.reduce(tables.to_frame, axis=1),
        LADDER: tables.ladder,
        LADDER_SIZE: len(tables.ladder),
        WEIGHTS: player.weights,
        CARD_VALUE: player.value,
        ESTIMATE: player.estimate,
        KEEP: player.keep,
        KEEP_LENGTH: player.keep_length,
        KEEP_LEAST: player.keep_least,
        NONE: player.none,
    }
    for offset, part in parts.items():
        flat = np.ravel(part)
        block[offset : offset + len(flat)] = flat
    return block
