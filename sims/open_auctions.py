"""Auctions of many deals side by side, each as far as it has come: seats of different profiles, other seats asked
from outside (docs/bidders.md), and layouts dealt around hands that differ from row to row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sims._jit import helper, kernel
from sims.auction import AuctionRules
from sims.bidding import (
    FIRST_BID,
    PASS_CODE,
    Calling,
    Float32Array,
    Float64Array,
    calling_of,
    chances_now,
    draw_call,
    next_caller,
    settle_call,
)
from sims.blocks import DEALT, KNOWN, WORK_SIZE
from sims.calls import WORDS
from sims.deals import deal_hands
from sims.memory import get
from sims.profiles import Profile
from sims.streams import CALLS, DEAL, advance, mix, purpose_key, stream
from sims.tables import Int64Array

# columns of the state of an auction
PLACE, BID, BIDDER, OUT, MADE, OVER, BOLD = range(7)
STATE_SIZE = 7


class Bidders(NamedTuple):
    """`sims.bidding.Calling` with a profile for each kernel seat: curves float64[seat, situation, GRID + 1], jumps
    and trembles float64[seat]."""

    callers: Int64Array
    partners: Int64Array
    switches: Int64Array
    curves: Float64Array
    jumps: Float64Array
    trembles: Float64Array


def bidders_of(
    auction: AuctionRules, partners: Sequence[Sequence[int]], profiles: Sequence[Profile]
) -> Bidders:
    """The arrays of an auction; partners and profiles by kernel seat."""
    first = calling_of(auction, partners, profiles[0])
    return Bidders(
        first.callers,
        first.partners,
        first.switches,
        np.array([profile.curves() for profile in profiles]),
        np.array([profile.jump for profile in profiles]),
        np.array([profile.tremble for profile in profiles]),
    )


class OpenAuctions(NamedTuple):
    """states int64[auction, STATE_SIZE]: place of the next caller, ladder index of the bid and its bidder (-1: none),
    bit set of the seats that are out, calls made, 1 when it is over, bit set of the seats that have made a bid;
    calls int8[auction, WORDS]: codes."""

    states: Int64Array
    calls: NDArray[np.int8]

    def copies(self, rows: Int64Array) -> OpenAuctions:
        """Some of the auctions, as often as they are named, to be gone on with apart."""
        return OpenAuctions(self.states[rows], self.calls[rows])

    def turns(self, bidders: Bidders) -> Int64Array:
        """The kernel seat whose turn it is, int64[auction]; of auctions that are over, anybody."""
        return bidders.callers[self.states[:, PLACE]]


def new_auctions(bidders: Bidders, dealer: int, n: int) -> OpenAuctions:
    """n auctions before their first call."""
    callers = bidders.callers.tolist()
    states = np.zeros((n, STATE_SIZE), np.int64)
    states[:, PLACE] = (callers.index(dealer) + 1) % len(callers)
    states[:, BID] = states[:, BIDDER] = -1
    return OpenAuctions(states, np.zeros((n, WORDS), np.int8))


@helper
def of_seat(bidders, seat):
    """The arrays of the auction with the profile of one seat."""
    return Calling(
        bidders.callers,
        bidders.partners,
        bidders.switches,
        bidders.curves[seat],
        bidders.jumps[seat],
        bidders.trembles[seat],
    )


@helper
def make_call(calling, dealer, code, state, calls):
    """Make the call of the seat whose turn it is."""
    place, made, bidder, out = state[PLACE], state[MADE], state[BIDDER], state[OUT]
    seat = calling.callers[place]
    calls[made] = code
    if code != PASS_CODE:
        state[BOLD] |= 1 << seat
    bid, bidder, out, over = settle_call(calling, code, seat, dealer, state[BID], bidder, out, made)
    state[BID], state[BIDDER], state[OUT], state[MADE], state[OVER] = bid, bidder, out, made + 1, over
    if not over:
        state[PLACE] = next_caller(calling.callers, place, out)


@helper
def chances_here(calling, dealer, chances, state, found):
    """`chances_now` of the seat whose turn it is; chances float32[seat, bid]."""
    seat = calling.callers[state[PLACE]]
    chances_now(calling, dealer, chances[seat], seat, state[BID], state[BIDDER], state[OUT], found)


@helper
def word_of(key, number, place):
    """The word of a call by its place in the auction of a deal."""
    state = stream(key, number)
    for _ in range(place + 1):
        state = advance(state)
    return mix(state)


@kernel
def _go_on(bidders, dealer, seed, numbers, chances, of, codes, asked, states, calls):
    key = purpose_key(seed, CALLS)
    found = np.zeros(chances.shape[2] + FIRST_BID)
    for row in range(len(states)):
        state = states[row]
        if codes[row] >= 0:
            make_call(of_seat(bidders, 0), dealer, codes[row], state, calls[row])
        while state[OVER] == 0:
            seat = bidders.callers[state[PLACE]]
            if (asked >> seat) & 1 != 0:
                break
            calling = of_seat(bidders, seat)
            chances_here(calling, dealer, chances[of[row]], state, found)
            code = draw_call(found, word_of(key, numbers[of[row]], state[MADE]))
            make_call(calling, dealer, code, state, calls[row])


def go_on(
    bidders: Bidders,
    dealer: int,
    seed: int,
    numbers: Int64Array,
    chances: Float32Array,
    auctions: OpenAuctions,
    *,
    of: Int64Array | None = None,
    codes: Int64Array | None = None,
    asked: int = 0,
) -> None:
    """Make calls until an auction is over or it is the turn of a seat in the bit set `asked`.

    numbers int64[deal]: numbers of the deals, whose streams of calls are drawn from as in `sims.bidding`; chances
    float32[deal, seat, bid]: P(make) of the best trump; of int64[auction]: the row of each one's deal, its own number
    if None; codes int64[auction]: a call to begin with, -1: none.
    """
    n = len(auctions.states)
    rows = np.arange(n) if of is None else of
    first = np.full(n, -1, np.int64) if codes is None else codes
    _go_on(
        bidders,
        dealer,
        np.uint64(seed),
        numbers,
        chances,
        rows,
        first,
        asked,
        auctions.states,
        auctions.calls,
    )


@kernel
def _weigh(bidders, dealer, chances, of, heard, counts, own, start, weights):
    found = np.zeros(chances.shape[2] + FIRST_BID)
    state, spare = np.zeros(STATE_SIZE, np.int64), np.zeros(WORDS, np.int8)
    for row in range(len(weights)):
        auction = of[row]
        state[:] = start
        weight = 1.0
        for made in range(counts[auction]):
            seat = bidders.callers[state[PLACE]]
            calling = of_seat(bidders, seat)
            code = np.int64(heard[auction, made])
            if seat != own[auction]:
                chances_here(calling, dealer, chances[row], state, found)
                weight *= found[code]
            make_call(calling, dealer, code, state, spare)
        weights[row] = weight


def weigh_layouts(
    bidders: Bidders,
    dealer: int,
    chances: Float32Array,
    auctions: OpenAuctions,
    of: Int64Array,
    own: Int64Array,
) -> Float64Array:
    """How likely the calls of auctions are with layouts, float64[layout] in 0..1; those of the seats `own`
    int64[auction] are left out. chances float32[layout, seat, bid]; of int64[layout]: its auction."""
    weights = np.zeros(len(chances))
    start = new_auctions(bidders, dealer, 1).states[0]
    counts = np.ascontiguousarray(auctions.states[:, MADE])
    _weigh(bidders, dealer, chances, of, auctions.calls, counts, own, start, weights)
    return weights


@kernel
def _deal_around(seed, numbers, block, known, hands):
    rules = np.int64(block.ctypes.data)
    scratch = np.zeros(WORK_SIZE, np.int64)
    work = np.int64(scratch.ctypes.data)
    key = purpose_key(seed, DEAL)
    for row in range(len(numbers)):
        for seat in range(hands.shape[1]):
            scratch[KNOWN + seat] = known[row, seat]
        deal_hands(rules, work, key, numbers[row])
        for seat in range(hands.shape[1]):
            hands[row, seat] = get(work, DEALT + seat)


def deal_around(block: Int64Array, seed: int, numbers: Int64Array, known: Int64Array) -> Int64Array:
    """Hands int64[deal, seat], natural masks, of the deals with these numbers, each with its own hands given: known
    int64[deal, seat], 0 = to be drawn. The same as `sims.deals.deal_some` gives for each."""
    hands = np.zeros_like(known)
    _deal_around(np.uint64(seed), numbers, block, known, hands)
    return hands
