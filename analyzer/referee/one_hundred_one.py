"""101: the shedding game in which the cards left in hand are counted up to 101.

The numbers in brackets are those of the rules in rules/one-hundred-one.md; S is for its settled questions.
"""

from collections.abc import Collection, Sequence

from analyzer.referee.cards import NAMES, SUITS, as_cards, cards_of, deck
from analyzer.referee.fault import Illegal, listing, shown
from analyzer.referee.fields import Json, as_object, field, integer, items, wrong
from analyzer.referee.game import Game
from analyzer.referee.one_hundred_one_turns import Shedding
from analyzer.referee.seating import Seating, opposite, referee_seating, refuse_finished
from analyzer.referee.statements import expect, expect_if_stated, expect_one_of, unused
from analyzer.referee.switches import Number, Switches, Word, word

DECK = deck("6789TJQKA")
HAND = 5
SEATS = (2, 4)
END = 101
VALUES = {"A": 11, "T": 10, "9": 0, "8": 8, "7": 7, "6": 6, "K": 4, "Q": 3, "J": 2}
QUEEN_OUT = -20
QUEEN_OF_SPADES_OUT = -40
GAME_ID = "one-hundred-one"

SWITCHES: dict[str, Word | Number] = {
    "players": Number(3, *SEATS),
    "first_card_effects": word("on", "off"),
    "queen_closes_nine": word("yes", "no"),
    "reshuffle": word("shuffle", "turn_over"),
    "over_101": word("game_ends", "drops_out"),
}


def referee(record: Json, variant: str, switches: Switches) -> None:
    """Judge one hand."""
    seating = _seating(record)
    unused(record, ["kitty", "auction", "declarer", "contract", "trump", "exchange", "tricks"], GAME_ID)
    start, hands, stock = _deal(record, seating)
    effects = switches.on("first_card_effects")
    table = Shedding(
        hands=[set(hand) for hand in hands],
        stock=stock,
        pile=[start],
        ordered=_start_suit(record, start, effects),
        shuffles=switches.on("reshuffle", "shuffle"),
        queen_closes=switches.on("queen_closes_nine", "yes"),
        dealer=seating.dealer,
    )
    out = table.play(record, effects)
    stated = as_object(field(record, "result"), "result")
    expect(stated, "out", out, "the hand is void:" if out is None else "no cards are left to seat", "result.")
    if out is None:
        _void(stated, seating)
    else:
        _settle(stated, seating, _penalties(table.hands, out, table.pile[-1]), switches)


def _seating(record: Json) -> Seating:
    """Two to four single players [1], none of whom has lost yet."""
    seats = integer(record, "seats")
    if not SEATS[0] <= seats <= SEATS[1]:
        raise Illegal(f'"seats" must be from {SEATS[0]} to {SEATS[1]}, not {seats}')
    expect_if_stated(
        as_object(record["switches"], "switches"), "players", seats, "the seats are", "switches."
    )
    seating = referee_seating(record, seats, opposite(seats, seats))
    refuse_finished(seating.scores, max(seating.scores) > END)
    if END in seating.scores:
        raise Illegal(f"a score of {END} before the deal has been set to 0")
    return seating


def _deal(record: Json, seating: Seating) -> tuple[str, list[list[str]], list[str]]:
    """Five cards each, four and the one turned up to the dealer, the rest in stock [2]."""
    stated = items(record, "hands")
    if len(stated) != seating.seats:
        raise Illegal(f'"hands" must have {seating.seats} hands, not {len(stated)}')
    hands = []
    for seat, hand in enumerate(stated):
        if not isinstance(hand, list):
            wrong(f"hands[{seat}]", "a list of cards", hand)
        hands.append(as_cards(hand, f"hands[{seat}]"))
    start = as_cards([field(record, "start")], "start")[0]
    stock = cards_of(record, "stock")
    place: dict[str, str] = {}
    piles = [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]
    for name, pile in (("the table", [start]), *piles, ("the stock", stock)):
        for card in pile:
            if card not in DECK:
                raise Illegal(f"{card}, dealt to {name}, is not in the {len(DECK)}-card deck", card=card)
            if card in place:
                raise Illegal(f"{card} is dealt twice, to {place[card]} and to {name}", card=card)
            place[card] = name
    for seat, hand in enumerate(hands):
        size = HAND - (seat == seating.dealer)
        if len(hand) != size:
            raise Illegal(f"seat {seat} is dealt {len(hand)} cards, not {size}")
    rest = len(DECK) - HAND * seating.seats
    if len(stock) != rest:
        raise Illegal(f"the stock has {len(stock)} cards, not {rest}")
    return start, hands, list(stock)


