"""Two Hundred by the numbers of rules/two-hundred.md: the base game and its worked examples."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from sims import tables as t
from sims.auction import PASS, Auction
from sims.cards import CARD_NAMES, SUITS
from sims.errors import Refused
from sims.games import two_hundred as game
from tests.contract_kernels import beaten, block_of, logged, plays, task_of
from tests.games.two_hundred_table import BASE, EW, NS, ORDER, play_auction, rules, settled

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
