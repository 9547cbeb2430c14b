"""Soft bidding against its twin: the chance of every call, whole auctions, and the likelihood of calls heard."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sims.auction import HOLD, PASS, Auction, AuctionRules
from sims.bidding import (
    FIRST_BID,
    HOLD_CODE,
    PASS_CODE,
    call_chances,
    calling_of,
    codes_of,
    named_auctions,
    run_auctions,
    weigh_calls,
)
from sims.errors import Refused
from sims.profiles import NUMBERS, SHIPPED, Profile, read_profile
from tests.naive import bidding as twin
from tests.test_auction import VARIOUS

calm = settings(max_examples=100, deadline=None, derandomize=True)
EXTREMES = [
    {"open": 0.6, "over": 0.55, "partner": 0.8, "softness": 0.05, "jump": 0.15, "tremble": 0.004},
    {"open": 0.5, "over": 0.9, "partner": 1.0, "softness": 0.001, "jump": 0.0, "tremble": 0.0},
    {"open": 1.0, "over": 1.0, "partner": 1.0, "softness": 0.001, "jump": 1.0, "tremble": 0.0},
    {"open": 0.5, "over": 0.5, "partner": 0.5, "softness": 1.0, "jump": 1.0, "tremble": 1.0},
    {"open": 0.0, "over": 0.2, "partner": 0.1, "softness": 0.3, "jump": 0.6, "tremble": 0.2},
]


def profile_of(numbers: dict[str, float]) -> Profile:
    return Profile("test", **numbers)


def sides_of(rules: AuctionRules) -> list[tuple[int, ...]]:
    """Opposite callers are partners, where their number is even; else everybody for himself."""
    seats, half = rules.seats, len(rules.seats) // 2
    if len(seats) % 2:
        return [(seat,) for seat in seats]
    return [(seats[i], seats[i + half]) for i in range(half)]


def partners_of(rules: AuctionRules) -> list[list[int]]:
    """For each kernel seat up to the last caller, the others of its side."""
    others = {seat: [p for p in side if p != seat] for side in sides_of(rules) for seat in side}
    return [others.get(seat, []) for seat in range(max(rules.seats) + 1)]


def talk_of(rules: AuctionRules, dealer: int, calls: list[tuple[int, str]]) -> twin.Talk:
    place = rules.seats.index(dealer) + 1
    named = {
        name: getattr(rules, name) for name in ("ends_at", "hold", "single_round", "forced", "overbid_out")
    }
    return twin.Talk(
        [*rules.seats[place:], *rules.seats[:place]], sides_of(rules), rules.bids, named, list(calls)
    )


def some_chances(draw: Random, rules: AuctionRules) -> np.ndarray:
    """P(make) float32[seat, bid], falling along the ladder; steps of 1/1024 apart, so that no rounding decides."""
    rows = []
    for _ in range(max(rules.seats) + 1):
        top = draw.randrange(1025)
        steps = sorted((draw.randint(0, top) for _ in rules.bids), reverse=True)
        rows.append([step / 1024 for step in steps])
    return np.array(rows, np.float32)


def kernel_chances(
    rules: AuctionRules, auction: Auction, chances: np.ndarray, profile: Profile
) -> dict[str, float]:
    """What the kernel writes for the seat whose turn it is, by the name of the call; all calls."""
    calling = calling_of(rules, partners_of(rules), profile)
    found = np.full(len(rules.bids) + FIRST_BID, np.nan)
    legal = auction.legal()
    partner = auction.bidder is not None and auction.bidder in partners_of(rules)[auction.turn]
    call_chances(
        calling, chances[auction.turn], rules.bids.index(auction.bid) if auction.bid else -1,
        -1 if auction.bidder is None else auction.bidder, HOLD in legal, PASS not in legal, partner, found,
    )  # fmt: skip
    return dict(zip((PASS, HOLD, *map(str, rules.bids)), found.tolist(), strict=True))


def step_through(name: str, seed: int) -> None:
    """An auction of random legal calls; at every turn the kernel's chances are the twin's."""
    rules, draw = VARIOUS[name], Random(seed)
    dealer = draw.choice(rules.seats)
    numbers = draw.choice(EXTREMES)
    auction, chances = Auction(rules, dealer), some_chances(draw, rules)
    while not auction.over:
        legal = auction.legal()
        talk = talk_of(rules, dealer, auction.calls)
        assert talk.turn == auction.turn
        ours = dict(zip(rules.bids, chances[auction.turn].tolist(), strict=True))
        right = twin.call_chances(talk, ours, numbers)
        assert list(right) == legal
        found = kernel_chances(rules, auction, chances, profile_of(numbers))
        for call, chance in found.items():
            assert chance == pytest.approx(right.get(call, 0.0), rel=1e-9, abs=1e-150), (auction.calls, call)
        auction.call(draw.choice(legal[:3] if draw.random() < 0.8 else legal))


@pytest.mark.parametrize("name", VARIOUS)
def test_the_chance_of_every_call_is_that_of_the_twin(name: str) -> None:
    for seed in range(60):
        step_through(name, seed)


@pytest.mark.parametrize("name", VARIOUS)
@calm
@given(
    seed=st.integers(0, 2**32),
    numbers=st.tuples(*[st.floats(0, 1)] * 3, st.floats(0.001, 1), *[st.floats(0, 1)] * 2),
)
def test_chances_of_legal_calls_sum_to_one_and_others_have_none(
    name: str, seed: int, numbers: tuple[float, ...]
) -> None:
    rules, draw = VARIOUS[name], Random(seed)
    profile = profile_of(dict(zip(NUMBERS, numbers, strict=True)))
    auction = Auction(rules, draw.choice(rules.seats))
    while not auction.over:
        legal = auction.legal()
        found = kernel_chances(rules, auction, some_chances(draw, rules), profile)
        assert sum(found.values()) == pytest.approx(1)
        assert {call for call, chance in found.items() if chance > 0} <= set(legal)
        assert all(found[call] >= profile.tremble / len(legal) * 0.999 for call in legal)
        auction.call(draw.choice(legal[:3]))


def test_what_a_call_is_worth_told_by_hand() -> None:
    """Nahanni, dealer 3: hold, 25 and 30 over an opponent's 20; the words of docs/bidding.md with a pencil."""
    rules = VARIOUS["nahanni"]
    auction = Auction(rules, 3)
    for call in ("20", PASS, PASS):
        auction.call(call)
    chances = np.zeros((4, 3), np.float32)
    chances[3] = [0.5, 0.25, 0.125]
    numbers = {"open": 0.0, "over": 0.5, "partner": 0.0, "softness": 0.25, "jump": 0.5, "tremble": 0.2}
    found = kernel_chances(rules, auction, chances, profile_of(numbers))
    # willingness 1/(1+e^0), 1/(1+e^1), 1/(1+e^1.5), and half as likely at each step
    weights = [0.5, 0.5 * 0.2689414, 0.25 * 0.1824255]
    shares = [0.5 * weight / sum(weights) for weight in weights]
    assert found["20"] == 0
    right = {PASS: 0.5, HOLD: shares[0], "25": shares[1], "30": shares[2]}
    for call, share in right.items():
        assert found[call] == pytest.approx(0.8 * share + 0.05, rel=1e-6)


