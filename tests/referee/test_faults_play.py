"""Legal records changed in one place: tricks and result."""

import random
from collections.abc import Callable

import pytest

from tests.referee import fives, honours, pips, spades
from tests.referee.changes import Change, add, base, drop, honour, kitty, play, put
from tests.referee.scripts import accepted, refused
from tests.referee.table import NotOfferedError, Player, Record

TRICKS: list[tuple[Callable[[], Record], Change, str, int, str | None]] = [
    (base, play(1, 1, "AD"), "seat 3 plays AD but holds a spade (5S) and a spade was led", 1, "AD"),
    (base, play(1, 1, "KS"), "seat 3 plays KS, which it does not hold", 1, "KS"),
    (base, play(2, 1, "QS"), "seat 2 plays QS, which it does not hold", 2, "QS"),
    (base, play(1, 1, "2S"), "seat 3 plays 2S, which it does not hold", 1, "2S"),
    (base, play(1, 1, "SS"), 'seat 3 plays "SS", which is not a card', 1, "SS"),
    (base, play(2, 1, "8H", 3), "seat 3 plays 8H, but it is the turn of seat 2", 2, "8H"),
    (
        base,
        put("tricks", 1, "plays", 1, "seat", value=True),
        '"plays[1].seat" must be a whole number, not true',
        2,
        None,
    ),
    (
        base,
        put("tricks", 3, "plays", 2, "cards", value=["7H", "AH"]),
        "seat 0 plays 2 cards at once",
        4,
        None,
    ),
    (base, put("tricks", 3, "plays", 2, "cards", value=[]), "seat 0 plays 0 cards at once, not one", 4, None),
    (base, drop("tricks", 3, "plays", 3), "seat 1 plays no card", 4, None),
    (
        base,
        add("tricks", 3, "plays", value={"seat": 2, "cards": ["AS"]}),
        "seat 2 plays AS, but everybody has played to this trick",
        4,
        "AS",
    ),
    (base, put("tricks", 4, "leader", value=2), "seat 2 leads, but seat 1 won the last trick", 5, None),
    (base, put("tricks", 4, "winner", value=0), "but 9S of seat 3 wins", 5, "9S"),
    (base, put("tricks", 4, "points", value=15), "the trick is worth 10 points, not 15", 5, None),
    (base, drop("tricks", 4, "winner"), 'key "winner" is missing', 5, None),
    (base, drop("tricks", 8), "the trick is missing", 9, None),
    (base, put("tricks", value=[]), "the trick is missing", 1, None),
    (base, drop("tricks", 2), "seat 2 leads, but seat 0 won the last trick", 3, None),
    (
        base,
        add("tricks", value={"leader": 2, "plays": [], "winner": 2, "points": 0}),
        "the hand was over before this trick",
        10,
        None,
    ),
    (honour, play(1, 0, "QD"), "seat 3 plays QD, which it does not hold", 1, "QD"),
    (honour, put("tricks", 0, "winner", value=1), "7C of seat 0 wins", 1, "7C"),
    (honour, put("tricks", 0, "points", value=10), "the trick is worth 5 points, not 10", 1, None),
    (honour, put("tricks", 0, "leader", value=0), "seat 0 leads, but seat 3 leads the first trick", 1, None),
    (honour, drop("tricks", 4), "the trick is missing", 5, None),
]


@pytest.mark.parametrize(("legal", "change", "words", "trick", "card"), TRICKS)
def test_tricks(
    legal: Callable[[], Record], change: Change, words: str, trick: int, card: str | None
) -> None:
    record = accepted(legal())
    change(record)
    refused(record, words, trick=trick, card=card)


