"""Two Hundred at its other tables, and the questions that its rules settle: tables, auction and settlement."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy.stats import binomtest

from sims import tables as t
from sims.cards import SUITS
from sims.exchange import ANY_TRUMP
from sims.games import two_hundred as game
from tests.contract_kernels import beaten, block_of, logged, task_of
from tests.games.two_hundred_table import BASE, EW, NS, play_auction, rules, settled

# --- 1.2 variants ------------------------------------------------------------------------------------


def test_1_2_kitty_deck_and_rank_of_the_six() -> None:
    kitty = rules("kitty")
    assert sorted(game.deck(kitty)) == sorted(rank + suit for suit in SUITS for rank in "AKQJT98765")
    settings = game.tables(kitty).settings
    assert settings[[t.HAND, t.KITTY, t.EXCHANGE_BEFORE_TRUMP, t.TOTAL]].tolist() == [9, 4, 1, 100]
    pairs = [("6H", "5H"), ("6H", "7H"), ("5H", "6H"), ("7H", "6H"), ("AH", "6S"), ("6H", "AC")]
    assert beaten(game.tables(kitty), "S", pairs) == [False, True, True, False, True, False]


@pytest.mark.parametrize(
    ("to", "ours", "theirs"), [("dead", 0, 0), ("defenders", 0, 1), ("contractor", 1, 0)]
)
@pytest.mark.parametrize("policy", ["random", "rules"])
def test_1_2_kitty_points(to: str, ours: int, theirs: int, policy: str) -> None:
    """The hands played are 36 of the 40 cards; four are buried and count for nobody, or for one side."""
    block = block_of(game.tables(rules("kitty", kitty_points=to)))
    dead = block_of(game.tables(rules("kitty")))
    task = task_of(1, policies=(policy, "random"))
    trumps = np.full(400, ANY_TRUMP, np.int64)
    played = logged(block, task, trumps, 0, 0, 400, 3)
    bare = logged(dead, task, trumps, 0, 0, 400, 3)
    assert np.bitwise_count(played.gone).tolist() == [[0, 4, 0, 0]] * 400
    places = {"A": (10, 12), "T": (10, 8), "5": (5, 3)}  # points and place in each lane of the frame
    buried = np.zeros(400, np.int64)
    for value, place in places.values():
        mask = sum(1 << 16 * lane + place for lane in range(4))
        buried += value * np.bitwise_count(played.gone[:, 1] & mask)
    assert buried.max() > 0
    assert (played.points.sum(axis=1) + buried * (to == "dead") == 100).all()
    if policy == "random":  # who knows to whom they go plays otherwise
        assert (played.points[:, 0] == bare.points[:, 0] + buried * ours).all()
        assert (played.points[:, 1] == bare.points[:, 1] + buried * theirs).all()


def test_1_2_a_hundred_for_200() -> None:
    double = rules(hundred_for_200="on")
    assert settled(double, (0, 0), 100, (100, 0)).delta == (200, 0)
    assert settled(double, (0, 0), 100, (95, 5)).delta == (-100, 5)  # 100, not 200
    assert settled(double, (0, 0), 95, (100, 0)).delta == (100, 0)
    assert settled(BASE, (0, 0), 100, (100, 0)).delta == (100, 0)


def test_1_2_single_round() -> None:
    single = rules(bidding="single_round")
    auction = play_auction(single, "50 55 pass 60")
    assert (auction.over, auction.bid, auction.bidder) == (True, 60, 0)
    assert {seat for seat, _ in auction.calls} == {0, 1, 2, 3}
    assert len(auction.calls) == 4


@pytest.mark.parametrize(("variant", "target"), [("to-300", 300), ("to-500", 500)])
def test_1_2_game_to_300_or_500(variant: str, target: int) -> None:
    longer = rules(variant)
    assert game.bids(longer) == [60, 65, 70, 75, 80, 85, 90, 95, 100]
    assert game.match_winner(longer, (target - 5, 0), NS) is None
    assert game.match_winner(longer, (target, 0), NS) == NS
    assert game.match_winner(longer, (-target + 5, 0), NS) is None
    assert game.match_winner(longer, (-target, 0), NS) == EW
    # the 100-rule is unchanged
    assert settled(longer, (0, 100), 60, (60, 40)).delta == (60, 0)
    assert settled(longer, (0, 95), 60, (60, 40)).delta == (60, 40)


def test_1_2_six_players_in_turns() -> None:
    six = rules("six-rotating")
    tables = [game.seating(six, deal) for deal in range(6)]
    for table in tables:
        assert table.sides == ((0, 3), (1, 4), (2, 5))
        assert len(table.active) == 4
        assert table.active in {(0, 1, 3, 4), (1, 2, 4, 5), (0, 2, 3, 5)}
    assert tables[:3] == tables[3:]
    idle = [set(range(6)) - set(table.active) for table in tables[:3]]
    assert sorted(map(sorted, idle)) == [[0, 3], [1, 4], [2, 5]]  # equal numbers of hands
    assert game.deck(six) == game.deck(BASE)
    assert game.hand_size(six) == 9


def test_1_2_the_pairs_take_turns_as_ab_bc_ca() -> None:
    playing = [
        "".join("ABC"[side] for side in range(3) if side in game.seating(rules("six-rotating"), deal).active)
        for deal in range(3)
    ]
    assert playing == ["AB", "BC", "AC"]


def test_1_2_six_players_at_once() -> None:
    six = rules("six-at-once")
    assert len(game.deck(six)) == 52
    settings = game.tables(six).settings
    assert settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.KITTY, t.TOTAL]].tolist() == [6, 8, 8, 4, 100]
    assert game.seating(six).sides == ((0, 3), (1, 4), (2, 5))
    led_and_played = [("2H", "3H"), ("3H", "2H"), ("4H", "5H"), ("5H", "6H"), ("AH", "2S")]
    assert beaten(game.tables(six), "S", led_and_played) == [True, False, True, True, True]
    # each pair scores its own; tie at the target: the contractor's, else the higher
    assert settled(six, (0, 0, 0), 50, (60, 25, 15)).delta == (60, 25, 15)
    assert settled(six, (0, 100, 100), 50, (60, 25, 15), bidders=(2,)).delta == (60, 0, 15)
    assert game.match_winner(six, (200, 250, 0), 0) == 0
    assert game.match_winner(six, (200, 250, 0), 2) == 1


def test_1_2_the_pot() -> None:
    bank = rules("bank")
    assert game.seating(bank).sides == ((0, 3), (1, 4), (2, 5))
    assert game.bids(bank)[0] == 50
    assert game.match_winner(bank, (495, 0, 0), 0) is None
    assert game.match_winner(bank, (0, 500, 0), 0) == 1


def test_1_2_five_players() -> None:
    five = rules("five-shadow")
    table = game.seating(five)
    assert (table.seats, table.sides, table.shadow) == (5, ((0, 2), (1, 3)), 4)
    assert table.callers == (0, 1, 2, 3)
    assert game.auction(five).seats == (0, 1, 2, 3)
    assert [bin(table.allies(declarer)) for declarer in range(4)] == ["0b10101", "0b11010"] * 2
    assert len(game.deck(five)) == 40
    settings = game.tables(five).settings
    assert settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.KITTY]].tolist() == [5, 8, 8, 0]
    assert table.by_side([10, 20, 30, 40, 0], 1) == [40, 60]
    assert table.by_side([10, 20, 0, 40, 30], 1) == [10, 90]  # the shadow's tricks are the contractor's


def test_1_2_no_partners() -> None:
    alone = rules("cut-throat")
    assert game.seating(alone).sides == ((0,), (1,), (2,), (3,))
    assert settled(alone, (0, 0, 0, 0), 50, (45, 20, 15, 20)).delta == (-50, 20, 15, 20)
    assert settled(alone, (0, 100, 100, 95), 50, (50, 20, 15, 15), bidders=(2,)).delta == (50, 0, 15, 15)
    assert game.match_winner(alone, (150, 210, 205, 0), 0) == 1  # else the highest
    assert game.match_winner(alone, (200, 210, 205, 0), 0) == 0  # the contractor


def points_in_play() -> dict[int, float]:
    """Chances of the points among 18 of the 36 cards: 8 of 10, 4 of 5, 24 of nothing."""
    chances: dict[int, float] = {}
    for tens in range(9):
        for fives in range(5):
            ways = comb(8, tens) * comb(4, fives) * comb(24, 18 - tens - fives)
            points = 10 * tens + 5 * fives
            chances[points] = chances.get(points, 0.0) + ways / comb(36, 18)
    return chances


def test_1_2_two_players_and_a_dead_stock() -> None:
    """With 18 dead cards the points in play average 50; P >= 50 is 0.58, P >= 60 is 0.28."""
    exact = points_in_play()
    assert sum(points * chance for points, chance in exact.items()) == pytest.approx(50)
    dead = rules("two-handed", two_player="dead_stock")
    settings = game.tables(dead).settings
    assert settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.DRAW_AFTER_TRICK]].tolist() == [2, 9, 9, 0]
    n = 20_000
    block, trumps = block_of(game.tables(dead)), np.zeros(n, np.int64)
    total = logged(block, task_of(0, seats=2, dealer=1), trumps, 0, 0, n, 5).points.sum(axis=1)
    for least, published in [(50, 0.58), (60, 0.28)]:
        right = sum(chance for points, chance in exact.items() if points >= least)
        assert right == pytest.approx(published, abs=0.005)
        assert binomtest(int((total >= least).sum()), n, right).pvalue > 0.001


def test_1_2_two_players_and_a_stock_to_draw_from() -> None:
    drawing = rules("two-handed")
    settings = game.tables(drawing).settings
    assert settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.DRAW_AFTER_TRICK]].tolist() == [2, 9, 18, 1]
    n = 500
    block, trumps = block_of(game.tables(drawing)), np.zeros(n, np.int64)
    played = logged(block, task_of(0, seats=2, dealer=1), trumps, 0, 0, n, 5)
    assert (played.points.sum(axis=1) == 100).all()  # all 100 points are played for


# --- settled questions -------------------------------------------------------------------------------


def test_settled_1_switches_and_defaults() -> None:
    common = {
        "hundred_for_200": "off", "bidding": "auction", "all_pass": "throw_in", "must_bid_at_100": "on",
        "kitty_points": "dead", "two_player": "draw_stock",
    }  # fmt: skip
    limits = {
        "base": (200, 50, -200),
        "to-300": (300, 60, -300),
        "to-500": (500, 60, -500),
        "bank": (500, 50, -500),
    }
    for variant in game.SHEET.variants:
        target, min_bid, loss_limit = limits.get(variant, limits["base"])
        numbers = {"target": target, "min_bid": min_bid, "loss_limit": loss_limit}
        assert dict(rules(variant).values) == {**common, **numbers}


def test_settled_1_the_forced_dealer_bids_the_minimum_or_more() -> None:
    forced = play_auction(rules("to-300", all_pass="dealer_must_bid"), "pass pass pass")
    assert forced.legal() == [str(bid) for bid in range(60, 101, 5)]


def test_settled_2_defenders_score_their_own_tricks_with_a_dead_kitty() -> None:
    """Not 100 less the contractor's: 10 points are buried."""
    assert settled(rules("kitty"), (0, 0), 60, (65, 25)).delta == (65, 25)


