"""101: the turns of one hand, card by card.

The numbers in brackets are those of the rules in rules/one-hundred-one.md; S is for its settled questions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from analyzer.referee.cards import NAMES, as_cards, cards_of
from analyzer.referee.fault import Illegal, listing, shown
from analyzer.referee.fields import Json, as_seat, field, objects, wrong
from analyzer.referee.statements import at, expect

ACTS = 2_000
"""After so many acts a hand is void [S6]."""
KINDS = ("play", "draw", "skip", "reshuffle")
DOES = {"play": "plays", "draw": "draws", "skip": "is skipped"}
WANTED = {"play": "play a card", "draw": "draw", "skip": "be skipped"}
RENEW = "the stock has to be renewed first"
FORCED = {"6": (1, "six"), "7": (2, "seven"), "K": (4, "king")}
"""What the next player draws after these ranks [4], of the kings after that of spades alone."""


class _VoidError(Exception):
    """The hand has gone on for too long."""


@dataclass
class Shedding:
    """The table during one hand."""

    hands: Sequence[set[str]]
    stock: list[str]
    pile: list[str]
    ordered: str | None
    """The suit ordered with the queen on top, if one was."""
    shuffles: bool
    queen_closes: bool
    dealer: int

    def play(self, record: Json, effects: bool) -> int | None:
        """Check `turns`; return who is out, or None if the hand is void."""
        self.turns = objects(record, "turns")
        self.number = 0
        self.acts = 0
        try:
            out = self._hand(effects)
        except _VoidError:
            return None
        if self.number < len(self.turns):
            raise Illegal(f"turn {self.number + 1}: the hand is over, seat {out} has no cards left")
        return out

    def _hand(self, effects: bool) -> int:
        mover, put = self.dealer, effects  # the first card is the dealer's own move [2]
        while True:
            seat = self._after(mover)
            if put and not self._close(mover):
                seat = self._effect(mover)
                if not self.hands[mover]:  # [7]
                    return mover
            mover = seat
            put = self._move(mover)

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self.hands)

    def _move(self, seat: int) -> bool:
        """A card played, or one drawn and perhaps played [3] [S2]; whether one was played."""
        if not any(self._fits(card) for card in self.hands[seat]):
            drawn = self._draw(seat, 1, "none")
            if not drawn or not self._fits(drawn[0]) or not self._plays_next(seat):
                return False
        self._put(seat)
        return True

    def _fits(self, card: str) -> bool:
        """Same suit, same rank or a queen; after a queen the suit ordered [3]."""
        top = self.pile[-1]
        if card[0] == "Q":
            return True
        if self.ordered is not None:
            return card[1] == self.ordered
        return card[0] == top[0] or card[1] == top[1]

    def _closes(self, card: str) -> bool:
        """Whether a card may cover the nine on top [5] [S3]."""
        return card[0] == "9" or card[1] == self.pile[-1][1] or (card[0] == "Q" and self.queen_closes)

    def _close(self, seat: int) -> bool:
        """Cover the nine on top, if one is there [5]; whether it stays open."""
        while self.pile[-1][0] == "9":
            if any(self._closes(card) for card in self.hands[seat]):
                self._put(seat, closing=True)
            elif not self._draw(seat, 1, "nine"):
                return True
        return False

    def _effect(self, seat: int) -> int:
        """What the card on top does to the next player [4]; return whose turn it is then."""
        card, victim = self.pile[-1], self._after(seat)
        over = not self.hands[seat]
        if card[0] == "A":
            if not over or self.number < len(self.turns):
                with self._turn(victim, "skip") as entry:
                    if entry["skip"] is not True:
                        wrong("skip", "true", entry["skip"])
            return self._after(victim)
        if card[0] in FORCED and (card[0] != "K" or card == "KS"):
            self._draw(victim, *FORCED[card[0]])
            return self._after(victim)
        return victim

    def _put(self, seat: int, closing: bool = False) -> None:
        """Play a card [3]."""
        with self._turn(seat, "play") as entry:
            card = as_cards([entry["play"]], "play")[0]
            if card not in self.hands[seat]:
                raise Illegal(f"seat {seat} plays {card}, which it does not hold", card=card)
            top = self.pile[-1]
            if closing and not self._closes(card):
                raise Illegal(f"seat {seat} plays {card}, which does not close {top}", card=card)
            if not closing and not self._fits(card):
                on = f"{top} ({NAMES[self.ordered]}s were ordered)" if self.ordered else top
                raise Illegal(f"seat {seat} plays {card}, which does not fit on {on}", card=card)
            self.ordered = self._order(seat, card, entry)
            self.hands[seat].remove(card)
            self.pile.append(card)

    def _order(self, seat: int, card: str, entry: Json) -> str | None:
        """The suit ordered with a queen [4]."""
        suit = entry.get("suit")
        if card[0] != "Q":
            if suit is not None:
                raise Illegal(f"seat {seat} orders {shown(suit)} with {card}, which is no queen", card=card)
            return None
        if not isinstance(suit, str) or suit not in NAMES:
            raise Illegal(
                f'seat {seat} plays {card}, but "suit" is {shown(suit)}, not C, D, H or S', card=card
            )
        return suit

    def _draw(self, seat: int, number: int, why: str) -> list[str]:
        """Draw so many cards, or what there is [S1]; the stock is renewed before if it will not do [6]."""
        if len(self.stock) < number and len(self.pile) > 1:
            self._renew()
        right = self.stock[:number]
        with self._turn(seat, "draw") as entry:
            stated = cards_of(entry, "draw")
            for card, next_card in zip(stated, right, strict=False):
                if card != next_card:
                    raise Illegal(
                        f"seat {seat} draws {card}, but {next_card} is next in the stock", card=card
                    )
            if len(stated) != len(right):
                raise Illegal(f"seat {seat} draws {len(stated)} cards, not {len(right)}")
            expect(entry, "why", why, "the reason is")
        del self.stock[:number]
        self.hands[seat].update(right)
        return right

    def _renew(self) -> None:
        """Turn the pile under its top card into a new stock [6]."""
        with self._turn(None, "reshuffle") as entry:
            under = self.pile[:-1]
            stated = cards_of(entry, "reshuffle")
            if Counter(stated) != Counter(under):
                strange = [card for card in stated if card not in under or stated.count(card) > 1]
                if strange:
                    raise Illegal(f"the new stock has {strange[0]} once too often", card=strange[0])
                raise Illegal(f"the new stock has {len(stated)} cards, not {len(under)}")
            if not self.shuffles and stated != under:
                first = next(one for one, other in zip(stated, under, strict=True) if one != other)
                raise Illegal(f"the pile is turned over, so {first} is not in its place", card=first)
        self.stock += stated
        del self.pile[:-1]

    def _plays_next(self, seat: int) -> bool:
        """Whether the next act is a card played by this seat."""
        if self.number == len(self.turns):
            return False
        entry = self.turns[self.number]
        return entry.get("seat") == seat and "play" in entry

    @contextmanager
    def _turn(self, seat: int | None, kind: str) -> Iterator[Json]:
        """The next entry, which must be of this seat and of this kind."""
        with at(f"turn {self.number + 1}"):
            yield self._read(seat, kind)

    def _read(self, seat: int | None, kind: str) -> Json:
        wanted = RENEW if seat is None else f"seat {seat} has to {WANTED[kind]}"
        if self.number == len(self.turns):
            if ACTS in (self.acts, self.number):
                raise _VoidError
            raise Illegal(f"nobody is out, and {wanted}")
        entry = self.turns[self.number]
        stated = [each for each in KINDS if entry.get(each) is not None]
        if len(stated) != 1:
            raise Illegal(f"an entry must have one of {listing(KINDS, 'and')}, not {len(stated)} of them")
        if stated[0] == "reshuffle":
            if kind != "reshuffle":
                raise Illegal(f"the stock is renewed, but {wanted}")
        else:
            self._right_act(as_seat(field(entry, "seat"), "seat"), seat, stated[0], kind, wanted)
        self.number += 1
        return entry

    def _right_act(self, stated: int, seat: int | None, act: str, kind: str, wanted: str) -> None:
        if self.acts == ACTS:
            raise Illegal(f"the hand is void after {ACTS} acts")
        self.acts += 1
        if stated != seat and seat is not None:
            raise Illegal(f"seat {stated} {DOES[act]}, but it is the turn of seat {seat}")
        if act != kind:
            raise Illegal(f"seat {stated} {DOES[act]}, but {wanted}")