RESULTS: list[tuple[Callable[[], Record], Change, str]] = [
    (base, put("result", "taken", value=[65, 35]), '"result.taken" is [65, 35], but the sides took [60, 40]'),
    (
        base,
        put("result", "taken", value=[60.0, 40]),
        '"result.taken" is [60.0, 40], but the sides took [60, 40]',
    ),
    (
        base,
        put("result", "delta", value=[55, 45]),
        '"result.delta" is [55, 45], but the hand scores [60, 40]',
    ),
    (
        base,
        put("result", "scores", value=[60]),
        '"result.scores" is [60], but the scores after it are [60, 40]',
    ),
    (base, put("result", "game_over", value=True), '"result.game_over" is true, but the game goes on: false'),
    (base, put("result", "game_over", value=0), '"result.game_over" is 0, but the game goes on: false'),
    (base, put("result", "winner", value=0), '"result.winner" is 0, but nobody has won: null'),
    (base, put("result", "contracts", value=[]), '"result.contracts" must have 1 entries, not 0'),
    (base, put("result", "contracts", 0, "side", value=1), "the declarer's side is 0"),
    (base, put("result", "contracts", 0, "contract", value="60"), 'the contract is "55"'),
    (base, put("result", "contracts", 0, "made", value=False), "the contract was made: true"),
    (base, put("result", value=None), '"result" must be an object, not null'),
    (
        kitty,
        put("result", "taken", value=[40, 60]),
        '"result.taken" is [40, 60], but the sides took [20, 60]',
    ),
    (honour, put("result", "taken", value=[5, 20]), '"result.taken" is [5, 20], but the sides took [5, 25]'),
    (
        honour,
        put("result", "delta", value=[-20, 10]),
        '"result.delta" is [-20, 10], but the hand scores [-20, 25]',
    ),
    (honour, put("result", "contracts", 0, "made", value=True), "the contract failed: false"),
]


@pytest.mark.parametrize(("legal", "change", "words"), RESULTS)
def test_results(legal: Callable[[], Record], change: Change, words: str) -> None:
    record = accepted(legal())
    change(record)
    refused(record, words)


class Cheat(Player):
    """Plays legally but for one card; the rest of the hand follows from it."""

    def __init__(self, rng: random.Random, from_trick: int, seats: int = 4) -> None:
        super().__init__(rng)
        self.seats = seats
        self.left = seats * (from_trick - 1)
        self.sin: tuple[int, int, str] | None = None
        self.count = 0

    def card(self, seat: int, options: list[str], hand: list[str]) -> str:
        forbidden = [card for card in hand if card not in options]
        self.count += 1
        if self.sin is None and forbidden and self.count > self.left:
            card = self.rng.choice(forbidden)
            self.sin = (self.count - 1) // self.seats + 1, seat, card
            return card
        return super().card(seat, options, hand)


class CheatAtSpades(Cheat, spades.Spades):
    """The same in Partnership Blackout."""


def cheated(cheat: Cheat, game: str, rng: random.Random, seats: int) -> Record:
    """A hand of one of the games with a cheat at the table."""
    if game in pips.VARIANTS:
        return pips.play(game, {}, cheat, *pips.deal(game, rng), scores=[0 for _ in pips.TABLES[game][3]])
    if game == "nahanni":
        return honours.play({"plain_follow": "follow_or_trump"}, cheat, *honours.deal(rng))
    if isinstance(cheat, CheatAtSpades):
        deck = rng.sample(spades.PACK, 52)
        return spades.play("mayes", {}, cheat, [deck[:13], deck[13:26], deck[26:39], deck[39:]])
    hands, rest = fives.deal(rng, seats)
    if game == "twenty-five":
        return fives.twenty_five({}, cheat, hands, rest[0], rest[1:], dealer=seats - 1)
    return fives.fifty_five({}, cheat, hands, rest[:5], rest[5:], dealer=seats - 1)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("kitty", 4),
        ("six-rotating", 4),
        ("six-at-once", 6),
        ("five-shadow", 5),
        ("nahanni", 4),
        ("twenty-five", 5),
        ("fifty-five", 6),
        ("blackout", 4),
    ],
)
def test_a_revoke_is_named_where_it_was_made(game: str, seats: int, seed: int) -> None:
    """All the rest of the record, winners, points and scores, is right for the cards played."""
    rng = random.Random(seed)
    kind = CheatAtSpades if game == "blackout" else Cheat
    cheat = kind(rng, rng.randint(1, 4), seats)
    try:
        record = cheated(cheat, game, rng, seats)
    except NotOfferedError:  # the dealer's pair sits out
        return
    if cheat.sin is None:
        accepted(record)
        return
    trick, seat, card = cheat.sin
    fault = refused(record, f"seat {seat} ", trick=trick, card=card)
    assert f"{card} but holds" in fault.text
