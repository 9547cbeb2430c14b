"""Instant odds in plain steps: what docs/instant.md says, from the cards and the arrays of a model file as lists."""

from __future__ import annotations

import math
from typing import Any

Numbers = list[float]
Rows = list[Numbers]


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def layer(inputs: Numbers, weights: Rows, shift: Numbers) -> Numbers:
    """shift + inputs times weights, input by input."""
    return [x + sum(a * row[k] for a, row in zip(inputs, weights, strict=True)) for k, x in enumerate(shift)]


def rectified(values: Numbers) -> Numbers:
    return [max(x, 0.0) for x in values]


def lane_orders(to_card: list[int]) -> list[list[int]]:
    """The cards of each lane of a frame, the strongest first; lane 3 holds the trumps."""
    lanes: list[list[int]] = [[], [], [], []]
    for index in range(63, -1, -1):
        if to_card[index] >= 0:
            lanes[index // 16].append(to_card[index])
    return lanes


def lane_row(network: dict[str, Any], kind: int, order: list[int], held: set[int]) -> Numbers:
    """The row of a lane: the strongest card stands at the last of the table's places."""
    first = network["first"][kind]
    bits = [0.0] * len(first)
    for place, card in enumerate(order):
        bits[len(first) - 1 - place] = float(card in held)
    second = network["second"][kind]
    row = layer(rectified(layer(bits, first, network["shift"][kind])), second, [0.0] * len(second[0]))
    return [round(x * 4096) / 4096 for x in row]


def answer(
    network: dict[str, Any], frames: list[list[int]], hand: set[int], place: int, trump: int | None
) -> tuple[Numbers, Numbers, Numbers]:
    """(chances, shares of the points if made, shares of the others) of all bids.

    frames: the card of each frame index, -1 for none, by trump; trump None: it is named later.
    """
    if trump is None:
        rows = [lane_row(network, 2, lane_orders(frame)[3], hand) for frame in frames]
    else:
        lanes = lane_orders(frames[trump])
        rows = [lane_row(network, int(lane == 3), lanes[lane], hand) for lane in range(4)]
    total = rectified([sum(column) for column in zip(network["place"][place], *rows, strict=True)])
    units = rectified(layer(total, network["middle"], network["middle_shift"]))
    out = layer(units, network["last"], network["last_shift"])
    before, floors = network["before"], network["floors"]
    n = len(before)
    logits: Numbers = []
    for bid in range(n):
        step = out[bid]
        logits.append(step if before[bid] < 0 else logits[before[bid]] - math.log1p(math.exp(step)))
    made = [floors[b] + (1 - floors[b]) * logistic(out[n + b]) for b in range(n)]
    return [logistic(x) for x in logits], made, [logistic(out[2 * n + b]) for b in range(n)]
