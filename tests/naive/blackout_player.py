"""The `rules` player of docs/players-blackout.md, in plain Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

from tests.naive.deals import RANKS, card_id, cards

DECK = frozenset(cards(RANKS))


@dataclass(frozen=True)
class View:
    seat: int
    hand: list[str]
    legal: list[str]
    contracts: Sequence[Any]
    numbers: Mapping[str, int]
    finished: Sequence[Any]
    table: Sequence[tuple[int, str]]

    def won(self, seat: int) -> int:
        return sum(trick.winner == seat for trick in self.finished)

    @property
    def own_tricks(self) -> int:
        return self.won(self.seat) + self.won((self.seat + 2) % 4)

    @property
    def later(self) -> list[int]:
        return [(self.seat + step) % 4 for step in range(1, 4 - len(self.table))]

    @property
    def unseen(self) -> set[str]:
        played = {card for trick in self.finished for _, card in trick.cards} | {
            card for _, card in self.table
        }
        return set(DECK - played - set(self.hand))

    def held(self, seat: int) -> set[str]:
        missing = {
            trick[0][1][1]
            for trick in [*(t.cards for t in self.finished), self.table]
            for who, card in trick
            if who == seat and card[1] != trick[0][1][1]
        }
        return {card for card in self.unseen if card[1] not in missing}

    def none(self, k: int) -> int:
        u, h = len(self.unseen), len(self.hand)
        return 1024 * comb(u - k, h) // comb(u, h) if k <= u else 0

    @property
    def led(self) -> str | None:
        return self.table[0][1][1] if self.table else None

    @property
    def best(self) -> tuple[int, str] | None:
        best = None
        for play in self.table:
            if best is None or beats(play[1], best[1]):
                best = play
        return best


def place(card: str) -> int:
    return card_id(card) % 16


def beats(card: str, best: str) -> bool:
    return place(card) > place(best) if card[1] == best[1] else card[1] == "S"


def above(cards: set[str], card: str) -> int:
    return sum(c[1] == card[1] and place(c) > place(card) for c in cards)


def below(cards: set[str], card: str) -> int:
    return sum(c[1] == card[1] and place(c) < place(card) for c in cards)


# --- what a side plays for


def score(contract: Any, numbers: tuple[tuple[str, int], ...], tricks: int) -> int:
    rule = dict(numbers)
    if contract.kind == "number":
        if tricks < contract.number:
            return rule["set"]
        exact = rule["exact_bonus"] if tricks == contract.number else 0
        every = rule["all_bonus"] if tricks == 13 else 0
        return rule["made"] + rule["per_trick"] * tricks + exact + every
    if contract.kind == "board":
        return 40 if tricks == 13 else -10
    if contract.kind == "nil" and len(contract.nil_seats) == 2:
        return 40 if tricks == 0 else -10
    return 0


def aim(contract: Any) -> int | None:
    if contract.kind == "number":
        return int(contract.number)
    if contract.kind == "board":
        return 13
    return 0 if len(contract.nil_seats) == 2 else None


@cache
def stake(
    own: Any, other: Any, numbers: tuple[tuple[str, int], ...], won: int, left: int, low: int, high: int
) -> int:
    if left == 0:
        return 0
    mine, theirs = aim(own), aim(other)
    if mine is not None and theirs is not None:
        expected = (26 + 2 * mine - 2 * theirs) // 2
    elif mine is not None:
        expected = 2 * mine
    else:
        expected = 13 if theirs is None else 26 - 2 * theirs
    p = min(high, max(low, (16 * (expected - 2 * won) + left) // (2 * left)))

    def difference(tricks: int) -> int:
        return score(own, numbers, tricks) - score(other, numbers, 13 - tricks)

    rest, total = left - 1, 0
    for k in range(left):
        gain = difference(won + k + 1) - difference(won + k)
        total += comb(rest, k) * p**k * (16 - p) ** (rest - k) * gain
    return 64 * total // 16**rest


# --- chances


def later_chance(view: View, card: str, weights: Mapping[str, Any]) -> int:
    table = weights["trump" if card[1] == "S" else "plain"]
    a, b = above(view.unseen, card), below(view.unseen, card)
    m = min(table["drawn"], a + b)
    chance = 1024 * comb(b, m) // comb(a + b, m)
    return int(table["least"] + (table["most"] - table["least"]) * chance // 1024)


def beat_chance(view: View, seat: int, best: str, led: str) -> int:
    held = view.held(seat)
    up = 1024 - view.none(above(held, best))
    if led == "S":
        return up
    void = view.none(sum(card[1] == led for card in held))
    if best[1] == "S":
        return void * up // 1024
    return up + void * (1024 - view.none(sum(card[1] == "S" for card in held))) // 1024


def forced(view: View, seat: int, best: str, led: str) -> int:
    if best[1] != led:
        return 0
    held = view.held(seat)
    return view.none(below(held, best)) * (1024 - view.none(above(held, best))) // 1024


def win_chance(view: View, best: str, owner: int, wanted: bool, play: Mapping[str, int]) -> int:
    led = view.led or best[1]
    chance_of = beat_chance if wanted else forced
    friends = [seat for seat in view.later if (seat - view.seat) % 2 == 0]
    if (owner - view.seat) % 2 == 0:
        chance = 1024
        for seat in view.later:
            if seat not in friends:
                chance = chance * (1024 - chance_of(view, seat, best, led)) // 1024
        if wanted and friends:
            chance += (1024 - chance) * play["rescue"] // 1024
        return chance
    most = max((chance_of(view, seat, best, led) for seat in friends), default=0)
    return most * play["overtake"] // 1024 if wanted else most


def nil_chance(view: View, bidder: int, best: str, owner: int) -> int:
    led = view.led or best[1]
    if owner == bidder:
        chance = 1024
        for seat in view.later:
            if (seat - bidder) % 2:
                beaten = forced(view, seat, best, led)
            else:
                beaten = 1024 - view.none(above(view.held(seat), best))
            chance = chance * (1024 - beaten) // 1024
        return chance
    return forced(view, bidder, best, led) if bidder in view.later else 0


# --- the card


def duck(view: View, weights: Mapping[str, Any]) -> str:
    best = view.best
    if best is None:
        return min(view.legal, key=lambda card: (later_chance(view, card, weights), card_id(card)))
    losing = [card for card in view.legal if not beats(card, best[1])]
    if losing:
        return max(losing, key=lambda card: 4 * place(card) + card_id(card) // 16)
    return view.legal[0] if view.later else view.legal[-1]


def rules_card(view: View, weights: Mapping[str, Any]) -> str:
    if len(view.legal) == 1:
        return view.legal[0]
    own, other = view.contracts[view.seat % 2], view.contracts[1 - view.seat % 2]
    if view.seat in own.nil_seats:
        tricks = view.won(view.seat) if len(own.nil_seats) == 1 else view.own_tricks
        if tricks == 0:
            return duck(view, weights)
    play = weights["play"]
    left, won = 13 - len(view.finished), view.own_tricks
    limits = (play["least_chance"], play["most_chance"])
    numbers = tuple(view.numbers.items())
    now = stake(own, other, numbers, won, left, *limits)
    if_won = stake(own, other, numbers, won + 1, left - 1, *limits)
    if_lost = stake(own, other, numbers, won, left - 1, *limits)
    standing = [
        contract.nil_seats[0]
        for contract in view.contracts
        if len(contract.nil_seats) == 1
        and contract.nil_seats[0] != view.seat
        and not view.won(contract.nil_seats[0])
    ]

    def merit(card: str) -> int:
        best, owner = card, view.seat
        if view.best is not None and not beats(card, view.best[1]):
            owner, best = view.best
        chance = win_chance(view, best, owner, now >= 0, play)
        later = (chance * if_won + (1024 - chance) * if_lost) // 1024
        keep = later_chance(view, card, weights)
        alone = sum(c[1] == card[1] for c in view.hand) == 1
        if view.table and card[1] != "S" and alone and any(c[1] == "S" for c in view.hand):
            keep -= play["empty_suit"]
        nil = 0
        for bidder in standing:
            part = 64 * 50 * nil_chance(view, bidder, best, owner)
            nil += part if (bidder - view.seat) % 2 else -part
        return chance * now - keep * later + nil

    return max(view.legal, key=lambda card: (merit(card), -card_id(card)))
