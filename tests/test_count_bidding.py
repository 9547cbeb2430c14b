"""Soft calls of Partnership Blackout against their twin, and odds with an auction against plain rejection."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.faces.blackout import Question, _task, answer, picked_for, question_of, tally_of
from analyzer.faces.blackout_records import contract_row
from analyzer.request import OddsRequest
from sims.blackout_bidding import (
    NOT_CALLED,
    codes_of,
    complete_calls,
    contracts_of,
    count_calling,
    count_chances,
    hands_of,
    weigh_counts,
)
from sims.blackout_calls import Auction, call_name
from sims.blocks import KNOWN
from sims.calls import call_words
from sims.cards import names_of
from sims.deals import deal_batch
from sims.errors import Refused
from sims.games import blackout as game
from sims.games import find_rules
from sims.players import read_weights
from sims.profiles import COUNT_NUMBERS, SHIPPED, CountProfile, read_count_profile
from sims.sheets import Rules
from sims.tables import Int64Array
from sims.tricks_tables import CODES, pack
from tests.conftest import Call
from tests.naive import count_bidding as twin

calm = settings(max_examples=150, deadline=None, derandomize=True)
WEIGHTS = read_weights("blackout")
VARIANTS = ["mayes", "as-translated"]
NUMBERS = [
    vars(read_count_profile("standard")),
    {"shift": -1.3, "spread": 2.0, "nil": 12.0, "nil_spread": 6.0, "board": 9.0, "tremble": 0.0},
    {"shift": 0.4, "spread": 0.001, "nil": 9.5, "nil_spread": 0.001, "board": 8.0, "tremble": 0.1},
    {"shift": 0.0, "spread": 1.0, "nil": 8.0, "nil_spread": 1.0, "board": 13.0, "tremble": 1.0},
]  # fmt: skip
HANDS = ["AKQ5.AK32.T87.96", "Q94.J8632.J4.Q32", "A2.K2.QJT932.A74"]


def profile_of(numbers: dict[str, Any]) -> CountProfile:
    return CountProfile(**{"name": "test", **numbers})


def dealt(rules: Rules, seed: int, low: int, high: int) -> tuple[Int64Array, Int64Array]:
    block = pack(rules, WEIGHTS)
    return block, deal_batch(block, seed, low, high)[0]


def kernel_chances(
    rules: Rules, numbers: dict[str, Any], tricks: int, danger: int, partner: int | None
) -> dict[str, float]:
    found = np.full(CODES, np.nan)
    count_chances(
        count_calling(rules, profile_of(numbers)),
        tricks,
        danger,
        NOT_CALLED if partner is None else partner,
        found,
    )
    return {call_name(code): chance for code, chance in enumerate(found.tolist())}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_chance_of_every_call_is_that_of_the_twin(variant: str) -> None:
    rules, draw = find_rules("blackout", variant), Random(3)
    block, hands = dealt(rules, 12, 0, 60)
    found = hands_of(block, hands)
    for row, layout in enumerate(hands.tolist()):
        numbers, circuit = NUMBERS[row % 4], twin.Circuit(variant == "as-translated", draw.randrange(4))
        while (seat := circuit.turn) is not None:
            hand = names_of(layout[seat])
            tricks, danger = int(found.tricks[row, seat]), int(found.dangers[row, seat])
            assert (tricks, danger) == (twin.estimate(hand, WEIGHTS), twin.danger(hand))
            right = twin.call_chances(circuit, hand, WEIGHTS, numbers)
            chances = kernel_chances(rules, numbers, tricks, danger, circuit.partner())
            for call, chance in chances.items():
                assert chance == pytest.approx(right.get(call, 0.0), rel=1e-9, abs=1e-14), call
            circuit.said[seat] = draw.choice(["1", "3", *circuit.legal()])


@pytest.mark.parametrize("variant", VARIANTS)
@calm
@given(data=st.data())
def test_chances_sum_to_one_over_the_legal_calls(variant: str, data: st.DataObject) -> None:
    rules = find_rules("blackout", variant)
    numbers = {name: data.draw(st.floats(low, high)) for name, (low, high) in COUNT_NUMBERS.items()}
    partner = data.draw(st.one_of(st.none(), st.integers(int(variant == "mayes"), 12)))
    found = kernel_chances(
        rules, numbers, data.draw(st.integers(0, 14_000)), data.draw(st.integers(0, 60)), partner
    )
    legal = Auction(rules, 0).legal()
    assert sum(found.values()) == pytest.approx(1)
    assert all(found[call] >= numbers["tremble"] / len(legal) * 0.999 for call in legal)
    assert {call for call, chance in found.items() if chance != 0} <= set(legal)


def test_a_chance_told_by_hand() -> None:
    """5.5 tricks expected, spread 1: the number is 5 with F(0.5) - F(-0.5), 4 with F(-0.5) - F(-1.5)."""
    numbers = {"shift": 0.5, "spread": 1.0, "nil": 3.0, "nil_spread": 2.0, "board": 5.0, "tremble": 0.16}
    found = kernel_chances(find_rules("blackout"), numbers, 5 * 1024, 3, None)
    half, below = 0.6224593, 0.1824255
    assert found["nil"] == pytest.approx(0.84 * 0.5 + 0.16 / 14, rel=1e-6)
    assert found["board"] == pytest.approx(0.84 * 0.25 + 0.16 / 14, rel=1e-6)
    assert found["5"] == pytest.approx(0.84 * 0.25 * (2 * half - 1) + 0.16 / 14, rel=1e-6)
    assert found["4"] == pytest.approx(0.84 * 0.25 * (1 - half - below) + 0.16 / 14, rel=1e-6)
    assert found["pass"] == found["0"] == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_calls_and_likelihoods_are_those_of_the_twin(variant: str) -> None:
    rules, draw = find_rules("blackout", variant), Random(8)
    low, high = 300, 340
    block, hands = dealt(rules, 21, low, high)
    found, words = hands_of(block, hands), np.array(call_words(21, low, high), np.uint64)
    for numbers in NUMBERS:
        calling, dealer = count_calling(rules, profile_of(numbers)), draw.randrange(4)
        circuit = Auction(rules, dealer)
        for _ in range(draw.randrange(4)):
            if circuit.turn is not None:
                circuit.call(draw.choice(["1", "3", "4", "nil"]))
        heard = [call for _, call in circuit.calls]
        calls = complete_calls(calling, dealer, found, codes_of(heard), words)
        own = draw.choice([-1, 0, 1, 2, 3])
        weights = weigh_counts(calling, dealer, found, codes_of(heard), own)
        for row, layout in enumerate(hands.tolist()):
            named = [names_of(hand) for hand in layout]
            start = twin.Circuit(variant == "as-translated", dealer, dict(circuit.calls))
            right = twin.complete(start, named, WEIGHTS, numbers, 21, low + row)
            assert {seat: call_name(c) for seat, c in enumerate(calls[row].tolist()) if c >= 0} == right
            empty = twin.Circuit(variant == "as-translated", dealer)
            product = twin.likelihood(empty, heard, named, WEIGHTS, numbers, own)
            assert weights[row] == pytest.approx(product, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("variant", VARIANTS)
def test_contracts_of_calls_are_those_of_the_auction(variant: str) -> None:
    rules, draw = find_rules("blackout", variant), Random(5)
    calls, right = [], []
    for _ in range(300):
        auction = Auction(rules, draw.randrange(4))
        while auction.turn is not None:
            auction.call(draw.choice([*auction.legal(), "nil", "board"]))
        said = dict(auction.calls)
        calls.append([codes_of([said[seat]])[0] if seat in said else NOT_CALLED for seat in range(4)])
        right.append(contract_row(auction))
    assert contracts_of(np.array(calls, np.int8), game.personal_nil(rules)).tolist() == right


# ---------------------------------------------------------------------------------------------- profiles


def test_shipped_profiles_go_from_cautious_to_bold() -> None:
    cautious, standard, bold, flat = (
        read_count_profile(name) for name in ("cautious", "standard", "bold", "flat")
    )
    assert cautious.shift < standard.shift < bold.shift
    assert cautious.nil < standard.nil < bold.nil
    assert cautious.board > standard.board > bold.board
    assert flat.tremble == 1
    assert len(SHIPPED) == 4


def test_a_file_without_the_section_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[usual]\nopen = 0.5\n[blackout]\nshift = -20\n", "utf-8")
    with pytest.raises(Refused, match="shift is a number from -13 to 13, not -20"):
        read_count_profile(str(path))
    path.write_text("[usual]\nopen = 0.5\n", "utf-8")
    with pytest.raises(
        Refused, match=r"lacks shift, spread, nil, nil_spread, board, tremble in \[blackout\]$"
    ):
        read_count_profile(str(path))


# ---------------------------------------------------------------------------------------------- the answer


def ask(auction: str | None, *, profile: str = "standard", **more: Any) -> Question:
    rules = find_rules("blackout", more.pop("variant", "mayes"))
    request = OddsRequest(
        game=game, rules=rules, hand=more.pop("hand", HANDS[0]), trumps=(), bids=more.pop("bids", ("4", "nil")),
        seat=None, dealer=more.pop("dealer", None), score=None, policy="rules", defence="rules",
        seed=more.pop("seed", 1), deals=more.pop("deals", 300), threads=None, command="", unicode=True,
        say=lambda text: None, auction=auction,
        bidders=None if auction is None else vars(read_count_profile(profile)), **more,
    )  # fmt: skip
    return question_of(request)


LINE = f"odds blackout --hand {HANDS[0]} --fast --quiet -n 200 --bid 4 --bid nil"


def test_flat_calls_tell_nothing_of_the_hands(call: Call) -> None:
    plain = json.loads(call(f"{LINE} --dealer 0 -f json").out)
    silent = json.loads(call(f"{LINE} --dealer 0 --profile flat -f json", "--auction", "").out)
    assert silent["rows"] == plain["rows"]
    assert silent["effective_deals"] == 200
    question = picked_for(ask("3 nil 2", profile="flat", dealer=0, bids=()))
    assert question.picks is not None
    assert question.picks.deals.tolist() == list(range(300))


def test_what_is_called_stands_in_the_contracts() -> None:
    """The partner's 3 and an own 4 make 7; the tricks are those of a contract of 7 by whoever holds what."""
    question = ask("3 3 2", profile="flat", dealer=0, bids=("4", "7"))
    assert question.partner == "3"
    found = answer(picked_for(question))
    seven = found.tally.tricks[0][7:].sum()
    assert int(found.tally.made[0]) == int(seven)
    assert int(found.tally.made[1]) == int(found.tally.tricks[1][10:].sum())


