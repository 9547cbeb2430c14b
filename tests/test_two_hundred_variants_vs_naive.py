"""Two Hundred at its other tables: kernels and records against the naive twin, card by card."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from analyzer.records import Recorder
from sims import blocks
from sims.cards import CARD_NAMES, SUITS, mask_of
from sims.contracts import Tally, log_contracts, tally_contracts
from sims.exchange import ANY_TRUMP
from sims.games import find_rules
from sims.games import two_hundred as game
from sims.hands import play_hands
from sims.players import POLICIES, player_tables, read_weights
from sims.sheets import Rules
from tests.naive import two_hundred_calls as calls
from tests.naive import two_hundred_play as play
from tests.naive import two_hundred_table as tables_of
from tests.naive.deals import Deal, deal
from tests.naive.frames import deck_of
from tests.naive.two_hundred_table import TABLES

SEED = 20_065
WEIGHTS = read_weights("two-hundred")
POLICY_PAIRS = [("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules")]
Switches = dict[str, str | int]
CASES: list[tuple[str, Switches]] = [
    ("six-rotating", {}),
    ("six-rotating", {"hundred_for_200": "on", "min_bid": 90}),
    ("six-at-once", {}),
    ("six-at-once", {"kitty_points": "defenders", "min_bid": 5}),
    ("six-at-once", {"kitty_points": "contractor", "hundred_for_200": "on"}),
    ("bank", {"kitty_points": "contractor"}),
    ("bank", {"kitty_points": "defenders", "hundred_for_200": "on"}),
    ("five-shadow", {}),
    ("five-shadow", {"hundred_for_200": "on", "min_bid": 75}),
    ("cut-throat", {}),
    ("cut-throat", {"hundred_for_200": "on", "min_bid": 30}),
    ("two-handed", {}),
    ("two-handed", {"hundred_for_200": "on", "min_bid": 80}),
    ("two-handed", {"two_player": "dead_stock", "min_bid": 30}),
]
BEST = "AKQJT9875"  # with these trumps a hand takes all that it can


def dealt(variant: str, order: list[int], index: int, known: dict[int, list[str]] | None = None) -> Deal:
    table = TABLES[variant]
    named = {"variant": variant}
    return deal(deck_of("two-hundred", named), len(order), table.hand, table.kitty, SEED, index, known)


class Contract:
    """The contract of a deal: declarer, trump and bid go round; every fifth is a bid of 100 on the best trumps."""

    def __init__(self, variant: str, rules: Rules, index: int) -> None:
        table, bids = TABLES[variant], game.bids(rules)
        self.index, self.bids = index, bids
        self.order = tables_of.playing(variant, index)
        callers = [seat for seat in self.order if seat != table.shadow]
        self.declarer = callers[index % len(callers)]
        self.choice = index // 12 % (5 if table.kitty else 4)
        self.bid = bids[index // 5 % len(bids)]
        own = table.side_of(self.declarer, self.declarer)
        self.barred = {index // 7 % len(table.sides)} - {own}  # a side that the 100-rule lets score nothing
        self.known: dict[int, list[str]] = {}
        if index % 5 == 4:
            self.bid = 100
            suit = SUITS[self.choice % 4]
            self.known = {self.place: [rank + suit for rank in BEST[: table.hand]]}

    @property
    def place(self) -> int:
        """The declarer among the seats that play."""
        return self.order.index(self.declarer)

    def task(self, variant: str, policies: tuple[str, str]) -> Any:
        table = TABLES[variant]
        declaring = table.declaring(self.declarer)
        allies = sum(1 << k for k, seat in enumerate(self.order) if seat in declaring)
        codes = (POLICIES[policies[0]], POLICIES[policies[1]])
        task = blocks.new_task(len(self.order), self.place, 0, allies, codes, len(table.sides) - 1)
        for k, seat in enumerate(self.order):
            if seat not in declaring and table.side_of(seat, self.declarer) in self.barred:
                task[blocks.SCORING] &= ~(1 << k)
        for k, hand in self.known.items():
            task[blocks.KNOWN + k] = mask_of(hand)
        return task


def tally_of(block: Any, contract: Contract, task: Any) -> tuple[int, int, int]:
    """(made, points of the declaring side, its score times the number of the others less theirs)."""
    tally = Tally(*(np.zeros(1, np.int64) for _ in range(3)), np.zeros((1, 1), np.int64))
    row = np.array([contract.bids.index(contract.bid)])
    named = np.array([contract.choice])
    tally_contracts(np.uint64(SEED), contract.index, contract.index + 1, block, task, named, row, tally)
    return int(tally.made[0]), int(tally.taken[0]), int(tally.diff[0])


def compare(variant: str, switches: Switches, policies: tuple[str, str], low: int, high: int) -> None:
    rules = find_rules("two-hundred", variant, dict(switches))
    tables, table = game.tables(rules), TABLES[variant]
    block = blocks.pack(tables, player_tables(WEIGHTS, variant))
    contracts = [Contract(variant, rules, index) for index in range(low, high)]
    tasks = np.array([contract.task(variant, policies) for contract in contracts])
    n, seats = len(contracts), len(contracts[0].order)
    choices = np.array([contract.choice for contract in contracts])
    rows = np.array([contract.bids.index(contract.bid) for contract in contracts])
    tricks = 18 if tables_of.draws_after_tricks(variant, rules.values) else table.hand
    trumps, gone = np.full(n, -1, np.int64), np.zeros((n, seats), np.int64)
    log, taken = np.zeros((n, seats * tricks), np.int8), np.zeros((n, seats), np.int64)
    log_contracts(np.uint64(SEED), low, high, block, tasks, choices, rows, trumps, gone, log, taken)
    for i, contract in enumerate(contracts):
        twin = play.play_contract(
            variant, rules.values, dealt(variant, contract.order, contract.index, contract.known), contract.order,
            seed=SEED, index=contract.index, declarer=contract.declarer,
            trump=None if contract.choice == ANY_TRUMP else SUITS[contract.choice],
            bid=contract.bid, policies=policies, weights=WEIGHTS,
        )  # fmt: skip
        where = f"{variant} {switches} {policies} deal {contract.index}"
        assert SUITS[int(trumps[i])] == twin.trump, where
        to_card = tables.to_card[int(trumps[i])]
        laid = [{CARD_NAMES[int(to_card[x])] for x in range(64) if int(mask) >> x & 1} for mask in gone[i]]
        assert laid.pop(contract.place) == set(twin.discards), where
        assert not any(laid), where
        played = [CARD_NAMES[int(to_card[int(x)])] for x in log[i]]
        assert played == [card for trick in twin.tricks for _, card in trick.cards], where
        by_side = [0] * len(table.sides)
        for k, seat in enumerate(contract.order):
            by_side[table.side_of(seat, contract.declarer)] += int(taken[i, k])
        assert by_side == twin.taken, where
        own = table.side_of(contract.declarer, contract.declarer)
        score = tables_of.contract_score(rules.values, contract.bid, twin.taken[own])
        others = sum(points for side, points in enumerate(twin.taken) if side not in contract.barred | {own})
        made = int(twin.taken[own] >= contract.bid)
        right = (made, twin.taken[own], score * (len(table.sides) - 1) - others)
        assert tally_of(block, contract, tasks[i]) == right, where


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("variant", "switches"), CASES, ids=str)
def test_kernel_plays_as_the_naive_twin(variant: str, switches: Switches, policies: tuple[str, str]) -> None:
    compare(variant, switches, policies, 0, 40)


def cases_of(variant: str) -> int:
    return sum(name == variant for name, _ in CASES)


@pytest.mark.full
@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("variant", "switches"), CASES, ids=str)
def test_kernel_plays_5000_hands_of_each_variant_as_the_naive_twin(
    variant: str, switches: Switches, policies: tuple[str, str]
) -> None:
    compare(variant, switches, policies, 40, 40 + 5_000 // len(POLICY_PAIRS) // cases_of(variant) + 1)


# --- whole hands, from the auction to the scores of the match ----------------------------------------

RULES: list[Switches] = [
    {},
    {"all_pass": "dealer_must_bid", "hundred_for_200": "on"},
    {"bidding": "single_round", "kitty_points": "defenders", "two_player": "dead_stock"},
    {"must_bid_at_100": "off", "min_bid": 15, "kitty_points": "contractor"},
    {"target": 125, "loss_limit": -100, "bidding": "single_round", "all_pass": "dealer_must_bid", "min_bid": 80},
]  # fmt: skip
SCORES = [(0, 0, 0, 0), (100, 105, 110, 115), (-95, 0, 95, 20), (-60, -5, -80, -90), (90, 115, -200, 100)]


def twin_record(
    variant: str, rules: Rules, scores: tuple[int, ...], policies: tuple[str, str], dealer: int, index: int
) -> dict[str, Any]:
    """What the rules say of a deal, under the names of a record."""
    table, order = TABLES[variant], tables_of.playing(variant, index)
    cards = dealt(variant, order, index)
    hands = dict(zip(order, cards.hands, strict=True))
    auction = calls.hold_auction(
        variant, rules.values, hands,
        seed=SEED, index=index, dealer=dealer, policy=policies[0], weights=WEIGHTS,
    )  # fmt: skip
    declarer = auction.contractor
    record: dict[str, Any] = {
        "seats": table.seats,
        "sides": [list(side) for side in table.sides],
        "dealer": dealer,
        "hands": [sorted(hands.get(seat, [])) for seat in range(table.seats)],
        "kitty": sorted(cards.kitty),
        "stock": cards.stock,
        "auction": [{"seat": seat, "call": call} for seat, call in auction.calls],
        "declarer": declarer,
    }
    if table.shadow is not None:
        record["shadow"] = table.shadow
    if declarer is None:
        nothing = [0] * len(table.sides)
        result = {"taken": nothing, "contracts": [], "delta": nothing, "scores": list(scores)}
        result |= {"game_over": False, "winner": None}
        return record | {"contract": None, "trump": None, "exchange": [], "tricks": [], "result": result}
    trump = None
    if not cards.kitty:
        trump = calls.name_before_play(
            variant, hands[declarer], seed=SEED, index=index, policy=policies[0], weights=WEIGHTS
        )
    hand = play.play_contract(
        variant, rules.values, cards, order, seed=SEED, index=index,
        declarer=declarer, trump=trump, bid=auction.bid, policies=policies, weights=WEIGHTS,
    )  # fmt: skip
    exchange = [{"seat": seat, "takes": [card], "discards": []} for seat, card in hand.draws]
    if cards.kitty:
        exchange = [{"seat": declarer, "takes": sorted(cards.kitty), "discards": sorted(hand.discards)}]
    worth = {"A": 10, "T": 10, "5": 5}
    tricks = [
        {
            "leader": trick.leader,
            "plays": [{"seat": seat, "cards": [card]} for seat, card in trick.cards],
            "winner": trick.winner,
            "points": sum(worth.get(card[0], 0) for _, card in trick.cards),
        }
        for trick in hand.tricks
    ]
    side = table.side_of(declarer, declarer)
    bidders = {table.side_of(seat, declarer) for seat, call in auction.calls if call != calls.PASS}
    scored = tables_of.settle(rules.values, scores, hand.taken, side, auction.bid, bidders)
    contract = {"side": side, "contract": str(auction.bid), "made": scored.made}
    result = {"taken": hand.taken, "contracts": [contract], "delta": scored.delta, "scores": scored.scores}
    result |= {"game_over": scored.winner is not None, "winner": scored.winner}
    return record | {
        "contract": str(auction.bid),
        "trump": hand.trump,
        "exchange": exchange,
        "tricks": tricks,
        "result": result,
    }


def in_any_order(record: dict[str, Any]) -> dict[str, Any]:
    """The record with the cards of each hand, of the kitty and of what was laid away sorted by name."""
    record = {**record, "hands": [sorted(hand) for hand in record["hands"]], "kitty": sorted(record["kitty"])}
    record["exchange"] = [
        {**entry, "takes": sorted(entry["takes"]), "discards": sorted(entry["discards"])}
        for entry in record["exchange"]
    ]
    return record


def compare_records(variant: str, policies: tuple[str, str], low: int, high: int) -> set[int | None]:
    """Hands under every one of RULES at every one of SCORES; the winners of the match that they gave."""
    winners: set[int | None] = set()
    sides, parts = len(TABLES[variant].sides), len(RULES) * len(SCORES)
    for part, (switches, all_scores) in enumerate(product(RULES, SCORES)):
        rules = find_rules("two-hundred", variant, dict(switches))
        scores = tuple(max(score, int(rules.values["loss_limit"]) + 5) for score in all_scores[:sides])
        first, last = low + (high - low) * part // parts, low + (high - low) * (part + 1) // parts
        callers = game.seating(rules).callers
        place = callers[part % len(callers)]
        batch = play_hands(game, rules, SEED, first, last, place, policies)
        recorder = Recorder(game, rules, SEED, scores, policies)
        for index, record in enumerate(recorder.records(batch), start=first):
            dealer = tables_of.playing(variant, index)[place]
            twin = twin_record(variant, rules, scores, policies, dealer, index)
            found = in_any_order({name: record[name] for name in twin})
            assert found == twin, f"{variant} {switches} {scores} {policies} deal {index}"
            winners.add(record["result"]["winner"])
    return winners


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize("variant", TABLES)
def test_records_are_those_of_the_naive_twin(variant: str, policies: tuple[str, str]) -> None:
    compare_records(variant, policies, 0, 100)


@pytest.mark.full
@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize("variant", TABLES)
def test_2000_records_are_those_of_the_naive_twin(variant: str, policies: tuple[str, str]) -> None:
    winners = compare_records(variant, policies, 100, 600)  # 2,000 with the four pairs of policies
    if policies[0] == "random":  # who bids by the rules may win no match in so few hands
        assert {0, 1, None} <= winners


@pytest.mark.parametrize("variant", TABLES)
def test_every_standing_ends_the_match_as_the_twin_says(variant: str) -> None:
    """All standings around the target, 0 and the loss limit, whoever was the contractor."""
    sides = len(TABLES[variant].sides)
    rules = find_rules("two-hundred", variant)
    target, limit = rules.number("target"), rules.number("loss_limit")
    marks = [limit - 5, limit, limit + 5, -5, 0, 5, target - 5, target, target + 5]
    for scores in product(marks, repeat=sides):
        for declaring in range(sides):
            right = tables_of.match_winner(rules.values, scores, declaring)
            assert game.match_winner(rules, scores, declaring) == right, (scores, declaring)
