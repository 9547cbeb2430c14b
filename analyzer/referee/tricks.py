"""Trick play: whose turn it is, the cards held, the duty to follow, the winner and the worth of a trick."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from analyzer.referee.cards import KNOWN, NAMES
from analyzer.referee.fault import Illegal, shown
from analyzer.referee.fields import Json, as_object, as_seat, field, integer, items, objects, wrong


@dataclass(frozen=True)
class Order:
    """Who beats whom under one trump suit."""

    trump: str | None
    suit: Mapping[str, str]
    """The suit that each card counts as."""
    strength: Mapping[str, int]
    """The place of each card within that suit; the higher wins."""


def order_of(trump: str | None, suits: Mapping[str, Sequence[str]]) -> Order:
    """An order from the list of every suit's cards, the strongest first."""
    suit = {card: name for name, cards in suits.items() for card in cards}
    strength = {card: len(cards) - place for cards in suits.values() for place, card in enumerate(cards)}
    return Order(trump, suit, strength)


def best(cards: Sequence[str], order: Order) -> int:
    """The place of the card that wins: the highest trump, else the highest of the suit led."""
    suit, strength = order.suit, order.strength
    place, counts = 0, suit[cards[0]]
    for other in range(1, len(cards)):
        card = cards[other]
        if suit[card] == counts:
            if strength[card] > strength[cards[place]]:
                place = other
        elif suit[card] == order.trump:
            place, counts = other, suit[card]
    return place


Follow = Callable[[set[str], str, str, Order], str | None]
"""Hand (with the card), card led, card played, order: why the card may not be played, if so."""

Lead = Callable[[set[str], str, Order], str | None]
"""Hand (with the card), card led, order: why the card may not be led, if so."""


def a_suit(suit: str, order: Order) -> str:
    """A card of a suit, in words."""
    return "a trump" if suit == order.trump else f"a {NAMES[suit]}"


def follow_suit(hand: set[str], led: str, card: str, order: Order) -> str | None:
    """The usual duty: the suit led if one has it, else any card."""
    suit = order.suit
    wanted = suit[led]
    if suit[card] == wanted:
        return None
    held = [other for other in hand if suit[other] == wanted]
    if not held:
        return None
    name = NAMES[wanted]
    return f"but holds a {name} ({min(held)}) and a {name} was led"


def lead_anything(hand: set[str], card: str, order: Order) -> str | None:
    """The usual freedom: any card may be led."""
    return None


class Trick(NamedTuple):
    """One trick as it was legally played."""

    number: int
    """Counted from 1."""
    seats: list[int]
    cards: list[str]
    winner: int
    points: int
    """As the record states them; `Play.worth` judges them."""


class Play:
    """The tricks of one hand, read one after the other; `hands` lose the cards that are played."""

    def __init__(
        self,
        record: Json,
        hands: Sequence[set[str]],
        ring: Sequence[int],
        order: Order,
        follow: Follow = follow_suit,
    ) -> None:
        self.tricks = objects(record, "tricks")
        self.hands = hands
        self.ring = list(ring)
        self.order = order
        self.follow = follow
        self.number = 0

    def next(self, leader: int, lead: Lead = lead_anything) -> Trick:
        """Read the next trick, which `leader` has to lead."""
        self.number += 1
        try:
            return self._read(leader, lead)
        except Illegal as illegal:
            illegal.trick = self.number
            raise

    def worth(self, trick: Trick, points: int) -> None:
        """Fault a trick that is not stated to be worth so much."""
        if trick.points != points:
            raise Illegal(f"the trick is worth {points} points, not {trick.points}", trick=trick.number)

    def close(self) -> None:
        """Fault tricks after the last one."""
        if len(self.tricks) > self.number:
            raise Illegal("the hand was over before this trick", trick=self.number + 1)

    def _read(self, leader: int, lead: Lead) -> Trick:
        if self.number > len(self.tricks):
            raise Illegal("the trick is missing")
        stated = self.tricks[self.number - 1]
        opener = as_seat(field(stated, "leader"), "leader")
        if opener != leader:
            reason = "leads the first trick" if self.number == 1 else "won the last trick"
            raise Illegal(f"seat {opener} leads, but seat {leader} {reason}")
        start = self.ring.index(leader)
        seats = self.ring[start:] + self.ring[:start]
        cards: list[str] = []
        for place, play in enumerate(items(stated, "plays")):
            card = self._card(play, place, seats)
            hand = self.hands[seats[place]]
            why = self.follow(hand, cards[0], card, self.order) if place else lead(hand, card, self.order)
            if why is not None:
                act = "plays" if place else "leads"
                raise Illegal(f"seat {seats[place]} {act} {card} {why}", card=card)
            hand.remove(card)
            cards.append(card)
        if len(cards) < len(seats):
            raise Illegal(f"seat {seats[len(cards)]} plays no card")
        winning = best(cards, self.order)
        named = as_seat(field(stated, "winner"), "winner")
        if named != seats[winning]:
            raise Illegal(
                f"seat {named} is named as the winner, but {cards[winning]} of seat {seats[winning]} wins",
                card=cards[winning],
            )
        return Trick(self.number, seats, cards, named, integer(stated, "points"))

    def _card(self, play: object, place: int, seats: list[int]) -> str:
        """The card of one entry of `plays`: of the right seat, which must hold it."""
        if isinstance(play, dict) and place < len(seats):
            seat, cards = play.get("seat"), play.get("cards")
            if type(seat) is int and seat == seats[place] and type(cards) is list and len(cards) == 1:
                card = cards[0]
                if isinstance(card, str) and card in self.hands[seat]:
                    return card
        return self._fault(play, place, seats)

    def _fault(self, play: object, place: int, seats: list[int]) -> NoReturn:
        """Say what `_card` found wrong."""
        path = f"plays[{place}]"
        act = as_object(play, path)
        seat = as_seat(field(act, "seat", path + "."), path + ".seat")
        cards = items(act, "cards", path + ".")
        if len(cards) != 1:
            raise Illegal(f"seat {seat} plays {len(cards)} cards at once, not one")
        card = cards[0]
        if not isinstance(card, str):
            wrong(path + ".cards[0]", "a card", card)
        why = "which it does not hold"
        if card not in KNOWN:
            raise Illegal(f"seat {seat} plays {shown(card)}, which is not a card", card=card)
        if place >= len(seats):
            why = "but everybody has played to this trick"
        elif seat != seats[place]:
            why = f"but it is the turn of seat {seats[place]}"
        raise Illegal(f"seat {seat} plays {card}, {why}", card=card)
