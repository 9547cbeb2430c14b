"""Partnership Blackout in plain Python, from the rules and docs/players-blackout.md: slow, with card names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.naive.blackout_player import View, rules_card
from tests.naive.deals import SUITS, card_id
from tests.naive.streams import CALLS, PLAY, Words

SEATS, TRICKS = 4, 13
PROFILES = {
    "exact10": {"made": 0, "exact_bonus": 10, "per_trick": 1, "all_bonus": 0, "set": -10},
    "seed_literal": {"made": 10, "exact_bonus": 0, "per_trick": 0, "all_bonus": 13, "set": -10},
    "made10plus": {"made": 10, "exact_bonus": 0, "per_trick": 1, "all_bonus": 0, "set": -10},
}


def side_of(seat: int) -> tuple[int, int]:
    return seat % 2, seat % 2 + 2


@dataclass(frozen=True)
class Contract:
    """A number, "board", "nil" (of one seat or of both) or "pass"."""

    kind: str
    number: int = 0
    nil_seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class Trick:
    leader: int
    cards: list[tuple[int, str]]
    winner: int


@dataclass
class Hand:
    hands: list[list[str]]
    dealer: int
    variant: str
    numbers: Mapping[str, int]  # made, exact_bonus, ...
    lead_trump: str
    weights: Mapping[str, Any]
    policies: Sequence[str]
    calls: list[tuple[int, str]] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)

    # --- calls

    def said(self, seat: int) -> str | None:
        return dict(self.calls).get(seat)

    def legal_calls(self) -> list[str]:
        numbers = [str(n) for n in range(1 if self.variant == "mayes" else 0, 13)]
        return [*(["pass"] if self.variant != "mayes" else []), *numbers, "nil", "board"]

    def estimate(self, seat: int) -> int:
        table, hand = self.weights["estimate"], self.hands[seat]
        total = table["constant"]
        for card in hand:
            total += table["trump" if card[1] == "S" else "plain"]["23456789TJQKA".index(card[0])]
        held = {suit: sum(card[1] == suit for card in hand) for suit in SUITS}
        total += table["long"] * max(0, held["S"] - 3)
        if held["S"]:
            total += sum({0: table["void"], 1: table["single"]}.get(held[suit], 0) for suit in "CDH")
        return total

    def danger(self, seat: int) -> int:
        total = 0
        for suit in "CDH":
            places = sorted(card_id(card) % 16 for card in self.hands[seat] if card[1] == suit)
            total += sum(max(0, place - safe) for place, safe in zip(places, (2, 5, 8), strict=False))
        spades = [card_id(card) % 16 for card in self.hands[seat] if card[1] == "S"]
        return total + sum(max(0, place - 4) for place in spades) + 3 * max(0, len(spades) - 2)

    def rules_call(self, seat: int) -> str:
        partner = self.said((seat + 2) % 4)
        limits = self.weights["calls"]
        if self.danger(seat) <= limits["nil_danger"] and (self.variant == "mayes" or partner == "0"):
            return "nil"
        if self.estimate(seat) + 1024 * int(partner or 0) >= limits["board_from"]:
            return "board"
        return str(min(12, max(1 if self.variant == "mayes" else 0, self.estimate(seat) // 1024)))

    def random_call(self, words: Words) -> str:
        legal = self.legal_calls()
        words.fresh()
        if self.variant != "mayes" and words.draw(2) == 0:
            return "pass"
        return legal[words.draw(len(legal))]

    def run_calls(self, seed: int | str, index: int) -> None:
        words = Words(seed, CALLS, index)
        for step in range(1, SEATS + 1):
            seat = (self.dealer + step) % SEATS
            if self.said((seat + 2) % 4) in ("nil", "board", "pass"):
                continue
            random = self.policies[seat] == "random"
            if not random:
                words.fresh()
            self.calls.append((seat, self.random_call(words) if random else self.rules_call(seat)))

    def contract(self, side: int) -> Contract:
        calls = [(seat, call) for seat, call in self.calls if seat % 2 == side]
        for seat, call in calls:
            if call == "nil":
                return Contract("nil", nil_seats=(seat,) if self.variant == "mayes" else side_of(seat))
            if call in ("board", "pass"):
                return Contract(call)
        return Contract("number", min(12, sum(int(call) for _, call in calls)))

    # --- play

    def may_lead(self, hand: Sequence[str]) -> list[str]:
        plain = [card for card in hand if card[1] != "S"]
        broken = any(card[1] == "S" for trick in self.tricks for _, card in trick.cards)
        if not plain or (self.lead_trump == "after_broken" and broken):
            return list(hand)
        return plain

    def legal_cards(self, hand: Sequence[str], table: Sequence[tuple[int, str]]) -> list[str]:
        if not table:
            return sorted(self.may_lead(hand), key=card_id)
        follow = [card for card in hand if card[1] == table[0][1][1]]
        return sorted(follow or hand, key=card_id)

    def play(self, seed: int | str, index: int) -> None:
        words = Words(seed, PLAY, index)
        contracts = [self.contract(0), self.contract(1)]
        left = [list(hand) for hand in self.hands]
        leader = (self.dealer + 1) % SEATS
        for number in range(TRICKS):
            if number % 2 == 0:
                words.fresh()
            table: list[tuple[int, str]] = []
            for step in range(SEATS):
                seat = (leader + step) % SEATS
                legal = self.legal_cards(left[seat], table)
                if self.policies[seat] == "random":
                    card = legal[words.draw(len(legal))]
                else:
                    view = View(seat, list(left[seat]), legal, contracts, self.numbers, self.tricks, table)
                    card = rules_card(view, self.weights)
                left[seat].remove(card)
                table.append((seat, card))
            winner = trick_winner(table)
            self.tricks.append(Trick(leader, table, winner))
            leader = winner

    # --- score

    def by_seat(self) -> list[int]:
        return [sum(trick.winner == seat for trick in self.tricks) for seat in range(SEATS)]

    def score(self, side: int) -> tuple[int, bool]:
        contract, by_seat = self.contract(side), self.by_seat()
        tricks = by_seat[side] + by_seat[side + 2]
        if contract.kind == "pass":
            return 0, False
        if contract.kind == "nil":
            made = not any(by_seat[seat] for seat in contract.nil_seats)
            return (40 if made else -10), made
        if contract.kind == "board":
            return (40, True) if tricks == 13 else (-10, False)
        return number_score(self.numbers, contract.number, tricks), tricks >= contract.number


def number_score(numbers: Mapping[str, int], number: int, tricks: int) -> int:
    if tricks < number:
        return numbers["set"]
    points = numbers["made"] + tricks * numbers["per_trick"]
    if tricks == number:
        points += numbers["exact_bonus"]
    if tricks == 13:
        points += numbers["all_bonus"]
    return points


def trick_winner(table: Sequence[tuple[int, str]]) -> int:
    spades = [(seat, card) for seat, card in table if card[1] == "S"]
    suit = [(seat, card) for seat, card in table if card[1] == table[0][1][1]]
    return max(spades or suit, key=lambda play: card_id(play[1]))[0]
