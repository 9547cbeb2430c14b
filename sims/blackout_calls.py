"""Partnership Blackout: what the players call; docs/players-blackout.md is the text."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sims._jit import helper, kernel
from sims.bits import ZERO, count, lowest_index
from sims.cards import LANE
from sims.errors import Refused
from sims.games.blackout import BOARD, NIL, PASS, SIDES, Contract, numbers, personal_nil
from sims.memory import at
from sims.sheets import Rules
from sims.tables import TRUMP_LANE, Int64Array
from sims.tricks_tables import BOARD as BOARD_CODE
from sims.tricks_tables import BOARD_FROM, LOWEST, NIL_DANGER, PERSONAL, SHAPE, VALUE
from sims.tricks_tables import NIL as NIL_CODE
from sims.tricks_tables import PASS as PASS_CODE

SAFE_STEP = 3


@helper
def estimate(rules, hand):
    """Tricks that a hand is taken to win, in 1024ths."""
    tricks = at(rules, SHAPE)
    rest = hand
    while rest:
        index = lowest_index(rest)
        rest &= rest - 1
        tricks += at(rules, VALUE + (index & 15) + (16 if index >= 48 else ZERO))
    spades = count(hand & TRUMP_LANE)
    tricks += at(rules, SHAPE + 3) * max(ZERO, spades - 3)
    if spades:
        for suit in range(3):
            held = count(hand & (LANE << 16 * suit))
            if held < 2:
                tricks += at(rules, SHAPE + 1 + held)
    return tricks


@helper
def number_of(rules, hand):
    """The number that a hand is worth: its estimate in whole tricks, within what may be called."""
    return min(ZERO + 12, max(at(rules, LOWEST), estimate(rules, hand) >> 10))


@helper
def nil_danger(hand):
    """How far a hand is from a safe nil: the places by which its lowest cards are too high."""
    danger = ZERO
    for suit in range(3):
        rest, safe = hand & (LANE << 16 * suit), 2
        while rest and safe < 9:
            danger += max(ZERO, (lowest_index(rest) & 15) - safe)
            rest &= rest - 1
            safe += SAFE_STEP
    rest = hand & TRUMP_LANE
    danger += 3 * max(ZERO, count(rest) - 2)
    while rest:
        danger += max(ZERO, (lowest_index(rest) & 15) - 4)
        rest &= rest - 1
    return danger


@helper
def rules_call(rules, hand, partner):
    """The call of the rules player; partner: the number that his partner has called, -1 for none."""
    if nil_danger(hand) <= at(rules, NIL_DANGER) and (at(rules, PERSONAL) or partner == 0):
        return ZERO + NIL_CODE
    if estimate(rules, hand) + 1024 * max(ZERO, partner) >= at(rules, BOARD_FROM):
        return ZERO + BOARD_CODE
    return number_of(rules, hand)


@kernel
def rules_calls(block, hands, calls):
    """The rules player's call of each hand: hands int64[], calls int64[hand, 1 + partner's number], -1 none."""
    rules = np.int64(block.ctypes.data)
    for row in range(len(hands)):
        for partner in range(-1, 13):
            calls[row, 1 + partner] = rules_call(rules, hands[row], partner)


@kernel
def estimates(block, hands, tricks, dangers):
    """Estimate and danger of each hand."""
    rules = np.int64(block.ctypes.data)
    for row in range(len(hands)):
        tricks[row] = estimate(rules, hands[row])
        dangers[row] = nil_danger(hands[row])


@dataclass
class Auction:
    """One circuit of calls from the left of the dealer."""

    rules: Rules
    dealer: int
    calls: list[tuple[int, str]] = field(default_factory=list)

    def called(self, seat: int) -> str | None:
        """What a seat has called, if it has."""
        return dict(self.calls).get(seat)

    @property
    def turn(self) -> int | None:
        """Whose turn it is, None when all who may have called."""
        spoken = (self.calls[-1][0] - self.dealer - 1) % 4 + 1 if self.calls else 0
        for step in range(spoken, 4):
            seat = (self.dealer + 1 + step) % 4
            if self.called((seat + 2) % 4) not in (NIL, BOARD, PASS):
                return seat
        return None

    def legal(self) -> list[str]:
        """The calls that the seat whose turn it is may make."""
        if self.turn is None:
            return []
        named = [*map(str, numbers(self.rules)), NIL, BOARD]
        return named if personal_nil(self.rules) else [PASS, *named]

    def call(self, call: str) -> None:
        """Make the call of the seat whose turn it is."""
        if call not in self.legal():
            raise Refused(f"seat {self.turn} cannot call {call!r}: its calls are {', '.join(self.legal())}")
        self.calls.append((self.turn if self.turn is not None else -1, call))

    def contract(self, side: int) -> Contract | None:
        """What a side has undertaken; None if it has passed."""
        calls = [(seat, call) for seat, call in self.calls if seat in SIDES[side]]
        seat, last = calls[-1]
        if last == PASS:
            return None
        if last == BOARD:
            return Contract(BOARD)
        if last == NIL:
            return Contract(NIL, nil_seats=(seat,) if personal_nil(self.rules) else SIDES[side])
        number = min(12, sum(int(call) for _, call in calls))
        return Contract(str(number), number)

    def winner(self) -> tuple[int, str] | None:
        """Rule 5b: the seat of the higher call of the side with the higher sum, and the contract."""
        if personal_nil(self.rules):
            return None
        contracts = [self.contract(side) for side in (0, 1)]
        worth = [-1 if c is None or c.call == NIL else 13 if c.call == BOARD else c.number for c in contracts]
        if worth[0] == worth[1]:
            return None
        side = 0 if worth[0] > worth[1] else 1
        won = contracts[side]
        own = [(seat, call) for seat, call in self.calls if seat in SIDES[side]]
        best = max(own, key=lambda entry: 13 if entry[1] == BOARD else int(entry[1]))
        return best[0], won.call if won else ""


def random_call(auction: Auction, word: int) -> str:
    """A uniform legal call; where passing is legal, pass with chance 1/2 first."""
    legal = auction.legal()
    if legal[0] == PASS:
        doubled = 2 * word
        if doubled >> 64 == 0:
            return PASS
        word = doubled & 0xFFFFFFFFFFFFFFFF
    return legal[word * len(legal) >> 64]


def call_name(code: int) -> str:
    """The text of a call's code."""
    return {BOARD_CODE: BOARD, NIL_CODE: NIL, PASS_CODE: PASS}.get(code, str(code))


def run_auction(
    rules: Rules, dealer: int, policies: list[str], words: list[int], codes: Int64Array
) -> Auction:
    """The calls of one deal; codes int64[seat, 1 + partner's number] of `rules_calls`."""
    auction = Auction(rules, dealer)
    while (seat := auction.turn) is not None:
        if policies[seat] == "random":
            auction.call(random_call(auction, words[len(auction.calls)]))
        else:
            said = auction.called((seat + 2) % 4)
            auction.call(call_name(int(codes[seat, 0 if said is None else 1 + int(said)])))
    return auction


def own_number(block: Int64Array, hand: int) -> int:
    """The number that the rules player calls with a hand."""
    tricks, danger = np.zeros(1, np.int64), np.zeros(1, np.int64)
    estimates(block, np.array([hand], np.int64), tricks, danger)
    return min(12, max(int(block[LOWEST]), int(tricks[0]) >> 10))
