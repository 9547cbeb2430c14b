"""Soft bidding of docs/bidding.md, in plain Python: the chance of each call, auctions, the likelihood of calls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, floor
from typing import Any

from tests.naive.deals import SUITS
from tests.naive.exchange import estimate
from tests.naive.frames import Frame
from tests.naive.streams import CALLS, Words

PASS, HOLD = "pass", "hold"
STEPS = 1024
SPREAD = 0.09  # of all points

Numbers = Mapping[str, float]  # of a profile
Chances = Mapping[int, float]  # P(make) of each bid


@dataclass
class Talk:
    """An auction so far. ring: who may call, from the left of the dealer on, who is the last; sides: who plays with
    whom; bids: the ladder; rules: ends_at, hold, single_round, forced, overbid_out."""

    ring: Sequence[int]
    sides: Sequence[Sequence[int]]
    bids: Sequence[int]
    rules: Mapping[str, Any]
    calls: list[tuple[int, str]] = field(default_factory=list)

    @property
    def dealer(self) -> int:
        return self.ring[-1]

    @property
    def bid(self) -> int:
        return max((int(call) for _, call in self.calls if call.isdigit()), default=0)

    @property
    def bidder(self) -> int | None:
        return next((seat for seat, call in reversed(self.calls) if call != PASS), None)

    @property
    def still_in(self) -> list[int]:
        gone = {seat for seat, call in self.calls if call == PASS}
        if self.rules.get("overbid_out"):
            for place, (_, call) in enumerate(self.calls):
                before = Talk(self.ring, self.sides, self.bids, self.rules, self.calls[:place]).bidder
                if call.isdigit() and before not in (None, self.dealer):
                    gone.add(before)  # type: ignore[arg-type]
        return [seat for seat in self.ring if seat not in gone]

    @property
    def over(self) -> bool:
        if self.rules.get("single_round") and len(self.calls) == len(self.ring):
            return True
        ended = self.bid != 0 and self.bid == self.rules.get("ends_at")
        return ended or not self.still_in or self.still_in == [self.bidder]

    @property
    def turn(self) -> int:
        order = list(self.ring)
        if self.calls:
            place = order.index(self.calls[-1][0]) + 1
            order = order[place:] + order[:place]
        return next(seat for seat in order if seat in self.still_in)

    @property
    def must(self) -> bool:
        alone = self.bidder is None and self.still_in == [self.dealer]
        return bool(self.rules.get("forced")) and alone

    def acts(self) -> list[str]:
        """The legal calls but pass, the least undertaking first."""
        held = self.rules.get("hold") and self.turn == self.dealer and self.bidder not in (None, self.dealer)
        return [HOLD] * bool(held) + [str(bid) for bid in self.bids if bid > self.bid]

    def partner_bids(self) -> bool:
        return any(self.turn in side and self.bidder in side for side in self.sides)


def willing(wanted: float, chance: float, softness: float) -> float:
    """The willingness to undertake a bid that is made with this chance."""
    short = (wanted - floor(chance * STEPS + 0.5) / STEPS) / softness
    return 1 / (1 + exp(min(short, 700.0)))


def call_chances(talk: Talk, chances: Chances, numbers: Numbers) -> dict[str, float]:
    """The chance of each legal call of the seat whose turn it is, in the order pass, hold, bids."""
    situation = "open" if talk.bidder is None else "partner" if talk.partner_bids() else "over"
    acts = talk.acts()
    wishes = [
        willing(numbers[situation], chances[talk.bid if act == HOLD else int(act)], numbers["softness"])
        for act in acts
    ]
    weights = [numbers["jump"] ** step * wish for step, wish in enumerate(wishes)]
    speaks = 1.0 if talk.must else wishes[0] if acts else 0.0
    total = sum(weights)
    found = {} if talk.must else {PASS: 1 - speaks}
    for act, weight in zip(acts, weights, strict=True):
        lowest = 1.0 if act == acts[0] else 0.0
        found[act] = speaks * (weight / total if total > 0 else lowest)
    tremble = numbers["tremble"]
    return {call: (1 - tremble) * chance + tremble / len(found) for call, chance in found.items()}


def chosen(shares: Mapping[str, float], fraction: float) -> str:
    """The first call whose chance, added to those before it, is above the fraction."""
    so_far = 0.0
    for call, share in shares.items():
        so_far += share
        if so_far > fraction:
            return call
    return next(call for call in reversed(shares) if shares[call] > 0)


def hold_auction(
    talk: Talk, chances: Mapping[int, Chances], numbers: Numbers, seed: int, index: int
) -> list[tuple[int, str]]:
    """The calls of a deal, each with a word of its stream of calls."""
    words = Words(seed, CALLS, index)
    while not talk.over:
        fraction = (words.fresh() >> 11) / 2**53
        shares = call_chances(talk, chances[talk.turn], numbers)
        talk.calls.append((talk.turn, chosen(shares, fraction)))
    return talk.calls


def likelihood(
    talk: Talk, heard: Sequence[str], chances: Mapping[int, Chances], numbers: Numbers, own: int
) -> float:
    """The product of the chances of the calls heard, those of seat `own` left out."""
    product = 1.0
    for call in heard:
        if talk.turn != own:
            product *= call_chances(talk, chances[talk.turn], numbers)[call]
        talk.calls.append((talk.turn, call))
    return product


def make_chances(
    hand: Sequence[str],
    frames: Mapping[str, Frame],
    bids: Sequence[int],
    weights: Mapping[str, Any],
    shift: int,
    total: int,
) -> dict[int, float]:
    """P(make) of each bid in the best trump; shift: added to the estimate, in sixteenths; total: all points."""
    best = max(estimate(hand, frames[suit], weights) + shift for suit in SUITS) / 16
    needed = weights.get("calls", {})
    return {bid: 1 / (1 + exp((needed.get(str(bid), bid) - best) / (SPREAD * total))) for bid in bids}
