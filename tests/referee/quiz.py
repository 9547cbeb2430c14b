"""Hundred to One at the test table: who answers, what it opens, who takes the fund, who plays the big game.

It offers choices and writes down what is chosen, and shares no code with the referee.
"""

import random
from itertools import pairwise
from typing import Any

from tests.referee.table import NotOfferedError, Record

Line = int | None
DEFAULTS: Record = {"big_first": 1, "big_second": 2}
TOP = [15, 30, 60, 120, 180, 240]


class Guessers:
    """Players who answer at random; `skill` is the chance to name a closed line."""

    def __init__(self, rng: random.Random, skill: float = 0.5) -> None:
        self.rng = rng
        self.skill = skill

    def answer(self, options: list[int]) -> Line:
        return self.rng.choice(options) if options and self.rng.random() < self.skill else None

    def presses(self, seats: list[int]) -> int:
        return self.rng.choice(seats)

    def versions(self, seats: list[int]) -> list[int]:
        """The order in which the four speak."""
        return self.rng.sample(seats, len(seats))

    def choice(self, captain: int, versions: dict[int, Line], closed: list[int]) -> tuple[Line, int | None]:
        """The captain's line and whose it is."""
        source = self.rng.choice([*versions, captain, None])
        line = versions[source] if source in versions else self.answer(closed)
        return line, source

    def board(self, unused: list[int]) -> int:
        return self.rng.choice(unused)


