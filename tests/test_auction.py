"""Auctions call by call against the rules told from the whole history; whole hands conserve cards and points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, chisquare

from sims.auction import HOLD, PASS, Auction, AuctionRules
from sims.calls import bid_limits, call_words, random_call, rules_call
from sims.cards import CARD_NAMES, SUITS
from sims.errors import Refused
from sims.games import GAMES, find_rules
from sims.hands import HandBatch, play_hands
from tests.naive.frames import frame_of

TWO_HUNDRED = AuctionRules(bids=tuple(range(50, 101, 5)), seats=(0, 1, 2, 3), ends_at=100)
NAHANNI = AuctionRules(bids=(20, 25, 30), seats=(0, 1, 2, 3), hold=True)
VARIOUS = {
    "two hundred": TWO_HUNDRED,
    "two hundred, dealer must bid": AuctionRules(TWO_HUNDRED.bids, (0, 1, 2, 3), ends_at=100, forced=True),
    "two hundred, single round": AuctionRules(TWO_HUNDRED.bids, (0, 1, 2, 3), ends_at=100, single_round=True),
    "single round, dealer must bid": AuctionRules(
        TWO_HUNDRED.bids, (0, 1, 2, 3), ends_at=100, single_round=True, forced=True
    ),
    "nahanni": NAHANNI,
    "nahanni, dealer must bid": AuctionRules((20, 25, 30), (0, 1, 2, 3), hold=True, forced=True),
    "fifty-five": AuctionRules((10, 15, 20, 25, 60), (0, 1, 2, 3), hold=True, overbid_out=True),
    "fifty-five, nine players": AuctionRules(
        (10, 15, 20, 25, 60), tuple(range(9)), hold=True, overbid_out=True, forced=True
    ),
    "two players": AuctionRules((50, 60, 100), (0, 1), ends_at=100),
    "six seats": AuctionRules((60, 65, 70), (0, 1, 2, 3, 4, 5)),
    "four of six seats": AuctionRules((50, 55, 100), (1, 2, 4, 5), ends_at=100),
}
calm = settings(max_examples=120, deadline=None, derandomize=True)


@dataclass(frozen=True)
class Standing:
    """What the rules say after some calls; `turn` None: over."""

    turn: int | None
    legal: set[str]
    bid: int
    bidder: int | None


def standing(rules: AuctionRules, dealer: int, calls: list[tuple[int, str]]) -> Standing:
    """The rules, told from the whole history."""
    circle = list(rules.seats)
    while circle[-1] != dealer:  # from the left of the dealer round to him
        circle = circle[1:] + circle[:1]
    passed = [seat for seat, call in calls if call == PASS]
    made = [int(call) for _, call in calls if call not in (PASS, HOLD)]
    bid = made[-1] if made else 0
    takers = [seat for seat, call in calls if call != PASS]
    bidder = takers[-1] if takers else None
    overbid = []
    if rules.overbid_out:  # the bidder before each higher bid, the dealer apart
        raises = [place for place, (_, call) in enumerate(calls) if call not in (PASS, HOLD)]
        before = [[seat for seat, call in calls[:place] if call != PASS][-1:] for place in raises]
        overbid = [seat for last in before for seat in last if seat != dealer]
    active = [seat for seat in circle if seat not in passed and seat not in overbid]
    finished = (
        not active
        or active == [bidder]
        or bool(rules.ends_at and bid == rules.ends_at)
        or (rules.single_round and len(calls) >= len(circle))
    )
    if finished:
        return Standing(None, set(), bid, bidder)
    turn = circle[0]
    if calls:
        last = circle.index(calls[-1][0])
        turn = next(seat for seat in circle[last + 1 :] + circle[: last + 1] if seat in active)
    legal = {str(value) for value in rules.bids if value > bid}
    if not (rules.forced and turn == dealer and len(passed) == len(circle) - 1 and bidder is None):
        legal.add(PASS)
    if rules.hold and turn == dealer and bidder is not None and bidder != dealer:
        legal.add(HOLD)
    return Standing(turn, legal, bid, bidder)


@pytest.mark.parametrize("name", VARIOUS)
@calm
@given(data=st.data())
def test_every_auction_goes_as_the_rules_say(name: str, data: st.DataObject) -> None:
    rules = VARIOUS[name]
    dealer = data.draw(st.sampled_from(rules.seats))
    auction = Auction(rules, dealer)
    for _ in range(100):
        right = standing(rules, dealer, auction.calls)
        assert auction.over == (right.turn is None)
        assert (auction.bid, auction.bidder) == (right.bid, right.bidder)
        assert set(auction.legal()) == right.legal
        if auction.over:
            break
        assert auction.turn == right.turn
        assert len(auction.legal()) == len(right.legal)
        low = data.draw(st.booleans())  # high bids alone would end every auction at once
        ordered = auction.legal()[:3] if low else auction.legal()
        auction.call(data.draw(st.sampled_from(ordered)))
    assert auction.over
    check_finished(rules, dealer, auction)


def check_finished(rules: AuctionRules, dealer: int, auction: Auction) -> None:
    """What holds of any finished auction."""
    seats = [seat for seat, _ in auction.calls]
    bids = [int(call) for _, call in auction.calls if call not in (PASS, HOLD)]
    assert bids == sorted(set(bids))
    for place, (seat, call) in enumerate(auction.calls):
        if call == PASS:
            assert seat not in seats[place + 1 :]
        if call == HOLD:
            assert seat == dealer
            assert auction.calls[:place]
    if rules.single_round:
        assert len(set(seats)) == len(seats)
    if rules.forced:
        assert auction.bidder is not None
    assert (auction.bidder is None) == (not bids)
    assert auction.bid == max(bids, default=0)
    for side in ((0, 2), (1, 3)):
        assert auction.bid_by(side) == any(seat in side for seat, call in auction.calls if call != PASS)


@pytest.mark.parametrize("name", VARIOUS)
@calm
@given(data=st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str, data: st.DataObject) -> None:
    auction = Auction(VARIOUS[name], data.draw(st.sampled_from(VARIOUS[name].seats)))
    for _ in range(data.draw(st.integers(0, 6))):
        if not auction.over:
            auction.call(data.draw(st.sampled_from(auction.legal()[:3])))
    before = (list(auction.calls), set(auction.out), auction.bid, auction.bidder, auction.turn, auction.over)
    wrong = [PASS, HOLD, "", "0", "52", "PASS", "1000", *map(str, VARIOUS[name].bids)]
    for call in wrong:
        if call not in auction.legal():
            with pytest.raises(Refused):
                auction.call(call)
    after = (list(auction.calls), set(auction.out), auction.bid, auction.bidder, auction.turn, auction.over)
    assert after == before


def play(rules: AuctionRules, dealer: int, calls: str) -> Auction:
    """An auction of calls in order, such as "1:50 2:pass"; whose turn it is is asserted."""
    auction = Auction(rules, dealer)
    for entry in calls.split():
        seat, call = entry.split(":")
        assert not auction.over, entry
        assert auction.turn == int(seat), entry
        auction.call(call)
    return auction


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        ("1:pass 2:pass 3:pass 0:pass", (True, 0, None)),
        ("1:pass 2:pass 3:pass 0:50", (True, 50, 0)),
        ("1:50 2:pass 3:pass", (False, 50, 1)),
        ("1:50 2:pass 3:pass 0:pass", (True, 50, 1)),
        ("1:50 2:55 3:70 0:pass 1:75 2:pass 3:pass", (True, 75, 1)),
        ("1:100", (True, 100, 1)),
        ("1:50 2:100", (True, 100, 2)),
        ("1:95 2:pass 3:pass 0:pass", (True, 95, 1)),
    ],
)
def test_auctions_of_two_hundred(calls: str, result: tuple[bool, int, int | None]) -> None:
    auction = play(TWO_HUNDRED, 0, calls)
    assert (auction.over, auction.bid, auction.bidder) == result


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        ("1:50 2:pass 3:55 0:pass", (True, 55, 3)),  # seat 1 does not speak again
        ("1:50 2:55 3:60 0:65", (True, 65, 0)),
        ("1:pass 2:pass 3:pass 0:pass", (True, 0, None)),
        ("1:50 2:55 3:60", (False, 60, 3)),
    ],
)
def test_a_single_round(calls: str, result: tuple[bool, int, int | None]) -> None:
    auction = play(VARIOUS["two hundred, single round"], 0, calls)
    assert (auction.over, auction.bid, auction.bidder) == result


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        # the dealer takes the bid at the same amount, the bidder may raise, the dealer takes it again
        ("1:20 2:pass 3:pass 0:hold", (False, 20, 0)),
        ("1:20 2:pass 3:pass 0:hold 1:pass", (True, 20, 0)),
        ("1:20 2:pass 3:pass 0:hold 1:25 0:hold 1:30 0:hold 1:pass", (True, 30, 0)),
        ("1:20 2:pass 3:pass 0:hold 1:25 0:pass", (True, 25, 1)),
        ("1:20 2:pass 3:pass 0:pass", (True, 20, 1)),
        # after a hold the next call is the next seat's clockwise that is still in
        ("1:20 2:25 3:pass 0:hold 1:30 2:pass 0:hold 1:pass", (True, 30, 0)),
        ("1:20 2:25 3:pass 0:hold 1:pass 2:pass", (True, 25, 0)),
        ("1:pass 2:20 3:25 0:hold 2:pass 3:30 0:pass", (True, 30, 3)),
        ("1:30 2:pass 3:pass", (False, 30, 1)),  # a bid of 30 does not end it: the dealer may take it
        ("1:30 2:pass 3:pass 0:hold 1:pass", (True, 30, 0)),
        ("1:20 2:pass 3:pass 0:30 1:pass", (True, 30, 0)),
        ("1:pass 2:pass 3:pass 0:25", (True, 25, 0)),
    ],
)
def test_auctions_of_nahanni(calls: str, result: tuple[bool, int, int | None]) -> None:
    auction = play(NAHANNI, 0, calls)
    assert (auction.over, auction.bid, auction.bidder) == result


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        # who is overbid is out, by the dealer's raise too; only whom the dealer holds may raise
        ("1:10 2:15 3:20 0:pass", (True, 20, 3)),
        ("1:10 2:15 3:20 0:25", (True, 25, 0)),
        ("1:10 2:15 3:pass 0:hold 2:20 0:hold 2:pass", (True, 20, 0)),
        ("1:10 2:15 3:pass 0:hold 2:20 0:pass", (True, 20, 2)),
        ("1:10 2:15 3:pass 0:hold 2:pass", (True, 15, 0)),
        ("1:60 2:pass 3:pass 0:hold 1:pass", (True, 60, 0)),
        ("1:pass 2:pass 3:pass 0:pass", (True, 0, None)),
    ],
)
def test_auctions_of_fifty_five(calls: str, result: tuple[bool, int, int | None]) -> None:
    auction = play(VARIOUS["fifty-five"], 0, calls)
    assert (auction.over, auction.bid, auction.bidder) == result


def test_nobody_but_the_dealer_holds_and_he_holds_nothing_of_his_own() -> None:
    assert play(NAHANNI, 0, "1:20").legal() == [PASS, "25", "30"]
    assert play(NAHANNI, 2, "3:20 0:pass 1:pass").legal() == [PASS, HOLD, "25", "30"]
    assert play(NAHANNI, 0, "1:pass 2:pass 3:pass").legal() == [PASS, "20", "25", "30"]
    assert play(NAHANNI, 0, "1:30 2:pass 3:pass 0:hold").legal() == [PASS]


@pytest.mark.parametrize(
    ("name", "bids"), [("two hundred, dealer must bid", 11), ("nahanni, dealer must bid", 3)]
)
def test_the_forced_dealer(name: str, bids: int) -> None:
    rules = VARIOUS[name]
    auction = play(rules, 3, "0:pass 1:pass 2:pass")
    assert auction.legal() == [str(bid) for bid in rules.bids]
    assert len(auction.legal()) == bids
    auction.call(str(rules.bids[1]))  # he may bid more than the least
    assert (auction.over, auction.bid, auction.bidder) == (True, rules.bids[1], 3)
    assert PASS in play(rules, 3, f"0:{rules.bids[0]} 1:pass 2:pass").legal()


# --- calls -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("two hundred", ""),
        ("two hundred", "1:50 2:95"),
        ("nahanni", "1:20 2:pass 3:pass"),
        ("nahanni", "1:30 2:pass"),
        ("two hundred, dealer must bid", "1:pass 2:pass 3:pass"),
        ("nahanni, dealer must bid", "1:pass 2:pass 3:pass"),
    ],
)
def test_a_random_call_passes_with_a_half_else_takes_any_legal_call(name: str, calls: str) -> None:
    """Over an even grid of words the shares come out exactly: pass 1/2 + 1/(2 k), the others 1/(2 k)."""
    auction = play(VARIOUS[name], 0, calls)
    legal = auction.legal()
    k = len(legal)
    cells = 2 * k * 50
    found = Counter(random_call(auction, (2 * cell + 1) * 2**64 // (2 * cells)) for cell in range(cells))
    if PASS in legal:
        right = dict.fromkeys(legal, cells // (2 * k))
        right[PASS] += cells // 2
    else:
        right = dict.fromkeys(legal, cells // k)
    assert found == right
    assert random_call(auction, 0) == legal[0]
    assert random_call(auction, 2**64 - 1) == legal[-1]


@pytest.mark.parametrize("name", VARIOUS)
@calm
@given(seed=st.integers(0, 2**32), data=st.data())
def test_random_calls_are_legal_and_come_to_an_end(name: str, seed: int, data: st.DataObject) -> None:
    auction = Auction(VARIOUS[name], data.draw(st.sampled_from(VARIOUS[name].seats)))
    words = Random(seed)
    while not auction.over:
        assert len(auction.calls) < 100
        call = random_call(auction, words.getrandbits(64))
        assert call in auction.legal()
        auction.call(call)
    check_finished(VARIOUS[name], auction.dealer, auction)


def test_words_of_calls_are_uniform() -> None:
    words = call_words(3, 0, 2_000)
    assert len(words) == 2_000
    assert call_words(3, 500, 600) == words[500:600]
    flat = np.array([word >> 60 for row in words for word in row])
    assert chisquare(np.bincount(flat, minlength=16)).pvalue > 0.001
    firsts = sum(row[0] < 2**63 for row in words)
    assert binomtest(firsts, 2_000).pvalue > 0.001


@pytest.mark.parametrize("name", VARIOUS)
@calm
@given(limits=st.lists(st.integers(0, 120), min_size=9, max_size=9), data=st.data())
def test_rules_calls_are_legal_and_keep_to_the_limit(
    name: str, limits: list[int], data: st.DataObject
) -> None:
    """The lowest legal bid or a hold within the limit, never over the partner, else a pass."""
    rules = VARIOUS[name]
    auction = Auction(rules, data.draw(st.sampled_from(rules.seats)))
    half = len(rules.seats) // 2
    partners = {
        seat: rules.seats[(place + half) % len(rules.seats)] for place, seat in enumerate(rules.seats)
    }
    while not auction.over:
        assert len(auction.calls) < 100
        seat, limit, legal = auction.turn, limits[auction.turn], auction.legal()
        call = rules_call(auction, limit, (partners[seat],))
        assert call in legal
        bids = [bid for bid in legal if bid not in (PASS, HOLD)]
        if PASS not in legal:
            assert call == bids[0]
        elif auction.bidder == partners[seat]:
            assert call == PASS
        elif HOLD in legal and auction.bid <= limit:
            assert call == HOLD
        elif bids and int(bids[0]) <= limit:
            assert call == bids[0]
        else:
            assert call == PASS
        auction.call(call)
    check_finished(rules, auction.dealer, auction)


def test_limits_are_the_highest_bid_that_the_best_suit_is_worth() -> None:
    points = [[49, 0, 0, 3], [50, 99, 20, 0], [0, 0, 0, 104], [-40, -3, -10, -7]]
    estimates = np.array([[[16 * p + 15 for p in hand] for hand in points]], np.int64)
    assert bid_limits(estimates, tuple(range(50, 101, 5)), {}).tolist() == [[0, 95, 100, 0]]
    nahanni = np.array([[[16 * p] * 4 for p in (19, 20, 24, 25, 27, 28)]], np.int64)
    assert bid_limits(nahanni, (20, 25, 30), {30: 28}).tolist() == [[0, 20, 20, 25, 25, 30]]


# --- whole hands -------------------------------------------------------------------------------------

WHOLE_HANDS = [
    ("two-hundred", "base", {}),
    ("two-hundred", "base", {"bidding": "single_round", "all_pass": "dealer_must_bid"}),
    ("two-hundred", "kitty", {}),
    ("two-hundred", "kitty", {"kitty_points": "defenders"}),
    ("two-hundred", "kitty", {"kitty_points": "contractor"}),
    ("two-hundred", "to-300", {}),
    ("nahanni", "base", {}),
    ("nahanni", "base", {"plain_follow": "follow_or_trump", "plain_ace": "one", "all_pass": "dealer_20"}),
]
POLICIES = [("random", "random"), ("rules", "rules"), ("rules", "random"), ("random", "rules")]


def cards_of(mask: int) -> set[str]:
    return {CARD_NAMES[card] for card in range(64) if int(mask) >> card & 1}


@pytest.mark.parametrize("policies", POLICIES, ids="-".join)
@pytest.mark.parametrize(("game", "variant", "switches"), WHOLE_HANDS)
def test_whole_hands_conserve_cards_and_points(
    game: str, variant: str, switches: dict[str, str], policies: tuple[str, str]
) -> None:
    rules = find_rules(game, variant, dict(switches))
    batch = play_hands(GAMES[game], rules, 99, 1_000, 1_150, 2, policies)
    played = sum(auction.bidder is not None for auction in batch.auctions)
    assert played > 20
    for row, auction in enumerate(batch.auctions):
        assert auction.over
        assert auction.dealer == batch.dealer == 2
        check_finished(GAMES[game].auction(rules), 2, auction)
        dealt = [*map(cards_of, batch.hands[row]), cards_of(batch.kitties[row])]
        stock = [CARD_NAMES[int(card)] for card in batch.stocks[row]]
        pack = [card for pile in dealt for card in pile] + stock
        assert sorted(pack) == sorted(GAMES[game].deck(rules))
        if auction.bidder is None:
            assert batch.trumps[row] == -1
            assert not batch.log[row].any()
            assert batch.taken[row].tolist() == [0] * 4
        else:
            check_played(game, {"variant": variant, **rules.values}, batch, row, dealt, stock)


def check_played(
    game: str,
    switches: dict[str, str | int],
    batch: HandBatch,
    row: int,
    dealt: list[set[str]],
    stock: list[str],
) -> None:
    """Every seat plays what it was dealt, took and drew, less what it laid away; points are those of the tricks."""
    auction, trump = batch.auctions[row], SUITS[int(batch.trumps[row])]
    frame = frame_of(game, switches, trump)
    names = {index: card for card, index in frame.index.items()}
    gone = [{names[index] for index in range(64) if int(mask) >> index & 1} for mask in batch.gone[row]]
    contractor = auction.bidder
    held = [set(hand) for hand in dealt[:4]]
    held[contractor] |= dealt[4]
    assert all(laid <= hand for laid, hand in zip(gone, held, strict=True))
    held = [hand - laid for laid, hand in zip(gone, held, strict=True)]
    size = 5 if game == "nahanni" else 9
    if game == "nahanni":
        left = list(stock)
        for step in range(1, 5):
            seat = (batch.dealer + step) % 4
            wanted = size - len(held[seat])
            held[seat] |= set(left[:wanted])
            left = left[wanted:]
    else:
        assert [len(laid) for laid in gone] == [
            len(dealt[4]) if seat == contractor else 0 for seat in range(4)
        ]
    assert [len(hand) for hand in held] == [size] * 4
    leader = contractor if game == "two-hundred" else (contractor + 1) % 4
    cards = [names[int(index)] for index in batch.log[row]]
    points, best = [0, 0], None
    for trick in range(size):
        table = []
        for step in range(4):
            seat, card = (leader + step) % 4, cards[4 * trick + step]
            led = table[0][1] if table else None
            must_trump = game == "nahanni" and auction.bid == 30 and trick == 0
            assert card in frame.legal(held[seat], led, must_trump)
            held[seat].remove(card)
            table.append((seat, card))
        winner = table[0]
        for entry in table[1:]:
            if frame.beats(entry[1], winner[1]):
                winner = entry
        leader = winner[0]
        ours = (leader - contractor) % 2
        points[ours] += sum(frame.points[card] for _, card in table) + (5 if game == "nahanni" else 0)
        if frame.is_trump(winner[1]) and (best is None or frame.place[winner[1]] > frame.place[best[1]]):
            best = winner
    if best is not None and game == "nahanni":
        points[(best[0] - contractor) % 2] += 5
    buried = sum(frame.points[card] for card in gone[contractor])
    to = switches.get("kitty_points")
    points[0] += buried * (to == "contractor")
    points[1] += buried * (to == "defenders")
    taken = batch.taken[row].tolist()
    assert [sum(taken[contractor % 2 :: 2]), sum(taken[1 - contractor % 2 :: 2])] == points
    if game == "nahanni":
        assert sum(points) == (25 if best is None else 30)
    else:
        assert sum(points) == 100 - buried * (to == "dead")


def test_random_contracts_name_every_suit_alike() -> None:
    rules = find_rules("two-hundred")
    batch = play_hands(GAMES["two-hundred"], rules, 4, 0, 4_000, 3, ("random", "random"))
    assert chisquare(np.bincount(batch.trumps[batch.trumps >= 0], minlength=4)).pvalue > 0.001
    # all four pass with chance (1/2 + 1/24)^4: eleven bids and pass are legal
    thrown_in = int((batch.trumps < 0).sum())
    assert binomtest(thrown_in, 4_000, (13 / 24) ** 4).pvalue > 0.001
