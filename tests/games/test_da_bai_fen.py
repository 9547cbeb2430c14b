"""Da Bai Fen: its rules by their numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from sims import sets_calls as calling
from sims.cards import RANKS, SUITS, card_id
from sims.games import da_bai_fen as game
from tests.games.sets_table import Sets, rules_of, trace, trumps_of
from tests.naive.da_bai_fen import Order, set_beats


def test_1_and_2_the_pack() -> None:
    deck = game.deck(rules_of())
    assert len(set(deck)) == 54
    assert sum({"K": 10, "T": 10, "5": 5}.get(card[0], 0) for card in deck) == 100


def test_3_the_trump_rank_is_the_level_of_the_dealers_side() -> None:
    for record in trace(extras={"levels": "3:11"}, dealer=1, high=20):
        assert record["rank"] == RANKS[11]
    for record in trace(extras={"levels": "3:11"}, dealer=2, high=20):
        assert record["rank"] == RANKS[3]


def test_4_eighteen_trumps_and_their_order() -> None:
    listed = trumps_of("C", "6")
    assert listed[:3] == ["RJ", "BJ", "6C"]
    assert set(listed[3:6]) == {"6D", "6H", "6S"}
    assert listed[6:] == [rank + "C" for rank in "AKQJT9875432"]
    assert len(listed) == 18


def test_4_off_suit_cards_of_the_trump_rank_are_equal_and_the_first_wins() -> None:
    sets = Sets("C", "6")
    assert not sets.beats("6S", "6D", led="6D")
    assert not sets.beats("6D", "6S", led="6S")
    assert sets.beats("6C", "6S", led="6S")
    assert sets.beats("6D", "AC", led="AC")


def test_5_in_the_first_hand_the_exposer_takes_over_the_deal() -> None:
    exposed = [r for r in trace() if r["auction"][0]["call"] == "expose"]
    assert {r["declarer"] for r in exposed} == {0, 1, 2, 3}
    assert all(
        r["declarer"] == r["auction"][0]["seat"] and r["auction"][0]["card"][0] == "2" for r in exposed
    )
    lot = trace(switches={"first_declarer": "lot"})
    assert {r["auction"][0]["seat"] for r in lot if r["auction"][0]["call"] == "expose"} == {0, 1, 2, 3}
    assert all(r["declarer"] == 3 for r in lot + trace(extras={"first_hand": "no"}))


def test_6_who_takes_first_decides_who_can_expose_first() -> None:
    """The first card drawn is of the trump rank as often for the dealer as it is for the player to his right."""
    for first_draw in ("dealer", "right_of_dealer"):
        rows = trace(switches={"first_draw": first_draw}, high=20)
        assert all(len(hand) == 12 for r in rows for hand in r["hands"])
        assert all(len(r["kitty"]) == 6 for r in rows)
    assert trace(high=50) != trace(high=50, switches={"first_draw": "right_of_dealer"})


@pytest.mark.parametrize(
    ("talon", "rank", "turned", "suit"),
    [
        ("9H 4C 7D 2S AH KD", "7", 3, "D"),
        ("9H 4C KD 2S KS QC", "7", 6, "D"),  # the highest card, of equals the first turned
        ("RJ 4C 9D BJ 3S 8C", "7", 6, "D"),  # jokers have no suit
        ("RJ BJ 2C 3D 4H 5S", "A", 6, "S"),
    ],
)
def test_7_turning_the_talon(talon: str, rank: str, turned: int, suit: str) -> None:
    cards = np.array([[card_id(name) for name in talon.split()]])
    assert calling.turn_up(cards, np.int64(0), np.int64(RANKS.index(rank))) == (turned, SUITS.index(suit))


def test_7_the_dealer_names_the_suit() -> None:
    for record in trace(
        switches={"trump_choice": "dealer_names"}, extras={"levels": "4:0"}, dealer=2, high=50
    ):
        (call,) = record["auction"]
        assert (call["seat"], call["call"], call["rank"]) == (2, "name", "6")


def test_8_the_talon_and_six_cards_away() -> None:
    for record in trace("base", policy="rules", high=100):
        (entry,) = record["exchange"]
        own = {*record["hands"][record["declarer"]], *record["kitty"]}
        assert entry["takes"] == record["kitty"]
        assert len(entry["discards"]) == 6
        assert set(entry["discards"]) <= own


def test_9_a_redeal_is_asked_for_by_a_player_without_trumps() -> None:
    asked = [r for r in trace(high=3_000, policy="rules") if "redeal" in r]
    assert asked
    for record in asked:
        trumps = set(trumps_of(record["trump"], record["rank"]))
        cards = set(record["hands"][record["redeal"]])
        if record["redeal"] == record["declarer"]:
            cards |= set(record["kitty"])
        assert not cards & trumps
        assert record["tricks"] == []
        assert record["result"]["next_dealer"] == record["dealer"]
        assert record["result"]["scores"] == record["levels"]


def test_10_the_declarer_leads_then_the_winner() -> None:
    for record in trace(high=50):
        for trick, after in pairwise(record["tricks"]):
            assert after["leader"] == trick["winner"]
        if record["tricks"]:
            assert record["tricks"][0]["leader"] == record["declarer"]


def test_11_several_cards_of_a_suit_may_be_led_trumps_being_one() -> None:
    several = 0
    for record in trace():
        trumps = set(trumps_of(record["trump"], record["rank"]))
        for trick in record["tricks"]:
            cards = trick["plays"][0]["cards"]
            several += len(cards) > 1
            assert set(cards) <= trumps or (
                {card[1] for card in cards} == {cards[0][1]} and not set(cards) & trumps
            )
    assert several > 100


def test_11_must_be_top_takes_back_what_can_be_beaten() -> None:
    sets = Sets("C", "6")
    assert sets.beatable("KD AD QD", "JD TD 2S AC") == set()  # ruffs do not count
    assert sets.beatable("KD QD TD", "AD 2S") == {"KD", "QD", "TD"}
    assert sets.beatable("6D 6S", "6H AC") == set()  # equals do not beat
    assert sets.beatable("AC RJ", "BJ 6H") == {"AC"}
    tried = [t for r in trace(switches={"multi_lead": "must_be_top"}) for t in r["tricks"] if "attempt" in t]
    assert len(tried) > 100
    for trick in tried:
        assert len(trick["attempt"]) > 1
        assert len(trick["plays"][0]["cards"]) == 1
        assert trick["plays"][0]["cards"][0] in trick["attempt"]


PAGE = ("6C 6S", "4D 8H", "TS 3H", "7C 8S")  # trump rank J; no legal lead
LEGAL = ("6C 7C", "4D 8H", "TC 3H", "8C 9C")  # the same in one suit


@pytest.mark.parametrize(("trump", "winner"), [("C", 3), ("D", 3), ("S", 3), ("H", 2)])
def test_13_the_example_of_the_page(trump: str, winner: int) -> None:
    """The fourth wins unless hearts are trumps."""
    order, sets = Order(trump, "J", two_ranks=False), Sets(trump, "J")
    for example in (PAGE, LEGAL):
        best, seat = example[0], 0
        for other, cards in enumerate(example[1:], 1):
            better = set_beats(order, cards.split(), best.split(), uniform=False)
            if example is LEGAL:
                assert sets.beats(cards, best, led=example[0]) is better
            if better:
                best, seat = cards, other
        assert seat == winner


@pytest.mark.parametrize(
    ("new", "best", "wins"),
    [
        ("9D KD", "8D QD", True),
        ("9D KD", "8D AD", False),
        ("7D KD", "8D QD", False),
        ("3C 4C", "KD AD", True),  # trumps over plain cards
        ("3C KD", "QD AD", True),  # the trump on the ace, the king on the queen
        ("3C QD", "QH AD", False),
        ("3C JD", "QD AD", False),
        ("KS AS", "3D 4D", False),  # another plain suit
        ("3C AS", "3D 4D", False),
        ("3C 4C 5C", "3D QD AD", True),
        ("3C 2D 4D", "3D QD AD", False),
        ("6H 6S", "6D AC", False),  # equal to the first of them
        ("6C 6S", "6D AC", True),
    ],
)
def test_13_pairwise(new: str, best: str, wins: bool) -> None:
    sets = Sets("C", "6")
    assert sets.beats(new, best, led=best) is wins
    order = Order("C", "6", two_ranks=False)
    assert set_beats(order, new.split(), best.split(), uniform=False) is wins


def test_13_uniform() -> None:
    sets = Sets("C", "6", beat_set="uniform")
    assert not sets.beats("3C KD", "QD AD", led="QD AD")
    assert sets.beats("3C 4C", "QD AD", led="QD AD")
    assert sets.beats("QD AD", "JD KD", led="JD KD")


def test_13_the_least_cards_that_beat_a_set() -> None:
    sets = Sets("C", "6")
    assert sets.least_beating("2C 3C AC RJ", "KD AD") == {"2C", "3C"}
    assert sets.least_beating("9D QD AD", "8D JD") == {"9D", "QD"}
    assert sets.least_beating("9D TD", "8D JD") == set()


def test_14_and_16_what_the_opponents_count() -> None:
    factors = {"double": 2, "single": 1, "never": 0}
    for name, factor in factors.items():
        for mult in ("off", "by_cards"):
            won = 0
            for record in trace(switches={"talon": name, "last_trick_mult": mult}, high=60):
                if "redeal" in record:
                    continue
                side, last = record["declarer"] % 2, record["tricks"][-1]
                points = record["result"]["taken"][1 - side]
                if last["winner"] % 2 != side:
                    won += 1
                    times = len(last["plays"][0]["cards"]) if mult == "by_cards" else 1
                    gone = record["exchange"][0]["discards"]
                    talon = sum({"K": 10, "T": 10, "5": 5}.get(card[0], 0) for card in gone)
                    points += factor * talon * times + last["points"] * (times - 1)
                assert record["result"]["opponents_points"] == points
            assert won > 5


@pytest.mark.parametrize(
    ("table", "points", "declarers", "opponents"),
    [
        ("a", 0, 2, 0), ("a", 5, 1, 0), ("a", 35, 1, 0), ("a", 40, 0, 0), ("a", 75, 0, 0), ("a", 80, 0, 1),
        ("a", 95, 0, 1), ("a", 100, 0, 2), ("a", 160, 0, 2),
        ("b", 0, 3, 0), ("b", 5, 2, 0), ("b", 15, 2, 0), ("b", 20, 1, 0), ("b", 35, 1, 0), ("b", 40, 0, 0),
        ("b", 55, 0, 0), ("b", 60, 0, 1), ("b", 75, 0, 1), ("b", 80, 0, 2), ("b", 95, 0, 2), ("b", 100, 0, 3),
        ("b", 115, 0, 3), ("b", 120, 0, 4), ("b", 135, 0, 4), ("b", 140, 0, 5), ("b", 160, 0, 6),
    ],
)  # fmt: skip
def test_15_the_level_tables(table: str, points: int, declarers: int, opponents: int) -> None:
    rules = rules_of(table=table)
    assert game.promotions(rules, points) == (declarers, opponents)
    for declarer in range(4):
        settled = game.settle(rules, (4, 6), declarer, points)
        gains = (declarers, opponents) if declarer % 2 == 0 else (opponents, declarers)
        assert settled.change == gains
        assert settled.levels == (4 + gains[0], 6 + gains[1])
        assert settled.next_dealer == (declarer + (2 if points < 40 else 1)) % 4


def test_17_a_draw_at_40_and_the_hand_after_it() -> None:
    assert game.settle(rules_of(draw_at_40="on"), (0, 0), 1, 40).draw
    assert not game.settle(rules_of(draw_at_40="on"), (0, 0), 1, 45).draw
    assert not game.settle(rules_of(), (0, 0), 1, 40).draw
    rows = trace(switches={"draw_at_40": "on"}, extras={"after_draw": "yes", "levels": "1:2"})
    assert {r["auction"][0]["call"] for r in rows} == {"name"}
    assert len({r["rank"] for r in rows}) == 13


def test_18_two_trump_ranks() -> None:
    listed = trumps_of("D", "8", two_ranks=True)
    assert listed[:3] == ["RJ", "BJ", "8D"]
    assert set(listed[3:6]) == {"8C", "8H", "8S"}
    assert listed[6] == "2D"
    assert set(listed[7:10]) == {"2C", "2H", "2S"}
    assert listed[10:] == [rank + "D" for rank in "AKQJT976543"]
    assert len(listed) == 21
    assert len(trumps_of("D", "2", two_ranks=True)) == 18
    sets = Sets("D", "8", two_ranks="on")
    assert not sets.beats("2S", "2C", led="2C")
    assert sets.beats("2C", "AD", led="AD")
    assert sets.beats("8C", "2D", led="2D")
    for record in trace("two-ranks", extras={"levels": "6:0"}, dealer=2):
        assert all(call["card"][0] == "8" for call in record["auction"] if call["call"] == "expose")


def test_19_the_end_of_the_match() -> None:
    assert game.settle(rules_of(), (12, 3), 0, 20).winner == 0
    assert game.settle(rules_of(), (12, 3), 1, 20).winner is None
    assert game.settle(rules_of(target_levels=14), (12, 3), 0, 20).winner is None
    assert [RANKS[game.rank_of_level(level)] for level in (0, 8, 12, 13)] == ["2", "T", "A", "2"]


def test_as_translated() -> None:
    rows = trace("as-translated", switches={"talon": "double", "table": "b", "trump_choice": "expose"})
    for record in rows:
        assert [call["call"] for call in record["auction"]] == ["open"] * 4 + ["name"]
        assert all(len(set(call["cards"])) == 6 for call in record["auction"][:4])
        assert record["exchange"] == []
        assert record["rank"] == "2"
        if "redeal" not in record:
            side = record["declarer"] % 2
            assert record["result"]["opponents_points"] == record["result"]["taken"][1 - side]
    later = trace("as-translated", extras={"first_hand": "no"})
    assert len({r["rank"] for r in later}) == 13
    events = [row.event for row in game.level_table(rules_of("as-translated", table="b"))]
    assert events == [row.event for row in game.level_table(rules_of())]
