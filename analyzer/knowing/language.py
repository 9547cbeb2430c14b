"""The language of `--know`: clauses read from a text, and written back in one canonical way (docs/know.md).

A text is `WHO: condition, condition; WHO: ...`. Here it is only read; whether a game has such a seat and such
cards, and whether the conditions go together, is found out when it is held against a deal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.notation import parse_cards, parse_suit
from sims.cards import SUITS
from sims.errors import Refused
from sims.sheets import nearest

PARTNER, LEFT, RIGHT, OPPONENTS, KITTY, PLAYED = "partner", "left", "right", "opponents", "kitty", "played"
SEAT = "seat"
TRUMP, POINTS = "trump", "points"
_WHO = (PARTNER, LEFT, RIGHT, OPPONENTS, KITTY, PLAYED, "seat N")
_EXAMPLE = '--know "partner: S>=2, AS; left: no H"'
_OTHERS = "S>=2, S 2-4, no H, not AS, trump>=3 and points>=20"

_SIGN = re.compile(r"(?P<what>.*?)\s*(?P<sign>>=|<=|==|=|>|<|≥|≤)\s*(?P<number>.*)", re.DOTALL)
_RANGE = re.compile(r"(?P<what>.*\S)\s+(?P<low>\d+)\s*[-–]\s*(?P<high>\d+)", re.DOTALL)
_LONE = re.compile(r"(?P<suit>\w+|[♠♥♦♣♤♡♢♧])\s+(?P<number>\d+)")


@dataclass(frozen=True)
class Amount:
    """So many cards of a suit (S, H, D, C) or of trump, or so many card points; high None: or more."""

    what: str
    low: int
    high: int | None

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.what}>={self.low}"
        if self.high == 0 and self.what != POINTS:
            return f"no {self.what}"
        if self.low == self.high:
            return f"{self.what}={self.low}"
        return f"{self.what}<={self.high}" if self.low == 0 else f"{self.what} {self.low}-{self.high}"


@dataclass(frozen=True)
class Cards:
    """Cards that are held, or of which none is; in the order of `analyzer.notation`."""

    cards: tuple[str, ...]
    held: bool

    def __str__(self) -> str:
        return ("" if self.held else "not ") + " ".join(self.cards)


Condition = Amount | Cards


@dataclass(frozen=True)
class Clause:
    """What is known of somebody: one of the words above, "seat" with its number in `seat`."""

    who: str
    conditions: tuple[Condition, ...]
    seat: int | None = None

    @property
    def name(self) -> str:
        """Who it is, as it is written."""
        return self.who if self.seat is None else f"{self.who} {self.seat}"

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(map(str, self.conditions))}"


def canonical(clauses: Sequence[Clause]) -> str:
    """The text of some clauses; read again it gives the same clauses."""
    return "; ".join(map(str, clauses))


def parse_know(text: str, deck: Sequence[str]) -> tuple[Clause, ...]:
    """The clauses of a text, in its order. Raises `Refused` with the clause and what would be right."""
    parts = [" ".join(part.split()) for part in text.split(";")]
    clauses = tuple(_clause(part, deck) for part in parts if part)
    if not clauses:
        raise Refused(f"--know is empty: write for example {_EXAMPLE}")
    return clauses


def _clause(text: str, deck: Sequence[str]) -> Clause:
    who, colon, rest = text.partition(":")
    if not colon:
        raise Refused(
            f"--know {text!r} has no colon: write who it is about first, as in {_EXAMPLE}"
            + nearest(text.split(maxsplit=1)[0], _WHO)
        )
    name, seat = _who(" ".join(who.lower().split()), text)
    conditions = []
    for part in rest.split(","):
        if not part.strip():
            raise Refused(
                f"--know {text!r} lacks a condition: write AS KH or another one; others are {_OTHERS}"
            )
        try:
            condition = _condition(part.strip(), deck)
        except Refused as refused:
            raise Refused(f"--know {text!r}: {refused}") from None
        if name == PLAYED and not (isinstance(condition, Cards) and condition.held):
            raise Refused(f"--know {text!r}: {PLAYED} takes cards, such as AS KH, not {part.strip()!r}")
        conditions.append(condition)
    return Clause(name, tuple(conditions), seat)


def _who(word: str, text: str) -> tuple[str, int | None]:
    if match := re.fullmatch(r"seat ?([0-9]{1,3})", word):
        return SEAT, int(match[1])
    if word in _WHO[:-1]:
        return word, None
    raise Refused(
        f"--know {text!r} is about {word!r}, which is nobody: it can be {', '.join(_WHO[:-1])} or {_WHO[-1]}"
        + nearest(word, _WHO)
    )


def _condition(text: str, deck: Sequence[str]) -> Condition:
    first, _, rest = text.partition(" ")
    if first.lower() == "no":
        return _none_of(rest.strip(), deck)
    if first.lower() == "not":
        return Cards(parse_cards(rest, deck, what="list of cards after not"), held=False)
    if match := _SIGN.fullmatch(text):
        return _amount(match["what"], match["sign"], match["number"].strip())
    if match := _RANGE.fullmatch(text):
        low, high = (_number(match[name]) for name in ("low", "high"))
        if low > high:
            raise Refused(f"{text!r} is empty; the smaller number stands first")
        return Amount(_what(match["what"]), low, high)
    if (match := _LONE.fullmatch(text)) and _is_suit(match["suit"]):
        suit, number = parse_suit(match["suit"]), match["number"]
        raise Refused(f"{text!r} may be a card or a number of cards; write {number}{suit} or {suit}={number}")
    try:
        return Cards(parse_cards(text, deck, what="list of cards"), held=True)
    except Refused as refused:
        raise Refused(f"{refused}; other conditions are {_OTHERS}") from None


def _none_of(text: str, deck: Sequence[str]) -> Condition:
    """The suit of which there is no card."""
    if _is_suit(text) or text.lower() in (TRUMP, TRUMP + "s"):
        return Amount(_what(text), 0, 0)
    try:
        cards = parse_cards(text, deck)
    except Refused:
        raise Refused(f"no takes a suit, as in no H, or trump, not {text!r}") from None
    raise Refused(f"no takes a suit; that a card is not held is written not {' '.join(cards)}")


def _is_suit(text: str) -> bool:
    try:
        parse_suit(text)
    except Refused:
        return False
    return True


def _what(text: str) -> str:
    word = text.strip().lower()
    if word in (TRUMP, TRUMP + "s"):
        return TRUMP
    if word in (POINTS, "point"):
        return POINTS
    if not _is_suit(word):
        raise Refused(
            f"{text.strip()!r} is nothing to count; count a suit ({', '.join(reversed(SUITS))}), "
            "trump or points" + nearest(word, (TRUMP, POINTS))
        )
    return parse_suit(word)


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text):
        raise Refused(f"{text!r} is no number of cards or points, such as 2")
    return int(text)


def _amount(what: str, sign: str, number: str) -> Amount:
    thing = _what(what)
    if sign in ("=", "==") and (match := re.fullmatch(r"(\d+)\s*[-–]\s*(\d+)", number)):
        if _number(match[1]) > _number(match[2]):
            raise Refused(f"{number!r} is empty; the smaller number stands first")
        return Amount(thing, int(match[1]), int(match[2]))
    n = _number(number)
    if sign in (">", ">=", "≥"):
        return Amount(thing, n + (sign == ">"), None)
    if sign in ("<", "<=", "≤"):
        if sign == "<" and n == 0:
            raise Refused("less than 0 cards or points there cannot be")
        return Amount(thing, 0, n - (sign == "<"))
    return Amount(thing, n, n)
