"""Two Hundred at the test table: what is legal, who wins and what it scores."""

import random
from collections.abc import Sequence

from tests.referee.table import (
    SIDES,
    NotOfferedError,
    Player,
    Record,
    auction,
    flat,
    head,
    seats_from,
    thrown_in,
    tricks,
)

SHORT, MIDDLE, FULL = "AKQJT9875", "AKQJT98765", "AKQJT98765432"
TRIPLE = [[0, 3], [1, 4], [2, 5]]
TABLES = {
    "base": (SHORT, 9, 0, SIDES),
    "kitty": (MIDDLE, 9, 4, SIDES),
    "to-300": (SHORT, 9, 0, SIDES),
    "to-500": (SHORT, 9, 0, SIDES),
    "six-rotating": (SHORT, 9, 0, TRIPLE),
    "six-at-once": (FULL, 8, 4, TRIPLE),
    "bank": (FULL, 8, 4, TRIPLE),
    "five-shadow": (MIDDLE, 8, 0, SIDES),
    "cut-throat": (SHORT, 9, 0, [[0], [1], [2], [3]]),
    "two-handed": (SHORT, 9, 0, [[0], [1]]),
}
"""Ranks, cards in a hand, cards in the kitty, sides."""
DEFAULTS: Record = {
    "target": 200,
    "min_bid": 50,
    "loss_limit": -200,
    "hundred_for_200": "off",
    "bidding": "auction",
    "all_pass": "throw_in",
    "must_bid_at_100": "on",
    "kitty_points": "dead",
    "two_player": "draw_stock",
}
VARIANTS: dict[str, Record] = {name: {} for name in TABLES} | {
    "to-300": {"target": 300, "min_bid": 60, "loss_limit": -300},
    "to-500": {"target": 500, "min_bid": 60, "loss_limit": -500},
    "bank": {"target": 500, "min_bid": 50, "loss_limit": -500},
}
FOUR = ("base", "kitty", "to-300", "to-500")
"""The variants of two pairs at a table of four."""


def pack(variant: str) -> list[str]:
    return [rank + suit for rank in TABLES[variant][0] for suit in "CDHS"]


def seats_of(variant: str) -> int:
    return 5 if variant == "five-shadow" else sum(map(len, TABLES[variant][3]))


def value(card: str) -> int:
    return {"A": 10, "T": 10, "5": 5}.get(card[0], 0)


def legal(hand: list[str], on_table: list[str]) -> list[str]:
    following = [card for card in hand if on_table and card[1] == on_table[0][1]]
    return following or list(hand)


def winner(on_table: list[str], trump: str) -> int:
    suit = trump if any(card[1] == trump for card in on_table) else on_table[0][1]
    ranks = [FULL.index(card[0]) if card[1] == suit else 99 for card in on_table]
    return ranks.index(min(ranks))


def deal(variant: str, rng: random.Random) -> tuple[list[list[str]], list[str], list[str]]:
    """Hands, kitty and stock; of three pairs that take turns one gets no cards."""
    _, size, kitty, _ = TABLES[variant]
    cards = pack(variant)
    rng.shuffle(cards)
    idle = rng.randrange(3) if variant == "six-rotating" else None
    hands: list[list[str]] = []
    for seat in range(seats_of(variant)):
        hands.append([] if idle is not None and seat % 3 == idle else [cards.pop() for _ in range(size)])
    return hands, [cards.pop() for _ in range(kitty)], cards


def over(scores: Sequence[int], rules: Record, declaring: int | None) -> int | None:
    """The side that has won, if one has; with no declaring side, some side that must have."""
    rich = [side for side, score in enumerate(scores) if score >= rules["target"]]
    if declaring in rich:
        return declaring
    if rich:
        return leading(rich, scores, declaring, sure=len(rich) == len(scores))
    low = [side for side, score in enumerate(scores) if score < 0]
    if len(low) == 1 and scores[low[0]] <= rules["loss_limit"]:
        rest = [side for side in range(len(scores)) if side not in low]
        return leading(rest, scores, declaring, sure=False)
    return None


def leading(sides: list[int], scores: Sequence[int], declaring: int | None, sure: bool) -> int | None:
    ranking = sorted(sides, key=lambda side: (scores[side], side == declaring), reverse=True)
    tied = len(ranking) > 1 and scores[ranking[0]] == scores[ranking[1]]
    return None if tied and ranking[0] != declaring and not (sure and declaring is None) else ranking[0]


def around(variant: str, hands: list[list[str]], dealer: int) -> tuple[list[int], list[int]]:
    """Who bids, in turn, and who plays."""
    playing = [seat for seat, hand in enumerate(hands) if hand]
    speaking = [seat for seat in seats_from(dealer + 1, len(hands)) if seat in playing]
    if variant == "five-shadow":
        speaking.remove(4)
    if dealer not in speaking:
        raise NotOfferedError
    return speaking, playing


