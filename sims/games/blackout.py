"""Partnership Blackout (Scott Mayes), a game of the Spades family: rule sheet, tables, settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sims import tables as t
from sims.cards import SUITS, mask_of, suit_ranks
from sims.errors import Refused
from sims.sheets import Rule, Rules, RuleSheet, Switch, Value

RULES = (
    Rule("1", "52 cards, ace high; spades are always trump.", "seed, original"),
    Rule("2a", "Four players, partners opposite.", "original"),
    Rule("2b", "13 cards each; the deal passes to the left, the first dealer by lot.", "seed"),
    Rule(
        "3a",
        "One circuit of calls from the left of the dealer: a number 1 to 12, board (the side wins all 13 tricks) or "
        "nil (this player alone wins none). Calls need not rise; nobody passes.",
        "original",
    ),
    Rule(
        "3b",
        "as-translated: a number 0 to 12, board, nil (both partners together win none) or pass: the passer's side "
        "has no contract and scores 0.",
        "seed",
    ),
    Rule(
        "4",
        "Who has a partner that called board, nil or pass is skipped. Board, nil or pass after the partner's number "
        "makes the number void.",
        "original",
    ),
    Rule(
        "5a",
        "The numbers of two partners are added; a sum above 12 counts as 12. The side is to win at least so many "
        "tricks. Both sides have a contract of their own.",
        "original",
    ),
    Rule(
        "5b",
        "as-translated: the side with the higher sum wins the bidding, which is reported and changes nothing; board "
        "is above every number, and with equal sums nobody has won it.",
        "seed",
    ),
    Rule("6", "The left of the dealer leads first, then the winner of the trick.", "seed, original"),
    Rule(
        "7",
        "A spade may not be led unless the leader holds only spades; under after_broken not before one has been "
        "played in an earlier trick.",
        "seed",
        "lead_trump",
    ),
    Rule(
        "8",
        "The suit led must be followed if held, otherwise any card; the highest spade wins the trick, else the "
        "highest card of the suit led.",
        "seed, original",
    ),
    Rule("9", "Tricks are kept by player: a nil is his alone.", "original"),
    Rule("10a", "Board: all 13 tricks +40, else -10. Nil: no trick +40, else -10.", "seed"),
    Rule(
        "10b",
        "A number. The score for it is the least certain point of these rules: the page is garbled and says nothing "
        "of failure. exact10: exactly the number 10 + tricks, more: the tricks alone, fewer -10. seed_literal: "
        "reached 10, with all 13 tricks 23, fewer -10. made10plus: reached 10 + tricks, fewer -10.",
        "gap",
        "score",
    ),
    Rule("11a", "The game is to 100.", "seed", "target"),
    Rule(
        "11b",
        "Both at the target in one hand: the higher score wins; equal, another hand. Scores may be negative.",
        "gap",
    ),
)

BY_SCORE = "by_score"  # the value of a switch that the profile of `score` fixes
PROFILES: dict[str, dict[str, int]] = {
    "exact10": {"made": 0, "exact_bonus": 10, "per_trick": 1, "all_bonus": 0, "set": -10},
    "seed_literal": {"made": 10, "exact_bonus": 0, "per_trick": 0, "all_bonus": 13, "set": -10},
    "made10plus": {"made": 10, "exact_bonus": 0, "per_trick": 1, "all_bonus": 0, "set": -10},
}


class ProfileSwitch(Switch):
    """A number that is the profile's own as long as it is not set."""

    def describe(self) -> str:
        """The values it takes, in words."""
        return f"{BY_SCORE} | {super().describe()}"

    def parse(self, text: Value) -> Value:
        """`by_score` or a whole number in the range, else `Refused`."""
        if str(text) == BY_SCORE:
            return BY_SCORE
        return super().parse(text)


def _number(name: str, text: str, most: int = 100) -> ProfileSwitch:
    return ProfileSwitch(name, BY_SCORE, text, low=-most, high=most)


SWITCHES = (
    Switch("score", "exact10", "what a number scores", tuple(PROFILES)),
    _number("made", "points for a number reached"),
    _number("exact_bonus", "points more for exactly the number"),
    _number("per_trick", "points for each trick of the side, if the number is reached", 20),
    _number("all_bonus", "points more for all 13 tricks, if the number is reached"),
    _number("set", "points for a number not reached"),
    Switch("lead_trump", "only_if_no_other", "when a spade may be led", ("only_if_no_other", "after_broken")),
    Switch("target", 100, "points that win the match", low=10, high=10_000),
)

SHEET = RuleSheet(
    game="blackout",
    title="Partnership Blackout",
    version=1,
    seats="4",
    deck="52 cards",
    rules=RULES,
    switches=SWITCHES,
    variants={"mayes": {}, "as-translated": {"score": "seed_literal"}},
    variant_texts={
        "mayes": "the rules of Scott Mayes, without 3b and 5b",
        "as-translated": "the page taken at its word: with 3b and 5b, score seed_literal",
    },
)

