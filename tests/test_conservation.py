"""What every hand of a contract keeps: each card once, each trick to one seat, all the points to somebody.

Twenty-Five, Fifty-Five, Blackout and Da Bai Fen have the same test beside their whole hands in tests/games.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from sims import blocks
from sims.contracts import log_contracts
from sims.deals import deal_batch
from sims.exchange import ANY_TRUMP
from sims.games import GAMES, find_rules
from sims.players import player_tables, read_weights
from sims.tables import EXCHANGE_BEFORE_TRUMP, HAND, KITTY, SEATS, TRICKS_IN_HAND, Int64Array, Tables
from tests.naive.deals import card_id
from tests.naive.frames import deck_of

SEED = 1_000_003
POLICY_PAIRS = list(product((0, 1), repeat=2))
BURIED = [{"kitty_points": to} for to in ("dead", "defenders", "contractor")]
Switches = dict[str, str]
CASES: dict[tuple[str, str], list[Switches]] = {
    ("two-hundred", "base"): [{}, {"hundred_for_200": "on"}],
    ("two-hundred", "kitty"): BURIED,
    ("two-hundred", "six-rotating"): [{}],
    ("two-hundred", "six-at-once"): BURIED,
    ("two-hundred", "bank"): BURIED,
    ("two-hundred", "five-shadow"): [{}],
    ("two-hundred", "cut-throat"): [{}],
    ("two-hundred", "two-handed"): [{}, {"two_player": "dead_stock"}],
    ("two-hundred", "to-300"): [{}],
    ("two-hundred", "to-500"): [{}],
    ("nahanni", "base"): [
        {},
        {"plain_follow": "follow_or_trump"},
        {"plain_ace": "one", "kitty": "5"},
        {"plain_ace": "one", "plain_follow": "follow_or_trump"},
    ],
}


@dataclass(frozen=True)
class Played:
    """Hands as dealt and as played; the first axis of every array is the deal.

    hands[deal, seat], kitty[deal]: natural masks; stock[deal, place]: card ids; trump[deal]: suit;
    declarer[deal]: seat; gone[deal, seat]: frame masks; log[deal, trick, place]: frame indices;
    taken[deal, seat]: points.
    """

    tables: Tables
    hands: Int64Array
    kitty: Int64Array
    stock: Int64Array
    trump: Int64Array
    declarer: Int64Array
    gone: Int64Array
    log: Int64Array
    taken: Int64Array


def played(
    game: str, variant: str, switches: Switches, policies: tuple[int, int], low: int, high: int
) -> Played:
    """The deals low..high-1; declarer, dealer, trump and bid go round."""
    rules = find_rules(game, variant, dict(switches))
    tables: Tables = GAMES[game].tables(rules)
    block = blocks.pack(tables, player_tables(read_weights(game), variant))
    seating = GAMES[game].seating(rules)
    seats, tricks = (int(tables.settings[word]) for word in (SEATS, TRICKS_IN_HAND))
    deals, n = np.arange(low, high), high - low
    callers = len(seating.callers)
    declarer = deals % callers
    heads = [
        blocks.new_task(seats, seat, dealer, seating.allies(seat), policies, len(seating.sides) - 1)
        for dealer in range(callers)
        for seat in range(callers)
    ]
    tasks = np.array(heads)[deals // callers % callers * callers + declarer]
    named = deals // 3 % (5 if tables.settings[EXCHANGE_BEFORE_TRUMP] else 4)
    assert ANY_TRUMP == 4
    bids = deals // 7 % len(tables.ladder)
    trump, gone = np.full(n, -1, np.int64), np.zeros((n, seats), np.int64)
    log, taken = np.zeros((n, seats * tricks), np.int8), np.zeros((n, seats), np.int64)
    log_contracts(np.uint64(SEED), low, high, block, tasks, named, bids, trump, gone, log, taken)
    hands, kitty, stock = deal_batch(block, SEED, low, high)
    order = log.astype(np.int64).reshape(n, tricks, seats)
    return Played(tables, hands, kitty, stock, trump, declarer, gone, order, taken)


def bits(index: Int64Array) -> Int64Array:
    found: Int64Array = np.left_shift(np.int64(1), index)
    return found


def in_frame(hand: Played, mask: Int64Array) -> Int64Array:
    """Natural masks in the frames of the trumps."""
    moved = np.zeros_like(mask)
    for card in range(64):
        moved |= np.where(mask >> card & 1, hand.tables.to_frame[hand.trump, card], 0)
    return moved


def check_cards(hand: Played, deck: list[str]) -> None:
    """Dealt: the deck, every card once. At the end the same cards, each played, laid away or left in the stock."""
    whole = sum(1 << card_id(card) for card in deck)
    size, kitty = int(hand.tables.settings[HAND]), int(hand.tables.settings[KITTY])
    assert (np.bitwise_count(hand.hands) == size).all()
    assert (np.bitwise_count(hand.kitty) == kitty).all()
    assert hand.hands.shape[1] * size + kitty + hand.stock.shape[1] == len(deck)
    stock = np.bitwise_or.reduce(bits(hand.stock), axis=1, initial=0)
    assert ((np.bitwise_or.reduce(hand.hands, axis=1) | hand.kitty | stock) == whole).all()

    plies, laid = hand.log.reshape(len(hand.log), -1), np.bitwise_or.reduce(hand.gone, axis=1)
    number = plies.shape[1] + np.bitwise_count(hand.gone).sum(axis=1)  # cards that have left the hands
    drawn = number - np.bitwise_count(hand.hands).sum(axis=1) - kitty
    undrawn = np.arange(hand.stock.shape[1])[None, :] >= drawn[:, None]
    rest = np.bitwise_or.reduce(np.where(undrawn, bits(hand.stock), 0), axis=1, initial=0)
    assert (number + undrawn.sum(axis=1) == len(deck)).all()
    at_end = np.bitwise_or.reduce(bits(plies), axis=1) | laid | in_frame(hand, rest)
    assert (at_end == in_frame(hand, np.full(len(plies), whole))).all()


def check_points(game: str, hand: Played, switches: Switches) -> None:
    """The winners follow from the cards in their order; their points are what the seats have taken."""
    n, tricks, seats = hand.log.shape
    rows = np.arange(n)
    pips = np.zeros(64, np.int64)
    if game == "two-hundred":
        for lane in range(0, 64, 16):
            pips[[lane + 3, lane + 8, lane + 12]] = 5, 10, 10  # fives, tens, aces
    taken, won = np.zeros((n, seats), np.int64), np.zeros((n, seats), np.int64)
    leader = hand.declarer if game == "two-hundred" else (hand.declarer + 1) % seats
    best, best_by = np.full(n, -1), np.zeros(n, np.int64)
    for trick in range(tricks):
        cards = hand.log[:, trick]
        follows = cards >> 4 == cards[:, :1] >> 4
        rank = np.where(cards >= 48, 64 + cards, np.where(follows, cards, -1))
        leader = (leader + rank.argmax(axis=1)) % seats
        won[rows, leader] += 1
        taken[rows, leader] += pips[cards].sum(axis=1) + (0 if game == "two-hundred" else 5)
        better = (cards.max(axis=1) >= 48) & (cards.max(axis=1) > best)
        best, best_by = np.where(better, cards.max(axis=1), best), np.where(better, leader, best_by)
    assert (won.sum(axis=1) == tricks).all()
    if game == "nahanni":
        trumped = best >= 48
        taken[rows, best_by] += 5 * trumped
        assert (taken.sum(axis=1) == 25 + 5 * trumped).all()
        assert (hand.taken == taken).all()
        return
    buried = sum(pips[index] * (hand.gone >> index & 1) for index in range(64)).sum(axis=1)
    left = sum(
        np.isin(hand.stock, range(rank, 64, 16)) * worth for rank, worth in ((3, 5), (8, 10), (12, 10))
    )
    unplayed = buried + (left.sum(axis=1) if switches.get("two_player") == "dead_stock" else 0)
    assert (taken.sum(axis=1) + unplayed == 100).all()
    to = switches.get("kitty_points", "dead")
    if to != "dead":
        taken[rows, hand.declarer if to == "contractor" else (hand.declarer + 1) % seats] += buried
        assert (taken.sum(axis=1) == 100).all()
    assert (hand.taken == taken).all()


def conserve(game: str, variant: str, n: int, part: int) -> None:
    """`part` after `part` of n deals, with each of the switches and of the pairs of players in turn."""
    settings = list(product(POLICY_PAIRS, CASES[game, variant]))
    for turn, low in enumerate(range(0, n, part)):
        policies, switches = settings[turn % len(settings)]
        hand = played(game, variant, switches, policies, low, min(low + part, n))
        check_cards(hand, deck_of(game, {"variant": variant}))
        check_points(game, hand, switches)


@pytest.mark.parametrize(("game", "variant"), CASES)
def test_cards_tricks_and_points_are_conserved(game: str, variant: str) -> None:
    conserve(game, variant, 4_800, 300)


@pytest.mark.full
@pytest.mark.parametrize(("game", "variant"), CASES)
def test_cards_tricks_and_points_are_conserved_in_a_million_hands(game: str, variant: str) -> None:
    conserve(game, variant, 1_000_000, 20_000)
