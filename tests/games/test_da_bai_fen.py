"""Da Bai Fen: the rules by their numbers, bad input, odds and records."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analyzer.cli import run
from analyzer.faces.da_bai_fen import question_of, records
from analyzer.faces.da_bai_fen_records import play
from analyzer.referee import check_lines
from analyzer.request import OddsRequest, TraceRequest
from sims import sets_calls as calling
from sims.cards import CARD_NAMES, RANKS, SUITS, card_id
from sims.errors import Refused
from sims.games import da_bai_fen as game
from sims.players import read_weights
from sims.sets import beatable, beats, least_beating
from sims.sets_blocks import SetRules, pack
from sims.sets_frame import EQUALS, TRUMP_SHIFT, TRUMPS, frame_order, frames
from sims.sheets import Rules, resolve
from tests.naive.da_bai_fen import Order, set_beats

HAND = "RJ S:AK972 H:K2 D:A5 C:94"


def rules_of(variant: str | None = None, **switches: str | int) -> Rules:
    return resolve(game.SHEET, variant, switches)


def trace(
    variant: str | None = None, *, low: int = 0, high: int = 200, **options: Any
) -> list[dict[str, Any]]:
    request = TraceRequest(
        game=game,
        rules=rules_of(variant, **options.get("switches", {})),
        low=low,
        high=high,
        dealer=options.get("dealer"),
        score=None,
        policy=options.get("policy", "random"),
        defence=options.get("defence", options.get("policy", "random")),
        seed=7,
        extras=options.get("extras", {}),
    )
    return list(records(request))


class Sets:
    """The kernels' words on sets of cards under a trump suit and rank."""

    def __init__(self, trump: str, rank: str, **switches: str) -> None:
        rules = game.set_rules(rules_of(None, **switches))
        self.block = pack(rules, read_weights("da-bai-fen"))
        self.to_frame = rules.frames.to_frame[4 * RANKS.index(rank) + SUITS.index(trump)]
        self.rules: SetRules = rules
        self.names = {int(self.to_frame[card_id(name)]): name for name in game.deck(rules_of())}

    def mask(self, cards: str) -> int:
        return int(sum(self.to_frame[card_id(name)] for name in cards.split()))

    def beats(self, new: str, best: str, led: str) -> bool:
        first = (self.mask(led) & -self.mask(led)).bit_length() - 1
        lane = int(self.rules.frames.lane[first])
        pointer = np.int64(self.block.ctypes.data)
        return bool(beats(pointer, np.int64(self.mask(new)), np.int64(self.mask(best)), np.int64(lane)))

    def least_beating(self, supply: str, best: str) -> set[str]:
        pointer = np.int64(self.block.ctypes.data)
        found = int(least_beating(pointer, np.int64(self.mask(supply)), np.int64(self.mask(best))))
        return {name for bit, name in self.names.items() if found & bit}

    def beatable(self, led: str, others: str) -> set[str]:
        pointer = np.int64(self.block.ctypes.data)
        found = int(beatable(pointer, np.int64(self.mask(led)), np.int64(self.mask(others))))
        return {name for bit, name in self.names.items() if found & bit}


def trumps_of(trump: str, rank: str, *, two_ranks: bool = False) -> list[str]:
    """The trumps from the strongest down."""
    order = frame_order(RANKS.index(rank), SUITS.index(trump), two_ranks=two_ranks)
    return sorted((n for n, i in order.items() if i >= TRUMP_SHIFT), key=order.__getitem__, reverse=True)


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


@pytest.mark.parametrize(("trump", "winner"), [("C", 3), ("D", 3), ("S", 3), ("H", 2)])
def test_13_the_example_of_the_page(trump: str, winner: int) -> None:
    """Lead 6C 6S (no legal lead), trump rank J: the fourth wins unless hearts are trumps."""
    order = Order(trump, "J", two_ranks=False)
    best, seat = ["6C", "6S"], 0
    for other, cards in enumerate(("4D 8H", "TS 3H", "7C 8S"), 1):
        if set_beats(order, cards.split(), best, uniform=False):
            best, seat = cards.split(), other
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


