"""The kernels of `sims.instant`: sums in a fixed order, so that a hand gives the same bytes wherever it stands."""

from __future__ import annotations

import numpy as np

from sims._jit import kernel
from sims.bits import count, lowest_index

GRID = 4_096  # rows of tables are whole multiples of 1 / GRID


@kernel
def fill_table(first, shift, second, size, table):
    """The rows of a kind of lane, float32[mask, row], for masks of up to `size` cards; GRID times them is whole, so
    that the sum of some rows does not depend on their order."""
    units, width, grid = first.shape[1], second.shape[1], np.float32(GRID)
    hidden = np.zeros(units, np.float32)
    for mask in range(len(table)):
        if count(np.int64(mask)) > size:
            continue
        hidden[:] = shift
        rest = np.int64(mask)
        while rest:
            card = lowest_index(rest)
            for u in range(units):
                hidden[u] += first[card, u]
            rest &= rest - 1
        for u in range(units):
            if hidden[u] > 0:
                for k in range(width):
                    table[mask, k] += hidden[u] * second[u, k]
        for k in range(width):
            table[mask, k] = np.rint(table[mask, k] * grid) / grid


@kernel
def see(hands, trumps, places, frames, lanes, codes):
    """What the lanes of each hand hold in the frame of its trump, as masks: int16[hand, lane]."""
    for n in range(len(hands)):
        for lane in range(4):
            frame, wanted = frames[trumps[n], lane], lanes[trumps[n], lane]
            rest, mask = hands[n], np.int64(0)
            while rest:
                place = places[frame, lowest_index(rest)]
                if place >> 4 == wanted:
                    mask |= 1 << (place & 15)
                rest &= rest - 1
            codes[n, lane] = mask


@kernel
def gather(sums, rows, lanes, table):
    """Add to sums[rows[i]] the rows of a table that lanes int16[i, lane] name."""
    for i in range(len(rows)):
        for lane in range(lanes.shape[1]):
            found = lanes[i, lane]
            for k in range(sums.shape[1]):
                sums[rows[i], k] += table[found, k]


@kernel
def scatter(slopes, rows, lanes, table):
    """Add slopes[rows[i]] to the rows of a table that lanes name: the way back of `gather`."""
    for i in range(len(rows)):
        for lane in range(lanes.shape[1]):
            found = lanes[i, lane]
            for k in range(slopes.shape[1]):
                table[found, k] += slopes[rows[i], k]


@kernel
def evaluate(
    hands, seats, places, frames, lanes, kinds, rows, starts, place_rows, middle, middle_shift, last, last_shift,
    before, floors, columns, scoring, chances, scores,
):  # fmt: skip
    """Fill chances and scores float32[hand, trump, bid]: see `sims.instant.InstantModel`."""
    one = np.float32(1)
    bids = len(before)
    seen = np.zeros((places.shape[0], 4), np.int64)
    row, units = np.zeros(place_rows.shape[1], np.float32), np.zeros(len(middle_shift), np.float32)
    out, logits, chance = (
        np.zeros(3 * bids, np.float32),
        np.zeros(bids, np.float32),
        np.zeros(bids, np.float32),
    )
    made, unmade, taken, others = scoring
    for n in range(len(hands)):
        seen[:] = 0
        rest = hands[n]
        while rest:
            card = lowest_index(rest)
            for frame in range(places.shape[0]):
                place = places[frame, card]
                seen[frame, place >> 4] |= 1 << (place & 15)
            rest &= rest - 1
        for trump in range(kinds.shape[0]):
            row[:] = place_rows[seats[n]]
            for lane in range(4):
                found = starts[kinds[trump, lane]] + seen[frames[trump, lane], lanes[trump, lane]]
                for k in range(len(row)):
                    row[k] += rows[found, k]
            units[:] = middle_shift
            for k in range(len(row)):
                if row[k] > 0:
                    for u in range(len(units)):
                        units[u] += row[k] * middle[k, u]
            out[:] = last_shift
            for u in range(len(units)):
                if units[u] > 0:
                    for k in range(len(out)):
                        out[k] += units[u] * last[u, k]
            for bid in range(bids):
                logits[bid] = out[bid]
                if before[bid] >= 0:
                    step = out[bid]
                    rise = max(step, np.float32(0)) + np.log1p(np.exp(-abs(step)))
                    logits[bid] = logits[before[bid]] - rise
                chance[bid] = one / (one + np.exp(-logits[bid]))
                if before[bid] >= 0:
                    chance[bid] = min(chance[bid], chance[before[bid]])
            for bid in range(len(columns)):
                column = columns[bid]
                p = chance[column]
                points = floors[column] + (one - floors[column]) / (one + np.exp(-out[bids + column]))
                theirs = one / (one + np.exp(-out[2 * bids + column]))
                chances[n, trump, bid] = p
                own = p * (made[bid] + taken[bid] * points) + (one - p) * unmade[bid]
                scores[n, trump, bid] = own + others[bid] * theirs
