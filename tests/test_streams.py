"""Standard streams: narrow encodings, closed pipes, full disks, Ctrl-C, faults of the program."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from analyzer.cli import run
from analyzer.records import Recorder
from tests.conftest import ROOT, Call, environment, spawn, start

HAND = "AT95.AK.T8.7"
ONE = f"odds two-hundred --hand {HAND} --trump S --bid 50 -n 64"
LONG = f"odds two-hundred --hand {HAND} --trump S --bid 50 -n 40000000"
CLOSED = "bidodds: the reader closed the pipe, the rest is not written"
DEV_FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")


# ---------------------------------------------------------------------------------------------- encodings


class Terminal:
    """Standard output and error in an encoding, as a terminal or a pipe has them."""

    def __init__(self, encoding: str, patch: pytest.MonkeyPatch) -> None:
        self.raw = [io.BytesIO(), io.BytesIO()]
        self.encoding = encoding
        self.streams = [
            io.TextIOWrapper(raw, encoding=encoding, errors=errors)
            for raw, errors in zip(self.raw, ("strict", "backslashreplace"), strict=True)
        ]
        patch.setattr(sys, "stdout", self.streams[0])
        patch.setattr(sys, "stderr", self.streams[1])

    def texts(self) -> list[str]:
        """What was written to each."""
        for stream in self.streams:
            stream.flush()
        return [raw.getvalue().decode(self.encoding) for raw in self.raw]


LINES = [f"{ONE} -f {name}" for name in ("table", "json", "csv", "md", "html", "tex")]
LINES += ["trace 200", "trace nahanni -f jsonl", "games", "rules nahanni"]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "koi8-r", "cp866"])
@pytest.mark.parametrize("line", LINES)
def test_narrow_terminals_get_letters(monkeypatch: pytest.MonkeyPatch, encoding: str, line: str) -> None:
    seed = ["--seed", "Glück ключ"] if line.startswith(("odds", "trace")) else []
    with monkeypatch.context() as patch:
        terminal = Terminal(encoding, patch)
        assert run([*line.split(), *seed]) == 0
        out, err = terminal.texts()
    assert out
    assert (out + err).replace("Glück", "").replace("ключ", "").isascii()
    if line.startswith("odds"):
        assert err.splitlines()[0] == "bidodds: hand S:AT95 H:AK D:T8 C:7"


def test_messages_on_a_narrow_terminal_have_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        terminal = Terminal("ascii", patch)
        assert run(["odds", "200", "--hand", "♠AT95"]) == 3
        assert terminal.texts() == ["", "bidodds: the hand has 4 cards, 9 are needed: SAT95\n"]


def test_a_file_gets_symbols_even_from_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patch:
        Terminal("ascii", patch)
        assert run([*ONE.split(), "-o", str(tmp_path / "x.md")]) == 0
    assert "♠AT95" in (tmp_path / "x.md").read_text("utf-8")


def test_a_process_with_narrow_streams_prints_letters() -> None:
    done = start("trace two-hundred", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "  seat 0 (rules)  S:" in done.out


# ---------------------------------------------------------------------------------------------- pipes and disks


def test_a_closed_pipe_is_no_error() -> None:
    process = spawn("trace two-hundred --deals 0:3000 -f jsonl")
    assert process.stdout is not None
    assert process.stderr is not None
    assert json.loads(process.stdout.readline())["deal"] == 0
    process.stdout.close()
    talk = process.stderr.read().decode().splitlines()
    process.stderr.close()
    assert process.wait() == 0
    assert [line for line in talk if "compiling" not in line] == [CLOSED]


@pytest.mark.parametrize("line", ["--help", "--version", "odds --help", "games"])
def test_a_pipe_that_is_closed_from_the_start(line: str) -> None:
    process = spawn(line)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate()
    assert process.returncode == 0
    assert err.decode().splitlines() == [CLOSED]


@DEV_FULL
@pytest.mark.parametrize("line", ["--help", "--version", "games", "trace 200 -f jsonl"])
def test_a_full_disk_gives_one_line(line: str) -> None:
    done = start(line, shell=">/dev/full")
    assert done.code == 3
    assert done.talk == ["bidodds: the output cannot be written: No space left on device"]


@DEV_FULL
def test_a_full_disk_behind_output_is_named(call: Call) -> None:
    done = call("games -o /dev/full")
    assert done.code == 3
    assert done.talk == ["bidodds: the output '/dev/full' cannot be written: No space left on device"]
    assert Path("/dev/full").is_char_device()


@DEV_FULL
@pytest.mark.parametrize("shell", ["2>/dev/full", "2>&-"])
def test_talk_that_cannot_be_written_stops_nothing(call: Call, shell: str) -> None:
    done = start(f"{ONE} -f json", shell=shell)
    assert (done.code, done.err) == (0, "")
    assert done.out == call(f"{ONE} -f json").out


def test_closed_streams(tmp_path: Path) -> None:
    done = start("games", shell=">&-")
    assert (done.code, done.talk) == (3, ["bidodds: standard output is closed: name a file with --output"])
    assert start(f"games -o {tmp_path / 'x.json'}", shell=">&-").code == 0
    assert json.loads((tmp_path / "x.json").read_text("utf-8"))["rows"]
    done = start("check -", shell="<&-")
    assert (done.code, done.talk) == (3, ["bidodds: standard input is closed: name a file of records"])


# ---------------------------------------------------------------------------------------------- Ctrl-C


def test_ctrl_c_prints_what_was_played_and_marks_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    call(ONE)  # compiled

    def press() -> None:
        time.sleep(0.5)
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.running.load_reports", press)
    done = call(f"{LONG} -f json")
    assert done.code == 130
    assert done.talk[-1] == "bidodds: interrupted"
    found = json.loads(done.out)
    assert found["interrupted"] is True
    assert 0 < found["deals"] < 40_000_000
    assert [row["deals"] for row in found["rows"]] == [found["deals"]]
    table = call(LONG)
    assert table.code == 130
    assert "INTERRUPTED" in table.out
    assert " of 40,000,000 deals were played" in table.out


def test_ctrl_c_in_a_real_process(call: Call) -> None:
    call(ONE)  # compiled
    for seconds in (1, 3, 9, 27):  # until some deals are done
        process = spawn(f"{LONG} -f json")
        try:
            assert process.stderr is not None
            process.stderr.readline()
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate()
        finally:
            process.kill()
        assert process.returncode == 130
        assert err.decode().splitlines()[-1:] == ["bidodds: interrupted"]
        assert b"Traceback" not in err
        if out:
            break
    found = json.loads(out)
    assert found["interrupted"] is True
    assert found["deals"] > 0


def test_ctrl_c_at_the_start_gives_one_line(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def app(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analyzer.commands.app.app", app)
    done = call("games")
    assert (done.code, done.out, done.err) == (130, "", "bidodds: interrupted\n")


@pytest.mark.parametrize("turned", [False, True], ids=["as it is", "turned into another error"])
def test_ctrl_c_while_modules_load_gives_one_line(turned: bool) -> None:
    program = f"""
