"""The games that the referee knows: a new one is a file and a line here."""

from analyzer.referee import (
    blackout,
    da_bai_fen,
    fifty_five,
    hundred_to_one,
    nahanni,
    one_hundred_one,
    twenty_five,
    two_hundred,
)
from analyzer.referee.game import Game

GAMES: dict[str, Game] = {
    "two-hundred": two_hundred.GAME,
    "nahanni": nahanni.GAME,
    "twenty-five": twenty_five.GAME,
    "fifty-five": fifty_five.GAME,
    "blackout": blackout.GAME,
    "da-bai-fen": da_bai_fen.GAME,
    "one-hundred-one": one_hundred_one.GAME,
    "hundred-to-one": hundred_to_one.GAME,
}
