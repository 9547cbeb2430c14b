"""Two Hundred (200), New Brunswick: the rule sheet and its tables.

All variants of the source: kitty, six in turns and at once, the pot, five with a shadow, cut-throat, two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sims import tables as t
from sims.auction import AuctionRules
from sims.cards import RANKS, SUITS, mask_of, suit_ranks
from sims.errors import Refused
from sims.seating import Seating, all_play, pairs
from sims.settlement import Outcome, Settlement
from sims.sheets import Rule, Rules, RuleSheet, Switch

RULES = (
    Rule(
        "1.1.1",
        "36 cards: A K Q J T 9 8 7 5 of each suit (kitty variant: 40, with the 6s).",
        "seed, original",
    ),
    Rule(
        "1.1.2",
        "Rank, high to low, in trumps and plain suits alike: A K Q J T 9 8 7 (6) 5.",
        "seed, original",
    ),
    Rule("1.1.3", "Card points: ace 10, ten 10, five 5, all others 0; 100 in all.", "seed, original"),
    Rule("1.1.4", "Four players in two pairs, partners opposite.", "seed, original"),
    Rule(
        "1.1.5",
        "The first dealer is found by lot; after every hand the deal passes to the left.",
        "seed, original",
    ),
    Rule("1.1.6", "Nine cards each, in packets of three, starting left of the dealer.", "seed, original"),
    Rule(
        "1.1.7a",
        "Auction from the left of the dealer, clockwise: each bids or passes. Bids are multiples of 5 from the "
        "minimum to 100, each higher than the last; the first may be any of them.",
        "seed, original",
        "min_bid",
    ),
    Rule("1.1.7b", "Who has passed stays out.", "original"),
    Rule(
        "1.1.7c",
        "The auction ends when all but the last bidder have passed, or at once when 100 is bid; under "
        "single_round every player speaks once and the highest bid wins.",
        "original",
        "bidding",
    ),
    Rule(
        "1.1.7d",
        "All pass: the hands are thrown in, nobody scores and the next dealer deals; under dealer_must_bid "
        "the dealer, speaking last after three passes, must bid at least the minimum.",
        "original",
        "all_pass",
    ),
    Rule(
        "1.1.8",
        "The contractor is the player who made the final bid; he alone names trump before he leads.",
        "original",
    ),
    Rule("1.1.10", "The contractor leads to the first trick, any card.", "original"),
    Rule(
        "1.1.11",
        "Follow suit if able, otherwise play any card; no duty to trump or to head the trick.",
        "seed, original",
    ),
    Rule(
        "1.1.12",
        "The highest trump wins, else the highest card of the suit led; the winner leads next.",
        "seed, original",
    ),
    Rule(
        "1.1.14a",
        "The contractor's side takes at least its bid: it scores all the points that it took.",
        "original",
    ),
    Rule("1.1.14b", "It takes fewer: it loses the bid and scores nothing for its tricks.", "seed, original"),
    Rule("1.1.14c", "The opponents always score the points that they took.", "original"),
    Rule(
        "1.1.14d",
        "100-rule: opponents whose score before the hand is 100 or more score only if one of them made a bid "
        "in this auction.",
        "original",
        "must_bid_at_100",
    ),
    Rule("1.1.15", "Scores may be negative.", "original"),
    Rule(
        "1.1.16",
        "The first side at the target or more after a hand wins; if both are, the contractor's side wins.",
        "seed, original",
        "target",
    ),
    Rule(
        "1.1.17",
        "A side at the loss limit or below, while the other is at 0 or more, loses at once.",
        "seed, original",
        "loss_limit",
    ),
    Rule("1.1.18", "Order of the tests: both at the target, one at the target, the loss limit.", "gap"),
    Rule(
        "1.2 kitty",
        "Kitty variant: four cards lie face down. After the auction the contractor may exchange up to four of "
        "his cards for them, unseen by the others, and then names trump. Buried cards take no part in play.",
        "seed",
    ),
    Rule(
        "1.2 kitty points",
        "Points buried: the source is silent but for 'take no part', so they count for nobody; Canadian "
        "practice gives them to the defenders, the cousin game Roque to the contractor.",
        "gap",
        "kitty_points",
    ),
    Rule(
        "1.2 100 for 200",
        "A side that bids 100 and takes all 100 points scores 200; if it fails it loses 100.",
        "seed",
        "hundred_for_200",
    ),
    Rule(
        "1.2 to 300, to 500",
        "Game to 300 or 500: the minimum bid is 60, the loss limit is minus the target.",
        "seed",
    ),
)

SWITCHES = (
    Switch("target", 200, "points that win the match", low=100, high=1000, step=5),
    Switch("min_bid", 50, "the lowest legal bid", low=5, high=100, step=5),
    Switch("loss_limit", -200, "a side at this score or below loses", low=-1000, high=-100, step=5),
    Switch("hundred_for_200", "off", "a made bid of 100 scores 200", ("off", "on")),
    Switch("bidding", "auction", "an auction, or one call each", ("auction", "single_round")),
    Switch("all_pass", "throw_in", "what happens if all pass", ("throw_in", "dealer_must_bid")),
    Switch("must_bid_at_100", "on", "opponents at 100 or more score only if they bid", ("on", "off")),
    Switch("kitty_points", "dead", "who gets the points buried", ("dead", "defenders", "contractor")),
    Switch("two_player", "draw_stock", "use of the stock with two players", ("draw_stock", "dead_stock")),
)

SHEET = RuleSheet(
    game="two-hundred",
    title="Two Hundred",
    version=1,
    seats="4; 2, 5, 6 by variant",
    deck="36 cards A K Q J T 9 8 7 5; 40 with the 6s, 52 with six at once",
    rules=RULES,
    switches=SWITCHES,
    variants={
        "base": {},
        "kitty": {},
        "six-rotating": {},
        "six-at-once": {},
        "bank": {"target": 500, "min_bid": 50, "loss_limit": -500},
        "five-shadow": {},
        "cut-throat": {},
        "two-handed": {},
        "to-300": {"target": 300, "min_bid": 60, "loss_limit": -300},
        "to-500": {"target": 500, "min_bid": 60, "loss_limit": -500},
    },
    variant_texts={
        "base": "four players in two pairs, 36 cards",
        "kitty": "40 cards, four of them a kitty for the contractor",
        "six-rotating": "three pairs, two of which play the base game while the third sits out",
        "six-at-once": "three pairs together, 52 cards, eight each and a kitty of four",
        "bank": "six at once to 500 for a pot that the winning pair shares",
        "five-shadow": "two pairs and a shadow who helps the pair that declares, 40 cards",
        "cut-throat": "four players, each for himself",
        "two-handed": "two players, 36 cards, nine each and a stock",
        "to-300": "the base game to 300, bids from 60",
        "to-500": "the base game to 500, bids from 60",
    },
    aliases={"200": {}},
)
SEARCHED = ("rollout", "pimc", "open")  # the players who look ahead and play it

POT_VARIANTS = ("bank",)  # matches for stakes

BURIED_CODES = {"dead": 0, "defenders": 1, "contractor": 2}


@dataclass(frozen=True)
class Form:
    """What a variant deals: the ranks of its deck, cards a hand, cards of the kitty."""

    ranks: str = "AKQJT9875"
    hand: int = 9
    kitty: int = 0


FORMS = {
    "kitty": Form(ranks="AKQJT98765", kitty=4),
    "six-at-once": Form(ranks="AKQJT98765432", hand=8, kitty=4),
    "bank": Form(ranks="AKQJT98765432", hand=8, kitty=4),
    "five-shadow": Form(ranks="AKQJT98765", hand=8),
}


def form(rules: Rules) -> Form:
    """The form of a variant; the base game's where it has none of its own."""
    return FORMS.get(rules.variant, Form())