import importlib.abc, os, signal, sys
class Press(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "typer":
            sys.meta_path.remove(self)
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                pass
            raise ImportError if {turned} else KeyboardInterrupt
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
    played = Recorder._record

    def record(self: Recorder, batch: Any, i: int) -> Any:
        if batch.low + i == 5:
            raise KeyboardInterrupt
        return played(self, batch, i)

    monkeypatch.setattr(Recorder, "_record", record)
    done = call("trace 200 --deals 0:10 -f jsonl")
    assert (done.code, done.talk[-1]) == (130, "bidodds: interrupted")
    assert [json.loads(line)["deal"] for line in done.out.splitlines()] == [0, 1, 2, 3, 4]
    assert call(f"trace 200 --deals 0:10 -o {tmp_path / 'x.jsonl'}").code == 130
    assert os.listdir(tmp_path) == []


# ---------------------------------------------------------------------------------------------- faults


def test_a_fault_of_the_program_is_one_line(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def every_game() -> None:
        raise ZeroDivisionError("a\nb")

    monkeypatch.setattr("analyzer.choice.every_game", every_game)
    done = call("games")
    assert (done.code, done.out) == (1, "")
    fault = r"fault of the program (ZeroDivisionError: a\nb); set BIDODDS_DEBUG=1 for details"
    assert done.talk == [f"bidodds: {fault}"]
    monkeypatch.setenv("BIDODDS_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        call("games")
