"""Labels of a fit: contracts played on random deals, each a question about the declarer's hand alone.

Who declares, what and with which bid is drawn from the hand and from nothing else at the table, so that the other
hands are those that a player must expect.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from sims import blocks
from sims.deals import deal_batch
from sims.games import GAMES
from sims.players import policy_code, rules_block
from sims.seeds import master_seed
from sims.sheets import Rules, resolve
from sims.tables import (
    EXCHANGE_BEFORE_TRUMP,
    HAND,
    IF_MADE,
    IF_SET,
    NEED_POINTS,
    NEED_TRICKS,
    SEATS,
    TAKEN,
    TOTAL,
    Int64Array,
)

NO_BID = -1
MEASURED = {"two-hundred": (50, 60, 70, 80), "nahanni": (20, 25, 30), "fifty-five": (10, 15, 20, 25, 60)}


class Questions(NamedTuple):
    """hands int64[n], natural masks; places int64[n], 0 = left of the dealer; trumps int64[n], the trump axis of the
    model; bids int64[n], its bids; bids of NO_BID are not played."""

    hands: Int64Array
    places: Int64Array
    trumps: Int64Array
    bids: Int64Array


class Hands(NamedTuple):
    """Held-out hands: hands int64[hand], natural masks; places, trumps int64[hand]; bids int64[hand, k]."""

    hands: Int64Array
    places: Int64Array
    trumps: Int64Array
    bids: Int64Array


class Outcomes(NamedTuple):
    """reached int64[n]: bit set of the bids that the hand, as it was played, would have made; worth int64[n, 2]: the
    two sums of which `sims.instant` makes the score."""

    reached: Int64Array
    worth: Int64Array


class Heads(NamedTuple):
    """What the heads of a bid mean. before int64[bid]: the bid whose chance is an upper bound, -1 for none; floors
    float32[bid]: the least share of the points with which it is made; near float32[bid, bid]: how much a hand played
    with one bid tells, in the first part of the training, about the chance of another; scale: what the two sums of
    `Outcomes` are divided by."""

    before: Int64Array
    floors: NDArray[np.float32]
    near: NDArray[np.float32]
    scale: tuple[float, float]


class Source(Protocol):
    """Where the labels of a game come from. columns: what the bids of held-out hands are called."""

    game: ModuleType
    rules: Rules
    seats: int
    columns: tuple[str, ...]

    def heads(self) -> Heads:
        """What the heads of the network mean."""

    def by_bid(self, errors: Sequence[float]) -> list[float]:
        """The errors of all bids from those of the columns."""

    def questions(self, seed: int, low: int, high: int) -> Questions:
        """One question on each of the deals low..high-1."""

    def play(self, seed: int, low: int, high: int, asked: Questions, player: str) -> Outcomes:
        """What comes of them in self-play."""

    def held_out(self, seed: int, low: int, high: int) -> Hands:
        """Of each of the deals low..high-1 a hand to measure on."""

    def layouts(
        self, seed: int, n: int, hand: int, place: int, trump: int, bid: int, player: str
    ) -> tuple[Int64Array, NDArray[np.float64]]:
        """(made, score) of n layouts of a hand in self-play."""


def by_weight(rng: np.random.Generator, weights: NDArray[np.float64]) -> Int64Array:
    """A column for each row, drawn by the weights float64[row, column]."""
    sums = weights.cumsum(axis=1)
    chosen: Int64Array = (sums < rng.random(len(sums))[:, None] * sums[:, -1:]).sum(axis=1).astype(np.int64)
    return chosen


class Contracts:
    """Games of one contract with a declarer."""

    BEST, SECOND = 0.6, 0.2  # share of the questions about the trump of the best estimate, the second best

    def __init__(self, game: str) -> None:
        self.game = GAMES[game]
        self.rules = resolve(self.game.SHEET)
        self.tables = self.game.tables(self.rules)
        self.block = rules_block(self.game, self.rules)
        self.table = self.game.seating(self.rules)
        self.seats, self.total = int(self.tables.settings[SEATS]), int(self.tables.settings[TOTAL])
        self.late = bool(self.tables.settings[EXCHANGE_BEFORE_TRUMP])
        ladder = self.tables.ladder
        self.needs = np.where(ladder[:, NEED_TRICKS] > 0, self.total, ladder[:, NEED_POINTS])
        self.allies = np.array([self.table.allies(seat) for seat in range(self.seats)])

        measured = MEASURED[game]
        self.columns = tuple(str(bid) for bid in self.game.bids(self.rules) if bid in measured)

    def heads(self) -> Heads:
        """Higher bids are below lower ones."""
        needs, total = self.needs, self.total
        near = np.exp(-0.5 * ((needs[:, None] - needs) / (0.1 * total)) ** 2).astype(np.float32)
        before = np.arange(len(needs), dtype=np.int64) - 1
        return Heads(before, (needs / total).astype(np.float32), near, (float(total), float(total)))

    def by_bid(self, errors: Sequence[float]) -> list[float]:
        """Between the bids measured on a straight line."""
        bids = list(map(str, self.game.bids(self.rules)))
        measured = [bids.index(column) for column in self.columns]
        return [float(x) for x in np.interp(range(len(bids)), measured, errors)]

    def questions(self, seed: int, low: int, high: int) -> Questions:
        """Seats and dealers are uniform; good hands, their best trumps and bids near the estimate are more frequent,
        and nothing is left out."""
        from sims.exchange import ANY_TRUMP, estimate_hands

        n, rng = high - low, np.random.default_rng((seed, low))
        dealt, _, _ = deal_batch(self.block, seed, low, high)
        seats, places = rng.integers(0, self.seats, n), rng.integers(0, self.seats, n)
        hands = dealt[np.arange(n), seats]
        estimates = np.zeros((n, 1, 4), np.int64)
        estimate_hands(self.block, hands[:, None], estimates)
        points = estimates[:, 0] / 16
        order = np.argsort(-points, axis=1, kind="stable")
        shares = np.full((n, 4), (1 - self.BEST - self.SECOND) / 2)
        shares[:, :2] = self.BEST, self.SECOND
        trumps = order[np.arange(n), by_weight(rng, shares)]
        expected = points[np.arange(n), trumps]
        if self.late:
            late = rng.random(n) < 0.5
            trumps = np.where(late, ANY_TRUMP, trumps)
            expected = np.where(late, points.max(axis=1), expected)
        near = (self.needs - expected[:, None]) / (0.18 * self.total)
        bids = by_weight(
            rng, (0.1 + np.exp(-0.5 * near**2)) * np.where(self.needs > 0.8 * self.total, 0.6, 1)
        )
        good = (points.max(axis=1) - 0.8 * self.needs[0]) / (0.08 * self.total)
        kept = rng.random(n) < 0.25 + 0.75 / (1 + np.exp(-good))
        return Questions(hands, places, trumps.astype(np.int64), np.where(kept, bids, NO_BID))

    def tasks(self, seats: Int64Array, places: Int64Array, player: str) -> Int64Array:
        """The heads of the work blocks of declarers int64[n] at places int64[n], in self-play."""
        tasks = np.zeros((len(seats), blocks.DEALT), np.int64)
        tasks[:, blocks.DECLARER] = seats
        tasks[:, blocks.DEALER] = (seats - places - 1) % self.seats
        tasks[:, blocks.ALLIES] = self.allies[seats]
        tasks[:, blocks.OTHERS] = len(self.table.sides) - 1
        tasks[:, blocks.SCORING] = ((1 << self.seats) - 1) & ~self.allies[seats]
        tasks[:, [blocks.POLICY_OURS, blocks.POLICY_THEIRS]] = policy_code(player)
        return tasks

    def play(self, seed: int, low: int, high: int, asked: Questions, player: str) -> Outcomes:
        """What comes of the questions in self-play; who holds the hand of a question declares."""
        dealt, _, _ = deal_batch(self.block, seed, low, high)
        tasks = self.tasks((dealt == asked.hands[:, None]).argmax(axis=1), asked.places, player)
        return self.played(seed, low, high, tasks, asked.trumps, asked.bids, player)

    def played(
        self,
        seed: int,
        low: int,
        high: int,
        tasks: Int64Array,
        trumps: Int64Array,
        bids: Int64Array,
        player: str,
    ) -> Outcomes:
        """What comes of some contracts; all tricks are those of which the others have no point."""
        from sims.searched import log_for

        n = high - low
        taken = np.zeros((n, self.seats), np.int64)
        plies = self.seats * int(self.tables.settings[HAND])
        log_for(player)(
            np.uint64(seed), low, high, self.block, tasks, trumps, bids, np.zeros(n, np.int64),
            np.zeros((n, self.seats), np.int64), np.zeros((n, plies), np.int8), taken,
        )  # fmt: skip
        own = (tasks[:, blocks.ALLIES][:, None] >> np.arange(self.seats)) & 1
        ours, theirs = (taken * own).sum(axis=1), (taken * (1 - own)).sum(axis=1)
        ladder = self.tables.ladder
        made = np.where(
            ladder[:, NEED_TRICKS] > 0, theirs[:, None] == 0, ours[:, None] >= ladder[:, NEED_POINTS]
        )
        reached = (made << np.arange(len(ladder))).sum(axis=1)
        own_made = (reached >> np.maximum(bids, 0)) & 1
        return Outcomes(reached, np.stack([ours * own_made, theirs], axis=1))

    def held_out(self, seed: int, low: int, high: int) -> Hands:
        """The declarers' hands: of each deal the one of the greatest estimate, with its best trump, where trump is
        named later in every second deal with that."""
        from sims.exchange import ANY_TRUMP, estimate_hands

        n = high - low
        dealt, _, _ = deal_batch(self.block, seed, low, high)
        estimates = np.zeros((n, self.seats, 4), np.int64)
        estimate_hands(self.block, dealt, estimates)
        seats, deals = estimates.max(axis=2).argmax(axis=1), np.arange(low, high)
        trumps = estimates[np.arange(n), seats].argmax(axis=1)
        if self.late:
            trumps = np.where(deals % 2, ANY_TRUMP, trumps)
        ladder = list(map(str, self.game.bids(self.rules)))
        bids = np.array([ladder.index(column) for column in self.columns])
        return Hands(dealt[np.arange(n), seats], deals % self.seats, trumps, np.tile(bids, (n, 1)))

    def layouts(
        self, seed: int, n: int, hand: int, place: int, trump: int, bid: int, player: str
    ) -> tuple[Int64Array, NDArray[np.float64]]:
        """(made, score) of n layouts of a hand in self-play."""
        fixed = np.full(n, hand, np.int64)
        tasks = self.tasks(np.zeros(n, np.int64), np.full(n, place), player)
        tasks[:, blocks.KNOWN] = fixed
        trumps, bids = np.full(n, trump), np.full(n, bid)
        reached, worth = self.played(seed, 0, n, tasks, trumps, bids, player)
        row, made = self.tables.ladder[bid], reached >> bid & 1
        won = worth[:, 0] if row[IF_MADE] == TAKEN else row[IF_MADE]
        theirs = worth[:, 1] / (len(self.table.sides) - 1)
        return made, np.where(made, won, row[IF_SET]) - theirs


def seed_of(game: str, seed: int | str, purpose: str) -> int:
    """The master seed of the deals of one purpose ("rules", "rollout:20", "held-out")."""
    return master_seed(f"instant {game} {seed} {purpose}")
