"""The two memory blocks of the kernels: where each word lies, and the writing of the rules block."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np

from sims.player_tables import N_WEIGHTS, NONE_SIZE, PlayerTables
from sims.tables import N_SETTINGS, TOTAL, Int64Array, Tables

# the rules block: settings first, so that at(rules, SEATS) reads a setting
POINT_MASKS = N_SETTINGS
POINT_VALUES = POINT_MASKS + 2
REQUIRED = POINT_VALUES + 2  # + frame index led
ALLOWED = REQUIRED + 64
POINTS = ALLOWED + 64  # + frame index: points of a card
TO_FRAME = POINTS + 64  # + 64 * trump + card
DECKS = TO_FRAME + 4 * 64  # + trump: the deck in its frame
LADDER = DECKS + 4  # + 5 * bid + column
LADDER_ROWS = 24
LADDER_SIZE = LADDER + 5 * LADDER_ROWS
WEIGHTS = LADDER_SIZE + 1  # + N_WEIGHTS * role + weight
CARD_VALUE = WEIGHTS + 3 * N_WEIGHTS  # + 16 if trump + bit
ESTIMATE = CARD_VALUE + 32
KEEP = ESTIMATE + 3  # + 16 if trump + bit
KEEP_LENGTH = KEEP + 32
KEEP_LEAST = KEEP_LENGTH + 1
NONE = KEEP_LEAST + 1  # + 1024 * hand + 16 * unseen + cards
BINOMIAL = NONE + NONE_SIZE  # + 16 * cards + drawn: C(cards, drawn)
BINOMIAL_CARDS, BINOMIAL_DRAWN = 64, 16
THINK = BINOMIAL + BINOMIAL_CARDS * BINOMIAL_DRAWN  # address of the rules player
SEARCH = THINK + 1  # address of the player who samples worlds
PIMC = SEARCH + 1  # ... of the one who solves them
OPEN = PIMC + 1  # ... of the one who sees all hands
DISCARD = OPEN + 1  # ... of the exchange of the first two
ENDING = DISCARD + 1  # ... of the exact search of endings, 0: none
LIKELY = ENDING + 1  # + points by which an estimate exceeds a bid, plus LIKELY_ZERO: weight of such a bidder
LIKELY_ZERO, LIKELY_POINTS = 64, 128
KNOWLEDGE = LIKELY + LIKELY_POINTS  # where the table of `sims.knowledge` lies in the block, 0 = none
DEAL_KNOWN = KNOWLEDGE + 1  # address of the unit that deals by it
RULES_SIZE = DEAL_KNOWN + 1

# the work block begins with the task ...
MAX_SEATS = 16
(
    DECLARER,  # seat of the declarer
    DEALER,  # seat of the dealer
    ALLIES,  # bit set of the seats of the declaring side
    SCORING,  # bit set of the other seats whose points count for the score
    OTHERS,  # number of the other sides
    POLICY_OURS,  # player of the declaring side ...
    POLICY_THEIRS,  # ... and of the others
    SHIFT,  # what a kernel that keeps what happened adds to the number of the deal
) = range(8)
KNOWN = 8  # + seat: a hand that is given, 0 = to be drawn
DEALT = KNOWN + MAX_SEATS  # + seat: natural masks as dealt; the task ends here
# ... goes on with the state of a hand, by seat, in frame masks
HANDS = DEALT + MAX_SEATS  # when play begins
PLAYING = HANDS + MAX_SEATS  # emptied by the play
GONE = PLAYING + MAX_SEATS  # laid away
DEAD = GONE + MAX_SEATS  # how many unseen cards the seat counts as out of play
ABSENT = DEAD + MAX_SEATS  # cards the seat has shown not to hold
SURE = ABSENT + MAX_SEATS  # cards the seat is known to hold
TAKEN_BY = SURE + MAX_SEATS  # points won
TRICKS_BY = TAKEN_BY + MAX_SEATS  # tricks won
LOG = TRICKS_BY + MAX_SEATS  # frame indices of the cards in order of play
UNDEALT = LOG + 64  # natural mask of the stock as dealt
UNDEALT_STATE = UNDEALT + 1  # state of the stream of the deal then
STOCK = UNDEALT + 2  # natural mask of what is left of the stock
STOCK_STATE = STOCK + 1  # state of its stream
STOCK_WORD = STOCK + 2  # word of its stream
STOCK_DRAWN = STOCK + 3  # cards drawn from it
# ... then what comes out of it
(OURS, THEIRS, TRICKS, MADE, SCORE) = range(STOCK + 4, STOCK + 9)
# ... and ends with the thoughts of the player whose turn it is
(
    LEGAL,  # cards he may play
    UNSEEN,  # cards he does not see
    LATER_SEATS,  # seats to play after him
    ROW,  # row of NONE for the hands still to play
    ROLE,  # WEIGHTS + N_WEIGHTS * role
    TOP,  # best card of the trick, 0 if he leads
    TOP_OURS,  # 1 if it is his side's
    LED_LANE,  # lane led
    POT,  # points on the table
    BEST_PLAYED,  # best trump that has won a trick
    BEST_SEAT,  # who played it
    NEED,  # points the declaring side needs
    SLACK,  # points the others need to stop it
    FIXED,  # part of the stake that is the same for every card
    FOR_NEED,  # worth of a point towards NEED, in 1024ths
    FOR_SLACK,  # worth of a point towards SLACK
    OPPONENTS,  # number of opponents still to play, at least 2
    ALLIES_LATER,  # number of friends still to play
) = range(SCORE + 1, SCORE + 19)
SLOTS = 20
FRIENDS = 10  # slots of the seats still to play: opponents from 0, friends from here
LATER_HELD = ALLIES_LATER + 1  # + slot: cards that it may hold
LATER_VOID = LATER_HELD + SLOTS  # + slot: chance that it may trump the lane led
LATER_RUFF = LATER_VOID + SLOTS  # + slot: chance that it trumps it
# ... and the plans of a player who samples worlds
WORLD = LATER_RUFF + SLOTS  # address of the work block in which he plays them out
BINS = WORLD + 1  # number of the other seats with unknown cards, in the order in which they are dealt
BIN_SEAT = BINS + 1
BIN_SIZE = BIN_SEAT + MAX_SEATS  # how many unknown cards it holds
BIN_ALLOWED = BIN_SIZE + MAX_SEATS  # cards that it may hold
BIN_MOST = BIN_ALLOWED + MAX_SEATS  # how many of them may be left when it is dealt; 0: always the same number
BIN_PILE = BIN_MOST + MAX_SEATS  # what it holds in this world
REST_PILE = BIN_PILE + MAX_SEATS  # what nobody holds
CANDIDATE = REST_PILE + 1  # cards that are tried ...
MERIT = CANDIDATE + 16  # ... how much better than the first each did
SPREAD = MERIT + 16  # sum of the squares of its differences to the first
BIN_KEPT = SPREAD + 16  # what each hand holds in the world that is kept so far
REST_KEPT = BIN_KEPT + MAX_SEATS  # ... and what nobody holds in it
LEADERS = REST_KEPT + 1  # + trick: who led it
WORTH = LEADERS + 32  # what a world is worth to him, in 64ths
SOLVER = WORTH + 1  # address of the exact solver's workspace
KITTY_PILE = SOLVER + 1  # natural mask of the kitty of a deal that fits knowledge
WORK_SIZE = KITTY_PILE + 1


def card_points(tables: Tables) -> Int64Array:
    """Points of each frame index, int64[64]."""
    bits = np.int64(1) << np.arange(64, dtype=np.int64)
    held = (tables.point_masks[:, None] & bits[None, :]) != 0
    points: Int64Array = (held * tables.point_values[:, None]).sum(axis=0)
    return points


@cache
def binomials() -> Int64Array:
    """C(cards, drawn), int64[cards, drawn]."""
    return np.array([[comb(m, k) for k in range(BINOMIAL_DRAWN)] for m in range(BINOMIAL_CARDS)], np.int64)


@cache
def bidder_weights(total: int) -> Int64Array:
    """int64[points]: 4096 times the chance that a player bids whose estimate exceeds the bid by so many points
    less LIKELY_ZERO: logistic, two thirds at a twelfth of the hand's points; never 0."""
    margins = np.arange(LIKELY_POINTS) - LIKELY_ZERO
    weights: Int64Array = np.rint(1 + 4096 / (1 + np.exp(-12.5 * margins / total))).astype(np.int64)
    return weights


def pack(tables: Tables, player: PlayerTables) -> Int64Array:
    """The rules block of a game's tables and its rules player."""
    from sims.rules_player import think  # which needs the offsets above

    block = np.zeros(RULES_SIZE, np.int64)
    block[THINK] = think.address
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
        BINOMIAL: binomials(),
        LIKELY: bidder_weights(int(tables.settings[TOTAL])),
    }
    for offset, part in parts.items():
        flat = np.ravel(part)
        if offset == LADDER and len(flat) > 5 * LADDER_ROWS:
            raise ValueError(f"a ladder has at most {LADDER_ROWS} bids, this one has {len(tables.ladder)}")
        block[offset : offset + len(flat)] = flat
    return block


def new_task(
    seats: int, declarer: int, dealer: int, allies: int, policies: tuple[int, int], others: int = 1
) -> Int64Array:
    """The head of a work block: who declares, deals and plays; all the other seats' points count."""
    task = np.zeros(DEALT, np.int64)
    task[DECLARER], task[DEALER], task[ALLIES], task[OTHERS] = declarer, dealer, allies, others
    task[SCORING] = ((1 << seats) - 1) & ~allies
    task[POLICY_OURS], task[POLICY_THEIRS] = policies
    return task
