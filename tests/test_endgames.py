"""docs/endgames.md: every position is what the program says, and the match and the points differ."""

from __future__ import annotations

import pytest

from tests.endgames import PAGE, POSITIONS, TITLES, Position, advice_on, line_of

GAMES = sorted({position.game for position in POSITIONS}, key=list(TITLES).index)
FIRST = [next(position for position in POSITIONS if position.game == game) for game in GAMES]
OTHERS = [position for position in POSITIONS if position not in FIRST]


def check(position: Position) -> None:
    best = advice_on(position)["best"]
    assert best["by_match"] != best["by_points"]
    assert line_of(position) in PAGE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("position", FIRST, ids=str)
def test_a_position_is_as_the_page_has_it(position: Position) -> None:
    check(position)


@pytest.mark.full
@pytest.mark.parametrize("position", OTHERS, ids=str)
def test_all_positions_are_as_the_page_has_them(position: Position) -> None:
    check(position)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_six(game: str) -> None:
    assert sum(position.game == game for position in POSITIONS) >= 6
