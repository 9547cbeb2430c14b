"""Two Hundred at any of its tables from the exchange to the last trick, for any number of seats and sides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.naive.deals import SUITS, Deal
from tests.naive.exchange import keep_merit, name_trump
from tests.naive.frames import TWO_HUNDRED, Frame, Switches, frame_of
from tests.naive.players import ONE, Thought, Trick, best_of
from tests.naive.streams import EXCHANGE, PLAY, Words, draw_cards
from tests.naive.two_hundred_table import TABLES, Table, draws_after_tricks

TOTAL, STEP = 100, 5


@dataclass
class Scene:
    """What has happened at the table, open and hidden."""

    frame: Frame
    order: list[int]  # the seats that play
    hands: dict[int, list[str]]
    discards: dict[int, list[str]]  # of each seat, its own secret
    declaring: set[int]  # the seats that play for the contract
    declarer: int
    bid: int
    buried_for_us: bool  # buried points count for the contractor
    finished: list[Trick] = field(default_factory=list)
    table: list[tuple[int, str]] = field(default_factory=list)
    draws: list[tuple[int, str]] = field(default_factory=list)  # (seat, card) from the stock
    shown_from: int = 0  # the first trick whose cards still tell what a seat lacks

    def friends(self, seat: int) -> set[int]:
        """All who do not declare are one defence."""
        return self.declaring if seat in self.declaring else set(self.order) - self.declaring

    def role(self, seat: int) -> str:
        if seat == self.declarer:
            return "declarer"
        return "partner" if seat in self.declaring else "defender"

    def won(self, seats: set[int]) -> int:
        return sum(points(self.frame, trick) for trick in self.finished if trick.winner in seats)

    def absent(self, seat: int) -> set[str]:
        """Cards that a seat cannot hold: those of the suits it has not followed since it last drew a card."""
        gone: set[str] = set()
        for cards in [*(trick.cards for trick in self.finished[self.shown_from :]), self.table]:
            for player, card in cards[1:]:
                if player == seat and card[1] != cards[0][1][1]:
                    gone |= {other for other in self.frame.deck if other[1] == cards[0][1][1]}
        return gone

    def legal(self, seat: int) -> list[str]:
        return self.frame.legal(self.hands[seat], self.table[0][1] if self.table else None)


class Mind(Thought):
    """The `rules` player of one seat."""

    def __init__(self, scene: Scene, seat: int, weights: Mapping[str, int]) -> None:
        self.scene, self.frame, self.weights, self.seat = scene, scene.frame, weights, seat
        self.nahanni = False
        self.view = scene  # type: ignore[assignment]  # its `table` is what Thought reads
        seen = {card for trick in scene.finished for _, card in trick.cards}
        seen.update(card for _, card in scene.table)
        unseen = scene.frame.deck.difference(seen, scene.hands[seat], scene.discards[seat])
        self.unseen = self.by_lane(unseen)
        laid_away = sum(len(gone) for other, gone in scene.discards.items() if other != seat)
        self.u, self.h = len(unseen) - laid_away, len(scene.hands[seat])
        place = scene.order.index(seat)
        behind = [*scene.order[place + 1 :], *scene.order[:place]]
        played = {player for player, _ in scene.table}
        self.later = [other for other in behind if other not in played]
        self.held = {other: self.by_lane(unseen - scene.absent(other)) for other in behind}  # type: ignore[assignment]
        self.partners = [other for other in self.later if other in scene.friends(seat)]

    @property
    def need_and_slack(self) -> tuple[int, int]:  # type: ignore[override]
        scene = self.scene
        need = scene.bid - scene.won(scene.declaring)
        slack = TOTAL - scene.bid - scene.won(set(scene.order) - scene.declaring) + STEP
        if self.seat == scene.declarer:
            buried = sum(scene.frame.points[card] for card in scene.discards[self.seat])
            if scene.buried_for_us:
                need -= buried
            else:
                slack -= buried
        return need, slack

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

    def extra(self, card: str) -> int:
        lane, hand = self.frame.lane[card], self.scene.hands[self.seat]
        of_its_lane = sum(self.frame.lane[other] == lane for other in hand)
        if self.scene.table:
            holds_trump = any(self.frame.is_trump(other) for other in hand)
            empties = of_its_lane == 1 and not self.frame.is_trump(card)
            return self.weights["empty_suit"] if empties and holds_trump else 0
        extra = self.weights["lead_length"] * of_its_lane
        trumps = 3
        if self.frame.is_trump(card):
            draws = self.weights["lead_trump"] + of_its_lane * self.weights["lead_trump_each"]
            return extra + (draws if self.unseen[trumps] else 0)
        ruffs = any(not self.held[other][lane] and self.held[other][trumps] for other in self.partners)
        return extra + (self.weights["lead_to_void"] if ruffs else 0)

    def card(self) -> str:
        """The card of the greatest merit; `max` keeps the first, which is the lowest of equals."""
        legal = self.scene.legal(self.seat)
        return legal[0] if len(legal) == 1 else max(legal, key=self.merit)


def points(frame: Frame, trick: Trick) -> int:
    return sum(frame.points[card] for _, card in trick.cards)


def bury(full: Sequence[str], frame: Frame, size: int, policy: str, words: Words, weights: Any) -> list[str]:
    """The cards that the contractor lays away of his hand with the kitty."""
    left = frame.in_order(full)
    if policy == "random":
        return draw_cards(words, left, len(left) - size)
    gone: list[str] = []
    while len(left) > size:
        gone.append(min(left, key=lambda card: keep_merit(card, left, frame, weights)))
        left.remove(gone[-1])
    return gone


def play_trick(scene: Scene, leader: int, policies: Mapping[int, str], words: Words, weights: Any) -> int:
    """One trick: its winner."""
    start = scene.order.index(leader)
    scene.table = []
    for seat in [*scene.order[start:], *scene.order[:start]]:
        if policies[seat] == "random":
            legal = scene.legal(seat)
            card = legal[words.draw(len(legal))]
        else:
            card = Mind(scene, seat, weights[scene.role(seat)]).card()
        scene.hands[seat].remove(card)
        scene.table.append((seat, card))
    winner = best_of(scene.frame, scene.table)[0]
    scene.finished.append(Trick(leader, scene.table, winner))
    scene.table = []
    return winner


@dataclass(frozen=True)
class Hand:
    """A contract as played."""

    trump: str
    discards: list[str]  # of the contractor
    tricks: list[Trick]
    draws: list[tuple[int, str]]
    taken: list[int]  # points of each side, with buried ones that count


def play_contract(
    variant: str,
    switches: Switches,
    deal: Deal,
    order: list[int],
    *,
    seed: int,
    index: int,
    declarer: int,
    trump: str | None,  # None: named after the kitty
    bid: int,
    policies: tuple[str, str],  # of the declaring side, of the others
    weights: Mapping[str, Any],
) -> Hand:
    """`order`: the seats that play, whose hands are those of the deal one by one."""
    table, named = TABLES[variant], {"variant": variant}
    hands = {seat: list(hand) for seat, hand in zip(order, deal.hands, strict=True)}
    hands[declarer] += deal.kitty
    words = Words(seed, EXCHANGE, index)
    if trump is None:
        if policies[0] == "random":
            words.fresh()
            trump = SUITS[words.draw(len(SUITS))]
        else:
            trump = name_trump(hands[declarer], TWO_HUNDRED, named, weights)
    frame = frame_of(TWO_HUNDRED, named, trump)
    gone = bury(hands[declarer], frame, table.hand, policies[0], words, weights) if deal.kitty else []
    hands[declarer] = [card for card in hands[declarer] if card not in gone]
    scene = Scene(
        frame=frame,
        order=order,
        hands=hands,
        discards={seat: gone if seat == declarer else [] for seat in order},
        declaring=table.declaring(declarer) & set(order),
        declarer=declarer,
        bid=bid,
        buried_for_us=switches["kitty_points"] == "contractor",
    )
    of_seat = {seat: policies[seat not in scene.declaring] for seat in order}
    words, leader = Words(seed, PLAY, index), declarer
    stock = list(deal.stock) if draws_after_tricks(variant, switches) else []
    while hands[leader]:
        if len(scene.finished) % 2 == 0:
            words.fresh()
        leader = play_trick(scene, leader, of_seat, words, weights)
        if stock:
            draw(scene, leader, stock)
    return Hand(trump, gone, scene.finished, scene.draws, points_by_side(table, switches, scene, gone))


def draw(scene: Scene, winner: int, stock: list[str]) -> None:
    """The winner of the trick draws a card, then the other."""
    for seat in (winner, next(seat for seat in scene.order if seat != winner)):
        card = stock.pop(0)
        scene.hands[seat].append(card)
        scene.draws.append((seat, card))
    scene.shown_from = len(scene.finished)


def points_by_side(table: Table, switches: Switches, scene: Scene, buried: Sequence[str]) -> list[int]:
    taken = [0] * len(table.sides)
    for trick in scene.finished:
        taken[table.side_of(trick.winner, scene.declarer)] += points(scene.frame, trick)
    lost = sum(scene.frame.points[card] for card in buried)
    if switches["kitty_points"] == "contractor":
        taken[table.side_of(scene.declarer, scene.declarer)] += lost
    elif switches["kitty_points"] == "defenders":
        place = scene.order.index(scene.declarer) + 1
        taken[table.side_of(scene.order[place % len(scene.order)], scene.declarer)] += lost
    return taken
