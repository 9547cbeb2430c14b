"""Legal records of Twenty-Five, Fifty-Five and Partnership Blackout changed in one place."""

import pytest

from tests.referee.changes import Change, add, drop, play, put
from tests.referee.scripts import accepted, refused, samples

FIVES, KITTY, MAYES, PLAIN = "twenty-five", "fifty-five", "blackout.mayes", "blackout.as-translated"

DEAL: list[tuple[str, int, Change, str, str | None]] = [
    (FIVES, 0, put("seats", value=4), '"policies" must have 4 names, not 5', None),
    (FIVES, 0, put("sides", value=[[0], [1]]), '"sides" must be [[0], [1], [2], [3], [4]]', None),
    (FIVES, 0, put("switches", "sides", value="pairs"), "5 players cannot play in pairs", None),
    (FIVES, 0, put("switches", "robbing", value="on"), 'twenty-five has no switch "robbing"', None),
    (FIVES, 0, put("variant", value="mayes"), 'twenty-five has no variant "mayes"; it has base', None),
    (FIVES, 0, put("scores", 1, value=25), "have already ended the game", None),
    (FIVES, 0, drop("turn_up"), 'key "turn_up" is missing', None),
    (FIVES, 0, put("turn_up", value="4S"), "4S is dealt twice, to seat 0 and to the turn-up", "4S"),
    (FIVES, 0, put("turn_up", value="RJ"), "RJ, dealt to the turn-up, is not in the 52-card deck", "RJ"),
    (FIVES, 0, put("trump", value="S"), '"trump" is "S", but JC is turned up', "JC"),
    (FIVES, 0, put("hands", 0, 0, value="9H"), "9H is dealt twice, to seat 0 and to seat 0", "9H"),
    (FIVES, 0, drop("hands", 0, 0), "seat 0 is dealt 4 cards, not 5", None),
    (FIVES, 0, add("kitty", value="8S"), "the kitty has 1 cards, not 0", None),
    (FIVES, 0, drop("stock", 0), "the stock has 25 cards, not 26", None),
    (FIVES, 0, put("exchange", 0, "seat", value=0), "it is seat 4 that holds AC", "JC"),
    (FIVES, 0, put("exchange", 0, "takes", 0, value="8S"), "but only JC can be robbed", "8S"),
    (FIVES, 0, put("exchange", 0, "discards", 0, value="4S"), "seat 4 discards 4S, which it does", "4S"),
    (FIVES, 0, put("exchange", 0, "discards", value=[]), "seat 4 lays down 0 cards for JC, not one", None),
    (FIVES, 0, put("stake", value=2), '"stake" is 2, but it is 1', None),
    (FIVES, 0, put("shadow", value=4), 'a record of twenty-five has no "shadow"', None),
    (KITTY, 0, put("switches", "target", value=120), "it is 110, 55 or 220", None),
    (KITTY, 0, put("switches", "players", value=5), '"seats" must be 5, not 4', None),
    (KITTY, 0, put("scores", 0, value=110), "have already ended the game", None),
    (KITTY, 0, put("kitty", 0, value="3S"), "3S is dealt twice, to seat 0 and to the kitty", "3S"),
    (KITTY, 0, put("auction", 0, "call", value="30"), "which is not one of the bids: 10, 15", None),
    (KITTY, 0, put("auction", 1, "call", value="hold"), "seat 1 holds, but only the dealer", None),
    (KITTY, 0, drop("auction", 4), "the auction ends before seat 0 has called", None),
    (KITTY, 0, put("auction", 3, "call", value="60"), 'seat 0 calls "pass" after the end', None),
    (KITTY, 0, put("declarer", value=0), '"declarer" is 0, but seat 3 made the last bid', None),
    (KITTY, 0, put("contract", value="20"), '"contract" is "20", but the last bid is 25', None),
    (KITTY, 0, drop("exchange", 0, "takes", 2), "seat 3 leaves 7D in the kitty", "7D"),
    (KITTY, 0, drop("exchange", 0, "discards", 2), "seat 3 discards 4 cards, not 5", None),
    (KITTY, 0, put("exchange", 0, "discards", 0, value="3S"), "seat 3 discards 3S, which it does", "3S"),
    (KITTY, 0, put("exchange", 0, "seat", value=0), "seat 0 exchanges cards, but seat 3 is", None),
    (MAYES, 1, put("hands", 0, 0, value="5S"), "5S is dealt twice", "5S"),
    (MAYES, 1, put("auction", 1, "call", value="13"), "but must call a number from 1 to 12", None),
    (MAYES, 1, add("auction", value={"seat": 2, "call": "1"}), "as its partner has said nil", None),
    (MAYES, 1, put("auction", 0, "call", value="1"), 'seat 3 calls "4" but it is the turn of seat 2', None),
    (MAYES, 1, put("trump", value=None), '"trump" is null, but spades are always trumps', None),
    (MAYES, 1, put("declarer", value=0), '"declarer" must be null, not 0', None),
    (MAYES, 1, put("switches", "score", value="exact"), 'switch score cannot be "exact"', None),
    (MAYES, 1, put("exchange", value=[{}]), '"exchange" must be empty: no cards are exchanged', None),
    (MAYES, 1, put("scores", value=[0, 100]), "have already ended the game", None),
    (PLAIN, 0, put("auction", 1, "call", value="0"), "the auction ends before seat 2 has called", None),
    (PLAIN, 0, put("declarer", value=1), '"declarer" is 1, but seat 3 has won the bidding', None),
    (PLAIN, 0, put("variant", value="mayes"), 'seat 0 calls "pass", but must call a number', None),
]


