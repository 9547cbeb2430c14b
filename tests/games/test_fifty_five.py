"""Fifty-Five, 110 and 220: the worked examples of its rules, numbered as there."""

from __future__ import annotations

from typing import Any

import pytest

from analyzer.choice import choose_rules
from analyzer.faces.contracts import odds, question_of, records
from analyzer.request import OddsRequest, TraceRequest
from sims import tables as t
from sims.auction import Auction
from sims.cards import card_id
from sims.errors import Refused
from sims.games import fifty_five as game
from sims.games import find_rules
from sims.settlement import Outcome, Settlement
from sims.sheets import Rules


def rules_of(**settings: str | int) -> Rules:
    return find_rules("fifty-five", None, dict(settings))


def request(
    hand: str | None, *, name: str = "fifty-five", settings: list[str] | None = None, **named: Any
) -> OddsRequest:
    module, rules = choose_rules(name, None, settings)
    given: dict[str, Any] = {
        "hand": hand, "trumps": (), "bids": (), "seat": None, "dealer": None, "score": None, "policy": "random",
        "defence": "random", "seed": 1, "deals": 200, "threads": 1, "command": "", "unicode": False,
        "say": lambda text: None,
    }  # fmt: skip
    return OddsRequest(game=module, rules=rules, **(given | named))


def order(trump: str) -> dict[str, int]:
    """Frame index of every card."""
    return {
        rank + suit: int(
            game.tables(rules_of()).to_frame["CDHS".index(trump), card_id(rank + suit)]
        ).bit_length()
        - 1
        for suit in "CDHS"
        for rank in "23456789TJQKA"
    }


def legal(trump: str, hand: str, led: str) -> set[str]:
    """The cards that may be played to a card led."""
    tables, index = game.tables(rules_of()), order(trump)
    required, allowed = int(tables.required[index[led]]), int(tables.allowed[index[led]])
    cards = hand.split()
    bound = any(required >> index[card] & 1 for card in cards)
    return {card for card in cards if not bound or allowed >> index[card] & 1}


def settled(
    taken: list[int], bid: int, *, scores: list[int] | None = None, tricks: int = 0, bidder: int = 0,
    course: list[tuple[int, int]] | None = None, **settings: str | int,
) -> Settlement:  # fmt: skip
    outcome = Outcome(tuple(taken), bidder, bid, tricks, 5, frozenset({bidder}), tuple(course or ()))
    return game.settle(rules_of(**settings), tuple(scores or [0] * len(taken)), outcome)


@pytest.mark.parametrize("players", range(2, 10))
def test_1_two_to_nine_players_five_cards_and_a_kitty_of_five(players: int) -> None:
    settings = game.tables(rules_of(players=players)).settings
    assert (settings[t.SEATS], settings[t.HAND], settings[t.KITTY]) == (players, 5, 5)
    assert game.seating(rules_of(players=players)).sides == tuple((seat,) for seat in range(players))


@pytest.mark.parametrize("players", [1, 10])
def test_1_no_fewer_and_no_more(players: int) -> None:
    with pytest.raises(Refused, match=f"switch players takes 2 to 9, not {players}"):
        rules_of(players=players)


def test_1_ranks_and_following_are_those_of_twenty_five() -> None:
    index = order("C")
    trumps = sorted((card for card in index if index[card] >= 48), key=index.__getitem__, reverse=True)
    assert " ".join(trumps) == "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"
    assert index["QD"] > index["TD"] > index["2D"] > index["AD"]
    assert index["JS"] > index["AS"] > index["2S"] > index["TS"]
    assert legal("C", "QD 7S 8C", "KD") == {"QD", "8C"}
    assert legal("C", "7S AH", "7C") == {"7S", "AH"}
    assert legal("C", "7S AH", "JC") == {"AH"}


AUCTIONS = [
    ("10 pass pass pass", 0, 10),
    ("10 15 20 25", 3, 25),  # everybody is overbid by the next
    ("10 15 pass hold pass", 3, 15),
    ("10 15 pass hold 20 hold 25 hold 60 hold pass", 3, 60),  # the one held may raise, the dealer hold again
    ("10 15 pass hold 20 25", 3, 25),  # the dealer's raise puts him out
    ("10 pass pass hold 60 pass", 0, 60),
    ("60 pass pass hold pass", 3, 60),  # equal is equal: 60 can be held
    ("pass pass pass 10", 3, 10),
    ("pass pass pass pass", None, 0),
]


