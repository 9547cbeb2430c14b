"""The positions of docs/endgames.md, where the best call by the match is not the best by points.

python -m tests.endgames     works all of them out anew and writes their tables
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer.cli import run
from analyzer.notation import format_hand

PAGE = Path(__file__).parent.parent / "docs" / "endgames.md"
DEALS = 4_000
TITLES = {
    "two-hundred": "Two Hundred",
    "nahanni": "Nahanni",
    "fifty-five": "55/110/220",
    "blackout": "Partnership Blackout",
}


@dataclass(frozen=True)
class Position:
    """A hand to be advised, and what lies behind the difference; the dealer is seat 3."""

    game: str
    hand: str
    score: str
    auction: str
    why: str

    @property
    def arguments(self) -> list[str]:
        """Of the command that works it out."""
        return [
            "advise", self.game, "--hand", self.hand, "--dealer", "3", "--score", self.score, "--auction",
            self.auction, "--fast", "-n", str(DEALS),
        ]  # fmt: skip


SAVE = "the others are close: a bid that fails costs points that no longer matter, their contract costs the match"
ENOUGH = "any made contract wins: the lowest is the safest"
COUNTS = "a bid, even one that is overbid, makes the own points count at 100 or more (100-rule)"
LET = "a bid that fails here loses the match, and the others may still fail"

TRICK = "a trick or two as a defender win the match, and a bid that fails throws them away"
LEAST = "a few points win: the number that is sure to be reached, not the one that is hit exactly most often"
NIL = "the 40 points of a nil win the match or nearly, and a number would leave the others time"
MUST = "the others are about to win: only a contract that reaches the target in this hand is worth having"

POSITIONS = (
    Position("two-hundred", "9S KH TH QD 5D AC TC 7C 5C", "150:185", "50 55", SAVE),
    Position("two-hundred", "AS KS 8S JD 9D 8D 7D QC 9C", "170:195", "50 55 pass pass", SAVE),
    Position("two-hundred", "8S 7S KH QD 7D QC JC TC 7C", "195:100", "55", COUNTS),
    Position("two-hundred", "AH KD QD JD 8D JC 9C 7C 5C", "195:100", "", ENOUGH),
    Position("two-hundred", "JS KH QH TH 7H 9D 5D KC 8C", "100:195", "50 pass", COUNTS),
    Position("two-hundred", "AS QS 5S AD KD QD 7D KC 7C", "100:195", "50 pass pass 55 60", LET),
    Position("two-hundred", "AS 8S AH KH JD 7D QC JC TC", "170:170", "pass 50 55", SAVE),
    Position("nahanni", "AS QS 8S QH 9D", "105:110", "20", "who passes at 100 or more cannot win with this hand"),
    Position("nahanni", "5H QD 9D 8D 5D", "80:115", "", SAVE),
    Position("nahanni", "AS 3S JH TH 3D", "95:110", "pass 20 25 pass", SAVE),
    Position("nahanni", "6S 4S 9H 6H 3C", "105:110", "pass pass", SAVE),
    Position("nahanni", "AS 6S JD KC 9C", "115:110", "pass 20 25", SAVE),
    Position("nahanni", "JS TH KC 5C 2C", "105:100", "20 pass pass hold", ENOUGH),
    Position("nahanni", "5H JH KH 2C 9D", "95:100", "20 pass 25", ENOUGH),
    Position("fifty-five", "7S JH 3H JD 9D", "60:95:105:100", "10 15", MUST),
    Position("fifty-five", "3S AH KH 4H 2C", "60:95:90:80", "10 15 20", MUST),
    Position("fifty-five", "9S 7S 2S JC 6C", "95:80:60:90", "10 15 20 hold", SAVE),
    Position("fifty-five", "9H 3H TD 2D JC", "100:90:105:95", "10 15 20 hold 25", SAVE),
    Position("fifty-five", "AH KH 5H KD 5C", "100:60:100:100", "10 15 pass hold 20", ENOUGH),
    Position("fifty-five", "9S 4S KH JD KC", "105:105:60:60", "10 15 20", TRICK),
    Position("fifty-five", "2S KD 5D 3C 2C", "100:60:60:60", "15 20 pass hold", TRICK),
    Position("blackout", "JS TS 7S 5S 8H 3H 2H TD 8D 6D 4D JC TC", "95:60", "3 4", LEAST),
    Position("blackout", "AS JS 9S 2S 3H TD 8D 7D 6D 3D QC 7C 5C", "95:60", "5 4", LEAST),
    Position("blackout", "7S 6S 5S 3S AH JH 8H 6H JD TD 4D 8C 3C", "75:75", "2", NIL),
    Position("blackout", "QS TS QH TH 9H 7H 2H 7D 2D AC QC 8C 4C", "75:75", "3 3 2", NIL),
    Position("blackout", "QS 2S AH 3H 2H 8D 4D 2D KC QC 9C 5C 3C", "75:85", "", NIL),
    Position("blackout", "QS TS 7S 6S QH 7H 5H QD 7D 4D AC 8C 2C", "85:95", "1 2", MUST),
    Position("blackout", "AS KS 8S 7S 5S JH TH 7H 5H KD JD 9D 2C", "85:95", "1 3 2", MUST),
)  # fmt: skip


def advice_on(position: Position) -> dict[str, Any]:
    """What the command prints as JSON."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = run([*position.arguments, "-f", "json"])
    if code:
        raise RuntimeError(f"{position.arguments}: exit code {code}")
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def line_of(position: Position) -> str:
    """The row of a position."""
    found = advice_on(position)
    calls = {each["call"]: each for each in found["calls"]}
    cells = [format_hand(tuple(found["hand"])), position.score, position.auction or "–"]
    for by in ("by_match", "by_points"):
        each = calls[found["best"][by]]
        trump = f" {each['trump']}" if each["trump"] else ""
        cells.append(f"{each['call']}{trump}: {100 * each['p_match']:.1f} %, {each['ev']:+.1f}")
    return "| " + " | ".join([*cells, position.why]) + " |"


def tables() -> str:
    """The tables of all games."""
    parts = []
    for game, title in TITLES.items():
        rows = [line_of(position) for position in POSITIONS if position.game == game]
        if rows:
            head = "| hand | score | auction | by the match | by points | why |\n| --- | --- | --- | --- | --- | --- |"
            parts.append("\n".join([f"## {title}", "", head, *rows, ""]))
    return "\n".join(parts)


def main() -> None:
    """Write the tables into the page, after its introduction."""
    text = PAGE.read_text(encoding="utf-8")
    introduction = re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]
    PAGE.write_text(introduction + tables(), encoding="utf-8")


if __name__ == "__main__":
    main()