def seating(rules: Rules, deal: int = 0) -> Seating:
    """The table of a deal; with six players in turns the pair that sits out goes round."""
    if rules.variant in ("six-at-once", "bank"):
        return all_play(pairs(6))
    if rules.variant == "six-rotating":
        idle = (2 + deal) % 3  # C, A, B: the pairs AB, BC, CA play in turn, each two hands of three
        sides = pairs(6)
        return Seating(6, sides, tuple(seat for seat in range(6) if seat not in sides[idle]))
    if rules.variant == "five-shadow":
        return Seating(5, pairs(4), (0, 1, 2, 3, 4), shadow=4)
    if rules.variant == "cut-throat":
        return all_play(((0,), (1,), (2,), (3,)))
    if rules.variant == "two-handed":
        return all_play(((0,), (1,)))
    return all_play(pairs(4))


def deck(rules: Rules) -> tuple[str, ...]:
    """The cards in play."""
    return suit_ranks(form(rules).ranks)


def bids(rules: Rules) -> list[int]:
    """The legal bids, low to high."""
    return list(range(rules.number("min_bid"), 101, 5))


def tables(rules: Rules) -> t.Tables:
    """The arrays of a resolved rule sheet."""
    cards = deck(rules)
    orders = []
    for trump in SUITS:
        # The suit of spades moves to the lane that the trump suit leaves.
        lanes = ["S" if s == trump else s for s in SUITS[:3]] + [trump]
        orders.append([[r + s if r + s in cards else "" for r in RANKS] for s in lanes])
    to_frame, to_card = t.frame_maps(orders)
    required, allowed = t.follow_suit()
    every_lane = sum(1 << 16 * lane for lane in range(4))
    masks = [every_lane << RANKS.index("5"), every_lane << RANKS.index("T") | every_lane << RANKS.index("A")]
    shape = form(rules)
    draws = rules.variant == "two-handed" and rules.word("two_player") == "draw_stock"
    settings = np.zeros(t.N_SETTINGS, np.int64)
    settings[t.SEATS] = len(seating(rules).active)
    settings[t.HAND] = shape.hand
    settings[t.TRICKS_IN_HAND] = 18 if draws else shape.hand
    settings[t.DRAW_AFTER_TRICK] = 1 if draws else 0
    settings[t.KITTY] = shape.kitty
    settings[t.TOTAL] = 100
    settings[t.UNIT] = 5
    settings[t.BURIED] = BURIED_CODES[rules.word("kitty_points")] if shape.kitty else 0
    settings[t.EXCHANGE_BEFORE_TRUMP] = 1 if shape.kitty else 0
    settings[t.DECK] = mask_of(cards)
    double = rules.word("hundred_for_200") == "on"
    ladder = [[bid, bid, 0, 200 if bid == 100 and double else t.TAKEN, -bid] for bid in bids(rules)]
    return t.Tables(
        to_frame,
        to_card,
        required,
        allowed,
        np.array(masks, np.int64),
        np.array([5, 10], np.int64),
        settings,
        np.array(ladder, np.int64),
    )


