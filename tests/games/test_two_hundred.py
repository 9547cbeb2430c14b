"""Two Hundred by the numbers of rules/two-hundred.md: every worked example, on tables, auction and settlement."""

from __future__ import annotations

from itertools import permutations
from math import comb

import numpy as np
import pytest
from scipy.stats import binomtest

from analyzer.records import Record, Recorder
from sims import tables as t
from sims.auction import PASS, Auction
from sims.cards import CARD_NAMES, SUITS
from sims.errors import Refused
from sims.exchange import ANY_TRUMP
from sims.games import find_rules
from sims.games import two_hundred as game
from sims.hands import HandBatch, play_hands
from sims.settlement import Outcome, Settlement
from sims.sheets import Rules
from tests.test_exact import beaten, block_of, logged, plays, sampled, task_of

BASE = find_rules("two-hundred")
ORDER = "5789TJQKA"  # weakest first, as in rule 2
NS, EW = 0, 1


def rules(variant: str = "base", **switches: str | int) -> Rules:
    return find_rules("two-hundred", variant, dict(switches))


def play_auction(of: Rules, calls: str, dealer: int = 0) -> Auction:
    auction = Auction(game.auction(of), dealer)
    for call in calls.split():
        assert not auction.over
        auction.call(call)
    return auction


def settled(
    of: Rules,
    scores: tuple[int, ...],
    bid: int,
    taken: tuple[int, ...],
    side: int = NS,
    bidders: tuple[int, ...] = (),
) -> Settlement:
    """The settlement of a hand in which `side` declared and the `bidders` bid as well."""
    outcome = Outcome(taken, side, bid, tricks=0, of=9, bid_made_by=frozenset({side, *bidders}))
    return game.settle(of, scores, outcome)


# --- 1.1 the base game -------------------------------------------------------------------------------


def test_1_1_01_the_deck() -> None:
    assert sorted(game.deck(BASE)) == sorted(rank + suit for suit in "SHDC" for rank in "AKQJT9875")
    assert len(game.deck(BASE)) == 36
    assert int(game.tables(BASE).settings[t.DECK]).bit_count() == 36


@pytest.mark.parametrize("trump", SUITS)
def test_1_1_02_and_12_what_beats_what(trump: str) -> None:
    """Every card against every other: the higher of a suit, a trump over any other suit, else the one led."""
    pairs = list(permutations(game.deck(BASE), 2))
    right = [
        ORDER.index(played[0]) > ORDER.index(led[0]) if played[1] == led[1] else played[1] == trump
        for led, played in pairs
    ]
    assert beaten(game.tables(BASE), trump, pairs) == right


def test_1_1_03_card_points() -> None:
    tables = game.tables(BASE)
    for trump in range(4):
        points = {}
        for index in range(64):
            card = int(tables.to_card[trump, index])
            if card >= 0:
                masks = [int(mask) >> index & 1 for mask in tables.point_masks]
                points[CARD_NAMES[card]] = int(np.dot(masks, tables.point_values))
        assert points == {card: {"A": 10, "T": 10, "5": 5}.get(card[0], 0) for card in game.deck(BASE)}
        assert sum(points.values()) == 100
    assert tables.settings[t.TOTAL] == 100


def test_1_1_04_and_06_four_players_nine_cards() -> None:
    assert game.seating(BASE).sides == ((0, 2), (1, 3))
    assert game.hand_size(BASE) == 9
    settings = game.tables(BASE).settings
    assert settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.KITTY, t.DRAWS]].tolist() == [4, 9, 9, 0, 0]


def test_1_1_07_legal_bids() -> None:
    assert game.bids(BASE) == [50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100]
    auction = Auction(game.auction(BASE), dealer=3)
    assert auction.turn == 0
    assert auction.legal() == [PASS, *map(str, game.bids(BASE))]
    auction.call("65")
    assert auction.turn == 1
    assert auction.legal() == [PASS, "70", "75", "80", "85", "90", "95", "100"]
    for call in ("65", "60", "52", "105", "hold"):
        with pytest.raises(Refused):
            auction.call(call)


def test_1_1_07_who_has_passed_stays_out_and_three_passes_end_it() -> None:
    auction = play_auction(BASE, "50 pass 55 pass 60")
    assert (auction.turn, auction.over) == (3, False)
    auction.call("pass")
    assert (auction.over, auction.bid, auction.bidder) == (True, 60, 1)


def test_1_1_07_a_bid_of_100_ends_it_at_once() -> None:
    auction = play_auction(BASE, "50 100")
    assert (auction.over, auction.bid, auction.bidder) == (True, 100, 2)