def test_same_bytes_for_threads_engines_and_shards(call: Call, tmp_path: Path) -> None:
    heard = ("--auction", "3 4 2", "--dealer", "0")
    whole = call(f"{LINE} -f json", *heard).out
    page = json.loads(whole)
    assert (page["auction"], page["profile"]) == ("3 4 2", "standard")
    assert page["effective_deals"] <= page["deals"]
    for more in ("--threads 1", "--engine process --workers 2"):
        assert call(f"{LINE} -f json {more}", *heard).out == whole
    for part in (1, 2):
        assert call(f"{LINE} --shard {part}/2 -o {tmp_path}/{part}.json", *heard).code == 0
    assert json.loads(call(f"merge {tmp_path}/1.json {tmp_path}/2.json -f json").out) == page


@pytest.mark.parametrize(
    ("more", "calls", "words"),
    [
        ("--partner-bid 3", "4", "--auction says what has been called: leave --partner-bid out"),
        ("--opponents-bid 7", "4", "--auction says what has been called: leave --opponents-bid out"),
        ("", "4", "seat 0 has called 4 already: there is no call to ask about"),
        ("--dealer 0", "3 3 3 3", "seat 0 has called 3 already: there is no call to ask about"),
        ("--dealer 0", "3 2:4 4:4", "call 3 is out of turn: it is for seat 3, not seat 4"),
        ("--dealer 0", "3 13", "call 2, of seat 2, cannot be '13': its calls are 1, 2, 3,"),
        ("--dealer 0", "3 pass", "call 2, of seat 2, cannot be 'pass'"),
        ("--dealer 0 --variant as-translated", "3 pass", "a partner who passes leaves your side no contract"),
        ("--dealer 0 --variant as-translated", "nil nil 3", "the auction is over before call 3, '3'"),
    ],
)
def test_what_is_refused(call: Call, more: str, calls: str, words: str) -> None:
    done = call(f"odds blackout --hand {HANDS[0]} --fast -n 20 {more}", "--auction", calls)
    assert done.code == 3
    assert words in done.err


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_referee_finds_no_fault_in_simulated_hands(call: Call, tmp_path: Path, variant: str) -> None:
    simulated(call, tmp_path, variant, 150)


