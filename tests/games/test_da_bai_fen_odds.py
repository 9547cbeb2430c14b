"""Da Bai Fen: odds, transcripts, and input that cannot be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analyzer.cli import run
from analyzer.faces.da_bai_fen import question_of
from analyzer.request import OddsRequest
from sims.errors import Refused
from sims.games import da_bai_fen as game
from tests.games.sets_table import PRESETS, rules_of

SUITS = (("S", "♠"), ("D", "♦"))
HAND = "RJ S:AK972 H:K2 D:A5 C:94"


def odds_json(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run(["odds", "dbf", "--hand", HAND, "-f", "json", "--quiet", *options]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_odds_have_a_row_for_each_suit_and_row_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    for variant in PRESETS:
        answer = odds_json(capsys, "-n", "300", "--variant", variant)
        events = [row.event for row in game.level_table(rules_of(variant))]
        assert [(r["trump"], r["event"]) for r in answer["rows"]] == [(s, e) for s in "SHDC" for e in events]
        for suit in "SHDC":
            rows = [r for r in answer["rows"] if r["trump"] == suit]
            assert sum(r["count"] for r in rows) == rows[0]["deals"] <= 300
            assert len({r["ev"] for r in rows}) == 1
        assert answer["hand"][0] == "RJ"
        assert answer["best"]["trump"] in "SHDC"


def test_odds_are_the_same_on_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    one = odds_json(capsys, "-n", "1000", "--threads", "1")
    three = odds_json(capsys, "-n", "1000", "--threads", "3")
    assert one == three


def test_odds_of_the_defence_are_those_of_the_declarer_turned_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    own = odds_json(capsys, "-n", "500", "--trump", "S", "--declarer", "2", "--levels", "3:0")
    assert own["rank"] == "5"
    other = odds_json(capsys, "-n", "500", "--trump", "S", "--declarer", "1", "--levels", "0:3")
    assert other["rank"] == "5"
    assert own["rows"][0]["ev"] > 0 > other["rows"][0]["ev"]
    assert "best" not in other


def test_ev_is_the_mean_of_the_level_changes(capsys: pytest.CaptureFixture[str]) -> None:
    for row in (answer := odds_json(capsys, "-n", "400", "--rank", "7"))["rows"]:
        rows = [r for r in answer["rows"] if r["trump"] == row["trump"]]
        mean = sum(r["count"] * change for r, change in zip(rows, (2, 1, 0, -1, -2), strict=True))
        assert row["ev"] == pytest.approx(mean / row["deals"])


def test_a_table_tells_redeals_and_level_changes(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["-n", "400", "--trump", "S", "--trump", "D", "--quiet"]
    answer = odds_json(capsys, *options)
    first = {row["trump"]: row for row in reversed(answer["rows"])}
    assert first["S"]["deals"] < 400
    assert run(["odds", "dbf", "--hand", HAND, *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    changes = [f"{mark} {first[suit]['ev']:+.2f} ± {first[suit]['ev_std_err']:.2f}" for suit, mark in SUITS]
    assert f"expected level change: {', '.join(changes)}" in lines
    again = [f"{mark} {1 - first[suit]['deals'] / 400:.1%}" for suit, mark in SUITS]
    assert f"deals: those played; dealt again for a player without trumps: {', '.join(again)}" in lines
    best = max(SUITS, key=lambda suit: first[suit[0]]["ev"])
    assert f"* the numbers favour {best[1]} trumps" in lines


def test_a_table_of_one_suit_or_one_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """One suit is not favoured over others; one deal has no error; where nobody played there is no number."""
    options = ["-n", "1", "--seed", "3", "--trump"]
    spades = "S:AKQJT9876543"  # jokers and twos are the only other trumps
    assert run(["odds", "dbf", "--hand", spades, *options, "H"]) == 0
    one = capsys.readouterr().out
    assert "expected level change: ♥ +2.00\n" in one
    assert "favour" not in one
    assert run(["odds", "dbf", "--hand", spades, *options, "S"]) == 0
    none = capsys.readouterr().out
    assert "dealt again for a player without trumps: ♠ 100.0%\n" in none
    assert "expected level change" not in none


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--hand", "RJ BJ"], "the hand has 2 cards, 12 are needed"),
        (["--levels", "13:0"], "levels are promotions from 0 to 12, at 13 the match is over: 13:0 cannot be"),
        (["--levels", "3"], "--levels takes OWN:OTHER, the promotions of two sides such as 3:0, not '3'"),
        (
            ["--levels", "-1:0"],
            "--levels takes OWN:OTHER, the promotions of two sides such as 3:0, not '-1:0'",
        ),
        (["--score", "3"], "--score takes OWN:OTHER, the promotions of two sides such as 3:0, not '3'"),
        (["--levels", "3:0", "--score", "2:0"], "--levels 3:0 and --score 2:0 differ"),
        (["--rank", "1"], "--rank takes one of 2 3 4 5 6 7 8 9 T J Q K A, not '1'"),
        (["--rank", "9", "--levels", "3:0"], "--rank 9 is not the trump rank at level 3, which is 5"),
        (["--bid", "50"], "da-bai-fen takes no --bid: leave it out"),
        (["--declarer", "4"], "--declarer"),
        (["--declarer", "x"], "--declarer takes a seat, 0 to 3, not 'x'"),
        (["--dealer", "1", "--declarer", "2"], "--dealer 1 and --declarer 2 differ"),
        (["--trump", "any"], "'any' is no suit"),
        (
            ["--variant", "kitty"],
            "da-bai-fen has no variant 'kitty': its variants are base, table-b, two-ranks",
        ),
        (
            ["--set", "bidding=single_round"],
            "da-bai-fen has no switch 'bidding': its switches are first_declarer",
        ),
        (["--players", "5"], "da-bai-fen takes no --players"),
        (["--hand", "RJ RJ S:AK972 H:K82 D:A"], "RJ is given twice; the deck has it once"),
        (["--set", "talon=triple"], "switch talon cannot be 'triple': it takes double | single | never"),
        (["--set", "tolon=single"], "did you mean 'talon'?"),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], options: list[str], said: str) -> None:
    hand = [] if "--hand" in options else ["--hand", HAND]
    assert run(["odds", "dbf", *hand, *options]) == 3
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--levels", "1:0", "--first-hand"], "the first hand is played at levels 0:0, not 1:0"),
        (["--after-draw"], "--after-draw needs --set draw_at_40=on"),
        (["--after-draw", "--first-hand", "--set", "draw_at_40=on"], "the first hand cannot follow a draw"),
        (["--dealer", "7"], "--dealer 7"),
        (["--levels", "0:99"], "at 13 the match is over: 0:99 cannot be"),
    ],
)
def test_traces_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert run(["trace", "dbf", *options]) == 3
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_the_hand_must_be_named() -> None:
    request = OddsRequest(
        game=game, rules=rules_of(), hand=None, trumps=(), bids=(), seat=None, dealer=None, score=None,
        policy="rules", defence="rules", seed=1, deals=1, threads=1, command="", unicode=True, say=print,
    )  # fmt: skip
    with pytest.raises(Refused, match="--hand is missing: name the 12 cards you hold"):
        question_of(request)


def test_a_transcript_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["trace", "dbf", "--deals", "0:40", "--set", "multi_lead=must_be_top", "--policy", "random"]) == 0
    )
    text = capsys.readouterr().out
    for words in ("declares: trump", "takes the talon and lays away", "takes it back", "deals next"):
        assert words in text
    assert run(["trace", "dbf", "--variant", "as-translated"]) == 0
    assert "lays open" in capsys.readouterr().out
