"""Hands of the games with a contract as rows of an outcome table."""

from __future__ import annotations

import numpy as np

from analyzer.match.outcomes import PROFILE, new_rows
from analyzer.trick_log import best_trumps, trick_winners
from sims import matches as m
from sims.auction import PASS
from sims.games import GAMES
from sims.hands import HandBatch, play_hands
from sims.profiles import read_profile
from sims.settlement import Outcome
from sims.sheets import Rules
from sims.tables import LEAD_FROM_DEALER, LEAD_OFFSET, SEATS, Int64Array

DECLARER, BID, TRICKS, BIDDERS, COURSE, TAKEN = range(6)  # columns of what happened in a hand


def play(rules: Rules, policy: str, seed: int, low: int, high: int) -> Int64Array:
    """Rows of the deals low..high-1."""
    bidders = read_profile(PROFILE, rules.game)
    batch = play_hands(GAMES[rules.game], rules, seed, low, high, None, (policy, policy), bidding=bidders)
    raw, counts = np.unique(happened(rules, batch), axis=0, return_counts=True)
    rows = new_rows(len(raw))
    rows[:, m.COUNT] = counts
    of = batch.log.shape[1] // int(batch.tables.settings[SEATS])
    for row, hand in zip(rows, raw.tolist(), strict=True):
        if hand[DECLARER] >= 0:
            fill(rules, of, row, hand)
    return rows


def fill(rules: Rules, of: int, row: Int64Array, hand: list[int]) -> None:
    """Settle a hand of so many tricks from scores of 0, where nothing depends on the scores."""
    taken = tuple(hand[TAKEN:])
    bidders = frozenset(side for side in range(len(taken)) if hand[BIDDERS] >> side & 1)
    outcome = Outcome(taken, hand[DECLARER], hand[BID], hand[TRICKS], of, bidders)
    settled = GAMES[rules.game].settle(rules, (0,) * len(taken), outcome)
    row[m.SIDE], row[m.MADE], row[m.BIDDERS] = hand[DECLARER], settled.made, hand[BIDDERS]
    row[m.COURSE] = hand[COURSE]
    row[m.DELTA : m.DELTA + len(taken)] = settled.delta


def happened(rules: Rules, batch: HandBatch) -> Int64Array:
    """What happened in each hand, int64[deal, TAKEN + side]: sides as counted from the dealer's, DECLARER -1 where
    the hand was thrown in; COURSE as `sims.matches` has it, in Fifty-Five alone, where it decides something."""
    table = batch.tables_of[0]
    sides = len(table.sides)
    dealing = table.kernel_side(batch.dealer) or 0
    side_of = np.array([((table.kernel_side(k) or 0) - dealing) % sides for k in range(len(table.active))])
    hands = np.zeros((len(batch.auctions), TAKEN + sides), np.int64)
    for hand, auction in zip(hands, batch.auctions, strict=True):
        hand[DECLARER] = -1 if auction.bidder is None else side_of[auction.bidder]
        hand[BID] = auction.bid
        for seat in {seat for seat, call in auction.calls if call != PASS}:
            hand[BIDDERS] |= 1 << side_of[seat]
    played = hands[:, DECLARER] >= 0
    for seat, side in enumerate(side_of):
        hands[:, TAKEN + side] += batch.taken[:, seat]
    winners, best = winners_of(batch)
    hands[:, TRICKS] = (side_of[winners] == hands[:, DECLARER, None]).sum(axis=1)
    if rules.game == "fifty-five":
        shifts = 4 * np.arange(winners.shape[1])
        hands[:, COURSE] = (side_of[winners] << shifts).sum(axis=1) | best << 20
    hands[~played, BID:] = 0
    return hands


def winners_of(batch: HandBatch) -> tuple[Int64Array, Int64Array]:
    """Kernel seat that won each trick, int64[deal, trick], and the trick of the highest trump, int64[deal] (the number
    of tricks if there is none)."""
    settings = batch.tables.settings
    seats = int(settings[SEATS])
    declarers = np.array([auction.bidder or 0 for auction in batch.auctions])
    first = np.full(len(declarers), batch.dealer) if settings[LEAD_FROM_DEALER] else declarers
    winners = trick_winners(batch.log, (first + int(settings[LEAD_OFFSET])) % seats, seats)
    return winners, best_trumps(batch.log, seats)
