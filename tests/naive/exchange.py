"""What is laid away before the play, and the trump that is named after the kitty."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.naive.deals import SUITS, Deal
from tests.naive.frames import HAND_SIZE, NAHANNI, SEATS, TRUMP_LANE, TWO_HUNDRED, Frame, Switches, frame_of
from tests.naive.streams import EXCHANGE, Words, draw_cards

Weights = Mapping[str, Any]


@dataclass(frozen=True)
class Exchange:
    trump: str
    hands: list[list[str]]  # with which the seats go into the play
    discards: list[list[str]]
    draws: list[list[str]]  # from the stock


def clockwise(after: int) -> list[int]:
    """All the seats, the first being the one to the left of `after`."""
    return [(after + step) % SEATS for step in range(1, SEATS + 1)]


def estimate(hand: Iterable[str], frame: Frame, weights: Weights) -> int:
    """The worth of a hand for the trump of the frame, in sixteenths of a point."""
    hand = list(hand)
    trumps = sum(frame.is_trump(card) for card in hand)
    empty_lanes = TRUMP_LANE - len({frame.lane[card] for card in hand} - {TRUMP_LANE})
    worth: int = weights["estimate"]["constant"]
    if trumps:
        worth += weights["estimate"]["void"] * empty_lanes
    worth += weights["estimate"]["long"] * max(trumps - 3, 0)
    for card in hand:
        worth += weights["value"]["trump" if frame.is_trump(card) else "plain"][frame.place[card]]
    return worth


def name_trump(hand: Sequence[str], game: str, switches: Switches, weights: Weights) -> str:
    """The suit of the greatest estimate, of equals the first of C D H S."""
    return max(SUITS, key=lambda suit: estimate(hand, frame_of(game, switches, suit), weights))


def keep_merit(card: str, hand: Sequence[str], frame: Frame, weights: Weights) -> int:
    keep = weights["keep"]
    if frame.is_trump(card):
        return int(keep["trump"][frame.place[card]])
    of_its_lane = sum(frame.lane[other] == frame.lane[card] for other in hand)
    return int(keep["plain"][frame.place[card]] + keep["length"] * of_its_lane)


def rules_discards(hand: Iterable[str], frame: Frame, weights: Weights) -> list[str]:
    """Two Hundred: down to nine. Nahanni: down to five, and further while a card is worth too little."""
    kept = frame.in_order(hand)
    gone = []
    while kept:
        merits = [keep_merit(card, kept, frame, weights) for card in kept]
        least = min(merits)
        worthless = frame.game == NAHANNI and least < weights["keep"]["least"]
        if len(kept) <= HAND_SIZE[frame.game] and not worthless:
            break
        gone.append(kept.pop(merits.index(least)))
    return gone


def random_discards(hand: Iterable[str], frame: Frame, words: Words) -> list[str]:
    """Two Hundred: all but nine, card by card. Nahanni: any cards that leave five at most."""
    ordered = frame.in_order(hand)
    if frame.game == TWO_HUNDRED:
        return draw_cards(words, ordered, len(ordered) - HAND_SIZE[TWO_HUNDRED])
    while True:
        words.fresh()
        choice = words.draw(2 ** len(ordered))
        gone = [card for place, card in enumerate(ordered) if choice // 2**place % 2]
        if len(ordered) - len(gone) <= HAND_SIZE[NAHANNI]:
            return gone


def exchange(
    game: str,
    switches: Switches,
    deal: Deal,
    *,
    seed: int | str,
    index: int,
    declarer: int,
    dealer: int,
    trump: str | None,
    policies: Sequence[str],  # of each seat
    weights: Weights,
) -> Exchange:
    hands = [list(hand) for hand in deal.hands]
    hands[declarer] += deal.kitty
    words = Words(seed, EXCHANGE, index)
    if trump is None:
        if game == NAHANNI or not deal.kitty:
            raise ValueError("trump stays open only where it is named after the kitty")
        if policies[declarer] == "random":
            words.fresh()
            trump = SUITS[words.draw(len(SUITS))]
        else:
            trump = name_trump(hands[declarer], game, switches, weights)
    frame = frame_of(game, switches, trump)

    discards: list[list[str]] = [[] for _ in range(SEATS)]
    draws: list[list[str]] = [[] for _ in range(SEATS)]
    exchanging = [declarer] if deal.kitty else []
    if game == NAHANNI:
        exchanging = [declarer] + [seat for seat in clockwise(dealer) if seat != declarer]
    for seat in exchanging:
        if policies[seat] == "random":
            discards[seat] = random_discards(hands[seat], frame, words)
        else:
            discards[seat] = rules_discards(hands[seat], frame, weights)
        hands[seat] = [card for card in hands[seat] if card not in discards[seat]]
    if game == NAHANNI:
        stock = list(deal.stock)
        for seat in clockwise(dealer):
            wanted = HAND_SIZE[NAHANNI] - len(hands[seat])
            draws[seat], stock = stock[:wanted], stock[wanted:]
            hands[seat] += draws[seat]
    return Exchange(trump, hands, discards, draws)
