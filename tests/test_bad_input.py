"""Bad input: one clear line on standard error, the right exit code, nothing on standard output, no file."""

from __future__ import annotations

import os
import random
import shlex
from pathlib import Path

import pytest

from sims.errors import Refused
from tests.conftest import Call, start

HAND = "--hand AT95.AK.T8.7"
ODDS = f"odds 200 {HAND} -n 32"
USAGE, IMPOSSIBLE = 2, 3


def refused(call: Call, line: str, code: int, parts: tuple[str, ...], folder: Path) -> None:
    """The command says no, in one line that has all the parts, and leaves the folder as it was."""
    before = sorted(os.listdir(folder))
    done = call(line)
    assert done.code == code, done
    assert done.out == ""
    assert len(done.err.splitlines()) == 1, done.err
    assert done.err.startswith("bidodds: ")
    assert done.err.endswith("\n")
    assert "Traceback" not in done.err
    for part in parts:
        assert part in done.err
    assert sorted(os.listdir(folder)) == before


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ---------------------------------------------------------------------------------------------- usage

USAGES = [
    ("ods", ["no such command 'ods'", "'odds'", "bidodds --help"]),
    ("--nosuch", ["no such option: --nosuch"]),
    ("odds", ["missing argument 'GAME'", "bidodds odds --help"]),
    ("check", ["missing argument 'FILE'", "bidodds check --help"]),
    (f"{ODDS} --hadn x", ["--hadn", "--hand", "bidodds odds --help"]),
    (f"{ODDS} --bid", ["--bid"]),
    ("odds 200 --hand AS TS 9S", ["TS", "9S", "needs quotes"]),
    (f"{ODDS} -n 0", ["-n takes a whole number from 1 to", "'0'"]),
    (f"{ODDS} -n -5", ["-n takes a whole number from 1 to", "'-5'"]),
    (f"{ODDS} -n 1.5", ["-n takes a whole number", "'1.5'"]),
    (f"{ODDS} -n 99999999999999999999", ["-n takes a whole number", "to 1,000,000,000,000"]),
    (f"{ODDS} -n ''", ["-n takes a whole number", "''"]),
    (f"{ODDS} --threads 0", ["--threads takes a whole number from 1 to 1,024", "'0'"]),
    (f"{ODDS} --threads -1", ["--threads", "'-1'"]),
    (f"{ODDS} --threads two", ["--threads", "'two'"]),
    (f"{ODDS} --seat x", ["--seat", "'x'"]),
    (f"{ODDS} --dealer x", ["--dealer", "'x'"]),
    (f"{ODDS} --seed ''", ["--seed", "''"]),
    (f"{ODDS} --seed \udcff", ["--seed", "UTF-8"]),
    (f"{ODDS} --fast --policy random", ["--fast", "--policy random"]),
    (f"{ODDS} --set target", ["--set takes NAME=VALUE", "'target'"]),
    (f"{ODDS} --set =300", ["--set takes NAME=VALUE", "'=300'"]),
    (f"{ODDS} --set target=", ["--set takes NAME=VALUE", "'target='"]),
    (f"{ODDS} --set target=300 --set target=400", ["'target'", "twice"]),
    (f"{ODDS} -f jsn", ["'jsn'", "table, json, csv, md, html, tex", "did you mean 'json'?"]),
    (f"{ODDS} -o x.pdf", ["'x.pdf'", ".pdf", ".json", "--format"]),
    ("trace 200 --deals 5:3", ["--deals takes A:B", "'5:3'"]),
    ("trace 200 --deals 3:3", ["--deals takes A:B", "'3:3'"]),
    ("trace 200 --deals -1", ["--deals takes A:B", "'-1'"]),
    ("trace 200 --deals a:b", ["--deals takes A:B", "'a:b'"]),
    ("trace 200 --deals 3:", ["--deals takes A:B", "'3:'"]),
    ("trace 200 --deals 99999999999999", ["--deals takes A:B", "10^12"]),
    ("trace 200 -f json", ["'json'", "text, jsonl", "did you mean 'jsonl'?"]),
    ("trace 200 -o x.json", ["'x.json'", ".jsonl", ".txt"]),
    ("trace 200 --threads 0", ["--threads", "'0'"]),
    ("trace 200 --seat 1", ["--seat", "bidodds trace --help"]),
    ("check x -f xml", ["'xml'", "text, json"]),
    ("games -f x", ["'x'", "table"]),
    ("bench --repeat 1", ["--repeat takes a whole number from 3", "'1'"]),
    ("bench --threads 0", ["--threads", "'0'"]),
]


