"""Soft bidding: the chance of every call of a hand, auctions by it, and how well hands go with calls heard.

docs/bidding.md is the text. A call is a code: 0 pass, 1 hold, 2 + k the k-th bid of the ladder.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sims._jit import helper, kernel
from sims.auction import HOLD, PASS, Auction, AuctionRules
from sims.calls import WORDS, deal_words
from sims.profiles import GRID, Profile
from sims.streams import fraction
from sims.tables import Int64Array

Float32Array = NDArray[np.float32]
Float64Array = NDArray[np.float64]

PASS_CODE, HOLD_CODE, FIRST_BID = 0, 1, 2
OPEN, OVER, PARTNER = range(3)  # whose bid stands: nobody's, an opponent's, a partner's
NO_CALLS = np.zeros(0, np.int64)


class Calling(NamedTuple):
    """An auction's rules and a profile as the kernels read them.

    callers int64[place]: kernel seats in order of speaking; partners int64[seat]: bit sets of kernel seats;
    switches int64[5]: number of bids, ladder index that ends it (-1 none), hold, single round, forced, overbid out;
    curves float64[situation, GRID + 1]: willingness to undertake a bid by its P(make); jump: how much less likely
    each further step is; tremble: share of calls made at random.
    """

    callers: Int64Array
    partners: Int64Array
    switches: Int64Array
    curves: Float64Array
    jump: float
    tremble: float


def calling_of(auction: AuctionRules, partners: Sequence[Sequence[int]], profile: Profile) -> Calling:
    """The arrays of an auction; partners: for each kernel seat, the other seats of its side."""
    ends = auction.bids.index(auction.ends_at) if auction.ends_at in auction.bids else -1
    switches = [
        len(auction.bids), ends, auction.hold, auction.single_round, auction.forced, auction.overbid_out
    ]  # fmt: skip
    return Calling(
        np.array(auction.seats, np.int64),
        np.array([sum(1 << seat for seat in others) for others in partners], np.int64),
        np.array(switches, np.int64),
        profile.curves(),
        profile.jump,
        profile.tremble,
    )


@helper
def willing(curves, situation, chance):
    """How willing a seat is to undertake a bid that it makes with this chance."""
    return curves[situation, np.int64(GRID * chance + 0.5)]


@helper
def call_chances(calling, chances, bid, bidder, may_hold, must, partner, found):
    """Write the chance of each call into found float64[2 + bids]; what is not legal gets 0.

    chances float[bids]: P(make) of each bid; bid: ladder index that stands, -1 none; partner: the bidder is one.
    """
    bids = len(found) - FIRST_BID
    situation = OPEN if bidder < 0 else (PARTNER if partner else OVER)
    total, act, legal, weight = 0.0, -1.0, 0 if must else 1, 1.0
    for code in range(bids + FIRST_BID):
        found[code] = 0.0
        if code == PASS_CODE or (code == HOLD_CODE and not may_hold):
            continue
        step = bid if code == HOLD_CODE else code - FIRST_BID
        if code != HOLD_CODE and step <= bid:
            continue
        share = willing(calling.curves, situation, chances[step])
        if act < 0.0:
            act = share
        found[code] = weight * share
        total += found[code]
        weight *= calling.jump
        legal += 1
    act = 1.0 if must else max(act, 0.0)
    plain = 1.0 - calling.tremble
    for code in range(bids + FIRST_BID):
        allowed = code >= FIRST_BID + bid + 1 or (code == HOLD_CODE and may_hold)
        if code == PASS_CODE:
            found[code] = 0.0 if must else plain * (1.0 - act) + calling.tremble / legal
        elif allowed and total > 0.0:
            found[code] = plain * act * found[code] / total + calling.tremble / legal
        elif allowed:  # forced to bid what he would not: the lowest
            lowest = 1.0 if code == FIRST_BID + bid + 1 else 0.0
            found[code] = plain * act * lowest + calling.tremble / legal


@helper
def draw_call(found, word):
    """The code of the call that a word draws by its chances."""
    left = fraction(word)
    code = -1
    for each in range(len(found)):
        if found[each] > 0.0:
            code = each
            left -= found[each]
            if left < 0.0:
                break
    return code


@helper
def next_caller(callers, place, out):
    """The place of the next seat that is not out."""
    n = len(callers)
    for step in range(1, n + 1):
        after = (place + step) % n
        if (out >> callers[after]) & 1 == 0:
            return after
    return place


@helper
def settle_call(calling, code, seat, dealer, bid, bidder, out, made):
    """(bid, bidder, out, over) after a call; made: calls before it."""
    ends, single, overbid_out = calling.switches[1], calling.switches[3], calling.switches[5]
    if code == PASS_CODE:
        out |= 1 << seat
    elif code == HOLD_CODE:
        bidder = seat
    else:
        if overbid_out != 0 and bidder >= 0 and bidder != dealer:
            out |= 1 << bidder
        bid, bidder = code - FIRST_BID, seat
    left, last = 0, -1
    for caller in calling.callers:
        if (out >> caller) & 1 == 0:
            left, last = left + 1, caller
    over = (
        left == 0
        or (left == 1 and last == bidder)
        or (bid >= 0 and bid == ends)
        or (single != 0 and made + 1 == len(calling.callers))
    )
    return bid, bidder, out, over


@helper
def may_hold(calling, seat, dealer, bidder):
    """Whether the dealer may take the bid at the same amount."""
    return calling.switches[2] != 0 and seat == dealer and bidder >= 0 and bidder != dealer


@helper
def must_bid(calling, seat, dealer, bidder, out):
    """Whether a forced dealer is the last who may bid."""
    others = 0
    for caller in calling.callers:
        others += (out >> caller) & 1
    return calling.switches[4] != 0 and seat == dealer and bidder < 0 and others == len(calling.callers) - 1


@helper
def chances_now(calling, dealer, chances, seat, bid, bidder, out, found):
    """`call_chances` of the seat whose turn it is, as the auction stands; chances float[bids]: its own."""
    partner = bidder >= 0 and (calling.partners[seat] >> bidder) & 1 != 0
    hold = may_hold(calling, seat, dealer, bidder)
    must = must_bid(calling, seat, dealer, bidder, out)
    call_chances(calling, chances, bid, bidder, hold, must, partner, found)


@helper
def place_of(callers, seat):
    """The place of a seat among those that call."""
    found = 0
    for place in range(len(callers)):
        if callers[place] == seat:
            found = place
    return found


@kernel
def _run(calling, dealer, chances, words, heard, calls, counts, ends):
    """Auctions of many deals that begin with the calls heard (int64[call], codes): chances float32[deal, seat, bid],
    words uint64[deal, WORDS]; writes calls int8[deal, WORDS], counts int64[deal] and ends int64[deal, 3]: the ladder
    index of the bid, the bidder (both -1 where all pass) and the bit set of seats that have made a bid."""
    found = np.zeros(chances.shape[2] + FIRST_BID)
    start = place_of(calling.callers, dealer)
    for row in range(len(chances)):
        place = next_caller(calling.callers, start, 0)
        bid, bidder, out, made, over, bold = -1, -1, 0, 0, False, 0
        while not over:
            seat = calling.callers[place]
            if made < len(heard):
                code = heard[made]
            else:
                chances_now(calling, dealer, chances[row, seat], seat, bid, bidder, out, found)
                code = draw_call(found, words[row, made])
            calls[row, made] = code
            if code != PASS_CODE:
                bold |= 1 << seat
            bid, bidder, out, over = settle_call(calling, code, seat, dealer, bid, bidder, out, made)
            made += 1
            if not over:
                place = next_caller(calling.callers, place, out)
        counts[row] = made
        ends[row, 0], ends[row, 1], ends[row, 2] = bid, bidder, bold


@kernel
def _weigh(calling, dealer, chances, heard, own, weights):
    """How likely the calls heard (int64[call], codes) are with the hands of many deals, those of seat `own`
    left out: weights float64[deal]."""
    found = np.zeros(chances.shape[2] + FIRST_BID)
    start = place_of(calling.callers, dealer)
    for row in range(len(chances)):
        place = next_caller(calling.callers, start, 0)
        bid, bidder, out, over, weight = -1, -1, 0, False, 1.0
        for made in range(len(heard)):
            seat = calling.callers[place]
            if seat != own:
                chances_now(calling, dealer, chances[row, seat], seat, bid, bidder, out, found)
                weight *= found[heard[made]]
            bid, bidder, out, over = settle_call(calling, heard[made], seat, dealer, bid, bidder, out, made)
            if not over:
                place = next_caller(calling.callers, place, out)
        weights[row] = weight


def codes_of(auction: AuctionRules, calls: Sequence[str]) -> Int64Array:
    """The codes of calls by name, int64[call]."""
    named = {PASS: PASS_CODE, HOLD: HOLD_CODE} | {
        str(bid): FIRST_BID + i for i, bid in enumerate(auction.bids)
    }
    return np.array([named[call] for call in calls], np.int64)


class Auctions(NamedTuple):
    """Auctions of some deals: calls int8[deal, WORDS], codes; counts int64[deal], calls made; ends int64[deal, 3]: the
    ladder index of the final bid and its bidder, -1 where all pass, and the bit set of seats that have made a bid."""

    calls: NDArray[np.int8]
    counts: Int64Array
    ends: Int64Array


def run_auctions(
    calling: Calling,
    dealer: int,
    chances: Float32Array,
    seed: int,
    deals: Int64Array,
    heard: Int64Array = NO_CALLS,
) -> Auctions:
    """The auctions of some deals by number; chances float32[deal, seat, bid]: P(make) of the best trump.

    heard int64[call]: codes of the calls already made. Each call takes its word of the deal's stream of calls.
    """
    n = len(chances)
    found = Auctions(np.zeros((n, WORDS), np.int8), np.zeros(n, np.int64), np.zeros((n, 3), np.int64))
    _run(calling, dealer, chances, deal_words(seed, deals), heard, *found)
    return found


def named_auctions(rules: AuctionRules, dealer: int, found: Auctions) -> list[Auction]:
    """Auctions as their calls by name."""
    names = (PASS, HOLD, *map(str, rules.bids))
    auctions = []
    for codes, count in zip(found.calls.tolist(), found.counts.tolist(), strict=True):
        auction = Auction(rules, dealer)
        for code in codes[:count]:
            auction.call(names[code])
        auctions.append(auction)
    return auctions


def weigh_calls(
    calling: Calling, dealer: int, chances: Float32Array, heard: Int64Array, own: int
) -> Float64Array:
    """How likely the calls heard from the left of the dealer on are with the hands of each deal, float64[deal] in
    0..1; the calls of seat `own` are left out. chances float32[deal, seat, bid]."""
    weights = np.zeros(len(chances))
    _weigh(calling, dealer, chances, heard, own, weights)
    return weights
