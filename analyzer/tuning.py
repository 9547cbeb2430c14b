"""Fit the weights of the rules player by playing it against itself; for developers.

    python -m analyzer.tuning two-hundred --deals 60000 --passes 8

Each weight of each role is moved up and down in turn. A move stays if on common deals, fresh in every
pass, its own side does better: P(made) for the declaring side, P(stopped) for the defenders, with a little
for points. Declarer: the seat with the best estimate; the bid is drawn around that estimate. The values of
cards in the estimate are then fitted to the points that declarers took, by least squares.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import sims
from sims import blocks, contracts, deals, exchange
from sims.games import GAMES
from sims.hands import play_hands
from sims.player_tables import ROLES, WEIGHT_NAMES
from sims.players import player_tables, read_weights
from sims.sheets import Rules, resolve
from sims.tables import HAND, NEED_POINTS, NEED_TRICKS, SEATS, TOTAL, UNIT, Int64Array, Tables

POINTS_SHARE = 0.004  # of a made contract, for each point taken


class Bench:
    """Contracts on which weights are compared: who declares what, on which deals."""

    def __init__(
        self, tables: Tables, allies: Sequence[int], weights: dict[str, Any], seed: int, n: int
    ) -> None:
        self.tables, self.seed, self.n = tables, seed, n
        block = blocks.pack(tables, player_tables(weights))
        hands, _, _ = deals.deal_batch(block, seed, 0, n)
        rng = np.random.default_rng(seed)
        estimates = np.zeros((n, hands.shape[1], 4), np.int64)
        exchange.estimate_hands(block, hands, estimates)
        # Every second deal is declared by the seat with the best estimate, the others by any seat.
        seats = np.where(
            rng.random(n) < 0.5, estimates.max(axis=2).argmax(axis=1), rng.integers(0, hands.shape[1], n)
        )
        declarers = seats.astype(np.int64)
        own = estimates[np.arange(n), declarers]
        self.trumps = own.argmax(axis=1)
        self.estimates = own.max(axis=1) / 16
        levels = self.needed()
        spread = 2.5 * tables.settings[UNIT]
        wanted = self.estimates + rng.normal(0, spread, n)
        self.bids = np.abs(levels[None, :] - wanted[:, None]).argmin(axis=1)
        self.tasks = np.zeros((n, blocks.DEALT), np.int64)
        self.tasks[:, blocks.DECLARER] = declarers
        self.tasks[:, blocks.DEALER] = rng.integers(0, hands.shape[1], n)
        self.tasks[:, blocks.ALLIES] = np.array(allies, np.int64)[declarers]
        self.tasks[:, [blocks.POLICY_OURS, blocks.POLICY_THEIRS, blocks.OTHERS]] = 1
        self.hands = hands

    def needed(self) -> Int64Array:
        """The points that each bid asks for, all of them where it asks for all tricks."""
        ladder, total = self.tables.ladder, self.tables.settings[TOTAL]
        return np.where(ladder[:, NEED_TRICKS] > 0, total, ladder[:, NEED_POINTS]).astype(np.int64)

    def points(self, weights: dict[str, Any]) -> Int64Array:
        """Points of the declaring side and of the others, int64[deal, 2]."""
        block = blocks.pack(self.tables, player_tables(weights))
        points = np.zeros(self.hands.shape, np.int64)
        plies = int(self.tables.settings[SEATS] * self.tables.settings[HAND])
        halves = [(0, self.n // 2), (self.n // 2, self.n)]

        def run(half: tuple[int, int]) -> None:
            low, high = half
            size = high - low
            contracts.log_contracts(
                np.uint64(self.seed), low, high, block, self.tasks[low:high], self.trumps[low:high],
                self.bids[low:high], np.zeros(size, np.int64), np.zeros((size, self.hands.shape[1]), np.int64),
                np.zeros((size, plies), np.int8), points[low:high],
            )  # fmt: skip

        with ThreadPoolExecutor(2) as pool:
            list(pool.map(run, halves))
        seats = np.arange(self.hands.shape[1])
        ours = (self.tasks[:, blocks.ALLIES][:, None] >> seats[None, :]) & 1
        return np.stack([(points * ours).sum(axis=1), (points * (1 - ours)).sum(axis=1)], axis=1)

    def merit(self, weights: dict[str, Any]) -> tuple[float, float]:
        """(mean merit of the declaring side, P(made))."""
        points = self.points(weights)
        levels = self.needed()[self.bids]
        made = points[:, 0] >= levels
        return float(made.mean() + POINTS_SHARE * points[:, 0].mean()), float(made.mean())


def climb(
    tables: Tables,
    allies: Sequence[int],
    weights: dict[str, Any],
    deals_a_pass: int,
    passes: int,
    report: Any,
) -> None:
    """Improve `weights` in place."""
    steps = {(role, name): max(4, abs(weights[role][name]) // 4) for role in ROLES for name in WEIGHT_NAMES}
    for round_ in range(passes):
        bench = Bench(tables, allies, weights, 1000 + round_, deals_a_pass)
        current, made = bench.merit(weights)
        report(f"pass {round_}: merit {current:.4f}, made {made:.4f}")
        moved = 0
        for (role, name), step in steps.items():
            sign = -1 if role == "defender" else 1
            old = weights[role][name]
            for change in (step, -step):
                weights[role][name] = old + change
                merit, _ = bench.merit(weights)
                if sign * (merit - current) > 0.0002:
                    current = merit
                    moved += 1
                    break
                weights[role][name] = old
            else:
                steps[role, name] = max(1, step // 2)
        report(f"  {moved} weights moved, merit {current:.4f}")


def fit_values(tables: Tables, allies: Sequence[int], weights: dict[str, Any], n: int) -> float:
    """Fit the card values of the estimate to the points taken; gives the residual's standard deviation."""
    bench = Bench(tables, allies, weights, 999, n)
    points = bench.points(weights)[:, 0]
    features = np.zeros((n, 35))
    for row in range(n):
        seat, trump = int(bench.tasks[row, blocks.DECLARER]), int(bench.trumps[row])
        hand = int(bench.hands[row, seat])
        frame = [int(tables.to_frame[trump, card]).bit_length() - 1 for card in range(64) if hand >> card & 1]
        for index in frame:
            features[row, 16 * (index >= 48) + index % 16] += 1
        lanes = [index >> 4 for index in frame]
        if 3 in lanes:
            features[row, 32] = sum(lane not in lanes for lane in range(3))
        features[row, 33] = max(lanes.count(3) - 3, 0)
        features[row, 34] = 1
    normal = features.T @ features + np.diag([50.0] * 34 + [0.0])
    solution = np.linalg.solve(normal, features.T @ points)
    whole = np.rint(16 * solution).astype(int).tolist()
    places = np.asarray(features[:, :32]).any(axis=0).reshape(32)
    for place in np.flatnonzero(~places[:16] & ~places[16:]):
        # A rank that only other variants have is worth what the lowest ranks are: the least value seen.
        if place < 13:
            whole[place], whole[16 + place] = (
                min(np.array(part)[places[:16]]) for part in (whole[:16], whole[16:32])
            )
    weights["value"] = {"plain": [int(x) for x in whole[:16]], "trump": [int(x) for x in whole[16:32]]}
    weights["estimate"] = {"constant": whole[34], "void": whole[32], "long": whole[33]}
    return float((points - features @ solution).std())


