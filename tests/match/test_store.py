"""Where tables are kept: the file's name, what is in it, and what happens if it is no good."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analyzer.match import MatchTable, chances, chances_of
from analyzer.match.rules import levels_of, match_rules
from analyzer.match.store import cache_file, read_table, write_table
from sims.games import find_rules

RULES = find_rules("nahanni", None, {"target": 60})
SCORES, DEALING = np.array([[0, 0], [40, 25], [-30, 55]]), np.array([0, 1, 0])


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BIDODDS_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def few(**more: object) -> MatchTable:
    return chances_of(RULES, "rules", hands=300, **more)


def test_a_table_is_kept_and_read_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = few()
    assert [path.name for path in folder.iterdir()] == [cache_file(RULES, "rules", 1, 300).name]

    def never(*_: object) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(chances, "compute", never)
    assert few().win(SCORES, DEALING).tolist() == first.win(SCORES, DEALING).tolist()
    assert few().residual == first.residual
    with pytest.raises(AssertionError, match="computed again"):
        few(refresh=True)


def test_a_file_is_named_by_all_that_decides_its_numbers() -> None:
    others = find_rules("nahanni", None, {"target": 60, "in_the_hole": "on"})
    files = {
        cache_file(RULES, "rules", 1, 300),
        cache_file(others, "rules", 1, 300),
        cache_file(RULES, "random", 1, 300),
        cache_file(RULES, "rules", 2, 300),
        cache_file(RULES, "rules", 1, 301),
    }
    assert len(files) == 5


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut short"])
def test_a_file_that_cannot_be_read_is_made_anew(folder: Path, content: bytes) -> None:
    whole, told = few(), []
    path = cache_file(RULES, "rules", 1, 300)
    path.write_bytes(content)
    assert few(say=told.append).win(SCORES, DEALING).tolist() == whole.win(SCORES, DEALING).tolist()
    assert "cannot be read" in told[0]
    assert len(path.read_bytes()) > 1_000


def test_a_table_of_other_rules_is_not_taken(folder: Path, tmp_path: Path) -> None:
    write_table(few(), tmp_path / "table.npz")
    with (tmp_path / "table.npz").open("rb") as file, pytest.raises(ValueError, match="other rules"):
        read_table(file, find_rules("nahanni"))


def test_without_a_folder_there_is_an_answer_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BIDODDS_CACHE_DIR", str(tmp_path / "file"))
    told: list[str] = []
    assert few(say=told.append).win(SCORES, DEALING).shape == (3, 2)
    assert any("cannot be stored" in text for text in told)


def test_a_large_table_reads_back_within_a_step(folder: Path, tmp_path: Path) -> None:
    rules = find_rules("two-hundred", "to-300")
    draw = np.random.default_rng(2)
    size = levels_of(match_rules(rules)) ** 2
    assert size > 20_000
    own = draw.random(size)
    own[:2] = 0, 1
    values = np.column_stack([own, 1 - own, 20 * draw.random(size)])
    write_table(MatchTable(rules, "rules", 1, 10, values), tmp_path / "table.npz")
    with (tmp_path / "table.npz").open("rb") as file:
        read = read_table(file, rules).values
    assert read is not None
    assert np.abs(read - values)[:, :2].max() <= 0.5 / 4_096
    assert np.abs(read - values)[:, 2].max() <= 0.5 / 8