@pytest.mark.parametrize(("name", "place", "change", "words", "card"), DEAL)
def test_deal_auction_and_exchange(
    name: str, place: int, change: Change, words: str, card: str | None
) -> None:
    record = accepted(samples(name)[place])
    change(record)
    refused(record, words, card=card)


TRICKS: list[tuple[str, int, Change, str, int, str | None]] = [
    (FIVES, 0, play(1, 3, "3C"), "seat 1 plays 3C, which it does not hold", 2, "3C"),
    (FIVES, 0, play(1, 2, "4S"), "seat 0 plays 4S but holds 2D of the suit that was led", 1, "4S"),
    (FIVES, 0, play(2, 2, "JS"), "seat 1 plays JS but holds a trump (3C) and a trump (TC)", 2, "JS"),
    (FIVES, 0, play(4, 0, "2H"), "seat 4 plays 2H, which it does not hold", 4, "2H"),
    (FIVES, 0, put("tricks", 0, "leader", value=2), "seat 2 leads, but seat 3 leads the first", 1, None),
    (FIVES, 0, put("tricks", 0, "winner", value=3), "but AC of seat 4 wins", 1, "AC"),
    (FIVES, 0, put("tricks", 3, "points", value=10), "the trick is worth 5 points, not 10", 4, None),
    (FIVES, 0, drop("tricks", 2, "plays", 4), "seat 0 plays no card", 3, None),
    (FIVES, 0, drop("tricks", 4), "the trick is missing", 5, None),
    (FIVES, 0, add("tricks", value={}), "the hand was over before this trick", 6, None),
    (FIVES, 1, put("exchange", value=[]), "seat 3 plays TD, which it does not hold", 5, "TD"),
    (KITTY, 0, play(1, 0, "3H"), "seat 0 plays 3H, which it does not hold", 1, "3H"),
    (KITTY, 0, play(1, 1, "7S"), "seat 1 plays 7S but holds 3D of the suit that was led", 1, "7S"),
    (KITTY, 0, play(1, 3, "7D"), "seat 3 plays 7D, which it does not hold", 1, "7D"),
    (KITTY, 0, put("tricks", 0, "leader", value=3), "seat 3 leads, but seat 0 leads the first", 1, None),
    (KITTY, 0, put("tricks", 1, "winner", value=3), "but 6C of seat 1 wins", 2, "6C"),
    (KITTY, 0, put("tricks", 1, "points", value=10), "the trick is worth 5 points, not 10", 2, None),
    (KITTY, 0, put("tricks", 4, "points", value=0), "the trick is worth 5 points, not 0", 5, None),
    (KITTY, 0, put("trump", value="S"), "seat 1 plays 6C but holds a trump (7S)", 2, "6C"),
    (KITTY, 0, drop("tricks", 3), "seat 0 leads, but seat 2 won the last trick", 4, None),
    (KITTY, 0, put("switches", "lead", value="bidder_right"), "but seat 2 leads the first trick", 1, None),
    (MAYES, 1, play(1, 1, "6S"), "seat 1 plays 6S but holds a heart", 1, "6S"),
    (MAYES, 1, play(1, 0, "5S"), "seat 0 leads 5S but holds", 1, "5S"),
    (MAYES, 1, play(2, 0, "JS"), "seat 3 plays JS, which it does not hold", 2, "JS"),
    (MAYES, 1, put("tricks", 5, "winner", value=2), "but 8S of seat 3 wins", 6, "8S"),
    (MAYES, 1, put("tricks", 5, "points", value=0), "the trick is worth 1 points, not 0", 6, None),
    (MAYES, 1, put("tricks", 0, "leader", value=3), "seat 3 leads, but seat 0 leads the first", 1, None),
    (MAYES, 1, drop("tricks", 12), "the trick is missing", 13, None),
    (PLAIN, 0, put("tricks", value=[]), "the trick is missing", 1, None),
    (PLAIN, 0, play(1, 0, "QS"), "seat 3 leads QS but holds", 1, "QS"),
]


