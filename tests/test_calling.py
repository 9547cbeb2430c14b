"""--auction as people write it: what it means, and what is refused with which words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.calling import parse_auction, split_calls
from analyzer.options import Misused
from sims.auction import HOLD, PASS, Auction
from sims.errors import Refused
from sims.games import GAMES, find_rules
from tests.conftest import Call

TABLES = [
    ("two-hundred", "base", {}),
    ("two-hundred", "base", {"bidding": "single_round", "all_pass": "dealer_must_bid"}),
    ("two-hundred", "six-rotating", {}),
    ("two-hundred", "six-at-once", {}),
    ("two-hundred", "bank", {}),
    ("two-hundred", "five-shadow", {}),
    ("two-hundred", "cut-throat", {}),
    ("two-hundred", "two-handed", {}),
    ("nahanni", None, {}),
    ("fifty-five", None, {"players": 4}),
    ("fifty-five", None, {"players": 9}),
]
calm = settings(max_examples=40, deadline=None, derandomize=True)
WAYS = {PASS: ["pass", "p", "-", "PASS", "пас"], HOLD: ["hold", "h", "Hold"]}


def parse(table: tuple[str, str | None, dict[str, str | int]], text: str, dealer: int) -> Auction:
    """dealer: place among the seats that call."""
    game, variant, switches = table
    rules = find_rules(game, variant, dict(switches))
    at_table = GAMES[game].seating(rules)
    return parse_auction(text, GAMES[game], rules, at_table, at_table.active[at_table.callers[dealer]])


def record_seat(table: tuple[str, str | None, dict[str, str | int]], seat: int) -> int:
    game, variant, switches = table
    return GAMES[game].seating(find_rules(game, variant, dict(switches))).active[seat]


@pytest.mark.parametrize("table", TABLES, ids=str)
@calm
@given(data=st.data())
def test_a_legal_auction_comes_back_whatever_way_it_is_written(
    table: tuple[str, str | None, dict[str, str | int]], data: st.DataObject
) -> None:
    auction = parse(table, "", 0)
    words = []
    while not auction.over and len(words) < data.draw(st.integers(0, 14)):
        call = data.draw(st.sampled_from(auction.legal()[:3]))
        seat = f"{record_seat(table, auction.turn)}:" if data.draw(st.booleans()) else ""
        words.append(seat + data.draw(st.sampled_from(WAYS.get(call, [call]))))
        auction.call(call)
    text = data.draw(st.sampled_from([" ", ",", " , ", "  "])).join(words)
    assert parse(table, text, 0) == auction


@pytest.mark.parametrize("table", TABLES, ids=str)
@calm
@given(data=st.data())
def test_a_wrong_call_is_named_with_those_that_are_right(
    table: tuple[str, str | None, dict[str, str | int]], data: st.DataObject
) -> None:
    auction = parse(table, "", 0)
    words: list[str] = []
    while not auction.over and len(words) < 12:
        words.append(data.draw(st.sampled_from(auction.legal()[:3])))
        auction.call(words[-1])
    place = data.draw(st.integers(0, len(words)))
    before = parse(table, " ".join(words[:place]), 0)
    wrong = data.draw(st.sampled_from(["52", "0", "hold", "pass", "forty", "1000", words[0], "nil"]))
    if wrong in before.legal():
        return
    with pytest.raises(Refused) as refused:
        parse(table, " ".join([*words[:place], wrong, *words[place + 1 :]]), 0)
    if before.over:
        right = f"--auction: the auction is over before call {place + 1}, {wrong!r}"
    else:
        right = (
            f"--auction: call {place + 1}, of seat {record_seat(table, before.turn)}, cannot be {wrong!r}: "
            f"its calls are {', '.join(before.legal())}"
        )
    assert str(refused.value) == right


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_call_out_of_turn_is_refused(table: tuple[str, str | None, dict[str, str | int]]) -> None:
    turn = record_seat(table, parse(table, "", 0).turn)
    other = record_seat(table, GAMES[table[0]].seating(find_rules(*table[:2], dict(table[2]))).callers[0])
    assert other != turn
    with pytest.raises(Refused, match=f"call 1 is out of turn: it is for seat {turn}, not seat {other}$"):
        parse(table, f"{other}:pass", 0)


def test_words() -> None:
    assert split_calls(" 2:60, P -  ,h 0:Hold") == [
        (2, "60"), (None, PASS), (None, PASS), (None, HOLD), (0, HOLD)
    ]  # fmt: skip
    assert split_calls(" , ") == []
    with pytest.raises(Misused, match="the seat before the colon is a number, as in 2:60"):
        split_calls("north:60")
    with pytest.raises(Misused, match="as in 2:60"):
        split_calls(":60")


HAND = "AT95.AK.T8.7"


@pytest.mark.parametrize(
    ("line", "calls", "code", "words"),
    [
        (f"odds 200 --hand {HAND}", "50 3:60", 3, "call 2 is out of turn: it is for seat 1, not seat 3"),
        (
            f"odds 200 --hand {HAND}",
            "60 55",
            3,
            "call 2, of seat 1, cannot be '55': its calls are pass, 65, 70, 75, 80, 85, 90, 95, 100",
        ),
        (f"odds 200 --hand {HAND}", "50 hold", 3, "call 2, of seat 1, cannot be 'hold': its calls are pass, 55,"),
        (f"odds 200 --hand {HAND}", "100 pass", 3, "the auction is over before call 2, 'pass'"),
        (f"odds 200 --hand {HAND}", "pass 60", 3, "seat 0 is out of the auction: it can make no more bids"),
        (
            f"odds 200 --hand {HAND}",
            "50 60 pass pass pass",
            3,
            "the auction is over and seat 1 declares: seat 0 has no contract to ask about",
        ),
        (
            f"odds 200 --hand {HAND}",
            "p p p p",
            3,
            "the auction is over and all have passed: seat 0 has no contract to ask about",
        ),
        (f"odds 200 --hand {HAND}", "north:50", 2, "the seat before the colon is a number, as in 2:60"),
        ("odds 25 --hand '5H JH KH QS 3C' --turn-up 2H", "pass", 3, "twenty-five has no auction: leave --auction out"),
        (f"odds 200 --hand {HAND} --profile bald", "50", 3, "no bidding profile 'bald'"),
        ("trace 200 --auction real", "", 2, "--auction is player or simulated in trace, not 'real'"),
        ("trace 200 --profile bold", "", 2, "--profile goes with --auction simulated"),
        ("trace 25 --auction simulated", "", 3, "twenty-five has no auction to simulate: leave --auction out"),
        (f"odds 200 --hand {HAND} --profile bold", "", 2, "--profile says how the calls of --auction are made"),
    ],
)  # fmt: skip
def test_what_is_refused(call: Call, line: str, calls: str, code: int, words: str) -> None:
    done = call(line, *(["--auction", calls] if calls else []))
    assert done.code == code
    assert words in done.err
    assert not done.out


def test_the_own_contract_may_be_won_already(call: Call) -> None:
    done = call(
        f"odds 200 --hand {HAND} --trump S --bid 60 --fast -n 50 --quiet", "--auction", "60 pass pass pass"
    )
    assert done.code == 0
    assert re.search(r"auction 60 pass pass pass: hands as standard bidders hold them", done.out)


def test_an_auction_without_a_call_tells_nothing(call: Call) -> None:
    asked = f"odds 200 --hand {HAND} --trump S --bid 60 --fast -n 50 --quiet"
    done = call(asked, "--auction", "")
    assert "auction without a call: hands as standard bidders hold them" in done.out
    table = slice(2, 6)
    assert done.out.splitlines()[table] == call(asked).out.splitlines()[table]
