"""The network of a model in training: rows of lanes and places, two layers of rectified units, three heads a bid."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sims.instant import ANY, KINDS, PLAIN, TRUMP, Float32Array, Frames, Network
from sims.instant_kernel import GRID, gather, scatter, see
from sims.tables import Int64Array

Parameters = dict[str, Float32Array]


class Shape(NamedTuple):
    """Sizes. widths: bits of the lanes; kinds: of lanes; places: at the table; lane: units of the first layer of a
    table; row: of its rows; middle: of the layer after the sum."""

    widths: tuple[int, int]
    kinds: int
    places: int
    bids: int
    lane: int = 48
    row: int = 80
    middle: int = 48


COLUMNS = {PLAIN: slice(0, 3), TRUMP: slice(3, 4), ANY: slice(0, 4)}  # the lanes of a kind


class Batch(NamedTuple):
    """codes int16[n, 4]: what the lanes of the frame hold (see `sims.instant.frames_of`), those of plain suits first,
    by `numbers_of`; places int8[n]; late bool[n]: trump is named later, so that each lane is of the kind ANY; most:
    cards of a hand."""

    codes: NDArray[np.int16]
    places: NDArray[np.int8]
    late: NDArray[np.bool_]
    most: int


def codes_of(frames: Frames, hands: Int64Array, trumps: NDArray[np.int8], most: int) -> NDArray[np.int16]:
    """What the lanes of each hand hold in the frame of its trump."""
    codes = np.zeros((len(hands), 4), np.int16)
    see(hands, trumps, frames.places, frames.frames, frames.lanes, codes)
    for kind, columns in COLUMNS.items():
        rows = np.flatnonzero((frames.kinds[:, columns] == kind).all(axis=1)[trumps])
        codes[rows, columns] = numbers_of(frames.widths[int(kind != PLAIN)], most)[codes[rows, columns]]
    return codes


def start(shape: Shape, rng: np.random.Generator, rates: NDArray[np.float64]) -> Parameters:
    """Random parameters; rates float64[3 * bids]: what the last layer gives to begin with."""

    def normal(rows: int, columns: int, gain: float = 1.0) -> Float32Array:
        return (rng.normal(0, gain * np.sqrt(2 / rows), (rows, columns))).astype(np.float32)

    found: Parameters = {}
    for kind in range(shape.kinds):
        width = shape.widths[int(kind != PLAIN)]
        found[f"first_{KINDS[kind]}"] = normal(width, shape.lane)
        found[f"shift_{KINDS[kind]}"] = np.full(shape.lane, 0.1, np.float32)
        found[f"second_{KINDS[kind]}"] = normal(shape.lane, shape.row, 0.7)
    found["place"] = np.zeros((shape.places, shape.row), np.float32)
    found["middle"] = normal(shape.row, shape.middle)
    found["middle_shift"] = np.zeros(shape.middle, np.float32)
    found["last"] = normal(shape.middle, 3 * shape.bids, 0.3)
    found["last_shift"] = rates.astype(np.float32)
    return found


def grown(old: Parameters, shape: Shape, rng: np.random.Generator) -> Parameters:
    """Parameters of a larger shape that give what the old ones give: new units are random and not yet heard."""
    found = start(shape, rng, np.zeros(3 * shape.bids))
    for name, part in old.items():
        if name.startswith("second") or name in ("middle", "last"):
            found[name][len(part) :, : part.shape[1]] = 0
        found[name][tuple(slice(size) for size in part.shape)] = part
    return found


class Passed(NamedTuple):
    """What a pass forward keeps for the way back. hidden: of each kind's table, its first layer."""

    hidden: dict[int, Float32Array]
    row: Float32Array
    units: Float32Array
    out: Float32Array


@cache
def bits_of(width: int, most: int) -> Float32Array:
    """The masks of up to `most` of `width` cards, in order: their bits, float32[mask, width]."""
    masks = np.arange(1 << width)
    masks = masks[np.bitwise_count(masks) <= most]
    return (masks[:, None] >> np.arange(width) & 1).astype(np.float32)


@cache
def numbers_of(width: int, most: int) -> NDArray[np.int16]:
    """Where a mask stands in `bits_of`, int16[mask]."""
    allowed = np.bitwise_count(np.arange(1 << width)) <= most
    return (np.cumsum(allowed) - 1).astype(np.int16)


def _lanes(batch: Batch, kind: int) -> tuple[Int64Array, NDArray[np.int16]]:
    """The rows of a batch that have lanes of a kind, and those lanes."""
    rows = np.flatnonzero(batch.late if kind == ANY else ~batch.late)
    return rows, batch.codes[rows, COLUMNS[kind]]


def forward(at: Parameters, batch: Batch) -> Passed:
    """The last layer's values float32[n, 3 * bids], and what led to them."""
    row = at["place"][batch.places]
    hidden = {}
    for kind, name in enumerate(KINDS):
        if f"first_{name}" in at:
            bits = bits_of(len(at[f"first_{name}"]), batch.most)
            hidden[kind] = np.maximum(bits @ at[f"first_{name}"] + at[f"shift_{name}"], 0)
            gather(row, *_lanes(batch, kind), hidden[kind] @ at[f"second_{name}"])
    row = np.maximum(row, 0)
    units = np.maximum(row @ at["middle"] + at["middle_shift"], 0)
    return Passed(hidden, row, units, units @ at["last"] + at["last_shift"])


def backward(at: Parameters, batch: Batch, passed: Passed, slope: Float32Array) -> Parameters:
    """The gradient of a sum whose slope by the last layer's values is given."""
    found = {"last": passed.units.T @ slope, "last_shift": slope.sum(axis=0)}
    down = slope @ at["last"].T * (passed.units > 0)
    found["middle"], found["middle_shift"] = passed.row.T @ down, down.sum(axis=0)
    down = down @ at["middle"].T * (passed.row > 0)
    found["place"] = np.stack([down[batch.places == place].sum(axis=0) for place in range(len(at["place"]))])
    for kind, hidden in passed.hidden.items():
        name = KINDS[kind]
        own = np.zeros((len(hidden), down.shape[1]), np.float32)
        scatter(down, *_lanes(batch, kind), own)
        found[f"second_{name}"] = hidden.T @ own
        below = own @ at[f"second_{name}"].T * (hidden > 0)
        bits = bits_of(len(at[f"first_{name}"]), batch.most)
        found[f"first_{name}"], found[f"shift_{name}"] = bits.T @ below, below.sum(axis=0)
    return found


def as_network(at: Parameters, before: Int64Array, floors: Float32Array) -> Network:
    """The network as it is shipped; place rows on the grid of `sims.instant_kernel`."""
    kinds = [kind for kind in KINDS if f"first_{kind}" in at]
    return Network(
        first=tuple(at[f"first_{kind}"] for kind in kinds),
        shift=tuple(at[f"shift_{kind}"] for kind in kinds),
        second=tuple(at[f"second_{kind}"] for kind in kinds),
        place=(np.rint(at["place"] * GRID) / GRID).astype(np.float32),
        middle=at["middle"],
        middle_shift=at["middle_shift"],
        last=at["last"],
        last_shift=at["last_shift"],
        before=before,
        floors=floors,
    )
