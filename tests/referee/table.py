"""A table that plays whole hands by the rules and writes them down: the legal records of these tests.

It works the other way round from the referee: it lists what is legal at every step and lets a player
choose, and it shares no code with it. A player may also read the choices off a record; a record is
legal exactly if playing it again gives the same record.
"""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

Record = dict[str, Any]
SIDES = [[0, 2], [1, 3]]


class NotOfferedError(Exception):
    """A choice that the table does not offer."""


class Player:
    """Chooses at random for all the seats; `bold` is the chance to bid rather than to pass."""

    def __init__(self, rng: random.Random, bold: float = 0.5) -> None:
        self.rng = rng
        self.bold = bold

    def call(self, seat: int, options: list[str]) -> str:
        bids = [option for option in options if option != "pass"]
        if "pass" in options and (not bids or self.rng.random() > self.bold):
            return "pass"
        return self.rng.choice(bids[:4] if self.rng.random() < 0.8 else bids)

    def writes_on(self) -> bool:
        """Whether forced passes after the top bid of a single round are written down."""
        return self.rng.random() < 0.5

    def trump(self) -> str:
        return self.rng.choice("CDHS")

    def take(self, seat: int, kitty: list[str], whole: bool) -> list[str]:
        number = len(kitty) if whole else self.rng.randint(0, len(kitty))
        return self.rng.sample(kitty, number)

    def discard(self, seat: int, hand: list[str], low: int, high: int) -> list[str]:
        return self.rng.sample(hand, self.rng.randint(low, high))

    def card(self, seat: int, options: list[str], hand: list[str]) -> str:
        return self.rng.choice(options)

    def bonus_in_trick(self) -> bool:
        """Whether the best trump's bonus is written into the points of its trick."""
        return self.rng.random() < 0.5


class Reader(Player):
    """Makes the choices that a record states, if they are offered."""

    def __init__(self, record: Record, bonus: bool) -> None:
        self.record = record
        self.bonus = bonus
        self.calls = list(record["auction"])
        self.swaps = list(record["exchange"])
        self.plays = [play for trick in record["tricks"] for play in trick["plays"]]

    def call(self, seat: int, options: list[str]) -> str:
        return offered(self.calls.pop(0)["call"], options)

    def writes_on(self) -> bool:
        return bool(self.calls)

    def trump(self) -> str:
        return offered(self.record["trump"], list("CDHS"))

    def take(self, seat: int, kitty: list[str], whole: bool) -> list[str]:
        takes: list[str] = self.swaps[0]["takes"] if self.swaps else []
        if not is_part(takes, kitty) or (whole and len(takes) < len(kitty)):
            raise NotOfferedError
        return takes

    def discard(self, seat: int, hand: list[str], low: int, high: int) -> list[str]:
        discards: list[str] = self.swaps.pop(0)["discards"]
        if not is_part(discards, hand) or not low <= len(discards) <= high:
            raise NotOfferedError
        return discards

    def card(self, seat: int, options: list[str], hand: list[str]) -> str:
        (card,) = self.plays.pop(0)["cards"]
        return offered(card, options)

    def bonus_in_trick(self) -> bool:
        return self.bonus


def offered(choice: str, options: list[str]) -> str:
    if choice not in options:
        raise NotOfferedError
    return choice


def is_part(cards: Any, whole: list[str]) -> bool:
    return isinstance(cards, list) and all(cards.count(card) == 1 and card in whole for card in cards)


def flat(hands: list[list[str]]) -> list[str]:
    return [card for hand in hands for card in hand]


def seats_from(first: int, seats: int = 4) -> list[int]:
    return [seat % seats for seat in range(first, first + seats)]


def turned(ring: Sequence[int], first: int) -> list[int]:
    """The seats of a ring from this one on."""
    place = ring.index(first)
    return [*ring[place:], *ring[:place]]


