"""Shards: parts of the deals, added up to the bytes of the whole; whatever is not a whole is refused by name."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer import __version__
from analyzer.cli import run
from analyzer.jobs import Job, code_hash, job_of, work_of
from analyzer.options import TYPED, command_line
from analyzer.request import OddsRequest
from analyzer.shards import Part, merge, read_shard, shard_text
from reports.render import render
from sims.errors import Refused
from sims.games import GAMES, find_rules
from tests.conftest import Call

HAND = "5H JH KH QS 3C"
ODDS = f"odds nahanni --hand '{HAND}' --fast --trump H -n 90"
LINES = {
    "contracts": ODDS,
    "text seed, score": f"{ODDS} --seed moon --score 30:55 --set plain_follow=follow_or_trump",
    "bracket": f"odds nahanni --hand '{HAND}' --fast --trump H --bid 30 -n 12 --bracket",
    "pot": "odds 200 --variant bank --hand AT95.AK.T8. --fast --trump S --bid 60 -n 40 --score 450:470:0",
    "race": f"odds 25 --players 5 --hand '{HAND}' --turn-up 2H -n 60 --fast",
    "shedding": "odds 101 --hand 'AS AH QD 9H 8C' --top 7S -n 60 --fast",
    "quiz": "odds 100-to-1 --skill 0.6:0.5 -n 60",
    "quiz boards": "odds 100-to-1 --board shipped --first-fund 120 -n 60",
    "blackout": "odds blackout --hand 'S:AK94 H:KQ5 D:A843 C:72' --fast --bid 3 --partner-bid 3 -n 30",
    "sets": "odds dbf --hand 'RJ S:AK972 H:K82 D:A5 C:9' --trump S --fast -n 30",
    "duel": "duel nahanni rules random -n 50 --bid 20 --bid 30",
    "duel of events": "duel 25 rules random -n 40",
    "compare": "compare nahanni --vary plain_follow=free,follow_or_trump --vary kitty=3,5 -n 50",
    "compare one hand": f"compare nahanni --vary plain_ace=high,one --set kitty=4 --hand '{HAND}' --trump H -n 40",
    "compare variants": "compare 200 --set hundred_for_200=on --vary variant=base,kitty --bid 100 -n 40",
}


def shards(call: Call, folder: Path, line: str, parts: int = 4) -> list[str]:
    names = [str(folder / f"{k}.json") for k in range(1, parts + 1)]
    for k, name in enumerate(names, 1):
        assert call(f"{line} --shard {k}/{parts} -o {name}").code == 0
    return names


# ---------------------------------------------------------------------------------------------- the same bytes


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_shards_merge_to_the_bytes_of_the_whole_in_any_order(call: Call, tmp_path: Path, line: str) -> None:
    names = shards(call, tmp_path, line)
    for number, form in enumerate(("table", "json", "csv")):
        whole = call(f"{line} -f {form} --threads 2")
        random.Random(number).shuffle(names)
        merged = call(f"merge -f {form}", *names)
        assert (merged.code, merged.out) == (0, whole.out)
        assert len(whole.out) > 100
    assert call(f"{line} -o {tmp_path / 'a.html'}").code == 0
    assert call(f"merge -o {tmp_path / 'b.html'}", *names).code == 0
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_a_board_file_is_needed_by_nobody_after_the_question(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "boards.toml"
    file.write_text((Path(__file__).parent.parent / "sims/boards/invented.toml").read_text("utf-8"), "utf-8")
    line = f"odds 100-to-1 --board {file} -n 40"
    whole = call(f"{line} -f json").out
    names = shards(call, tmp_path, line, 2)
    file.unlink()
    assert call("merge -f json", *names).out == whole


def request(deals: int) -> OddsRequest:
    return OddsRequest(
        game=GAMES["nahanni"], rules=find_rules("nahanni"), hand=HAND, trumps=("H",), bids=(), seat=None,
        dealer=None, score=None, policy="rules", defence="rules", seed=3, deals=deals, threads=None, command="",
        unicode=False, say=lambda text: None,
    )  # fmt: skip


@cache
def known(deals: int) -> tuple[Job, Callable[[int, int], Any], str]:
    job = job_of(request(deals), "bidodds odds")
    work = work_of(Job.model_validate_json(job.model_dump_json()))
    return job, work.prepare(), render(work.answer(1)[0], "json")


@given(st.integers(1, 12), st.data())
def test_any_partition_in_any_order_merges_to_the_whole(
    tmp_path_factory: pytest.TempPathFactory, deals: int, data: st.DataObject
) -> None:
    job, tally, whole = known(deals)
    cuts = data.draw(st.sets(st.integers(1, deals - 1))) if deals > 1 else set()
    ranges = list(pairwise([0, *sorted(cuts), deals]))
    folder, paths = tmp_path_factory.mktemp("parts"), []
    for low, high in data.draw(st.permutations(ranges)):
        paths.append(folder / f"{low}.json")
        paths[-1].write_text(shard_text(job, Part(1, len(ranges)), low, high, tally(low, high)), "utf-8")
    merged, sums = merge(paths)
    assert merged == job
    assert render(work_of(merged).report(deals, sums), "json") == whole


@given(st.integers(1, 10**12), st.integers(1, 10**6))
def test_parts_are_equal_and_leave_nothing_out(deals: int, parts: int) -> None:
    if parts > deals:
        with pytest.raises(Refused, match="at most as many parts"):
            Part(1, parts).deals(deals)
        return
    few = [k for k in (1, 2, parts // 2, parts - 1, parts) if 1 <= k <= parts]
    ranges = [Part(k, parts).deals(deals) for k in few]
    assert (ranges[0][0], ranges[-1][1]) == (0, deals)
    assert {high - low for low, high in ranges} <= {deals // parts, deals // parts + 1}
    assert all(Part(k + 1, parts).deals(deals)[0] == Part(k, parts).deals(deals)[1] for k in few if k < parts)


def test_a_shard_holds_raw_whole_numbers_and_the_job(call: Call) -> None:
    found = json.loads(call(f"{ODDS} --shard 2/3").out)
    assert (found["schema"], found["shard"], found["deals"]) == ("bidodds.shard/1", [2, 3], [30, 60])
    made, taken, diff, cross = found["sums"]
    rows = [json.loads(call(f"{ODDS} -n {n} -f json").out)["rows"] for n in (30, 60)]
    assert made == [late["made"] - early["made"] for early, late in zip(*rows, strict=True)]
    assert [len(part) for part in (taken, diff, cross, *cross)] == [3] * 6
    assert all(isinstance(number, int) for part in (taken, diff, *cross) for number in part)
    job = found["job"]
    assert (job["command"], job["game"], job["deals"], job["seed"]) == ("odds", "nahanni", 90, 1)
    assert (job["version"], job["kernel_hash"]) == (__version__, code_hash())


# ---------------------------------------------------------------------------------------------- the command's echo


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("odds 200 --shard 3/16 --hand X -o s.json --seed 7", "odds 200 --hand X --seed 7"),
        ("odds 200 --shard=3/16 -fjson -f csv --format=md", "odds 200"),
        ("duel 200 a b --threads 4 --quiet -n 5", "duel 200 a b -n 5"),
        ("duel 200 a b --engine dask --scheduler tcp://h:1 -ox.csv", "duel 200 a b"),
        ("odds 200 --engine process --workers 2 --output x.csv --fast", "odds 200 --fast"),
        ("odds 200 --defence rules --score=1:2", "odds 200 --defence rules --score=1:2"),
    ],
)
def test_the_echo_leaves_out_what_cannot_change_the_answer(typed: str, kept: str) -> None:
    token = TYPED.set(tuple(typed.split()))
    try:
        assert command_line() == f"bidodds {kept}"
    finally:
        TYPED.reset(token)


# ---------------------------------------------------------------------------------------------- refused


@pytest.fixture
def parts(call: Call, tmp_path: Path) -> list[str]:
    """Three shards of ODDS: deals 0-29, 30-59 and 60-89."""
    return shards(call, tmp_path, ODDS, 3)


def refused(call: Call, *names: str) -> str:
    done = call("merge", *names)
    assert (done.code, done.out, len(done.err.splitlines())) == (3, "", 1)
    return done.err


def test_a_gap_is_refused(call: Call, parts: list[str]) -> None:
    a, b, c = parts
    assert f"the deals 0 to 29 of 90 are missing, before {b} (deals 30 to 59)" in refused(call, c, b)
    middle = f"the deals 30 to 59 of 90 are missing, between {a} (deals 0 to 29) and {c} (deals 60 to 89)"
    assert middle in refused(call, c, a)
    assert f"the deals 60 to 89 of 90 are missing, after {b}" in refused(call, a, b)


def test_an_overlap_is_refused(call: Call, parts: list[str], tmp_path: Path) -> None:
    a, b, c = parts
    assert f"{a} (deals 0 to 29) and {a} (deals 0 to 29) overlap" in refused(call, a, b, c, a)
    half = str(tmp_path / "half.json")
    assert call(f"{ODDS} --shard 1/2 -o {half}").code == 0
    assert f"{half} (deals 0 to 44) and {b} (deals 30 to 59) overlap" in refused(call, c, b, half)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (f"{ODDS} --seed 2", "seed (1 and 2)"),
        (f"{ODDS} -n 91", "deals (90 and 91)"),
        (f"{ODDS} --set plain_follow=follow_or_trump", "plain_follow ("),
        (f"{ODDS} --policy random", "policy ('rules' and 'random')"),
        (f"{ODDS} --bid 30", "bids ("),
        ("duel nahanni rules random -n 90", "command ('odds' and 'duel')"),
    ],
)
def test_another_question_is_refused(
    call: Call, parts: list[str], tmp_path: Path, other: str, words: str
) -> None:
    name = str(tmp_path / "other.json")
    if "--policy" in other:
        other = other.replace("--fast ", "")
    assert call(f"{other} --shard 3/3 -o {name}").code == 0
    said = refused(call, parts[0], parts[1], name)
    assert f"{parts[0]} and {name} are not of one question" in said
    assert words in said


def resealed(name: str, **changes: str) -> None:
    """Write other words into the job of a shard, as another program would have."""
    content = json.loads(Path(name).read_text("utf-8"))
    content["job"] |= changes
    del content["sha256"]
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    content["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    Path(name).write_text(json.dumps(content), "utf-8")


def test_another_version_is_refused(call: Call, parts: list[str]) -> None:
    resealed(parts[1], version="0.0.9")
    assert f"{parts[1]} are not of one question: they differ in version" in refused(call, *parts)
    for name in parts:
        resealed(name, version="0.0.9", kernel_hash="0123456789abcdef")
    said = refused(call, *parts)
    for word in (parts[0], __version__, code_hash(), "0.0.9", "0123456789abcdef", "install the same version"):
        assert word in said


def test_how_the_command_was_typed_makes_no_other_question(call: Call, parts: list[str]) -> None:
    resealed(parts[1], typed="bidodds odds 30-for-60")
    assert call("merge -f json", *parts).out == call(f"{ODDS} -f json").out


def test_what_is_no_whole_shard_is_refused(call: Call, parts: list[str], tmp_path: Path) -> None:
    a, b, c = parts
    text = Path(b).read_text("utf-8")
    assert "nowhere.json cannot be read: No such file" in refused(call, a, str(tmp_path / "nowhere.json"))
    for broken, words in (
        (text[:-20], "is no shard"),
        ("", "is no shard"),
        ("[]", "is no shard"),
        (call(f"{ODDS} -f json").out, "is no shard"),
        (text.replace('"deals": [30, 60]', '"deals": [30, 61]'), "was changed after it was written"),
        (text.replace('"nahanni"', '"nahannj"'), "was changed after it was written"),
    ):
        Path(b).write_text(broken, "utf-8")
        said = refused(call, a, b, c)
        assert b in said
        assert words in said
    Path(b).write_bytes(b"\xff\xfe")
    assert f"{b} is no shard: it is no UTF-8 text" in refused(call, a, b, c)


def test_an_interrupted_shard_is_marked_and_found_out(
    call: Call, parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*_: object, **__: object) -> tuple[int, list[Any]]:
        sums = read_shard(Path(parts[1])).shard.sums
        return 12, [_Array(part) for part in sums]

    class _Array:
        def __init__(self, part: list[Any]) -> None:
            self.tolist = lambda: part

    monkeypatch.setattr("analyzer.engines.threads.sum_chunks", pressed)
    done = call(f"{ODDS} --shard 2/3 -o {parts[1]}")
    assert (done.code, done.talk[-1]) == (130, "bidodds: interrupted")
    said = refused(call, *parts)
    assert f"the deals 42 to 59 of 90 are missing, between {parts[1]} (deals 30 to 41) and" in said


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (f"{ODDS} --shard 3", 2, "--shard takes K/N"),
        (f"{ODDS} --shard 0/4", 2, "--shard takes K/N"),
        (f"{ODDS} --shard 5/4", 2, "not '5/4'"),
        (f"{ODDS} --shard 1/91", 3, "--shard 1/91: 90 deals have at most as many parts"),
        (f"{ODDS} --shard 1/2 -f csv", 2, "the formats are json"),
        (f"{ODDS} --shard 1/2 -o x.csv", 2, "ends in .csv"),
        ("merge", 2, "missing argument"),
        ("merge x.json -f xml", 2, "xml"),
    ],
)
def test_refused_in_one_sentence(call: Call, line: str, code: int, words: str) -> None:
    done = call(line)
    assert (done.code, done.out) == (code, "")
    assert len(done.err.splitlines()) == 1
    assert words in done.err


def test_a_refusal_after_all_deals_is_that_of_the_whole(call: Call, tmp_path: Path) -> None:
    """No shard alone can know that nobody holds the hands for the calls."""
    line = "odds blackout --hand S:AKQJT98765432 --partner-bid 12 --fast -n 4"
    whole = call(line)
    names = shards(call, tmp_path, line, 2)
    assert (whole.code, whole.out) == (3, "")
    merged = call("merge", *names)
    assert (merged.code, merged.talk) == (3, whole.talk)
    assert run(["merge", *names, "--quiet"]) == 3
