"""Random playouts side by side of Fifty-Five and Twenty-Five: the points that the naive twin gives."""

from __future__ import annotations

import numpy as np
import pytest

from sims import blocks
from sims.games import GAMES, find_rules
from sims.lockstep import LANES, random_points
from sims.players import player_tables, read_weights
from sims.seating import Seating
from tests.naive import deals as naive_deals
from tests.naive import fives
from tests.naive.frames import deck_of
from tests.naive.streams import PLAY, Words

SEED = 77
CASES: list[tuple[str, dict[str, str | int]]] = [
    ("fifty-five", {}),
    ("fifty-five", {"players": 2}),
    ("fifty-five", {"players": 9}),
    ("twenty-five", {"players": 5}),
    ("twenty-five", {"players": 8, "sides": "pairs"}),
    ("twenty-five", {"players": 9, "sides": "threes"}),
    ("twenty-five", {"players": 10}),
]


def longest(hand: list[str]) -> str:
    return max("CDHS", key=lambda suit: sum(card[1] == suit for card in hand))


def points_of_seat_0(table: Seating, bonus: int, deal: int) -> int:
    """Seat 0 leads and its longest suit is trump; nobody exchanges, robs or stops before the last card."""
    hands = naive_deals.deal(deck_of("nahanni", {}), table.seats, 5, 0, SEED, deal).hands
    sides = [list(side) for side in table.sides]
    frame = fives.frame_for(longest(hands[0]))
    scene = fives.Table(frame, sides, hands, [[] for _ in hands])
    words, leader = Words(SEED, PLAY, deal), 0
    for number in range(5):
        if number % 2 == 0:
            words.fresh()
        leader = fives.play_trick(scene, leader, words, None, ["random"] * table.seats)
    own = sides[0]
    points = scene.won(own)
    trumps = [play for trick in scene.finished for play in trick.cards if frame.is_trump(play[1])]
    if trumps and max(trumps, key=lambda play: frame.index[play[1]])[0] in own:
        points += bonus
    return points


@pytest.mark.parametrize(("game", "switches"), CASES, ids=str)
def test_the_lanes_play_as_the_naive_twin(game: str, switches: dict[str, str | int]) -> None:
    rules = find_rules(game, None, dict(switches))
    table = GAMES[game].seating(rules)
    block = blocks.pack(GAMES[game].tables(rules), player_tables(read_weights(game)))
    counts = np.zeros(31, np.int64)
    random_points(block, SEED, 0, 5 * LANES, counts, table.allies(0))
    bonus = 5 if game == "fifty-five" else 0
    twin = [points_of_seat_0(table, bonus, deal) for deal in range(5 * LANES)]
    assert counts.tolist() == [twin.count(points) for points in range(31)]
