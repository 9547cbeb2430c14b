"""Legal records of the other tables of Two Hundred changed in one place."""

import pytest

from tests.referee.changes import Change, add, drop, play, put
from tests.referee.scripts import accepted, refused, samples

DEAL: list[tuple[str, int, Change, str, str | None]] = [
    ("six-rotating", 0, put("seats", value=4), '"seats" must be 6, not 4', None),
    ("six-rotating", 0, put("sides", value=[[0, 2], [1, 3]]), '"sides" must be [[0, 3]', None),
    ("six-rotating", 0, put("scores", value=[0, 0]), '"scores" must have 3 numbers, not 2', None),
    ("six-rotating", 0, put("dealer", value=2), '"dealer" is seat 2, which sits out', None),
    ("six-rotating", 0, put("dealer", value=4), 'seat 4 calls "70" but it is the turn of seat 0', None),
    ("six-rotating", 0, put("hands", 5, value=["6S"]), "seat 5 is dealt 1 cards, not 0", None),
    ("six-rotating", 0, put("hands", 5, value="AH"), '"hands[5]" must be a list of cards', None),
    ("six-rotating", 0, drop("hands", 5), '"hands" must have 6 hands, not 5', None),
    ("six-rotating", 0, put("hands", 1, 0, value="AH"), "AH is dealt twice, to seat 0 and to seat 1", "AH"),
    ("six-rotating", 0, put("auction", 1, "seat", value=5), "but it takes no part in the auction", None),
    ("six-at-once", 1, put("kitty", 0, value="3C"), "3C is dealt twice, to seat 0 and to the kitty", "3C"),
    ("six-at-once", 1, put("hands", 3, 0, value="RJ"), "is not in the 52-card deck", "RJ"),
    ("six-at-once", 1, put("variant", value="six-rotating"), "is dealt 8 cards, not 0", None),
    ("six-at-once", 1, drop("auction", 3), 'seat 0 calls "pass" but it is the turn of seat 5', None),
    (
        "six-at-once",
        1,
        put("exchange", 0, "takes", 0, value="3C"),
        "seat 1 takes 3C, which is not in the kitty",
        "3C",
    ),
    ("six-at-once", 1, drop("exchange", 0, "discards", 1), "takes 2 cards but discards 1", None),
    (
        "six-at-once",
        1,
        put("exchange", 0, "discards", 0, value="9S"),
        "discards 9S, which it does not hold",
        "9S",
    ),
    ("six-at-once", 1, put("declarer", value=4), '"declarer" is 4, but seat 1 made the last bid', None),
    ("bank", 0, put("switches", "target", value=0), "switch target cannot be 0", None),
    ("bank", 0, put("scores", value=[0, 505, 0]), "have already ended the game", None),
    ("five-shadow", 0, put("dealer", value=4), "which is the shadow and never deals", None),
    ("five-shadow", 0, put("shadow", value=0), '"shadow" is 0, but the shadow is seat 4', None),
    ("five-shadow", 0, put("sides", value=[[0, 2, 4], [1, 3]]), '"sides" must be [[0, 2], [1, 3]]', None),
    ("five-shadow", 0, put("hands", 4, 0, value="6S"), "6S is dealt twice, to seat 0 and to seat 4", "6S"),
    ("five-shadow", 0, put("hands", 4, 0, value="4S"), "4S, dealt to seat 4, is not in the 40-card", "4S"),
    ("five-shadow", 0, put("auction", 2, "seat", value=4), "takes no part in the auction", None),
    ("five-shadow", 0, put("policies", value=["random"] * 4), '"policies" must have 5 names, not 4', None),
    ("cut-throat", 0, put("sides", value=[[0, 2], [1, 3]]), '"sides" must be [[0], [1], [2], [3]]', None),
    ("cut-throat", 0, put("auction", 3, "call", value="45"), "which is not one of the bids", None),
    ("cut-throat", 0, put("kitty", value=["6S"]), "the kitty has 1 cards, not 0", None),
    ("two-handed", 0, drop("stock", 17), "the stock has 17 cards, not 18", None),
    ("two-handed", 0, put("stock", 3, value="AS"), "AS is dealt twice, to seat 0 and to the stock", "AS"),
    ("two-handed", 0, put("stock", 3, value="6S"), "6S, dealt to the stock, is not in the 36-card", "6S"),
    ("two-handed", 0, add("auction", value={"seat": 1, "call": "55"}), "after the end", None),
    ("two-handed", 0, put("trump", value="C "), '"trump" must be one of C, D, H and S', None),
    ("two-handed", 0, put("switches", "two_player", value="dead_stock"), '"exchange" must be empty', None),
]


