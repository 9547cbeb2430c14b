"""Fifty-Five and Twenty-Five from the deal to the last card, for any number of seats and sides.

The order of the cards and the duty to follow are those of Nahanni with the ace as one and a plain suit
followed or trumped; who plays with whom, what there is to win and what is robbed is told here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.naive.deals import SUITS, Deal
from tests.naive.exchange import keep_merit, name_trump
from tests.naive.frames import NAHANNI, Frame, frame_of
from tests.naive.players import ONE, Thought, Trick, best_of
from tests.naive.streams import EXCHANGE, PLAY, Words, draw_cards

Weights = Mapping[str, Any]
SWITCHES = {"plain_ace": "one", "plain_follow": "follow_or_trump"}
HAND, TRICK = 5, 5


def frame_for(trump: str) -> Frame:
    return frame_of(NAHANNI, SWITCHES, trump)


@dataclass
class Table:
    """What everybody has seen so far, and what only some have."""

    frame: Frame
    sides: list[list[int]]  # who treats whom as a partner
    hands: list[list[str]]
    discards: list[list[str]]  # of each seat, its own secret
    out: list[str] = field(default_factory=list)  # seen by all and in nobody's hand
    held_by: dict[str, int] = field(default_factory=dict)  # a card that all know a seat to hold
    finished: list[Trick] = field(default_factory=list)
    table: list[tuple[int, str]] = field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.hands)

    def friends(self, seat: int) -> list[int]:
        return next(side for side in self.sides if seat in side)

    def legal(self, seat: int) -> list[str]:
        return self.frame.legal(self.hands[seat], self.table[0][1] if self.table else None)

    def won(self, seats: Sequence[int]) -> int:
        """Points for the tricks of these seats, without the bonus."""
        return TRICK * sum(trick.winner in seats for trick in self.finished)

    def absent(self, seat: int) -> set[str]:
        """Cards that a seat cannot hold, as everybody knows."""
        gone = {card for card, holder in self.held_by.items() if holder != seat}
        for cards in [*(trick.cards for trick in self.finished), self.table]:
            for player, card in cards[1:]:
                led = cards[0][1]
                if player == seat and card not in self.frame.allowed[led]:
                    gone |= self.frame.required[led]
        return gone


class Mind(Thought):
    """The `rules` player of one seat; need and slack are those of his side."""

    def __init__(self, table: Table, seat: int, weights: Mapping[str, int], need: int, slack: int) -> None:
        self.scene, self.frame, self.weights = table, table.frame, weights
        self.seat, self.need, self.slack, self.nahanni = seat, need, slack, True
        self.view = table  # type: ignore[assignment]  # its `table` and `finished` are what Thought reads
        seen = [card for trick in table.finished for _, card in trick.cards]
        seen += [card for _, card in table.table] + table.hands[seat] + table.discards[seat] + table.out
        unseen = self.frame.deck.difference(seen)
        self.unseen = self.by_lane(unseen)
        others = sum(len(gone) for other, gone in enumerate(table.discards) if other != seat)
        self.u, self.h = len(unseen) - others, len(table.hands[seat])
        self.held = [self.by_lane(unseen - table.absent(other)) for other in range(table.seats)]
        to_come = table.seats - 1 - len(table.table)
        self.later = [(seat + step) % table.seats for step in range(1, to_come + 1)]
        self.partners = [other for other in self.later if other in table.friends(seat)]

    @property
    def need_and_slack(self) -> tuple[int, int]:  # type: ignore[override]
        return self.need, self.slack

    def chance_to_win(self, card: str) -> int:
        table = [*self.scene.table, (self.seat, card)]
        led_lane = self.frame.lane[table[0][1]]
        winner, best = best_of(self.frame, table)
        if winner not in self.scene.friends(self.seat):
            chances = [self.chance_to_beat(other, best, led_lane) for other in self.partners]
            return max(chances, default=0) * self.weights["overtake"] // ONE
        hold = ONE
        for other in self.later:
            if other not in self.partners:
                hold = hold * (ONE - self.chance_to_beat(other, best, led_lane)) // ONE
        rescue = self.weights["rescue"] if self.partners else 0
        return hold + (ONE - hold) * rescue // ONE

    def sure_points(self, card: str) -> int:
        return TRICK

    def extra(self, card: str) -> int:
        """As in Nahanni; a lead to partners' voids is worth its weight once, whoever of them is void."""
        lane, hand = self.frame.lane, self.scene.hands[self.seat]
        own = sum(lane[other] == lane[card] for other in hand)
        if self.scene.table:
            holds_trump = any(self.frame.is_trump(other) for other in hand)
            last_of_plain = own == 1 and not self.frame.is_trump(card)
            return self.weights["empty_suit"] if last_of_plain and holds_trump else 0
        extra = self.weights["lead_length"] * own
        trumps = 3
        if self.frame.is_trump(card):
            draws = self.weights["lead_trump"] + own * self.weights["lead_trump_each"]
            return extra + (draws if self.unseen[trumps] else 0)
        void = any(not self.held[p][lane[card]] and self.held[p][trumps] for p in self.partners)
        return extra + (self.weights["lead_to_void"] if void else 0)

    def card(self) -> str:
        """The card of the greatest merit; `max` keeps the first, which is the lowest of equals."""
        legal = self.scene.legal(self.seat)
        return legal[0] if len(legal) == 1 else max(legal, key=self.merit)