def test_1_1_07_all_pass() -> None:
    auction = play_auction(BASE, "pass pass pass pass")
    assert (auction.over, auction.bidder) == (True, None)
    forced = play_auction(rules(all_pass="dealer_must_bid"), "pass pass pass")
    assert not forced.over
    assert forced.turn == 0
    assert PASS not in forced.legal()
    forced.call("50")
    assert (forced.over, forced.bid, forced.bidder) == (True, 50, 0)


def test_1_1_07_the_dealer_has_no_privilege() -> None:
    assert play_auction(BASE, "50 pass pass").legal() == [PASS, *map(str, range(55, 101, 5))]


def test_1_1_08_and_10_the_contractor_is_the_last_bidder_and_leads() -> None:
    hands = ("AC KC", "5C 7C", "8C 9C", "TC JC")
    tables = game.tables(BASE)
    assert {cards.split()[0] for cards in plays(tables, hands, "S")} == {"AC", "KC"}  # any card
    block = block_of(tables)
    for declarer in range(4):
        known = {declarer: [r + "H" for r in "AKQJT9875"]}
        played = logged(block, task_of(declarer, known=known), np.full(50, 2, np.int64), 0, 0, 50, 1)
        assert (played.log[:, ::4] >= 48).all()  # he leads a trump to every trick and holds them all
        assert (played.taken[:, declarer] == 100).all()


@pytest.mark.parametrize("trump", SUITS)
def test_1_1_11_follow_suit_if_able_otherwise_any_card(trump: str) -> None:
    tables = game.tables(BASE)
    # seat 1 must follow, seat 2 is void and free, trump or not, seat 3 must follow with either card
    found = plays(tables, ("KH QH", "AH 5S", "7S 5C", "9H 8H"), trump)
    firsts = {tuple(cards.split()[1:4]) for cards in found}
    assert firsts == {("AH", second, third) for second in ("7S", "5C") for third in ("9H", "8H")}


def test_1_1_12_the_winner_leads_next() -> None:
    tables = game.tables(BASE)
    found = plays(tables, ("KH 9C", "7H 8C", "AH 5D", "8H TD"), "S")
    seconds = {cards.split()[4] for cards in found if cards.startswith("KH")}
    assert seconds == {"5D"}
    ruffed = plays(tables, ("KH 9H", "AH QH", "5S 8D", "TH JH"), "S")
    assert {cards.split()[4] for cards in ruffed if cards.split()[2] == "5S"} == {"8D"}
    assert {cards.split()[4] for cards in ruffed if cards.split()[1:3] == ["AH", "8D"]} == {"QH"}


def test_1_1_14_made_scores_all_that_was_taken() -> None:
    result = settled(BASE, (0, 0), 75, (85, 15))
    assert (result.made, result.delta) == (True, (85, 15))
    assert settled(BASE, (0, 0), 75, (75, 25)).delta == (75, 25)


def test_1_1_14_failed_loses_the_bid_and_the_opponents_score() -> None:
    result = settled(BASE, (0, 0), 75, (70, 30))
    assert (result.made, result.delta) == (False, (-75, 30))
    assert settled(BASE, (0, 0), 50, (0, 100), side=EW).delta == (0, 100)
    assert settled(BASE, (0, 0), 50, (100, 0), side=EW).delta == (100, -50)


@pytest.mark.parametrize(
    ("before", "bidders", "points"), [(100, (), 0), (95, (), 30), (100, (EW,), 30), (195, (), 0)]
)
@pytest.mark.parametrize("taken", [70, 80])
def test_1_1_14_the_100_rule(before: int, bidders: tuple[int, ...], points: int, taken: int) -> None:
    scored = settled(BASE, (0, before), 75, (taken, 100 - taken), bidders=bidders)
    assert scored.delta[EW] == (0 if points == 0 else 100 - taken)
    off = settled(rules(must_bid_at_100="off"), (0, before), 75, (taken, 100 - taken), bidders=bidders)
    assert off.delta[EW] == 100 - taken


def test_1_1_14_the_100_rule_does_not_touch_the_contractor() -> None:
    assert settled(BASE, (150, 100), 60, (70, 30)).delta == (70, 0)
    assert settled(BASE, (150, 100), 60, (40, 60)).delta == (-60, 0)


def test_1_1_15_scores_may_be_negative() -> None:
    assert settled(BASE, (20, 0), 75, (70, 30)).scores == (-55, 30)


def test_1_1_16_both_at_200_the_contractor_wins() -> None:
    for side in (NS, EW):
        taken = (55, 45) if side == NS else (45, 55)
        result = settled(BASE, (170, 190), 50, taken, side=side, bidders=(NS, EW))
        assert min(result.scores) >= 200
        assert (result.game_over, result.winner) == (True, side)


