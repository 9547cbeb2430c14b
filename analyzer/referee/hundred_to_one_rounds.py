"""Hundred to One: the rounds on one board, from the toss-up to the fund.

The numbers in brackets are those of the rules in rules/hundred-to-one.md; S is for its settled questions.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from analyzer.referee.fault import Illegal, shown
from analyzer.referee.fields import Json, as_integer, as_seat, objects
from analyzer.referee.fields import field as value_of
from analyzer.referee.statements import at, expect

TEAM = 5
LINES = 6
LAMPS = 3


def side_of(seat: int) -> int:
    """The team of a seat."""
    return seat // TEAM


def captain(side: int) -> int:
    """The captain of a team, its first member."""
    return side * TEAM


@dataclass(frozen=True)
class Answer:
    """One answer; `line` is None if it is not on the board."""

    seat: int
    line: int | None
    entry: Json


def line_of(entry: Json) -> int | None:
    """The line that an answer names."""
    value = value_of(entry, "line")
    if value is None:
        return None
    line = as_integer(value, "line")
    if not 1 <= line <= LINES:
        raise Illegal(f'"line" must be from 1 to {LINES} or null, not {line}')
    return line


@dataclass
class Answers:
    """The answers of one round on a board, read one after the other."""

    entries: list[Json]
    lines: Sequence[int]
    closed: set[int] = field(default_factory=lambda: set(range(1, LINES + 1)))
    number: int = 0

    def next(self, seats: Collection[int], when: str, opens: bool = True) -> Answer:
        """The next answer, of one of these seats; a line of the board is opened by it."""
        with at(f"answer {self.number + 1}"):
            due = min(seats)
            if self.number == len(self.entries):
                raise Illegal(f"the round is not over, seat {due} has to answer")
            entry = self.entries[self.number]
            seat = as_seat(value_of(entry, "seat"), "seat")
            if seat not in seats:
                raise Illegal(f"seat {seat} answers, but it is the turn of seat {due}")
            expect(entry, "at", when, "it is an answer of the")
            line = line_of(entry)
            if line is not None and line not in self.closed:
                raise Illegal(f"seat {seat} names line {line}, which is open already")
            if when != "captain" and entry.get("from") is not None:
                raise Illegal('only the captain\'s answer may have "from"')
        self.number += 1
        if opens and line is not None:
            self.closed.remove(line)
        return Answer(seat, line, entry)

    def close(self) -> None:
        """Fault answers after the end of the round."""
        if len(self.entries) > self.number:
            raise Illegal(f"answer {self.number + 1}: the round is over")

    def fund(self) -> int:
        """The people behind the open lines."""
        return sum(count for line, count in enumerate(self.lines, start=1) if line not in self.closed)


Pairs = Callable[[int | None], Collection[int]]
"""The members, by their places in the teams, who may stand after the pair that missed (None at first)."""


def unused_first(own: int, used: set[int]) -> Pairs:
    """The round's own pair or the next that has not stood yet; the own one if all have [2] [S1]."""

    def pairs(_: int | None) -> Collection[int]:
        places = [(own + step) % TEAM for step in range(TEAM)]
        place = next((each for each in places if each not in used), own)
        used.add(place)
        return (place,)

    return pairs


def captains_first(missed: int | None) -> Collection[int]:
    """The captains; after two misses they again or the next members, the rules do not say which [S4]."""
    return (0,) if missed is None else (0, (missed + 1) % TEAM)


def toss_up(answers: Answers, pairs: Pairs) -> int:
    """The seat that has won the toss-up for its team [2]."""
    missed: int | None = None
    while True:
        stand = pairs(missed)
        first = answers.next([captain(side) + place for side in (0, 1) for place in stand], "toss-up")
        if first.line == 1:
            return first.seat
        rival = captain(1 - side_of(first.seat)) + first.seat % TEAM
        second = answers.next([rival], "toss-up")
        if first.line is not None or second.line is not None:
            ours, theirs = first.line or LINES + 1, second.line or LINES + 1
            return first.seat if ours < theirs else second.seat
        missed = first.seat % TEAM


def referee_board_round(
    entry: Json, lines: Sequence[int], times: int, pairs: Pairs, captains: Sequence[str | None]
) -> tuple[int, int]:
    """Check a simple, double or triple round; return the team that takes the fund, and the fund.

    `captains` are the stated policies of the captains in a blitz, None where nothing is stated.
    """
    answers = Answers(objects(entry, "answers"), lines)
    seat = toss_up(answers, pairs)
    plays = side_of(seat)
    lamps = 0
    while answers.closed and lamps < LAMPS:  # [3]
        seat = captain(plays) + (seat + 1) % TEAM  # [S1]
        if answers.next([seat], "play").line is None:
            lamps += 1
    took = plays
    if answers.closed and _blitz(answers, 1 - plays, captains[1 - plays]):
        took = 1 - plays
    answers.close()
    fund = times * answers.fund()
    expect(entry, "plays", plays, "the toss-up was won by side")
    expect(entry, "lamps", lamps, "the misses are")
    expect(entry, "fund", fund, "the open lines are worth")
    expect(entry, "took", took, "the fund goes to side")
    return took, fund


def _blitz(answers: Answers, side: int, policy: str | None) -> bool:
    """Four versions and the captain's choice [3]; whether it is on the board."""
    head = captain(side)
    silent = [head + place for place in range(1, TEAM)]
    versions: dict[int, int | None] = {}
    while silent:
        version = answers.next(silent, "blitz", opens=False)
        silent.remove(version.seat)
        versions[version.seat] = version.line
    choice = answers.next([head], "captain")
    with at(f"answer {answers.number}"):
        stated = choice.entry.get("from")
        source = head if stated is None else as_seat(stated, "from")
        if source != head and source not in versions:
            raise Illegal(f"the captain takes the version of seat {source}, which gave none")
        if source != head and versions[source] != choice.line:
            theirs, ours = shown(versions[source]), shown(choice.line)
            raise Illegal(f"the captain names line {ours} as that of seat {source}, who named {theirs}")
        wanted = _favourite(list(versions.values())) if policy == "majority" else None
        if wanted is not None and choice.line != wanted:
            raise Illegal(f"the captain names line {shown(choice.line)}, but most of the four named {wanted}")
        if policy is not None and wanted is None and source != head:
            raise Illegal(f"the captain takes the version of seat {source}, but is bound to his own")
    return choice.line is not None


def _favourite(lines: Sequence[int | None]) -> int | None:
    """The line named most often; None if there are only misses, or several such lines [S2]."""
    counts = Counter(line for line in lines if line is not None).most_common(2)
    if not counts or (len(counts) == 2 and counts[0][1] == counts[1][1]):
        return None
    return counts[0][0]
