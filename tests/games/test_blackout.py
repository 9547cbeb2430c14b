"""Partnership Blackout by the numbers of rules/partnership-blackout.md: calls, leads, tricks, score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from analyzer.faces import blackout as face
from analyzer.request import TraceRequest
from sims import tricks_tables as t
from sims.blackout_calls import Auction
from sims.errors import Refused
from sims.games import blackout as game
from sims.games import find_rules
from sims.sheets import Rules
from sims.tables import Int64Array

MAYES = find_rules("blackout")
TRANSLATED = find_rules("blackout", "as-translated")
NUMBERS = [str(n) for n in range(1, 13)]


def called(calls: str, rules: Rules = MAYES, dealer: int = 3) -> Auction:
    auction = Auction(rules, dealer)
    for call in calls.split():
        assert auction.turn is not None
        auction.call(call)
    return auction


def records(
    rules: Rules, policy: str = "rules", low: int = 0, high: int = 100, **options: Any
) -> Iterator[dict[str, Any]]:
    named = {"dealer": None, "score": None, "defence": policy, "seed": 5, **options}
    return face.records(TraceRequest(game=game, rules=rules, low=low, high=high, policy=policy, **named))


def scored(rules: Rules, contract: str, tricks: int) -> int:
    """What side 0 scores with so many tricks, all of them seat 0's."""
    number = int(contract) if contract.isdigit() else 0
    nils = {game.NIL: (2,)}.get(contract, ())
    return game.contract_score(rules, game.Contract(contract, number, nils), [tricks, 13 - tricks, 0, 0], 0)


def by_kernel(rules: Rules) -> Int64Array:
    return t.side_scores(rules)


# --- calls -------------------------------------------------------------------------------------------


def test_3_a_number_from_1_to_12_nil_or_board_and_no_pass() -> None:
    assert called("").legal() == [*NUMBERS, "nil", "board"]
    assert called("9").legal() == [*NUMBERS, "nil", "board"]  # calls need not rise
    with pytest.raises(Refused, match="seat 0 cannot call 'pass': its calls are 1, 2"):
        called("pass")
    with pytest.raises(Refused, match="cannot call '13'"):
        called("13")


def test_3_one_circuit_from_the_left_of_the_dealer() -> None:
    auction = called("4 3 2 5", dealer=1)
    assert auction.calls == [(2, "4"), (3, "3"), (0, "2"), (1, "5")]
    assert auction.turn is None
    assert auction.legal() == []


@pytest.mark.parametrize("call", ["nil", "board"])
def test_4_the_partner_of_nil_or_board_is_skipped(call: str) -> None:
    auction = called(f"{call} 3 4")
    assert auction.calls == [(0, call), (1, "3"), (3, "4")]
    assert auction.turn is None


@pytest.mark.parametrize("call", ["nil", "board"])
def test_4_nil_or_board_after_the_partners_number_makes_it_void(call: str) -> None:
    contract = called(f"5 3 {call} 4").contract(0)
    assert contract is not None
    assert (contract.call, contract.number) == (call, 0)
    assert contract.nil_seats == ((2,) if call == "nil" else ())


@pytest.mark.parametrize(
    ("first", "second", "total"), [(1, 1, 2), (6, 6, 12), (7, 6, 12), (12, 12, 12), (3, 4, 7)]
)
def test_5_two_numbers_are_added_and_capped_at_12(first: int, second: int, total: int) -> None:
    assert called(f"{first} 1 {second} 1").contract(0) == game.Contract(str(total), total)


def test_5_both_sides_may_ask_for_more_than_13_together() -> None:
    auction = called("6 5 5 4")
    assert [auction.contract(side) for side in (0, 1)] == [game.Contract("11", 11), game.Contract("9", 9)]
    assert auction.winner() is None  # nobody wins the bidding under mayes


# --- play --------------------------------------------------------------------------------------------


def test_6_the_left_of_the_dealer_leads() -> None:
    for dealer in range(4):
        record = next(records(MAYES, dealer=dealer))
        assert record["tricks"][0]["leader"] == (dealer + 1) % 4
        assert record["auction"][0]["seat"] == (dealer + 1) % 4


@pytest.mark.parametrize("policy", ["random", "rules"])
@pytest.mark.parametrize("lead_trump", ["only_if_no_other", "after_broken"])
def test_7_when_a_spade_may_be_led(policy: str, lead_trump: str) -> None:
    forced, broken_leads = 0, 0
    for record in records(find_rules("blackout", None, {"lead_trump": lead_trump}), policy, 0, 300):
        hands, broken = [set(hand) for hand in record["hands"]], False
        for trick in record["tricks"]:
            led = trick["plays"][0]["cards"][0]
            only = all(card[1] == "S" for card in hands[trick["leader"]])
            if led[1] == "S":
                forced += only
                broken_leads += not only
                assert only or (lead_trump == "after_broken" and broken)
            for play in trick["plays"]:
                hands[play["seat"]].remove(play["cards"][0])
            broken |= any(play["cards"][0][1] == "S" for play in trick["plays"])
    assert forced > 0
    assert (broken_leads > 0) == (lead_trump == "after_broken")


def test_8_follow_suit_and_the_highest_spade_wins() -> None:
    for record in records(MAYES, "random", 0, 200):
        hands = [set(hand) for hand in record["hands"]]
        for trick in record["tricks"]:
            led = trick["plays"][0]["cards"][0][1]
            cards = {play["seat"]: play["cards"][0] for play in trick["plays"]}
            for seat, card in cards.items():
                assert card[1] == led or all(held[1] != led for held in hands[seat])
                hands[seat].remove(card)
            spades = [seat for seat, card in cards.items() if card[1] == "S"]
            running = spades or [seat for seat, card in cards.items() if card[1] == led]
            assert trick["winner"] == max(running, key=lambda seat: "23456789TJQKA".index(cards[seat][0]))


