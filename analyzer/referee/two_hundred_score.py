"""What a hand of Two Hundred scores, and who has won with which scores.

The numbers in brackets are those of the rules in rules/two-hundred.md; S is for its settled questions.
"""

from collections.abc import Sequence

from analyzer.referee.auction import Outcome
from analyzer.referee.result import Contract, Result
from analyzer.referee.seating import Seating
from analyzer.referee.switches import Switches

TOP_BID = 100
TOP_BID_SCORES = 200
"""What the highest bid scores, if made, under `hundred_for_200`."""
MUST_BID_FROM = 100
"""Defenders with this score must have bid to score."""


def settle(seating: Seating, outcome: Outcome, taken: list[int], switches: Switches) -> Result:
    """Score the hand [14] and see who has won."""
    assert outcome.declarer is not None
    assert outcome.contract is not None
    before, contract = seating.scores, outcome.contract
    declaring = seating.side(outcome.declarer)
    made = taken[declaring] >= contract
    delta = list(taken)
    for side, members in enumerate(seating.sides):
        if side == declaring:
            continue
        silent = not any(seat in outcome.bidders for seat in members)
        if switches.on("must_bid_at_100") and before[side] >= MUST_BID_FROM and silent:
            delta[side] = 0
    if not made:
        delta[declaring] = -contract
    elif contract == TOP_BID and switches.on("hundred_for_200"):
        delta[declaring] = TOP_BID_SCORES
    after = [old + points for old, points in zip(before, delta, strict=True)]
    winner = _winner(after, declaring, switches)
    return Result(taken, delta, after, winner, [Contract(declaring, str(contract), made)])


def finished(scores: Sequence[int], switches: Switches) -> bool:
    """Whether the game is over with these scores, whoever was the declarer before.

    If all sides have reached the target, the declarer's has; else equals may have to play on.
    """
    return min(scores) >= switches.number("target") or _winner(scores, None, switches) is not None


def _winner(scores: Sequence[int], declaring: int | None, switches: Switches) -> int | None:
    """The side that has won with these scores, if one has [16] [17] [18] [S3]."""
    target, limit = switches.number("target"), switches.number("loss_limit")
    reached = [side for side, score in enumerate(scores) if score >= target]
    if reached:
        return declaring if declaring in reached else _highest(reached, scores, declaring)
    for loser, score in enumerate(scores):
        others = [side for side in range(len(scores)) if side != loser]
        if score <= limit and all(scores[side] >= 0 for side in others):
            return _highest(others, scores, declaring)
    return None


def _highest(sides: Sequence[int], scores: Sequence[int], declaring: int | None) -> int | None:
    """The highest of these sides; the declarer's among equals, else nobody."""
    top = max(scores[side] for side in sides)
    equals = [side for side in sides if scores[side] == top]
    if declaring in equals:
        return declaring
    return equals[0] if len(equals) == 1 else None
