"""The question of `compare`: what does a rule change, on the same deals and with the same players?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import lcm
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analyzer.duels import KINDS, kind_of
from analyzer.faces import FACES
from analyzer.odds import bids_of
from analyzer.options import Misused
from analyzer.outcomes import Contracts, Goal, Outcomes, Source
from analyzer.pool import Tally, sum_some
from analyzer.varying import Change, changes_of
from analyzer.work import Work
from sims.errors import Refused
from sims.players import searches
from sims.sheets import Rules, Value
from sims.tables import Int64Array

if TYPE_CHECKING:
    from reports.report import Report


@dataclass(frozen=True)
class Compare:
    """Rules that differ in one switch, on common deals.

    rules: what holds for switches that are not varied, settings: those of its switches that were set, as typed;
    vary: the texts of --vary; bids as typed; hand, trumps, seat: as in `odds`, None or empty for contracts of all
    hands; dealer: a record seat, None for the last one.
    """

    game: ModuleType
    rules: Rules
    settings: Mapping[str, Value]
    vary: tuple[str, ...]
    bids: tuple[str, ...]
    hand: str | None
    trumps: tuple[str, ...]
    seat: int | None
    dealer: int | None
    policy: str
    defence: str
    seed: int | str
    deals: int

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The rules under each value of each switch."""
        return changes_of(self.game.SHEET, self.rules.variant, self.settings, self.vary)

    @property
    def searching(self) -> bool:
        """Whether a player samples worlds."""
        return searches(self.policy, self.defence)

    @property
    def one_hand(self) -> bool:
        """Whether the question is that of `odds`: a hand is given, or the game has none."""
        return self.hand is not None or FACES[self.rules.game] not in KINDS


class Pair(NamedTuple):
    """One row: the value b of a change against its first, a, at a goal; the sources by number."""

    change: Change
    a: str
    b: str
    goal: Goal
    first: int
    second: int


class Sums(NamedTuple):
    """Whole-number sums over deals, int64[row] each; a row is a `Pair`."""

    made_a: Int64Array  # deals in which the goal is reached under a
    made_b: Int64Array  # ... and under b
    only_a: Int64Array  # under a alone
    only_b: Int64Array  # under b alone
    diff: Int64Array  # score under b less that under a, in units of `Comparison.unit_of`
    squares: Int64Array  # squares of those differences


class Comparison:
    """A question held against the games: its sources and rows. `Refused` names what cannot be."""

    def __init__(self, question: Compare) -> None:
        self.question = question
        self.sources: list[Source] = []
        self.pairs: list[Pair] = []
        for change in question.changes:
            self._add(change)

    def _add(self, change: Change) -> None:
        first, bids = len(self.sources), bids_for(self.question, change)
        found = [source_of(self.question, rules, bids) for rules in change.rules]
        for source in found[1:]:
            source.first = found[0]
        goals = [goal for goal in found[0].goals if all(goal in source.goals for source in found)]
        if not goals:
            raise Refused(f"{change.switch}={' and '.join(change.values)} have no event in common to compare")
        self.sources += found
        for number, value in enumerate(change.values[1:], 1):
            self.pairs += [
                Pair(change, change.values[0], value, goal, first, first + number) for goal in goals
            ]

    def unit_of(self, pair: Pair) -> float:
        """What one unit of a row's sums of scores is worth, in points."""
        return 1 / self._parts(pair)

    def _parts(self, pair: Pair) -> int:
        return lcm(self.sources[pair.first].others, self.sources[pair.second].others)

    @property
    def hand(self) -> tuple[str, ...]:
        """The hand that is given, as understood; empty without one."""
        return self.sources[0].hand

    def idle(self, pair: Pair) -> bool:
        """Whether nothing in a hand depends on the switch, so that every hand is the same under both values."""
        return self.sources[pair.first].basis(pair.goal) == self.sources[pair.second].basis(pair.goal)

    def prepare(self) -> Tally:
        """The function that plays the deals low..high-1; what is to be compiled for it is compiled now."""
        for source in self.sources:
            source.prepare()
        return self.tally

    def tally(self, low: int, high: int) -> Sums:
        """The sums over the deals low..high-1."""
        results = [source.deals(low, high) for source in self.sources]
        made_a, score_a = self._columns(results, [pair.first for pair in self.pairs])
        made_b, score_b = self._columns(results, [pair.second for pair in self.pairs])
        diff = score_b - score_a
        parts = (made_a, made_b, made_a > made_b, made_a < made_b, diff, diff * diff)
        return Sums(*(part.sum(axis=0, dtype=np.int64) for part in parts))

    def _columns(self, results: list[Outcomes], numbers: list[int]) -> Outcomes:
        """The outcomes of each row from one of its sources each, scores in the units of the row."""
        made, score = [], []
        for pair, number in zip(self.pairs, numbers, strict=True):
            source = self.sources[number]
            column = source.goals.index(pair.goal)
            made.append(results[number].made[:, column])
            score.append(results[number].score[:, column] * (self._parts(pair) // source.others))
        return Outcomes(np.column_stack(made), np.column_stack(score))


def source_of(question: Compare, rules: Rules, bids: tuple[int | str, ...]) -> Source:
    """The hands of a question under some rules."""
    if question.one_hand:
        from analyzer.one_hand import OneHand

        return OneHand(question, rules, bids)
    return Contracts(question, rules, bids)


def bids_for(question: Compare, change: Change) -> tuple[int | str, ...]:
    """What is played for under every value: the bids named, else the usual one if all have it, else the lowest
    that all have; the one event of a game without bids."""
    game = question.game
    if not hasattr(game, "bids"):
        return () if question.one_hand else kind_of(question.rules).goals(game, question.rules, question.bids)
    if question.bids:
        first, *_ = (bids_of(game, rules, question.bids) for rules in change.rules)
        return first
    from analyzer.duels.contracts import default_bid

    common = [bid for bid in game.bids(change.rules[0]) if all(bid in game.bids(r) for r in change.rules)]
    if not common:
        raise Refused(f"{change.switch}={' and '.join(change.values)} have no bid in common")
    usual = int(default_bid(game, change.rules[0]))
    return (usual if usual in common else common[0],)


@dataclass(frozen=True)
class CompareAnswer:
    """The sums of a comparison over `deals` deals."""

    comparison: Comparison
    deals: int
    sums: Sums

    @property
    def complete(self) -> bool:
        """Whether all deals were played."""
        return self.deals == self.comparison.question.deals


def check_question(question: Compare) -> None:
    """`Misused` for options that say something about a hand where none is given."""
    for option, given in (("--trump", question.trumps), ("--seat", question.seat is not None)):
        if given and question.hand is None:
            raise Misused(f"{option} is about a hand of your own: give --hand with it, or leave it out")


def play_compare(question: Compare, *, threads: int | None = None, chunk: int | None = None) -> CompareAnswer:
    """Play a comparison. On Ctrl-C the deals done so far are the answer; none done raises KeyboardInterrupt."""
    comparison = Comparison(question)
    done, sums = sum_some(comparison.prepare(), question.deals, threads=threads, chunk=chunk)
    return CompareAnswer(comparison, done, Sums(*sums))


def compare_work(question: Compare, command: str) -> Work:
    """The work of a comparison; command: how it was typed."""
    check_question(question)
    comparison = Comparison(question)

    def report(done: int, sums: Sequence[Int64Array]) -> Report:
        from analyzer.compare_report import compare_report

        return compare_report(CompareAnswer(comparison, done, Sums(*sums)), command)

    return Work(question.deals, comparison.prepare, report, comparison.sources[0].kernel)
