"""Trick games with sets of cards: where each card lies once trump is named.

The frame of these games has three plain lanes of 13 bits and above them one of 23 bits for the trumps. In a
lane a higher bit is a stronger card, but for cards that are equal: the three off-suit cards of the trump
rank, and the three off-suit twos where twos are trumps too.

lane 0, 1, 2    the plain suits in the order C D H S; place = rank (2 is 0, A is 12)
lane 3          place 0-12 the trump suit by rank; 13-15 the off-suit twos, 16 the own two; 17-19 the off-suit
                cards of the trump rank, 20 the own one; 21 the black joker, 22 the red one
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sims.cards import BLACK_JOKER, RANKS, RED_JOKER, SUITS, card_id
from sims.tables import Int64Array

PLAIN_BITS = 13
TRUMP_PLACES = 23
TRUMP_SHIFT = 3 * PLAIN_BITS
FRAME_BITS = TRUMP_SHIFT + TRUMP_PLACES
PLAIN = (1 << PLAIN_BITS) - 1
TRUMPS = ((1 << TRUMP_PLACES) - 1) << TRUMP_SHIFT
OFF_TWO, OWN_TWO, OFF_RANK, OWN_RANK, BLACK, RED = 13, 16, 17, 20, 21, 22
EQUALS = ((13, 14, 15), (17, 18, 19))  # places of trumps that do not beat one another
OFF_TWOS, OFF_RANKS = (sum(1 << (TRUMP_SHIFT + place) for place in places) for places in EQUALS)
N_RANKS = len(RANKS)
N_FRAMES = 4 * N_RANKS  # frame = 4 * rank + trump suit
JOKERS = (1 << BLACK_JOKER) | (1 << RED_JOKER)


class Frames(NamedTuple):
    """Where the cards lie under each rank and trump suit, int64 throughout.

    to_frame[frame, card]   frame bit of a card id, 0 if there is no such card
    to_card[frame, index]   card id of a frame index, -1 if none
    points[frame, 2]        the cards worth 10, the cards worth 5
    above[index]            stronger cards of the same lane
    lane[index]             all cards of the same lane
    """

    to_frame: Int64Array
    to_card: Int64Array
    points: Int64Array
    above: Int64Array
    lane: Int64Array


def frame_order(rank: int, trump: int, *, two_ranks: bool) -> dict[str, int]:
    """The frame index of each card name."""
    order = {"BJ": TRUMP_SHIFT + BLACK, "RJ": TRUMP_SHIFT + RED}
    plain = [suit for suit in range(4) if suit != trump]
    twos = two_ranks and rank != 0
    for suit, letter in enumerate(SUITS):
        for place, name in enumerate(RANKS):
            own = suit == trump
            if place == rank:
                index = TRUMP_SHIFT + (OWN_RANK if own else OFF_RANK + plain.index(suit))
            elif place == 0 and twos:
                index = TRUMP_SHIFT + (OWN_TWO if own else OFF_TWO + plain.index(suit))
            elif own:
                index = TRUMP_SHIFT + place
            else:
                index = PLAIN_BITS * plain.index(suit) + place
            order[name + letter] = index
    return order


def _stronger() -> tuple[Int64Array, Int64Array]:
    above, lane = np.zeros(64, np.int64), np.zeros(64, np.int64)
    for index in range(FRAME_BITS):
        whole = TRUMPS if index >= TRUMP_SHIFT else PLAIN << (index // PLAIN_BITS * PLAIN_BITS)
        equal = next((g for g in EQUALS if index - TRUMP_SHIFT in g), (index - TRUMP_SHIFT,))
        lane[index] = whole
        above[index] = whole & -(2 << (TRUMP_SHIFT + equal[-1]))
    return above, lane


def frames(*, two_ranks: bool) -> Frames:
    """The frames of every rank and trump suit."""
    to_frame = np.zeros((N_FRAMES, 64), np.int64)
    to_card = np.full((N_FRAMES, 64), -1, np.int64)
    points = np.zeros((N_FRAMES, 2), np.int64)
    for frame in range(N_FRAMES):
        for name, index in frame_order(frame // 4, frame % 4, two_ranks=two_ranks).items():
            to_frame[frame, card_id(name)] = 1 << index
            to_card[frame, index] = card_id(name)
            if name[0] in "KT5":
                points[frame, 1 if name[0] == "5" else 0] |= 1 << index
    above, lane = _stronger()
    return Frames(to_frame, to_card, points, above, lane)
