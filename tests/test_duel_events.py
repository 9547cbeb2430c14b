"""Duels in the games without bids: who sits where, nothing between equals, the mirror image, the better player."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer.duel import Duel, DuelAnswer, Sums, comparisons, play_duel
from analyzer.duel_report import duel_report, rows_of, sentence, verdict
from analyzer.duels import KINDS, kind_of
from analyzer.faces import FACES
from reports.render import render
from sims.games import GAMES
from tests.conftest import Call
from tests.test_duel import KEYS, duel_of

EVENTS = {
    "blackout": "contract",
    "twenty-five": "most-tricks",
    "da-bai-fen": "opponents-0-35",
    "one-hundred-one": "out-first",
}
DECLARING = ("da-bai-fen",)
SEARCHED = [game for game in EVENTS if getattr(GAMES[game], "SEARCHED", ())]
TABLES: list[tuple[str, str | None, dict[str, str | int]]] = [
    ("blackout", None, {}),
    ("blackout", "as-translated", {"lead_trump": "after_broken"}),
    ("twenty-five", None, {}),
    ("twenty-five", None, {"players": 2}),
    ("twenty-five", None, {"players": 9, "sides": "threes", "target": 10}),
    ("twenty-five", None, {"players": 6, "sides": "pairs"}),
    ("da-bai-fen", None, {}),
    ("da-bai-fen", "table-b", {"first_declarer": "lot"}),
    ("da-bai-fen", "two-ranks", {}),
    ("da-bai-fen", "as-translated", {}),
    ("one-hundred-one", None, {}),
    ("one-hundred-one", None, {"players": 2, "reshuffle": "turn_over"}),
    ("one-hundred-one", None, {"players": 4}),
]


def itself(duel: Duel, player: str) -> Duel:
    """A duel of a player with itself, which the command line refuses."""
    return replace(duel, players=(player, player))


# ------------------------------------------------------------------------------------- who takes part in what


def test_every_game_has_a_duel_but_the_quiz() -> None:
    assert {game for game, face in FACES.items() if face not in KINDS} == {"hundred-to-one"}


@pytest.mark.parametrize("game", EVENTS)
def test_every_pair_has_a_row_of_each_role(game: str) -> None:
    rows = comparisons(duel_of(game, players=("random", "rules", "rollout:3")))
    roles = ["declarer", "defence", "both"] if game in DECLARING else ["both"]
    assert [(row.a, row.b, row.role, row.bid) for row in rows] == [
        (a, b, role, EVENTS[game])
        for a, b in (("random", "rules"), ("random", "rollout:3"), ("rules", "rollout:3"))
        for role in roles
    ]
    assert all(
        (row.first, row.second) == ((row.a, row.b), (row.b, row.a)) for row in rows if row.role == "both"
    )


# ------------------------------------------------------------------------------------- equals, and mirror images


@pytest.mark.parametrize("player", ["random", "rules"])
@pytest.mark.parametrize(("game", "variant", "switches"), TABLES, ids=str)
def test_a_player_draws_with_itself(
    game: str, variant: str | None, switches: dict[str, str | int], player: str
) -> None:
    """In every deal, so that the sums of the squares are 0 too; yet the event happens in some deals."""
    sums = play_duel(itself(duel_of(game, variant, switches, deals=60), player)).sums
    assert not any(part.any() for part in sums[2:])
    assert ((0 < sums.made_a) & (sums.made_a < 60)).all() or player == "rules"


@pytest.mark.parametrize("game", SEARCHED)
def test_a_searcher_draws_with_itself(game: str) -> None:
    sums = play_duel(itself(duel_of(game, deals=8), "rollout:2")).sums
    assert not any(part.any() for part in sums[2:])


@pytest.mark.parametrize(("game", "variant", "switches"), TABLES, ids=str)
def test_swapped_players_give_the_mirror_image(
    game: str, variant: str | None, switches: dict[str, str | int]
) -> None:
    against = "rules" if game in DECLARING else None
    one, other = (
        rows_of(play_duel(duel_of(game, variant, switches, players=players, against=against, deals=120)))
        for players in (("random", "rules"), ("rules", "random"))
    )
    for row, mirrored in zip(one, other, strict=True):
        assert row["diff_score"] != 0
        for name in ("diff_p_make", "diff_score"):
            assert mirrored[name] == -row[name]
        assert (mirrored["ci_low"], mirrored["ci_high"]) == (-row["ci_high"], -row["ci_low"])
        assert (mirrored["p_a"], mirrored["p_b"]) == (row["p_b"], row["p_a"])
        assert mirrored["diff_score_std_err"] == row["diff_score_std_err"]


@pytest.mark.parametrize(("game", "variant", "switches"), TABLES, ids=str)
def test_rules_beats_random(game: str, variant: str | None, switches: dict[str, str | int]) -> None:
    for row in rows_of(play_duel(duel_of(game, variant, switches, players=("rules", "random"), deals=600))):
        assert row["verdict"] == "a", row
        sign = -1 if row["role"] == "defence" else 1
        assert sign * row["diff_score"] > 5 * row["diff_score_std_err"], row


def test_the_own_side_takes_turns() -> None:
    """Where all but one seat play alike, deal d is played by seat d modulo 3 in 101: each seat has its third."""
    duel = duel_of("one-hundred-one", players=("rules", "random"), deals=3)
    kind = kind_of(duel.rules)(duel)
    alike = kind.deals(0, 300, [("random", "random")]).made[:, 0, 0]
    total = sum(int(alike[seat::3].sum()) for seat in range(3))
    assert 60 < total < 140  # one of three seats is out first: 100 of 300, standard error 8
    assert all(int(alike[seat::3].sum()) > 10 for seat in range(3))


# --------------------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("game", EVENTS)
def test_same_bytes_for_any_threads_and_chunks(game: str) -> None:
    duel = duel_of(game, deals=130)
    ways = [(1, None), (2, None), (3, 7), (2, 129), (1, 10_000)]
    assert len({render(duel_report(play_duel(duel, threads=t, chunk=c)), "json") for t, c in ways}) == 1


@pytest.mark.parametrize("game", SEARCHED)
def test_searchers_give_the_same_bytes_and_leave_other_rows_alone(game: str) -> None:
    duel = duel_of(game, players=("random", "rules", "rollout:2"), deals=9)
    pages = [rows_of(play_duel(duel, threads=t, chunk=c)) for t, c in ((1, None), (2, 2), (3, 9))]
    assert pages[0] == pages[1] == pages[2]
    alone = rows_of(play_duel(replace(duel, players=("random", "rules"))))
    assert pages[0][: len(alone)] == alone


# ---------------------------------------------------------------------------------------------------- reports


@pytest.mark.parametrize("game", EVENTS)
def test_json_has_the_rows_of_the_other_games(call: Call, game: str) -> None:
    found = json.loads(call(f"duel {game} rules random -n 90 --seed moon --dealer 1 -f json").out)
    assert (found["schema"], found["game"]) == ("bidodds.duel/1", game)
    assert (found["players"], found["dealer"], found["deals"]) == (["rules", "random"], 1, 90)
    assert (found["interval"], found["method"]) == ("tango-95", "sampled")
    assert [row["role"] for row in found["rows"]][-1] == "both"
    for row in found["rows"]:
        assert list(row) == KEYS
        assert row["bid"] == EVENTS[game]
        assert row["diff_p_make"] * 90 == pytest.approx(row["only_a"] - row["only_b"])
        assert row["verdict"] == verdict(row["role"], row["ci_low"], row["ci_high"])


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        (
            "blackout",
            ["percentage points more of its contracts", "over the two hands of a deal", "less that of"],
        ),
        ("twenty-five", ["wins most tricks", "in the same seats", "less the mean of the others'"]),
        ("da-bai-fen", ["holds the opponents under 40", "levels more", "b plays the declaring side"]),
        ("one-hundred-one", ["goes out first", "saves", "the mean of the others' points"]),
    ],
)
def test_the_table_says_it_in_words(call: Call, game: str, parts: list[str]) -> None:
    out = call(f"duel {game} rules random -n 400").out
    words = " ".join(out.split())
    assert "rules is better than random: " in words
    assert all(part in words for part in parts), words
    assert out.splitlines()[2].split()[:4] == ["a", "b", "role", "event"]
    assert "P a" in out.splitlines()[2]


def test_levels_and_noise_in_words() -> None:
    words = kind_of(duel_of("da-bai-fen").rules).words
    row: dict[str, Any] = {
        "a": "rules", "b": "rollout:20", "role": "both", "bid": "opponents-0-35", "diff_p_make": 0.01,
        "ci_low": -0.02, "ci_high": 0.04, "diff_score": -0.25, "diff_score_std_err": 0.05, "verdict": "undecided",
    }  # fmt: skip
    assert sentence(row, words) == (
        "rules and rollout:20: noise decides. With the sides swapped on the same deals the difference is +1.0 "
        "percentage points of hands with the opponents held under 40, and its 95 % interval, -2.0 to +4.0, holds 0; "
        "the levels tell them apart: rollout:20 gains 0.25 ± 0.05 levels more over the two hands of a deal"
    )


@pytest.mark.parametrize(
    ("game", "swing", "others"),
    [("blackout", 50, 1), ("twenty-five", 50, 3), ("da-bai-fen", 4, 1), ("one-hundred-one", 101, 2)],
)
def test_a_sample_without_a_difference_still_has_widths(game: str, swing: int, others: int) -> None:
    """0 of 400 pairs: the interval ends at z^2 / (400 + z^2), and so many events weigh the swing of a score."""
    duel = duel_of(game, deals=400)
    none = np.zeros(len(comparisons(duel)), np.int64)
    answer = DuelAnswer(duel, 400, Sums(none, none, none, none, none + 40 * others, none), complete=True)
    end = 3.841458820694124 / 403.841458820694124
    for row in rows_of(answer):
        assert row["diff_score"] == pytest.approx(0.1)
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((-end, end), rel=1e-12)
        assert row["diff_score_std_err"] == pytest.approx(swing * end / 1.959963984540054, rel=1e-12)


def test_usual_numbers_of_deals(call: Call) -> None:
    assert json.loads(call("duel 25 rules random -f json").out)["deals"] == 1000
    assert json.loads(call("duel 25 rules rollout:1 -f json").out)["deals"] == 400
    assert json.loads(call("duel nahanni rules random --against rollout:1 -f json").out)["deals"] == 400
