"""What a contract scores after its last trick."""

from __future__ import annotations

from sims._jit import helper
from sims.bits import ONE, ZERO
from sims.blocks import (
    DECLARER,
    GONE,
    MADE,
    OTHERS,
    OURS,
    SCORE,
    SCORING,
    TAKEN_BY,
    THEIRS,
    TRICKS,
)
from sims.memory import at, get, put
from sims.playout import pile_points
from sims.tables import BURIED, IF_MADE, IF_SET, NEED_POINTS, NEED_TRICKS, SEATS, TAKEN


@helper
def credit_buried(rules, work):
    """Points that the declarer has buried, to whom the rules give them."""
    declarer = get(work, DECLARER)
    buried = pile_points(rules, get(work, GONE + declarer))
    if at(rules, BURIED) == 1:
        left = (declarer + 1) % at(rules, SEATS)
        put(work, TAKEN_BY + left, get(work, TAKEN_BY + left) + buried)
        put(work, THEIRS, get(work, THEIRS) + buried)
    elif at(rules, BURIED) == 2:
        put(work, TAKEN_BY + declarer, get(work, TAKEN_BY + declarer) + buried)
        put(work, OURS, get(work, OURS) + buried)


@helper
def score_contract(rules, work, contract):
    """Put into MADE whether the contract is made, and into SCORE the declaring side's score times the
    number of other sides, less the scores of those."""
    ours, scored = get(work, OURS), ZERO
    enough_tricks = get(work, TRICKS) >= at(rules, contract + NEED_TRICKS)
    made = ours >= at(rules, contract + NEED_POINTS) and enough_tricks
    score = at(rules, contract + IF_MADE) if made else at(rules, contract + IF_SET)
    if made and score == TAKEN:
        score = ours
    for seat in range(at(rules, SEATS)):
        if (get(work, SCORING) >> seat) & 1:
            scored += get(work, TAKEN_BY + seat)
    put(work, MADE, ONE if made else ZERO)
    put(work, SCORE, score * get(work, OTHERS) - scored)


@helper
def close_contract(rules, work, contract):
    """What is counted after the last trick; contract: where its row of the ladder lies."""
    credit_buried(rules, work)
    score_contract(rules, work, contract)
