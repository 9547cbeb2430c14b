"""Playing a stated record again at the test table."""

from typing import Any

from tests.referee import fives, honours, pips, spades
from tests.referee.table import NotOfferedError, Reader, Record, exact, offered

REMARKS = ("rules_hash", "seed", "policies")
KNOWN = {
    "two-hundred": pips.DEFAULTS,
    "nahanni": honours.DEFAULTS,
    "twenty-five": fives.TWENTY_FIVE,
    "fifty-five": fives.FIFTY_FIVE,
    "blackout": spades.DEFAULTS["mayes"] | spades.SCORES["exact10"],
}
"""The switches of each game."""


class SpadesReader(Reader, spades.Spades):
    """Also reads what Partnership Blackout leaves open."""

    def call(self, seat: int, options: list[str]) -> str:
        return offered(self.calls.pop(0)["call"], options)

    def plays_on(self) -> bool:
        return bool(self.record["tricks"])

    def names_winner(self) -> bool:
        return (self.record["declarer"], self.record["contract"]) != (None, None)

    def named_trump(self) -> str | None:
        trump = self.record["trump"]
        return trump if trump is None else offered(trump, ["S"])


def is_legal(record: Record) -> bool:
    """Whether the table, offered the choices of this record, writes the same record."""
    return any(exact(again) == exact(record) for again in played_again(record))


def played_again(record: Record) -> list[Record]:
    """The record that the table makes of the choices: with the bonus in its trick, and without."""
    made = []
    for bonus in (False, True):
        try:
            made.append(_play(record, bonus))
        except (NotOfferedError, KeyError, IndexError, TypeError, ValueError, AttributeError):
            continue
    return made


def _play(record: Record, bonus: bool) -> Record:
    game, switches, scores = record["game"], record["switches"], record["scores"]
    if record["dealer"] not in range(record["seats"]) or set(switches) - set(KNOWN[game]):
        raise NotOfferedError
    if any(type(number) is not int for number in (record["dealer"], *scores)):
        raise NotOfferedError
    again = _hand(record, bonus, {"dealer": record["dealer"], "scores": scores})
    if game == "two-hundred" and "shadow" not in record:
        again.pop("shadow", None)
    if record.get("stake", 0) in (None, 1) and "stake" not in again and type(record.get("stake")) is not bool:
        again |= {"stake": record["stake"]} if game == "twenty-five" else {}
    remarks = {key: record[key] for key in REMARKS if key in record}
    return again | {"switches": switches, "deal": record["deal"]} | remarks


def _hand(record: Record, bonus: bool, seats: dict[str, Any]) -> Record:
    game, switches, hands = record["game"], record["switches"], record["hands"]
    reader = Reader(record, bonus)
    if game == "two-hundred":
        variant, piles = record["variant"], (record["kitty"], record["stock"])
        return pips.play(variant, switches, reader, hands, *piles, **seats)
    if game == "nahanni":
        return honours.play(switches, reader, hands, record["kitty"], record["stock"], **seats)
    if game == "twenty-five":
        how = {len(side) for side in record["sides"]}
        inferred = {"sides": {1: "singles", 2: "pairs", 3: "threes"}[how.pop()]} | switches
        return fives.twenty_five(inferred, reader, hands, record["turn_up"], record["stock"], **seats)
    if game == "fifty-five":
        return fives.fifty_five(switches, reader, hands, record["kitty"], record["stock"], **seats)
    return spades.play(record["variant"], switches, SpadesReader(record, bonus), hands, **seats)