PRESETS = ("base", "table-b", "two-ranks", "as-translated")
POLICIES = ("random", "rules")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", PRESETS)
def test_the_referee_accepts_the_records(variant: str, policy: str) -> None:
    lines = (json.dumps(record) for record in trace(variant, policy=policy, high=200))
    assert [fault for fault in check_lines(lines) if fault is not None] == []


@pytest.mark.full
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", PRESETS)
def test_the_referee_accepts_10000_records(variant: str, policy: str) -> None:
    lines = (json.dumps(record) for record in trace(variant, policy=policy, high=10_000))
    assert [fault for fault in check_lines(lines) if fault is not None] == []


def conserve(variant: str, policy: int, low: int, high: int) -> None:
    """54 cards and 100 points in every hand of the kernels."""
    rules = game.set_rules(rules_of(variant))
    block = pack(rules, read_weights("da-bai-fen"))
    plan = np.zeros(calling.PLAN_SIZE, np.int64)
    plan[calling.TRUMP_RANK], plan[calling.FIRST_HAND] = low // 20_000 % 13, 1
    plan[calling.NAMES], plan[calling.CALLER], plan[calling.OTHERS] = rules.opens, policy, policy
    for first in range(low, high, 20_000):
        batch = play(block, 3, first, min(first + 20_000, high), plan)
        frame = 4 * batch.calls.fixed[:, 1] + batch.calls.fixed[:, 0]
        deck = np.bitwise_or.reduce(rules.frames.to_frame, axis=1)[frame]
        sets = batch.log[:, :48]
        apart = batch.gone
        if rules.opens:  # the cards out of play
            dealt = np.bitwise_or.reduce(1 << batch.calls.talon, axis=1)
            apart = np.array([_moved(rules, int(f), int(m)) for f, m in zip(frame, dealt, strict=True)])
        done = batch.result[:, 4] < 0
        together = np.bitwise_or.reduce(sets, axis=1) | apart
        assert np.array_equal(together[done], deck[done])
        assert np.array_equal((sets.sum(axis=1) + apart)[done], deck[done])
        gone = 10 * np.bitwise_count(apart & rules.frames.points[frame, 0]).astype(int)
        gone += 5 * np.bitwise_count(apart & rules.frames.points[frame, 1]).astype(int)
        assert np.all((batch.result[:, 1] + batch.result[:, 2] + gone)[done] == 100)
        assert done.mean() > 0.9


def _moved(rules: SetRules, frame: int, mask: int) -> int:
    return int(sum(rules.frames.to_frame[frame, card] for card in range(64) if mask >> card & 1))


@pytest.mark.parametrize("variant", PRESETS)
def test_cards_and_points_are_conserved(variant: str) -> None:
    for policy in (0, 1):
        conserve(variant, policy, 0, 2_000)


@pytest.mark.full
@pytest.mark.parametrize("variant", PRESETS)
def test_cards_and_points_are_conserved_on_a_million_hands(variant: str) -> None:
    for policy in (0, 1):
        conserve(variant, policy, 0, 125_000)


def test_frames_hold_every_card_once() -> None:
    for two_ranks in (False, True):
        found = frames(two_ranks=two_ranks)
        for frame in range(52):
            indices = [int(c) for c in found.to_card[frame] if c >= 0]
            assert sorted(indices) == sorted(card_id(name) for name in game.deck(rules_of()))
    assert len(EQUALS) == 2
    assert TRUMPS.bit_length() == 62
    assert len([name for name in CARD_NAMES if name]) == 54


