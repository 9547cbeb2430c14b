"""Advice: calls followed to the end against odds on the same deals, the choice against hand-made sums, the command."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from analyzer.advising.advice import UNIT, Sums, advise, break_even, finalists, gain_of
from analyzer.advising.contracts import ContractPosition
from analyzer.advising.question import turn_of
from analyzer.cli import run
from analyzer.odds import Question, answer
from analyzer.request import OddsRequest
from sims.evidence import Picks
from sims.games import find_game, find_rules
from sims.profiles import read_profile
from sims.sheets import Value

HANDS = {
    "two-hundred": "AS TS 9S 5S AH KH TD 8D 7C",
    "nahanni": "5H JH KH 2C 9D",
    "fifty-five": "5S JS KH 2C 9D",
}
DEALS = 300


def request(game: str, settings: dict[str, Value] | None = None, **options: Any) -> OddsRequest:
    module, implied = find_game(game)
    rules = find_rules(game, options.pop("variant", None), {**implied, **(settings or {})})
    profile = options.pop("profile", "standard")
    asked: dict[str, Any] = {
        "hand": HANDS[rules.game], "trumps": (), "bids": (), "seat": None, "dealer": None, "score": None,
        "policy": "rules", "defence": "rules", "seed": 1, "deals": DEALS, "threads": 1, "command": "", "unicode": True,
        "say": lambda text: None, "auction": "", "bidders": vars(read_profile(profile, rules.game)),
    }  # fmt: skip
    return OddsRequest(game=module, rules=rules, **{**asked, **options})


def position(game: str, match: Any = None, **options: Any) -> ContractPosition:
    return turn_of(request(game, **options), match).position


class Linear:
    """A match whose chance is linear in the scores: 0.5 + (own - mean of the others) / 2000, whoever deals."""

    def win(self, scores: np.ndarray, dealing: np.ndarray) -> np.ndarray:
        others = (scores.sum(axis=1, keepdims=True) - scores) / (scores.shape[1] - 1)
        return 0.5 + (scores - others) / 2000


def odds_of(turn: ContractPosition, call: str, trump: str) -> Any:
    question: Question = replace(
        turn.question, trumps=(trump,), bids=(turn.bids[turn.bid_of(call)],), deals=DEALS, heard=None
    )
    return answer(question, threads=1)


@pytest.mark.parametrize("game", HANDS)
def test_a_call_names_the_contract_that_odds_is_about(game: str) -> None:
    turn = position(game)
    followed = turn.follow(np.arange(DEALS), range(len(turn.calls)))
    for place, (call, trump) in enumerate(zip(turn.calls, turn.trumps, strict=True)):
        if trump is None:
            assert set(followed.made[place].tolist()) == {-1}
        else:
            assert followed.made[place].sum() == odds_of(turn, call, trump).made[0]


@pytest.mark.parametrize("game", HANDS)
@pytest.mark.parametrize("scores", [None, "40"])
def test_the_last_to_speak_plays_what_he_bids(game: str, scores: str | None) -> None:
    """After three passes the dealer's bid is the contract: its score, and a linear match, follow from `odds`."""
    sides = 2 if game != "fifty-five" else 4
    named = None if scores is None else ":".join([scores, *["20"] * (sides - 1)])
    turn = position(game, Linear(), auction="pass pass pass", score=named)
    assert turn.at_table.active[turn.own] == turn.question.dealer
    followed = turn.follow(np.arange(DEALS), range(len(turn.calls)))
    lead = 0 if scores is None else 20
    for place, (call, trump) in enumerate(zip(turn.calls, turn.trumps, strict=True)):
        if trump is None:  # thrown in
            assert not followed.diff[place].any()
            assert followed.win[place] == pytest.approx(0.5 + lead / 2000)
            continue
        right = odds_of(turn, call, trump)
        assert followed.diff[place].sum() == right.diff[0]
        assert followed.diff[place] @ followed.diff[place] == right.cross[0, 0]
        mean = right.diff[0] / turn.others / DEALS
        assert followed.win[place].mean() == pytest.approx(0.5 + (lead + mean) / 2000)
        assert followed.named[place] == pytest.approx(followed.win[place])


def test_who_passed_keeps_his_points_from_counting_at_a_hundred() -> None:
    """Rule 1.1.14d: opponents at 100 or more who have made no bid score nothing."""
    quiet = position("two-hundred", auction="pass pass pass", score="0:120")
    heard = position("two-hundred", auction="50 pass pass", score="0:120")
    call = quiet.calls.index("60")
    deals = np.arange(DEALS)
    followed = quiet.follow(deals, [call])
    open_ = position("two-hundred", auction="pass pass pass").follow(deals, [call])
    assert (followed.diff >= open_.diff).all()
    assert followed.diff.sum() > open_.diff.sum()
    assert set(followed.diff[followed.made == 0].tolist()) == {-60}
    alone = heard.follow(deals, [heard.calls.index("60")])
    assert set(alone.diff[alone.made == 0].tolist()) != {-60}


