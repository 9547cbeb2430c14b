"""The advised bidder for many positions at once: each call followed on layouts that go with the calls heard.

The same policy as `bidodds advise`, with fewer layouts: the auction goes on by one profile for every seat, contracts
are played by the table's player and settled, and the best mean decides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.bidders.table import BidTable
from sims.bidding import FIRST_BID, HOLD_CODE, PASS_CODE, Float32Array, Float64Array
from sims.open_auctions import (
    BID,
    BIDDER,
    BOLD,
    MADE,
    OUT,
    Bidders,
    OpenAuctions,
    deal_around,
    go_on,
    weigh_layouts,
)
from sims.profiles import Profile
from sims.tables import Int64Array

LEAST = 0.2  # chance of making a bid from which on it is worth following
LAYOUTS = 48  # of each position
MORE = 4  # times as many for the calls that may be the best
CLOSE = 2.0  # standard errors by which a call may be behind to be one of them
CANDIDATES = 3  # layouts looked at for each that is picked, where there are calls to go by
MOST_LAYOUTS = 1 << 20  # numbers of layouts that one deal may use


@dataclass(frozen=True)
class Advisor:
    """How a bidder is advised: by points or by chances to win the match; layouts for each position, and MORE times
    as many again for calls that are close; profile: how everybody is taken to call."""

    profile: Profile
    by_match: bool
    layouts: int = LAYOUTS


class Positions(NamedTuple):
    """Seats' turns: seat, hand int64[position]; chances float32[position, bid] and trumps int64[position, bid] of the
    own hand; auctions: as far as they have come; scores int64[position, side]; deal int64[position]: number, which
    the numbers of the layouts go by."""

    seat: Int64Array
    hand: Int64Array
    chances: Float32Array
    trumps: Int64Array
    auctions: OpenAuctions
    scores: Int64Array
    deal: Int64Array

    def some(self, rows: Int64Array) -> Positions:
        """Some of the positions."""
        return Positions(
            self.seat[rows],
            self.hand[rows],
            self.chances[rows],
            self.trumps[rows],
            self.auctions.copies(rows),
            self.scores[rows],
            self.deal[rows],
        )


class Layouts(NamedTuple):
    """Layouts of positions, one after another: of int64[layout], the position; numbers int64[layout] under the seed
    of layouts; known int64[layout, seat]; chances float32[layout, seat, bid], trumps int64[layout, seat, bid]."""

    of: Int64Array
    numbers: Int64Array
    known: Int64Array
    chances: Float32Array
    trumps: Int64Array


class Advice(NamedTuple):
    """What calls come to: position, code int64[row]; points, win float64[row, layout]: of the own side."""

    position: Int64Array
    code: Int64Array
    points: Float64Array
    win: Float64Array


def legal_codes(table: BidTable, positions: Positions) -> list[list[int]]:
    """The legal calls of each position as codes, pass first."""
    states, rules, found = positions.auctions.states, table.auction, []
    for seat, state in zip(positions.seat.tolist(), states.tolist(), strict=True):
        others = state[OUT].bit_count() == len(rules.seats) - 1
        must = rules.forced and seat == table.dealer and state[BIDDER] < 0 and others
        hold = rules.hold and seat == table.dealer and state[BIDDER] not in (-1, seat)
        codes = [] if must else [PASS_CODE]
        codes += [HOLD_CODE] if hold else []
        found.append(codes + list(range(FIRST_BID + state[BID] + 1, FIRST_BID + len(table.bids))))
    return found


def worth_following(table: BidTable, positions: Positions) -> list[list[int]]:
    """The legal calls but those whose contract the hand makes with a chance below LEAST; never none."""
    found = []
    for row, codes in enumerate(legal_codes(table, positions)):
        bid = int(positions.auctions.states[row, BID])
        chance = positions.chances[row].tolist()
        kept = [
            code
            for code in codes
            if code == PASS_CODE or chance[bid if code == HOLD_CODE else code - FIRST_BID] >= LEAST
        ]
        found.append(kept or codes[:1])
    return found


def layouts_for(
    table: BidTable, seed: int, positions: Positions, bidders: Bidders, wanted: int, first: int = 0
) -> Layouts:
    """So many layouts for each position from the number `first` on, in proportion to how likely the calls heard are
    with them.

    Of CANDIDATES times as many, each is taken where the running sum of the likelihoods passes the next of equally
    spaced marks, so that with equal likelihoods every third one is, and with no call heard the first ones.
    """
    n, heard = len(positions.seat), positions.auctions.states[:, MADE] > 0
    number_of = np.where(heard, CANDIDATES * wanted, wanted)
    of = np.repeat(np.arange(n), number_of)
    begins = np.cumsum(number_of) - number_of
    numbers = positions.deal[of] * MOST_LAYOUTS + first + np.arange(len(of)) - begins[of]
    known = np.zeros((len(of), table.seats), np.int64)
    known[np.arange(len(of)), positions.seat[of]] = positions.hand[of]
    hands = deal_around(table.block, seed, numbers, known)
    chances = np.zeros((*hands.shape, len(table.bids)), np.float32)
    spoke = has_called(table, positions)
    asked = (spoke & (np.arange(table.seats) != positions.seat[:, None]))[of]
    chances[asked], _ = table.chances_at(hands[asked], np.nonzero(asked)[1])
    weights = weigh_layouts(bidders, table.dealer, chances, positions.auctions, of, positions.seat)
    picks = np.zeros((n, wanted), np.int64)
    marks = (np.arange(wanted) + 0.5) / wanted
    for row, (begin, size) in enumerate(zip(begins.tolist(), number_of.tolist(), strict=True)):
        running = np.cumsum(weights[begin : begin + size])
        picks[row] = begin + np.searchsorted(running, marks * running[-1])
    chosen = picks.ravel()
    chances, trumps = chances_around(table, hands[chosen], of[chosen], positions)
    return Layouts(of[chosen], numbers[chosen], known[chosen], chances, trumps)


def has_called(table: BidTable, positions: Positions) -> NDArray[np.bool_]:
    """Which seats have called, bool[position, seat]: those that are out or have made a bid."""
    states = positions.auctions.states
    seats = states[:, OUT] | states[:, BOLD]
    spoke: NDArray[np.bool_] = (seats[:, None] >> np.arange(table.seats) & 1) != 0
    return spoke


def chances_around(
    table: BidTable, hands: Int64Array, of: Int64Array, positions: Positions
) -> tuple[Float32Array, Int64Array]:
    """`BidTable.chances` of layouts int64[layout, seat]; those of the own hand are there already, and seats that
    are out make no more calls and keep 0."""
    shape = (*hands.shape, len(table.bids))
    chances, trumps = np.zeros(shape, np.float32), np.zeros(shape, np.int64)
    own = np.arange(table.seats) == positions.seat[of][:, None]
    chances[own], trumps[own] = positions.chances[of], positions.trumps[of]
    others = ~own & (positions.auctions.states[of, OUT][:, None] >> np.arange(table.seats) & 1 == 0)
    chances[others], trumps[others] = table.chances_at(hands[others], np.nonzero(others)[1])
    return chances, trumps


def follow(
    table: BidTable,
    seed: int,
    positions: Positions,
    layouts: Layouts,
    calls: list[list[int]],
    bidders: Bidders,
) -> Advice:
    """Follow calls (codes, by position) on the layouts of each position, as many for every one."""
    each = len(layouts.of) // len(positions.seat)
    position = np.repeat(np.arange(len(calls)), [len(codes) for codes in calls])
    code = np.array([code for codes in calls for code in codes], np.int64)
    where = (position[:, None] * each + np.arange(each)).ravel()  # row * each + k -> layout
    auctions = positions.auctions.copies(layouts.of[where])
    go_on(
        bidders, table.dealer, seed, layouts.numbers, layouts.chances, auctions, of=where,
        codes=np.repeat(code, each),
    )  # fmt: skip
    bid, bidder = auctions.states[:, BID], auctions.states[:, BIDDER]
    played = np.flatnonzero(bidder >= 0)
    key = (where[played] * table.seats + bidder[played]) * len(table.bids) + bid[played]
    different, place = np.unique(key, return_inverse=True)
    layout, rest = np.divmod(different, table.seats * len(table.bids))
    seat, level = np.divmod(rest, len(table.bids))
    contracts = table.play(
        seed, layouts.numbers[layout], seat, level, layouts.trumps[layout, seat, level], layouts.known[layout]
    )
    of = np.full(len(where), -1, np.int64)
    of[played] = place
    row = layouts.of[where]
    results = table.results(contracts, of, auctions.states[:, BOLD], positions.scores[row])
    side = table.side_of[positions.seat[row]]
    points, win = (part[np.arange(len(row)), side].reshape(-1, each) for part in results[:2])
    return Advice(position, code, points, win)


def advised_calls(table: BidTable, seed: int, positions: Positions, advisor: Advisor) -> Int64Array:
    """The calls of the advised bidder, codes int64[position].

    All calls worth following are followed on the first layouts; those that are not clearly behind then on more, and
    the best mean over both decides, the lowest call of equals.
    """
    calls = worth_following(table, positions)
    found = np.array([codes[0] for codes in calls], np.int64)
    bidders = table.bidders([advisor.profile] * table.seats)
    seen: list[dict[int, Float64Array]] = [{} for _ in calls]
    for first, layouts in ((0, advisor.layouts), (MOST_LAYOUTS // 2, MORE * advisor.layouts)):
        asked = np.array([row for row, codes in enumerate(calls) if len(codes) > 1], np.int64)
        if not len(asked):
            break
        part = positions.some(asked)
        spread = layouts_for(table, seed, part, bidders, layouts, first)
        advice = follow(table, seed, part, spread, [calls[row] for row in asked.tolist()], bidders)
        values = advice.win if advisor.by_match else advice.points
        for place, code, value in zip(advice.position.tolist(), advice.code.tolist(), values, strict=True):
            old = seen[asked[place]].get(code)
            seen[asked[place]][code] = value if old is None else np.append(old, value)
        for row in asked.tolist():
            here = {code: seen[row][code] for code in calls[row]}
            found[row] = max(here, key=lambda code: float(here[code].mean()))
            calls[row] = close_calls(here, int(found[row]))
    return found


def close_calls(values: dict[int, Float64Array], best: int) -> list[int]:
    """The calls that are not clearly behind the best one on the same layouts, that one among them."""
    kept = []
    for code, value in values.items():
        behind = values[best] - value
        error = float(behind.std(ddof=1)) / math.sqrt(len(behind)) if len(behind) > 1 else math.inf
        if code == best or float(behind.mean()) <= CLOSE * error:
            kept.append(code)
    return kept
