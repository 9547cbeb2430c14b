"""The command line as its users meet it: commands, options, formats, files, streams, Ctrl-C."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analyzer.output import write_lines
from sims.errors import Refused
from sims.games import GAMES
from tests.conftest import ROOT, Call, command, environment

HAND = "AT95.AK.T8.7"
ODDS = ("odds", "two-hundred", "--hand", HAND, "-n", "64")
ONE = (*ODDS, "--trump", "S", "--bid", "50")
FORMATS = ("table", "json", "csv", "md", "html", "tex")
DEV_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")


def answer(call: Call, *arguments: str) -> dict[str, Any]:
    done = call(*arguments, "-f", "json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


# ---------------------------------------------------------------------------------------------- help and version


def test_bare_command_shows_its_help_as_wrong_usage(call: Call) -> None:
    done = call()
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: bidodds ")
    assert done.err == call("--help").out


@pytest.mark.parametrize("name", ["games", "rules", "odds", "trace", "check", "bench"])
def test_help_of_a_command(call: Call, name: str) -> None:
    long, short = call(name, "--help"), call(name, "-h")
    assert (long.code, long.err) == (0, "")
    assert long.out == short.out
    assert long.out.startswith(f"Usage: bidodds {name} ")
    listed = [line for line in call("--help").out.splitlines() if line.startswith(f"  {name} ")]
    assert len(listed) == 1
    assert listed[0].endswith("."), "the list of commands cuts the sentence short"
    assert not listed[0].endswith("...")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("games", "--format -f --output -o --quiet"),
        ("rules", "--variant --set --rules --format -f --output -o --quiet"),
        (
            "odds",
            "--hand --bid --trump -n --seat --dealer --score --variant --set --rules --seed --policy "
            "--defence --fast --threads --format -f --output -o --quiet",
        ),
        (
            "trace",
            "--deals --dealer --score --variant --set --rules --seed --policy --defence --fast --threads "
            "--format -f --output -o --quiet",
        ),
        ("check", "--format -f --output -o --quiet"),
        ("bench", "--case --threads --repeat --format -f --output -o --quiet"),
    ],
)
def test_help_names_the_options(call: Call, name: str, options: str) -> None:
    words = call(name, "--help").out.replace(",", " ").split()
    assert set(options.split()) <= set(words)


def test_version(call: Call) -> None:
    done = call("--version")
    assert (done.code, done.err) == (0, "")
    name, number = done.out.split()
    assert name == "bidodds"
    assert all(part.isdecimal() for part in number.split("."))


def test_module_and_command_are_the_same(start: Call) -> None:
    program = f"import sys; sys.argv = ['bidodds', *{ONE!r}]; from analyzer.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8", cwd=ROOT,
        env=environment(), check=True,
    )  # fmt: skip
    module = start(*ONE)
    assert (module.code, module.out) == (0, done.stdout)
    assert start("odds").err == "bidodds: missing argument 'GAME' (see bidodds odds --help)\n"


# ---------------------------------------------------------------------------------------------- games and rules


def test_games_lists_every_variant(call: Call) -> None:
    rows = answer(call, "games")["rows"]
    listed = [(row["game"], row["variant"]) for row in rows]
    assert listed == [(game, variant) for game, module in GAMES.items() for variant in module.SHEET.variants]


@pytest.mark.parametrize("game", ["two-hundred", "nahanni"])
def test_rules_show_every_switch_and_its_value(call: Call, game: str) -> None:
    found = answer(call, "rules", game, "--set", "target=300")
    switches = {row["switch"]: row["value"] for row in found["rows"] if row["switch"]}
    assert switches == {name: str(value) for name, value in found["switches"].items()}
    assert switches["target"] == "300"
    assert all(row["source"] for row in found["rows"] if row["rule"])


def test_rules_from_a_variant_a_file_and_settings(call: Call, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_text('game = "200"\nvariant = "to-300"\n[switches]\ntarget = 400\nmin_bid = 70\n', "utf-8")
    found = answer(call, "rules", "200", "--rules", str(sheet), "--set", "min_bid=80")
    assert found["game"] == "two-hundred"
    assert found["variant"] == "to-300"
    wanted = {"loss_limit": -300, "target": 400, "min_bid": 80}
    assert {name: found["switches"][name] for name in wanted} == wanted
    typed = [f"--set={name}={value}" for name, value in wanted.items()]
    assert (
        answer(call, "rules", "two-hundred", "--variant", "to-300", *typed)["rules_hash"]
        == found["rules_hash"]
    )
    other = answer(call, "rules", "two-hundred", "--rules", str(sheet), "--variant", "base")
    assert other["variant"] == "base"
    assert other["switches"]["loss_limit"] == -200


def test_rule_sheet_with_a_byte_order_mark_and_windows_line_ends(call: Call, tmp_path: Path) -> None:
    sheet = tmp_path / "house.toml"
    sheet.write_bytes(b"\xef\xbb\xbf[switches]\r\ntarget = 300\r\n")
    assert answer(call, "rules", "two-hundred", "--rules", str(sheet))["switches"]["target"] == 300


# ---------------------------------------------------------------------------------------------- odds


def test_odds_as_json_has_the_entries_of_the_contract(call: Call) -> None:
    found = answer(call, *ODDS)
    entries = (
        "schema game variant switches rules_hash version seed hand seat dealer policy defence method deals interval "
        "rows best"
    )
    assert set(entries.split()) <= set(found)
    assert found["schema"] == "bidodds.odds/1"
    assert found["hand"] == "AS TS 9S 5S AH KH TD 8D 7C".split()
    assert (found["seat"], found["dealer"], found["seed"], found["deals"]) == (0, 3, 1, 64)
    assert (found["method"], found["interval"]) == ("sampled", "wilson-95")
    bids = [str(bid) for bid in range(50, 101, 5)]
    assert [(row["trump"], row["bid"]) for row in found["rows"]] == [(s, b) for s in "SHDC" for b in bids]
    for row in found["rows"]:
        columns = "trump bid deals made p_make ci_low ci_high mean_taken ev ev_std_err"
        assert list(row) == columns.split()
        assert isinstance(row["made"], int)
        assert row["p_make"] == row["made"] / 64
        assert row["ci_low"] <= row["p_make"] <= row["ci_high"]
    best = max(found["rows"], key=lambda row: row["ev"])
    assert {key: found["best"][key] for key in ("trump", "bid", "ev", "p_make")} == {
        key: best[key] for key in ("trump", "bid", "ev", "p_make")
    }


def test_odds_of_a_trump_alone_lists_every_bid_and_of_a_bid_every_trump(call: Call) -> None:
    assert [row["bid"] for row in answer(call, *ODDS, "--trump", "spades")["rows"]] == [
        str(bid) for bid in range(50, 101, 5)
    ]
    assert [row["trump"] for row in answer(call, *ODDS, "--bid", " 60 ")["rows"]] == list("SHDC")
    both = answer(call, *ODDS, "--bid", "60", "--bid", "50", "--trump", "H", "--trump", "♠", "--trump", "H")
    assert [(row["trump"], row["bid"]) for row in both["rows"]] == [
        ("H", "60"),
        ("H", "50"),
        ("S", "60"),
        ("S", "50"),
    ]


def test_odds_with_a_kitty_asks_for_trump_after_it_too(call: Call) -> None:
    hand = "AS TS 9S 6S AH KH TD 8D 7C"
    found = answer(call, "odds", "200", "--variant", "kitty", "--hand", hand, "-n", "32", "--bid", "60")
    assert [row["trump"] for row in found["rows"]] == ["any", "S", "H", "D", "C"]


@pytest.mark.parametrize(
    "hand",
    ["AS TS 9S 5S AH KH TD 8D 7C", "♠AT95 ♥AK ♦108 ♣7", "s:a,10,9,5 h:ak d:t8 c:7", "п Т095 ч ТК б 08 т 7"],
)
def test_odds_reads_every_notation_and_echoes_the_hand(call: Call, hand: str) -> None:
    done = call("odds", "200", "--hand", hand, "-n", "64", "--trump", "S", "--bid", "50", "-f", "json")
    assert done.out == call(*ONE, "-f", "json").out
    assert done.talk == ["bidodds: hand ♠AT95 ♥AK ♦T8 ♣7"]


def test_players(call: Call) -> None:
    rules, fast = answer(call, *ODDS, "--policy", "rules"), answer(call, *ODDS, "--fast")
    assert answer(call, *ODDS) == rules == fast
    assert (rules["policy"], rules["defence"]) == ("rules", "rules")
    chance = answer(call, *ODDS, "--policy", "random")
    assert (chance["policy"], chance["defence"]) == ("random", "random")
    mixed = answer(call, *ODDS, "--fast", "--defence", "random")
    assert (mixed["policy"], mixed["defence"]) == ("rules", "random")
    assert len({json.dumps(found["rows"]) for found in (rules, chance, mixed)}) == 3


def test_every_option_of_odds_at_once(call: Call) -> None:
    done = call(
        "odds", "nahanni", "--hand", "5S JS AH 9C 2D", "--bid", "25", "--trump", "S", "-n", "32", "--seat", "2",
        "--dealer", "1", "--score", "100:-5", "--variant", "base", "--set", "in_the_hole=on", "--seed", "autumn",
        "--policy", "rules", "--defence", "random", "--threads", "2", "--format", "json", "--quiet",
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)
    assert (found["seat"], found["dealer"], found["seed"]) == (2, 1, "autumn")
    assert (found["policy"], found["defence"]) == ("rules", "random")
    assert found["switches"]["in_the_hole"] == "on"


def test_the_command_is_echoed_so_that_it_can_be_typed_again(call: Call) -> None:
    done = call("odds", "200", "--hand", "♠AT95 ♥AK ♦T8 ♣7", "-n", "32", "--bid", "50")
    assert done.out.splitlines()[-1] == "command: bidodds odds 200 --hand '♠AT95 ♥AK ♦T8 ♣7' -n 32 --bid 50"


# ---------------------------------------------------------------------------------------------- formats and files


@pytest.mark.parametrize("arguments", [("games",), ("rules", "nahanni"), ONE], ids=["games", "rules", "odds"])
def test_formats(call: Call, arguments: tuple[str, ...]) -> None:
    texts = {name: call(*arguments, "-f", name) for name in FORMATS}
    assert all(done.code == 0 and done.out.endswith("\n") for done in texts.values())
    rows = json.loads(texts["json"].out)["rows"]
    table = list(csv.DictReader(io.StringIO(texts["csv"].out)))
    assert len(table) == len(rows)
    assert list(rows[0]) == list(table[0])[: len(rows[0])]
    assert texts["md"].out.startswith("## ")
    assert texts["html"].out.startswith("<!doctype html>")
    assert "\\begin{tab" in texts["tex"].out
    assert call(*arguments).out == texts["table"].out
    assert call(*arguments, "-f", "JSON").out == texts["json"].out


@pytest.mark.parametrize(
    ("name", "fmt"),
    [("x.json", "json"), ("x.CSV", "csv"), ("x.md", "md"), ("x.html", "html"), ("x.tex", "tex"), ("x.txt", "table"),
     ("x", "table")],
)  # fmt: skip
def test_suffix_of_the_output_chooses_the_format(call: Call, tmp_path: Path, name: str, fmt: str) -> None:
    done = call("games", "-o", str(tmp_path / name))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / name).read_text("utf-8") == call("games", "-f", fmt).out
    assert os.listdir(tmp_path) == [name]


def test_format_beats_the_suffix_and_a_dash_is_standard_output(call: Call, tmp_path: Path) -> None:
    assert call("games", "-o", str(tmp_path / "x.csv"), "-f", "json").code == 0
    text = (tmp_path / "x.csv").read_text("utf-8")
    assert json.loads(text)["schema"] == "bidodds.games/1"
    assert call("games", "-o", "-", "-f", "json").out == text


def test_output_through_a_link_keeps_link_and_permissions(call: Call, tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old", "utf-8")
    real.chmod(0o600)
    link.symlink_to(real)
    assert call("games", "-o", str(link)).code == 0
    assert link.is_symlink()
    assert json.loads(real.read_text("utf-8"))["rows"]
    assert real.stat().st_mode & 0o777 == 0o600


def test_output_to_a_device_leaves_it_a_device(call: Call) -> None:
    assert call("games", "-o", os.devnull).code == 0
    assert Path(os.devnull).is_char_device()


@pytest.mark.parametrize("error", [Refused("no"), KeyboardInterrupt(), OSError(28, "full")])
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
    assert call(*ONE).err == "bidodds: hand ♠AT95 ♥AK ♦T8 ♣7\n"
    assert call(*ONE, "--quiet").err == ""


# ---------------------------------------------------------------------------------------------- trace and check


def test_trace_as_records_goes_through_check(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    for arguments in (("200", "--variant", "kitty"), ("nahanni", "--policy", "random", "--score", "100:-5")):
        assert call("trace", *arguments, "--deals", "5:25", "--seed", "ключ", "-o", str(path)).code == 0
        records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        assert [record["deal"] for record in records] == list(range(5, 25))
        assert {record["seed"] for record in records} == {"ключ"}
        done = call("check", str(path))
        assert (done.code, done.out, done.err) == (0, "20 records, all legal\n", "")
        found = json.loads(call("check", str(path), "-f", "json").out)
        assert found == {"schema": "bidodds.check/1", "records": 20, "illegal": 0, "faults": []}


@pytest.mark.parametrize(
    "arguments", [("200",), ("200", "--variant", "kitty"), ("nahanni", "--policy", "random")]
)
def test_trace_as_text_tells_the_hand(call: Call, arguments: tuple[str, ...]) -> None:
    text = call("trace", *arguments, "--deals", "3").out
    record = json.loads(call("trace", *arguments, "--deals", "3", "-f", "jsonl").out)
    lines = text.splitlines()
    assert sum(line.startswith("  seat ") and "(" in line for line in lines) == record["seats"]
    assert sum(line.startswith("trick ") for line in lines) == len(record["tricks"])
    assert f"seat {record['declarer']} plays {record['contract']}" in text
    first = record["tricks"][0]["plays"][0]
    symbols = dict(zip("SHDC", "♠♥♦♣", strict=True))
    card = first["cards"][0]
    assert f"trick 1:  {first['seat']} {card[0]}{symbols[card[1]]}  " in text


def test_trace_tells_who_sits_out_and_who_draws(call: Call) -> None:
    idle = call("trace", "200", "--variant", "six-rotating", "--deals", "3").out
    assert sum(line.endswith("  sits out") for line in idle.splitlines()) == 2
    text = call("trace", "200", "--variant", "two-handed", "--deals", "3").out
    record = json.loads(call("trace", "200", "--variant", "two-handed", "--deals", "3", "-f", "jsonl").out)
    assert text.count(" draws ") == len(record["exchange"]) == 18
    assert "discards" not in text


def test_check_names_line_deal_trick_and_card(call: Call, tmp_path: Path) -> None:
    lines = call("trace", "200", "--deals", "0:4", "-f", "jsonl").out.splitlines()
    for at in (1, 3):
        record = json.loads(lines[at])
        plays = record["tricks"][2]["plays"]
        plays[1]["cards"] = plays[0]["cards"]
        lines[at] = json.dumps(record)
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    done = call("check", str(path))
    card = json.loads(lines[1])["tricks"][2]["plays"][1]["cards"][0]
    assert done.code == 3
    assert len(done.talk) == 1
    assert done.err.startswith("bidodds: line 2, deal 1, trick 3: ")
    assert card in done.err
    assert done.err.endswith("(2 of 4 records are illegal)\n")
    assert [line.split(":")[0] for line in done.out.splitlines()] == [
        "line 2, deal 1, trick 3",
        "line 4, deal 3, trick 3",
    ]
    listed = call("check", str(path), "-f", "json")
    assert (listed.code, listed.err) == (3, done.err)
    fault = json.loads(listed.out)["faults"][0]
    assert (fault["line"], fault["deal"], fault["trick"], fault["card"]) == (2, 1, 3, card)
    assert call("check", str(path), "-o", str(tmp_path / "faults.json")).code == 3
    assert json.loads((tmp_path / "faults.json").read_text("utf-8")) == json.loads(listed.out)


def test_check_reads_standard_input(call: Call, start: Call) -> None:
    records = call("trace", "nahanni", "--deals", "0:3", "-f", "jsonl").out
    done = start("check", "-", input=records.encode())
    assert (done.code, done.out, done.err) == (0, "3 records, all legal\n", "")


# ---------------------------------------------------------------------------------------------- streams


class Terminal:
    """Standard output and error in an encoding, as a terminal or a pipe has them."""

    def __init__(self, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        self.err = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")
        monkeypatch.setattr(sys, "stdout", self.out)
        monkeypatch.setattr(sys, "stderr", self.err)

    def texts(self) -> tuple[str, str]:
        for stream in (self.out, self.err):
            stream.flush()
        return tuple(stream.buffer.getvalue().decode(stream.encoding) for stream in (self.out, self.err))  # type: ignore[attr-defined,return-value]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "koi8-r", "cp866"])
@pytest.mark.parametrize(
    "arguments",
    [*[(*ONE, "-f", name) for name in FORMATS], ("trace", "200"), ("trace", "nahanni", "-f", "jsonl"), ("games",),
     ("rules", "nahanni")],
    ids=lambda arguments: "-".join([arguments[0], *arguments[-1:]]),
)  # fmt: skip
def test_narrow_terminals_get_letters(
    monkeypatch: pytest.MonkeyPatch, encoding: str, arguments: tuple[str, ...]
) -> None:
    from analyzer.cli import run

    seed = ("--seed", "Glück ключ") if arguments[0] in ("odds", "trace") else ()
    with monkeypatch.context() as patch:
        terminal = Terminal(encoding, patch)
        assert run([*arguments, *seed]) == 0
        out, err = terminal.texts()
    assert out
    assert (out + err).replace("Glück", "").replace("ключ", "").isascii()
    if arguments[0] == "odds":
        assert err == "bidodds: hand S:AT95 H:AK D:T8 C:7\n"


def test_messages_on_a_narrow_terminal_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    from analyzer.cli import run

    with monkeypatch.context() as patch:
        terminal = Terminal("ascii", patch)
        assert run(["odds", "200", "--hand", "♠AT95"]) == 3
        assert terminal.texts() == ("", "bidodds: the hand has 4 cards, 9 are needed: SAT95\n")


def test_a_file_gets_symbols_even_from_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from analyzer.cli import run

    with monkeypatch.context() as patch:
        Terminal("ascii", patch)
        assert run([*ONE, "-o", str(tmp_path / "x.md")]) == 0
    assert "♠AT95" in (tmp_path / "x.md").read_text("utf-8")


def test_a_closed_pipe_is_no_error(start: Call) -> None:
    process = subprocess.Popen(
        command("trace", "two-hundred", "--deals", "0:3000", "-f", "jsonl"), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, cwd=ROOT, env=environment(),
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    assert json.loads(process.stdout.readline())["deal"] == 0
    process.stdout.close()
    talk = process.stderr.read().decode().splitlines()
    process.stderr.close()
    assert process.wait() == 0
    assert [line for line in talk if "compiling" not in line] == [
        "bidodds: the reader closed the pipe, the rest is not written"
    ]


def test_help_into_a_closed_pipe(start: Call) -> None:
    # The reader leaves before the program writes.
    done = start("--help", shell="| true; exec 2>/dev/null")
    assert "Traceback" not in done.err
    assert done.err in ("", "bidodds: the reader closed the pipe, the rest is not written\n")


@DEV_FULL
@pytest.mark.parametrize(
    "arguments", [("--help",), ("--version",), ("games",), ("trace", "200", "-f", "jsonl")]
)
def test_a_full_disk_gives_one_line(start: Call, arguments: tuple[str, ...]) -> None:
    done = start(*arguments, shell=">/dev/full")
    assert done.code == 3
    assert done.talk == ["bidodds: the output cannot be written: No space left on device"]


@DEV_FULL
def test_a_full_disk_behind_output_is_named(call: Call) -> None:
    done = call("games", "-o", "/dev/full")
    assert done.code == 3
    assert done.talk == ["bidodds: the output '/dev/full' cannot be written: No space left on device"]


@pytest.mark.parametrize("shell", ["2>/dev/full", "2>&-"])
@DEV_FULL
def test_talk_that_cannot_be_written_stops_nothing(start: Call, call: Call, shell: str) -> None:
    done = start(*ONE, "-f", "json", shell=shell)
    assert (done.code, done.err) == (0, "")
    assert done.out == call(*ONE, "-f", "json").out


def test_closed_streams(start: Call, tmp_path: Path) -> None:
    done = start("games", shell=">&-")
    assert (done.code, done.talk) == (3, ["bidodds: standard output is closed: name a file with --output"])
    assert start("games", "-o", str(tmp_path / "x.json"), shell=">&-").code == 0
    assert json.loads((tmp_path / "x.json").read_text("utf-8"))["rows"]
    done = start("check", "-", shell="<&-")
    assert (done.code, done.talk) == (3, ["bidodds: standard input is closed: name a file of records"])


# ---------------------------------------------------------------------------------------------- Ctrl-C


def test_ctrl_c_prints_what_was_played_and_marks_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    call(*ONE)  # compiled

    def press() -> None:
        time.sleep(0.5)
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.faces.contracts._load_reports", press)
    arguments = ("odds", "200", "--hand", HAND, "--trump", "S", "--bid", "50", "-n", "1000000000")
    done = call(*arguments, "-f", "json")
    assert done.code == 130
    assert done.talk[-1] == "bidodds: interrupted"
    found = json.loads(done.out)
    assert found["interrupted"] is True
    assert 0 < found["deals"] < 1_000_000_000
    assert [row["deals"] for row in found["rows"]] == [found["deals"]]
    table = call(*arguments)
    assert table.code == 130
    assert "INTERRUPTED" in table.out
    assert " of 1,000,000,000 deals were played" in table.out


def test_ctrl_c_in_a_real_process(call: Call) -> None:
    call(*ONE)  # compiled
    arguments = (
        "odds",
        "200",
        "--hand",
        HAND,
        "--trump",
        "S",
        "--bid",
        "50",
        "-n",
        "1000000000",
        "-f",
        "json",
    )
    for seconds in (1, 3, 9):  # until some deals are done
        process = subprocess.Popen(
            command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment()
        )
        assert process.stderr is not None
        process.stderr.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        assert process.returncode == 130
        assert err.decode().splitlines()[-1:] == ["bidodds: interrupted"]
        assert b"Traceback" not in err
        if out:
            break
    found = json.loads(out)
    assert found["interrupted"] is True
    assert found["deals"] > 0


@pytest.mark.parametrize("chained", [False, True])
def test_ctrl_c_at_the_start_gives_one_line(
    call: Call, monkeypatch: pytest.MonkeyPatch, chained: bool
) -> None:
    def app(*_: object, **__: object) -> None:
        if chained:
            raise RuntimeError("error calling __set_name__") from KeyboardInterrupt()
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.commands.app.app", app)
    done = call("games")
    assert (done.code, done.out, done.err) == (130, "", "bidodds: interrupted\n")


def test_ctrl_c_while_modules_load_gives_one_line() -> None:
    program = """
