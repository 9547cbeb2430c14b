"""Fifty-Five, 110 and 220: Twenty-Five with an auction and a kitty, everybody for himself."""

from __future__ import annotations

import numpy as np

from sims import tables as t
from sims.auction import AuctionRules
from sims.cards import SUITS, mask_of, suit_ranks
from sims.errors import Refused
from sims.games.forty_fives import following, orders
from sims.seating import Seating, all_play
from sims.settlement import Outcome, Settlement
from sims.sheets import Rule, Rules, RuleSheet, Switch, Value

RULES = (
    Rule("1a", "52 cards, two to nine players, each for himself.", "seed", "players"),
    Rule(
        "1b",
        "Trumps, high to low: 5, J, ace of hearts, A, K, Q, then red T 9 8 7 6 4 3 2, black 2 3 4 6 7 8 9 T. "
        "The ace of hearts is always a trump. Plain suits: red K Q J T 9 ... 2 A, black K Q J A 2 3 ... T.",
        "seed, original",
    ),
    Rule(
        "1c",
        "A plain suit led: follow suit or trump, and only if void play anything. A trump led: play a trump, but "
        "the 5, the J and the ace of hearts may be kept back from a lower trump led.",
        "seed",
    ),
    Rule("1d", "Five cards each and five to the kitty, dealt as an extra hand.", "seed"),
    Rule(
        "2a",
        "One auction from the left of the dealer, clockwise: bids of 10, 15, 20, 25, 60, each higher than the "
        "last. Who has passed or been overbid is out.",
        "seed",
    ),
    Rule(
        "2b",
        "The dealer may hold: take the bid at the same amount, 60 too; then the player so held may raise, and "
        "the dealer may hold again.",
        "seed",
    ),
    Rule(
        "2c",
        "All pass: thrown in, the next dealer deals; under dealer_10 the dealer must bid 10 or more.",
        "gap",
        "all_pass",
    ),
    Rule(
        "3",
        "The bidder takes the kitty unseen, discards five cards face down and then names trump; or he names "
        "it before he takes the kitty. Nobody robs.",
        "seed",
        "trump_named",
    ),
    Rule(
        "4",
        "The player to the left of the dealer leads; or the one to the left, or to the right, of the bidder. "
        "The winner of a trick leads next.",
        "seed",
        "lead",
    ),
    Rule("5", "Each trick counts 5, the highest trump played in the hand 5 more to who played it.", "seed"),
    Rule(
        "6a",
        "Bid made: the bidder scores all that he took; bid failed: he loses the bid. The others always score "
        "what they took.",
        "seed",
    ),
    Rule("6b", "60 is a bid of all five tricks: 60 if made, 60 lost if not.", "seed"),
    Rule("6c", "The bidder can score no more than he bid.", "seed", "bidder_cap"),
    Rule("7a", "The game is to 110; also 55 or 220.", "seed", "target"),
    Rule(
        "7b",
        "The hand is played out. Two at the target: who was there first in the order of the tricks, the best "
        "trump counted with its trick, the bidder's points only if the bid is made.",
        "seed",
    ),
    Rule("8", "Only the bidder can win the game, with a made bid.", "seed", "who_wins"),
)


class NumberChoice(Switch):
    """A switch that takes some whole numbers only."""

    def parse(self, text: Value) -> Value:
        """The number of a text, or `Refused` with the nearest right one."""
        return int(super().parse(text))


SWITCHES = (
    Switch("players", 4, "how many play", low=2, high=9),
    NumberChoice("target", 110, "points that win the match", ("110", "55", "220")),
    Switch("all_pass", "throw_in", "what happens if all pass", ("throw_in", "dealer_10")),
    Switch("who_wins", "anyone", "who can win the game", ("anyone", "bidder_only")),
    Switch("trump_named", "after_kitty", "when trump is named", ("after_kitty", "before_kitty")),
    Switch("lead", "dealer_left", "who leads first", ("dealer_left", "bidder_left", "bidder_right")),
    Switch("bidder_cap", "off", "the bidder scores no more than the bid", ("off", "on")),
)

SHEET = RuleSheet(
    game="fifty-five",
    title="Fifty-Five (110, 220)",
    version=1,
    seats="2-9",
    deck="52 cards",
    rules=RULES,
    switches=SWITCHES,
    variants={"base": {}},
    variant_texts={"base": "two to nine players, each for himself, 52 cards"},
    aliases={"55": {"target": 55}, "110": {"target": 110}, "220": {"target": 220}},
)
SEARCHED = ("rollout", "pimc", "open")  # the players who look ahead and play it

