"""Who sits where: seats, sides, the dealer, and the scores before the hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import Json, integer, integers, items

Sides = tuple[tuple[int, ...], ...]


def opposite(seats: int, sides: int) -> Sides:
    """Partners so many sides apart: `opposite(4, 2)` is the usual two pairs, `opposite(4, 4)` singles."""
    return tuple(tuple(range(side, seats, sides)) for side in range(sides))


@dataclass(frozen=True)
class Seating:
    """The table before the deal."""

    seats: int
    sides: Sides
    dealer: int
    scores: tuple[int, ...]

    @property
    def left_of_dealer(self) -> int:
        return self.after(self.dealer)

    def after(self, seat: int) -> int:
        """The seat that acts after this one."""
        return (seat + 1) % self.seats

    def ring(self, first: int) -> list[int]:
        """All seats in order of play from this one."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return self._side_of[seat]

    @cached_property
    def _side_of(self) -> dict[int, int]:
        return {seat: side for side, members in enumerate(self.sides) for seat in members}


def referee_seating(record: Json, seats: int, sides: Sides) -> Seating:
    """Read the seating, which is the game's or variant's own but for the dealer and the scores."""
    stated = integer(record, "seats")
    if stated != seats:
        raise Illegal(f'"seats" must be {seats}, not {stated}')
    policies = record.get("policies")
    if isinstance(policies, list) and len(policies) != seats:
        raise Illegal(f'"policies" must have {seats} names, not {len(policies)}')
    right = [list(side) for side in sides]
    if not same(items(record, "sides"), right):
        raise Illegal(f'"sides" must be {right}')
    dealer = integer(record, "dealer")
    if not 0 <= dealer < seats:
        raise Illegal(f'"dealer" must be a seat from 0 to {seats - 1}, not {dealer}')
    return Seating(seats, sides, dealer, tuple(integers(record, "scores", len(sides))))


def refuse_finished(scores: Sequence[int], over: bool) -> None:
    """Fault scores from which no hand is dealt any more."""
    if over:
        raise Illegal(f"the scores before the deal, {shown(list(scores))}, have already ended the game")