@pytest.mark.parametrize(("calls", "bidder", "bid"), AUCTIONS)
def test_2_auctions(calls: str, bidder: int | None, bid: int) -> None:
    auction = Auction(game.auction(rules_of()), 3)
    for call in calls.split():
        assert not auction.over
        auction.call(call)
    assert (auction.over, auction.bidder, auction.bid) == (True, bidder, bid)


def test_2_who_is_overbid_is_out_but_not_the_dealer_who_held() -> None:
    auction = Auction(game.auction(rules_of()), 3)
    for call in ("10", "15"):
        auction.call(call)
    assert (auction.turn, auction.out) == (2, {0})
    for call in ("pass", "hold"):
        auction.call(call)
    assert (auction.turn, auction.legal()) == (1, ["pass", "20", "25", "60"])
    auction.call("20")
    assert (auction.turn, auction.legal()) == (3, ["pass", "hold", "25", "60"])
    auction.call("25")
    assert (auction.over, auction.bidder, auction.out) == (True, 3, {0, 1, 2})


def test_2_the_dealer_must_bid_after_nothing_but_passes() -> None:
    auction = Auction(game.auction(rules_of(all_pass="dealer_10", players=3)), 1)
    for call in ("pass", "pass"):
        auction.call(call)
    assert (auction.turn, auction.legal()) == (1, ["10", "15", "20", "25", "60"])


def played(seat_of_bidder: int = 0, **settings: str | int) -> dict[str, Any]:
    """The first record in which a seat is the bidder."""
    rules = rules_of(all_pass="dealer_10", **settings)
    asked = TraceRequest(
        game=game,
        rules=rules,
        low=0,
        high=400,
        dealer=1,
        score=None,
        policy="random",
        defence="random",
        seed=4,
    )
    return next(record for record in records(asked) if record["declarer"] == seat_of_bidder)


def test_3_the_bidder_takes_the_whole_kitty_and_discards_five() -> None:
    record = played()
    (swap,) = record["exchange"]
    assert sorted(swap["takes"]) == sorted(record["kitty"])
    assert len(set(swap["discards"])) == 5
    assert set(swap["discards"]) <= {*record["hands"][0], *record["kitty"]}


def test_3_trump_any_is_for_trump_named_after_the_kitty() -> None:
    hand = "5H JH KH QS 3C"
    assert question_of(request(hand)).trumps == ("any", "S", "H", "D", "C")
    before = request(hand, settings=["trump_named=before_kitty"])
    assert question_of(before).trumps == ("S", "H", "D", "C")
    with pytest.raises(Refused, match="--trump any is for games that name trump after the kitty"):
        question_of(request(hand, settings=["trump_named=before_kitty"], trumps=("any",)))


@pytest.mark.parametrize(("lead", "leader"), [("dealer_left", 2), ("bidder_left", 1), ("bidder_right", 4)])
def test_4_who_leads(lead: str, leader: int) -> None:
    assert played(lead=lead, players=5)["tricks"][0]["leader"] == leader


def test_5_and_7_a_trick_counts_5_and_the_best_trump_5_in_the_trick_it_was_played_in() -> None:
    record = played()
    index = order(record["trump"])
    cards = {play["cards"][0]: trick for trick in record["tricks"] for play in trick["plays"]}
    taken = [5 * sum(trick["winner"] == seat for trick in record["tricks"]) for seat in range(4)]
    best = max(cards, key=index.__getitem__)
    if index[best] >= 48:
        taken[cards[best]["winner"]] += 5
    assert record["result"]["taken"] == taken
    assert {trick["points"] for trick in record["tricks"]} == {5}


