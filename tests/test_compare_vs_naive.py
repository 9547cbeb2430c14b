"""Comparisons count the hands that the naive twins play under each value, and what `odds` counts of one hand."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from analyzer.compare import Compare, Comparison, play_compare
from analyzer.compare_report import rows_of
from analyzer.duel import Duel
from analyzer.duels import kind_of
from sims.games import find_game
from sims.sheets import Rules, resolve
from tests.conftest import Call
from tests.test_duel import SEED
from tests.test_duel_events_vs_naive import NAIVE as EVENTS
from tests.test_duel_vs_naive import NAIVE as CONTRACTS

WHO = ("rules", "random")  # the own side and the others
Played = tuple[bool, float]  # the goal reached, the score of the own side less the mean of the others'


def question(game: str, *vary: str, deals: int = 30, **changes: object) -> Compare:
    """A comparison with the usual answers to all else; settings: switches set for all values."""
    module, values = find_game(game)
    settings = {**values, **changes.pop("settings", {})}  # type: ignore[dict-item]
    variant = changes.pop("variant", None)
    rules = resolve(module.SHEET, variant, settings)  # type: ignore[arg-type]
    asked = {
        "bids": (), "hand": None, "trumps": (), "seat": None, "dealer": None, "policy": WHO[0], "defence": WHO[1],
        "seed": SEED,
    }  # fmt: skip
    return Compare(
        game=module, rules=rules, settings=settings, vary=vary, deals=deals, **{**asked, **changes}
    )  # type: ignore[arg-type]


def twin(asked: Compare, rules: Rules, goal: str) -> Callable[[int], Played]:
    """The hands of the naive twin under some rules."""
    kind = kind_of(rules)
    table = kind.table(asked.game, rules)
    dealer = table.callers[-1] if asked.dealer is None else asked.dealer
    if rules.game in CONTRACTS:
        return lambda index: CONTRACTS[rules.game](rules, index, WHO, int(goal), dealer)
    duel = Duel(asked.game, rules, WHO, (goal,), None, dealer, SEED, asked.deals)
    return lambda index: EVENTS[rules.game](duel, index, WHO)


CASES: list[tuple[str, str, dict[str, object]]] = [
    ("two-hundred", "hundred_for_200=off,on", {"bids": ("100",)}),
    ("two-hundred", "variant=base,kitty", {"bids": ("60", "80")}),
    ("two-hundred", "variant=base,cut-throat,six-rotating,two-handed", {}),
    ("two-hundred", "kitty_points=dead,defenders,contractor", {"variant": "kitty"}),
    ("nahanni", "plain_follow=free,follow_or_trump", {"bids": ("20", "30")}),
    ("nahanni", "plain_ace=high,one", {"settings": {"plain_follow": "follow_or_trump"}}),
    ("nahanni", "kitty=3,5,1", {"dealer": 1}),
    ("fifty-five", "lead=dealer_left,bidder_left", {}),
    ("fifty-five", "trump_named=after_kitty,before_kitty", {"settings": {"players": 3}}),
    ("fifty-five", "players=2,4,5", {}),
    ("da-bai-fen", "multi_lead=free,must_be_top", {"deals": 12}),
    ("da-bai-fen", "variant=base,table-b,as-translated", {"deals": 12}),
]


@pytest.mark.parametrize(("game", "vary", "changes"), CASES, ids=str)
def test_rows_count_the_hands_of_the_naive_twin(game: str, vary: str, changes: dict[str, object]) -> None:
    asked = question(game, vary, **changes)  # type: ignore[arg-type]
    answer = play_compare(asked, threads=2)
    for row, pair in zip(rows_of(answer), answer.comparison.pairs, strict=True):
        under = dict(zip(pair.change.values, pair.change.rules, strict=True))
        of_a, of_b = (
            [twin(asked, under[value], row["bid"])(index) for index in range(asked.deals)]
            for value in (pair.a, pair.b)
        )
        gains = np.array([y[1] - x[1] for x, y in zip(of_a, of_b, strict=True)])
        only_a = sum(x[0] and not y[0] for x, y in zip(of_a, of_b, strict=True))
        only_b = sum(y[0] and not x[0] for x, y in zip(of_a, of_b, strict=True))
        right = [np.mean([x[0] for x in of_a]), np.mean([y[0] for y in of_b]), only_a, only_b, gains.mean()]
        names = ["p_a", "p_b", "only_a", "only_b", "diff_score"]
        if only_a or only_b:  # else the error bounds what no deal shows
            right.append(gains.std(ddof=1) / len(gains) ** 0.5)
            names.append("diff_score_std_err")
        assert [row[name] for name in names] == pytest.approx(right, rel=1e-9, abs=1e-9), row
        assert row["diff"] == pytest.approx((only_b - only_a) / asked.deals)


@pytest.mark.parametrize(
    ("game", "vary", "settings"),
    [
        ("blackout", "lead_trump=only_if_no_other,after_broken", {}),
        ("blackout", "variant=mayes,as-translated", {}),
        ("twenty-five", "sides=singles,pairs", {}),
        ("twenty-five", "players=3,5", {}),
        ("twenty-five", "target=5,25", {"players": 2}),
        ("one-hundred-one", "queen_closes_nine=yes,no", {}),
        ("one-hundred-one", "players=2,4", {"reshuffle": "turn_over"}),
    ],
    ids=str,
)
def test_where_nobody_declares_the_eldest_hand_is_counted(
    game: str, vary: str, settings: dict[str, object]
) -> None:
    """The twins of `duel` let the sides take turns: in deal 0, and where the number of sides divides, it is side 0,
    which is the eldest hand's while the last seat deals."""
    asked = question(game, vary, settings=settings)
    comparison = Comparison(asked)
    for rules, source in zip(asked.changes[0].rules, comparison.sources, strict=True):
        sides = source.others + 1
        play = twin(asked, rules, source.goals[0].name)
        for index in range(0, 8 * sides, sides):
            made, score = source.deals(index, index + 1)
            assert (bool(made[0, 0]), score[0, 0] / source.others) == pytest.approx(play(index)), (
                rules.values,
                index,
            )


