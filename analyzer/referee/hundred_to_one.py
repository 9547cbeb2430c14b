"""Hundred to One: one programme, from the first toss-up to the big game.

The numbers in brackets are those of the rules in rules/hundred-to-one.md; S is for its settled questions.
"""

from collections.abc import Sequence

from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import (
    Json,
    as_integer,
    as_object,
    as_seat,
    field,
    integer,
    integers,
    items,
    objects,
    text,
    wrong,
)
from analyzer.referee.game import Game
from analyzer.referee.hundred_to_one_rounds import (
    LINES,
    TEAM,
    Answers,
    captain,
    captains_first,
    line_of,
    referee_board_round,
    side_of,
    toss_up,
    unused_first,
)
from analyzer.referee.statements import at, expect, expect_if_stated, unused
from analyzer.referee.switches import Number, Switches, Word, word

GAME_ID = "hundred-to-one"
SIDES = (tuple(range(TEAM)), tuple(range(TEAM, 2 * TEAM)))
PEOPLE = 100
BOARD_ROUNDS = ("simple", "double", "triple")
REVERSE = (15, 30, 60, 120, 180, 240)
"""What the lines are worth in the reverse round, from top to bottom [4]."""
QUESTIONS = 5
BIG = 200
"""The fund that wins the big game [5]."""

SWITCHES: dict[str, Word | Number] = {
    "blitz": word("majority", "own"),
    "blitz_other": word("same", "majority", "own"),
    "reverse": word("best", "safe", "greedy"),
    "reverse_other": word("same", "best", "safe", "greedy"),
    "big_first": Number(1, 1, TEAM),
    "big_second": Number(2, 1, TEAM),
    "board_order": word("shuffled", "as_given"),
}
"""Policies of the first and of the other team; the members, counted from 1, who play the big game [S5]."""


class Boards:
    """The boards of the programme, none of which may be used twice [S5]."""

    def __init__(self, record: Json) -> None:
        self.lines = [
            self._lines(board, f"boards[{n}].") for n, board in enumerate(objects(record, "boards"))
        ]
        self.used: set[int] = set()

    @staticmethod
    def _lines(board: Json, path: str) -> list[int]:
        """Six falling numbers of people out of a hundred [1]."""
        text(board, "question", path)
        lines = integers(board, "lines", LINES, path)
        if lines != sorted(lines, reverse=True) or lines[-1] < 1:
            raise Illegal(f'"{path}lines" must fall and stay above 0, not {shown(lines)}')
        if sum(lines) > PEOPLE:
            raise Illegal(f'"{path}lines" are {sum(lines)} people, more than {PEOPLE}')
        return lines

    def use(self, number: object, path: str) -> list[int]:
        """The lines of a board that has not been used yet."""
        board = as_integer(number, path)
        if not 0 <= board < len(self.lines):
            raise Illegal(f'"{path}" must be a board from 0 to {len(self.lines) - 1}, not {board}')
        if board in self.used:
            raise Illegal(f'"{path}" is {board}, a board that was used before')
        self.used.add(board)
        return self.lines[board]


