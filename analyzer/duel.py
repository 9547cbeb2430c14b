"""The question of `duel`: which of some players is the better one, on the same deals and in the same seats?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analyzer.checks import check_player
from analyzer.duels import kind_of
from analyzer.duels.kind import Matchup
from analyzer.options import Misused
from analyzer.pool import sum_some
from analyzer.work import Work
from sims.errors import Refused
from sims.players import searches
from sims.sheets import Rules
from sims.tables import Int64Array

if TYPE_CHECKING:
    from reports.report import Report


@dataclass(frozen=True)
class Duel:
    """Players who take the same seats on the same deals.

    bids: what is played for, bids or the one event of a game without bids (`DuelKind.goals`); against: who
    plays the other side in the roles declarer and defence, None for b of each pair; dealer: a kernel seat.
    """

    game: ModuleType
    rules: Rules
    players: tuple[str, ...]
    bids: tuple[int | str, ...]
    against: str | None
    dealer: int
    seed: int | str
    deals: int


@dataclass(frozen=True)
class Comparison:
    """One row: `first` minus `second` at a bid; a takes part in `first`, b in `second`."""

    a: str
    b: str
    role: str
    bid: int | str
    first: Matchup
    second: Matchup


class Sums(NamedTuple):
    """Whole-number sums over deals, int64[row] each; a row is a `Comparison`."""

    made_a: Int64Array  # deals in which `first` reaches the goal
    made_b: Int64Array  # ... and `second`
    only_a: Int64Array  # `first` alone
    only_b: Int64Array  # `second` alone
    diff: Int64Array  # score (`analyzer.duels.kind.Outcomes`) of `first` less that of `second`
    squares: Int64Array  # squares of those differences


@dataclass(frozen=True)
class DuelAnswer:
    """The sums of a duel over `deals` deals."""

    duel: Duel
    deals: int
    sums: Sums
    complete: bool


def check_names(names: Sequence[str], game: ModuleType) -> tuple[str, ...]:
    """Two players or more, each known to the game and each another one."""
    if len(names) < 2:
        given = f"{names[0]!r} alone" if names else "none"
        raise Misused(f"duel takes two players or more, such as rules random, and was given {given}")
    codes: dict[int, str] = {}
    for name in names:
        code = check_player(name, game)
        if code in codes:
            raise Refused(f"{name!r} is named twice: a duel is between different players")
        codes[code] = name
    return tuple(names)


def check_against(name: str | None, game: ModuleType, rules: Rules) -> str | None:
    """Who plays the other side, where there are a declaring one and another."""
    if name is not None:
        check_player(name, game)
        if "defence" not in kind_of(rules).roles:
            raise Refused(f"{rules.game} takes no --against, since nobody declares: leave it out")
    return name


def comparisons(duel: Duel) -> list[Comparison]:
    """The rows: pair by pair, bid by bid, the roles of each."""
    rows = []
    roles = kind_of(duel.rules).roles
    for a, b in combinations(duel.players, 2):
        other = duel.against or b
        matchups = {
            "declarer": ((a, other), (b, other)),
            "defence": ((other, a), (other, b)),
            "both": ((a, b), (b, a)),
        }
        rows += [Comparison(a, b, role, bid, *matchups[role]) for bid in duel.bids for role in roles]
    return rows


def tally_of(duel: Duel) -> Callable[[int, int], Sums]:
    """The function that plays the deals low..high-1 of a duel."""
    rows, kind = comparisons(duel), kind_of(duel.rules)(duel)
    matchups = list(dict.fromkeys(matchup for row in rows for matchup in (row.first, row.second)))
    first = [matchups.index(row.first) for row in rows]
    second = [matchups.index(row.second) for row in rows]
    of_bid = [duel.bids.index(row.bid) for row in rows]

    def tally(low: int, high: int) -> Sums:
        made, score = kind.deals(low, high, matchups)
        of_a, of_b = made[:, first, of_bid], made[:, second, of_bid]
        diff = score[:, first, of_bid] - score[:, second, of_bid]
        parts = (of_a, of_b, of_a > of_b, of_a < of_b, diff, diff * diff)
        return Sums(*(part.sum(axis=0, dtype=np.int64) for part in parts))

    return tally


def answer_of(duel: Duel, done: int, sums: Sequence[Int64Array]) -> DuelAnswer:
    """The answer from the sums of a tally over the first deals."""
    return DuelAnswer(duel, done, Sums(*sums), complete=done == duel.deals)


def play_duel(duel: Duel, *, threads: int | None = None, chunk: int | None = None) -> DuelAnswer:
    """Play a duel. On Ctrl-C the deals done so far are the answer, marked as not complete; none done raises
    KeyboardInterrupt."""
    done, sums = sum_some(tally_of(duel), duel.deals, threads=threads, chunk=chunk)
    return answer_of(duel, done, sums)


def duel_work(duel: Duel, command: str) -> Work:
    """The work of a duel; command: how it was typed."""

    def report(done: int, sums: list[Int64Array]) -> Report:
        from analyzer.duel_report import duel_report

        return duel_report(answer_of(duel, done, sums), command)

    players = (*duel.players, *([duel.against] if duel.against else []))
    kernel = kind_of(duel.rules).cold(searches(*players))
    return Work(duel.deals, lambda: tally_of(duel), report, kernel)