@pytest.mark.parametrize(("variant", "place", "change", "words", "card"), DEAL)
def test_deal_auction_and_exchange(
    variant: str, place: int, change: Change, words: str, card: str | None
) -> None:
    record = accepted(samples(f"two-hundred.{variant}")[place])
    change(record)
    refused(record, words, card=card)


def draw(seat: int, *takes: str, discards: tuple[str, ...] = ()) -> dict[str, object]:
    return {"seat": seat, "takes": list(takes), "discards": list(discards)}


TRICKS: list[tuple[str, int, Change, str, int, str | None]] = [
    ("six-rotating", 0, play(2, 1, "AD"), "seat 1 plays AD but holds a club", 2, "AD"),
    ("six-rotating", 0, play(1, 3, "5H", 2), "seat 2 plays 5H, but it is the turn of seat 3", 1, "5H"),
    ("six-rotating", 0, put("tricks", 2, "leader", value=2), "seat 2 leads, but seat 0 won", 3, None),
    ("six-rotating", 0, put("tricks", 2, "points", value=15), "is worth 10 points, not 15", 3, None),
    ("six-rotating", 0, put("tricks", 3, "winner", value=0), "but TH of seat 4 wins", 4, "TH"),
    (
        "six-rotating",
        0,
        add("tricks", 4, "plays", value={"seat": 5, "cards": ["AC"]}),
        "but everybody has played to this trick",
        5,
        "AC",
    ),
    ("six-at-once", 1, play(1, 3, "2S"), "seat 4 plays 2S but holds a heart", 1, "2S"),
    ("six-at-once", 1, play(3, 0, "AD"), "seat 0 plays AD, which it does not hold", 3, "AD"),
    ("six-at-once", 1, drop("tricks", 1, "plays", 5), "seat 2 plays no card", 2, None),
    ("six-at-once", 1, play(5, 2, "2D"), "seat 4 plays 2D, which it does not hold", 5, "2D"),
    ("six-at-once", 1, play(2, 4, "2D"), "seat 1 plays 2D, which it does not hold", 2, "2D"),
    ("six-at-once", 1, drop("tricks", 7), "the trick is missing", 8, None),
    ("bank", 0, put("tricks", 0, "winner", value=4), "of seat 1 wins", 1, "JH"),
    ("five-shadow", 0, play(2, 4, "TS"), "seat 4 plays TS but holds a heart", 2, "TS"),
    ("five-shadow", 0, drop("tricks", 0, "plays", 4), "seat 4 plays no card", 1, None),
    ("five-shadow", 0, put("tricks", 4, "winner", value=0), "but TS of seat 4 wins", 5, "TS"),
    ("five-shadow", 0, put("tricks", 5, "leader", value=0), "seat 0 leads, but seat 4 won", 6, None),
    ("cut-throat", 0, play(1, 1, "AH"), "seat 0 plays AH but holds a club", 1, "AH"),
    ("cut-throat", 0, put("tricks", 8, "points", value=0), "is worth 10 points, not 0", 9, None),
    ("two-handed", 0, play(1, 1, "QC"), "seat 1 plays QC but holds a diamond", 1, "QC"),
    ("two-handed", 0, play(1, 1, "AD"), "seat 1 plays AD, which it does not hold", 1, "AD"),
    ("two-handed", 0, play(2, 0, "9H"), "seat 0 plays 9H, which it does not hold", 2, "9H"),
    ("two-handed", 0, drop("tricks", 12), "the trick is missing", 18, None),
    (
        "two-handed",
        0,
        put("exchange", 1, "takes", value=["7H"]),
        "seat 1 draws 7H, but AD is next in the stock",
        1,
        "7H",
    ),
    (
        "two-handed",
        0,
        put("exchange", 2, value=draw(0, "7H")),
        "seat 0 draws, but it is the turn of seat 1",
        2,
        None,
    ),
    (
        "two-handed",
        0,
        put("exchange", 4, value=draw(1, "KC", "TS")),
        "seat 1 draws 2 cards, not 1",
        3,
        None,
    ),
    ("two-handed", 0, put("exchange", 4, value=draw(1)), "seat 1 draws 0 cards, not 1", 3, None),
    (
        "two-handed",
        0,
        put("exchange", 4, value=draw(1, "KC", discards=("QC",))),
        "seat 1 discards QC, but may only draw",
        3,
        "QC",
    ),
    ("two-handed", 0, drop("exchange", 17), "seat 1 draws no card after the trick", 9, None),
    ("two-handed", 0, drop("exchange", 0), "seat 1 draws, but it is the turn of seat 0", 1, None),
    ("two-handed", 0, add("exchange", value=draw(0)), "seat 0 draws, but the stock is empty", 0, None),
]


