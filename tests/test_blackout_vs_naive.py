"""The kernel of Partnership Blackout plays the hands that the naive twin plays, card by card."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.faces.blackout_records import play_records
from analyzer.request import TraceRequest
from sims.games import blackout as game
from sims.players import read_weights
from sims.sheets import resolve
from tests.naive import blackout as naive
from tests.naive.deals import RANKS, cards, deal

SEED = 4_077
CASES: list[tuple[str, dict[str, str]]] = [
    ("mayes", {}),
    ("mayes", {"score": "seed_literal"}),
    ("mayes", {"score": "made10plus", "lead_trump": "after_broken"}),
    ("mayes", {"set": "-25", "per_trick": "-1", "exact_bonus": "7"}),
    ("as-translated", {}),
    ("as-translated", {"lead_trump": "after_broken", "score": "exact10"}),
]
POLICY_PAIRS = [("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules")]


def twin(
    variant: str,
    switches: dict[str, str],
    policies: tuple[str, str],
    index: int,
    dealer: int,
    calls: list[tuple[int, str]] | None = None,
) -> naive.Hand:
    """The hand as the naive twin plays it, with calls of its own or those given."""
    score = switches.get("score", "exact10" if variant == "mayes" else "seed_literal")
    numbers = {name: int(switches.get(name, value)) for name, value in naive.PROFILES[score].items()}
    hand = naive.Hand(
        hands=deal(cards(RANKS), 4, 13, 0, SEED, index).hands,
        dealer=dealer,
        variant=variant,
        numbers=numbers,
        lead_trump=switches.get("lead_trump", "only_if_no_other"),
        weights=read_weights("blackout"),
        policies=list(policies) * 2,
        calls=list(calls or []),
    )
    if calls is None:
        hand.run_calls(SEED, index)
    hand.play(SEED, index)
    return hand


def request(
    variant: str, switches: dict[str, str], policies: tuple[str, str], low: int, high: int
) -> TraceRequest:
    return TraceRequest(
        game=game, rules=resolve(game.SHEET, variant, dict(switches)), low=low, high=high, dealer=None,
        score=None, policy=policies[0], defence=policies[1], seed=SEED,
    )  # fmt: skip


def same(record: dict[str, Any], hand: naive.Hand, where: str) -> None:
    assert [set(h) for h in record["hands"]] == [set(h) for h in hand.hands], where
    assert [(c["seat"], c["call"]) for c in record["auction"]] == hand.calls, where
    played = [(p["seat"], p["cards"][0]) for trick in record["tricks"] for p in trick["plays"]]
    assert played == [play for trick in hand.tricks for play in trick.cards], where
    result = record["result"]
    assert result["taken_by_seat"] == hand.by_seat(), where
    assert result["delta"] == [hand.score(side)[0] for side in (0, 1)], where
    for entry in result["contracts"]:
        assert entry["made"] == hand.score(entry["side"])[1], where


def compare(variant: str, switches: dict[str, str], policies: tuple[str, str], n: int) -> None:
    for dealer in range(4):
        low, high = dealer * n // 4, (dealer + 1) * n // 4
        records = play_records(request(variant, switches, policies, low, high), dealer, (0, 0))
        for index, record in zip(range(low, high), records, strict=True):
            hand = twin(variant, switches, policies, index, dealer)
            same(record, hand, f"{variant} {switches} {policies} deal {index}")


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("variant", "switches"), CASES)
def test_kernel_plays_as_the_naive_twin(
    variant: str, switches: dict[str, str], policies: tuple[str, str]
) -> None:
    compare(variant, switches, policies, 16)


@pytest.mark.full
@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize(("variant", "switches"), CASES)
def test_kernel_plays_as_the_naive_twin_on_5120_hands_of_each_variant(
    variant: str, switches: dict[str, str], policies: tuple[str, str]
) -> None:
    shares = len(POLICY_PAIRS) * sum(name == variant for name, _ in CASES)
    compare(variant, switches, policies, 5_120 // shares)
