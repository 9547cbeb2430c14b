"""Duels in games of one contract with a declarer: the same contract on the same deal."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from analyzer.duels.kind import WITH_DECLARER, DuelKind, Matchup, Outcomes, Words
from analyzer.odds import bids_of
from sims import blocks
from sims.deals import deal_batch
from sims.players import policy_code, rules_block
from sims.seating import Seating
from sims.sheets import Rules
from sims.tables import DECK, EXCHANGE_BEFORE_TRUMP, HAND, SEATS, Int64Array

if TYPE_CHECKING:
    from analyzer.duel import Duel

TURNS = 6  # deals after which every seating has come round
USUAL_BIDS = {"two-hundred": 60, "nahanni": 20, "fifty-five": 20}


def default_bid(game: ModuleType, rules: Rules) -> str:
    """The usual bid of a game; the lowest one where the rules do not know it."""
    ladder = game.bids(rules)
    usual = USUAL_BIDS[rules.game]
    return str(usual if usual in ladder else ladder[0])


class Contracts(NamedTuple):
    """The contracts of some deals: declarers int64[deal], kernel seats; trumps int64[deal], 0..3, or
    ANY_TRUMP where the rules have trump named after the kitty."""

    declarers: Int64Array
    trumps: Int64Array


def contracts_of(
    block: Int64Array,
    seed: int,
    low: int,
    high: int,
    callers: Sequence[int],
    estimated_by: Int64Array | None = None,
) -> Contracts:
    """Who declares the deals low..high-1: of the seats that call, the first of those whose best suit has the
    greatest estimate; that suit is trump. estimated_by: the block of other rules, whose estimates decide."""
    from sims.exchange import ANY_TRUMP, estimate_hands

    hands, _, _ = deal_batch(block, seed, low, high)
    estimates = np.zeros((*hands.shape, 4), np.int64)
    estimate_hands(block if estimated_by is None else estimated_by, hands, estimates)
    declarers = np.array(callers)[estimates[:, list(callers)].max(axis=2).argmax(axis=1)]
    trumps = estimates[np.arange(high - low), declarers].argmax(axis=1)
    if block[EXCHANGE_BEFORE_TRUMP]:
        trumps = np.full(high - low, ANY_TRUMP)
    return Contracts(declarers.astype(np.int64), trumps.astype(np.int64))


class Kind(DuelKind):
    """Scores are 0, so that every side's points count."""

    roles = WITH_DECLARER
    kernel = "contracts.tally_contracts"
    words = Words(
        about=(
            "both: contracts made with a declaring against b and with b declaring against a",
            "score: of the declaring side for the hand, less {}",
        )
    )

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        game, rules = duel.game, duel.rules
        self.block = rules_block(game, rules)
        self.at_table = self.table(game, rules)
        ladder = game.bids(rules)
        self.bids = np.array([ladder.index(bid) for bid in duel.bids], np.int64)

    @classmethod
    def cold(cls, searching: bool) -> str:
        """Searchers have a kernel of their own."""
        return "searched._tally" if searching else cls.kernel

    @classmethod
    def goals(cls, game: ModuleType, rules: Rules, named: Sequence[str]) -> tuple[int | str, ...]:
        """The bids that are named, else the usual one."""
        return bids_of(game, rules, named or [default_bid(game, rules)])

    @classmethod
    def swing(cls, rules: Rules, goal: int | str) -> int:
        """The bid and about as much again."""
        return 2 * int(goal)

    def _task(self, table: Seating, declarer: int, matchup: Matchup) -> Int64Array:
        codes = (policy_code(matchup[0]), policy_code(matchup[1]))
        seats, others = len(table.active), len(table.sides) - 1
        return blocks.new_task(seats, declarer, self.duel.dealer, table.allies(declarer), codes, others)

    def deals(self, low: int, high: int, matchups: Sequence[Matchup]) -> Outcomes:
        """Every matchup takes the contract of the seat with the greatest estimate."""
        from sims.contracts import Tally
        from sims.searched import tally_for

        tally_contracts = tally_for(*(name for matchup in matchups for name in matchup))
        callers = self.at_table.callers
        contracts = contracts_of(self.block, self.seed, low, high, callers, self.estimates)
        bids = len(self.bids)
        made = np.zeros((high - low, len(matchups), bids), np.int64)
        score = np.zeros_like(made)
        taken, cross = np.zeros(bids, np.int64), np.zeros((bids, bids), np.int64)
        for i, declarer in enumerate(contracts.declarers.tolist()):
            deal, trumps = low + i, contracts.trumps[i : i + 1]
            table = self.duel.game.seating(self.duel.rules, deal)
            for m, matchup in enumerate(matchups):
                task = self._task(table, declarer, matchup)
                cells = Tally(made[i, m], taken, score[i, m], cross)
                tally_contracts(
                    np.uint64(self.seed), deal, deal + 1, self.block, task, trumps, self.bids, cells
                )
        return Outcomes(made, score)

    def basis(self, goal: int | str) -> tuple[object, ...]:
        """The block, of its ladder only the bid, and the seats of some deals in turn."""
        plain, rows = self.block.copy(), self.block[blocks.LADDER : blocks.LADDER_SIZE].reshape(-1, 5)
        row = rows[self.duel.game.bids(self.duel.rules).index(goal)]
        plain[blocks.LADDER : blocks.LADDER_SIZE + 1] = 0
        tables = tuple(self.duel.game.seating(self.duel.rules, deal) for deal in range(TURNS))
        return plain.tobytes(), row.tobytes(), tables

    @property
    def estimates(self) -> Int64Array:
        """The block whose estimates say who declares which suit."""
        first = self.first or self
        same = all(self.block[word] == first.block[word] for word in (SEATS, HAND, DECK))
        return first.block if same and self.at_table.callers == first.at_table.callers else self.block

    def layouts(self, hand: int, n: int, player: str) -> Int64Array:
        """The declarer of deal `hand` plays its best trump."""
        from sims.contracts import Tally
        from sims.searched import tally_for

        contracts = contracts_of(self.block, self.seed, hand, hand + 1, self.at_table.callers)
        hands, _, _ = deal_batch(self.block, self.seed, hand, hand + 1)
        declarer, bids = int(contracts.declarers[0]), len(self.bids)
        task = self._task(self.at_table, declarer, (player, player))
        task[blocks.KNOWN + declarer] = hands[0, declarer]
        made = np.zeros((n, bids), np.int64)
        unused, cross = np.zeros(bids, np.int64), np.zeros((bids, bids), np.int64)
        seed, tally_contracts = self.layout_seed(hand), tally_for(player)
        for layout in range(n):
            tally = Tally(made[layout], unused, unused, cross)
            tally_contracts(seed, layout, layout + 1, self.block, task, contracts.trumps, self.bids, tally)
        return made
