"""Auctions: whose turn it is, which calls are legal, when it ends and who has won it."""

from __future__ import annotations

from dataclasses import dataclass, field

from sims.errors import Refused

PASS, HOLD = "pass", "hold"


@dataclass(frozen=True)
class AuctionRules:
    """The auction of one game.

    bids: the ladder, low to high; ends_at: the bid that ends it at once (0: none); hold: the dealer may
    take a bid at the same amount; single_round: everybody speaks once; forced: the dealer must bid if all
    the others pass; overbid_out: who is overbid is out, the dealer apart; seats: who may call, in order of
    play.
    """

    bids: tuple[int, ...]
    seats: tuple[int, ...]
    ends_at: int = 0
    hold: bool = False
    single_round: bool = False
    forced: bool = False
    overbid_out: bool = False


@dataclass
class Auction:
    """One auction in progress, from the left of the dealer."""

    rules: AuctionRules
    dealer: int
    calls: list[tuple[int, str]] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    bid: int = 0
    bidder: int | None = None
    turn: int = -1
    over: bool = False

    def __post_init__(self) -> None:
        self.turn = self._next(self.dealer)

    def _next(self, seat: int) -> int:
        seats = self.rules.seats
        place = seats.index(seat)
        for step in range(1, len(seats) + 1):
            after = seats[(place + step) % len(seats)]
            if after not in self.out:
                return after
        return seat

    def legal(self) -> list[str]:
        """The calls of the seat whose turn it is, pass first, then hold, then the bids."""
        if self.over:
            return []
        others_out = len(self.out) == len(self.rules.seats) - 1
        must = self.rules.forced and self.turn == self.dealer and self.bidder is None and others_out
        calls = [] if must else [PASS]
        if self.rules.hold and self.turn == self.dealer and self.bidder not in (None, self.dealer):
            calls.append(HOLD)
        return calls + [str(bid) for bid in self.rules.bids if bid > self.bid]

    def call(self, call: str) -> None:
        """Make the call of the seat whose turn it is; `Refused` if it is not legal."""
        if call not in self.legal():
            raise Refused(f"seat {self.turn} cannot call {call!r}: its calls are {', '.join(self.legal())}")
        seat = self.turn
        self.calls.append((seat, call))
        if call == PASS:
            self.out.add(seat)
        elif call == HOLD:
            self.bidder = seat
        else:
            if self.rules.overbid_out and self.bidder is not None and self.bidder != self.dealer:
                self.out.add(self.bidder)
            self.bid, self.bidder = int(call), seat
        spoken_once = self.rules.single_round and len(self.calls) == len(self.rules.seats)
        left = [s for s in self.rules.seats if s not in self.out]
        self.over = (
            not left
            or (left == [self.bidder])
            or (self.bid != 0 and self.bid == self.rules.ends_at)
            or spoken_once
        )
        if not self.over:
            self.turn = self._next(seat)

    def bid_by(self, seats: tuple[int, ...]) -> bool:
        """True if one of these seats has made a bid."""
        return any(seat in seats and call != PASS for seat, call in self.calls)