def auction(
    player: Player,
    dealer: int,
    bids: Sequence[int],
    *,
    holds: bool,
    stop: int | None,
    once: bool,
    forced: bool,
    ring: Sequence[int] | None = None,
    ousted: bool = False,
) -> tuple[list[dict[str, Any]], int | None, int]:
    """Calls, declarer and highest bid of an auction; `stop` is the bid that ends it at once.

    `ring` are the seats that speak, in order; if `ousted`, one who is overbid is out like one who
    passes, unless he is the dealer.
    """
    ring = ring or seats_from(dealer + 1)
    calls: list[dict[str, Any]] = []
    passed: set[int] = set()
    high, holder, turn = 0, None, 0
    while (
        len(passed) < len(ring)
        and not (holder is not None and len(passed) == len(ring) - 1)
        and not (once and len(calls) == len(ring))
    ):
        seat = ring[turn]
        if seat not in passed:
            options = [str(bid) for bid in bids if bid > high]
            if holds and seat == dealer and holder not in (None, dealer):
                options.append("hold")
            if not (forced and seat == dealer and holder is None):
                options.append("pass")
            if high == stop:
                options = ["pass"]
            call = player.call(seat, options)
            calls.append({"seat": seat, "call": call})
            if call == "pass":
                passed.add(seat)
            else:
                if ousted and call != "hold" and holder not in (None, dealer):
                    passed.add(holder)
                high, holder = high if call == "hold" else int(call), seat
            if call == str(stop) and not (once and len(calls) < len(ring) and player.writes_on()):
                break
        turn = (turn + 1) % len(ring)
    return calls, holder, high


def tricks(
    player: Player,
    hands: list[list[str]],
    leader: int,
    *,
    legal: Callable[[list[str], list[str]], list[str]],
    winner: Callable[[list[str]], int],
    worth: Callable[[list[str]], int],
    ring: Sequence[int] = (0, 1, 2, 3),
    after: Callable[[list[str], list[int]], bool] = lambda cards, seats: False,
) -> list[dict[str, Any]]:
    """Play all the cards; `legal` gets a hand and the cards on the table.

    `after` gets the cards of a trick and the seats from its winner on, and says whether it is the last.
    """
    written: list[dict[str, Any]] = []
    ended = False
    while hands[leader] and not ended:
        on_table: list[str] = []
        seats = turned(ring, leader)
        for seat in seats:
            card = player.card(seat, legal(hands[seat], on_table), hands[seat])
            hands[seat].remove(card)
            on_table.append(card)
        taker = seats[winner(on_table)]
        plays = [{"seat": seat, "cards": [card]} for seat, card in zip(seats, on_table, strict=True)]
        written.append({"leader": leader, "plays": plays, "winner": taker, "points": worth(on_table)})
        leader = taker
        ended = after(on_table, turned(ring, taker))
    return written


def head(
    game: str,
    variant: str,
    switches: Record,
    dealer: int,
    scores: Sequence[int],
    sides: Sequence[Sequence[int]] = SIDES,
) -> Record:
    """The fields at the top of a record, by default of four players in two pairs."""
    return {
        "schema": "bidodds.record/1",
        "game": game,
        "variant": variant,
        "switches": dict(switches),
        "deal": 17,
        "seats": sum(map(len, sides)),
        "sides": [list(side) for side in sides],
        "dealer": dealer,
        "scores": list(scores),
    }


def thrown_in(scores: Sequence[int]) -> Record:
    """What stands in a record after nothing but passes, but for the auction."""
    zeros = [0] * len(scores)
    result = {"taken": zeros, "contracts": [], "delta": list(zeros), "scores": list(scores)}
    return {
        "declarer": None,
        "contract": None,
        "trump": None,
        "exchange": [],
        "tricks": [],
        "result": result | {"game_over": False, "winner": None},
    }


def exact(record: Record) -> str:
    """A text that is equal only for records equal in types too."""
    return json.dumps(record, sort_keys=True)
