"""Two Hundred: whole hands and their records at every table; the scores from which they may start."""

from __future__ import annotations

import pytest

from analyzer.records import Record, Recorder
from sims import tables as t
from sims.cards import CARD_NAMES, SUITS
from sims.errors import Refused
from sims.games import two_hundred as game
from sims.hands import HandBatch, play_hands
from tests.contract_kernels import block_of, sampled, task_of
from tests.games.two_hundred_table import BASE, rules


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
