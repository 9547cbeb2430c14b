"""Da Bai Fen before the first lead: the deal, cards laid open, trumps, the talon (docs/players-da-bai-fen.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.naive.da_bai_fen import DECK, RANKS, SUITS, Order, Switches, natural, points_of
from tests.naive.streams import CALLS, DEAL, EXCHANGE, Words, draw_cards

Weights = Mapping[str, Any]


@dataclass
class Deal:
    hands: list[list[str]]
    talon: list[str]  # in the order in which it is turned up


@dataclass
class Terms:
    trump: str
    rank: str
    declarer: int
    opened: list[list[str]]
    exposed: tuple[int, str] | None = None
    turned: int = 0


def deal(seed: int, index: int, known: Mapping[int, Sequence[str]] | None = None) -> Deal:
    known = known or {}
    given = {card for cards in known.values() for card in cards}
    left = [card for card in DECK if card not in given]
    words = Words(seed, DEAL, index)
    hands = [list(known[seat]) if seat in known else draw_cards(words, left, 12) for seat in range(4)]
    return Deal(hands, draw_cards(words, left, 6))


def open_cards(hands: Sequence[Sequence[str]], policies: Sequence[str], words: Words) -> list[list[str]]:
    """Six cards of each hand laid open."""
    opened = []
    for seat in range(4):
        if policies[seat] == "random":
            opened.append(draw_cards(words, natural(hands[seat]), 6))
        else:
            ranks = [*RANKS, "B", "R"]
            lowest = sorted(natural(hands[seat]), key=lambda c: (ranks.index(c[0]), "CDHS".find(c[1])))
            opened.append(lowest[:6])
    return opened


def draw_orders(hands: Sequence[Sequence[str]], words: Words) -> list[list[str]]:
    return [draw_cards(words, natural(hand), 12) for hand in hands]


def expose(
    hands: Sequence[Sequence[str]], rank: str, first: int, at_random: bool, least: int, words: Words
) -> tuple[int, str] | None:
    """Who exposes which card of the trump rank while the hands are drawn."""
    orders = draw_orders(hands, words)
    words.fresh()
    held: list[list[str]] = [[] for _ in range(4)]
    for step in range(48):
        seat = (first + step) % 4
        card = orders[seat][step // 4]
        held[seat].append(card)
        if at_random:
            if card[0] == rank and words.draw(2) == 1:
                return seat, card
            continue
        numbers = {s: sum(c[1] == s for c in held[seat]) for s in SUITS if rank + s in held[seat]}
        if numbers and max(numbers.values()) >= least:
            suit = next(s for s in SUITS if numbers.get(s) == max(numbers.values()))
            return seat, rank + suit
    return None


def turn_up(talon: Sequence[str], rank: str) -> tuple[int, str]:
    """How many cards of the talon are turned, and the suit that they fix."""
    for place, card in enumerate(talon):
        if card[0] == rank:
            return place + 1, card[1]
    suited = [card for card in talon if card[1] in SUITS]
    return 6, max(suited, key=lambda card: RANKS.index(card[0]))[1]


def estimate(order: Order, hand: Sequence[str], weights: Weights) -> int:
    trumps = [card for card in hand if order.lane(card) == 3]
    total = sum(weights["estimate"]["place"][order.places[card][1]] for card in trumps)
    for lane in range(3):
        own = [card for card in hand if order.lane(card) == lane]
        if not own and trumps:
            total += weights["estimate"]["empty_plain"]
        if max((c for c in DECK if order.lane(c) == lane), key=order.index) in own:
            total += weights["estimate"]["top_plain"]
    return total


def name(
    hand: Sequence[str], rank: str | None, at_random: bool, two_ranks: bool, weights: Weights, words: Words
) -> tuple[str, str]:
    """Suit and rank that the dealer names; `rank` None: he names that too."""
    words.fresh()
    if at_random:
        suit = SUITS[words.draw(4)]
        return suit, RANKS[words.draw(13)] if rank is None else rank
    choices = [(s, r) for r in (RANKS if rank is None else rank) for s in SUITS]
    return max(choices, key=lambda c: estimate(Order(c[0], c[1], two_ranks), hand, weights))


def call(
    dealt: Deal, seed: int, index: int, table: Mapping[str, Any], switches: Switches, weights: Weights
) -> Terms:
    """Everything up to the declarer; table: variant, dealer, levels, first_hand, after_draw, policies."""
    words = Words(seed, CALLS, index)
    dealer, first = int(table["dealer"]), bool(table["first_hand"])
    ours, theirs = table["policies"]
    literal = table["variant"] == "as-translated"
    opened: list[list[str]] = [[], [], [], []]
    if literal:
        opened = open_cards(dealt.hands, [(ours, theirs)[(s - dealer) % 2] for s in range(4)], words)
    rank: str | None = RANKS[table["levels"][dealer % 2] % 13]
    if table["after_draw"] or (literal and not first):
        rank = None
    if literal or table["after_draw"] or switches["trump_choice"] == "dealer_names":
        both = switches["two_ranks"] == "on"
        suit, named = name(dealt.hands[dealer], rank, ours == "random", both, weights, words)
        return Terms(suit, named, dealer, opened)
    assert rank is not None
    takes_over = first and switches["first_declarer"] == "exposer"
    drawer = (dealer + (switches["first_draw"] == "right_of_dealer")) % 4
    least = weights["expose"]["first" if takes_over else "later"]
    found = expose(dealt.hands, rank, drawer, ours == "random", least, words)
    if found is None:
        turned, suit = turn_up(dealt.talon, rank)
        return Terms(suit, rank, dealer, opened, turned=turned)
    return Terms(found[1][1], rank, found[0] if takes_over else dealer, opened, exposed=found)


def lay_away(order: Order, cards: Sequence[str], weights: Weights) -> list[str]:
    """The six cards that the rules player lays away of his eighteen."""
    keep = weights["keep"]
    others = [card for card in DECK if card not in cards]
    left, gone = order.sort(cards), []
    while len(left) > 12:

        def merit(card: str) -> int:
            if order.lane(card) == 3:
                return int(keep["trump"] + order.places[card][1])
            a = min(sum(order.above(other, card) for other in others), 3)
            length = sum(order.lane(other) == order.lane(card) for other in left)
            return int(keep[f"plain_{a}"] + keep["length"] * length + keep["points"] * points_of([card]) // 5)

        worst = min(left, key=merit)
        left.remove(worst)
        gone.append(worst)
    return gone


def exchange(
    dealt: Deal, terms: Terms, order: Order, policy: str, weights: Weights, seed: int, index: int
) -> tuple[list[list[str]], list[str]]:
    """The hands after the declarer has taken the talon, and what he laid away."""
    hands = [list(hand) for hand in dealt.hands]
    cards = hands[terms.declarer] + dealt.talon
    if policy == "random":
        gone = draw_cards(Words(seed, EXCHANGE, index), order.sort(cards), 6)
    else:
        gone = lay_away(order, cards, weights)
    hands[terms.declarer] = [card for card in cards if card not in gone]
    return hands, gone
