"""Hundred to One in plain Python, from the rules and docs/players-odd-games.md."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.naive.streams import DEAL, PLAY, Words

MILLION = 1_000_000
REVERSE = [15, 30, 60, 120, 180, 240]
Answer = dict[str, Any]


def random_board(words: Words) -> list[int]:
    left, lines = 100, []
    for number in range(6):
        if number in (0, 3):
            words.fresh()
        people = max(1, left * (1500 + words.draw(3001)) // 10_000)
        left -= people
        lines.append(people)
    return sorted(lines, reverse=True)


def lay_boards(
    words: Words, files: Sequence[list[int]], order: str, places: Sequence[int]
) -> dict[int, list[int]]:
    if not files:
        return {place: random_board(words) for place in places}
    if order == "as_given":
        return {place: files[place] for place in places}
    left, laid = list(files), {}
    for place in places:
        words.fresh()
        laid[place] = left.pop(words.draw(len(left)))
    return laid


@dataclass
class Programme:
    """One programme; skill by seat in millionths, policies by team."""

    seed: int | str
    index: int
    skill: Sequence[int]
    blitz: tuple[str, str]
    reverse: tuple[str, str]
    files: Sequence[list[int]] = ()
    order: str = "shuffled"
    members: tuple[int, int] = (1, 2)
    boards: dict[int, list[int]] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    stood: set[int] = field(default_factory=set)
    scores: list[int] = field(default_factory=lambda: [0, 0])

    def listen(self, stage: int) -> None:
        self.words = Words(self.seed, PLAY, 8 * self.index + stage)

    def answer(
        self, seat: int, board: Sequence[int], closed_to: set[int], aim: int | None = None
    ) -> int | None:
        """A line from 1 to 6, or None; `closed_to` are the lines not to be named."""
        free = [line for line in range(1, 7) if line not in closed_to]
        self.words.fresh()
        if self.words.draw(MILLION) < self.skill[seat]:
            return aim or free[0]
        person = self.words.draw(100 - sum(board[line - 1] for line in closed_to))
        for line in free:
            if person < board[line - 1]:
                return line
            person -= board[line - 1]
        return None

    def toss_up(self, board: Sequence[int], own: int | None, entry: list[Answer]) -> tuple[int, set[int]]:
        opened: set[int] = set()
        turn = 0
        while True:
            if own is None:
                pair = turn % 5
            else:
                unused = [(own + k) % 5 for k in range(5) if (own + k) % 5 not in self.stood]
                pair = unused[0] if unused else own
                self.stood.add(pair)
            self.words.fresh()
            first = pair + 5 * self.words.draw(2)
            second = (first + 5) % 10
            named: list[int | None] = []
            for seat in (first, second):
                line = self.answer(seat, board, opened)
                entry.append({"seat": seat, "line": line, "at": "toss-up"})
                named.append(line)
                opened |= {line} if line else set()
                if line == 1 and seat == first:
                    return first, opened
            if named != [None, None]:
                heights = [line or 9 for line in named]
                return (first if heights[0] < heights[1] else second), opened
            turn += 1

    def board_round(self, stage: int) -> None:
        board, entry = self.boards[stage], list[Answer]()
        self.listen(stage)
        seat, opened = self.toss_up(board, stage, entry)
        team, lamps = seat // 5, 0
        while len(opened) < 6 and lamps < 3:
            seat = 5 * team + (seat % 5 + 1) % 5
            line = self.answer(seat, board, opened)
            entry.append({"seat": seat, "line": line, "at": "play"})
            if line:
                opened.add(line)
            else:
                lamps += 1
        took = team
        if len(opened) < 6:
            line = self.blitz_answer(1 - team, board, opened, entry)
            if line:
                opened.add(line)
                took = 1 - team
        fund = (stage + 1) * sum(board[line - 1] for line in opened)
        self.scores[took] += fund
        kind = ("simple", "double", "triple")[stage]
        self.rounds.append(
            {
                "kind": kind,
                "board": stage,
                "answers": entry,
                "plays": team,
                "lamps": lamps,
                "fund": fund,
                "took": took,
            }
        )

    def blitz_answer(
        self, team: int, board: Sequence[int], opened: set[int], entry: list[Answer]
    ) -> int | None:
        head = 5 * team
        named: dict[int, list[int]] = {}
        for seat in range(head + 1, head + 5):
            line = self.answer(seat, board, opened)
            entry.append({"seat": seat, "line": line, "at": "blitz"})
            if line:
                named.setdefault(line, []).append(seat)
        choice, source = self.answer(head, board, opened), head
        most = max((len(seats) for seats in named.values()), default=0)
        top = [line for line, seats in named.items() if len(seats) == most]
        if self.blitz[team] == "majority" and len(top) == 1:
            choice, source = top[0], named[top[0]][0]
        entry.append({"seat": head, "line": choice, "at": "captain", "from": source})
        return choice

    def aim(self, team: int, board: Sequence[int], taken: set[int], wanted: int | None) -> int:
        free = [line for line in range(1, 7) if line not in taken]
        if wanted in free:
            return wanted
        policy = self.reverse[team] if wanted is None else "best"
        if policy == "safe":
            return free[0]
        if policy == "greedy":
            return free[-1]
        k, left = self.skill[5 * team], 100 - sum(board[line - 1] for line in taken)
        return max(free, key=lambda line: REVERSE[line - 1] * (k * left + (MILLION - k) * board[line - 1]))

    def reverse_round(self, wanted: int | None = None) -> int:
        """The team that leads afterwards, perhaps after a tie; `wanted`: the line at which team 0 aims."""
        self.listen(3)
        entry, points, taken = list[Answer](), [0, 0], set[int]()
        first = 1 if self.scores[1] < self.scores[0] else 0
        for team in (first, 1 - first):
            aim = self.aim(team, self.boards[3], taken, wanted if team == 0 else None)
            line = self.answer(5 * team, self.boards[3], taken, aim)
            points[team] = REVERSE[line - 1] if line else 0
            taken |= {line} if line else set()
            entry.append({"seat": 5 * team, "line": line, "points": points[team]})
        self.rounds.append({"kind": "reverse", "board": 3, "answers": entry, "points": points})
        ends = [self.scores[team] + points[team] for team in (0, 1)]
        if ends[0] != ends[1]:
            return 0 if ends[0] > ends[1] else 1
        self.listen(4)
        answers = list[Answer]()
        seat, _ = self.toss_up(self.boards[9], None, answers)
        self.rounds.append({"kind": "extra", "board": 9, "answers": answers, "took": seat // 5})
        return seat // 5

    def big_turn(
        self, team: int, member: int, fund: int, entry: list[Answer], named: dict[int, set[int]]
    ) -> int:
        seat = 5 * team + member - 1
        for question in range(5):
            if fund >= 200:
                break
            board = self.boards[4 + question]
            line = self.answer(seat, board, named.get(question, set()))
            points = board[line - 1] if line else 0
            fund += points
            entry.append({"seat": seat, "question": question, "line": line, "points": points})
        return fund

    def big_game(self, team: int) -> int:
        self.listen(5)
        entry: list[Answer] = []
        fund = self.big_turn(team, self.members[0], 0, entry, {})
        named = {answer["question"]: {answer["line"]} for answer in entry if answer["line"]}
        fund = self.big_turn(team, self.members[1], fund, entry, named)
        self.rounds.append(
            {"kind": "big", "boards": [4, 5, 6, 7, 8], "answers": entry, "fund": fund, "won": fund >= 200}
        )
        return fund

    def play(self, wanted: int | None = None) -> tuple[int, int]:
        """The team that plays the big game, and its fund."""
        self.boards = lay_boards(Words(self.seed, DEAL, self.index), self.files, self.order, range(10))
        for stage in range(3):
            self.board_round(stage)
        team = self.reverse_round(wanted)
        return team, self.big_game(team)

    def big_games(self, first_fund: int, tries: int) -> int | None:
        """The final fund of the first big game of team 0 whose first player brings that fund."""
        boards = Words(self.seed, DEAL, self.index)
        self.listen(5)
        for _ in range(tries):
            self.boards = lay_boards(boards, self.files, self.order, range(4, 9))
            entry: list[Answer] = []
            fund = self.big_turn(0, self.members[0], 0, entry, {})
            if fund == first_fund:
                named = {answer["question"]: {answer["line"]} for answer in entry if answer["line"]}
                return self.big_turn(0, self.members[1], fund, entry, named)
        return None