def fit_shifts(game: ModuleType, weights: dict[str, Any], n: int) -> None:
    """What the estimate of each variant differs by: the points that its own bidders take, less theirs."""
    for variant in list(game.SHEET.variants)[1:]:
        rules = resolve(game.SHEET, variant, {"all_pass": game.FORCED_DEALER})
        for _ in range(3):
            shifts = weights.setdefault("shift", {})
            gaps = declared_gaps(game, rules, weights, n)
            shifts[variant] = shifts.get(variant, 0) + round(16 * gaps)


def declared_gaps(game: ModuleType, rules: Rules, weights: dict[str, Any], n: int) -> float:
    """Mean of points taken by the declaring side less the declarer's estimate, over traced hands."""
    block = blocks.pack(game.tables(rules), player_tables(weights, rules.variant))
    batch = play_hands(game, rules, 7, 0, n, None, ("rules", "rules"), weights)
    estimates = np.zeros((*batch.hands.shape, 4), np.int64)
    exchange.estimate_hands(block, batch.hands, estimates)
    gaps = []
    for i, auction in enumerate(batch.auctions):
        if auction.bidder is not None:
            allies = batch.tables_of[i].allies(auction.bidder)
            taken = sum(int(p) for k, p in enumerate(batch.taken[i]) if allies >> k & 1)
            gaps.append(taken - int(estimates[i, auction.bidder].max()) / 16)
    return float(np.mean(gaps))


def write(weights: dict[str, Any], path: Path) -> None:
    """Write a weights file."""
    lines = [
        "# Weights of the rules player, fitted by `python -m analyzer.tuning`; docs/players.md says what each is."
    ]
    for table, entries in weights.items():
        lines += ["", f"[{table}]", *(f"{name} = {value}" for name, value in entries.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--deals", type=int, default=60_000)
    parser.add_argument("--passes", type=int, default=8)
    options = parser.parse_args()
    weights = read_weights(options.game)
    rules = resolve(GAMES[options.game].SHEET)
    tables, table = GAMES[options.game].tables(rules), GAMES[options.game].seating(rules)
    allies = [table.allies(seat) for seat in range(len(table.active))]
    path = Path(sims.__file__).parent / "weights" / f"{options.game}.toml"

    def report(text: str) -> None:
        sys.stderr.write(text + "\n")
        write(weights, path)

    if options.passes:
        climb(tables, allies, weights, options.deals, options.passes, report)
        report(f"estimate within {fit_values(tables, allies, weights, options.deals):.2f} points")
    fit_shifts(GAMES[options.game], weights, 4_000)
    write(weights, path)


if __name__ == "__main__":
    main()
