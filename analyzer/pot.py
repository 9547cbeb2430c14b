"""The pot of a match for stakes: what share of it a contract is worth to the own side.

The pot is 1 and goes to the side that wins the match. A hand that ends the match gives it away; after one
that does not, every side's chance is taken as equal, which the note beside the numbers says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from analyzer.odds import ANY, Question, block_of, task_of
from sims.cards import SUITS
from sims.seeds import master_seed
from sims.settlement import Outcome
from sims.tables import SEATS, TRICKS_IN_HAND, Int64Array

NOTE = (
    "expected share of the pot: 1 if the hand wins it for the bidder's pair, 0 if it wins it for another, an "
    "equal part if the match goes on"
)


def could_end(question: Question) -> bool:
    """True if one hand can end the match from these scores: a side can win 200 or lose 100 points."""
    rules, scores = question.rules, question.scores
    return max(scores) + 200 >= rules.number("target") or min(scores) - 100 <= rules.number("loss_limit")


def tally_of(question: Question) -> Callable[[int, int], tuple[Int64Array, ...]]:
    """The function that plays the deals low..high-1: how many win the match for the own side, and how many end
    it, by cell; no sums if no hand could."""
    if not could_end(question):
        return lambda low, high: ()
    return lambda low, high: _ends(question, low, high)


def shares_of(question: Question, done: int, sums: Sequence[Int64Array]) -> list[float]:
    """The expected share of the own side for each cell, in the order trump x bid, from the sums of `tally_of`."""
    sides, cells = len(question.scores), len(question.trumps) * len(question.bids)
    if not sums:
        return [1 / sides] * cells
    won, over = sums
    return [float((won[i] + (done - over[i]) / sides) / done) for i in range(cells)]


def _ends(question: Question, low: int, high: int) -> tuple[Int64Array, Int64Array]:
    from sims.exchange import ANY_TRUMP
    from sims.searched import log_for

    log_contracts = log_for(question.policy, question.defence)
    game, rules = question.game, question.rules
    tables, at_table = game.tables(rules), game.seating(rules)
    block = block_of(question)
    declarer = at_table.active.index(question.seat)
    side = at_table.side_of(question.seat) or 0
    n, seats = high - low, int(tables.settings[SEATS])
    cells = [(t, b) for t in question.trumps for b in question.bids]
    tasks = np.tile(task_of(question), (n, 1))
    won, over = np.zeros(len(cells), np.int64), np.zeros(len(cells), np.int64)
    for i, (trump, bid) in enumerate(cells):
        suit = ANY_TRUMP if trump == ANY else SUITS.index(trump)
        taken = np.zeros((n, seats), np.int64)
        log_contracts(
            np.uint64(master_seed(question.seed)), low, high, block, tasks, np.full(n, suit, np.int64),
            np.full(n, game.bids(rules).index(bid), np.int64), np.zeros(n, np.int64),
            np.zeros((n, seats), np.int64), np.zeros((n, seats * int(tables.settings[TRICKS_IN_HAND])), np.int8), taken,
        )  # fmt: skip
        for row in taken.tolist():
            by_side = tuple(at_table.by_side(row, declarer))
            settled = game.settle(
                rules, question.scores, Outcome(by_side, side, bid, 0, 0, frozenset({side}))
            )
            over[i] += settled.game_over
            won[i] += settled.winner == side
    return won, over
