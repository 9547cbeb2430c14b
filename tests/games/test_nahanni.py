"""Nahanni by the numbers of rules/nahanni.md: every worked example, on tables, auction, play and settlement."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from analyzer.records import Recorder
from sims import tables as t
from sims.auction import HOLD, PASS, Auction
from sims.cards import SUITS
from sims.games import find_rules
from sims.games import nahanni as game
from sims.hands import play_hands
from sims.settlement import Outcome, Settlement
from sims.sheets import Rules
from tests.contract_kernels import beaten, block_of, logged, plays, sampled, task_of

BASE = find_rules("nahanni")
STRICT = find_rules("nahanni", None, {"plain_follow": "follow_or_trump"})
US, THEM = 0, 1
BID_30 = 2  # row of the ladder

# high to low, as rules 2 and 3 tell them
TRUMPS = {
    "D": "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D",
    "H": "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H",
    "C": "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC",
    "S": "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS",
}
PLAIN = {
    "high": {"D": "AKQJT98765432", "H": "KQJT98765432", "C": "AKQJ23456789T", "S": "AKQJ23456789T"},
    "one": {"D": "KQJT98765432A", "H": "KQJT98765432", "C": "KQJA23456789T", "S": "KQJA23456789T"},
}


def rules(**switches: str | int) -> Rules:
    return find_rules("nahanni", None, dict(switches))


def play_auction(of: Rules, calls: str, dealer: int = 0) -> Auction:
    auction = Auction(game.auction(of), dealer)
    for call in calls.split():
        assert not auction.over
        auction.call(call)
    return auction


def settled(
    of: Rules, scores: tuple[int, int], bid: int, taken: int, tricks: int = 0, side: int = US
) -> Settlement:
    """The settlement of a hand in which `side` declared and took so many of 30 points."""
    both = (taken, 30 - taken) if side == US else (30 - taken, taken)
    return game.settle(of, scores, Outcome(both, side, bid, tricks, of=5, bid_made_by=frozenset({side})))


# --- rules -------------------------------------------------------------------------------------------


def test_01_52_cards_two_pairs() -> None:
    assert sorted(game.deck(BASE)) == sorted(r + s for s in SUITS for r in "AKQJT98765432")
    assert game.seating(BASE).sides == ((0, 2), (1, 3))


@pytest.mark.parametrize("trump", SUITS)
@pytest.mark.parametrize("ace", ["high", "one"])
def test_02_and_03_and_13_what_beats_what(trump: str, ace: str) -> None:
    """Every card against every other card: trumps, then the suit led in its order, else the card led."""
    trumps = TRUMPS[trump].split()
    assert len(trumps) == (13 if trump == "H" else 14)
    pairs = list(permutations(game.deck(BASE), 2))

    def takes(led: str, played: str) -> bool:
        if led in trumps or played in trumps:
            return played in trumps and (led not in trumps or trumps.index(played) < trumps.index(led))
        order = PLAIN[ace][led[1]]
        return played[1] == led[1] and order.index(played[0]) < order.index(led[0])

    assert beaten(game.tables(rules(plain_ace=ace)), trump, pairs) == [takes(*pair) for pair in pairs]


@pytest.mark.parametrize("trump", SUITS)
def test_02_the_ace_of_hearts_is_always_the_third_trump(trump: str) -> None:
    highest_below = "A" + trump if trump != "H" else "KH"
    pairs = [(highest_below, "AH"), ("J" + trump, "AH"), ("5" + trump, "AH"), ("AH", "J" + trump)]
    assert beaten(game.tables(BASE), trump, pairs) == [True, False, False, True]


def test_03_highest_in_red_lowest_in_black() -> None:
    ten_and_two = {"D": True, "H": True, "C": False, "S": False}
    for suit, ten_is_higher in ten_and_two.items():
        trump = "S" if suit == "C" else "C"
        assert beaten(game.tables(BASE), trump, [("2" + suit, "T" + suit)]) == [ten_is_higher]


def test_04_five_cards_three_to_the_kitty_a_stock_of_29() -> None:
    settings = game.tables(BASE).settings
    assert settings[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.KITTY]].tolist() == [4, 5, 5, 3]
    assert game.hand_size(BASE) == 5
    batch = play_hands(game, BASE, 1, 0, 10, 3, ("random", "random"))
    assert batch.stocks.shape == (10, 29)
    assert np.bitwise_count(batch.kitties).tolist() == [3] * 10
    assert play_hands(game, rules(kitty=5), 1, 0, 1, 3, ("random", "random")).stocks.shape == (1, 27)


def test_05_bids_and_who_has_passed_stays_out() -> None:
    assert game.bids(BASE) == [20, 25, 30]
    assert play_auction(BASE, "").legal() == [PASS, "20", "25", "30"]
    assert play_auction(BASE, "").turn == 1
    assert play_auction(BASE, "20").legal() == [PASS, "25", "30"]
    auction = play_auction(BASE, "20 pass 25 pass")
    assert (auction.over, auction.turn) == (False, 1)


def test_05_the_dealer_takes_the_bid_and_takes_it_again() -> None:
    auction = play_auction(BASE, "20 pass pass hold")
    assert (auction.over, auction.turn, auction.bid, auction.bidder) == (False, 1, 20, 0)
    auction = play_auction(BASE, "20 pass pass hold 25")
    assert auction.turn == 0
    assert HOLD in auction.legal()
    auction = play_auction(BASE, "20 pass pass hold 25 hold 30 hold pass")
    assert (auction.over, auction.bid, auction.bidder) == (True, 30, 0)
    auction = play_auction(BASE, "20 pass pass hold pass")
    assert (auction.over, auction.bid, auction.bidder) == (True, 20, 0)


def test_05_only_the_dealer_holds() -> None:
    for calls in ("20", "20 pass", "20 25"):
        assert HOLD not in play_auction(BASE, calls).legal()
    assert HOLD in play_auction(BASE, "20 25 pass").legal()
    assert HOLD not in play_auction(BASE, "pass pass pass").legal()


def test_05_all_pass() -> None:
    auction = play_auction(BASE, "pass pass pass pass")
    assert (auction.over, auction.bidder) == (True, None)
    forced = play_auction(rules(all_pass="dealer_20"), "pass pass pass")
    assert forced.legal() == ["20", "25", "30"]  # he may bid more


@pytest.mark.parametrize("policies", [("random", "random"), ("rules", "rules")], ids="-".join)
def test_06_and_07_the_kitty_and_the_draws(policies: tuple[str, str]) -> None:
    """The bidder keeps five at most of eight; all draw back to five from the left of the dealer."""
    batch = play_hands(game, rules(all_pass="dealer_20"), 2, 0, 300, 1, policies)
    thrown = 0
    for row, auction in enumerate(batch.auctions):
        to_card = batch.tables.to_card[int(batch.trumps[row])]
        hands = [{c for c in range(64) if int(mask) >> c & 1} for mask in batch.hands[row]]
        hands[auction.bidder] |= {c for c in range(64) if int(batch.kitties[row]) >> c & 1}
        assert len(hands[auction.bidder]) == 8
        gone = [{int(to_card[i]) for i in range(64) if int(mask) >> i & 1} for mask in batch.gone[row]]
        assert all(laid <= hand for laid, hand in zip(gone, hands, strict=True))
        hands = [hand - laid for laid, hand in zip(gone, hands, strict=True)]
        assert len(hands[auction.bidder]) <= 5
        stock = batch.stocks[row].tolist()
        for seat in (2, 3, 0, 1):
            wanted = 5 - len(hands[seat])
            hands[seat] |= set(stock[:wanted])
            stock = stock[wanted:]
        thrown += 29 - len(stock)
        cards = to_card[batch.log[row]].tolist()
        assert set(cards) == set().union(*hands)
        assert cards[0] in hands[(auction.bidder + 1) % 4]  # rule 8
    assert thrown > 300


def test_06_trump_is_named_before_the_kitty() -> None:
    assert game.tables(BASE).settings[t.EXCHANGE_BEFORE_TRUMP] == 0


def test_08_the_left_of_the_bidder_leads() -> None:
    hands = ("KC", "KD", "KH", "KS")
    assert plays(game.tables(BASE), hands, "S") == {"KD KH KS KC"}


def test_08_the_winner_leads_next() -> None:
    found = plays(game.tables(BASE), ("2D 3C", "3D 4C", "KD 8C", "4D 9C"), "S")
    seconds = {cards.split()[4] for cards in found if cards.split()[:4] == ["3D", "KD", "4D", "2D"]}
    assert seconds == {"8C"}


def test_09_a_trump_may_be_played_on_any_lead() -> None:
    """Seat 2 can follow and trumps all the same, under the stricter rule as well."""
    for of in (BASE, STRICT):
        found = plays(game.tables(of), ("2D 3D", "9D 8D", "KD TS", "4D 6D"), "S")
        assert {cards.split()[1] for cards in found} == {"KD", "TS"}


def seconds(of: Rules, hand: str, led: str, trump: str = "S", size: int = 2) -> set[str]:
    """What the seat to the left of the leader may play on the card led."""
    others = [r + s for s in "DC" for r in "9876" if r + s not in f"{hand} {led}"]
    fill = [
        " ".join([led, *others[: size - 1]]),
        " ".join(others[2 : 2 + size]),
        " ".join(others[4 : 4 + size]),
    ]
    hands = (fill[2], fill[0], hand, fill[1])
    found = [cards.split() for cards in plays(game.tables(of), hands, trump)]
    return {cards[1] for cards in found if cards[0] == led}


def test_10_a_plain_suit_led() -> None:
    assert seconds(BASE, "KD 4C", "QD") == {"KD", "4C"}  # nobody need follow
    assert seconds(STRICT, "KD 4C", "QD") == {"KD"}  # follow
    assert seconds(STRICT, "KD TS", "QD") == {"KD", "TS"}  # or trump
    assert seconds(STRICT, "4C TS", "QD") == {"4C", "TS"}  # void: any card
    assert seconds(STRICT, "2H AH", "KH") == {"2H", "AH"}  # the ace of hearts is a trump
    assert seconds(STRICT, "AH 4C", "KH") == {"AH", "4C"}  # ... and does not follow in hearts


@pytest.mark.parametrize("of", [BASE, STRICT])
@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("KS", "TS 4C", {"TS"}),  # a trump must be played
        ("KS", "2D 4C", {"2D", "4C"}),  # none held
        ("KS", "5S 4C", {"5S", "4C"}),  # the 5, the J and the ace of hearts may be kept back ...
        ("KS", "JS 4C", {"JS", "4C"}),
        ("KS", "AH 4C", {"AH", "4C"}),
        ("KS", "AS 4C", {"AS"}),  # ... but not the ace of trumps
        ("JS", "5S 4C", {"5S", "4C"}),  # from a lower trump led
        ("AH", "JS 4C", {"JS", "4C"}),
        ("AH", "5S JS", {"5S", "JS"}),
        ("5S", "JS 4C", {"JS"}),  # never from a higher one
        ("5S", "AH 4C", {"AH"}),
        ("JS", "AH 4C", {"AH"}),
        ("JS", "5S AH", {"5S", "AH"}),  # the ace binds: a trump must go, and the 5 is one
        ("KS", "5S TS", {"5S", "TS"}),
    ],
)
def test_11_a_trump_led(of: Rules, led: str, hand: str, legal: set[str]) -> None:
    assert seconds(of, hand, led) == legal


def test_11_the_card_led_counts_and_not_the_best_so_far() -> None:
    """3S led, seat 2 plays the 5: seat 3 may still keep back the J, which is higher than the card led."""
    found = plays(game.tables(BASE), ("9D 8D", "3S 6D", "5S 7D", "JS 4C"), "S")
    thirds = {cards.split()[2] for cards in found if cards.startswith("3S 5S")}
    assert thirds == {"JS", "4C"}


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("TS 4C", {"TS"}),  # the opening lead must be a trump
        ("2D 4C", {"2D", "4C"}),  # none held: any card
        ("5S 4C", {"5S"}),  # only the 5, the J or the ace of hearts: one of them must go
        ("AH 4C", {"AH"}),
        ("JS AH", {"JS", "AH"}),
        ("JS TS", {"JS", "TS"}),
    ],
)
def test_12_the_opening_lead_against_30(hand: str, legal: set[str]) -> None:
    hands = ("9D 8D", hand, "7D 6D", "9C 8C")
    tables = game.tables(BASE)
    assert {cards.split()[0] for cards in plays(tables, hands, "S", row=BID_30)} == legal
    for row in range(BID_30):
        assert {cards.split()[0] for cards in plays(tables, hands, "S", row=row)} == set(hand.split())


def test_12_later_leads_are_free() -> None:
    found = plays(game.tables(BASE), ("9D 8D 7D", "5S 4C 2S", "3D 6D 2D", "9C 8C 7C"), "S", row=BID_30)
    first = {cards.split()[0] for cards in found}
    second = {cards.split()[4] for cards in found if cards.startswith("5S")}
    assert first == {"5S", "2S"}
    assert second == {"4C", "2S"}


def no_exchange(of: Rules) -> t.Int64Array:
    """The rules block of five-card hands that are played as dealt."""
    tables = game.tables(of)
    settings = tables.settings.copy()
    settings[[t.KITTY, t.DRAWS]] = 0
    return block_of(tables._replace(settings=settings))


def taken_of(hands: tuple[str, ...], declarer: int) -> list[int]:
    """Points by seat of hands played as dealt with spades as trumps, the same however they are played."""
    known = {seat: hand.split() for seat, hand in enumerate(hands)}
    spades = np.full(300, 3, np.int64)
    taken = logged(no_exchange(STRICT), task_of(declarer, known=known), spades, 0, 0, 300, 1).taken
    assert len({tuple(row) for row in taken.tolist()}) == 1
    found: list[int] = taken[0].tolist()
    return found


DIAMONDS, HEARTS, CLUBS = "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H", "2C 3C 4C 6C 7C"


@pytest.mark.parametrize("seat", range(4))
def test_14_each_trick_5_and_the_best_trump_5(seat: int) -> None:
    hands = [DIAMONDS, HEARTS, CLUBS]
    hands.insert(seat, "5S JS AH AS KS")
    right = [0] * 4
    right[seat] = 30
    assert taken_of(tuple(hands), (seat + 3) % 4) == right  # he leads


def test_14_the_best_trump_counts_for_who_played_it() -> None:
    """Seat 1 leads and wins every trick but the one that the only trump, of seat 2, takes."""
    assert taken_of((DIAMONDS, "KH QH JH TH 9H", "2H 3H 4H 6H TS", CLUBS), 0) == [0, 20, 10, 0]


def test_14_without_a_trump_in_play_only_25() -> None:
    assert taken_of((DIAMONDS, "KH QH JH TH 9H", HEARTS, CLUBS), 0) == [0, 25, 0, 0]


@pytest.mark.parametrize(
    ("bid", "taken", "tricks", "made", "delta"),
    [
        (20, 15, 3, False, (-20, 15)),  # the vectors of rule 15
        (30, 30, 5, True, (60, 0)),
        (30, 25, 4, False, (-30, 5)),
        (20, 20, 4, True, (20, 10)),
        (20, 30, 5, True, (30, 0)),
        (25, 25, 4, True, (25, 5)),
        (25, 20, 3, False, (-25, 10)),
        (25, 30, 5, True, (30, 0)),
    ],
)
def test_15_vectors(bid: int, taken: int, tricks: int, made: bool, delta: tuple[int, int]) -> None:
    ours = settled(BASE, (0, 0), bid, taken, tricks)
    assert (ours.made, ours.delta) == (made, delta)
    theirs = settled(BASE, (0, 0), bid, taken, tricks, side=THEM)
    assert (theirs.made, theirs.delta) == (made, delta[::-1])


def test_15_the_ladder_of_the_kernels_says_the_same() -> None:
    ladder = game.tables(BASE).ladder.tolist()
    assert ladder == [[20, 20, 0, t.TAKEN, -20], [25, 25, 0, t.TAKEN, -25], [30, 0, 5, 60, -30]]


def test_16_to_120() -> None:
    assert settled(BASE, (95, 0), 25, 25, 4).winner == US  # 120
    assert settled(BASE, (90, 0), 25, 25, 4).winner is None  # 115
    assert settled(BASE, (60, 0), 30, 30, 5).winner == US  # 60 for 30


def test_16_at_100_only_a_made_bid_wins() -> None:
    as_defender = settled(BASE, (105, 0), 20, 15, 3, side=THEM)
    assert (as_defender.scores, as_defender.winner, as_defender.game_over) == ((120, -20), None, False)
    assert settled(BASE, (100, 0), 20, 20, 4).winner == US
    failed = settled(BASE, (115, 0), 20, 15, 3)
    assert (failed.scores, failed.winner) == ((95, 15), None)
    # below 100 before the hand a defender wins as well
    assert settled(BASE, (95, 0), 20, 5, 1, side=THEM).winner == US


def test_16_no_points() -> None:
    none = rules(at_100="no_points")
    as_defender = settled(none, (105, 0), 20, 15, 3, side=THEM)
    assert (as_defender.delta, as_defender.winner) == ((0, -20), None)
    assert settled(none, (95, 0), 20, 15, 3, side=THEM).delta == (15, -20)
    assert settled(none, (105, 0), 20, 20, 4).delta == (20, 10)  # the bidder's own points count
    assert settled(none, (105, 100), 20, 20, 4).delta == (20, 0)


def test_17_suspended_against_a_side_in_the_hole() -> None:
    hole = rules(in_the_hole="on")
    assert settled(hole, (105, -5), 20, 15, 3, side=THEM).winner == US
    assert settled(hole, (105, 0), 20, 15, 3, side=THEM).winner is None
    assert settled(BASE, (105, -5), 20, 15, 3, side=THEM).winner is None
    both = rules(in_the_hole="on", at_100="no_points")
    assert settled(both, (105, -5), 20, 15, 3, side=THEM).delta == (15, -20)
    assert settled(both, (105, 0), 20, 15, 3, side=THEM).delta == (0, -20)


@pytest.mark.parametrize(
    ("before", "after", "contractor", "made", "winner"),
    [
        ((95, 95), (120, 120), US, True, US),  # the contract maker
        ((95, 95), (120, 125), THEM, True, THEM),
        ((95, 95), (120, 125), US, True, US),
        ((95, 95), (120, 125), US, False, THEM),  # else the higher score
        ((95, 95), (120, 120), US, False, None),
        ((105, 95), (125, 120), US, True, US),
        ((105, 95), (125, 120), THEM, True, THEM),  # 125 cannot win by rule 16
        ((105, 95), (125, 115), THEM, False, None),
    ],
)
def test_18_both_at_120(
    before: tuple[int, int], after: tuple[int, int], contractor: int, made: bool, winner: int | None
) -> None:
    assert game.match_winner(BASE, before, after, contractor, made=made) == winner


# --- settled questions -------------------------------------------------------------------------------


def test_settled_1_switches_and_defaults() -> None:
    assert dict(BASE.values) == {
        "target": 120, "plain_follow": "free", "plain_ace": "high", "all_pass": "throw_in",
        "at_100": "count_no_win", "in_the_hole": "off", "kitty": 3,
    }  # fmt: skip


def test_settled_2_the_next_call_after_a_hold() -> None:
    """The next seat clockwise that is still in, an earlier bidder perhaps."""
    auction = play_auction(BASE, "20 25 pass hold")
    assert (auction.turn, auction.legal()) == (1, [PASS, "30"])
    auction.call(PASS)
    assert auction.turn == 2


def test_settled_3_scores_are_read_before_the_hand() -> None:
    # at 120 already, without having won: the next made contract wins
    assert settled(BASE, (120, 0), 20, 20, 4).winner == US
    assert settled(BASE, (125, 50), 20, 15, 3, side=THEM).winner is None
    # the other side wins meanwhile, if it can
    assert settled(BASE, (125, 95), 25, 25, 4, side=THEM).winner == THEM
    # "below 0" is read before the hand too: the failed bid that brings them there comes too late
    hole = rules(in_the_hole="on")
    assert settled(hole, (105, 15), 20, 15, 3, side=THEM).scores[THEM] < 0
    assert settled(hole, (105, 15), 20, 15, 3, side=THEM).winner is None


def test_settled_3_a_thrown_in_hand_never_ends_the_game() -> None:
    batch = play_hands(game, BASE, 6, 0, 200, 1, ("random", "random"))
    records = Recorder(game, BASE, 6, (125, 50), ("random", "random")).records(batch)
    thrown_in = [record["result"] for record in records if record["declarer"] is None]
    assert thrown_in
    for result in thrown_in:
        assert (result["delta"], result["scores"]) == ([0, 0], [125, 50])
        assert (result["game_over"], result["winner"]) == (False, None)


def test_settled_4_the_kitty_is_the_first_exchange_and_the_bidder_draws_in_his_turn() -> None:
    of = rules(all_pass="dealer_20")
    batch = play_hands(game, of, 6, 0, 100, 1, ("random", "random"))
    for record in Recorder(game, of, 6, (0, 0), ("random", "random")).records(batch):
        first, *others = record["exchange"]
        assert first["seat"] == record["declarer"]
        assert sorted(first["takes"]) == sorted(record["kitty"])
        assert 3 <= len(first["discards"]) <= 8
        assert [entry["seat"] for entry in others] == [2, 3, 0, 1]
        own = next(entry for entry in others if entry["seat"] == record["declarer"])
        assert own["discards"] == []
        assert len(own["takes"]) == len(first["discards"]) - 3
        drawn = [card for entry in others for card in entry["takes"]]
        assert drawn == record["stock"][: len(drawn)]


def test_settled_5_a_bid_of_30_is_made_by_five_tricks_even_without_a_trump() -> None:
    outcome = Outcome((25, 0), US, 30, tricks=5, of=5, bid_made_by=frozenset({US}))
    result = game.settle(BASE, (0, 0), outcome)
    assert (result.made, result.delta) == (True, (60, 0))
    tricks = Outcome((25, 5), US, 30, tricks=4, of=5, bid_made_by=frozenset({US}))
    assert game.settle(BASE, (0, 0), tricks).made is False


@pytest.mark.parametrize(
    ("hands", "declarer", "made", "scores"),
    [
        ((CLUBS, DIAMONDS, "AD KD QD JD TD", HEARTS), 0, True, (25, 60)),
        ((DIAMONDS, CLUBS, "AD KD QD JD TD", HEARTS), 3, False, (-20 - 25, -30 - 25)),
    ],
)
def test_settled_5_in_the_kernel(
    hands: tuple[str, ...], declarer: int, made: bool, scores: tuple[int, int]
) -> None:
    """Spades are trumps and nobody holds one; seat 2 beats every diamond that the leader has."""
    known = {seat: hand.split() for seat, hand in enumerate(hands)}
    tally = sampled(no_exchange(STRICT), task_of(declarer, known=known), "S", [0, BID_30], 0, 100, 1)
    assert tally.made.tolist() == [100 * made] * 2
    assert tally.diff.tolist() == [100 * score for score in scores]