class Rounds:
    """The entries of `rounds`, in order."""

    def __init__(self, record: Json) -> None:
        self.entries = objects(record, "rounds")
        self.number = 0

    def next(self, kind: str, why: str = "") -> Json:
        """The next entry, which must be of this kind."""
        if self.number == len(self.entries):
            raise Illegal(f"the {kind} round is missing{why}")
        entry = self.entries[self.number]
        stated = text(entry, "kind", f"rounds[{self.number}].")
        if stated != kind:
            raise Illegal(f"round {self.number + 1} is {shown(stated)}, but the {kind} round is next{why}")
        self.number += 1
        return entry


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one programme."""
    _head(record)
    boards, rounds = Boards(record), Rounds(record)
    scores = [0, 0]
    stood: set[int] = set()
    captains = _captains(record)
    for own, kind in enumerate(BOARD_ROUNDS):
        entry = rounds.next(kind)
        with at(f"{kind} round"):
            lines = boards.use(field(entry, "board"), "board")
            took, fund = referee_board_round(entry, lines, own + 1, unused_first(own, stood), captains)
        scores[took] += fund
    entry = rounds.next("reverse")
    with at("reverse round"):
        boards.use(field(entry, "board"), "board")
        scores = [old + new for old, new in zip(scores, _reverse(entry, scores), strict=True)]
    if scores[0] == scores[1]:
        entry = rounds.next("extra", f": the teams are tied at {scores[0]}")
        with at("extra round"):
            winner = _extra(entry, boards.use(field(entry, "board"), "board"))
    else:
        winner = int(scores[1] > scores[0])
    entry = rounds.next("big")
    with at("big round"):
        fund = _big(entry, boards, winner, switches)
    if rounds.number < len(rounds.entries):
        raise Illegal(f"round {rounds.number + 1}: the programme is over")
    stated = as_object(field(record, "result"), "result")
    for key in ("taken", "delta"):
        expect_if_stated(stated, key, scores, "the teams have", "result.")
    expect(stated, "scores", scores, "the teams have", "result.")
    expect(stated, "winner", winner, "the big game was played by side", "result.")
    expect(stated, "big_fund", fund, "the fund of the big game is", "result.")
    expect(stated, "big_won", fund >= BIG, f"the fund is {fund}:", "result.")
    expect_if_stated(stated, "game_over", True, "the programme is over:", "result.")


def _head(record: Json) -> None:
    """Two teams of five at nought [1], and the skill of everybody."""
    expect(record, "seats", 2 * TEAM, "the players are")
    if not same(items(record, "sides"), [list(side) for side in SIDES]):
        raise Illegal(f'"sides" must be {[list(side) for side in SIDES]}')
    policies = record.get("policies")
    if isinstance(policies, list) and len(policies) not in (len(SIDES), 2 * TEAM):
        raise Illegal(f'"policies" must have {len(SIDES)} or {2 * TEAM} names, not {len(policies)}')
    expect(record, "scores", [0, 0], "a programme begins at")
    skill = items(record, "skill")
    if len(skill) != 2 * TEAM:
        raise Illegal(f'"skill" must have {2 * TEAM} numbers, not {len(skill)}')
    for seat, value in enumerate(skill):
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            wrong(f"skill[{seat}]", "a number from 0 to 1", value)
    cards = ["hands", "kitty", "stock", "auction", "declarer", "contract", "trump", "exchange", "tricks"]
    unused(record, cards, GAME_ID)


def _captains(record: Json) -> list[str | None]:
    """What the captains do in a blitz, as far as the record states it [S2]."""
    stated = as_object(record["switches"], "switches")
    first = text(stated, "blitz", "switches.") if "blitz" in stated else None
    other = text(stated, "blitz_other", "switches.") if "blitz_other" in stated else "same"
    return [first, first if other == "same" else other]


def _reverse(entry: Json, scores: Sequence[int]) -> list[int]:
    """One answer of each captain, of the team with fewer points first [4] [S3]; return what they add."""
    answers = objects(entry, "answers")
    if len(answers) != len(SIDES):
        raise Illegal(f'"answers" must have {len(SIDES)} entries, not {len(answers)}')
    first = int(scores[1] < scores[0])
    points = [0, 0]
    taken: int | None = None
    for number, (answer, side) in enumerate(zip(answers, (first, 1 - first), strict=True), start=1):
        with at(f"answer {number}"):
            expect(answer, "seat", captain(side), "it is the turn of seat")
            line = line_of(answer)
            if line is not None and line == taken:
                raise Illegal(f"seat {captain(side)} names line {line}, which the other team has named")
            points[side] = REVERSE[line - 1] if line else 0
            expect(answer, "points", points[side], "the line is worth")
            taken = line
    expect(entry, "points", points, "the teams add")
    return points


def _extra(entry: Json, lines: Sequence[int]) -> int:
    """The captains' toss-up for the big game [5] [S4]; return the team that wins it."""
    answers = Answers([{"at": "toss-up"} | answer for answer in objects(entry, "answers")], lines)
    winner = side_of(toss_up(answers, captains_first))
    answers.close()
    for key, right in (("plays", winner), ("took", winner), ("lamps", 0), ("fund", 0), ("points", [0, 0])):
        expect_if_stated(entry, key, right, "the toss-up decides alone:")
    return winner


def _big(entry: Json, boards: Boards, side: int, switches: Switches) -> int:
    """Two players, the same five questions, until the fund is full [5] [S5]; return the fund."""
    numbers = items(entry, "boards")
    if len(numbers) != QUESTIONS:
        raise Illegal(f'"boards" must have {QUESTIONS} numbers, not {len(numbers)}')
    questions = [boards.use(number, f"boards[{place}]") for place, number in enumerate(numbers)]
    members = [switches.number("big_first"), switches.number("big_second")]
    if members[0] == members[1]:
        raise Illegal(f"the big game needs two players, but both are member {members[0]}")
    turns = [(captain(side) + member - 1, question) for member in members for question in range(QUESTIONS)]
    answers = objects(entry, "answers")
    named: dict[int, int] = {}
    fund = 0
    for number, answer in enumerate(answers):
        with at(f"answer {number + 1}"):
            if fund >= BIG or number == len(turns):
                raise Illegal("the big game is over" + (f" at {fund}" if fund >= BIG else ""))
            seat, question = turns[number]
            if as_seat(field(answer, "seat"), "seat") != seat:
                raise Illegal(f"seat {answer['seat']} answers, but it is the turn of seat {seat}")
            expect(answer, "question", question, "the next question is")
            line = line_of(answer)
            if line is not None and named.get(question) == line:
                raise Illegal(f"seat {seat} repeats line {line} of the first player")
            points = questions[question][line - 1] if line else 0
            if integer(answer, "points") != points:
                raise Illegal(f"the answer is worth {points} points, not {answer['points']}")
            if line is not None and number < QUESTIONS:
                named[question] = line
            fund += points
    if fund < BIG and len(answers) < len(turns):
        seat, question = turns[len(answers)]
        raise Illegal(f"answer {len(answers) + 1}: seat {seat} has to answer question {question}")
    expect(entry, "fund", fund, "the answers are worth")
    expect(entry, "won", fund >= BIG, f"the fund is {fund}:")
    return fund


GAME = Game({"base": {}}, SWITCHES, referee, frozenset({"boards", "skill", "rounds"}))
