"""Hands made up for one point of the rules: some cards and plays are given, the rest falls as it may."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analyzer.referee import Fault, check_record
from tests.referee import fives, honours, pips, spades
from tests.referee.table import Player, Record, flat

RECORDS = Path(__file__).parent / "records"
SAMPLES = {path.stem: path for path in sorted(RECORDS.glob("*.jsonl"))}


class Script(Player):
    """Says and plays what is written, legal or not; then the first legal thing."""

    def __init__(
        self, calls: str, trump: str, plays: str, swaps: list[tuple[str, str]] | None = None
    ) -> None:
        super().__init__(random.Random(1))
        self.calls = calls.split()
        self.named = trump
        self.plays = plays.split()
        self.swaps = [(takes.split(), discards.split()) for takes, discards in swaps or []]

    def call(self, seat: int, options: list[str]) -> str:
        return self.calls.pop(0) if self.calls else "pass"

    def writes_on(self) -> bool:
        return bool(self.calls)

    def trump(self) -> str:
        return self.named

    def take(self, seat: int, kitty: list[str], whole: bool) -> list[str]:
        return list(kitty) if whole else self.swaps[0][0] if self.swaps else []

    def discard(self, seat: int, hand: list[str], low: int, high: int) -> list[str]:
        if self.swaps:
            return self.swaps.pop(0)[1]
        return hand[len(hand) - low :]

    def card(self, seat: int, options: list[str], hand: list[str]) -> str:
        return self.plays.pop(0) if self.plays else options[0]

    def bonus_in_trick(self) -> bool:
        return False


class SpadesScript(Script, spades.Spades):
    """Plays every hand and names the winner of the bidding."""

    def plays_on(self) -> bool:
        return True

    def names_winner(self) -> bool:
        return True


def filled(
    hands: list[str], size: int, pack: list[str], seats: int = 4, idle: Sequence[int] = ()
) -> tuple[list[list[str]], list[str]]:
    """Full hands, the cards not given taken from the end of the pack, and the cards left over."""
    given = [hand.split() for hand in (hands + [""] * seats)[:seats]]
    rest = [card for card in pack if card not in flat(given)]
    for seat, hand in enumerate(given):
        while len(hand) < size and seat not in idle:
            hand.append(rest.pop())
    return given, rest


def two_hundred(
    hands: list[str],
    calls: str = "50 pass pass pass",
    trump: str = "S",
    plays: str = "",
    *,
    variant: str = "base",
    kitty: str = "",
    swap: tuple[str, str] = ("", ""),
    stock: str = "",
    dealer: int = 3,
    scores: Sequence[int] | None = None,
    **switches: Any,
) -> Record:
    """A hand of Two Hundred; unless told otherwise seat 0 bids 50 in spades.

    The cards of `kitty` are all of it, those of `stock` are on top; of six that take turns, seats 2 and
    5 sit out.
    """
    _, size, buried, sides = pips.TABLES[variant]
    pack = [card for card in pips.pack(variant) if card not in kitty.split() + stock.split()]
    idle = (2, 5) if variant == "six-rotating" else ()
    given, rest = filled(hands, size, pack, pips.seats_of(variant), idle)
    below = kitty.split() or rest[:buried]
    drawn = stock.split() + [card for card in rest if card not in below]
    player, before = Script(calls, trump, plays, [swap]), scores or [0 for _ in sides]
    return pips.play(variant, switches, player, given, below, drawn, dealer=dealer, scores=before)


def nahanni(
    hands: list[str],
    calls: str = "20 pass pass pass",
    trump: str = "C",
    plays: str = "",
    *,
    swaps: list[tuple[str, str]] | None = None,
    dealer: int = 3,
    scores: tuple[int, int] = (0, 0),
    **switches: Any,
) -> Record:
    """A hand of Nahanni; unless told otherwise seat 0 bids 20 in clubs and nobody exchanges cards."""
    given, rest = filled(hands, 5, honours.PACK)
    size = switches.get("kitty", 3)
    player = Script(calls, trump, plays, swaps)
    return honours.play(switches, player, given, rest[:size], rest[size:], dealer=dealer, scores=scores)


def twenty_five(
    hands: list[str],
    plays: str = "",
    *,
    turn_up: str = "2C",
    rob: tuple[str, str] | None = None,
    seats: int = 4,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    **switches: Any,
) -> Record:
    """A hand of Twenty-Five; unless told otherwise clubs are trumps, seat 0 leads and nobody robs."""
    given, rest = filled(hands, 5, [card for card in honours.PACK if card != turn_up], seats)
    player = Script("", "", plays, [rob] if rob else [])
    last = seats - 1 if dealer is None else dealer
    return fives.twenty_five(switches, player, given, turn_up, rest, dealer=last, scores=scores)


def fifty_five(
    hands: list[str],
    calls: str = "10 pass pass pass",
    trump: str = "C",
    plays: str = "",
    *,
    kitty: str = "",
    swap: tuple[str, str] | None = None,
    seats: int = 4,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    **switches: Any,
) -> Record:
    """A hand of Fifty-Five; unless told otherwise seat 0 bids 10 in clubs, and the kitty is laid aside."""
    pack = [card for card in honours.PACK if card not in kitty.split()]
    given, rest = filled(hands, 5, pack, seats)
    below = kitty.split() or rest[:5]
    player = Script(calls, trump, plays, [swap] if swap else [])
    stock = [card for card in rest if card not in below]
    last = seats - 1 if dealer is None else dealer
    return fives.fifty_five(switches, player, given, below, stock, dealer=last, scores=scores)


def blackout(
    hands: list[str],
    calls: str = "3 3 3 3",
    plays: str = "",
    *,
    variant: str = "mayes",
    dealer: int = 3,
    scores: Sequence[int] = (0, 0),
    **switches: Any,
) -> Record:
    """A hand of Partnership Blackout; unless told otherwise everybody says three."""
    given, _ = filled(hands, 13, spades.PACK)
    player = SpadesScript(calls, "S", plays)
    return spades.play(variant, switches, player, given, dealer=dealer, scores=scores)


def samples(name: str) -> list[Record]:
    """The records of a file under records/."""
    return [json.loads(line) for line in SAMPLES[name].read_text(encoding="utf-8").splitlines()]


def worked(name: str) -> Record:
    """A record of records/worked.jsonl by its name."""
    return next(record for record in samples("worked") if record["name"] == name)


def accepted(record: Record) -> Record:
    """Assert that all of the record is legal."""
    fault = check_record(record)
    assert fault is None, str(fault)
    return record


def refused(record: Record, words: str, *, trick: int | None = None, card: str | None = None) -> Fault:
    """Assert that the record is faulted in these words, at this trick, for this card."""
    fault = check_record(record, 3)
    assert fault is not None, f"accepted although: {words}"
    assert words in fault.text, str(fault)
    assert (fault.line, fault.deal, fault.trick, fault.card) == (3, record["deal"], trick, card), str(fault)
    place = f"line 3, deal {record['deal']}" + (f", trick {trick}" if trick else "")
    assert str(fault) == f"{place}: {fault.text}"
    assert card is None or card in fault.text
    return fault
