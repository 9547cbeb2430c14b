"""Who sits at the table: seats, sides, who plays this deal and who calls.

Records number all seats of the game. The kernels number the seats that play the deal: kernel seat k is
record seat active[k]. In most games the two are the same.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Seating:
    """The table of one deal.

    seats: seats of the game; sides: record seats of each side; active: record seats that play, in order;
    shadow: the record seat without a side that helps whoever declares, if there is one.
    """

    seats: int
    sides: tuple[tuple[int, ...], ...]
    active: tuple[int, ...]
    shadow: int | None = None

    @property
    def callers(self) -> tuple[int, ...]:
        """Kernel seats that call in the auction."""
        return tuple(k for k, seat in enumerate(self.active) if seat != self.shadow)

    def side_of(self, seat: int) -> int | None:
        """The side of a record seat; None for the shadow."""
        return next((i for i, side in enumerate(self.sides) if seat in side), None)

    def kernel_side(self, seat: int) -> int | None:
        """The side of a kernel seat; None for the shadow."""
        return self.side_of(self.active[seat])

    def allies(self, declarer: int) -> int:
        """Bit set of the kernel seats on the side of a kernel seat that declares, the shadow included."""
        side = self.kernel_side(declarer)
        return sum(1 << k for k, seat in enumerate(self.active) if self.side_of(seat) in (side, None))

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other kernel seats of a kernel seat's own side."""
        side = self.kernel_side(seat)
        return tuple(k for k in range(len(self.active)) if k != seat and self.kernel_side(k) == side)

    def by_side(self, by_seat: list[int], declarer: int) -> list[int]:
        """Sums over the sides of what is counted by kernel seat; the shadow's count for the declarer's."""
        sums = [0] * len(self.sides)
        for seat, number in enumerate(by_seat):
            side = self.kernel_side(seat)
            sums[side if side is not None else self.kernel_side(declarer) or 0] += number
        return sums


def pairs(seats: int) -> tuple[tuple[int, ...], ...]:
    """Partners opposite: seats i and i + seats/2."""
    half = seats // 2
    return tuple((i, i + half) for i in range(half))


def all_play(sides: tuple[tuple[int, ...], ...]) -> Seating:
    """A table at which every seat belongs to a side and plays every deal."""
    seats = sum(len(side) for side in sides)
    return Seating(seats, sides, tuple(range(seats)))
