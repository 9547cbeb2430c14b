"""The end rules of each game as the words that the kernels of `sims.matches` read, and which games have a match."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from sims import matches as m
from sims.errors import Refused
from sims.games import GAMES
from sims.seating import Seating, all_play, pairs
from sims.sheets import Rules
from sims.tables import Int64Array

MOST_STATES = 2_000_000  # a match of more states is played out instead
KINDS = {
    "two-hundred": m.TWO_HUNDRED,
    "nahanni": m.NAHANNI,
    "fifty-five": m.FIFTY_FIVE,
    "blackout": m.BLACKOUT,
    "da-bai-fen": m.DA_BAI_FEN,
    "one-hundred-one": m.ONE_HUNDRED_ONE,
}
OTHER_WAYS = {
    "twenty-five": "a hand is a race to the target in itself; `bidodds odds twenty-five --hand H --score ...` gives "
    "the chance to win the game with it, win-game",
    "hundred-to-one": "a programme is the whole match; `bidodds odds hundred-to-one` gives the chance to win it",
}


def check_match(rules: Rules) -> None:
    """`Refused` for rules without match chances: one sentence that says what to use instead."""
    if rules.game in OTHER_WAYS:
        raise Refused(f"{rules.game} has no match of several hands: {OTHER_WAYS[rules.game]}")
    if rules.variant in ("six-rotating", "five-shadow"):
        raise Refused(
            f"the variant {rules.variant} changes who plays from hand to hand, which match chances do not follow; "
            "use base, or `bidodds trace` for single hands"
        )
    if rules.game == "da-bai-fen" and rules.word("draw_at_40") == "on":
        raise Refused("match chances of da-bai-fen are for draw_at_40=off; leave the switch out")
    if (
        rules.game == "one-hundred-one"
        and rules.word("over_101") == "drops_out"
        and rules.number("players") > 2
    ):
        raise Refused(
            "match chances of one-hundred-one with over_101=drops_out are for two players: more change their number "
            "during the match; use over_101=game_ends"
        )


def sides_of(rules: Rules) -> Seating:
    """Who sits at the table of a match."""
    game: ModuleType = GAMES[rules.game]
    if rules.game in ("blackout", "da-bai-fen"):
        return all_play(pairs(4))
    if rules.game == "one-hundred-one":
        return all_play(tuple((seat,) for seat in range(rules.number("players"))))
    seating: Seating = game.seating(rules)
    return seating


def grid_of(rules: Rules) -> tuple[int, int, int]:
    """Lowest and highest score that are told apart, and the step.

    Scores may go beyond: below where both sides are deep in the hole, above where the target alone does not win.
    """
    if rules.game == "one-hundred-one":
        return -100, 100, 1
    if rules.game == "da-bai-fen":
        return 0, rules.number("target_levels") - 1, 1
    target = rules.number("target")
    if rules.game == "two-hundred":
        return rules.number("loss_limit") - 200, target - 5, 5
    if rules.game == "nahanni":
        return -150, target + 60, 5
    if rules.game == "blackout":
        return -60, target + 40, 1
    above = 60 if rules.word("who_wins") == "bidder_only" else -5
    return -40 if rules.number("players") > 3 else -60, target + above, 5


def match_rules(rules: Rules, deeper: int = 0) -> Int64Array:
    """The words of `sims.matches` for some rules; deeper: by how much the lowest score told apart is lowered."""
    words = np.zeros(m.RULE_SIZE, np.int64)
    low, high, step = grid_of(rules)
    words[m.KIND] = KINDS[rules.game]
    words[m.SIDES] = len(sides_of(rules).sides)
    words[m.LOW], words[m.HIGH], words[m.STEP] = low - deeper, high, step
    words[m.SETS] = 1
    if rules.game == "one-hundred-one":
        words[m.TARGET] = 101
    elif rules.game == "da-bai-fen":
        words[m.TARGET] = rules.number("target_levels")
    else:
        words[m.TARGET] = rules.number("target")
    if rules.game == "two-hundred":
        words[m.LIMIT] = rules.number("loss_limit")
        words[m.BAR] = rules.word("must_bid_at_100") == "on"
    elif rules.game == "nahanni":
        words[m.BAR] = rules.word("at_100") == "no_points"
        words[m.SUSPENDED] = rules.word("in_the_hole") == "on"
    elif rules.game == "fifty-five":
        words[m.BIDDER_ONLY] = rules.word("who_wins") == "bidder_only"
    return words


def levels_of(words: Int64Array) -> int:
    """How many scores of a side are told apart."""
    return int((words[m.HIGH] - words[m.LOW]) // words[m.STEP] + 1)


def is_small(words: Int64Array) -> bool:
    """Whether the chances of all states are computed: every match of two sides, and Fifty-Five with few players."""
    sides, states = int(words[m.SIDES]), levels_of(words) ** int(words[m.SIDES])
    return states <= MOST_STATES and (sides == 2 or int(words[m.KIND]) == m.FIFTY_FIVE)
