"""Hundred to One: boards, and the blocks of words that the kernel reads and writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sims.games import hundred_to_one as game
from sims.games.hundred_to_one import BOARDS, LINES, TEAM
from sims.sheets import Rules
from sims.tables import Int64Array

# numba compiles a helper anew for every literal, so numbers that reach helpers are named as words
PEOPLE = np.int64(100)
UNIT = np.int64(1_000_000)  # skill is counted in millionths
MORE_SKILL = np.int64(10_000)  # what "one more point of skill" is


@dataclass(frozen=True)
class Board:
    """A question, and its answers with the number of people behind each, the most popular first."""

    question: str
    answers: tuple[str, ...]
    people: tuple[int, ...]


# the rules block
(N_BOARDS, AS_GIVEN, BLITZ, REVERSE) = (0, 1, 2, 4)  # N_BOARDS 0: random boards; BLITZ, REVERSE + team
BIG_MEMBER = 6  # + 0 for the first, 1 for the second player: place in the team
SKILL = 8  # + seat, in millionths
POINTS = SKILL + 2 * TEAM  # + line: points in the reverse round
PEOPLE_AT = POINTS + LINES  # + LINES * board + line

MAJORITY = game.BLITZ.index("majority")
BEST, SAFE = game.REVERSE.index("best"), game.REVERSE.index("safe")

# the work block
BOARD = 0  # + LINES * place + line: the boards of the programme
CHOSEN = BOARD + BOARDS * LINES  # + place: number of the board in the file
SORTED = CHOSEN + BOARDS  # + place: those numbers in order
USED = SORTED + BOARDS  # pairs that have stood at a toss-up, a set of places
STATE = USED + 1  # of the stream that is read
EXTRA_SKILL = STATE + 1  # of the first team, added to everybody's
SCORE = EXTRA_SKILL + 1  # + team
PLAYS = SCORE + 2  # + round
LAMPS = PLAYS + 3  # + round
FUND = LAMPS + 3  # + round
TOOK = FUND + 3  # + round
REVERSE_POINTS = TOOK + 3  # + team
WINNER = REVERSE_POINTS + 2
BIG_FUND = WINNER + 1
FIRST_FUND = BIG_FUND + 1  # what the first player brought to the big game
NAMED = FIRST_FUND + 1  # + question: what he named, a set of lines
VERSIONS = NAMED + TEAM  # + line: members who named it in the blitz
WON = VERSIONS + LINES  # + line: 1 if the first team wins the programme when it aims at it
LOG_LENGTH = WON + LINES
LOG = LOG_LENGTH + 1
LOG_WORDS = 4096
WORK_SIZE = LOG + LOG_WORDS

# a word of the log: seat + 16 * (line + 1, 0 a miss) + 256 * where + 4096 * what + 65536 * round; what is
# the seat whose version the captain takes, or the question of the big game
AT = ("toss-up", "play", "blitz", "captain", "reverse", "big")
(AT_TOSS_UP, AT_PLAY, AT_BLITZ, AT_CAPTAIN, AT_REVERSE, AT_BIG) = (np.int64(i) for i in range(6))
ROUND_REVERSE, ROUND_EXTRA, ROUND_BIG = np.int64(3), np.int64(4), np.int64(5)
STREAMS = 8  # a programme's share of the indices of streams

FUNDS = 304  # the length of a histogram of funds
LEADS = (
    -240,
    -120,
    0,
    1,
    121,
    241,
)  # lower ends of the classes of leads before the reverse round, from the second


def pack(rules: Rules, skill: Sequence[int], boards: Sequence[Board]) -> Int64Array:
    """The rules block; skill by seat in millionths; no boards: random ones."""
    block = np.zeros(PEOPLE_AT + LINES * len(boards), np.int64)
    block[N_BOARDS] = len(boards)
    block[AS_GIVEN] = rules.word("board_order") == "as_given"
    for team in range(2):
        blitz, reverse = game.policies(rules, team)
        block[BLITZ + team] = game.BLITZ.index(blitz)
        block[REVERSE + team] = game.REVERSE.index(reverse)
    block[BIG_MEMBER] = rules.number("big_first") - 1
    block[BIG_MEMBER + 1] = rules.number("big_second") - 1
    block[SKILL : SKILL + 2 * TEAM] = skill
    block[POINTS : POINTS + LINES] = game.REVERSE_POINTS
    for number, board in enumerate(boards):
        start = PEOPLE_AT + LINES * number
        block[start : start + LINES] = board.people
    return block
