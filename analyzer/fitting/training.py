"""Training: first on very many hands of the `rules` player, then on what a stronger player makes of the same deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.fitting.labels import Heads
from analyzer.fitting.network import Batch, Parameters, backward, forward
from analyzer.fitting.store import Labels
from sims.instant import Float32Array
from sims.tables import Int64Array

MOMENT, SQUARES = 0.9, 0.999
BATCH = 4_096
LEVEL_STEPS = 150
LEVEL_SPREAD = 0.05  # logits by which players of one kind are taken to differ


class Targets(NamedTuple):
    """bids int8[n]; made float32[n, bid], 0 or 1 or, corrected, near them, or int32[n], a bit for each bid; points
    float32[n]: of a bid that was made, as a share; theirs float32[n]; paid float32[n]: 1 where points holds."""

    bids: NDArray[np.int8]
    made: NDArray[Any]
    points: Float32Array
    theirs: Float32Array
    paid: Float32Array


def sigmoid(x: Float32Array) -> Float32Array:
    """The logistic function."""
    return (1 / (1 + np.exp(-np.clip(x, -30, 30)))).astype(np.float32)


def logits_of(heads: Heads, out: Float32Array) -> Float32Array:
    """Logits of the chances, float32[n, bid]."""
    logits = np.zeros((len(out), len(heads.before)), np.float32)
    for bid, before in enumerate(heads.before.tolist()):
        logits[:, bid] = out[:, bid] if before < 0 else logits[:, before] - np.logaddexp(0, out[:, bid])
    return logits


def chances_of(heads: Heads, out: Float32Array) -> Float32Array:
    """Chances float32[n, bid]."""
    return sigmoid(logits_of(heads, out))


def some_of(target: Targets, rows: Int64Array | slice) -> Targets:
    """Some rows of the targets."""
    bids, made, points, theirs, paid = target
    return Targets(bids[rows], made[rows], points[rows], theirs[rows], paid[rows])


def rows_of(heads: Heads, target: Targets, rows: Int64Array) -> Targets:
    """Some rows of the targets, `made` as numbers."""
    found = some_of(target, rows)
    return found if found.made.ndim > 1 else found._replace(made=_bits(heads, found.made))


def _bits(heads: Heads, reached: NDArray[np.int32]) -> Float32Array:
    return (reached[:, None] >> np.arange(len(heads.before), dtype=np.int32) & 1).astype(np.float32)


def targets_of(heads: Heads, labels: Labels) -> Targets:
    """The targets of labels as they are."""
    scale = np.array(heads.scale, np.float32)
    points, theirs = (labels.worth[:, i].astype(np.float32) / scale[i] for i in (0, 1))
    paid = (labels.reached >> labels.bids.astype(np.int32) & 1).astype(np.float32)
    return Targets(labels.bids, labels.reached, points, theirs, paid)


def corrected(heads: Heads, labels: Labels, out: Float32Array) -> Targets:
    """The targets of a stronger player: what `rules` does with such hands by the network's values float32[n, 3 * bids],
    plus what the player did better on this deal. The same mean, and less noise."""
    every = np.arange(len(labels.bids))
    found = rows_of(heads, targets_of(heads, labels), every)
    as_rules = labels._replace(reached=labels.base_reached, worth=labels.base_worth)
    base = rows_of(heads, targets_of(heads, as_rules), every)
    rows, bids = np.arange(len(found.bids)), len(heads.before)
    made = found.made - base.made + chances_of(heads, out)
    theirs = found.theirs - base.theirs + sigmoid(out[rows, 2 * bids + found.bids])
    return found._replace(made=made, theirs=theirs.astype(np.float32))


def slope_of(
    heads: Heads, out: Float32Array, target: Targets, shifts: Float32Array, near: float
) -> tuple[float, Float32Array, Float32Array]:
    """(loss of a batch, its slope by the last layer's values and by the shifts).

    near: weight of what a hand tells of bids that it was not played with; shifts float32[bid, bid]: by how much their
    logits differ from those of hands that are.
    """
    n, bids, rows = len(target.bids), len(heads.before), np.arange(len(target.bids))
    slope = np.zeros_like(out)
    logits = logits_of(heads, out) + shifts[target.bids]
    weights = near * heads.near[target.bids]
    weights[rows, target.bids] = 1
    chances = sigmoid(logits)
    loss = -float((weights * np.log(np.where(target.made > 0.5, chances, 1 - chances) + 1e-9)).sum())
    down = weights * (chances - target.made)
    by_bid = np.zeros_like(shifts)
    if near:
        for bid in range(bids):
            by_bid[bid] = down[target.bids == bid].sum(axis=0)
        np.fill_diagonal(by_bid, 0)
    for bid in range(bids - 1, -1, -1):
        before = int(heads.before[bid])
        if before < 0:
            slope[:, bid] = down[:, bid]
        else:
            down[:, before] += down[:, bid]
            slope[:, bid] = -down[:, bid] * sigmoid(out[:, bid])
    floors = heads.floors[target.bids]
    share = sigmoid(out[rows, bids + target.bids])
    gap = target.paid * (floors + (1 - floors) * share - target.points)
    slope[rows, bids + target.bids] = 4 * gap * (1 - floors) * share * (1 - share)
    theirs = sigmoid(out[rows, 2 * bids + target.bids])
    other = theirs - target.theirs
    slope[rows, 2 * bids + target.bids] = 4 * other * theirs * (1 - theirs)
    loss += 2 * float((gap**2).sum() + (other**2).sum())
    return loss / n, slope / np.float32(n), by_bid / np.float32(n)


class Adam:
    """Kingma and Ba, "Adam", ICLR 2015."""

    def __init__(self, at: Parameters) -> None:
        self.at, self.step = at, 0
        self.moment = {name: np.zeros_like(part) for name, part in at.items()}
        self.square = {name: np.zeros_like(part) for name, part in at.items()}

    def move(self, gradient: Parameters, rate: float) -> None:
        """One step downhill."""
        self.step += 1
        scale = rate * np.sqrt(1 - SQUARES**self.step) / (1 - MOMENT**self.step)
        for name, part in gradient.items():
            self.moment[name] += np.float32(1 - MOMENT) * (part - self.moment[name])
            self.square[name] += np.float32(1 - SQUARES) * (part * part - self.square[name])
            self.at[name] -= (
                np.float32(scale) * self.moment[name] / (np.sqrt(self.square[name]) + np.float32(1e-8))
            )


def part_of(batch: Batch, rows: Int64Array | slice) -> Batch:
    """Some rows of a batch."""
    return Batch(batch.codes[rows], batch.places[rows], batch.late[rows], batch.most)


def outputs(at: Parameters, batch: Batch) -> Float32Array:
    """The last layer's values of many hands."""
    parts = [
        forward(at, part_of(batch, np.arange(low, min(low + 4 * BATCH, len(batch.codes))))).out
        for low in range(0, len(batch.codes), 4 * BATCH)
    ]
    return np.concatenate(parts)


def train(
    at: Parameters,
    heads: Heads,
    batch: Batch,
    target: Targets,
    rng: np.random.Generator,
    *,
    steps: int,
    rate: float,
    near: float = 0.0,
    report: Callable[[int, float], None] = lambda step, loss: None,
) -> None:
    """Move the parameters for some steps of BATCH hands each; the rate falls like half a cosine, `near` to a fifth."""
    at["shifts"] = np.zeros((len(heads.before), len(heads.before)), np.float32)
    adam, order, n = Adam(at), np.zeros(0, np.int64), len(batch.codes)
    recent = 0.0
    for step in range(steps):
        if len(order) < min(BATCH, n):
            order = np.concatenate([order, rng.permutation(n)])
        rows, order = order[:BATCH], order[BATCH:]
        done = step / steps
        some = part_of(batch, rows)
        passed = forward(at, some)
        aimed = rows_of(heads, target, rows)
        loss, slope, by_bid = slope_of(heads, passed.out, aimed, at["shifts"], near * (1 - 0.8 * done))
        gradient = backward(at, some, passed, slope) | {"shifts": by_bid}
        adam.move(
            gradient, rate * min(1.0, (step + 1) / min(100, steps)) * (0.5 + 0.5 * np.cos(np.pi * done))
        )
        recent += loss
        if (step + 1) % 200 == 0:
            report(step + 1, recent / 200)
            recent = 0.0
    del at["shifts"]


def level(at: Parameters, heads: Heads, out: Float32Array, target: Targets) -> None:
    """Move two numbers alone, for few labels: that of all first bids, and that of the steps between all others, which
    are taken to be near 0; out: the last layer's values of the labels."""
    roots = heads.before < 0
    moved = {"moved": np.zeros(2, np.float32)}
    adam, none = Adam(moved), np.zeros((len(roots), len(roots)), np.float32)
    for step in range(LEVEL_STEPS):
        shifted = out.copy()
        shifted[:, : len(roots)] += np.where(roots, *moved["moved"])
        slope = slope_of(heads, shifted, target, none, 0.0)[1][:, : len(roots)].sum(axis=0)
        drawn = moved["moved"] / np.float32(LEVEL_SPREAD**2 * len(out))
        down = np.array([slope[roots].sum(), slope[~roots].sum()], np.float32) + drawn
        adam.move({"moved": down}, 0.03 * (1 - step / LEVEL_STEPS))
    at["last_shift"][: len(roots)] += np.where(roots, *moved["moved"])


def loss_of(at: Parameters, heads: Heads, batch: Batch, target: Targets) -> float:
    """The mean loss of the chances of the bids played."""
    out = outputs(at, batch)
    rows = np.arange(len(target.bids))
    logits, made = logits_of(heads, out)[rows, target.bids], target.made[rows, target.bids]
    return float((np.logaddexp(0, logits) - made * logits).mean())


def copied(at: Parameters) -> Parameters:
    """A copy."""
    return {name: part.copy() for name, part in at.items()}
