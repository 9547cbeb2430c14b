"""Da Bai Fen: two pairs, draws of twelve and a talon of six, several cards led at once, levels.

The numbers in brackets are those of the rules in rules/da-bai-fen.md; S is for its settled questions.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from analyzer.referee.cards import RANKS, Deal, deck, referee_deal
from analyzer.referee.da_bai_fen_calls import Fixing, Terms, referee_calls
from analyzer.referee.da_bai_fen_order import JOKERS, points_of, rank_of, set_order
from analyzer.referee.da_bai_fen_play import SetPlay, SetTrick
from analyzer.referee.exchange import discard, swaps, take_from_kitty
from analyzer.referee.fault import Illegal
from analyzer.referee.fields import Json, as_object, as_seat, empty, field, integers
from analyzer.referee.game import Game
from analyzer.referee.seating import Seating, opposite, referee_seating, refuse_finished
from analyzer.referee.statements import expect, expect_if_stated, expect_one_of, flag, unused
from analyzer.referee.switches import Number, Switches, Value, Word, word
from analyzer.referee.tricks import Order

SEATS = 4
SIDES = opposite(SEATS, 2)
DECK = deck(RANKS) | set(JOKERS)
HAND = 12
TALON = 6
HALF = 40
"""With this many points the opponents end the reign of the declarers; exactly so many may be a draw."""
AS_TRANSLATED = "as-translated"

SWITCHES: dict[str, Word | Number] = {
    "first_declarer": word("exposer", "lot"),
    "first_draw": word("dealer", "right_of_dealer"),
    "trump_choice": word("expose", "dealer_names"),
    "multi_lead": word("free", "must_be_top"),
    "beat_set": word("pairwise", "uniform"),
    "talon": word("double", "single", "never"),
    "last_trick_mult": word("off", "by_cards"),
    "draw_at_40": word("off", "on"),
    "table": word("a", "b"),
    "two_ranks": word("off", "on"),
    "target_levels": Number(13, 1, 10_000),
}
VARIANTS: dict[str, dict[str, Value]] = {
    "base": {},
    "table-b": {"table": "b"},
    "two-ranks": {"two_ranks": "on"},
    AS_TRANSLATED: {"first_declarer": "lot", "trump_choice": "dealer_names", "talon": "never"},
}


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    literal = variant == AS_TRANSLATED
    seating = referee_seating(record, SEATS, SIDES)
    deal = referee_deal({"stock": []} | record, DECK, [HAND] * SEATS, TALON)  # [6]
    first, after_draw = _before(record, seating, switches)
    named_rank = after_draw or (literal and not first)  # [17]
    fixing = Fixing(
        dealer=seating.dealer,
        hands=deal.hands,
        talon=deal.kitty,
        rank=None if named_rank else rank_of(seating.scores[seating.side(seating.dealer)]),  # [3]
        names=literal or after_draw or switches.on("trump_choice", "dealer_names"),
        opens=literal,
        exposer_declares=first and switches.on("first_declarer", "exposer"),  # [5]
    )
    terms = referee_calls(record, fixing)
    order = set_order(terms.trump, terms.rank, switches.on("two_ranks"))
    hands = [set(hand) for hand in deal.hands]
    asked = record.get("redeal")
    if asked is not None:
        _redeal(record, as_seat(asked, "redeal"), deal, terms, order, talon=not literal)
        _thrown_in(record, seating)
        return
    buried = _exchange(record, deal, hands, terms.declarer, talon=not literal)
    uniform = switches.on("beat_set", "uniform")
    play = SetPlay(hands, order, switches.on("multi_lead", "must_be_top"), uniform)
    tricks = play.tricks(record, terms.declarer)  # [10]
    _result(
        record, seating, terms.declarer, tricks, _talon_points(buried, switches, literal), switches, literal
    )


def _before(record: Json, seating: Seating, switches: Switches) -> tuple[bool, bool]:
    """The levels before the hand, whether it is the first, and whether it follows a draw."""
    levels = integers(record, "levels", len(SIDES))
    expect(record, "levels", list(seating.scores), "the scores are")
    if min(levels) < 0:
        raise Illegal(f'"levels" cannot be below 0, as in {levels}')
    refuse_finished(levels, max(levels) >= switches.number("target_levels"))
    first, after_draw = flag(record, "first_hand"), flag(record, "after_draw")
    if first and any(levels):
        raise Illegal(f'"first_hand" is true, but the levels before it are {levels}')
    if first and after_draw:
        raise Illegal('"first_hand" and "after_draw" cannot both be true')
    if after_draw and not switches.on("draw_at_40"):
        raise Illegal('"after_draw" is true, but draw_at_40 is off')
    return first, after_draw


def _exchange(record: Json, deal: Deal, hands: list[set[str]], declarer: int, *, talon: bool) -> list[str]:
    """The talon to the declarer and six cards away [8]; return what is laid away."""
    if not talon:
        empty(record, "exchange", "the six cards stay out of play")
        return []
    entries = swaps(record)
    if len(entries) != 1:
        raise Illegal(f'"exchange" must have one entry, that of seat {declarer}, not {len(entries)}')
    swap, hand = entries[0], hands[declarer]
    if swap.seat != declarer:
        raise Illegal(f"seat {swap.seat} takes the talon, but seat {declarer} is the declarer")
    take_from_kitty(swap, deal.kitty, hand)
    if len(swap.takes) != TALON:
        left = next(card for card in deal.kitty if card not in swap.takes)
        raise Illegal(f"seat {declarer} leaves {left} in the talon, but must take all of it", card=left)
    discard(swap, hand)
    if len(swap.discards) != TALON:
        raise Illegal(f"seat {declarer} lays {len(swap.discards)} cards away, not {TALON}")
    return swap.discards


def _redeal(record: Json, seat: int, deal: Deal, terms: Terms, order: Order, *, talon: bool) -> None:
    """Somebody without a trump has asked for another deal [9] [S4]; the exchange may be written down."""
    if seat >= SEATS:
        raise Illegal(f'"redeal" must be a seat from 0 to {SEATS - 1}, not {seat}')
    cards = list(deal.hands[seat])
    if talon and seat == terms.declarer:
        cards += deal.kitty
    for card in cards:
        if order.suit[card] == order.trump:
            raise Illegal(f"seat {seat} asks for a redeal but has a trump, {card}", card=card)
    if field(record, "exchange") != []:
        _exchange(record, deal, [set(hand) for hand in deal.hands], terms.declarer, talon=talon)
    empty(record, "tricks", "there is a redeal")


def _talon_points(buried: Sequence[str], switches: Switches, literal: bool) -> int:
    """What the cards laid away are worth to the opponents if they win the last trick [16]."""
    if literal or switches.on("talon", "never"):
        return 0
    return points_of(buried) * (2 if switches.on("talon", "double") else 1)


@dataclass(frozen=True)
class _Change:
    """One row of the tables: who is promoted by how much."""

    declarers: int
    opponents: int


def level_change(points: int, table: str) -> _Change:
    """What so many points of the opponents do to the levels [15]."""
    if table == "a":
        if points < HALF:
            return _Change(1 if points else 2, 0)
        return _Change(0, 2 if points >= 100 else 1 if points >= 80 else 0)
    if points < HALF:
        return _Change(3 if not points else 2 if points < 20 else 1, 0)
    return _Change(0, (points - HALF) // 20)


def _thrown_in(record: Json, seating: Seating) -> None:
    """The result of a hand that is dealt again: same dealer, same levels [S4]."""
    stated = as_object(field(record, "result"), "result")
    for key in ("opponents_points", "next_dealer"):
        right = 0 if key == "opponents_points" else seating.dealer
        expect(stated, key, right, "there is a redeal:", "result.")
    for key in ("level_change", "taken", "delta"):
        expect(stated, key, [0, 0], "there is a redeal:", "result.")
    _close(stated, seating.scores, draw=False, winner=None)


def _result(
    record: Json,
    seating: Seating,
    declarer: int,
    tricks: Sequence[SetTrick],
    talon: int,
    switches: Switches,
    literal: bool,
) -> None:
    """Count the opponents' points [14] [16] and change the levels [15]."""
    side = seating.side(declarer)
    taken = [0] * len(SIDES)
    for trick in tricks:
        taken[seating.side(trick.winner)] += trick.points
    points, last = taken[1 - side], tricks[-1]
    if seating.side(last.winner) != side:
        times = last.size if switches.on("last_trick_mult", "by_cards") else 1  # [S6]
        points += talon * times + last.points * (times - 1)
    change = level_change(points, "a" if literal or switches.on("table", "a") else "b")
    delta = [change.declarers, change.opponents] if side == 0 else [change.opponents, change.declarers]
    after = [old + new for old, new in zip(seating.scores, delta, strict=True)]
    target = switches.number("target_levels")
    winner = next((each for each, level in enumerate(after) if level >= target), None)  # [19]
    stated = as_object(field(record, "result"), "result")
    expect(stated, "taken", taken, "in tricks the sides took", "result.")
    expect(stated, "opponents_points", points, "the opponents have", "result.")
    expect(stated, "level_change", delta, "the levels change by", "result.")
    expect(stated, "delta", delta, "the levels change by", "result.")
    dealer = (declarer + (2 if points < HALF else 1)) % SEATS  # [15] [S2]
    if winner is None:
        expect(stated, "next_dealer", dealer, "the next dealer is seat", "result.")
    else:
        expect_one_of(stated, "next_dealer", [dealer, None], "the next dealer would be", "result.")
    _close(stated, after, draw=points == HALF and switches.on("draw_at_40"), winner=winner)


def _close(stated: Json, after: Sequence[int], *, draw: bool, winner: int | None) -> None:
    """The end of `result`: levels after the hand, draw, end of the game."""
    expect(stated, "scores", list(after), "the levels after it are", "result.")
    expect_if_stated(stated, "levels", list(after), "the levels after it are", "result.")
    expect(stated, "draw", draw, "the hand is a draw:" if draw else "the hand is no draw:", "result.")
    over = winner is not None
    expect(stated, "game_over", over, "the game is over:" if over else "the game goes on:", "result.")
    expect(stated, "winner", winner, "the winner is side" if over else "nobody has won:", "result.")
    unused(stated, ["contracts"], "da-bai-fen")


GAME = Game(VARIANTS, SWITCHES, referee, frozenset({"levels", "first_hand", "after_draw", "rank", "redeal"}))
