"""101 at the test table: what may be played or must be drawn, and what the hand costs.

It offers choices and writes down what is chosen, and shares no code with the referee.
"""

import random
from collections.abc import Sequence

from tests.referee.table import NotOfferedError, Record, flat, head

DEFAULTS: Record = {
    "first_card_effects": "on",
    "queen_closes_nine": "yes",
    "reshuffle": "shuffle",
    "over_101": "game_ends",
}
PACK = [rank + suit for suit in "CDHS" for rank in "6789TJQKA"]
COST = dict(zip("6789TJQKA", (6, 7, 8, 0, 10, 2, 3, 4, 11), strict=True))
PENALTY = {"6": 1, "7": 2, "K": 4}
WHY = {"6": "six", "7": "seven", "K": "king"}
LONGEST = 2000


class Gamblers:
    """Players who choose at random."""

    table: "Hand"

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def start_suit(self, options: list[str | None]) -> str | None:
        return self.rng.choice(options)

    def card(self, seat: int, options: list[str]) -> str:
        return self.rng.choice(options)

    def puts(self, seat: int, card: str, number: int) -> bool:
        """Whether a fitting card just drawn is played; `number` entries have been written."""
        return self.rng.random() < 0.6

    def order(self) -> str:
        return self.rng.choice("CDHS")

    def shuffle(self, cards: list[str], turned_over: bool) -> list[str]:
        return cards if turned_over else self.rng.sample(cards, len(cards))

    def writes_skip(self) -> bool:
        """Whether the skip after an ace that ended the hand is written down."""
        return self.rng.random() < 0.5

    def next_dealer(self, options: list[int | None]) -> int | None:
        return self.rng.choice(options)


class Misers(Gamblers):
    """Players who see all cards and keep each other from getting rid of them."""

    def card(self, seat: int, options: list[str]) -> str:
        others = self.table.hands[self.table.next(seat)]
        barren = [card for card in options if not any(self.follows(other, card) for other in others)]
        hurting = [card for card in barren or options if card[0] in "679A" or card == "KS"]
        return self.rng.choice(hurting or barren or options)

    def follows(self, other: str, card: str) -> bool:
        return other[0] in ("Q", card[0]) or other[1] == card[1]

    def puts(self, seat: int, card: str, number: int) -> bool:
        return False

    def order(self) -> str:
        held = [card[1] for hand in self.table.hands for card in hand]
        return min("CDHS", key=held.count)


class TooLongError(Exception):
    """The hand is void."""


class Hand:
    """One hand being played; every method that acts writes it down."""

    def __init__(self, record: Record, rules: Record, player: Gamblers) -> None:
        self.rules, self.player = rules, player
        player.table = self
        self.hands = [list(hand) for hand in record["hands"]]
        self.stock, self.pile = list(record["stock"]), [record["start"]]
        self.suit = record["start"][1]
        self.written: list[Record] = []
        self.longest = LONGEST

    def write(self, entry: Record) -> None:
        if sum("seat" in each for each in self.written) == self.longest:
            raise TooLongError
        self.written.append(entry)

    def next(self, seat: int, steps: int = 1) -> int:
        return (seat + steps) % len(self.hands)

    def draw(self, seat: int, number: int, why: str) -> list[str]:
        """Draw the cards one by one; a stock renewed on the way is written down before."""
        drawn: list[str] = []
        entries: list[Record] = []
        while len(drawn) < number:
            if not self.stock and len(self.pile) > 1:
                under = self.pile[:-1]
                self.stock = list(self.player.shuffle(under, self.rules["reshuffle"] == "turn_over"))
                self.pile = self.pile[-1:]
                entries.append({"reshuffle": list(self.stock)})
            if not self.stock:
                break
            drawn.append(self.stock.pop(0))
        for entry in [*entries, {"seat": seat, "draw": drawn, "why": why}]:
            self.write(entry)
        self.hands[seat] += drawn
        return drawn

    def put(self, seat: int, options: list[str]) -> None:
        card = self.player.card(seat, options)
        entry = {"seat": seat, "play": card}
        self.suit = card[1]
        if card[0] == "Q":
            self.suit = self.player.order()
            entry["suit"] = self.suit
        self.write(entry)
        self.hands[seat].remove(card)
        self.pile.append(card)

    def fitting(self, cards: list[str]) -> list[str]:
        rank = "Q" if self.pile[-1][0] == "Q" else self.pile[-1][0]
        return [card for card in cards if card[0] in ("Q", rank) or card[1] == self.suit]

    def covering(self, cards: list[str]) -> list[str]:
        ranks = "9Q" if self.rules["queen_closes_nine"] == "yes" else "9"
        return [card for card in cards if card[0] in ranks or card[1] == self.pile[-1][1]]

    def finish(self, seat: int) -> tuple[int, bool]:
        """What follows from the card on the pile: who moves next, and whether the hand is over."""
        while self.pile[-1][0] == "9":
            cover = self.covering(self.hands[seat])
            if cover:
                self.put(seat, cover)
            elif not self.draw(seat, 1, "nine"):
                return self.next(seat), False
        top, over = self.pile[-1], not self.hands[seat]
        if top[0] == "A" and (not over or self.player.writes_skip()):
            self.write({"seat": self.next(seat), "skip": True})
        if top[0] in "67" or top == "KS":
            self.draw(self.next(seat), PENALTY[top[0]], WHY[top[0]])
        lost = top[0] in "A67" or top == "KS"
        return self.next(seat, 2 if lost else 1), over

    def run(self, dealer: int) -> int:
        """Play to the end; return who is out."""
        seat, last = self.next(dealer), dealer
        if self.rules["first_card_effects"] == "on":
            seat, over = self.finish(dealer)
            if over:
                return dealer
        while True:
            last = seat
            options = self.fitting(self.hands[seat])
            if not options:
                options = self.fitting(self.draw(seat, 1, "none"))
                if not options or not self.player.puts(seat, options[0], len(self.written)):
                    seat = self.next(seat)
                    continue
            self.put(seat, options)
            seat, over = self.finish(seat)
            if over:
                return last


