"""Random records, legal and changed: the referee and the test table are always of one mind."""

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.referee import check_lines, check_record
from tests.referee.games import CASES, legal_record, random_record, variants
from tests.referee.mutate import cards_at, get, mutated, swapped, walk
from tests.referee.replay import is_legal
from tests.referee.scripts import accepted, samples
from tests.referee.table import Record

FREE = ("schema", "switches", "deal", "seed", "rules_hash", "policies")
"""Fields that the test table takes as they are."""

calm = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


seeds = st.integers(0, 2**40)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5),
    max_leaves=12,
)
STRANGE = {
    name: samples(name)[place]
    for name, place in (
        ("two-hundred", 5),
        ("two-hundred.six-rotating", 0),
        ("two-hundred.two-handed", 0),
        ("nahanni", 0),
        ("twenty-five", 0),
        ("fifty-five", 0),
        ("blackout.as-translated", 0),
    )
}
"""Legal records to be made strange."""


@calm
@given(seeds)
def test_legal_play_is_accepted(seed: int) -> None:
    accepted(legal_record(seed))


@pytest.mark.parametrize(("game", "switches"), CASES)
def test_every_switch(game: str, switches: Record) -> None:
    rng = random.Random(5)
    for variant in variants(game):
        for bold in (0.1, 0.5, 0.9):
            accepted(random_record(rng, game, variant, switches, bold))


@calm
@given(seeds, seeds)
def test_a_changed_record_is_accepted_only_if_it_is_still_legal(seed: int, change: int) -> None:
    record, rng = legal_record(seed), random.Random(change)
    paths = [path for path in walk(record) if path[0] not in FREE]
    for _ in range(8):
        other = mutated(record, rng, paths)
        assert (check_record(other) is None) == is_legal(other)


@calm
@given(seeds, seeds)
def test_two_cards_swapped_are_accepted_only_if_it_is_still_legal(seed: int, change: int) -> None:
    record, rng = legal_record(seed), random.Random(change)
    places = cards_at(record)
    for _ in range(8):
        other = swapped(record, rng.choice(places), rng.choice(places))
        assert (check_record(other) is None) == is_legal(other)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("two-hundred", 1),
        ("two-hundred", 5),
        ("two-hundred.two-handed", 0),
        ("nahanni", 1),
        ("twenty-five", 1),
        ("fifty-five", 0),
    ],
)
def test_every_swap_in_a_sample(name: str, place: int) -> None:
    """Still legal are only swaps within a pile whose order says nothing, and a few lucky ones in the play."""
    record = samples(name)[place]
    free = 0
    for one, other in combinations(cards_at(record), 2):
        changed = swapped(record, one, other)
        if check_record(changed) is not None:
            assert get(record, one) != get(record, other)
            continue
        free += 1
        assert is_legal(changed), (one, other)
    assert free


@calm
@given(json_values)
def test_any_json_gets_an_answer(value: Any) -> None:
    assert str(check_record(value)).startswith("line 1: ")


@pytest.mark.parametrize("name", STRANGE)
@settings(calm, max_examples=40)
@given(st.lists(st.tuples(st.integers(0), json_values), min_size=1, max_size=3))
def test_a_record_with_any_values_gets_an_answer(name: str, changes: list[tuple[int, Any]]) -> None:
    record: Any = STRANGE[name]
    paths = walk(record)
    for place, value in changes:
        record = replaced(record, paths[place % len(paths)], value)
    fault = check_record(record)
    assert fault is None or str(fault)


@calm
@given(seeds, seeds)
def test_a_record_changed_many_times_gets_an_answer(seed: int, change: int) -> None:
    record, rng = legal_record(seed), random.Random(change)
    for _ in range(12):
        record = mutated(record, rng)
        fault = check_record(record)
        assert fault is None or str(fault)


@calm
@given(st.lists(st.text(max_size=20), max_size=4))
def test_any_text_gets_an_answer(lines: list[str]) -> None:
    found = list(check_lines(lines))
    assert len(found) == sum(bool(line.strip()) for line in lines)
    assert all(found)


def replaced(node: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a JSON value with another value at this path, if the path is there."""
    if not path:
        return value
    if isinstance(node, dict) and path[0] in node:
        return node | {path[0]: replaced(node[path[0]], path[1:], value)}
    if isinstance(node, list) and isinstance(path[0], int) and path[0] < len(node):
        return [*node[: path[0]], replaced(node[path[0]], path[1:], value), *node[path[0] + 1 :]]
    return node
