"""Ascending auctions: whose turn it is, what may be called, when it ends, and who has won."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from analyzer.referee.fault import Illegal, listing, same, shown
from analyzer.referee.fields import Json, as_seat, empty, field, null, objects, text


@dataclass(frozen=True)
class AuctionRules:
    """What distinguishes one auction of this kind from another."""

    bids: tuple[int, ...]
    """The legal bids, rising."""
    hold: bool = False
    """Whether the dealer may take another's bid at the same amount."""
    top_ends: bool = False
    """Whether the highest bid ends the auction at once."""
    single_round: bool = False
    """Whether everybody speaks only once."""
    dealer_must: bool = False
    """Whether the dealer has to bid after nothing but passes."""
    overbid_out: bool = False
    """Whether one who is overbid is out, the dealer alone excepted."""


@cache
def amounts(bids: tuple[int, ...]) -> dict[str, int]:
    """The bids by their names in a record."""
    return {str(bid): bid for bid in bids}


@dataclass(frozen=True)
class Outcome:
    """How the auction came out; declarer and contract are None if everybody passed."""

    declarer: int | None
    contract: int | None
    bidders: frozenset[int]
    """The seats that made a bid, whoever won."""


class Auction:
    """One auction, call by call."""

    def __init__(self, rules: AuctionRules, ring: Sequence[int], dealer: int) -> None:
        self.rules = rules
        self.dealer = dealer
        self.ring = ring
        self.still_in = list(ring)
        self.overbid: set[int] = set()
        self.turn = 0
        self.spoken = 0
        self.spoken_at_high = 0
        self.high: int | None = None
        self.holder: int | None = None
        self.bidders: set[int] = set()
        self.amounts = amounts(rules.bids)

    @property
    def at_the_top(self) -> bool:
        return self.rules.top_ends and self.high == self.rules.bids[-1]

    def is_over(self) -> bool:
        """Whether the rules ask for no further call."""
        if self.at_the_top and self.spoken == self.spoken_at_high:
            return True
        if self.rules.single_round:
            return self.spoken == len(self.ring)
        return self.still_in == ([] if self.holder is None else [self.holder])

    def takes_no_more(self) -> bool:
        """Whether a further call would be illegal.

        After a top bid in a single round the rest of the circuit may be written down or not: they
        can only pass, and the rules do not say whether the circuit is completed.
        """
        if self.rules.single_round and self.at_the_top:
            return self.spoken == len(self.ring)
        return self.is_over()

    def call(self, seat: int, call: str) -> None:
        """Take one call or fault it."""
        if self.takes_no_more():
            raise Illegal(f"seat {seat} calls {shown(call)} after the end of the auction")
        turn = self.still_in[self.turn]
        if seat != turn:
            raise Illegal(f"seat {seat} calls {shown(call)} but {self._why_not(seat, turn)}")
        self.spoken += 1
        if call == "pass":
            self._pass(seat)
            return
        if call == "hold":
            self._hold(seat)
        else:
            self._bid(seat, call)
        self.holder = seat
        self.bidders.add(seat)
        self.turn = (self.turn + 1) % len(self.still_in)

    def _why_not(self, seat: int, turn: int) -> str:
        if seat in self.still_in:
            return f"it is the turn of seat {turn}"
        if seat in self.overbid:
            return "it has been overbid and is out"
        return "it has passed already" if seat in self.ring else "it takes no part in the auction"

    def _pass(self, seat: int) -> None:
        if self.rules.dealer_must and self.high is None and seat == self.dealer:
            raise Illegal(f"seat {seat} passes, but the dealer must bid after nothing but passes")
        self.still_in.pop(self.turn)
        if self.turn == len(self.still_in):
            self.turn = 0

    def _hold(self, seat: int) -> None:
        if not self.rules.hold:
            raise Illegal(f"seat {seat} holds, but this auction knows no hold")
        if seat != self.dealer:
            raise Illegal(f"seat {seat} holds, but only the dealer, seat {self.dealer}, may")
        if self.high is None:
            raise Illegal(f"seat {seat} holds, but there is no bid")
        if self.holder == seat:
            raise Illegal(f"seat {seat} holds the bid of {self.high}, which is its own")

    def _bid(self, seat: int, call: str) -> None:
        amount = self.amounts.get(call)
        if amount is None:
            bids = listing(tuple(self.amounts), "and")
            raise Illegal(f"seat {seat} calls {shown(call)}, which is not one of the bids: {bids}")
        if self.high is not None and amount <= self.high:
            raise Illegal(f"seat {seat} bids {amount}, which is not more than {self.high}")
        self._leave_overbid()
        self.high = amount
        self.spoken_at_high = self.spoken

    def _leave_overbid(self) -> None:
        """Put out the bidder who has just been overbid, if the rules do so."""
        if not self.rules.overbid_out or self.holder in (None, self.dealer):
            return
        assert self.holder is not None
        place = self.still_in.index(self.holder)
        self.still_in.pop(place)
        self.overbid.add(self.holder)
        if place < self.turn:
            self.turn -= 1


def referee_auction(record: Json, rules: AuctionRules, ring: Sequence[int], dealer: int) -> Outcome:
    """Check `auction`; `ring` are the seats that take part, in order from the first to speak."""
    auction = Auction(rules, ring, dealer)
    for place, entry in enumerate(objects(record, "auction")):
        path = f"auction[{place}]."
        auction.call(as_seat(field(entry, "seat", path), path + "seat"), text(entry, "call", path))
    if not auction.is_over():
        raise Illegal(f"the auction ends before seat {auction.still_in[auction.turn]} has called")
    return Outcome(auction.holder, auction.high, frozenset(auction.bidders))


def referee_contract(record: Json, outcome: Outcome) -> None:
    """Check `declarer` and `contract` against the auction."""
    declarer, contract = field(record, "declarer"), field(record, "contract")
    if outcome.declarer is None:
        null(record, "declarer", "everybody has passed")
        null(record, "contract", "everybody has passed")
        null(record, "trump", "everybody has passed")
        return
    if not same(declarer, outcome.declarer):
        raise Illegal(f'"declarer" is {shown(declarer)}, but seat {outcome.declarer} made the last bid')
    if not same(contract, str(outcome.contract)):
        raise Illegal(f'"contract" is {shown(contract)}, but the last bid is {outcome.contract}')


def referee_throw_in(record: Json) -> None:
    """Check that nothing was exchanged or played after everybody has passed."""
    empty(record, "exchange", "everybody has passed")
    empty(record, "tricks", "everybody has passed")
