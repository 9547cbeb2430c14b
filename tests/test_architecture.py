"""The tree is the architecture: who may import whom, and a few rules of the house."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = [
    path for package in ("analyzer", "sims", "reports") for path in sorted((ROOT / package).rglob("*.py"))
]
FORBIDDEN = {
    "analyzer": set(),
    "sims": {"analyzer", "reports", "pandas", "typer", "rich"},
    "reports": {"analyzer", "sims", "numba", "typer"},
}


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "no relative imports"
            assert not node.level, "no relative imports"
            yield node.module.split(".")[0]


def words(tree: ast.AST) -> set[str]:
    """Every name, attribute and imported name."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.alias):
            found.update(node.name.split("."))
    return found


def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_one_way(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    assert not set(imports(parsed(path))) & FORBIDDEN[package]


def test_the_referee_knows_no_kernel() -> None:
    for path in (ROOT / "analyzer" / "referee").rglob("*.py"):
        assert not set(imports(parsed(path))) & {"sims", "numba", "numpy"}, path.name


def test_the_naive_twin_knows_no_kernel() -> None:
    for path in (ROOT / "tests" / "naive").rglob("*.py"):
        if not path.name.startswith("test_"):
            assert not set(imports(parsed(path))) & {"sims", "numba", "numpy", "analyzer"}, path.name


def test_flags_of_the_compiler_stand_in_one_place() -> None:
    flags = {"njit", "jit", "vectorize", "guvectorize", "cfunc", "stencil", "generated_jit"}
    users = {path.relative_to(ROOT).as_posix() for path in SOURCES if words(parsed(path)) & flags}
    assert users == {"sims/_jit.py"}


def test_intrinsics_stand_in_two_places() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in SOURCES
        if words(parsed(path)) & {"intrinsic", "llvmlite"}
    }
    assert users == {"sims/bits.py", "sims/memory.py"}


def test_nothing_prints() -> None:
    for path in SOURCES:
        assert "print" not in words(parsed(path)), path


def test_no_source_is_long() -> None:
    for path in SOURCES:
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 500, path
