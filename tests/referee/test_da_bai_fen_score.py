"""Da Bai Fen, rules 14 to 19 and the presets: the numbers are those of rules/da-bai-fen.md."""

import copy
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from analyzer.referee.da_bai_fen import level_change
from analyzer.referee.da_bai_fen_order import beats, set_order
from tests.referee.changes import restated
from tests.referee.hundreds import points
from tests.referee.odd_scripts import da_bai_fen, found
from tests.referee.scripts import accepted, refused
from tests.referee.table import Record, flat

GAME = "da-bai-fen"


def opponents(record: Record) -> int:
    declarer: int = record["declarer"]
    return 1 - declarer % 2


def last_to_opponents(record: Record) -> bool:
    """Whether the opponents win the last trick and cards of value were laid away."""
    if "redeal" in record or not record["exchange"]:
        return False
    buried = points(record["exchange"][0]["discards"])
    return buried > 0 and record["tricks"][-1]["winner"] % 2 == opponents(record)


def test_14_the_points_of_the_opponents_count() -> None:
    record = found(
        GAME, lambda made: "redeal" not in made and made["tricks"][-1]["winner"] % 2 != opponents(made)
    )
    side = opponents(record)
    assert record["result"]["opponents_points"] == accepted(record)["result"]["taken"][side]
    wrong = restated(record, opponents_points=record["result"]["taken"][1 - side])
    refused(wrong, '"result.opponents_points" is')
    refused(restated(record, taken=[0, 0]), '"result.taken" is [0, 0], but in tricks the sides took')


TABLE_A = [
    (0, 2, 0),
    (5, 1, 0),
    (35, 1, 0),
    (40, 0, 0),
    (75, 0, 0),
    (80, 0, 1),
    (95, 0, 1),
    (100, 0, 2),
    (300, 0, 2),
]
TABLE_B = [
    (0, 3, 0),
    (5, 2, 0),
    (15, 2, 0),
    (20, 1, 0),
    (35, 1, 0),
    (40, 0, 0),
    (55, 0, 0),
    (60, 0, 1),
    (75, 0, 1),
    (80, 0, 2),
    (95, 0, 2),
    (100, 0, 3),
    (115, 0, 3),
    (120, 0, 4),
    (140, 0, 5),
]


@pytest.mark.parametrize(("table", "row"), [("a", row) for row in TABLE_A] + [("b", row) for row in TABLE_B])
def test_15_tables(table: str, row: tuple[int, int, int]) -> None:
    change = level_change(row[0], table)
    assert (change.declarers, change.opponents) == row[1:]


BANDS = [(0, 0), (5, 35), (40, 75), (80, 95), (100, 500)]


@pytest.mark.parametrize("band", BANDS)
@pytest.mark.parametrize("variant", ["base", "table-b"])
def test_15_levels_and_next_dealer(variant: str, band: tuple[int, int]) -> None:
    record = found(
        GAME,
        lambda made: (
            band[0] <= made["result"]["opponents_points"] <= band[1]
            and "redeal" not in made
            and not made["result"]["game_over"]
        ),
        variant,
        target_levels=40,
    )
    accepted(record)
    again = 2 if band[0] < 40 else 1
    assert record["result"]["next_dealer"] == (record["declarer"] + again) % 4
    wrong = restated(record, next_dealer=(record["declarer"] + 3) % 4)
    refused(wrong, f"but the next dealer is seat {record['result']['next_dealer']}")
    refused(restated(record, next_dealer=None), '"result.next_dealer" is null')
    for key in ("delta", "level_change"):
        refused(restated(record, **{key: [4, 4]}), f'"result.{key}" is [4, 4], but the levels change by')
    refused(restated(record, scores=[0, 90]), '"result.scores" is [0, 90], but the levels after it are')
    refused(restated(record, levels=[0, 90]), '"result.levels" is [0, 90], but the levels after it are')
    del record["result"]["levels"]
    accepted(record)


@pytest.mark.parametrize(("talon", "times"), [("double", 2), ("single", 1), ("never", 0)])
def test_16_the_talon_with_the_last_trick(talon: str, times: int) -> None:
    record = found(GAME, last_to_opponents, talon=talon)
    buried = points(record["exchange"][0]["discards"])
    taken = record["result"]["taken"][opponents(record)]
    assert accepted(record)["result"]["opponents_points"] == taken + times * buried
    refused(restated(record, opponents_points=taken + 7), f"but the opponents have {taken + times * buried}")


