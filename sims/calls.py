"""How the players call in an auction; docs/players.md is the text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sims._jit import kernel
from sims.auction import HOLD, PASS, Auction
from sims.streams import CALLS, advance, mix, purpose_key, stream
from sims.tables import Int64Array

WORDS = 64  # an auction of four players on eleven bids has at most 44 bids and 4 passes


@kernel
def _call_words(seed, deals, words):
    key = purpose_key(seed, CALLS)
    for row in range(len(deals)):
        state = stream(key, deals[row])
        for i in range(words.shape[1]):
            state = advance(state)
            words[row, i] = mix(state)


def deal_words(seed: int, deals: Int64Array) -> NDArray[np.uint64]:
    """The words of the streams of calls of some deals, one for each call of an auction: uint64[deal, WORDS]."""
    words = np.zeros((len(deals), WORDS), np.uint64)
    _call_words(np.uint64(seed), deals, words)
    return words


def call_words(seed: int, low: int, high: int) -> list[list[int]]:
    """`deal_words` of the deals low..high-1, as lists."""
    rows: list[list[int]] = deal_words(seed, np.arange(low, high)).tolist()
    return rows


def random_call(auction: Auction, word: int) -> str:
    """Passes with chance 1/2, else a uniform one of the legal calls; a forced bid is uniform."""
    legal = auction.legal()
    doubled = 2 * word
    if legal[0] == PASS and doubled >> 64 == 0:
        return PASS
    rest = doubled & 0xFFFFFFFFFFFFFFFF
    if legal[0] != PASS:
        rest = word
    return legal[rest * len(legal) >> 64]


def rules_call(auction: Auction, limit: int, partners: tuple[int, ...]) -> str:
    """The lowest bid that is legal, or a hold, up to the limit; never over a partner's bid."""
    legal = auction.legal()
    forced = legal[0] != PASS
    if not forced and auction.bidder in partners:
        return PASS
    if HOLD in legal and auction.bid <= limit:
        return HOLD
    bids = [call for call in legal if call not in (PASS, HOLD)]
    if bids and (forced or int(bids[0]) <= limit):
        return bids[0]
    return PASS


def bid_limits(estimates: Int64Array, bids: tuple[int, ...], needed: dict[int, int]) -> Int64Array:
    """The highest bid that each hand is worth, 0 if none: int64[deal, seat].

    estimates int64[deal, seat, trump] in sixteenths of points; needed: the points that a bid asks of an
    estimate, where that is not the bid itself.
    """
    best = estimates.max(axis=2) // 16
    limits = np.zeros(best.shape, np.int64)
    for bid in bids:
        limits[best >= needed.get(bid, bid)] = bid
    return limits
