"""Playing a stated record again at the test table."""

from tests.referee import honours, pips
from tests.referee.table import NotOfferedError, Reader, Record, exact

REMARKS = ("rules_hash", "seed", "policies")


def is_legal(record: Record) -> bool:
    """Whether the table, offered the choices of this record, writes the same record."""
    return any(exact(again) == exact(record) for again in played_again(record))


def played_again(record: Record) -> list[Record]:
    """The record that the table makes of the choices: with the bonus in its trick, and without."""
    made = []
    for bonus in (False, True):
        try:
            made.append(_play(record, Reader(record, bonus)))
        except (NotOfferedError, KeyError, IndexError, TypeError, ValueError, AttributeError):
            continue
    return made


def _play(record: Record, reader: Reader) -> Record:
    switches, dealer, scores = record["switches"], record["dealer"], record["scores"]
    defaults = honours.DEFAULTS if record["game"] == "nahanni" else pips.DEFAULTS
    if dealer not in range(4) or len(scores) != 2 or set(switches) - set(defaults):
        raise NotOfferedError
    if any(type(number) is not int for number in (dealer, *scores)):
        raise NotOfferedError
    seats = {"dealer": dealer, "scores": scores}
    hands, kitty = record["hands"], record["kitty"]
    if record["game"] == "nahanni":
        again = honours.play(switches, reader, hands, kitty, record["stock"], **seats)
    else:
        again = pips.play(record["variant"], switches, reader, hands, kitty, **seats)
    remarks = {key: record[key] for key in REMARKS if key in record}
    return again | {"deal": record["deal"]} | remarks
