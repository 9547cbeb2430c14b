"""The calibration card: gaps between players without the noise of sampling, and the same card every time."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.calibration import Card, gap, ladder_of, made_by_hand, page
from sims.games import find_game
from sims.sheets import resolve


def card(game: str, bid: int, **changes: int) -> Card:
    module, values = find_game(game)
    counts = {"deals": 60, "hands": 6, "layouts": 20} | changes
    return Card(
        game=module,
        rules=resolve(module.SHEET, None, values),
        players=("random", "rules"),
        bids=(bid,),
        seed="test",
        **counts,
    )


@pytest.mark.parametrize(("shift", "spread"), [(0.0, 0.0), (0.1, 0.0), (0.0, 0.12), (-0.05, 0.08)])
def test_a_gap_is_free_of_sampling_noise(shift: float, spread: float) -> None:
    """P(make) of two players that differ by a normal amount from hand to hand: root mean square known."""
    rng = np.random.default_rng(5)
    hands, layouts = 4_000, 50
    chance = rng.uniform(0.35, 0.65, hands)
    other = chance + rng.normal(shift, spread, hands).clip(-0.3, 0.3)
    draws = rng.random((hands, layouts))
    found = gap((draws < other[:, None]).astype(np.int64), (draws < chance[:, None]).astype(np.int64))
    assert found.bias == pytest.approx(100 * shift, abs=4 * found.bias_error + 0.05)
    assert found.rms == pytest.approx(100 * float(np.hypot(shift, spread)), abs=1.0)


def test_equal_players_have_no_gap_although_their_samples_differ() -> None:
    rng = np.random.default_rng(6)
    made = rng.random((2, 3_000, 40)) < 0.6
    found = gap(made[0].astype(np.int64), made[1].astype(np.int64))
    assert abs(found.bias) < 4 * found.bias_error
    assert found.rms < 3.5  # the raw root mean square is 11; two standard errors of the square are 2.5


def test_the_card_is_the_same_on_any_number_of_threads() -> None:
    wanted = card("nahanni", 20)
    pages = {
        page(wanted, "command", ladder_of(wanted, threads), made_by_hand(wanted, threads))
        for threads in (1, 2, 3)
    }
    assert len(pages) == 1


def test_rules_enter_the_ladder_above_random() -> None:
    wanted = card("two-hundred", 60, deals=400)
    text = page(wanted, "command", ladder_of(wanted), made_by_hand(wanted))
    (row,) = (line for line in text.splitlines() if line.startswith("| rules | random |"))
    assert row.endswith("| yes |")


def test_hands_are_those_of_the_declarers() -> None:
    """A hand that the card asks about makes a low bid more often than a hand of anybody."""
    found = made_by_hand(card("nahanni", 20, hands=20, layouts=50))
    assert found["rules"].shape == (1, 20, 50)
    assert found["rules"].mean() > 0.5
