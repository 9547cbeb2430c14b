"""Twenty-Five, an Irish game: rule sheet, tables and sides. A card turned up names trump; nobody bids."""

from __future__ import annotations

import numpy as np

from sims import tables as t
from sims.cards import SUITS, mask_of, suit_ranks
from sims.errors import Refused
from sims.games.forty_fives import following, orders
from sims.seating import Seating, all_play
from sims.sheets import Rule, Rules, RuleSheet, Switch

RULES = (
    Rule("1a", "52 cards, two to ten players.", "seed", "players"),
    Rule(
        "1b",
        "Everybody for himself; or pairs, partners opposite, with four, six, eight or ten players; or nine as "
        "three threes, each player between members of the two other teams.",
        "seed",
        "sides",
    ),
    Rule(
        "2a",
        "Trumps, high to low: 5, J, ace of hearts, A, K, Q, then red T 9 8 7 6 4 3 2, black 2 3 4 6 7 8 9 T. "
        "The ace of hearts is always a trump.",
        "seed",
    ),
    Rule("2b", "Plain suits: red K Q J T 9 ... 2 A, black K Q J A 2 3 ... T.", "seed, original"),
    Rule(
        "3", "Five cards each; the next card is turned up, its suit is trump; the deal passes left.", "seed"
    ),
    Rule(
        "4",
        "Robbing: the holder of the ace of the trump suit may, before he plays to the first trick, lay any card "
        "face down and own the card turned up; if that is the ace, the dealer may rob it.",
        "seed",
    ),
    Rule("5", "The left of the dealer leads; the winner of a trick leads next.", "seed"),
    Rule("6", "A plain suit led: follow suit or trump; who has none of the suit may play anything.", "seed"),
    Rule(
        "7",
        "A trump led: a trump must be played if held, but the 5, the J and the ace of hearts may be kept back "
        "from a lower trump led; the card led is what counts.",
        "seed",
    ),
    Rule(
        "8",
        "Each trick counts 5. The first side at 25 wins at once, in mid-hand; else the scores stand and the next "
        "dealer deals.",
        "seed",
        "target",
    ),
    Rule(
        "9",
        "Stakes are equal; all five tricks of a hand from a score of 0 double the stake.",
        "seed",
        "double_stake",
    ),
)

SWITCHES = (
    Switch("players", 4, "how many play", low=2, high=10),
    Switch("sides", "singles", "who plays together", ("singles", "pairs", "threes")),
    Switch("target", 25, "points that win the game", low=5, high=1000, step=5),
    Switch("double_stake", "off", "all five tricks from 0 double the stake", ("off", "on")),
)

SHEET = RuleSheet(
    game="twenty-five",
    title="Twenty-Five",
    version=1,
    seats="2-10",
    deck="52 cards",
    rules=RULES,
    switches=SWITCHES,
    variants={"base": {}},
    variant_texts={"base": "two to ten players, singly, in pairs or in threes, 52 cards"},
    aliases={"25": {}},
)

SEARCHED = ("rollout",)  # the players who sample worlds and play it

HAND = 5
TRICK = 5  # points of a trick
PAIRED = (4, 6, 8, 10)  # numbers of players that can play in pairs
THREES = 9  # the number that can play in threes


def deck(rules: Rules) -> tuple[str, ...]:
    """All 52 cards."""
    return suit_ranks("AKQJT98765432")


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return HAND


def seating(rules: Rules, deal: int = 0) -> Seating:
    """The table; `Refused` for sides that so many players cannot form."""
    players, word = rules.number("players"), rules.word("sides")
    if word == "pairs" and players not in PAIRED:
        raise Refused(f"{players} players cannot play in pairs: sides=pairs takes 4, 6, 8 or 10 players")
    if word == "threes" and players != THREES:
        raise Refused(f"{players} players cannot play in threes: sides=threes takes 9 players")
    sides = {"singles": players, "pairs": players // 2, "threes": 3}[word]
    return all_play(tuple(tuple(range(side, players, sides)) for side in range(sides)))


def tables(rules: Rules) -> t.Tables:
    """The arrays of a resolved rule sheet. The card turned up is dealt as a kitty of one."""
    to_frame, to_card = t.frame_maps([orders(s, ace_high=False) for s in SUITS])
    required, allowed = following(must_follow=True)
    settings = np.zeros(t.N_SETTINGS, np.int64)
    settings[t.SEATS] = rules.number("players")
    settings[t.HAND] = HAND
    settings[t.TRICKS_IN_HAND] = HAND
    settings[t.KITTY] = 1
    settings[t.TRICK_POINTS] = TRICK
    settings[t.TOTAL] = TRICK * HAND
    settings[t.UNIT] = TRICK
    settings[t.ANYTIME] = 1
    settings[t.DECK] = mask_of(deck(rules))
    ladder = [[5 * tricks, 5 * tricks, 0, t.TAKEN, t.TAKEN] for tricks in range(1, HAND + 1)]
    return t.Tables(
        to_frame,
        to_card,
        required,
        allowed,
        np.zeros(2, np.int64),
        np.zeros(2, np.int64),
        settings,
        np.array(ladder, np.int64),
    )


def check_scores(rules: Rules, scores: tuple[int, ...]) -> None:
    """`Refused` for scores at which the game would be over, or that no hand can give."""
    shown = ":".join(map(str, scores))
    if any(score % TRICK or score < 0 for score in scores):
        raise Refused(f"scores are multiples of {TRICK} from 0, not {shown}")
    if max(scores) >= rules.number("target"):
        raise Refused(f"at {shown} the game is over: it ends at {rules.number('target')}")


def stake(rules: Rules, before: tuple[int, ...], taken: tuple[int, ...]) -> int:
    """Rule 9: 2 if one side has won all five tricks of the hand from a score of 0, else 1."""
    swept = any(won == TRICK * HAND and old == 0 for won, old in zip(taken, before, strict=True))
    return 2 if swept and rules.word("double_stake") == "on" else 1
