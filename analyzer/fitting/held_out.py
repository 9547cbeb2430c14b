"""Held-out hands: what a strong player makes of hands that no label has seen, and how far a model is off.

What `rules` makes of the same layouts, and of very many others, takes off much of the noise of sampling.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.fitting.labels import Hands, Source, seed_of
from analyzer.fitting.store import WEAK, read_arrays, write_arrays
from analyzer.pool import cores
from sims.instant import InstantModel

MANY = 8_000  # layouts that `rules` plays of each hand


class Played(NamedTuple):
    """What came of them: made int8 and score float32[hand, k, layout]; base_made, base_score the same by `rules`;
    many_made, many_score float64[hand, k]: its means over MANY layouts."""

    made: NDArray[np.int8]
    score: NDArray[np.float32]
    base_made: NDArray[np.int8]
    base_score: NDArray[np.float32]
    many_made: NDArray[np.float64]
    many_score: NDArray[np.float64]


def play(source: Source, seed: int, low: int, high: int, player: str, layouts: int) -> Played:
    """What comes of the hands low..high-1, a pure function of its arguments."""
    hands = source.held_out(seed, low, high)
    shape = (*hands.bids.shape, layouts)
    made, base_made = np.zeros(shape, np.int8), np.zeros(shape, np.int8)
    score, base_score = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    many_made, many_score = np.zeros(shape[:2]), np.zeros(shape[:2])
    for h in range(high - low):
        own = int(np.uint64(seed) ^ np.uint64(0x9E3779B9 * (low + h + 1)))
        for k, bid in enumerate(hands.bids[h].tolist()):
            held = (int(hands.hands[h]), int(hands.places[h]), int(hands.trumps[h]), bid)
            made[h, k], score[h, k] = source.layouts(own, layouts, *held, player)
            many, worth = source.layouts(own, MANY, *held, WEAK)
            base_made[h, k], base_score[h, k] = many[:layouts], worth[:layouts]
            many_made[h, k], many_score[h, k] = many.mean(), worth.mean()
    return Played(made, score, base_made, base_score, many_made, many_score)


def collect(
    source: Source, game: str, seed: int | str, player: str, folder: Path, *, hands: int, layouts: int, chunk: int = 10,
    threads: int | None = None,
) -> tuple[Hands, Played]:  # fmt: skip
    """The first held-out hands and what came of them; chunks of hands are kept in the folder."""
    master = seed_of(game, seed, "held-out")
    stem = f"held-out-{player.replace(':', '-')}-seed-{seed}-layouts-{layouts}"

    def make(low: int) -> Played:
        high = min(low + chunk, hands)
        path = folder / stem / f"{low:05}-{high:05}.npz"
        found = read_arrays(path, Played)
        if found is None:
            found = play(source, master, low, high, player, layouts)
            write_arrays(path, found)
        return found

    with ThreadPoolExecutor(threads or cores()) as pool:
        try:
            parts = list(pool.map(make, range(0, hands, chunk)))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return source.held_out(master, 0, hands), Played(
        *(np.concatenate(part) for part in zip(*parts, strict=True))
    )


@dataclass(frozen=True)
class Error:
    """How far a model is off: bias and rms of its chances (noise of sampling taken off) in points, with the standard
    errors of both (rms: of its square); slope of the truth by the model; rms and bias of scores."""

    hands: int
    bias: float
    bias_error: float
    rms: float
    square_error: float
    slope: float
    score_bias: float
    score_rms: float

    @property
    def stated(self) -> float:
        """The error that answers state, as a share of 1: so much larger that few hands do not make it small."""
        return float(np.sqrt(self.rms**2 + self.square_error)) / 100


def error_of(chances: NDArray[np.float64], scores: NDArray[np.float64], played: Played) -> Error:
    """The error of chances and scores float64[hand, k] over all that was played."""
    made, noise = _estimate(played.made, played.base_made, played.many_made)
    worth, worth_noise = _estimate(played.score, played.base_score, played.many_score)
    gap, score_gap = made - chances, worth - scores
    squares = (gap**2 - noise).mean(axis=1)  # the bids of a hand go together
    by_hand, n = gap.mean(axis=1), len(gap)
    spread = chances - chances.mean()
    return Error(
        hands=n,
        bias=-100 * float(gap.mean()),
        bias_error=100 * float(by_hand.std(ddof=1) / np.sqrt(n)),
        rms=100 * float(np.sqrt(max(squares.mean(), 0.0))),
        square_error=1e4 * float(squares.std(ddof=1) / np.sqrt(n)),
        slope=float((spread * (made - made.mean())).sum() / max((spread**2).sum(), 1e-12)),
        score_bias=-float(score_gap.mean()),
        score_rms=float(np.sqrt(max((score_gap**2 - worth_noise).mean(), 0.0))),
    )


def _estimate(
    strong: NDArray[np.generic], base: NDArray[np.generic], many: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(means over layouts, float64[hand, k], with what `rules` does taken as known; variances of their noise)."""
    more = strong.astype(float) - base.astype(float)
    return more.mean(axis=2) + many, more.var(axis=2, ddof=1) / more.shape[2]


def measure(model: InstantModel, columns: Sequence[str], hands: Hands, played: Played) -> dict[str, Error]:
    """The error of each column of bids, and of "all"."""
    chances, scores = model.both(hands.hands, hands.places)
    row = np.arange(len(hands.hands))[:, None]
    p = chances[row, hands.trumps[:, None], hands.bids].astype(float)
    worth = scores[row, hands.trumps[:, None], hands.bids].astype(float)
    found = {}
    for k, column in enumerate(columns):
        part = Played._make(each[:, k : k + 1] for each in played)
        found[column] = error_of(p[:, k : k + 1], worth[:, k : k + 1], part)
    found["all"] = error_of(p, worth, played)
    return found
