"""Games in which every side plays for its own points to a target: Twenty-Five.

The card turned up is dealt as a kitty of one; its suit is trump. Then somebody may rob it, and tricks are
played until a side is at the target or the hands are empty. The players are those of `sims.playout`; the
rules player sees each turn as his own side against all others: NEED is what his side lacks to the target,
SLACK what the nearest other side lacks.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ONE, ZERO, count, lowest_index, select
from sims.blocks import (
    ABSENT,
    ALLIES,
    BEST_PLAYED,
    DEAD,
    DEALT,
    DECLARER,
    GONE,
    LOG,
    MAX_SEATS,
    OURS,
    PLAYING,
    SEARCH,
    THEIRS,
    TO_FRAME,
    TRICKS_BY,
    WORK_SIZE,
)
from sims.candidates import ROLLOUT
from sims.deals import deal_hands
from sims.exchange import discard_by_rules, to_frame
from sims.memory import at, call, get, put
from sims.playout import RANDOM, RULES, lay_card, think_at
from sims.streams import DEAL, EXCHANGE, PLAY, WORLDS, advance, below, mix, purpose_key, spend, stream
from sims.tables import SEATS, TOTAL, TRICK_POINTS, TRICKS_IN_HAND, TRUMP_LANE, UNIT
from sims.worlds import begin_search

ACE = 12  # rank of an ace in a suit's lane of a natural mask

# the race task: the head of the work block up to DEALT, then these words; it ends the work block
RACE_DEALER = WORK_SIZE
RACE_OWN = RACE_DEALER + 1  # bit set of the own side, whose points are tallied
RACE_TARGET = RACE_DEALER + 2
RACE_TURN = RACE_DEALER + 3  # the card turned up, a one-bit natural mask; 0 = to be drawn
RACE_OTHERS = RACE_DEALER + 4  # number of the other sides
POLICY_BY = RACE_DEALER + 5  # + seat: player
SIDE_BY = POLICY_BY + MAX_SEATS  # + seat: bit set of the seat's side
SCORE_BY = SIDE_BY + MAX_SEATS  # + seat: score of the seat's side before the hand
RACE_TASK = 5 + 3 * MAX_SEATS  # words of the task
# what changes: points of the seat's side now; who robs and what happened
NOW_BY = SCORE_BY + MAX_SEATS
TURNED = NOW_BY + MAX_SEATS  # the card turned up, a one-bit natural mask
ROBBER = TURNED + 1  # seat that has robbed it, -1 if nobody
PLAYED = TURNED + 2  # tricks played
SEARCH_KEY = TURNED + 3  # key of the streams of the decisions of players who sample worlds
KEPT_ABSENT = SEARCH_KEY + 1  # + seat: ABSENT while worlds are planned
RACE_SIZE = KEPT_ABSENT + MAX_SEATS

EVENTS = 6  # win-1 ... win-5, win-game


@helper
def who_may_rob(rules, work, trump):
    """The holder of the ace of trumps, the dealer if it is turned up; -1 if nobody."""
    ace = ONE << (16 * trump + ACE)
    if get(work, TURNED) == ace:
        return get(work, RACE_DEALER)
    for seat in range(at(rules, SEATS)):
        if get(work, DEALT + seat) & ace:
            return seat
    return -ONE


@helper
def rob(rules, work, trump, state):
    """Robbing, before the first lead: fills PLAYING, GONE and DEAD. `state` is the stream of the random
    player, who robs with chance 1/2 and lays any card; the rules player lays the card of least merit if that
    is not the card turned up."""
    seats = at(rules, SEATS)
    for seat in range(seats):
        put(work, PLAYING + seat, to_frame(rules, get(work, DEALT + seat), trump))
        put(work, GONE + seat, 0)
        put(work, DEAD + seat, 0)
    robber = who_may_rob(rules, work, trump)
    put(work, ROBBER, -1)
    if robber < 0:
        return
    hand = get(work, PLAYING + robber)
    turned = at(rules, TO_FRAME + 64 * trump + lowest_index(get(work, TURNED)))
    laid = ZERO
    if get(work, POLICY_BY + robber) == RANDOM:
        word = mix(advance(state))
        if below(word, ONE + 1):
            laid = select(hand, below(spend(word, ONE + 1), count(hand)))
    else:
        laid = discard_by_rules(rules, hand | turned, count(hand), count(hand)) & ~turned
    if laid:
        put(work, ROBBER, robber)
        put(work, PLAYING + robber, (hand | turned) ^ laid)
        put(work, GONE + robber, laid)
        for seat in range(seats):
            put(work, DEAD + seat, ZERO if seat == robber else ONE)


@helper
def begin_race(rules, work, trump):
    """The play begins: nobody has won anything, and a card robbed is known to be in one hand."""
    robber = get(work, ROBBER)
    turned = at(rules, TO_FRAME + 64 * trump + lowest_index(get(work, TURNED)))
    for seat in range(at(rules, SEATS)):
        put(work, ABSENT + seat, turned if robber >= 0 and seat != robber else ZERO)
        put(work, TRICKS_BY + seat, 0)
        put(work, NOW_BY + seat, get(work, SCORE_BY + seat))
    put(work, BEST_PLAYED, 0)
    put(work, PLAYED, 0)


@helper
def look(rules, work, seat):
    """The words that `think` reads, as the seat sees the race: its goal."""
    side = get(work, SIDE_BY + seat)
    goal = get(work, RACE_TARGET)
    slack = goal
    for other in range(at(rules, SEATS)):
        if (side >> other) & 1 == 0:
            slack = min(slack, goal - get(work, NOW_BY + other))
    put(work, ALLIES, side)
    put(work, DECLARER, seat)
    put(work, OURS, get(work, NOW_BY + seat))
    put(work, THEIRS, at(rules, TOTAL) - goal + at(rules, UNIT) - slack)
    return goal


@helper
def race_trick(
    rules, work, trump, leader, trick, out, word, position, top, top_seat, led_lane, must, may
):  # fmt: skip
    """A trick from a position on: (winner, cards out of the unseen, what is left of the random word)."""
    seats = at(rules, SEATS)
    for place in range(position, seats):
        seat = leader + place
        if seat >= seats:
            seat -= seats
        hand = get(work, PLAYING + seat)
        legal = hand & may if hand & must else hand
        policy = get(work, POLICY_BY + seat)
        if policy == RANDOM:
            options = count(legal)
            card = select(legal, below(word, options))
            word = spend(word, options)
        elif legal & (legal - 1) == 0:
            card = legal
        else:
            goal = look(rules, work, seat)
            card = think_at(
                rules, work, trump, goal, legal, place, seat, top, top_seat, led_lane,
                at(rules, TRICK_POINTS), out,
            )  # fmt: skip
            if policy >= ROLLOUT:
                card = call(
                    at(rules, SEARCH), rules, work, trump, trick, leader, place, seat, legal, card,
                    top, top_seat, led_lane, must, may, out, policy >> 8,
                )  # fmt: skip
        index, top, top_seat, led_lane, must, may = lay_card(
            rules, work, seat, card, top, top_seat, led_lane, must, may
        )
        put(work, LOG + trick * seats + place, index)
        out |= card
    if top > get(work, BEST_PLAYED) and top & TRUMP_LANE != 0:
        put(work, BEST_PLAYED, top)
    return top_seat, out, word


@helper
def close_race_trick(rules, work, trick, winner):
    """Points to the side of the winner: whether it is at the target, which ends the hand."""
    side = get(work, SIDE_BY + winner)
    put(work, TRICKS_BY + winner, get(work, TRICKS_BY + winner) + 1)
    put(work, PLAYED, trick + 1)
    now = get(work, NOW_BY + winner) + at(rules, TRICK_POINTS)
    for seat in range(at(rules, SEATS)):
        if (side >> seat) & 1:
            put(work, NOW_BY + seat, now)
    return now >= get(work, RACE_TARGET)


@helper
def play_race(rules, work, trump, state, key):
    """Play until a side is at the target or the hands are empty; writes LOG, TRICKS_BY, NOW_BY, PLAYED.

    state: stream of the random player; key: of the streams of this hand's decisions, one for each ply.
    """
    begin_race(rules, work, trump)
    put(work, SEARCH_KEY, np.int64(key))
    leader = get(work, RACE_DEALER) + 1
    leader = ZERO if leader == at(rules, SEATS) else leader
    out = ZERO
    if get(work, ROBBER) < 0:
        out = at(rules, TO_FRAME + 64 * trump + lowest_index(get(work, TURNED)))
    word = np.uint64(0)
    for trick in range(at(rules, TRICKS_IN_HAND)):
        if trick % 2 == 0:
            state = advance(state)
            word = mix(state)
        leader, out, word = race_trick(
            rules, work, trump, leader, trick, out, word, ZERO, ZERO, leader, ZERO, ZERO, ZERO
        )
        if close_race_trick(rules, work, trick, leader):
            break


@helper
def begin_race_search(rules, work, world):
    """The race task of the worlds: everybody plays by rules."""
    begin_search(work, world)
    for word in range(RACE_DEALER, RACE_DEALER + RACE_TASK):
        put(world, word, get(work, word))
    for seat in range(at(rules, SEATS)):
        put(world, POLICY_BY + seat, RULES)


@helper
def deal_race(rules, work, key, deal):
    """Deal and turn a card up: the trump."""
    drawn = deal_hands(rules, work, key, deal)
    given = get(work, RACE_TURN)
    turned = given if given else drawn
    put(work, TURNED, turned)
    return lowest_index(turned) >> 4


@kernel
def tally_race(seed, low, high, block, task, count_, diff, squares):
    """Add the deals low..high-1 to an event tally of one cell.

    block: the rules block, without the card turned up if the task names it, with the address of SEARCH if a
    player samples worlds; task int64[DEALT + RACE_TASK];
    diff and squares: own points times the number of other sides, less theirs.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * RACE_SIZE, np.int64)  # the second half for the worlds of players who sample them
    for word in range(DEALT):
        scratch[word] = task[word]
    for word in range(RACE_TASK):
        scratch[WORK_SIZE + word] = task[DEALT + word]
    work = np.int64(scratch.ctypes.data)
    begin_race_search(rules, work, work + 8 * RACE_SIZE)
    deal_key, exchange_key = purpose_key(seed, DEAL), purpose_key(seed, EXCHANGE)
    play_key, worlds_key = purpose_key(seed, PLAY), purpose_key(seed, WORLDS)
    own, others = scratch[RACE_OWN], scratch[RACE_OTHERS]
    for deal in range(low, high):
        trump = deal_race(rules, work, deal_key, deal)
        rob(rules, work, trump, stream(exchange_key, deal))
        play_race(rules, work, trump, stream(play_key, deal), stream(worlds_key, deal))
        won, own_now = 0, 0
        for seat in range(at(rules, SEATS)):
            if (own >> seat) & 1:
                won += scratch[TRICKS_BY + seat]
                own_now = scratch[NOW_BY + seat]
        for tricks in range(won):
            count_[0, tricks] += 1
        if own_now >= scratch[RACE_TARGET]:
            count_[0, EVENTS - 1] += 1
        score = at(rules, TRICK_POINTS) * (won * others - (scratch[PLAYED] - won))
        diff[0] += score
        squares[0] += score * score


