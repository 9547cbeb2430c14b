"""The calls of Partnership Blackout and what the sides contract for by them.

The numbers in brackets are those of the rules in rules/partnership-blackout.md; T is for its preset
`as-translated`, S for its settled questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import Json, as_seat, field, null, objects, text
from analyzer.referee.seating import Seating

HIGHEST = 12
"""The highest number, of one player and of a side."""
EVERYTHING = 13
"""What `board` counts as beside a number."""
BOARD = "board"
NIL = "nil"
PASS = "pass"


@dataclass(frozen=True)
class Undertaking:
    """What one side has contracted for."""

    seat: int
    """Who said board or nil; else who of the side named the higher number, the earlier of equals."""
    contract: str
    number: int
    """The number of tricks; 13 for board, and no number, -1, for nil."""


def referee_calls(record: Json, ring: Sequence[int], translated: bool) -> dict[int, str]:
    """Check `auction`, one circuit [3] [4]; return what each seat said, in order."""
    lowest = 0 if translated else 1
    final = (BOARD, NIL, PASS) if translated else (BOARD, NIL)
    legal = {str(number) for number in range(lowest, HIGHEST + 1)} | set(final)
    said: dict[int, str] = {}
    waiting = list(ring)
    for place, entry in enumerate(objects(record, "auction")):
        path = f"auction[{place}]."
        seat = as_seat(field(entry, "seat", path), path + "seat")
        call = text(entry, "call", path)
        partner = said.get((seat + 2) % len(ring))
        if partner in final and seat not in said:
            raise Illegal(
                f"seat {seat} calls {shown(call)} but it is skipped, as its partner has said {partner}"
            )
        if not waiting:
            raise Illegal(f"seat {seat} calls {shown(call)} after the end of the auction")
        if seat != waiting[0]:
            raise Illegal(f"seat {seat} calls {shown(call)} but it is the turn of seat {waiting[0]}")
        if call not in legal:
            words = ", ".join(final[:-1]) + f" or {final[-1]}"
            raise Illegal(
                f"seat {seat} calls {shown(call)}, but must call a number from {lowest} to {HIGHEST}, {words}"
            )
        said[seat] = call
        waiting.remove(seat)
        if call in final and (seat + 2) % len(ring) in waiting:
            waiting.remove((seat + 2) % len(ring))
    if waiting:
        raise Illegal(f"the auction ends before seat {waiting[0]} has called")
    return said


def undertakings(said: dict[int, str], seating: Seating) -> list[Undertaking | None]:
    """What each side has contracted for [4] [5] [T]; None for a side that has passed."""
    found: list[Undertaking | None] = []
    for side in range(len(seating.sides)):
        own = {seat: call for seat, call in said.items() if seating.side(seat) == side}
        numbers = {seat: int(call) for seat, call in own.items() if call.isdecimal()}
        last = list(own)[-1]
        if own[last] == PASS:
            found.append(None)
        elif own[last] in (BOARD, NIL):
            found.append(Undertaking(last, own[last], EVERYTHING if own[last] == BOARD else -1))
        else:
            total = min(sum(numbers.values()), HIGHEST)
            found.append(Undertaking(max(numbers, key=numbers.__getitem__), str(total), total))
    return found


def referee_declarer(record: Json, sides: list[Undertaking | None], translated: bool) -> None:
    """Check `declarer` and `contract`: nobody's, or as-translated those of the side with more [T] [S1]."""
    if not translated:
        null(record, "declarer", "both sides have a contract")
        null(record, "contract", "both sides have a contract")
        return
    declarer, contract = field(record, "declarer"), field(record, "contract")
    if declarer is None and contract is None:
        return
    numbers = sorted((side.number, place) for place, side in enumerate(sides) if side and side.number >= 0)
    if not numbers or (len(numbers) > 1 and numbers[0][0] == numbers[1][0]):
        null(record, "declarer", "no side has the higher number")
        null(record, "contract", "no side has the higher number")
        return
    winner = sides[numbers[-1][1]]
    assert winner is not None
    if not same(declarer, winner.seat):
        raise Illegal(f'"declarer" is {shown(declarer)}, but seat {winner.seat} has won the bidding')
    if not same(contract, winner.contract):
        raise Illegal(f'"contract" is {shown(contract)}, but the higher number is {winner.contract}')
