"""Two Hundred: the auction for the points in tens, aces and fives, and the variants of its table.

The numbers in brackets are those of the rules in rules/two-hundred.md; V is for its variants, S for
its settled questions.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from analyzer.referee.auction import (
    AuctionRules,
    referee_auction,
    referee_contract,
    referee_throw_in,
)
from analyzer.referee.cards import SUITS, Deal, deck, referee_deal, suit_of_trump
from analyzer.referee.exchange import Draws, discard, only_entry, take_from_kitty
from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import Json, empty, items
from analyzer.referee.game import Game
from analyzer.referee.result import nothing, referee_result
from analyzer.referee.seating import Seating, Sides, opposite, referee_seating, refuse_finished
from analyzer.referee.switches import Number, Switches, Value, Word, word
from analyzer.referee.tricks import Order, Play, order_of
from analyzer.referee.two_hundred_score import TOP_BID, finished, settle

POINTS = {"A": 10, "T": 10, "5": 5}
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
THREE_PAIRS = opposite(6, 3)


@dataclass(frozen=True)
class Variant:
    """What is different about the table of one variant."""

    seats: int = 4
    sides: Sides = PAIRS
    ranks: str = "AKQJT9875"  # [1] [2], high to low
    hand: int = 9
    kitty: int = 0
    takes_turns: bool = False
    """Whether one side sits out."""
    shadow: int | None = None
    """The seat that neither deals nor bids and helps whoever is the contractor."""
    draws: bool = False
    """Whether a stock may be drawn from."""
    switches: Mapping[str, Value] = field(default_factory=dict)


VARIANTS = {
    "base": Variant(),
    "kitty": Variant(ranks="AKQJT98765", kitty=4),
    "six-rotating": Variant(6, THREE_PAIRS, takes_turns=True),
    "six-at-once": Variant(6, THREE_PAIRS, "AKQJT98765432", 8, 4),
    "bank": Variant(
        6,
        THREE_PAIRS,
        "AKQJT98765432",
        8,
        4,
        switches={"target": 500, "min_bid": 50, "loss_limit": -500},
    ),
    "five-shadow": Variant(5, PAIRS, "AKQJT98765", 8, shadow=4),
    "cut-throat": Variant(sides=opposite(4, 4)),
    "two-handed": Variant(2, opposite(2, 2), draws=True),
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
    _referee_shadow(record, table)
    refuse_finished(seating.scores, finished(seating.scores, switches))
    players = _players(record, table, seating)
    dealers = [seat for seat in players if seat != table.shadow]
    if seating.dealer not in dealers:
        why = "sits out" if seating.dealer not in players else "is the shadow and never deals"
        raise Illegal(f'"dealer" is seat {seating.dealer}, which {why}')
    sizes = [table.hand if seat in players else 0 for seat in range(table.seats)]
    deal = referee_deal(record, full_deck(table.ranks), sizes, table.kitty)
    rules = AuctionRules(
        tuple(range(switches.number("min_bid"), TOP_BID + 1, STEP)),
        top_ends=True,
        single_round=switches.on("bidding", "single_round"),
        dealer_must=switches.on("all_pass", "dealer_must_bid"),
    )  # [7]
    speakers = [seat for seat in seating.ring(seating.left_of_dealer) if seat in dealers]
    outcome = referee_auction(record, rules, speakers, seating.dealer)
    referee_contract(record, outcome)
    if outcome.declarer is None:
        referee_throw_in(record)
        referee_result(record, nothing(seating.scores))
        return
    trump = suit_of_trump(record)
    hands = [set(hand) for hand in deal.hands]
    draws: Draws | None = None
    buried: list[str] = []
    if table.draws and switches.on("two_player", "draw_stock"):
        draws = Draws(record, deal.stock)
    else:
        buried = _exchange(record, deal, hands, outcome.declarer)
    play = Play(record, hands, players, ranks_order(table.ranks, trump))
    taken = [0] * len(table.sides)
    leader = outcome.declarer  # [10]
    for _ in range(table.hand if draws is None else table.hand + len(deal.stock) // table.seats):
        trick = play.next(leader)  # [11] [12]
        play.worth(trick, points_of(trick.cards))
        leader = trick.winner
        helped = outcome.declarer if leader == table.shadow else leader
        taken[seating.side(helped)] += trick.points
        if draws is not None:
            draws.after(trick, hands)
    play.close()
    if draws is not None:
        draws.close()
    getter = _who_gets_buried(seating, outcome.declarer, switches) if buried else None
    if getter is not None:
        taken[getter] += points_of(buried)
    referee_result(record, settle(seating, outcome, taken, switches))


def _referee_shadow(record: Json, table: Variant) -> None:
    """Check `shadow`, which a record with a shadow may leave out [S5]."""
    if table.shadow is None:
        if record.get("shadow") is not None:
            raise Illegal('a record of this variant has no "shadow"')
    elif not same(record.get("shadow", table.shadow), table.shadow):
        raise Illegal(f'"shadow" is {shown(record["shadow"])}, but the shadow is seat {table.shadow}')


def _players(record: Json, table: Variant, seating: Seating) -> Sequence[int]:
    """The seats that are dealt cards, which are all but those of a side that sits out [V] [S5].

    Which side that is shows in the hands: the one with the fewest cards, which must have none.
    """
    if not table.takes_turns:
        return seating.ring(0)
    sizes = [len(hand) if isinstance(hand, list) else table.hand for hand in items(record, "hands")]
    held = [sum(sizes[seat] for seat in side if seat < len(sizes)) for side in table.sides]
    idle = table.sides[held.index(min(held))]
    return [seat for seat in seating.ring(0) if seat not in idle]


def _exchange(record: Json, deal: Deal, hands: list[set[str]], declarer: int) -> list[str]:
    """The declarer's cards for cards of the kitty, as many as he likes [V]; return what is buried."""
    if not deal.kitty:
        empty(record, "exchange", "there is no kitty, and no stock to draw from")
        return []
    swap, hand = only_entry(record, declarer), hands[declarer]
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


GAME = Game(
    {name: variant.switches for name, variant in VARIANTS.items()}, SWITCHES, referee, frozenset({"shadow"})
)
