"""The gate of `bench`: what is too slow, which baselines are read, and which exit code a job sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyzer import gate
from analyzer.options import Misused
from sims.errors import Refused
from tests.conftest import ROOT, Call

CASE = "two-hundred/deal"
LINE = f"bench --case {CASE} --repeat 3"


def baseline_file(folder: Path, ratio: object, name: str = CASE, schema: str = "bidodds.bench/1") -> Path:
    path = folder / "baseline.json"
    case: dict[str, Any] = {"name": name, "threads": 1, "ratio": ratio}
    path.write_text(json.dumps({"schema": schema, "cases": [case]}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "share"), [("10%", 0.1), ("0.1", 0.1), ("7.5 %", 0.075), ("0%", 0.0), (" 25% ", 0.25)]
)
def test_shares(text: str, share: float) -> None:
    assert gate.parse_share(text) == pytest.approx(share)


@pytest.mark.parametrize("text", ["", "ten", "-5%", "100%", "1", "10%%", "nan"])
def test_no_shares(text: str) -> None:
    with pytest.raises(Misused, match="--max-regression"):
        gate.parse_share(text)


def test_what_is_too_slow() -> None:
    measured = {("a", 1): 0.91, ("b", 1): 0.89, ("c", 1): 2.0, ("new", 1): 1.0, ("a", 2): 0.1}
    verdicts = gate.judge(measured, {("a", 1): 1.0, ("b", 1): 1.0, ("c", 1): 1.0}, 0.1)
    assert [(v.name, v.too_slow) for v in verdicts] == [("a", False), ("b", True), ("c", False)]
    assert verdicts[1].sentence().startswith("b is 11.0 % slower than the baseline (ratio 0.89, baseline 1);")
    with pytest.raises(Refused, match="none of the cases"):
        gate.judge({("a", 2): 1.0}, {("a", 1): 1.0}, 0.1)


def test_a_case_near_the_limit_is_timed_again() -> None:
    assert gate.is_close(0.94, 1.0, 0.1)
    assert not gate.is_close(0.96, 1.0, 0.1)
    assert not gate.is_close(0.5, None, 0.1)


@pytest.mark.parametrize(
    ("ratio", "schema", "words"),
    [
        (0, "bidodds.bench/1", "not above 0"),
        ("fast", "bidodds.bench/1", "lacks a name, threads or ratio"),
        (1, "bidodds.odds/1", "is not what bench -f json writes"),
    ],
)
def test_baselines_that_cannot_be(call: Call, tmp_path: Path, ratio: object, schema: str, words: str) -> None:
    done = call(f"{LINE} --baseline", str(baseline_file(tmp_path, ratio, schema=schema)))
    assert done.code == 3
    assert words in done.err


def test_no_baseline_no_revision_two_baselines(call: Call, tmp_path: Path) -> None:
    done = call(f"{LINE} --baseline", str(tmp_path / "none.json"))
    assert (done.code, "cannot be read" in done.err) == (3, True)
    (tmp_path / "text.json").write_text("no", encoding="utf-8")
    done = call(f"{LINE} --baseline", str(tmp_path / "text.json"))
    assert (done.code, "is no JSON" in done.err) == (3, True)
    done = call(f"{LINE} --baseline-ref HEAD --baseline", str(baseline_file(tmp_path, 1)))
    assert (done.code, "name one" in done.err) == (2, True)
    done = call(f"{LINE} --github -f csv")
    assert (done.code, "--github writes Markdown" in done.err) == (2, True)


def test_exit_code_and_table_of_a_job(call: Call, tmp_path: Path) -> None:
    slow = call(f"{LINE} --github --baseline", str(baseline_file(tmp_path, 1000.0)))
    assert slow.code == 5
    assert f"{CASE} is 9" in slow.err
    assert "% slower than the baseline" in slow.err
    assert "| too slow |" in slow.out
    fast = call(f"{LINE} --baseline", str(baseline_file(tmp_path, 0.001)))
    assert fast.code == 0, fast.err
    (row,) = json.loads(fast.out)["cases"]
    assert row["verdict"] == "passed"
    assert row["baseline"] == 0.001
    assert row["change"] == pytest.approx(row["ratio"] / 0.001 - 1)


def test_its_own_output_is_a_baseline(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "now.json"
    assert call(f"{LINE} -o", str(path)).code == 0
    assert call(f"{LINE} --max-regression 90% --baseline", str(path)).code == 0
    (tmp_path / "other").mkdir()
    other = baseline_file(tmp_path / "other", 1.0, name="nahanni/deal")
    done = call(f"{LINE} --baseline", str(other))
    assert (done.code, "has none of the cases that were timed" in done.err) == (3, True)


def test_an_unknown_revision(call: Call) -> None:
    done = call(f"{LINE} --baseline-ref no-such-revision")
    assert done.code == 3
    assert "'no-such-revision' is no revision" in done.err or "--baseline-ref needs git" in done.err


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the project's repository")
@pytest.mark.full
def test_a_revision_is_timed_in_turn_with_the_tree(call: Call) -> None:
    done = call(f"{LINE} --baseline-ref HEAD --max-regression 60%")
    assert done.code == 0, done.err
    (row,) = json.loads(done.out)["cases"]
    assert row["verdict"] == "passed"
    assert row["change"] == pytest.approx(row["ratio"] / row["baseline"] - 1)
