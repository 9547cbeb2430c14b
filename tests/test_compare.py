"""`compare`: what is varied, what the rows say of sums made by hand, and the command line."""

from __future__ import annotations

import csv
import io
import json
import time
from dataclasses import replace

import numpy as np
import pytest

from analyzer.compare import CompareAnswer, Comparison, Sums, play_compare
from analyzer.compare_report import compare_report, rows_of, sentence
from analyzer.duels.contracts import Kind, contracts_of
from analyzer.outcomes import Contracts
from analyzer.varying import changes_of
from reports.render import render
from sims import blocks
from sims.games import GAMES
from tests.conftest import Call
from tests.test_compare_vs_naive import question

KEYS = [
    "switch", "a", "b", "bid", "deals", "p_a", "p_b", "diff", "ci_low", "ci_high", "only_a", "only_b", "diff_score",
    "diff_score_std_err",
]  # fmt: skip
EVERY_GAME = {
    "two-hundred": "kitty_points=dead,defenders --variant kitty",
    "nahanni": "plain_follow=free,follow_or_trump",
    "twenty-five": "players=3,4",
    "fifty-five": "lead=dealer_left,bidder_left",
    "blackout": "score=exact10,made10plus",
    "da-bai-fen": "table=a,b",
    "one-hundred-one": "first_card_effects=on,off",
    "hundred-to-one": "big_first=1,2 --set big_second=3",
}

# ---------------------------------------------------------------------------------------------- what is varied


def test_other_switches_stay_as_they_were_set() -> None:
    sheet = GAMES["two-hundred"].SHEET
    one, other = changes_of(
        sheet, "kitty", {"target": "250"}, ["hundred_for_200=on,off", "variant=base,to-300"]
    )
    assert (one.switch, one.values) == ("hundred_for_200", ("on", "off"))
    assert [(rules.variant, rules.values["target"]) for rules in one.rules] == [("kitty", 250)] * 2
    assert [rules.values["hundred_for_200"] for rules in one.rules] == ["on", "off"]
    assert [rules.variant for rules in other.rules] == ["base", "to-300"]
    assert [rules.values["target"] for rules in other.rules] == [250, 250]  # set, so no variant's own
    assert [rules.values["min_bid"] for rules in other.rules] == [50, 60]


def test_every_value_is_held_against_the_first_and_every_change_by_itself() -> None:
    comparison = Comparison(question("nahanni", "kitty=3, 1,5", "plain_ace=one,high", bids=("20", "30")))
    assert [(pair.change.switch, pair.a, pair.b, pair.goal.name) for pair in comparison.pairs] == [
        ("kitty", "3", "1", "20"), ("kitty", "3", "1", "30"), ("kitty", "3", "5", "20"), ("kitty", "3", "5", "30"),
        ("plain_ace", "one", "high", "20"), ("plain_ace", "one", "high", "30"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "vary", "bid"),
    [("200", "variant=base,to-300", "60"), ("200", "min_bid=50,80", "80"), ("nahanni", "kitty=3,5", "20")],
)
def test_the_usual_bid_or_the_lowest_that_all_have(game: str, vary: str, bid: str) -> None:
    assert {pair.goal.name for pair in Comparison(question(game, vary)).pairs} == {bid}


