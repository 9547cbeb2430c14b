"""Twenty-Five and Fifty-Five at the test table: what is legal, who wins and what it scores."""

import random
from collections.abc import Sequence

from tests.referee.honours import PACK, TRUMPS, legal, winner
from tests.referee.table import (
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

FOLLOW = {"plain_follow": "follow_or_trump"}
"""How Nahanni names the duty to a plain suit that these games have."""

TWENTY_FIVE: Record = {"players": 4, "sides": "singles", "target": 25, "double_stake": "off"}
FIFTY_FIVE: Record = {
    "players": 4,
    "target": 110,
    "all_pass": "throw_in",
    "who_wins": "anyone",
    "trump_named": "after_kitty",
    "lead": "dealer_left",
    "bidder_cap": "off",
}


def partners(seats: int, how: str) -> list[list[int]]:
    """The sides of a table."""
    if how == "threes" and seats == 9:
        return [[0, 3, 6], [1, 4, 7], [2, 5, 8]]
    if how == "pairs" and seats in (4, 6, 8, 10):
        return [[seat, seat + seats // 2] for seat in range(seats // 2)]
    if how == "singles":
        return [[seat] for seat in range(seats)]
    raise NotOfferedError


def deal(rng: random.Random, seats: int) -> tuple[list[list[str]], list[str]]:
    """Five cards each, and the rest."""
    cards = rng.sample(PACK, 52)
    return [cards[seat * 5 : seat * 5 + 5] for seat in range(seats)], cards[seats * 5 :]


def refuse_wrong_deal(hands: list[list[str]], rest: Sequence[str]) -> None:
    if sorted(flat(hands) + list(rest)) != PACK or any(len(hand) != 5 for hand in hands):
        raise NotOfferedError


def twenty_five(
    switches: Record,
    player: Player,
    hands: list[list[str]],
    turn_up: str,
    stock: list[str],
    *,
    dealer: int = 3,
    scores: Sequence[int] | None = None,
) -> Record:
    """One hand of Twenty-Five, written down."""
    seats = len(hands)
    rules = TWENTY_FIVE | {"players": seats} | switches
    sides = partners(seats, rules["sides"])
    before = [0] * len(sides) if scores is None else list(scores)
    if len(before) != len(sides) or max(before) >= rules["target"] or rules["players"] != seats:
        raise NotOfferedError
    refuse_wrong_deal(hands, [turn_up, *stock])
    record = head("twenty-five", "base", switches, dealer, before, sides)
    record |= {"hands": [list(hand) for hand in hands], "kitty": [], "stock": list(stock)}
    record |= {"turn_up": turn_up, "auction": [], "declarer": None, "contract": None, "trump": turn_up[1]}
    hands = [list(hand) for hand in hands]
    record["exchange"] = rob(player, hands, turn_up, dealer)
    after, won = list(before), []

    def ended(cards: list[str], order: list[int]) -> bool:
        side = next(place for place, members in enumerate(sides) if order[0] in members)
        won.append(side)
        after[side] += 5
        return bool(after[side] >= rules["target"])

    record["tricks"] = tricks(
        player,
        hands,
        (dealer + 1) % seats,
        legal=lambda hand, cards: legal(hand, cards, turn_up[1], FOLLOW, whist=False),
        winner=lambda cards: winner(cards, turn_up[1], "one"),
        worth=lambda cards: 5,
        ring=range(seats),
        after=ended,
    )
    if rules["double_stake"] == "on":
        record["stake"] = 2 if any(won == [side] * 5 and not before[side] for side in won[:1]) else 1
    winners = [side for side, score in enumerate(after) if score >= rules["target"]]
    gains = [new - old for old, new in zip(before, after, strict=True)]
    record["result"] = {
        "taken": gains,
        "contracts": [],
        "delta": gains,
        "scores": after,
        "game_over": bool(winners),
        "winner": winners[0] if winners else None,
    }
    return record


def rob(player: Player, hands: list[list[str]], turn_up: str, dealer: int) -> list[Record]:
    """The robbing, made in the hands."""
    ace = "A" + turn_up[1]
    robbers = [seat for seat, hand in enumerate(hands) if ace in hand or (ace == turn_up and seat == dealer)]
    for seat in robbers:
        takes = player.take(seat, [turn_up], whole=False)
        if takes:
            (thrown,) = player.discard(seat, hands[seat], 1, 1)
            hands[seat][hands[seat].index(thrown)] = turn_up
            return [{"seat": seat, "takes": takes, "discards": [thrown]}]
    return []


def fifty_five(
    switches: Record,
    player: Player,
    hands: list[list[str]],
    kitty: list[str],
    stock: list[str],
    *,
    dealer: int = 3,
    scores: Sequence[int] | None = None,
) -> Record:
    """One hand of Fifty-Five, written down."""
    seats = len(hands)
    rules = FIFTY_FIVE | {"players": seats} | switches
    before = [0] * seats if scores is None else list(scores)
    if len(before) != seats or rules["players"] != seats or len(kitty) != 5:
        raise NotOfferedError
    if rules["who_wins"] == "anyone" and max(before) >= rules["target"]:
        raise NotOfferedError
    refuse_wrong_deal(hands, kitty + stock)
    record = head("fifty-five", "base", switches, dealer, before, partners(seats, "singles"))
    record |= {"hands": [list(hand) for hand in hands], "kitty": list(kitty), "stock": list(stock)}
    calls, bidder, bid = auction(
        player,
        dealer,
        (10, 15, 20, 25, 60),
        holds=True,
        stop=None,
        once=False,
        forced=rules["all_pass"] == "dealer_10",
        ring=seats_from(dealer + 1, seats),
        ousted=True,
    )
    record["auction"] = calls
    if bidder is None:
        return record | thrown_in(before)
    hands = [list(hand) for hand in hands]
    takes = player.take(bidder, kitty, whole=True)
    hands[bidder] += takes
    discards = player.discard(bidder, hands[bidder], 5, 5)
    hands[bidder] = [card for card in hands[bidder] if card not in discards]
    trump = player.trump()
    record |= {"declarer": bidder, "contract": str(bid), "trump": trump}
    record["exchange"] = [{"seat": bidder, "takes": takes, "discards": discards}]
    leaders = {"dealer_left": dealer + 1, "bidder_left": bidder + 1, "bidder_right": bidder - 1}
    record["tricks"] = tricks(
        player,
        hands,
        leaders[rules["lead"]] % seats,
        legal=lambda hand, cards: legal(hand, cards, trump, FOLLOW, whist=False),
        winner=lambda cards: winner(cards, trump, "one"),
        worth=lambda cards: 5,
        ring=range(seats),
    )
    played = [[play["cards"][0] for play in trick["plays"]] for trick in record["tricks"]]
    best = next((card for card in TRUMPS[trump] if card in flat(played)), None)
    worth = [10 if best in cards else 5 for cards in played]
    record["result"] = outcome(record, rules, bidder, bid, worth)
    if best is not None and player.bonus_in_trick():
        record["tricks"][worth.index(10)]["points"] = 10
    return record


def outcome(record: Record, rules: Record, bidder: int, bid: int, worth: list[int]) -> Record:
    """The result of a hand of Fifty-Five; `worth` is what the tricks bring."""
    before: list[int] = record["scores"]
    winners = [trick["winner"] for trick in record["tricks"]]
    course = [list(before)]
    for seat, points in zip(winners, worth, strict=True):
        course.append([score + points * (place == seat) for place, score in enumerate(course[-1])])
    taken = [last - first for first, last in zip(before, course[-1], strict=True)]
    made = set(winners) == {bidder} if bid == 60 else taken[bidder] >= bid
    gain = 60 if bid == 60 else min(bid, taken[bidder]) if rules["bidder_cap"] == "on" else taken[bidder]
    delta = [points if seat != bidder else gain if made else -bid for seat, points in enumerate(taken)]
    scores = [old + new for old, new in zip(before, delta, strict=True)]
    there = [seat for seat, score in enumerate(scores) if score >= rules["target"]]
    if rules["who_wins"] == "bidder_only":
        there = [bidder] if made and bidder in there else []
    when = {seat: sum(state[seat] < rules["target"] for state in course) for seat in there}
    won = min(there, key=when.__getitem__, default=None)
    return {
        "taken": taken,
        "contracts": [{"side": bidder, "contract": str(bid), "made": made}],
        "delta": delta,
        "scores": scores,
        "game_over": won is not None,
        "winner": won,
    }


def random_twenty_five(rng: random.Random, switches: Record) -> Record:
    """A legal record of random play, from scores that are often near the end."""
    rules = TWENTY_FIVE | switches
    choices = {"singles": range(2, 11), "pairs": (4, 6, 8, 10), "threes": (9,)}
    seats = switches.get("players", rng.choice(choices[rules["sides"]]))
    hands, rest = deal(rng, seats)
    lowest = rng.choice([0, rules["target"] - 10])
    scores = [
        rng.choice([0, lowest, 5 * rng.randint(0, rules["target"] // 5 - 1)])
        for _ in partners(seats, rules["sides"])
    ]
    player, dealer = Player(rng), rng.randrange(seats)
    return twenty_five(switches, player, hands, rest[0], rest[1:], dealer=dealer, scores=scores)


def random_fifty_five(rng: random.Random, switches: Record, bold: float = 0.5) -> Record:
    """A legal record of random play, from scores that are often near the end."""
    rules = FIFTY_FIVE | switches
    seats = switches.get("players", rng.randint(2, 9))
    hands, rest = deal(rng, seats)
    edge, top = rng.choice([0, rules["target"] - 15]), rules["target"] - 5
    scores = [min(top, edge + 5 * rng.randint(-4, 3)) for _ in range(seats)]
    if rules["who_wins"] == "bidder_only":
        scores[0] += rng.choice([0, 30])
    player, dealer = Player(rng, bold), rng.randrange(seats)
    return fifty_five(switches, player, hands, rest[:5], rest[5:], dealer=dealer, scores=scores)
