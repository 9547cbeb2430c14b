"""Small changes to a record, at random: the referee must take them for what they are."""

import copy
import json
import random
from typing import Any

from tests.referee.table import Record

STRANGE: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    1.0,
    10**30,
    "",
    "pass",
    "hold",
    "50",
    "H",
    "5H",
    [],
    {},
]


def walk(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all the values in a JSON value, itself left out."""
    keys = list(node) if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ()
    return [deeper for key in keys for deeper in ((*path, key), *walk(node[key], (*path, key)))]


def get(record: Record, path: tuple[Any, ...]) -> Any:
    node: Any = record
    for key in path:
        node = node[key]
    return node


def put(record: Record, path: tuple[Any, ...], value: Any) -> None:
    get(record, path[:-1])[path[-1]] = value


def mutated(record: Record, rng: random.Random, paths: list[tuple[Any, ...]] | None = None) -> Record:
    """A copy of the record with one change."""
    changed = copy.deepcopy(record)
    path = rng.choice(paths or walk(changed))
    value, parent = get(changed, path), get(changed, path[:-1])
    kind = rng.randrange(6)
    if kind == 0:
        put(changed, path, copy.deepcopy(rng.choice(STRANGE)))
    elif kind == 1:
        del parent[path[-1]]
    elif kind == 2 and isinstance(parent, list):
        parent.insert(rng.randrange(len(parent) + 1), copy.deepcopy(value))
    elif kind == 3 and isinstance(parent, list):
        other = rng.randrange(len(parent))
        parent[path[-1]], parent[other] = parent[other], value
    else:
        put(changed, path, near(value, changed, rng))
    return changed


def near(value: Any, record: Record, rng: random.Random) -> Any:
    """A value of the same type, not far off."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-5, -1, 1, 5])
    if isinstance(value, str):
        alike = [get(record, path) for path in walk(record)]
        return rng.choice([one for one in alike if isinstance(one, str) and len(one) == len(value)])
    if isinstance(value, list):
        return rng.sample(value, len(value))
    return value


def cards_at(record: Record) -> list[tuple[Any, ...]]:
    """The paths of all the cards in a record."""
    piles = ("hands", "kitty", "stock", "exchange", "tricks")
    found = [(pile, *path) for pile in piles for path in walk(record[pile])]
    found += [("turn_up",)] if "turn_up" in record else []
    return [path for path in found if isinstance(card := get(record, path), str) and len(card) == 2]


def swapped(record: Record, one: tuple[Any, ...], other: tuple[Any, ...]) -> Record:
    """A copy of the record with two cards changed for each other, in these two places only."""
    changed: Record = json.loads(json.dumps(record))
    first, second = get(record, one), get(record, other)
    put(changed, one, second)
    put(changed, other, first)
    return changed
