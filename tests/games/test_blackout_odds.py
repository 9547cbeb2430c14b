"""Partnership Blackout: odds against the naive twin, players that play for their contract, what is refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyzer.faces import blackout as face
from analyzer.faces.blackout_report import calls_report
from analyzer.intervals import Z95
from analyzer.notation import parse_cards
from analyzer.request import OddsRequest
from sims import blocks
from sims import tricks_tables as t
from sims.blackout_calls import rules_calls, run_auction
from sims.blackout_play import log_hands
from sims.calls import call_words
from sims.cards import CARD_NAMES
from sims.deals import deal_batch
from sims.errors import Refused
from sims.games import blackout as game
from sims.games import find_rules
from sims.players import read_weights
from sims.seeds import master_seed
from tests.naive import blackout as naive
from tests.naive.deals import RANKS, cards, deal

HAND = "S:AK94 H:KQ5 D:A843 C:72"
LOW = "S:2 H:7432 D:8532 C:9642"
WEIGHTS = read_weights("blackout")


def request(
    hand: str | None = HAND, variant: str = "mayes", switches: dict[str, str] | None = None, **more: Any
) -> OddsRequest:
    extras = {name: more.pop(name) for name in ("partner_bid", "opponents_bid", "top") if name in more}
    options: dict[str, Any] = {
        "trumps": (), "bids": (), "seat": None, "dealer": None, "score": None, "policy": "rules",
        "defence": "rules", "seed": 11, "deals": 40, "threads": 1, "command": "", "unicode": True,
        "say": lambda text: None, **more,
    }  # fmt: skip
    rules = find_rules("blackout", variant, dict(switches or {}))
    return OddsRequest(game=game, rules=rules, hand=hand, extras=extras, **options)


def asked(**more: Any) -> face.Answer:
    return face.answer(face.question_of(request(**more)))


# --- against the naive twin --------------------------------------------------------------------------


def as_called(hand: naive.Hand, question: face.Question) -> bool:
    """Whether players by the rules with these hands call what has been called."""
    partner, side = (question.seat + 2) % 4, 1 - question.seat % 2
    if face.partner_is_known(question) and hand.rules_call(partner) != question.partner:
        return False
    if question.theirs in (None, "pass"):
        return True
    said = replace(hand, calls=[], tricks=[])
    for who in [(hand.dealer + step) % 4 for step in range(1, 5)]:
        if who % 2 == side and said.said((who + 2) % 4) not in ("nil", "board"):
            said.calls.append((who, said.rules_call(who)))
    contract = said.contract(side)
    return question.theirs == (str(contract.number) if contract.kind == "number" else contract.kind)


def fitting_hand(question: face.Question, index: int) -> naive.Hand | None:
    """The first of five thousand deals in which the calls already made are those of the hands."""
    for attempt in range(5_000):
        hand = dealt(question, index + attempt * 2**40)
        if as_called(hand, question):
            return hand
    return None


def dealt(question: face.Question, index: int) -> naive.Hand:
    rules, seat, request_ = question.request.rules, question.seat, question.request
    return naive.Hand(
        hands=deal(cards(RANKS), 4, 13, 0, 11, index, {seat: list(question.hand)}).hands,
        dealer=question.dealer,
        variant=rules.variant,
        numbers=game.score_numbers(rules),
        lead_trump=rules.word("lead_trump"),
        weights=WEIGHTS,
        policies=[request_.policy if (s - seat) % 2 == 0 else request_.defence for s in range(4)],
    )


def naive_hand(question: face.Question, start: naive.Hand, call: str, index: int) -> naive.Hand:
    """The deal with that call of the own seat, everything else as the page says it."""
    seat, hand = question.seat, replace(start, calls=[], tricks=[])
    partner, lowest = (seat + 2) % 4, 1 if hand.variant == "mayes" else 0
    for step in range(1, 5):
        who = (question.dealer + step) % 4
        if hand.said((who + 2) % 4) in ("nil", "board", "pass") or (who == seat and question.skipped):
            continue
        if who == seat:
            said = call
        elif who == partner:
            said = question.partner or str(min(12, max(lowest, hand.estimate(who) // 1024)))
        else:
            said = hand.rules_call(who)
        hand.calls.append((who, said))
    hand.play(11, index)
    return hand


@pytest.mark.parametrize(
    ("variant", "more"),
    [
        ("mayes", {}),
        ("mayes", {"seat": 3, "dealer": 1, "partner_bid": "4", "hand": LOW}),
        ("mayes", {"seat": 2, "dealer": 1, "defence": "random", "switches": {"score": "made10plus"}}),
        ("as-translated", {"seat": 1, "dealer": 1, "policy": "random"}),
        ("as-translated", {"hand": LOW, "partner_bid": "0"}),
        ("mayes", {"partner_bid": "4", "opponents_bid": "5"}),
        ("mayes", {"partner_bid": "nil", "dealer": 0}),
        ("mayes", {"hand": LOW, "opponents_bid": "nil", "dealer": 2}),
        ("as-translated", {"hand": LOW, "partner_bid": "nil", "opponents_bid": "6"}),
    ],
)
def test_odds_are_the_counts_of_the_naive_twin(variant: str, more: dict[str, Any]) -> None:
    answer = asked(variant=variant, deals=6, **more)
    question, side = answer.question, answer.question.seat % 2
    starts = [(index, hand) for index in range(6) if (hand := fitting_hand(question, index)) is not None]
    diffs = np.zeros((len(answer.calls), len(starts)), np.int64)
    assert answer.found == len(starts)
    for cell, call in enumerate(answer.calls):
        made, tricks = 0, [0] * 14
        for place, (index, start) in enumerate(starts):
            hand = naive_hand(question, start, call, index)
            score, kept = hand.score(side)
            diffs[cell, place] = score - hand.score(1 - side)[0]
            made += kept
            tricks[hand.by_seat()[side] + hand.by_seat()[side + 2]] += 1
        assert answer.tally.made[cell] == made, call
        assert answer.tally.tricks[cell].tolist() == tricks, call
    assert answer.tally.diff.tolist() == diffs.sum(axis=1).tolist()
    assert (answer.tally.cross == diffs @ diffs.T).all()


@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
def test_rules_players_under_any_contract_play_as_the_naive_twin(variant: str) -> None:
    """Contracts of random calls, so that nil and board of every kind are played out by rules players."""
    rules, n, seed = find_rules("blackout", variant), 60, 8
    block = t.pack(rules, WEIGHTS)
    words = call_words(seed, 0, n)
    empty = np.zeros((4, 14), np.int64)
    auctions = [run_auction(rules, 3, ["random"] * 4, words[i], empty) for i in range(n)]
    from analyzer.faces.blackout_records import contract_row

    contracts = np.array([contract_row(auction) for auction in auctions], np.int64)
    log, by_seat = np.zeros((n, 52), np.int8), np.zeros((n, 4), np.int64)
    log_hands(np.uint64(seed), 0, n, block, blocks.new_task(4, 0, 3, 0b0101, (1, 1)), contracts, log, by_seat)
    for i, auction in enumerate(auctions):
        twin = naive.Hand(
            deal(cards(RANKS), 4, 13, 0, seed, i).hands, 3, variant, game.score_numbers(rules),
            rules.word("lead_trump"), WEIGHTS, ["rules"] * 4, list(auction.calls),
        )  # fmt: skip
        twin.play(seed, i)
        played = [card for trick in twin.tricks for _, card in trick.cards]
        assert [CARD_NAMES[int(card)] for card in log[i]] == played, (i, auction.calls)


def test_the_same_bytes_for_any_threads_and_chunks() -> None:
    question = face.question_of(request(deals=300))
    one = face.answer(question, threads=1, chunk=300)
    for threads, chunk in [(2, 7), (3, 64), (1, 1)]:
        other = face.answer(question, threads=threads, chunk=chunk)
        for a, b in zip(one.tally, other.tally, strict=True):
            assert a.tobytes() == b.tobytes()


# --- players play for their contract -----------------------------------------------------------------


def exact_against_greed(n: int) -> tuple[float, float]:
    """On common deals, side 0 reaches exactly its number: with the rules player less with one that wants
    every trick, the mean of the difference and its standard error; the other side plays by the rules."""
    rules = find_rules("blackout")
    block, seed = t.pack(rules, WEIGHTS), 21
    hands, _, _ = deal_batch(block, seed, 0, n)
    calls = np.zeros((4 * n, 14), np.int64)
    rules_calls(block, hands.ravel(), calls)
    numbers = calls.reshape(n, 4, 14)[:, :, 0]
    plain = (numbers < t.BOARD).all(axis=1)
    contracts = np.zeros((n, 3), np.int64)
    contracts[:, 0] = np.minimum(12, numbers[:, 0] + numbers[:, 2])
    contracts[:, 1] = np.minimum(12, numbers[:, 1] + numbers[:, 3])
    exact = []
    for policy in (1, t.GREEDY):
        task = blocks.new_task(4, 0, 3, 0b0101, (policy, 1))
        log, by_seat = np.zeros((n, 52), np.int8), np.zeros((n, 4), np.int64)
        contracts[~plain] = 6, 5, 0
        log_hands(np.uint64(seed), 0, n, block, task, contracts, log, by_seat)
        exact.append((by_seat[:, 0] + by_seat[:, 2] == contracts[:, 0])[plain].astype(int))
    gain = exact[0] - exact[1]
    return float(gain.mean()), float(gain.std(ddof=1)) / math.sqrt(len(gain))


def test_ducking_reaches_the_exact_number_more_often() -> None:
    gain, error = exact_against_greed(20_000)
    assert gain - Z95 * error > 0.02


def test_nil_is_kept_more_often_than_by_chance_and_called_on_low_hands() -> None:
    wise, blind = (asked(hand=LOW, deals=400, bids=("nil",), policy=policy) for policy in ("rules", "random"))
    assert wise.tally.made[0] > blind.tally.made[0] + 40
    assert wise.tally.made[0] > 200


def test_who_has_called_nil_or_a_high_number_holds_a_hand_for_it() -> None:
    nil, any_hand = asked(hand=LOW, partner_bid="nil", deals=400), asked(hand=LOW, deals=400)
    assert nil.tally.made[0] > 200
    assert nil.found > 350
    few, many = (asked(partner_bid=number, bids=("4",), deals=400).tally for number in ("2", "5"))
    tricks = [(tally.tricks[0] * np.arange(14)).sum() / tally.tricks[0].sum() for tally in (few, many)]
    assert tricks[1] - tricks[0] > 1.5
    assert any_hand.found == 400


def test_calls_that_no_hand_fits_are_told() -> None:
    with pytest.raises(Refused, match="in 20 deals with 5,000 tries each nobody holds the hands"):
        face.odds(request(hand="S:AKQJT98765432", partner_bid="12", deals=20))


def test_the_best_call_of_a_low_hand_is_nil_and_of_a_giant_board() -> None:
    low = calls_report(asked(hand=LOW, deals=300)).trailer["best"]
    giant = calls_report(asked(hand="S:AKQJT98765 H:AKQ", deals=300)).trailer["best"]
    assert isinstance(low, dict)
    assert isinstance(giant, dict)
    assert (low["event"], giant["event"]) == ("nil", "board")


# --- the report and what is refused ------------------------------------------------------------------


def test_rows_are_those_of_the_contract_page() -> None:
    report = calls_report(asked())
    events = report.frame["event"].tolist()
    assert events == [
        *(f"number-{n}" for n in range(1, 13)),
        "nil",
        "board",
        *(f"tricks-{n}" for n in range(14)),
    ]
    tricks = report.frame[report.frame["event"].str.startswith("tricks-")]
    assert tricks["count"].sum() == 40
    assert json.loads(json.dumps(report.header["switches"]))["exact_bonus"] == 10
    assert any("least certain point" in note and "preset mayes" in note for note in report.notes)


def test_bids_are_narrowed_and_the_partner_may_leave_no_call() -> None:
    report = calls_report(asked(bids=("4", "NIL")))
    assert report.frame["event"].tolist()[:2] == ["number-4", "nil"]
    assert report.header["tricks_with"] == "4"
    skipped = calls_report(asked(partner_bid="nil"))
    assert skipped.frame["event"].tolist()[0] == "nil"
    assert any("leaves you no call" in note for note in skipped.notes)
    assert not any("favour" in note for note in skipped.notes)  # where nothing is to choose


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"hand": None}, "--hand is missing: name the 13 cards you hold"),
        ({"hand": "AS KS"}, "13"),
        ({"bids": ("13",)}, "--bid '13' is no call of blackout"),
        ({"bids": ("0",)}, "--bid '0' is no call of blackout"),
        ({"bids": ("pass",)}, "no call of blackout"),
        ({"trumps": ("S",)}, "spades are always trump"),
        ({"partner_bid": "bord"}, "did you mean 'board'"),
        ({"partner_bid": "nil", "bids": ("3",)}, "your partner's nil leaves you no call"),
        (
            {"opponents_bid": "1"},
            "--opponents-bid takes the sum of two numbers, 2 to 24, board or nil, not '1'",
        ),
        ({"opponents_bid": "pass"}, "--opponents-bid takes the sum"),
        ({"opponents_bid": "²"}, "--opponents-bid takes the sum"),
        ({"partner_bid": "pass", "variant": "as-translated"}, "a partner who passes"),
        ({"score": "100:20"}, "the match is over"),
        ({"seat": 4}, "--seat 4 is not a seat"),
        ({"top": "AS"}, "blackout takes no --top"),
    ],
)
def test_bad_questions_are_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refusal:
        face.question_of(request(**more))
    assert words in str(refusal.value)


def test_the_hand_is_the_one_named() -> None:
    question = face.question_of(request())
    assert set(question.hand) == set(parse_cards(HAND, game.deck(question.request.rules), count=13))
    assert master_seed(11) == 11
