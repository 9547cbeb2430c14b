"""Two Hundred (200), New Brunswick: the rule sheet and its tables.

Left out so far: the six-, five- and two-handed forms, cut-throat and the pot.
"""

from __future__ import annotations

import numpy as np

from sims import tables as t
from sims.auction import AuctionRules
from sims.cards import RANKS, SUITS, mask_of, suit_ranks
from sims.errors import Refused
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
    seats="4",
    deck="36 cards A K Q J T 9 8 7 5; 40 with the 6s in the kitty variant",
    rules=RULES,
    switches=SWITCHES,
    variants={
        "base": {},
        "kitty": {},
        "to-300": {"target": 300, "min_bid": 60, "loss_limit": -300},
        "to-500": {"target": 500, "min_bid": 60, "loss_limit": -500},
    },
    variant_texts={
        "base": "four players in two pairs, 36 cards",
        "kitty": "40 cards, four of them a kitty for the contractor",
        "to-300": "the base game to 300, bids from 60",
        "to-500": "the base game to 500, bids from 60",
    },
    aliases={"200": {}},
)

BURIED_CODES = {"dead": 0, "defenders": 1, "contractor": 2}


def deck(rules: Rules) -> tuple[str, ...]:
    """The cards in play: 36, or 40 with the sixes in the kitty variant."""
    return suit_ranks("AKQJT98765" if rules.variant == "kitty" else "AKQJT9875")


def bids(rules: Rules) -> list[int]:
    """The legal bids, low to high."""
    return list(range(rules.number("min_bid"), 101, 5))


def tables(rules: Rules) -> t.Tables:
    """The arrays of a resolved rule sheet."""
    cards = deck(rules)
    orders = []
    for trump in SUITS:
        # The suit of spades moves to the lane that the trump suit leaves, so that a frame is one swap.
        lanes = ["S" if s == trump else s for s in SUITS[:3]] + [trump]
        orders.append([[r + s if r + s in cards else "" for r in RANKS] for s in lanes])
    to_frame, to_card = t.frame_maps(orders)
    required, allowed = t.follow_suit()
    every_lane = sum(1 << 16 * lane for lane in range(4))
    masks = [every_lane << RANKS.index("5"), every_lane << RANKS.index("T") | every_lane << RANKS.index("A")]
    settings = np.zeros(t.N_SETTINGS, np.int64)
    settings[t.SEATS] = 4
    settings[t.HAND] = 9
    settings[t.TRICKS_IN_HAND] = settings[t.HAND]
    settings[t.KITTY] = 4 if rules.variant == "kitty" else 0
    settings[t.TOTAL] = 100
    settings[t.UNIT] = 5
    settings[t.BURIED] = BURIED_CODES[rules.word("kitty_points")]
    settings[t.EXCHANGE_BEFORE_TRUMP] = 1 if rules.variant == "kitty" else 0
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


def auction(rules: Rules) -> AuctionRules:
    """The auction of a resolved rule sheet."""
    return AuctionRules(
        bids=tuple(bids(rules)),
        seats=(0, 1, 2, 3),
        ends_at=100,
        single_round=rules.word("bidding") == "single_round",
        forced=rules.word("all_pass") == "dealer_must_bid",
    )


def settle(rules: Rules, scores: tuple[int, ...], outcome: Outcome) -> Settlement:
    """Rules 1.1.14 to 1.1.18 for two sides."""
    side, other = outcome.side, 1 - outcome.side
    made = outcome.taken[side] >= outcome.bid
    delta = [0, 0]
    delta[other] = outcome.taken[other]
    needs_bid = rules.word("must_bid_at_100") == "on" and scores[other] >= 100
    if needs_bid and other not in outcome.bid_made_by:
        delta[other] = 0
    doubled = outcome.bid == 100 and rules.word("hundred_for_200") == "on"
    delta[side] = (200 if doubled else outcome.taken[side]) if made else -outcome.bid
    after = (scores[0] + delta[0], scores[1] + delta[1])
    winner = match_winner(rules, after, side)
    return Settlement(made, (delta[0], delta[1]), after, winner is not None, winner)


def match_winner(rules: Rules, scores: tuple[int, ...], contractor: int) -> int | None:
    """Who has won at these scores, the contractor's side going first; None while the match goes on."""
    target, limit = rules.number("target"), rules.number("loss_limit")
    for side in (contractor, 1 - contractor):
        if scores[side] >= target:
            return side
    for side in (0, 1):
        if scores[side] <= limit and scores[1 - side] >= 0:
            return 1 - side
    return None


def others_score(rules: Rules, scores: tuple[int, int]) -> bool:
    """False if the side that did not bid is barred by the 100-rule (1.1.14); scores: own, other."""
    return not (rules.word("must_bid_at_100") == "on" and scores[1] >= 100)


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return 9


def check_scores(rules: Rules, scores: tuple[int, int]) -> None:
    """`Refused` for scores at which the match would be over, or that no hand can give."""
    if any(score % 5 for score in scores):
        raise Refused(f"scores are multiples of 5, not {scores[0]}:{scores[1]}")
    if match_winner(rules, scores, 0) is not None:
        raise Refused(
            f"at {scores[0]}:{scores[1]} the match is over: it ends at {rules.number('target')}, or at "
            f"{rules.number('loss_limit')} while the other side is at 0 or more"
        )
