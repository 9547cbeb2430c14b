"""Da Bai Fen ("Hundred"), a Chinese game of levels with sets of cards led together: sheet and level table."""

from __future__ import annotations

from typing import NamedTuple

from sims.cards import RANKS, mask_of, suit_ranks
from sims.errors import Refused
from sims.sets_blocks import SetRules
from sims.sets_frame import frames
from sims.sheets import Rule, Rules, RuleSheet, Switch

RULES = (
    Rule(
        "1", "54 cards: 52, a black joker and a red joker. Four players, partners opposite.", "seed, original"
    ),
    Rule("1b", "Deal and play go counter-clockwise; seats are numbered in that order.", "original"),
    Rule("2", "Card points: king 10, ten 10, five 5, all others 0; 100 in all.", "seed, original"),
    Rule(
        "3",
        "Each side has a level, the number of its promotions; at level 0 it plays twos, then threes, up to aces. "
        "The trump rank is that of the declaring side.",
        "original",
    ),
    Rule(
        "4",
        "Eighteen trumps, high to low: red joker, black joker, the trump rank of the trump suit, the three other "
        "cards of the trump rank (equal, the first played wins), then the trump suit A K Q ... 2 without them. "
        "Plain suits A K Q J T 9 ... 2 without the trump rank.",
        "original",
    ),
    Rule(
        "5",
        "The first dealer is found by lot. In the first hand whoever exposes a two takes over the deal: he "
        "declares, takes the talon and leads; under lot the dealer declares whoever exposes. In later hands "
        "the dealer declares.",
        "original",
        "first_declarer",
    ),
    Rule(
        "6",
        "Single cards are taken in turn until each has 12; six remain, the talon. The dealer takes first, or the "
        "player to his right; no talk meanwhile.",
        "seed, original",
        "first_draw",
    ),
    Rule(
        "7",
        "While drawing, whoever holds a card of the trump rank may expose it: its suit is trump, and that stands. "
        "Nobody does: the dealer turns the talon card by card until a trump rank appears, and its suit is trump; "
        "if none does, the highest card fixes it, of equals the first turned. Under dealer_names the dealer "
        "names the suit when all have drawn.",
        "original",
        "trump_choice",
    ),
    Rule("7b", "Jokers do not count as the highest card of the talon: they have no suit.", "gap"),
    Rule("8", "The declarer takes the talon and lays away any six cards face down.", "original"),
    Rule("8b", "There is no limit to the points laid away.", "gap"),
    Rule(
        "9",
        "Before the first lead a player without a trump may demand a redeal by the same dealer, the levels kept; "
        "the declarer only if none of his 18 cards is a trump.",
        "seed",
    ),
    Rule("10", "The declarer leads first, then the winner of each trick.", "seed, original"),
    Rule(
        "11",
        "Led are one card or several of one suit, the trumps being one suit. Under must_be_top each of several "
        "cards must be unbeaten in its suit by every other hand, the partner's too (ruffs do not count), else "
        "they go back and one that can be beaten is led.",
        "seed",
        "multi_lead",
    ),
    Rule("12", "Follow with as many cards, of the suit led as far as held, the rest free.", "seed"),
    Rule(
        "13",
        "A set beats the best one so far if its cards can be matched one to one so that each beats its "
        "counterpart: higher in the suit, a trump over a plain card, a higher trump. Equal sets: the earlier wins. "
        "Under uniform the winning set must be of one suit.",
        "seed",
        "beat_set",
    ),
    Rule("14", "What counts are the card points that the opponents of the declaring side take.", "original"),
    Rule(
        "15",
        "Opponents' points 0: declarers +2 levels; 5-35: +1 and they declare again, the declarer's partner "
        "dealing; 40-75: nothing; 80-95: opponents +1; 100 and more: opponents +2, and from 40 on the player "
        "to the right of the declarer deals and declares. Table b: 0 +3, 5-15 +2, 20-35 +1; 40-55 nothing, 60-75 "
        "+1, 80-95 +2, 100-115 +3 for the opponents.",
        "seed",
        "table",
    ),
    Rule("15b", "Table b beyond 115: one level more for each 20 points.", "gap"),
    Rule(
        "16",
        "Opponents who win the last trick also get the points of the six cards laid away, doubled (single: once; "
        "never: not at all). If the declaring side wins it, nobody counts them.",
        "original",
        "talon",
    ),
    Rule(
        "16b",
        "by_cards: if the opponents win the last trick, its own points and those of the talon are multiplied by "
        "the number of cards that each player laid to it.",
        "seed",
        "last_trick_mult",
    ),
    Rule(
        "17",
        "Exactly 40 is a draw: no level changes, the deal passes as in the table, and the next dealer names rank "
        "and suit.",
        "seed",
        "draw_at_40",
    ),
    Rule(
        "18",
        "Two trump ranks: below the cards of the trump rank all twos are trumps too, the trump suit's own above "
        "the three others, which are equal: 21 trumps, at level 0 as before 18. Only the trump rank is exposed.",
        "seed",
        "two_ranks",
    ),
    Rule(
        "19",
        "The match is over when a side has passed level A, after 13 promotions. If more are played for, the twos "
        "follow the aces.",
        "original",
        "target_levels",
    ),
    Rule(
        "as-translated",
        "After the deal each player lays six of his cards open, the dealer first, and keeps them in his hand; the "
        "dealer names the suit, and after the first hand the rank as well; the six undealt cards stay out of play "
        "unseen; table a. This holds whatever trump_choice, talon and table are set to.",
        "variant",
    ),
)

