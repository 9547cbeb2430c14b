"""Answers as data frames: those of the commands, with the same checks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer import library
from analyzer.library import duel, odds
from analyzer.options import Misused
from sims.errors import Refused
from tests.conftest import Call

HAND = "5H JH KH QS 3C"

SAME: list[tuple[str, dict[str, Any]]] = [
    (f"odds nahanni --hand '{HAND}' --fast -n 100", {"game": "nahanni", "hand": HAND, "fast": True, "deals": 100}),
    (
        f"odds 30-for-60 --hand '{HAND}' --trump H --trump S --bid 25 --seat 2 --dealer 1 --score 100:-5 --seed autumn "
        "--policy random --defence rules --set in_the_hole=on --set target=150 -n 64 --know 'partner: H>=1'",
        {
            "game": "30-for-60", "hand": HAND.split(), "trump": ["H", "S"], "bid": 25, "seat": 2, "dealer": 1,
            "score": (100, -5), "seed": "autumn", "policy": "random", "defence": "rules",
            "set": {"in_the_hole": True, "target": 150}, "deals": 64, "know": "partner: H>=1",
        },
    ),
    (
        f"odds 25 --players 5 --hand '{HAND}' --turn-up 2H --fast -n 50 --seed 7",
        {"game": "25", "players": 5, "hand": HAND, "turn_up": "2H", "fast": True, "deals": 50, "seed": 7},
    ),
    (
        "odds blackout --hand 'S:AK94 H:KQ5 D:A843 C:72' --partner-bid 3 --bid 2 --bid nil --fast -n 50",
        {
            "game": "blackout", "hand": "S:AK94 H:KQ5 D:A843 C:72", "partner_bid": 3, "bid": (2, "nil"), "fast": True,
            "deals": 50,
        },
    ),
    (
        "odds dbf --hand 'RJ S:AK972 H:K82 D:A5 C:9' --variant table-b --levels 2:1 --trump S --fast -n 20",
        {
            "game": "dbf", "hand": "RJ S:AK972 H:K82 D:A5 C:9", "variant": "table-b", "levels": (2, 1), "trump": "S",
            "fast": True, "deals": 20,
        },
    ),
    (
        "odds 100-to-1 --skill 0.6:0.5 --board shipped -n 50",
        {"game": "100-to-1", "skill": ("0.6", "0.5"), "board": ["shipped"], "deals": 50},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("line", "asked"), SAME, ids=[line.split("--")[0] for line, _ in SAME])
def test_odds_are_those_of_the_command(call: Call, line: str, asked: dict[str, Any]) -> None:
    frame = odds(**asked, threads=1)
    entries = json.loads(call(f"{line} -f json").out)
    assert frame.to_dict("records") == entries.pop("rows")
    assert frame.attrs == entries


def test_a_duel_is_that_of_the_command(call: Call) -> None:
    frame = duel("nahanni", "rules", "random", bid=[20, 30], against="rules", dealer=1, deals=60, seed=3)
    entries = json.loads(
        call(
            "duel nahanni rules random --bid 20 --bid 30 --against rules --dealer 1 -n 60 --seed 3 -f json"
        ).out
    )
    assert frame.to_dict("records") == entries.pop("rows")
    assert frame.attrs == entries


def test_nothing_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    odds("nahanni", HAND, fast=True, deals=10)
    assert capfd.readouterr() == ("", "")


def test_rules_come_from_a_file_too(tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text('game = "nahanni"\n[switches]\nin_the_hole = "on"\n', "utf-8")
    for path in (sheet, str(sheet)):
        assert odds("nahanni", HAND, fast=True, deals=10, rules=path).attrs["switches"]["in_the_hole"] == "on"


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("nahani", {}, "nahani"),
    ("nahanni", {"hand": HAND, "bid": 31}, "'31' is not a bid of nahanni"),
    ("nahanni", {"hand": "5H"}, "5"),
    ("nahanni", {"hand": HAND, "seat": 9}, "--seat 9 is not a seat"),
    ("nahanni", {"hand": HAND, "set": {"nosuch": 1}}, "nosuch"),
    ("nahanni", {"hand": HAND, "turn_up": "2H"}, "--turn-up"),
    ("nahanni", {"hand": HAND, "deals": 0}, "-n takes a whole number from 1"),
    ("nahanni", {"hand": HAND, "threads": 0}, "--threads takes a whole number from 1"),
    ("nahanni", {"hand": HAND, "turnup": "2H"}, "odds takes no argument 'turnup'"),
]


@pytest.mark.parametrize(("game", "asked", "words"), REFUSED, ids=[words for *_, words in REFUSED])
def test_what_cannot_be_is_refused_in_the_words_of_the_command(
    game: str, asked: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refused, match=words):
        odds(game, **asked)


def test_a_duel_needs_two() -> None:
    with pytest.raises(Misused, match="two players or more"):
        duel("nahanni", "rules")


def test_an_interrupt_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    real = library.work_of

    def short(*args: Any, **options: Any) -> Any:
        work = real(*args, **options)
        whole = work.answer(1)[0]

        class Interrupted:
            def answer(self, threads: int | None) -> tuple[Any, bool]:
                return whole, False

        return Interrupted()

    monkeypatch.setattr(library, "work_of", short)
    with pytest.raises(KeyboardInterrupt):
        odds("nahanni", HAND, fast=True, deals=10)
