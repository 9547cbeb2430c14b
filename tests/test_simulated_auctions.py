"""trace --auction simulated: the auctions are those of the twin, and the referee finds no fault in the hands."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sims.cards import SUITS, names_of
from sims.games import GAMES, find_rules
from sims.hands import play_hands
from sims.instant import model_of
from sims.players import read_weights
from sims.profiles import read_profile
from sims.strengths import guess_chances, hand_chances
from tests.conftest import Call
from tests.naive import bidding as twin
from tests.naive.exchange import estimate
from tests.naive.fives import frame_for
from tests.naive.frames import frame_of

TOTALS = {"two-hundred": 100, "nahanni": 30, "fifty-five": 30}
TABLES = [
    ("two-hundred", "base", {}),
    ("two-hundred", "kitty", {"all_pass": "dealer_must_bid"}),
    ("two-hundred", "cut-throat", {"bidding": "single_round"}),
    ("nahanni", None, {}),
    ("fifty-five", None, {"players": 5}),
]
DEALS = 60


@pytest.mark.usefixtures("by_estimates")
@pytest.mark.parametrize("profile", ["standard", "bold"])
@pytest.mark.parametrize(("game", "variant", "switches"), TABLES)
def test_auctions_are_those_of_the_twin(
    game: str, variant: str | None, switches: dict[str, str | int], profile: str
) -> None:
    module, rules, weights = GAMES[game], find_rules(game, variant, dict(switches)), read_weights(game)
    numbers = read_profile(profile, game)
    batch = play_hands(module, rules, 31, 500, 500 + DEALS, 1, ("rules", "rules"), bidding=numbers)
    auction = module.auction(rules)
    names = ("ends_at", "hold", "single_round", "forced", "overbid_out")
    frames = {
        suit: frame_for(suit)
        if game == "fifty-five"
        else frame_of(game, {"variant": rules.variant, **rules.values}, suit)
        for suit in SUITS
    }
    shift = int(weights.get("shift", {}).get(rules.variant, 0))
    ring = [*auction.seats[2:], *auction.seats[:2]]
    for row, hands in enumerate(batch.hands.tolist()):
        talk = twin.Talk(
            ring,
            module.seating(rules, 500 + row).sides,
            auction.bids,
            {name: getattr(auction, name) for name in names},
        )
        chances = {
            seat: twin.make_chances(names_of(hands[seat]), frames, auction.bids, weights, shift, TOTALS[game])
            for seat in auction.seats
        }
        right = twin.hold_auction(talk, chances, vars(numbers), 31, 500 + row)
        assert batch.auctions[row].calls == right
        if batch.trumps[row] >= 0 and game != "fifty-five" and variant != "kitty":
            hand = names_of(hands[talk.bidder])
            best = max(SUITS, key=lambda suit: estimate(hand, frames[suit], weights))
            assert SUITS[int(batch.trumps[row])] == best
    assert len({tuple(auction.calls) for auction in batch.auctions}) > 2


LINES = [
    "trace 200 --profile bold",
    "trace 200 --variant six-rotating",
    "trace 200 --variant bank --profile cautious",
    "trace 200 --variant five-shadow",
    "trace 200 --set bidding=single_round --set all_pass=dealer_must_bid --profile flat",
    "trace nahanni --policy random",
    "trace 55 --players 6 --profile flat",
]


@pytest.mark.parametrize("line", LINES)
def test_the_referee_finds_no_fault(call: Call, tmp_path: Path, line: str) -> None:
    path = tmp_path / "hands.jsonl"
    assert call(f"{line} --auction simulated --deals 0:120 -f jsonl -o {path}").code == 0
    done = call(f"check {path}")
    assert done.code == 0
    assert "120" in done.out + done.err
    whole = path.read_text("utf-8").splitlines()
    assert call(f"{line} --auction simulated --deals 50:60 -f jsonl").out.splitlines() == whole[50:60]


@pytest.mark.parametrize("game", ["two-hundred", "nahanni", "fifty-five"])
def test_hands_are_judged_by_the_fitted_model(game: str) -> None:
    """Seat by seat, each at its place from the left of the dealer."""
    module, rules = GAMES[game], find_rules(game)
    batch = play_hands(module, rules, 5, 0, 20, 1, ("rules", "rules"))
    found = hand_chances(module, rules, batch.hands, 1)
    model = model_of(module, rules)
    assert model is not None
    for seat in range(4):
        places = np.full(20, (seat - 2) % 4)
        assert (found[:, seat] == model.chances(batch.hands[:, seat], places)).all()
    plain = guess_chances(module, rules, batch.hands)
    gap = np.abs(found[:, :, :4] - plain).mean()
    assert 0.001 < gap < 0.2
