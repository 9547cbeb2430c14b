"""Hundred to One ("Sto k odnomu"), a television quiz of two teams: the rule sheet."""

from __future__ import annotations

from sims.errors import Refused
from sims.sheets import Rule, Rules, RuleSheet, Switch

RULES = (
    Rule(
        "1",
        "Two teams of five. Rounds: simple, double, triple, reverse, big game. A board has six hidden answers, "
        "the most popular first, each with the number of people out of a hundred who gave it; three miss lamps "
        "a team.",
        "seed",
    ),
    Rule(
        "2a",
        "Toss-up: captains, in the double round second, in the triple round third members; who has played "
        "already gives way to the next.",
        "seed",
    ),
    Rule(
        "2b",
        "First to press answers. Top line: his team plays. Otherwise the opponent answers too; if his answer "
        "stands higher, his team plays, else the first's. Neither on the board: the next pair. Lines opened count.",
        "seed",
    ),
    Rule(
        "2c",
        "Each of a pair presses first with chance 1/2; a pair that has stood at any toss-up is used, and when "
        "all are, the round's own comes; misses of a toss-up light no lamp.",
        "gap",
    ),
    Rule(
        "3a",
        "Play: the team answers in turn. A hit opens the line, its people times 1, 2 or 3 go to the fund; a miss "
        "lights a lamp. All six open: the fund is theirs.",
        "seed",
    ),
    Rule("3b", "The member beside the one who stood at the toss-up answers first.", "gap"),
    Rule(
        "3c",
        "Three misses: blitz. Four members of the other team give versions, the captain picks one or his own. A "
        "hit joins the fund and all of it goes to them; after a miss it stays with the first team.",
        "seed",
        "blitz",
    ),
    Rule(
        "3d",
        "majority: the line named most often; a tie, or only misses: the captain's own. own: always his own.",
        "gap",
        "blitz_other",
    ),
    Rule(
        "4a",
        "Reverse: one answer a team, which must differ; the team with fewer points first. The lines are worth "
        "15, 30, 60, 120, 180, 240 from the top.",
        "original",
    ),
    Rule("4b", "The captains speak; with equal points the first team begins.", "gap"),
    Rule(
        "4c",
        "A team aims at a line: safe the first, greedy the sixth, best the one with the greatest points times "
        "chance; if it is taken, at the policy's next. It names it with chance k, else it answers like a random "
        "person.",
        "gap",
        "reverse",
    ),
    Rule("4d", "The other team aims by its own policy.", "gap", "reverse_other"),
    Rule(
        "5a",
        "Big game of the leading team: two players, the same five questions; the second may not repeat the "
        "first. Each answer scores its people; at a fund of 200 it is won and play stops.",
        "seed",
    ),
    Rule("5b", "The captain plays first, unless another member is named.", "gap", "big_first"),
    Rule("5c", "The second member plays second, unless another is named.", "gap", "big_second"),
    Rule(
        "5d",
        "Tied after four rounds: one more toss-up of the captains on a new board, for no points.",
        "seed",
    ),
    Rule(
        "M",
        "A player of skill k names with chance k the best line still closed, otherwise he answers like a random "
        "person of the hundred (a line already open counts as a fresh draw).",
        "gap",
    ),
    Rule("S5", "No board is used twice in a programme.", "gap", "board_order"),
)

SWITCHES = (
    Switch("blitz", "majority", "whose version the captain of the first team takes", ("majority", "own")),
    Switch("blitz_other", "same", "the same of the other team", ("same", "majority", "own")),
    Switch("reverse", "best", "the line at which the first team aims", ("best", "safe", "greedy")),
    Switch("reverse_other", "same", "the same of the other team", ("same", "best", "safe", "greedy")),
    Switch("big_first", 1, "member who plays the big game first, 1 = captain", low=1, high=5),
    Switch("big_second", 2, "member who plays it second", low=1, high=5),
    Switch(
        "board_order",
        "shuffled",
        "boards of files: drawn at random, or as they stand",
        ("shuffled", "as_given"),
    ),
)

SHEET = RuleSheet(
    game="hundred-to-one",
    title="Hundred to One (Sto k odnomu)",
    version=1,
    seats="2 teams of 5",
    deck="none: boards of six answers",
    rules=RULES,
    switches=SWITCHES,
    variants={"base": {}},
    variant_texts={"base": "two teams of five, five rounds"},
    aliases={"100-to-1": {}},
)

SEARCHED = ()  # its players differ in skill alone
TEAM = 5
LINES = 6
BOARDS = 10  # three rounds, the reverse round, five of the big game, one for a tie
REVERSE_POINTS = (15, 30, 60, 120, 180, 240)
BIG_FUND = 200
ROUNDS = ("simple", "double", "triple")
BLITZ = ("majority", "own")
REVERSE = ("best", "safe", "greedy")


def policies(rules: Rules, team: int) -> tuple[str, str]:
    """The blitz and the reverse policy of a team."""
    pair = []
    for name in ("blitz", "reverse"):
        word = rules.word(f"{name}_other") if team else "same"
        pair.append(rules.word(name) if word == "same" else word)
    return pair[0], pair[1]


def policy_text(rules: Rules, team: int) -> str:
    """Both policies of a team in one text."""
    blitz, reverse = policies(rules, team)
    return f"blitz={blitz},reverse={reverse}"


def check_rules(rules: Rules) -> None:
    """`Refused` where single switches do not fit together."""
    if rules.number("big_first") == rules.number("big_second"):
        raise Refused(
            f"big_first and big_second are both {rules.number('big_first')}: two members play the big game"
        )
