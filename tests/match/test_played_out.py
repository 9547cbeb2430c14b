"""The tables foretell matches that are played out with fresh hands."""

from __future__ import annotations

import numpy as np
import pytest

from sims.games import find_rules
from tests.match.playing import fresh_hands, play_matches
from tests.match.test_tables import shipped

STATES = {  # the scores of the side that deals first
    "two-hundred": [(0, 0), (100, 0), (0, 100), (120, 100), (100, 120), (195, 195),
        (-150, 40), (150, 150), (-50, -80), (195, 20)],
    "nahanni": [(0, 0), (60, 20), (20, 60), (100, 100), (100, 60), (95, 100),
        (115, -40), (-60, 30), (80, 80), (125, 115)],
    "fifty-five": [
        (0, 0, 0, 0), (40, 20, 60, 0), (100, 100, 0, 50), (100, 100, 100, 100), (90, 95, 85, 80),
        (-30, 10, 40, 70), (105, 60, 60, 60), (0, 105, 30, 30), (50, 50, 105, 105), (70, 0, 0, 0),
    ],
    "blackout": [(0, 0), (50, 20), (20, 50), (90, 90), (95, 60), (-20, 30), (70, 80), (99, 99), (10, 90), (40, 40)],
    "one-hundred-one": [
        (0, 0, 0), (50, 20, 80), (100, 0, 0), (90, 90, 90), (0, 95, 40), (-20, 60, 60), (80, 10, 100),
        (30, 30, 30), (99, 98, 97), (60, 0, 30),
    ],
}  # fmt: skip


def check(game: str, matches: int) -> None:
    """Matches won from each of ten states within four standard errors of what the table says."""
    rules, table = find_rules(game), shipped(game)
    scores = np.array(STATES[game])
    chances, errors = table.look_up(scores, np.zeros(len(scores), np.int64))
    hands = fresh_hands(rules, 20_260)
    for state, p, error in zip(STATES[game], chances[:, 0], errors[:, 0], strict=True):
        result = play_matches(hands, state, matches)
        spread = np.sqrt(p * (1 - p) / matches + error**2)
        assert abs(result.won / matches - p) < 4 * spread + 1 / matches, (state, p, result)


@pytest.mark.parametrize("game", ["two-hundred", "nahanni"])
def test_two_thousand_matches(game: str) -> None:
    check(game, 200)


@pytest.mark.full
@pytest.mark.parametrize("game", STATES)
def test_twenty_thousand_matches(game: str) -> None:
    check(game, 2_000)
