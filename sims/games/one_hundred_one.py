"""101 ("Sto Odno"), a shedding game of the Mau-Mau family: the rule sheet, the cards' values, the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sims.cards import suit_ranks
from sims.errors import Refused
from sims.sheets import Rule, Rules, RuleSheet, Switch

RULES = (
    Rule("1", "36 cards, 6 to A; two to four players; the deal goes round.", "seed", "players"),
    Rule(
        "2a", "Five cards each; the dealer gets four, and his fifth is turned up as the first card.", "seed"
    ),
    Rule(
        "2b",
        "The first card counts as the dealer's own move: 6, 7, king of spades and ace strike the player to his "
        "left, with a queen he names a suit, a nine he must close; with off they are plain cards of their suit.",
        "original",
        "first_card_effects",
    ),
    Rule(
        "3a",
        "Left of the dealer begins. On a turn one card is put: of the suit or the rank of the top card, or any "
        "queen. After a queen only the suit ordered or another queen fits.",
        "seed, original",
    ),
    Rule("3b", "No card that fits: one is drawn; if it fits it may be put, otherwise the turn ends.", "seed"),
    Rule("3c", "With a card that fits in hand nobody may draw.", "gap"),
    Rule("4 A", "Ace: the next player loses his turn.", "seed"),
    Rule("4 Q", "Queen: lies on anything, and her player orders a suit, which may be her own.", "seed"),
    Rule(
        "4 KS",
        "King of spades: the next player draws four cards and loses his turn; other kings are plain.",
        "seed",
    ),
    Rule("4 7, 6", "Seven, six: the next player draws two, one, and loses his turn.", "seed"),
    Rule(
        "5a",
        "Nine: the same player must close it at once with a card of its suit or with another nine, which is "
        "itself to be closed; until he can, he draws card by card.",
        "seed, original",
    ),
    Rule(
        "5b",
        "A queen of another suit closes a nine too; one of its own suit always does.",
        "gap",
        "queen_closes_nine",
    ),
    Rule("5c", "A special card that closes a nine has its effect.", "gap"),
    Rule(
        "5d",
        "So nobody goes out with a nine. With nothing left to draw it stands open, and the next player follows "
        "its suit, a nine or any queen.",
        "gap",
    ),
    Rule(
        "6",
        "A card must be drawn and there is none: the cards under the top one become the new stock, shuffled or "
        "turned over.",
        "original",
        "reshuffle",
    ),
    Rule("6b", "With too few cards for a forced draw, what there is is drawn.", "gap"),
    Rule("7", "The hand ends when somebody has no cards.", "seed"),
    Rule("7b", "The victim of a last 6, 7 or king of spades still draws.", "gap"),
    Rule(
        "8",
        "Everybody else adds his cards to his score: A 11, T 10, 8 8, 7 7, 6 6, K 4, Q 3, J 2, 9 nothing.",
        "seed, original",
    ),
    Rule("8b", "The king of spades counts 4 like the others.", "gap"),
    Rule(
        "9",
        "Going out on a queen: 20 off the own score, on the queen of spades 40. Scores may be negative.",
        "seed, original",
    ),
    Rule("10a", "A score of exactly 101 becomes 0.", "seed"),
    Rule(
        "10b",
        "Above 101: that player has lost and the game ends; with drops_out he leaves and the others play on.",
        "seed",
        "over_101",
    ),
    Rule("10c", "Several above 101 all lose; the lowest score wins, ties share.", "gap"),
    Rule("11", "The fewest points win.", "seed"),
    Rule("S6", "A hand of 2,000 acts without an end is void: nobody scores.", "gap"),
)

SWITCHES = (
    Switch("players", 3, "how many play", low=2, high=4),
    Switch("first_card_effects", "on", "the first card counts as the dealer's move", ("on", "off")),
    Switch("queen_closes_nine", "yes", "a queen of another suit closes a nine", ("yes", "no")),
    Switch("reshuffle", "shuffle", "how the pile becomes the new stock", ("shuffle", "turn_over")),
    Switch("over_101", "game_ends", "what happens when somebody is above 101", ("game_ends", "drops_out")),
)

SHEET = RuleSheet(
    game="one-hundred-one",
    title="101 (Sto Odno)",
    version=1,
    seats="2-4",
    deck="36 cards, 6 to A",
    rules=RULES,
    switches=SWITCHES,
    variants={"base": {}},
    variant_texts={"base": "two to four players, each for himself"},
    aliases={"101": {}},
)

SEARCHED = ("rollout",)  # the players who sample worlds and play it

LIMIT = 101
MOST_ACTS = 2_000
CARD_POINTS = {"A": 11, "T": 10, "9": 0, "8": 8, "7": 7, "6": 6, "K": 4, "Q": 3, "J": 2}
QUEEN_BONUS, QUEEN_OF_SPADES_BONUS = -20, -40
LOWEST_SCORE = -100_000


@dataclass(frozen=True)
class HandResult:
    """What a hand did: points of the hand by seat, scores after it, who has lost, who has won the game."""

    delta: tuple[int, ...]
    scores: tuple[int, ...]
    losers: tuple[int, ...]
    winners: tuple[int, ...]
    game_over: bool


def deck(rules: Rules) -> tuple[str, ...]:
    """The 36 cards."""
    return suit_ranks("AKQJT9876")


def seats(rules: Rules) -> int:
    """How many play."""
    return rules.number("players")


def hand_size(rules: Rules, *, dealer: bool = False) -> int:
    """Cards in hand after the deal; the dealer's fifth is turned up."""
    return 4 if dealer else 5


def penalty(cards: Sequence[str]) -> int:
    """What cards in hand cost (rule 8)."""
    return sum(CARD_POINTS[card[0]] for card in cards)


def bonus(last: str) -> int:
    """What going out with a card brings (rule 9)."""
    if last == "QS":
        return QUEEN_OF_SPADES_BONUS
    return QUEEN_BONUS if last[0] == "Q" else 0


def settle(
    rules: Rules, scores: Sequence[int], hands: Sequence[Sequence[str]], out: int | None, last: str
) -> HandResult:
    """Rules 8 to 10: the cards left in each hand, who went out (None: the hand is void) and with what."""
    if out is None:
        return HandResult((0,) * len(scores), tuple(scores), (), (), False)
    delta = [penalty(hand) for hand in hands]
    delta[out] = bonus(last)
    sums = [score + change for score, change in zip(scores, delta, strict=True)]
    after = [0 if total == LIMIT else total for total in sums]
    losers = [seat for seat, total in enumerate(after) if total > LIMIT]
    if rules.word("over_101") == "drops_out":
        left = [seat for seat in range(len(after)) if seat not in losers]
        winners = left if len(left) == 1 else []
    else:
        winners = [seat for seat, total in enumerate(after) if total == min(after)] if losers else []
    return HandResult(tuple(delta), tuple(after), tuple(losers), tuple(winners), bool(winners))


def check_scores(rules: Rules, scores: Sequence[int]) -> None:
    """`Refused` for scores that no player still in the game can have."""
    if len(scores) != seats(rules):
        raise Refused(f"--score takes {seats(rules)} scores, one for each player, not {len(scores)}")
    for score in scores:
        if score == LIMIT:
            raise Refused("a score of 101 does not exist: exactly 101 has become 0")
        if score > LIMIT:
            raise Refused(f"a player at {score} has lost already: scores are 100 or less")
        if score < LOWEST_SCORE:
            raise Refused(f"a score of {score} is out of reach: scores are {LOWEST_SCORE} or more")
