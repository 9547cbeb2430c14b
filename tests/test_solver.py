"""The exact solver against plain minimax on card names, against itself with parts left out, and by hand."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numba
import numpy as np
import pytest

from sims import blocks, solver_space
from sims.bits import deposit, deposit_portable, extract, extract_portable
from sims.cards import SUITS, card_id
from sims.errors import Refused
from sims.games import GAMES, find_rules
from sims.players import player_tables, read_weights
from sims.solver import Position, Solver, solve_leads
from sims.tables import TRUMP_LANE, Int64Array, Tables
from tests.naive.minimax import RANKS, Game, Minimax, Play

NAHANNI_SWITCHES = [
    {"plain_follow": follow, "plain_ace": ace}
    for follow, ace in product(("free", "follow_or_trump"), ("high", "one"))
]
SIZES = {"two-hundred": 9, "nahanni": 5, "blackout": 13}
VARIANTS = {"blackout": "mayes"}
PAIR, SIDES = 0b0101, (0b0101, 0b1010, 0b0011, 0b0001, 0b1110, 0b1000)
Switches = Mapping[str, str]


def tables_of(game: str, switches: Switches) -> Tables:
    tables: Tables = GAMES[game].tables(find_rules(game, VARIANTS.get(game, "base"), dict(switches)))
    return tables


def solver_for(
    game: str,
    switches: Switches,
    allies: int,
    *,
    by_tricks: bool = False,
    options: int = 31,
    entries: int = 12,
) -> Solver:
    players = player_tables(read_weights("two-hundred"))  # the solver reads none of them
    block = blocks.pack(tables_of(game, switches), players)
    return Solver(block, allies, by_tricks=by_tricks, options=options, log_entries=entries)


@dataclass(frozen=True)
class Open:
    """A position with card names: `past` are the plays of the tricks before."""

    game: Game
    hands: list[tuple[str, ...]]
    turn: int
    laid: tuple[Play, ...]
    past: list[Play]
    broken: bool

    @property
    def plays(self) -> list[Play]:
        """All the cards of the hand, played or not."""
        return [
            *self.past,
            *self.laid,
            *((seat, card) for seat, hand in enumerate(self.hands) for card in hand),
        ]

    def framed(self, tables: Tables, first_from: int = 0) -> Position:
        bits = tables.to_frame[SUITS.index(self.game.trump)]

        def index(card: str) -> int:
            return int(bits[card_id(card)]).bit_length() - 1

        best = self.game.best_trump(self.past)
        return Position(
            hands=[sum(1 << index(card) for card in hand) for hand in self.hands],
            turn=self.turn,
            laid=[(seat, index(card)) for seat, card in self.laid],
            best_played=-1 if best is None else index(best[1]),
            best_seat=0 if best is None else best[0],
            broken=self.broken,
            first_from=first_from,
        )


def cards_of(game: Game, rng: random.Random, seats: int) -> list[str]:
    """A deal's cards, shuffled; in Nahanni often one with many trumps, as after the draw."""
    ranks = "AKQJT9875" if game.name == "two-hundred" else RANKS
    deck = [rank + suit for rank in ranks for suit in SUITS]
    rng.shuffle(deck)
    if game.name == "nahanni" and rng.random() < 0.7:
        deck.sort(key=lambda card: not game.is_trump(card) and rng.random() < 0.8)
    dealt = deck[: seats * SIZES[game.name]]
    rng.shuffle(dealt)
    return dealt


