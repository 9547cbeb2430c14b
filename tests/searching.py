"""Decisions of players who sample worlds, out of hand records: who knows what, and layouts that fit it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Record = dict[str, Any]
NOBODY = -1  # holds what is left of the deck


@dataclass(frozen=True)
class Position:
    """A hand as it stands before a card: everything that happened stands in `plays`, the first cards played."""

    record: Record
    plays: list[tuple[int, str]]
    seat: int  # whose turn it is

    def played_by(self, seat: int) -> list[str]:
        return [card for player, card in self.plays if player == seat]

    def tricks(self, seats: int) -> list[list[tuple[int, str]]]:
        """Finished tricks and the one on the table."""
        return [self.plays[start : start + seats] for start in range(0, len(self.plays), seats)]


def positions(records: list[Record], rng: random.Random) -> list[Position]:
    """A random one of each record's positions."""
    found = []
    for record in records:
        plays = [(play["seat"], play["cards"][0]) for trick in record["tricks"] for play in trick["plays"]]
        ply = rng.randrange(len(plays))
        found.append(Position(record, plays[:ply], plays[ply][0]))
    return found


def shuffle_hidden(
    holder: dict[str, int], may_hold: Callable[[int, str], bool], rng: random.Random, swaps: int = 400
) -> dict[str, int]:
    """Another layout of the hidden cards that fits, by swaps of two that both fit; holder: card -> seat."""
    layout, cards = dict(holder), sorted(holder)
    assert all(may_hold(seat, card) for card, seat in layout.items())
    for _ in range(swaps if len(cards) > 1 else 0):
        one, other = rng.sample(cards, 2)
        if may_hold(layout[one], other) and may_hold(layout[other], one):
            layout[one], layout[other] = layout[other], layout[one]
    return layout
