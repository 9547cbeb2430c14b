"""Duels of bidders: the batch form of the advised bidder against the one of `advise`, and what must cancel."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from analyzer.advising.contracts import ContractPosition
from analyzer.bidders.__main__ import main
from analyzer.bidders.advised import Advisor, Layouts, Positions, follow, layouts_for, worth_following
from analyzer.bidders.duel import Bank, bid_hands, duel_on, gain_of
from analyzer.bidders.fitting import best_response, points_gain
from analyzer.bidders.table import BidTable
from analyzer.evidence import Heard
from analyzer.match import chances_of
from analyzer.odds import Question
from sims.auction import Auction
from sims.bidding import calling_of, run_auctions
from sims.cards import names_of
from sims.deals import deal_some
from sims.errors import Refused
from sims.games import find_rules
from sims.open_auctions import BID, BIDDER, bidders_of, go_on, new_auctions
from sims.profiles import read_profile
from sims.seeds import master_seed

GAMES = ("two-hundred", "nahanni")


def table_of(game: str, *, match: bool = True) -> BidTable:
    rules = find_rules(game)
    return BidTable(rules, chances_of(rules) if match else None)


@pytest.mark.parametrize("game", [*GAMES, "fifty-five"])
def test_open_auctions_are_those_of_one_profile(game: str) -> None:
    """With one profile at every seat the auctions are those of `run_auctions`, stopped and gone on with or not."""
    table, profile = table_of(game, match=False), read_profile("standard", game)
    bank = Bank(table, 5, 0, 300, (0,) * table.sides)
    partners = [table.seating.partners(seat) for seat in range(table.seats)]
    wanted = run_auctions(
        calling_of(table.auction, partners, profile), table.dealer, bank.chances, 5, bank.numbers
    )
    bidders = bidders_of(table.auction, partners, [profile] * table.seats)
    auctions = new_auctions(bidders, table.dealer, 300)
    go_on(bidders, table.dealer, 5, bank.numbers, bank.chances, auctions, asked=0b0010)
    go_on(bidders, table.dealer, 5, bank.numbers, bank.chances, auctions)
    assert (auctions.calls == wanted.calls).all()
    assert (auctions.states[:, [BID, BIDDER]] == wanted.ends[:, :2]).all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("heard", [[], ["pass"], ["{lowest}", "pass"]])
def test_following_is_that_of_advise(game: str, heard: list[str]) -> None:
    """On the same layouts each call comes to the same points and chances as in `ContractPosition.follow`."""
    table, profile, layouts = table_of(game), read_profile("standard", game), 24
    scores = (95, 60)
    calls = [call.format(lowest=table.bids[0]) for call in heard]
    auction = Auction(table.auction, table.dealer)
    for call in calls:
        auction.call(call)
    bank = Bank(table, 7, 3, 4, scores)
    own = auction.turn
    question = Question(
        game=table.game, rules=table.rules, hand=tuple(names_of(int(bank.hands[0, own]))), trumps=(), bids=(),
        seat=own, dealer=table.dealer, policy="rules", defence="rules", seed=11, deals=layouts, scores=scores,
        heard=None,
    )  # fmt: skip
    single = ContractPosition(question, Heard(auction, profile), table.match)
    numbers, seed = np.arange(layouts) + 1000, master_seed(11)
    wanted = single.follow(numbers, range(len(single.calls)))
    bidders = table.bidders([profile] * table.seats)
    auctions = new_auctions(bidders, table.dealer, 1)
    for code in single.codes:
        go_on(
            bidders,
            table.dealer,
            0,
            numbers[:1],
            bank.chances,
            auctions,
            codes=np.array([code]),
            asked=0b1111,
        )
    known = np.zeros((layouts, table.seats), np.int64)
    known[:, own] = bank.hands[0, own]
    hands, _, _ = deal_some(table.block, seed, numbers, known[0])
    chances, trumps = table.chances(hands)
    positions = Positions(
        np.array([own]), bank.hands[:, own], bank.chances[:, own], bank.trumps[:, own], auctions,
        np.array([scores]), np.array([0]),
    )  # fmt: skip
    codes = [0, *([1] if "hold" in single.calls else [])]
    codes += [2 + table.bids.index(int(call)) for call in single.calls if call.isdigit()]
    spread = Layouts(np.zeros(layouts, np.int64), numbers, known, chances, trumps)
    found = follow(table, seed, positions, spread, [codes], bidders)
    assert (found.points == wanted.diff).all()
    assert np.allclose(found.win, wanted.win, atol=1e-12)
    assert worth_following(table, positions)[0][0] == 0


@pytest.mark.parametrize("game", [*GAMES, "fifty-five"])
def test_nobody_gains_on_himself(game: str) -> None:
    """One bidder against himself: the gains cancel on every single deal."""
    table = table_of(game, match=game != "fifty-five")
    bank = Bank(table, 1, 0, 200, None, (0, 95, 5))
    profile = read_profile("bold", game)
    hands = duel_on(bank, profile, profile)
    assert np.abs(hands.points).max() < 1e-9
    if table.match is not None:
        assert np.abs(hands.win).max() < 1e-9


def test_a_duel_is_the_same_for_any_batches() -> None:
    """Deals carry their streams: two banks of 10 give what one of 20 does, an advised bidder's calls too."""
    table, profile = table_of("nahanni"), read_profile("standard", "nahanni")
    advisor = Advisor(profile, by_match=True, layouts=8)
    whole = duel_on(Bank(table, 2, 0, 20, None, (0, 95, 5)), advisor, profile)
    parts = [duel_on(Bank(table, 2, low, low + 10, None, (0, 95, 5)), advisor, profile) for low in (0, 10)]
    assert (np.concatenate([part.points for part in parts]) == whole.points).all()
    assert (np.concatenate([part.win for part in parts]) == whole.win).all()


