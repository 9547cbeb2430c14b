"""The kernel that applies a hand to the scores does what `settle` of each game does, one hand at a time."""

from __future__ import annotations

import random

import numpy as np
import pytest

from analyzer.match.outcomes import new_rows
from analyzer.match.play_contracts import fill
from analyzer.match.rules import match_rules
from sims import matches as m
from sims.errors import Refused
from sims.games import GAMES, blackout, da_bai_fen, find_rules, one_hundred_one
from sims.settlement import Outcome
from sims.sheets import Rules

PAIRS = 3_000
CONTRACTS = [
    ("two-hundred", "base", {}),
    ("two-hundred", "base", {"must_bid_at_100": "off", "hundred_for_200": "on"}),
    ("two-hundred", "to-500", {}),
    ("two-hundred", "six-at-once", {}),
    ("two-hundred", "cut-throat", {}),
    ("nahanni", "base", {}),
    ("nahanni", "base", {"at_100": "no_points"}),
    ("nahanni", "base", {"in_the_hole": "on"}),
    ("nahanni", "base", {"in_the_hole": "on", "at_100": "no_points"}),
    ("fifty-five", "base", {"players": 2, "target": 55}),
    ("fifty-five", "base", {"players": 4}),
    ("fifty-five", "base", {"players": 5, "bidder_cap": "on"}),
    ("fifty-five", "base", {"players": 3, "who_wins": "bidder_only"}),
]


def in_forties(draw: random.Random, sides: int) -> tuple[list[int], list[int], int, int]:
    """Points by side, winners of the tricks, the trick of the best trump, tricks of side 0 in a hand of five."""
    winners = draw.choices(range(sides), k=5)
    best = draw.randrange(6)  # 5: no trump was played
    taken = [5 * winners.count(side) for side in range(sides)]
    if best < 5:
        taken[winners[best]] += 5
    return taken, winners, best, winners.count(0)


def some_hand(rules: Rules, draw: random.Random, sides: int) -> tuple[Outcome, list[int]]:
    """A hand at random, as `settle` takes it and as a line of `analyzer.match.play_contracts`."""
    side = draw.randrange(sides)
    bidders = {side} | {other for other in range(sides) if draw.random() < 0.3}
    bits = sum(1 << other for other in bidders)
    if rules.game == "two-hundred":
        cuts = sorted(5 * draw.randrange(21) for _ in range(sides - 1))
        taken = [high - low for low, high in zip([0, *cuts], [*cuts, 100], strict=True)]
        bid, tricks = 5 * draw.randrange(10, 21), draw.randrange(10)
        return Outcome(tuple(taken), side, bid, tricks, 9, frozenset(bidders)), [
            side,
            bid,
            tricks,
            bits,
            0,
            *taken,
        ]
    taken, winners, best, _ = in_forties(draw, sides)
    bid = draw.choice([20, 25, 30] if rules.game == "nahanni" else [10, 15, 20, 25, 60])
    course = tuple((winner, 10 if trick == best else 5) for trick, winner in enumerate(winners))
    packed = sum(winner << 4 * trick for trick, winner in enumerate(winners)) | best << 20
    tricks = winners.count(side)
    return (
        Outcome(tuple(taken), side, bid, tricks, 5, frozenset(bidders), course),
        [side, bid, tricks, bits, packed, *taken],
    )


