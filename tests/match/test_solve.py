"""Value iteration on outcome tables made by hand, whose chances are known."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from analyzer.match.outcomes import Outcomes, grouped, merged, new_rows
from analyzer.match.play_contracts import fill
from analyzer.match.rules import match_rules
from analyzer.match.solve import solve, state_of
from sims import matches as m
from sims.games import find_rules, two_hundred
from sims.settlement import Outcome
from sims.sheets import Rules
from sims.tables import Int64Array


def table(rows: Int64Array) -> Outcomes:
    """Rows as the only set."""
    joined = grouped(merged(rows))
    return Outcomes(joined, np.array([0, len(joined)]), int(joined[:, m.COUNT].sum()))


def simple(counts: list[int], deltas: list[tuple[int, ...]], turns: list[int]) -> Outcomes:
    rows = new_rows(len(counts))
    rows[:, m.COUNT], rows[:, m.NEXT] = counts, turns
    rows[:, m.DELTA : m.DELTA + len(deltas[0])] = deltas
    return table(rows)


def chance(rules: Rules, outcomes: Outcomes, *scores: int) -> float:
    """Of the dealing side."""
    match = match_rules(rules)
    solution = solve(match, outcomes)
    assert solution.residual < 1e-9
    assert solution.bound < 1e-8
    return float(solution.values[state_of(match, np.array([scores])), 0][0])


def first_to(target: int) -> Rules:
    return find_rules("da-bai-fen", "as-translated", {"target_levels": target})


def test_the_toss_of_a_coin() -> None:
    coin = simple([1, 1], [(1, 0), (0, 1)], [1, 1])
    assert chance(first_to(3), coin, 0, 0) == pytest.approx(1 / 2)
    assert chance(first_to(3), coin, 1, 0) == pytest.approx(11 / 16)
    assert chance(first_to(3), coin, 2, 0) == pytest.approx(7 / 8)
    assert chance(first_to(3), coin, 1, 2) == pytest.approx(1 / 4)


def test_hands_that_are_dealt_again() -> None:
    """2 of 6 hands for the side that deals, 1 for the other; 1 goes on with the next dealer, 2 with the same:
    v = (2 + 1 (1 - v) + 2 v) / 6."""
    again = simple([2, 1, 1, 2], [(1, 0), (0, 1), (0, 0), (0, 0)], [1, 1, 1, 0])
    assert chance(first_to(1), again, 0, 0) == pytest.approx(3 / 5)


def test_the_hands_to_come_are_counted() -> None:
    again = simple([1, 3], [(1, 0), (0, 0)], [1, 1])
    values = solve(match_rules(first_to(1)), again).values
    assert values[0, 2] == pytest.approx(4)


def test_sides_swap_and_swap_back() -> None:
    """The side that deals always wins the hand, and the other deals next: first to 2 is the first to deal."""
    turns = simple([1], [(1, 0)], [1])
    assert chance(first_to(2), turns, 0, 0) == pytest.approx(1)
    assert chance(first_to(2), turns, 0, 1) == pytest.approx(0)


def two_hundred_by_hand(rules: Rules, hands: list[tuple[int, Outcome]]) -> dict[tuple[int, int, int], float]:
    """Chances of the dealing side by iteration with the game's own `settle` on all states that can be reached, both
    sides written out: the state is the score of North-South, of East-West, and who deals."""
    total = sum(count for count, _ in hands)
    moves: dict[tuple[int, int, int], list[tuple[float, int | tuple[int, int, int]]]] = {}
    waiting = [(0, 0, 0)]
    while waiting:
        state = waiting.pop()
        if state in moves:
            continue
        moves[state] = []
        for number, hand in hands:
            dealer = state[2]
            turned = Outcome(
                hand.taken if dealer == 0 else hand.taken[::-1],
                hand.side if dealer == 0 else 1 - hand.side,
                hand.bid,
                hand.tricks,
                hand.of,
                frozenset(side if dealer == 0 else 1 - side for side in hand.bid_made_by),
            )
            settled = two_hundred.settle(rules, state[:2], turned)
            after = (*settled.scores, 1 - dealer)
            moves[state].append((number / total, after if settled.winner is None else settled.winner))
            if settled.winner is None:
                waiting.append(after)
    wins = dict.fromkeys(moves, 0.5)  # of North-South
    for _ in range(80):
        for state, ways in moves.items():
            wins[state] = sum(p * ((1 - to) if isinstance(to, int) else wins[to]) for p, to in ways)
    return {state: win if state[2] == 0 else 1 - win for state, win in wins.items()}


def test_two_hundred_with_both_sides_written_out() -> None:
    rules = find_rules("two-hundred")
    both, alone = frozenset({0, 1}), frozenset({0})
    hands = [
        (5, Outcome((60, 40), 0, 60, 5, 9, alone)),
        (3, Outcome((40, 60), 0, 50, 4, 9, both)),
        (4, Outcome((20, 80), 1, 60, 2, 9, frozenset({1}))),
        (2, Outcome((100, 0), 1, 100, 9, 9, both)),
    ]
    rows = new_rows(len(hands))
    for row, (number, hand) in zip(rows, hands, strict=True):
        bits = sum(1 << side for side in hand.bid_made_by)
        fill(rules, hand.of, row, [hand.side, hand.bid, hand.tricks, bits, 0, *hand.taken])
        row[m.COUNT] = number
    match = match_rules(rules)
    values = solve(match, table(rows)).values
    expected = two_hundred_by_hand(rules, hands)
    in_grid = {state: win for state, win in expected.items() if min(state[:2]) >= -300}
    assert len(in_grid) > 300
    for (north, east, dealer), win in in_grid.items():
        scores = (north, east) if dealer == 0 else (east, north)
        mine = values[state_of(match, np.array([scores])), 0][0]
        assert mine == pytest.approx(win, abs=1e-6), (north, east, dealer)


def test_three_players_alike_in_the_same_place() -> None:
    """With hands in which each place wins as often, equal scores mean equal chances, and a lead is worth the same
    wherever one sits."""
    rules = find_rules("fifty-five", None, {"players": 3, "target": 55})
    rows = new_rows(3)
    for place in range(3):
        rows[place, m.SIDE], rows[place, m.MADE] = place, 1
        rows[place, m.COURSE] = sum(place << 4 * trick for trick in range(5)) | 5 << 20
        rows[place, m.DELTA + place] = 25
    match = match_rules(rules)
    values = solve(match, table(rows)).values
    for scores in product((0, 25, 50), repeat=3):
        chances = values[state_of(match, np.array([scores]))][0, :3]
        assert chances.sum() == pytest.approx(1)
        turned = values[state_of(match, np.array([scores[1:] + scores[:1]]))][0, :3]
        assert chances.tolist() == pytest.approx(np.roll(turned, 1).tolist())
    assert values[state_of(match, np.array([[50, 50, 50]]))][0, :3].tolist() == pytest.approx([1 / 3] * 3)


def test_who_was_there_first_decides() -> None:
    """One hand for all: player 1 wins the first trick, player 0 the others; both at 50 are at 55 after it."""
    rules = find_rules("fifty-five", None, {"players": 2, "target": 55})
    rows = new_rows(1)
    rows[0, m.SIDE], rows[0, m.MADE] = 0, 1
    rows[0, m.COURSE] = 1 | 5 << 20
    rows[0, m.DELTA : m.DELTA + 2] = 20, 5
    assert chance(rules, table(rows), 50, 50) == 0
    assert chance(rules, table(rows), 50, 45) == 1


def test_sampled_matches_agree_with_the_iteration() -> None:
    coin = simple([2, 1, 1], [(1, 0), (0, 1), (0, 0)], [1, 1, 0])
    match, n = match_rules(first_to(3)), 40_000
    values = solve(match, coin).values
    for scores in ((0, 0), (2, 1), (0, 2)):
        won, hands = np.zeros(2), np.zeros(1, np.int64)
        upto = np.cumsum(coin.rows[:, m.COUNT])
        m.play_matches(np.uint64(9), 0, n, match, coin.rows, upto, np.array(scores), won, hands)
        exact = values[state_of(match, np.array([scores]))][0]
        assert won.sum() == n
        assert won[0] / n == pytest.approx(exact[0], abs=4.5 * np.sqrt(0.25 / n))
        assert hands[0] / n == pytest.approx(exact[2], rel=0.05)


def test_rows_alike_are_one() -> None:
    rows = new_rows(5)
    rows[:, m.DELTA] = [5, 10, 5, 5, 10]
    rows[:, m.COURSE] = [1, 0, 2, 1, 0]
    joined = grouped(merged(rows))
    assert joined[:, m.COUNT].tolist() == [2, 1, 2]
    assert joined[:, m.GROUP_COUNT].tolist() == [3, 3, 2]
    assert joined[:, m.GROUP_END].tolist() == [2, 2, 3]