def result(record: Record, hand: Hand, out: int | None, rules: Record) -> Record:
    seats, before = record["seats"], record["scores"]
    delta = [0] * seats
    after_dealer = [(record["dealer"] + step) % seats for step in range(1, seats + 1)]
    if out is None:
        dealer = hand.player.next_dealer([after_dealer[0], record["dealer"]])
        ends: Record = {"game_over": False, "losers": [], "winner": None, "next_dealer": dealer}
        return {"out": None, "delta": delta, "scores": list(before)} | ends
    for seat, cards in enumerate(hand.hands):
        delta[seat] = sum(COST[card[0]] for card in cards)
    last = hand.pile[-1]
    if last[0] == "Q":
        delta[out] = -40 if last[1] == "S" else -20
    scores = [old + new if old + new != 101 else 0 for old, new in zip(before, delta, strict=True)]
    losers = [seat for seat in range(seats) if scores[seat] > 101]
    left = [seat for seat in after_dealer if seat not in losers]
    over = len(losers) > 0 and (rules["over_101"] == "game_ends" or len(left) == 1)
    best = [seat for seat in range(seats) if scores[seat] == min(scores)]
    return {
        "out": out,
        "delta": delta,
        "scores": scores,
        "losers": losers,
        "game_over": over,
        "winner": (best if len(best) > 1 else best[0]) if over else None,
        "next_dealer": hand.player.next_dealer([after_dealer[0], None]) if over else left[0],
    }


def play(
    switches: Record,
    player: Gamblers,
    hands: list[list[str]],
    start: str,
    stock: list[str],
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    longest: int = LONGEST,
) -> Record:
    """One hand of 101, written down."""
    rules = DEFAULTS | switches
    seats = len(hands)
    before = list(scores) if scores is not None else [0] * seats
    record = head("one-hundred-one", "base", switches, dealer, before)
    record |= {"seats": seats, "sides": [[seat] for seat in range(seats)]}
    record |= {"hands": [list(hand) for hand in hands], "start": start, "stock": list(stock)}
    sizes = [5 - (seat == dealer) for seat in range(seats)]
    if sorted([*flat(hands), start, *stock]) != sorted(PACK) or [len(hand) for hand in hands] != sizes:
        raise NotOfferedError
    if not 2 <= seats <= 4 or len(before) != seats or max(before) >= 101:
        raise NotOfferedError
    if rules.get("players", seats) != seats:
        raise NotOfferedError
    hand = Hand(record, rules, player)
    hand.longest = longest
    if start[0] == "Q":
        named = rules["first_card_effects"] == "on"
        suit = player.start_suit(["C", "D", "H", "S"] if named else [None, start[1]])
        record |= {"start_suit": suit} if suit else {}
        hand.suit = suit or start[1]
    out: int | None = None
    try:
        out = hand.run(dealer)
    except TooLongError:
        hand.hands = [[] for _ in hands]
    record["turns"] = hand.written
    record["result"] = result(record, hand, out, rules)
    return record


def random_record(
    rng: random.Random, switches: Record, high: int = 100, kind: type[Gamblers] = Gamblers
) -> Record:
    """A legal record of random play, from scores that are often near the end of the game."""
    seats = switches.get("players", rng.randint(2, 4))
    cards, dealer = rng.sample(PACK, 36), rng.randrange(seats)
    start = cards.pop()
    hands = [[cards.pop() for _ in range(5 - (seat == dealer))] for seat in range(seats)]
    scores = [rng.choice([0, high - rng.randint(0, 60), rng.randint(-40, high)]) for _ in range(seats)]
    return play(switches, kind(rng), hands, start, cards, dealer=dealer, scores=scores)
