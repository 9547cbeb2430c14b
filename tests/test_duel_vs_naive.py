"""Duels count the hands that the naive twin plays, and those that searchers are logged to play."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from analyzer.duel import Duel, comparisons, play_duel
from analyzer.duel_report import rows_of
from analyzer.duels.contracts import contracts_of
from sims import blocks
from sims.players import player_tables, policy_code, read_weights
from sims.searched import log_searched
from sims.settlement import Outcome
from sims.sheets import Rules
from sims.tables import TRICKS_IN_HAND
from tests.naive import fives
from tests.naive import hand as nahanni
from tests.naive import two_hundred_play as two_hundred
from tests.naive.deals import Deal, deal
from tests.naive.exchange import estimate
from tests.naive.frames import deck_of, frame_of
from tests.naive.two_hundred_table import TABLES, contract_score, playing
from tests.test_duel import SEED, duel_of

SUITS = "CDHS"
Played = tuple[bool, float]  # made, score of the declaring side less the mean of the others'


def best_contract(hands: dict[int, list[str]], worth: Callable[[list[str], str], int]) -> tuple[int, str]:
    """The first seat of the greatest estimate and the first of its suits, C D H S, that has it."""
    best = {seat: max(worth(hand, suit) for suit in SUITS) for seat, hand in hands.items()}
    seat = max(hands, key=lambda seat: best[seat])
    return seat, next(suit for suit in SUITS if worth(hands[seat], suit) == best[seat])


def naive_two_hundred(rules: Rules, index: int, who: tuple[str, str], bid: int, dealer: int) -> Played:
    table, order = TABLES[rules.variant], playing(rules.variant, index)
    named, weights = {"variant": rules.variant}, read_weights("two-hundred")
    dealt = deal(deck_of("two-hundred", named), len(order), table.hand, table.kitty, SEED, index)
    hands = {s: h for s, h in zip(order, dealt.hands, strict=True) if s != table.shadow}
    declarer, trump = best_contract(
        hands, lambda hand, suit: estimate(hand, frame_of("two-hundred", named, suit), weights)
    )
    twin = two_hundred.play_contract(
        rules.variant, rules.values, dealt, order, seed=SEED, index=index, declarer=declarer,
        trump=None if table.kitty else trump, bid=bid, policies=who, weights=weights,
    )  # fmt: skip
    own = table.side_of(declarer, declarer)
    others = [points for side, points in enumerate(twin.taken) if side != own]
    score = contract_score(rules.values, bid, twin.taken[own])
    return twin.taken[own] >= bid, score - sum(others) / len(others)


def five_cards(rules: Rules, index: int, seats: int, kitty: int) -> tuple[Deal, int, str]:
    dealt = deal(deck_of("nahanni", {}), seats, 5, kitty, SEED, index)
    weights = read_weights(rules.game)
    declarer, trump = best_contract(
        dict(enumerate(dealt.hands)),
        lambda hand, suit: estimate(hand, frame_of("nahanni", rules.values, suit), weights),
    )
    return dealt, declarer, trump


def naive_nahanni(rules: Rules, index: int, who: tuple[str, str], bid: int, dealer: int) -> Played:
    dealt, declarer, trump = five_cards(rules, index, 4, rules.number("kitty"))
    twin = nahanni.play(
        "nahanni", rules.values, dealt, seed=SEED, index=index, declarer=declarer, dealer=dealer, trump=trump,
        bid=bid, policies=who, weights=read_weights("nahanni"),
    )  # fmt: skip
    return twin.made, float(twin.score)


def naive_fifty_five(rules: Rules, index: int, who: tuple[str, str], bid: int, dealer: int) -> Played:
    seats, weights = rules.number("players"), read_weights("fifty-five")
    dealt = deal(deck_of("nahanni", {}), seats, 5, 5, SEED, index)
    declarer, trump = best_contract(
        dict(enumerate(dealt.hands)), lambda hand, suit: estimate(hand, fives.frame_for(suit), weights)
    )
    late = rules.word("trump_named") == "after_kitty"
    leader = {"dealer_left": dealer + 1, "bidder_left": declarer + 1}[rules.word("lead")] % seats
    twin = fives.fifty_five(
        dealt, seed=SEED, index=index, declarer=declarer, trump=None if late else trump, bid=bid, leader=leader,
        policies=who, weights=weights,
    )  # fmt: skip
    won = sum(trick.winner == declarer for trick in twin.tricks)
    made = won == 5 if bid == 60 else twin.taken[declarer] >= bid
    own = -bid if not made else 60 if bid == 60 else twin.taken[declarer]
    return made, own - (sum(twin.taken) - twin.taken[declarer]) / (seats - 1)


NAIVE = {"two-hundred": naive_two_hundred, "nahanni": naive_nahanni, "fifty-five": naive_fifty_five}
CASES: list[tuple[str, str | None, dict[str, str | int], tuple[int, ...]]] = [
    ("two-hundred", "base", {}, (60, 80)),
    ("two-hundred", "base", {"hundred_for_200": "on"}, (50, 100)),
    ("two-hundred", "kitty", {"kitty_points": "contractor"}, (60,)),
    ("two-hundred", "six-rotating", {}, (60,)),
    ("two-hundred", "six-at-once", {}, (60,)),
    ("two-hundred", "five-shadow", {}, (60,)),
    ("two-hundred", "cut-throat", {}, (50,)),
    ("two-hundred", "two-handed", {}, (60,)),
    ("nahanni", None, {}, (20, 30)),
    ("nahanni", None, {"plain_follow": "follow_or_trump", "kitty": 5}, (25,)),
    ("fifty-five", None, {}, (20, 60)),
    ("fifty-five", None, {"players": 2, "trump_named": "before_kitty", "lead": "bidder_left"}, (20,)),
    ("fifty-five", None, {"players": 7}, (10,)),
]


def naive_rows(duel: Duel) -> list[tuple[float, ...]]:
    """The columns of the rows, counted hand by hand, as (p_a, p_b, only_a, only_b, diff_score, its s.e.)."""
    found = []
    for a, b in [(x, y) for i, x in enumerate(duel.players) for y in duel.players[i + 1 :]]:
        other = duel.against or b
        roles = [((a, other), (b, other)), ((other, a), (other, b)), ((a, b), (b, a))]
        for bid in duel.bids:
            for first, second in roles:
                play = NAIVE[duel.rules.game]
                of_a = [play(duel.rules, i, first, bid, duel.dealer) for i in range(duel.deals)]
                of_b = [play(duel.rules, i, second, bid, duel.dealer) for i in range(duel.deals)]
                pairs = list(zip(of_a, of_b, strict=True))
                gains = np.array([x[1] - y[1] for x, y in pairs])
                found.append(
                    (
                        np.mean([x[0] for x in of_a]),
                        np.mean([y[0] for y in of_b]),
                        sum(x[0] and not y[0] for x, y in pairs),
                        sum(y[0] and not x[0] for x, y in pairs),
                        gains.mean(),
                        gains.std(ddof=1) / len(gains) ** 0.5,
                    )
                )
    return found


def compare(duel: Duel) -> None:
    for row, right in zip(rows_of(play_duel(duel)), naive_rows(duel), strict=True):
        shown = 5 if row["only_a"] == row["only_b"] == 0 else 6  # the error then bounds what no deal shows
        found = tuple(row[name] for name in COUNTED[:shown])
        assert found == pytest.approx(right[:shown], rel=1e-12, abs=1e-12), row
        assert row["diff_p_make"] == pytest.approx(row["p_a"] - row["p_b"], abs=1e-12)


COUNTED = ("p_a", "p_b", "only_a", "only_b", "diff_score", "diff_score_std_err")


@pytest.mark.parametrize(("game", "variant", "switches", "bids"), CASES, ids=str)
def test_a_duel_counts_the_hands_of_the_naive_twin(
    game: str, variant: str | None, switches: dict[str, str | int], bids: tuple[int, ...]
) -> None:
    compare(duel_of(game, variant, switches, bids=bids))


@pytest.mark.parametrize("game", ["nahanni", "fifty-five"])
def test_another_dealer_and_a_third_player_on_the_other_side(game: str) -> None:
    for against in ("random", "rules"):
        compare(duel_of(game, bids=(20,), dealer=1, against=against))


@pytest.mark.parametrize(("game", "bid"), [("two-hundred", 60), ("nahanni", 20), ("fifty-five", 20)])
def test_searchers_score_what_their_logged_hands_settle_to(game: str, bid: int) -> None:
    players = ("rules", "rollout:2")
    duel = duel_of(game, players=players, bids=(bid,), deals=10)
    module, rules = duel.game, duel.rules
    tables, at_table = module.tables(rules), module.seating(rules)
    block = blocks.pack(tables, player_tables(read_weights(game)))
    contracts = contracts_of(block, SEED, 0, duel.deals, at_table.callers)
    n, seats, tricks = duel.deals, len(at_table.active), int(tables.settings[TRICKS_IN_HAND])

    def settled(who: tuple[str, str]) -> list[Played]:
        codes = (policy_code(who[0]), policy_code(who[1]))
        tasks = np.array(
            [
                blocks.new_task(
                    seats, int(p), duel.dealer, at_table.allies(int(p)), codes, len(at_table.sides) - 1
                )
                for p in contracts.declarers
            ]
        )
        row = np.full(n, module.bids(rules).index(bid))
        gone, taken = np.zeros((n, seats), np.int64), np.zeros((n, seats), np.int64)
        log, trumps = np.zeros((n, seats * tricks), np.int8), np.zeros(n, np.int64)
        log_searched(np.uint64(SEED), 0, n, block, tasks, contracts.trumps, row, trumps, gone, log, taken)
        results = []
        for i in range(n):
            side = at_table.kernel_side(int(contracts.declarers[i])) or 0
            points = at_table.by_side(taken[i].tolist(), int(contracts.declarers[i]))
            outcome = Outcome(tuple(points), side, bid, 0, 5, frozenset({side}))
            done = module.settle(rules, (0,) * len(points), outcome)
            others = [delta for s, delta in enumerate(done.delta) if s != side]
            results.append((done.made, done.delta[side] - sum(others) / len(others)))
        return results

    rows = rows_of(play_duel(duel))
    for row, comparison in zip(rows, comparisons(duel), strict=True):
        of_a, of_b = settled(comparison.first), settled(comparison.second)
        assert row["p_a"] == np.mean([made for made, _ in of_a])
        assert row["p_b"] == np.mean([made for made, _ in of_b])
        gain = np.mean([x[1] - y[1] for x, y in zip(of_a, of_b, strict=True)])
        assert row["diff_score"] == pytest.approx(gain, abs=1e-9)
