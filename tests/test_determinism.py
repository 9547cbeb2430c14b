"""The same question gives the same bytes; another seed gives other deals; deals do not shift."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.faces import contracts
from analyzer.faces.contracts import question_of
from analyzer.odds import Question, answer
from analyzer.odds_report import odds_report
from analyzer.request import OddsRequest
from reports.render import render
from sims import blocks
from sims.deals import deal_batch
from sims.games import GAMES, find_rules
from sims.players import player_tables, read_weights
from tests.conftest import Call, start

HANDS = {"two-hundred": "AS TS 9S 5S AH KH TD 8D 7C", "nahanni": "5H JH KH QS 3C"}
ODDS = f"odds nahanni --hand '{HANDS['nahanni']}' -f json --quiet"


def ask(game: str, variant: str, policy: str, seed: int | str = 1, deals: int = 700) -> Question:
    request = OddsRequest(
        game=GAMES[game], rules=find_rules(game, variant), hand=HANDS[game], trumps=(), bids=(), seat=None,
        dealer=None, score=None, policy=policy, defence=policy, seed=seed, deals=deals, threads=None, command="",
        unicode=True, say=lambda text: None,
    )  # fmt: skip
    return question_of(request)


# ---------------------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("policy", ["rules", "random"])
@pytest.mark.parametrize(
    ("game", "variant"), [("two-hundred", "base"), ("two-hundred", "kitty"), ("nahanni", "base")]
)
def test_same_bytes_for_any_threads_and_chunks(game: str, variant: str, policy: str) -> None:
    question = ask(game, variant, policy)
    ways = [(1, None), (2, None), (3, None), (3, 17), (1, 1), (2, 699), (1, 700), (1, 10_000)]
    pages = {
        render(odds_report(answer(question, threads=threads, chunk=chunk)), "json") for threads, chunk in ways
    }
    assert len(pages) == 1


def test_same_bytes_from_the_command_line(call: Call) -> None:
    pages = {call(f"{ODDS} -n 500 --threads {threads}").out for threads in (1, 2, 3)}
    pages |= {call(f"{ODDS} -n 500").out}
    assert len(pages) == 1


def test_same_bytes_from_another_process_whatever_its_hashes(call: Call) -> None:
    for line in (f"{ODDS} -n 100", "trace two-hundred --seed moon --deals 0:20 -f jsonl"):
        pages = {start(line, PYTHONHASHSEED=number).out for number in ("1", "2")}
        assert pages == {call(line).out}


@pytest.mark.parametrize(
    "line", ["trace 200", "trace nahanni --policy random", "trace 200 --variant two-handed"]
)
def test_records_do_not_depend_on_the_batch(call: Call, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    whole = call(f"{line} --deals 0:23 -f jsonl").out.splitlines()
    assert len(whole) == 23
    monkeypatch.setattr(contracts, "TRACE_BATCH", 5)
    assert call(f"{line} --deals 0:23 -f jsonl").out.splitlines() == whole
    assert call(f"{line} --deals 9:21 -f jsonl").out.splitlines() == whole[9:21]
    assert call(f"{line} --deals 7 -f jsonl").out.splitlines() == whole[7:8]


# ---------------------------------------------------------------------------------------------- other deals


def test_another_seed_gives_other_deals(call: Call) -> None:
    seeds = (1, 2, -1, 2**40, "moon", "Moon")
    counts = [answer(ask("two-hundred", "base", "rules", seed)).made.tolist() for seed in seeds]
    assert len({tuple(count) for count in counts}) == len(seeds)
    hands = [call(f"trace 200 --seed {seed} -f jsonl").out for seed in seeds]
    assert len({json.dumps(json.loads(line)["hands"]) for line in hands}) == len(seeds)


def test_a_number_as_a_seed_is_a_number(call: Call) -> None:
    for text in ("7", "007", " 7 "):
        assert json.loads(call(f"{ODDS} -n 32 --seed '{text}'").out)["seed"] == 7
    assert json.loads(call(f"{ODDS} -n 32 --seed 7.0").out)["seed"] == "7.0"


# ---------------------------------------------------------------------------------------------- no shift


def test_a_range_of_deals_is_part_of_the_whole() -> None:
    rules = find_rules("two-hundred")
    block = blocks.pack(GAMES["two-hundred"].tables(rules), player_tables(read_weights("two-hundred")))
    for seed, low in ((1, 0), (7, 1234)):
        whole = deal_batch(block, seed, low, low + 40)
        part = deal_batch(block, seed, low + 30, low + 40)
        assert all(np.array_equal(a[30:], b) for a, b in zip(whole, part, strict=True))


@pytest.mark.parametrize("game", ["two-hundred", "nahanni"])
def test_deals_do_not_shift_with_players_seats_scores_and_rules(call: Call, game: str) -> None:
    def dealt(options: str) -> list[list[list[str]]]:
        lines = call(f"trace {game} --deals 5:15 -f jsonl {options}").out.splitlines()
        return [[*json.loads(line)["hands"], json.loads(line)["kitty"]] for line in lines]

    usual = dealt("")
    assert len(usual) == 10
    options = ["--policy random", "--defence random", "--dealer 1", "--score 50:20", "--set all_pass="]
    options[-1] += "dealer_must_bid" if game == "two-hundred" else "dealer_20"
    for option in options:
        assert dealt(option) == usual, option


def test_a_call_asked_alone_is_as_in_the_whole_table(call: Call) -> None:
    for policy in ("rules", "random"):
        everything = json.loads(call(f"{ODDS} -n 400 --policy {policy}").out)["rows"]
        assert len(everything) == 12
        for row in everything[::5]:
            alone = call(f"{ODDS} -n 400 --policy {policy} --bid {row['bid']} --trump {row['trump']}").out
            assert json.loads(alone)["rows"] == [row]


def test_more_deals_go_on_where_fewer_ended() -> None:
    few, many = (answer(ask("nahanni", "base", "rules", deals=deals)) for deals in (300, 301))
    assert (many.made - few.made >= 0).all()
    assert (many.made - few.made <= 1).all()
    assert (np.abs(many.taken - few.taken) <= 30).all()
