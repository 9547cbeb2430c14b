"""Da Bai Fen: how rank, trumps and declarer are fixed.

The numbers in brackets are those of the rules in rules/da-bai-fen.md; S is for its settled questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.referee.cards import SUITS, as_cards, cards_of
from analyzer.referee.da_bai_fen_order import JOKERS, LADDER
from analyzer.referee.fault import Illegal, shown
from analyzer.referee.fields import Json, as_seat, field, null, objects, text, wrong
from analyzer.referee.statements import expect

OPEN = 6
"""Cards that everybody lays open in `as-translated`."""


@dataclass(frozen=True)
class Fixing:
    """What is known of the hand when trumps are to be fixed."""

    dealer: int
    hands: Sequence[Sequence[str]]
    talon: Sequence[str]
    rank: str | None
    """None if the dealer may name any."""
    names: bool
    """Whether the dealer names trumps, instead of exposing and turning."""
    opens: bool
    """Whether everybody first lays six cards open."""
    exposer_declares: bool


@dataclass(frozen=True)
class Terms:
    """What the hand is played at."""

    declarer: int
    trump: str
    rank: str


@dataclass(frozen=True)
class _Call:
    seat: int
    call: str
    entry: Json
    path: str

    def card(self) -> str:
        return as_cards([field(self.entry, "card", self.path)], self.path + "card")[0]


def referee_calls(record: Json, fixing: Fixing) -> Terms:
    """Check `auction`, then `rank`, `trump`, `declarer` and `contract` against it."""
    calls = []
    for place, entry in enumerate(objects(record, "auction")):
        path = f"auction[{place}]."
        seat = as_seat(field(entry, "seat", path), path + "seat")
        if seat >= len(fixing.hands):
            raise Illegal(f'"{path}seat" must be a seat from 0 to {len(fixing.hands) - 1}, not {seat}')
        calls.append(_Call(seat, text(entry, "call", path), entry, path))
    if fixing.opens:
        calls = _opened(calls, fixing)
    if fixing.names:
        terms = _named(calls, fixing)
    elif calls and calls[0].call == "expose":
        terms = _exposed(calls, fixing)
    else:
        terms = _turned(calls, fixing)
    expect(record, "declarer", terms.declarer, "the declarer is seat")
    null(record, "contract", "da-bai-fen has none")
    expect(record, "rank", terms.rank, "the trump rank is")
    expect(record, "trump", terms.trump, "the trump suit is")
    return terms


def _opened(calls: list[_Call], fixing: Fixing) -> list[_Call]:
    """Everybody's six open cards, in whatever order they speak; return the other calls."""
    seats = len(fixing.hands)
    seen: set[int] = set()
    for call in calls[:seats]:
        if call.call != "open":
            break
        if call.seat in seen:
            raise Illegal(f"seat {call.seat} lays cards open twice")
        seen.add(call.seat)
        cards = cards_of(call.entry, "cards", call.path)
        for place, card in enumerate(cards):
            if card not in fixing.hands[call.seat]:
                raise Illegal(f"seat {call.seat} lays {card} open, which it does not hold", card=card)
            if card in cards[:place]:
                raise Illegal(f"seat {call.seat} lays {card} open twice", card=card)
        if len(cards) != OPEN:
            raise Illegal(f"seat {call.seat} lays {len(cards)} cards open, not {OPEN}")
    if len(seen) < seats:
        missing = next(seat for seat in range(seats) if seat not in seen)
        raise Illegal(f"seat {missing} lays no cards open")
    return calls[seats:]


def _only_by_dealer(call: _Call, fixing: Fixing, wanted: str) -> None:
    if call.call != wanted:
        raise Illegal(f"seat {call.seat} calls {shown(call.call)}, but only {shown(wanted)} is called here")
    if call.seat != fixing.dealer:
        raise Illegal(f"seat {call.seat} calls {shown(call.call)}, but the dealer is seat {fixing.dealer}")


def _named(calls: list[_Call], fixing: Fixing) -> Terms:
    """The dealer names the suit [7], and the rank too after a draw [17] and in `as-translated`."""
    if not calls:
        raise Illegal(f"the dealer, seat {fixing.dealer}, names no trump suit")
    call = calls[0]
    _only_by_dealer(call, fixing, "name")
    suit, rank = field(call.entry, "suit", call.path), field(call.entry, "rank", call.path)
    if not isinstance(suit, str) or suit not in tuple(SUITS):
        wrong(call.path + "suit", "one of C, D, H and S", suit)
    if not isinstance(rank, str) or rank not in tuple(LADDER):
        wrong(call.path + "rank", "a rank from 2 to A", rank)
    if fixing.rank not in (None, rank):
        raise Illegal(f"seat {call.seat} names the rank {rank}, but the level gives {fixing.rank}")
    _nothing_after(calls, 1)
    return Terms(fixing.dealer, suit, rank)


def _exposed(calls: list[_Call], fixing: Fixing) -> Terms:
    """Somebody has exposed a card of the trump rank; the first stands [7] [S2]."""
    call = calls[0]
    card = call.card()
    assert fixing.rank is not None
    if card not in fixing.hands[call.seat]:
        raise Illegal(f"seat {call.seat} exposes {card}, which it does not hold", card=card)
    if card[0] != fixing.rank:
        raise Illegal(f"seat {call.seat} exposes {card}, but the trump rank is {fixing.rank}", card=card)
    _nothing_after(calls, 1)
    return Terms(call.seat if fixing.exposer_declares else fixing.dealer, card[1], fixing.rank)


def _turned(calls: list[_Call], fixing: Fixing) -> Terms:
    """Nobody has exposed: the dealer turns the talon up to a card of the trump rank [7]."""
    assert fixing.rank is not None
    right: list[str] = []
    for card in fixing.talon:
        right.append(card)
        if card[0] == fixing.rank:
            break
    for call, next_card in zip(calls, right, strict=False):
        _only_by_dealer(call, fixing, "turn")
        if call.card() != next_card:
            card = call.card()
            raise Illegal(f"seat {call.seat} turns {card}, but {next_card} is next in the talon", card=card)
    if len(calls) < len(right):
        raise Illegal(f"nobody exposes a card, so {right[len(calls)]} of the talon must be turned up")
    _nothing_after(calls, len(right))
    if right[-1][0] == fixing.rank:
        return Terms(fixing.dealer, right[-1][1], fixing.rank)
    suited = [card for card in right if card not in JOKERS]
    highest = max(suited, key=lambda card: LADDER.index(card[0]))  # the first of equals
    return Terms(fixing.dealer, highest[1], fixing.rank)


def _nothing_after(calls: list[_Call], number: int) -> None:
    if len(calls) > number:
        call = calls[number]
        raise Illegal(f"seat {call.seat} calls {shown(call.call)} after trumps have been fixed")
