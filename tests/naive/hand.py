"""One hand from the deal to the score."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.naive.deals import Deal
from tests.naive.exchange import Weights, exchange
from tests.naive.frames import HAND_SIZE, NAHANNI, SEATS, TWO_HUNDRED, Frame, Switches, frame_of
from tests.naive.players import (
    BEST_TRUMP_POINTS,
    Trick,
    View,
    best_of,
    random_card,
    rules_card,
    same_side,
    trick_points,
)
from tests.naive.streams import PLAY, Words


@dataclass(frozen=True)
class Result:
    trump: str
    discards: list[list[str]]  # of each seat
    draws: list[list[str]]  # of each seat, from the stock
    tricks: list[Trick]
    taken: tuple[int, int]  # the declaring side, the others
    made: bool
    score: int  # of the declaring side less that of the others


def play_tricks(
    frame: Frame,
    switches: Switches,
    hands: Sequence[Sequence[str]],
    discards: Sequence[Sequence[str]],
    *,
    seed: int | str,
    index: int,
    declarer: int,
    bid: int,
    policies: Sequence[str],
    weights: Weights,
) -> list[Trick]:
    left = [list(hand) for hand in hands]
    words = Words(seed, PLAY, index)
    leader = declarer if frame.game == TWO_HUNDRED else (declarer + 1) % SEATS
    laid_away = [len(gone) for gone in discards]
    finished: list[Trick] = []
    for number in range(HAND_SIZE[frame.game]):
        if number % 2 == 0:
            words.fresh()
        table: list[tuple[int, str]] = []
        for step in range(SEATS):
            seat = (leader + step) % SEATS
            view = View(
                frame=frame,
                seat=seat,
                hand=left[seat],
                discards=discards[seat],
                laid_away=laid_away,
                declarer=declarer,
                bid=bid,
                kitty_points=str(switches.get("kitty_points", "dead")),
                finished=finished,
                table=table,
            )
            card = random_card(view, words) if policies[seat] == "random" else rules_card(view, weights)
            left[seat].remove(card)
            table.append((seat, card))
        winner = best_of(frame, table)[0]
        finished.append(Trick(leader, table, winner))
        leader = winner
    return finished


def points_taken(
    frame: Frame,
    switches: Switches,
    declarer: int,
    discards: Sequence[Sequence[str]],
    tricks: Sequence[Trick],
) -> tuple[int, int]:
    """Points of the declaring side and of the others, with buried points and the best trump."""
    taken = [0, 0]
    for trick in tricks:
        taken[not same_side(trick.winner, declarer)] += trick_points(frame, trick)
    trumps = [play for trick in tricks for play in trick.cards if frame.is_trump(play[1])]
    if trumps:
        seat, _ = max(trumps, key=lambda play: frame.index[play[1]])
        taken[not same_side(seat, declarer)] += BEST_TRUMP_POINTS[frame.game]
    buried = sum(frame.points[card] for gone in discards for card in gone)
    match switches.get("kitty_points", "dead"):
        case "contractor":
            taken[0] += buried
        case "defenders":
            taken[1] += buried
    return taken[0], taken[1]


def hand_score(game: str, switches: Switches, bid: int, taken: tuple[int, int], made: bool) -> int:
    """The declaring side's score for the hand less that of the others, who score what they took."""
    own = taken[0] if made else -bid
    if made and game == NAHANNI and bid == 30:
        own = 60
    if made and game == TWO_HUNDRED and bid == 100 and switches.get("hundred_for_200", "off") == "on":
        own = 200
    return own - taken[1]


def play(
    game: str,
    switches: Switches,
    deal: Deal,
    *,
    seed: int | str,
    index: int,
    declarer: int,
    dealer: int,
    trump: str | None,  # None: named after the kitty
    bid: int,
    policies: tuple[str, str],  # "random" or "rules": the declaring side, the others
    weights: Weights,
) -> Result:
    of_seat = [policies[0] if same_side(seat, declarer) else policies[1] for seat in range(SEATS)]
    swap = exchange(
        game,
        switches,
        deal,
        seed=seed,
        index=index,
        declarer=declarer,
        dealer=dealer,
        trump=trump,
        policies=of_seat,
        weights=weights,
    )
    frame = frame_of(game, switches, swap.trump)
    tricks = play_tricks(
        frame,
        switches,
        swap.hands,
        swap.discards,
        seed=seed,
        index=index,
        declarer=declarer,
        bid=bid,
        policies=of_seat,
        weights=weights,
    )
    taken = points_taken(frame, switches, declarer, swap.discards, tricks)
    if game == NAHANNI and bid == 30:
        made = all(same_side(trick.winner, declarer) for trick in tricks)
    else:
        made = taken[0] >= bid
    score = hand_score(game, switches, bid, taken, made)
    return Result(swap.trump, swap.discards, swap.draws, tricks, taken, made, score)