def test_a_forced_dealer_bids_the_lowest_though_he_wants_none() -> None:
    rules = VARIOUS["nahanni, dealer must bid"]
    auction = Auction(rules, 0)
    for _ in range(3):
        auction.call(PASS)
    numbers = {"open": 1.0, "over": 1.0, "partner": 1.0, "softness": 0.001, "jump": 0.5, "tremble": 0.0}
    found = kernel_chances(rules, auction, np.zeros((4, 3), np.float32), profile_of(numbers))
    assert found[PASS] == 0
    assert sum(found.values()) == pytest.approx(1)
    assert found["20"] > 0.5


@pytest.mark.parametrize("name", VARIOUS)
def test_the_likelihood_is_the_product_of_the_chances(name: str) -> None:
    rules, draw = VARIOUS[name], Random(7)
    for numbers in EXTREMES:
        profile = profile_of(numbers)
        calling = calling_of(rules, partners_of(rules), profile)
        for _ in range(12):
            dealer, own = draw.choice(rules.seats), draw.choice([-1, *rules.seats])
            layouts = np.array([some_chances(draw, rules) for _ in range(5)])
            auction = Auction(rules, dealer)
            length = draw.randint(0, 12)
            while not auction.over and len(auction.calls) < length:
                auction.call(draw.choice(auction.legal()[:3]))
            heard = [call for _, call in auction.calls]
            found = weigh_calls(calling, dealer, layouts, codes_of(rules, heard), own)
            for row, layout in enumerate(layouts.tolist()):
                ours = {seat: dict(zip(rules.bids, layout[seat], strict=True)) for seat in rules.seats}
                right = twin.likelihood(talk_of(rules, dealer, []), heard, ours, numbers, own)
                assert found[row] == pytest.approx(right, rel=1e-9, abs=1e-150)
            if own >= 0 and all(seat == own for seat, _ in auction.calls):
                assert found.tolist() == [1] * 5


