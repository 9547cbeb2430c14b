"""The auction so far as people write it: "60 pass", from the left of the dealer on."""

from __future__ import annotations

from types import ModuleType

from analyzer.options import Misused
from sims.auction import HOLD, PASS, Auction
from sims.errors import Refused
from sims.seating import Seating
from sims.sheets import Rules

WORDS = {"p": PASS, "-": PASS, "пас": PASS, "h": HOLD}


def split_calls(text: str) -> list[tuple[int | None, str]]:
    """(seat, call) of each word; a call may name its seat, as in 2:60, else it is None."""
    calls = []
    for word in text.replace(",", " ").split():
        seat, colon, call = word.rpartition(":")
        if colon and not (seat.isascii() and seat.isdigit()):
            raise Misused(f"--auction {word!r}: the seat before the colon is a number, as in 2:60")
        lower = call.lower()
        calls.append((int(seat) if colon else None, WORDS.get(lower, lower)))
    return calls


def parse_auction(text: str, game: ModuleType, rules: Rules, at_table: Seating, dealer: int) -> Auction:
    """The auction of a text; dealer: record seat. `Refused` names the first call that cannot be.

    The seats of the result are kernel seats.
    """
    active = at_table.active
    auction = Auction(game.auction(rules), active.index(dealer))
    for number, (seat, call) in enumerate(split_calls(text), start=1):
        if auction.over:
            raise Refused(f"--auction: the auction is over before call {number}, {call!r}")
        turn = active[auction.turn]
        if seat is not None and seat != turn:
            raise Refused(f"--auction: call {number} is out of turn: it is for seat {turn}, not seat {seat}")
        legal = auction.legal()
        if call not in legal:
            raise Refused(
                f"--auction: call {number}, of seat {turn}, cannot be {call!r}: its calls are {', '.join(legal)}"
            )
        auction.call(call)
    return auction
