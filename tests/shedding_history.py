"""101: a record's history up to an act, what a seat knows there, and other histories that look the same to it."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np

from sims import blocks
from sims import shedding_tables as t
from sims.cards import card_id, mask_of
from tests.naive.shedding import DECK
from tests.searching import Record

Slot = tuple[int, frozenset[str]]  # one hidden card of a hand: number of its stock, cards that it is not
Layout = tuple[frozenset[str], ...]  # the hands


class Impossible(Exception):
    """A history against the rules: somebody draws who holds a card that fits."""


@cache
def plain(card: str) -> frozenset[str]:
    """What fits on a card that orders nothing (rule 3)."""
    return frozenset(c for c in DECK if c[1] == card[1] or c[0] in (card[0], "Q"))


@cache
def after(card: str, suit: str, queens: str) -> frozenset[str]:
    """What may be put after a card; suit: ordered with a queen; queens: "Q" if all of them close a nine."""
    if card[0] == "Q":
        return frozenset(c for c in DECK if c[1] == suit or c[0] == "Q")
    if card[0] == "9":
        return frozenset(c for c in DECK if c[1] == card[1] or c[0] in "9" + queens)
    return plain(card)


@dataclass
class History:
    """The hands, the stock and the first acts of a hand; all that follows is found by replaying them."""

    record: Record
    hands: list[list[str]]
    stock: list[str]
    turns: list[dict[str, Any]]
    pile: list[str] = field(init=False)
    log: list[int] = field(init=False)
    put_cards: list[str] = field(init=False)
    slots: list[list[Slot]] = field(init=False)  # by seat, the oldest first
    sure: list[set[str]] = field(init=False)  # cards of a hand that all know
    stocks: list[set[str]] = field(init=False)  # cards that came from each stock and were not seen since
    since: list[int] = field(init=False)  # the turn at which each stock was made
    shown: list[tuple[frozenset[str], int]] = field(init=False)  # last shown not to hold, cards drawn since
    listed: int = field(init=False)  # place of the stock's first card in put_cards, -1: shuffled
    fit: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.replay()

    @property
    def switches(self) -> dict[str, Any]:
        switches: dict[str, Any] = self.record["switches"]
        return switches

    @property
    def acts(self) -> int:
        return sum("reshuffle" not in turn for turn in self.turns)

    @property
    def visible(self) -> set[str]:
        """Cards that everybody sees or can tell the place of, hands apart."""
        return {*self.pile, *(self.left if self.listed >= 0 else ())}

    def hidden_from(self, seat: int) -> set[str]:
        known = set().union(*self.sure)
        return set(DECK) - self.visible - known - set(self.held[seat])

    def after(self, card: str, suit: str) -> frozenset[str]:
        return after(card, suit, "Q" if self.switches["queen_closes_nine"] == "yes" else "")

    # --- the acts

    def replay(self) -> None:
        start, seats = self.record["start"], range(len(self.hands))
        self.held, self.left = [list(hand) for hand in self.hands], list(self.stock)
        self.pile, self.put_cards, self.log, self.listed, self.under = [start], [start], [], -1, 0
        self.slots = [[(0, frozenset())] * len(hand) for hand in self.hands]
        self.sure, self.stocks, self.since = [set() for _ in seats], [set(DECK) - {start}], [0]
        self.shown = [(frozenset(), 0) for _ in seats]
        effects = self.switches["first_card_effects"] == "on"
        self.fit = self.after(start, self.record.get("start_suit", "")) if effects else plain(start)
        renewal: list[str] = []
        for place, turn in enumerate(self.turns):
            if "reshuffle" in turn:
                renewal = turn["reshuffle"]
                self.since.append(place)
            elif "play" in turn:
                self.put(turn["seat"], turn["play"], turn.get("suit", turn["play"][1]))
            else:
                self.draw(turn["seat"], turn.get("draw", []), turn.get("why", "skip"), renewal)

    def put(self, seat: int, card: str, suit: str) -> None:
        self.log.append(t.LOG_PUT + 4 * seat + 16 * "CDHS".index(suit) + 256 * card_id(card))
        self.held[seat].remove(card)
        self.pile.append(card)
        self.put_cards.append(card)
        if card in self.sure[seat]:
            self.sure[seat].remove(card)
        else:
            fits = [slot for slot in self.slots[seat] if card in self.stocks[slot[0]] - slot[1]]
            self.slots[seat].remove(fits[0])
        if card in self.shown[seat][0]:
            self.shown[seat] = (self.shown[seat][0], self.shown[seat][1] - 1)
        self.fit = self.after(card, suit)

    def draw(self, seat: int, cards: list[str], why: str, renewal: list[str]) -> None:
        self.log.append(t.LOG_DRAW + 4 * seat + 16 * t.WHYS.index(why))
        if why in ("none", "nine"):
            if self.fit.intersection(self.held[seat]):
                raise Impossible
            self.slots[seat] = [(stock, absent | self.fit) for stock, absent in self.slots[seat]]
            self.shown[seat] = (self.fit, 0)
        for card in cards:
            if not self.left:
                self.renew(renewal)
            assert self.left.pop(0) == card
            self.log.append(t.LOG_CARD + 256 * card_id(card))
            self.held[seat].append(card)
            if self.listed >= 0:
                self.listed += 1
                self.sure[seat].add(card)
            else:
                self.slots[seat].append((len(self.stocks) - 1, frozenset()))
            self.shown[seat] = (self.shown[seat][0], self.shown[seat][1] + 1)
        if why == "nine" and not cards:
            self.fit = plain(self.pile[-1])

    def renew(self, renewal: list[str]) -> None:
        under, self.pile = self.pile[:-1], self.pile[-1:]
        assert sorted(under) == sorted(renewal)
        self.left = list(renewal)
        self.log += [t.LOG_RENEWAL, mask_of(under), 0]
        if self.switches["reshuffle"] == "turn_over":
            self.log[-2:] = [self.under, len(under)]
            self.listed, self.under = self.under, self.under + len(under)
        else:
            self.stocks = [stock.difference(under) for stock in self.stocks] + [set(under)]

    # --- other histories

    def swapped(self, one: str, other: str) -> History | None:
        """The history in which two cards have changed places since their stock was made; None if it cannot be."""
        swap = {one: other, other: one}
        stock = next(place for place, cards in enumerate(self.stocks) if one in cards)
        turns = self.turns[: self.since[stock]]
        for turn in self.turns[self.since[stock] :]:
            named = {name: turn[name] for name in ("draw", "reshuffle") if name in turn}
            turns.append({**turn, **{name: [swap.get(c, c) for c in cards] for name, cards in named.items()}})
        hands, cards = self.hands, self.stock
        if stock == 0:
            hands = [[swap.get(card, card) for card in hand] for hand in hands]
            cards = [swap.get(card, card) for card in cards]
        try:
            return History(self.record, hands, cards, turns)
        except Impossible:
            return None

    def another(self, seat: int, rng: random.Random, swaps: int = 20) -> History:
        """A history that a seat cannot tell from this one."""
        found, hidden = self, sorted(self.hidden_from(seat))
        for _ in range(swaps if len(hidden) > 1 else 0):
            one, other = rng.sample(hidden, 2)
            if any({one, other} <= cards for cards in found.stocks):
                found = found.swapped(one, other) or found
        return found

    # --- for the kernel

    def work(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The work block and, behind it, room for the worlds."""
        work = np.zeros(2 * t.WORK_SIZE, np.int64)
        work[t.DEALER], work[t.START] = self.record["dealer"], card_id(self.record["start"])
        work[t.START_SUIT] = "CDHS".index(self.record.get("start_suit", self.record["start"][1]))
        for seat, hand in enumerate(self.held):
            work[t.HANDS + seat], work[t.DEALT + seat] = mask_of(hand), mask_of(self.hands[seat])
        work[t.PILE], work[blocks.STOCK] = mask_of(self.pile[:-1]), mask_of(self.left)
        work[t.PILE_FROM], work[t.PUT_COUNT] = self.under, len(self.put_cards)
        work[t.LISTED], work[t.NEXT] = self.listed >= 0, max(0, self.listed)
        for word in (blocks.STOCK_STATE, blocks.STOCK_WORD, blocks.UNDEALT_STATE, t.NEW_STATE):
            work[word] = crc32(
                " ".join(self.left).encode()
            )  # a player who peeks at the order sees another one
        work[blocks.UNDEALT] = mask_of(self.stock)
        work[t.LOG_LENGTH], work[t.SEARCH_KEY] = len(self.log), 99
        work[t.LOG : t.LOG + len(self.log)] = self.log
        work[t.PUT_CARDS : t.PUT_CARDS + len(self.put_cards)] = [card_id(card) for card in self.put_cards]
        return work