@pytest.mark.parametrize("talon", ["double", "single", "never"])
def test_16_the_declarers_last_trick_saves_the_talon(talon: str) -> None:
    record = found(
        GAME,
        lambda made: (
            "redeal" not in made
            and made["tricks"][-1]["winner"] % 2 != opponents(made)
            and points(made["exchange"][0]["discards"]) > 0
        ),
        talon=talon,
    )
    assert accepted(record)["result"]["opponents_points"] == record["result"]["taken"][opponents(record)]


@pytest.mark.parametrize("talon", ["double", "single", "never"])
def test_16_s6_by_cards(talon: str) -> None:
    """Three kinds of points: tricks, the last trick so many times, the talon so many times on top."""
    record = found(
        GAME,
        lambda made: (
            last_to_opponents(made)
            and len(made["tricks"][-1]["plays"][0]["cards"]) > 1
            and made["tricks"][-1]["points"] > 0
        ),
        talon=talon,
        last_trick_mult="by_cards",
    )
    last = record["tricks"][-1]
    size = len(last["plays"][0]["cards"])
    times = {"double": 2, "single": 1, "never": 0}[talon] * size
    right = record["result"]["taken"][opponents(record)] + last["points"] * (size - 1)
    right += times * points(record["exchange"][0]["discards"])
    assert accepted(record)["result"]["opponents_points"] == right
    off = record | {"switches": {"talon": talon}}
    refused(off, '"result.opponents_points" is')


def test_17_a_draw_at_40() -> None:
    exactly = found(GAME, lambda made: made["result"]["draw"], draw_at_40="on")
    assert accepted(exactly)["result"]["level_change"] == [0, 0]
    assert exactly["result"]["next_dealer"] == (exactly["declarer"] + 1) % 4
    refused(exactly | {"switches": {}}, '"result.draw" is true, but the hand is no draw')
    refused(restated(exactly, draw=False), '"result.draw" is false, but the hand is a draw')
    other = found(GAME, lambda made: made["result"]["opponents_points"] == 45, draw_at_40="on")
    refused(restated(other, draw=True), '"result.draw" is true, but the hand is no draw')


def test_17_s7_after_a_draw_the_dealer_names_rank_and_suit() -> None:
    after: dict[str, Any] = {"first_hand": False, "after_draw": True}
    record = da_bai_fen([], named="9D", dealer=1, draw_at_40="on", **after)
    assert (accepted(record)["trump"], record["rank"], record["declarer"]) == ("D", "9", 1)
    refused(record | {"switches": {}}, '"after_draw" is true, but draw_at_40 is off')
    refused(record | {"after_draw": False}, 'seat 1 calls "name", but only "turn" is called here')
    refused(record | {"first_hand": True}, '"first_hand" and "after_draw" cannot both be true')
    exposed = da_bai_fen(["2S"], "02S")
    exposed |= {"first_hand": False, "after_draw": True, "switches": {"draw_at_40": "on"}}
    refused(exposed, 'seat 0 calls "expose", but only "name" is called here')


@pytest.mark.parametrize("trump", "CDHS")
def test_18_21_trumps_with_two_ranks(trump: str) -> None:
    order = set_order(trump, "5", True)
    trumps = sorted((c for c, suit in order.suit.items() if suit == trump), key=lambda c: -order.strength[c])
    others = [suit for suit in "CDHS" if suit != trump]
    assert len(trumps) == 21
    assert trumps[:3] == ["RJ", "BJ", "5" + trump]
    assert set(trumps[3:6]) == {"5" + suit for suit in others}
    assert trumps[6] == "2" + trump
    assert set(trumps[7:10]) == {"2" + suit for suit in others}
    assert trumps[10:] == [rank + trump for rank in "AKQJT987643"]
    equal = [trumps[3:6], trumps[7:10]]
    for group in equal:
        assert not any(beats(one, other, order) for one in group for other in group)
    for high, low in pairwise(trumps):
        assert beats(high, low, order) or any(high in group and low in group for group in equal)
    assert len([c for c, suit in set_order(trump, "2", True).suit.items() if suit == trump]) == 18  # [S3]


DIAMONDS = "3D 4D 6D 7D 8D 9D TD JD QD KD AD"


