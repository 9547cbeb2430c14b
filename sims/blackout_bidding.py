"""Partnership Blackout, soft calls: the chance of every call, auctions, and how well hands go with calls heard.

docs/bidding.md is the text. A call is a code of `sims.tricks_tables`: 0..12 numbers, 13 board, 14 nil, 15 pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sims._jit import helper, kernel
from sims.bidding import Float64Array
from sims.blackout_calls import estimates
from sims.games import blackout as game
from sims.profiles import CountProfile
from sims.sheets import Rules
from sims.streams import fraction
from sims.tables import Int64Array
from sims.tricks_tables import BOARD, CODES, FREE, NIL, NONE_OF_BOTH, PASS

NOT_CALLED = -1
HIGHEST = 12
_FAR = 700.0

Int8Array = NDArray[np.int8]
UInt64Array = NDArray[np.uint64]


class CountCalling(NamedTuple):
    """The calls that the rules allow, and a profile.

    personal: 1 where nil binds its bidder alone and there is no pass; lowest: the lowest number; order int64[call]:
    the legal calls in the order in which a word chooses; numbers float64[6]: of a `CountProfile`.
    """

    personal: int
    lowest: int
    order: Int64Array
    numbers: Float64Array


class Hands(NamedTuple):
    """What the calls go by: tricks int64[deal, seat], estimates in 1024ths; dangers int64[deal, seat] of a nil."""

    tricks: Int64Array
    dangers: Int64Array


def count_calling(rules: Rules, profile: CountProfile) -> CountCalling:
    """The arrays of a rule sheet and a profile."""
    personal, numbers = game.personal_nil(rules), game.numbers(rules)
    order = [*([] if personal else [PASS]), *numbers, NIL, BOARD]
    return CountCalling(int(personal), numbers[0], np.array(order, np.int64), profile.numbers())


def hands_of(block: Int64Array, hands: Int64Array) -> Hands:
    """Estimates and dangers of hands int64[deal, seat], natural masks; block: `sims.tricks_tables.pack`."""
    found = Hands(np.zeros(hands.shape, np.int64), np.zeros(hands.shape, np.int64))
    estimates(block, hands.ravel(), found.tricks.ravel(), found.dangers.ravel())
    return found


@helper
def _logistic(x):
    return 1.0 / (1.0 + np.exp(-min(max(x, -_FAR), _FAR)))


@helper
def count_chances(calling, tricks, danger, partner, found):
    """Write the chance of each call into found float64[CODES], by code; what is not legal gets 0.

    tricks: the estimate in 1024ths; danger: of a nil; partner: the number that the partner has called, NOT_CALLED
    for none.
    """
    shift, spread, tremble = calling.numbers[0], calling.numbers[1], calling.numbers[5]
    own = np.float64(tricks) / 1024.0
    nil = 0.0
    if calling.personal != 0 or partner == 0:
        nil = _logistic((calling.numbers[2] - np.float64(danger)) / calling.numbers[3])
    both = own + np.float64(max(partner, 0))
    board = (1.0 - nil) * _logistic((both - calling.numbers[4]) / spread)
    rest, under = 1.0 - nil - board, 0.0
    found[:] = 0.0
    for number in range(calling.lowest, HIGHEST + 1):
        upto = 1.0
        if number < HIGHEST:
            upto = _logistic((np.float64(number + 1) - own - shift) / spread)
        found[number] = rest * (upto - under)
        under = upto
    found[NIL], found[BOARD] = nil, board
    for code in calling.order:
        found[code] = (1.0 - tremble) * found[code] + tremble / len(calling.order)


@kernel
def _complete(calling, dealer, tricks, dangers, heard, words, calls):
    """Calls of many deals: heard int64[call], codes, made already in all of them; the rest takes words
    uint64[deal, WORDS], one for each call; writes calls int8[deal, seat]."""
    found = np.zeros(CODES)
    for row in range(len(tricks)):
        made = 0
        calls[row, :] = NOT_CALLED
        for step in range(4):
            seat = (dealer + 1 + step) & 3
            partner = np.int64(calls[row, seat ^ 2])
            if partner >= BOARD:
                continue
            if made < len(heard):
                calls[row, seat] = heard[made]
            else:
                count_chances(calling, tricks[row, seat], dangers[row, seat], partner, found)
                left = fraction(words[row, made])
                for code in calling.order:
                    if found[code] > 0.0:
                        calls[row, seat] = code
                        left -= found[code]
                        if left < 0.0:
                            break
            made += 1


@kernel
def _weigh(calling, dealer, tricks, dangers, heard, own, weights):
    """How likely the calls heard (int64[call], codes) are, those of seat `own` left out: weights float64[deal]."""
    found, said = np.zeros(CODES), np.zeros(4, np.int64)
    for row in range(len(tricks)):
        said[:] = NOT_CALLED
        made, weights[row] = 0, 1.0
        for step in range(4):
            seat = (dealer + 1 + step) & 3
            if said[seat ^ 2] >= BOARD or made == len(heard):
                continue
            if seat != own:
                count_chances(calling, tricks[row, seat], dangers[row, seat], said[seat ^ 2], found)
                weights[row] *= found[heard[made]]
            said[seat] = heard[made]
            made += 1


def codes_of(calls: Sequence[str]) -> Int64Array:
    """The codes of calls by name, int64[call]."""
    named = {game.NIL: NIL, game.BOARD: BOARD, game.PASS: PASS}
    return np.array([named[call] if call in named else int(call) for call in calls], np.int64)


def complete_calls(
    calling: CountCalling, dealer: int, hands: Hands, heard: Int64Array, words: UInt64Array
) -> Int8Array:
    """The calls of many deals, int8[deal, seat]: codes, NOT_CALLED for who is skipped.

    heard int64[call]: what has been called already, from the left of the dealer on; words uint64[deal, call]: of the
    stream of calls, one for each call of the auction.
    """
    calls = np.zeros(hands.tricks.shape, np.int8)
    _complete(calling, dealer, hands.tricks, hands.dangers, heard, words, calls)
    return calls


def weigh_counts(
    calling: CountCalling, dealer: int, hands: Hands, heard: Int64Array, own: int
) -> Float64Array:
    """How likely the calls heard are with the hands of each deal, float64[deal] in 0..1; own: a seat whose calls are
    left out, -1 for none."""
    weights = np.zeros(len(hands.tricks))
    _weigh(calling, dealer, hands.tricks, hands.dangers, heard, own, weights)
    return weights


def contracts_of(calls: Int8Array, personal: bool) -> Int64Array:
    """What the sides undertake by complete calls int8[deal, seat], int64[deal, 7]: codes of the sides 0 and 1, the
    bit set of those with a nil of their own, and by seat 1 + the number called, 0 for none."""
    said = calls.astype(np.int64)
    rows = np.zeros((len(said), 7), np.int64)
    for side, seats in enumerate(game.SIDES):
        pair = said[:, list(seats)]
        last = pair.max(axis=1)
        code = np.where(last >= BOARD, last, np.minimum(HIGHEST, pair.sum(axis=1)))
        code[last == PASS] = FREE
        code[last == NIL] = FREE if personal else NONE_OF_BOTH
        rows[:, side] = code
    if personal:
        rows[:, 2] = (said == NIL) @ (1 << np.arange(4))
    rows[:, 3:] = np.where((said >= 0) & (said <= HIGHEST), said + 1, 0)
    return rows
