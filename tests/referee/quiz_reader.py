"""Choices of Hundred to One read off a record."""

from tests.referee.quiz import Guessers, Line
from tests.referee.table import NotOfferedError, Record


class Reader(Guessers):
    """Makes the choices that a record states, if they are offered."""

    def __init__(self, record: Record) -> None:
        rounds = record["rounds"]
        self.answers = [answer for entry in rounds for answer in entry["answers"]]
        self.boards = [n for entry in rounds for n in entry.get("boards", [entry.get("board")])]

    def answer(self, options: list[int]) -> Line:
        line: Line = self.answers.pop(0)["line"]
        if line is not None and line not in options:
            raise NotOfferedError
        return line

    def presses(self, seats: list[int]) -> int:
        return self._one_of(self.answers[0]["seat"], seats)

    def versions(self, seats: list[int]) -> list[int]:
        found: list[int] = [answer["seat"] for answer in self.answers[:4]]
        if sorted(found) != seats:
            raise NotOfferedError
        return found

    def choice(self, captain: int, versions: dict[int, Line], closed: list[int]) -> tuple[Line, int | None]:
        source = self.answers[0].get("from")
        if source not in [*versions, captain, None] or isinstance(source, bool):
            raise NotOfferedError
        line = self.answer(closed)
        if source in versions and line != versions[source]:
            raise NotOfferedError
        return line, source

    def board(self, unused: list[int]) -> int:
        return self._one_of(self.boards.pop(0), unused)

    def _one_of(self, found: int, options: list[int]) -> int:
        if found not in options:
            raise NotOfferedError
        return found
