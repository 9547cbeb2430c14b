"""Da Bai Fen at the test table: what may be called, led and played, who wins and who goes up.

It offers choices and writes down what is chosen, and shares no code with the referee.
"""

import random
from collections.abc import Sequence
from typing import Any

from tests.referee.table import NotOfferedError, Record, flat, head

DEFAULTS: Record = {
    "first_declarer": "exposer",
    "first_draw": "dealer",
    "trump_choice": "expose",
    "multi_lead": "free",
    "beat_set": "pairwise",
    "talon": "double",
    "last_trick_mult": "off",
    "draw_at_40": "off",
    "table": "a",
    "two_ranks": "off",
    "target_levels": 13,
}
VARIANTS: dict[str, Record] = {
    "base": {},
    "table-b": {"table": "b"},
    "two-ranks": {"two_ranks": "on"},
    "as-translated": {"first_declarer": "lot", "trump_choice": "dealer_names", "talon": "never"},
}
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in "CDHS" for rank in RANKS] + ["BJ", "RJ"]
WORTH = {"K": 10, "T": 10, "5": 5}
ROWS = {
    "a": [(0, 2, 0), (35, 1, 0), (75, 0, 0), (95, 0, 1), (9999, 0, 2)],
    "b": [(0, 3, 0), (15, 2, 0), (35, 1, 0), (55, 0, 0), (75, 0, 1), (95, 0, 2), (115, 0, 3)],
}
"""Points up to, the declarers' rise, the opponents' rise."""