def play(
    variant: str,
    switches: Record,
    player: Player,
    hands: list[list[str]],
    kitty: list[str],
    stock: Sequence[str] = (),
    *,
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
) -> Record:
    """One hand of Two Hundred, written down."""
    rules = DEFAULTS | VARIANTS[variant] | switches
    sides = TABLES[variant][3]
    record = head("two-hundred", variant, switches, dealer, scores, sides)
    record |= {"hands": [list(hand) for hand in hands], "kitty": list(kitty), "stock": list(stock)}
    if variant == "five-shadow":
        record |= {"seats": 5, "shadow": 4}
    refuse_wrong_deal(variant, hands, kitty, stock)
    if len(scores) != len(sides) or over(scores, rules, None) is not None:
        raise NotOfferedError
    speaking, playing = around(variant, hands, dealer)
    calls, declarer, bid = auction(
        player,
        dealer,
        range(rules["min_bid"], 101, 5),
        holds=False,
        stop=100,
        once=rules["bidding"] == "single_round",
        forced=rules["all_pass"] == "dealer_must_bid",
        ring=speaking,
    )
    record["auction"] = calls
    if declarer is None:
        return record | thrown_in(scores)
    record |= {"declarer": declarer, "contract": str(bid), "exchange": []}
    hands = [list(hand) for hand in hands]
    out_of_play = list(kitty)
    if kitty:
        takes = player.take(declarer, kitty, whole=False)
        hands[declarer] += takes
        discards = player.discard(declarer, hands[declarer], len(takes), len(takes))
        hands[declarer] = [card for card in hands[declarer] if card not in discards]
        out_of_play = [card for card in kitty if card not in takes] + discards
        record["exchange"] = [{"seat": declarer, "takes": takes, "discards": discards}]
    trump = player.trump()
    record["trump"] = trump
    pile = list(stock) if rules["two_player"] == "draw_stock" else []

    def draw(cards: list[str], seats: list[int]) -> bool:
        for seat in seats:
            if pile:
                hands[seat].append(pile[0])
                record["exchange"].append({"seat": seat, "takes": [pile.pop(0)], "discards": []})
        return False

    record["tricks"] = tricks(
        player,
        hands,
        declarer,
        legal=legal,
        winner=lambda cards: winner(cards, trump),
        worth=lambda cards: sum(map(value, cards)),
        ring=playing,
        after=draw,
    )
    record["result"] = result(record, rules, bid, sum(map(value, out_of_play)))
    return record


def refuse_wrong_deal(variant: str, hands: list[list[str]], kitty: list[str], stock: Sequence[str]) -> None:
    _, size, buried, _ = TABLES[variant]
    sizes = [len(hand) for hand in hands]
    wanted = [[size] * seats_of(variant)]
    if variant == "six-rotating":
        wanted = [[size * (seat % 3 != idle) for seat in range(6)] for idle in range(3)]
    if sizes not in wanted or len(kitty) != buried:
        raise NotOfferedError
    if sorted(flat(hands) + list(kitty) + list(stock)) != sorted(pack(variant)):
        raise NotOfferedError


def side_of(record: Record, seat: int) -> int:
    """The side of a seat; the shadow is of the declarer's."""
    seat = record["declarer"] if record["seats"] == 5 and seat == 4 else seat
    return next(place for place, side in enumerate(record["sides"]) if seat in side)


def result(record: Record, rules: Record, bid: int, buried: int) -> Record:
    taken = [0 for _ in record["sides"]]
    for trick in record["tricks"]:
        taken[side_of(record, trick["winner"])] += trick["points"]
    side = side_of(record, record["declarer"])
    if rules["kitty_points"] == "contractor":
        taken[side] += buried
    if rules["kitty_points"] == "defenders":
        taken[(side + 1) % len(taken)] += buried
    made = taken[side] >= bid
    gain = 200 if bid == 100 and rules["hundred_for_200"] == "on" else taken[side]
    bidders = {side_of(record, entry["seat"]) for entry in record["auction"] if entry["call"] != "pass"}
    bound = rules["must_bid_at_100"] == "on"
    delta = [
        0 if bound and score >= 100 and place not in bidders else points
        for place, (score, points) in enumerate(zip(record["scores"], taken, strict=True))
    ]
    delta[side] = gain if made else -bid
    scores = [old + new for old, new in zip(record["scores"], delta, strict=True)]
    won = over(scores, rules, side)
    return {
        "taken": taken,
        "contracts": [{"side": side, "contract": str(bid), "made": made}],
        "delta": delta,
        "scores": scores,
        "game_over": won is not None,
        "winner": won,
    }


def somewhere(rng: random.Random, rules: Record, sides: int) -> list[int]:
    """Scores before a hand, often near the ends of the game."""
    while True:
        edges = [0, 100, rules["target"] - 20, rules["loss_limit"] + 20, -5, 95]
        scores = [rng.choice(edges) + 5 * rng.randint(-6, 6) for _ in range(sides)]
        if over(scores, rules, None) is None:
            return scores


def random_record(rng: random.Random, variant: str, switches: Record, bold: float = 0.5) -> Record:
    """A legal record of random play."""
    rules = DEFAULTS | VARIANTS[variant] | switches
    hands, kitty, stock = deal(variant, rng)
    scores = somewhere(rng, rules, len(TABLES[variant][3]))
    dealers = [seat for seat, hand in enumerate(hands) if hand and (variant, seat) != ("five-shadow", 4)]
    player, dealer = Player(rng, bold), rng.choice(dealers)
    return play(variant, switches, player, hands, kitty, stock, dealer=dealer, scores=scores)
