"""Random words: one counter-based stream for each (master seed, deal index, purpose).

A stream is a start of the Weyl sequence of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014, fig. 15);
the start is the same finaliser applied to the seed, the purpose and the deal index. Nothing is shared
between deals, so any order, chunking or thread count gives the same words.

A word of 64 bits serves several draws below small bounds by multiply-high, the low half of the
product being the next word; with a product of bounds under 2**37 the bias is below 2**-27.
"""

from __future__ import annotations

import numpy as np

from sims._jit import helper
from sims.bits import multiply_high

DEAL, CALLS, EXCHANGE, PLAY, WORLDS, EVIDENCE = (np.int64(i) for i in range(6))  # the purposes

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31 = np.uint64(30), np.uint64(27), np.uint64(31)
_S11, _UNIT = np.uint64(11), 2.0**-53


@helper
def mix(word):
    """The finaliser of SplitMix64, uint64 -> uint64, a bijection."""
    word = (word ^ (word >> _S30)) * _MIX1
    word = (word ^ (word >> _S27)) * _MIX2
    return word ^ (word >> _S31)


@helper
def purpose_key(seed, purpose):
    """uint64 key of one purpose under a uint64 master seed."""
    return mix(seed + _GOLDEN * np.uint64(purpose + 1))


@helper
def stream(key, deal):
    """uint64 start of the stream of one deal (int64 index) under a purpose's key."""
    return mix(key + _GOLDEN * np.uint64(deal + 1))


@helper
def advance(state):
    """The next state of a stream; `mix` of it is the random word."""
    return state + _GOLDEN


@helper
def below(word, bound):
    """An integer in 0..bound-1 from the high half of the product."""
    return multiply_high(word, bound)


@helper
def spend(word, bound):
    """What is left of a word after a draw below `bound`: the low half of the product."""
    return word * np.uint64(bound)


@helper
def fraction(word):
    """The upper 53 bits of a word as a fraction of 2^53, float64 in 0..1."""
    return np.float64(word >> _S11) * _UNIT
