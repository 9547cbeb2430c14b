"""The two memory blocks of the games with sets of cards: where each word lies, and the writing of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from sims.sets_frame import N_FRAMES, TRUMP_PLACES, Frames
from sims.tables import Int64Array

HAND, TALON, FULL = 12, 6, 18  # cards dealt, cards of the talon, cards of the declarer with it
SEATS = 4

ROLES = ("declarer", "partner", "defender")
ROLE_DECLARER, ROLE_PARTNER, ROLE_DEFENDER = range(3)

# Weights of one role: sixteenths of a point; 64ths where a share; 1024ths where a chance.
WEIGHT_NAMES = (
    "trump_0", "trump_1", "trump_2", "trump_3",  # later worth of a trump with 0, 1, 2, 3+ unseen above it
    "plain_0", "plain_1", "plain_2", "plain_3",  # the same of a plain card
    "keep_trump_0", "keep_trump_1",  # share of its own points that a trump brings home: best, not best
    "keep_plain_0", "keep_plain_1",  # the same of a plain card
    "later",  # points expected in each card still to come to the trick
    "tempo",  # our side being on lead
    "press",  # a trick that crosses the next row of the table
    "lead_trump",  # leading trumps while others may hold some
    "lead_to_void",  # leading a suit that the partner is out of
    "lead_length",  # each card of the suit led
    "lead_set",  # each card led beyond the first
    "empty_suit",  # throwing the last card of a plain suit with a trump in hand
    "rescue",  # chance that a partner still to play retakes the trick
    "overtake",  # chance that a partner who can win does
    "talon",  # winning the last trick, for each time that the talon counts
)  # fmt: skip
(
    TRUMP_0, TRUMP_1, TRUMP_2, TRUMP_3, PLAIN_0, PLAIN_1, PLAIN_2, PLAIN_3, KEEP_TRUMP_0, KEEP_TRUMP_1,
    KEEP_PLAIN_0, KEEP_PLAIN_1, LATER, TEMPO, PRESS, LEAD_TRUMP, LEAD_TO_VOID, LEAD_LENGTH, LEAD_SET,
    EMPTY_SUIT, RESCUE, OVERTAKE, TALON_WEIGHT,
) = range(len(WEIGHT_NAMES))  # fmt: skip
N_WEIGHTS = len(WEIGHT_NAMES)
KEEP_NAMES = ("plain_0", "plain_1", "plain_2", "plain_3", "length", "points", "trump")

COUNTS = 24  # numbers of cards in a row of the table of chances
N_ROWS = (HAND + 1) ** 2  # row = h * h + u - h: a hand of h out of u unseen cards, u from h to 3 h
NEED_STEPS = 24  # opponents' points 0, 5, ... 115
MAX_ROWS = 8

# the rules block
(
    DECK,  # natural mask
    FREE,  # 1: any cards of one lane may be led together
    UNIFORM,  # 1: a winning set must be of one lane
    TALON_FACTOR,  # how often the talon counts for opponents who win the last trick
    BY_CARDS,  # 1: the last trick and the talon count for them once for each card led
    OPENS,  # 1: six cards of each hand are laid open and there is no talon to take
    ROWS,  # rows of the level table
) = range(7)
ROW_LEAST = 7
ROW_CHANGE = ROW_LEAST + MAX_ROWS  # promotions of the declaring side less those of the others
NEED = ROW_CHANGE + MAX_ROWS  # + points / 5: points to the next row of the table
ABOVE = NEED + NEED_STEPS
LANE = ABOVE + 64
TO_FRAME = LANE + 64  # + 64 * frame + card
DECKS = TO_FRAME + 64 * N_FRAMES
POINTS = DECKS + N_FRAMES  # + 2 * frame: cards worth 10, cards worth 5
CHOOSE = POINTS + 2 * N_FRAMES  # + 13 * cards + size: number of subsets
SUBSETS_AT = CHOOSE + 169  # the same: where they begin
SUBSETS = SUBSETS_AT + 169
WEIGHTS = SUBSETS + (1 << (HAND + 1))  # + N_WEIGHTS * role + weight
KEEP = WEIGHTS + 3 * N_WEIGHTS
ESTIMATE = KEEP + len(KEEP_NAMES)  # + place of a trump; then the top of a plain lane, an empty plain lane
TOP_PLAIN = ESTIMATE + TRUMP_PLACES
EMPTY_PLAIN = TOP_PLAIN + 1
EXPOSE = EMPTY_PLAIN + 1  # + 1 in later hands
REDEAL = EXPOSE + 2  # + role
LEAST = REDEAL + 3  # + 3 * (24 * row + cards) + (number - 1) / 4, 16 bits each
THINK = LEAST + 3 * COUNTS * N_ROWS  # address of the rules player
PLAY = THINK + 1  # ... of the play of a hand
SEARCH = PLAY + 1  # ... of the player who samples worlds
BURY = SEARCH + 1  # ... of his discards
WORLD_RULES = BURY + 1  # ... of the rules block by which `sims.worlds` deals
KNOWLEDGE = WORLD_RULES + 1  # where the table of `sims.knowledge` lies in the block, 0 = none
DEAL_KNOWN = KNOWLEDGE + 1  # address of the unit that deals by it
RULES_SIZE = DEAL_KNOWN + 1

# the work block: the task, then scratch; + seat where there is one for each
(
    DECLARER,  # seat that takes the talon and leads
    RANK,  # trump rank, 0..12
    POLICY_OURS,  # player of the declaring side ...
    POLICY_THEIRS,  # ... and of the others
) = range(4)
KNOWN = 4  # hands that are given, natural masks, 0 = to be drawn
SHOWN = KNOWN + SEATS  # cards exposed, or turned up and taken, natural masks; the task ends here
TASK_SIZE = DEALT = SHOWN + SEATS  # natural masks as dealt
OPEN = DEALT + SEATS  # cards laid open, natural masks
HANDS = OPEN + SEATS  # when play begins
PLAYING = HANDS + SEATS  # emptied by the play
ABSENT = PLAYING + SEATS  # cards the seat has shown not to hold
HELD = ABSENT + SEATS  # cards that a seat still to play may hold: opponents in 0 and 1, the partner in 2
FRIEND = 2
ABOVE_SET = HELD + SEATS  # + 2 * place in a set: trumps and cards of the lane that a seat may have above
GONE = ABOVE_SET + 2 * HAND  # laid away by the declarer
LOG = GONE + 1  # the sets in order of play, four a trick
ATTEMPT = LOG + SEATS * HAND  # + trick: a set led and taken back
WINNER = ATTEMPT + HAND  # + trick
# ... what stands on the table
TABLE = WINNER + HAND
(
    TRICKS,  # finished
    OURS,  # card points in the tricks of the declaring side
    THEIRS,
    TOTAL,  # what the opponents count, with talon and multipliers
    LEADER,  # of the trick
    PLIES,  # sets played in the hand
    LEFT,  # cards in each hand when the trick began
    POSITION,  # sets played to the trick
    BEST,  # the best of them
    BEST_SEAT,
    LED,  # lane led
    SIZE,  # cards led
    POT,  # points on the table
    PLAYED,  # cards played in the hand
) = range(TABLE, TABLE + 14)
TABLE_END = PLAYED + 1
ASKED = TABLE_END  # the seat that demands a redeal, -1 if none
# ... what the rules player has thought
(
    UNSEEN,  # cards he does not see
    ROW,  # his row of LEAST
    ROLE_WEIGHTS,  # where his weights begin
    FIXED,  # part of the stake of the trick that is the same for every set
    NEEDED,  # points to the next row of the table
    FOR_NEED,  # worth of a point towards it, in 1024ths
    PASSING,  # chance of his side if he leaves the best set as it is
    TAKEN,  # least set that beats several cards led, 0 if there is none
    OPTIONS,  # number of sets considered
) = range(ASKED + 1, ASKED + 10)
MOST_OPTIONS = 128
OPTION = OPTIONS + 1
OPTION_MERIT = OPTION + MOST_OPTIONS
# ... and the plans of a player who samples worlds
MOST_TRIED = 12
KIND = OPTION_MERIT + MOST_OPTIONS  # + candidate: its kind
SEARCH_KEY = KIND + MOST_TRIED  # key of the streams of his decisions in this hand
WORLD = SEARCH_KEY + 1  # address of the work block in which he plays them out
PLAN = WORLD + 1  # ... and of one of `sims.blocks`, with what he knows and what he tries
DOUBTS = PLAN + 1  # number of leads taken back of which he does not see who beats them
DOUBT_SEAT = DOUBTS + 1  # + number: who led
DOUBT_ABOVE = DOUBT_SEAT + HAND  # cards of which somebody else held one
TALON_PILE = DOUBT_ABOVE + HAND  # natural mask of the talon of a deal that fits knowledge
DEAL_STATE = TALON_PILE + 1  # state of the stream after it
WORK_SIZE = DEAL_STATE + 1


class SetRules(NamedTuple):
    """What the kernels need of a resolved rule sheet.

    rows: (least points, promotions of the declaring side less those of the others) of the level table.
    """

    frames: Frames
    free: bool
    uniform: bool
    talon_factor: int
    by_cards: bool
    opens: bool
    rows: tuple[tuple[int, int], ...]
    deck: int


@cache
def _least_table() -> Int64Array:
    """Chances in 1024ths that a hand of h of u cards has at least 1, 2, ... 12 of k given ones."""
    table = np.zeros((N_ROWS, COUNTS, 3), np.int64)
    for h in range(HAND + 1):
        for u in range(h, 3 * h + 1):
            for k in range(COUNTS):
                held = min(k, u)
                ways = [comb(held, x) * comb(u - held, h - x) for x in range(min(held, h) + 1)]
                for number in range(1, min(held, h) + 1):
                    chance = 1024 * sum(ways[number:]) // comb(u, h)
                    table[h * h + u - h, k, (number - 1) >> 2] |= chance << (16 * ((number - 1) & 3))
    return table


@cache
def _subsets() -> tuple[Int64Array, Int64Array, Int64Array]:
    """Numbers, first places and list of the subsets of k cards by size, in the order of their masks."""
    number, first = np.zeros((13, 13), np.int64), np.zeros((13, 13), np.int64)
    listed: list[int] = []
    for cards in range(HAND + 1):
        for size in range(cards + 1):
            number[cards, size], first[cards, size] = comb(cards, size), len(listed)
            listed += sorted(sum(1 << bit for bit in chosen) for chosen in combinations(range(cards), size))
    return number, first, np.array(listed, np.int64)


def pack(rules: SetRules, weights: Mapping[str, Any]) -> Int64Array:
    """The rules block of a game's rules and the weights of its rules player, one set for each `free`."""
    from sims.sets_play import play_out  # which need the offsets above
    from sims.sets_player import think

    weights = weights["free" if rules.free else "must_be_top"]
    block = np.zeros(RULES_SIZE, np.int64)
    block[DECK], block[ROWS] = rules.deck, len(rules.rows)
    block[FREE], block[UNIFORM] = rules.free, rules.uniform
    block[TALON_FACTOR], block[BY_CARDS] = rules.talon_factor, rules.by_cards
    block[OPENS] = rules.opens
    block[THINK], block[PLAY] = think.address, play_out.address
    leasts = [least for least, _ in rules.rows]
    needs = [
        min((least - p for least in leasts if least > p), default=0) for p in range(0, 5 * NEED_STEPS, 5)
    ]
    number, first, listed = _subsets()
    estimate = weights["estimate"]
    parts: dict[int, Any] = {
        ROW_LEAST: leasts,
        ROW_CHANGE: [change for _, change in rules.rows],
        NEED: needs,
        ABOVE: rules.frames.above,
        LANE: rules.frames.lane,
        TO_FRAME: rules.frames.to_frame,
        DECKS: np.bitwise_or.reduce(rules.frames.to_frame, axis=1),
        POINTS: rules.frames.points,
        CHOOSE: number,
        SUBSETS_AT: first,
        SUBSETS: listed,
        WEIGHTS: [[weights[role][name] for name in WEIGHT_NAMES] for role in ROLES],
        KEEP: [weights["keep"][name] for name in KEEP_NAMES],
        ESTIMATE: [*estimate["place"], estimate["top_plain"], estimate["empty_plain"]],
        EXPOSE: [weights["expose"]["first"], weights["expose"]["later"]],
        REDEAL: [weights["redeal"][role] for role in ROLES],
        LEAST: _least_table(),
    }
    for offset, part in parts.items():
        flat = np.ravel(np.asarray(part, np.int64))
        block[offset : offset + len(flat)] = flat
    return block
