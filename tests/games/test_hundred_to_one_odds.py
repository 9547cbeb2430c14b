"""Hundred to One: the answers of `odds`, exact cases, what is refused, the referee, the command line."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import numpy as np
import pytest

from analyzer.faces.quiz import answer, answer_big, odds, parse_skill, question_of, records, transcript
from analyzer.referee import check_lines
from analyzer.request import OddsRequest, TraceRequest
from sims import quiz
from sims import quiz_tables as t
from sims.errors import Refused
from sims.games import find_rules
from sims.games import hundred_to_one as game
from tests.conftest import Call
from tests.games.quiz_table import boards_of


def request(**named: Any) -> OddsRequest:
    given: dict[str, Any] = {
        "hand": None, "trumps": (), "bids": (), "seat": None, "dealer": None, "score": None, "policy": "rules",
        "defence": "rules", "seed": 1, "deals": 600, "threads": 1, "command": "", "unicode": True,
        "say": lambda text: None,
    }  # fmt: skip
    switches = named.pop("switches", {})
    return OddsRequest(game=game, rules=find_rules("100-to-1", None, switches), **(given | named))


def test_perfect_teams_win_as_often_as_the_toss_ups_say() -> None:
    people = [(30, 20, 10, 8, 7, 5), (25, 20, 15, 10, 5, 1), (22, 20, 18, 10, 9, 8)]
    boards = boards_of(*people, *[(20, 18, 16, 14, 12, 10)] * 7)
    wins = 0.0
    for sides in product((0, 1), repeat=3):
        scores = [0, 0]
        for times, (side, counts) in enumerate(zip(sides, people, strict=True), 1):
            scores[side] += times * sum(counts)
        first = int(scores[1] < scores[0])
        scores[first] += 240
        scores[1 - first] += 180
        wins += (scores[0] > scores[1]) + (scores[0] == scores[1]) / 2
    rules = find_rules("100-to-1", None, {"board_order": "as_given"})
    tally, n = quiz.new_quiz_tally(), 20_000
    quiz.tally_programmes(np.uint64(3), 0, n, t.pack(rules, parse_skill("1"), boards), tally)
    assert abs(tally.events[0, 0] / n - wins / 8) < 4 * (0.25 / n) ** 0.5
    # Big game: the captain names five top lines, 20 each, the second five of 18: 190.
    assert tally.events[0, 1] == 0
    assert tally.funds[3, 190] == tally.events[0, 0]


def test_more_than_240_behind_cannot_be_caught() -> None:
    rules, tally = find_rules("100-to-1"), quiz.new_quiz_tally()
    quiz.tally_programmes(np.uint64(3), 0, 5_000, t.pack(rules, parse_skill("0.4"), []), tally)
    assert tally.wins[0, 0] > 500
    assert not tally.wins[0, 1:].any()
    assert (tally.wins[-1, 1:] == tally.wins[-1, 0]).all()
    assert tally.wins[:, 0].sum() == 5_000
    assert tally.funds[:3].sum(axis=1).tolist() == [5_000] * 3


@pytest.mark.parametrize("skill", ["0.4", "0", "1", "0.9:0.1"])
def test_the_referee_finds_no_fault(skill: str) -> None:
    referee(300, skill)


@pytest.mark.full
@pytest.mark.parametrize("skill", ["0.4", "0", "1", "0.9:0.1"])
def test_the_referee_finds_no_fault_in_10000_programmes(skill: str) -> None:
    referee(10_000, skill)


def referee(n: int, skill: str) -> None:
    rules = find_rules("100-to-1", None, {"reverse": "greedy", "reverse_other": "best", "blitz_other": "own"})
    request = TraceRequest(game, rules, 0, n, None, None, "rules", "rules", 9, extras={"skill": skill})
    played = list(records(request))
    assert not [fault for fault in check_lines(json.dumps(record) for record in played) if fault]
    text = transcript(played[0])
    assert "blitz=majority,reverse=greedy" in text
    assert "reverse round" in text
    for record in played:
        funds = [0, 0]
        for entry in record["rounds"][:3]:
            funds[entry["took"]] += entry["fund"]
        assert record["result"]["scores"] == [
            f + p for f, p in zip(funds, record["rounds"][3]["points"], strict=True)
        ]


def test_the_same_sums_for_any_threads_and_chunks() -> None:
    question = question_of(request(extras={"skill": "0.6:0.5", "board": "shipped"}))
    results = [answer(question, threads=n, chunk=chunk) for n, chunk in ((1, 600), (3, 7), (2, 64))]
    for other in results[1:]:
        for one, two in zip(results[0].tally, other.tally, strict=True):
            assert one.tolist() == two.tolist()
    games = [answer_big(question, 120, threads=n, chunk=chunk) for n, chunk in ((1, 600), (3, 7))]
    assert games[0] == games[1]


def test_more_skill_wins_more_on_the_same_programmes() -> None:
    shares = []
    for skill in ("0.3:0.4", "0.4:0.4", "0.5:0.4"):
        report, complete = odds(request(extras={"skill": skill}, deals=4_000))
        assert complete
        shares.append(float(report.frame["p"][0]))
        gain = report.trailer["more_skill"]
        assert isinstance(gain, dict)
        assert 0 < gain["programme"]["diff"] < 0.03
        assert gain["programme"]["ci_low"] > -0.002
    assert shares[0] < shares[1] < shares[2]
    assert abs(shares[1] - 0.5) < 0.03


def test_the_report_shows_funds_lines_and_the_worth_of_skill() -> None:
    report, _ = odds(request(extras={"skill": "0.6:0.5"}, deals=3_000))
    assert report.frame["event"].tolist() == ["programme", "big-200"]
    text = "\n".join(report.notes)
    for words in (
        "funds: simple",
        "reverse round, the line that wins most",
        "0.01 more skill",
        "reaches 200 in",
    ):
        assert words in text
    lines = report.trailer["reverse_lines"]
    assert isinstance(lines, list)
    assert [(entry["lead_from"], entry["lead_to"]) for entry in lines] == [
        (None, -241), (-240, -121), (-120, -1), (0, 0), (1, 120), (121, 240), (241, None),
    ]  # fmt: skip
    assert sum(entry["programmes"] for entry in lines) == 3_000
    assert lines[1]["line"] == 6
    perfect, _ = odds(request(extras={"skill": "1:0.5"}))
    assert any("no more can be had" in note for note in perfect.notes)


def test_after_a_first_fund() -> None:
    chances = []
    for fund in ("60", "120", "180"):
        report, complete = odds(request(extras={"first_fund": fund}, deals=2_000))
        assert complete
        assert report.frame["event"].tolist() == ["big-200"]
        assert report.trailer["first_fund"] == int(fund)
        assert report.frame["ev"].isna().all()
        chances.append(float(report.frame["p"][0]))
    assert chances[0] < chances[1] < chances[2]
    with pytest.raises(Refused, match="no first player brings exactly 1 in"):
        odds(request(extras={"first_fund": "1", "skill": "1"}, deals=20))


@pytest.mark.parametrize("text", ["", "2", "-0.1", "0.5:x", "0.5:0.6:0.7", "nan", "0.1234567", "inf:0.1"])
def test_a_skill_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Refused, match=r"skill"):
        parse_skill(text)


def test_skill_of_teams_and_of_players() -> None:
    assert parse_skill("0.6") == (600_000,) * 10
    assert parse_skill("0.6:.5") == (600_000,) * 5 + (500_000,) * 5
    assert parse_skill("0 .1 .2 .3 .4, .5 .6 .7 .8 1")[8:] == (800_000, 1_000_000)


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"hand": "AS"}, "hundred-to-one has no cards: leave --hand out"),
        ({"seat": 1}, "hundred-to-one takes no --seat: leave it out"),
        ({"dealer": 1}, "hundred-to-one takes no --dealer: leave it out"),
        ({"score": "1:2"}, "hundred-to-one takes no --score: leave it out"),
        ({"bids": ("50",)}, "hundred-to-one takes no --bid: leave it out"),
        ({"policy": "random"}, "hundred-to-one takes no --policy random: --skill says how the teams answer"),
        ({"extras": {"top": "7S"}}, "hundred-to-one takes no --top: leave it out"),
        ({"extras": {"first_fund": "200"}}, "--first-fund takes a whole number from 0 to 199"),
        ({"extras": {"first_fund": "x"}}, "--first-fund takes a whole number from 0 to 199"),
        ({"extras": {"board": "random\nshipped"}}, "--board random cannot go with other boards"),
        ({"extras": {"board": "nowhere.toml"}}, "board file nowhere.toml cannot be read"),
        ({"switches": {"big_first": 2}}, "big_first and big_second are both 2"),
    ],
)
def test_bad_input_is_refused_with_one_sentence(named: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refusal:
        odds(request(**named))
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_policies_of_both_teams() -> None:
    rules = find_rules("100-to-1", None, {"reverse": "safe", "reverse_other": "greedy", "blitz_other": "own"})
    assert game.policy_text(rules, 0) == "blitz=majority,reverse=safe"
    assert game.policy_text(rules, 1) == "blitz=own,reverse=greedy"
    assert game.policies(find_rules("100-to-1", None, {"blitz": "own"}), 1) == ("own", "best")


def test_the_command_line(call: Call) -> None:
    done = call("odds", "100-to-1", "--skill", "0.6:0.5", "-n", "200", "-f", "json", "--board", "shipped")
    assert done.code == 0
    shown = json.loads(done.out)
    assert [row["event"] for row in shown["rows"]] == ["programme", "big-200"]
    assert shown["skill"] == [0.6] * 5 + [0.5] * 5
    assert shown["boards"] == ["shipped"]
    assert call("odds", "100-to-1", "--hand", "AS").code == 3
    text = call("trace", "100-to-1", "--board", "shipped", "--skill", "0.5", "--deals", "0:2")
    assert text.out.count("big game:") == 2
