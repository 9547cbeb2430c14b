"""Two Hundred at each of its tables: who plays, who helps whom, and what a hand scores.

Written from the rules of the game; seats are those of a record (six-rotating: six, two of which sit out).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tests.naive.frames import Switches

PAIR_AGAINST_PAIR = ((0, 2), (1, 3))
THREE_PAIRS = ((0, 3), (1, 4), (2, 5))


@dataclass(frozen=True)
class Table:
    seats: int = 4
    sides: tuple[tuple[int, ...], ...] = PAIR_AGAINST_PAIR
    hand: int = 9
    kitty: int = 0
    shadow: int | None = None  # of no side: he helps whoever declares

    def side_of(self, seat: int, declarer: int) -> int:
        """The side for which a seat's tricks count, the shadow's being the contractor's."""
        if seat == self.shadow:
            seat = declarer
        return next(number for number, side in enumerate(self.sides) if seat in side)

    def declaring(self, declarer: int) -> set[int]:
        """The seats that play for the contract."""
        own = self.side_of(declarer, declarer)
        return {seat for seat in range(self.seats) if self.side_of(seat, declarer) == own}


TABLES = {
    "base": Table(),
    "kitty": Table(kitty=4),
    "six-rotating": Table(6, THREE_PAIRS),
    "six-at-once": Table(6, THREE_PAIRS, hand=8, kitty=4),
    "bank": Table(6, THREE_PAIRS, hand=8, kitty=4),
    "five-shadow": Table(5, hand=8, shadow=4),
    "cut-throat": Table(sides=((0,), (1,), (2,), (3,))),
    "two-handed": Table(2, ((0,), (1,))),
    "to-300": Table(),
    "to-500": Table(),
}


def playing(variant: str, index: int) -> list[int]:
    """The seats that play a deal, in order; of three pairs in turn A meets B, then B meets C, then C meets A."""
    table = TABLES[variant]
    if variant != "six-rotating":
        return list(range(table.seats))
    meeting = [(0, 1), (1, 2), (2, 0)][index % 3]
    return sorted(seat for side in meeting for seat in table.sides[side])


def draws_after_tricks(variant: str, switches: Switches) -> bool:
    return variant == "two-handed" and switches["two_player"] == "draw_stock"


@dataclass(frozen=True)
class Score:
    made: bool
    delta: list[int]  # of each side
    scores: list[int]  # after the hand
    winner: int | None  # of the match


def scores_as_opponents(switches: Switches, before: int, has_bid: bool) -> bool:
    """The 100-rule."""
    return switches["must_bid_at_100"] == "off" or before < 100 or has_bid


def contract_score(switches: Switches, bid: int, taken: int) -> int:
    """What the contractor's side scores."""
    if taken < bid:
        return -bid
    return 200 if bid == 100 and switches["hundred_for_200"] == "on" else taken


def settle(
    switches: Switches,
    before: Sequence[int],
    taken: Sequence[int],
    declaring: int,
    bid: int,
    bidders: Collection[int],  # sides that have made a bid
) -> Score:
    delta = [
        points if scores_as_opponents(switches, before[side], side in bidders) else 0
        for side, points in enumerate(taken)
    ]
    delta[declaring] = contract_score(switches, bid, taken[declaring])
    after = [old + new for old, new in zip(before, delta, strict=True)]
    return Score(taken[declaring] >= bid, delta, after, match_winner(switches, after, declaring))


def match_winner(switches: Switches, scores: Sequence[int], declaring: int) -> int | None:
    """The target first, where the contractor's side goes before the highest; then the loss limit, which ends
    the match only if all the others are at 0 or more. Equals of which none is the contractor's play on."""
    target, limit = int(switches["target"]), int(switches["loss_limit"])
    sides = range(len(scores))
    if scores[declaring] >= target:
        return declaring
    if max(scores) >= target:
        top = [side for side in sides if scores[side] == max(scores)]
        return top[0] if len(top) == 1 else None
    for loser in sides:
        others = [side for side in sides if side != loser]
        if scores[loser] <= limit and min(scores[side] for side in others) >= 0:
            most = max(scores[side] for side in others)
            top = [side for side in others if scores[side] == most]
            if declaring in top:
                return declaring
            return top[0] if len(top) == 1 else None
    return None
