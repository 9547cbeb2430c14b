"""The auction so far as people write it: "60 pass", from the left of the dealer on."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

from analyzer.options import Misused
from sims.auction import HOLD, PASS, Auction
from sims.errors import Refused
from sims.seating import Seating
from sims.sheets import Rules

if TYPE_CHECKING:
    from sims.blackout_calls import Auction as Circuit

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


def has_auction(game: ModuleType) -> bool:
    """Whether the seats of a game call: bids on a ladder, or numbers of tricks."""
    return hasattr(game, "auction") or hasattr(game, "numbers")


def parse_auction(text: str, game: ModuleType, rules: Rules, at_table: Seating, dealer: int) -> Auction:
    """The auction of a text; dealer: record seat. `Refused` names the first call that cannot be.

    The seats of the result are kernel seats.
    """
    active = at_table.active
    auction = Auction(game.auction(rules), active.index(dealer))
    for number, (seat, call) in enumerate(split_calls(text), start=1):
        turn = None if auction.over else active[auction.turn]
        _check_call(number, seat, call, turn, auction.legal())
        auction.call(call)
    return auction


def parse_circuit(text: str, rules: Rules, dealer: int) -> Circuit:
    """The same for the one circuit of Partnership Blackout."""
    from sims.blackout_calls import Auction as Circuit

    circuit = Circuit(rules, dealer)
    for number, (seat, call) in enumerate(split_calls(text), start=1):
        _check_call(number, seat, call, circuit.turn, circuit.legal())
        circuit.call(call)
    return circuit


def _check_call(number: int, seat: int | None, call: str, turn: int | None, legal: list[str]) -> None:
    """seat: as the text names it; turn: whose turn it is, None when the auction is over."""
    if turn is None:
        raise Refused(f"--auction: the auction is over before call {number}, {call!r}")
    if seat is not None and seat != turn:
        raise Refused(f"--auction: call {number} is out of turn: it is for seat {turn}, not seat {seat}")
    if call not in legal:
        raise Refused(
            f"--auction: call {number}, of seat {turn}, cannot be {call!r}: its calls are {', '.join(legal)}"
        )
