"""The auction of Two Hundred at any of its tables, and how the players call in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.naive.deals import SUITS
from tests.naive.exchange import estimate, name_trump
from tests.naive.frames import TWO_HUNDRED, Switches, frame_of
from tests.naive.streams import CALLS, Words
from tests.naive.two_hundred_table import TABLES

PASS = "pass"
TRUMP_WORD = 64  # of the stream of calls: the one that names trump where it is named before the play


@dataclass
class Auction:
    """Calls so far; `ring` are the callers from the left of the dealer, who speaks last."""

    ring: Sequence[int]
    switches: Switches
    calls: list[tuple[int, str]] = field(default_factory=list)

    @property
    def bid(self) -> int:
        return max((int(call) for _, call in self.calls if call != PASS), default=0)

    @property
    def contractor(self) -> int | None:
        return next((seat for seat, call in reversed(self.calls) if call != PASS), None)

    @property
    def still_in(self) -> list[int]:
        gone = [seat for seat, call in self.calls if call == PASS]
        return [seat for seat in self.ring if seat not in gone]

    @property
    def over(self) -> bool:
        if self.switches["bidding"] == "single_round" and len(self.calls) == len(self.ring):
            return True
        return self.bid == 100 or not self.still_in or self.still_in == [self.contractor]

    @property
    def turn(self) -> int:
        """The next that is still in after the last that has called."""
        if not self.calls:
            return self.ring[0]
        place = self.ring.index(self.calls[-1][0])
        order = [*self.ring[place + 1 :], *self.ring[: place + 1]]
        return next(seat for seat in order if seat in self.still_in)

    def legal(self) -> list[str]:
        bids = [str(bid) for bid in range(int(self.switches["min_bid"]), 101, 5) if bid > self.bid]
        alone = self.contractor is None and self.still_in == [self.ring[-1]]
        forced = self.switches["all_pass"] == "dealer_must_bid" and alone
        return bids if forced else [PASS, *bids]


def random_call(auction: Auction, words: Words) -> str:
    """Passes with chance 1/2 if he may, else any legal call."""
    words.fresh()
    legal = auction.legal()
    if legal[0] == PASS and words.draw(2) == 0:
        return PASS
    return legal[words.draw(len(legal))]


def rules_call(auction: Auction, limit: int, partners: Sequence[int]) -> str:
    """The lowest legal bid up to his limit; never over a partner's bid; a forced dealer's lowest bid."""
    legal = auction.legal()
    if legal[0] != PASS:
        return legal[0]
    if auction.contractor in partners or len(legal) == 1 or int(legal[1]) > limit:
        return PASS
    return legal[1]


def worth(variant: str, hand: Sequence[str], suit: str, weights: dict[str, Any]) -> int:
    """What a hand is worth at this table with a suit as trump, in whole points."""
    frame = frame_of(TWO_HUNDRED, {"variant": variant}, suit)
    return (estimate(hand, frame, weights) + int(weights["shift"].get(variant, 0))) // 16


def hold_auction(
    variant: str,
    switches: Switches,
    hands: dict[int, list[str]],
    *,
    seed: int,
    index: int,
    dealer: int,
    policy: str,
    weights: dict[str, Any],
) -> Auction:
    """The calls of the seats that hold cards, but for the shadow."""
    table = TABLES[variant]
    callers = [seat for seat in sorted(hands) if seat != table.shadow]
    place = callers.index(dealer) + 1
    auction = Auction([*callers[place:], *callers[:place]], switches)
    words = Words(seed, CALLS, index)
    limits = {seat: max(worth(variant, hands[seat], suit, weights) for suit in SUITS) for seat in callers}
    while not auction.over:
        seat = auction.turn
        if policy == "random":
            call = random_call(auction, words)
        else:
            call = rules_call(
                auction, limits[seat], [s for side in table.sides if seat in side for s in side]
            )
        auction.calls.append((seat, call))
    return auction


def name_before_play(
    variant: str, hand: Sequence[str], *, seed: int, index: int, policy: str, weights: dict[str, Any]
) -> str:
    """The contractor's trump where there is no kitty."""
    if policy == "rules":
        return name_trump(hand, TWO_HUNDRED, {"variant": variant}, weights)
    words = Words(seed, CALLS, index)
    for _ in range(TRUMP_WORD):
        words.fresh()
    return SUITS[words.draw(len(SUITS))]
