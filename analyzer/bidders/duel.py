"""Bidders against one another on the same deals, one of them holding each side in turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from analyzer.bidders.advised import Advisor, Positions, advised_calls
from analyzer.bidders.table import BidTable, Contracts
from analyzer.intervals import Z95
from analyzer.pool import cores
from sims.bidding import Float64Array
from sims.calls import deal_words
from sims.deals import deal_batch
from sims.open_auctions import BID, BIDDER, BOLD, MADE, OVER, go_on, new_auctions
from sims.profiles import Profile
from sims.seeds import master_seed
from sims.tables import Int64Array

Bidder = Profile | Advisor
BATCH = 2_000
SCORE_WORDS = 4  # words of a deal's stream of calls, from its end, that draw the scores


@dataclass
class Bank:
    """Some deals, with what has been found about them so far, so that another duel on them costs only its auctions.

    scores: of the sides before the hand, or None: drawn for each deal from `drawn`, lowest, highest and step.
    """

    table: BidTable
    seed: int
    low: int
    high: int
    scores: Sequence[int] | None
    drawn: tuple[int, int, int] = (0, 0, 5)
    calls: dict[tuple[Advisor, int, int, bytes], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        table, n = self.table, self.high - self.low
        self.numbers = np.arange(self.low, self.high)
        self.hands, _, _ = deal_batch(table.block, self.seed, self.low, self.high)
        self.chances, self.trumps = table.chances(self.hands)
        self.before = self._scores(n)
        self.layouts_seed = master_seed(f"layouts of {self.seed}")
        cells = n * table.seats * len(table.bids)
        self.place = np.full(cells, -1, np.int64)  # where a contract lies in `played`
        self.played: Contracts | None = None

    def _scores(self, n: int) -> Int64Array:
        sides = self.table.sides
        if self.scores is not None:
            return np.tile(np.array(self.scores, np.int64), (n, 1))
        low, high, step = self.drawn
        words = deal_words(self.seed, self.numbers)[:, -SCORE_WORDS:][:, :sides]
        steps = (words >> np.uint64(32)).astype(np.int64) * ((high - low) // step + 1) >> 32
        return low + step * steps

    def contracts(self, row: Int64Array, seat: Int64Array, bid: Int64Array) -> Int64Array:
        """Where contracts lie in `played`, int64[contract]; those that are not there yet are played."""
        table = self.table
        cell = (row * table.seats + seat) * len(table.bids) + bid
        missing = np.unique(cell[self.place[cell] < 0])
        if len(missing):
            rest, level = np.divmod(missing, len(table.bids))
            deal, who = np.divmod(rest, table.seats)
            new = table.play(self.seed, self.numbers[deal], who, level, self.trumps[deal, who, level])
            start = 0 if self.played is None else len(self.played.seat)
            self.place[missing] = start + np.arange(len(missing))
            old = self.played
            self.played = new if old is None else both(old, new)
        where: Int64Array = self.place[cell]
        return where

    def ask(self, rows: Int64Array, seats: Int64Array, positions: Positions, advisor: Advisor) -> Int64Array:
        """The calls of an advised bidder, each found once."""
        made = positions.auctions.states[:, MADE].tolist()
        keys = [
            (advisor, row, seat, calls[:count].tobytes())
            for row, seat, calls, count in zip(
                rows.tolist(), seats.tolist(), positions.auctions.calls, made, strict=True
            )
        ]
        new = np.array([i for i, key in enumerate(keys) if key not in self.calls], np.int64)
        if len(new):
            part = positions.some(new)
            codes = advised_calls(self.table, self.layouts_seed, part, advisor)
            self.calls.update(zip([keys[i] for i in new.tolist()], codes.tolist(), strict=True))
        return np.array([self.calls[key] for key in keys], np.int64)


def both(first: Contracts, second: Contracts) -> Contracts:
    """Contracts one after another."""
    return Contracts(
        np.append(first.seat, second.seat),
        np.append(first.bid, second.bid),
        np.append(first.taken, second.taken, axis=0),
        np.append(first.whole, second.whole),
        np.append(first.log, second.log, axis=0),
    )


class Hands(NamedTuple):
    """What a duel comes to on each deal. points, win float64[deal]: the mean over the seatings of the points and the
    chance to win of the side held by the first bidder, the latter less an equal share; played, made, thrown
    int64[deal]: contracts of the first bidder, those made, hands thrown in; bids int64[deal, bid]: its contracts."""

    points: Float64Array
    win: Float64Array
    played: Int64Array
    made: Int64Array
    thrown: Int64Array
    bids: Int64Array


def bid_hands(bank: Bank, seats: Sequence[Bidder]) -> Int64Array:
    """Auctions of a bank in which each kernel seat is a bidder: states int64[deal, STATE_SIZE]."""
    table = bank.table
    plain = [each.profile if isinstance(each, Advisor) else each for each in seats]
    bidders = table.bidders(plain)
    asked = sum(1 << seat for seat, each in enumerate(seats) if isinstance(each, Advisor))
    auctions = new_auctions(bidders, table.dealer, len(bank.numbers))
    go_on(bidders, table.dealer, bank.seed, bank.numbers, bank.chances, auctions, asked=asked)
    while asked:
        rows = np.flatnonzero(auctions.states[:, OVER] == 0)
        if not len(rows):
            break
        turns, codes = auctions.turns(bidders)[rows], np.full(len(bank.numbers), -1, np.int64)
        for seat in set(turns.tolist()):
            advisor = seats[seat]
            assert isinstance(advisor, Advisor)
            here = rows[turns == seat]
            who = np.full(len(here), seat, np.int64)
            positions = Positions(
                who,
                bank.hands[here, seat],
                bank.chances[here, seat],
                bank.trumps[here, seat],
                auctions.copies(here),
                bank.before[here],
                bank.numbers[here] * table.seats + seat,
            )
            codes[here] = bank.ask(here, who, positions, advisor)
        go_on(
            bidders, table.dealer, bank.seed, bank.numbers, bank.chances, auctions, codes=codes, asked=asked
        )
    return auctions.states


def duel_on(bank: Bank, a: Bidder, b: Bidder) -> Hands:
    """a against b on the deals of a bank: a holds each side in turn, b the others."""
    table, n = bank.table, len(bank.numbers)
    found = Hands(
        np.zeros(n),
        np.zeros(n),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros((n, len(table.bids)), np.int64),
    )
    for side in range(table.sides):
        states = bid_hands(bank, [a if each == side else b for each in table.side_of.tolist()])
        bidder, bid = states[:, BIDDER], states[:, BID]
        rows = np.flatnonzero(bidder >= 0)
        of = np.full(n, -1, np.int64)
        of[rows] = bank.contracts(rows, bidder[rows], bid[rows])
        assert bank.played is not None
        results = table.results(bank.played, of, states[:, BOLD], bank.before)
        own = np.flatnonzero((bidder >= 0) & (table.side_of[bidder] == side))
        found.points[:] += results.points[:, side] / table.sides
        found.win[:] += (results.win[:, side] - 1 / table.sides) / table.sides
        found.played[own] += 1
        found.made[own] += results.made[own]
        found.thrown[:] += bidder < 0
        np.add.at(found.bids, (own, bid[own]), 1)
    return found


class Gain(NamedTuple):
    """A mean per deal with its 95 % interval."""

    mean: float
    low: float
    high: float


def gain_of(values: Float64Array) -> Gain:
    """The mean of one value a deal."""
    mean = float(values.mean())
    half = Z95 * float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Gain(mean, mean - half, mean + half)


def joined(parts: Sequence[Hands]) -> Hands:
    """The hands of several banks."""
    return Hands(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.win for part in parts]),
        np.concatenate([part.played for part in parts]),
        np.concatenate([part.made for part in parts]),
        np.concatenate([part.thrown for part in parts]),
        np.concatenate([part.bids for part in parts]),
    )


def duel(banks: Sequence[Bank], a: Bidder, b: Bidder) -> Hands:
    """`duel_on` of several banks, side by side in threads."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(cores()) as pool:
        return joined(list(pool.map(lambda bank: duel_on(bank, a, b), banks)))