BIDS = (10, 15, 20, 25, 60)
ALL_TRICKS = 60  # the bid of all five tricks, and what it scores
FORCED_DEALER = "dealer_10"  # the value of all_pass under which every hand is played


def deck(rules: Rules) -> tuple[str, ...]:
    """All 52 cards."""
    return suit_ranks("AKQJT98765432")


def bids(rules: Rules) -> list[int]:
    """The legal bids, low to high."""
    return list(BIDS)


def lead_of(rules: Rules) -> tuple[int, int]:
    """Whether the first leader is counted from the dealer (1) or the bidder (0), and by how many seats."""
    word = rules.word("lead")
    return int(word == "dealer_left"), rules.number("players") - 1 if word == "bidder_right" else 1


def tables(rules: Rules) -> t.Tables:
    """The arrays of a resolved rule sheet."""
    to_frame, to_card = t.frame_maps([orders(s, ace_high=False) for s in SUITS])
    required, allowed = following(must_follow=True)
    settings = np.zeros(t.N_SETTINGS, np.int64)
    settings[t.SEATS] = rules.number("players")
    settings[t.HAND] = 5
    settings[t.TRICKS_IN_HAND] = 5
    settings[t.KITTY] = 5
    settings[t.TRICK_POINTS] = 5
    settings[t.BEST_TRUMP] = 5
    settings[t.TOTAL] = 30
    settings[t.UNIT] = 5
    settings[t.ANYTIME] = 1
    settings[t.LEAD_FROM_DEALER], settings[t.LEAD_OFFSET] = lead_of(rules)
    settings[t.EXCHANGE_BEFORE_TRUMP] = int(rules.word("trump_named") == "after_kitty")
    settings[t.DECK] = mask_of(deck(rules))
    capped = rules.word("bidder_cap") == "on"
    ladder = [[bid, bid, 0, bid if capped else t.TAKEN, -bid] for bid in BIDS[:-1]]
    ladder.append([ALL_TRICKS, 0, 5, ALL_TRICKS, -ALL_TRICKS])
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


def auction(rules: Rules) -> AuctionRules:
    """The auction of a resolved rule sheet."""
    return AuctionRules(
        bids=BIDS,
        seats=tuple(range(rules.number("players"))),
        hold=True,
        forced=rules.word("all_pass") == FORCED_DEALER,
        overbid_out=True,
    )


def settle(rules: Rules, scores: tuple[int, ...], outcome: Outcome) -> Settlement:
    """Rules 6 to 8."""
    bidder, bid = outcome.side, outcome.bid
    made = outcome.tricks == outcome.of if bid == ALL_TRICKS else outcome.taken[bidder] >= bid
    delta = list(outcome.taken)
    if not made:
        delta[bidder] = -bid
    elif bid == ALL_TRICKS or rules.word("bidder_cap") == "on":
        delta[bidder] = bid
    after = tuple(old + new for old, new in zip(scores, delta, strict=True))
    winner = match_winner(rules, scores, after, outcome, made=made)
    return Settlement(made, tuple(delta), after, winner is not None, winner)


def match_winner(
    rules: Rules, before: tuple[int, ...], after: tuple[int, ...], outcome: Outcome, *, made: bool
) -> int | None:
    """Who has won with this hand; None while the match goes on. Each trick has one winner, so that of
    several at the target one was there first."""
    target = rules.number("target")
    there = [side for side, score in enumerate(after) if score >= target]
    if rules.word("who_wins") == "bidder_only":
        return outcome.side if made and outcome.side in there else None
    if len(there) < 2:
        return there[0] if there else None
    running = list(before)
    for side, points in outcome.course:
        running[side] += points
        if side in there and running[side] >= target:
            return side
    raise ValueError("two sides at the target, but no course of the tricks says who was there first")


def barred(rules: Rules, scores: tuple[int, ...], side: int, bid_made_by: frozenset[int]) -> bool:
    """Never: the others always score what they took."""
    return False


def seating(rules: Rules, deal: int = 0) -> Seating:
    """Everybody for himself."""
    return all_play(tuple((seat,) for seat in range(rules.number("players"))))


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return 5


def check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    """`Refused` for scores at which the match would be over, or that no hand can give.

    Where only the bidder can win, others may stand at the target.
    """
    shown = ":".join(map(str, scores))
    if any(score % 5 for score in scores):
        raise Refused(f"scores are multiples of 5, not {shown}")
    if rules.word("who_wins") == "anyone" and max(scores) >= rules.number("target"):
        raise Refused(f"at {shown} the match is over: it ends at {rules.number('target')}")
