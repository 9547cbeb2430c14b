"""Every layout and every line of random play of a tiny deck, counted out.

The counting is plain: cards are names, chances are whole weights, and the rules of the two kinds of game are
written out again from the rules texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import lcm, prod

from sims import tables as t
from sims.cards import SUITS

Hands = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Bid:
    """What a contract asks and pays; `pays` None: what the side took."""

    level: int
    points: int
    tricks: int = 0
    pays: int | None = None

    def row(self) -> list[int]:
        """The row of the ladder."""
        return [
            self.level,
            self.points,
            self.tricks,
            t.TAKEN if self.pays is None else self.pays,
            -self.level,
        ]


@dataclass(frozen=True)
class Pips:
    """Follow suit if able; aces and tens 10, fives 5; the order is the same in trumps and plain suits."""

    order: str = "56789TJQKA"
    trick_points: int = 0
    best_trump: int = 0

    def is_trump(self, card: str, trump: str) -> bool:
        return card[1] == trump

    def strength(self, card: str, led: str, trump: str) -> int:
        rank = self.order.index(card[0])
        return rank + 100 if card[1] == trump else rank if card[1] == led[1] else -1

    def legal(self, hand: tuple[str, ...], led: str, trump: str) -> tuple[str, ...]:
        return tuple(card for card in hand if card[1] == led[1]) or hand

    def points(self, card: str) -> int:
        return {"A": 10, "T": 10, "5": 5}.get(card[0], 0)


BEST_THREE = 200


@cache
def honours_ranks(trump: str) -> tuple[dict[str, int], dict[str, int]]:
    """Ranks of the trumps (the best three from 200) and of the plain cards."""
    low = {suit: "23456789T" if suit in "HD" else "T98765432" for suit in SUITS}
    trumps = {rank + trump: 100 + place for place, rank in enumerate(low[trump].replace("5", "") + "QKA")}
    trumps |= {"AH": BEST_THREE, "J" + trump: BEST_THREE + 1, "5" + trump: BEST_THREE + 2}
    plain = {rank + suit: place for suit in SUITS for place, rank in enumerate(low[suit] + "JQKA")}
    return trumps, {card: place for card, place in plain.items() if card not in trumps}


@dataclass(frozen=True)
class Honours:
    """Forty-fives: the 5, the J and the ace of hearts are the best trumps and need not follow a lower one
    led; a trump may be played on anything; each trick 5 and the best trump 5."""

    must_follow: bool = False
    trick_points: int = 5
    best_trump: int = 5

    def is_trump(self, card: str, trump: str) -> bool:
        return card[1] == trump or card == "AH"

    def strength(self, card: str, led: str, trump: str) -> int:
        trumps, plain = honours_ranks(trump)
        return trumps[card] if card in trumps else plain[card] if card[1] == led[1] else -1

    def legal(self, hand: tuple[str, ...], led: str, trump: str) -> tuple[str, ...]:
        ranks, plain = honours_ranks(trump)
        trumps = tuple(card for card in hand if card in ranks)
        if led in plain:
            follow = tuple(card for card in hand if card in plain and card[1] == led[1])
            return follow + trumps if self.must_follow and follow else hand
        bound = [card for card in trumps if ranks[card] < BEST_THREE or ranks[card] < ranks[led]]
        return trumps if bound else hand

    def points(self, card: str) -> int:
        return 0


Kind = Pips | Honours
Taken = tuple[int, int, int]  # points of the declaring side, of the others, tricks of the declaring side


def lines_of_play(
    kind: Kind, hands: Hands, leader: int, declarer: int, trump: str, forced: bool
) -> Counter[Taken]:
    """Every line of random play as integer weights of what was taken; `forced`: a trump must be led.

    All cards are played, so the best trump played is the best one held.
    """
    bonus = [0, 0]
    held = [
        (kind.strength(c, c, trump), seat)
        for seat, hand in enumerate(hands)
        for c in hand
        if kind.is_trump(c, trump)
    ]
    if held:
        bonus[(max(held)[1] - declarer) % 2] = kind.best_trump
    lines = lines_from(kind, hands, leader, declarer, trump, forced)
    return Counter({(a + bonus[0], b + bonus[1], tricks): weight for (a, b, tricks), weight in lines.items()})


@cache
def lines_from(
    kind: Kind, hands: Hands, leader: int, declarer: int, trump: str, forced: bool
) -> dict[Taken, int]:
    """The same for the tricks that are left."""
    if not hands[leader]:
        return {(0, 0, 0): 1}
    seats = len(hands)
    found: Counter[Taken] = Counter()

    def ply(left: Hands, table: tuple[str, ...], weight: int) -> None:
        if len(table) == seats:
            strengths = [kind.strength(card, table[0], trump) for card in table]
            winner = (leader + strengths.index(max(strengths))) % seats
            value = kind.trick_points + sum(map(kind.points, table))
            mine = (winner - declarer) % 2 == 0
            for (a, b, tricks), more in lines_from(kind, left, winner, declarer, trump, False).items():
                found[a + value * mine, b + value * (not mine), tricks + mine] += weight * more
            return
        seat = (leader + len(table)) % seats
        hand = left[seat]
        if table:
            legal = kind.legal(hand, table[0], trump)
        else:
            trumps = tuple(card for card in hand if kind.is_trump(card, trump))
            legal = trumps if forced and trumps else hand
        for card in legal:
            rest = tuple(c for c in hand if c != card)
            ply((*left[:seat], rest, *left[seat + 1 :]), (*table, card), weight // len(legal))

    ply(hands, (), lcm(*range(1, len(hands[0]) + 1)) ** seats)
    return dict(found)


def unit(size: int, seats: int) -> int:
    """A weight that every way of choosing among the legal cards divides."""
    return prod(lcm(*range(1, left + 1)) for left in range(1, size + 1)) ** seats


def piles(cards: tuple[str, ...], sizes: Sequence[int]) -> Iterator[Hands]:
    """All ways of taking piles of these sizes out of the cards."""
    if not sizes:
        yield ()
        return
    for pile in combinations(cards, sizes[0]):
        rest = tuple(card for card in cards if card not in pile)
        for others in piles(rest, sizes[1:]):
            yield (pile, *others)


@dataclass(frozen=True)
class Case:
    """A tiny game, its tables, and a question on it."""

    name: str
    kind: Kind
    tables: t.Tables
    deck: tuple[str, ...]
    bids: tuple[Bid, ...]
    trumps: str
    declarer: int = 0
    dealer: int = 3
    known: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def setting(self, index: int) -> int:
        return int(self.tables.settings[index])

    def forced(self, row: int) -> bool:
        """Whether the first lead against this bid must be a trump."""
        return self.bids[row].level == self.setting(t.TRUMP_LEAD_LEVEL)

    def deals(self) -> Iterator[tuple[Hands, tuple[str, ...], tuple[str, ...]]]:
        """Every (hands, kitty, what is left) that the known hands allow, all equally likely."""
        seats, size = self.setting(t.SEATS), self.setting(t.HAND)
        given = {card for hand in self.known.values() for card in hand}
        unknown = tuple(card for card in self.deck if card not in given)
        drawn = [seat for seat in range(seats) if seat not in self.known]
        for *hands, kitty in piles(unknown, [size] * len(drawn) + [self.setting(t.KITTY)]):
            of_seat = {**self.known, **dict(zip(drawn, hands, strict=True))}
            rest = tuple(c for c in unknown if c not in kitty and not any(c in hand for hand in hands))
            yield tuple(of_seat[seat] for seat in range(seats)), kitty, rest

    def to_play(self) -> Counter[tuple[Hands, tuple[str, ...]]]:
        """Weights of (hands with which the play begins, cards that the declarer buried)."""
        if self.setting(t.DRAWS):
            return self._drawn()
        found: Counter[tuple[Hands, tuple[str, ...]]] = Counter()
        for hands, kitty, _ in self.deals():
            full = hands[self.declarer] + kitty
            for buried in combinations(full, len(kitty)):
                kept = tuple(card for card in full if card not in buried)
                found[(*hands[: self.declarer], kept, *hands[self.declarer + 1 :]), buried] += 1
        return found

    def _drawn(self) -> Counter[tuple[Hands, tuple[str, ...]]]:
        """The same where everybody discards any number and draws back, from the left of the dealer."""
        size = self.setting(t.HAND)
        found: Counter[tuple[Hands, tuple[str, ...]]] = Counter()
        for hands, kitty, rest in self.deals():
            first = [hand + kitty * (seat == self.declarer) for seat, hand in enumerate(hands)]
            ways = [
                [kept for number in range(size + 1) for kept in combinations(hand, number)] for hand in first
            ]
            for stock in permutations(rest):
                self._draw_back(ways, stock, found)
        return found

    def _draw_back(
        self,
        ways: list[list[tuple[str, ...]]],
        stock: tuple[str, ...],
        found: Counter[tuple[Hands, tuple[str, ...]]],
    ) -> None:
        seats, size = len(ways), self.setting(t.HAND)

        def turn(step: int, hands: dict[int, tuple[str, ...]], left: tuple[str, ...]) -> None:
            if step > seats:
                found[tuple(tuple(sorted(hands[seat])) for seat in range(seats)), ()] += 1
                return
            seat = (self.dealer + step) % seats
            for kept in ways[seat]:
                wanted = size - len(kept)
                turn(step + 1, {**hands, seat: kept + left[:wanted]}, left[wanted:])

        turn(1, {}, stock)

    def exact(self) -> dict[tuple[str, int], dict[tuple[Taken, tuple[int, int]], Fraction]]:
        """For each (trump, bid row) the chances of (taken, (points of ours, of the others) with buried)."""
        seats, size = self.setting(t.SEATS), self.setting(t.HAND)
        starts = self.to_play()
        whole = sum(starts.values()) * unit(size, seats)
        leader = (self.declarer + self.setting(t.LEAD_OFFSET)) % seats
        chances: dict[tuple[str, int], dict[tuple[Taken, tuple[int, int]], Fraction]] = {}
        for trump in SUITS if "?" in self.trumps else self.trumps:
            lines: dict[tuple[Hands, bool], Counter[Taken]] = {}
            for row in range(len(self.bids)):
                forced = self.forced(row)
                weights: Counter[tuple[Taken, tuple[int, int]]] = Counter()
                for (hands, buried), ways in starts.items():
                    key = (hands, forced)
                    if key not in lines:
                        lines[key] = lines_of_play(self.kind, hands, leader, self.declarer, trump, forced)
                    lost = sum(map(self.kind.points, buried))
                    to = self.setting(t.BURIED)
                    for taken, weight in lines[key].items():
                        points = (taken[0] + lost * (to == 2), taken[1] + lost * (to == 1))
                        weights[taken, points] += ways * weight
                chances[trump, row] = {what: Fraction(weight, whole) for what, weight in weights.items()}
        if "?" in self.trumps:  # named at random after the kitty
            for row in range(len(self.bids)):
                mixed: Counter[tuple[Taken, tuple[int, int]]] = Counter()
                for trump in SUITS:
                    for what, chance in chances[trump, row].items():
                        mixed[what] += chance / 4  # type: ignore[assignment]
                chances["?", row] = dict(mixed)  # type: ignore[arg-type]
        return chances

    def result(self, row: int, taken: Taken, points: tuple[int, int]) -> tuple[int, int, int]:
        """(made, taken with buried, score less that of the others)."""
        bid = self.bids[row]
        made = points[0] >= bid.points and taken[2] >= bid.tricks
        own = (points[0] if bid.pays is None else bid.pays) if made else -bid.level
        return int(made), points[0], own - points[1]