@pytest.mark.parametrize(("line", "parts"), USAGES, ids=[ascii(line) for line, _ in USAGES])
def test_wrong_usage(call: Call, tmp_path: Path, line: str, parts: list[str]) -> None:
    refused(call, line, USAGE, tuple(parts), tmp_path)


# ---------------------------------------------------------------------------------------------- what cannot be

CARDS = [
    ("odds 200", ["--hand is missing", "9 cards"]),
    ("odds 200 --hand ''", ["empty", "9 are needed"]),
    ("odds 200 --hand AT95.AK.T8.", ["8 cards", "9 are needed", "♠AT95 ♥AK ♦T8"]),
    ("odds 200 --hand AT95.AK.T8.75", ["10 cards", "9 are needed"]),
    ("odds nahanni --hand AT95.AK.T8.7", ["9 cards", "5 are needed"]),
    ("odds 200 --hand 'AS AS TS 9S AH KH TD 8D 7C'", ["AS is given twice"]),
    ("odds 200 --hand 'AS 6S TS 9S AH KH TD 8D 7C'", ["6S is not in the 36-card deck", "A K Q J T 9 8 7 5"]),
    ("odds 200 --hand 'RJ TS 9S 5S AH KH TD 8D 7C'", ["RJ is not in the 36-card deck", "no jokers"]),
    ("odds 200 --hand 'AS TS xx'", ["'x' at character 7"]),
    ("odds 200 --hand 'AS TS 9Z'", ["'Z' at character 8"]),
    ("odds 200 --hand AT95.AK.T8", ["four fields", "S.H.D.C"]),
    ("odds 200 --hand 'Т♠ T♠ 9♠ 5♠ AH KH TD 8D 7C'", ["Cyrillic", "Latin", "character 1", "character 4"]),
    ("odds 200 --hand \udcff", ["U+DCFF", "character 1"]),
]
CHOICES = [
    (f"{ODDS} --trump X", ["'X' is no suit", "S, H, D or C"]),
    (f"{ODDS} --trump any", ["--trump any", "kitty"]),
    (f"{ODDS} --bid 47", ["'47' is not a bid of two-hundred", "50, 55, 60"]),
    (f"{ODDS} --bid 105", ["'105' is not a bid", "100"]),
    (f"{ODDS} --bid -50", ["'-50' is not a bid"]),
    (f"{ODDS} --bid ''", ["'' is not a bid"]),
    (f"{ODDS} --variant to-300 --bid 55", ["'55' is not a bid", "60, 65"]),
    ("odds nahanni --hand '5S JS AH 9C 2D' --bid 50", ["'50' is not a bid of nahanni", "20, 25, 30"]),
    (f"{ODDS} --seat 4", ["--seat 4", "0, 1, 2, 3"]),
    (f"{ODDS} --seat -1", ["--seat -1", "0, 1, 2, 3"]),
    (f"{ODDS} --dealer 7", ["--dealer 7", "0, 1, 2, 3"]),
    (f"{ODDS} --score 7:3", ["multiples of 5", "7:3"]),
    (f"{ODDS} --score 200:0", ["200:0", "the match is over"]),
    (f"{ODDS} --score 200", ["--score", "120:-35", "'200'"]),
    (f"{ODDS} --score a:b", ["--score", "'a:b'"]),
    (f"{ODDS} --policy rule", ["'rule'", "random, rules", "did you mean 'rules'?"]),
    (f"{ODDS} --defence radom", ["'radom'", "did you mean 'random'?"]),
    (f"{ODDS} --policy rollout", ["'rollout' lacks its number of worlds", "rollout:20"]),
    (f"{ODDS} --policy rollout:0", ["'rollout:0'", "whole number from 1"]),
    (f"{ODDS} --defence rollout:many", ["'rollout:many'", "whole number from 1"]),
    (f"{ODDS} --policy rolout:20", ["'rolout:20'", "did you mean 'rollout'?"]),
    (
        "odds 101 --policy pimc:20 --hand '6C 7C KD'",
        ["one-hundred-one has no player 'pimc:20'", "random, rules, rollout:N"],
    ),
    (f"{ODDS} --top AS", ["two-hundred takes no --top"]),
    (f"{ODDS} --players 3", ["two-hundred takes no --players", "variant"]),
    ("trace 200 --dealer 4", ["--dealer 4", "0, 1, 2, 3"]),
    ("trace 200 --score 5:205", ["5:205", "the match is over"]),
    ("trace nahanni --first-hand", ["nahanni takes no --first-hand"]),
    ("bench --case two-hundred/radom", ["'two-hundred/radom'", "did you mean 'two-hundred/random'?"]),
]
RULES = [
    ("rules two-hundert", ["no game 'two-hundert'", "did you mean 'two-hundred'?"]),
    ("odds nahani", ["no game 'nahani'", "did you mean 'nahanni'?"]),
    ("trace ''", ["no game ''", "two-hundred, nahanni"]),
    ("rules 'two\nhundred'", [r"'two\nhundred'"]),
    ("rules 200 --variant kity", ["no variant 'kity'", "did you mean 'kitty'?"]),
    ("rules 200 --variant ''", ["no variant ''", "base, kitty"]),
    ("rules 200 --set targt=300", ["no switch 'targt'", "did you mean 'target'?"]),
    ("rules 200 --set target=99999", ["target", "100 to 1000", "99999"]),
    ("rules 200 --set target=101", ["target", "multiples of 5", "101"]),
    ("rules 200 --set target=-5", ["target", "100 to 1000", "-5"]),
    ("rules 200 --set target=many", ["target", "whole number", "'many'"]),
    ("rules 200 --set bidding=auctoin", ["bidding", "auction | single_round", "did you mean 'auction'?"]),
    ("rules 200 --set hundred_for_200=yes", ["hundred_for_200", "off | on", "'yes'"]),
]
FILES = [
    (f"{ODDS} -o nowhere/x.json", ["output folder 'nowhere' does not exist"]),
    (f"{ODDS} -o .", ["'.' is a folder"]),
    ("trace 200 -o nowhere/x.jsonl", ["output folder 'nowhere' does not exist"]),
    ("games -o nowhere/x.json", ["output folder 'nowhere' does not exist"]),
    ("rules 200 --rules nosuch.toml", ["nosuch.toml cannot be read", "No such file"]),
    ("rules 200 --rules 'no\nsuch.toml'", [r"no\nsuch.toml cannot be read"]),
    ("rules 200 --rules .", ["cannot be read"]),
    ("check nosuch.jsonl", ["'nosuch.jsonl' cannot be read", "No such file"]),
    ("check .", ["cannot be read"]),
    (f"check {os.devnull}", ["there is no record in it"]),
]
IMPOSSIBILITIES = CARDS + CHOICES + RULES + FILES


