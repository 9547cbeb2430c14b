"""The console blocks of the documents: commands and the output that stands under them.

python -m tests.documents     runs the `bidodds` commands of all documents anew and writes their output
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n```\n\n```text\n(?P<output>.*?)```", re.DOTALL)


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


def rewrite(path: Path) -> None:
    """Run the commands of a document and write their output under them."""
    text = path.read_text(encoding="utf-8")
    for block in reversed(blocks(path)):
        if block.arguments is not None:
            text = text[: block.start] + run(block.arguments) + text[block.end :]
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for document in documents():
        rewrite(document)
