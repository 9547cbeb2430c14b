"""101: the blocks of words that its kernel reads and writes, and the weights of its `rules` player."""

from __future__ import annotations

import numpy as np

from sims import blocks
from sims.cards import LANE, RANKS, SUITS, mask_of
from sims.games import one_hundred_one as game
from sims.sheets import Rules
from sims.tables import Int64Array

SEATS = 4  # at most
HAND = 5

# the rules block; where that of `sims.blocks` has BINOMIAL and SEARCH, it has them too
(PLAYERS, TURN_OVER, EFFECTS, DECK, MOST_ACTS) = range(5)
ALIKE = 5  # queens of which one is as good as another
PLANES = 8  # + i: the cards whose points have bit i
QUEENS = PLANES + 4
FIT = 16  # + 4 * card + suit ordered: what may be put next; after a nine, what closes it
OPEN = FIT + 256  # + card: what fits on it when it is plain, or a nine that stands open
STEP = OPEN + 64  # + card: seats from its player to the next to move: nine 0, plain 1, with a victim 2
DRAWS = STEP + 64  # + card: cards that the victim draws
BONUS = DRAWS + 64  # + card: points for going out with it
WEIGHTS = BONUS + 64

# weights of the `rules` player (docs/players-odd-games.md)
WEIGHT_NAMES = (
    "put_6", "put_7", "put_8", "put_9", "put_T", "put_J", "put_Q", "put_K", "put_A", "put_KS",
    "suit", "hit_1", "hit_2", "danger", "again", "open_nine", "keep_queen",
)  # fmt: skip
PUT = WEIGHTS  # + rank - 4, the king of spades last
(SUIT, HIT_1, HIT_2, DANGER, AGAIN, OPEN_NINE, KEEP_QUEEN) = range(WEIGHTS + 10, WEIGHTS + 17)
KNOWLEDGE, DEAL_KNOWN = blocks.KNOWLEDGE, blocks.DEAL_KNOWN
RULES_SIZE = blocks.RULES_SIZE

PLAYER_WEIGHTS = {
    2: (10, 0, 60, 30, 60, 12, -40, 18, 20, 4, -7, 30, 10, 0, 60, 60, 2),
    3: (30, 80, 24, 40, 40, 12, -40, 12, 40, 40, 10, 60, 30, 6, 60, 80, 1),
    4: (30, 42, 24, 40, 40, 12, -40, 12, 40, 30, 10, 60, 30, 6, 60, 80, 1),
}  # by the number of players

# the work block: the task, what is dealt, what changes; it begins with the words of `sims.blocks`
TASK = blocks.WORK_SIZE
(OWN, DEALER, FIRST) = range(TASK, TASK + 3)  # FIRST: the card turned up, a mask; 0 = to be drawn
POLICY = TASK + 4  # + seat
GIVEN = POLICY + SEATS  # + seat: a hand that is given, 0 = to be drawn
SCORES = GIVEN + SEATS  # + seat
TASK_SIZE = SCORES + SEATS - TASK

START = TASK + TASK_SIZE  # the card turned up
START_SUIT = START + 1  # what the dealer ordered with it
DEALT = START_SUIT + 1  # + seat
HANDS = DEALT + SEATS  # + seat, emptied by the play
PILE = HANDS + SEATS  # the cards under the top one, a mask
PUT_COUNT = PILE + 1  # cards put so far, the first one counts
PILE_FROM = PUT_COUNT + 1  # place in PUT_CARDS of the lowest card of the pile
LISTED = PILE_FROM + 1  # 1: the stock is a pile turned over
NEXT = LISTED + 1  # place in PUT_CARDS of its next card
NEW_STATE = NEXT + 1  # stream of the new stocks
RENEWED = NEW_STATE + 1  # how many there were
OUT = RENEWED + 1  # who went out, -1 = void
LAST = OUT + 1  # the card that lies on top in the end
ACTS = LAST + 1
LOG_LENGTH = ACTS + 1
PUT_CARDS = LOG_LENGTH + 1  # + place: every card put, in order
LOG = PUT_CARDS + game.MOST_ACTS + 16
LOG_WORDS = 8 * game.MOST_ACTS + 64
SEARCH_KEY = LOG + LOG_WORDS  # key of the streams of this hand's decisions
# what everybody has seen (`sims.shedding_seen`)
READ = SEARCH_KEY + 1  # words of the log that are read
SEEN_TOP = READ + 1  # the top card then ...
SEEN_FIT = READ + 2  # ... and what fitted
SEEN_LISTED = READ + 3  # 1: the order of the stock is known
SEEN_STOCK = READ + 4  # place of its stock in STOCKS
STOCKS = READ + 5  # + place: cards that came from a stock, a mask; the oldest first
MOST_STOCKS, MOST_GROUPS = 3, 5
GROUPS = STOCKS + MOST_STOCKS  # + seat: number of its groups of unknown cards, the oldest first
GROUP_SIZE = GROUPS + SEATS  # + MOST_GROUPS * seat + place: cards in a group
GROUP_STOCK = GROUP_SIZE + SEATS * MOST_GROUPS  # ... place in STOCKS of their stock
GROUP_ABSENT = GROUP_STOCK + SEATS * MOST_GROUPS  # ... what none of them is
WORK_SIZE = GROUP_ABSENT + SEATS * MOST_GROUPS