@pytest.mark.parametrize("name", VARIOUS)
def test_auctions_are_those_of_the_twin(name: str) -> None:
    rules, draw = VARIOUS[name], Random(3)
    lengths = set()
    for number, numbers in enumerate(EXTREMES):
        dealer = draw.choice(rules.seats)
        layouts = np.array([some_chances(draw, rules) for _ in range(40)])
        calling = calling_of(rules, partners_of(rules), profile_of(numbers))
        numbers_of = np.arange(1_000, 1_000 + len(layouts))
        found = run_auctions(calling, dealer, layouts, 50 + number, numbers_of)
        for row, auction in enumerate(named_auctions(rules, dealer, found)):
            ours = {
                seat: dict(zip(rules.bids, layouts[row, seat].tolist(), strict=True)) for seat in rules.seats
            }
            talk = talk_of(rules, dealer, [])
            right = twin.hold_auction(talk, ours, numbers, 50 + number, 1_000 + row)
            assert auction.calls == right
            assert auction.over
            bold = {seat for seat, call in right if call != "pass"}
            assert found.ends[row].tolist() == [
                rules.bids.index(auction.bid) if auction.bidder is not None else -1,
                -1 if auction.bidder is None else auction.bidder,
                sum(1 << seat for seat in bold),
            ]
            lengths.add(len(right))
    assert len(lengths) > 1


@pytest.mark.parametrize("name", VARIOUS)
def test_an_auction_goes_on_from_the_calls_heard(name: str) -> None:
    """The rest of an auction takes the words of its own places, so that it is the same from any of its positions."""
    rules, draw = VARIOUS[name], Random(4)
    dealer = draw.choice(rules.seats)
    layouts = np.array([some_chances(draw, rules) for _ in range(12)])
    calling, deals = calling_of(rules, partners_of(rules), profile_of(EXTREMES[0])), np.arange(12)
    whole = run_auctions(calling, dealer, layouts, 9, deals)
    for row in range(12):
        count = int(whole.counts[row])
        heard = whole.calls[row, : draw.randrange(count + 1)].astype(np.int64)
        if len(heard) == count:
            continue
        rest = run_auctions(calling, dealer, layouts[row : row + 1], 9, deals[row : row + 1], heard)
        assert rest.calls[0].tolist() == whole.calls[row].tolist()
        assert rest.ends[0].tolist() == whole.ends[row].tolist()


