"""The kernels of Da Bai Fen play the hands that the naive twin plays, act by act."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from analyzer.faces.da_bai_fen import odds, records
from analyzer.request import OddsRequest, TraceRequest
from sims.games import da_bai_fen as game
from sims.players import POLICIES, read_weights
from sims.sets_blocks import pack
from sims.sets_tally import quick_hands
from sims.sheets import resolve
from tests.naive import da_bai_fen as naive
from tests.naive import da_bai_fen_calls as naive_calls
from tests.naive import da_bai_fen_player as naive_player
from tests.naive.streams import CALLS, Words

SEED = 1_912
PRESETS = ("base", "table-b", "two-ranks", "as-translated")
PAIRS = (("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules"))
Options = dict[str, Any]
SWITCHED: dict[str, Options] = {
    "must_be_top": {"switches": {"multi_lead": "must_be_top"}},
    "uniform": {"switches": {"beat_set": "uniform", "talon": "single"}},
    "later": {"levels": "3:11", "dealer": 1},
    "ranks-above": {"variant": "two-ranks", "levels": "8:14", "switches": {"target_levels": 20}},
    "by_cards": {
        "variant": "table-b",
        "switches": {"last_trick_mult": "by_cards", "multi_lead": "must_be_top"},
    },
    "after-draw": {"levels": "2:5", "switches": {"draw_at_40": "on"}, "extras": {"after_draw": "yes"}},
    "names": {"levels": "4:4", "dealer": 2, "switches": {"trump_choice": "dealer_names", "talon": "never"}},
    "free-rank": {"variant": "as-translated", "levels": "1:0", "switches": {"two_ranks": "on"}},
    "lot": {"switches": {"first_declarer": "lot", "first_draw": "right_of_dealer"}},
    "by_cards-never": {
        "variant": "two-ranks",
        "levels": "1:1",
        "switches": {"last_trick_mult": "by_cards", "talon": "never", "table": "b"},
    },
}


def compare(options: Options, policies: tuple[str, str], low: int, high: int) -> None:
    """Records of the kernels against hands of the twin."""
    rules = resolve(game.SHEET, options.get("variant"), options.get("switches"))
    dealer = options.get("dealer", 3)
    extras = dict(options.get("extras", {}))
    if "levels" in options:
        extras["levels"] = options["levels"]
    request = TraceRequest(
        game=game,
        rules=rules,
        low=low,
        high=high,
        dealer=dealer,
        score=None,
        policy=policies[0],
        defence=policies[1],
        seed=SEED,
        extras=extras,
    )
    levels = [int(x) for x in extras.get("levels", "0:0").split(":")]
    table = {
        "variant": rules.variant,
        "dealer": dealer,
        "levels": levels,
        "first_hand": not any(levels) and "after_draw" not in extras,
        "after_draw": "after_draw" in extras,
        "policies": policies,
    }
    switches = dict(rules.values)
    if rules.variant == "as-translated":
        switches |= {"talon": "never", "table": "a"}
    weights = read_weights("da-bai-fen")[str(switches["multi_lead"])]
    for record in records(request):
        where = f"{options} {policies} deal {record['deal']}"
        assert played(record["deal"], table, switches, weights) == told(record), where


def told(record: dict[str, Any]) -> dict[str, Any]:
    """What the kernels say of a hand."""
    return {
        "hands": [set(hand) for hand in record["hands"]],
        "talon": record["kitty"],
        "auction": [
            (call["seat"], call["call"], call.get("card"), set(call.get("cards", ())))
            for call in record["auction"]
        ],
        "terms": (record["trump"], record["rank"], record["declarer"]),
        "gone": [set(entry["discards"]) for entry in record["exchange"]],
        "redeal": record.get("redeal"),
        "tricks": [
            (
                [(play["seat"], set(play["cards"])) for play in trick["plays"]],
                set(trick.get("attempt", ())),
                trick["winner"],
                trick["points"],
            )
            for trick in record["tricks"]
        ],
        "points": record["result"]["opponents_points"],
    }


def play_out(
    dealt: naive_calls.Deal,
    terms: naive_calls.Terms,
    deal: int,
    pair: tuple[str, str],
    switches: dict[str, Any],
    weights: Any,
    *,
    literal: bool,
    redeals: bool = True,
) -> tuple[naive.Hand, int | None]:
    """Exchange and play by the twin, and who demanded a redeal; `pair`: players of the declaring side and of
    the others."""
    order = naive.Order(terms.trump, terms.rank, switches["two_ranks"] == "on")
    policies = [pair[(seat - terms.declarer) % 2] for seat in range(4)]
    hands, gone = [list(hand) for hand in dealt.hands], list[str]()
    if not literal:
        own = policies[terms.declarer]
        hands, gone = naive_calls.exchange(dealt, terms, order, own, weights, SEED, deal)
    hand = naive.Hand(order, switches, hands, terms.declarer, gone, terms.opened)
    asks = naive_player.asks_redeal(weights) if redeals else None
    return hand, naive.play(hand, SEED, deal, policies, naive_player.player(weights), asks)


def played(deal: int, table: dict[str, Any], switches: dict[str, Any], weights: Any) -> dict[str, Any]:
    """What the twin makes of it."""
    dealt = naive_calls.deal(SEED, deal)
    terms = naive_calls.call(dealt, SEED, deal, table, switches, weights)
    literal = table["variant"] == "as-translated"
    hand, redeal = play_out(dealt, terms, deal, table["policies"], switches, weights, literal=literal)
    dealer = table["dealer"]
    auction: list[Any] = []
    if literal:
        auction = [((dealer + k) % 4, "open", None, set(terms.opened[(dealer + k) % 4])) for k in range(4)]
    if terms.exposed:
        auction.append((terms.exposed[0], "expose", terms.exposed[1], set()))
    elif terms.turned:
        auction += [(dealer, "turn", card, set()) for card in dealt.talon[: terms.turned]]
    else:
        auction.append((dealer, "name", None, set()))
    return {
        "hands": [set(cards) for cards in dealt.hands],
        "talon": dealt.talon,
        "auction": auction,
        "terms": (terms.trump, terms.rank, terms.declarer),
        "gone": [] if literal else [set(hand.gone)],
        "redeal": redeal,
        "tricks": [
            (
                [(seat, set(cards)) for seat, cards in trick.sets],
                set(trick.attempt or ()),
                trick.winner,
                naive.points_of([card for _, cards in trick.sets for card in cards]),
            )
            for trick in hand.tricks
        ],
        "points": 0 if redeal is not None else naive.count_opponents(hand),
    }


# hand, rank, seat, declarer, trump suits: one with a redeal by the own seat, the others as declarer or against him
QUESTIONS = (
    ("RJ AS KS 9S 7S 2S KH 8H 2H AD 5D 9C", "2", 0, 0, "SH"),
    ("AS KS QS JS TS 9S 8S 7S 6S AH KH QH", "3", 1, 3, "DH"),
    ("BJ 9S 7S 5S KH TH 5H 4D 9D TD 9C KC", "9", 2, 1, "CD"),
)


def answered(variant: str, pair: tuple[str, str], number: int, deals: int) -> dict[tuple[str, str], Any]:
    """The rows of `odds` by suit and event: deals, count, expected score."""
    hand, rank, seat, declarer, trumps = QUESTIONS[number]
    request = OddsRequest(
        game=game, rules=resolve(game.SHEET, variant, {}), hand=hand, trumps=tuple(trumps), bids=(), seat=seat,
        dealer=None, score=None, policy=pair[0], defence=pair[1], seed=SEED, deals=deals, threads=1, command="",
        unicode=True, say=lambda text: None, extras={"rank": rank, "declarer": str(declarer)},
    )  # fmt: skip
    report, _ = odds(request)
    return {
        (row["trump"], row["event"]): (row["deals"], row["count"], row["ev"])
        for row in report.frame.to_dict("records")
    }


@pytest.mark.parametrize("number", range(len(QUESTIONS)))
@pytest.mark.parametrize("variant", PRESETS)
def test_odds_are_those_of_the_naive_twin(variant: str, number: int) -> None:
    hand, rank, seat, declarer, trumps = QUESTIONS[number]
    pair, deals = PAIRS[number], 30
    rules = resolve(game.SHEET, variant, {})
    switches, literal = dict(rules.values), variant == "as-translated"
    weights = read_weights("da-bai-fen")["free"]
    rows: dict[str, list[int]] = {trump: [] for trump in trumps}
    changes: dict[str, list[int]] = {trump: [] for trump in trumps}
    for deal in range(deals):
        dealt = naive_calls.deal(SEED, deal, {seat: hand.split()})
        opened: list[list[str]] = [[], [], [], []]
        if literal:
            words = Words(SEED, CALLS, deal)
            opened = naive_calls.open_cards(dealt.hands, [pair[(s - declarer) % 2] for s in range(4)], words)
        for trump in trumps:
            terms = naive_calls.Terms(trump, rank, declarer, opened)
            end, redeal = play_out(dealt, terms, deal, pair, switches, weights, literal=literal)
            if redeal is None:
                row, change = naive.level_row(naive.count_opponents(end), str(switches["table"]))
                rows[trump].append(row)
                changes[trump].append(change if (seat - declarer) % 2 == 0 else -change)
    told = answered(variant, pair, number, deals)
    events = [event for trump, event in told if trump == trumps[0]]
    for trump in trumps:
        played = len(rows[trump])
        for row, event in enumerate(events):
            assert told[trump, event][:2] == (played, rows[trump].count(row))
            mean = told[trump, event][2]
            assert mean == sum(changes[trump]) / played if played else math.isnan(mean)


@pytest.mark.parametrize("policy", ["random", "rules"])
def test_timed_hands_are_those_of_the_naive_twin(policy: str) -> None:
    """Seat 0 declares, the suit of which it holds most is trump, twos are the rank, nobody asks for a redeal."""
    rules, weights = resolve(game.SHEET, None, {}), read_weights("da-bai-fen")
    switches, pair = dict(rules.values), (policy, policy)
    expected = [0, 0]
    for deal in range(60):
        dealt = naive_calls.deal(SEED, deal)
        trump = max("CDHS", key=lambda suit: sum(card[1] == suit for card in dealt.hands[0]))
        terms = naive_calls.Terms(trump, "2", 0, [[], [], [], []])
        hand, _ = play_out(dealt, terms, deal, pair, switches, weights["free"], literal=False, redeals=False)
        expected[0] += 100 - hand.opponents_points() - naive.points_of(hand.gone)
        expected[1] += naive.count_opponents(hand)
    totals = np.zeros(2, np.int64)
    block = pack(game.set_rules(rules), weights)
    quick_hands(np.uint64(SEED), 0, 60, block, POLICIES[policy], totals)
    assert totals.tolist() == expected


@pytest.mark.parametrize("policies", PAIRS, ids="-".join)
@pytest.mark.parametrize("variant", PRESETS)
def test_kernel_plays_as_the_naive_twin(variant: str, policies: tuple[str, str]) -> None:
    compare({"variant": variant}, policies, 0, 75)


@pytest.mark.parametrize("name", SWITCHED)
def test_kernel_plays_as_the_naive_twin_under_switches(name: str) -> None:
    for number, policies in enumerate(PAIRS):
        compare(SWITCHED[name], policies, 100 * number, 100 * number + 8)


@pytest.mark.full
@pytest.mark.parametrize("policies", PAIRS, ids="-".join)
@pytest.mark.parametrize("variant", PRESETS)
def test_kernel_plays_as_the_naive_twin_on_5000_deals(variant: str, policies: tuple[str, str]) -> None:
    compare({"variant": variant}, policies, 1_000, 2_250)


@pytest.mark.full
@pytest.mark.parametrize("policies", PAIRS, ids="-".join)
@pytest.mark.parametrize("name", SWITCHED)
def test_kernel_plays_as_the_naive_twin_under_switches_on_1000_deals(
    name: str, policies: tuple[str, str]
) -> None:
    compare(SWITCHED[name], policies, 3_000, 3_250)
