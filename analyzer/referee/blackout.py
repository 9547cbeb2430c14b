"""Partnership Blackout: every side contracts for a number of tricks, for all of them, or for none.

The numbers in brackets are those of the rules in rules/partnership-blackout.md; T is for its preset
`as-translated`, S for its settled questions.
"""

from dataclasses import dataclass

from analyzer.referee.blackout_calls import (
    BOARD,
    NIL,
    Undertaking,
    referee_calls,
    referee_declarer,
    undertakings,
)
from analyzer.referee.cards import RANKS, SUITS, deck, referee_deal
from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import Json, empty, field, items
from analyzer.referee.game import Game
from analyzer.referee.result import Contract, Result, referee_result
from analyzer.referee.seating import Seating, opposite, referee_seating, refuse_finished
from analyzer.referee.switches import Number, Switches, Word, word
from analyzer.referee.tricks import Lead, Order, Play, lead_anything, order_of

SEATS = 4
SIDES = opposite(SEATS, 2)  # [2]
DECK = deck(RANKS)
HAND = 13
TRUMP = "S"
ALL_OR_NONE = 40
"""What board and nil score if made..."""
ALL_OR_NONE_FAILED = -10
"""...and if not."""
TRANSLATED = "as-translated"


@dataclass(frozen=True)
class Profile:
    """What a contract for a number scores [10] [S4]."""

    made: int
    """For the number or more."""
    exact_bonus: int
    """For exactly the number, in addition."""
    per_trick: int
    """For each trick taken, if the number is reached, in addition."""
    all_bonus: int
    """For all thirteen tricks, in addition."""
    set: int
    """For fewer than the number."""


PROFILES = {
    "exact10": Profile(made=0, exact_bonus=10, per_trick=1, all_bonus=0, set=-10),
    "seed_literal": Profile(made=10, exact_bonus=0, per_trick=0, all_bonus=13, set=-10),
    "made10plus": Profile(made=10, exact_bonus=0, per_trick=1, all_bonus=0, set=-10),
}

ANY = Number(0, -10_000, 10_000)
"""A number of a profile; one that the record does not set is as `score` has it."""
SWITCHES: dict[str, Word | Number] = {
    "score": word(*PROFILES),
    "made": ANY,
    "exact_bonus": ANY,
    "per_trick": ANY,
    "all_bonus": ANY,
    "set": ANY,
    "lead_trump": word("only_if_no_other", "after_broken"),
    "target": Number(100, 1, 10_000),
}

ORDER: Order = order_of(TRUMP, {suit: [rank + suit for rank in reversed(RANKS)] for suit in SUITS})


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    seating = referee_seating(record, SEATS, SIDES)
    target = switches.number("target")
    refuse_finished(seating.scores, _winner(seating.scores, target) is not None)
    deal = referee_deal(record, DECK, [HAND] * SEATS)
    translated = variant == TRANSLATED
    calls = referee_calls(record, seating.ring(seating.left_of_dealer), translated)
    sides = undertakings(calls, seating)
    referee_declarer(record, sides, translated)
    empty(record, "exchange", "no cards are exchanged in this game")
    if all(side is None for side in sides) and not items(record, "tricks"):
        if field(record, "trump") is not None:
            _referee_trump(record)
        won = [0] * SEATS
    else:
        _referee_trump(record)
        won = _play(record, seating, [set(hand) for hand in deal.hands], switches)
    taken = [sum(won[seat] for seat in members) for members in SIDES]
    made = [
        side is not None and _made(side, won, taken[place], translated) for place, side in enumerate(sides)
    ]
    delta = [
        0 if side is None else _score(side, taken[place], made[place], _profile(switches))
        for place, side in enumerate(sides)
    ]
    after = [old + points for old, points in zip(seating.scores, delta, strict=True)]
    contracts = [
        Contract(place, side.contract, made[place]) for place, side in enumerate(sides) if side is not None
    ]
    winner = _winner(tuple(after), target)
    referee_result(record, Result(taken, delta, after, winner, contracts, won))


def _referee_trump(record: Json) -> None:
    """Check that spades are trumps [1]."""
    trump = field(record, "trump")
    if not same(trump, TRUMP):
        raise Illegal(f'"trump" is {shown(trump)}, but spades are always trumps: "{TRUMP}"')


def _play(record: Json, seating: Seating, hands: list[set[str]], switches: Switches) -> list[int]:
    """The thirteen tricks [6] [7] [8]; return how many each seat won [9]."""
    play = Play(record, hands, seating.ring(0), ORDER)
    after_broken = switches.on("lead_trump", "after_broken")
    won = [0] * SEATS
    leader, broken = seating.left_of_dealer, False
    for _ in range(HAND):
        lead = lead_anything if after_broken and broken else _no_trump_unless(after_broken)
        trick = play.next(leader, lead)
        play.worth(trick, 1)
        leader = trick.winner
        won[leader] += 1
        broken = broken or any(card[1] == TRUMP for card in trick.cards)  # [S3]
    play.close()
    return won


def _no_trump_unless(after_broken: bool) -> Lead:
    """No spade may be led from a hand that has anything else [7]."""

    def lead(hand: set[str], card: str, order: Order) -> str | None:
        other = min((held for held in hand if held[1] != TRUMP), default=None)
        if card[1] != TRUMP or other is None:
            return None
        yet = "and no spade has been played yet" if after_broken else "and spades are led only from spades"
        return f"but holds {other}, {yet}"

    return lead


def _made(side: Undertaking, won: list[int], taken: int, translated: bool) -> bool:
    """Whether a side has done what it undertook [4] [5] [T] [S2]."""
    if side.contract == BOARD:
        return taken == HAND
    if side.contract == NIL:
        return taken == 0 if translated else won[side.seat] == 0
    return taken >= side.number


def _score(side: Undertaking, taken: int, made: bool, profile: Profile) -> int:
    """What a side scores [10]."""
    if side.contract in (BOARD, NIL):
        return ALL_OR_NONE if made else ALL_OR_NONE_FAILED
    if not made:
        return profile.set
    exact = profile.exact_bonus if taken == side.number else 0
    everything = profile.all_bonus if taken == HAND else 0
    return profile.made + exact + profile.per_trick * taken + everything


def _profile(switches: Switches) -> Profile:
    """The profile named by `score`, but for the numbers that the record sets one by one [S4]."""
    named = next(profile for name, profile in PROFILES.items() if switches.on("score", name))

    def value(name: str, default: int) -> int:
        return switches.number(name) if switches.states(name) else default

    return Profile(
        made=value("made", named.made),
        exact_bonus=value("exact_bonus", named.exact_bonus),
        per_trick=value("per_trick", named.per_trick),
        all_bonus=value("all_bonus", named.all_bonus),
        set=value("set", named.set),
    )


def _winner(scores: tuple[int, ...], target: int) -> int | None:
    """The side that has won: the higher of those at the target, nobody if they are equal [11]."""
    top = max(scores)
    return scores.index(top) if top >= target and scores.count(top) == 1 else None


GAME = Game({"mayes": {}, TRANSLATED: {"score": "seed_literal"}}, SWITCHES, referee)