@pytest.mark.parametrize(("variant", "place", "change", "words", "trick", "card"), TRICKS)
def test_tricks_and_draws(
    variant: str, place: int, change: Change, words: str, trick: int, card: str | None
) -> None:
    record = accepted(samples(f"two-hundred.{variant}")[place])
    change(record)
    refused(record, words, trick=trick or None, card=card)


RESULTS: list[tuple[str, int, Change, str]] = [
    ("six-rotating", 0, put("result", "taken", value=[60, 40]), '"result.taken" is [60, 40], but'),
    ("six-rotating", 0, put("result", "delta", value=[60, 40, 0]), "the hand scores [60, -70, 0]"),
    ("six-rotating", 0, put("result", "scores", 2, value=5), "the scores after it are [60, -70, 0]"),
    ("six-at-once", 1, put("result", "delta", value=[0, 50, 20]), "the hand scores [30, 50, 20]"),
    ("six-at-once", 1, put("result", "contracts", 0, "side", value=0), "the declarer's side is 1"),
    ("bank", 0, put("result", "delta", 0, value=65), "the hand scores [-100, 5, 20]"),
    ("bank", 0, put("result", "game_over", value=True), "but the game goes on: false"),
    ("five-shadow", 0, put("result", "taken", value=[20, 80]), "but the sides took [60, 40]"),
    ("five-shadow", 0, put("result", "taken", value=[20, 40, 40]), "but the sides took [60, 40]"),
    ("five-shadow", 0, put("result", "contracts", 0, "made", value=True), "the contract failed: false"),
    ("cut-throat", 0, put("result", "delta", 3, value=15), "the hand scores [60, 25, 0, -60]"),
    ("cut-throat", 0, put("result", "winner", value=0), "but nobody has won: null"),
    ("two-handed", 0, put("result", "taken", value=[60, 40]), "but the sides took [65, 35]"),
    ("two-handed", 0, put("result", "delta", value=[50, 35]), "but the hand scores [65, 35]"),
]


@pytest.mark.parametrize(("variant", "place", "change", "words"), RESULTS)
def test_results(variant: str, place: int, change: Change, words: str) -> None:
    record = accepted(samples(f"two-hundred.{variant}")[place])
    change(record)
    refused(record, words)
