"""Da Bai Fen: tricks to which several cards of one suit may be led at once.

The numbers in brackets are those of the rules in rules/da-bai-fen.md; S is for its settled questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.referee.cards import as_cards
from analyzer.referee.da_bai_fen_order import beats, best_set, points_of
from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json, as_object, as_seat, field, integer, items, objects
from analyzer.referee.tricks import Order, a_suit


@dataclass(frozen=True)
class SetTrick:
    """One trick as it was legally played."""

    winner: int
    size: int
    """Cards that each player laid to it."""
    points: int


@dataclass
class SetPlay:
    """The hands of all players, which lose the cards that they play."""

    hands: Sequence[set[str]]
    order: Order
    must_be_top: bool
    uniform: bool

    def tricks(self, record: Json, leader: int) -> list[SetTrick]:
        """Check `tricks` from the first lead to the last card."""
        played: list[SetTrick] = []
        stated = objects(record, "tricks")
        while any(self.hands):
            number = len(played) + 1
            try:
                if number > len(stated):
                    raise Illegal("the trick is missing")
                played.append(self._trick(stated[number - 1], leader, first=number == 1))
            except Illegal as illegal:
                illegal.trick = number
                raise
            leader = played[-1].winner
        if len(stated) > len(played):
            raise Illegal("the hand was over before this trick", trick=len(played) + 1)
        return played

    def _trick(self, stated: Json, leader: int, first: bool) -> SetTrick:
        opener = as_seat(field(stated, "leader"), "leader")
        if opener != leader:
            reason = "leads the first trick" if first else "won the last trick"
            raise Illegal(f"seat {opener} leads, but seat {leader} {reason}")
        seats = [(leader + step) % len(self.hands) for step in range(len(self.hands))]
        sets: list[list[str]] = []
        for place, play in enumerate(items(stated, "plays")):
            path = f"plays[{place}]"
            act = as_object(play, path)
            seat = as_seat(field(act, "seat", path + "."), path + ".seat")
            if place == len(seats):
                raise Illegal(f"seat {seat} plays, but everybody has played to this trick")
            if seat != seats[place]:
                raise Illegal(f"seat {seat} plays, but it is the turn of seat {seats[place]}")
            cards = self._held(seat, items(act, "cards", path + "."), path + ".cards", "plays")
            if place:
                self._follow(seat, cards, sets[0])
            else:
                self._lead(seat, cards, stated.get("attempt"))
            self.hands[seat].difference_update(cards)
            sets.append(cards)
        if len(sets) < len(seats):
            raise Illegal(f"seat {seats[len(sets)]} plays no card")
        return self._won(stated, seats, sets)

    def _won(self, stated: Json, seats: Sequence[int], sets: Sequence[Sequence[str]]) -> SetTrick:
        winning = best_set(sets, self.order, self.uniform)
        named = as_seat(field(stated, "winner"), "winner")
        if named != seats[winning]:
            cards = sets[winning]
            verb = "wins" if len(cards) == 1 else "win"
            raise Illegal(
                f"seat {named} is named as the winner, but {' '.join(cards)} of seat {seats[winning]} {verb}",
                card=cards[0],
            )
        points = sum(points_of(cards) for cards in sets)
        if integer(stated, "points") != points:
            raise Illegal(f"the trick is worth {points} points, not {stated['points']}")
        return SetTrick(named, len(sets[0]), points)

    def _held(self, seat: int, stated: list[object], path: str, act: str) -> list[str]:
        """Cards that the seat holds, each once."""
        cards = as_cards(stated, path)
        for place, card in enumerate(cards):
            if card not in self.hands[seat]:
                raise Illegal(f"seat {seat} {act} {card}, which it does not hold", card=card)
            if card in cards[:place]:
                raise Illegal(f"seat {seat} {act} {card} twice", card=card)
        if not cards:
            raise Illegal(f"seat {seat} {act} no card")
        return cards

    def _one_suit(self, seat: int, cards: Sequence[str], act: str) -> None:
        """Several cards are led only if they are of one suit, trumps being one [11]."""
        suit = self.order.suit
        for card in cards:
            if suit[card] != suit[cards[0]]:
                both = f"{cards[0]} ({a_suit(suit[cards[0]], self.order)}) and {card}"
                raise Illegal(
                    f"seat {seat} {act} {both} ({a_suit(suit[card], self.order)}) at once", card=card
                )

    def _lead(self, seat: int, cards: Sequence[str], attempt: object) -> None:
        self._one_suit(seat, cards, "leads")
        if attempt is not None:
            self._taken_back(seat, cards, attempt)
            return
        if self.must_be_top and len(cards) > 1:
            for card in cards:
                better = self._better(seat, card)
                if better is not None:
                    raise Illegal(
                        f"seat {seat} leads {card} among several, but {better[1]} of seat {better[0]} beats it",
                        card=card,
                    )

    def _better(self, seat: int, card: str) -> tuple[int, str] | None:
        """A card of the same suit in another hand that beats this one, if there is one [S5]."""
        suit = self.order.suit
        for other, hand in enumerate(self.hands):
            if other != seat:
                for held in sorted(hand):
                    if suit[held] == suit[card] and beats(held, card, self.order):
                        return other, held
        return None

    def _taken_back(self, seat: int, cards: Sequence[str], attempt: object) -> None:
        """A lead of several cards that was not the top, and the one beatable card led instead [S5]."""
        if not self.must_be_top:
            raise Illegal('the trick has an "attempt", but leads of several cards are free here')
        stated = items({"attempt": attempt}, "attempt")
        tried = self._held(seat, stated, "attempt", "tries to lead")
        if len(tried) == 1:
            raise Illegal(
                f"seat {seat} tries to lead {tried[0]}, but one card can always be led", card=tried[0]
            )
        self._one_suit(seat, tried, "tries to lead")
        if not any(self._better(seat, card) for card in tried):
            raise Illegal(f"seat {seat} takes back {' '.join(tried)}, but nobody can beat any of them")
        if len(cards) > 1:
            raise Illegal(f"seat {seat} leads {len(cards)} cards after a failed lead of several, not one")
        card = cards[0]
        if card not in tried:
            raise Illegal(f"seat {seat} leads {card}, which is not one of the cards it took back", card=card)
        if self._better(seat, card) is None:
            raise Illegal(f"seat {seat} leads {card} after a failed lead, but nobody can beat it", card=card)

    def _follow(self, seat: int, cards: Sequence[str], led: Sequence[str]) -> None:
        """As many cards as were led, and of their suit as many as one holds [12]."""
        if len(cards) != len(led):
            raise Illegal(f"seat {seat} plays {len(cards)} cards, but {len(led)} must be played")
        suit = self.order.suit
        wanted = suit[led[0]]
        held = [card for card in self.hands[seat] if suit[card] == wanted]
        followed = [card for card in cards if suit[card] == wanted]
        if len(followed) < min(len(held), len(led)):
            stray = next(card for card in cards if suit[card] != wanted)
            kept = min(card for card in held if card not in followed)
            name = a_suit(wanted, self.order)
            raise Illegal(
                f"seat {seat} plays {stray} but holds {name} ({kept}) and {name} was led", card=stray
            )
