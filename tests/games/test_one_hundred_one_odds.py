"""101: the answers of `odds`, what is refused, and the command line."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyzer.faces.shedding import answer, odds, question_of, task_of
from analyzer.request import OddsRequest
from sims import shedding_tables as t
from sims.errors import Refused
from sims.games import one_hundred_one as game
from sims.shedding import tally_hands
from sims.tallies import EventTally, new_event_tally
from tests.conftest import Call
from tests.games.shedding_table import rules_of

HAND = "QS 9H 8H TC JD"


def request(
    hand: str | None = HAND, *, switches: dict[str, str | int] | None = None, **named: Any
) -> OddsRequest:
    given: dict[str, Any] = {
        "hand": hand, "trumps": (), "bids": (), "seat": None, "dealer": None, "score": None, "policy": "rules",
        "defence": "rules", "seed": 1, "deals": 500, "threads": 1, "command": "", "unicode": True,
        "say": lambda text: None,
    }  # fmt: skip
    return OddsRequest(game=game, rules=rules_of(**(switches or {})), **(given | named))


def tallied(
    players: int, own: int, policies: list[str], n: int = 2_000, score: int = 0
) -> tuple[EventTally, list[int]]:
    """Hands with nothing known."""
    rules = rules_of(players=players)
    task = task_of(rules, players - 1, policies)
    task[t.OWN - t.TASK] = own
    task[t.SCORES - t.TASK + own] = score
    tally, sums = new_event_tally(1, 2), np.zeros(3, np.int64)
    tally_hands(np.uint64(2), 0, n, t.pack(rules), task, tally, sums)
    return tally, [int(total) for total in sums]


@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_of_every_hand_one_is_out_and_the_differences_cancel(players: int, policy: str) -> None:
    parts = [tallied(players, own, [policy] * players) for own in range(players)]
    assert sum(int(tally.count[0, 0]) for tally, _ in parts) == 2_000 - parts[0][1][2]
    assert sum(int(tally.diff[0]) for tally, _ in parts) == 0


def test_over_101_is_the_chance_of_more_points_than_are_left() -> None:
    counts = [
        int(tallied(3, 0, ["random"] * 3, score=score)[0].count[0, 1]) for score in (100, 80, 40, 0, -40)
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 1_000
    assert counts[-1] < 20


def test_the_rules_player_is_far_better_than_random() -> None:
    for players, least in ((2, 13), (3, 8), (4, 6)):
        tally, _ = tallied(players, 0, ["rules", *["random"] * (players - 1)], n=20_000)
        assert tally.diff[0] / 20_000 / (players - 1) > least


def test_the_same_sums_for_any_threads_and_chunks() -> None:
    question = question_of(request(score="50:20:99"))
    results = [
        answer(question, threads=threads, chunk=chunk) for threads, chunk in ((1, 500), (3, 7), (2, 64))
    ]
    first = results[0]
    for other in results[1:]:
        assert (other.points, other.squares, other.voids) == (first.points, first.squares, first.voids)
        for one, two in zip(first.tally, other.tally, strict=True):
            assert one.tolist() == two.tolist()


def test_scores_are_own_first_and_then_in_the_order_of_the_seats() -> None:
    question = question_of(request(score="50:20:99", seat=1))
    assert question.scores == (99, 50, 20)


def test_a_good_hand_has_a_higher_expected_score_than_a_bad_one() -> None:
    def ev(hand: str, **named: Any) -> float:
        report, _ = odds(request(hand, deals=4_000, **named))
        return float(report.frame["ev"][0])

    assert ev("QS QH JC JD 9S") > ev("AS AH TC TD 8S") + 5
    assert ev("8S JD JH JC", dealer=0, extras={"top": "7S"}) > ev("8S JD JH JC 6D", extras={"top": "7H"}) + 3


def test_the_report_says_what_the_score_means_and_gives_the_own_points() -> None:
    report, complete = odds(request(score="50:20:99", extras={"top": "7S"}))
    assert complete
    assert report.frame["event"].tolist() == ["out-first", "over-101"]
    assert any("the mean of the others' points of the hand less the own" in note for note in report.notes)
    assert any("50 before the hand" in note for note in report.notes)
    assert report.header["top"] == "7S"
    own = report.trailer["own_points"]
    assert isinstance(own, dict)
    assert set(own) == {"mean", "std_err"}
    assert report.trailer["void_hands"] == 0
    assert "top" not in odds(request())[0].header


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ({"hand": None}, "--hand is missing: name the 5 cards you hold"),
        ({"hand": None, "dealer": 0}, "--hand is missing: name the 4 cards you hold"),
        ({"dealer": 0}, "the hand has 5 cards, 4 are needed"),
        ({"hand": "QS 9H 8H TC"}, "the hand has 4 cards, 5 are needed"),
        ({"hand": "QS 9H 8H TC 5D"}, "5D is not in the 36-card deck; its ranks are A K Q J T 9 8 7 6"),
        ({"top": "QS"}, "--top QS is in the hand too"),
        ({"top": "QS 7S"}, "the card turned up has 2 cards, 1 is needed"),
        ({"top": "2S"}, "2S is not in the 36-card deck"),
        ({"seat": 3}, "--seat 3 is not a seat that plays here: the seats are 0, 1, 2"),
        ({"dealer": -1}, "--dealer -1 is not a seat"),
        ({"score": "1:2"}, "--score takes a whole number for each of 3 sides"),
        ({"score": "101:0:0"}, "a score of 101 does not exist: exactly 101 has become 0"),
        ({"score": "0:120:0"}, "a player at 120 has lost already: scores are 100 or less"),
        ({"score": "0:0:-999999"}, "a score of -999999 is out of reach"),
        ({"trumps": ("S",)}, "one-hundred-one takes no --trump: leave it out"),
        ({"bids": ("50",)}, "one-hundred-one takes no --bid: leave it out"),
        ({"levels": "1:2"}, "one-hundred-one takes no --levels: leave it out"),
    ],
)
def test_bad_input_is_refused_with_one_sentence(named: dict[str, Any], words: str) -> None:
    extras = {name: named.pop(name) for name in ("top", "levels") if name in named}
    with pytest.raises(Refused) as refusal:
        question_of(request(extras=extras, **named))
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_command_line(call: Call) -> None:
    done = call(
        "odds", "101", "--hand", HAND, "--score", "50:20:99", "--top", "7S", "-n", "200", "-f", "json"
    )
    assert done.code == 0
    shown = json.loads(done.out)
    assert [row["event"] for row in shown["rows"]] == ["out-first", "over-101"]
    assert shown["scores"] == [50, 20, 99]
    assert call("odds", "101", "--hand", HAND, "--set", "players=5").code == 3
    text = call("trace", "101", "--deals", "0:3", "--policy", "random", "--defence", "rules")
    assert "seat 0 (random)" in text.out
    assert "seat 1 (rules)" in text.out
    assert text.out.count("turned up: ") == 3
