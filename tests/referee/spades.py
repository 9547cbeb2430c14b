"""Partnership Blackout at the test table: what is legal, who wins and what it scores."""

import random
from collections.abc import Sequence

from tests.referee.table import SIDES, NotOfferedError, Player, Record, flat, head, tricks, turned

RANKS = "AKQJT98765432"
PACK = sorted(rank + suit for rank in RANKS for suit in "CDHS")
DEFAULTS: dict[str, Record] = {
    "mayes": {"score": "exact10", "lead_trump": "only_if_no_other", "target": 100},
    "as-translated": {"score": "seed_literal", "lead_trump": "only_if_no_other", "target": 100},
}
SCORES = {
    "exact10": {"made": 0, "exact_bonus": 10, "per_trick": 1, "all_bonus": 0, "set": -10},
    "seed_literal": {"made": 10, "exact_bonus": 0, "per_trick": 0, "all_bonus": 13, "set": -10},
    "made10plus": {"made": 10, "exact_bonus": 0, "per_trick": 1, "all_bonus": 0, "set": -10},
}
FINAL = ("board", "nil", "pass")


class Spades(Player):
    """Also chooses what this game leaves open in a record."""

    def plays_on(self) -> bool:
        """Whether a hand that nobody can score in is played."""
        return self.rng.random() < 0.5

    def names_winner(self) -> bool:
        """Whether the winner of the bidding is written down."""
        return self.rng.random() < 0.5

    def call(self, seat: int, options: list[str]) -> str:
        return self.rng.choice(options if self.rng.random() < 0.3 else options[:5])

    def named_trump(self) -> str | None:
        """What stands as trump in a hand that is not played."""
        return self.rng.choice(["S", None])


def legal(hand: list[str], on_table: list[str], may_lead: bool) -> list[str]:
    if on_table:
        return [card for card in hand if card[1] == on_table[0][1]] or list(hand)
    others = [card for card in hand if card[1] != "S"]
    return list(hand) if may_lead or not others else others


def winner(on_table: list[str]) -> int:
    def worth(place: int) -> tuple[bool, bool, int]:
        card = on_table[place]
        return card[1] == "S", card[1] == on_table[0][1], -RANKS.index(card[0])

    return max(range(4), key=worth)


def bidding(player: Player, variant: str, dealer: int) -> list[Record]:
    numbers = [str(number) for number in range(13)]
    options = [*numbers, *FINAL] if variant == "as-translated" else [*numbers[1:], *FINAL[:2]]
    calls: dict[int, str] = {}
    for seat in turned(range(4), (dealer + 1) % 4):
        if calls.get((seat + 2) % 4) not in FINAL:
            calls[seat] = player.call(seat, options)
    return [{"seat": seat, "call": call} for seat, call in calls.items()]


def contract(calls: list[Record], side: int) -> str | None:
    own = [entry["call"] for entry in calls if entry["seat"] % 2 == side]
    if own[-1] in FINAL:
        return None if own[-1] == "pass" else own[-1]
    return str(min(12, sum(int(call) for call in own)))


def winner_of_bidding(calls: list[Record], contracts: list[str | None]) -> tuple[int | None, str | None]:
    sums = [-1 if name in (None, "nil") else 13 if name == "board" else int(name) for name in contracts]
    if sums[0] == sums[1]:
        return None, None
    side = sums.index(max(sums))
    own = [entry for entry in calls if entry["seat"] % 2 == side]
    if contracts[side] == "board":
        return own[-1]["seat"], "board"
    high = max(int(entry["call"]) for entry in own)
    return next(entry["seat"] for entry in own if int(entry["call"]) == high), contracts[side]


def play(
    variant: str,
    switches: Record,
    player: Spades,
    hands: list[list[str]],
    *,
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
) -> Record:
    """One hand of Partnership Blackout, written down."""
    rules = DEFAULTS[variant] | switches
    numbers = SCORES[rules["score"]] | {
        name: switches[name] for name in SCORES["exact10"] if name in switches
    }
    if sorted(flat(hands)) != PACK or [len(hand) for hand in hands] != [13] * 4 or len(scores) != 2:
        raise NotOfferedError
    if max(scores) >= rules["target"] and scores[0] != scores[1]:
        raise NotOfferedError
    record = head("blackout", variant, switches, dealer, scores)
    record |= {"hands": [list(hand) for hand in hands], "kitty": [], "stock": [], "exchange": []}
    record |= {"auction": bidding(player, variant, dealer), "trump": "S"}
    contracts = [contract(record["auction"], side) for side in (0, 1)]
    named = winner_of_bidding(record["auction"], contracts) if variant == "as-translated" else (None, None)
    if not player.names_winner():
        named = (None, None)
    record |= {"declarer": named[0], "contract": named[1], "tricks": []}
    if contracts != [None, None] or player.plays_on():
        hands = [list(hand) for hand in hands]
        free = rules["lead_trump"] == "after_broken"
        broken: list[bool] = []

        def after(cards: list[str], seats: list[int]) -> bool:
            broken.extend(card[1] == "S" for card in cards)
            return False

        record["tricks"] = tricks(
            player,
            hands,
            (dealer + 1) % 4,
            legal=lambda hand, cards: legal(hand, cards, free and any(broken)),
            winner=winner,
            worth=lambda cards: 1,
            after=after,
        )
    else:
        record["trump"] = player.named_trump()
    record["result"] = result(record, rules, numbers, contracts)
    return record


def result(record: Record, rules: Record, numbers: Record, contracts: list[str | None]) -> Record:
    by_seat = [sum(trick["winner"] == seat for trick in record["tricks"]) for seat in range(4)]
    taken = [sum(by_seat[seat] for seat in side) for side in SIDES]
    entries: list[Record] = []
    delta = [0, 0]
    for side, name in enumerate(contracts):
        if name is None:
            continue
        if name == "nil":
            bidders = [entry["seat"] for entry in record["auction"] if entry["call"] == "nil"]
            bound = SIDES[side] if record["variant"] == "as-translated" else bidders
            made = not any(by_seat[seat] for seat in bound if seat % 2 == side)
        else:
            made = taken[side] >= (13 if name == "board" else int(name))
        if name in FINAL:
            delta[side] = 40 if made else -10
        elif made:
            delta[side] = numbers["made"] + numbers["per_trick"] * taken[side]
            delta[side] += numbers["exact_bonus"] * (taken[side] == int(name))
            delta[side] += numbers["all_bonus"] * (taken[side] == 13)
        else:
            delta[side] = numbers["set"]
        entries.append({"side": side, "contract": name, "made": made})
    scores = [old + new for old, new in zip(record["scores"], delta, strict=True)]
    won = None
    if max(scores) >= rules["target"] and scores[0] != scores[1]:
        won = scores.index(max(scores))
    return {
        "taken": taken,
        "taken_by_seat": by_seat,
        "contracts": entries,
        "delta": delta,
        "scores": scores,
        "game_over": won is not None,
        "winner": won,
    }


def random_record(rng: random.Random, variant: str, switches: Record) -> Record:
    """A legal record of random play."""
    rules = DEFAULTS[variant] | switches
    cards = rng.sample(PACK, 52)
    hands = [cards[seat * 13 : seat * 13 + 13] for seat in range(4)]
    scores = [rules["target"] - rng.choice([1, 5, 15, 60, 100, 150]) for _ in range(2)]
    if rng.random() < 0.1:
        scores = [rules["target"] + 3] * 2
    return play(variant, switches, Spades(rng), hands, dealer=rng.randrange(4), scores=scores)