FORCED_DEALER = "dealer_must_bid"  # the value of all_pass under which every hand is played


def auction(rules: Rules) -> AuctionRules:
    """The auction of a resolved rule sheet."""
    return AuctionRules(
        bids=tuple(bids(rules)),
        seats=seating(rules).callers,
        ends_at=100,
        single_round=rules.word("bidding") == "single_round",
        forced=rules.word("all_pass") == "dealer_must_bid",
    )


def settle(rules: Rules, scores: tuple[int, ...], outcome: Outcome) -> Settlement:
    """Rules 1.1.14 to 1.1.18, for any number of sides."""
    side = outcome.side
    made = outcome.taken[side] >= outcome.bid
    delta = [
        0 if barred(rules, scores, i, outcome.bid_made_by) else taken for i, taken in enumerate(outcome.taken)
    ]
    doubled = outcome.bid == 100 and rules.word("hundred_for_200") == "on"
    delta[side] = (200 if doubled else outcome.taken[side]) if made else -outcome.bid
    after = tuple(old + new for old, new in zip(scores, delta, strict=True))
    winner = match_winner(rules, after, side)
    return Settlement(made, tuple(delta), after, winner is not None, winner)


def barred(rules: Rules, scores: tuple[int, ...], side: int, bid_made_by: frozenset[int]) -> bool:
    """The 100-rule (1.1.14): a side at 100 or more that has made no bid scores nothing as opponents."""
    return rules.word("must_bid_at_100") == "on" and scores[side] >= 100 and side not in bid_made_by


def match_winner(rules: Rules, scores: tuple[int, ...], contractor: int) -> int | None:
    """Who has won at these scores; None while the match goes on.

    The contractor's side goes first at the target, then the highest (equal ones play on). The loss limit
    counts if all the other sides are at 0 or more, so that another one below 0 saves the loser: the highest
    of them wins, of equals the contractor's.
    """
    if scores[contractor] >= rules.number("target"):
        return contractor
    best = highest(scores)
    if max(scores) >= rules.number("target"):
        return best
    loser = scores.index(min(scores))
    others = [score for side, score in enumerate(scores) if side != loser]
    if scores[loser] > rules.number("loss_limit") or min(others) < 0:
        return None
    return contractor if scores[contractor] == max(scores) else best


def highest(scores: tuple[int, ...]) -> int | None:
    """The one side of the highest score; None if it is shared."""
    top = max(scores)
    return scores.index(top) if scores.count(top) == 1 else None


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return form(rules).hand


def check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    """`Refused` for scores at which the match would be over, or that no hand can give."""
    shown = ":".join(map(str, scores))
    if any(score % 5 for score in scores):
        raise Refused(f"scores are multiples of 5, not {shown}")
    if any(match_winner(rules, scores, side) is not None for side in range(len(scores))):
        raise Refused(
            f"at {shown} the match is over: it ends at {rules.number('target')}, or at "
            f"{rules.number('loss_limit')} while the others are at 0 or more"
        )
