"""Changes to one place of a record, and the legal records that the tests of faults start from."""

import copy
from collections.abc import Callable
from typing import Any

from tests.referee.scripts import samples
from tests.referee.table import Record

Change = Callable[[Record], Any]


def base() -> Record:
    return samples("two-hundred")[1]


def kitty() -> Record:
    return samples("two-hundred")[5]


def honour() -> Record:
    return samples("nahanni")[0]


def put(*path: Any, value: Any) -> Change:
    """Another value at this path."""

    def change(record: Record) -> None:
        node: Any = record
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = value

    return change


def drop(*path: Any) -> Change:
    """Nothing at this path."""

    def change(record: Record) -> None:
        node: Any = record
        for key in path[:-1]:
            node = node[key]
        del node[path[-1]]

    return change


def add(*path: Any, value: Any) -> Change:
    """One more value in the list at this path."""

    def change(record: Record) -> None:
        node: Any = record
        for key in path:
            node = node[key]
        node.append(value)

    return change


def play(trick: int, place: int, card: str, seat: int | None = None) -> Change:
    """Another card, and perhaps another seat, in a trick counted from 1."""

    def change(record: Record) -> None:
        record["tricks"][trick - 1]["plays"][place]["cards"] = [card]
        if seat is not None:
            record["tricks"][trick - 1]["plays"][place]["seat"] = seat

    return change


def restated(record: Record, **result: object) -> Record:
    """A copy with other statements in its result."""
    changed = copy.deepcopy(record)
    changed["result"] |= result
    return changed


def auction_of(record: Record, *calls: tuple[int, str]) -> Record:
    """A copy with another auction."""
    return record | {"auction": [{"seat": seat, "call": call} for seat, call in calls]}
