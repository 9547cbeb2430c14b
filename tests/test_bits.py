"""Words as sets of cards, against plain whole numbers."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest
from scipy.stats import chisquare

from sims import bits
from sims.streams import advance, below, mix, purpose_key, spend, stream
from tests.naive.streams import DEAL, PLAY, WORD, Words, key
from tests.naive.streams import mix as plain_mix

RNG = random.Random(3)
LANES = [(1 << 15) - 1 << shift for shift in (0, 16, 32, 48)]
MASKS = [
    *(1 << index for index in range(63)),
    *LANES,
    sum(LANES),
    (1 << 63) - 1,
    0b1011,
    *(RNG.getrandbits(63) for _ in range(300)),
    *(RNG.getrandbits(63) & RNG.getrandbits(63) & RNG.getrandbits(63) for _ in range(100)),
]


@numba.njit
def counts(masks, out):
    for i in range(len(masks)):
        out[i, 0] = bits.count(masks[i])
        out[i, 1] = bits.lowest_index(masks[i])
        out[i, 2] = bits.highest_index(masks[i])


@numba.njit
def chosen(masks, ranks, out):
    for i in range(len(masks)):
        out[i, 0] = bits.select(masks[i], ranks[i])
        out[i, 1] = bits.select_portable(masks[i], ranks[i])


@numba.njit
def draws(word, bounds, out):
    for i in range(len(bounds)):
        out[i] = below(word, bounds[i])
        word = spend(word, bounds[i])


@numba.njit
def stream_words(seed, purpose, deal, out):
    state = stream(purpose_key(seed, purpose), deal)
    for i in range(len(out)):
        state = advance(state)
        out[i] = mix(state)


def indices(mask: int) -> list[int]:
    return [index for index in range(64) if mask >> index & 1]


def test_counting_and_the_ends() -> None:
    out = np.zeros((len(MASKS), 3), np.int64)
    counts(np.array(MASKS, np.int64), out)
    assert out.tolist() == [[mask.bit_count(), indices(mask)[0], indices(mask)[-1]] for mask in MASKS]


def test_the_ends_of_the_empty_set() -> None:
    out = np.zeros((1, 3), np.int64)
    counts(np.zeros(1, np.int64), out)
    assert out.tolist() == [[0, 64, -1]]


def test_every_card_of_every_set_is_selected() -> None:
    wanted = [(mask, r, 1 << index) for mask in MASKS for r, index in enumerate(indices(mask))]
    masks, ranks, right = (np.array(column, np.int64) for column in zip(*wanted, strict=True))
    out = np.zeros((len(masks), 2), np.int64)
    chosen(masks, ranks, out)
    assert (out[:, 0] == right).all()
    assert (out[:, 1] == right).all()


@pytest.mark.parametrize("word", [0, 1, WORD - 1, WORD // 2, 0x9E3779B97F4A7C15])
def test_draws_below_bounds(word: int) -> None:
    bounds = [52, 51, 50, 49, 48, 1, 2, 9, 13]
    out = np.zeros(len(bounds), np.int64)
    draws(np.uint64(word), np.array(bounds, np.int64), out)
    right = []
    for bound in bounds:
        right.append(word * bound >> 64)
        word = word * bound % WORD
    assert out.tolist() == right


@pytest.mark.parametrize("seed", [0, 5, WORD - 1])
@pytest.mark.parametrize("deal", [0, 1, 10**12])
def test_streams_are_those_of_the_page(seed: int, deal: int) -> None:
    for purpose in (DEAL, PLAY):
        out = np.zeros(4, np.uint64)
        stream_words(np.uint64(seed), np.int64(purpose), np.int64(deal), out)
        words = Words(seed, purpose, deal)
        assert [int(word) for word in out] == [words.fresh() for _ in range(4)]
        assert key(seed, purpose) == plain_mix(seed + 0x9E3779B97F4A7C15 * (purpose + 1))


def test_words_of_successive_deals_are_uniform() -> None:
    """The first draw below 36 of 36,000 deals, and the second draw of the same word."""
    firsts, seconds = np.zeros(36, int), np.zeros(35, int)
    out, drawn = np.zeros(1, np.uint64), np.zeros(2, np.int64)
    for deal in range(36_000):
        stream_words(np.uint64(2), np.int64(0), np.int64(deal), out)
        draws(out[0], np.array([36, 35], np.int64), drawn)
        firsts[drawn[0]] += 1
        seconds[drawn[1]] += 1
    assert chisquare(firsts).pvalue > 0.001
    assert chisquare(seconds).pvalue > 0.001