SWITCHES = (
    Switch("first_declarer", "exposer", "who declares in the first hand", ("exposer", "lot")),
    Switch("first_draw", "dealer", "who takes the first card", ("dealer", "right_of_dealer")),
    Switch("trump_choice", "expose", "how the trump suit is found", ("expose", "dealer_names")),
    Switch("multi_lead", "free", "whether several cards led must be unbeatable", ("free", "must_be_top")),
    Switch("beat_set", "pairwise", "whether a winning set must be of one suit", ("pairwise", "uniform")),
    Switch("talon", "double", "points of the cards laid away", ("double", "single", "never")),
    Switch("last_trick_mult", "off", "multiplier of the last trick", ("off", "by_cards")),
    Switch("draw_at_40", "off", "exactly 40 points are a draw", ("off", "on")),
    Switch("table", "a", "the level table", ("a", "b")),
    Switch("two_ranks", "off", "twos are trumps beside the trump rank", ("off", "on")),
    Switch("target_levels", 13, "promotions that win the match", low=1, high=130),
)

SEARCHED = ("rollout",)  # the players who sample worlds and play it
AS_TRANSLATED = "as-translated"
SHEET = RuleSheet(
    game="da-bai-fen",
    title="Da Bai Fen",
    version=1,
    seats="4",
    deck="54 cards: 52 and two jokers",
    rules=RULES,
    switches=SWITCHES,
    variants={
        "base": {},
        "table-b": {"table": "b"},
        "two-ranks": {"two_ranks": "on"},
        AS_TRANSLATED: {"first_declarer": "lot", "trump_choice": "dealer_names", "talon": "never"},
    },
    variant_texts={
        "base": "trumps exposed or turned, talon to the declarer, table a",
        "table-b": "the finer level table",
        "two-ranks": "twos are trumps beside the trump rank",
        AS_TRANSLATED: "six cards of each hand laid open, the dealer names trumps, no talon",
    },
    aliases={"dbf": {}},
)


class Row(NamedTuple):
    """A row of the level table: from how many opponents' points on, its event, the promotions it brings."""

    least: int
    event: str
    declarers: int
    opponents: int