class Programme:
    """One programme being played and written down."""

    def __init__(self, boards: list[Record], player: Guessers, rules: Record) -> None:
        self.boards, self.player, self.rules = boards, player, rules
        self.unused = list(range(len(boards)))
        self.stood = [False] * 5
        self.scores = [0, 0]
        self.rounds: list[Record] = []

    def board(self) -> tuple[int, list[int]]:
        number = self.player.board(self.unused)
        self.unused.remove(number)
        return number, self.boards[number]["lines"]

    def toss_up(self, answers: list[Record], closed: list[int], round_number: int | None) -> int:
        """The seat that wins the right to play; `round_number` None is the extra toss-up."""
        pair = 0
        while True:
            if round_number is not None:
                fresh = [p for p in (*range(round_number, 5), *range(round_number)) if not self.stood[p]]
                pair = fresh[0] if fresh else round_number
                self.stood[pair] = True
                first = self.player.presses([pair, pair + 5])
            elif not answers:
                first = self.player.presses([0, 5])
            else:
                pair = (answers[-1]["seat"] + 1) % 5
                first = self.player.presses([0, 5, pair, pair + 5])
            found: list[Line] = []
            for seat in (first, (first + 5) % 10):
                line = self.player.answer(closed)
                answers.append({"seat": seat, "line": line, "at": "toss-up"})
                found.append(line)
                if line is not None:
                    closed.remove(line)
                if found == [1]:
                    return first
            if found != [None, None]:
                one, two = (99 if line is None else line for line in found)
                return first if one < two else (first + 5) % 10

    def ordinary(self, number: int, kind: str) -> None:
        board, counts = self.board()
        answers: list[Record] = []
        closed = [1, 2, 3, 4, 5, 6]
        seat = self.toss_up(answers, closed, number)
        team = list(range(5)) if seat < 5 else list(range(5, 10))
        plays, place, lamps = team[0] // 5, team.index(seat), 0
        while closed and lamps < 3:
            place += 1
            line = self.player.answer(closed)
            answers.append({"seat": team[place % 5], "line": line, "at": "play"})
            if line is None:
                lamps += 1
            else:
                closed.remove(line)
        took = plays
        if closed:
            captain = 5 - team[0]
            versions: dict[int, Line] = {}
            for seat in self.player.versions([captain + step for step in (1, 2, 3, 4)]):
                versions[seat] = self.player.answer(closed)
                answers.append({"seat": seat, "line": versions[seat], "at": "blitz"})
            line, source = self.player.choice(captain, versions, closed)
            self.obey(captain, versions, line, source)
            answers.append({"seat": captain, "line": line, "at": "captain", "from": source})
            if line is not None:
                closed.remove(line)
                took = 1 - plays
        fund = sum(count for place, count in enumerate(counts) if place + 1 not in closed) * (number + 1)
        self.scores[took] += fund
        entry = {"kind": kind, "board": board, "answers": answers, "plays": plays}
        self.rounds.append(entry | {"lamps": lamps, "fund": fund, "took": took})

    def obey(self, captain: int, versions: dict[int, Line], line: Line, source: int | None) -> None:
        """A captain whose policy is stated keeps to it."""
        policy = self.rules.get("blitz")
        if captain == 5 and self.rules.get("blitz_other", "same") != "same":
            policy = self.rules["blitz_other"]
        if policy is None:
            return
        named = sorted(each for each in versions.values() if each is not None)
        most = [each for each in set(named) if named.count(each) == max(map(named.count, named))]
        bound = most[0] if policy == "majority" and len(most) == 1 else None
        if (bound is not None and line != bound) or (bound is None and source not in (captain, None)):
            raise NotOfferedError

    def reverse(self) -> None:
        board, _ = self.board()
        order = [5, 0] if self.scores[1] < self.scores[0] else [0, 5]
        answers: list[Record] = []
        options, points = [1, 2, 3, 4, 5, 6], [0, 0]
        for seat in order:
            line = self.player.answer(options)
            worth = 0 if line is None else TOP[line - 1]
            options = [other for other in options if other != line]
            points[seat // 5] = worth
            answers.append({"seat": seat, "line": line, "points": worth})
        self.scores = [self.scores[0] + points[0], self.scores[1] + points[1]]
        self.rounds.append({"kind": "reverse", "board": board, "answers": answers, "points": points})

    def leader(self) -> int:
        if self.scores[0] != self.scores[1]:
            return self.scores.index(max(self.scores))
        board, _ = self.board()
        answers: list[Record] = []
        winner = self.toss_up(answers, [1, 2, 3, 4, 5, 6], None) // 5
        self.rounds.append({"kind": "extra", "board": board, "answers": answers, "took": winner})
        return winner

    def big(self, winner: int) -> int:
        drawn = [self.board() for _ in range(5)]
        answers: list[Record] = []
        named: dict[int, Line] = {}
        fund = 0
        for member in (self.rules["big_first"], self.rules["big_second"]):
            for question, (_, counts) in enumerate(drawn):
                if fund >= 200:
                    continue
                line = self.player.answer([each for each in range(1, 7) if each != named.get(question)])
                worth = 0 if line is None else counts[line - 1]
                fund += worth
                named.setdefault(question, line)
                seat = 5 * winner + member - 1
                answers.append({"seat": seat, "question": question, "line": line, "points": worth})
        entry = {"kind": "big", "boards": [number for number, _ in drawn], "answers": answers}
        self.rounds.append(entry | {"fund": fund, "won": fund >= 200})
        return fund


def play(
    switches: Record, player: Guessers, boards: list[Record], skill: list[Any], deal: int = 17
) -> Record:
    """One programme, written down."""
    rules = DEFAULTS | switches
    if rules["big_first"] == rules["big_second"] or len(skill) != 10:
        raise NotOfferedError
    if not all(type(each) in (int, float) and 0 <= each <= 1 for each in skill):
        raise NotOfferedError
    for board in boards:
        counts = board["lines"]
        falls = all(high >= low for high, low in pairwise(counts))
        if not isinstance(board["question"], str) or len(counts) != 6 or not falls:
            raise NotOfferedError
        if min(counts) < 1 or sum(counts) > 100 or any(type(count) is not int for count in counts):
            raise NotOfferedError
    show = Programme(boards, player, rules)
    for number, kind in enumerate(("simple", "double", "triple")):
        show.ordinary(number, kind)
    show.reverse()
    winner = show.leader()
    fund = show.big(winner)
    return {
        "schema": "bidodds.record/1",
        "game": "hundred-to-one",
        "variant": "base",
        "switches": dict(switches),
        "deal": deal,
        "seats": 10,
        "sides": [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]],
        "scores": [0, 0],
        "boards": boards,
        "skill": skill,
        "rounds": show.rounds,
        "result": {
            "taken": show.scores,
            "delta": show.scores,
            "scores": show.scores,
            "winner": winner,
            "big_fund": fund,
            "big_won": fund >= 200,
            "game_over": True,
        },
    }


def random_board(rng: random.Random) -> Record:
    """Six shares of what is left of the hundred, sorted."""
    while True:
        left, lines = 100, []
        for _ in range(6):
            lines.append(left * rng.randint(15, 45) // 100)
            left -= lines[-1]
        if min(lines) > 0:
            return {"question": f"q{rng.randrange(100)}", "lines": sorted(lines, reverse=True)}


def random_record(rng: random.Random, switches: Record) -> Record:
    """A legal record of random answers; one in which a captain leaves his policy is played anew."""
    chance = rng.choice([0.1, 0.4, 0.7, 1.0])
    boards = [random_board(rng) for _ in range(rng.randint(10, 12))]
    while True:
        try:
            return play(switches, Guessers(rng, chance), boards, [chance] * 10)
        except NotOfferedError:
            continue