# ---------------------------------------------------------------------------------------------- profiles


def test_shipped_profiles_go_from_cautious_to_bold() -> None:
    cautious, standard, bold = (
        read_profile(name, "two-hundred") for name in ("cautious", "standard", "bold")
    )
    for number in ("open", "over", "partner"):
        assert getattr(cautious, number) > getattr(standard, number) > getattr(bold, number)
    assert {cautious.name, standard.name, bold.name, "flat"} == set(SHIPPED)


@pytest.mark.parametrize("name", VARIOUS)
def test_the_flat_profile_takes_every_legal_call_alike(name: str) -> None:
    rules, draw, profile = VARIOUS[name], Random(5), read_profile("flat", "two-hundred")
    auction = Auction(rules, rules.seats[0])
    while not auction.over:
        found = kernel_chances(rules, auction, some_chances(draw, rules), profile)
        legal = auction.legal()
        assert [found[call] for call in legal] == [1 / len(legal)] * len(legal)
        auction.call(legal[-1] if len(auction.calls) < 2 and legal[-1] != "100" else legal[0])


def write(path: Any, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


ALL = "open = 0.6\nover = 0.5\npartner = 0.8\nsoftness = 0.05\njump = 0.1\ntremble = 0.01\n"


def test_a_file_of_ones_own_with_a_section_of_a_game(tmp_path: Any) -> None:
    path = write(tmp_path / "mine.toml", f"[usual]\n{ALL}[nahanni]\nopen = 0.7\n")
    assert read_profile(path, "nahanni") == Profile("mine", 0.7, 0.5, 0.8, 0.05, 0.1, 0.01)
    assert read_profile(path, "two-hundred") == Profile("mine", 0.6, 0.5, 0.8, 0.05, 0.1, 0.01)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[usual]\nopen = 0.5\n", "lacks over, partner, softness, jump, tremble in [usual] or [nahanni]"),
        (f"[usual]\n{ALL}opne = 1\n", "unknown number 'opne' in [usual]; did you mean 'open'?"),
        ("[usual]\n" + ALL.replace("0.6", "1.5"), "open is a number from 0 to 1, not 1.5"),
        ("[usual]\n" + ALL.replace("0.6", "true"), "open is a number from 0 to 1, not True"),
        ("[usual]\n" + ALL.replace("0.6", "nan"), "open is a number from 0 to 1, not nan"),
        ("[usual]\n" + ALL.replace("0.05", "0"), "softness is a number from 0.001 to 1, not 0"),
        ("usual = 3\n", "[usual] is no section"),
        ("[usual\n", "is no TOML"),
    ],
)
def test_a_file_that_cannot_be_is_refused(tmp_path: Any, text: str, words: str) -> None:
    path = write(tmp_path / "mine.toml", text)
    with pytest.raises(Refused) as refused:
        read_profile(path, "nahanni")
    assert words in str(refused.value)
    assert "mine" in str(refused.value)


def test_a_profile_that_is_not_there_is_refused_with_the_nearest_name(tmp_path: Any) -> None:
    with pytest.raises(Refused, match=r"no bidding profile 'standart'.*did you mean 'standard'"):
        read_profile("standart", "nahanni")
    with pytest.raises(Refused, match=r"none\.toml cannot be read: No such file"):
        read_profile(str(tmp_path / "none.toml"), "nahanni")


def test_the_hardest_profile_knows_no_warning() -> None:
    """A chance far from what is wanted is out of reach of the exponential."""
    curves = profile_of(EXTREMES[1]).curves()
    assert np.isfinite(curves).all()
    assert (curves[0, :490] < 1e-9).all()
    assert (curves[0, 535:] > 1 - 1e-9).all()


def test_codes_of_calls() -> None:
    assert codes_of(VARIOUS["nahanni"], [PASS, HOLD, "20", "30"]).tolist() == [PASS_CODE, HOLD_CODE, 2, 4]
