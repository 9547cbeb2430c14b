"""Two Hundred: the auction for the points in tens, aces and fives, and the variants of its table.

The numbers in brackets are those of the rules in rules/two-hundred.md; V is for its variants, S for
its settled questions.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from analyzer.referee.auction import (
    AuctionRules,
    Outcome,
    referee_auction,
    referee_contract,
    referee_throw_in,
)
from analyzer.referee.cards import SUITS, Deal, deck, referee_deal, suit_of_trump
from analyzer.referee.exchange import discard, swaps, take_from_kitty
from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json, empty
from analyzer.referee.game import Game
from analyzer.referee.result import Contract, Result, nothing, referee_result
from analyzer.referee.seating import Seating, Sides, opposite, referee_seating, refuse_finished
from analyzer.referee.switches import Number, Switches, Value, Word, word
from analyzer.referee.tricks import Order, Play, order_of

POINTS = {"A": 10, "T": 10, "5": 5}
TOP_BID = 100
TOP_BID_SCORES = 200
"""What the highest bid scores, if made, under `hundred_for_200`."""
MUST_BID_FROM = 100
"""Defenders with this score must have bid to score."""
STEP = 5

SWITCHES: dict[str, Word | Number] = {
    "target": Number(200, 5, 10_000),
    "min_bid": Number(50, STEP, TOP_BID, STEP),
    "loss_limit": Number(-200, -10_000, -5),
    "hundred_for_200": word("off", "on"),
    "bidding": word("auction", "single_round"),
    "all_pass": word("throw_in", "dealer_must_bid"),
    "must_bid_at_100": word("on", "off"),
    "kitty_points": word("dead", "defenders", "contractor"),
    "two_player": word("draw_stock", "dead_stock"),
}


PAIRS = opposite(4, 2)


@dataclass(frozen=True)
class Variant:
    """What is different about the table of one variant."""

    seats: int = 4
    sides: Sides = PAIRS
    ranks: str = "AKQJT9875"  # [1] [2], high to low
    hand: int = 9
    kitty: int = 0
    switches: Mapping[str, Value] = field(default_factory=dict)


VARIANTS = {
    "base": Variant(),
    "kitty": Variant(ranks="AKQJT98765", kitty=4),
    "to-300": Variant(switches={"target": 300, "min_bid": 60, "loss_limit": -300}),
    "to-500": Variant(switches={"target": 500, "min_bid": 60, "loss_limit": -500}),
}


@cache
def ranks_order(ranks: str, trump: str) -> Order:
    """The same order in every suit, whichever is trump [2]."""
    return order_of(trump, {suit: [rank + suit for rank in ranks] for suit in SUITS})


@cache
def full_deck(ranks: str) -> frozenset[str]:
    """The cards of a variant."""
    return deck(ranks)


def points_of(cards: Collection[str]) -> int:
    """Card points [3]."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    table = VARIANTS[variant]
    seating = referee_seating(record, table.seats, table.sides)
    refuse_finished(seating.scores, _finished(seating.scores, switches))
    deal = referee_deal(record, full_deck(table.ranks), [table.hand] * table.seats, table.kitty)
    rules = AuctionRules(
        tuple(range(switches.number("min_bid"), TOP_BID + 1, STEP)),
        top_ends=True,
        single_round=switches.on("bidding", "single_round"),
        dealer_must=switches.on("all_pass", "dealer_must_bid"),
    )  # [7]
    outcome = referee_auction(record, rules, seating.ring(seating.left_of_dealer), seating.dealer)
    referee_contract(record, outcome)
    if outcome.declarer is None:
        referee_throw_in(record)
        referee_result(record, nothing(seating.scores))
        return
    trump = suit_of_trump(record)
    hands = [set(hand) for hand in deal.hands]
    buried = _exchange(record, deal, hands, outcome.declarer)
    play = Play(record, hands, seating.ring(0), ranks_order(table.ranks, trump))
    taken = [0] * len(table.sides)
    leader = outcome.declarer  # [10]
    for _ in range(table.hand):
        trick = play.next(leader)  # [11] [12]
        play.worth(trick, points_of(trick.cards))
        leader = trick.winner
        taken[seating.side(leader)] += trick.points
    play.close()
    getter = _who_gets_buried(seating, outcome.declarer, switches)
    if getter is not None:
        taken[getter] += points_of(buried)
    referee_result(record, _settle(seating, outcome, taken, switches))


