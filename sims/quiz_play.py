"""Hundred to One: boards, answers and rounds, as the helpers of the kernels in `sims.quiz`."""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import ONE, ZERO, count, lowest_index
from sims.games.hundred_to_one import BIG_FUND as ENOUGH
from sims.games.hundred_to_one import BOARDS, LINES, TEAM
from sims.memory import at, get, put
from sims.quiz_boards import next_word
from sims.quiz_tables import (
    AT_BIG,
    AT_BLITZ,
    AT_CAPTAIN,
    AT_PLAY,
    AT_REVERSE,
    AT_TOSS_UP,
    BEST,
    BIG_FUND,
    BIG_MEMBER,
    BLITZ,
    BOARD,
    EXTRA_SKILL,
    FIRST_FUND,
    FUND,
    LAMPS,
    LOG,
    LOG_LENGTH,
    LOG_WORDS,
    MAJORITY,
    NAMED,
    PEOPLE,
    PLAYS,
    POINTS,
    REVERSE,
    REVERSE_POINTS,
    ROUND_BIG,
    ROUND_EXTRA,
    ROUND_REVERSE,
    SAFE,
    SCORE,
    SKILL,
    TOOK,
    UNIT,
    USED,
    VERSIONS,
)
from sims.streams import below, spend

TIE_BOARD = np.int64(BOARDS - 1)
TWO = np.int64(2)
ALL_LINES = (1 << LINES) - 1


@helper
def note(work, stage, seat, line, where, what):
    """Append an answer to the log, which keeps the first LOG_WORDS of them."""
    length = get(work, LOG_LENGTH)
    if length < LOG_WORDS:
        put(work, LOG + length, seat + 16 * (line + 1) + 256 * where + 4096 * what + 65536 * stage)
        put(work, LOG_LENGTH, length + 1)


@helper
def skill_of(rules, work, seat):
    """Skill of a seat in millionths."""
    skill = at(rules, SKILL + seat)
    if seat < TEAM:
        skill = min(UNIT, skill + get(work, EXTRA_SKILL))
    return skill


@helper
def people_behind(work, board, lines):
    """People behind a set of lines of a board."""
    total = 0
    for line in range(LINES):
        if lines >> line & 1:
            total += get(work, BOARD + LINES * board + line)
    return total


@helper
def name_line(rules, work, seat, board, opened, aim):
    """An answer by the model (rule M): a line, -1 for a miss. With skill it is `aim`, a line still closed."""
    word = next_word(work)
    if below(word, UNIT) < skill_of(rules, work, seat):
        return aim
    person = below(spend(word, UNIT), PEOPLE - people_behind(work, board, opened))
    for line in range(LINES):
        if opened >> line & 1 == 0:
            person -= get(work, BOARD + LINES * board + line)
            if person < 0:
                return line
    return -1


@helper
def name_best(rules, work, seat, board, opened):
    """An answer by the model that goes for the best line still closed."""
    return name_line(rules, work, seat, board, opened, lowest_index(~opened & ALL_LINES))


@helper
def toss_up(rules, work, stage, board, place):
    """Play a toss-up (rule 2): (seat that has won it, lines opened). In the extra round pairs come in turn,
    elsewhere the round's own or the next that has not stood yet."""
    opened = ZERO
    pair = place
    while True:
        if stage < ROUND_EXTRA:
            used = get(work, USED)
            pair = place
            for step in range(TEAM):
                other = (place + step) % TEAM
                if used >> other & 1 == 0:
                    pair = other
                    break
            put(work, USED, used | ONE << pair)
        team = below(next_word(work), TWO)
        lines = (-1, -1)
        for turn in range(2):
            seat = TEAM * (1 - team if turn else team) + pair
            line = name_best(rules, work, seat, board, opened)
            note(work, stage, seat, line, AT_TOSS_UP, ZERO)
            lines = (lines[1], line)
            if line >= 0:
                opened |= ONE << line
            if turn == 0 and line == 0:
                return seat, opened
        first, second = lines
        if first >= 0 or second >= 0:
            ahead = second < 0 or 0 <= first < second
            return TEAM * (team if ahead else 1 - team) + pair, opened
        pair = (pair + 1) % TEAM


