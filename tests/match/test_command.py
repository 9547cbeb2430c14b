"""`bidodds match`: its answers and its refusals."""

from __future__ import annotations

import json

import pytest

from tests.conftest import Call


def test_an_answer_as_json(call: Call) -> None:
    done = call("match nahanni --score 60:40 -f json")
    assert (done.code, done.talk) == (0, [])
    answer = json.loads(done.out)
    assert answer["schema"] == "bidodds.match/1"
    assert (answer["game"], answer["policy"], answer["method"]) == ("nahanni", "rules", "value-iteration")
    assert answer["residual"] < 1e-9
    assert [(row["own"], row["other"], row["dealer"]) for row in answer["rows"]] == [
        (60, 40, "own"),
        (60, 40, "other"),
    ]
    assert all(0.5 < row["p_win"] < 0.8 and 0 < row["std_err"] < 0.01 for row in answer["rows"])


def test_seats_name_the_sides(call: Call) -> None:
    own, other = (
        json.loads(call(f"match 200 --score 60:40 -f json --dealer {who}").out) for who in ("2", "3")
    )
    assert [row["dealer"] for row in own["rows"] + other["rows"]] == ["own", "other"]


def test_the_table_is_a_cross_of_scores(call: Call) -> None:
    lines = call("match nahanni").out.splitlines()
    head = next(line for line in lines if line.startswith("dealer"))
    assert head.split() == ["dealer", "own", *map(str, range(0, 120, 20))]
    cells = [line for line in lines if line.startswith(("own ", "other "))]
    assert len(cells) == 12
    rows = json.loads(call("match nahanni -f json").out)["rows"]
    assert len(rows) == 2 * 6 * 6
    assert len(call("match nahanni -f csv").out.splitlines()) == 1 + len(rows)


def test_four_players_have_seats(call: Call) -> None:
    rows = json.loads(call("match 55 --set target=110 --score 40:20:0:60 -f json").out)["rows"]
    assert [(row["own"], row["other"], row["dealer"]) for row in rows] == [
        (40, "20:0:60", seat) for seat in range(4)
    ]


def test_sampled_matches_say_so(call: Call) -> None:
    answer = json.loads(call("match 101 --score 40:20:0 --dealer 1 -f json").out)
    assert (answer["method"], answer["matches"]) == ("sampled", 20_000)
    assert len(answer["rows"]) == 1
    assert "residual" not in answer


def test_da_bai_fen_tells_of_the_first_hand(call: Call) -> None:
    assert 0.3 < json.loads(call("match dbf --score 0:0 -f json").out)["first_hand"] < 0.7


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("match 25", 3, "win-game"),
        ("match 100-to-1", 3, "programme"),
        ("match 200 --variant six-rotating", 3, "from hand to hand"),
        ("match dbf --set draw_at_40=on", 3, "draw_at_40=off"),
        ("match 101 --set over_101=drops_out", 3, "two players"),
        ("match 200 --score 200:0", 3, "the match is over"),
        ("match 200 --score 12:0", 3, "multiples of 5"),
        ("match 200 --score 10", 3, "each of 2 sides"),
        ("match dbf --score 13:0", 3, "promotions"),
        ("match 101 --score 40:101:0", 3, "101"),
        ("match 101 --dealer other", 3, "name a seat"),
        ("match 200 --dealer 4", 3, "not a seat"),
        ("match 200 --dealer mine", 2, "number of a seat"),
        ("match 200 --policy clever", 3, "no player"),
        ("match 101 --policy pimc:3", 3, "no player"),
        ("match 200 -n 5", 2, "from 100"),
        ("match 200 -f yaml", 2, "no format"),
        ("match whist", 3, "no game"),
    ],
)
def test_what_cannot_be_is_refused(call: Call, line: str, code: int, words: str) -> None:
    done = call(line)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
