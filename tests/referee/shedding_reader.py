"""Choices of 101 read off a record."""

from tests.referee.shedding import Gamblers
from tests.referee.table import NotOfferedError, Record


class Reader(Gamblers):
    """Makes the choices that a record states, if they are offered."""

    def __init__(self, record: Record) -> None:
        self.record = record
        turns = record["turns"]
        self.plays = [entry for entry in turns if "play" in entry]
        self.skips = [entry for entry in turns if "skip" in entry]
        self.stocks = [entry["reshuffle"] for entry in turns if "reshuffle" in entry]
        self.ordered: str | None = None

    def start_suit(self, options: list[str | None]) -> str | None:
        found: str | None = self.record.get("start_suit")
        if found not in options:
            raise NotOfferedError
        return found

    def card(self, seat: int, options: list[str]) -> str:
        entry = self.plays.pop(0)
        if entry["play"] not in options:
            raise NotOfferedError
        self.ordered = entry.get("suit")
        found: str = entry["play"]
        return found

    def puts(self, seat: int, card: str, number: int) -> bool:
        entry = self.record["turns"][number] if number < len(self.record["turns"]) else {}
        return (entry.get("seat"), entry.get("play")) == (seat, card)

    def order(self) -> str:
        if self.ordered not in list("CDHS"):
            raise NotOfferedError
        return str(self.ordered)

    def shuffle(self, cards: list[str], turned_over: bool) -> list[str]:
        found: list[str] = self.stocks.pop(0)
        if sorted(found) != sorted(cards) or (turned_over and found != cards):
            raise NotOfferedError
        return found

    def writes_skip(self) -> bool:
        return "skip" in self.record["turns"][-1]

    def next_dealer(self, options: list[int | None]) -> int | None:
        found: int | None = self.record["result"]["next_dealer"]
        return options[options.index(found)] if found in options else options[0]
