"""Hands of Partnership Blackout as rows of an outcome table."""

from __future__ import annotations

import numpy as np

from analyzer.faces.blackout_records import contract_row, rules_block, simulated
from analyzer.match.outcomes import PROFILE, from_dealer, new_rows
from sims import blocks
from sims import matches as m
from sims.blackout_bidding import hands_of
from sims.blackout_play import log_hands
from sims.calls import call_words
from sims.deals import deal_batch
from sims.games import blackout as game
from sims.players import policy_code
from sims.profiles import read_count_profile
from sims.sheets import Rules
from sims.tables import Int64Array

DEALER = 3


def play(rules: Rules, policy: str, seed: int, low: int, high: int) -> Int64Array:
    """Rows of the deals low..high-1."""
    block, n = rules_block(rules, policy), high - low
    hands, _, _ = deal_batch(block, seed, low, high)
    bidders = read_count_profile(PROFILE)
    auctions = simulated(rules, bidders, DEALER, hands_of(block, hands), call_words(seed, low, high))
    contracts = np.array([contract_row(auction) for auction in auctions], np.int64)
    log, tricks = np.zeros((n, 52), np.int8), np.zeros((n, 4), np.int64)
    code = policy_code(policy)
    task = blocks.new_task(4, 0, DEALER, 0b0101, (code, code))
    log_hands(np.uint64(seed), low, high, block, task, contracts, log, tricks)
    rows, seen_from = new_rows(n), from_dealer(rules, DEALER)
    for row, auction, by_seat in zip(rows, auctions, tricks.tolist(), strict=True):
        for side in (0, 1):
            score = game.contract_score(rules, auction.contract(side), by_seat, side)
            row[m.DELTA + seen_from(side)] = score
    return rows
