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
        return None if line is None else self._one_of(line, options)

    def presses(self, seats: list[int]) -> int:
        return self._one_of(self.answers[0]["seat"], seats)

    def versions(self, seats: list[int]) -> list[int]:
        found: list[int] = [answer["seat"] for answer in self.answers[:4]]
        if sorted(found) != seats:
            raise NotOfferedError
        return [self._one_of(seat, seats) for seat in found]

    def choice(self, captain: int, versions: dict[int, Line], closed: list[int]) -> tuple[Line, int | None]:
        source = self.answers[0].get("from")
        if source is not None:
            self._one_of(source, [*versions, captain])
        line = self.answer(closed)
        if source in versions and line != versions[source]:
            raise NotOfferedError
        return line, source

    def board(self, unused: list[int]) -> int:
        return self._one_of(self.boards.pop(0), unused)

    def _one_of(self, found: int, options: list[int]) -> int:
        if found not in options or type(found) is not int:
            raise NotOfferedError
        return found
