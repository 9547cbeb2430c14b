"""The rule sheets and the referee know the same switches: names, defaults and words, and numbers in range."""

from __future__ import annotations

import pytest

from analyzer.referee.registry import GAMES as REFEREES
from analyzer.referee.switches import Number
from sims.errors import Refused
from sims.games import GAMES, find_rules

CHECKED = ("twenty-five", "fifty-five", "blackout", "one-hundred-one", "hundred-to-one")

# Every switch that the rules files name, the default first; two numbers are a range.
NAMED: dict[str, dict[str, tuple[str | int, ...]]] = {
    "twenty-five": {
        "players": (4, 2, 10), "sides": ("singles", "pairs", "threes"), "target": (25,),
        "double_stake": ("off", "on"),
    },
    "fifty-five": {
        "players": (4, 2, 9), "target": (110, 55, 220), "all_pass": ("throw_in", "dealer_10"),
        "who_wins": ("anyone", "bidder_only"), "trump_named": ("after_kitty", "before_kitty"),
        "lead": ("dealer_left", "bidder_left", "bidder_right"), "bidder_cap": ("off", "on"),
    },
    "blackout": {
        "lead_trump": ("only_if_no_other", "after_broken"), "score": ("exact10", "seed_literal", "made10plus"),
        "target": (100, 150, 200), "made": ("by_score", 10), "exact_bonus": ("by_score", 10),
        "per_trick": ("by_score", 1), "all_bonus": ("by_score", 13), "set": ("by_score", -10),
    },
    "one-hundred-one": {
        "players": (3, 2, 4), "first_card_effects": ("on", "off"), "queen_closes_nine": ("yes", "no"),
        "reshuffle": ("shuffle", "turn_over"), "over_101": ("game_ends", "drops_out"),
    },
    "hundred-to-one": {
        "blitz": ("majority", "own"), "reverse": ("best", "safe", "greedy"), "big_first": (1, 5),
        "big_second": (2, 1),
    },
}  # fmt: skip


@pytest.mark.parametrize("game", CHECKED)
def test_every_switch_of_the_rules_file_is_there_with_its_default_and_values(game: str) -> None:
    sheet = GAMES[game].SHEET
    for name, values in NAMED[game].items():
        assert sheet.switch(name).default == values[0], name
        for value in values:
            assert find_rules(game, None, {name: value}).values[name] == value


@pytest.mark.parametrize("game", CHECKED)
def test_the_sheet_and_the_referee_agree(game: str) -> None:
    switches, known = {s.name: s for s in GAMES[game].SHEET.switches}, REFEREES[game].switches
    assert set(switches) == set(known)
    for name, switch in switches.items():
        rule = known[name]
        if not isinstance(rule, Number):
            assert switch.choices == rule.words, name
            assert switch.default == rule.words[0], name
        elif isinstance(switch.default, int):
            assert switch.default == rule.default, name
            numbers = [int(choice) for choice in switch.choices] or [switch.low, switch.high]
            assert all(rule.low <= number <= rule.high for number in numbers), name


@pytest.mark.parametrize("game", CHECKED)
def test_a_wrong_value_is_refused_with_the_right_ones(game: str) -> None:
    for switch in GAMES[game].SHEET.switches:
        for wrong in ("sideways", -777, 99_999_999, ""):
            with pytest.raises(Refused, match=f"switch {switch.name} ") as refusal:
                find_rules(game, None, {switch.name: wrong})
            right = [*switch.choices] or [str(switch.low), str(switch.high)]
            assert all(value in str(refusal.value) for value in right), switch.name
