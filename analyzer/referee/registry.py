"""The games that the referee knows: a new one is a file and a line here."""

from analyzer.referee import nahanni, two_hundred
from analyzer.referee.game import Game

GAMES: dict[str, Game] = {
    "two-hundred": two_hundred.GAME,
    "nahanni": nahanni.GAME,
}
