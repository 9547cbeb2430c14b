"""Whole hands: deal, auction, exchange and play of consecutive deals, as arrays and plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sims import blocks
from sims.auction import Auction, AuctionRules
from sims.bidding import calling_of, named_auctions, run_auctions
from sims.calls import bid_limits, call_words, random_call, rules_call
from sims.deals import deal_batch
from sims.exchange import ANY_TRUMP, estimate_hands
from sims.players import player_tables, policy_code, read_weights
from sims.profiles import Profile
from sims.searched import log_for
from sims.seating import Seating
from sims.sheets import Rules
from sims.strengths import hand_chances
from sims.tables import EXCHANGE_BEFORE_TRUMP, LEVEL, SEATS, TRICKS_IN_HAND, Int64Array, Tables

Policies = tuple[str, str]  # of the declaring side (and of every caller), of the others


@dataclass(frozen=True)
class HandBatch:
    """Hands of the deals low..high-1; the first axis of every array is the deal.

    hands int64[deal, seat], kitties int64[deal]: natural masks as dealt; stocks int64[deal, place]: card
    ids in drawing order; auctions: one a deal, over; trumps int64[deal]: 0..3, -1 where thrown in;
    gone int64[deal, seat]: frame masks laid away; log int8[deal, ply]: frame indices in order of play;
    taken int64[deal, seat]: points, with bonuses and buried ones. Seats are kernel seats.
    """

    low: int
    tables: Tables
    dealer: int
    hands: Int64Array
    kitties: Int64Array
    stocks: Int64Array
    auctions: list[Auction]
    trumps: Int64Array
    gone: Int64Array
    log: NDArray[np.int8]
    taken: Int64Array
    tables_of: list[Seating]


def play_hands(
    game: ModuleType,
    rules: Rules,
    seed: int,
    low: int,
    high: int,
    dealer: int | None,
    policies: Policies,
    weights: Mapping[str, Any] | None = None,
    bidding: Profile | None = None,
) -> HandBatch:
    """Play the deals low..high-1 from their auctions to their last tricks.

    dealer: the kernel seat that deals; None: the last of the seats that call; weights: of the rules player,
    the game's own if None; bidding: how everybody calls and names trump, as the player of the declaring side does
    if None.
    """
    tables: Tables = game.tables(rules)
    weights = weights or read_weights(rules.game)
    block = blocks.pack(tables, player_tables(weights, rules.variant))
    hands, kitties, stocks = deal_batch(block, seed, low, high)
    n, seats = hands.shape
    auction_rules: AuctionRules = game.auction(rules)
    at_table = [game.seating(rules, deal) for deal in range(low, high)]
    dealing = auction_rules.seats[-1] if dealer is None else dealer
    words = None
    if bidding is None:
        estimates = np.zeros((n, seats, 4), np.int64)
        estimate_hands(block, hands, estimates)
        needed = {int(bid): points for bid, points in weights.get("calls", {}).items()}
        limits = bid_limits(estimates, auction_rules.bids, needed)
        words = call_words(seed, low, high)
        auctions = [
            _run_auction(Auction(auction_rules, dealing), policies[0], words[i], limits[i], at_table[i])
            for i in range(n)
        ]
        best = estimates.argmax(axis=2)[:, :, None].repeat(len(auction_rules.bids), axis=2)
    else:
        chances = hand_chances(game, rules, hands, dealing)
        calling = calling_of(auction_rules, [at_table[0].partners(seat) for seat in range(seats)], bidding)
        found = run_auctions(calling, dealing, chances.max(axis=2), seed, np.arange(low, high))
        auctions = named_auctions(auction_rules, dealing, found)
        best = chances.argmax(axis=2)
    tasks, named, bids = _contracts(tables, auctions, at_table, policies, best, words)
    trumps = np.full(n, -1, np.int64)
    gone, taken = np.zeros((n, seats), np.int64), np.zeros((n, seats), np.int64)
    log = np.zeros((n, seats * int(tables.settings[TRICKS_IN_HAND])), np.int8)
    log_contracts = log_for(*policies)
    log_contracts(np.uint64(seed), low, high, block, tasks, named, bids, trumps, gone, log, taken)
    return HandBatch(
        low, tables, dealing, hands, kitties, stocks, auctions, trumps, gone, log, taken, at_table
    )


def _run_auction(
    auction: Auction, policy: str, words: list[int], limits: Int64Array, at_table: Seating
) -> Auction:
    while not auction.over:
        seat = auction.turn
        if policy == "random":
            auction.call(random_call(auction, words[len(auction.calls)]))
        else:
            auction.call(rules_call(auction, int(limits[seat]), at_table.partners(seat)))
    return auction


def _contracts(
    tables: Tables,
    auctions: list[Auction],
    at_table: list[Seating],
    policies: Policies,
    best: Int64Array,
    words: list[list[int]] | None,
) -> tuple[Int64Array, Int64Array, Int64Array]:
    """Task rows, trumps to be played and rows of the ladder (-1: thrown in) of the auctions' contracts.

    best int64[deal, seat, bid]: the trump that a seat names; words: of the random player, who names any.
    """
    n, seats = len(auctions), int(tables.settings[SEATS])
    ladder = {bid: row for row, bid in enumerate(tables.ladder[:, LEVEL].tolist())}
    codes = (policy_code(policies[0]), policy_code(policies[1]))
    tasks = np.zeros((n, blocks.DEALT), np.int64)
    trumps = np.full(n, ANY_TRUMP, np.int64)
    bids = np.full(n, -1, np.int64)
    for i, auction in enumerate(auctions):
        if auction.bidder is None:
            continue
        bids[i] = ladder[auction.bid]
        allies = at_table[i].allies(auction.bidder)
        others = len(at_table[i].sides) - 1
        tasks[i] = blocks.new_task(seats, auction.bidder, auction.dealer, allies, codes, others)
        if tables.settings[EXCHANGE_BEFORE_TRUMP]:
            continue
        if words is not None and policies[0] == "random":
            trumps[i] = words[i][-1] * 4 >> 64
        else:
            trumps[i] = int(best[i, auction.bidder, bids[i]])
    return tasks, trumps, bids
