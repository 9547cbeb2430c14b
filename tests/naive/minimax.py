"""Plain minimax of a deal that lies open, on card names and from the rules: what a side can take at best.

Every line of play is followed to its end; the lead to a trick that comes up again with the same cards, the
same leader and the same past is not followed twice.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

RANKS = "23456789TJQKA"
RED = "HD"
CARD_POINTS = {"A": 10, "T": 10, "5": 5}
Hand = tuple[str, ...]
Play = tuple[int, str]  # seat, card


@dataclass(frozen=True)
class Game:
    """The rules as far as play goes; `name` is two-hundred, nahanni or blackout."""

    name: str
    trump: str
    plain_follow: str = "free"
    plain_ace: str = "high"
    lead_trump: str = "only_if_no_other"
    by_tricks: bool = False

    @cached_property
    def trumps(self) -> frozenset[str]:
        own = {rank + self.trump for rank in RANKS}
        return frozenset(own | {"AH"} if self.name == "nahanni" else own)

    @cached_property
    def strength(self) -> dict[str, int]:
        """To be compared with that of cards of the same suit, or of trumps."""
        return {rank + suit: self.place(rank + suit) for rank in RANKS for suit in "CDHS"}

    def is_trump(self, card: str) -> bool:
        return card in self.trumps

    def place(self, card: str) -> int:
        if self.name != "nahanni":
            return RANKS.index(card[0])
        low = "23456789T" if card[1] in RED else "T98765432"
        if self.is_trump(card):
            order = [rank + self.trump for rank in low + "QKA"]
            if self.trump == "H":
                order.remove("AH")
            order = [name for name in order if name[0] != "5"] + ["AH", "J" + self.trump, "5" + self.trump]
            return order.index(card)
        if self.plain_ace == "high":
            return (low + "JQKA").index(card[0])
        return ("A" + low + "JQK" if card[1] in RED else low + "AJQK").index(card[0])

    def beats(self, card: str, best: str) -> bool:
        """Whether a card played later beats the best one so far."""
        if self.is_trump(card) != self.is_trump(best):
            return self.is_trump(card)
        same = self.is_trump(card) or card[1] == best[1]
        return same and self.strength[card] > self.strength[best]

    def may_keep_back(self, card: str, led: str) -> bool:
        """The 5, the J and the ace of hearts need not be played to a lower trump led."""
        top = card in ("AH", "J" + self.trump, "5" + self.trump)
        return top and self.strength[card] > self.strength[led]

    def may_follow(self, hand: Sequence[str], led: str) -> list[str]:
        if self.name != "nahanni":
            return [card for card in hand if card[1] == led[1]] or list(hand)
        trumps = [card for card in hand if self.is_trump(card)]
        if self.is_trump(led):
            return trumps if any(not self.may_keep_back(card, led) for card in trumps) else list(hand)
        suit = [card for card in hand if card[1] == led[1] and card not in trumps]
        return suit + trumps if suit and self.plain_follow == "follow_or_trump" else list(hand)

    def may_lead(self, hand: Sequence[str], *, broken: bool) -> list[str]:
        plain = [card for card in hand if not self.is_trump(card)]
        if self.name != "blackout" or not plain or (self.lead_trump == "after_broken" and broken):
            return list(hand)
        return plain

    def trick_worth(self, cards: Sequence[str]) -> int:
        if self.by_tricks or self.name == "blackout":
            return 1
        return 5 if self.name == "nahanni" else sum(CARD_POINTS.get(card[0], 0) for card in cards)

    def best_trump(self, plays: Sequence[Play]) -> Play | None:
        """The play of the best trump among all those of a hand."""
        trumps = [play for play in plays if self.is_trump(play[1])]
        return max(trumps, key=lambda play: self.strength[play[1]], default=None)

    def bonus(self, plays: Sequence[Play], side: Set[int]) -> int:
        """What the best trump of the hand brings to a side; plays: all cards, played and to be played."""
        best = self.best_trump(plays)
        counts = self.name == "nahanni" and not self.by_tricks
        return 5 if counts and best is not None and best[0] in side else 0


@dataclass
class Minimax:
    """Values for one side, its seats `side` against all others."""

    game: Game
    side: Set[int]
    known: dict[tuple[tuple[Hand, ...], int, bool], int] = field(default_factory=dict)
    follows: dict[tuple[Hand, str], list[str]] = field(default_factory=dict)

    def legal(self, hands: Sequence[Hand], turn: int, laid: Sequence[Play], *, broken: bool) -> list[str]:
        if not laid:
            return self.game.may_lead(hands[turn], broken=broken)
        question = hands[turn], laid[0][1]
        if question not in self.follows:
            self.follows[question] = self.game.may_follow(*question)
        return self.follows[question]

    def value(
        self, hands: Sequence[Hand], turn: int, laid: tuple[Play, ...] = (), broken: bool = False
    ) -> int:
        """What the side takes of the trick on the table and the rest, without the bonus."""
        if len(laid) == len(hands):
            winner, best = laid[0]
            for seat, card in laid[1:]:
                if self.game.beats(card, best):
                    winner, best = seat, card
            cards = [card for _, card in laid]
            won = self.game.trick_worth(cards) if winner in self.side else 0
            broken = broken or any(self.game.is_trump(card) for card in cards)
            return won + self.value(hands, winner, (), broken)
        if not laid and not hands[turn]:
            return 0
        state = (tuple(hands), turn, broken)
        if not laid and state in self.known:
            return self.known[state]
        values = [
            self.after(hands, turn, laid, card, broken)
            for card in self.legal(hands, turn, laid, broken=broken)
        ]
        best_value = max(values) if turn in self.side else min(values)
        if not laid:
            self.known[state] = best_value
        return best_value

    def after(self, hands: Sequence[Hand], turn: int, laid: tuple[Play, ...], card: str, broken: bool) -> int:
        """The value once a card is played."""
        left = [
            tuple(c for c in hand if c != card) if seat == turn else hand for seat, hand in enumerate(hands)
        ]
        return self.value(left, (turn + 1) % len(hands), (*laid, (turn, card)), broken)
