"""The kernels of Da Bai Fen play the hands that the naive twin plays, act by act."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.faces.da_bai_fen import records
from analyzer.request import TraceRequest
from sims.games import da_bai_fen as game
from sims.players import read_weights
from sims.sheets import resolve
from tests.naive import da_bai_fen as naive
from tests.naive import da_bai_fen_calls as naive_calls
from tests.naive import da_bai_fen_player as naive_player

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


def played(deal: int, table: dict[str, Any], switches: dict[str, Any], weights: Any) -> dict[str, Any]:
    """What the twin makes of it."""
    dealt = naive_calls.deal(SEED, deal)
    terms = naive_calls.call(dealt, SEED, deal, table, switches, weights)
    order = naive.Order(terms.trump, terms.rank, switches["two_ranks"] == "on")
    policies = [table["policies"][(seat - terms.declarer) % 2] for seat in range(4)]
    hands, gone = [list(hand) for hand in dealt.hands], list[str]()
    literal = table["variant"] == "as-translated"
    if not literal:
        own = policies[terms.declarer]
        hands, gone = naive_calls.exchange(dealt, terms, order, own, weights, SEED, deal)
    hand = naive.Hand(order, switches, hands, terms.declarer, gone, terms.opened)
    redeal = naive.play(
        hand, SEED, deal, policies, naive_player.player(weights), naive_player.asks_redeal(weights)
    )
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
        "gone": [] if literal else [set(gone)],
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