@kernel
def log_race(seed, low, high, block, task, hands, turned, robbers, laid, played, log, after):
    """Play the deals low..high-1 and keep what happened.

    hands int64[deal, seat], turned int64[deal]: natural masks; robbers int64[deal]: seat or -1; laid
    int64[deal]: frame mask of the robber's card; played int64[deal]: tricks; log int8[deal, ply]: frame
    indices; after int64[deal, seat]: score of the seat's side.
    """
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(2 * RACE_SIZE, np.int64)  # the second half for the worlds of players who sample them
    for word in range(DEALT):
        scratch[word] = task[word]
    for word in range(RACE_TASK):
        scratch[WORK_SIZE + word] = task[DEALT + word]
    work = np.int64(scratch.ctypes.data)
    begin_race_search(rules, work, work + 8 * RACE_SIZE)
    deal_key, exchange_key = purpose_key(seed, DEAL), purpose_key(seed, EXCHANGE)
    play_key, worlds_key = purpose_key(seed, PLAY), purpose_key(seed, WORLDS)
    seats = at(rules, SEATS)
    for deal in range(low, high):
        row = deal - low
        trump = deal_race(rules, work, deal_key, deal)
        rob(rules, work, trump, stream(exchange_key, deal))
        play_race(rules, work, trump, stream(play_key, deal), stream(worlds_key, deal))
        turned[row], robbers[row], played[row] = scratch[TURNED], scratch[ROBBER], scratch[PLAYED]
        laid[row] = scratch[GONE + robbers[row]] if robbers[row] >= 0 else 0
        for seat in range(seats):
            hands[row, seat] = scratch[DEALT + seat]
            after[row, seat] = scratch[NOW_BY + seat]
        for ply in range(seats * played[row]):
            log[row, ply] = scratch[LOG + ply]