@dataclass(frozen=True)
class Decision:
    """A history, who is asked, and what."""

    history: History
    seat: int
    asked: int

    @property
    def legal(self) -> list[str]:
        if self.asked == t.ASK_ORDER:
            return [self.history.record["start"]]
        if self.asked == t.ASK_DRAWN:
            return list(self.history.turns[-1]["draw"])
        return [card for card in self.history.held[self.seat] if card in self.history.fit]


def decisions_of(record: Record) -> list[tuple[int, int, int]]:
    """Each act that a player had to choose: turns before it, seat, what was asked."""
    found, turns = [], record["turns"]
    if "start_suit" in record:
        found.append((0, record["dealer"], t.ASK_ORDER))
    for place, turn in enumerate(turns):
        if "play" in turn:
            before = turns[place - 1] if place else {}
            drew = before.get("why") == "none" and before["seat"] == turn["seat"]
            found.append((place, turn["seat"], t.ASK_DRAWN if drew else t.ASK_PUT))
        elif turn.get("why") == "none" and place + 1 < len(turns):
            following = turns[place + 1]
            if turn["draw"] and not ("play" in following and following["seat"] == turn["seat"]):
                history = History(record, record["hands"], record["stock"], turns[: place + 1])
                if turn["draw"][0] in history.fit:
                    found.append((place + 1, turn["seat"], t.ASK_DRAWN))  # and kept it
    return found


def decision(record: Record, rng: random.Random) -> Decision:
    """A random one of a record's."""
    place, seat, asked = rng.choice(decisions_of(record))
    return Decision(History(record, record["hands"], record["stock"], record["turns"][:place]), seat, asked)


def layouts(history: History, seat: int) -> dict[Layout, int]:
    """The hands that a seat holds for possible, each with the number of ways to deal it to the groups of slots."""
    hidden = history.hidden_from(seat)
    groups = [
        (other, slot, size)
        for other, slots in enumerate(history.slots)
        if other != seat
        for slot, size in Counter(slots).items()
    ]
    ways: Counter[Layout] = Counter()

    def deal(place: int, left: set[str], hands: tuple[frozenset[str], ...]) -> None:
        if place == len(groups):
            ways[hands] += 1
            return
        other, (stock, absent), size = groups[place]
        for cards in itertools.combinations(sorted(left & history.stocks[stock] - absent), size):
            dealt = (*hands[:other], hands[other].union(cards), *hands[other + 1 :])
            deal(place + 1, left.difference(cards), dealt)

    hands = [history.held[seat] if other == seat else sure for other, sure in enumerate(history.sure)]
    deal(0, hidden, tuple(frozenset(hand) for hand in hands))
    return dict(ways)