@pytest.mark.parametrize(("line", "parts"), IMPOSSIBILITIES, ids=[ascii(line) for line, _ in IMPOSSIBILITIES])
def test_what_cannot_be(call: Call, tmp_path: Path, line: str, parts: list[str]) -> None:
    refused(call, line, IMPOSSIBLE, tuple(parts), tmp_path)


# ---------------------------------------------------------------------------------------------- rule sheet files

SHEETS = [
    ("target = 300", ["line 1: switch target belongs below a line [switches]"]),
    ("gme = '200'", ["line 1: unknown key 'gme'", "did you mean 'game'?"]),
    ("\n[more]\nx = 1", ["line 2: unknown key 'more'"]),
    ("game = 'nahanni'", ["line 1: the sheet is for 'nahanni', not for two-hundred"]),
    ("game = 200", ["line 1: game takes a text"]),
    ("variant = 'kity'", ["line 1: two-hundred has no variant 'kity'", "did you mean 'kitty'?"]),
    ("switches = 3", ["line 1: switches is a table"]),
    ("[switches]\ntarget = 7", ["line 2: switch target takes 100 to 1000", "not 7"]),
    ("[switches]\n'target' = 7", ["line 2: switch target"]),
    ("switches.target = 7", ["line 1: switch target"]),
    ("[switches]\ntarget = '300'", ["line 2: switch target takes", "without quotes, not '300'"]),
    ("\nswitches = {target = 7}", ["line 2: switch target"]),
    ("[switches]\ntarget = 300.5", ["line 2: switch target", "not 300.5"]),
    ("[switches]\ntarget = [1, 2]", ["line 2: switch target", "not [1, 2]"]),
    ("[switches.target]\nx = 1", ["line 1: switch target"]),
    ("[switches]\nhundred_for_200 = true", ["line 2: switch hundred_for_200", 'such as "on"', "not true"]),
    ("[switches]\nbiding = 'auction'", ["line 2", "no switch 'biding'", "did you mean 'bidding'?"]),
    ("game = two-hundred", ["line 1, column 8: not TOML"]),
    ("[switches]\ntarget = 300\ntarget = 400", ["line 3", "not TOML"]),
    ("game = '''", ["not TOML", "at the end of the file"]),
    ("[" * 5000, ["not TOML"]),
    ("[switches]\ntarget = " + "9" * 5000, ["not TOML"]),
    ("# " + "x" * 1_000_001, ["more than 1,000,000 bytes"]),
]


@pytest.mark.parametrize(("text", "parts"), SHEETS, ids=[ascii(text[:40]) for text, _ in SHEETS])
def test_rule_sheets(call: Call, tmp_path: Path, text: str, parts: list[str]) -> None:
    (tmp_path / "s.toml").write_text(text, "utf-8")
    refused(call, "rules two-hundred --rules s.toml", IMPOSSIBLE, ("rule sheet s.toml", *parts), tmp_path)