def test_1_1_16_one_at_200_wins_contractor_or_not() -> None:
    assert settled(BASE, (150, 0), 50, (50, 50)).winner == NS
    assert settled(BASE, (0, 160), 50, (50, 50), bidders=(EW,)).winner == EW
    assert settled(BASE, (145, 0), 50, (50, 50)).winner is None


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((-200, 0), EW), ((-200, -5), None), ((-195, 0), None), ((-205, 100), EW), ((-300, -300), None)],
)
def test_1_1_17_the_loss_limit(scores: tuple[int, int], winner: int | None) -> None:
    for contractor in (NS, EW):
        assert game.match_winner(BASE, scores, contractor) == winner
        mirrored = None if winner is None else 1 - winner
        assert game.match_winner(BASE, scores[::-1], contractor) == mirrored


def test_1_1_17_after_a_hand() -> None:
    lost = settled(BASE, (-150, 0), 50, (45, 55))
    assert (lost.scores, lost.game_over, lost.winner) == ((-200, 55), True, EW)
    on = settled(BASE, (-150, -100), 50, (45, 55))
    assert (on.scores, on.game_over, on.winner) == ((-200, -45), False, None)


def test_1_1_18_order_of_the_tests() -> None:
    """(a) both at 200, (b) one at 200, (c) the loss limit."""
    assert game.match_winner(BASE, (205, 300), NS) == NS
    assert game.match_winner(BASE, (205, 300), EW) == EW
    assert game.match_winner(BASE, (-250, 200), NS) == EW
    assert game.match_winner(BASE, (200, -250), EW) == NS


@pytest.mark.parametrize(
    ("taken", "east_west_bid", "scores", "winner"),
    [
        (85, False, (205, 100), NS),
        (85, True, (205, 115), NS),
        (75, True, (195, 125), None),
        (75, False, (195, 100), None),
        (70, True, (45, 130), None),
        (70, False, (45, 100), None),
    ],
)
def test_1_1_vectors(taken: int, east_west_bid: bool, scores: tuple[int, int], winner: int | None) -> None:
    """NS 120, EW 100, NS contract 75."""
    bidders = (EW,) if east_west_bid else ()
    result = settled(BASE, (120, 100), 75, (taken, 100 - taken), bidders=bidders)
    assert (result.scores, result.winner, result.game_over) == (scores, winner, winner is not None)
    assert result.made == (taken >= 75)


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


def seats_of(row: int, batch: HandBatch) -> list[list[tuple[int, str]]]:
    """The tricks as (kernel seat, card), leaders by the rules: the contractor, then each winner."""
    tables, trump = batch.tables, int(batch.trumps[row])
    seats, tricks = (int(tables.settings[index]) for index in (t.SEATS, t.TRICKS_IN_HAND))
    cards = [CARD_NAMES[int(tables.to_card[trump][int(index)])] for index in batch.log[row]]
    leader, found = batch.auctions[row].bidder, []
    ranks = "23456789TJQKA"
    for number in range(tricks):
        table = [((leader + step) % seats, cards[seats * number + step]) for step in range(seats)]
        led = table[0][1][1]
        found.append(table)
        leader = max(
            (seat_card for seat_card in table if seat_card[1][1] in (led, SUITS[trump])),
            key=lambda sc: (sc[1][1] == SUITS[trump], ranks.index(sc[1][0])),
        )[0]
    return found


@pytest.mark.parametrize("policies", [("random", "random"), ("rules", "rules")], ids="-".join)
@pytest.mark.parametrize(
    "variant",
    ["base", "kitty", "six-rotating", "six-at-once", "bank", "five-shadow", "cut-throat", "two-handed"],
)
def test_settled_5_and_6_hands_of_every_variant(variant: str, policies: tuple[str, str]) -> None:
    """Seats play their own cards, follow suit from the first trick, and with two draw in turn, winner first."""
    batch = play_hands(game, rules(variant, all_pass="dealer_must_bid"), 12, 0, 60, None, policies)
    points_of = {"A": 10, "T": 10, "5": 5}
    assert len(batch.auctions) == 60
    for row, auction in enumerate(batch.auctions):
        held = [{CARD_NAMES[c] for c in range(64) if int(hand) >> c & 1} for hand in batch.hands[row]]
        held[auction.bidder] |= {CARD_NAMES[c] for c in range(64) if int(batch.kitties[row]) >> c & 1}
        to_card = batch.tables.to_card[int(batch.trumps[row])]
        for seat, mask in enumerate(batch.gone[row]):
            gone = {CARD_NAMES[int(to_card[index])] for index in range(64) if int(mask) >> index & 1}
            assert gone <= held[seat]
            assert len(gone) == (
                4 if seat == auction.bidder and variant in ("kitty", "six-at-once", "bank") else 0
            )
            held[seat] -= gone
        stock = [CARD_NAMES[int(card)] for card in batch.stocks[row]]
        tricks = seats_of(row, batch)
        taken = [0] * len(held)
        for table, following in zip(tricks, [*tricks[1:], None], strict=True):
            led = table[0][1][1]
            for seat, card in table:
                suits = {other[1] for other in held[seat]}
                assert card in held[seat]
                assert card[1] == led or led not in suits
                held[seat].remove(card)
            if following:
                winner = following[0][0]
                taken[winner] += sum(points_of.get(card[0], 0) for _, card in table)
                if variant == "two-handed" and stock:
                    held[winner].add(stock.pop(0))
                    held[1 - winner].add(stock.pop(0))
        assert not any(held)
        assert not stock
        last = [int(now) - before for now, before in zip(batch.taken[row], taken, strict=True)]
        assert sorted(last)[:-1] == [0] * (len(last) - 1)
        assert max(last) == sum(points_of.get(card[0], 0) for _, card in tricks[-1])


