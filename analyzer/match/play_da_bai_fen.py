"""Hands of Da Bai Fen as rows of an outcome table: a set for each trump rank, and the first hand of a match."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.faces.da_bai_fen_records import play as play_sets
from analyzer.faces.da_bai_fen_records import rules_block
from analyzer.match.outcomes import Outcomes, collect, grouped, new_rows
from sims import matches as m
from sims import sets_calls as calling
from sims.cards import RANKS
from sims.games import da_bai_fen as game
from sims.players import policy_code
from sims.sheets import Rules
from sims.tables import Int64Array

DEALER = 3
POINTS, ASKED = 3, 4  # words of a hand's result


def outcomes_by_rank(rules: Rules, policy: str, seed: int, hands: int) -> Outcomes:
    """The outcomes: so many hands of each rank, and as many first hands."""
    ranks = [-1] if game.lays_open(rules) else list(range(len(RANKS)))
    total = hands * (len(ranks) + 1)
    parts: list[Int64Array] = []
    starts = [0]
    for number, rank in enumerate(ranks):
        hand = partial(play, rules, policy, seed, plan_of(rules, policy, rank, first_hand=False))
        rows = collect(hand, hands, total, hands * number)
        parts.append(grouped(rows, starts[-1]))
        starts.append(starts[-1] + len(rows))
    hand = partial(play, rules, policy, seed, plan_of(rules, policy, game.rank_of_level(0), first_hand=True))
    first = grouped(collect(hand, hands, total, total - hands))
    return Outcomes(np.concatenate(parts), np.array(starts, np.int64), hands, first)


def plan_of(rules: Rules, policy: str, rank: int, *, first_hand: bool) -> Int64Array:
    """The plan of the calls at a trump rank, -1: the dealer names it."""
    plan = np.zeros(calling.PLAN_SIZE, np.int64)
    plan[calling.DEALER], plan[calling.TRUMP_RANK] = DEALER, rank
    plan[calling.FIRST_DRAW] = (DEALER + (rules.word("first_draw") == "right_of_dealer")) % 4
    plan[calling.FIRST_HAND] = first_hand and rules.word("first_declarer") == "exposer"
    plan[calling.NAMES] = game.dealer_names(rules)
    plan[calling.CALLER] = plan[calling.OTHERS] = policy_code(policy)
    return plan


def play(rules: Rules, policy: str, seed: int, plan: Int64Array, low: int, high: int) -> Int64Array:
    """Rows of the deals low..high-1. A hand that is dealt again scores nothing, and the same dealer deals."""
    block = rules_block(rules, policy)
    played = play_sets(block, seed, low, high, plan)
    rows = new_rows(high - low)
    declarers = played.calls.fixed[:, 2].tolist()
    for row, declarer, result in zip(rows, declarers, played.result.tolist(), strict=True):
        if result[ASKED] >= 0:
            row[m.NEXT] = 0
            continue
        settled = game.settle(rules, (0, 0), declarer, result[POINTS])
        for side in (0, 1):
            row[m.DELTA + (side - DEALER) % 2] = settled.change[side]
        row[m.NEXT] = (settled.next_dealer - DEALER) % 2
    return rows
