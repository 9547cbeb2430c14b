"""Random records, legal and changed: the referee and the test table are always of one mind."""

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.referee import check_lines, check_record
from tests.referee import honours, pips
from tests.referee.mutate import cards_at, get, mutated, swapped, walk
from tests.referee.replay import is_legal
from tests.referee.scripts import accepted, samples
from tests.referee.table import Record

PIPS: dict[str, list[Any]] = {
    "target": [200, 100, 120],
    "min_bid": [50, 60, 95],
    "loss_limit": [-200, -60],
    "hundred_for_200": ["off", "on"],
    "bidding": ["auction", "single_round"],
    "all_pass": ["throw_in", "dealer_must_bid"],
    "must_bid_at_100": ["on", "off"],
    "kitty_points": ["dead", "defenders", "contractor"],
    "two_player": ["draw_stock", "dead_stock"],
}
HONOURS: dict[str, list[Any]] = {
    "target": [120, 60, 200],
    "plain_follow": ["free", "follow_or_trump"],
    "plain_ace": ["high", "one"],
    "all_pass": ["throw_in", "dealer_20"],
    "at_100": ["count_no_win", "no_points"],
    "in_the_hole": ["off", "on"],
    "kitty": [3, 1, 2, 4, 5],
}
FREE = ("schema", "switches", "deal", "seed", "rules_hash", "policies")
"""Fields that the test table takes as they are."""

calm = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)


def legal_record(seed: int) -> Record:
    """A legal record, with switches, scores and play all from the seed."""
    rng = random.Random(seed)
    known = rng.choice([PIPS, HONOURS])
    switches = {name: rng.choice(values) for name, values in known.items() if rng.random() < 0.5}
    bold = rng.choice([0.1, 0.5, 0.9])
    if known is HONOURS:
        return honours.random_record(rng, switches, bold)
    return pips.random_record(rng, rng.choice(list(pips.VARIANTS)), switches, bold)


seeds = st.integers(0, 2**40)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=5),
    max_leaves=12,
)
SAMPLE = samples("two-hundred")[5]


@calm
@given(seeds)
def test_legal_play_is_accepted(seed: int) -> None:
    accepted(legal_record(seed))


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in PIPS.items() for value in values]
)
def test_every_switch_of_two_hundred(name: str, value: Any) -> None:
    rng = random.Random(5)
    for variant in pips.VARIANTS:
        for bold in (0.1, 0.5, 0.9):
            accepted(pips.random_record(rng, variant, {name: value}, bold))


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in HONOURS.items() for value in values]
)
def test_every_switch_of_nahanni(name: str, value: Any) -> None:
    rng = random.Random(5)
    for bold in (0.1, 0.3, 0.5, 0.7, 0.9):
        accepted(honours.random_record(rng, {name: value}, bold))


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


@pytest.mark.parametrize(("game", "place"), [("two-hundred", 1), ("two-hundred", 5), ("nahanni", 1)])
def test_every_swap_in_a_sample(game: str, place: int) -> None:
    """Still legal are only swaps within a pile whose order says nothing, and a few lucky ones in the play."""
    record = samples(game)[place]
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


@calm
@given(st.lists(st.tuples(st.sampled_from(walk(SAMPLE)), json_values), min_size=1, max_size=3))
def test_a_record_with_any_values_gets_an_answer(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    record: Any = SAMPLE
    for path, value in changes:
        record = replaced(record, path, value)
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
