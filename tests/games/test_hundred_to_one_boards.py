"""Hundred to One: boards in files, and every fault of a file at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyzer.boardfile import read_boards, read_shipped
from analyzer.faces.quiz import odds
from sims.errors import Refused
from tests.games.test_hundred_to_one_odds import request

GOOD = """[[board]]
question = "Something red"
lines = [
  { answer = "rose", people = 30 },
  { answer = "tomato # \\"{\\"", people = 20 },
  { answer = "apple", people = 20 },  # { a comment
  { answer = "blood", people = 10 },
  { answer = "fire", people = 5 },
  { answer = "nose", people = 1 },
]
"""

BAD = """title = "x"
[[board]]
question = 3
colour = "red"
lines = [
  { answer = "a", people = "many" },
  { answer = "b", people = 20 },
  { answer = "B ", people = 30 },
  { answer = "d", people = 50, extra = 1 },
  { answer = "", people = 0 },
  { people = 2 },
]
[[board]]
question = "Q"
lines = [ { answer = "a", people = 9 } ]
[[board]]
question = "q"
lines = [{ answer = "a", people = 9 }, { answer = "b", people = 9 }, { answer = "c", people = 9 },
 { answer = "d", people = 9 }, { answer = "e", people = 9 }, 7]
"""

CSV = "question,answer,people\n" + "".join(f"Q,a{n},{25 - n}\n" for n in range(3)) + "\nQ,b,7\nQ,c,6\nQ,d,5\n"


def refusal(path: Path, text: str) -> list[str]:
    """The faults of a file, after its name."""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_boards([str(path)])
    head = f"board file {path}: "
    assert str(refused.value).startswith(head)
    assert "\n" not in str(refused.value)
    return str(refused.value).removeprefix(head).split("; line ")


def test_shipped_boards_are_enough_for_a_programme_and_keep_the_rules() -> None:
    boards = read_shipped()
    assert len(boards) >= 20
    for board in boards:
        assert list(board.people) == sorted(board.people, reverse=True)
        assert sum(board.people) <= 100
        assert len({answer.casefold() for answer in board.answers}) == 6


def test_a_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "boards.toml"
    path.write_text(GOOD, encoding="utf-8")
    (board,) = read_boards([str(path)])
    assert board.question == "Something red"
    assert board.people == (30, 20, 20, 10, 5, 1)
    assert board.answers[1] == 'tomato # "{"'


def test_a_csv_file_with_its_columns_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "boards.csv"
    path.write_text(CSV, encoding="utf-8")
    (board,) = read_boards([str(path)])
    assert board.people == (25, 24, 23, 7, 6, 5)
    path.write_text(
        "\ufeffPeople, answer ,QUESTION\n" + "".join(f"{9 - n},x{n},A\n" for n in range(6)), encoding="utf-8"
    )
    assert read_boards([str(path)])[0].answers == ("x0", "x1", "x2", "x3", "x4", "x5")
    path.write_text(
        CSV.replace(",", ";").replace("a0", "a, or b"), encoding="utf-8"
    )  # as some offices write it
    assert read_boards([str(path)])[0].answers == ("a, or b", "a1", "a2", "b", "c", "d")


def test_every_fault_of_a_toml_file_is_told_with_its_line_and_key(tmp_path: Path) -> None:
    assert refusal(tmp_path / "bad.toml", BAD) == [
        "line 1: unknown key 'title': a board file has [[board]] tables alone",
        "3: board 1: question: takes a text in quotes, not empty",
        "4: board 1: colour: unknown key; the keys are question, lines",
        "5: board 1: lines: 102 people together, more than 100",
        "6: board 1: row 1, people: takes a whole number from 1 to 100",
        "8: board 1: row 3, answer: 'B ' is in row 2 too",
        "8: board 1: row 3, people: 30 after 20, but people must fall",
        "9: board 1: row 4, extra: unknown key; the keys are answer, people",
        "9: board 1: row 4, people: 50 after 30, but people must fall",
        "10: board 1: row 5, answer: takes a text in quotes, not empty",
        "10: board 1: row 5, people: takes a whole number from 1 to 100",
        "11: board 1: row 6, answer: is missing",
        "11: board 1: row 6, people: 2 after 0, but people must fall",
        "15: board 2: lines: takes 6 rows, each with answer and people",
        "17: board 3: question: 'q' is that of board 2 too",
        "18: board 3: row 6: takes an answer and its people",
    ]


TABLES = """[[board]]
question = "x"
[[board.lines]]
answer = "a"
people = 30
[[board.lines]]
answer = "b"
people = "20"
[[board.lines]]
answer = "A"
poeple = 10
[[board]]
question = "y"
lines = [{ answer = "a", people = 30.0 }, { answer = "b", people = true }, { answer = "c", people = 101 }]
"""


def test_rows_as_tables_and_too_few_of_them_beside_other_faults(tmp_path: Path) -> None:
    assert refusal(tmp_path / "bad.toml", TABLES) == [
        "line 1: board 1: lines: takes 6 rows, each with answer and people",
        "8: board 1: row 2, people: takes a whole number from 1 to 100",
        "9: board 1: row 3, people: is missing",
        "10: board 1: row 3, answer: 'A' is in row 1 too",
        "11: board 1: row 3, poeple: unknown key; the keys are answer, people; did you mean 'people'?",
        "14: board 2: lines: 101 people together, more than 100",
        "14: board 2: lines: takes 6 rows, each with answer and people",
        "14: board 2: row 1, people: takes a whole number from 1 to 100",
        "14: board 2: row 2, people: takes a whole number from 1 to 100",
        "14: board 2: row 3, people: takes a whole number from 1 to 100",
    ]


def test_every_fault_of_a_csv_file_is_told_with_its_line(tmp_path: Path) -> None:
    text = (
        "question,answer,people\nQ,a,30\nQ,b,20\nQ,c,x\nQ,d,5\nQ,e,4\nQ,f,3\nR,a,60\nR,b,61\nQ,a,1,2\nQ,a,3\n"
    )
    assert refusal(tmp_path / "bad.csv", text) == [
        "line 4: board 1: row 3, people: takes a whole number from 1 to 100",
        "8: board 2: lines: 121 people together, more than 100",
        "8: board 2: lines: takes 6 rows, each with answer and people",
        "9: board 2: row 2, people: 61 after 60, but people must fall",
        "10: 4 cells, not 3",
        "11: board 3: lines: takes 6 rows, each with answer and people",
        "11: board 3: question: 'Q' is that of board 1 too",
    ]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", "", "there is no board in it"),
        ("a.toml", "board = 3\n", "line 1: board: write [[board]] before each board"),
        ("a.toml", "[board]\nquestion = 'x'\n", "line 1: board: write [[board]] before each board"),
        ("a.toml", "board = [3]\n", "board 1: a board is a table with question and lines"),
        ("a.toml", "[[board]]\nquestion = 'x'\n", "line 1: board 1: lines: is missing"),
        ("a.toml", "[[board]\n", "is not TOML"),
        ("a.csv", "a,b\n", "line 1: the columns are question, answer, people, not a, b"),
        ("a.csv", "", "line 1: the columns are question, answer, people, not none"),
        ("a.csv", 'question,answer,people\n"Q,a,3\n', "not CSV"),
    ],
)
def test_files_that_are_no_boards(tmp_path: Path, name: str, text: str, words: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        read_boards([str(tmp_path / name)])
    assert words in str(refused.value)


def test_files_that_cannot_be_read_and_questions_in_two_files(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# x\n\xff\n")
    with pytest.raises(Refused, match=r"line 2: byte 0xff is no UTF-8 text"):
        read_boards([str(tmp_path / "latin.toml")])
    with pytest.raises(Refused, match="cannot be read"):
        read_boards([str(tmp_path)])
    for name in ("one.toml", "two.toml"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    with pytest.raises(Refused, match="the question 'Something red' stands in"):
        read_boards([str(tmp_path / "one.toml"), str(tmp_path / "two.toml")])
    assert len(read_boards([str(tmp_path / "one.toml")] * 2)) == 1


def test_a_programme_needs_ten_boards(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(GOOD.replace("Something red", "Another"), encoding="utf-8")
    one = str(tmp_path / "one.toml")
    with pytest.raises(Refused, match=r"a programme needs 10 boards .* and --board gives 1"):
        odds(request(extras={"board": one}))
    report, _ = odds(request(extras={"board": f"{one}\nshipped"}, deals=50))
    assert report.header["boards"] == [one, "shipped"]
