"""The tables that come with the program, and what always holds in a table."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.match import MatchTable
from analyzer.match.chances import SEED, usual_hands
from analyzer.match.outcomes import simulate_outcomes
from analyzer.match.rules import KINDS, levels_of, match_rules
from analyzer.match.solve import solve, state_of
from analyzer.match.store import read_shipped, shipped_file
from sims import matches as m
from sims.games import find_rules

SOLVED = [game for game in KINDS if game != "one-hundred-one"]
TWO_SIDES = ["two-hundred", "nahanni", "blackout", "da-bai-fen"]


def shipped(game: str) -> MatchTable:
    rules = find_rules(game)
    table = read_shipped(rules, "rules", SEED, usual_hands(rules, "rules"))
    assert table is not None
    return table


@pytest.mark.parametrize("game", KINDS)
def test_each_game_has_a_table_of_its_rules_in_force(game: str) -> None:
    table = shipped(game)
    assert table.rules.rules_hash == find_rules(game).rules_hash
    assert len(shipped_file(game).read_bytes()) < 1_500_000


@pytest.mark.parametrize("game", SOLVED)
def test_the_residual_is_below_a_billionth(game: str) -> None:
    table = shipped(game)
    assert 0 < table.residual < 1e-9
    assert table.residual <= table.bound < 1e-7


@pytest.mark.parametrize("game", TWO_SIDES)
def test_one_side_wins_what_the_other_loses(game: str) -> None:
    table = shipped(game)
    draw = np.random.default_rng(1)
    scores = draw.integers(0, table.match[m.TARGET] // table.match[m.STEP], (200, 2)) * table.match[m.STEP]
    dealing = draw.integers(0, 2, 200)
    ours = table.win(scores, dealing)
    swapped = table.win(scores[:, ::-1], 1 - dealing)
    assert ours == pytest.approx(swapped[:, ::-1])
    assert ours.sum(axis=1) == pytest.approx(np.ones(200))


@pytest.mark.parametrize("game", TWO_SIDES)
def test_more_points_are_never_worse(game: str) -> None:
    """Between the loss limit and the target, but for the step to 100 in Two Hundred: from there on a side that has not
    bid scores nothing as opponents, and who bids whatever the score feels it."""
    table = shipped(game)
    size = levels_of(table.match)
    scores = table.match[m.LOW] + table.match[m.STEP] * np.arange(size)
    on = (scores < table.match[m.TARGET]) & (scores > (table.match[m.LIMIT] or scores[0] - 1))
    assert table.values is not None
    wins = table.values[:, 0].reshape(size, size)[np.ix_(on, on)]
    steps = np.ones(len(wins) - 1, bool)
    if game == "two-hundred":
        steps = scores[on][1:] != 100
        assert np.diff(wins, axis=0)[~steps].min() > -0.05
    assert np.diff(wins, axis=0)[steps].min() > -1e-9
    assert np.diff(wins, axis=1)[:, steps].max() < 1e-9
    assert wins.min() < 0.2
    assert wins.max() > 0.9


def test_a_player_of_four_does_better_with_more_points() -> None:
    table = shipped("fifty-five")
    others = (20, 55, 90)
    for dealing in range(4):
        scores = np.array([[own, *others] for own in range(-20, 106, 5)])
        chances = table.win(scores, np.full(len(scores), dealing))
        assert np.diff(chances[:, 0]).min() >= 0
        assert chances.sum(axis=1) == pytest.approx(np.ones(len(scores)), abs=1e-3)


@pytest.mark.parametrize(("game", "deeper"), [("two-hundred", 200), ("nahanni", 100), ("blackout", 40)])
def test_a_deeper_floor_changes_nothing_visible(game: str, deeper: int) -> None:
    rules = find_rules(game)
    outcomes = simulate_outcomes(rules, "rules", 3, 2_000)
    scores = np.array([[0, 0], [-20, 60], [60, -20], [80, 40]])
    chances = []
    for more in (0, deeper):
        match = match_rules(rules, more)
        chances.append(solve(match, outcomes).values[state_of(match, scores), 0])
    assert np.abs(chances[0] - chances[1]).max() < 1e-4


def test_halves_of_the_hands_agree_within_the_error() -> None:
    rules, hands = find_rules("two-hundred"), 4_000
    scores, dealing = np.array([[0, 0], [120, 60], [60, 120], [150, 150]]), np.zeros(4, np.int64)
    found = []
    for seed in (11, 12):
        values = solve(match_rules(rules), simulate_outcomes(rules, "rules", seed, hands)).values
        table = MatchTable(rules, "rules", seed, hands, values)
        found.append(table.look_up(scores, dealing))
    (one, error), (other, _) = found
    assert (np.abs(one - other) < 4 * np.sqrt(2) * error).all()
    assert 0.005 < error.max() < 0.05