def test_18_s3_only_the_level_rank_fixes_trumps() -> None:
    later: dict[str, Any] = {"variant": "two-ranks", "levels": (3, 0), "first_hand": False}
    refused(da_bai_fen(["2S"], "02S", **later), "seat 0 exposes 2S, but the trump rank is 5", card="2S")
    record = da_bai_fen([], talon="2D 3H 7C 6C 5S 4C", **later)
    assert len(accepted(record)["auction"]) == 5
    assert record["trump"] == "S"
    none = da_bai_fen([], talon="2D 3H 7C 6C RJ 4C", **later)
    assert accepted(none)["trump"] == "C"
    two = da_bai_fen(["5S AH", f"2H {DIAMONDS}", "KH"], "05S", "AH 2H KH", **later)
    assert accepted(two)["tricks"][0]["winner"] == 1
    two["switches"] = {"two_ranks": "off"}
    refused(two, "but AH of seat 0 wins", trick=1, card="AH")


def test_19_the_game_ends_after_13_levels() -> None:
    record = found(GAME, lambda made: made["result"]["game_over"])
    side = record["result"]["winner"]
    assert accepted(record)["result"]["scores"][side] >= 13
    refused(restated(record, game_over=False), '"result.game_over" is false, but the game is over')
    refused(restated(record, winner=1 - side), f"but the winner is side {side}")
    refused(restated(record, winner=None), f"but the winner is side {side}")
    for dealer in (None, (record["declarer"] + (2 if record["declarer"] % 2 == side else 1)) % 4):
        accepted(restated(record, next_dealer=dealer))
    refused(record | {"levels": [13, 0], "scores": [13, 0]}, "have already ended the game")


@pytest.mark.parametrize(("level", "rank"), [(12, "A"), (13, "2"), (14, "3"), (26, "2")])
def test_19_s8_after_the_aces_come_the_twos(level: int, rank: str) -> None:
    record = da_bai_fen([f"{rank}H"], f"0{rank}H", levels=(level, 0), first_hand=False, target_levels=40)
    assert accepted(record)["rank"] == rank
    if level > 12:
        refused(record | {"switches": {}}, "have already ended the game")


def test_as_translated_everybody_lays_six_cards_open() -> None:
    record = accepted(found(GAME, lambda made: "redeal" not in made, "as-translated"))
    reordered = copy.deepcopy(record)
    reordered["auction"][:4] = reversed(reordered["auction"][:4])
    accepted(reordered)
    wrong = copy.deepcopy(record)
    wrong["auction"][1]["seat"] = wrong["auction"][0]["seat"]
    refused(wrong, f"seat {wrong['auction'][0]['seat']} lays cards open twice")
    wrong = copy.deepcopy(record)
    card = wrong["auction"][0]["cards"][0] = wrong["auction"][1]["cards"][0]
    refused(wrong, f"lays {card} open, which it does not hold", card=card)
    wrong = copy.deepcopy(record)
    card = wrong["auction"][0]["cards"][0] = wrong["auction"][0]["cards"][1]
    refused(wrong, f"lays {card} open twice", card=card)
    wrong = copy.deepcopy(record)
    wrong["auction"][2]["cards"].pop()
    refused(wrong, "lays 5 cards open, not 6")
    refused(record | {"auction": record["auction"][1:]}, "lays no cards open")
    refused(record | {"auction": record["auction"][:4]}, "names no trump suit")


def test_as_translated_the_talon_stays_out_of_play() -> None:
    record = accepted(found(GAME, lambda made: made["first_hand"] and "redeal" not in made, "as-translated"))
    assert record["exchange"] == []
    assert {c for t in record["tricks"] for p in t["plays"] for c in p["cards"]} == set(flat(record["hands"]))
    swap = {"seat": record["dealer"], "takes": record["kitty"], "discards": record["kitty"]}
    refused(record | {"exchange": [swap]}, '"exchange" must be empty: the six cards stay out of play')
    record["auction"][4]["rank"] = "9"
    refused(record, "names the rank 9, but the level gives 2")


@cache
def with_points(number: int) -> Record:
    return found(GAME, lambda made: made["result"]["opponents_points"] == number, "as-translated")


@pytest.mark.parametrize(
    ("name", "value"),
    [("table", "b"), ("talon", "double"), ("trump_choice", "expose"), ("first_declarer", "exposer")],
)
def test_as_translated_s1_is_fixed_whatever_else_is_set(name: str, value: str) -> None:
    for points_now in (0, 10, 60, 90):
        accepted(with_points(points_now) | {"switches": {name: value}})


def test_as_translated_the_dealer_chooses_the_rank_later() -> None:
    later: dict[str, Any] = {"variant": "as-translated", "levels": (3, 0), "first_hand": False}
    assert accepted(da_bai_fen([], named="9D", **later))["rank"] == "9"
    base = da_bai_fen([], named="9D", trump_choice="dealer_names", levels=(3, 0), first_hand=False)
    refused(base, "seat 0 names the rank 9, but the level gives 5")
