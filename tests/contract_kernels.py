"""Driving the kernels of contracts in tests: one task, many deals; hands that are laid open; two cards that meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sims import blocks
from sims import tables as t
from sims.cards import CARD_NAMES, SUITS, mask_of
from sims.contracts import Tally, log_contracts, tally_contracts
from sims.exchange import ANY_TRUMP
from sims.players import POLICIES, player_tables, read_weights

SEED = 20_260


def block_of(tables: t.Tables, game: str = "two-hundred") -> t.Int64Array:
    """The rules block; only the rules player reads the weights of `game`."""
    return blocks.pack(tables, player_tables(read_weights(game)))


def task_of(
    declarer: int,
    *,
    seats: int = 4,
    dealer: int = 3,
    policies: tuple[str, str] = ("random", "random"),
    known: Mapping[int, Sequence[str]] | None = None,
) -> t.Int64Array:
    allies = sum(1 << seat for seat in range(declarer % 2, seats, 2))
    task: t.Int64Array = blocks.new_task(
        seats, declarer, dealer, allies, (POLICIES[policies[0]], POLICIES[policies[1]])
    )
    for seat, cards in (known or {}).items():
        task[blocks.KNOWN + seat] = mask_of(cards)
    return task


def sampled(
    block: t.Int64Array, task: t.Int64Array, trumps: str, bids: Sequence[int], low: int, high: int, seed: int
) -> Tally:
    """The tally of the deals low..high-1; a trump is a suit letter or "?" for one named after the kitty."""
    named = np.array([ANY_TRUMP if trump == "?" else SUITS.index(trump) for trump in trumps], np.int64)
    cells = len(trumps) * len(bids)
    tally = Tally(*(np.zeros(cells, np.int64) for _ in range(3)), np.zeros((cells, cells), np.int64))
    tally_contracts(np.uint64(seed), low, high, block, task, named, np.array(bids, np.int64), tally)
    return tally


@dataclass(frozen=True)
class Logged:
    """Played hands: frame indices int8[deal, ply], frame masks int64[deal, seat], points int64[deal, seat]
    and points of the declaring side and of the others int64[deal, 2]."""

    log: np.ndarray
    gone: t.Int64Array
    taken: t.Int64Array
    points: t.Int64Array


def logged(
    block: t.Int64Array, task: t.Int64Array, trumps: t.Int64Array, bid: int, low: int, high: int, seed: int
) -> Logged:
    """The hands of the deals low..high-1, each under its own trump and all under one row of the ladder."""
    n, seats, plies = high - low, int(block[t.SEATS]), int(block[t.SEATS] * block[t.TRICKS_IN_HAND])
    tasks = np.repeat(task[None, :], n, axis=0)
    log, gone = np.zeros((n, plies), np.int8), np.zeros((n, seats), np.int64)
    taken, played = np.zeros((n, seats), np.int64), np.full(n, -1, np.int64)
    bids = np.full(n, bid, np.int64)
    log_contracts(np.uint64(seed), low, high, block, tasks, trumps, bids, played, gone, log, taken)
    ours = np.array([int(task[blocks.ALLIES]) >> seat & 1 == 1 for seat in range(seats)])
    points = np.stack([taken[:, ours].sum(axis=1), taken[:, ~ours].sum(axis=1)], axis=1)
    return Logged(log, gone, taken, points)


def laid_open(tables: t.Tables, size: int, seats: int = 4) -> t.Tables:
    """The same game with hands of another size and nothing to exchange; each trick counts 5 more."""
    settings = tables.settings.copy()
    settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND]] = seats, size, size
    settings[[t.KITTY, t.DRAWS, t.EXCHANGE_BEFORE_TRUMP, t.DRAW_AFTER_TRICK]] = 0
    settings[t.TRICK_POINTS] += 5
    return tables._replace(settings=settings)


def plays(tables: t.Tables, hands: Sequence[str], trump: str, row: int = 0, n: int = 300) -> set[str]:
    """The different ways in which random players play four given hands; seat 0 declares."""
    known = {seat: hand.split() for seat, hand in enumerate(hands)}
    block = block_of(laid_open(tables, len(known[0])))
    suit = SUITS.index(trump)
    played = logged(block, task_of(0, known=known), np.full(n, suit, np.int64), row, 0, n, SEED)
    return {" ".join(CARD_NAMES[int(card)] for card in cards) for cards in tables.to_card[suit][played.log]}


def beaten(tables: t.Tables, trump: str, pairs: Sequence[tuple[str, str]]) -> list[bool]:
    """For each (led, played): whether the second card takes the trick of the two."""
    block = block_of(laid_open(tables, 1, seats=2))
    offset = int(tables.settings[t.LEAD_OFFSET])
    n, suit = len(pairs), SUITS.index(trump)
    tasks = np.repeat(task_of(1 if offset else 0, seats=2)[None, :], n, axis=0)
    for row, (led, played) in enumerate(pairs):
        tasks[row, [blocks.KNOWN, blocks.KNOWN + 1]] = mask_of([led]), mask_of([played])
    log, gone, taken = np.zeros((n, 2), np.int8), np.zeros((n, 2), np.int64), np.zeros((n, 2), np.int64)
    trumps, bids, out = np.full(n, suit, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    log_contracts(np.uint64(SEED), 0, n, block, tasks, trumps, bids, out, gone, log, taken)
    assert [CARD_NAMES[int(card)] for card in tables.to_card[suit][log[:, 0]]] == [led for led, _ in pairs]
    assert ((taken > 0).sum(axis=1) == 1).all()
    found: list[bool] = (taken[:, 1] > 0).tolist()
    return found