def played_down(
    game: Game, rng: random.Random, cards: int, seats: int = 4, *, mid_trick: bool = True
) -> Open:
    """A random deal, played at random until everybody has so many cards, and perhaps into a trick."""
    size, dealt = SIZES[game.name], cards_of(game, rng, seats)
    hands = [tuple(dealt[seat * size : seat * size + size]) for seat in range(seats)]
    judge, turn, broken = Minimax(game, {0}), rng.randrange(seats), False
    past: list[Play] = []
    laid: tuple[Play, ...] = ()
    for _ in range((size - cards) * seats + (rng.choice((0, 0, *range(1, seats))) if mid_trick else 0)):
        card = rng.choice(judge.legal(hands, turn, laid, broken=broken))
        hands[turn] = tuple(other for other in hands[turn] if other != card)
        laid = (*laid, (turn, card))
        turn = (turn + 1) % seats
        if len(laid) == seats:
            turn = winner_of(game, laid)
            broken = broken or any(game.is_trump(card) for _, card in laid)
            past, laid = [*past, *laid], ()
    return Open(game, hands, turn, laid, past, broken)


def winner_of(game: Game, laid: Sequence[Play]) -> int:
    winner, best = laid[0]
    for seat, card in laid[1:]:
        if game.beats(card, best):
            winner, best = seat, card
    return winner


def check(asked: Solver, tables: Tables, position: Open, allies: int, rng: random.Random) -> None:
    """Value, the question of one need and every card, by minimax."""
    game = position.game
    side = {seat for seat in range(len(position.hands)) if allies >> seat & 1}
    judge, bonus = Minimax(game, side), game.bonus(position.plays, side)
    hands, turn, laid, broken = position.hands, position.turn, position.laid, position.broken
    framed, bits = position.framed(tables), tables.to_frame[SUITS.index(game.trump)]
    after = {
        int(bits[card_id(card)]).bit_length() - 1: judge.after(hands, turn, laid, card, broken) + bonus
        for card in judge.legal(hands, turn, laid, broken=broken)
    }
    value = (max if turn in side else min)(after.values())
    assert value == judge.value(hands, turn, laid, broken) + bonus
    if rng.random() < 0.3:
        asked.forget()
    assert asked.value(framed, rng.randrange(100)) == value
    assert asked.card_values(framed, rng.randrange(100)) == after
    need = value + rng.choice((-3, 0, 1, 5))
    assert asked.reach(framed, need) == (value >= need)
    assert asked.best_cards(framed, need) == sum(1 << index for index, won in after.items() if won >= need)


def check_many(
    name: str, switches: Switches, cards: int, deals: int, *, seed: int = 1, by_tricks: bool = False
) -> None:
    rng = random.Random(f"{name} {sorted(switches.items())} {cards} {seed}")
    tables = tables_of(name, switches)
    askers = {side: solver_for(name, switches, side, by_tricks=by_tricks) for side in SIDES}
    for number in range(deals):
        trump = "S" if name == "blackout" else SUITS[number % 4]
        game = Game(name, trump, by_tricks=by_tricks, **switches)
        side = PAIR if number % 2 else rng.choice(SIDES)
        check(askers[side], tables, played_down(game, rng, cards), side, rng)