@pytest.mark.parametrize(
    ("game", "vary", "more", "idle"),
    [
        ("two-hundred", "target=200,300", {}, True),
        ("two-hundred", "loss_limit=-200,-300", {}, True),
        ("two-hundred", "min_bid=50,55", {}, True),
        ("two-hundred", "variant=base,to-500", {}, False),  # whose rules player reckons a hand a little lower
        ("two-hundred", "variant=base,six-rotating", {}, False),
        ("two-hundred", "variant=six-at-once,bank", {}, True),
        ("two-hundred", "hundred_for_200=off,on", {}, True),
        ("two-hundred", "hundred_for_200=off,on", {"bids": ("100",)}, False),
        ("two-hundred", "hundred_for_200=off,on", {"bids": ("60", "100")}, True),  # the first row
        ("two-hundred", "kitty_points=dead,defenders", {}, True),
        ("two-hundred", "kitty_points=dead,defenders", {"variant": "kitty"}, False),
        ("two-hundred", "two_player=draw_stock,dead_stock", {}, True),
        ("two-hundred", "two_player=draw_stock,dead_stock", {"variant": "two-handed"}, False),
        ("nahanni", "in_the_hole=off,on", {}, True),
        ("nahanni", "plain_ace=high,one", {}, False),
        ("nahanni", "kitty=3,4", {}, False),
        ("fifty-five", "who_wins=anyone,bidder_only", {}, True),
        ("fifty-five", "bidder_cap=off,on", {}, False),
        ("fifty-five", "lead=dealer_left,bidder_right", {}, False),
        ("twenty-five", "double_stake=off,on", {}, True),
        ("twenty-five", "target=5,25", {}, False),
        ("twenty-five", "sides=singles,pairs", {}, False),
        ("blackout", "target=100,200", {}, True),
        ("blackout", "set=by_score,-20", {}, False),
        ("blackout", "variant=mayes,as-translated", {}, False),
        ("da-bai-fen", "target_levels=13,26", {}, True),
        ("da-bai-fen", "talon=double,never", {"variant": "as-translated"}, True),
        ("da-bai-fen", "table=a,b", {}, False),
        ("da-bai-fen", "first_declarer=exposer,lot", {}, False),
        ("one-hundred-one", "over_101=game_ends,drops_out", {}, True),
        ("one-hundred-one", "players=2,3", {}, False),
        ("hundred-to-one", "big_first=1,3", {"policy": "rules", "defence": "rules"}, False),
    ],
    ids=str,
)
def test_what_no_hand_depends_on_is_known(game: str, vary: str, more: dict[str, object], idle: bool) -> None:
    """And where it is said, the hands are the same."""
    comparison = Comparison(question(game, vary, **more))  # type: ignore[arg-type]
    assert comparison.idle(comparison.pairs[0]) == idle
    if idle:
        one, other = (source.deals(0, 12) for source in comparison.sources)
        assert (one.made[:, 0] == other.made[:, 0]).all()
        assert (one.score[:, 0] == other.score[:, 0]).all()


def test_one_declarer_and_suit_where_the_hands_are_the_same() -> None:
    """The estimates are those under the first value: others, made up here, decide only if they are the first's."""
    first, same, other = (
        source.kind
        for source in Comparison(question("two-hundred", "variant=base,to-300,kitty")).sources
        if isinstance(source, Contracts)
    )
    assert isinstance(first, Kind)
    assert isinstance(same, Kind)
    assert isinstance(other, Kind)
    own = contracts_of(same.block, same.seed, 0, 50, (0, 1, 2, 3))
    first.block[blocks.CARD_VALUE : blocks.CARD_VALUE + 32] *= -1
    shared = contracts_of(same.block, same.seed, 0, 50, (0, 1, 2, 3), same.estimates)
    assert (shared.declarers != own.declarers).any()
    assert (shared.declarers == contracts_of(first.block, first.seed, 0, 50, (0, 1, 2, 3)).declarers).all()
    assert other.estimates is other.block  # forty cards


# ------------------------------------------------------------------------------------------------ sums by hand


def answer(*columns: int, deals: int = 400, vary: str = "plain_ace=high,one") -> CompareAnswer:
    comparison = Comparison(question("nahanni", vary, deals=deals))
    return CompareAnswer(comparison, deals, Sums(*(np.array([number], np.int64) for number in columns)))


def test_differences_of_made_up_sums() -> None:
    """240 and 200 of 400, 10 under one alone and 50 under the other: McNemar's statistic is (50 - 10)^2 / 60."""
    (row,) = rows_of(answer(200, 240, 10, 50, 800, 40_000))
    assert (row["p_a"], row["p_b"], row["diff"]) == (0.5, 0.6, pytest.approx(0.1))
    assert 0 < row["ci_low"] < 0.1 < row["ci_high"]
    half = 1.96 * (60 - 1600 / 400) ** 0.5 / 400  # Wald's
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.1 - half, 0.1 + half), abs=0.004)
    assert row["diff_score"] == 2
    assert row["diff_score_std_err"] == pytest.approx(((40_000 - 400 * 4) / 399 / 400) ** 0.5)


def test_a_sample_without_a_difference_still_has_widths() -> None:
    """0 of 400 pairs: the interval ends at z^2 / (400 + z^2), and so many contracts at 20 weigh 2 * 20 each."""
    (row,) = rows_of(answer(300, 300, 0, 0, 0, 0))
    end = 3.841458820694124 / 403.841458820694124
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((-end, end), rel=1e-12)
    assert row["diff_score_std_err"] == pytest.approx(40 * end / 1.959963984540054, rel=1e-12)