def some_scores(rules: Rules, draw: random.Random, sides: int) -> tuple[int, ...]:
    """Scores at which the match goes on, near its ends as often as not."""
    target = rules.number("target")
    while True:
        low = draw.choice([-210, -60, 0, target - 60])
        scores = tuple(5 * draw.randrange(low // 5, target // 5 + 3) for _ in range(sides))
        try:
            GAMES[rules.game].check_scores(rules, scores)
        except Refused:
            continue
        return scores


@pytest.mark.parametrize(("game", "variant", "switches"), CONTRACTS)
def test_a_contract_is_settled_as_the_game_settles_it(
    game: str, variant: str, switches: dict[str, str | int]
) -> None:
    rules = find_rules(game, variant, switches)
    match, draw = match_rules(rules), random.Random(5)
    sides = int(match[m.SIDES])
    rows, scores = new_rows(PAIRS), np.zeros((PAIRS, sides), np.int64)
    settled = []
    for i in range(PAIRS):
        outcome, line = some_hand(rules, draw, sides)
        before = some_scores(rules, draw, sides)
        fill(rules, outcome.of, rows[i], line)
        scores[i] = before
        settled.append(GAMES[game].settle(rules, before, outcome))
    after, winners = np.zeros_like(scores), np.zeros(PAIRS, np.int64)
    m.settle_rows(match, rows, scores, np.arange(PAIRS), after, winners)
    assert after.tolist() == [list(each.scores) for each in settled]
    assert winners.tolist() == [0 if each.winner is None else 1 << each.winner for each in settled]
    assert 0.02 < np.mean(winners > 0) < 0.98


def settle_deltas(
    rules: Rules, scores: list[list[int]], deltas: list[list[int]]
) -> tuple[list[list[int]], list[int]]:
    rows = new_rows(len(deltas))
    rows[:, m.DELTA : m.DELTA + len(deltas[0])] = deltas
    before = np.array(scores, np.int64)
    after, winners = np.zeros_like(before), np.zeros(len(before), np.int64)
    m.settle_rows(match_rules(rules), rows, before, np.arange(len(rows)), after, winners)
    return after.tolist(), winners.tolist()


def test_blackout_ends_as_the_game_says() -> None:
    rules, draw = find_rules("blackout"), random.Random(6)
    scores = [[draw.randrange(-20, 100), draw.randrange(-20, 100)] for _ in range(PAIRS)]
    deltas = [[draw.choice([-10, 7, 13, 23, 40]) for _ in range(2)] for _ in range(PAIRS)]
    scores[0], deltas[0] = [90, 80], [13, 23]  # level above the target: another hand
    after, winners = settle_deltas(rules, scores, deltas)
    expected = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(scores, deltas, strict=True)]
    assert after == expected
    named = [blackout.match_winner(rules, each) for each in expected]
    assert winners == [0 if side is None else 1 << side for side in named]
    assert winners[0] == 0
    assert {0, 1, 2} == set(winners)


def test_levels_end_as_the_game_says() -> None:
    rules, draw = find_rules("da-bai-fen"), random.Random(7)
    scores, deltas, expected = [], [], []
    for _ in range(PAIRS):
        levels = (draw.randrange(13), draw.randrange(13))
        settled = da_bai_fen.settle(rules, levels, draw.randrange(4), 5 * draw.randrange(31))
        scores.append(list(levels))
        deltas.append(list(settled.change))
        expected.append((list(settled.levels), 0 if settled.winner is None else 1 << settled.winner))
    after, winners = settle_deltas(rules, scores, deltas)
    assert list(zip(after, winners, strict=True)) == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_101_ends_as_the_game_says(players: int) -> None:
    rules, draw = find_rules("one-hundred-one", None, {"players": players}), random.Random(8)
    deck = one_hundred_one.deck(rules)
    scores, deltas, expected = [], [], []
    for _ in range(PAIRS):
        before = [draw.choice([draw.randrange(-40, 101), draw.randrange(80, 101)]) for _ in range(players)]
        hands = [draw.sample(deck, draw.randrange(1, 7)) for _ in range(players)]
        out = draw.randrange(players)
        last = draw.choice(["QS", "QH", "AS", "8D"])
        settled = one_hundred_one.settle(rules, before, hands, out, last)
        scores.append(before)
        deltas.append(list(settled.delta))
        expected.append((list(settled.scores), sum(1 << seat for seat in settled.winners)))
    after, winners = settle_deltas(rules, scores, deltas)
    assert list(zip(after, winners, strict=True)) == expected
    assert any(0 in after[i] and 0 not in scores[i] for i in range(PAIRS))
