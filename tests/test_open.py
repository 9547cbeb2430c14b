"""The player who sees all hands: what his side can force he gets, against whomever; nobody gets more against him."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from analyzer.duels.contracts import contracts_of
from sims import blocks
from sims import tables as t
from sims.errors import Refused
from sims.games import GAMES, find_rules
from sims.players import player_tables, policy_code, read_weights
from sims.searched import equip, log_searched
from sims.solver import Position, Solver
from tests.conftest import Call

SEED = np.uint64(99)
CASES = [
    ("two-hundred", "base", "70"),
    ("two-hundred", "kitty", "75"),
    ("nahanni", "base", "20"),
    ("nahanni", "base", "30"),  # the first lead must be a trump
    ("fifty-five", None, "25"),
]


class Hands:
    """The same contracts on the same deals for any two players."""

    def __init__(self, game: str, variant: str | None, bid: str, deals: int) -> None:
        self.module, self.rules = GAMES[game], find_rules(game, variant, {})
        self.block = blocks.pack(
            self.module.tables(self.rules), player_tables(read_weights(game), self.rules.variant)
        )
        self.table = self.module.seating(self.rules)
        self.contracts = contracts_of(self.block, SEED, 0, deals, self.table.callers)
        self.deals, self.bid = deals, [str(b) for b in self.module.bids(self.rules)].index(bid)
        self.seats = int(self.block[t.SEATS])

    def allies(self, deal: int) -> int:
        return int(self.table.allies(int(self.contracts.declarers[deal])))

    def play(self, ours: str, theirs: str) -> tuple[Any, Any, Any]:
        """The cards played, those laid away, and the points of the declaring side."""
        codes = policy_code(ours), policy_code(theirs)
        tasks = np.stack(
            [
                blocks.new_task(self.seats, int(seat), self.seats - 1, self.allies(i), codes)
                for i, seat in enumerate(self.contracts.declarers)
            ]
        )
        n, plies = self.deals, int(self.block[t.SEATS] * self.block[t.TRICKS_IN_HAND])
        log, gone = np.zeros((n, plies), np.int8), np.zeros((n, self.seats), np.int64)
        taken, trumps = np.zeros((n, self.seats), np.int64), np.zeros(n, np.int64)
        bids = np.full(n, self.bid, np.int64)
        log_searched(SEED, 0, n, self.block, tasks, self.contracts.trumps, bids, trumps, gone, log, taken)
        ours_taken = [
            sum(int(p) for k, p in enumerate(taken[i]) if self.allies(i) >> k & 1) for i in range(n)
        ]
        return log, gone, np.array(ours_taken)

    def hands(self, deal: int, log: Any) -> tuple[list[int], int]:
        """The hands before the first lead, told by the cards that were played, and who leads."""
        leader = int(self.contracts.declarers[deal])
        if self.block[t.LEAD_FROM_DEALER]:
            leader = self.seats - 1
        first = leader = (leader + int(self.block[t.LEAD_OFFSET])) % self.seats
        hands = [0] * self.seats
        for start in range(0, log.shape[1], self.seats):
            cards = [int(index) for index in log[deal, start : start + self.seats]]
            for place, index in enumerate(cards):
                hands[(leader + place) % self.seats] |= 1 << index
            best = max((c for c in cards if c >= 48 or c >> 4 == cards[0] >> 4), key=lambda c: (c >= 48, c))
            leader = (leader + cards.index(best)) % self.seats
        return hands, first

    def forced(self) -> list[bool]:
        """Whether the declaring side can force the contract with the cards that `rules` plays with."""
        log, gone, _ = self.play("rules", "rules")
        goal, level = (int(self.block[blocks.LADDER + 5 * self.bid + k]) for k in (t.NEED_POINTS, t.LEVEL))
        if self.block[blocks.LADDER + 5 * self.bid + t.NEED_TRICKS]:
            goal = int(self.block[t.TOTAL])
        first_from = t.TRUMP_LANE if level == self.block[t.TRUMP_LEAD_LEVEL] else 0
        found = []
        for deal in range(self.deals):
            solver = Solver(self.block, self.allies(deal))
            hands, leader = self.hands(deal, log)
            buried = 0
            if self.block[t.BURIED] == 2:
                laid = int(gone[deal, self.contracts.declarers[deal]])
                buried = sum(int(self.block[blocks.POINTS + i]) for i in range(64) if laid >> i & 1)
            found.append(solver.reach(Position(hands, leader, first_from=int(first_from)), goal - buried))
        return found

    def made(self, ours: str, theirs: str) -> list[bool]:
        goal = int(self.block[blocks.LADDER + 5 * self.bid + t.NEED_POINTS]) or int(self.block[t.TOTAL])
        if self.block[blocks.LADDER + 5 * self.bid + t.NEED_TRICKS]:
            goal = int(self.block[t.TOTAL])
        return [int(points) >= goal for points in self.play(ours, theirs)[2]]


@pytest.mark.parametrize(("game", "variant", "bid"), CASES)
def test_what_can_be_forced_is_made_and_nothing_else_against_him(
    game: str, variant: str | None, bid: str
) -> None:
    hands = Hands(game, variant, bid, 60 if game != "two-hundred" else 30)
    forced = hands.forced()
    assert 2 < sum(forced) < len(forced) - 2
    assert hands.made("open", "open") == forced
    exchanges = hands.block[t.KITTY] or hands.block[t.DRAWS]  # where `random` would play with other cards
    for other in ("rules",) if exchanges else ("random", "rules"):
        for can, got in zip(forced, hands.made("open", other), strict=True):
            assert got >= can
        for can, got in zip(forced, hands.made(other, "open"), strict=True):
            assert got <= can


def test_he_profits_from_mistakes() -> None:
    hands = Hands("two-hundred", "base", "70", 60)
    forced = sum(hands.forced())
    assert sum(hands.made("open", "rules")) > forced > sum(hands.made("rules", "open"))


@pytest.mark.parametrize(("game", "variant"), [("two-hundred", "six-at-once"), ("two-hundred", "two-handed")])
def test_he_is_refused_where_the_solver_cannot_play(game: str, variant: str) -> None:
    block = blocks.pack(GAMES[game].tables(find_rules(game, variant, {})), player_tables(read_weights(game)))
    with pytest.raises(Refused, match="rollout:N"):
        equip(block, policy_code("open"))


def test_a_bracket_holds_the_odds(call: Call) -> None:
    line = 'odds 200 --hand "AS TS 9S KS QH 7H AD 5D 8C" --trump S --bid 60 --bid 80 -n 100 --fast --bracket -f json'
    done = call(line)
    assert done.code == 0, done.err
    for row in json.loads(done.out)["rows"]:
        assert row["bracket_low"] < row["p_make"] < row["bracket_high"]
        assert row["bracket_low_ci_low"] < row["bracket_low"]
        assert row["bracket_high"] < row["bracket_high_ci_high"] <= 1


def test_games_without_him_have_no_bracket(call: Call) -> None:
    done = call('odds blackout --hand "S:AK94 H:KQ5 D:A843 C:72" --bracket')
    assert done.code == 3
    assert "has no --bracket" in done.err
