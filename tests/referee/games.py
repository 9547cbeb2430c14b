"""Random legal records of every game that is played with tricks and points: all from a seed."""

import random
from typing import Any

from tests.referee import fives, honours, pips, spades
from tests.referee.table import Record

Values = dict[str, list[Any]]

SWITCHES: dict[str, Values] = {
    "two-hundred": {
        "target": [200, 100, 120],
        "min_bid": [50, 60, 95],
        "loss_limit": [-200, -60],
        "hundred_for_200": ["off", "on"],
        "bidding": ["auction", "single_round"],
        "all_pass": ["throw_in", "dealer_must_bid"],
        "must_bid_at_100": ["on", "off"],
        "kitty_points": ["dead", "defenders", "contractor"],
        "two_player": ["draw_stock", "dead_stock"],
    },
    "nahanni": {
        "target": [120, 60, 200],
        "plain_follow": ["free", "follow_or_trump"],
        "plain_ace": ["high", "one"],
        "all_pass": ["throw_in", "dealer_20"],
        "at_100": ["count_no_win", "no_points"],
        "in_the_hole": ["off", "on"],
        "kitty": [3, 1, 2, 4, 5],
    },
    "twenty-five": {
        "sides": ["singles", "pairs", "threes"],
        "target": [25, 10, 50],
        "double_stake": ["off", "on"],
    },
    "fifty-five": {
        "players": [4, 2, 3, 5, 6, 7, 8, 9],
        "target": [110, 55, 220],
        "all_pass": ["throw_in", "dealer_10"],
        "who_wins": ["anyone", "bidder_only"],
        "trump_named": ["after_kitty", "before_kitty"],
        "lead": ["dealer_left", "bidder_left", "bidder_right"],
        "bidder_cap": ["off", "on"],
    },
    "blackout": {
        "score": ["exact10", "seed_literal", "made10plus"],
        "made": [0, 5],
        "exact_bonus": [10, 3],
        "per_trick": [1, 0],
        "all_bonus": [0, 7],
        "set": [-10, -3],
        "lead_trump": ["only_if_no_other", "after_broken"],
        "target": [100, 150, 20],
    },
}
"""Values of every switch, but for the number of players of Twenty-Five, which depends on its sides."""

PLAYERS = [*({"players": seats} for seats in range(2, 11)), {"players": 6, "sides": "pairs"}]
"""Those numbers of players."""

CASES = [
    (game, {name: value})
    for game, known in SWITCHES.items()
    for name, values in known.items()
    for value in values
] + [("twenty-five", switches) for switches in PLAYERS]
"""Every value of every switch."""


def variants(game: str) -> list[str]:
    if game == "two-hundred":
        return list(pips.VARIANTS)
    return list(spades.DEFAULTS) if game == "blackout" else ["base"]


def random_record(rng: random.Random, game: str, variant: str, switches: Record, bold: float) -> Record:
    """A legal record; `bold` is the chance to bid rather than to pass."""
    if game == "two-hundred":
        return pips.random_record(rng, variant, switches, bold)
    if game == "nahanni":
        return honours.random_record(rng, switches, bold)
    if game == "twenty-five":
        return fives.random_twenty_five(rng, switches)
    if game == "fifty-five":
        return fives.random_fifty_five(rng, switches, bold)
    return spades.random_record(rng, variant, switches)


def legal_record(seed: int) -> Record:
    """A legal record, with game, switches, scores and play all from the seed."""
    rng = random.Random(seed)
    game = rng.choice(list(SWITCHES))
    switches = {name: rng.choice(values) for name, values in SWITCHES[game].items() if rng.random() < 0.5}
    return random_record(rng, game, rng.choice(variants(game)), switches, rng.choice([0.1, 0.5, 0.9]))