def records_of(variant: str, n: int, scores: tuple[int, ...]) -> list[Record]:
    of = rules(variant, all_pass="dealer_must_bid")
    batch = play_hands(game, of, 3, 0, n, None, ("random", "random"))
    return list(Recorder(game, of, 3, scores, ("random", "random")).records(batch))


def test_settled_5_records_of_six_in_turns_and_of_the_shadow() -> None:
    for deal, record in enumerate(records_of("six-rotating", 6, (0, 0, 0))):
        active = game.seating(rules("six-rotating"), deal).active
        assert [bool(hand) for hand in record["hands"]] == [seat in active for seat in range(6)]
        assert record["sides"] == [[0, 3], [1, 4], [2, 5]]
        assert record["declarer"] in active
    for record in records_of("five-shadow", 6, (0, 0)):
        assert (record["shadow"], record["sides"]) == (4, [[0, 2], [1, 3]])
        assert record["dealer"] != 4
        assert 4 not in {call["seat"] for call in record["auction"]}


def test_settled_6_draws_stand_in_the_record_in_order() -> None:
    for record in records_of("two-handed", 20, (0, 0)):
        assert [entry["takes"] for entry in record["exchange"]] == [[card] for card in record["stock"]]
        assert all(entry["discards"] == [] for entry in record["exchange"])
        drawers = [entry["seat"] for entry in record["exchange"]]
        winners = [trick["winner"] for trick in record["tricks"][:9]]
        assert drawers == [seat for winner in winners for seat in (winner, 1 - winner)]
        assert len(record["tricks"]) == 18


def test_settled_7_every_deal_starts_from_the_given_scores() -> None:
    for record in records_of("base", 20, (120, -35)):
        assert record["scores"] == [120, -35]
        assert record["result"]["scores"] == [
            old + new for old, new in zip((120, -35), record["result"]["delta"], strict=True)
        ]


@pytest.mark.parametrize(
    ("variant", "scores", "over"),
    [
        ("base", (195, 195), False),
        ("base", (200, 0), True),
        ("base", (0, 205), True),
        ("base", (-200, 0), True),
        ("base", (-200, -5), False),
        ("base", (-195, 195), False),
        ("to-300", (200, -200), False),
        ("to-300", (300, 0), True),
        ("six-at-once", (0, 0, 200), True),
        ("six-at-once", (-200, 0, 0), True),
        ("six-at-once", (-200, -5, 0), False),
    ],
)
def test_settled_7_a_hand_never_starts_from_a_match_that_is_over(
    variant: str, scores: tuple[int, ...], over: bool
) -> None:
    if over:
        with pytest.raises(Refused, match="the match is over"):
            game.check_scores(rules(variant), scores)
    else:
        game.check_scores(rules(variant), scores)


def test_settled_7_scores_are_multiples_of_5() -> None:
    with pytest.raises(Refused, match="multiples of 5, not 3:0"):
        game.check_scores(BASE, (3, 0))


def test_bids_below_the_usual_minimum_ask_what_they_say() -> None:
    """A ladder from 5: all the points are taken under every bid, so every bid is made."""
    low = rules(min_bid=5)
    assert game.bids(low) == list(range(5, 101, 5))
    block = block_of(game.tables(low))
    known = {0: [r + "S" for r in "AKQJT9875"]}
    tally = sampled(block, task_of(0, known=known), "S", range(20), 0, 100, 1)
    assert tally.made.tolist() == [100] * 20
    assert tally.diff.tolist() == [10_000] * 20
    against = sampled(block, task_of(0, known={1: known[0]}), "S", range(20), 0, 100, 1)
    assert against.made.tolist() == [0] * 20
    assert against.diff.tolist() == [100 * (-bid - 100) for bid in range(5, 101, 5)]
