"""Answers as files of programs and as pictures: `-o FILE.parquet`, `-o FILE.xlsx`, `--plot FILE`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from reports import read_frame
from tests.conftest import ROOT, Call, start

ODDS = "odds nahanni --hand '5H JH KH QS 3C' --fast -n 200"
DUEL = "duel nahanni rules random -n 50"
LINES = {"odds": ODDS, "duel": DUEL, "games": "games", "rules": "rules nahanni"}
FORMATS = ("json", "csv", "parquet", "xlsx")


@pytest.mark.parametrize("line", list(LINES.values()), ids=list(LINES))
def test_all_formats_of_programs_give_one_frame(call: Call, tmp_path: Path, line: str) -> None:
    frames = []
    for name in FORMATS:
        done = call(f"{line} --quiet -o {tmp_path / 'x'}.{name}")
        assert (done.code, done.out, done.err) == (0, "", "")
        frames.append(read_frame(tmp_path / f"x.{name}"))
    for frame in frames[1:]:
        pd.testing.assert_frame_equal(frame, frames[0], check_exact=True)
    entries = json.loads((tmp_path / "x.json").read_text("utf-8"))
    assert frames[0].to_dict("records") == entries.pop("rows")
    assert [frames[i].attrs for i in (0, 2, 3)] == [entries] * 3
    assert sorted(os.listdir(tmp_path)) == sorted(f"x.{name}" for name in FORMATS)


def test_a_shard_becomes_a_file_and_a_picture(call: Call, tmp_path: Path) -> None:
    parts = [str(tmp_path / f"{k}.json") for k in (1, 2)]
    for k, part in enumerate(parts, start=1):
        assert call(f"{ODDS} --shard {k}/2 -o {part}").code == 0
    for name, option in (("xlsx", "-o"), ("parquet", "-o"), ("svg", "--plot")):
        assert call(f"{ODDS} {option} {tmp_path / 'whole'}.{name}").code == 0
        assert call(f"merge {option} {tmp_path / 'merged'}.{name}", *parts).code == 0
        assert (tmp_path / f"whole.{name}").read_bytes() == (tmp_path / f"merged.{name}").read_bytes()


def test_plot_draws_beside_the_answer_and_is_the_same_in_another_process(call: Call, tmp_path: Path) -> None:
    path, other = tmp_path / "x.svg", tmp_path / "y.SVG"
    done = call(f"{ODDS} --plot {path}")
    assert done.out == call(ODDS).out
    assert start(f"{ODDS} --plot {other}", PYTHONHASHSEED="7").code == 0
    assert path.read_bytes() == other.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["x.svg", "y.SVG"]


CHARTS = {
    f"{ODDS}": ["P(make) with 95 % intervals", "P(make) in percent", "Expected score"],
    f"{ODDS} --trump H": ["P(make) with 95 % intervals"],
    f"{ODDS} --bid 30": ["P(make) of 30, percent with 95 % intervals"],
    "odds 25 --hand '5H JH KH QS 3C' --fast -n 100": ["Chance of each event, percent with 95 % intervals"],
    "odds blackout --hand 'S:AK94 H:KQ5 D:A843 C:72' --fast -n 50": [
        "Chance to make each call, percent with 95 % intervals",
        "Tricks of the own side, percent of deals with 95 % intervals",
    ],
    "odds dbf --hand 'RJ S:AK972 H:K82 D:A5 C:9' --fast -n 20": [
        "Points of the declaring side&#x27;s opponents, percent of deals with 95 % intervals"
    ],
    DUEL: ["Contracts made: a less b with 95 % intervals"],
}


@pytest.mark.parametrize("line", list(CHARTS))
def test_pictures_of_a_page(call: Call, line: str) -> None:
    page = call(f"{line} -f html").out
    captions = [part.split("</figcaption>")[0] for part in page.split("<figcaption>")[1:]]
    assert captions == CHARTS[line]
    assert page.count("<svg") == page.count("</svg>") == len(captions)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (f"{ODDS} -f parquet", 2, "parquet is no text: name a file with --output FILE.parquet"),
        (f"{ODDS} -f xlsx -o -", 2, "xlsx is no text: name a file with --output FILE.xlsx"),
        ("games -f parquet", 2, "name a file"),
        (f"{ODDS} --plot x.gif", 2, "--plot takes a file that ends in .svg, .png, .pdf, not 'x.gif'"),
        (f"{ODDS} --plot -", 2, "--plot takes a file that ends in"),
        (f"{ODDS} --plot nosuch/x.svg", 3, "the output folder 'nosuch' does not exist"),
        (f"{ODDS} --plot x.svg --shard 1/2", 2, "give --plot to merge"),
        ("merge x.json --plot x.gif", 2, "--plot takes a file"),
        (f"{ODDS} --shard 1/2 -f parquet", 2, "the formats are json"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_work(
    call: Call, line: str, code: int, words: str
) -> None:
    done = call(line)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert len(done.talk) == 1


@pytest.mark.parametrize(
    ("options", "what", "package", "extra"),
    [
        ("-o {}/x.parquet", "--format parquet", "pyarrow", "parquet"),
        ("-o {}/x.xlsx", "--format xlsx", "openpyxl", "excel"),
        ("--plot {}/x.svg", "--plot", "matplotlib", "plot"),
    ],
)
def test_without_its_extra_an_option_says_what_to_install(
    call: Call,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: str,
    what: str,
    package: str,
    extra: str,
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = call(f"{ODDS} {options.format(tmp_path)}")
    words = f"{what} needs the package {package}: install it with pip install 'bidodds[{extra}]'"
    assert (done.code, done.out, done.err) == (3, "", f"bidodds: {words}\n")
    assert not os.listdir(tmp_path)


def test_without_matplotlib_a_page_has_no_pictures_and_a_note_says_so(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = call(f"{ODDS} -f html")
    assert done.code == 0
    assert "<svg" not in done.out
    assert done.talk[1:] == ["bidodds: the page is without pictures: pip install 'bidodds[plot]' adds them"]
    assert call(f"{ODDS} -f html --quiet").err == ""
    assert call("games -f html").err == "", "a page that has none is not called poorer"


def test_the_picture_is_not_echoed(call: Call, tmp_path: Path) -> None:
    for option in (f"--plot {tmp_path}/x.svg", f"--plot={tmp_path}/x.svg"):
        assert call(f"{ODDS} {option}").out.splitlines()[-1].endswith("--fast -n 200")


def test_only_what_is_asked_for_is_loaded() -> None:
    code = "import sys; from analyzer.cli import run; run(['games']); sys.stderr.write(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True, cwd=ROOT)
    loaded = set(done.stderr.split())
    assert "reports.render" in loaded
    assert not loaded & {"matplotlib", "openpyxl"}  # pandas loads pyarrow itself
