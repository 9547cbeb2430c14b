"""Exchanges: cards taken from the kitty or the stock, and cards discarded."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from analyzer.referee.cards import cards_of
from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json, as_seat, field, objects
from analyzer.referee.tricks import Trick


@dataclass(frozen=True)
class Swap:
    """One entry of `exchange`."""

    seat: int
    takes: list[str]
    discards: list[str]


def swaps(record: Json) -> list[Swap]:
    """Read `exchange`, without a judgement yet."""
    read = []
    for place, entry in enumerate(objects(record, "exchange")):
        path = f"exchange[{place}]."
        seat = as_seat(field(entry, "seat", path), path + "seat")
        read.append(Swap(seat, cards_of(entry, "takes", path), cards_of(entry, "discards", path)))
    return read


def take_from_kitty(swap: Swap, kitty: Collection[str], hand: set[str]) -> None:
    """Put the cards taken into the hand, in any order, each only once and from this kitty only."""
    for place, card in enumerate(swap.takes):
        if card not in kitty:
            raise Illegal(f"seat {swap.seat} takes {card}, which is not in the kitty", card=card)
        if card in swap.takes[:place]:
            raise Illegal(f"seat {swap.seat} takes {card} twice", card=card)
    hand.update(swap.takes)


def take_whole_kitty(swap: Swap, kitty: Collection[str], hand: set[str]) -> None:
    """Put all the cards of the kitty into the hand."""
    take_from_kitty(swap, kitty, hand)
    if len(swap.takes) != len(kitty):
        left = next(card for card in kitty if card not in swap.takes)
        raise Illegal(f"seat {swap.seat} leaves {left} in the kitty, but must take all of it", card=left)


def draw_from_stock(swap: Swap, stock: list[str], drawn: int, wanted: int, hand: set[str]) -> int:
    """Put the next `wanted` cards of the stock into the hand, in order; return how many are drawn now."""
    right = stock[drawn : drawn + wanted]
    for card, next_card in zip(swap.takes, right, strict=False):
        if card != next_card:
            raise Illegal(f"seat {swap.seat} draws {card}, but {next_card} is next in the stock", card=card)
    if len(swap.takes) != len(right):
        raise Illegal(f"seat {swap.seat} draws {len(swap.takes)} cards, not {len(right)}")
    hand.update(right)
    return drawn + len(right)


def only_entry(record: Json, declarer: int) -> Swap:
    """The entry of an exchange in which only the declarer takes part."""
    entries = swaps(record)
    if len(entries) != 1:
        raise Illegal(f'"exchange" must have one entry, that of seat {declarer}, not {len(entries)}')
    if entries[0].seat != declarer:
        raise Illegal(f"seat {entries[0].seat} exchanges cards, but seat {declarer} is the declarer")
    return entries[0]


def discard(swap: Swap, hand: set[str]) -> None:
    """Take the cards discarded out of the hand."""
    for card in swap.discards:
        if card not in hand:
            raise Illegal(f"seat {swap.seat} discards {card}, which it does not hold", card=card)
        hand.remove(card)


class Draws:
    """Cards drawn between the tricks: one each after every trick, the winner first, while the stock lasts."""

    def __init__(self, record: Json, stock: list[str]) -> None:
        self.entries = swaps(record)
        self.stock = stock
        self.drawn = 0

    def after(self, trick: Trick, hands: Sequence[set[str]]) -> None:
        """Read the draws that follow a trick; a fault among them is one of this trick."""
        start = trick.seats.index(trick.winner)
        try:
            for seat in trick.seats[start:] + trick.seats[:start]:
                if self.drawn < len(self.stock):
                    self._draw(seat, hands[seat])
        except Illegal as illegal:
            illegal.trick = trick.number
            raise

    def close(self) -> None:
        """Fault draws from the empty stock."""
        if len(self.entries) > self.drawn:
            raise Illegal(f"seat {self.entries[self.drawn].seat} draws, but the stock is empty")

    def _draw(self, seat: int, hand: set[str]) -> None:
        if self.drawn == len(self.entries):
            raise Illegal(f"seat {seat} draws no card after the trick")
        swap = self.entries[self.drawn]
        if swap.seat != seat:
            raise Illegal(f"seat {swap.seat} draws, but it is the turn of seat {seat}")
        if swap.discards:
            card = swap.discards[0]
            raise Illegal(f"seat {seat} discards {card}, but may only draw", card=card)
        self.drawn = draw_from_stock(swap, self.stock, self.drawn, 1, hand)