@helper
def blitz(rules, work, stage, board, opened, team):
    """Four versions and the captain's choice (rule 3): the line, -1 for a miss."""
    head = TEAM * team
    for line in range(LINES):
        put(work, VERSIONS + line, 0)
    choice = -1
    for member in range(1, TEAM + 1):  # the captain's own version comes last
        seat = head + member % TEAM
        line = name_best(rules, work, seat, board, opened)
        if member == TEAM:
            choice = line
        else:
            note(work, stage, seat, line, AT_BLITZ, ZERO)
            if line >= 0:
                put(work, VERSIONS + line, get(work, VERSIONS + line) | ONE << member)
    source = head
    if at(rules, BLITZ + team) == MAJORITY:
        most, tied, top = 0, False, 0
        for line in range(LINES):
            members = count(get(work, VERSIONS + line))
            if members > most:
                most, tied, top = members, False, line
            elif members == most:
                tied = True
        if most > 0 and not tied:
            choice, source = top, head + lowest_index(get(work, VERSIONS + top))
    note(work, stage, head, choice, AT_CAPTAIN, source)
    return choice


@helper
def play_board_round(rules, work, stage):
    """The simple, double or triple round; writes PLAYS, LAMPS, FUND, TOOK and adds the fund to the score."""
    board = stage
    seat, opened = toss_up(rules, work, stage, board, stage)
    plays, lamps = seat // TEAM, 0
    while opened != ALL_LINES and lamps < 3:
        seat = TEAM * plays + (seat + 1) % TEAM
        line = name_best(rules, work, seat, board, opened)
        note(work, stage, seat, line, AT_PLAY, ZERO)
        if line >= 0:
            opened |= ONE << line
        else:
            lamps += 1
    took = plays
    if opened != ALL_LINES:
        line = blitz(rules, work, stage, board, opened, 1 - plays)
        if line >= 0:
            opened |= ONE << line
            took = 1 - plays
    fund = (stage + 1) * people_behind(work, board, opened)
    put(work, PLAYS + stage, plays)
    put(work, LAMPS + stage, lamps)
    put(work, FUND + stage, fund)
    put(work, TOOK + stage, took)
    put(work, SCORE + took, get(work, SCORE + took) + fund)


@helper
def aim_at(rules, work, team, taken, wanted):
    """The line of the reverse round that a team aims at: the wanted one (-1: by its policy) or, if that is
    taken, the policy's next, and the best one for a wanted line."""
    board = ROUND_REVERSE
    policy = at(rules, REVERSE + team)
    if wanted >= 0:
        if taken >> wanted & 1 == 0:
            return wanted
        policy = np.int64(BEST)
    skill = skill_of(rules, work, TEAM * team)
    left = PEOPLE - people_behind(work, board, taken)
    best, most = 0, -1
    for line in range(LINES):
        if taken >> line & 1:
            continue
        worth = at(rules, POINTS + line)
        if policy == BEST:
            worth *= skill * left + (UNIT - skill) * get(work, BOARD + LINES * board + line)
        elif policy == SAFE:
            worth = LINES - line
        if worth > most:
            best, most = line, worth
    return best


@helper
def play_reverse_round(rules, work, wanted):
    """The reverse round (rule 4), the first team aiming at a wanted line (-1: by its policy); adds no score."""
    team = 1 if get(work, SCORE + 1) < get(work, SCORE) else 0
    taken = ZERO
    for _ in range(2):
        seat = TEAM * team
        aim = aim_at(rules, work, team, taken, wanted if team == 0 else -1)
        line = name_line(rules, work, seat, ROUND_REVERSE, taken, aim)
        note(work, ROUND_REVERSE, seat, line, AT_REVERSE, ZERO)
        points = 0
        if line >= 0:
            taken |= ONE << line
            points = at(rules, POINTS + line)
        put(work, REVERSE_POINTS + team, points)
        team = 1 - team


@helper
def play_extra_round(rules, work):
    """A tie after four rounds: the captains' toss-up (rule 5); the team that wins it."""
    seat, _ = toss_up(rules, work, ROUND_EXTRA, TIE_BOARD, ZERO)
    return seat // TEAM


@helper
def play_big_turn(rules, work, team, turn, fund):
    """The five questions for the first (turn 0) or second player of the big game: the fund."""
    seat = TEAM * team + at(rules, BIG_MEMBER + turn)
    for question in range(TEAM):
        if fund >= ENOUGH:
            break
        board = ROUND_EXTRA + question
        named = get(work, NAMED + question) if turn else ZERO
        line = name_best(rules, work, seat, board, named)
        note(work, ROUND_BIG, seat, line, AT_BIG, question)
        if turn == 0:
            put(work, NAMED + question, ONE << line if line >= 0 else 0)
        if line >= 0:
            fund += get(work, BOARD + LINES * board + line)
    return fund


@helper
def play_big_game(rules, work, team):
    """Both turns of the big game; writes FIRST_FUND and BIG_FUND."""
    fund = ZERO
    for turn in range(2):
        fund = play_big_turn(rules, work, team, turn, fund)
        if turn == 0:
            put(work, FIRST_FUND, fund)
    put(work, BIG_FUND, fund)