def test_scores_of_tables_of_different_sizes_have_a_unit_in_common() -> None:
    """One other and three: scores are multiples of a third."""
    comparison = Comparison(question("fifty-five", "players=2,4", deals=9))
    assert [source.others for source in comparison.sources] == [1, 3]
    sums = Sums(*(np.array([number], np.int64) for number in (9, 9, 0, 1, 54, 400)))
    assert rows_of(CompareAnswer(comparison, 9, sums))[0]["diff_score"] == pytest.approx(54 / 9 / 3)


def test_sentences() -> None:
    row = {
        "switch": "plain_ace", "a": "high", "b": "one", "bid": "20", "trump": "", "deals": 400, "diff": 0.1,
        "ci_low": 0.05, "ci_high": 0.15, "only_a": 10, "only_b": 50, "diff_score": 2.0, "diff_score_std_err": 0.5,
    }  # fmt: skip
    assert sentence(row, idle=False) == (
        "plain_ace=one instead of high, at 20: the share of contracts made rises by 10.0 percentage points (95 % "
        "interval 5.0 to 15.0, so not noise); the score is 2.0 ± 0.5 points higher"
    )
    fewer = row | {
        "diff": -0.001,
        "ci_low": -0.0015,
        "ci_high": -0.0005,
        "diff_score": -0.9,
        "bid": "out-first",
    }
    assert sentence(fewer, idle=False) == (
        "plain_ace=one instead of high: the share of deals in which the eldest hand goes out first falls by 0.10 "
        "percentage points (95 % interval 0.05 to 0.15, so not noise)"
    )
    noise = row | {"diff": 0.01, "ci_low": -0.02, "ci_high": 0.04, "trump": "H"}
    assert sentence(noise, idle=False).startswith(
        "plain_ace=one instead of high, ♥ trumps, at 20: noise decides about the share of contracts made. The "
        "difference is +1.0 percentage points, and its 95 % interval, -2.0 to +4.0, holds 0; the score is 2.0"
    )
    levels = sentence(row | {"diff_score_std_err": 0.0001}, idle=False, unit="levels", digits=2)
    assert levels.endswith("the score is 2.00 ± <0.01 levels higher")
    assert "no deal of 400 turns on it" in sentence(row | {"only_a": 0, "only_b": 0}, idle=False)
    assert sentence(row, idle=True) == (
        "plain_ace=one instead of high, at 20: nothing in the play of a hand or in its count depends on plain_ace "
        "here; every deal is the same under both"
    )


def test_decks_that_differ_are_said() -> None:
    def notes(game: str, vary: str) -> str:
        return " ".join(compare_report(play_compare(question(game, vary, deals=4))).notes)

    assert "the cards of kitty are not dealt as those of base" in notes(
        "two-hundred", "variant=base,to-300,kitty"
    )
    assert "not dealt as" not in notes("two-hundred", "variant=base,to-300,six-rotating")
    assert "the cards of 2 and 5 are not dealt as those of 4" in notes("fifty-five", "players=4,2,5")


def test_swapped_values_give_the_mirror_image() -> None:
    one, other = (
        rows_of(play_compare(question("nahanni", f"plain_follow={values}", deals=200)))[0]
        for values in ("free,follow_or_trump", "follow_or_trump,free")
    )
    assert one["only_a"] > 0
    assert (one["only_a"], one["only_b"]) == (other["only_b"], other["only_a"])
    assert (one["diff"], one["diff_score"]) == (-other["diff"], -other["diff_score"])
    assert (one["ci_low"], one["ci_high"]) == (-other["ci_high"], -other["ci_low"])


def test_a_rule_whose_effect_is_certain() -> None:
    """A made bid of 100 scores 100 more, and nothing else changes."""
    (row,) = rows_of(
        play_compare(question("two-hundred", "hundred_for_200=off,on", bids=("100",), deals=400))
    )
    assert row["p_a"] == row["p_b"] > 0
    assert row["diff_score"] == pytest.approx(100 * row["p_a"])


# ------------------------------------------------------------------------------------------------ the same bytes


@pytest.mark.parametrize(
    ("game", "vary", "deals"),
    [
        ("two-hundred", "variant=base,kitty", 300),
        ("fifty-five", "players=2,4", 300),
        ("blackout", "score=exact10,made10plus", 40),
    ],
)
def test_same_bytes_for_any_threads_and_chunks(game: str, vary: str, deals: int) -> None:
    asked = question(game, vary, deals=deals)
    ways = [(1, None), (2, None), (3, 7), (2, deals - 1), (1, 10_000)]
    pages = {render(compare_report(play_compare(asked, threads=t, chunk=c)), "json") for t, c in ways}
    assert len(pages) == 1