def test_a_hand_that_ends_the_match_is_won_or_lost() -> None:
    """At 150:0 a contract of 50 made by the dealer's side wins at once, and one that fails cannot lose it."""
    turn = position("two-hundred", Linear(), auction="pass pass pass", score="150:0")
    followed = turn.follow(np.arange(DEALS), [turn.calls.index("50")])
    made = followed.made[0] == 1
    assert (followed.win[0][made] == 1).all()
    assert (followed.win[0][~made] < 1).all()


def test_the_first_at_the_target_wins_in_fifty_five() -> None:
    """Two players at 105 and 105: whoever wins the first trick that counts has won, so nobody's match goes on."""
    weak = {"settings": {"players": 2}, "hand": "KH 2C 9D 4S 7S"}
    turn = position("fifty-five", Linear(), auction="pass", score="105:105", **weak)
    followed = turn.follow(np.arange(DEALS), [turn.calls.index("10")])
    assert set(followed.win[0].tolist()) == {0.0, 1.0}
    failed = followed.made[0] == 0
    assert not followed.win[0][failed].any()


def hand_made(made: list[int], won_made: list[float], won_set: list[float], n: int) -> Sums:
    zeros = np.zeros(len(made), np.int64)
    scaled = [np.array([round(UNIT * x) for x in xs], np.int64) for xs in (won_made, won_set)]
    cross = np.zeros((len(made), len(made)), np.int64)
    return Sums(
        tuple(range(len(made))),
        True,
        n,
        float(n),
        np.array(made),
        *scaled,
        zeros,
        cross,
        zeros.copy(),
        cross.copy(),
    )


def test_break_even_by_hand() -> None:
    """Worth 0.8 made and 0.4 not, against 0.5 after a pass: 0.25 is enough; 0.9 after a pass: never."""
    sums = hand_made([60, 100, 0], [48.0, 80.0, 0.0], [16.0, 0.0, 40.0], 100)
    assert break_even(sums, 0, 0.5) == pytest.approx(0.25)
    assert break_even(sums, 0, 0.9) == 1
    assert break_even(sums, 0, 0.3) == 0
    assert math.isnan(break_even(sums, 1, 0.5))
    assert math.isnan(break_even(sums, 2, 0.5))
    assert math.isnan(break_even(sums, 0, math.nan))


def paired_sums(values: np.ndarray) -> Sums:
    """Sums whose points and match are these values, [call, deal]."""
    points = np.rint(values).astype(np.int64)
    win = points * 1000
    zeros = np.zeros(len(values), np.int64)
    n = values.shape[1]
    return Sums(
        tuple(range(len(values))), True, n, float(n), zeros, zeros, zeros, points.sum(axis=1), points @ points.T,
        win.sum(axis=1), win @ win.T,
    )  # fmt: skip


BLACKOUT_HAND = "AS KS 9S 5S AH KH 3H TD 8D 2D 7C 6C 4C"


MATCHED: Any = SimpleNamespace(calls=("pass", "50", "55"), trumps=(None, "S", "S"), others=1, scored=True)


def test_the_gain_is_that_of_paired_differences() -> None:
    rng = np.random.default_rng(5)
    values = np.array([rng.integers(0, 900, 500), rng.integers(0, 900, 500), rng.integers(0, 900, 500)])
    gain = gain_of(MATCHED, paired_sums(values), 1, 2)
    differences = (values[1] - values[2]) / 1000
    error = differences.std(ddof=1) / math.sqrt(500)
    assert gain.mean == pytest.approx(differences.mean())
    assert gain.high - gain.mean == pytest.approx(1.959964 * error, rel=1e-3)
    assert gain.mean - gain.low == pytest.approx(1.959964 * error, rel=1e-3)


def test_equal_calls_have_an_interval() -> None:
    """Two calls that come to the same on every deal are too close to call, by an interval that is not empty."""
    values = np.array([[100] * 50, [300] * 50, [300] * 50])
    gain = gain_of(MATCHED, paired_sums(values), 1, 2)
    assert gain.mean == 0
    assert gain.low < 0 < gain.high


def test_calls_that_are_far_behind_go_no_further() -> None:
    rng = np.random.default_rng(6)
    noise = rng.integers(-100, 100, 400)
    values = np.array([500 + noise, 505 + rng.integers(-100, 100, 400), 100 + noise])
    assert finalists(paired_sums(values), MATCHED) == [0, 1]


def test_rows_have_intervals_that_hold_their_means() -> None:
    turn = position("two-hundred", Linear(), auction="60 pass")
    picks = Picks(np.arange(DEALS), np.ones(DEALS, np.int64), DEALS, 1.0)
    advice = advise(turn, picks, 100, threads=1)
    for row in advice.rows:
        assert row.win_low < row.win < row.win_high
        if row.trump is not None:
            assert row.ci_low <= row.p_make <= row.ci_high
            assert row.ci_low < row.ci_high
    assert advice.rows[0].call == "pass"
    assert math.isnan(advice.rows[0].p_make)
    assert advice.by_match is not None
    assert {row.deals for row in advice.rows} <= {100, DEALS}