# a word of the log: kind + 4 * seat + 16 * what + 256 * card; a renewal is followed by pile mask and stream
# state, or by the first place of the pile and its length
LOG_PUT, LOG_DRAW, LOG_CARD, LOG_RENEWAL = range(4)
WHYS = ("skip", "six", "seven", "none", "king", "nine")  # `what` of a draw; six, seven, king: 1, 2, 4 cards
WHY_NONE, WHY_NINE = WHYS.index("none"), WHYS.index("nine")

# an act of putting: card + 64 * suit ordered; and what a player is asked
KEEP = -1  # to keep the card drawn
ASK_PUT, ASK_DRAWN, ASK_ORDER = range(3)  # which card; whether the one drawn; which suit, as dealer


def _suit(suit: int) -> int:
    return LANE << 16 * suit


def pack(rules: Rules, weights: tuple[int, ...] | None = None) -> Int64Array:
    """The rules block of a resolved rule sheet; other weights than the player's own serve experiments."""
    block = np.zeros(RULES_SIZE, np.int64)
    cards = game.deck(rules)
    deck = mask_of(cards)
    block[PLAYERS] = game.seats(rules)
    block[TURN_OVER] = rules.word("reshuffle") == "turn_over"
    block[EFFECTS] = rules.word("first_card_effects") == "on"
    block[DECK] = deck
    block[MOST_ACTS] = game.MOST_ACTS
    queens, nines = (mask_of(rank + suit for suit in SUITS) for rank in "Q9")
    block[QUEENS] = queens
    if rules.word("queen_closes_nine") == "yes":
        block[ALIKE] = queens & ~mask_of(["QS"])  # which brings more points
    for plane in range(4):
        block[PLANES + plane] = mask_of(c for c in cards if game.CARD_POINTS[c[0]] >> plane & 1)
    victims = {"A": 0, "6": 1, "7": 2, "KS": 4}
    for name in cards:
        suit, rank = SUITS.index(name[1]), RANKS.index(name[0])
        card = 16 * suit + rank
        same_rank = mask_of(name[0] + other for other in SUITS)
        plain = (_suit(suit) & deck) | same_rank | queens
        closing = (_suit(suit) & deck) | nines | (queens if rules.word("queen_closes_nine") == "yes" else 0)
        for ordered in range(4):
            after_queen = (_suit(ordered) & deck) | queens
            block[FIT + 4 * card + ordered] = {"Q": after_queen, "9": closing}.get(name[0], plain)
        block[OPEN + card] = plain
        victim = name if name in victims else name[0]
        block[STEP + card] = 0 if name[0] == "9" else 2 if victim in victims else 1
        block[DRAWS + card] = victims.get(victim, 0)
        block[BONUS + card] = game.bonus(name)
    block[WEIGHTS : WEIGHTS + len(WEIGHT_NAMES)] = (
        PLAYER_WEIGHTS[game.seats(rules)] if weights is None else weights
    )
    binomials = np.ravel(blocks.binomials())
    block[blocks.BINOMIAL : blocks.BINOMIAL + len(binomials)] = binomials
    return block