def least_merit(hand: Sequence[str], frame: Frame, weights: Weights) -> str:
    cards = frame.in_order(hand)
    return min(cards, key=lambda card: keep_merit(card, cards, frame, weights))


def play_trick(table: Table, leader: int, words: Words, choose: Any, policies: Sequence[str]) -> int:
    """One trick: its winner."""
    table.table = []
    for step in range(table.seats):
        seat = (leader + step) % table.seats
        if policies[seat] == "random":
            legal = table.legal(seat)
            card = legal[words.draw(len(legal))]
        else:
            card = choose(seat)
        table.hands[seat].remove(card)
        table.table.append((seat, card))
    winner = best_of(table.frame, table.table)[0]
    table.finished.append(Trick(leader, table.table, winner))
    table.table = []
    return winner


@dataclass(frozen=True)
class Contract:
    """One hand of Fifty-Five as played."""

    trump: str
    discards: list[str]
    tricks: list[Trick]
    taken: list[int]


def fifty_five(
    deal: Deal,
    *,
    seed: int | str,
    index: int,
    declarer: int,
    trump: str | None,  # None: named after the kitty
    bid: int,
    leader: int,
    policies: tuple[str, str],  # of the bidder, of the others
    weights: Weights,
) -> Contract:
    seats = len(deal.hands)
    hands = [list(hand) for hand in deal.hands]
    hands[declarer] += deal.kitty
    words = Words(seed, EXCHANGE, index)
    if trump is None:
        if policies[0] == "random":
            words.fresh()
            trump = SUITS[words.draw(len(SUITS))]
        else:
            trump = name_trump(hands[declarer], NAHANNI, SWITCHES, weights)
    frame = frame_for(trump)
    if policies[0] == "random":
        gone = draw_cards(words, frame.in_order(hands[declarer]), len(deal.kitty))
    else:
        gone, left = [], list(hands[declarer])
        while len(left) > HAND:
            gone.append(least_merit(left, frame, weights))
            left.remove(gone[-1])
    hands[declarer] = [card for card in hands[declarer] if card not in gone]
    others = [seat for seat in range(seats) if seat != declarer]
    discards = [gone if seat == declarer else [] for seat in range(seats)]
    table = Table(frame, [[declarer], others], hands, discards)
    goal = 30 if bid == 60 else bid

    def choose(seat: int) -> str:
        need = goal - table.won([declarer])
        slack = 30 - goal - table.won(others) + 5
        role = "declarer" if seat == declarer else "defender"
        return Mind(table, seat, weights[role], need, slack).card()

    words = Words(seed, PLAY, index)
    of_seat = [policies[seat != declarer] for seat in range(seats)]
    for number in range(HAND):
        if number % 2 == 0:
            words.fresh()
        leader = play_trick(table, leader, words, choose, of_seat)
    taken = [table.won([seat]) for seat in range(seats)]
    trumps = [play for trick in table.finished for play in trick.cards if frame.is_trump(play[1])]
    if trumps:
        taken[max(trumps, key=lambda play: frame.index[play[1]])[0]] += 5
    return Contract(trump, gone, table.finished, taken)


@dataclass(frozen=True)
class Race:
    """One hand of Twenty-Five as played."""

    robber: int | None
    laid: str | None
    tricks: list[Trick]
    scores: list[int]  # of each side


def twenty_five(
    deal: Deal,
    *,
    seed: int | str,
    index: int,
    dealer: int,
    sides: list[list[int]],
    scores: Sequence[int],
    target: int,
    policies: Sequence[str],  # of each seat
    weights: Weights,
) -> Race:
    turned = deal.kitty[0]
    frame = frame_for(turned[1])
    seats, ace = len(deal.hands), "A" + turned[1]
    hands = [list(hand) for hand in deal.hands]
    robber = next((seat for seat, hand in enumerate(hands) if ace in hand), None)
    if turned == ace:
        robber = dealer
    laid = None
    if robber is not None:
        if policies[robber] == "random":
            words = Words(seed, EXCHANGE, index)
            words.fresh()
            if words.draw(2):
                laid = frame.in_order(hands[robber])[words.draw(HAND)]
        else:
            worst = least_merit([*hands[robber], turned], frame, weights)
            laid = None if worst == turned else worst
        if laid is not None:
            hands[robber].remove(laid)
            hands[robber].append(turned)
    table = Table(frame, sides, hands, [[] for _ in hands])
    if laid is None or robber is None:
        robber, table.out = None, [turned]
    else:
        table.discards[robber], table.held_by = [laid], {turned: robber}

    def now(side: list[int]) -> int:
        return scores[sides.index(side)] + table.won(side)

    def choose(seat: int) -> str:
        own = table.friends(seat)
        slack = min(target - now(side) for side in sides if side is not own)
        return Mind(table, seat, weights["declarer"], target - now(own), slack).card()

    words = Words(seed, PLAY, index)
    leader = (dealer + 1) % seats
    for number in range(HAND):
        if number % 2 == 0:
            words.fresh()
        leader = play_trick(table, leader, words, choose, policies)
        if now(table.friends(leader)) >= target:
            break
    return Race(robber, laid, table.finished, [now(side) for side in sides])
