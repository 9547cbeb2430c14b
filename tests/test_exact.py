"""Tiny decks whose every layout and every line of random play is counted out, against the sampled odds.

The counting below is plain: cards are names, chances are whole weights, and the rules of the two kinds of
game are written out again from the rules texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import lcm, prod, sqrt

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from analyzer.intervals import wilson
from sims import blocks
from sims import tables as t
from sims.cards import CARD_NAMES, SUITS, mask_of
from sims.contracts import Tally, log_contracts, tally_contracts
from sims.exchange import ANY_TRUMP
from sims.games import GAMES, find_rules
from sims.players import POLICIES, player_tables, read_weights

N = 40_000
SEED = 20_260
Z999 = float(norm.isf(0.0005))
Hands = tuple[tuple[str, ...], ...]

# --- driving the kernels -----------------------------------------------------------------------------


def block_of(tables: t.Tables, game: str = "two-hundred") -> t.Int64Array:
    """The rules block; only the rules player reads the weights of `game`."""
    return blocks.pack(tables, player_tables(read_weights(game)))


def task_of(
    declarer: int,
    *,
    seats: int = 4,
    dealer: int = 3,
    policies: tuple[str, str] = ("random", "random"),
    known: Mapping[int, Sequence[str]] | None = None,
) -> t.Int64Array:
    allies = sum(1 << seat for seat in range(declarer % 2, seats, 2))
    task: t.Int64Array = blocks.new_task(
        seats, declarer, dealer, allies, (POLICIES[policies[0]], POLICIES[policies[1]])
    )
    for seat, cards in (known or {}).items():
        task[blocks.KNOWN + seat] = mask_of(cards)
    return task


def sampled(
    block: t.Int64Array, task: t.Int64Array, trumps: str, bids: Sequence[int], low: int, high: int, seed: int
) -> Tally:
    """The tally of the deals low..high-1; a trump is a suit letter or "?" for one named after the kitty."""
    named = np.array([ANY_TRUMP if trump == "?" else SUITS.index(trump) for trump in trumps], np.int64)
    cells = len(trumps) * len(bids)
    tally = Tally(*(np.zeros(cells, np.int64) for _ in range(3)), np.zeros((cells, cells), np.int64))
    tally_contracts(np.uint64(seed), low, high, block, task, named, np.array(bids, np.int64), tally)
    return tally


@dataclass(frozen=True)
class Logged:
    """Played hands: frame indices int8[deal, ply], frame masks int64[deal, seat], points int64[deal, seat]
    and points of the declaring side and of the others int64[deal, 2]."""

    log: np.ndarray
    gone: t.Int64Array
    taken: t.Int64Array
    points: t.Int64Array


def logged(
    block: t.Int64Array, task: t.Int64Array, trumps: t.Int64Array, bid: int, low: int, high: int, seed: int
) -> Logged:
    """The hands of the deals low..high-1, each under its own trump and all under one row of the ladder."""
    n, seats, plies = high - low, int(block[t.SEATS]), int(block[t.SEATS] * block[t.TRICKS_IN_HAND])
    tasks = np.repeat(task[None, :], n, axis=0)
    log, gone = np.zeros((n, plies), np.int8), np.zeros((n, seats), np.int64)
    taken, played = np.zeros((n, seats), np.int64), np.full(n, -1, np.int64)
    bids = np.full(n, bid, np.int64)
    log_contracts(np.uint64(seed), low, high, block, tasks, trumps, bids, played, gone, log, taken)
    ours = np.array([int(task[blocks.ALLIES]) >> seat & 1 == 1 for seat in range(seats)])
    points = np.stack([taken[:, ours].sum(axis=1), taken[:, ~ours].sum(axis=1)], axis=1)
    return Logged(log, gone, taken, points)


def laid_open(tables: t.Tables, size: int, seats: int = 4) -> t.Tables:
    """The same game with hands of another size and nothing to exchange; each trick counts 5 more."""
    settings = tables.settings.copy()
    settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND]] = seats, size, size
    settings[[t.KITTY, t.DRAWS, t.EXCHANGE_BEFORE_TRUMP, t.DRAW_AFTER_TRICK]] = 0
    settings[t.TRICK_POINTS] += 5
    return tables._replace(settings=settings)


def plays(tables: t.Tables, hands: Sequence[str], trump: str, row: int = 0, n: int = 300) -> set[str]:
    """The different ways in which random players play four given hands; seat 0 declares."""
    known = {seat: hand.split() for seat, hand in enumerate(hands)}
    block = block_of(laid_open(tables, len(known[0])))
    suit = SUITS.index(trump)
    played = logged(block, task_of(0, known=known), np.full(n, suit, np.int64), row, 0, n, SEED)
    return {" ".join(CARD_NAMES[int(card)] for card in cards) for cards in tables.to_card[suit][played.log]}


def beaten(tables: t.Tables, trump: str, pairs: Sequence[tuple[str, str]]) -> list[bool]:
    """For each (led, played): whether the second card takes the trick of the two."""
    block = block_of(laid_open(tables, 1, seats=2))
    offset = int(tables.settings[t.LEAD_OFFSET])
    n, suit = len(pairs), SUITS.index(trump)
    tasks = np.repeat(task_of(1 if offset else 0, seats=2)[None, :], n, axis=0)
    for row, (led, played) in enumerate(pairs):
        tasks[row, [blocks.KNOWN, blocks.KNOWN + 1]] = mask_of([led]), mask_of([played])
    log, gone, taken = np.zeros((n, 2), np.int8), np.zeros((n, 2), np.int64), np.zeros((n, 2), np.int64)
    trumps, bids, out = np.full(n, suit, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    log_contracts(np.uint64(SEED), 0, n, block, tasks, trumps, bids, out, gone, log, taken)
    assert [CARD_NAMES[int(card)] for card in tables.to_card[suit][log[:, 0]]] == [led for led, _ in pairs]
    assert ((taken > 0).sum(axis=1) == 1).all()
    found: list[bool] = (taken[:, 1] > 0).tolist()
    return found


# --- counting everything out -------------------------------------------------------------------------


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


What = tuple[Taken, tuple[int, int]]


def near(total: int, n: int, chances: Mapping[What, Fraction], of: Callable[[What], int]) -> bool:
    """Whether a sum over n deals lies in the 99.9 % interval around n times the exact mean."""
    mean = sum((chance * of(what) for what, chance in chances.items()), Fraction(0))
    square = sum((chance * of(what) ** 2 for what, chance in chances.items()), Fraction(0))
    return abs(total - n * float(mean)) <= Z999 * sqrt(n * (square - mean**2)) + 1e-6


def compare(case: Case, sampled_from: t.Tables, n: int = N, seed: int = SEED) -> None:
    """The tally of n random deals under `sampled_from` against the exact chances of the case."""
    task = task_of(case.declarer, seats=case.setting(t.SEATS), dealer=case.dealer, known=case.known)
    rows = range(len(case.bids))
    tally = sampled(block_of(sampled_from), task, case.trumps, rows, 0, n, seed)
    exact = case.exact()
    for i, trump in enumerate(case.trumps):
        for row in rows:
            cell, where = i * len(case.bids) + row, f"{case.name}: trump {trump}, {case.bids[row]}"
            chances = exact[trump, row]
            assert sum(chances.values()) == 1, where
            right = sum((c for what, c in chances.items() if case.result(row, *what)[0]), Fraction(0))
            made = int(tally.made[cell])
            if right in (0, 1):
                assert made == right * n, where
            else:
                assert binomtest(made, n, float(right)).pvalue > 0.001, f"{where}: {made} of {n}, not {right}"
            score = [lambda what, r=r: case.result(r, *what)[2] for r in rows]
            assert near(int(tally.taken[cell]), n, chances, lambda what, r=row: case.result(r, *what)[1]), (
                where
            )
            assert near(int(tally.diff[cell]), n, chances, score[row]), where
            for other in rows:
                if case.forced(other) != case.forced(row):
                    continue  # another play: the first lead must be a trump
                product = int(tally.cross[cell, cell - row + other])
                assert near(
                    product, n, chances, lambda what, a=score[row], b=score[other]: a(what) * b(what)
                ), f"{where} and {case.bids[other]}"


# --- the tiny games ----------------------------------------------------------------------------------

PIPS_BIDS = (Bid(15, 15), Bid(20, 20), Bid(35, 35, pays=70), Bid(50, 50), Bid(10, 0, tricks=2))


def own_tables(ranks: str, deck: Sequence[str], size: int, bids: Sequence[Bid]) -> t.Tables:
    """Tables of a follow-suit game that belongs to no module: the trump suit in lane 3."""
    orders = [
        [[rank + suit if rank + suit in deck else "" for rank in ranks] for suit in (*plain, trump)]
        for trump in SUITS
        for plain in [[suit for suit in SUITS if suit != trump]]
    ]
    to_frame, to_card = t.frame_maps(orders)
    required, allowed = t.follow_suit()
    lanes = sum(1 << 16 * lane for lane in range(4))
    masks = [lanes << ranks.index("5"), lanes << ranks.index("T") | lanes << ranks.index("A")]
    values = np.zeros(t.N_SETTINGS, np.int64)
    values[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.UNIT]] = 4, size, size, 5
    values[[t.TOTAL, t.DECK]] = sum(map(Pips().points, deck)), mask_of(deck)
    ladder = np.array([bid.row() for bid in bids], np.int64)
    return t.Tables(to_frame, to_card, required, allowed, np.array(masks), np.array([5, 10]), values, ladder)


def cut_tables(
    game: str,
    variant: str,
    switches: dict[str, str],
    deck: Sequence[str],
    bids: Sequence[Bid],
    **settings: int,
) -> t.Tables:
    """The tables of a game with fewer cards and a ladder of its own."""
    tables: t.Tables = GAMES[game].tables(find_rules(game, variant, dict(switches)))
    values = tables.settings.copy()
    values[t.DECK] = mask_of(deck)
    for name, value in settings.items():
        values[getattr(t, name)] = value
    values[t.TRICKS_IN_HAND] = values[t.HAND]
    return tables._replace(settings=values, ladder=np.array([bid.row() for bid in bids], np.int64))


EIGHT = ("5C", "TC", "AC", "5D", "TD", "7H", "AH", "AS")
TWELVE = ("5C", "8C", "TC", "AC", "5D", "TD", "KD", "7H", "QH", "AH", "5S", "AS")
NINE = ("5C", "TC", "AC", "5D", "TD", "AD", "6H", "AH", "5S")
HONOURS_EIGHT = ("TS", "4S", "JS", "5S", "9C", "3C", "KD", "AH")
HONOURS_TWELVE = ("TS", "4S", "QS", "JS", "5S", "9C", "3C", "AC", "KD", "8D", "AH", "7H")
HONOURS_NINE = ("TS", "4S", "JS", "5S", "9C", "3C", "KD", "AH", "7H")
HONOURS_BIDS = (Bid(5, 5), Bid(10, 10), Bid(15, 0, tricks=2, pays=30))
HONOURS_BIDS_3 = (Bid(10, 10), Bid(15, 15), Bid(20, 0, tricks=3, pays=40))
SMALL = {"HAND": 2, "KITTY": 0, "DRAWS": 0, "TRUMP_LEAD_LEVEL": 15}


def pips(name: str, deck: tuple[str, ...], size: int, trumps: str, **more: object) -> Case:
    tables = own_tables("56789TJQKA", deck, size, PIPS_BIDS)
    return Case(name, Pips(), tables, deck, PIPS_BIDS, trumps, **more)  # type: ignore[arg-type]


def bury(points: str, trumps: str, declarer: int) -> Case:
    bids = (Bid(10, 10), Bid(20, 20), Bid(30, 30))
    tables = cut_tables("two-hundred", "kitty", {"kitty_points": points}, NINE, bids, HAND=2, KITTY=1)
    known = {declarer: ("TC", "6H")}
    return Case(f"bury {points}", Pips(), tables, NINE, bids, trumps, declarer, known=known)


def honours(name: str, switches: dict[str, str], trumps: str, **more: object) -> Case:
    tables = cut_tables("nahanni", "base", switches, HONOURS_EIGHT, HONOURS_BIDS, **SMALL)
    kind = Honours(must_follow="plain_follow" in switches)
    return Case(name, kind, tables, HONOURS_EIGHT, HONOURS_BIDS, trumps, **more)  # type: ignore[arg-type]


def honours_known() -> Case:
    settings = {**SMALL, "HAND": 3, "TRUMP_LEAD_LEVEL": 0}
    tables = cut_tables("nahanni", "base", {}, HONOURS_TWELVE, HONOURS_BIDS_3, **settings)
    known = {1: ("JS", "9C", "8D")}
    return Case("honours 12 known", Honours(), tables, HONOURS_TWELVE, HONOURS_BIDS_3, "S", 1, known=known)


def honours_draws(declarer: int, dealer: int) -> Case:
    settings = {**SMALL, "SEATS": 2, "KITTY": 1, "DRAWS": 1}
    tables = cut_tables("nahanni", "base", {}, HONOURS_NINE, HONOURS_BIDS, **settings)
    known = {declarer: ("4S", "KD")}
    return Case(
        f"honours draws {declarer} {dealer}", Honours(), tables, HONOURS_NINE, HONOURS_BIDS, "SH",
        declarer, dealer, known,
    )  # fmt: skip


CASES = [
    pips("pips 8", EIGHT, 2, "CDH"),
    pips("pips 8, seat 3", EIGHT, 2, "SC", declarer=3, dealer=1),
    pips("pips 8 known", EIGHT, 2, "CDHS", known={0: ("AC", "5D")}),
    pips("pips 8, partner known", EIGHT, 2, "C", known={2: ("AC", "AS")}),
    pips("pips 12 known", TWELVE, 3, "H", declarer=2, known={2: ("QH", "AH", "5C")}),
    bury("dead", "C?", 0),
    bury("defenders", "?D", 1),
    bury("contractor", "H?", 0),
    honours("honours 8", {}, "SCH"),
    honours("honours 8, to follow", {"plain_follow": "follow_or_trump"}, "SD", declarer=2),
    honours("honours 8 known", {}, "S", known={0: ("5S", "KD")}),
    honours_known(),
    honours_draws(0, 1),
    honours_draws(1, 1),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sampled_odds_are_the_counted_ones(case: Case) -> None:
    compare(case, case.tables)


@pytest.mark.full
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_million_sampled_odds_are_the_counted_ones(case: Case) -> None:
    compare(case, case.tables, n=1_000_000, seed=SEED + 1)


def test_the_comparison_tells_another_rule_apart() -> None:
    free = honours("honours 8", {}, "SCH")
    strict = honours("strict", {"plain_follow": "follow_or_trump"}, "SCH")
    with pytest.raises(AssertionError, match="honours 8: trump"):
        compare(free, strict.tables)


def chances_of(kind: Kind, hands: Hands) -> dict[Taken, Fraction]:
    lines = lines_of_play(kind, hands, 0, 0, "S", forced=False)
    return {taken: Fraction(weight, unit(2, 4)) for taken, weight in lines.items()}


def test_the_counting_agrees_with_a_hand_counted_by_hand() -> None:
    """TC led: AC takes it with 5C and ten points, then AS trumps 7H and takes 25. 5D led: seat 1 throws AC or
    7H, seat 2 throws 5C or trumps with AS, seat 3 must play TD: four lines of one eighth each."""
    hands = (("TC", "5D"), ("AC", "7H"), ("5C", "AS"), ("TD", "AH"))
    assert chances_of(Pips(), hands) == {
        (25, 35, 1): Fraction(1, 2) + Fraction(1, 8),  # 7H and AS: AC takes 5C TC AH
        (60, 0, 2): Fraction(1, 8),  # AC and AS: TC takes 5C AH 7H
        (30, 30, 1): Fraction(1, 8),  # AC and 5C: TD takes, AS trumps AH
        (40, 20, 1): Fraction(1, 8),  # 7H and 5C: TD takes, AS trumps AH with TC and AC
    }


def test_the_counting_keeps_back_the_best_trumps() -> None:
    """4S led: seat 1 may keep the 5 and seat 2 the J, seat 3 must play a trump; KD led: all are free. Of the
    eight lines of each lead three leave our side without a trick; the 5 is never beaten."""
    hands = (("4S", "KD"), ("5S", "9C"), ("JS", "3C"), ("TS", "AH"))
    assert chances_of(Honours(), hands) == {(5, 10, 1): Fraction(10, 16), (0, 15, 0): Fraction(6, 16)}


# --- coverage of the intervals that are shown --------------------------------------------------------


def test_intervals_of_small_samples_hold_the_counted_chance() -> None:
    case = pips("pips 8", EIGHT, 2, "C")
    block, task = block_of(case.tables), task_of(0)
    exact = case.exact()
    rows = range(len(case.bids))
    right = [
        float(sum(c for what, c in exact["C", row].items() if case.result(row, *what)[0])) for row in rows
    ]
    held = [0] * len(case.bids)
    for part in range(2_000):
        tally = sampled(block, task, "C", rows, 200 * part, 200 * part + 200, SEED)
        for row, chance in enumerate(right):
            low, high = wilson(int(tally.made[row]), 200)
            held[row] += low <= chance <= high
    for row, chance in enumerate(right):
        assert 0.05 < chance < 0.95
        assert 0.93 <= held[row] / 2_000 <= 0.98, (case.bids[row], chance)


# --- endings that are certain ------------------------------------------------------------------------

POLICY_PAIRS = [(ours, theirs) for ours in POLICIES for theirs in POLICIES]
SPADES = tuple(rank + "S" for rank in "AKQJT9875")
BEST_SPADES = ("5S", "JS", "AH", "AS", "KS")


def certain(
    game: str, policies: tuple[str, str], seat: int, known: dict[int, Sequence[str]], **switches: str
) -> tuple[list[int], Tally]:
    module, rules = GAMES[game], find_rules(game, None, dict(switches))
    bids = module.bids(rules)
    task = task_of(seat, policies=policies, known=known)
    return bids, sampled(block_of(module.tables(rules), game), task, "S", range(len(bids)), 0, 1_000, SEED)


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
@pytest.mark.parametrize("seat", [0, 3])
def test_all_the_trumps_take_all_the_points(policies: tuple[str, str], seat: int) -> None:
    bids, tally = certain("two-hundred", policies, seat, {seat: SPADES}, hundred_for_200="on")
    assert tally.made.tolist() == [1_000] * len(bids)
    assert tally.taken.tolist() == [100_000] * len(bids)
    assert tally.diff.tolist() == [100_000] * (len(bids) - 1) + [200_000]


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
def test_against_all_the_trumps_nothing_is_made(policies: tuple[str, str]) -> None:
    bids, tally = certain("two-hundred", policies, 2, {3: SPADES})
    assert tally.made.tolist() == [0] * len(bids)
    assert tally.taken.tolist() == [0] * len(bids)
    assert tally.diff.tolist() == [1_000 * (-bid - 100) for bid in bids]


@pytest.mark.parametrize("policies", POLICY_PAIRS, ids="-".join)
def test_who_lacks_the_ace_of_trumps_cannot_take_all(policies: tuple[str, str]) -> None:
    opponent = ("AS", "5C", "7C", "8C", "9C", "5D", "7D", "8D", "9D")
    bids, tally = certain("two-hundred", policies, 0, {1: opponent})
    assert bids[-1] == 100
    assert tally.made[-1] == 0
    assert tally.made[0] > 0


@pytest.mark.parametrize("theirs", POLICIES)
def test_the_five_best_trumps_take_every_trick(theirs: str) -> None:
    bids, tally = certain("nahanni", ("rules", theirs), 1, {1: BEST_SPADES})
    assert tally.made.tolist() == [1_000] * len(bids)
    assert tally.taken.tolist() == [30_000] * len(bids)
    assert tally.diff.tolist() == [30_000, 30_000, 60_000]


@pytest.mark.parametrize("ours", POLICIES)
def test_against_the_five_best_trumps_no_trick_is_taken(ours: str) -> None:
    bids, tally = certain("nahanni", (ours, "rules"), 1, {2: BEST_SPADES})
    assert tally.made.tolist() == [0] * len(bids)
    assert tally.taken.tolist() == [0] * len(bids)
    assert tally.diff.tolist() == [1_000 * (-bid - 30) for bid in bids]
