"""The `rules` player of Da Bai Fen as docs/players-da-bai-fen.md describes it, in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

from tests.naive.da_bai_fen import DECK, Hand, Trick, best_of, points_of, set_beats

Weights = Mapping[str, Any]
NEXT_ROWS = {"a": (5, 40, 80, 100), "b": (5, 20, 40, 60, 80, 100, 120)}


@cache
def least(h: int, u: int, number: int, k: int) -> int:
    """Chance in 1024ths that h of u cards have at least so many of k given ones."""
    k = min(k, u)
    ways = sum(comb(k, x) * comb(u - k, h - x) for x in range(number, min(k, h) + 1))
    return 1024 * ways // comb(u, h)


def exactly(h: int, u: int, number: int, k: int) -> int:
    if number == 0:
        return 1024 - least(h, u, 1, k)
    return least(h, u, number, k) - least(h, u, number + 1, k)


@dataclass
class Thought:
    """One seat at its turn."""

    hand: Hand
    seat: int
    weights: Weights

    def __post_init__(self) -> None:
        hand, order = self.hand, self.hand.order
        self.order = order
        self.own = order.sort(hand.hands[self.seat])
        self.trick: Trick = hand.tricks[-1]
        self.declares = self.seat == hand.declarer
        away = (self.seat - hand.declarer) % 4
        self.w = self.weights["declarer" if away == 0 else "partner" if away == 2 else "defender"]
        seen = {*self.own, *hand.played, *(hand.gone if self.declares else [])}
        self.unseen = [card for card in DECK if card not in seen]
        self.h = len(self.own)
        self.u = len(self.unseen) - (0 if self.declares and hand.gone else 6)
        later = 3 - len(self.trick.sets)
        self.later = [(self.seat + step) % 4 for step in range(1, later + 1)]
        self.trumps_left = [card for card in self.unseen if order.lane(card) == 3]

    def lane_of(self, cards: Sequence[str], lane: int) -> list[str]:
        return [card for card in cards if self.order.lane(card) == lane]

    def held(self, seat: int) -> list[str]:
        """What another seat may hold."""
        missing = set()
        for trick in self.hand.tricks:
            led = trick.sets[0][1] if trick.sets else []
            for other, cards in trick.sets[1:]:
                lane = self.order.lane(led[0])
                if other == seat and any(self.order.lane(card) != lane for card in cards):
                    missing.add(lane)
        elsewhere = [c for other in range(4) if other != seat for c in self.hand.opened[other]]
        return [c for c in self.unseen if self.order.lane(c) not in missing and c not in elsewhere]

    def least(self, number: int, k: int) -> int:
        return least(self.h, self.u, number, k)

    def beat_chance(self, seat: int, cards: Sequence[str], lane: int) -> int:
        held = self.held(seat)
        best = sorted(cards, key=self.order.index, reverse=True)
        n = len(best)
        a = [sum(self.order.above(card, b) for card in held) for b in best]
        in_lane = min(self.least(i + 1, a[i]) for i in range(n))
        if lane == 3:
            return in_lane
        plain = [self.order.lane(b) < 3 for b in best]
        if not all(plain):
            in_lane = 0
        trumps = len(self.lane_of(held, 3))
        t = [trumps if plain[i] else a[i] for i in range(n)]
        in_suit = [a[i] if plain[i] else 0 for i in range(n)]
        own = len(self.lane_of(held, lane))
        total = 0
        for r in [n] if self.hand.switches["beat_set"] == "uniform" else range(1, n + 1):
            ruff = min(self.least(i + 1, t[i]) for i in range(r))
            chance = exactly(self.h, self.u, n - r, own) * ruff // 1024
            for i in range(r, n):
                if chance:
                    chance = chance * in_suit[i] // own
            total += chance
        return min(in_lane + total, 1024)

    def hold(self, cards: Sequence[str], lane: int, single: bool) -> int:
        """Chance that our side wins with this set of ours."""
        chance = 1024
        for seat in self.later:
            if (seat - self.seat) % 2:
                chance = chance * (1024 - self.beat_chance(seat, cards, lane)) // 1024
        partner = any((seat - self.seat) % 2 == 0 for seat in self.later)
        rescue = self.w["rescue"] if single and partner else 0
        return int(chance + (1024 - chance) * rescue // 1024)

    def passing(self, best_seat: int, best: Sequence[str], lane: int, single: bool) -> int:
        if (best_seat - self.seat) % 2 == 0:
            return self.hold(best, lane, single)
        for seat in self.later:
            if (seat - self.seat) % 2 == 0:
                return int(self.beat_chance(seat, best, lane) * self.w["overtake"] // 1024)
        return 0

    def stake(self, sure: int, n: int, later: int, last: bool) -> int:
        stake = 16 * sure + self.w["later"] * n * later + self.w["tempo"]
        table = "a" if any(self.hand.opened) else str(self.hand.switches["table"])
        has = self.hand.opponents_points()
        rows = NEXT_ROWS[table]
        if table == "b" and (any(self.hand.opened) or self.hand.switches["talon"] == "never"):
            rows = rows if self.hand.switches["last_trick_mult"] == "by_cards" else rows[:-1]
        need = next((row - has for row in rows if row > has), 0)
        if need:
            stake += min(sure, need) * (1024 * self.w["press"] // need) // 1024
        if last:
            factor = {"double": 2, "single": 1, "never": 0}[str(self.hand.switches["talon"])]
            if any(self.hand.opened):
                factor = 0
            stake += factor * (16 * points_of(self.hand.gone) if self.declares else self.w["talon"])
        return int(stake)

    def later_worth(self, card: str) -> int:
        a = sum(self.order.above(other, card) for other in self.unseen)
        kind = "trump" if self.order.lane(card) == 3 else "plain"
        share = self.w[f"keep_{kind}_{min(a, 1)}"]
        return int(self.w[f"{kind}_{min(a, 3)}"] + points_of([card]) * share // 4)

    def worths(self, cards: Sequence[str]) -> int:
        return sum(self.later_worth(card) for card in cards)

    def lead(self) -> list[str]:
        partner = self.held((self.seat + 2) % 4)
        choice: list[str] = []
        most: int | None = None
        for lane in range(4):
            cards = self.lane_of(self.own, lane)[::-1]
            extra = self.w["lead_length"] * len(cards)
            if lane == 3:
                extra += self.w["lead_trump"] if self.trumps_left else 0
            elif not self.lane_of(partner, lane) and self.lane_of(partner, 3):
                extra += self.w["lead_to_void"]
            for size in range(1, len(cards) + 1):
                top = cards[:size]
                sure_top = not any(self.order.above(other, card) for other in self.unseen for card in top)
                acts = [[cards[size - 1]]]
                if size > 1 and (sure_top or self.hand.switches["multi_lead"] == "free"):
                    acts.append(top)
                for act in acts:
                    n = len(act)
                    stake = self.stake(points_of(act), n, 3, last=n == self.h)
                    chance = self.hold(act, lane, n == 1)
                    merit = chance * stake
                    merit += 1024 * (extra + self.w["lead_set"] * (n - 1) - self.worths(act))
                    if most is None or merit > most:
                        most, choice = merit, act
        return choice

    def follow(self) -> list[str]:
        led = self.trick.sets[0][1]
        n, lane = len(led), self.order.lane(led[0])
        own = self.lane_of(self.own, lane)
        if len(own) == n:
            return own
        if len(self.own) == n:
            return self.own
        pot = points_of([card for _, cards in self.trick.sets for card in cards])
        best_seat, best = best_of(self.hand, self.trick)
        passing = self.passing(best_seat, best, lane, n == 1)
        if n == 1:
            return self.follow_one(own or self.own, best, lane, pot, passing)
        give = self.give(own, n, passing)
        take = self.take(own, best, n)
        if take is None:
            return give
        later = len(self.later)
        merit_give = passing * self.stake(pot + points_of(give), n, later, False) - 1024 * self.worths(give)
        chance = self.hold(take, lane, False)
        merit_take = chance * self.stake(pot + points_of(take), n, later, False) - 1024 * self.worths(take)
        return take if merit_take > merit_give else give

    def follow_one(
        self, legal: Sequence[str], best: Sequence[str], lane: int, pot: int, passing: int
    ) -> list[str]:
        choice, most = "", None
        for card in legal:
            suit = self.order.lane(card)
            extra = 0
            if suit < 3 and self.lane_of(self.own, suit) == [card] and self.lane_of(self.own, 3):
                extra = self.w["empty_suit"]
            wins = set_beats(self.order, [card], best, False)
            chance = self.hold([card], lane, True) if wins else passing
            stake = self.stake(pot + points_of([card]), 1, len(self.later), False)
            merit = chance * stake + 1024 * (extra - self.later_worth(card))
            if most is None or merit > most:
                most, choice = merit, card
        return [choice]

    def give(self, own: Sequence[str], n: int, passing: int) -> list[str]:
        gone = list(own) if len(own) <= n else []
        left = [c for c in self.own if c not in own] if len(own) <= n else list(own)
        while len(gone) < n:
            card = max(left, key=lambda c: passing * 16 * points_of([c]) - 1024 * self.later_worth(c))
            left.remove(card)
            gone.append(card)
        return gone

    def take(self, own: Sequence[str], best: Sequence[str], n: int) -> list[str] | None:
        supply = list(own) if len(own) >= n else self.order.sort({*own, *self.lane_of(self.own, 3)})
        taken = []
        for target in sorted(best, key=self.order.index, reverse=True):
            card = next((c for c in supply if self.order.beats(c, target)), None)
            if card is None:
                return None
            supply.remove(card)
            taken.append(card)
        if len(own) < n and any(card not in taken for card in own):
            return None
        mixed = len({self.order.lane(card) for card in taken}) > 1
        return None if mixed and self.hand.switches["beat_set"] == "uniform" else taken


def player(weights: Weights):  # type: ignore[no-untyped-def]
    """The rules player with a set of weights, as a function of the hand and the seat."""

    def act(hand: Hand, seat: int) -> list[str]:
        thought = Thought(hand, seat, weights)
        if hand.tricks[-1].sets:
            return thought.follow()
        return thought.own if len(thought.own) == 1 else thought.lead()

    return act


def asks_redeal(weights: Weights):  # type: ignore[no-untyped-def]
    """Whether the rules player demands a redeal when he may."""

    def asks(hand: Hand, seat: int) -> bool:
        role = {0: "declarer", 2: "partner"}.get((seat - hand.declarer) % 4, "defender")
        return bool(weights["redeal"][role])

    return asks
