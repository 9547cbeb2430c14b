"""Statements of a record held against what the rules give, and where in a record they stand."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from analyzer.referee.fault import Illegal, listing, same, shown
from analyzer.referee.fields import Json, field, wrong


def expect(parent: Json, key: str, right: object, reason: str, path: str = "") -> None:
    """Fault a field that does not state what is right; `reason` leads up to the right value."""
    stated = field(parent, key, path)
    if not same(stated, right):
        raise Illegal(f'"{path}{key}" is {shown(stated)}, but {reason} {shown(right)}')


def expect_if_stated(parent: Json, key: str, right: object, reason: str, path: str = "") -> None:
    """The same of a field that a record may leave out."""
    if key in parent:
        expect(parent, key, right, reason, path)


def expect_one_of(parent: Json, key: str, right: Collection[object], reason: str, path: str = "") -> None:
    """Fault a field that states none of some values between which the rules do not choose."""
    stated = field(parent, key, path)
    if not any(same(stated, value) for value in right):
        choices = listing([shown(value) for value in dict.fromkeys(right)])
        raise Illegal(f'"{path}{key}" is {shown(stated)}, but {reason} {choices}')


def flag(parent: Json, key: str, path: str = "") -> bool:
    """A field that must be true or false."""
    value = field(parent, key, path)
    if not isinstance(value, bool):
        wrong(path + key, "true or false", value)
    return value


def unused(record: Json, keys: Collection[str], game: str) -> None:
    """Fault contents of the fields that this game has no use for; they may be left out, null or empty."""
    for key in keys:
        if record.get(key) not in (None, [], {}):
            raise Illegal(f'"{key}" must be empty: {game} has none')


@contextmanager
def at(place: str) -> Iterator[None]:
    """Put the place, such as "turn 12", before whatever is faulted inside."""
    try:
        yield
    except Illegal as illegal:
        illegal.text = f"{place}: {illegal.text}"
        raise
