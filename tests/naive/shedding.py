"""101 in plain Python, from the rules and docs/players-odd-games.md: slow, with lists of card names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.naive.deals import SUITS, card_id, cards
from tests.naive.streams import DEAL, EXCHANGE, PLAY, Words, draw_cards

DECK = cards("6789TJQKA")
COST = {"A": 11, "T": 10, "9": 0, "8": 8, "7": 7, "6": 6, "K": 4, "Q": 3, "J": 2}
VICTIM_DRAWS = {"6": 1, "7": 2, "KS": 4, "A": 0}
WHY = {"6": "six", "7": "seven", "KS": "king"}


def cost(hand: Sequence[str]) -> int:
    return sum(COST[card[0]] for card in hand)


def striking(card: str) -> str | None:
    """The name under which a card strikes the next player, None if it does not."""
    name = card if card == "KS" else card[0]
    return name if name in VICTIM_DRAWS else None


@dataclass
class Hand:
    """One hand of 101; `turns` are the entries of a record."""

    hands: list[list[str]]
    start: str
    stock: list[str]
    dealer: int
    rules: Mapping[str, str | int]
    policies: Sequence[str]
    weights: Mapping[str, int]
    new_stocks: Words
    play_words: Words
    pile: list[str] = field(default_factory=list)
    ordered: str | None = None
    turns: list[dict[str, object]] = field(default_factory=list)
    acts: int = 0
    void: bool = False
    start_suit: str | None = None
    most_acts: int = 2000

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % len(self.hands)

    # --- what fits

    def fits(self, card: str) -> bool:
        if card[0] == "Q":
            return True
        if self.ordered:
            return card[1] == self.ordered
        return card[0] == self.pile[-1][0] or card[1] == self.pile[-1][1]

    def closes(self, card: str, nine: str) -> bool:
        return (
            card[0] == "9"
            or card[1] == nine[1]
            or (card[0] == "Q" and self.rules["queen_closes_nine"] == "yes")
        )

    def could_follow(self, card: str, suit: str, other: str) -> bool:
        """Whether `other` could be put by the same player right after `card` (with `suit` ordered)."""
        if card[0] == "9":
            return self.closes(other, card)
        if card[0] == "Q":
            return other[0] == "Q" or other[1] == suit
        return other[0] in ("Q", card[0]) or other[1] == card[1]

    # --- acts

    def act(self, entry: dict[str, object]) -> bool:
        """Note an act; False if the hand is void before it."""
        if self.acts == self.most_acts:
            self.void = True
            return False
        self.acts += 1
        self.turns.append(entry)
        return True

    def draw(self, seat: int, number: int, why: str, last: bool = False) -> list[str] | None:
        if self.acts == self.most_acts and not last:
            self.void = True
            return None
        drawn: list[str] = []
        for _ in range(number):
            if not self.stock:
                if len(self.pile) < 2:
                    break
                self.renew()
            drawn.append(self.stock.pop(0))
        self.hands[seat] += drawn
        self.acts += 1
        self.turns.append({"seat": seat, "draw": drawn, "why": why})
        return drawn

    def renew(self) -> None:
        under, self.pile = self.pile[:-1], self.pile[-1:]
        if self.rules["reshuffle"] == "shuffle":
            under = draw_cards(self.new_stocks, sorted(under, key=card_id), len(under))
        self.stock = under
        self.turns.append({"reshuffle": list(under)})

    def put(self, seat: int, card: str, suit: str) -> bool:
        entry: dict[str, object] = {"seat": seat, "play": card}
        if card[0] == "Q":
            entry["suit"] = suit
        if not self.act(entry):
            return False
        self.hands[seat].remove(card)
        self.pile.append(card)
        self.ordered = suit if card[0] == "Q" else None
        return True

    def strike(self, seat: int) -> int | None:
        """The effect of the card on top; whose turn it is then, None if the hand has become void."""
        name = striking(self.pile[-1])
        victim = self.next_seat(seat)
        if name is None:
            return victim
        out = not self.hands[seat]
        if name != "A":
            if self.draw(victim, VICTIM_DRAWS[name], WHY[name], out) is None:
                return None
        elif not out and not self.act({"seat": victim, "skip": True}):
            return None
        return self.next_seat(victim)

    # --- the players

    def choose(self, seat: int, legal: list[str]) -> tuple[str, str]:
        legal = sorted(legal, key=card_id)
        if self.policies[seat] == "random":
            card = legal[self.play_words.draw(len(legal))]
            return card, SUITS[self.play_words.draw(4)]
        merits = [self.merit(seat, card) for card in legal]
        card = legal[merits.index(max(merits))]
        return card, self.suit_to_order([other for other in self.hands[seat] if other != card])

    def suit_to_order(self, hand: Sequence[str]) -> str:
        def key(suit: str) -> tuple[int, int]:
            held = [card for card in hand if card[1] == suit and card[0] != "Q"]
            return len(held), cost(held)

        return max(SUITS, key=key)

    def merit(self, seat: int, card: str) -> int:
        w = self.weights
        rest = [other for other in self.hands[seat] if other != card]
        suit = self.suit_to_order(rest) if card[0] == "Q" else card[1]
        sizes = [len(self.hands[(seat + k) % len(self.hands)]) for k in range(1, len(self.hands))]
        merit = w["put_KS"] if card == "KS" else w["put_" + card[0]]
        merit += w["suit"] * sum(other[1] == suit and other[0] != "Q" for other in rest)
        if min(sizes) <= 2:
            merit += w["danger"] * COST[card[0]]
        if striking(card) and sizes[0] <= 2:
            merit += w["hit_1"] if sizes[0] == 1 else w["hit_2"]
        if card[0] == "9" or (striking(card) and len(self.hands) == 2):
            if any(self.could_follow(card, suit, other) for other in rest):
                merit += 1_000_000 if len(rest) == 1 else w["again"]
            elif card[0] == "9":
                merit -= w["open_nine"]
        return merit

    def puts_drawn(self, seat: int, card: str) -> bool:
        if self.policies[seat] == "random":
            return self.play_words.draw(2) == 1
        rest = [other for other in self.hands[seat] if other != card]
        if card[0] == "9":
            return any(self.closes(other, card) for other in rest)
        return card[0] != "Q" or len(rest) < self.weights["keep_queen"]

    # --- the hand

    def close(self, seat: int) -> bool:
        """Close the nine on top; True if it stands open."""
        while self.pile[-1][0] == "9":
            self.play_words.fresh()
            legal = [card for card in self.hands[seat] if self.closes(card, self.pile[-1])]
            if legal:
                card, suit = self.choose(seat, legal)
                if not self.put(seat, card, suit):
                    return True
            else:
                drawn = self.draw(seat, 1, "nine")
                if not drawn:
                    return True
        return False

    def move(self, seat: int) -> bool:
        """A card from hand, or one drawn and perhaps put; whether one was put."""
        self.play_words.fresh()
        legal = [card for card in self.hands[seat] if self.fits(card)]
        if not legal:
            drawn = self.draw(seat, 1, "none")
            if not drawn or not self.fits(drawn[0]) or self.acts == self.most_acts:
                self.void = self.void or (self.acts == self.most_acts)
                return False
            if not self.puts_drawn(seat, drawn[0]):
                return False
            legal = drawn
        return self.put(seat, *self.choose(seat, legal))

    def play(self) -> int | None:
        """Who goes out; None if the hand is void."""
        seat: int | None = self.dealer
        self.pile = [self.start]
        put = self.rules["first_card_effects"] == "on"
        if put:
            self.play_words.fresh()
            if self.policies[self.dealer] == "random":
                suit = SUITS[self.play_words.draw(4)]
            else:
                suit = self.suit_to_order(self.hands[self.dealer])
            if self.start[0] == "Q":
                self.ordered = self.start_suit = suit
        else:
            seat = self.next_seat(self.dealer)
            put = self.move(seat)
        while not self.void and seat is not None:
            open_nine = put and self.close(seat)
            if self.void:
                break
            if put and not open_nine:
                mover = seat
                seat = self.strike(mover)
                if not self.hands[mover]:
                    return mover
            else:
                seat = self.next_seat(seat)
            if seat is not None:
                put = self.move(seat)
        return None


def deal(
    seed: int | str,
    index: int,
    rules: Mapping[str, str | int],
    dealer: int,
    policies: Sequence[str],
    weights: Mapping[str, int],
    given: Mapping[int, Sequence[str]] | None = None,
    top: str | None = None,
) -> Hand:
    """Deal a hand, some cards of which may be given."""
    given = given or {}
    known = {card for hand in given.values() for card in hand} | {top}
    left = [card for card in DECK if card not in known]
    words = Words(seed, DEAL, index)
    hands = []
    for seat in range(int(rules["players"])):
        size = 4 if seat == dealer else 5
        hands.append(list(given[seat]) if seat in given else draw_cards(words, left, size))
    start = top or draw_cards(words, left, 1)[0]
    stock = draw_cards(words, left, len(left))
    return Hand(
        hands, start, stock, dealer, rules, policies, weights,
        Words(seed, EXCHANGE, index), Words(seed, PLAY, index),
    )  # fmt: skip