def share(counts: Mapping[int, int], parts: int = 1) -> list[tuple[int, int]]:
    return [(cards, max(1, deals // parts)) for cards, deals in counts.items()]


PROMISED = {3: 3000, 4: 300, 5: 30}
TENTH = {cards: deals // 10 for cards, deals in PROMISED.items()}


@pytest.mark.parametrize(("cards", "deals"), share(TENTH))
def test_two_hundred_is_minimax(cards: int, deals: int) -> None:
    check_many("two-hundred", {}, cards, deals)


@pytest.mark.full
@pytest.mark.parametrize(("cards", "deals"), share(PROMISED))
def test_two_hundred_is_minimax_on_all_deals(cards: int, deals: int) -> None:
    check_many("two-hundred", {}, cards, deals, seed=2)


@pytest.mark.parametrize("switches", NAHANNI_SWITCHES, ids=lambda switches: "-".join(switches.values()))
@pytest.mark.parametrize(("cards", "deals"), share(TENTH, parts=4))
def test_nahanni_is_minimax(cards: int, deals: int, switches: Switches) -> None:
    check_many("nahanni", switches, cards, deals)


@pytest.mark.full
@pytest.mark.parametrize("switches", NAHANNI_SWITCHES, ids=lambda switches: "-".join(switches.values()))
@pytest.mark.parametrize(("cards", "deals"), [(3, 750), (4, 75), (5, 8)])
def test_nahanni_is_minimax_on_all_deals(cards: int, deals: int, switches: Switches) -> None:
    check_many("nahanni", switches, cards, deals, seed=2)


@pytest.mark.parametrize("lead_trump", ["only_if_no_other", "after_broken"])
def test_blackout_is_minimax(lead_trump: str) -> None:
    check_many("blackout", {"lead_trump": lead_trump}, 3, 60)
    check_many("blackout", {"lead_trump": lead_trump}, 4, 8)


@pytest.mark.parametrize("name", ["two-hundred", "nahanni"])
def test_tricks_can_be_counted_instead_of_points(name: str) -> None:
    check_many(name, {}, 3, 60, by_tricks=True)


@pytest.mark.parametrize(("seats", "allies"), [(2, 0b01), (3, 0b001), (3, 0b110)])
def test_fewer_seats(seats: int, allies: int) -> None:
    """Fifty-Five follows suit or trumps and counts the ace of a plain suit as one."""
    switches = {"plain_ace": "one", "plain_follow": "follow_or_trump"}
    tables = GAMES["fifty-five"].tables(find_rules("fifty-five", "base", {"players": str(seats)}))
    asked = Solver(blocks.pack(tables, player_tables(read_weights("nahanni"))), allies)
    rng = random.Random(seats + allies)
    for number in range(60):
        game = Game("nahanni", SUITS[number % 4], **switches)
        check(asked, tables, played_down(game, rng, 4, seats), allies, rng)


def leads_of(name: str, switches: Switches, cards: int, deals: int) -> tuple[Int64Array, Int64Array]:
    """Hands int64[deal, seat] and leaders int64[deal] of random positions at the lead to a trick."""
    rng, tables = random.Random(f"leads {name} {cards}"), tables_of(name, switches)
    places = []
    for number in range(deals):
        trump = "S" if name == "blackout" else SUITS[number % 4]
        position = played_down(Game(name, trump, **switches), rng, cards, mid_trick=False)
        places.append(position.framed(tables))
    return (
        np.array([place.hands for place in places], np.int64),
        np.array([place.turn for place in places], np.int64),
    )


def values_of(asked: Solver, hands: Int64Array, leaders: Int64Array, guess: int) -> list[int]:
    answers = np.zeros(len(leaders), np.int64)
    guesses = np.full(len(leaders), guess, np.int64)
    solve_leads(asked.words, hands, leaders, guesses, 1, answers)
    return [int(answer) for answer in answers]


PARTS = {
    "table": solver_space.TABLE,
    "equals": solver_space.EQUALS,
    "order": solver_space.ORDER,
    "bounds": solver_space.BOUNDS,
    "ranks": solver_space.RANKS,
}


@pytest.mark.parametrize("name", ["two-hundred", "nahanni", "blackout"])
def test_a_part_left_out_changes_no_answer(name: str) -> None:
    hands, leaders = leads_of(name, {}, 5, 120)
    expected = values_of(solver_for(name, {}, PAIR), hands, leaders, 15)
    assert len(set(expected)) > 3
    for left_out in (*PARTS.values(), sum(PARTS.values())):
        asked = solver_for(name, {}, PAIR, options=solver_space.EVERYTHING & ~left_out)
        count = 30 if left_out & solver_space.ORDER else 120
        assert values_of(asked, hands[:count], leaders[:count], 15) == expected[:count], left_out


@pytest.mark.full
@pytest.mark.parametrize(("name", "cards", "deals"), [("two-hundred", 7, 60), ("nahanni", 5, 3000)])
def test_ranks_left_out_of_the_table_change_no_answer_of_larger_hands(
    name: str, cards: int, deals: int
) -> None:
    hands, leaders = leads_of(name, {}, cards, deals)
    plain = solver_for(name, {}, PAIR, options=solver_space.EVERYTHING & ~solver_space.RANKS)
    expected = values_of(plain, hands, leaders, 15)
    assert values_of(solver_for(name, {}, PAIR), hands, leaders, 15) == expected


@pytest.mark.parametrize("name", ["two-hundred", "nahanni"])
def test_a_kept_or_crowded_table_changes_no_answer(name: str) -> None:
    hands, leaders = leads_of(name, {}, 5, 200)
    expected = values_of(solver_for(name, {}, PAIR), hands, leaders, 0)
    assert values_of(solver_for(name, {}, PAIR, entries=2), hands, leaders, 100) == expected
    kept = solver_for(name, {}, PAIR)
    places = [
        Position([int(hand) for hand in row], int(leader)) for row, leader in zip(hands, leaders, strict=True)
    ]
    assert [kept.value(place) for place in places] == expected


def test_the_table_may_be_forgotten_any_number_of_times() -> None:
    hands, leaders = leads_of("two-hundred", {}, 4, 20)
    asked = solver_for("two-hundred", {}, PAIR, entries=4)
    expected = values_of(asked, hands, leaders, 50)
    for _ in range(2 * solver_space.AGES):
        asked.forget()
        assert 0 < asked.words[solver_space.AGE] < solver_space.AGES
    assert values_of(asked, hands, leaders, 50) == expected


def test_the_table_and_the_ranks_save_work() -> None:
    hands, leaders = leads_of("two-hundred", {}, 6, 40)
    nodes = []
    for left_out in (0, solver_space.RANKS, solver_space.TABLE):
        asked = solver_for("two-hundred", {}, PAIR, options=solver_space.EVERYTHING & ~left_out)
        values_of(asked, hands, leaders, 50)
        nodes.append(asked.nodes)
    assert nodes == sorted(nodes)
    assert 1.2 * nodes[0] < nodes[1]
    assert 1.2 * nodes[1] < nodes[2]


def last_trick(trump: str, cards: str, turn: int, past: Sequence[Play] = ()) -> Open:
    return Open(Game("nahanni", trump), [(card,) for card in cards.split()], turn, (), list(past), False)


@pytest.mark.parametrize(
    ("trump", "cards", "past", "expected"),
    [
        ("C", "5C JC AH AC", [], 10),  # the five wins and is the best trump
        ("C", "AC JC AH KC", [], 0),  # the jack beats the ace of hearts, partner's or not
        ("C", "QC 2C AH KC", [], 10),  # the ace of hearts beats the king of trumps
        ("H", "AH KH QH 2H", [], 10),  # with hearts, too, it is third
        ("H", "AH JH QH 2H", [], 0),
        ("D", "AD AH KD 2D", [], 0),  # and above the ace of trumps
        ("C", "QC 2C AH KC", [(1, "5C")], 5),  # the best trump was an opponent's, in a trick before
        ("C", "2D 3S 4S 6S", [(0, "5C"), (1, "AD")], 10),  # the best trump was partner's
        ("C", "2D 3S 4S 6S", [], 5),  # no trump in play: 25 points in the hand
        ("C", "2D 3S 4S 2C", [], 0),  # a ruff, and the best trump
    ],
)
def test_the_best_trump_in_play(trump: str, cards: str, past: list[Play], expected: int) -> None:
    asked = solver_for("nahanni", {}, PAIR)
    assert asked.value(last_trick(trump, cards, 0, past).framed(tables_of("nahanni", {}))) == expected


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("2S", "5S 9D", "5S 9D"),  # the top three need not be played to a lower trump led
        ("2S", "JS 9D", "JS 9D"),
        ("2S", "AH 9D", "AH 9D"),
        ("2S", "KS 9D", "KS"),  # any other trump has to be
        ("JS", "5S 9D", "5S 9D"),
        ("JS", "AH 9D", "AH"),  # a higher trump led asks for it
        ("5S", "JS 9D", "JS"),
    ],
)
def test_the_right_to_keep_back(led: str, hand: str, legal: str) -> None:
    tables = tables_of("nahanni", {})
    hands = [("4D",), tuple(hand.split()), ("7D", "8D"), ("TD", "JD")]
    position = Open(Game("nahanni", "S"), hands, 1, ((0, led),), [], False).framed(tables)
    bits = tables.to_frame[SUITS.index("S")]
    expected = {int(bits[card_id(card)]).bit_length() - 1 for card in legal.split()}
    assert set(solver_for("nahanni", {}, PAIR).card_values(position)) == expected


def test_a_lead_that_must_be_a_trump() -> None:
    rng, tables, asked = random.Random(30), tables_of("nahanni", {}), solver_for("nahanni", {}, PAIR)
    changed = 0
    for _ in range(80):
        position = played_down(Game("nahanni", "C"), rng, 3, mid_trick=False)
        game, hands, turn, side = position.game, position.hands, position.turn, {0, 2}
        judge, bonus = Minimax(game, side), game.bonus(position.plays, side)
        leads = [card for card in hands[turn] if game.is_trump(card)] or list(hands[turn])
        values = [judge.after(hands, turn, (), card, position.broken) + bonus for card in leads]
        value = (max if turn in side else min)(values)
        framed = position.framed(tables, TRUMP_LANE)
        assert asked.value(framed) == value
        assert asked.reach(framed, value)
        assert not asked.reach(framed, value + 5)
        assert sorted(asked.card_values(framed).values()) == sorted(values)
        changed += value != judge.value(hands, turn) + bonus
    assert changed


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hands": [1, 2, 4]}, "4 hands"),
        ({"turn": 4}, "0 to 3"),
        ({"hands": [1, 1, 4, 8]}, "one place"),
        ({"hands": [1, 6, 8, 16]}, "same number"),
        ({"hands": [0, 0, 0, 0]}, "1 to 15 tricks"),
        ({"laid": [(1, 20)]}, "of seat 3"),
        ({"laid": [(3, 63)]}, "0 to 62"),
        ({"laid": [(0, 20), (1, 21), (2, 22), (3, 23)]}, "over"),
    ],
)
def test_positions_that_cannot_be(changes: Mapping[str, object], words: str) -> None:
    position = Position(**{"hands": [1, 2, 4, 8], "turn": 0, **changes})  # type: ignore[arg-type]
    with pytest.raises(Refused, match=words):
        solver_for("two-hundred", {}, PAIR).value(position)


