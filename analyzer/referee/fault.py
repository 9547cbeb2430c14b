"""What the referee says of a record: its first illegal act and where that stands."""

import json
from dataclasses import dataclass

LONGEST = 40
"""Characters of a strange string that a sentence quotes."""

LARGEST = 10**18
"""No number of a record is this large."""


@dataclass(frozen=True)
class Fault:
    """The first illegal act of one record; `str(fault)` is the sentence for the user."""

    line: int
    """Line of the file, counted from 1."""
    deal: int | None
    """The record's own number of the deal, if it has one."""
    trick: int | None
    """Number of the trick, counted from 1, if the act belongs to a trick."""
    card: str | None
    """The card that makes the act illegal, if it is a matter of one card."""
    text: str
    """What is wrong, without the place."""

    def __str__(self) -> str:
        place = f"line {self.line}"
        if self.deal is not None:
            place += f", deal {self.deal}"
        if self.trick is not None:
            place += f", trick {self.trick}"
        return f"{place}: {self.text}"


class Illegal(Exception):
    """Raised by the checks at the first illegal act; it never leaves this package."""

    def __init__(self, text: str, *, trick: int | None = None, card: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.trick = trick
        self.card = card


def shown(value: object) -> str:
    """A stated value as a sentence quotes it: short, ASCII, and safe for any JSON value.

    >>> shown("pass"), shown([60, 40]), shown({"a": 1})
    ('"pass"', '[60, 40]', 'an object')
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, str):
        cut = value if len(value) <= LONGEST else value[:LONGEST] + "..."
        return json.dumps(cut)
    if isinstance(value, int):
        return str(value) if -LARGEST < value < LARGEST else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        flat = len(value) <= 10 and not any(isinstance(item, list | dict) for item in value)
        return "[" + ", ".join(shown(item) for item in value) + "]" if flat else "a list"
    return "an object" if isinstance(value, dict) else "something that JSON does not know"


def same(stated: object, right: object) -> bool:
    """Whether a stated JSON value is the right one, types included: 1 is neither true nor 1.0.

    >>> same([1, 0], [1, 0]), same([True, 0], [1, 0])
    (True, False)
    """
    if isinstance(right, list):
        return (
            isinstance(stated, list)
            and len(stated) == len(right)
            and all(same(one, other) for one, other in zip(stated, right, strict=True))
        )
    return type(stated) is type(right) and stated == right


def listing(names: list[str] | tuple[str, ...], joint: str = "or") -> str:
    """Names in a row, as in a sentence.

    >>> listing(["a", "b", "c"])
    'a, b or c'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joint} {names[-1]}"