def odds_json(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, Any]:
    assert run(["odds", "dbf", "--hand", HAND, "-f", "json", "--quiet", *options]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_odds_have_a_row_for_each_suit_and_row_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    for variant in PRESETS:
        answer = odds_json(capsys, "-n", "300", "--variant", variant)
        events = [row.event for row in game.level_table(rules_of(variant))]
        assert [(r["trump"], r["event"]) for r in answer["rows"]] == [(s, e) for s in "SHDC" for e in events]
        for suit in "SHDC":
            rows = [r for r in answer["rows"] if r["trump"] == suit]
            assert sum(r["count"] for r in rows) == rows[0]["deals"] <= 300
            assert len({r["ev"] for r in rows}) == 1
        assert answer["hand"][0] == "RJ"
        assert answer["best"]["trump"] in "SHDC"


def test_odds_are_the_same_on_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    one = odds_json(capsys, "-n", "1000", "--threads", "1")
    three = odds_json(capsys, "-n", "1000", "--threads", "3")
    assert one == three


def test_odds_of_the_defence_are_those_of_the_declarer_turned_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    own = odds_json(capsys, "-n", "500", "--trump", "S", "--declarer", "2", "--levels", "3:0")
    assert own["rank"] == "5"
    other = odds_json(capsys, "-n", "500", "--trump", "S", "--declarer", "1", "--levels", "0:3")
    assert other["rank"] == "5"
    assert own["rows"][0]["ev"] > 0 > other["rows"][0]["ev"]
    assert "best" not in other


def test_ev_is_the_mean_of_the_level_changes(capsys: pytest.CaptureFixture[str]) -> None:
    for row in (answer := odds_json(capsys, "-n", "400", "--rank", "7"))["rows"]:
        rows = [r for r in answer["rows"] if r["trump"] == row["trump"]]
        mean = sum(r["count"] * change for r, change in zip(rows, (2, 1, 0, -1, -2), strict=True))
        assert row["ev"] == pytest.approx(mean / row["deals"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--hand", "RJ BJ"], "the hand has 2 cards, 12 are needed"),
        (["--levels", "13:0"], "levels are promotions from 0 to 12, at 13 the match is over: 13:0 cannot be"),
        (["--levels", "3"], "--levels takes OWN:OTHER, the promotions of two sides such as 3:0, not '3'"),
        (
            ["--levels", "-1:0"],
            "--levels takes OWN:OTHER, the promotions of two sides such as 3:0, not '-1:0'",
        ),
        (["--levels", "3:0", "--score", "2:0"], "--levels 3:0 and --score 2:0 differ"),
        (["--rank", "1"], "--rank takes one of 2 3 4 5 6 7 8 9 T J Q K A, not '1'"),
        (["--rank", "9", "--levels", "3:0"], "--rank 9 is not the trump rank at level 3, which is 5"),
        (["--bid", "50"], "da-bai-fen has no bids: leave --bid out"),
        (["--declarer", "4"], "--declarer"),
        (["--declarer", "x"], "--declarer takes a seat, 0 to 3, not 'x'"),
        (["--dealer", "1", "--declarer", "2"], "--dealer 1 and --declarer 2 differ"),
        (["--trump", "any"], "'any' is no suit"),
        (["--set", "talon=triple"], "switch talon cannot be 'triple': it takes double | single | never"),
        (["--set", "tolon=single"], "did you mean 'talon'?"),
    ],
)
def test_bad_input_is_refused(capsys: pytest.CaptureFixture[str], options: list[str], said: str) -> None:
    hand = [] if "--hand" in options else ["--hand", HAND]
    assert run(["odds", "dbf", *hand, *options]) == 3
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--levels", "1:0", "--first-hand"], "the first hand is played at levels 0:0, not 1:0"),
        (["--after-draw"], "--after-draw needs --set draw_at_40=on"),
        (["--after-draw", "--first-hand", "--set", "draw_at_40=on"], "the first hand cannot follow a draw"),
        (["--dealer", "7"], "--dealer 7"),
        (["--levels", "0:99"], "at 13 the match is over: 0:99 cannot be"),
    ],
)
def test_traces_that_cannot_be_are_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert run(["trace", "dbf", *options]) == 3
    assert said in capsys.readouterr().err


def test_the_hand_must_be_named() -> None:
    request = OddsRequest(
        game=game, rules=rules_of(), hand=None, trumps=(), bids=(), seat=None, dealer=None, score=None,
        policy="rules", defence="rules", seed=1, deals=1, threads=1, command="", unicode=True, say=print,
    )  # fmt: skip
    with pytest.raises(Refused, match="--hand is missing: name the 12 cards you hold"):
        question_of(request)


def test_a_transcript_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["trace", "dbf", "--deals", "0:40", "--set", "multi_lead=must_be_top", "--policy", "random"]) == 0
    )
    text = capsys.readouterr().out
    for words in ("declares: trump", "takes the talon and lays away", "takes it back", "deals next"):
        assert words in text
    assert run(["trace", "dbf", "--variant", "as-translated"]) == 0
    assert "lays open" in capsys.readouterr().out