def _start_suit(record: Json, start: str, effects: bool) -> str | None:
    """The suit that the dealer orders with a queen turned up [2]; without effects it is her own [S3]."""
    suit = record.get("start_suit")
    if start[0] != "Q":
        if suit is not None:
            raise Illegal(f'"start_suit" is {shown(suit)}, but {start} is no queen', card=start)
        return None
    if not effects:
        if suit not in (None, start[1]):
            raise Illegal(f'"start_suit" is {shown(suit)}, but {start} is a plain card here', card=start)
        return None
    if not isinstance(suit, str) or suit not in NAMES:
        choices = listing(tuple(SUITS))
        raise Illegal(f'"start_suit" is {shown(suit)}, but {start} asks for {choices}', card=start)
    return suit


def _penalties(hands: Sequence[Collection[str]], out: int, last: str) -> list[int]:
    """What is added to the scores [8] [9]."""
    delta = [sum(VALUES[card[0]] for card in hand) for hand in hands]
    if last[0] == "Q":
        delta[out] = QUEEN_OF_SPADES_OUT if last == "QS" else QUEEN_OUT
    return delta


def _settle(stated: Json, seating: Seating, delta: list[int], switches: Switches) -> None:
    """The scores after the hand, the losers and the winner [10] [S4] [S5]."""
    added = [old + new for old, new in zip(seating.scores, delta, strict=True)]
    scores = [0 if score == END else score for score in added]
    losers = [seat for seat, score in enumerate(scores) if score > END]
    stay = [seat for seat in range(seating.seats) if seat not in losers]
    expect(stated, "delta", delta, "the hand scores", "result.")
    expect(stated, "scores", scores, "the scores after it are", "result.")
    expect(stated, "losers", losers, f"above {END} are", "result.")
    over = bool(losers) and (switches.on("over_101", "game_ends") or len(stay) == 1)
    expect(stated, "game_over", over, "the game is over:" if over else "the game goes on:", "result.")
    lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
    winner = None if not over else lowest[0] if len(lowest) == 1 else lowest
    expect(stated, "winner", winner, "the lowest score has" if over else "nobody has won:", "result.")
    in_turn = seating.ring(seating.left_of_dealer)
    if over:
        expect_one_of(stated, "next_dealer", [in_turn[0], None], "next in turn is", "result.")
    else:
        right = next(seat for seat in in_turn if seat in stay)
        expect(stated, "next_dealer", right, "the next dealer is seat", "result.")


def _void(stated: Json, seating: Seating) -> None:
    """A hand without an end: no score [S6]; who deals next, the rules do not say."""
    expect(stated, "delta", [0] * seating.seats, "the hand is void:", "result.")
    expect(stated, "scores", list(seating.scores), "the hand is void:", "result.")
    expect(stated, "losers", [], "the hand is void:", "result.")
    expect(stated, "game_over", False, "the hand is void:", "result.")
    expect(stated, "winner", None, "the hand is void:", "result.")
    dealers = [seating.left_of_dealer, seating.dealer]
    expect_one_of(stated, "next_dealer", dealers, "the next dealer is seat", "result.")


GAME = Game({"base": {}}, SWITCHES, referee, frozenset({"start", "start_suit", "turns"}))
