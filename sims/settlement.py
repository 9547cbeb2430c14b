"""The result of a hand: what it adds to the scores and whether the match is over."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """What happened in a hand, in the numbering of sides.

    taken: points of each side; side: the declaring one; bid: its bid; tricks: how many it won of `of`;
    bid_made_by: sides that made a bid in the auction; course: winner and points of each trick in order, the
    bonus for the best trump with the trick in which it was played.
    """

    taken: tuple[int, ...]
    side: int
    bid: int
    tricks: int
    of: int
    bid_made_by: frozenset[int]
    course: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Settlement:
    """delta and scores of each side after the hand; winner: a side, None while the match goes on."""

    made: bool
    delta: tuple[int, ...]
    scores: tuple[int, ...]
    game_over: bool
    winner: int | None
