"""Da Bai Fen by the rules in plain Python: trumps, sets of cards and what beats what, a hand to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from tests.naive.streams import PLAY, Words

SUITS, RANKS = "CDHS", "23456789TJQKA"
DECK = [
    *(r + "C" for r in RANKS),
    "BJ",
    "RJ",
    *(r + "D" for r in RANKS),
    *(r + "H" for r in RANKS),
    *(r + "S" for r in RANKS),
]  # in the natural order
POINTS = {"K": 10, "T": 10, "5": 5}
Switches = Mapping[str, object]


def points_of(cards: Sequence[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in cards)


def natural(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=DECK.index)


@dataclass(frozen=True)
class Order:
    """Rank and suit of trumps: the lane and the place of every card (docs/players-da-bai-fen.md)."""

    trump: str
    rank: str
    two_ranks: bool
    places: dict[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        plain = [suit for suit in SUITS if suit != self.trump]
        for card in DECK:
            if card in ("BJ", "RJ"):
                self.places[card] = (3, 21 if card == "BJ" else 22)
                continue
            rank, suit = card
            own = suit == self.trump
            if rank == self.rank:
                self.places[card] = (3, 20 if own else 17 + plain.index(suit))
            elif rank == "2" and self.two_ranks:
                self.places[card] = (3, 16 if own else 13 + plain.index(suit))
            else:
                self.places[card] = (3 if own else plain.index(suit), RANKS.index(rank))

    def lane(self, card: str) -> int:
        return self.places[card][0]

    def index(self, card: str) -> int:
        lane, place = self.places[card]
        return 13 * lane + place

    def above(self, card: str, other: str) -> bool:
        """The card stands above another one of its lane; the off-suit ranks and twos are equal."""
        (lane, place), (other_lane, other_place) = self.places[card], self.places[other]
        equal = any(place in group and other_place in group for group in ((13, 14, 15), (17, 18, 19)))
        return lane == other_lane and place > other_place and not equal

    def beats(self, card: str, other: str) -> bool:
        """Rule 13 for single cards."""
        return self.above(card, other) or (self.lane(card) == 3 and self.lane(other) < 3)

    def sort(self, cards: Sequence[str]) -> list[str]:
        return sorted(cards, key=self.index)


def set_beats(order: Order, cards: Sequence[str], best: Sequence[str], uniform: bool) -> bool:
    """Rule 13 word by word: some matching in which every card beats its counterpart."""
    if uniform and len({order.lane(card) for card in cards}) > 1:
        return False
    if len(cards) <= 4:
        return any(
            all(order.beats(a, b) for a, b in zip(way, best, strict=True)) for way in permutations(cards)
        )
    return _matching(order, list(cards), list(best))


def _matching(order: Order, cards: list[str], best: list[str]) -> bool:
    """A bipartite matching by augmenting paths."""
    partner: dict[str, str] = {}

    def place(card: str, seen: set[str]) -> bool:
        for other in best:
            if other not in seen and order.beats(card, other):
                seen.add(other)
                if other not in partner or place(partner[other], seen):
                    partner[other] = card
                    return True
        return False

    return all(place(card, set()) for card in cards)


@dataclass
class Trick:
    leader: int
    sets: list[tuple[int, list[str]]]
    winner: int = -1
    attempt: list[str] | None = None


@dataclass
class Hand:
    """What everybody has seen of a hand, and the hidden cards."""

    order: Order
    switches: Switches
    hands: list[list[str]]
    declarer: int
    gone: list[str]
    opened: list[list[str]]
    tricks: list[Trick] = field(default_factory=list)

    @property
    def played(self) -> list[str]:
        return [card for trick in self.tricks for _, cards in trick.sets for card in cards]

    def opponents_points(self) -> int:
        """Card points that the opponents of the declarer have in finished tricks."""
        return sum(
            points_of([card for _, cards in trick.sets for card in cards])
            for trick in self.tricks
            if trick.winner >= 0 and (trick.winner - self.declarer) % 2
        )


Player = Callable[[Hand, int], list[str]]


def best_of(hand: Hand, trick: Trick) -> tuple[int, list[str]]:
    """Seat and set that win so far: ties go to the earlier."""
    seat, best = trick.sets[0]
    for other, cards in trick.sets[1:]:
        if set_beats(hand.order, cards, best, hand.switches["beat_set"] == "uniform"):
            seat, best = other, cards
    return seat, best


def lane_cards(hand: Hand, seat: int, lane: int) -> list[str]:
    return [card for card in hand.hands[seat] if hand.order.lane(card) == lane]


def subsets(order: Order, cards: Sequence[str], size: int | None) -> list[list[str]]:
    """Sets of some cards in the order of their codes; size None: of one card or more."""
    ordered = order.sort(cards)
    codes = range(1 if size is None else 0, 1 << len(ordered))
    if size is not None:
        codes = [code for code in codes if code.bit_count() == size]  # type: ignore[assignment]
    return [[card for bit, card in enumerate(ordered) if code >> bit & 1] for code in codes]


def random_lead(hand: Hand, seat: int, words: Words) -> list[str]:
    lanes = [lane_cards(hand, seat, lane) for lane in range(4)]
    r = words.draw(sum((1 << len(cards)) - 1 for cards in lanes))
    for cards in lanes:
        options = (1 << len(cards)) - 1
        if r < options:
            code = r + 1
            return [card for bit, card in enumerate(hand.order.sort(cards)) if code >> bit & 1]
        r -= options
    raise AssertionError


def random_follow(hand: Hand, seat: int, led: Sequence[str], words: Words) -> list[str]:
    own = lane_cards(hand, seat, hand.order.lane(led[0]))
    others = [card for card in hand.hands[seat] if card not in own]
    forced, choice, size = ([], own, len(led)) if len(own) >= len(led) else (own, others, len(led) - len(own))
    options = subsets(hand.order, choice, size)
    return forced + options[words.draw(len(options))]


def beatable(hand: Hand, seat: int, cards: Sequence[str]) -> list[str]:
    """The cards of a lead that another hand beats in their suit."""
    others = [card for other in range(4) if other != seat for card in hand.hands[other]]
    return [card for card in cards if any(hand.order.above(other, card) for other in others)]


def play(
    hand: Hand,
    seed: int,
    index: int,
    policies: Sequence[str],
    player: Player,
    asks: Callable[[Hand, int], bool] | None,
) -> int | None:
    """Play a hand out, or give the seat that demands a redeal; without `asks` nobody may."""
    words = Words(seed, PLAY, index)
    words.fresh()
    for step in range(4):
        seat = (hand.declarer + step) % 4
        if asks is None:
            break
        cards = hand.hands[seat] + (hand.gone if step == 0 else [])
        if all(hand.order.lane(card) < 3 for card in cards):
            asked = words.draw(2) == 1 if policies[seat] == "random" else asks(hand, seat)
            if asked:
                return seat
    leader = hand.declarer
    while hand.hands[leader]:
        trick = Trick(leader, [])
        hand.tricks.append(trick)
        words.fresh()
        for step in range(4):
            seat = (leader + step) % 4
            if step == 2:
                words.fresh()
            if policies[seat] == "rules":
                cards = player(hand, seat)
            elif step == 0:
                cards = random_lead(hand, seat, words)
            else:
                cards = random_follow(hand, seat, trick.sets[0][1], words)
            if step == 0 and len(cards) > 1 and hand.switches["multi_lead"] == "must_be_top":
                loose = hand.order.sort(beatable(hand, seat, cards))
                if loose:
                    trick.attempt = cards
                    cards = [loose[words.draw(len(loose))]]
            trick.sets.append((seat, cards))
            hand.hands[seat] = [card for card in hand.hands[seat] if card not in cards]
        trick.winner = leader = best_of(hand, trick)[0]
    return None


def count_opponents(hand: Hand) -> int:
    """Rules 14 and 16: what the opponents of the declarer count."""
    points, last = hand.opponents_points(), hand.tricks[-1]
    if (last.winner - hand.declarer) % 2 == 0:
        return points
    talon = points_of(hand.gone) * {"double": 2, "single": 1, "never": 0}[str(hand.switches["talon"])]
    if hand.switches["last_trick_mult"] == "by_cards":
        led = len(last.sets[0][1])
        own = points_of([card for _, cards in last.sets for card in cards])
        return points + talon * led + own * (led - 1)
    return points + talon


def level_row(points: int, table: str) -> tuple[int, int]:
    """Rule 15: the row of the table, from 0, and the promotions of the declaring side less the others'."""
    ends = {"a": (0, 35, 75, 95), "b": (0, 15, 35, 55, 75, 95, 115)}[table]
    change = {"a": (2, 1, 0, -1, -2), "b": (3, 2, 1, 0, -1, -2, -3, -4)}[table]
    row = sum(points > end for end in ends)
    more = (points - 120) // 20 if table == "b" and points > 115 else 0
    return row, change[row] - more
