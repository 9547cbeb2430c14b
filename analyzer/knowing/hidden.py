"""Where hidden cards lie when a hand is dealt: the other hands, the kitty and the stock, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from sims import blocks, sets_blocks, shedding_tables
from sims.cards import RANKS, SUITS, mask_of
from sims.games import da_bai_fen, one_hundred_one
from sims.knowledge_counts import Place
from sims.seating import Seating
from sims.sets_frame import TRUMPS
from sims.sheets import Rules
from sims.tables import DECK, HAND, KITTY, TRUMP_LANE, Int64Array, Tables

Terms = tuple[tuple[int, int], ...]  # natural mask, value of each of its cards


class Piles(TypedDict):
    """The places of a deal, and which of them are the kitty and the stock."""

    places: tuple[Place, ...]
    kitty: int | None
    stock: int | None


@dataclass(frozen=True)
class Hidden:
    """A deal as the asker sees it. Seats are those of records, masks are natural.

    deck: all cards; seats: who plays, in order of play; own: the asker; places: the hands of `seats`, then the
    kitty and the stock, if there are cards in them; kitty, stock: their indices; state_word: where the deal leaves
    the state of its stream; seen: cards that are not hidden, with words for where they lie; trump: mask of the
    trumps, None if `no_trump` says why there is none yet; points: what cards are worth; no_kitty: why nothing can
    be said of the kitty; clockwise: the left neighbour plays next, not the right one.
    """

    game: str
    deck: int
    seats: tuple[int, ...]
    own: int
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    places: tuple[Place, ...]
    state_word: int
    seen: tuple[tuple[int, str], ...]
    trump: int | None = None
    no_trump: str = ""
    kitty: int | None = None
    stock: int | None = None
    points: Terms = ()
    no_kitty: str = ""
    clockwise: bool = True


def _seen(hand: int, turned_up: str | None) -> tuple[tuple[int, str], ...]:
    own = (hand, "in your own hand")
    return (own,) if turned_up is None else (own, (mask_of([turned_up]), "turned up"))


def of_tables(
    rules: Rules,
    tables: Tables,
    table: Seating,
    seat: int,
    hand: Sequence[str],
    *,
    trump: str | None,
    no_trump: str = "",
    turned_up: str | None = None,
    no_kitty: str = "",
) -> Hidden:
    """A game whose tables are `sims.tables`; trump: the suit that is trump; turned_up: the kitty, if it is seen."""
    settings, own = tables.settings, table.active.index(seat)
    mask, deck = mask_of(hand), int(settings[DECK])
    size, kitty = int(settings[HAND]), int(settings[KITTY])
    if turned_up is not None:
        deck &= ~mask_of([turned_up])
        kitty = 0
    hands = [Place(blocks.DEALT + k, size, mask if k == own else 0) for k in range(len(table.active))]
    side = table.side_of(seat)
    return Hidden(
        game=rules.game,
        deck=deck,
        seats=table.active,
        own=seat,
        partners=tuple(table.active[k] for k in table.partners(own)),
        opponents=tuple(s for s in table.active if table.side_of(s) not in (None, side)),
        **_piles(hands, deck, kitty),
        state_word=blocks.UNDEALT_STATE,
        seen=_seen(mask, turned_up),
        trump=None if trump is None else _in_frame(tables.to_frame[SUITS.index(trump)], TRUMP_LANE),
        no_trump=no_trump,
        points=_points(tables.to_frame[0], tables.point_masks, tables.point_values),
        no_kitty=no_kitty,
    )


def _piles(hands: Sequence[Place], deck: int, kitty: int) -> Piles:
    """The places of a deck where each hand is one: a kitty of so many cards and the stock behind the hands."""
    places = list(hands)
    stock = deck.bit_count() - sum(hand.size for hand in hands) - kitty
    found: Piles = {"places": (), "kitty": None, "stock": None}
    if kitty:
        found["kitty"] = len(places)
        places.append(Place(blocks.KITTY_PILE, kitty))
    if stock:
        found["stock"] = len(places)
        places.append(Place(blocks.UNDEALT, stock))
    found["places"] = tuple(places)
    return found


def _in_frame(to_frame: Int64Array, frame_mask: int) -> int:
    """Natural mask of the cards that a frame mask holds."""
    return sum(1 << card for card, bit in enumerate(to_frame.tolist()) if bit & frame_mask)


def _points(to_frame: Int64Array, masks: Int64Array, values: Int64Array) -> Terms:
    natural = [
        (_in_frame(to_frame, int(mask)), int(value)) for mask, value in zip(masks, values, strict=True)
    ]
    return tuple((mask, value) for mask, value in natural if mask and value)


def of_da_bai_fen(rules: Rules, seat: int, hand: Sequence[str], *, rank: int, trump: str | None) -> Hidden:
    """Da Bai Fen; rank: the trump rank, 0..12. Under `as-translated` nobody takes the six cards that are left."""
    mask, size = mask_of(hand), da_bai_fen.hand_size(rules)
    opens = da_bai_fen.lays_open(rules)
    frames = da_bai_fen.set_rules(rules).frames
    hands = [Place(sets_blocks.DEALT + s, size, mask if s == seat else 0) for s in range(sets_blocks.SEATS)]
    six = Place(sets_blocks.TALON_PILE, sets_blocks.TALON)
    frame = 4 * rank + SUITS.index(trump or "S")
    points = zip(frames.points[frame].tolist(), (10, 5), strict=True)
    return Hidden(
        game=rules.game,
        deck=mask_of(da_bai_fen.deck(rules)),
        seats=tuple(range(sets_blocks.SEATS)),
        own=seat,
        partners=((seat + 2) % 4,),
        opponents=tuple(sorted(((seat + 1) % 4, (seat + 3) % 4))),
        places=(*hands, six),
        kitty=None if opens else len(hands),
        stock=len(hands) if opens else None,
        state_word=sets_blocks.DEAL_STATE,
        seen=_seen(mask, None),
        trump=None if trump is None else _in_frame(frames.to_frame[frame], TRUMPS),
        no_trump="trump is not named: give one --trump",
        points=tuple((_in_frame(frames.to_frame[frame], cards), value) for cards, value in points),
        clockwise=False,
    )


def of_one_hundred_one(
    rules: Rules, seat: int, dealer: int, hand: Sequence[str], turned_up: str | None
) -> Hidden:
    """101; every card of a hand counts the points that it costs."""
    cards = one_hundred_one.deck(rules)
    deck, mask, seats = mask_of(cards), mask_of(hand), one_hundred_one.seats(rules)
    sizes = [one_hundred_one.hand_size(rules, dealer=s == dealer) for s in range(seats)]
    hands = [Place(shedding_tables.DEALT + s, sizes[s], mask if s == seat else 0) for s in range(seats)]
    if turned_up is not None:
        deck &= ~mask_of([turned_up])
    worth = one_hundred_one.CARD_POINTS
    points = tuple((mask_of(r + s for s in SUITS) & deck, worth[r]) for r in RANKS if worth.get(r))
    return Hidden(
        game=rules.game,
        deck=deck,
        seats=tuple(range(seats)),
        own=seat,
        partners=(),
        opponents=tuple(s for s in range(seats) if s != seat),
        **_piles(hands, deck, int(turned_up is None)),
        state_word=blocks.UNDEALT_STATE,
        seen=_seen(mask, turned_up),
        no_trump="101 has no trump",
        points=points,
        no_kitty="101 has no kitty; --top names the card turned up",
    )
