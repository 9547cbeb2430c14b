"""The blocks of the documents with the output that stands under them: commands, and cells of Python.

python -m tests.documents [FILE]...    runs the `bidodds` commands and the cells of all documents, or of some, anew and
                                       writes their output
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n```\n\n```text\n(?P<output>.*?)```", re.DOTALL)
CELL = re.compile(r"```python\n(?P<code>.*?)```\n\n```text\n(?P<output>.*?)```", re.DOTALL)

# Runs cells one after another as a notebook does: what a cell prints, and then its last line if that has a value.
NOTEBOOK = """
import ast, contextlib, io, json, sys

outputs, names = [], {}
for code in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        body = ast.parse(code)
        last = body.body.pop() if isinstance(body.body[-1], ast.Expr) else None
        exec(compile(body, "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        if value is not None:
            print(value)
    outputs.append(out.getvalue())
json.dump(outputs, sys.stdout)
"""


@dataclass(frozen=True)
class Cell:
    """One cell of Python and its output, with the place of the output in its document."""

    code: str
    output: str
    start: int
    end: int


@dataclass(frozen=True)
class Block:
    """One command and its output, with the place of the output in its document."""

    path: Path
    command: str
    output: str
    start: int
    end: int

    @property
    def arguments(self) -> list[str] | None:
        """The arguments of the `bidodds` command in it; None if there is none."""
        last = self.command.split("&&")[-1].strip().removeprefix(".venv/bin/")
        words = shlex.split(last)
        return words[1:] if words and words[0] == "bidodds" else None


def documents() -> list[Path]:
    """All Markdown files of the project that are read by people."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path: Path) -> list[Block]:
    """The console blocks of a document."""
    text = path.read_text(encoding="utf-8")
    return [
        Block(path, match["command"], match["output"], match.start("output"), match.end("output"))
        for match in BLOCK.finditer(text)
    ]


def run(arguments: list[str]) -> str:
    """Standard output of a `bidodds` command."""
    done = subprocess.run(
        [sys.executable, "-m", "analyzer", *arguments],
        capture_output=True, text=True, encoding="utf-8", cwd=ROOT, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"},
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{arguments}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def cells(path: Path) -> list[Cell]:
    """The cells of a document, which go on from one another."""
    text = path.read_text(encoding="utf-8")
    return [
        Cell(match["code"], match["output"], match.start("output"), match.end("output"))
        for match in CELL.finditer(text)
    ]


def run_cells(codes: list[str]) -> list[str]:
    """What cells print, run one after another in one process, in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", NOTEBOOK], input=json.dumps(codes),
            capture_output=True, text=True, encoding="utf-8", cwd=folder, check=False,
            env={
                **os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100",
                "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
            },
        )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"a cell failed: {done.stderr}")
    return list(json.loads(done.stdout))


def rewrite(path: Path) -> None:
    """Run the commands and the cells of a document and write their output under them."""
    text = path.read_text(encoding="utf-8")
    shown = cells(path)
    for cell, output in reversed(list(zip(shown, run_cells([cell.code for cell in shown]), strict=True))):
        text = text[: cell.start] + output + text[cell.end :]
    path.write_text(text, encoding="utf-8")
    for block in reversed(blocks(path)):
        if block.arguments is not None:
            text = text[: block.start] + run(block.arguments) + text[block.end :]
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for document in [Path(name) for name in sys.argv[1:]] or documents():
        rewrite(document)
