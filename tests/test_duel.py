"""Duels: who takes part in what, any threads give the same bytes, the better player is named, noise ranks nobody."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.duel import Duel, DuelAnswer, Sums, comparisons, play_duel
from analyzer.duel_report import duel_report, rows_of, sentence, verdict
from analyzer.duels import kind_of
from analyzer.duels.kind import Words
from reports.render import render
from sims.games import GAMES, find_rules
from tests.conftest import Call

SEED = 20_266


def duel_of(
    game: str = "two-hundred",
    variant: str | None = None,
    switches: dict[str, str | int] | None = None,
    *,
    players: Sequence[str] = ("random", "rules"),
    bids: Sequence[int] = (60,),
    against: str | None = None,
    dealer: int | None = None,
    deals: int = 30,
) -> Duel:
    """A duel; `bids` are for the games that have some."""
    module, rules = GAMES[game], find_rules(game, variant, dict(switches or {}))
    kind = kind_of(rules)
    seats = kind.table(module, rules).callers
    return Duel(
        module,
        rules,
        tuple(players),
        kind.goals(module, rules, ()) if kind.event else tuple(bids),
        against,
        seats[-1] if dealer is None else dealer,
        SEED,
        deals,
    )


# ------------------------------------------------------------------------------------- who takes part in what


def test_every_pair_bid_and_role_has_a_row() -> None:
    duel = duel_of(players=("random", "rules", "rollout:3"), bids=(50, 60), against="rules")
    rows = comparisons(duel)
    assert [(row.a, row.b) for row in rows[::6]] == [
        ("random", "rules"), ("random", "rollout:3"), ("rules", "rollout:3"),
    ]  # fmt: skip
    assert [(row.bid, row.role) for row in rows[:6]] == [
        (bid, role) for bid in (50, 60) for role in ("declarer", "defence", "both")
    ]
    assert [(row.first, row.second) for row in rows[6:9]] == [
        (("random", "rules"), ("rollout:3", "rules")),
        (("rules", "random"), ("rules", "rollout:3")),
        (("random", "rollout:3"), ("rollout:3", "random")),
    ]


def test_other_players_and_bids_do_not_move_a_row() -> None:
    """Nor does the kernel for searchers, which plays the third duel."""
    alone = rows_of(play_duel(duel_of(deals=60)))
    more = rows_of(play_duel(duel_of(bids=(50, 60, 70), deals=60)))
    third = rows_of(play_duel(duel_of(players=("random", "rules", "rollout:1"), deals=60)))
    assert more[3:6] == alone
    assert third[:3] == alone


def test_swapped_players_give_the_mirror_image() -> None:
    one = rows_of(play_duel(duel_of(players=("random", "rules"), against="rules", deals=200)))
    other = rows_of(play_duel(duel_of(players=("rules", "random"), against="rules", deals=200)))
    for row, mirrored in zip(one, other, strict=True):
        assert mirrored["diff_p_make"] == -row["diff_p_make"]
        assert mirrored["diff_score"] == -row["diff_score"]
        assert (mirrored["ci_low"], mirrored["ci_high"]) == (-row["ci_high"], -row["ci_low"])
        assert (row["p_a"], row["p_b"]) == (mirrored["p_b"], mirrored["p_a"])
        assert {row["verdict"], mirrored["verdict"]} == {"a", "b"}


@pytest.mark.parametrize(("game", "bid"), [("two-hundred", 60), ("nahanni", 20), ("fifty-five", 20)])
def test_rules_beats_random_on_both_sides_of_the_contract(game: str, bid: int) -> None:
    for players, best in ((("rules", "random"), "a"), (("random", "rules"), "b")):
        rows = rows_of(play_duel(duel_of(game, players=players, bids=(bid,), deals=800)))
        assert [row["verdict"] for row in rows] == [best] * 3
        declarer, defence, both = (row["diff_p_make"] * (1 if best == "a" else -1) for row in rows)
        assert declarer > 0 > defence
        assert both > 0


# --------------------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize(
    ("players", "deals"),
    [(("random", "rules"), 500), (("rules", "rollout:2", "random"), 12)],
    ids=["plain", "search"],
)
@pytest.mark.parametrize("game", ["two-hundred", "fifty-five"])
def test_same_bytes_for_any_threads_and_chunks(game: str, players: tuple[str, ...], deals: int) -> None:
    duel = duel_of(game, players=players, bids=(60,), deals=deals)
    ways = [(1, None), (2, None), (3, None), (3, 7), (2, deals - 1), (1, 10_000)]
    pages = {render(duel_report(play_duel(duel, threads=t, chunk=c)), "json") for t, c in ways}
    assert len(pages) == 1


def test_same_bytes_from_the_command_line(call: Call) -> None:
    line = "duel nahanni rules random -n 300 -f json --quiet"
    assert len({call(f"{line} --threads {threads}").out for threads in (1, 2, 3)} | {call(line).out}) == 1
    assert call(f"{line} --seed 2").out != call(line).out


def test_a_longer_duel_begins_with_the_shorter_one() -> None:
    short, long = (play_duel(duel_of(deals=n)).sums for n in (100, 150))
    assert all((one <= other).all() for one, other in zip(short[:4], long[:4], strict=True))


# ---------------------------------------------------------------------------------------------------- reports


KEYS = [
    "a", "b", "role", "bid", "deals", "p_a", "p_b", "only_a", "only_b", "diff_p_make", "ci_low", "ci_high",
    "diff_score", "diff_score_std_err", "verdict",
]  # fmt: skip


def test_json(call: Call) -> None:
    found = json.loads(
        call("duel 200 rules random --bid 60 --bid 90 -n 200 --seed moon --dealer 2 -f json").out
    )
    assert found["schema"] == "bidodds.duel/1"
    assert (found["game"], found["variant"], found["seed"]) == ("two-hundred", "base", "moon")
    assert found["switches"]["target"] == 200
    assert (found["players"], found["against"], found["dealer"]) == (["rules", "random"], "b", 2)
    assert (found["deals"], found["interval"], found["method"]) == (200, "tango-95", "sampled")
    assert {"rules_hash", "version"} <= set(found)
    assert [(row["bid"], row["role"]) for row in found["rows"]] == [
        (bid, role) for bid in ("60", "90") for role in ("declarer", "defence", "both")
    ]
    for row in found["rows"]:
        assert list(row) == KEYS
        assert row["deals"] == 200
        assert row["diff_p_make"] * 200 == pytest.approx(row["only_a"] - row["only_b"])
        assert -1 <= row["ci_low"] <= row["diff_p_make"] <= row["ci_high"] <= 1
        assert row["ci_low"] < row["ci_high"]
        decided = not row["ci_low"] <= 0 <= row["ci_high"]
        assert (row["verdict"] != "undecided") == decided
        if decided:
            assert row["verdict"] == ("a" if (row["diff_p_make"] > 0) != (row["role"] == "defence") else "b")


def test_usual_bids_and_dealers(call: Call) -> None:
    lines = ["200", "nahanni", "55", "200 --set min_bid=80"]
    pages = [json.loads(call(f"duel {line} rules random -n 1 -f json").out) for line in lines]
    assert [page["rows"][0]["bid"] for page in pages] == ["60", "20", "20", "80"]
    assert [page["dealer"] for page in pages] == [3, 3, 3, 3]
    assert pages[0]["rows"][0]["diff_score_std_err"] is None  # of one deal


def test_every_bid_of_the_ladder_is_allowed(call: Call) -> None:
    bids = GAMES["two-hundred"].bids(find_rules("two-hundred"))
    line = "duel 200 rules random -n 20 -f csv " + " ".join(f"--bid {bid}" for bid in bids)
    rows = list(csv.DictReader(io.StringIO(call(line).out)))
    assert [int(row["bid"]) for row in rows[::3]] == bids


@pytest.mark.parametrize("format", ["table", "md", "html", "tex", "csv"])
def test_every_format_names_the_better_player(call: Call, format: str) -> None:
    done = call(f"duel nahanni rules random -n 300 -f {format}")
    assert done.code == 0
    if format == "csv":
        assert [row["verdict"] for row in csv.DictReader(io.StringIO(done.out))] == ["a"] * 3
    else:
        assert "rules is better than random at 20" in " ".join(done.out.split())


def test_the_table_says_it_in_words(call: Call) -> None:
    out = call("duel nahanni rules random -n 300").out
    row = next(line for line in out.splitlines() if "defence" in line)
    assert row.split()[:4] == ["rules", "random", "defence", "20"]
    assert row.split()[-1] == "rules"
    assert "−" in row  # fewer contracts are made against the better defence
    assert "300 deals, tango-95 intervals" in out


def row_of(**changes: Any) -> dict[str, Any]:
    row = {
        "a": "rules", "b": "random", "role": "both", "bid": "60", "diff_p_make": 0.1, "ci_low": 0.05,
        "ci_high": 0.15, "diff_score": 20.0, "diff_score_std_err": 2.0,
    }  # fmt: skip
    row |= changes
    return row | {"verdict": verdict(row["role"], row["ci_low"], row["ci_high"])}


def test_sentences() -> None:
    assert sentence(row_of(), Words()) == (
        "rules is better than random at 60: with the sides swapped on the same deals it makes 10.0 percentage points "
        "more of the contracts (95 % interval 5.0 to 15.0, so not noise) and scores 20.0 ± 2.0 points more over the "
        "two hands of a deal"
    )
    other = sentence(row_of(diff_p_make=-0.1, ci_low=-0.15, ci_high=-0.05, diff_score=3.0), Words())
    assert other.startswith("random is better than rules at 60")
    assert "(95 % interval 5.0 to 15.0, so not noise)" in other
    assert "scores 3.0 ± 2.0 points fewer" in other
    noise = sentence(row_of(diff_p_make=0.01, ci_low=-0.02, ci_high=0.04, diff_score=3.0), Words())
    assert noise == (
        "rules and random at 60: noise decides. With the sides swapped on the same deals the difference is +1.0 "
        "percentage points of contracts made, and its 95 % interval, -2.0 to +4.0, holds 0"
    )
    points = sentence(row_of(diff_p_make=0.01, ci_low=-0.02, ci_high=0.04, diff_score=-8.0), Words())
    assert points.endswith(
        "the points tell them apart: random scores 8.0 ± 2.0 points more over the two hands of a deal"
    )


@pytest.mark.parametrize(
    ("role", "ends", "right"),
    [
        ("declarer", (0.01, 0.2), "a"),
        ("declarer", (-0.2, -0.01), "b"),
        ("defence", (0.01, 0.2), "b"),
        ("defence", (-0.2, -0.01), "a"),
        ("both", (0.01, 0.2), "a"),
        ("both", (-0.2, -0.01), "b"),
        ("both", (-0.01, 0.2), "undecided"),
        ("defence", (0.0, 0.2), "undecided"),
        ("declarer", (-0.2, 0.0), "undecided"),
    ],
)
def test_verdicts(role: str, ends: tuple[float, float], right: str) -> None:
    assert verdict(role, *ends) == right


def test_a_sample_without_a_difference_still_has_widths() -> None:
    """0 of 400 pairs: the interval ends at z^2 / (400 + z^2), and so many contracts at 60 weigh 2 * 60 each."""
    none = np.zeros(3, np.int64)
    duel = duel_of(deals=400)
    answer = DuelAnswer(duel, 400, Sums(none + 400, none + 400, none, none, none, none), complete=True)
    end = 3.841458820694124 / 403.841458820694124
    for row in rows_of(answer):
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((-end, end), rel=1e-12)
        assert row["verdict"] == "undecided"
        assert row["diff_score_std_err"] == pytest.approx(120 * end / 1.959963984540054, rel=1e-12)


def test_many_rows_carry_a_warning() -> None:
    few, many = (play_duel(duel_of(bids=bids, deals=20)) for bids in ((60,), (50, 60, 70, 80)))
    assert not any("by chance" in note for note in duel_report(few).notes)
    assert any("of 12 rows" in note and "by chance" in note for note in duel_report(many).notes)


# ----------------------------------------------------------------------------------------- refused, interrupted


@pytest.mark.parametrize(
    ("line", "code", "parts"),
    [
        ("duel", 2, ["missing argument 'GAME'"]),
        ("duel 200", 2, ["two players or more", "none"]),
        ("duel 200 rules", 2, ["two players or more", "'rules' alone"]),
        ("duel 200 rules rules", 3, ["'rules' is named twice"]),
        ("duel 200 rules random rules", 3, ["'rules' is named twice"]),
        ("duel 200 rollout:5 rollout:05", 3, ["'rollout:05' is named twice"]),
        ("duel 200 rules greedy", 3, ["'greedy'", "random, rules, rollout:N"]),
        ("duel 200 rules rnadom", 3, ["'rnadom'", "'random'"]),
        ("duel 200 rules rollout", 3, ["rollout:20"]),
        ("duel 200 rules random --against nobody", 3, ["'nobody'"]),
        ("duel 201 rules random", 3, ["'201'"]),
        (
            "duel 100-to-1 rules random",
            3,
            ["hundred-to-one has no duel", "skill", "blackout and one-hundred-one"],
        ),
        ("duel blackout rules pimc:5", 3, ["blackout has no player 'pimc:5'", "rollout:N"]),
        ("duel 25 rules random --bid 20", 3, ["twenty-five takes no --bid", "'most-tricks'"]),
        ("duel 101 rules random --against rules", 3, ["one-hundred-one takes no --against"]),
        ("duel dbf rules random --against nobody", 3, ["'nobody'"]),
        ("duel blackout rules random --dealer 4", 3, ["--dealer 4"]),
        ("duel 25 rules random --players 5 --set sides=pairs", 3, ["5 players cannot play in pairs"]),
        ("duel 200 rules random --bid 61", 3, ["'61' is not a bid of two-hundred", "60"]),
        ("duel nahanni rules random --bid 60", 3, ["20, 25, 30"]),
        ("duel 200 rules random --dealer 4", 3, ["--dealer 4"]),
        ("duel 200 rules random --variant five-shadow --dealer 4", 3, ["--dealer 4"]),
        ("duel 200 rules random -n 0", 2, ["-n takes a whole number", "'0'"]),
        ("duel 200 rules random --threads 0", 2, ["--threads"]),
        ("duel 200 rules random -f xml", 2, ["xml"]),
        ("duel 200 rules random --players 6", 3, ["takes no --players"]),
    ],
)
def test_refused_in_one_sentence(call: Call, line: str, code: int, parts: list[str]) -> None:
    done = call(line)
    assert (done.code, done.out) == (code, "")
    assert len(done.err.splitlines()) == 1
    assert all(part in done.err for part in parts), done.err


def test_ctrl_c_prints_what_was_played_and_marks_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    call("duel 200 rules random -n 1")  # compiled

    def press() -> None:
        time.sleep(1)
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.running.load_reports", press)
    done = call("duel 200 rules random -n 4000000 --threads 2 -f json")
    assert (done.code, done.talk[-1]) == (130, "bidodds: interrupted")
    found = json.loads(done.out)
    assert found["interrupted"] is True
    assert 0 < found["deals"] < 4_000_000
    assert {row["deals"] for row in found["rows"]} == {found["deals"]}
    table = call("duel 200 rules random -n 4000000 --threads 2")
    assert table.code == 130
    assert "INTERRUPTED" in table.out
    assert " of 4,000,000 deals were played" in table.out


def test_help_lists_the_command(call: Call) -> None:
    assert any(line.split()[:1] == ["duel"] for line in call("--help").out.splitlines())
    words = call("duel --help").out
    assert all(
        option in words for option in ("--bid", "--against", "--dealer", "--variant", "-n", "P1 P2 ...")
    )
