"""Rule sheets: variants, switches, what is refused and in which words, the hash."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sims.errors import Refused
from sims.games import GAMES, find_game, find_rules
from sims.sheets import Rule, RuleSheet, Switch, nearest, resolve

SHEET = RuleSheet(
    game="toy",
    title="Toy",
    version=3,
    seats="4",
    deck="a deck",
    rules=(Rule("1", "A rule.", "seed", "colour"),),
    switches=(
        Switch("colour", "red", "a word", ("red", "green", "blue")),
        Switch("size", 10, "a number", low=-20, high=40, step=5),
        Switch("count", 2, "a number", low=1, high=5),
    ),
    variants={"plain": {}, "large": {"size": 40, "colour": "blue"}},
    variant_texts={"plain": "as it is", "large": "larger"},
)


def test_the_first_variant_is_the_default() -> None:
    rules = resolve(SHEET)
    assert rules.variant == "plain"
    assert dict(rules.values) == {"colour": "red", "size": 10, "count": 2}
    assert rules.changed() == {}
    assert rules.game == "toy"


def test_a_variant_sets_switches_and_a_setting_goes_over_it() -> None:
    rules = resolve(SHEET, "large", {"size": "-20"})
    assert dict(rules.values) == {"colour": "blue", "size": -20, "count": 2}
    assert rules.changed() == {"size": -20}
    assert (rules.word("colour"), rules.number("size")) == ("blue", -20)


def test_changed_is_against_the_variant_and_not_against_the_default() -> None:
    assert resolve(SHEET, "large", {"size": 40, "colour": "red"}).changed() == {"colour": "red"}
    assert resolve(SHEET, "plain", {"size": "10", "count": 2}).changed() == {}


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5), (5, 5), ("-20", -20), ("40", 40), (" 15 ", 15), ("+0", 0)]
)
def test_whole_numbers(text: str | int, value: int) -> None:
    assert resolve(SHEET, settings={"size": text}).values["size"] == value


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        (
            "colour",
            "gren",
            "switch colour cannot be 'gren': it takes red | green | blue; did you mean 'green'?",
        ),
        ("colour", "RED", "switch colour cannot be 'RED': it takes red | green | blue; did you mean 'red'?"),
        ("colour", "zzz", "switch colour cannot be 'zzz': it takes red | green | blue"),
        ("colour", 1, "switch colour cannot be '1': it takes red | green | blue"),
        ("size", "12", "switch size takes -20 to 40, multiples of 5, not 12"),
        ("size", "45", "switch size takes -20 to 40, multiples of 5, not 45"),
        ("size", -25, "switch size takes -20 to 40, multiples of 5, not -25"),
        ("size", "ten", "switch size takes a whole number, -20 to 40, multiples of 5, not 'ten'"),
        ("size", "5.0", "switch size takes a whole number, -20 to 40, multiples of 5, not '5.0'"),
        ("size", "", "switch size takes a whole number, -20 to 40, multiples of 5, not ''"),
        ("count", True, "switch count takes 1 to 5, not 1"),
        ("count", "0", "switch count takes 1 to 5, not 0"),
        (
            "colr",
            "red",
            "toy has no switch 'colr': its switches are colour, size, count; did you mean 'colour'?",
        ),
        ("xyz", "red", "toy has no switch 'xyz': its switches are colour, size, count"),
    ],
)
def test_what_is_refused(name: str, value: str | int, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        resolve(SHEET, settings={name: value})
    assert str(refusal.value) == words


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("lagre", "toy has no variant 'lagre': its variants are plain, large; did you mean 'large'?"),
        ("", "toy has no variant '': its variants are plain, large"),
        ("PLAIN", "toy has no variant 'PLAIN': its variants are plain, large; did you mean 'plain'?"),
    ],
)
def test_an_unknown_variant(variant: str, words: str) -> None:
    with pytest.raises(Refused) as refusal:
        resolve(SHEET, variant)
    assert str(refusal.value) == words


def test_nearest() -> None:
    assert nearest("plian", ["plain", "large"]) == "; did you mean 'plain'?"
    assert nearest("q", ["plain", "large"]) == ""
    assert nearest("q", []) == ""


def test_the_hash_is_stable() -> None:
    """What sha256sum makes of ["toy", 3, "plain", [["colour", "red"], ["count", 2], ["size", 10]]]."""
    assert resolve(SHEET).rules_hash == "928a16733005"
    assert resolve(SHEET, "plain", {"size": "10"}).rules_hash == resolve(SHEET).rules_hash


def test_the_hash_changes_with_game_version_variant_and_every_value() -> None:
    hashes = [
        resolve(SHEET).rules_hash,
        resolve(SHEET, "large").rules_hash,
        resolve(SHEET, "plain", {"size": 40, "colour": "blue"}).rules_hash,  # the values of large
        resolve(SHEET, settings={"size": 15}).rules_hash,
        resolve(SHEET, settings={"count": 3}).rules_hash,
        resolve(SHEET, settings={"colour": "green"}).rules_hash,
        resolve(replace(SHEET, version=4)).rules_hash,
        resolve(replace(SHEET, game="toys")).rules_hash,
    ]
    assert len(set(hashes)) == len(hashes)
    assert all(len(value) == 12 and int(value, 16) >= 0 for value in hashes)


def test_the_hash_does_not_hang_on_words_or_on_the_order_of_switches() -> None:
    other = replace(SHEET, title="Other", deck="x", rules=(), switches=SHEET.switches[::-1])
    assert resolve(other).rules_hash == resolve(SHEET).rules_hash


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_of_the_games_hold_together(game: str) -> None:
    sheet = GAMES[game].SHEET
    assert set(sheet.variants) == set(sheet.variant_texts)
    names = [switch.name for switch in sheet.switches]
    assert len(set(names)) == len(names)
    numbers = [rule.number for rule in sheet.rules]
    assert len(set(numbers)) == len(numbers)
    assert {rule.switch for rule in sheet.rules} <= {"", *names}
    for switch in sheet.switches:
        assert switch.parse(switch.default) == switch.default
    for variant, values in sheet.variants.items():
        rules = resolve(sheet, variant)
        for name, value in values.items():
            assert sheet.switch(name).parse(value) == value == rules.values[name]
        for switch in sheet.switches:
            choices = switch.choices or (switch.low, switch.high)
            hashes = {resolve(sheet, variant, {switch.name: choice}).rules_hash for choice in choices}
            assert len(hashes) == len(choices)


def test_games_are_found_by_id_and_alias() -> None:
    assert find_game(" Two-Hundred ")[0] is find_game("200")[0] is GAMES["two-hundred"]
    assert find_game("30-for-60")[0] is GAMES["nahanni"]
    assert find_rules("200", "to-300").values["min_bid"] == 60
    with pytest.raises(Refused, match=r"there is no game 'nahani': .*; did you mean 'nahanni'\?"):
        find_game("nahani")