def _exchange(record: Json, deal: Deal, hands: list[set[str]], declarer: int) -> list[str]:
    """The declarer's cards for cards of the kitty, as many as he likes [V]; return what is buried."""
    if not deal.kitty:
        empty(record, "exchange", "there is no kitty")
        return []
    entries = swaps(record)
    if len(entries) != 1:
        raise Illegal(f'"exchange" must have one entry, that of seat {declarer}, not {len(entries)}')
    swap, hand = entries[0], hands[declarer]
    if swap.seat != declarer:
        raise Illegal(f"seat {swap.seat} exchanges cards, but seat {declarer} is the declarer")
    take_from_kitty(swap, deal.kitty, hand)
    discard(swap, hand)
    if len(swap.discards) != len(swap.takes):
        raise Illegal(f"seat {declarer} takes {len(swap.takes)} cards but discards {len(swap.discards)}")
    return [card for card in deal.kitty if card not in swap.takes] + swap.discards


def _who_gets_buried(seating: Seating, declarer: int, switches: Switches) -> int | None:
    """The side that the points of the buried cards go to [V] [S2]."""
    if switches.on("kitty_points", "contractor"):
        return seating.side(declarer)
    if switches.on("kitty_points", "defenders"):
        return seating.side(seating.after(declarer))
    return None


def _settle(seating: Seating, outcome: Outcome, taken: list[int], switches: Switches) -> Result:
    """Score the hand [14] and see who has won."""
    assert outcome.declarer is not None
    assert outcome.contract is not None
    before, contract = seating.scores, outcome.contract
    declaring = seating.side(outcome.declarer)
    made = taken[declaring] >= contract
    delta = list(taken)
    for side, members in enumerate(seating.sides):
        if side == declaring:
            continue
        silent = not any(seat in outcome.bidders for seat in members)
        if switches.on("must_bid_at_100") and before[side] >= MUST_BID_FROM and silent:
            delta[side] = 0
    if not made:
        delta[declaring] = -contract
    elif contract == TOP_BID and switches.on("hundred_for_200"):
        delta[declaring] = TOP_BID_SCORES
    after = [old + points for old, points in zip(before, delta, strict=True)]
    winner = _winner(after, declaring, switches)
    return Result(taken, delta, after, winner, [Contract(declaring, str(contract), made)])


def _winner(scores: Sequence[int], declaring: int | None, switches: Switches) -> int | None:
    """The side that has won with these scores, if one has [16] [17] [18] [S3]."""
    target, limit = switches.number("target"), switches.number("loss_limit")
    reached = [side for side, score in enumerate(scores) if score >= target]
    if reached:
        return declaring if declaring in reached else _highest(reached, scores, declaring)
    for loser, score in enumerate(scores):
        others = [side for side in range(len(scores)) if side != loser]
        if score <= limit and all(scores[side] >= 0 for side in others):
            return _highest(others, scores, declaring)
    return None


def _highest(sides: Sequence[int], scores: Sequence[int], declaring: int | None) -> int | None:
    """The highest of these sides; the declarer's among equals, else nobody."""
    top = max(scores[side] for side in sides)
    equals = [side for side in sides if scores[side] == top]
    if declaring in equals:
        return declaring
    return equals[0] if len(equals) == 1 else None


def _finished(scores: Sequence[int], switches: Switches) -> bool:
    """Whether the game is over with these scores, whoever was the declarer before."""
    both = len(scores) == 2 and min(scores) >= switches.number("target")
    return both or _winner(scores, None, switches) is not None


GAME = Game({name: variant.switches for name, variant in VARIANTS.items()}, SWITCHES, referee)
