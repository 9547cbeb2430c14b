"""Nahanni (thirty for sixty): four players in two pairs, five cards each, bids of 20, 25 and 30.

The numbers in brackets are those of the rules in rules/nahanni.md; S is for its settled questions.
"""

from collections.abc import Sequence

from analyzer.referee.auction import AuctionRules, referee_auction, referee_contract, referee_throw_in
from analyzer.referee.cards import RANKS, Deal, deck, referee_deal, suit_of_trump
from analyzer.referee.exchange import discard, draw_from_stock, swaps, take_whole_kitty
from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json
from analyzer.referee.forty_fives import (
    HAND,
    family_order,
    follow_freely,
    follow_or_trump,
    lead_trump,
    points_of_tricks,
    tricks_with_bonus,
)
from analyzer.referee.game import Game
from analyzer.referee.result import Contract, Result, nothing, referee_result
from analyzer.referee.seating import Seating, opposite, referee_seating, refuse_finished
from analyzer.referee.switches import Number, Switches, Word, word
from analyzer.referee.tricks import Play, lead_anything

SEATS = 4
SIDES = opposite(SEATS, 2)
DECK = deck(RANKS)
BIDS = (20, 25, 30)
ALL = 30
"""The bid of all five tricks..."""
ALL_SCORES = 60
"""...and what it scores if made."""
CLOSE = 100
"""A side that has this many wins only by its own contract."""

SWITCHES: dict[str, Word | Number] = {
    "target": Number(120, 5, 10_000),
    "plain_follow": word("free", "follow_or_trump"),
    "plain_ace": word("high", "one"),
    "all_pass": word("throw_in", "dealer_20"),
    "at_100": word("count_no_win", "no_points"),
    "in_the_hole": word("off", "on"),
    "kitty": Number(3, 1, 5),
}


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    seating = referee_seating(record, SEATS, SIDES)
    refuse_finished(seating.scores, _finished(seating.scores, switches))
    kitty = switches.number("kitty")
    deal = referee_deal(record, DECK, [HAND] * SEATS, kitty)
    rules = AuctionRules(BIDS, hold=True, dealer_must=switches.on("all_pass", "dealer_20"))  # [5]
    outcome = referee_auction(record, rules, seating.ring(seating.left_of_dealer), seating.dealer)
    referee_contract(record, outcome)
    if outcome.declarer is None or outcome.contract is None:
        referee_throw_in(record)
        referee_result(record, nothing(seating.scores))
        return
    order = family_order(suit_of_trump(record), "one" if switches.on("plain_ace", "one") else "high")
    hands = _exchange(record, deal, seating, outcome.declarer)
    strict = switches.on("plain_follow", "follow_or_trump")
    play = Play(record, hands, seating.ring(0), order, follow_or_trump if strict else follow_freely)
    first_lead = lead_trump if outcome.contract == ALL else lead_anything  # [12]
    tricks = tricks_with_bonus(play, seating.after(outcome.declarer), first_lead)  # [8] to [14]
    taken = [0] * len(SIDES)
    for trick, points in zip(tricks, points_of_tricks(tricks, order), strict=True):
        taken[seating.side(trick.winner)] += points
    side = seating.side(outcome.declarer)
    won = sum(seating.side(trick.winner) == side for trick in tricks)
    made = won == HAND if outcome.contract == ALL else taken[side] >= outcome.contract  # [15] [S5]
    contract = Contract(side, str(outcome.contract), made)
    referee_result(record, _settle(seating.scores, contract, taken, switches))


def _finished(scores: Sequence[int], switches: Switches) -> bool:
    """Whether a side must have won already.

    With `count_no_win` defenders go beyond the target without winning, from 100 on [16] [S3]; under
    any other rule, and with a target up to 100, whoever reached it has won.
    """
    target = switches.number("target")
    may_pass_it = switches.on("at_100", "count_no_win") and target > CLOSE
    return max(scores) >= target and not may_pass_it


def _exchange(record: Json, deal: Deal, seating: Seating, declarer: int) -> list[set[str]]:
    """The kitty to the declarer, then everybody's discards and draws in turn [6] [7] [S4]."""
    hands = [set(hand) for hand in deal.hands]
    turns = [declarer, *seating.ring(seating.left_of_dealer)]
    drawn = 0
    entries = swaps(record)
    for place, (swap, seat) in enumerate(zip(entries, turns, strict=False)):
        hand = hands[seat]
        if swap.seat != seat:
            raise Illegal(f"seat {swap.seat} exchanges cards, but it is the turn of seat {seat}")
        if place == 0:
            take_whole_kitty(swap, deal.kitty, hand)
            discard(swap, hand)
            if len(hand) > HAND:
                raise Illegal(f"seat {seat} keeps {len(hand)} cards, and may keep {HAND} at most")
            continue
        if seat == declarer and swap.discards:
            card = swap.discards[0]
            raise Illegal(f"seat {seat} discards {card}, but has discarded with the kitty", card=card)
        discard(swap, hand)
        drawn = draw_from_stock(swap, deal.stock, drawn, HAND - len(hand), hand)
    if len(entries) < len(turns):
        raise Illegal(f"seat {turns[len(entries)]} has no entry in the exchange")
    if len(entries) > len(turns):
        raise Illegal(f"seat {entries[len(turns)].seat} exchanges cards after everybody has had a turn")
    return hands


def _settle(before: Sequence[int], contract: Contract, taken: Sequence[int], switches: Switches) -> Result:
    """Score the hand and see who has won [15] to [18]."""
    target, side, made = switches.number("target"), contract.side, contract.made
    bound = [_is_bound(before, each, switches) for each in range(len(SIDES))]
    delta = list(taken)
    if made:
        delta[side] = ALL_SCORES if contract.contract == str(ALL) else taken[side]
    else:
        delta[side] = -int(contract.contract)
    if switches.on("at_100", "no_points"):
        delta = [0 if bound[each] and each != side else points for each, points in enumerate(delta)]
    after = [old + points for old, points in zip(before, delta, strict=True)]
    winners = [
        each
        for each in range(len(SIDES))
        if after[each] >= target and (not bound[each] or (each == side and made))
    ]
    winner: int | None = None
    if made and side in winners:
        winner = side  # [18]
    elif len(winners) == 1 or len({after[each] for each in winners}) > 1:
        winner = max(winners, key=after.__getitem__)
    return Result(list(taken), delta, after, winner, [contract])


def _is_bound(before: Sequence[int], side: int, switches: Switches) -> bool:
    """Whether this side can win only by making its contract [16], read before the hand [S3]."""
    suspended = switches.on("in_the_hole") and before[1 - side] < 0  # [17]
    return before[side] >= CLOSE and not suspended


GAME = Game({"base": {}}, SWITCHES, referee)
