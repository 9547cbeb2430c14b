"""Labels of Blackout: a call of seat 0 whose partner and opponents call as the `rules` player does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analyzer.faces.blackout_records import rules_block
from analyzer.fitting.labels import Hands, Heads, Outcomes, Questions, by_weight
from sims import blocks
from sims import tricks_tables as t
from sims.blackout_calls import estimates, rules_calls
from sims.blackout_play import log_hands
from sims.deals import deal_batch
from sims.games import GAMES
from sims.games import blackout as game
from sims.instant import LEAST_SCORE, MOST_SCORE
from sims.players import policy_code
from sims.sheets import resolve
from sims.tables import Int64Array

SEATS = 4
NUMBERS = 12
RUN = 100  # deals in a row with one dealer
NIL, BOARD = 12, 13  # the places of these calls after those of the numbers 1..12


class Calls:
    """Partnership Blackout: `rules`' calls of the others are part of the deal."""

    seats = SEATS
    columns: tuple[str, ...] = ("own number", "one more", "nil")

    def __init__(self, name: str) -> None:
        self.game = GAMES[name]
        self.rules = resolve(self.game.SHEET)
        self.block = rules_block(self.rules, "rollout:1")
        self.scores = t.side_scores(self.rules)

    def heads(self) -> Heads:
        """Board is below the number 12; nil stands alone."""
        calls, numbers = NUMBERS + 2, np.arange(NUMBERS)
        near = np.zeros((calls, calls), np.float32)
        near[:NUMBERS, :NUMBERS] = np.exp(-0.5 * ((numbers[:, None] - numbers) / 1.5) ** 2)
        before = np.array([*(numbers - 1), -1, NUMBERS - 1], np.int64)
        return Heads(
            before, np.zeros(calls, np.float32), near, (float(MOST_SCORE), float(MOST_SCORE - LEAST_SCORE))
        )

    def by_bid(self, errors: Sequence[float]) -> list[float]:
        """All numbers, and board, as the numbers near that of the rules player."""
        number = float(np.sqrt(np.mean(np.square(errors[:-1]))))
        return [number] * NUMBERS + [float(errors[-1]), number]

    def numbers(self, hands: Int64Array) -> Int64Array:
        """The numbers that the rules player takes hands to be worth, int64[hand]."""
        tricks, dangers = np.zeros((2, len(hands)), np.int64)
        estimates(self.block, hands, tricks, dangers)
        found: Int64Array = np.clip(tricks >> 10, self.block[t.LOWEST], NUMBERS)
        return found

    def questions(self, seed: int, low: int, high: int) -> Questions:
        """The dealer changes after a run of deals; numbers near that of the rules player, and nil with hands in no
        danger, are more frequent, and nothing is left out."""
        n, rng = high - low, np.random.default_rng((seed, low))
        dealt, _, _ = deal_batch(self.block, seed, low, high)
        hands = np.ascontiguousarray(dealt[:, 0])
        tricks, dangers = np.zeros((2, n), np.int64)
        estimates(self.block, hands, tricks, dangers)
        numbers = np.clip(tricks >> 10, 1, NUMBERS)
        weights = np.zeros((n, NUMBERS + 2))
        away = np.arange(1, NUMBERS + 1) - numbers[:, None]
        weights[:, :NUMBERS] = 0.05 + np.exp(-0.5 * (away / 1.5) ** 2)
        weights[:, NIL] = 0.3 + 3 * np.exp(-dangers / 8)
        weights[:, BOARD] = 0.05 + 2 * (numbers >= 6)
        places = np.arange(low, high) // RUN % SEATS
        return Questions(hands, places, np.zeros(n, np.int64), by_weight(rng, weights))

    def contracts(self, dealt: Int64Array, firsts: Int64Array, bids: Int64Array) -> Int64Array:
        """The rows of `log_hands`: dealt int64[n, 4]; firsts int64[n], which of the seats 1 and 3 calls before the
        other; bids int64[n], calls of seat 0."""
        n, row = len(dealt), np.arange(len(dealt))
        calls = np.zeros((4 * n, 14), np.int64)
        rules_calls(self.block, np.ascontiguousarray(dealt.ravel()), calls)
        by_seat = calls.reshape(n, SEATS, 14)
        rows = np.zeros((n, 7), np.int64)
        codes, nils, called = rows[:, :2], rows[:, 2], rows[:, 3:]
        numeric, beside = bids < NUMBERS, self.numbers(np.ascontiguousarray(dealt[:, 2]))
        codes[:, 0] = np.where(
            numeric, np.minimum(NUMBERS, bids + 1 + beside), np.where(bids == BOARD, t.BOARD, t.FREE)
        )
        nils |= np.where(bids == NIL, 1, 0)
        called[:, 0] = np.where(numeric, bids + 2, 0)
        called[:, 2] = np.where(numeric, 1 + beside, 0)
        seconds = 4 - firsts
        said = by_seat[row, firsts, 0]
        answer = by_seat[row, seconds, 1 + np.minimum(said, NUMBERS)]
        opened = said >= t.BOARD
        called[row, firsts] = np.where(opened, 0, 1 + said)
        called[row, seconds] = np.where(opened | (answer >= t.BOARD), 0, 1 + answer)
        last, who = np.where(opened, said, answer), np.where(opened, firsts, seconds)
        total = np.where(last >= t.BOARD, last, np.minimum(NUMBERS, said + answer))
        codes[:, 1] = np.where(total == t.NIL, t.FREE, total)
        nils |= np.where(total == t.NIL, 1 << who, 0)
        return rows

    def play(self, seed: int, low: int, high: int, asked: Questions, player: str) -> Outcomes:
        """What comes of the questions in self-play."""
        known = np.zeros(SEATS, np.int64)
        return self.played(seed, low, high, known, asked.places, asked.bids, player)

    def played(
        self,
        seed: int,
        low: int,
        high: int,
        known: Int64Array,
        places: Int64Array,
        bids: Int64Array,
        player: str,
    ) -> Outcomes:
        """What comes of calls of seat 0; known int64[4]: hands that are given."""
        n, code = high - low, policy_code(player)
        dealt, _, _ = deal_batch(self.block, seed, low, high, known)
        dealers = (3 - places) % SEATS
        firsts = np.where(
            (dealers == 0) | (dealers == 3), 1, 3
        )  # the first seat of the side after the dealer
        rows = self.contracts(dealt, firsts, bids)
        by_seat = np.zeros((n, SEATS), np.int64)
        runs = np.flatnonzero(np.diff(places, prepend=-1, append=-1))  # of one dealer, who is the task's
        for first, last in zip(runs[:-1].tolist(), runs[1:].tolist(), strict=True):
            task = blocks.new_task(SEATS, 0, int(dealers[first]), 0b0101, (code, code))
            task[blocks.KNOWN : blocks.KNOWN + SEATS] = known
            log = np.zeros((last - first, 52), np.int8)
            part, tricks = rows[first:last], by_seat[first:last]
            log_hands(np.uint64(seed), low + first, low + last, self.block, task, part, log, tricks)
        return self.outcomes(dealt, rows, bids, by_seat)

    def held_out(self, seed: int, low: int, high: int) -> Hands:
        """Any hand; the number of the rules player, one more, and nil."""
        dealt, _, _ = deal_batch(self.block, seed, low, high)
        hands = np.ascontiguousarray(dealt[:, 0])
        own, deals = self.numbers(hands) - 1, np.arange(low, high)
        more, nil = np.minimum(own + 1, NUMBERS - 1), np.full(len(own), NIL)
        bids = np.stack([own, more, nil], axis=1)
        return Hands(hands, deals % SEATS, np.zeros(len(own), np.int64), bids)

    def layouts(
        self, seed: int, n: int, hand: int, place: int, trump: int, bid: int, player: str
    ) -> tuple[Int64Array, NDArray[np.float64]]:
        """(made, score) of n layouts of a hand of seat 0 in self-play."""
        known = np.array([hand, 0, 0, 0], np.int64)
        reached, worth = self.played(seed, 0, n, known, np.full(n, place), np.full(n, bid), player)
        made = reached >> bid & 1
        own = np.where(made, worth[:, 0], LEAST_SCORE)
        return made, (own - worth[:, 1] - LEAST_SCORE).astype(float)

    def outcomes(
        self, dealt: Int64Array, rows: Int64Array, bids: Int64Array, by_seat: Int64Array
    ) -> Outcomes:
        """What comes of hands whose tricks int64[n, seat] are known."""
        tricks, row = by_seat[:, 0] + by_seat[:, 2], np.arange(len(by_seat))
        beside = self.numbers(np.ascontiguousarray(dealt[:, 2]))
        asked = np.minimum(NUMBERS, np.arange(1, NUMBERS + 1) + beside[:, None])
        made = np.zeros((len(by_seat), NUMBERS + 2), np.int64)
        made[:, :NUMBERS] = tricks[:, None] >= asked
        made[:, NIL], made[:, BOARD] = by_seat[:, 0] == 0, tricks == t.TRICKS
        score = np.zeros((len(by_seat), 2), np.int64)
        for side in (0, 1):
            own = tricks if side == 0 else t.TRICKS - tricks
            nils = rows[:, 2] >> side & 0b0101
            nil_made = by_seat[row, np.where(nils >> 2, side + 2, side)] == 0
            alone = np.where(nil_made, game.NIL_MADE, game.NIL_SET)
            score[:, side] = np.where(nils, alone, self.scores[rows[:, side], own])
        kept = np.where(made[row, bids], score[:, 0], 0)
        worth = np.stack([kept, score[:, 1] - LEAST_SCORE], axis=1)
        return Outcomes((made << np.arange(NUMBERS + 2)).sum(axis=1), worth)
