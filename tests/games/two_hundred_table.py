"""What the tests of Two Hundred share: resolved rules, auctions call by call, settlements."""

from __future__ import annotations

from sims.auction import Auction
from sims.games import find_rules
from sims.games import two_hundred as game
from sims.settlement import Outcome, Settlement
from sims.sheets import Rules

BASE = find_rules("two-hundred")
ORDER = "5789TJQKA"  # weakest first, as in rule 2
NS, EW = 0, 1


def rules(variant: str = "base", **switches: str | int) -> Rules:
    return find_rules("two-hundred", variant, dict(switches))


def play_auction(of: Rules, calls: str, dealer: int = 0) -> Auction:
    auction = Auction(game.auction(of), dealer)
    for call in calls.split():
        assert not auction.over
        auction.call(call)
    return auction


def settled(
    of: Rules,
    scores: tuple[int, ...],
    bid: int,
    taken: tuple[int, ...],
    side: int = NS,
    bidders: tuple[int, ...] = (),
) -> Settlement:
    """The settlement of a hand in which `side` declared and the `bidders` bid as well."""
    outcome = Outcome(taken, side, bid, tricks=0, of=9, bid_made_by=frozenset({side, *bidders}))
    return game.settle(of, scores, outcome)