def test_9_tricks_are_kept_by_player() -> None:
    for record in records(MAYES, "random", 0, 50):
        won = [sum(trick["winner"] == seat for trick in record["tricks"]) for seat in range(4)]
        assert record["result"]["taken_by_seat"] == won
        assert record["result"]["taken"] == [won[0] + won[2], won[1] + won[3]]


# --- score -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tricks", "score"), [(13, 40), (12, -10), (0, -10)])
def test_10_board(tricks: int, score: int) -> None:
    assert scored(MAYES, "board", tricks) == score == by_kernel(MAYES)[t.BOARD, tricks]


def test_10_nil_is_the_bidders_alone() -> None:
    assert scored(MAYES, "nil", 9) == 40  # his partner may win any number
    nil = game.Contract("nil", nil_seats=(2,))
    assert game.contract_score(MAYES, nil, [4, 5, 1, 3], 0) == -10


@pytest.mark.parametrize(
    ("score", "number", "tricks", "points"),
    [
        ("exact10", 5, 5, 15),
        ("exact10", 5, 7, 7),
        ("exact10", 5, 4, -10),
        ("exact10", 5, 13, 13),
        ("exact10", 12, 12, 22),
        ("seed_literal", 5, 5, 10),
        ("seed_literal", 5, 9, 10),
        ("seed_literal", 5, 13, 23),
        ("seed_literal", 5, 4, -10),
        ("made10plus", 5, 5, 15),
        ("made10plus", 5, 9, 19),
        ("made10plus", 5, 4, -10),
        ("made10plus", 2, 13, 23),
    ],
)
def test_10_a_number(score: str, number: int, tricks: int, points: int) -> None:
    rules = find_rules("blackout", None, {"score": score})
    assert scored(rules, str(number), tricks) == points == by_kernel(rules)[number, tricks]


def test_11_the_game_is_to_100() -> None:
    assert game.match_winner(MAYES, (100, 99)) == 0
    assert game.match_winner(MAYES, (104, 110)) == 1
    assert game.match_winner(MAYES, (110, 110)) is None  # equal: another hand
    assert game.match_winner(MAYES, (99, -60)) is None
    assert game.match_winner(find_rules("blackout", None, {"target": 150}), (149, 0)) is None


# --- the preset as-translated ------------------------------------------------------------------------


def test_as_translated_has_0_and_pass() -> None:
    assert called("", TRANSLATED).legal() == ["pass", "0", *NUMBERS, "nil", "board"]


def test_settled_1_a_pass_passes_for_the_partner() -> None:
    auction = called("pass 3 2", TRANSLATED)
    assert auction.calls == [(0, "pass"), (1, "3"), (3, "2")]
    assert auction.contract(0) is None
    assert game.contract_score(TRANSLATED, None, [4, 3, 3, 3], 0) == 0
    assert called("7 3 pass 2", TRANSLATED).contract(0) is None


def test_as_translated_nil_binds_both() -> None:
    nil = called("nil 3 2", TRANSLATED).contract(0)
    assert nil is not None
    assert nil.nil_seats == (0, 2)
    assert game.contract_score(TRANSLATED, nil, [0, 7, 1, 5], 0) == -10
    assert game.contract_score(TRANSLATED, nil, [0, 7, 0, 6], 0) == 40


@pytest.mark.parametrize(
    ("calls", "winner"),
    [
        ("5 3 2 3", (0, "7")),
        ("2 3 5 3", (2, "7")),
        ("3 2 3 2", (0, "6")),  # the earlier of equals
        ("9 3 9 3", (0, "12")),
        ("3 3 3 3", None),
        ("board 6 6", (0, "board")),
        ("2 6 board 6", (2, "board")),
        ("pass 3 2", (1, "5")),
        ("nil 0 0", (1, "0")),
        ("pass pass", None),
    ],
)
def test_settled_1_who_wins_the_bidding(calls: str, winner: tuple[int, str] | None) -> None:
    assert called(calls, TRANSLATED).winner() == winner


def test_settled_2_an_overtrick_is_made_under_exact10() -> None:
    assert game.Contract("5", 5).made([6, 4, 1, 2], 0)
    assert scored(MAYES, "5", 7) == 7


def test_settled_4_the_numbers_can_be_set_one_by_one() -> None:
    rules = find_rules("blackout", None, {"score": "made10plus", "set": "-20", "all_bonus": 5})
    assert game.score_numbers(rules) == {
        "made": 10,
        "exact_bonus": 0,
        "per_trick": 1,
        "all_bonus": 5,
        "set": -20,
    }
    assert scored(rules, "3", 13) == 28
    assert scored(rules, "3", 2) == -20
    again = find_rules("blackout", None, {"set": "by_score"})
    assert game.score_numbers(again) == game.PROFILES["exact10"]
    assert again.rules_hash == MAYES.rules_hash
    with pytest.raises(Refused, match="switch per_trick takes by_score"):
        find_rules("blackout", None, {"per_trick": 21})
    with pytest.raises(Refused, match="switch made takes a whole number, by_score"):
        find_rules("blackout", None, {"made": "ten"})


def test_presets_set_their_own_score() -> None:
    assert MAYES.word("score") == "exact10"
    assert TRANSLATED.word("score") == "seed_literal"
    assert find_rules("blackout", "as-translated", {"score": "exact10"}).word("score") == "exact10"
