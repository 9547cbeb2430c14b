"""Nahanni ("30 for 60"), a Newfoundland game of the Auction Forty-Fives family: rule sheet and tables."""

from __future__ import annotations

import numpy as np

from sims import tables as t
from sims.auction import AuctionRules
from sims.cards import SUITS, mask_of, suit_ranks
from sims.errors import Refused
from sims.games.forty_fives import following, orders
from sims.seating import Seating, all_play, pairs
from sims.settlement import Outcome, Settlement
from sims.sheets import Rule, Rules, RuleSheet, Switch

RULES = (
    Rule("1", "52 cards, four players in two pairs, partners opposite.", "seed"),
    Rule(
        "2",
        "Trumps, high to low: 5, J, ace of hearts, A, K, Q, then red T 9 8 7 6 4 3 2, black 2 3 4 6 7 8 9 T. "
        "The ace of hearts is always a trump.",
        "original",
    ),
    Rule(
        "3",
        "Plain suits: red A K Q J T 9 8 7 6 5 4 3 2, black A K Q J 2 3 4 5 6 7 8 9 T; with the ace as one: "
        "red K Q J T ... 2 A, black K Q J A 2 3 ... T.",
        "seed",
        "plain_ace",
    ),
    Rule("4", "Five cards each, three to the kitty; the deal passes to the left.", "seed", "kitty"),
    Rule(
        "5a",
        "Auction from the left of the dealer, clockwise: bids of 20, 25, 30, each higher than the last; who has "
        "passed stays out. The dealer may hold: take the bid at the same amount; then the others still in may "
        "raise, and he may hold again.",
        "seed",
    ),
    Rule(
        "5b",
        "All pass: thrown in, the next dealer deals; under dealer_20 the dealer must bid 20 or more.",
        "gap",
        "all_pass",
    ),
    Rule("6", "The winner names trump first, then takes the kitty and keeps what he wants.", "seed"),
    Rule(
        "7",
        "Everyone then discards any number of cards and draws back to five, from the left of the dealer round to "
        "the dealer; the bidder discards down to five or fewer with the kitty and draws in his turn.",
        "seed",
    ),
    Rule(
        "8", "The player to the left of the bidder leads; the winner of a trick leads next.", "seed, original"
    ),
    Rule("9", "A trump may be played at any time, on any lead.", "seed, original"),
    Rule(
        "10",
        "A plain suit led: nobody need follow; stricter: follow or trump, and only if void play anything.",
        "seed",
        "plain_follow",
    ),
    Rule(
        "11",
        "A trump led: a trump must be played if held, but the 5, the J and the ace of hearts may be kept back "
        "from a lower trump led, never from a higher one; the card led is what counts.",
        "seed, original",
    ),
    Rule(
        "12",
        "Against a bid of 30 the opening lead must be a trump; with none any card; with only 5, J or ace of "
        "hearts one of them must go.",
        "seed",
    ),
    Rule("13", "The highest trump wins the trick, else the highest card of the suit led.", "seed"),
    Rule(
        "14",
        "Each trick counts 5, the best trump played in the hand 5 more to the side that played it: 30 in all, "
        "25 if no trump was played.",
        "seed",
    ),
    Rule(
        "15",
        "Bid made: the bidder's side scores all that it took, and 60 for a bid of 30 (all five tricks). Bid "
        "failed: it loses the bid. The opponents always score what they took.",
        "seed",
    ),
    Rule(
        "16",
        "A side at 100 or more before the hand reaches the target only as bidder of a made bid; points taken as "
        "defenders count but do not win (no_points: they do not even count).",
        "seed",
        "at_100",
    ),
    Rule("16b", "The game is to 120.", "seed", "target"),
    Rule("17", "Rule 16 is suspended while the opponents are below 0.", "seed", "in_the_hole"),
    Rule("18", "Both at the target: the maker of the contract wins, else the higher score.", "gap"),
)

SWITCHES = (
    Switch("target", 120, "points that win the match", low=30, high=1000, step=5),
    Switch("plain_follow", "free", "following a plain suit", ("free", "follow_or_trump")),
    Switch("plain_ace", "high", "place of the ace in plain suits", ("high", "one")),
    Switch("all_pass", "throw_in", "what happens if all pass", ("throw_in", "dealer_20")),
    Switch("at_100", "count_no_win", "defenders' points at 100 or more", ("count_no_win", "no_points")),
    Switch("in_the_hole", "off", "rule 16 suspended against a side below 0", ("off", "on")),
    Switch("kitty", 3, "cards in the kitty", low=1, high=5),
)

SHEET = RuleSheet(
    game="nahanni",
    title='Nahanni ("30 for 60")',
    version=1,
    seats="4",
    deck="52 cards",
    rules=RULES,
    switches=SWITCHES,
    variants={"base": {}},
    variant_texts={"base": "four players in two pairs, 52 cards"},
    aliases={"30-for-60": {}, "thirty-for-sixty": {}},
)
SEARCHED = ("rollout", "pimc", "open")  # the players who look ahead and play it