@pytest.mark.full
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_referee_finds_no_fault_in_ten_thousand(call: Call, tmp_path: Path, variant: str) -> None:
    simulated(call, tmp_path, variant, 10_000)


def simulated(call: Call, tmp_path: Path, variant: str, deals: int) -> None:
    for profile in ("standard", "flat"):
        path = tmp_path / f"{profile}.jsonl"
        line = f"trace blackout --variant {variant} --auction simulated --profile {profile} -f jsonl"
        assert call(f"{line} --deals 0:{deals} -o {path}").code == 0
        done = call(f"check {path}")
        assert done.code == 0, done.err
        hands = [json.loads(text) for text in path.read_text("utf-8").splitlines()]
        said = Counter(entry["call"] for hand in hands for entry in hand["auction"])
        assert len(said) > 6
        assert call(f"{line} --deals 20:30").out.splitlines() == path.read_text("utf-8").splitlines()[20:30]


# ---------------------------------------------------------------------------------------------- against rejection

HARD = {"shift": -0.2, "spread": 0.05, "nil": 10.0, "nil_spread": 0.3, "board": 12.5, "tremble": 0.0}
LAYOUTS, AUCTIONS = 12_000, 20


@dataclass(frozen=True)
class Case:
    """An auction for a hand of seat 0, which has not called yet."""

    hand: str
    dealer: int
    calls: tuple[str, ...]