def test_deals_that_count_twice_are_two_deals() -> None:
    """Deals 0..49 twice each are the deals 0..49 and again 0..49, but for the effective number."""
    turn = position("nahanni", Linear(), auction="20")
    once = advise(turn, Picks(np.arange(50), np.ones(50, np.int64), 50, 1.0), 50, threads=1)
    twice = advise(turn, Picks(np.arange(50), np.full(50, 2), 50, 1.0), 50, threads=1)
    for a, b in zip(once.rows, twice.rows, strict=True):
        assert (2 * a.deals, 2 * a.made) == (b.deals, b.made)
        assert a.ev == b.ev
        assert a.win == b.win
        assert (a.ci_low, a.ci_high) == pytest.approx((b.ci_low, b.ci_high), nan_ok=True)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


JSON_CASE = ("advise", "two-hundred", "--hand", HANDS["two-hundred"], "--fast", "-n", "600", "--dealer", "3")


def test_json_as_the_contract_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(capsys, *JSON_CASE, "--auction", "60 pass", "--score", "120:150", "-f", "json")
    found = json.loads(out)
    assert code == 0
    assert found["schema"] == "bidodds.advise/1"
    for key in ("game", "variant", "switches", "rules_hash", "version", "seed", "policy", "defence"):
        assert key in found
    assert found["seat"] == 2  # whose turn it is
    assert found["scores"] == [120, 150]
    calls = [each["call"] for each in found["calls"]]
    assert calls == ["pass", *map(str, range(65, 101, 5))]
    for each in found["calls"]:
        assert {"call", "trump", "p_make", "ev", "p_match", "p_match_ci", "break_even"} <= set(each)
        low, high = each["p_match_ci"]
        assert low < each["p_match"] < high
    assert set(found["best"]) == {"by_match", "by_points", "too_close"}
    assert found["best"]["by_points"] in calls
    assert found["best"]["by_match"] in calls
    assert found["why"]
    assert found["effective_deals"] > 0
    assert found["calls"][0]["trump"] is None


def test_same_bytes_on_any_threads(capsys: pytest.CaptureFixture[str]) -> None:
    outs = {
        asked(capsys, *JSON_CASE, "--auction", "50", "-f", "json", "--threads", n)[1] for n in ("1", "2", "3")
    }
    assert len(outs) == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("--auction", "60 55"), 3, "call 2, of seat 1, cannot be '55'"),
        (("--auction", "60 2:65"), 3, "out of turn"),
        (("--auction", "pass pass pass pass"), 3, "the auction is over"),
        (("--auction", "100"), 3, "the auction is over"),
        (("--auction", "pass", "--seat", "3"), 3, "turn of seat 1"),
        (("--score", "200:0"), 3, "the match is over"),
        (("--score", "123:0"), 3, "multiples of 5"),
        (("--score", "1:2:3"), 3, "2 sides"),
        (("--trump", "S", "--trump", "H"), 3, "one --trump"),
        (("--profile", "wild"), 3, "no bidding profile"),
        (("-n", "0"), 2, "-n takes"),
        (("--know", "partner: S=9"), 3, "partner"),
    ],
)
def test_nonsense_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, words: str
) -> None:
    found, out, err = asked(capsys, *JSON_CASE, *arguments)
    assert (found, out) == (code, "")
    assert words in err


def test_blackout_follows_both_sides(capsys: pytest.CaptureFixture[str]) -> None:
    """The last to call, his partner having called 4: his call c makes a contract of 4 + c, whose chance `odds` has on
    the same deals when all the others have called."""
    heard = ("--auction", "3 4 3")
    common = ("blackout", "--hand", BLACKOUT_HAND, "--fast", "-n", "200", "-f", "json", *heard)
    code, out, _ = asked(capsys, "advise", *common, "--score", "60:40")
    assert code == 0
    advice = json.loads(out)
    assert advice["seat"] == 3
    assert [each["call"] for each in advice["calls"]] == [*map(str, range(1, 13)), "nil", "board"]
    code, out, _ = asked(capsys, "odds", *common, "--seat", "3")
    assert code == 0
    rows = {row["event"]: row for row in json.loads(out)["rows"]}
    for each in advice["calls"]:
        if each["deals"] == advice["deals"] and each["call"].isdigit():
            assert each["p_make"] == pytest.approx(rows["number-" + each["call"]]["p"], abs=1e-9)
            assert each["ev"] == pytest.approx(rows["number-" + each["call"]]["ev"], abs=1e-9)


def test_a_game_without_an_auction_has_no_advice(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = asked(capsys, "advise", "101", "--hand", "AS")
    assert code == 3
    assert "no auction" in err