def test_all_faults_of_a_rule_sheet_are_told_at_once_by_line(call: Call, tmp_path: Path) -> None:
    text = "variant = 5\ngame = 'nahanni'\nodd = 1\n[switches]\ntarget = 7\nall_pass = true\nbiding = 'auction'\n"
    (tmp_path / "s.toml").write_text(text, "utf-8")
    lines = tuple(f"line {number}: " for number in (1, 2, 3, 5, 6, 7))
    refused(call, "rules two-hundred --rules s.toml", IMPOSSIBLE, lines, tmp_path)
    told = call("rules two-hundred --rules s.toml").err
    assert sorted(lines, key=told.index) == list(lines)


def test_a_rule_sheet_that_is_no_text(call: Call, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_bytes(b"[switches]\n# \xff\n")
    refused(call, "rules 200 --rules s.toml", IMPOSSIBLE, ("line 2: byte 0xff is no UTF-8",), tmp_path)


# ---------------------------------------------------------------------------------------------- records

RECORDS = [
    (b"not json\n", ["line 1", "not JSON at column 1"]),
    (b"\n\n[1, 2]\n", ["line 3", "must be an object"]),
    (b"{}\n", ["line 1"]),
    (b'{"game": "chess"}\n', ["line 1"]),
    (b"[" * 100_000 + b"\n", ["line 1", "nested too deeply"]),
    (b'{"deal": NaN}\n', ["line 1", "NaN is not JSON"]),
    (b'{"deal": ' + b"9" * 5000 + b"}\n", ["line 1", "too many digits"]),
]


@pytest.mark.parametrize(("text", "parts"), RECORDS, ids=[ascii(text[:20]) for text, _ in RECORDS])
def test_records_that_are_none(call: Call, tmp_path: Path, text: bytes, parts: list[str]) -> None:
    (tmp_path / "r.jsonl").write_bytes(text)
    done = call("check r.jsonl")
    assert done.code == IMPOSSIBLE
    assert len(done.err.splitlines()) == 1
    assert done.err.startswith("bidodds: line ")
    assert done.err == f"bidodds: {done.out}"
    for part in parts:
        assert part in done.err


def test_records_that_are_no_text(call: Call, tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_bytes(b"\n{}\n\xff\n")
    refused(call, "check r.jsonl", IMPOSSIBLE, ("'r.jsonl', line 3: byte 0xff is no UTF-8",), tmp_path)


# ---------------------------------------------------------------------------------------------- whatever comes


def test_a_process_gives_the_same_line_and_code() -> None:
    for line, code in (("odds 200 --hand AS", IMPOSSIBLE), (f"{ODDS} -n 0", USAGE)):
        done = start(line)
        assert (done.code, done.out, len(done.err.splitlines())) == (code, "", 1)


WORDS = shlex.split(
    "odds trace rules games check 200 nahanni two-hundred base kitty --hand --bid --trump -n --seat --dealer "
    "--score --variant --set --rules --seed --policy --defence --fast --threads --format -f -o --quiet --deals "
    "-- - = : 0 -1 1 5 32 1:2 50 any S ♠ Т AS AT95.AK.T8.7 '5S JS AH 9C 2D' target=300 target random rules json "
    "text csv nowhere/x . '' '\n' '\x00' \x1b[31m é \udcff 99999999999999999999 1e9 -h --version"
)


@pytest.mark.parametrize("seed", range(8))
def test_no_command_line_ends_in_a_traceback(call: Call, tmp_path: Path, seed: int) -> None:
    """Odd words in any order: an answer or one line, and never a fault of the program."""
    draw = random.Random(seed)
    for _ in range(40):
        words = [draw.choice(["odds", "trace", "rules", "games", "check"])]
        if draw.random() < 0.8:
            words.append(draw.choice(["200", "nahanni"]))
        if words[0] == "odds":
            words += ["--hand", draw.choice(["AT95.AK.T8.7", "5S JS AH 9C 2D"]), "-n", "32"]
        words += draw.choices(WORDS, k=draw.randrange(6))
        done = call("", *words)
        assert done.code in (0, USAGE, IMPOSSIBLE), (words, done)
        assert "Traceback" not in done.err
        assert not any(ord(char) < 32 for char in done.err.replace("\n", "")), (words, done.err)
        if done.code:
            assert len(done.talk) == 1 or done.err.startswith("Usage: ") or "bidodds: hand" in done.err, (
                words,
                done,
            )


def test_every_refusal_is_one_exception() -> None:
    from analyzer.options import Misused

    assert issubclass(Misused, Refused)