def test_same_bytes_from_the_command_line(call: Call) -> None:
    line = "compare nahanni --vary plain_ace=high,one -n 300 --quiet"
    for form in ("json", "table"):
        assert len({call(f"{line} -f {form} --threads {threads}").out for threads in (1, 2, 3)}) == 1
    assert call(f"{line} --seed 2 -f json").out != call(f"{line} -f json").out


def test_other_changes_and_bids_do_not_move_a_row() -> None:
    alone = rows_of(play_compare(question("nahanni", "plain_ace=high,one", deals=60)))
    more = question("nahanni", "kitty=3,5", "plain_ace=high,one", bids=("20", "30"), deals=60)
    assert rows_of(play_compare(more))[2] == alone[0]


# ------------------------------------------------------------------------------------------------ the command


def test_json(call: Call) -> None:
    line = "compare 200 --vary variant=base,kitty --vary hundred_for_200=off,on --bid 60 --bid 100"
    found = json.loads(call(f"{line} -n 200 --seed moon --dealer 2 --set target=300 -f json").out)
    assert list(found) == [
        "schema", "game", "variant", "switches", "rules_hash", "version", "seed", "dealer", "policy", "defence",
        "method", "deals", "interval", "rows",
    ]  # fmt: skip
    assert (found["schema"], found["game"], found["variant"]) == ("bidodds.compare/1", "two-hundred", "base")
    assert (found["seed"], found["dealer"], found["deals"], found["interval"]) == ("moon", 2, 200, "tango-95")
    assert (found["policy"], found["defence"], found["switches"]["target"]) == ("rules", "rules", 300)
    assert [(row["switch"], row["a"], row["b"], row["bid"]) for row in found["rows"]] == [
        ("variant", "base", "kitty", "60"), ("variant", "base", "kitty", "100"),
        ("hundred_for_200", "off", "on", "60"), ("hundred_for_200", "off", "on", "100"),
    ]  # fmt: skip
    for row in found["rows"]:
        assert list(row) == KEYS
        assert row["deals"] == 200
        assert row["diff"] * 200 == pytest.approx(row["only_b"] - row["only_a"])
        assert row["diff"] == pytest.approx(row["p_b"] - row["p_a"])
        assert -1 <= row["ci_low"] <= row["diff"] <= row["ci_high"] <= 1
        assert row["ci_low"] < row["ci_high"]


def test_json_of_a_hand(call: Call) -> None:
    line = (
        "compare nahanni --vary plain_ace=high,one --hand '5h jh ah ks 2c' --trump h --seat 1 -n 20 -f json"
    )
    found = json.loads(call(line).out)
    assert (found["hand"], found["seat"], found["dealer"]) == (["KS", "AH", "JH", "5H", "2C"], 1, None)
    assert [list(row) for row in found["rows"]] == [[*KEYS[:4], "trump", *KEYS[4:]]]
    assert (found["rows"][0]["trump"], found["rows"][0]["bid"]) == ("H", "20")


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_comparison(call: Call, game: str) -> None:
    done = call(f"compare {game} --vary {EVERY_GAME[game]} -n 10 -f json")
    assert done.code == 0
    events = [row["bid"] for row in json.loads(done.out)["rows"]]
    assert len(events) == (2 if game == "hundred-to-one" else 1)


@pytest.mark.parametrize("format", ["table", "md", "html", "tex", "csv"])
def test_every_format(call: Call, format: str) -> None:
    done = call(f"compare 55 --vary lead=dealer_left,bidder_right -n 400 -f {format}")
    assert done.code == 0
    if format == "csv":
        (row,) = csv.DictReader(io.StringIO(done.out))
        assert (row["a"], row["b"]) == ("dealer_left", "bidder_right")
    else:
        assert "share of contracts made falls by" in " ".join(done.out.split())


def test_a_narrow_interval_does_not_look_like_none(call: Call) -> None:
    out = call("compare nahanni --vary target=120,200 -n 5000").out
    assert "−0.08 to +0.08 pp" in out
    assert "nothing in the play of a hand or in its count depends on target" in " ".join(out.split())


def test_searchers_play_ahead_under_the_rules_at_hand(call: Call) -> None:
    found = json.loads(
        call("compare nahanni --vary kitty=3,5 --policy rollout:2 --defence rules -n 8 -f json").out
    )
    assert (found["policy"], found["defence"], found["deals"]) == ("rollout:2", "rules", 8)


