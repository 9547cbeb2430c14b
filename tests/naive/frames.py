"""The trump frame of docs/players.md: the order of the cards, what must be followed, what beats what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from tests.naive.deals import RANKS, SUITS, card_id, cards

SEATS = 4
TRUMP_LANE = 3
RED = "DH"
TWO_HUNDRED, NAHANNI = "two-hundred", "nahanni"
ACE_OF_HEARTS = "AH"
KEPT_BACK = (11, 12, 13)  # places of the ace of hearts, the jack and the five of trumps
CARD_POINTS = {"A": 10, "T": 10, "5": 5}
TOTAL_POINTS = {TWO_HUNDRED: 100, NAHANNI: 30}
HAND_SIZE = {TWO_HUNDRED: 9, NAHANNI: 5}

Switches = Mapping[str, str | int]


def deck_of(game: str, switches: Switches) -> list[str]:
    """Two Hundred: 36 cards without 2 3 4 6; 40 with the sixes; 52 where six play at once."""
    variant = switches.get("variant")
    if game == NAHANNI or variant in ("six-at-once", "bank"):
        return cards(RANKS)
    return cards("56789TJQKA" if variant in ("kitty", "five-shadow") else "5789TJQKA")


def points(game: str, card: str) -> int:
    return CARD_POINTS.get(card[0], 0) if game == TWO_HUNDRED else 0


@dataclass(frozen=True)
class Frame:
    game: str
    trump: str
    deck: frozenset[str]
    lane: dict[str, int]
    place: dict[str, int]
    index: dict[str, int]
    points: dict[str, int]
    required: dict[str, frozenset[str]]  # by the card led: who holds one of these ...
    allowed: dict[str, frozenset[str]]  # ... must play one of these

    def is_trump(self, card: str) -> bool:
        return self.lane[card] == TRUMP_LANE

    def in_order(self, cards: Iterable[str]) -> list[str]:
        return sorted(cards, key=self.index.__getitem__)

    def beats(self, card: str, best: str) -> bool:
        """Does `card`, played after it, beat the best card so far (a trump, or of the suit led)?"""
        if self.lane[card] == self.lane[best]:
            return self.place[card] > self.place[best]
        return self.is_trump(card)

    def legal(self, hand: Iterable[str], led: str | None, trump_lead: bool = False) -> list[str]:
        """The cards that may be played, lowest first; with `trump_lead` a trump must be led if he has one."""
        cards = self.in_order(hand)
        if led is None:
            trumps = [card for card in cards if self.is_trump(card)]
            return trumps if trump_lead and trumps else cards
        if self.required[led].isdisjoint(cards):
            return cards
        return [card for card in cards if card in self.allowed[led]]


def nahanni_trumps(trump: str) -> list[str | None]:
    """Trumps from place 0 upwards; None is an empty place."""
    low = "2346789T" if trump in RED else "T9876432"
    own_ace = None if trump == "H" else "A" + trump
    return [*(rank + trump for rank in low + "QK"), own_ace, ACE_OF_HEARTS, "J" + trump, "5" + trump]


def nahanni_plain(suit: str, plain_ace: str) -> str:
    """The ranks of a plain suit from place 0 upwards (the ace of hearts, never plain, keeps its place)."""
    if suit in RED:
        return "A23456789TJQK" if plain_ace == "one" else "23456789TJQKA"
    return "T98765432AJQK" if plain_ace == "one" else "T98765432JQKA"


def two_hundred_seats(deck: Iterable[str], trump: str) -> dict[str, tuple[int, int]]:
    suit_of_lane = list(SUITS)
    own = suit_of_lane.index(trump)
    suit_of_lane[own], suit_of_lane[TRUMP_LANE] = suit_of_lane[TRUMP_LANE], suit_of_lane[own]
    return {card: (suit_of_lane.index(card[1]), RANKS.index(card[0])) for card in deck}


def nahanni_seats(trump: str, plain_ace: str) -> dict[str, tuple[int, int]]:
    seats = {card: (TRUMP_LANE, place) for place, card in enumerate(nahanni_trumps(trump)) if card}
    for lane, suit in enumerate(suit for suit in SUITS if suit != trump):
        for place, rank in enumerate(nahanni_plain(suit, plain_ace)):
            seats.setdefault(rank + suit, (lane, place))  # the ace of hearts already has its place
    return seats


@cache
def make_frame(game: str, variant: str, plain_ace: str, plain_follow: str, trump: str) -> Frame:
    deck = deck_of(game, {"variant": variant})
    seats = two_hundred_seats(deck, trump) if game == TWO_HUNDRED else nahanni_seats(trump, plain_ace)
    lane = {card: seats[card][0] for card in deck}
    place = {card: seats[card][1] for card in deck}
    lanes = [{card for card in deck if lane[card] == number} for number in range(TRUMP_LANE + 1)]
    trumps = lanes[TRUMP_LANE]
    required, allowed = {}, {}
    for led in deck:
        suit = lanes[lane[led]]
        if game == TWO_HUNDRED:
            must, may = suit, suit
        elif suit is trumps:
            must = {card for card in trumps if place[card] not in KEPT_BACK or place[card] <= place[led]}
            may = trumps
        else:
            must = suit if plain_follow == "follow_or_trump" else set()
            may = suit | trumps
        required[led], allowed[led] = frozenset(must), frozenset(may)
    return Frame(
        game=game,
        trump=trump,
        deck=frozenset(deck),
        lane=lane,
        place=place,
        index={card: 16 * lane[card] + place[card] for card in sorted(deck, key=card_id)},
        points={card: points(game, card) for card in deck},
        required=required,
        allowed=allowed,
    )


def frame_of(game: str, switches: Switches, trump: str) -> Frame:
    return make_frame(
        game,
        str(switches.get("variant", "base")),
        str(switches.get("plain_ace", "high")),
        str(switches.get("plain_follow", "free")),
        trump,
    )
