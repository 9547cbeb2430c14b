"""How many play, in the games that take any number of players."""

from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json, integer
from analyzer.referee.switches import Number, Switches


def referee_players(record: Json, switches: Switches, players: Number) -> int:
    """The number of seats: as the switch `players` has it or, if the record does not set it, as stated."""
    if switches.states("players"):
        return switches.number("players")
    seats = integer(record, "seats")
    if not players.allows(seats):
        raise Illegal(f'"seats" must be {players.choices()}, not {seats}')
    return seats