@pytest.mark.parametrize(("allies", "entries"), [(16, 12), (-1, 12), (5, 1), (5, 25)])
def test_solvers_that_cannot_be(allies: int, entries: int) -> None:
    with pytest.raises(Refused):
        solver_for("two-hundred", {}, allies, entries=entries)


@numba.njit
def pressed(sources, masks, out):
    for i in range(len(sources)):
        out[i, 0] = extract(sources[i], masks[i])
        out[i, 1] = extract_portable(sources[i], masks[i])
        out[i, 2] = deposit(sources[i], masks[i])
        out[i, 3] = deposit_portable(sources[i], masks[i])


def test_bits_are_pressed_together_and_spread_again() -> None:
    rng = random.Random(5)
    sources = [rng.getrandbits(63) for _ in range(300)]
    masks = [rng.getrandbits(63) & rng.choice((-1, rng.getrandbits(63))) for _ in sources]
    out = np.zeros((len(sources), 4), np.int64)
    pressed(np.array(sources, np.int64), np.array(masks, np.int64), out)
    for source, mask, row in zip(sources, masks, out.tolist(), strict=True):
        places = [index for index in range(63) if mask >> index & 1]
        low = sum((source >> place & 1) << rank for rank, place in enumerate(places))
        wide = sum((source >> rank & 1) << place for rank, place in enumerate(places))
        assert row == [low, low, wide, wide]
