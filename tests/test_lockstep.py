"""Random playouts side by side: the same counts as contract play and as the naive twin, deal by deal."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from sims import tables as t
from sims.deals import deal_batch
from sims.games import GAMES, find_rules
from sims.lockstep import LANES, random_points
from sims.seeds import master_seed
from tests.contract_kernels import block_of, logged, task_of
from tests.naive import deals as naive_deals
from tests.naive.frames import SEATS, deck_of, frame_of
from tests.naive.hand import points_taken
from tests.naive.players import Trick, best_of
from tests.naive.streams import PLAY, Words

CASES = [
    ("two-hundred", "base", {}),
    ("two-hundred", "kitty", {}),
    ("nahanni", "base", {}),
    ("nahanni", "base", {"plain_follow": "follow_or_trump", "plain_ace": "one"}),
]
RANGES = [(17, 0, 640), (0, 64, 128), (2**64 - 1, 1_000_000, 1_000_000 + 5 * LANES), ("text", 32, 320)]


def tables_of(game: str, variant: str, switches: dict[str, str]) -> t.Tables:
    tables: t.Tables = GAMES[game].tables(find_rules(game, variant, dict(switches)))
    return tables


def lanes(
    game: str, variant: str, switches: dict[str, str], seed: int | str, low: int, high: int
) -> list[int]:
    """Deals by points of seat 0's side."""
    counts = np.zeros(101, np.int64)
    random_points(block_of(tables_of(game, variant, switches)), master_seed(seed), low, high, counts)
    assert counts.sum() == high - low
    return counts.tolist()


def longest(hand: list[str]) -> str:
    return max("CDHS", key=lambda suit: sum(card[1] == suit for card in hand))


def points_of_seat_0(game: str, switches: dict[str, str | int], seed: int | str, deal: int) -> int:
    """Seat 0 leads, its longest suit is trump; nothing is exchanged, kitty and stock stay hidden.

    The r-th lowest legal card is played: in the trump frame where the order of a suit hangs on trump, as the
    cards stand in the deck elsewhere.
    """
    size = 5 if game == "nahanni" else 9
    hands = naive_deals.deal(deck_of(game, switches), SEATS, size, 0, seed, deal).hands
    frame = frame_of(game, switches, longest(hands[0]))
    order = frame.index.__getitem__ if game == "nahanni" else naive_deals.card_id
    words = Words(seed, PLAY, deal)
    leader, tricks = 0, []
    for number in range(size):
        if number % 2 == 0:
            words.fresh()
        table: list[tuple[int, str]] = []
        for step in range(SEATS):
            seat = (leader + step) % SEATS
            legal = sorted(frame.legal(hands[seat], table[0][1] if table else None), key=order)
            card = legal[words.draw(len(legal))]
            hands[seat].remove(card)
            table.append((seat, card))
        tricks.append(Trick(leader, table, best_of(frame, table)[0]))
        leader = tricks[-1].winner
    return points_taken(frame, switches, 0, [[]] * SEATS, tricks)[0]


@pytest.mark.parametrize(("seed", "low", "high"), RANGES)
@pytest.mark.parametrize(("game", "variant", "switches"), CASES)
def test_the_lanes_play_as_the_naive_twin(
    game: str, variant: str, switches: dict[str, str], seed: int | str, low: int, high: int
) -> None:
    right = [0] * 101
    for deal in range(low, high):
        right[points_of_seat_0(game, {"variant": variant, **switches}, seed, deal)] += 1
    assert lanes(game, variant, switches, seed, low, high) == right


def by_contracts(
    game: str, variant: str, switches: dict[str, str], seed: int, low: int, high: int
) -> list[int]:
    """The same from contract play without an exchange, seat 0 declaring and leading."""
    tables = tables_of(game, variant, switches)
    settings = tables.settings.copy()
    settings[[t.KITTY, t.DRAWS, t.LEAD_OFFSET, t.EXCHANGE_BEFORE_TRUMP]] = 0
    block = block_of(tables._replace(settings=settings))
    hands, _, _ = deal_batch(block_of(tables), seed, low, high)
    sizes = np.stack([np.bitwise_count(hands[:, 0] >> 16 * suit & 0x7FFF) for suit in range(4)])
    played = logged(block, task_of(0), sizes.argmax(axis=0), 0, low, high, seed)
    counts: list[int] = np.bincount(played.points[:, 0], minlength=101).tolist()
    return counts


@pytest.mark.parametrize(("game", "variant", "switches"), [case for case in CASES if case[0] == "nahanni"])
def test_the_lanes_play_as_contracts_of_random_players(
    game: str, variant: str, switches: dict[str, str]
) -> None:
    for seed, low in [(1, 0), (2, 9_600)]:
        assert lanes(game, variant, switches, seed, low, low + 6_400) == by_contracts(
            game, variant, switches, seed, low, low + 6_400
        )


def check_points(game: str, variant: str, switches: dict[str, str], n: int) -> None:
    """Contract play draws in the trump frame, the lanes of Two Hundred in the order of the deck: other cards
    on the same deals, the same chances."""
    step = 40_000
    assert step % LANES == 0
    counts = np.zeros((2, 101), np.int64)
    for low in range(0, n, step):
        counts[0] += lanes(game, variant, switches, 3, low, low + step)
        counts[1] += by_contracts(game, variant, switches, 4, low, low + step)
    assert chi2_contingency(counts[:, counts.sum(axis=0) > 0]).pvalue > 0.001


@pytest.mark.parametrize(("game", "variant", "switches"), CASES)
def test_points_in_lanes_fall_as_in_contracts(game: str, variant: str, switches: dict[str, str]) -> None:
    check_points(game, variant, switches, 80_000)


@pytest.mark.full
@pytest.mark.parametrize(("game", "variant", "switches"), CASES)
def test_a_million_points_in_lanes_fall_as_in_contracts(
    game: str, variant: str, switches: dict[str, str]
) -> None:
    check_points(game, variant, switches, 1_000_000)


def test_counts_are_added_and_the_range_may_be_cut() -> None:
    block = block_of(tables_of("nahanni", "base", {}))
    parts, whole = np.zeros(31, np.int64), np.zeros(31, np.int64)
    for low, high in [(320, 640), (0, 32), (32, 320)]:
        random_points(block, 5, low, high, parts)
    random_points(block, 5, 0, 640, whole)
    assert parts.tolist() == whole.tolist()
    random_points(block, 5, 0, 640, whole)
    assert whole.tolist() == (2 * parts).tolist()


def test_points_come_in_steps_and_add_up() -> None:
    counts = lanes("two-hundred", "base", {}, 9, 0, 32_000)
    assert [points for points, count in enumerate(counts) if count] == list(range(0, 101, 5))
    counts = lanes("nahanni", "base", {}, 9, 0, 32_000)
    assert {points for points, count in enumerate(counts) if count} <= set(range(0, 31, 5))


@pytest.mark.parametrize(
    ("game", "switches", "mean", "within"),
    [
        ("two-hundred", {}, 58.2, 0.1),
        ("nahanni", {"plain_follow": "follow_or_trump", "plain_ace": "one"}, 18.28, 0.03),
    ],
)
def test_mean_points_are_those_of_another_program(
    game: str, switches: dict[str, str], mean: float, within: float
) -> None:
    """Means of 200,000 random hands from a program of its own in C++, with their errors of sampling."""
    counts = np.array(lanes(game, "base", switches, 77, 0, 640_000))
    assert abs((counts * np.arange(101)).sum() / 640_000 - mean) <= within