_TABLE_A = (
    Row(0, "opponents-0", 2, 0),
    Row(5, "opponents-5-35", 1, 0),
    Row(40, "opponents-40-75", 0, 0),
    Row(80, "opponents-80-95", 0, 1),
    Row(100, "opponents-100-and-more", 0, 2),
)
_TABLE_B = (
    Row(0, "opponents-0", 3, 0),
    Row(5, "opponents-5-15", 2, 0),
    Row(20, "opponents-20-35", 1, 0),
    Row(40, "opponents-40-55", 0, 0),
    Row(60, "opponents-60-75", 0, 1),
    Row(80, "opponents-80-95", 0, 2),
    Row(100, "opponents-100-115", 0, 3),
    Row(120, "opponents-120-and-more", 0, 4),
)
DEAL_PASSES = 40  # opponents' points from which the deal goes to the right


class Result(NamedTuple):
    """What a hand brings: promotions and levels of both sides, the next dealer, a draw, the winner."""

    change: tuple[int, int]
    levels: tuple[int, int]
    next_dealer: int
    draw: bool
    winner: int | None


def deck(rules: Rules) -> tuple[str, ...]:
    """52 cards and two jokers."""
    return (*suit_ranks(RANKS), "BJ", "RJ")


def hand_size(rules: Rules) -> int:
    """Cards dealt to each player."""
    return 12


def lays_open(rules: Rules) -> bool:
    """Six cards of each hand laid open, no talon: the variant `as-translated`."""
    return rules.variant == AS_TRANSLATED


def dealer_names(rules: Rules) -> bool:
    """The dealer names the trump suit; else it is exposed or turned."""
    return lays_open(rules) or rules.word("trump_choice") == "dealer_names"


def talon_factor(rules: Rules) -> int:
    """How often the opponents count the talon if they win the last trick."""
    return 0 if lays_open(rules) else {"double": 2, "single": 1, "never": 0}[rules.word("talon")]


def level_table(rules: Rules) -> tuple[Row, ...]:
    """The rows of the table in force; the last one of table b only where it can be reached."""
    if lays_open(rules) or rules.word("table") == "a":
        return _TABLE_A
    beyond = talon_factor(rules) > 0 or rules.word("last_trick_mult") == "by_cards"
    return _TABLE_B if beyond else _TABLE_B[:-1]


def set_rules(rules: Rules) -> SetRules:
    """What the kernels need of a resolved rule sheet."""
    return SetRules(
        frames=frames(two_ranks=rules.word("two_ranks") == "on"),
        free=rules.word("multi_lead") == "free",
        uniform=rules.word("beat_set") == "uniform",
        talon_factor=talon_factor(rules),
        by_cards=rules.word("last_trick_mult") == "by_cards",
        opens=lays_open(rules),
        rows=tuple((row.least, row.declarers - row.opponents) for row in level_table(rules)),
        deck=mask_of(deck(rules)),
    )


def promotions(rules: Rules, points: int) -> tuple[int, int]:
    """Promotions of the declaring side and of its opponents, who have so many points."""
    row = next(row for row in reversed(level_table(rules)) if points >= row.least)
    more = (points - row.least) // 20 if row.least == 120 else 0
    return row.declarers, row.opponents + more


def settle(rules: Rules, levels: tuple[int, int], declarer: int, points: int) -> Result:
    """Rules 15, 17 and 19 for a hand that was played."""
    ours, theirs = promotions(rules, points)
    change = (ours, theirs) if declarer % 2 == 0 else (theirs, ours)
    after = (levels[0] + change[0], levels[1] + change[1])
    target = rules.number("target_levels")
    winner = next((side for side in (0, 1) if after[side] >= target), None)
    draw = points == DEAL_PASSES and rules.word("draw_at_40") == "on"
    return Result(change, after, (declarer + (2 if points < DEAL_PASSES else 1)) % 4, draw, winner)


def rank_of_level(level: int) -> int:
    """The index in `RANKS` of the trump rank at a level; after the aces the twos come again."""
    return level % len(RANKS)


def check_levels(rules: Rules, levels: tuple[int, int]) -> None:
    """`Refused` for levels at which the match would be over, or that no match can have."""
    target = rules.number("target_levels")
    for level in levels:
        if not 0 <= level < target:
            raise Refused(
                f"levels are promotions from 0 to {target - 1}, at {target} the match is over: "
                f"{levels[0]}:{levels[1]} cannot be"
            )
