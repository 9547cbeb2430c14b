"""Fifty-Five, 110 and 220: Twenty-Five with an auction and a kitty, everybody for himself.

The numbers in brackets are those of the rules in rules/fifty-five-110-220.md; V is for the variants of
its rule 8, S for its settled questions.
"""

from collections.abc import Sequence

from analyzer.referee.auction import AuctionRules, referee_auction, referee_contract, referee_throw_in
from analyzer.referee.cards import RANKS, Deal, deck, referee_deal, suit_of_trump
from analyzer.referee.exchange import discard, only_entry, take_whole_kitty
from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json
from analyzer.referee.forty_fives import (
    HAND,
    family_order,
    follow_or_trump,
    points_of_tricks,
    tricks_with_bonus,
)
from analyzer.referee.game import Game
from analyzer.referee.players import referee_players
from analyzer.referee.result import Contract, Result, nothing, referee_result
from analyzer.referee.seating import Seating, opposite, referee_seating, refuse_finished
from analyzer.referee.switches import Number, Switches, Word, number, word
from analyzer.referee.tricks import Play

DECK = deck(RANKS)
PLAYERS = Number(4, 2, 9)  # [1]
KITTY = 5
BIDS = (10, 15, 20, 25, 60)
ALL = 60
"""The bid of all five tricks, and what it scores if made."""

SWITCHES: dict[str, Word | Number] = {
    "players": PLAYERS,
    "target": number(110, 55, 220),
    "all_pass": word("throw_in", "dealer_10"),
    "who_wins": word("anyone", "bidder_only"),
    "trump_named": word("after_kitty", "before_kitty"),
    "lead": word("dealer_left", "bidder_left", "bidder_right"),
    "bidder_cap": word("off", "on"),
}


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    seats = referee_players(record, switches, PLAYERS)
    seating = referee_seating(record, seats, opposite(seats, seats))
    may_pass_it = switches.on("who_wins", "bidder_only")  # [V]
    reached = max(seating.scores) >= switches.number("target")
    refuse_finished(seating.scores, reached and not may_pass_it)
    deal = referee_deal(record, DECK, [HAND] * seats, KITTY)
    rules = AuctionRules(
        BIDS, hold=True, dealer_must=switches.on("all_pass", "dealer_10"), overbid_out=True
    )  # [2] [S2]
    outcome = referee_auction(record, rules, seating.ring(seating.left_of_dealer), seating.dealer)
    referee_contract(record, outcome)
    if outcome.declarer is None or outcome.contract is None:
        referee_throw_in(record)
        referee_result(record, nothing(seating.scores))
        return
    bidder, bid = outcome.declarer, outcome.contract
    order = family_order(suit_of_trump(record))
    hands = _exchange(record, deal, bidder)
    play = Play(record, hands, seating.ring(0), order, follow_or_trump)
    tricks = tricks_with_bonus(play, _leader(seating, bidder, switches))  # [4] [5]
    won = [
        (trick.winner, points) for trick, points in zip(tricks, points_of_tricks(tricks, order), strict=True)
    ]
    referee_result(record, _settle(seating.scores, bidder, bid, won, switches))


def _exchange(record: Json, deal: Deal, bidder: int) -> list[set[str]]:
    """The whole kitty to the bidder, for as many cards of his [3]."""
    hands = [set(hand) for hand in deal.hands]
    swap = only_entry(record, bidder)
    take_whole_kitty(swap, deal.kitty, hands[bidder])
    discard(swap, hands[bidder])
    if len(swap.discards) != KITTY:
        raise Illegal(f"seat {bidder} discards {len(swap.discards)} cards, not {KITTY}")
    return hands


def _leader(seating: Seating, bidder: int, switches: Switches) -> int:
    """Who leads the first trick [4] [V]."""
    if switches.on("lead", "bidder_left"):
        return seating.after(bidder)
    if switches.on("lead", "bidder_right"):
        return seating.ring(bidder)[-1]
    return seating.left_of_dealer


def _settle(
    before: Sequence[int], bidder: int, bid: int, won: list[tuple[int, int]], switches: Switches
) -> Result:
    """Score the hand [6] and see who has won [7]; `won` are the winners and points, trick by trick."""
    taken = [sum(points for winner, points in won if winner == seat) for seat in range(len(before))]
    all_tricks = all(winner == bidder for winner, _ in won)
    made = all_tricks if bid == ALL else taken[bidder] >= bid  # [S3]
    delta = list(taken)
    if not made:
        delta[bidder] = -bid
    elif bid == ALL:
        delta[bidder] = ALL
    elif switches.on("bidder_cap"):
        delta[bidder] = min(taken[bidder], bid)
    after = [old + points for old, points in zip(before, delta, strict=True)]
    target = switches.number("target")
    reached = [seat for seat, score in enumerate(after) if score >= target]
    if switches.on("who_wins", "bidder_only"):
        reached = [bidder] if made and bidder in reached else []
    elif len(reached) > 1:
        reached = [_first_there(before, reached, won, target)]
    winner = reached[0] if reached else None
    return Result(taken, delta, after, winner, [Contract(bidder, str(bid), made)])


def _first_there(
    before: Sequence[int], reached: Sequence[int], won: list[tuple[int, int]], target: int
) -> int:
    """Who of those that reach the target got there in the earliest trick [7].

    Each trick is won by one player only, its bonus too, so that no two get there at once.
    """
    scores = list(before)
    for winner, points in won:
        scores[winner] += points
        if winner in reached and scores[winner] >= target:
            return winner
    raise AssertionError("whoever reaches the target does so in some trick")


GAME = Game({"base": {}}, SWITCHES, referee)
