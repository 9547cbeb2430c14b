"""A part of the calibration card: how far the odds of a hand lie apart between neighbouring players.

The mean difference (bias) and the root mean square over hands, from which the noise of sampling is taken off.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.card import Card
from analyzer.duels import kind_of
from analyzer.duels.kind import DuelKind
from analyzer.intervals import wilson
from analyzer.pool import sum_chunks
from sims.tables import Int64Array


@dataclass(frozen=True)
class Gap:
    """How far the chances of two players lie apart over hands, in points of probability."""

    bias: float
    bias_error: float
    rms: float


def gap(made: NDArray[np.int64], other: NDArray[np.int64]) -> Gap:
    """The gap of `made` to `other`, int64[hand, layout] of 0 and 1 on common layouts.

    The mean of the squared differences of hands counts their sampling variance in; it is taken off hand by hand.
    """
    differences = (made - other).astype(float)
    layouts = differences.shape[1]
    by_hand = differences.mean(axis=1)
    noise = differences.var(axis=1, ddof=1) / layouts
    square = float((by_hand**2 - noise).mean())
    error = float(by_hand.std(ddof=1) / np.sqrt(len(by_hand)))
    return Gap(100 * float(by_hand.mean()), 100 * error, 100 * float(np.sqrt(max(square, 0.0))))


def made_by_hand(card: Card, threads: int | None = None) -> dict[str, Int64Array]:
    """For each player, in self-play, whether each hand reached each goal: int64[goal, hand, layout].

    The hands are those of `DuelKind.layouts`; all players meet the same layouts.
    """
    found = {}
    for player in card.players:
        kind = kind_of(card.rules)(card.duel((player,), card.bids, None, 0))

        def play(low: int, high: int, player: str = player, kind: DuelKind = kind) -> list[Int64Array]:
            made = np.zeros((card.hands, card.layouts, len(card.bids)), np.int64)
            for hand in range(low, high):
                made[hand] = kind.layouts(hand, card.layouts, player)
            return [made]

        _, (made,) = sum_chunks(play, card.hands, threads=threads, chunk=1)
        found[player] = made.transpose(2, 0, 1)
    return found


def hand_by_hand(card: Card, threads: int | None = None) -> list[str]:
    """The part of the page."""
    by_hand, kind = made_by_hand(card, threads), kind_of(card.rules)
    declares = "defence" in kind.roles
    whose = "declarers' hands" if declares else "hands of the seats in turn"
    chance, goal = ("P", "event") if kind.event else ("P(make)", "bid")
    lines = [
        f"## Hand by hand ({card.hands} {whose}, {card.layouts} layouts each, self-play)",
        "",
        f"Mean {chance} of each player, and how far neighbours lie apart on the same hand, in points: mean difference",
        "(upper less lower, ± standard error over hands) and root mean square over hands without sampling noise.",
        "",
        f"| {goal} | player | {chance} | 95 % interval | less the player before | root mean square |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for b, bid in enumerate(card.bids):
        for p, player in enumerate(card.players):
            made = by_hand[player][b]
            low, high = wilson(int(made.sum()), made.size)
            cells = [f"{100 * made.mean():.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %", "", ""]
            if p:
                between = gap(made, by_hand[card.players[p - 1]][b])
                cells[2:] = [f"{between.bias:+.1f} ± {between.bias_error:.1f}", f"{between.rms:.1f}"]
            lines.append(f"| {bid} | {player} | " + " | ".join(cells) + " |")
    return [
        *lines,
        "",
        f"The intervals of {chance} hold for these hands; they are too few to speak for all hands.",
        "",
    ]
