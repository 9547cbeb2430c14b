"""The same question gives the same bytes; another seed gives other deals; deals do not shift."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analyzer.faces.contracts import question_of
from analyzer.odds import Question, answer
from analyzer.odds_report import odds_report
from analyzer.request import OddsRequest
from reports.render import render
from sims import blocks
from sims.deals import deal_batch
from sims.games import GAMES, find_rules
from sims.players import player_tables, read_weights
from tests.documents import run

HANDS = {"two-hundred": "AS TS 9S 5S AH KH TD 8D 7C", "nahanni": "5H JH KH QS 3C"}


def ask(game: str, variant: str, policy: str, seed: int = 1, deals: int = 700) -> Question:
    return question_of(
        OddsRequest(
            game=GAMES[game],
            rules=find_rules(game, variant),
            hand=HANDS[game],
            trumps=(),
            bids=(),
            seat=None,
            dealer=None,
            score=None,
            policy=policy,
            defence=policy,
            seed=seed,
            deals=deals,
            threads=None,
            command="",
            unicode=True,
            say=lambda text: None,
        )  # fmt: skip
    )


@pytest.mark.parametrize("policy", ["rules", "random"])
@pytest.mark.parametrize(
    ("game", "variant"), [("two-hundred", "base"), ("two-hundred", "kitty"), ("nahanni", "base")]
)
def test_same_bytes_for_any_threads_and_chunks(game: str, variant: str, policy: str) -> None:
    question = ask(game, variant, policy)
    pages = {
        render(odds_report(answer(question, threads=threads, chunk=chunk)), "json")
        for threads, chunk in [(1, None), (2, None), (3, 17), (1, 1), (2, 699), (1, 10_000)]
    }
    assert len(pages) == 1


def test_same_bytes_from_the_command_line() -> None:
    arguments = ["odds", "nahanni", "--hand", HANDS["nahanni"], "-n", "500", "-f", "json", "--quiet"]
    assert run([*arguments, "--threads", "1"]) == run([*arguments, "--threads", "2"])


def test_another_seed_gives_other_deals() -> None:
    counts = [answer(ask("two-hundred", "base", "rules", seed)).made.tolist() for seed in (1, 2)]
    assert counts[0] != counts[1]


def test_deals_do_not_shift_with_the_player_or_the_bid() -> None:
    rules = find_rules("two-hundred")
    for seed, low in ((1, 0), (7, 1234)):
        block = blocks.pack(GAMES["two-hundred"].tables(rules), player_tables(read_weights("two-hundred")))
        whole = deal_batch(block, seed, low, low + 40)
        part = deal_batch(block, seed, low + 30, low + 40)
        assert all(np.array_equal(a[30:], b) for a, b in zip(whole, part, strict=True))
    hands = []
    for policy in ("rules", "random"):
        lines = run(
            ["trace", "two-hundred", "--deals", "5:9", "-f", "jsonl", "--policy", policy]
        ).splitlines()
        hands.append([json.loads(line)["hands"] for line in lines])
    assert hands[0] == hands[1]


def test_a_bid_asked_alone_is_as_in_the_whole_table() -> None:
    everything = json.loads(run(["odds", "nahanni", "--hand", HANDS["nahanni"], "-n", "400", "-f", "json"]))
    alone = json.loads(
        run(
            [
                "odds",
                "nahanni",
                "--hand",
                HANDS["nahanni"],
                "-n",
                "400",
                "-f",
                "json",
                "--bid",
                "25",
                "--trump",
                "H",
            ]
        )
    )
    assert alone["rows"] == [r for r in everything["rows"] if (r["trump"], r["bid"]) == ("H", "25")]
