"""Nahanni at the test table: what is legal, who wins and what it scores."""

import random
from collections.abc import Sequence

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


def row(cards: str) -> list[str]:
    return cards.split()


TRUMPS = {
    "H": row("5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H"),
    "D": row("5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
    "C": row("5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"),
    "S": row("5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"),
}
PLAIN = {
    "high": {
        "H": row("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        "D": row("AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D"),
        "C": row("AC KC QC JC 2C 3C 4C 5C 6C 7C 8C 9C TC"),
        "S": row("AS KS QS JS 2S 3S 4S 5S 6S 7S 8S 9S TS"),
    },
    "one": {
        "H": row("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"),
        "D": row("KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD"),
        "C": row("KC QC JC AC 2C 3C 4C 5C 6C 7C 8C 9C TC"),
        "S": row("KS QS JS AS 2S 3S 4S 5S 6S 7S 8S 9S TS"),
    },
}
PACK = sorted({card for rows in (TRUMPS, PLAIN["high"]) for cards in rows.values() for card in cards})
DEFAULTS: Record = {
    "target": 120,
    "plain_follow": "free",
    "plain_ace": "high",
    "all_pass": "throw_in",
    "at_100": "count_no_win",
    "in_the_hole": "off",
    "kitty": 3,
}


def legal(hand: list[str], on_table: list[str], trump: str, rules: Record, whist: bool) -> list[str]:
    """The cards of a hand that may be played; `whist` if the lead has to be a trump."""
    trumps = [card for card in hand if card in TRUMPS[trump]]
    if not on_table:
        return trumps if whist and trumps else list(hand)
    led = on_table[0]
    if led in TRUMPS[trump]:
        above = [card for card in TRUMPS[trump][:3] if TRUMPS[trump].index(card) < TRUMPS[trump].index(led)]
        return list(hand) if all(card in above for card in trumps) else trumps
    suit = [card for card in hand if card[1] == led[1] and card not in trumps]
    if rules["plain_follow"] == "free" or not suit:
        return list(hand)
    return suit + trumps


def winner(on_table: list[str], trump: str, ace: str) -> int:
    led = on_table[0][1]
    ladder = TRUMPS[trump] + ([] if on_table[0] in TRUMPS[trump] else PLAIN[ace][led])
    places = [ladder.index(card) if card in ladder else 99 for card in on_table]
    return places.index(min(places))


def deal(rng: random.Random, kitty: int = 3) -> tuple[list[list[str]], list[str], list[str]]:
    cards = rng.sample(PACK, 52)
    hands = [cards[seat * 5 : seat * 5 + 5] for seat in range(4)]
    return hands, cards[20 : 20 + kitty], cards[20 + kitty :]


def exchange(
    player: Player, hands: list[list[str]], kitty: list[str], stock: list[str], *, declarer: int, dealer: int
) -> list[Record]:
    """The exchange, made in the hands and the stock given."""
    takes = player.take(declarer, kitty, whole=True)
    hands[declarer] += takes
    discards = player.discard(declarer, hands[declarer], len(kitty), 5 + len(kitty))
    hands[declarer][:] = [card for card in hands[declarer] if card not in discards]
    written: list[Record] = [{"seat": declarer, "takes": takes, "discards": discards}]
    for seat in seats_from(dealer + 1):
        discards = player.discard(seat, hands[seat], 0, 0 if seat == declarer else 5)
        hands[seat][:] = [card for card in hands[seat] if card not in discards]
        takes = [stock.pop(0) for _ in range(5 - len(hands[seat]))]
        hands[seat] += takes
        written.append({"seat": seat, "takes": takes, "discards": discards})
    return written


def play(
    switches: Record,
    player: Player,
    hands: list[list[str]],
    kitty: list[str],
    stock: list[str],
    *,
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
) -> Record:
    """One hand of Nahanni, written down."""
    rules = DEFAULTS | switches
    record = head("nahanni", "base", switches, dealer, scores)
    record |= {"hands": [list(hand) for hand in hands], "kitty": list(kitty), "stock": list(stock)}
    if sorted(flat(hands) + kitty + stock) != PACK or any(len(hand) != 5 for hand in hands):
        raise NotOfferedError
    if len(kitty) != rules["kitty"] or is_over(scores, rules):
        raise NotOfferedError
    forced = rules["all_pass"] == "dealer_20"
    calls, declarer, bid = auction(
        player, dealer, (20, 25, 30), holds=True, stop=None, once=False, forced=forced
    )
    record["auction"] = calls
    if declarer is None:
        return record | thrown_in(scores)
    trump = player.trump()
    record |= {"declarer": declarer, "contract": str(bid), "trump": trump}
    hands, rest = [list(hand) for hand in hands], list(stock)
    record["exchange"] = exchange(player, hands, kitty, rest, declarer=declarer, dealer=dealer)
    record["tricks"] = tricks(
        player,
        hands,
        (declarer + 1) % 4,
        legal=lambda hand, cards: legal(
            hand, cards, trump, rules, whist=bid == 30 and sum(map(len, hands)) == 20
        ),
        winner=lambda cards: winner(cards, trump, rules["plain_ace"]),
        worth=lambda cards: 5,
    )
    played = [[play["cards"][0] for play in trick["plays"]] for trick in record["tricks"]]
    ranks = [
        min((TRUMPS[trump].index(c) for c in cards if c in TRUMPS[trump]), default=99) for cards in played
    ]
    bonus = ranks.index(min(ranks)) if min(ranks) < 99 else None
    record["result"] = result(record, rules, declarer % 2, bid, bonus)
    if bonus is not None and player.bonus_in_trick():
        record["tricks"][bonus]["points"] = 10
    return record


def is_over(scores: Sequence[int], rules: Record) -> bool:
    """Whether nobody can stand at these scores with the game still going on."""
    beyond = rules["at_100"] == "count_no_win" and rules["target"] > 100
    return not beyond and any(score >= rules["target"] for score in scores)


def result(record: Record, rules: Record, side: int, bid: int, bonus: int | None) -> Record:
    winners = [trick["winner"] % 2 for trick in record["tricks"]]
    taken = [5 * winners.count(0), 5 * winners.count(1)]
    if bonus is not None:
        taken[winners[bonus]] += 5  # the best trump has won its trick
    made = winners.count(side) == 5 if bid == 30 else taken[side] >= bid
    before = record["scores"]
    free = [
        score < 100 or (rules["in_the_hole"] == "on" and before[1 - s] < 0) for s, score in enumerate(before)
    ]
    delta = list(taken)
    delta[side] = -bid if not made else 60 if bid == 30 else taken[side]
    if rules["at_100"] == "no_points" and not free[1 - side]:
        delta[1 - side] = 0
    scores = [old + new for old, new in zip(before, delta, strict=True)]
    won = None
    if scores[side] >= rules["target"] and (made or free[side]):
        won = side
    elif scores[1 - side] >= rules["target"] and free[1 - side]:
        won = 1 - side
    return {
        "taken": taken,
        "contracts": [{"side": side, "contract": str(bid), "made": made}],
        "delta": delta,
        "scores": scores,
        "game_over": won is not None,
        "winner": won,
    }


def random_record(rng: random.Random, switches: Record, bold: float = 0.5) -> Record:
    """A legal record of random play, from scores that are often near the ends of the game."""
    rules = DEFAULTS | switches
    while True:
        scores = [rng.choice([0, 100, rules["target"] - 15, -10]) + 5 * rng.randint(-4, 4) for _ in range(2)]
        if not is_over(scores, rules):
            break
    return play(
        switches, Player(rng, bold), *deal(rng, rules["kitty"]), dealer=rng.randrange(4), scores=scores
    )
