"""Deals: every card once, every place alike, nothing but seed and index decides."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import chi2, chisquare, hypergeom

from analyzer.odds import Question, answer
from sims import tables as t
from sims.cards import SUITS, mask_of
from sims.deals import deal_batch
from sims.games import GAMES, find_rules
from sims.seeds import master_seed
from tests.contract_kernels import block_of, logged, task_of

N = 40_000
SEED = 7_001
GAMES_AND_VARIANTS = [("two-hundred", "base"), ("two-hundred", "kitty"), ("nahanni", "base")]
PILES = {
    ("two-hundred", "base"): (9, 0, 0),
    ("two-hundred", "kitty"): (9, 4, 0),
    ("nahanni", "base"): (5, 3, 29),
}
PACKS = {
    ("two-hundred", "base"): "5789TJQKA",
    ("two-hundred", "kitty"): "56789TJQKA",
    ("nahanni", "base"): "23456789TJQKA",
}
# eight clubs, two of each other suit but hearts; of Two Hundred and of Nahanni alike
KNOWN_NINE = ("AC", "KC", "TC", "5C", "7D", "8D", "9S", "QS", "JC")
KNOWN_FIVE = ("5C", "JC", "AH", "2D", "9S")


@cache
def tables(game: str, variant: str) -> t.Tables:
    found: t.Tables = GAMES[game].tables(find_rules(game, variant))
    return found


def dealt(
    game: str, variant: str, seed: int, low: int, high: int, known: dict[int, int] | None = None
) -> np.ndarray:
    """Where each card lies, int[deal, card of the pack]: seats 0-3, kitty 4, places of the stock from 5."""
    given = np.array([(known or {}).get(seat, 0) for seat in range(4)], np.int64)
    hands, kitties, stocks = deal_batch(block_of(tables(game, variant)), seed, low, high, given)
    pack = pack_of(game, variant)
    where = np.full((high - low, len(pack)), -1, np.int8)
    for pile, masks in enumerate([*hands.T, kitties]):
        for place, card in enumerate(pack):
            held = (masks >> card) & 1 == 1
            assert (where[held, place] == -1).all()
            where[held, place] = pile
    column = {card: place for place, card in enumerate(pack)}
    for place, cards in enumerate(stocks.T):
        columns = np.array([column[int(card)] for card in cards], int)
        rows = np.arange(len(cards))
        assert (where[rows, columns] == -1).all()
        where[rows, columns] = 5 + place
    return where


def pack_of(game: str, variant: str) -> list[int]:
    return sorted(
        16 * suit + "23456789TJQKA".index(rank) for suit in range(4) for rank in PACKS[game, variant]
    )


def places_p_value(where: np.ndarray, sizes: list[int]) -> float:
    """Chance of counts of card x pile as uneven as these, piles being drawn without replacement.

    The cells are correlated: within a deal the indicators of cards and piles have the covariance of a
    random permutation, which makes Pearson's sum (cards / (cards - 1)) times chi-square with
    (cards - 1) * (piles - 1) degrees.
    """
    n, cards = where.shape
    labels = [pile for pile, size in enumerate(sizes) if size]
    counts = np.array([[(where[:, card] == pile).sum() for pile in labels] for card in range(cards)])
    expected = n * np.array([sizes[pile] for pile in labels]) / cards
    assert counts.sum() == n * cards
    statistic = ((counts - expected) ** 2 / expected).sum() * (cards - 1) / cards
    return float(chi2.sf(statistic, (cards - 1) * (len(labels) - 1)))


def sizes_of(game: str, variant: str) -> list[int]:
    hand, kitty, stock = PILES[game, variant]
    return [hand] * 4 + [kitty] + [1] * stock


@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
def test_every_card_is_dealt_once(game: str, variant: str) -> None:
    where = dealt(game, variant, SEED, 0, 2_000)  # asserts that no card lies in two piles
    for pile, size in enumerate(sizes_of(game, variant)):
        assert ((where == pile).sum(axis=1) == size).all()


def check_places(game: str, variant: str, n: int, seed: int) -> None:
    where = np.concatenate([dealt(game, variant, seed, low, low + N) for low in range(0, n, N)])
    assert len(where) == n
    assert places_p_value(where, sizes_of(game, variant)) > 0.001


@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
def test_every_pile_and_place_holds_every_card_alike(game: str, variant: str) -> None:
    check_places(game, variant, N, SEED)


@pytest.mark.full
@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
def test_every_pile_and_place_holds_every_card_alike_in_a_million_deals(game: str, variant: str) -> None:
    check_places(game, variant, 25 * N, SEED + 1)


def test_the_p_value_is_uniform_for_true_shuffles_and_sees_a_small_lean() -> None:
    shuffles = np.random.default_rng(1)
    piles = np.repeat(range(4), 3)
    values = [
        places_p_value(shuffles.permuted(np.tile(piles, (300, 1)), axis=1), [3] * 4) for _ in range(400)
    ]
    assert chisquare(np.histogram(values, 10, (0, 1))[0]).pvalue > 0.001
    where = dealt("two-hundred", "base", SEED, 0, N)
    leaning = where[(where[:, 0] != 2) | (np.arange(N) % 6 > 0)]  # a sixth of one seat's deals is lost
    assert places_p_value(leaning, sizes_of("two-hundred", "base")) < 1e-6


@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
def test_consecutive_deals_are_independent(game: str, variant: str) -> None:
    """Where a card lies in a deal says nothing on where it, or its neighbour, lies in the next."""
    where = np.minimum(dealt(game, variant, SEED + 2, 0, N), 5)  # the stock as one pile
    hand, kitty, stock = PILES[game, variant]
    share = np.array([size for size in (*[hand] * 4, kitty, stock) if size]) / len(pack_of(game, variant))
    labels = [pile for pile in range(6) if (pile < 4) or (pile == 4 and kitty) or (pile == 5 and stock)]
    expected = N / 2 * np.outer(share, share).ravel()
    for here, there in [(0, 0), (3, 3), (7, 7), (20, 20), (35, 35), (3, 4), (20, 19)]:
        first, second = where[::2, here], where[1::2, there]
        pairs = [((first == a) & (second == b)).sum() for a in labels for b in labels]
        assert chisquare(pairs, expected).pvalue > 0.001, (here, there)


def partners_clubs(
    game: str, variant: str, hand: tuple[str, ...], n: int, seed: int
) -> tuple[np.ndarray, int, int]:
    """(counts of deals by clubs of seat 2, clubs unknown, cards unknown) where seat 0 holds `hand`."""
    pack = pack_of(game, variant)
    where = dealt(game, variant, seed, 0, n, {0: mask_of(hand)})
    clubs = [place for place, card in enumerate(pack) if card < 16]
    unknown = [place for place in clubs if "23456789TJQKA"[pack[place]] + "C" not in hand]
    assert (where[:, clubs] == 0).sum() == n * (len(clubs) - len(unknown))
    return (
        np.bincount((where[:, unknown] == 2).sum(axis=1), minlength=10),
        len(unknown),
        len(pack) - len(hand),
    )


def check_hypergeometric(game: str, variant: str, hand: tuple[str, ...], n: int, seed: int) -> None:
    counts, clubs, cards = partners_clubs(game, variant, hand, n, seed)
    size = len(hand)
    expected = n * hypergeom.pmf(range(len(counts)), cards, clubs, size)
    assert counts[expected == 0].sum() == 0
    top = max(k for k in range(len(counts)) if expected[k:].sum() >= 5)  # the thin tail in one class
    counts = np.append(counts[:top], counts[top:].sum())
    expected = np.append(expected[:top], expected[top:].sum())
    assert chisquare(counts, expected).pvalue > 0.001


PARTNERS = [
    ("two-hundred", "base", KNOWN_NINE),
    ("two-hundred", "kitty", KNOWN_NINE),
    ("nahanni", "base", KNOWN_FIVE),
]


@pytest.mark.parametrize(("game", "variant", "hand"), PARTNERS)
def test_trumps_of_the_partner_are_hypergeometric(game: str, variant: str, hand: tuple[str, ...]) -> None:
    check_hypergeometric(game, variant, hand, N, SEED + 3)


@pytest.mark.full
@pytest.mark.parametrize(("game", "variant", "hand"), PARTNERS)
def test_trumps_of_the_partner_are_hypergeometric_in_a_million_deals(
    game: str, variant: str, hand: tuple[str, ...]
) -> None:
    check_hypergeometric(game, variant, hand, 25 * N, SEED + 4)


@pytest.mark.parametrize("seat", [0, 1, 3])
@pytest.mark.parametrize(("game", "variant", "hand"), PARTNERS)
def test_a_known_hand_stays_and_the_rest_is_uniform(
    game: str, variant: str, hand: tuple[str, ...], seat: int
) -> None:
    where = dealt(game, variant, SEED + 5 + seat, 0, 10_000, {seat: mask_of(hand)})
    known = np.isin(pack_of(game, variant), [c for c in range(64) if mask_of(hand) >> c & 1])
    assert (where[:, known] == seat).all()
    sizes = sizes_of(game, variant)
    sizes[seat] = 0
    assert places_p_value(where[:, ~known], sizes) > 0.001


def test_two_known_hands_stay() -> None:
    given = {1: mask_of(KNOWN_NINE), 2: mask_of(rank + "H" for rank in PACKS["two-hundred", "base"])}
    hands, kitties, stocks = deal_batch(
        block_of(tables("two-hundred", "base")), SEED, 0, 500, np.array([0, given[1], given[2], 0], np.int64)
    )
    assert (hands[:, 1] == given[1]).all()
    assert (hands[:, 2] == given[2]).all()
    whole = mask_of(rank + suit for suit in SUITS for rank in PACKS["two-hundred", "base"])
    assert (np.bitwise_or.reduce(hands, axis=1) == whole).all()
    assert kitties.tolist() == [0] * 500
    assert stocks.shape == (500, 0)
    assert len(set(hands[:, 0].tolist())) > 490


def test_the_next_of_the_stock_is_uniform_given_the_last() -> None:
    """Rank of the second card drawn among the cards left, from the lowest: all alike, whatever the first."""
    where = dealt("nahanni", "base", SEED + 9, 0, N)
    left = where >= 5
    for drawn in (1, 4, 5, 6):  # a new word of the stream is taken at the sixth card
        later = left & (where > 5 + drawn)
        own = np.argmax(where == 5 + drawn, axis=1)
        before = (later & (np.arange(52)[None, :] < own[:, None])).sum(axis=1)
        assert chisquare(np.bincount(before, minlength=29 - drawn)).pvalue > 0.001


@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
def test_other_seeds_give_other_deals(game: str, variant: str) -> None:
    texts = ["17", "seventeen", "", "Канада"]
    seeds = [0, 1, 17, -1, 2**63, *texts]
    block = block_of(tables(game, variant))
    batches = [deal_batch(block, master_seed(seed), 0, 300)[0].tolist() for seed in seeds]
    rows = [tuple(row) for batch in batches for row in batch]
    assert len(set(rows)) == len(rows) == 300 * len(seeds)
    assert deal_batch(block, master_seed(17), 0, 300)[0].tolist() == batches[2]


@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
def test_deals_do_not_depend_on_the_chunk(game: str, variant: str) -> None:
    block = block_of(tables(game, variant))
    whole = deal_batch(block, SEED, 0, 1_000)
    cuts = [0, 1, 2, 37, 500, 999, 1_000]
    parts = [deal_batch(block, SEED, low, high) for low, high in pairwise(cuts)]
    for i in range(3):
        assert (np.concatenate([part[i] for part in parts]) == whole[i]).all()


def test_the_hands_played_are_the_hands_dealt_whoever_plays() -> None:
    block = block_of(tables("two-hundred", "base"))
    hands, _, _ = deal_batch(block, SEED, 0, 300)
    to_card = tables("two-hundred", "base").to_card
    for policies in [("random", "random"), ("rules", "rules"), ("rules", "random")]:
        for declarer, trump, bid in [(0, 3, 0), (1, 0, 10), (2, 2, 5)]:
            trumps = np.full(300, trump, np.int64)
            played = logged(block, task_of(declarer, policies=policies), trumps, bid, 0, 300, SEED)
            for hand, log in zip(hands, to_card[trump][played.log], strict=True):
                leader = declarer
                of_seat = [0] * 4
                for trick in log.reshape(9, 4):
                    for step, card in enumerate(trick):
                        of_seat[(leader + step) % 4] |= 1 << int(card)
                    leader = (leader + winner(trick, trump)) % 4
                assert of_seat == hand.tolist()


def winner(trick: np.ndarray, trump: int) -> int:
    """Place of the winner of a trick of Two Hundred, by card ids: rank counts, trump over the suit led."""
    values = [
        (card & 15) + 100 * (card >> 4 == trump) if card >> 4 in (trump, trick[0] >> 4) else -1
        for card in trick
    ]
    return values.index(max(values))


@pytest.mark.parametrize(("game", "variant"), GAMES_AND_VARIANTS)
@pytest.mark.parametrize("policies", [("random", "random"), ("rules", "random")], ids="-".join)
def test_odds_do_not_depend_on_threads_and_chunks(game: str, variant: str, policies: tuple[str, str]) -> None:
    module, rules = GAMES[game], find_rules(game, variant)
    question = Question(
        module, rules, KNOWN_NINE if game == "two-hundred" else KNOWN_FIVE, ("S", "C"), tuple(module.bids(rules)),
        1, 2, *policies, seed=5, deals=1_001,
        scores=(0, 0),
    )  # fmt: skip
    first = answer(question, threads=1, chunk=1_001)
    assert first.complete
    for threads, chunk in [(1, 32), (2, 100), (2, 7), (3, None)]:
        other = answer(question, threads=threads, chunk=chunk)
        for name in ("made", "taken", "diff", "cross"):
            assert (getattr(other, name) == getattr(first, name)).all(), (threads, chunk, name)