@pytest.mark.parametrize(
    ("line", "code", "parts"),
    [
        ("nahanni", 2, ["--vary SWITCH=A,B", "was given none"]),
        ("nahanni --vary plain_follow", 2, ["two values or more", "'plain_follow'"]),
        ("nahanni --vary plain_follow=free", 2, ["two values or more", "'plain_follow=free'"]),
        ("nahanni --vary plain_follow=free,", 2, ["two values or more"]),
        ("nahanni --vary =3,5", 2, ["two values or more"]),
        ("nahanni --vary kitty=3,3", 3, ["kitty=3 twice"]),
        ("nahanni --vary kitty=3,03", 3, ["kitty=3 twice"]),
        (
            "nahanni --vary plain_fallow=free,follow_or_trump",
            3,
            ["'plain_fallow'", "did you mean 'plain_follow'?"],
        ),
        ("nahanni --vary varient=base,kitty", 3, ["did you mean 'variant'?"]),
        ("nahanni --vary plain_follow=free,follow_or_trumps", 3, ["did you mean 'follow_or_trump'?"]),
        ("nahanni --vary kitty=3,9", 3, ["switch kitty takes 1 to 5, not 9"]),
        ("200 --vary variant=base,kitti", 3, ["no variant 'kitti'", "did you mean 'kitty'?"]),
        ("nahanni --vary kitty=3,5 --vary kitty=1,2", 2, ["kitty twice"]),
        ("nahanni --vary kitty=3,5 --set kitty=4", 2, ["do not set kitty beside it"]),
        ("200 --vary variant=base,kitty --variant bank", 2, ["do not set variant beside it"]),
        ("25 --vary players=3,4 --players 5", 2, ["do not set players beside it"]),
        ("201 --vary kitty=3,5", 3, ["'201'"]),
        ("nahanni --vary kitty=3,5 --bid 60", 3, ["'60' is not a bid"]),
        ("200 --vary min_bid=50,80 --bid 60", 3, ["'60' is not a bid"]),
        ("25 --vary players=3,4 --bid 5", 3, ["takes no --bid"]),
        ("25 --vary sides=singles,pairs --players 5", 3, ["5 players cannot play in pairs"]),
        ("nahanni --vary kitty=3,5 --dealer 4", 3, ["--dealer 4"]),
        ("55 --vary players=3,5 --dealer 4", 3, ["--dealer 4"]),
        ("nahanni --vary kitty=3,5 --policy greedy", 3, ["'greedy'"]),
        ("nahanni --vary kitty=3,5 --trump S", 2, ["--trump", "--hand"]),
        ("nahanni --vary kitty=3,5 --seat 1", 2, ["--seat", "--hand"]),
        ("nahanni --vary kitty=3,5 --hand 'AS'", 3, ["5"]),
        ("200 --vary variant=base,five-shadow --hand 'AT95.AK.T8.9'", 3, ["8"]),
        ("100-to-1 --vary blitz=majority,own --hand AS", 3, ["no cards"]),
        ("100-to-1 --vary blitz=majority,own --policy random", 3, ["--policy random"]),
        ("nahanni --vary kitty=3,5 -n 0", 2, ["-n takes a whole number"]),
    ],
)
def test_refused_in_one_sentence(call: Call, line: str, code: int, parts: list[str]) -> None:
    done = call(f"compare {line}")
    assert (done.code, done.out) == (code, "")
    assert len(done.err.splitlines()) == 1
    assert all(part in done.err for part in parts), done.err


def test_ctrl_c_prints_what_was_played_and_marks_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    line = "compare 200 --vary hundred_for_200=off,on --bid 100"
    call(f"{line} -n 1")  # compiled

    def press() -> None:
        time.sleep(1)
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.running.load_reports", press)
    done = call(f"{line} -n 4000000 --threads 2 -f json")
    assert (done.code, done.talk[-1]) == (130, "bidodds: interrupted")
    found = json.loads(done.out)
    assert found["interrupted"] is True
    assert 0 < found["deals"] < 4_000_000
    assert {row["deals"] for row in found["rows"]} == {found["deals"]}


def test_a_cut_answer_says_so() -> None:
    whole = answer(10, 10, 1, 1, 0, 100, deals=20)
    cut = replace(whole, deals=10)
    assert any(note.startswith("INTERRUPTED: 10 of 20") for note in compare_report(cut).notes)
    assert not any("INTERRUPTED" in note for note in compare_report(whole).notes)
