"""What a kernel reads: the rules of one game compiled into arrays.

The *trump frame*: once trump is named, every card is moved to a frame where lane 3 holds the trumps and
lanes 0-2 the plain suits, and in every lane a higher bit is a stronger card. In the frame all trick
games look alike: a trick goes to the highest bit of lane 3 in it, else to the highest bit of the lane
led. What differs between games is which bit a card moves to, and the masks of following suit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sims.cards import LANE, card_id

Int64Array = NDArray[np.int64]

TRUMP_LANE = LANE << 48
TAKEN = -1  # in `Tables.ladder`: the score for a made bid is what the side took


class Tables(NamedTuple):
    """Arrays of one game's rules; masks are int64, see `sims.cards` for card ids.

    to_frame[trump, card]   frame bit of a card, 0 if the deck has no such card
    to_card[trump, index]   card id of a frame index, -1 if none
    required[index]         led this card, a hand that holds any of these must play from `allowed`
    allowed[index]          ... and these are the cards it may then play
    point_masks[2]          frame cards worth point_values[0] and point_values[1] points
    settings                see the constants below
    ladder[bid]             level, points needed, tricks needed, score if made (or TAKEN), score if set
    """

    to_frame: Int64Array
    to_card: Int64Array
    required: Int64Array
    allowed: Int64Array
    point_masks: Int64Array
    point_values: Int64Array
    settings: Int64Array
    ladder: Int64Array


# indices into Tables.settings
(
    SEATS,  # number of seats
    HAND,  # cards a seat holds when play begins
    TRICKS_IN_HAND,  # number of tricks
    DRAW_AFTER_TRICK,  # 1: after each trick the winner, then the others draw from the stock
    KITTY,  # cards of the kitty
    DRAWS,  # 1: everybody discards and draws back to HAND from the stock
    TRICK_POINTS,  # points of a trick as such
    BEST_TRUMP,  # points for the best trump played
    TOTAL,  # points in the hand
    UNIT,  # the smallest step of points
    ANYTIME,  # 1: a trump may be played on any lead
    LEAD_FROM_DEALER,  # 1: the leader is counted from the dealer, 0: from the declarer
    LEAD_OFFSET,  # ... by this many seats
    TRUMP_LEAD_LEVEL,  # against a bid of this level the first lead must be a trump (0: never)
    BURIED,  # where buried points go: 0 nowhere, 1 to the defenders, 2 to the declaring side
    EXCHANGE_BEFORE_TRUMP,  # 1: trump is named after the exchange
    DECK,  # mask of the deck
    LEAD_RULE,  # when a trump may be led: 0 always, or one of the two below
    FIXED_TRUMP,  # 1 + the suit that is always trump, 0: trump is named
) = range(19)
N_SETTINGS = 19
ONLY_IF_NO_OTHER, AFTER_BROKEN = (
    1,
    2,
)  # LEAD_RULE: holding nothing else, or a trump played in an earlier trick, too

# columns of Tables.ladder
LEVEL, NEED_POINTS, NEED_TRICKS, IF_MADE, IF_SET = range(5)


def frame_maps(orders: list[list[list[str]]]) -> tuple[Int64Array, Int64Array]:
    """`to_frame` and `to_card` from the card orders of each trump.

    orders[trump][lane] is a list of 15 card names (or "" for a hole), strongest last; lane 3 = trumps.
    """
    to_frame = np.zeros((4, 64), np.int64)
    to_card = np.full((4, 64), -1, np.int64)
    for trump, lanes in enumerate(orders):
        for lane, names in enumerate(lanes):
            for position, name in enumerate(names):
                if name:
                    to_frame[trump, card_id(name)] = 1 << (16 * lane + position)
                    to_card[trump, 16 * lane + position] = card_id(name)
    return to_frame, to_card


def follow_suit() -> tuple[Int64Array, Int64Array]:
    """`required` and `allowed` where the suit led must be followed if able, else anything goes."""
    lanes = np.array([LANE << (index & 48) for index in range(64)], np.int64)
    return lanes, lanes.copy()