class Seats:
    """Four players who choose at random."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def opens(self, hands: list[list[str]]) -> list[tuple[int, list[str]]]:
        order = self.rng.sample(range(4), 4)
        return [(seat, self.rng.sample(hands[seat], 6)) for seat in order]

    def name(self, ranks: str) -> tuple[str, str]:
        return self.rng.choice("CDHS"), self.rng.choice(ranks)

    def expose(self, options: list[tuple[int, str]]) -> tuple[int, str] | None:
        return self.rng.choice([*options, None])

    def redeal(self, seats: list[int]) -> int | None:
        return self.rng.choice([*seats, None])

    def writes_exchange(self) -> bool:
        """Whether the exchange before a redeal is written down."""
        return self.rng.random() < 0.5

    def takes(self, talon: list[str]) -> list[str]:
        return self.rng.sample(talon, 6)

    def away(self, hand: list[str]) -> list[str]:
        return self.rng.sample(hand, 6)

    def lead(self, suits: list[list[str]]) -> list[str]:
        cards = self.rng.choice(suits)
        return self.rng.sample(cards, self.rng.choice([1, 1, self.rng.randint(1, len(cards))]))

    def instead(self, options: list[str]) -> str:
        return self.rng.choice(options)

    def follow(self, own: list[str], others: list[str], number: int) -> list[str]:
        mine = self.rng.sample(own, min(len(own), number))
        return mine + self.rng.sample(others, number - len(mine))

    def next_dealer(self, options: list[int | None]) -> int | None:
        return self.rng.choice(options)


class Chain:
    """Suit and height of every card under one trump suit."""

    def __init__(self, trump: str, rank: str, two_ranks: bool) -> None:
        self.trump = trump
        self.special = rank + "2" if two_ranks else rank

    def suit(self, card: str) -> str:
        return self.trump if card[1] == "J" or card[0] in self.special else card[1]

    def height(self, card: str) -> int:
        if card[1] == "J":
            return 99 if card[0] == "R" else 98
        if card[0] in self.special:
            return 90 - 10 * self.special.index(card[0]) + (card[1] == self.trump)
        return RANKS.index(card[0])

    def ladder(self, cards: Sequence[str], led: str) -> list[int]:
        """Heights, the lowest first: plain cards of other suits are worth nothing, trumps are above all."""
        heights = []
        for card in cards:
            suit = self.suit(card)
            up = 200 if suit == self.trump else 0 if suit == led else -1000
            heights.append(up + self.height(card))
        return sorted(heights)

    def winner(self, sets: list[list[str]], uniform: bool) -> int:
        led, best = self.suit(sets[0][0]), 0
        for place, cards in enumerate(sets):
            if uniform and len({self.suit(card) for card in cards}) > 1:
                continue
            pairs = zip(self.ladder(cards, led), self.ladder(sets[best], led), strict=False)
            if all(high > low and high >= 0 for high, low in pairs):
                best = place
        return best


def points(cards: Sequence[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def called(
    player: Seats, record: Record, rules: Record, hands: list[list[str]], talon: list[str]
) -> tuple[list[Record], int, str, str]:
    """The auction, the declarer, the trump suit and the rank."""
    dealer, literal = record["dealer"], record["variant"] == "as-translated"
    level_rank = RANKS[record["levels"][dealer % 2] % 13]
    calls: list[Record] = []
    if literal:
        for seat, cards in player.opens(hands):
            calls.append({"seat": seat, "call": "open", "cards": cards})
    if literal or record["after_draw"] or rules["trump_choice"] == "dealer_names":
        free = record["after_draw"] or (literal and not record["first_hand"])
        suit, rank = player.name(RANKS if free else level_rank)
        calls.append({"seat": dealer, "call": "name", "suit": suit, "rank": rank})
        return calls, dealer, suit, rank
    shown = player.expose([(s, c) for s, hand in enumerate(hands) for c in hand if c[0] == level_rank])
    if shown is not None:
        seat, card = shown
        takes_over = record["first_hand"] and rules["first_declarer"] == "exposer"
        entry = {"seat": seat, "call": "expose", "card": card}
        return [entry], seat if takes_over else dealer, card[1], level_rank
    for card in talon:
        calls.append({"seat": dealer, "call": "turn", "card": card})
        if card[0] == level_rank:
            return calls, dealer, card[1], level_rank
    best = max((RANKS.index(card[0]), -place) for place, card in enumerate(talon) if card[1] != "J")
    return calls, dealer, talon[-best[1]][1], level_rank


def tricks(player: Seats, hands: list[list[str]], leader: int, chain: Chain, rules: Record) -> list[Record]:
    written: list[Record] = []
    while hands[leader]:
        trick: Record = {"leader": leader, "plays": []}
        held: dict[str, list[str]] = {}
        for card in hands[leader]:
            held.setdefault(chain.suit(card), []).append(card)
        cards = player.lead(list(held.values()))
        rest = [other for seat, hand in enumerate(hands) if seat != leader for other in hand]
        beaten = [
            card
            for card in cards
            if any(chain.suit(o) == chain.suit(card) and chain.height(o) > chain.height(card) for o in rest)
        ]
        if rules["multi_lead"] == "must_be_top" and len(cards) > 1 and beaten:
            trick["attempt"] = cards
            cards = [player.instead(beaten)]
        led, sets = chain.suit(cards[0]), [cards]
        for step in (1, 2, 3):
            hand = hands[(leader + step) % 4]
            own = [card for card in hand if chain.suit(card) == led]
            others = [card for card in hand if card not in own]
            sets.append(player.follow(own, others, len(cards)))
        for step, laid in enumerate(sets):
            seat = (leader + step) % 4
            hands[seat] = [card for card in hands[seat] if card not in laid]
            trick["plays"].append({"seat": seat, "cards": laid})
        leader = (leader + chain.winner(sets, rules["beat_set"] == "uniform")) % 4
        written.append(trick | {"winner": leader, "points": points(flat(sets))})
    return written


def result(record: Record, rules: Record, declarer: int, buried: list[str], player: Seats) -> Record:
    side, last = declarer % 2, record["tricks"][-1]
    taken = [sum(t["points"] for t in record["tricks"] if t["winner"] % 2 == each) for each in (0, 1)]
    total = taken[1 - side]
    if last["winner"] % 2 != side:
        size = len(last["plays"][0]["cards"]) if rules["last_trick_mult"] == "by_cards" else 1
        total += {"double": 2, "single": 1, "never": 0}[rules["talon"]] * points(buried) * size
        total += last["points"] * (size - 1)
    rows = ROWS[rules["table"]] + [(35 + 20 * step, 0, step - 1) for step in range(5, 60)]
    up = next(row for row in rows if total <= row[0])
    change = [up[1 + (each != side)] for each in (0, 1)]
    after = [old + new for old, new in zip(record["levels"], change, strict=True)]
    over = max(after) >= rules["target_levels"]
    dealer = (declarer + (2 if total < 40 else 1)) % 4
    return {
        "opponents_points": total,
        "level_change": change,
        "levels": after,
        "taken": taken,
        "delta": change,
        "scores": after,
        "next_dealer": player.next_dealer([dealer, None]) if over else dealer,
        "draw": total == 40 and rules["draw_at_40"] == "on",
        "game_over": over,
        "winner": after.index(max(after)) if over else None,
    }


def play(
    variant: str,
    switches: Record,
    player: Seats,
    hands: list[list[str]],
    talon: list[str],
    *,
    dealer: int = 0,
    levels: Sequence[int] = (0, 0),
    first_hand: bool = True,
    after_draw: bool = False,
) -> Record:
    """One hand of Da Bai Fen, written down."""
    rules = DEFAULTS | VARIANTS[variant] | switches
    literal = variant == "as-translated"
    if literal:
        rules |= {"table": "a", "talon": "never"}
    record = head("da-bai-fen", variant, switches, dealer, levels)
    record |= {"levels": list(levels), "first_hand": first_hand, "after_draw": after_draw}
    record |= {"hands": [list(hand) for hand in hands], "kitty": list(talon), "stock": []}
    if sorted(flat(hands) + talon) != sorted(PACK) or [len(hand) for hand in hands] != [12] * 4:
        raise NotOfferedError
    wrong = (first_hand and (after_draw or any(levels))) or (after_draw and rules["draw_at_40"] == "off")
    if wrong or min(levels) < 0 or max(levels) >= rules["target_levels"]:
        raise NotOfferedError
    calls, declarer, trump, rank = called(player, record, rules, hands, talon)
    record |= {"auction": calls, "declarer": declarer, "contract": None, "trump": trump, "rank": rank}
    chain = Chain(trump, rank, rules["two_ranks"] == "on")
    hands = [list(hand) for hand in hands]
    full = [hand + (talon if seat == declarer and not literal else []) for seat, hand in enumerate(hands)]
    bare = [seat for seat in range(4) if all(chain.suit(card) != trump for card in full[seat])]
    asks = player.redeal(bare) if bare else None
    swap: list[Record] = []
    if not literal and (asks is None or player.writes_exchange()):
        takes = player.takes(talon)
        away = player.away(hands[declarer] + takes)
        hands[declarer] = [card for card in full[declarer] if card not in away]
        swap = [{"seat": declarer, "takes": takes, "discards": away}]
    record["exchange"] = swap
    if asks is not None:
        nought: dict[str, Any] = {key: [0, 0] for key in ("level_change", "taken", "delta")}
        nought |= {"opponents_points": 0, "next_dealer": dealer, "draw": False, "game_over": False}
        same = {"levels": list(levels), "scores": list(levels), "winner": None}
        return record | {"redeal": asks, "tricks": [], "result": nought | same}
    record["tricks"] = tricks(player, hands, declarer, chain, rules)
    buried = swap[0]["discards"] if swap else []
    record["result"] = result(record, rules, declarer, buried, player)
    return record


def random_record(rng: random.Random, variant: str, switches: Record, levels: Sequence[int] = ()) -> Record:
    """A legal record of random play, often near the end of the game."""
    rules = DEFAULTS | VARIANTS[variant] | switches
    cards = rng.sample(PACK, 54)
    first = not levels and rng.random() < 0.5
    top = rules["target_levels"] - 1
    before = levels or [0 if first else rng.randint(max(0, top - 14), top) for _ in (0, 1)]
    drawn = not first and rules["draw_at_40"] == "on" and rng.random() < 0.5
    return play(
        variant,
        switches,
        Seats(rng),
        [cards[seat * 12 : seat * 12 + 12] for seat in range(4)],
        cards[48:],
        dealer=rng.randrange(4),
        levels=before,
        first_hand=first,
        after_draw=drawn,
    )
