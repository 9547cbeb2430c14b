"""The player who samples worlds in Da Bai Fen: what he may know, that he is strong, and his streams."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from analyzer.cli import run
from analyzer.faces.da_bai_fen import records
from analyzer.referee import check_lines
from analyzer.request import TraceRequest
from sims import sets_blocks as b
from sims.games import da_bai_fen as game
from sims.sheets import resolve
from tests.naive.da_bai_fen import POINTS
from tests.searching import NOBODY, Record
from tests.sets_searching import Knowledge, Layout, Table, hands_in_play, positions

SEED = 404
PRESETS = ("base", "table-b", "two-ranks", "as-translated")
Case = tuple[str, dict[str, Any], str]  # variant, switches, levels
CASES: dict[str, Case] = {
    "base": ("base", {}, "0:0"),
    "two-ranks": ("two-ranks", {}, "3:5"),
    "as-translated": ("as-translated", {}, "0:0"),
    "must_be_top": ("base", {"multi_lead": "must_be_top"}, "0:0"),
    "must_be_top, later": ("table-b", {"multi_lead": "must_be_top", "beat_set": "uniform"}, "4:1"),
    "must_be_top, laid open": ("as-translated", {"multi_lead": "must_be_top"}, "0:0"),
}


def traced(case: Case, policy: str, defence: str, n: int, low: int = 0) -> list[Record]:
    variant, switches, levels = case
    request = TraceRequest(
        game=game,
        rules=resolve(game.SHEET, variant, switches),
        low=low,
        high=low + n,
        dealer=None,
        score=None,
        policy=policy,
        defence=defence,
        seed=SEED,
        extras={} if levels == "0:0" else {"levels": levels},
    )
    return list(records(request))


def table_of(case: Case, worlds_each: int = 20) -> Table:
    return Table(case[0], case[1], worlds_each)


# --- what he may know --------------------------------------------------------------------------------


def hidden_cards(name: str, n: int) -> None:
    """n decisions, each with two other layouts of the cards that its seat does not see."""
    case, rng, found, moved = CASES[name], random.Random(name), 0, 0
    table = table_of(case)
    made = traced(case, "random", "random", 2 * n) + traced(case, "rules", "rules", 3 * n)
    for position in positions(made, rng):
        seen = Knowledge(position)
        assert seen.fits(seen.holder)
        choice = table.decide(position, seen.holder)[0]
        if not choice or found == n:
            continue
        found += 1
        for _ in range(2):
            layout = seen.another(rng)
            moved += layout != seen.holder
            assert table.decide(position, layout)[0] == choice, (
                position.record["deal"],
                len(position.tricks),
            )
    assert found == n
    assert moved > n


def hidden_hands_at_the_burial(name: str, n: int) -> None:
    """n burials, each with two other layouts of the others' cards."""
    case, rng, moved = CASES[name], random.Random(name), 0
    table = table_of(case)
    for record in traced(case, "rules", "rules", n):
        declarer, hands = record["declarer"], [list(hand) for hand in record["hands"]]
        full = [*hands[declarer], *record["kitty"]]
        choice = table.bury(record, hands, full)
        shown = {c["card"]: c["seat"] for c in record["auction"] if c["call"] == "expose"}
        for _ in range(2):
            loose = [c for seat in range(4) if seat != declarer for c in hands[seat] if c not in shown]
            rng.shuffle(loose)
            other = [
                hand if seat == declarer else [card if card in shown else loose.pop() for card in hand]
                for seat, hand in enumerate(hands)
            ]
            moved += other != hands
            assert table.bury(record, other, full) == choice, record["deal"]
    assert moved > n


@pytest.mark.parametrize("name", CASES)
def test_hidden_cards_change_no_decision(name: str) -> None:
    hidden_cards(name, 30)


@pytest.mark.full
@pytest.mark.parametrize("name", CASES)
def test_hidden_cards_change_none_of_1000_decisions(name: str) -> None:
    hidden_cards(name, 1_000)


def test_hidden_hands_change_no_burial() -> None:
    hidden_hands_at_the_burial("must_be_top, later", 25)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in CASES if CASES[name][0] != "as-translated"])