@pytest.mark.parametrize(("name", "place", "change", "words", "trick", "card"), TRICKS)
def test_tricks(name: str, place: int, change: Change, words: str, trick: int, card: str | None) -> None:
    record = accepted(samples(name)[place])
    change(record)
    refused(record, words, trick=trick, card=card)


RESULTS: list[tuple[str, int, Change, str]] = [
    (FIVES, 0, put("result", "taken", value=[5, 5, 0, 0, 15]), "but the sides took [0, 5, 0, 0, 20]"),
    (FIVES, 0, put("result", "delta", 4, value=25), "but the hand scores [0, 5, 0, 0, 20]"),
    (FIVES, 0, put("result", "contracts", value=[{}]), '"result.contracts" must have 0 entries, not 1'),
    (FIVES, 0, put("result", "winner", value=4), "but nobody has won: null"),
    (FIVES, 0, put("scores", 1, value=5), "but the scores after it are [0, 10, 0, 0, 20]"),
    (KITTY, 0, put("result", "taken", value=[5, 5, 10, 5]), "but the sides took [5, 5, 15, 5]"),
    (KITTY, 0, put("result", "delta", 3, value=5), "but the hand scores [5, 5, 15, -25]"),
    (KITTY, 0, put("result", "contracts", 0, "made", value=True), "the contract failed: false"),
    (KITTY, 0, put("result", "scores", 3, value=-20), "the scores after it are [5, 5, 15, -25]"),
    (KITTY, 0, put("result", "game_over", value=True), "but the game goes on: false"),
    (MAYES, 1, put("result", "taken", value=[7, 6]), "but the sides took [6, 7]"),
    (MAYES, 1, put("result", "taken_by_seat", value=[2, 1, 4]), "but the seats took [2, 1, 4, 6]"),
    (MAYES, 1, drop("result", "contracts", 0), '"result.contracts" must have 2 entries, not 1'),
    (MAYES, 1, put("result", "contracts", 1, "contract", value="8"), 'the contract is "12"'),
    (MAYES, 1, put("result", "contracts", 1, "side", value=0), "this contract belongs to side 1"),
    (MAYES, 1, put("result", "contracts", 0, "made", value=True), "the contract failed: false"),
    (MAYES, 1, put("result", "delta", value=[0, -10]), "but the hand scores [-10, -10]"),
    (PLAIN, 0, put("result", "delta", value=[0, 17]), "but the hand scores [0, 10]"),
    (PLAIN, 0, put("result", "contracts", 0, "side", value=0), "the declarer's side is 1"),
]


@pytest.mark.parametrize(("name", "place", "change", "words"), RESULTS)
def test_results(name: str, place: int, change: Change, words: str) -> None:
    record = accepted(samples(name)[place])
    change(record)
    refused(record, words)
