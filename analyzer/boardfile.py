"""Boards of Hundred to One in files, TOML or CSV; all faults of a file are told at once.

    [[board]]
    question = "Something people forget at home"
    lines = [
        { answer = "keys", people = 34 },
        ...                                  six in all, the people falling
    ]

or each line of a board as a table [[board.lines]] of its own. A CSV file has the columns question, answer, people,
parted by commas or semicolons, and six rows for each question, one below the other.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from sims.errors import Refused
from sims.games.hundred_to_one import LINES
from sims.quiz_tables import PEOPLE, Board
from sims.sheets import nearest

LARGEST = 10_000_000  # bytes
SHIPPED = "shipped"  # instead of a file: the boards that come with the program
COLUMNS = ("question", "answer", "people")
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"' + r"|'[^']*'")

Fault = tuple[int, str]  # line of the file, 0 if unknown; what is wrong


class Line(BaseModel):
    """One line of a board."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    answer: StrictStr = Field(pattern=r"\S")
    people: StrictInt = Field(ge=1, le=int(PEOPLE))


class Entry(BaseModel):
    """One board of a file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    question: StrictStr = Field(pattern=r"\S")
    lines: list[Line] = Field(min_length=LINES, max_length=LINES)


EXPECTED = {
    "answer": "takes a text in quotes, not empty",
    "question": "takes a text in quotes, not empty",
    "people": f"takes a whole number from 1 to {PEOPLE}",
    "lines": f"takes {LINES} rows, each with answer and people",
}


class Place:
    """Where the parts of a file stand: line numbers by board, by board and row, and of keys on a line of
    their own in a row."""

    def __init__(self) -> None:
        self.boards: list[int] = []
        self.keys: list[dict[str, int]] = []
        self.lines: list[list[int]] = []
        self.cells: dict[tuple[int, int, str], int] = {}

    def begin(self, number: int) -> None:
        """A board begins at this line of the file."""
        self.boards.append(number)
        self.keys.append({})
        self.lines.append([])

    def of(self, board: int, keys: tuple[str | int, ...]) -> int:
        """The line number of a key of a board, else of what holds it."""
        if board >= len(self.boards):
            return 0
        if keys[:1] == ("lines",) and len(keys) > 1:
            number = int(keys[1])
            if number < len(self.lines[board]):
                return self.cells.get((board, number, str(keys[-1])), self.lines[board][number])
        return self.keys[board].get(str(keys[0]) if keys else "", self.boards[board])


def read_boards(names: Iterable[str]) -> list[Board]:
    """The boards of some files, or the shipped ones; `Refused` names every fault of the first bad file."""
    boards: list[Board] = []
    seen: dict[str, str] = {}
    for name in dict.fromkeys(names):
        found = read_shipped() if name == SHIPPED else read_board_file(Path(name))
        for board in found:
            asked = _same(board.question)
            if asked in seen:
                raise Refused(
                    f"the question {board.question!r} stands in {seen[asked]} and in {name}: "
                    "no board is used twice"
                )
            seen[asked] = name
        boards += found
    return boards


def read_shipped() -> list[Board]:
    """The invented boards that come with the program."""
    text = (resources.files("sims") / "boards" / "invented.toml").read_text(encoding="utf-8")
    return _boards(text, "the shipped boards", is_csv=False)


def read_board_file(path: Path) -> list[Board]:
    """The boards of one file."""
    where = f"board file {path}"
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Refused(f"{where} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise Refused(f"{where} has more than {LARGEST:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(f"{where}: line {line}: byte 0x{data[error.start]:02x} is no UTF-8 text") from None
    return _boards(text, where, is_csv=path.suffix.lower() == ".csv")


def _boards(text: str, where: str, *, is_csv: bool) -> list[Board]:
    content, place, faults = _read_csv(text) if is_csv else _read_toml(text, where)
    for number, board in enumerate(content):
        faults += [(place.of(number, keys), f"board {number + 1}: {what}") for keys, what in _faults(board)]
    faults += _repeated(content, place)
    if not faults and not content:
        faults.append((0, "there is no board in it"))
    if faults:
        told = [f"line {line}: {what}" if line else what for line, what in sorted(faults)]
        raise Refused(f"{where}: " + "; ".join(dict.fromkeys(told)))
    entries = [Entry.model_validate(board) for board in content]
    return [
        Board(
            entry.question.strip(),
            tuple(line.answer.strip() for line in entry.lines),
            tuple(line.people for line in entry.lines),
        )
        for entry in entries
    ]


def _same(text: str) -> str:
    """What makes two texts the same question or answer: their words, in any case."""
    return " ".join(text.casefold().split())


def _faults(board: object) -> list[tuple[tuple[str | int, ...], str]]:
    """What is wrong with one board, each with the keys that lead to it."""
    found: list[tuple[tuple[str | int, ...], str]] = []
    try:
        Entry.model_validate(board)
    except ValidationError as error:
        for fault in error.errors():
            found.append((fault["loc"], _what(fault["type"], fault["loc"])))
    lines = board.get("lines") if isinstance(board, dict) else None
    known = [line for line in lines if isinstance(line, dict)] if isinstance(lines, list) else []
    if isinstance(lines, list) and len(lines) != LINES:  # pydantic is silent about it if a row has a fault
        found.append((("lines",), f"lines: {EXPECTED['lines']}"))
    people = [line.get("people") for line in known]
    numbers = [number for number in people if type(number) is int]
    if sum(numbers) > PEOPLE:
        found.append((("lines",), f"lines: {sum(numbers)} people together, more than {PEOPLE}"))
    for number in range(1, len(known)):
        more, less = people[number], people[number - 1]
        if type(more) is int and type(less) is int and more > less:
            keys = ("lines", number, "people")
            found.append((keys, f"row {number + 1}, people: {more} after {less}, but people must fall"))
    answers: dict[str, int] = {}
    for number, line in enumerate(known):
        answer = line.get("answer")
        if isinstance(answer, str) and answer.strip():
            first = answers.setdefault(_same(answer), number)
            if first != number:
                keys = ("lines", number, "answer")
                found.append((keys, f"row {number + 1}, answer: {answer!r} is in row {first + 1} too"))
    return found


def _what(kind: str, keys: tuple[str | int, ...]) -> str:
    """The fault of a key in words."""
    if not keys:
        return "a board is a table with question and lines"
    shown = f"row {int(keys[1]) + 1}" if len(keys) > 1 else str(keys[0])
    if len(keys) > 2:
        shown += f", {keys[2]}"
    last = str(keys[-1])
    if kind == "extra_forbidden":
        names = list(Line.model_fields if len(keys) > 2 else Entry.model_fields)
        return f"{shown}: unknown key; the keys are {', '.join(names)}{nearest(last, names)}"
    if kind == "missing":
        return f"{shown}: is missing"
    return f"{shown}: " + EXPECTED.get(last, "takes an answer and its people")


def _repeated(content: list[Any], place: Place) -> list[Fault]:
    """Questions that stand twice in a file."""
    faults, first = list[Fault](), dict[str, int]()
    for number, board in enumerate(content):
        question = board.get("question") if isinstance(board, dict) else None
        if not isinstance(question, str):
            continue
        other = first.setdefault(_same(question), number)
        if other != number:
            what = f"board {number + 1}: question: {question!r} is that of board {other + 1} too"
            faults.append((place.of(number, ("question",)), what))
    return faults


def _read_toml(text: str, where: str) -> tuple[list[Any], Place, list[Fault]]:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(f"{where} is not TOML: {error}") from None
    faults = [
        (_line_of(text, key), f"unknown key {key!r}: a board file has [[board]] tables alone")
        for key in content
        if key != "board"
    ]
    boards = content.get("board", [])
    if not isinstance(boards, list):
        return [], Place(), [*faults, (_line_of(text, "board"), "board: write [[board]] before each board")]
    return boards, _place_toml(text), faults


def _line_of(text: str, key: str) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*\[*\s*[\"']?{re.escape(key)}\b", line):
            return number
    return 0


def _place_toml(text: str) -> Place:
    """Find the boards, their keys and rows (opening braces or tables), outside strings and comments."""
    place = Place()
    in_row = False
    for number, line in enumerate(text.splitlines(), 1):
        bare = STRINGS.sub('""', line).partition("#")[0]
        header = re.match(r"\s*\[\[\s*board\s*(\.\s*lines\s*)?\]\]", bare)
        if header:
            in_row = header[1] is not None
            if not in_row:
                place.begin(number)
            elif place.boards:
                place.lines[-1].append(number)
        elif place.boards:
            key = re.match(r"\s*([\w-]+)\s*=", bare)
            if key and in_row:
                place.cells[len(place.boards) - 1, len(place.lines[-1]) - 1, key[1]] = number
            elif key:
                place.keys[-1].setdefault(key[1], number)
            place.lines[-1] += [number] * bare.count("{")
    return place


def _read_csv(text: str) -> tuple[list[Any], Place, list[Fault]]:
    """Rows of one question make a board, as far as they stand one below the other."""
    header_line = text.partition("\n")[0]
    delimiter = ";" if header_line.count(";") > header_line.count(",") else ","
    reader = csv.reader(io.StringIO(text), strict=True, delimiter=delimiter)
    boards, place, faults = list[Any](), Place(), list[Fault]()
    try:
        header = [name.strip().lower() for name in next(reader, [])]
        if sorted(header) != sorted(COLUMNS):
            return (
                [],
                place,
                [(1, f"the columns are {', '.join(COLUMNS)}, not {', '.join(header) or 'none'}")],
            )
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            if len(row) != len(header):
                faults.append((reader.line_num, f"{len(row)} cells, not {len(header)}"))
                continue
            cells = dict(zip(header, (cell.strip() for cell in row), strict=True))
            number = cells["people"]
            people = int(number) if re.fullmatch(r"[+-]?\d{1,9}", number) else number
            if not boards or boards[-1]["question"] != cells["question"]:
                boards.append({"question": cells["question"], "lines": []})
                place.begin(reader.line_num)
            boards[-1]["lines"].append({"answer": cells["answer"], "people": people})
            place.lines[-1].append(reader.line_num)
    except csv.Error as error:
        faults.append((reader.line_num, f"not CSV: {error}"))
    return boards, place, faults
