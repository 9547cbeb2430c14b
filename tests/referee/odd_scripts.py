"""Hands of the three odd games made up for one point of the rules, or found among random ones."""

import random
from collections.abc import Callable
from typing import Any

from tests.referee import hundreds, quiz, shedding
from tests.referee.odd_replay import random_record
from tests.referee.scripts import filled
from tests.referee.table import Record, flat


def found(
    game: str, wanted: Callable[[Record], bool], variant: str = "base", tries: int = 4000, **switches: Any
) -> Record:
    """The first random record that is as wanted."""
    for seed in range(tries):
        record = random_record(game, random.Random(seed), switches, variant)
        if wanted(record):
            return record
    raise AssertionError("no such record")


class Declarer(hundreds.Seats):
    """Plays the sets that are written, such as "6C+7C", legal or not; then the first legal thing."""

    def __init__(self, expose: str, named: str, plays: str, away: str, redeal: int | None) -> None:
        super().__init__(random.Random(1))
        self.exposed = expose
        self.named = named
        self.plays = [each.split("+") for each in plays.split()]
        self.buried = away.split()
        self.asks = redeal

    def opens(self, hands: list[list[str]]) -> list[tuple[int, list[str]]]:
        return [(seat, hand[:6]) for seat, hand in enumerate(hands)]

    def name(self, ranks: str) -> tuple[str, str]:
        return self.named[1], self.named[0]

    def expose(self, options: list[tuple[int, str]]) -> tuple[int, str] | None:
        if self.exposed == "nobody":
            return None
        return int(self.exposed[0]), self.exposed[1:]

    def redeal(self, seats: list[int]) -> int | None:
        return self.asks

    def writes_exchange(self) -> bool:
        return False

    def takes(self, talon: list[str]) -> list[str]:
        return list(talon)

    def away(self, hand: list[str]) -> list[str]:
        return self.buried or hand[-6:]

    def lead(self, suits: list[list[str]]) -> list[str]:
        return self.plays.pop(0) if self.plays else suits[0][:1]

    def instead(self, options: list[str]) -> str:
        return self.plays.pop(0)[0] if self.plays else options[0]

    def follow(self, own: list[str], others: list[str], number: int) -> list[str]:
        return self.plays.pop(0) if self.plays else (own + others)[:number]

    def next_dealer(self, options: list[int | None]) -> int | None:
        return options[0]


def da_bai_fen(
    hands: list[str],
    expose: str = "nobody",
    plays: str = "",
    *,
    talon: str = "",
    named: str = "2S",
    away: str = "",
    redeal: int | None = None,
    variant: str = "base",
    dealer: int = 0,
    levels: tuple[int, int] = (0, 0),
    first_hand: bool = True,
    after_draw: bool = False,
    **switches: Any,
) -> Record:
    """A hand of Da Bai Fen; `expose` is a seat and its card, such as "02S", or nobody."""
    pack = [card for card in hundreds.PACK if card not in talon.split()]
    given, rest = filled(hands, 12, pack)
    return hundreds.play(
        variant,
        switches,
        Declarer(expose, named, plays, away, redeal),
        given,
        talon.split() or rest,
        dealer=dealer,
        levels=levels,
        first_hand=first_hand,
        after_draw=after_draw,
    )


class Putter(shedding.Gamblers):
    """Puts the cards that are written, a queen with its suit as in "QSH"; then the first that fits.

    A "-" in their place is a card drawn and kept, or just the next card drawn.
    """

    def __init__(self, puts: str, start_suit: str | None) -> None:
        super().__init__(random.Random(1))
        self.cards = puts.split()
        self.suit = start_suit
        self.ordered = "C"

    def start_suit(self, options: list[str | None]) -> str | None:
        return self.suit

    def card(self, seat: int, options: list[str]) -> str:
        named = self.cards.pop(0) if self.cards else options[0]
        self.ordered = named[2:] or "C"
        return named[:2]

    def puts(self, seat: int, card: str, number: int) -> bool:
        if self.cards and self.cards[0] == "-":
            self.cards.pop(0)
            return False
        return True

    def order(self) -> str:
        return self.ordered

    def shuffle(self, cards: list[str], turned_over: bool) -> list[str]:
        return list(cards)

    def writes_skip(self) -> bool:
        return False

    def next_dealer(self, options: list[int | None]) -> int | None:
        return options[0]


def one_hundred_one(
    hands: list[str],
    start: str,
    puts: str = "",
    *,
    stock: str = "",
    dealer: int = 0,
    start_suit: str | None = None,
    scores: tuple[int, ...] | None = None,
    **switches: Any,
) -> Record:
    """A hand of 101; cards not given are taken from the end of the pack, the stock's first ones as told."""
    given = [hand.split() for hand in hands]
    first = stock.split()
    rest = [card for card in shedding.PACK if card not in {*flat(given), *first, start}]
    for seat, hand in enumerate(given):
        while len(hand) < 5 - (seat == dealer):
            hand.append(rest.pop())
    return shedding.play(
        switches, Putter(puts, start_suit), given, start, first + rest, dealer=dealer, scores=scores
    )


class Panel(quiz.Guessers):
    """Gives the answers that are written, "-" for a miss; then names the first closed line.

    `press` are the seats that press first, in order; `own` captains name a line of their own.
    """

    def __init__(self, answers: str, press: str, source: int | None) -> None:
        super().__init__(random.Random(1))
        self.lines = answers.split()
        self.press = [int(seat) for seat in press.split()]
        self.source = source

    def answer(self, options: list[int]) -> quiz.Line:
        if not self.lines:
            return options[0]
        line = self.lines.pop(0)
        return None if line == "-" else int(line)

    def presses(self, seats: list[int]) -> int:
        return self.press.pop(0) if self.press else seats[0]

    def versions(self, seats: list[int]) -> list[int]:
        return seats

    def choice(
        self, captain: int, versions: dict[int, quiz.Line], closed: list[int]
    ) -> tuple[quiz.Line, int | None]:
        if self.source in versions:
            return versions[self.source], self.source
        return self.answer(closed), self.source

    def board(self, unused: list[int]) -> int:
        return unused[0]


BOARD = [40, 20, 15, 10, 5, 1]


def hundred_to_one(
    answers: str = "", press: str = "", source: int | None = None, boards: int = 10, **switches: Any
) -> Record:
    """A programme on equal boards of 40, 20, 15, 10, 5 and 1; unless told otherwise all answers are right."""
    sheets = [{"question": f"q{number}", "lines": list(BOARD)} for number in range(boards)]
    return quiz.play(switches, Panel(answers, press, source), sheets, [0.5] * 10)
