"""The question of `duel`: which of some players is the better one, on the same deals and on both sides of
the contract?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from types import ModuleType
from typing import NamedTuple

import numpy as np

from analyzer.faces import FACES
from analyzer.odds import SEARCH_CHUNK
from analyzer.options import Misused
from analyzer.pool import sum_chunks
from sims import blocks
from sims.deals import deal_batch
from sims.errors import Refused
from sims.players import player_tables, policy_code, read_weights, searches
from sims.seating import Seating
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import EXCHANGE_BEFORE_TRUMP, Int64Array

USUAL_BIDS = {"two-hundred": 60, "nahanni": 20, "fifty-five": 20}
ROLES = ("declarer", "defence", "both")

Matchup = tuple[str, str]  # who declares, and who plays the other side


@dataclass(frozen=True)
class Duel:
    """Players who take the same contracts on the same deals.

    against: who plays the other side in the roles declarer and defence, None for b of each pair; dealer: a
    kernel seat.
    """

    game: ModuleType
    rules: Rules
    players: tuple[str, ...]
    bids: tuple[int, ...]
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
    bid: int
    first: Matchup
    second: Matchup


class Sums(NamedTuple):
    """Whole-number sums over deals, int64[row] each; a row is a `Comparison`."""

    made_a: Int64Array  # deals in which the contract of `first` is made
    made_b: Int64Array  # ... of `second`
    only_a: Int64Array  # of `first` alone
    only_b: Int64Array  # of `second` alone
    diff: Int64Array  # kernel score (`sims.scoring`) of `first` less that of `second`
    squares: Int64Array  # squares of those differences


@dataclass(frozen=True)
class DuelAnswer:
    """The sums of a duel over `deals` deals."""

    duel: Duel
    deals: int
    sums: Sums
    complete: bool


def check_game(rules: Rules, game: ModuleType) -> None:
    """`Refused` for a game without a contract that two players can be measured by."""
    if rules.game not in USUAL_BIDS or FACES[rules.game] != "contracts" or not game.SEARCHED:
        *names, last = USUAL_BIDS
        raise Refused(f"{rules.game} has no duel: the games that have one are {', '.join(names)} and {last}")


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """Two players or more, each known and each another one."""
    if len(names) < 2:
        given = f"{names[0]!r} alone" if names else "none"
        raise Misused(f"duel takes two players or more, such as rules random, and was given {given}")
    codes: dict[int, str] = {}
    for name in names:
        code = policy_code(name)
        if code in codes:
            raise Refused(f"{name!r} is named twice: a duel is between different players")
        codes[code] = name
    return tuple(names)


def default_bid(game: ModuleType, rules: Rules) -> str:
    """The usual bid of a game; the lowest one where the rules do not know it."""
    ladder = game.bids(rules)
    usual = USUAL_BIDS[rules.game]
    return str(usual if usual in ladder else ladder[0])


def comparisons(duel: Duel) -> list[Comparison]:
    """The rows: pair by pair, bid by bid, the three roles of each."""
    rows = []
    for a, b in combinations(duel.players, 2):
        other = duel.against or b
        matchups = {
            "declarer": ((a, other), (b, other)),
            "defence": ((other, a), (other, b)),
            "both": ((a, b), (b, a)),
        }
        rows += [Comparison(a, b, role, bid, *matchups[role]) for bid in duel.bids for role in ROLES]
    return rows


class Contracts(NamedTuple):
    """The contracts of some deals: declarers int64[deal], kernel seats; trumps int64[deal], 0..3, or
    ANY_TRUMP where the rules have trump named after the kitty."""

    declarers: Int64Array
    trumps: Int64Array


def contracts_of(block: Int64Array, seed: int, low: int, high: int, callers: Sequence[int]) -> Contracts:
    """Who declares the deals low..high-1: of the seats that call, the first of those whose best suit has the
    greatest estimate; that suit is trump."""
    from sims.exchange import ANY_TRUMP, estimate_hands

    hands, _, _ = deal_batch(block, seed, low, high)
    estimates = np.zeros((*hands.shape, 4), np.int64)
    estimate_hands(block, hands, estimates)
    declarers = np.array(callers)[estimates[:, list(callers)].max(axis=2).argmax(axis=1)]
    trumps = estimates[np.arange(high - low), declarers].argmax(axis=1)
    if block[EXCHANGE_BEFORE_TRUMP]:
        trumps = np.full(high - low, ANY_TRUMP)
    return Contracts(declarers.astype(np.int64), trumps.astype(np.int64))


def play_duel(
    duel: Duel,
    *,
    threads: int | None = None,
    chunk: int | None = None,
    while_running: Callable[[], None] = lambda: None,
) -> DuelAnswer:
    """Play a duel. `while_running` is called once while the threads work.

    On Ctrl-C the chunks done so far are the answer, marked as not complete; none done raises
    KeyboardInterrupt.
    """
    from sims.contracts import Tally
    from sims.searched import tally_for

    rows = comparisons(duel)
    matchups = list(dict.fromkeys(matchup for row in rows for matchup in (row.first, row.second)))
    playing = [name for matchup in matchups for name in matchup]
    searching, tally_contracts = searches(*playing), tally_for(*playing)
    game, rules = duel.game, duel.rules
    block = blocks.pack(game.tables(rules), player_tables(read_weights(rules.game), rules.variant))
    seed, callers = master_seed(duel.seed), game.seating(rules).callers
    ladder = game.bids(rules)
    bids = np.array([ladder.index(bid) for bid in duel.bids], np.int64)
    codes = [(policy_code(ours), policy_code(theirs)) for ours, theirs in matchups]
    first = [matchups.index(row.first) for row in rows]
    second = [matchups.index(row.second) for row in rows]
    of_bid = [duel.bids.index(row.bid) for row in rows]

    @cache
    def tasks_of(at_table: Seating, declarer: int) -> list[Int64Array]:
        """The head of the work block for each matchup; scores are 0, so that every side's points count."""
        seats, others = len(at_table.active), len(at_table.sides) - 1
        allies = at_table.allies(declarer)
        return [blocks.new_task(seats, declarer, duel.dealer, allies, pair, others) for pair in codes]

    def tally(low: int, high: int) -> Sums:
        at_contract = contracts_of(block, seed, low, high, callers)
        made = np.zeros((high - low, len(matchups), len(bids)), np.int64)
        score = np.zeros_like(made)
        taken, cross = np.zeros(len(bids), np.int64), np.zeros((len(bids), len(bids)), np.int64)
        for i, declarer in enumerate(at_contract.declarers.tolist()):
            trumps = at_contract.trumps[i : i + 1]
            for m, task in enumerate(tasks_of(game.seating(rules, low + i), declarer)):
                cells = Tally(made[i, m], taken, score[i, m], cross)
                tally_contracts(np.uint64(seed), low + i, low + i + 1, block, task, trumps, bids, cells)
        of_a, of_b = made[:, first, of_bid], made[:, second, of_bid]
        diff = score[:, first, of_bid] - score[:, second, of_bid]
        parts = (of_a, of_b, of_a > of_b, of_a < of_b, diff, diff * diff)
        return Sums(*(part.sum(axis=0, dtype=np.int64) for part in parts))

    done, totals = sum_chunks(
        tally,
        duel.deals,
        threads=threads,
        chunk=chunk or (SEARCH_CHUNK if searching else None),
        while_running=while_running,
    )
    if not done:
        raise KeyboardInterrupt
    return DuelAnswer(duel, done, Sums(*totals), complete=done == duel.deals)