def layouts(question: Question, number: int) -> Iterator[list[int]]:
    block = pack(question.request.rules, WEIGHTS)
    hands, _, _ = deal_batch(block, int(question.request.seed), 0, number, _task(question)[KNOWN : KNOWN + 4])
    yield from hands.tolist()


def said(circuit: twin.Circuit, hands: list[int], draw: Random) -> str:
    hand = names_of(hands[circuit.turn or 0])
    return twin.chosen(twin.call_chances(circuit, hand, WEIGHTS, HARD), draw.random())


def kept(case: Case, hands: list[int], draw: Random) -> bool:
    """Whether the others call exactly so with these hands."""
    circuit = twin.Circuit(False, case.dealer)
    for call in case.calls:
        seat = circuit.turn
        assert seat is not None
        if said(circuit, hands, draw) != call:
            return False
        circuit.said[seat] = call
    return True


def cases() -> list[Case]:
    """Auctions that come up before the turn of seat 0."""
    found: Counter[Case] = Counter()
    draw = Random(6)
    for number, hand in enumerate(HANDS):
        for dealer in (0, 1, 2):
            for hands in layouts(ask(None, hand=hand, dealer=dealer, seed=500 + number), 300):
                circuit = twin.Circuit(False, dealer)
                while circuit.turn not in (0, None):
                    circuit.said[circuit.turn] = said(circuit, hands, draw)  # type: ignore[index]
                found[Case(hand, dealer, tuple(circuit.said.values()))] += 1
    common = [case for case, times in found.most_common() if times >= 7]
    return draw.sample(common, min(AUCTIONS, len(common)))


def compare(case: Case, path: Path) -> None:
    """The share of all layouts, P(made) of calls and the spades of the others: with the weights, and by rejection."""
    text, draw = " ".join(case.calls), Random(9)
    circuit = twin.Circuit(False, case.dealer)
    for call in case.calls:
        circuit.said[circuit.turn or 0] = call
    skipped = circuit.said.get(2) in twin.LAST  # the partner's nil leaves no call to ask about
    known = {"hand": case.hand, "dealer": case.dealer, "bids": () if skipped else ("2", "4", "nil")}
    plain = ask(text, profile="flat", seed=77, deals=LAYOUTS, **known)
    every = list(layouts(plain, LAYOUTS))
    rows = [row for row, hands in enumerate(every) if kept(case, hands, draw)]
    question = picked_for(ask(text, profile=str(path), deals=2_500, **known))
    picks = question.picks
    assert picks is not None
    assert len(rows) > 25, case
    right = len(rows) / LAYOUTS
    variance = right * (1 - right) * (1 / LAYOUTS + 1 / picks.layouts)
    assert abs(picks.share - right) < 4 * variance**0.5, (case, picks.share, right)
    found, tally = answer(question), tally_of(plain)
    made = sum(tally(row, row + 1).made for row in rows)
    assert found.effective is not None
    n, m = len(rows), found.effective
    for cell in range(len(made)):
        p, q = int(made[cell]) / n, int(found.tally.made[cell]) / found.found
        pooled = (p * n + q * m + 1) / (n + m + 2)
        assert abs(p - q) < 4 * (pooled * (1 - pooled) * (1 / n + 1 / m)) ** 0.5, (case, cell, p, q)
    theirs = np.array([[(hand >> 48).bit_count() for hand in every[row][1:]] for row in rows], float)
    dealt = list(layouts(question, int(picks.deals[-1]) + 1))
    ours = np.array([[(hand >> 48).bit_count() for hand in dealt[deal][1:]] for deal in picks.deals], float)
    ours = np.repeat(ours, picks.times, axis=0)
    spread = theirs.var(axis=0) / n + ours.var(axis=0) / m
    assert (np.abs(theirs.mean(axis=0) - ours.mean(axis=0)) < 4.5 * np.sqrt(spread + 1e-9)).all(), case


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    path = tmp_path / "hard.toml"
    path.write_text("[blackout]\n" + "".join(f"{name} = {value}\n" for name, value in HARD.items()), "utf-8")
    return path


def test_odds_with_an_auction_are_those_of_rejection(hard: Path) -> None:
    for case in cases()[: AUCTIONS // 10]:
        compare(case, hard)


@pytest.mark.full
def test_odds_with_twenty_auctions_are_those_of_rejection(hard: Path) -> None:
    every = cases()
    assert len(every) == AUCTIONS
    for case in every:
        compare(case, hard)
