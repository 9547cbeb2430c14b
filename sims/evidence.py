"""Calls heard as evidence: which deals of a stream go with them, and how often each counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from sims._jit import kernel
from sims.bidding import Float64Array
from sims.errors import Refused
from sims.streams import EVIDENCE, advance, fraction, mix, purpose_key, stream
from sims.tables import Int64Array

BATCH = 4096  # layouts weighed at a time; the greatest weight of the first batch is the measure
MOST_LAYOUTS, LAYOUTS_A_DEAL = 200_000, 100  # where the search for more ends
FEW = 200  # effective deals below which an answer comes with a warning

Weigh = Callable[[int, int], Float64Array]  # how likely the calls are with the deals low..high-1, 0..1
Weights = Iterable[
    tuple[int, Float64Array]
]  # the first deal of each batch and how likely the calls are with its deals


@dataclass(frozen=True)
class Picks:
    """Deals that go with the calls heard.

    deals int64[pick], rising; times int64[pick]: how often each counts; layouts: deals looked at; share: mean
    likelihood of the calls over them, the chance that these seats call so. Where too few deals were found, the rest
    of the picks counts 0 times.
    """

    deals: Int64Array
    times: Int64Array
    layouts: int
    share: float

    def weight(self, done: int) -> int:
        """Deals that the first picks count for."""
        return int(self.times[:done].sum())

    def effective(self, done: int) -> float:
        """The effective sample size of the first picks: (sum of times)^2 / sum of squares."""
        times = self.times[:done].astype(float)
        return float(times.sum() ** 2 / (times**2).sum())


@kernel
def _fractions(seed, low, high, found):
    key = purpose_key(seed, EVIDENCE)
    for deal in range(low, high):
        found[deal - low] = fraction(mix(advance(stream(key, np.int64(deal)))))


def batches_of(wanted: int) -> list[int]:
    """The first deals of the batches that are looked at for so many picks, at most."""
    return list(range(0, MOST_LAYOUTS + LAYOUTS_A_DEAL * wanted, BATCH))


def weighed(weigh: Weigh, wanted: int) -> Iterator[tuple[int, Float64Array]]:
    """The weights of one batch after another."""
    return ((low, weigh(low, low + BATCH)) for low in batches_of(wanted))


def pick_deals(
    weights: Weights, seed: int, wanted: int, watch: Callable[[int, int], None] = lambda layouts, found: None
) -> Picks:
    """Go through the deals 0, 1, ... until so many are picked; `Refused` if there are none.

    weights: batches of `BATCH` deals in order, as `weighed` gives them; watch: is told after each batch how many
    layouts have been looked at and how many deals found.
    A deal counts floor(w / c + u) times, so on average in proportion to its likelihood w. With equal likelihoods
    everywhere each deal counts once: the answer is that without an auction, to the byte.
    """
    deals, times = np.zeros(0, np.int64), np.zeros(0, np.int64)
    scale, likelihood, layouts = 0.0, 0.0, 0
    for low, batch in weights:
        likelihood += float(batch.sum())
        scale = scale or float(batch.max())
        if scale > 0:
            fractions = np.zeros(len(batch))
            _fractions(np.uint64(seed), low, low + len(batch), fractions)
            counted = (batch / scale + fractions).astype(np.int64)
            rows = np.flatnonzero(counted)
            deals, times = np.append(deals, low + rows), np.append(times, counted[rows])
        layouts = low + len(batch)
        watch(layouts, len(deals))
        if len(deals) >= wanted:
            break
    if not len(deals):
        raise Refused(
            f"none of {layouts:,} layouts goes with these calls: check the auction, or take another --profile"
        )
    missing = max(0, wanted - len(deals))
    deals = np.append(deals, np.full(missing, deals[-1]))[:wanted]
    times = np.append(times, np.zeros(missing, np.int64))[:wanted]
    return Picks(deals, times, layouts, likelihood / layouts)


def add_picks(
    picks: Picks, low: int, high: int, play: Callable[[int, int], list[Int64Array]]
) -> list[Int64Array]:
    """The sums of the picks low..high-1; play(first, last): the sums of the deals first..last-1, once each."""
    sums: list[Int64Array] = []
    row = low
    while row < high:
        end, often = row + 1, int(picks.times[row])
        while end < high and picks.times[end] == often and picks.deals[end] == picks.deals[row] + end - row:
            end += 1
        first = int(picks.deals[row])
        part = [often * each for each in play(first, first + end - row)]
        sums = [old + new for old, new in zip(sums, part, strict=True)] if sums else part
        row = end
    return sums
