"""The best response of one seat in an ending of Two Hundred, from its definition.

The seat knows its cards, what has been played and who has not followed. It plays against all layouts that fit
at once: cards that look alike to it must get one answer. The others are `rules` players.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp
from typing import Any

from tests.naive.exchange import estimate
from tests.naive.frames import SEATS, Frame
from tests.naive.players import Trick, View, best_of, rules_card, same_side, shown_absent, trick_points

TOTAL = 100
Hands = tuple[tuple[str, ...], ...]  # of each seat
World = tuple[int, Hands]  # weight
Plays = tuple[tuple[int, str], ...]  # of the ending: seat, card


@dataclass
class Ending:
    """A position at the start of a trick; `goal` is what the declarer plays for."""

    frame: Frame
    declarer: int
    goal: int
    seat: int
    hand: Sequence[str]
    finished: Sequence[Trick]
    weights: Mapping[str, Any]
    thoughts: dict[tuple[tuple[str, ...], Plays], str] = field(default_factory=dict)

    def view(self, seat: int, hand: Sequence[str], plays: Plays) -> View:
        """What a seat knows after some cards of the ending."""
        finished = list(self.finished)
        while len(plays) >= SEATS:
            finished.append(Trick(plays[0][0], list(plays[:SEATS]), best_of(self.frame, plays[:SEATS])[0]))
            plays = plays[SEATS:]
        nothing: tuple[str, ...] = ()
        return View(
            self.frame, seat, hand, nothing, [0] * SEATS, self.declarer, self.goal, "dead", finished, plays
        )

    def worlds(self) -> Iterator[World]:
        """All layouts that fit, and how likely the declarer is to have bid on his hand."""
        here = self.view(self.seat, self.hand, ())
        played = [card for trick in self.finished for _, card in trick.cards]
        unseen = self.frame.in_order(self.frame.deck.difference(self.hand, played))
        absent = shown_absent(here)
        others = [seat for seat in range(SEATS) if seat != self.seat]
        for layout in splits(unseen, len(self.hand)):
            if any(absent[seat] & set(cards) for seat, cards in zip(others, layout, strict=True)):
                continue
            hands = dict(zip(others, layout, strict=True)) | {self.seat: tuple(self.hand)}
            yield self.weight(hands[self.declarer]), tuple(hands[seat] for seat in range(SEATS))

    def weight(self, held: Sequence[str]) -> int:
        if self.seat == self.declarer:
            return 1
        shown = [card for trick in self.finished for seat, card in trick.cards if seat == self.declarer]
        margin = estimate([*held, *shown], self.frame, self.weights) // 16 - self.goal
        return round(1 + 4096 / (1 + exp(-12.5 * margin / TOTAL)))

    def turn(self, plays: Plays) -> int:
        view = self.view(0, (), plays)
        if view.table:
            return (view.table[0][0] + len(view.table)) % SEATS
        return view.finished[-1].winner

    def rules(self, seat: int, hand: tuple[str, ...], plays: Plays) -> str:
        if (hand, plays) not in self.thoughts:
            self.thoughts[hand, plays] = rules_card(self.view(seat, hand, plays), self.weights)
        return self.thoughts[hand, plays]

    def play_on(self, hands: Hands, plays: Plays, card: str | None) -> tuple[Hands, Plays]:
        """The seat plays a card if it is its turn, the others theirs, until its next turn or all is played."""
        while any(hands):
            seat = self.turn(plays)
            if seat != self.seat:
                chosen = self.rules(seat, hands[seat], plays)
            elif card is None:
                break
            else:
                chosen, card = card, None
            hands = (*hands[:seat], tuple(c for c in hands[seat] if c != chosen), *hands[seat + 1 :])
            plays = (*plays, (seat, chosen))
        return hands, plays

    def succeeds(self, plays: Plays) -> bool:
        tricks = self.view(0, (), plays).finished
        ours = sum(trick_points(self.frame, t) for t in tricks if same_side(t.winner, self.declarer))
        return (ours >= self.goal) == same_side(self.seat, self.declarer)

    def value(self, worlds: Sequence[World], plays: Plays = (), *, by_rules: bool = False) -> int:
        """The weight of the worlds in which its side succeeds; to the seat they all look the same."""
        hand = worlds[0][1][self.seat]
        if not hand:
            return sum(weight for weight, _ in worlds) if self.succeeds(plays) else 0
        if self.turn(plays) != self.seat:
            return self.after(worlds, plays, None, by_rules=by_rules)
        if by_rules:
            return self.after(worlds, plays, self.rules(self.seat, hand, plays), by_rules=True)
        legal = self.view(self.seat, hand, plays).legal()
        return max(self.after(worlds, plays, card, by_rules=False) for card in legal)

    def after(self, worlds: Sequence[World], plays: Plays, card: str | None, *, by_rules: bool) -> int:
        seen: dict[Plays, list[World]] = defaultdict(list)
        for weight, hands in worlds:
            left, now = self.play_on(hands, plays, card)
            seen[now].append((weight, left))
        return sum(self.value(alike, now, by_rules=by_rules) for now, alike in seen.items())


def splits(cards: Sequence[str], size: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """All ways to deal cards to three hands of a size, each hand in the order of the cards."""
    for first in combinations(cards, size):
        rest = [card for card in cards if card not in first]
        for second in combinations(rest, size):
            yield first, second, tuple(card for card in rest if card not in second)
