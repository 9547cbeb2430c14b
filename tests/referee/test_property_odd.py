"""Random records of the three odd games, legal and changed: the referee and the test tables are of one mind."""

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzer.referee import check_record
from analyzer.referee.registry import GAMES
from tests.referee import hundreds, shedding
from tests.referee.mutate import mutated, walk
from tests.referee.odd_replay import FREE, is_legal, random_record
from tests.referee.scripts import accepted, samples
from tests.referee.table import Record
from tests.referee.test_property import json_values, replaced, seeds

SWITCHES: dict[str, dict[str, list[Any]]] = {
    "da-bai-fen": {
        "first_declarer": ["exposer", "lot"],
        "first_draw": ["dealer", "right_of_dealer"],
        "trump_choice": ["expose", "dealer_names"],
        "multi_lead": ["free", "must_be_top"],
        "beat_set": ["pairwise", "uniform"],
        "talon": ["double", "single", "never"],
        "last_trick_mult": ["off", "by_cards"],
        "draw_at_40": ["off", "on"],
        "table": ["a", "b"],
        "two_ranks": ["off", "on"],
        "target_levels": [13, 1, 5, 40],
    },
    "one-hundred-one": {
        "players": [3, 2, 4],
        "first_card_effects": ["on", "off"],
        "queen_closes_nine": ["yes", "no"],
        "reshuffle": ["shuffle", "turn_over"],
        "over_101": ["game_ends", "drops_out"],
    },
    "hundred-to-one": {
        "blitz": ["majority", "own"],
        "blitz_other": ["same", "majority", "own"],
        "reverse": ["best", "safe", "greedy"],
        "reverse_other": ["same", "best", "safe", "greedy"],
        "big_first": [1, 3, 5],
        "big_second": [2, 4],
        "board_order": ["shuffled", "as_given"],
    },
}
calm = settings(
    max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
games = st.sampled_from(list(SWITCHES))


def legal_record(game: str, seed: int) -> Record:
    """A legal record, with variant, switches, scores and play all from the seed, as JSON gives it."""
    rng = random.Random(seed)
    switches = {name: rng.choice(values) for name, values in SWITCHES[game].items() if rng.random() < 0.5}
    variant = rng.choice(list(hundreds.VARIANTS)) if game == "da-bai-fen" else "base"
    record: Record = json.loads(json.dumps(random_record(game, rng, switches, variant)))
    return record


@calm
@given(games, seeds)
def test_legal_play_is_accepted(game: str, seed: int) -> None:
    accepted(legal_record(game, seed))


def test_these_are_all_the_switches() -> None:
    for game, switches in SWITCHES.items():
        assert set(switches) == set(GAMES[game].switches)
        for name, values in switches.items():
            assert GAMES[game].switches[name].default == values[0]


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [(game, name, value) for game, known in SWITCHES.items() for name in known for value in known[name]],
)
def test_every_value_of_every_switch(game: str, name: str, value: Any) -> None:
    rng = random.Random(5)
    for variant in hundreds.VARIANTS if game == "da-bai-fen" else ["base"]:
        for _ in range(4):
            accepted(random_record(game, rng, {name: value}, variant))


def test_misers_at_101() -> None:
    """Players who spare nobody: long hands with many renewed stocks."""
    for seed in range(40):
        rng = random.Random(seed)
        accepted(shedding.random_record(rng, {"queen_closes_nine": "no"}, kind=shedding.Misers))


@calm
@given(games, seeds, seeds)
def test_a_changed_record_is_accepted_only_if_it_is_still_legal(game: str, seed: int, change: int) -> None:
    record, rng = legal_record(game, seed), random.Random(change)
    assert is_legal(record)
    paths = [path for path in walk(record) if path[0] not in (*FREE, "variant")]
    for _ in range(8):
        other = mutated(record, rng, paths)
        assert (check_record(other) is None) == is_legal(other)


@pytest.mark.parametrize("place", range(14))
def test_the_table_plays_the_samples_again(place: int) -> None:
    record = samples("odd")[place]
    name = record.pop("name")
    assert is_legal(record), name
    rng = random.Random(place)
    paths = [path for path in walk(record) if path[0] not in (*FREE, "variant")]
    for _ in range(60):
        other = mutated(record, rng, paths)
        assert (check_record(other) is None) == is_legal(other), name


@calm
@given(games, seeds, seeds)
def test_a_record_changed_many_times_gets_an_answer(game: str, seed: int, change: int) -> None:
    record, rng = legal_record(game, seed), random.Random(change)
    for _ in range(10):
        record = mutated(record, rng)
        fault = check_record(record)
        assert fault is None or str(fault)


@calm
@given(st.data(), st.integers(0, 13))
def test_a_record_with_any_values_gets_an_answer(data: st.DataObject, place: int) -> None:
    record: Any = samples("odd")[place]
    paths = walk(record)
    for _ in range(data.draw(st.integers(1, 3))):
        record = replaced(record, data.draw(st.sampled_from(paths)), data.draw(json_values))
    fault = check_record(record)
    assert fault is None or str(fault)
