"""The command line as its users meet it: commands, options, formats, files."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.output import write_lines
from sims.errors import Refused
from sims.games import GAMES
from tests.conftest import ROOT, Call, environment, start

HAND = "AT95.AK.T8.7"
ODDS = f"odds two-hundred --hand {HAND} -n 64"
ONE = f"{ODDS} --trump S --bid 50"
FORMATS = ("table", "json", "csv", "md", "html", "tex")
SHARED = "--variant --set --rules --seed --policy --defence --fast --threads --format -f --output -o --quiet"
BIDS = [str(bid) for bid in range(50, 101, 5)]


def answer(call: Call, line: str, *more: str) -> dict[str, Any]:
    done = call(line, "-f", "json", *more)
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


# ---------------------------------------------------------------------------------------------- help and version


def test_bare_command_shows_its_help_as_wrong_usage(call: Call) -> None:
    done = call()
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: bidodds ")
    assert done.err == call("--help").out


@pytest.mark.parametrize(
    "name",
    [
        "games",
        "rules",
        "odds",
        "advise",
        "duel",
        "compare",
        "match",
        "merge",
        "trace",
        "check",
        "bench",
        "warmup",
    ],
)
def test_help_of_a_command(call: Call, name: str) -> None:
    long, short = call(f"{name} --help"), call(f"{name} -h")
    assert (long.code, long.err) == (0, "")
    assert long.out == short.out
    assert long.out.startswith(f"Usage: bidodds {name} ")
    listed = [line for line in call("--help").out.splitlines() if re.match(rf"  {name}  ", line)]
    assert len(listed) == 1
    assert listed[0].endswith(".")
    assert not listed[0].endswith("..."), "the list of commands cuts the sentence short"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("games", "--format -f --output -o --quiet"),
        ("rules", "--variant --set --rules --format -f --output -o --quiet"),
        ("odds", f"--hand --bid --trump -n --seat --dealer --score {SHARED}"),
        ("trace", f"--deals --dealer --score {SHARED}"),
        ("check", "--format -f --output -o --quiet"),
        ("bench", "--case --threads --repeat --baseline --baseline-ref --max-regression --github"),
        ("bench", "--format -f --output -o --quiet"),
    ],
)
def test_help_names_the_options(call: Call, name: str, options: str) -> None:
    words = call(f"{name} --help").out.replace(",", " ").split()
    assert set(options.split()) <= set(words)


def test_version(call: Call) -> None:
    done = call("--version")
    assert (done.code, done.err) == (0, "")
    name, number = done.out.split()
    assert name == "bidodds"
    assert all(part.isdecimal() for part in number.split("."))


def test_module_and_command_are_the_same() -> None:
    program = f"import sys; sys.argv = ['bidodds', *{ONE.split()!r}]; from analyzer.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=ROOT, env=environment(), check=True
    )
    module = start(ONE)
    assert (module.code, module.out) == (0, done.stdout.decode())
    assert start("odds").err == "bidodds: missing argument 'GAME' (see bidodds odds --help)\n"


# ---------------------------------------------------------------------------------------------- games and rules


def test_games_lists_every_variant(call: Call) -> None:
    listed = [(row["game"], row["variant"]) for row in answer(call, "games")["rows"]]
    assert listed == [(game, variant) for game, module in GAMES.items() for variant in module.SHEET.variants]


@pytest.mark.parametrize("game", ["two-hundred", "nahanni"])
def test_rules_show_every_switch_and_its_value(call: Call, game: str) -> None:
    found = answer(call, f"rules {game} --set target=300")
    switches = {row["switch"]: row["value"] for row in found["rows"] if row["switch"]}
    assert switches == {name: str(value) for name, value in found["switches"].items()}
    assert switches["target"] == "300"
    assert all(row["source"] for row in found["rows"] if row["rule"])


def test_rules_from_a_variant_a_file_and_settings(call: Call, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text('game = "200"\nvariant = "to-300"\n[switches]\ntarget = 400\nmin_bid = 70\n', "utf-8")
    found = answer(call, f"rules 200 --rules {sheet} --set min_bid=80")
    assert (found["game"], found["variant"]) == ("two-hundred", "to-300")
    wanted = {"loss_limit": -300, "target": 400, "min_bid": 80}
    assert {name: found["switches"][name] for name in wanted} == wanted
    typed = [f"--set={name}={value}" for name, value in wanted.items()]
    same = answer(call, "rules two-hundred --variant to-300", *typed)
    assert same["rules_hash"] == found["rules_hash"]
    other = answer(call, f"rules two-hundred --rules {sheet} --variant base")
    assert (other["variant"], other["switches"]["loss_limit"]) == ("base", -200)


def test_rule_sheet_with_a_byte_order_mark_and_windows_line_ends(call: Call, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_bytes(b"\xef\xbb\xbf[switches]\r\ntarget = 300\r\n")
    assert answer(call, f"rules two-hundred --rules {sheet}")["switches"]["target"] == 300


# ---------------------------------------------------------------------------------------------- odds


def test_odds_as_json_has_the_entries_of_the_contract(call: Call) -> None:
    found = answer(call, ODDS)
    entries = "game variant switches rules_hash version policy defence rows best"
    assert set(entries.split()) <= set(found)
    assert found["schema"] == "bidodds.odds/1"
    assert found["hand"] == ["AS", "TS", "9S", "5S", "AH", "KH", "TD", "8D", "7C"]
    assert (found["seat"], found["dealer"], found["seed"], found["deals"]) == (0, 3, 1, 64)
    assert (found["method"], found["interval"]) == ("sampled", "wilson-95")
    assert [(row["trump"], row["bid"]) for row in found["rows"]] == [(s, b) for s in "SHDC" for b in BIDS]
    for row in found["rows"]:
        columns = "trump bid deals made p_make ci_low ci_high mean_taken ev ev_std_err"
        assert list(row) == columns.split()
        assert isinstance(row["made"], int)
        assert row["p_make"] == row["made"] / 64
        assert row["ci_low"] <= row["p_make"] <= row["ci_high"]
    best = max(found["rows"], key=lambda row: row["ev"])
    for key in ("trump", "bid", "ev", "p_make"):
        assert found["best"][key] == best[key]


def test_odds_of_a_trump_alone_lists_every_bid_and_of_a_bid_every_trump(call: Call) -> None:
    assert [row["bid"] for row in answer(call, f"{ODDS} --fast --trump spades")["rows"]] == BIDS
    assert [row["trump"] for row in answer(call, f"{ODDS} --fast --bid ' 60 '")["rows"]] == list("SHDC")
    rows = answer(call, f"{ODDS} --fast --bid 60 --bid 50 --trump H --trump ♠ --trump H")["rows"]
    assert [row["trump"] + row["bid"] for row in rows] == ["H60", "H50", "S60", "S50"]


def test_odds_with_a_kitty_asks_for_trump_after_it_too(call: Call) -> None:
    found = answer(call, "odds 200 --variant kitty --hand AT96.AK.T8.7 -n 32 --bid 60")
    assert [row["trump"] for row in found["rows"]] == ["any", "S", "H", "D", "C"]


@pytest.mark.parametrize(
    "hand",
    ["AS TS 9S 5S AH KH TD 8D 7C", "♠AT95 ♥AK ♦108 ♣7", "s:a,10,9,5 h:ak d:t8 c:7", "п Т095 ч ТК б 08 т 7"],
)
def test_odds_reads_every_notation_and_echoes_the_hand(call: Call, hand: str) -> None:
    done = call("odds 200 -n 64 --trump S --bid 50 -f json --hand", hand)
    assert done.out == call(f"{ONE} -f json").out
    assert done.talk == ["bidodds: hand ♠AT95 ♥AK ♦T8 ♣7"]


def test_players(call: Call) -> None:
    rules, fast = answer(call, f"{ODDS} --policy rules"), answer(call, f"{ODDS} --fast")
    assert rules == fast
    usual = answer(call, ONE)
    assert (usual["policy"], usual["defence"]) == ("rollout:20", "rollout:20")
    assert usual == answer(call, f"{ONE} --policy rollout:20")
    assert (rules["policy"], rules["defence"]) == ("rules", "rules")
    chance = answer(call, f"{ODDS} --policy random")
    assert (chance["policy"], chance["defence"]) == ("random", "random")
    mixed = answer(call, f"{ODDS} --fast --defence random")
    assert (mixed["policy"], mixed["defence"]) == ("rules", "random")
    assert len({json.dumps(found["rows"]) for found in (rules, chance, mixed)}) == 3


def test_every_option_of_odds_at_once(call: Call) -> None:
    done = call(
        "odds nahanni --hand '5S JS AH 9C 2D' --bid 25 --trump S -n 32 --seat 2 --dealer 1 --score 100:-5 "
        "--variant base --set in_the_hole=on --seed autumn --policy rules --defence random --threads 2 "
        "--format json --quiet"
    )
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)
    assert (found["seat"], found["dealer"], found["seed"]) == (2, 1, "autumn")
    assert (found["policy"], found["defence"]) == ("rules", "random")
    assert found["switches"]["in_the_hole"] == "on"


def test_the_command_is_echoed_so_that_it_can_be_typed_again(call: Call) -> None:
    done = call("odds 200 --hand '♠AT95 ♥AK ♦T8 ♣7' -n 32 --bid 50")
    assert done.out.splitlines()[-1] == "command: bidodds odds 200 --hand '♠AT95 ♥AK ♦T8 ♣7' -n 32 --bid 50"


# ---------------------------------------------------------------------------------------------- formats and files


@pytest.mark.parametrize("line", ["games", "rules nahanni", ONE], ids=["games", "rules", "odds"])
def test_formats(call: Call, line: str) -> None:
    texts = {name: call(f"{line} -f {name}") for name in FORMATS}
    assert all(done.code == 0 and done.out.endswith("\n") for done in texts.values())
    rows = json.loads(texts["json"].out)["rows"]
    table = list(csv.DictReader(io.StringIO(texts["csv"].out)))
    assert len(table) == len(rows)
    assert list(rows[0]) == list(table[0])[: len(rows[0])]
    assert texts["md"].out.startswith("## ")
    assert texts["html"].out.startswith("<!doctype html>")
    assert "\\begin{" in texts["tex"].out
    assert call(line).out == texts["table"].out.replace(" -f table\n", "\n")
    assert call(f"{line} -f JSON").out == texts["json"].out


@pytest.mark.parametrize(
    ("name", "fmt"),
    [(f"x.{name}", name.lower()) for name in ("json", "CSV", "md", "html", "tex")]
    + [("x.txt", "table"), ("x", "table")],
)
def test_suffix_of_the_output_chooses_the_format(call: Call, tmp_path: Path, name: str, fmt: str) -> None:
    done = call(f"games -o {tmp_path / name}")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / name).read_text("utf-8") == call(f"games -f {fmt}").out
    assert os.listdir(tmp_path) == [name]


def test_format_beats_the_suffix_and_a_dash_is_standard_output(call: Call, tmp_path: Path) -> None:
    assert call(f"games -o {tmp_path / 'x.csv'} -f json").code == 0
    text = (tmp_path / "x.csv").read_text("utf-8")
    assert json.loads(text)["schema"] == "bidodds.games/1"
    assert call("games -o - -f json").out == text


def test_output_through_a_link_keeps_link_and_permissions(call: Call, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", "utf-8")
    real.chmod(0o600)
    link.symlink_to(real)
    assert call(f"games -o {link}").code == 0
    assert link.is_symlink()
    assert json.loads(real.read_text("utf-8"))["rows"]
    assert real.stat().st_mode & 0o777 == 0o600


def test_output_to_a_pipe_with_a_name(call: Call, tmp_path: Path) -> None:
    pipe = tmp_path / "x.json"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert call(f"games -o {pipe}").code == 0
    assert json.loads(os.read(reader, 1 << 16))["rows"]
    os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.parametrize("error", [Refused("no"), KeyboardInterrupt(), OSError(28, "full")], ids=repr)
def test_output_is_whole_or_as_it_was(tmp_path: Path, error: BaseException) -> None:
    def lines() -> Iterator[str]:
        yield "new"
        raise error

    target = tmp_path / "hands.jsonl"
    target.write_text("old\n", "utf-8")
    with pytest.raises((Refused, KeyboardInterrupt)):
        write_lines(lines(), target)
    assert target.read_text("utf-8") == "old\n"
    assert os.listdir(tmp_path) == ["hands.jsonl"]


def test_quiet_leaves_standard_error_empty(call: Call) -> None:
    assert call(ONE).talk == ["bidodds: hand ♠AT95 ♥AK ♦T8 ♣7"]
    assert call(f"{ONE} --quiet").err == ""


# ---------------------------------------------------------------------------------------------- trace and check


@pytest.mark.parametrize("line", ["200 --variant kitty", "nahanni --policy random --score 100:-5"])
def test_trace_as_records_goes_through_check(call: Call, tmp_path: Path, line: str) -> None:
    path = tmp_path / "hands.jsonl"
    assert call(f"trace {line} --deals 5:25 --seed 12345678901234567 -o {path}").code == 0
    records = [json.loads(text) for text in path.read_text("utf-8").splitlines()]
    assert [record["deal"] for record in records] == list(range(5, 25))
    assert {record["seed"] for record in records} == {12345678901234567}
    done = call(f"check {path}")
    assert (done.code, done.out, done.err) == (0, "20 records, all legal\n", "")
    found = json.loads(call(f"check {path} -f json").out)
    assert found == {"schema": "bidodds.check/1", "records": 20, "illegal": 0, "faults": []}


@pytest.mark.parametrize("line", ["trace 200", "trace 200 --variant kitty", "trace nahanni --policy random"])
def test_trace_as_text_tells_the_hand(call: Call, line: str) -> None:
    text = call(f"{line} --deals 3").out
    record = json.loads(call(f"{line} --deals 3 -f jsonl").out)
    lines = text.splitlines()
    assert sum(line.startswith("  seat ") and "(" in line for line in lines) == record["seats"]
    assert sum(line.startswith("trick ") for line in lines) == len(record["tricks"])
    assert f"seat {record['declarer']} plays {record['contract']}" in text
    first = record["tricks"][0]["plays"][0]
    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    card = first["cards"][0]
    assert f"trick 1:  {first['seat']} {card[0]}{symbols[card[1]]}  " in text


def test_trace_tells_who_sits_out_and_who_draws(call: Call) -> None:
    idle = call("trace 200 --variant six-rotating --deals 3").out
    assert sum(line.endswith("  sits out") for line in idle.splitlines()) == 2
    text = call("trace 200 --variant two-handed --deals 3").out
    record = json.loads(call("trace 200 --variant two-handed --deals 3 -f jsonl").out)
    assert text.count(" draws ") == len(record["exchange"]) == 18
    assert "discards" not in text


def test_check_names_line_deal_trick_and_card(call: Call, tmp_path: Path) -> None:
    lines = call("trace 200 --deals 0:4 -f jsonl").out.splitlines()
    for at in (1, 3):
        record = json.loads(lines[at])
        plays = record["tricks"][2]["plays"]
        plays[1]["cards"] = plays[0]["cards"]
        lines[at] = json.dumps(record)
    path, faults = tmp_path / "hands.jsonl", tmp_path / "faults.json"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    done = call(f"check {path}")
    card = json.loads(lines[1])["tricks"][2]["plays"][1]["cards"][0]
    assert done.code == 3
    assert len(done.talk) == 1
    assert done.err.startswith("bidodds: line 2, deal 1, trick 3: ")
    assert card in done.err
    assert done.err.endswith("(2 of 4 records are illegal)\n")
    places = [line.split(":")[0] for line in done.out.splitlines()]
    assert places == ["line 2, deal 1, trick 3", "line 4, deal 3, trick 3"]
    listed = call(f"check {path} -f json")
    assert (listed.code, listed.err) == (3, done.err)
    fault = json.loads(listed.out)["faults"][0]
    assert (fault["line"], fault["deal"], fault["trick"], fault["card"]) == (2, 1, 3, card)
    assert call(f"check {path} -o {faults}").code == 3
    assert faults.read_text("utf-8") == listed.out


def test_check_reads_standard_input(call: Call) -> None:
    records = call("trace nahanni --deals 0:3 -f jsonl").out
    done = start("check -", stdin=b"\xef\xbb\xbf" + records.encode())
    assert (done.code, done.out, done.err) == (0, "3 records, all legal\n", "")


def test_bench_writes_json_by_default(call: Call, tmp_path: Path) -> None:
    line = "bench --case two-hundred/deal --repeat 3"
    done = call(line)
    found = json.loads(done.out)
    assert done.code == 0
    assert found["schema"] == "bidodds.bench/1"
    assert [case["name"] for case in found["cases"]] == ["two-hundred/deal"]
    assert {"name", "threads", "hands_per_s", "ratio", "ratio_q1", "ratio_q3"} <= set(found["cases"][0])
    assert "machine" in found
    assert call(f"{line} --quiet -o {tmp_path / 'speed.csv'}").err == ""
    assert (tmp_path / "speed.csv").read_text("utf-8").startswith("name,threads,hands_per_s,")
