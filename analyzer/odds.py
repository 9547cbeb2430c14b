"""The question of `odds`: I hold this hand and this contract, how often is it made and what does it score?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from analyzer.pool import sum_some
from sims import blocks
from sims.auction import PASS
from sims.cards import SUITS, mask_of
from sims.errors import Refused
from sims.players import OPEN, OPEN_CODE, policy_code, rules_block
from sims.seating import Seating
from sims.seeds import master_seed
from sims.sheets import Rules, nearest
from sims.tables import EXCHANGE_BEFORE_TRUMP, Int64Array

if TYPE_CHECKING:
    from analyzer.evidence import Heard
    from analyzer.knowing.known import Known
    from sims.contracts import Tally
    from sims.evidence import Picks

ANY = "any"  # trump named after a look at the kitty


@dataclass(frozen=True)
class Question:
    """A hand and the contracts asked about; `trumps` are suit letters or "any"."""

    game: ModuleType
    rules: Rules
    hand: tuple[str, ...]
    trumps: tuple[str, ...]
    bids: tuple[int, ...]
    seat: int
    dealer: int
    policy: str
    defence: str
    seed: int | str
    deals: int
    scores: tuple[int, ...]
    known: Known | None = None
    heard: Heard | None = None
    picks: Picks | None = None  # the deals that go with what was heard


@dataclass(frozen=True)
class Answer:
    """Whole-number sums over `deals` deals, cells in the order trump x bid; see `sims.contracts.Tally`.

    effective: the effective sample size, less than `deals` where some deals count several times.
    """

    question: Question
    deals: int
    made: Int64Array
    taken: Int64Array
    diff: Int64Array
    cross: Int64Array
    complete: bool
    effective: float
    bracket: Bracket | None = None


@dataclass(frozen=True)
class Bracket:
    """The same contracts, made by the same declarer against a defence that sees all hands (`low`), and by a
    declarer who sees all hands against the same defence (`high`)."""

    low: Answer
    high: Answer


def trumps_of(rules: Rules, tables_settings: Int64Array, named: Sequence[str]) -> tuple[str, ...]:
    """The trumps to ask about: those named, else all suits, S H D C, and "any" where trump is named after
    a look at the kitty."""
    late = bool(tables_settings[EXCHANGE_BEFORE_TRUMP])
    if not named:
        return (*((ANY,) if late else ()), *reversed(SUITS))
    if ANY in named and not late:
        raise Refused(
            f"--trump any is for games that name trump after the kitty; name one of S, H, D, C in {rules.game}"
        )
    return tuple(dict.fromkeys(named))


def bids_of(game: ModuleType, rules: Rules, named: Sequence[str]) -> tuple[int, ...]:
    """The bids to ask about: those named, else the whole ladder; `Refused` if not on it."""
    ladder = [str(bid) for bid in game.bids(rules)]
    for bid in named:
        if bid not in ladder:
            raise Refused(
                f"{bid!r} is not a bid of {rules.game}: the bids are {', '.join(ladder)}"
                + nearest(bid, ladder)
            )
    return tuple(int(bid) for bid in dict.fromkeys(named)) or tuple(int(bid) for bid in ladder)


def sides_that_bid(question: Question) -> frozenset[int]:
    """The declarer's side, and those that have made a bid in the auction heard."""
    at_table: Seating = question.game.seating(question.rules)
    sides = {at_table.side_of(question.seat)}
    if question.heard:
        sides |= {at_table.kernel_side(seat) for seat, call in question.heard.auction.calls if call != PASS}
    return frozenset(side for side in sides if side is not None)


def task_of(question: Question) -> Int64Array:
    """The head of the work block for a question; seats of the question are record seats."""
    at_table: Seating = question.game.seating(question.rules)
    declarer = at_table.active.index(question.seat)
    side = at_table.side_of(question.seat)
    codes = (policy_code(question.policy), policy_code(question.defence))
    seats, others = len(at_table.active), len(at_table.sides) - 1
    dealer = at_table.active.index(question.dealer)
    task = blocks.new_task(seats, declarer, dealer, at_table.allies(declarer), codes, others)
    bid = sides_that_bid(question)
    for seat in range(seats):
        own = at_table.kernel_side(seat)
        if own not in (side, None) and question.game.barred(question.rules, question.scores, own, bid):
            task[blocks.SCORING] &= ~(1 << seat)
    task[blocks.KNOWN + declarer] = mask_of(question.hand)
    return task


def block_of(question: Question) -> Int64Array:
    """The rules block of a question, with what is known of the hidden cards."""
    from sims.fitting import with_knowledge

    block = rules_block(question.game, question.rules)
    if question.known is None:
        return block
    return with_knowledge(block, question.known.knowledge, blocks.KNOWLEDGE, blocks.DEAL_KNOWN)


def tally_of(question: Question) -> Callable[[int, int], Tally]:
    """The function that plays the deals low..high-1 of a question."""
    from sims.contracts import Tally
    from sims.exchange import ANY_TRUMP
    from sims.searched import tally_for

    tally_contracts = tally_for(question.policy, question.defence)

    block, task = block_of(question), task_of(question)
    trumps = np.array([ANY_TRUMP if t == ANY else SUITS.index(t) for t in question.trumps], np.int64)
    ladder = question.game.bids(question.rules)
    bids = np.array([ladder.index(bid) for bid in question.bids], np.int64)
    seed = np.uint64(master_seed(question.seed))
    cells = len(trumps) * len(bids)

    def tally(low: int, high: int) -> Tally:
        part = Tally(
            np.zeros(cells, np.int64),
            np.zeros(cells, np.int64),
            np.zeros(cells, np.int64),
            np.zeros((cells, cells), np.int64),
        )
        tally_contracts(seed, low, high, block, task, trumps, bids, part)
        return part

    return tally


def answer_of(question: Question, done: int, sums: Sequence[Int64Array]) -> Answer:
    """The answer from the sums of a tally over the first deals, or picks."""
    made, taken, diff, cross = sums
    picks = question.picks
    deals = picks.weight(done) if picks else done
    effective = picks.effective(done) if picks else float(done)
    return Answer(
        question, deals, made, taken, diff, cross, complete=done == question.deals, effective=effective
    )


def answer(question: Question, *, threads: int | None = None, chunk: int | None = None) -> Answer:
    """Simulate a question. On Ctrl-C the deals done so far are the answer, marked as not complete; none done
    raises KeyboardInterrupt."""
    from analyzer.evidence import picked

    tally = picked(tally_of(question), question.picks)
    done, sums = sum_some(tally, question.deals, threads=threads, chunk=chunk)
    return answer_of(question, done, sums)


def check_bracket(question: Question) -> None:
    """`Refused` where the player who sees all hands cannot play."""
    from sims.searched import check_solvers

    check_solvers(question.game.tables(question.rules).settings, OPEN_CODE)


def bracket_of(question: Question) -> tuple[Question, Question]:
    """The questions of the bracket: the lower and the upper end."""
    return replace(question, defence=OPEN), replace(question, policy=OPEN)