def test_another_dealer_moves_the_eldest_hand() -> None:
    """Dealer 0: seat 1 is eldest, on side 1, whose turn it is in odd deals."""
    asked = question("blackout", "lead_trump=only_if_no_other,after_broken", dealer=0)
    for rules, source in zip(asked.changes[0].rules, Comparison(asked).sources, strict=True):
        for index in (1, 3, 5, 7):
            made, score = source.deals(index, index + 1)
            assert (bool(made[0, 0]), score[0, 0]) == twin(asked, rules, "contract")(index)


# ------------------------------------------------------------------------------------------------- one hand

FIVE = "5H JH AH KS 2C"
HANDS = [
    ("nahanni", f"--hand '{FIVE}'", "plain_ace=high,one", "--bid 20 --bid 30", "bid"),
    ("200", "--hand 'AT95.AK.T8.9' --trump S --seat 2 --dealer 0", "variant=base,to-300", "--bid 70", "bid"),
    ("200", "--hand 'AT95.AK.T8.9' --trump S", "variant=base,kitty", "--bid 60", "bid"),
    ("55", f"--hand '{FIVE}'", "trump_named=after_kitty,before_kitty", "--bid 20 --trump H --trump C", "bid"),
    ("25", f"--hand '{FIVE}'", "sides=singles,pairs", "", "event"),
    (
        "blackout",
        "--hand 'S:AK94 H:KQ5 D:A843 C:72'",
        "lead_trump=only_if_no_other,after_broken",
        "--bid 3",
        "event",
    ),
    ("dbf", "--hand 'RJ S:AK972 H:K82 D:A5 C:9' --trump S", "beat_set=pairwise,uniform", "", "event"),
    ("101", "--hand 'AS AH QD 9H 8C'", "queen_closes_nine=yes,no", "", "event"),
    ("100-to-1", "", "reverse=best,safe", "", "event"),
]


@pytest.mark.parametrize(
    ("game", "hand", "vary", "bids", "goal"), HANDS, ids=[f"{h[0]} {h[2]}" for h in HANDS]
)
def test_a_hand_is_counted_as_odds_counts_it(
    call: Call, game: str, hand: str, vary: str, bids: str, goal: str
) -> None:
    found = json.loads(call(f"compare {game} {hand} {bids} --vary {vary} -n 60 -f json").out)
    switch, _, values = vary.partition("=")
    option = "--variant " if switch == "variant" else f"--set {switch}="
    share = "p_make" if goal == "bid" else "p"
    by_value = []
    for value in values.split(","):
        page = json.loads(call(f"odds {game} {hand} {bids} --fast {option}{value} -n 60 -f json").out)
        by_value.append({(row["trump"], row[goal]): row for row in page["rows"]})
    assert found["rows"]
    for row in found["rows"]:
        a, b = (rows[row.get("trump", ""), row["bid"]] for rows in by_value)
        assert (row["p_a"], row["p_b"]) == pytest.approx((a[share], b[share]))
        assert row["diff"] == pytest.approx(b[share] - a[share])
        assert row["only_b"] - row["only_a"] == round(60 * row["diff"])
        assert row["diff_score"] == pytest.approx(b["ev"] - a["ev"])