@pytest.mark.parametrize(
    ("bid", "tricks", "taken", "delta"),
    [
        (10, 5, [30, 0, 0, 0], [30, 0, 0, 0]),  # all tricks on a lower bid = 30
        (25, 4, [25, 0, 0, 5], [25, 0, 0, 5]),
        (25, 3, [20, 0, 0, 10], [-25, 0, 0, 10]),
        (60, 5, [30, 0, 0, 0], [60, 0, 0, 0]),
        (60, 4, [25, 0, 0, 5], [-60, 0, 0, 5]),
        (60, 5, [25, 0, 0, 0], [60, 0, 0, 0]),  # settled question 3: no trump was played
    ],
)
def test_6_scores(bid: int, tricks: int, taken: list[int], delta: list[int]) -> None:
    result = settled(taken, bid, tricks=tricks)
    assert (result.made, list(result.delta)) == (delta[0] > 0, delta)
    assert settled(taken, bid, tricks=tricks, scores=[-20, 0, 5, 10]).scores[0] == delta[0] - 20


RACE = [(1, 10), (0, 5), (0, 5), (0, 5), (0, 5)]  # B wins trick 1 with the J, the best trump in play


def test_7_worked_example_b_is_at_110_first_and_wins() -> None:
    result = settled([20, 10, 0, 0], 20, scores=[100, 100, 0, 0], tricks=4, course=RACE)
    assert (result.scores, result.winner) == ((120, 110, 0, 0), 1)


def test_7_the_bonus_is_dated_to_the_trick_of_the_trump() -> None:
    late = [(1, 5), (0, 5), (0, 5), (0, 5), (1, 10)]
    assert settled([15, 15, 0, 0], 15, scores=[95, 100, 0, 0], tricks=3, course=late).winner == 0
    soon = [(1, 10), (0, 5), (0, 5), (0, 5), (1, 5)]
    assert settled([15, 15, 0, 0], 15, scores=[95, 100, 0, 0], tricks=3, course=soon).winner == 1


def test_7_a_failed_bid_counts_nothing_on_the_way() -> None:
    result = settled(
        [15, 0, 0, 15], 20, scores=[105, 0, 0, 95], tricks=3, course=[(0, 5), (0, 5), (0, 5), (3, 5), (3, 10)]
    )
    assert (result.scores[0], result.winner) == (85, 3)


@pytest.mark.parametrize(("name", "target"), [("55", 55), ("110", 110), ("220", 220), ("fifty-five", 110)])
def test_7_an_alias_sets_the_target(name: str, target: int) -> None:
    _, rules = choose_rules(name)
    assert rules.values["target"] == target
    assert choose_rules(name, None, ["target=55"])[1].values["target"] == 55


def test_7_another_target_is_refused() -> None:
    with pytest.raises(Refused, match=r"switch target cannot be '100': it takes 110 \| 55 \| 220"):
        rules_of(target=100)


def test_8_only_the_bidder_can_win() -> None:
    only = {"who_wins": "bidder_only"}
    assert settled([20, 10, 0, 0], 20, scores=[100, 100, 0, 0], tricks=4, course=RACE, **only).winner == 0
    assert settled([20, 10, 0, 0], 20, scores=[85, 100, 0, 0], tricks=4, course=RACE, **only).winner is None
    assert settled([15, 15, 0, 0], 20, scores=[135, 0, 0, 0], tricks=3, **only).winner is None
    game.check_scores(rules_of(**only), (115, 0, 0, 0))
    with pytest.raises(Refused, match="at 115:0:0:0 the match is over: it ends at 110"):
        game.check_scores(rules_of(), (115, 0, 0, 0))


def test_8_the_bidder_scores_no_more_than_he_bid() -> None:
    assert settled([30, 0, 0, 0], 20, tricks=5, bidder_cap="on").delta[0] == 20
    assert settled([30, 0, 0, 0], 60, tricks=5, bidder_cap="on").delta[0] == 60
    assert settled([15, 15, 0, 0], 20, tricks=3, bidder_cap="on").delta == (-20, 15, 0, 0)
    hand = request("5H JH AH KH QH", bids=("10",), trumps=("H",), settings=["bidder_cap=on"], policy="rules")
    row = odds(hand)[0].frame.iloc[0]
    assert row["ev"] == 10  # 10 with all tricks taken, the others nothing
