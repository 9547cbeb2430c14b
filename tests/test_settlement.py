"""Settlements over whole ranges of scores: what always holds, and that kernels, `barred` and `settle` agree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from types import ModuleType

import numpy as np
import pytest

from analyzer.odds import Question, answer
from sims.games import GAMES, find_rules
from sims.settlement import Outcome, Settlement
from sims.sheets import Rules
from sims.tables import IF_MADE, IF_SET, LEVEL, NEED_POINTS, NEED_TRICKS, TAKEN

RULES = [
    ("two-hundred", "base", {}),
    ("two-hundred", "base", {"hundred_for_200": "on", "must_bid_at_100": "off"}),
    ("two-hundred", "to-300", {}),
    ("nahanni", "base", {}),
    ("nahanni", "base", {"at_100": "no_points"}),
    ("nahanni", "base", {"in_the_hole": "on"}),
    ("nahanni", "base", {"in_the_hole": "on", "at_100": "no_points", "target": 150}),
]
SCORES = {
    "two-hundred": (-210, -200, -195, -5, 0, 5, 95, 100, 105, 150, 195),
    "nahanni": (-60, -5, 0, 5, 90, 95, 100, 115, 120, 145),
}


def outcomes(game: str, bid: int) -> Iterator[Outcome]:
    """Hands of two sides under a bid: every division of the points, with and without a bid of the others."""
    for side, other_bid in product((0, 1), (False, True)):
        sides = frozenset({0, 1} if other_bid else {side})
        if game == "two-hundred":
            for points in range(0, 101, 5):
                taken = (points, 100 - points) if side == 0 else (100 - points, points)
                yield Outcome(taken, side, bid, 5, 9, sides)
            continue
        for tricks, best in product(range(6), (0, 1)):  # best: who played the best trump
            points = 5 * tricks + 5 * (best == 0)
            taken = (points, 30 - points) if side == 0 else (30 - points, points)
            yield Outcome(taken, side, bid, tricks, 5, sides)


def all_hands(
    game: str, variant: str, switches: dict[str, str]
) -> Iterator[tuple[ModuleType, Rules, tuple[int, int], Outcome, Settlement]]:
    module, rules = GAMES[game], find_rules(game, variant, dict(switches))
    for bid in sorted({*module.bids(rules)[::5], module.bids(rules)[-1]}):
        for outcome in outcomes(game, bid):
            for scores in product(SCORES[game], repeat=2):
                yield module, rules, scores, outcome, module.settle(rules, scores, outcome)


@pytest.mark.parametrize(("game", "variant", "switches"), RULES)
def test_what_holds_of_every_settlement(game: str, variant: str, switches: dict[str, str]) -> None:
    seen = set()
    for module, rules, scores, outcome, settled in all_hands(game, variant, switches):
        side, other = outcome.side, 1 - outcome.side
        assert settled.scores == tuple(old + new for old, new in zip(scores, settled.delta, strict=True))
        assert settled.game_over == (settled.winner is not None)
        if settled.made:
            assert outcome.taken[side] >= outcome.bid or outcome.tricks == outcome.of
            assert settled.delta[side] >= outcome.bid
        else:
            assert settled.delta[side] == -outcome.bid
        barred = module.barred(rules, scores, other, outcome.bid_made_by)
        assert settled.delta[other] == (0 if barred else outcome.taken[other])
        if settled.winner is not None:
            target = rules.number("target")
            reached = settled.scores[settled.winner] >= target
            assert reached or (game == "two-hundred" and settled.scores[1 - settled.winner] <= -target)
            if settled.made and settled.scores[side] >= target:
                assert settled.winner == side
        seen |= {("made", settled.made), ("winner", settled.winner), ("barred", barred)}
    can_bar = switches.get("at_100") == "no_points" or (
        game == "two-hundred" and switches.get("must_bid_at_100") != "off"
    )
    assert seen == {
        *(("made", value) for value in (True, False)),
        *(("winner", value) for value in (None, 0, 1)),
        *(("barred", value) for value in {False, can_bar}),
    }


@pytest.mark.parametrize(("game", "variant", "switches"), RULES)
def test_the_sides_are_alike(game: str, variant: str, switches: dict[str, str]) -> None:
    for module, rules, scores, outcome, settled in all_hands(game, variant, switches):
        swapped = Outcome(
            outcome.taken[::-1], 1 - outcome.side, outcome.bid, outcome.tricks, outcome.of,
            frozenset(1 - side for side in outcome.bid_made_by),
        )  # fmt: skip
        mirror = module.settle(rules, scores[::-1], swapped)
        assert (mirror.made, mirror.delta, mirror.scores) == (
            settled.made, settled.delta[::-1], settled.scores[::-1]
        )  # fmt: skip
        assert mirror.winner == (None if settled.winner is None else 1 - settled.winner)


@pytest.mark.parametrize(("game", "variant", "switches"), RULES)
def test_the_ladder_of_the_kernels_pays_what_is_settled(
    game: str, variant: str, switches: dict[str, str]
) -> None:
    rules = find_rules(game, variant, dict(switches))
    ladder = GAMES[game].tables(rules).ladder
    assert ladder[:, LEVEL].tolist() == GAMES[game].bids(rules)
    for row in ladder.tolist():
        for outcome in outcomes(game, row[LEVEL]):
            settled = GAMES[game].settle(rules, (0, 0), outcome)
            made = outcome.taken[outcome.side] >= row[NEED_POINTS] and outcome.tricks >= row[NEED_TRICKS]
            assert made == settled.made
            paid = row[IF_MADE] if made else row[IF_SET]
            assert settled.delta[outcome.side] == (outcome.taken[outcome.side] if paid == TAKEN else paid)


HANDS = {
    "two-hundred": ("AS", "KS", "QS", "TS", "5S", "AH", "TH", "9D", "8C"),
    "nahanni": ("5S", "KS", "AH", "9D", "8C"),
}


@pytest.mark.parametrize("scores", [(0, 0), (120, 95), (0, 100), (-5, 110), (110, -5), (105, 105)])
@pytest.mark.parametrize(("game", "variant", "switches"), RULES)
def test_odds_at_a_score_leave_out_what_a_barred_side_takes(
    game: str, variant: str, switches: dict[str, str], scores: tuple[int, int]
) -> None:
    """The same deals at 0:0 and at a score: the difference is what the others took, if they are barred."""
    module, rules = GAMES[game], find_rules(game, variant, dict(switches))
    bid = module.bids(rules)[0]
    total = 100 if game == "two-hundred" else 30

    def ask(at: tuple[int, int]) -> tuple[int, int, int]:
        question = Question(
            module, rules, HANDS[game], ("S",), (bid,), 0, 3, "random", "random", seed=2, deals=200, scores=at
        )
        found = answer(question, threads=1)
        return int(found.made[0]), int(found.taken[0]), int(found.diff[0])

    free, here = ask((0, 0)), ask(scores)
    assert here[:2] == free[:2]
    if not barred_by_rule(game, switches, scores):
        assert here == free
    elif game == "two-hundred":
        assert here[2] == free[2] + 200 * total - here[1]
    else:  # 25 points in the rare hand without a trump
        assert 200 * (total - 1) - here[1] <= here[2] - free[2] <= 200 * total - here[1]


def barred_by_rule(game: str, switches: dict[str, str], scores: tuple[int, int]) -> bool:
    """Two Hundred 1.1.14: at 100 or more without a bid. Nahanni 16 with `no_points`, suspended by 17."""
    if game == "two-hundred":
        return scores[1] >= 100 and switches.get("must_bid_at_100") != "off"
    suspended = switches.get("in_the_hole") == "on" and scores[0] < 0
    return scores[1] >= 100 and switches.get("at_100") == "no_points" and not suspended


def test_every_side_of_a_table_of_three_scores_for_itself() -> None:
    rules = find_rules("two-hundred", "six-at-once")
    module = GAMES["two-hundred"]
    for side, bid in product(range(3), (50, 75, 100)):
        for taken in [(100, 0, 0), (50, 25, 25), (0, 35, 65), (75, 20, 5)]:
            settled = module.settle(rules, (0, 0, 0), Outcome(taken, side, bid, 4, 8, frozenset({side})))
            own = taken[side] if taken[side] >= bid else -bid
            right = [own if i == side else points for i, points in enumerate(taken)]
            assert list(settled.delta) == right
            assert np.array(settled.scores).tolist() == right
