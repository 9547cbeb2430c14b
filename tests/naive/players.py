"""How the `random` and the `rules` player choose a card (docs/players.md)."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb
from typing import NamedTuple

from tests.naive.frames import NAHANNI, SEATS, TOTAL_POINTS, TRUMP_LANE, TWO_HUNDRED, Frame
from tests.naive.streams import Words

ONE = 1024  # certainty
TRICK_POINTS = {TWO_HUNDRED: 0, NAHANNI: 5}
BEST_TRUMP_POINTS = {TWO_HUNDRED: 0, NAHANNI: 5}
LEAD_A_TRUMP_BID = 30  # Nahanni: the first lead against this bid must be a trump


@dataclass(frozen=True)
class Trick:
    leader: int
    cards: list[tuple[int, str]]  # (seat, card) in the order of play
    winner: int


class View(NamedTuple):
    """All that a seat knows when it has to play."""

    frame: Frame
    seat: int
    hand: Sequence[str]
    discards: Sequence[str]  # his own
    laid_away: Sequence[int]  # how many cards each seat laid away
    declarer: int
    bid: int
    kitty_points: str
    finished: Sequence[Trick]
    table: Sequence[tuple[int, str]]  # the trick in progress

    @property
    def led(self) -> str | None:
        return self.table[0][1] if self.table else None

    @property
    def role(self) -> str:
        if self.seat == self.declarer:
            return "declarer"
        return "partner" if same_side(self.seat, self.declarer) else "defender"

    def legal(self) -> list[str]:
        opening = not self.finished and not self.table
        trump_lead = opening and self.frame.game == NAHANNI and self.bid == LEAD_A_TRUMP_BID
        return self.frame.legal(self.hand, self.led, trump_lead)


def same_side(one: int, other: int) -> bool:
    return one % 2 == other % 2


def best_of(frame: Frame, table: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """The best (seat, card) of a trick, finished or not."""
    best = table[0]
    for play in table[1:]:
        if frame.beats(play[1], best[1]):
            best = play
    return best


def trick_points(frame: Frame, trick: Trick) -> int:
    return TRICK_POINTS[frame.game] + sum(frame.points[card] for _, card in trick.cards)


@cache
def none_of(k: int, u: int, h: int) -> int:
    """The chance that h cards out of u have none of k given ones."""
    return ONE * comb(u - k, h) // comb(u, h) if k <= u else 0


def shown_absent(view: View) -> list[set[str]]:
    """For each seat the cards that it has shown it cannot hold."""
    absent: list[set[str]] = [set() for _ in range(SEATS)]
    for cards in [*(trick.cards for trick in view.finished), view.table]:
        for seat, card in cards[1:]:
            led = cards[0][1]
            if card not in view.frame.allowed[led]:
                absent[seat] |= view.frame.required[led]
    return absent


class Thought:
    """What the `rules` player makes of his view before he weighs one card against another."""

    def __init__(self, view: View, weights: Mapping[str, int]) -> None:
        self.view, self.frame, self.weights = view, view.frame, weights
        played = [card for trick in view.finished for _, card in trick.cards]
        played += [card for _, card in view.table]
        unseen = view.frame.deck.difference(view.hand, played, view.discards)
        self.unseen = self.by_lane(unseen)
        self.u = len(unseen) - sum(view.laid_away) + view.laid_away[view.seat]
        self.h = len(view.hand)
        absent = shown_absent(view)
        self.held = [self.by_lane(unseen - absent[seat]) for seat in range(SEATS)]
        to_come = SEATS - 1 - len(view.table)
        self.later = [(view.seat + step) % SEATS for step in range(1, to_come + 1)]
        self.partners = [seat for seat in self.later if same_side(seat, view.seat)]  # one at most
        self.nahanni = view.frame.game == NAHANNI

    def none(self, k: int) -> int:
        return none_of(k, self.u, self.h)

    def by_lane(self, cards: frozenset[str]) -> list[list[int]]:
        """The places of the cards in each lane, lowest first."""
        lanes: list[list[int]] = [[] for _ in range(TRUMP_LANE + 1)]
        for card in cards:
            lanes[self.frame.lane[card]].append(self.frame.place[card])
        for places in lanes:
            places.sort()
        return lanes

    def above(self, lanes: list[list[int]], card: str) -> int:
        """How many of these cards stand above the card in its lane."""
        places = lanes[self.frame.lane[card]]
        return len(places) - bisect_right(places, self.frame.place[card])

    @cached_property
    def need_and_slack(self) -> tuple[int, int]:
        view, total = self.view, TOTAL_POINTS[self.frame.game]
        declarers = others = 0
        for trick in view.finished:
            if same_side(trick.winner, view.declarer):
                declarers += trick_points(self.frame, trick)
            else:
                others += trick_points(self.frame, trick)
        need, slack = view.bid - declarers, total - view.bid - others + 5
        if view.role == "declarer":
            buried = sum(self.frame.points[card] for card in view.discards)
            if view.kitty_points == "contractor":
                need -= buried
            else:
                slack -= buried
        return need, slack

    def chance_to_beat(self, seat: int, best: str, led_lane: int) -> int:
        up = ONE - self.none(self.above(self.held[seat], best))
        if led_lane == TRUMP_LANE:
            return up
        if self.frame.is_trump(best):
            if self.nahanni:
                return up * self.weights["willing"] // ONE
            return self.none(len(self.held[seat][led_lane])) * up // ONE
        ruff = ONE - self.none(len(self.held[seat][TRUMP_LANE]))
        if self.nahanni:
            return up + (ONE - up) * (ruff * self.weights["willing"] // ONE) // ONE
        return up + self.none(len(self.held[seat][led_lane])) * ruff // ONE

    def chance_to_win(self, card: str) -> int:
        """W: the chance that his side wins the trick if he plays this card."""
        view = self.view
        table = [*view.table, (view.seat, card)]
        led_lane = self.frame.lane[table[0][1]]
        winner, best = best_of(self.frame, table)
        if not same_side(winner, view.seat):
            chances = [self.chance_to_beat(seat, best, led_lane) for seat in self.partners]
            return max(chances, default=0) * self.weights["overtake"] // ONE
        hold = ONE
        for seat in self.later:
            if seat not in self.partners:
                hold = hold * (ONE - self.chance_to_beat(seat, best, led_lane)) // ONE
        rescue = self.weights["rescue"] if self.partners else 0
        return hold + (ONE - hold) * rescue // ONE

    def sure_points(self, card: str) -> int:
        frame, table = self.frame, self.view.table
        return sum(frame.points[other] for _, other in table) + frame.points[card] + TRICK_POINTS[frame.game]

    def stake(self, card: str) -> int:
        sure = self.sure_points(card)
        need, slack = self.need_and_slack
        stake = 16 * sure + self.weights["later"] * len(self.later) + self.weights["tempo"]
        if need > 0 and slack > 0:
            stake += min(sure, slack) * (1024 * self.weights["press"] // slack) // 1024
            stake += min(sure, need) * (1024 * self.weights["press"] // need) // 1024
        return stake

    def later_worth(self, card: str) -> int:
        kind = "trump" if self.frame.is_trump(card) else "plain"
        above = self.above(self.unseen, card)
        worth = self.weights[f"{kind}_{min(above, 3)}"]
        if self.frame.points[card]:
            share = self.weights[f"keep_{kind}_{min(above, 1)}"]
            worth += self.frame.points[card] * share // 4
        return worth

    def extra(self, card: str) -> int:
        lane = self.frame.lane
        own = sum(lane[other] == lane[card] for other in self.view.hand)
        if self.view.table:
            holds_trump = any(self.frame.is_trump(other) for other in self.view.hand)
            last_of_plain = own == 1 and not self.frame.is_trump(card)
            return self.weights["empty_suit"] if last_of_plain and holds_trump else 0
        extra = self.weights["lead_length"] * own
        if self.frame.is_trump(card):
            if self.unseen[TRUMP_LANE]:
                extra += self.weights["lead_trump"] + self.weights["lead_trump_each"] * own
        else:
            for seat in self.partners:
                if not self.held[seat][lane[card]] and self.held[seat][TRUMP_LANE]:
                    extra += self.weights["lead_to_void"]
        return extra

    def merit(self, card: str) -> int:
        gain = self.chance_to_win(card) * self.stake(card)
        return gain + ONE * (self.extra(card) - self.later_worth(card))


def random_card(view: View, words: Words) -> str:
    legal = view.legal()
    return legal[words.draw(len(legal))]


def rules_card(view: View, weights: Mapping[str, Mapping[str, int]]) -> str:
    """The card of the greatest merit; `max` keeps the first, which is the lowest of equals."""
    legal = view.legal()
    if len(legal) == 1:
        return legal[0]
    return max(legal, key=Thought(view, weights[view.role]).merit)