def test_settled_2_buried_points_go_to_the_pair_left_of_the_contractor() -> None:
    six = game.tables(rules("six-at-once", kitty_points="defenders"))
    dead = game.tables(rules("six-at-once"))
    trumps = np.full(300, ANY_TRUMP, np.int64)
    for declarer in range(6):
        task = task_of(declarer, seats=6, dealer=5)
        more = logged(block_of(six), task, trumps, 0, 0, 300, 8).taken
        bare = logged(block_of(dead), task, trumps, 0, 0, 300, 8).taken
        gain = more - bare
        assert (gain.sum(axis=1) == 100 - bare.sum(axis=1)).all()
        pair = [(declarer + 1) % 6, (declarer + 4) % 6]
        others = [seat for seat in range(6) if seat not in pair]
        assert gain[:, pair].sum() > 0
        assert not gain[:, others].any()


def test_settled_3_the_loss_limit_with_several_sides() -> None:
    six = rules("six-at-once")
    assert game.match_winner(six, (-200, 0, 5), 0) == 2  # all the others at 0 or more: the highest of them
    assert game.match_winner(six, (-200, -5, 100), 0) is None
    assert game.match_winner(six, (-200, -205, 100), 0) is None  # another loser is not at 0 or more either
    assert game.match_winner(six, (-200, 50, 50), 0) is None  # a tie, the contractor's not among them
    assert game.match_winner(six, (-200, 50, 50), 1) == 1
    assert game.match_winner(six, (-200, 50, 50), 2) == 2


def test_settled_3_equal_non_contractors_at_the_target_play_on() -> None:
    six = rules("six-at-once")
    assert game.match_winner(six, (0, 200, 200), 0) is None
    assert game.match_winner(six, (0, 200, 205), 0) == 2
    assert game.match_winner(six, (200, 200, 205), 0) == 0


def test_settled_4_the_auction_ends_with_the_last_bidder() -> None:
    auction = play_auction(rules("six-at-once"), "50 pass pass pass pass", dealer=0)
    assert not auction.over
    auction.call("pass")
    assert (auction.over, auction.bidder) == (True, 1)
    two = play_auction(rules("two-handed"), "50 pass", dealer=0)
    assert (two.over, two.bidder, two.bid) == (True, 1, 50)
