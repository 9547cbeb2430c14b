"""The soft calls of Partnership Blackout of docs/bidding.md, in plain Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any

from tests.naive.deals import RANKS, SUITS
from tests.naive.streams import CALLS, Words

NIL, BOARD, PASS = "nil", "board", "pass"
LAST = (NIL, BOARD, PASS)


@dataclass
class Circuit:
    """One circuit of calls from the left of the dealer."""

    translated: bool
    dealer: int
    said: dict[int, str] = field(default_factory=dict)

    @property
    def turn(self) -> int | None:
        order = [(self.dealer + step) % 4 for step in (1, 2, 3, 4)]
        last = order.index(list(self.said)[-1]) if self.said else -1
        return next((s for s in order[last + 1 :] if self.said.get((s + 2) % 4) not in LAST), None)

    def legal(self) -> list[str]:
        numbers = [str(number) for number in range(0 if self.translated else 1, 13)]
        return [*[PASS] * self.translated, *numbers, NIL, BOARD]

    def partner(self) -> int | None:
        """The number that the partner of the seat in turn has called."""
        said = self.said.get((self.turn + 2) % 4)  # type: ignore[operator]
        return None if said is None else int(said)


def estimate(hand: Sequence[str], weights: Mapping[str, Any]) -> int:
    """Tricks in 1024ths."""
    numbers = weights["estimate"]
    worth: int = numbers["constant"]
    for card in hand:
        worth += numbers["trump" if card[1] == "S" else "plain"][RANKS.index(card[0])]
    spades = sum(card[1] == "S" for card in hand)
    worth += numbers["long"] * max(0, spades - 3)
    if spades:
        for suit in "CDH":
            held = sum(card[1] == suit for card in hand)
            worth += numbers["void"] if held == 0 else numbers["single"] if held == 1 else 0
    return worth


def danger(hand: Sequence[str]) -> int:
    """Of a nil."""
    total = 0
    for suit in SUITS:
        places = sorted(RANKS.index(card[0]) for card in hand if card[1] == suit)
        if suit == "S":
            total += sum(max(0, place - 4) for place in places) + 3 * max(0, len(places) - 2)
        else:
            total += sum(max(0, place - safe) for place, safe in zip(places, (2, 5, 8), strict=False))
    return total


def logistic(x: float) -> float:
    return 1 / (1 + exp(-min(max(x, -700.0), 700.0)))


def call_chances(
    circuit: Circuit, hand: Sequence[str], weights: Mapping[str, Any], numbers: Mapping[str, float]
) -> dict[str, float]:
    """The chance of each legal call of the seat whose turn it is, in the order in which a word chooses."""
    tricks, partner, legal = estimate(hand, weights) / 1024, circuit.partner(), circuit.legal()
    found = dict.fromkeys(legal, 0.0)
    if not circuit.translated or partner == 0:
        found[NIL] = logistic((numbers["nil"] - danger(hand)) / numbers["nil_spread"])
    side = tricks + (partner or 0)
    found[BOARD] = (1 - found[NIL]) * logistic((side - numbers["board"]) / numbers["spread"])
    rest = 1 - found[NIL] - found[BOARD]

    def below(number: int) -> float:
        """The chance that what he means to win is below a number of tricks."""
        return logistic((number - tricks - numbers["shift"]) / numbers["spread"])

    named = [int(call) for call in legal if call.isdigit()]
    for number in named:
        low = 0.0 if number == named[0] else below(number)
        high = 1.0 if number == named[-1] else below(number + 1)
        found[str(number)] = rest * (high - low)
    tremble = numbers["tremble"]
    return {call: (1 - tremble) * chance + tremble / len(legal) for call, chance in found.items()}


def chosen(shares: Mapping[str, float], fraction: float) -> str:
    """The first call whose chance, added to those before it, is above the fraction."""
    so_far = 0.0
    for call, share in shares.items():
        so_far += share
        if share > 0 and so_far > fraction:
            return call
    return next(call for call in reversed(shares) if shares[call] > 0)


def complete(
    circuit: Circuit,
    hands: Sequence[Sequence[str]],
    weights: Mapping[str, Any],
    numbers: Mapping[str, float],
    seed: int,
    index: int,
) -> dict[int, str]:
    """The calls of a deal, those already made included; each takes a word of the stream of calls."""
    words = Words(seed, CALLS, index)
    for _ in circuit.said:
        words.fresh()
    while (seat := circuit.turn) is not None:
        fraction = (words.fresh() >> 11) / 2**53
        circuit.said[seat] = chosen(call_chances(circuit, hands[seat], weights, numbers), fraction)
    return circuit.said


def likelihood(
    circuit: Circuit,
    heard: Sequence[str],
    hands: Sequence[Sequence[str]],
    weights: Mapping[str, Any],
    numbers: Mapping[str, float],
    own: int,
) -> float:
    """The product of the chances of the calls heard, those of seat `own` left out."""
    product = 1.0
    for call in heard:
        seat = circuit.turn
        assert seat is not None
        if seat != own:
            product *= call_chances(circuit, hands[seat], weights, numbers)[call]
        circuit.said[seat] = call
    return product
