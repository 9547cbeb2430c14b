"""The question of endings: how far is a player from an exact best response when few cards are left?

Deals are played by `rules` until every seat has so many cards; from there one seat plays as the player that
is judged, and the others go on by `rules` (`sims.ending_values`).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.duels.contracts import contracts_of
from analyzer.pool import sum_chunks
from sims import blocks
from sims.players import policy_code, rules_block
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import NEED_POINTS, SEATS, TOTAL, Int64Array

CARDS = (3, 4)  # cards a seat
ROLES = ("declarer", "defender")  # by seats from the declarer
BATCH = 64  # deals played at a time
RESAMPLES = 10_000  # of the endings, for an interval


@dataclass(frozen=True)
class Endings:
    """Endings to be judged: for each number of cards the first open ones of the deals of a seed.

    players: besides the best response, `rules` first; bid: the level for which the deals are played.
    """

    game: ModuleType
    rules: Rules
    players: tuple[str, ...]
    bid: int
    seed: str
    wanted: int


class Judged(NamedTuple):
    """The endings of one number of cards in one role."""

    cards: int
    role: str
    worlds: Int64Array  # [ending], layouts that fit what the seat knows
    success: NDArray[np.float64]  # [ending, player], probability; the best response stands last


class Share(NamedTuple):
    """The part of the gap between `rules` and the best response that a player closes, with a 95 % interval."""

    share: float
    low: float
    high: float


def set_goals(block: Int64Array, endings: Int64Array) -> NDArray[np.bool_]:
    """Give each ending its goal, the bid nearest to what the declaring side has and half of what is left (the
    higher of two as near): whether that is still open, bool[ending]."""
    from sims import endings as e

    rows = np.arange(int(block[blocks.LADDER_SIZE]))
    levels = block[blocks.LADDER + 5 * rows + NEED_POINTS]
    ours, theirs = endings[:, blocks.OURS], endings[:, blocks.THEIRS]
    most = block[TOTAL] - theirs  # of the declaring side
    endings[:, e.BID] = np.abs(2 * levels[None, :] - (ours + most + 1)[:, None]).argmin(axis=1)
    goals = levels[endings[:, e.BID]]
    endings[:, e.GOAL] = goals
    is_open: NDArray[np.bool_] = (ours < goals) & (most >= goals)
    return is_open


def open_endings(block: Int64Array, wanted: Endings, cards: int) -> tuple[Int64Array, Int64Array]:
    """The first open endings: their deals int64[ending] and themselves int64[ending, NODE_SIZE]."""
    from sims.ending_values import play_to_endings
    from sims.endings import NODE_SIZE

    seed, at_table = master_seed(wanted.seed), wanted.game.seating(wanted.rules)
    code = policy_code("rules")
    seats, bid = int(block[SEATS]), wanted.game.bids(wanted.rules).index(wanted.bid)
    deals, endings = np.zeros(0, np.int64), np.zeros((0, NODE_SIZE), np.int64)
    low = 0
    while len(deals) < wanted.wanted:
        contracts = contracts_of(block, seed, low, low + BATCH, at_table.callers)
        tasks = np.array(
            [
                blocks.new_task(seats, declarer, seats - 1, at_table.allies(declarer), (code, code))
                for declarer in contracts.declarers.tolist()
            ]
        )
        batch = np.zeros((BATCH, NODE_SIZE), np.int64)
        play_to_endings(np.uint64(seed), low, low + BATCH, block, tasks, contracts.trumps, bid, cards, batch)
        is_open = set_goals(block, batch)
        deals = np.concatenate([deals, low + np.flatnonzero(is_open)])
        endings = np.concatenate([endings, batch[is_open]])
        low += BATCH
    return deals[: wanted.wanted], endings[: wanted.wanted]


def judge(wanted: Endings, threads: int | None = None) -> list[Judged]:
    """Judge the endings, for each number of cards in each role."""
    from sims.ending_values import judge_ending
    from sims.endings import BEST_RESPONSE

    block = rules_block(wanted.game, wanted.rules)
    seed, seats = master_seed(wanted.seed), int(block[SEATS])
    codes = [*(policy_code(player) for player in wanted.players), BEST_RESPONSE]

    def judge_role(cards: int, role: int) -> Judged:
        deals, endings = open_endings(block, wanted, cards)

        def play(low: int, high: int) -> list[Int64Array]:
            """One row of the result for each of the endings low..high-1, as a sparse sum."""
            rows = np.zeros((len(endings), 2 + len(codes)), np.int64)
            for i in range(low, high):
                seat = (int(endings[i, blocks.DECLARER]) + role) % seats
                rows[i] = judge_ending(block, endings[i], seat, codes, seed, int(deals[i]))
            return [rows]

        _, (rows,) = sum_chunks(play, len(endings), threads=threads, chunk=1)
        return Judged(cards, ROLES[role], rows[:, 0], rows[:, 2:] / rows[:, 1:2])

    return [judge_role(cards, role) for cards in CARDS for role in range(len(ROLES))]


def share_closed(judged: Judged, player: int, seed: str) -> Share:
    """What a player closes of the gap; the interval is a percentile bootstrap over the endings.

    NaN if no ending has a gap.
    """
    first, best = judged.success[:, 0], judged.success[:, -1]
    closed, gap = judged.success[:, player] - first, best - first
    n = len(gap)
    rng = np.random.default_rng(master_seed(f"{seed}: endings"))
    picks = rng.integers(0, n, (RESAMPLES, n))
    sums, gaps = closed[picks].sum(axis=1), gap[picks].sum(axis=1)
    if not (gaps > 0).any():
        return Share(np.nan, np.nan, np.nan)
    low, high = np.quantile(sums[gaps > 0] / gaps[gaps > 0], [0.025, 0.975])
    return Share(float(closed.sum() / gap.sum()), float(low), float(high))