BIDS = (20, 25, 30)


def deck(rules: Rules) -> tuple[str, ...]:
    """All 52 cards."""
    return suit_ranks("AKQJT98765432")


def bids(rules: Rules) -> list[int]:
    """The legal bids, low to high."""
    return list(BIDS)


def tables(rules: Rules) -> t.Tables:
    """The arrays of a resolved rule sheet."""
    to_frame, to_card = t.frame_maps([orders(s, ace_high=rules.word("plain_ace") == "high") for s in SUITS])
    required, allowed = following(must_follow=rules.word("plain_follow") == "follow_or_trump")
    settings = np.zeros(t.N_SETTINGS, np.int64)
    settings[t.SEATS] = 4
    settings[t.HAND] = 5
    settings[t.TRICKS_IN_HAND] = settings[t.HAND]
    settings[t.KITTY] = rules.number("kitty")
    settings[t.DRAWS] = 1
    settings[t.TRICK_POINTS] = 5
    settings[t.BEST_TRUMP] = 5
    settings[t.TOTAL] = 30
    settings[t.UNIT] = 5
    settings[t.ANYTIME] = 1
    settings[t.LEAD_OFFSET] = 1
    settings[t.TRUMP_LEAD_LEVEL] = 30
    settings[t.DECK] = mask_of(deck(rules))
    ladder = [
        [bid, 0 if bid == 30 else bid, 5 if bid == 30 else 0, 60 if bid == 30 else t.TAKEN, -bid]
        for bid in BIDS
    ]
    return t.Tables(
        to_frame,
        to_card,
        required,
        allowed,
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        settings,
        np.array(ladder, np.int64),
    )


FORCED_DEALER = "dealer_20"  # the value of all_pass under which every hand is played


def auction(rules: Rules) -> AuctionRules:
    """The auction of a resolved rule sheet."""
    return AuctionRules(
        bids=BIDS, seats=(0, 1, 2, 3), hold=True, forced=rules.word("all_pass") == "dealer_20"
    )


def settle(rules: Rules, scores: tuple[int, ...], outcome: Outcome) -> Settlement:
    """Rules 15 to 18."""
    side, other = outcome.side, 1 - outcome.side
    made = outcome.tricks == outcome.of if outcome.bid == 30 else outcome.taken[side] >= outcome.bid
    delta = [0, 0]
    delta[side] = (60 if outcome.bid == 30 else outcome.taken[side]) if made else -outcome.bid
    delta[other] = outcome.taken[other]
    if barred(rules, scores, other, outcome.bid_made_by):
        delta[other] = 0
    after = (scores[0] + delta[0], scores[1] + delta[1])
    winner = match_winner(rules, scores, after, side, made=made)
    return Settlement(made, (delta[0], delta[1]), after, winner is not None, winner)


def bound_to_bid(rules: Rules, scores: tuple[int, ...], side: int) -> bool:
    """Rules 16 and 17: at 100 or more before the hand a side wins only by a bid that it makes, unless the
    others are in the hole and that suspends the rule."""
    suspended = rules.word("in_the_hole") == "on" and scores[1 - side] < 0
    return scores[side] >= 100 and not suspended


def match_winner(
    rules: Rules, before: tuple[int, ...], after: tuple[int, ...], contractor: int, *, made: bool
) -> int | None:
    """Who has won with this hand; None while the match goes on."""
    target = rules.number("target")
    can_win = []
    for side in (0, 1):
        by_contract = side == contractor and made
        if after[side] >= target and (by_contract or not bound_to_bid(rules, before, side)):
            can_win.append(side)
    if len(can_win) < 2:
        return can_win[0] if can_win else None
    if made:
        return contractor
    if after[0] == after[1]:
        return None
    return 0 if after[0] > after[1] else 1


def barred(rules: Rules, scores: tuple[int, ...], side: int, bid_made_by: frozenset[int]) -> bool:
    """True if a side's points as defenders do not count (rule 16, `no_points`)."""
    return rules.word("at_100") == "no_points" and bound_to_bid(rules, scores, side)


def seating(rules: Rules, deal: int = 0) -> Seating:
    """Two pairs, partners opposite."""
    return all_play(pairs(4))


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return 5


def check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    """`Refused` for scores at which the match would be over, or that no hand can give.

    By rule 16 a side may stand at the target without having won, so only multiples of 5 are asked for.
    """
    if any(score % 5 for score in scores):
        raise Refused(f"scores are multiples of 5, not {scores[0]}:{scores[1]}")
    if all(score >= rules.number("target") for score in scores):
        raise Refused(
            f"at {scores[0]}:{scores[1]} both sides stand at the target of {rules.number('target')}"
        )