SEARCHED = ("rollout",)  # the players who sample worlds and play it

TRICKS = 13
NIL, BOARD, PASS = "nil", "board", "pass"
NIL_MADE = BOARD_MADE = 40
NIL_SET = BOARD_SET = -10
SIDES = ((0, 2), (1, 3))


@dataclass(frozen=True)
class Contract:
    """What a side has undertaken: at least `number` tricks, board, or nil of some seats together."""

    call: str
    number: int = 0
    nil_seats: tuple[int, ...] = ()

    def made(self, by_seat: Sequence[int], side: int) -> bool:
        """Whether it is kept, from the tricks of each seat."""
        if self.call == NIL:
            return sum(by_seat[seat] for seat in self.nil_seats) == 0
        own = sum(by_seat[seat] for seat in SIDES[side])
        return own == TRICKS if self.call == BOARD else own >= self.number


def personal_nil(rules: Rules) -> bool:
    """Nil binds its bidder alone."""
    return rules.variant == "mayes"


def numbers(rules: Rules) -> range:
    """The numbers that may be called."""
    return range(1 if rules.variant == "mayes" else 0, 13)


def score_numbers(rules: Rules) -> dict[str, int]:
    """The five numbers of the score in force."""
    profile = PROFILES[rules.word("score")]
    return {
        name: own if rules.word(name) == BY_SCORE else rules.number(name) for name, own in profile.items()
    }


def resolved(rules: Rules) -> dict[str, Value]:
    """All switches with the numbers of the score in force."""
    return {**rules.values, **score_numbers(rules)}


def number_score(score: dict[str, int], number: int, tricks: int) -> int:
    """What a side scores that called `number` in all and won so many tricks."""
    if tricks < number:
        return score["set"]
    points = score["made"] + score["per_trick"] * tricks
    points += score["exact_bonus"] if tricks == number else 0
    return points + (score["all_bonus"] if tricks == TRICKS else 0)


def contract_score(rules: Rules, contract: Contract | None, by_seat: Sequence[int], side: int) -> int:
    """Rule 10."""
    if contract is None:
        return 0
    made = contract.made(by_seat, side)
    if contract.call == NIL:
        return NIL_MADE if made else NIL_SET
    if contract.call == BOARD:
        return BOARD_MADE if made else BOARD_SET
    own = sum(by_seat[seat] for seat in SIDES[side])
    return number_score(score_numbers(rules), contract.number, own)


def match_winner(rules: Rules, scores: Sequence[int]) -> int | None:
    """Rule 11: the side that has won, None while the match goes on."""
    if max(scores) < rules.number("target") or scores[0] == scores[1]:
        return None
    return 0 if scores[0] > scores[1] else 1


def deck(rules: Rules) -> tuple[str, ...]:
    """All 52 cards."""
    return suit_ranks("AKQJT98765432")


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return TRICKS


def tables(rules: Rules) -> t.Tables:
    """The arrays of a resolved rule sheet; spades lie in lane 3, so that the frame is the deck itself."""
    lanes = [[*"23456789TJQKA", "", ""] for _ in SUITS]
    named = [[rank + suit if rank else "" for rank in lane] for suit, lane in zip(SUITS, lanes, strict=True)]
    to_frame, to_card = t.frame_maps([named] * 4)
    required, allowed = t.follow_suit()
    settings = np.zeros(t.N_SETTINGS, np.int64)
    settings[t.SEATS] = 4
    settings[t.HAND] = settings[t.TRICKS_IN_HAND] = settings[t.TOTAL] = TRICKS
    settings[t.TRICK_POINTS] = settings[t.UNIT] = 1
    settings[t.LEAD_FROM_DEALER] = settings[t.LEAD_OFFSET] = 1
    settings[t.FIXED_TRUMP] = 1 + SUITS.index("S")
    settings[t.LEAD_RULE] = (
        t.ONLY_IF_NO_OTHER if rules.word("lead_trump") == "only_if_no_other" else t.AFTER_BROKEN
    )
    settings[t.DECK] = mask_of(deck(rules))
    nothing = np.zeros(2, np.int64)
    return t.Tables(
        to_frame, to_card, required, allowed, nothing, nothing, settings, np.zeros((1, 5), np.int64)
    )


def check_scores(rules: Rules, scores: Sequence[int]) -> None:
    """`Refused` for scores at which the match would be over."""
    winner = match_winner(rules, scores)
    if winner is not None:
        raise Refused(
            f"at {scores[0]}:{scores[1]} the match is over: one side stands at the target of "
            f"{rules.number('target')} or above"
        )