def test_hidden_hands_change_none_of_1000_burials(name: str) -> None:
    hidden_hands_at_the_burial(name, 1_000)


def layout_of(table: Table, seen: Knowledge, world: Any) -> Layout:
    """A world that was drawn, as a layout of the hidden cards."""
    record, layout = seen.position.record, {}
    for seat in range(4):
        if seat != seen.seat:
            layout |= dict.fromkeys(table.names(record, int(world[seat])), seat)
    return layout | {card: NOBODY for card in seen.holder if card not in layout}


@pytest.mark.parametrize("name", CASES)
def test_worlds_fit_what_the_play_has_shown(name: str) -> None:
    case, rng, doubted, known = CASES[name], random.Random(5), 0, 0
    table = table_of(case, 1)
    for position in positions(traced(case, "random", "random", 150), rng):
        seen, away = Knowledge(position), hands_in_play(position.record)[1]
        choice, _, worlds = table.decide(position, seen.holder, worlds=6)
        if not choice:
            continue
        doubted += len(seen.doubts)
        known += len(set(seen.holder) & {*seen.sure, *(card for shut in seen.shut.values() for card in shut)})
        for world in worlds.tolist():
            layout = layout_of(table, seen, world)
            assert set(layout) == set(seen.holder)
            assert Counter(layout.values()) == Counter(seen.holder.values())
            assert seen.fits(layout)
            assert table.names(position.record, world[seen.seat]) == set(seen.own)
            if position.record["exchange"]:
                buried = {card for card, seat in layout.items() if seat == NOBODY}
                own = seen.seat == seen.declarer
                assert table.names(position.record, world[4]) == (set(away) if own else buried)
    assert known
    assert bool(doubted) == ("multi_lead" in case[1])


def endings(case: Case) -> list[tuple[Knowledge, list[Layout]]]:
    """Small endings with 2 to 60 layouts, those first that have a lead taken back."""
    found = []
    for position in positions(traced(case, "random", "random", 2_500), random.Random(8)):
        seen = Knowledge(position)
        if len(seen.own) <= 3 and (layouts := seen.layouts(200)):
            found.append((seen, layouts))
    found = [pair for pair in found if 2 <= len(pair[1]) <= 60]
    found.sort(key=lambda pair: (not pair[0].doubts, -len(pair[1])))
    return found


@pytest.mark.parametrize("name", ["two-ranks", "must_be_top", "must_be_top, laid open"])
def test_worlds_are_uniform_over_the_layouts_that_fit(name: str) -> None:
    table, tested, told, doubted = table_of(CASES[name], 1), 0, 0, 0
    for seen, layouts in endings(CASES[name]):
        record = seen.position.record
        choice, _, worlds = table.decide(seen.position, seen.holder, worlds=60 * len(layouts))
        if not choice:
            continue
        others = [seat for seat in range(4) if seat != seen.seat]
        expected = [
            tuple(
                table.mask(record, [card for card, holds in layout.items() if holds == seat])
                for seat in others
            )
            for layout in layouts
        ]
        drawn = Counter(tuple(int(world[seat]) for seat in others) for world in worlds)
        assert set(drawn) <= set(expected)
        assert chisquare([drawn[hands] for hands in expected]).pvalue > 1e-5
        tested += 1
        told += len(layouts) > 10
        doubted += len(seen.doubts)
        if tested == 20:
            break
    assert tested >= 8
    assert told
    assert bool(doubted) == ("must_be_top" in name)


# --- what he tries -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_he_tries_different_legal_sets(name: str) -> None:
    case, rng, several, sets = CASES[name], random.Random(6), 0, 0
    table = table_of(case, 1)
    made = traced(case, "random", "random", 60) + traced(case, "rules", "rules", 60)
    for position in positions(made, rng):
        seen = Knowledge(position)
        choice, tried, _ = table.decide(position, seen.holder)
        if not choice:
            continue
        assert choice in tried
        assert 1 <= len(set(tried)) == len(tried) <= b.MOST_TRIED
        several += len(tried) > 1
        for act in tried:
            cards = table.names(position.record, act)
            assert cards <= set(seen.own)
            lanes = [seen.order.lane(card) for card in cards]
            if not position.table:
                assert len(set(lanes)) == 1
                continue
            led = position.table[0]["cards"]
            lane = seen.order.lane(led[0])
            held = sum(seen.order.lane(card) == lane for card in seen.own)
            assert len(cards) == len(led)
            assert lanes.count(lane) == min(held, len(led))
            sets += len(led) > 1
    assert several > 20
    assert sets


