"""Hand records of Partnership Blackout, as the JSON of the contract page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.request import TraceRequest
from sims import blocks
from sims import tricks_tables as t
from sims.blackout_bidding import Hands, complete_calls, count_calling, hands_of
from sims.blackout_calls import Auction, call_name, rules_calls, run_auction
from sims.blackout_play import log_hands
from sims.blackout_search import allow_search
from sims.calls import call_words
from sims.cards import CARD_NAMES, names_of
from sims.deals import deal_batch
from sims.games import blackout as game
from sims.players import policy_code, read_weights, searches
from sims.profiles import CountProfile
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import Int64Array

Record = dict[str, Any]
BATCH = 2_000


def rules_block(rules: Rules, *players: str) -> Int64Array:
    """The rules block of the game, for the players by name."""
    block = t.pack(rules, read_weights(rules.game))
    if searches(*players):
        allow_search(block)
    return block


def play_records(request: TraceRequest, dealer: int, scores: tuple[int, ...]) -> Iterator[Record]:
    """One record a deal."""
    block = rules_block(request.rules, request.policy, request.defence)
    seed = master_seed(request.seed)
    policies = [request.policy, request.defence] * 2
    codes = (policy_code(request.policy), policy_code(request.defence))
    task = blocks.new_task(4, 0, dealer, 0b0101, codes)
    for low in range(request.low, request.high, BATCH):
        high = min(low + BATCH, request.high)
        hands, _, _ = deal_batch(block, seed, low, high)
        words = call_words(seed, low, high)
        if isinstance(request.bidders, CountProfile):
            auctions = simulated(request.rules, request.bidders, dealer, hands_of(block, hands), words)
        else:
            calls = np.zeros((hands.size, 14), np.int64)
            rules_calls(block, hands.ravel(), calls)
            by_deal = calls.reshape(-1, 4, 14)
            auctions = [
                run_auction(request.rules, dealer, policies, words[i], by_deal[i]) for i in range(high - low)
            ]
        contracts = np.array([contract_row(auction) for auction in auctions], np.int64)
        log = np.zeros((high - low, 52), np.int8)
        by_seat = np.zeros((high - low, 4), np.int64)
        log_hands(np.uint64(seed), low, high, block, task, contracts, log, by_seat)
        for i, auction in enumerate(auctions):
            record = _record(request, policies, auction, scores, low + i)
            record["hands"] = [names_of(int(hand)) for hand in hands[i]]
            record["tricks"] = tricks_of(log[i].tolist(), dealer)
            record["result"] = _result(request, auction, scores, by_seat[i])
            yield record


def simulated(
    rules: Rules, profile: CountProfile, dealer: int, hands: Hands, words: list[list[int]]
) -> list[Auction]:
    """The auctions of a profile; words: of each deal's stream of calls."""
    calling, nothing = count_calling(rules, profile), np.zeros(0, np.int64)
    calls = complete_calls(calling, dealer, hands, nothing, np.array(words, np.uint64))
    auctions = []
    for row in calls.tolist():
        auction = Auction(rules, dealer)
        while (seat := auction.turn) is not None:
            auction.call(call_name(row[seat]))
        auctions.append(auction)
    return auctions


def contract_row(auction: Auction) -> list[int]:
    """Codes of what the sides 0 and 1 have undertaken, the bit set of those with a nil of their own, and by seat
    1 + the number called, 0 for none."""
    codes, nils, numbers = [], 0, [0] * 4
    for seat, call in auction.calls:
        if call.isdigit():
            numbers[seat] = 1 + int(call)
    for side in (0, 1):
        contract = auction.contract(side)
        if contract is None:
            codes.append(t.FREE)
        elif contract.call == game.BOARD:
            codes.append(t.BOARD)
        elif contract.call == game.NIL and len(contract.nil_seats) == 1:
            codes.append(t.FREE)
            nils |= 1 << contract.nil_seats[0]
        else:
            codes.append(t.NONE_OF_BOTH if contract.call == game.NIL else contract.number)
    return [*codes, nils, *numbers]


def _record(
    request: TraceRequest, policies: list[str], auction: Auction, scores: tuple[int, ...], deal: int
) -> Record:
    rules, won = request.rules, auction.winner()
    return {
        "schema": "bidodds.record/1",
        "game": rules.game,
        "variant": rules.variant,
        "switches": game.resolved(rules),
        "rules_hash": rules.rules_hash,
        "seed": request.seed,
        "deal": deal,
        "seats": 4,
        "sides": [list(side) for side in game.SIDES],
        "dealer": auction.dealer,
        "scores": list(scores),
        "policies": list(policies),
        "hands": [],
        "kitty": [],
        "stock": [],
        "auction": [{"seat": seat, "call": call} for seat, call in auction.calls],
        "declarer": None if won is None else won[0],
        "contract": None if won is None else won[1],
        "trump": "S",
        "exchange": [],
        "tricks": [],
    }


def tricks_of(log: list[int], dealer: int) -> list[Record]:
    """The tricks of a log of card ids; spades win, else the suit led."""
    leader, tricks = (dealer + 1) % 4, []
    for start in range(0, 52, 4):
        cards = log[start : start + 4]
        order = [(card >= 48, card >> 4 == cards[0] >> 4, card) for card in cards]
        winner = (leader + order.index(max(order))) % 4
        plays = [{"seat": (leader + k) % 4, "cards": [CARD_NAMES[card]]} for k, card in enumerate(cards)]
        tricks.append({"leader": leader, "plays": plays, "winner": winner, "points": 1})
        leader = winner
    return tricks


def _result(request: TraceRequest, auction: Auction, scores: tuple[int, ...], by_seat: Int64Array) -> Record:
    rules, tricks = request.rules, [int(number) for number in by_seat]
    contracts, delta = [], []
    for side in (0, 1):
        contract = auction.contract(side)
        delta.append(game.contract_score(rules, contract, tricks, side))
        if contract is not None:
            made = contract.made(tricks, side)
            contracts.append({"side": side, "contract": contract.call, "made": made})
    after = [score + change for score, change in zip(scores, delta, strict=True)]
    winner = game.match_winner(rules, after)
    return {
        "taken": [tricks[0] + tricks[2], tricks[1] + tricks[3]],
        "taken_by_seat": tricks,
        "contracts": contracts,
        "delta": delta,
        "scores": after,
        "game_over": winner is not None,
        "winner": winner,
    }