import importlib.abc, os, signal, sys
class Press(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "typer":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Press())
sys.argv = ["bidodds", "games"]
from analyzer.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=ROOT, env=environment(), check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"bidodds: interrupted\n")


def test_ctrl_c_while_tracing_keeps_whole_lines_and_no_file(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from analyzer.records import Recorder

    played = Recorder._record

    def record(self: Recorder, batch: Any, i: int) -> Any:
        if batch.low + i == 5:
            raise KeyboardInterrupt
        return played(self, batch, i)

    monkeypatch.setattr(Recorder, "_record", record)
    done = call("trace", "200", "--deals", "0:10", "-f", "jsonl")
    assert (done.code, done.talk[-1]) == (130, "bidodds: interrupted")
    assert [json.loads(line)["deal"] for line in done.out.splitlines()] == [0, 1, 2, 3, 4]
    assert call("trace", "200", "--deals", "0:10", "-o", str(tmp_path / "x.jsonl")).code == 130
    assert os.listdir(tmp_path) == []


# ---------------------------------------------------------------------------------------------- faults


def test_a_fault_of_the_program_is_one_line(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def every_game() -> None:
        raise ZeroDivisionError("a\nb")

    monkeypatch.setattr("analyzer.choice.every_game", every_game)
    done = call("games")
    assert (done.code, done.out) == (1, "")
    assert done.talk == [
        r"bidodds: fault of the program (ZeroDivisionError: a\nb); set BIDODDS_DEBUG=1 for details"
    ]
    monkeypatch.setenv("BIDODDS_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        call("games")


def test_bench_writes_json_by_default(call: Call, tmp_path: Path) -> None:
    arguments = ("bench", "--case", "two-hundred/deal", "--repeat", "3")
    done = call(*arguments)
    found = json.loads(done.out)
    assert done.code == 0
    assert found["schema"] == "bidodds.bench/1"
    assert [case["name"] for case in found["cases"]] == ["two-hundred/deal"]
    assert set("name threads hands_per_s ratio ratio_q1 ratio_q3".split()) <= set(found["cases"][0])
    assert "machine" in found
    assert call(*arguments, "--quiet", "-o", str(tmp_path / "speed.csv")).err == ""
    assert (tmp_path / "speed.csv").read_text("utf-8").startswith("name,threads,hands_per_s,")