def same_for(seen: Knowledge, one: str, other: str) -> bool:
    """No hidden card tells two cards of a lane apart, and they count alike."""
    above = seen.order.above
    return (
        seen.order.lane(one) == seen.order.lane(other)
        and POINTS.get(one[0], 0) == POINTS.get(other[0], 0)
        and all(
            above(card, one) == above(card, other) and above(one, card) == above(other, card)
            for card in seen.holder
        )
    )


@pytest.mark.parametrize("name", ["two-ranks", "must_be_top, laid open"])
def test_cards_that_nothing_tells_apart_are_led_once(name: str) -> None:
    case, rng, spared = CASES[name], random.Random(7), 0
    table = table_of(case, 1)
    for position in positions(traced(case, "random", "random", 400), rng):
        seen = Knowledge(position)
        choice, tried, _ = table.decide(position, seen.holder)
        if position.table or not choice:
            continue
        singles = {
            card for act in tried if act & (act - 1) == 0 for card in table.names(position.record, act)
        }
        for one, other in combinations(seen.own, 2):
            if same_for(seen, one, other):
                assert not {one, other} <= singles
                spared += bool({one, other} & singles)
    assert spared > 20


# --- strength ----------------------------------------------------------------------------------------


def gain_over_rules(case: Case, n: int) -> tuple[float, float]:
    """Promotions of the declaring side less the others' with rollout:20 declaring against rules, less the same
    with the sides swapped, on common deals: mean, standard error."""
    made = []
    for policy, defence in (("rollout:20", "rules"), ("rules", "rollout:20")):
        changes = []
        for record in traced(case, policy, defence, n):
            if record["tricks"]:
                own = record["declarer"] % 2
                delta = record["result"]["delta"]
                changes.append(delta[own] - delta[1 - own])
        made.append(np.array(changes))
    gain = made[0] - made[1]
    return float(gain.mean()), float(gain.std(ddof=1)) / len(gain) ** 0.5


def test_he_beats_the_rules_player() -> None:
    assert gain_over_rules(CASES["must_be_top"], 150)[0] > 0.1
    assert gain_over_rules(CASES["as-translated"], 150)[0] > 0.05


@pytest.mark.full
@pytest.mark.parametrize("variant", PRESETS)
def test_he_beats_the_rules_player_by_more_than_three_standard_errors(variant: str) -> None:
    mean, error = gain_over_rules((variant, {}, "3:3" if variant == "two-ranks" else "0:0"), 3_000)
    assert mean > 3 * error


# --- the command -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", PRESETS)
def test_the_referee_accepts_his_hands(variant: str) -> None:
    top = {"multi_lead": "must_be_top"}
    made = traced((variant, {}, "0:0"), "rollout:3", "rollout:3", 25)
    made += traced((variant, top, "2:1"), "rollout:3", "random", 25)
    made += traced((variant, top, "1:2"), "rules", "rollout:4", 25)
    assert [fault for fault in check_lines(map(json.dumps, made)) if fault] == []
    assert made[-1]["policies"].count("rollout:4") == 2


def test_records_do_not_depend_on_where_a_batch_begins() -> None:
    case = CASES["must_be_top"]
    assert traced(case, "rollout:3", "rollout:2", 12)[5:] == traced(case, "rollout:3", "rollout:2", 7, low=5)


def test_odds_are_the_same_on_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for threads in ("1", "2", "3"):
        hand = ["odds", "dbf", "--hand", "RJ S:AK972 H:K2 D:A5 C:94", "--trump", "S", "--trump", "D"]
        players = ["--policy", "rollout:4", "--defence", "rollout:3", "--set", "multi_lead=must_be_top"]
        assert run([*hand, *players, "-n", "60", "-f", "json", "--quiet", "--threads", threads]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0]["deals"] == 60
    assert said[0] == said[1] == said[2]