def test_a_side_that_always_passes_declares_nothing() -> None:
    """A profile that wants certainty and more never bids; the other side then declares every hand that is bid."""
    table = table_of("nahanni", match=False)
    standard = read_profile("standard", "nahanni")
    never = replace(standard, open=5.0, over=5.0, partner=5.0, tremble=0.0)
    bank = Bank(table, 4, 0, 200, (0, 0))
    hands = duel_on(bank, never, standard)
    assert hands.played.sum() == 0
    states = bid_hands(bank, [never, standard, never, standard])
    assert set(states[:, BIDDER].tolist()) <= {-1, 1, 3}
    assert (hands.points < 0).mean() > 0.3


def test_scores_are_drawn_from_their_grid() -> None:
    """Every score of the grid comes up, and no other."""
    bank = Bank(table_of("nahanni", match=False), 4, 0, 2_000, None, (10, 95, 5))
    assert set(bank.before.ravel().tolist()) == set(range(10, 96, 5))


def test_weights_pick_layouts_in_their_proportion() -> None:
    """A seat that has bid holds a better hand in the layouts than one that has passed; the own hand stays."""
    table, profile = table_of("two-hundred", match=False), read_profile("standard", "two-hundred")
    bank, bidders = Bank(table, 9, 0, 20, (0, 0)), table.bidders([profile] * 4)
    chances = {}
    for code in (0, 2):
        auctions = new_auctions(bidders, table.dealer, 20)
        go_on(
            bidders, table.dealer, 0, bank.numbers, bank.chances, auctions, codes=np.full(20, code), asked=0b1111
        )  # fmt: skip
        positions = Positions(
            np.ones(20, np.int64), bank.hands[:, 1], bank.chances[:, 1], bank.trumps[:, 1], auctions, bank.before,
            bank.numbers,
        )  # fmt: skip
        layouts = layouts_for(table, 9, positions, bidders, 16)
        assert (layouts.known[:, 1] == np.repeat(bank.hands[:, 1], 16)).all()
        assert (layouts.chances[:, 1] == np.repeat(bank.chances[:, 1], 16, axis=0)).all()
        chances[code] = float(layouts.chances[:, 0, 0].mean())
    assert chances[2] > profile.open > chances[0]


def test_a_best_response_is_no_worse_than_where_it_began() -> None:
    """The search only takes steps that gain, and it finds its way back from a profile that bids on anything."""
    table, standard = table_of("nahanni", match=False), read_profile("standard", "nahanni")
    banks = [Bank(table, 3, 0, 400, (0, 0))]
    wild = replace(standard, open=0.1, over=0.1)
    before = points_gain(banks, wild, standard).mean
    found, gain = best_response(banks, standard, wild, steps=(0.16,))
    assert gain == points_gain(banks, found, standard).mean > before + 2
    assert found.open > wild.open


def test_the_command_prints_the_duel(capsys: pytest.CaptureFixture[str]) -> None:
    """What is gained, with its interval, and the contracts; the same text again."""
    command = ["nahanni", "bold", "standard", "-n", "200", "--drawn", "0,95,5"]
    main(command)
    first = capsys.readouterr().out
    main(command)
    assert capsys.readouterr().out == first
    lines = first.splitlines()
    assert lines[0] == "bold against standard, nahanni, 200 deals"
    mean, low, high = map(float, lines[1].split()[-3:])
    assert low < mean < high


@pytest.mark.parametrize("name", ["advised:0", "advised-points:x", "bald"])
def test_unknown_bidders_are_refused(name: str) -> None:
    """A sentence that names the item."""
    with pytest.raises(Refused, match=name):
        main(["nahanni", name, "-n", "10", "--points-only"])


@pytest.mark.full
def test_advice_gains_on_the_standard_profile() -> None:
    """At scores all over the match the advised bidder gains chances to win it."""
    table, profile = table_of("two-hundred"), read_profile("standard", "two-hundred")
    bank = Bank(table, master_seed("advice"), 0, 120, None, (0, 195, 5))
    hands = duel_on(bank, Advisor(profile, by_match=True, layouts=12), profile)
    assert gain_of(hands.win).low > 0
