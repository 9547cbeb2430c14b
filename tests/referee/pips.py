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

RANKS = {"base": "AKQJT9875", "kitty": "AKQJT98765", "to-300": "AKQJT9875", "to-500": "AKQJT9875"}
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
VARIANTS: dict[str, Record] = {
    "base": {},
    "kitty": {},
    "to-300": {"target": 300, "min_bid": 60, "loss_limit": -300},
    "to-500": {"target": 500, "min_bid": 60, "loss_limit": -500},
}


def pack(variant: str) -> list[str]:
    return [rank + suit for rank in RANKS[variant] for suit in "CDHS"]


def value(card: str) -> int:
    return {"A": 10, "T": 10, "5": 5}.get(card[0], 0)


def legal(hand: list[str], on_table: list[str]) -> list[str]:
    following = [card for card in hand if on_table and card[1] == on_table[0][1]]
    return following or list(hand)


def winner(on_table: list[str], trump: str) -> int:
    suit = trump if any(card[1] == trump for card in on_table) else on_table[0][1]
    ranks = ["AKQJT98765".index(card[0]) if card[1] == suit else 99 for card in on_table]
    return ranks.index(min(ranks))


def deal(variant: str, rng: random.Random) -> tuple[list[list[str]], list[str]]:
    cards = pack(variant)
    rng.shuffle(cards)
    return [cards[seat * 9 : seat * 9 + 9] for seat in range(4)], cards[36:]


def over(scores: Sequence[int], rules: Record, declaring: int | None) -> int | None:
    """The side that has won, if one has; with no declaring side, some side that has."""
    rich = [side for side in (0, 1) if scores[side] >= rules["target"]]
    if rich:
        return declaring if declaring in rich else rich[0]
    for side in (0, 1):
        if scores[side] <= rules["loss_limit"] and scores[1 - side] >= 0:
            return 1 - side
    return None


def play(
    variant: str,
    switches: Record,
    player: Player,
    hands: list[list[str]],
    kitty: list[str],
    *,
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
) -> Record:
    """One hand of Two Hundred, written down."""
    rules = DEFAULTS | VARIANTS[variant] | switches
    record = head("two-hundred", variant, switches, dealer, scores)
    record |= {"hands": [list(hand) for hand in hands], "kitty": list(kitty), "stock": []}
    if sorted(flat(hands) + kitty) != sorted(pack(variant)) or any(len(hand) != 9 for hand in hands):
        raise NotOfferedError
    if over(scores, rules, None) is not None:
        raise NotOfferedError
    calls, declarer, bid = auction(
        player,
        dealer,
        range(rules["min_bid"], 101, 5),
        holds=False,
        stop=100,
        once=rules["bidding"] == "single_round",
        forced=rules["all_pass"] == "dealer_must_bid",
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
    record["tricks"] = tricks(
        player,
        hands,
        declarer,
        legal=legal,
        winner=lambda cards: winner(cards, trump),
        worth=lambda cards: sum(map(value, cards)),
    )
    record["result"] = result(record, rules, declarer % 2, bid, sum(map(value, out_of_play)))
    return record


def result(record: Record, rules: Record, side: int, bid: int, buried: int) -> Record:
    taken = [sum(trick["points"] for trick in record["tricks"] if trick["winner"] % 2 == s) for s in (0, 1)]
    if rules["kitty_points"] != "dead":
        taken[side if rules["kitty_points"] == "contractor" else 1 - side] += buried
    made = taken[side] >= bid
    gain = 200 if bid == 100 and rules["hundred_for_200"] == "on" else taken[side]
    theirs = taken[1 - side]
    bidders = {entry["seat"] % 2 for entry in record["auction"] if entry["call"] != "pass"}
    if rules["must_bid_at_100"] == "on" and record["scores"][1 - side] >= 100 and 1 - side not in bidders:
        theirs = 0
    delta = [0, 0]
    delta[side], delta[1 - side] = gain if made else -bid, theirs
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


def somewhere(rng: random.Random, rules: Record) -> list[int]:
    """Scores before a hand, often near the ends of the game."""
    while True:
        edges = [0, 100, rules["target"] - 20, rules["loss_limit"] + 20, -5, 95]
        scores = [rng.choice(edges) + 5 * rng.randint(-6, 6) for _ in SIDES]
        if over(scores, rules, None) is None:
            return scores


def random_record(rng: random.Random, variant: str, switches: Record, bold: float = 0.5) -> Record:
    """A legal record of random play."""
    rules = DEFAULTS | VARIANTS[variant] | switches
    hands, kitty = deal(variant, rng)
    scores = somewhere(rng, rules)
    player, dealer = Player(rng, bold), rng.choice(seats_from(0))
    return play(variant, switches, player, hands, kitty, dealer=dealer, scores=scores)
