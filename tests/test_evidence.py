"""Calls as evidence: deals picked by weights made by hand, and odds with an auction against plain rejection."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from analyzer.evidence import picks_of, weighed_in_threads
from analyzer.faces.contracts import question_of
from analyzer.odds import Question, answer, block_of, tally_of, task_of
from analyzer.request import OddsRequest
from sims.blocks import KNOWN
from sims.cards import SUITS, names_of
from sims.deals import deal_batch
from sims.errors import Refused
from sims.evidence import BATCH, Picks, add_picks, pick_deals, weighed
from sims.games import GAMES, find_rules
from sims.players import read_weights
from sims.profiles import read_profile
from tests.conftest import Call
from tests.naive import bidding as twin
from tests.naive.fives import frame_for
from tests.naive.frames import frame_of
from tests.naive.streams import Words

EVIDENCE = 5  # the purpose of docs/streams.md
HANDS = {
    "two-hundred": ["AS TS 9S 5S AH KH TD 8D 7C", "KS QS 5S JH 9H 8H AC TC 7D", "AC KC QC JC 9C AD 8D 7S 5H"],
    "nahanni": ["5H JH KH QS 3C", "AS 9S JD 4D 2C", "AH 5C 7C TD KS"],
    "fifty-five": ["5H JH KH QS 3C", "AS 9S JD 4D 2C", "AH 5C 7C TD KS"],
}
BIDS = {"two-hundred": ("50", "60"), "nahanni": ("20", "25"), "fifty-five": ("10", "15")}


def ask(game: str, auction: str | None, *, profile: str = "standard", **more: Any) -> Question:
    module, rules = GAMES[game], find_rules(game, more.pop("variant", None), more.pop("set", {}))
    request = OddsRequest(
        game=module, rules=rules, hand=more.pop("hand", HANDS[game][0]), trumps=more.pop("trumps", ("S",)),
        bids=more.pop("bids", BIDS[game]), seat=more.pop("seat", None), dealer=more.pop("dealer", None), score=None,
        policy="rules", defence="rules", seed=more.pop("seed", 1), deals=more.pop("deals", 400), threads=None,
        command="", unicode=True, say=lambda text: None, auction=auction,
        bidders=None if auction is None else vars(read_profile(profile, game)), **more,
    )  # fmt: skip
    return question_of(request)


def picked_for(question: Question) -> Question:
    return replace(question, picks=picks_of(question, lambda text: None, None))


# ---------------------------------------------------------------------------------------------- weights by hand


def pick(weights: np.ndarray, wanted: int, seed: int = 9) -> Picks:
    """Picks of deals with weights that begin as these and are 0 after them."""
    whole = np.zeros(-(-len(weights) // BATCH) * BATCH)
    whole[: len(weights)] = weights
    return pick_deals(
        weighed(lambda low, high: whole[low:high] if high <= len(whole) else np.zeros(BATCH), wanted),
        seed,
        wanted,
    )


def test_a_deal_counts_as_often_as_its_words_say() -> None:
    """floor(w / c + u), u from the first word of purpose 5; c is the greatest of the first batch."""
    draw = Random(1)
    weights = np.array([draw.random() * draw.choice([0, 0.2, 1]) for _ in range(2 * BATCH)])
    weights[BATCH + 5] = 7.3 * weights[:BATCH].max()  # beyond c: counts several times
    picks = pick(weights, 3_000)
    most = max(weights[:BATCH])
    right = []
    for deal, weight in enumerate(weights):
        u = (Words(9, EVIDENCE, deal).fresh() >> 11) / 2**53
        times = int(weight / most + u)
        if times:
            right.append((deal, times))
    assert 1_000 < len(right) < 3_000
    found = list(zip(picks.deals.tolist(), picks.times.tolist(), strict=True))
    assert found[: len(right)] == right
    assert dict(found)[BATCH + 5] in (7, 8)
    assert all(times == 0 for _, times in found[len(right) :])
    assert picks.layouts > len(weights)
    assert picks.share == pytest.approx(weights.sum() / picks.layouts)


def test_the_effective_number_of_picks() -> None:
    picks = Picks(np.arange(4), np.array([1, 2, 3, 0]), 8, 0.5)
    assert picks.effective(4) == pytest.approx(36 / 14)
    assert picks.effective(2) == pytest.approx(9 / 5)
    assert (picks.weight(4), picks.weight(1)) == (6, 1)
    assert Picks(np.arange(9), np.ones(9, np.int64), 9, 1.0).effective(9) == 9


def test_equal_weights_pick_every_deal_once() -> None:
    picks = pick(np.full(BATCH, 0.013), 500)
    assert picks.deals.tolist() == list(range(500))
    assert picks.times.tolist() == [1] * 500
    assert picks.effective(500) == 500


def test_an_auction_that_no_deal_goes_with_is_refused() -> None:
    with pytest.raises(Refused, match=r"none of 20[0-9],[0-9]+ layouts goes with these calls"):
        pick(np.zeros(BATCH), 1)


def test_sums_over_picks_count_each_deal_as_often_as_it_is_picked() -> None:
    draw = Random(4)
    deals = np.array(sorted(draw.sample(range(300), 120)), np.int64)
    times = np.array([draw.choice([0, 1, 1, 1, 2, 5]) for _ in deals], np.int64)
    picks = Picks(deals, times, 300, 0.1)

    def play(low: int, high: int) -> list[Any]:
        return [np.array([sum(range(low, high)), high - low]), np.array(sum(d * d for d in range(low, high)))]

    for low, high in ((0, 120), (7, 9), (50, 51)):
        sums = add_picks(picks, low, high, play)
        rows = list(zip(deals[low:high].tolist(), times[low:high].tolist(), strict=True))
        assert sums[0].tolist() == [sum(d * t for d, t in rows), sum(t for _, t in rows)]
        assert int(sums[1]) == sum(d * d * t for d, t in rows)


def test_batches_in_threads_come_in_order() -> None:
    for lanes in (1, 2, 5):
        lows = []
        for low, weights in weighed_in_threads(lambda low, high: np.array([low, high]), 100, lanes):
            assert weights.tolist() == [low, low + BATCH]
            lows.append(low)
        assert lows == list(range(0, 210_000, BATCH))


def test_what_fails_while_weighing_is_raised() -> None:
    def weigh(low: int, high: int) -> Any:
        raise Refused("no such deal")

    with pytest.raises(Refused, match="no such deal"):
        list(weighed_in_threads(weigh, 10, 2))


# ---------------------------------------------------------------------------------------------- the answer


@pytest.mark.parametrize(
    ("game", "line", "calls"),
    [
        ("200", f"--hand '{HANDS['two-hundred'][0]}' --dealer 0 --trump S --bid 50 --bid 60", "50 pass 60"),
        ("200", f"--hand '{HANDS['two-hundred'][0]}' --dealer 0 --trump S --bid 60 --know 'left: no H'", "50 pass p"),
        ("200", "--variant bank --hand AT95.AK.T.7 --dealer 0 --trump S --bid 60", "50"),
        ("nahanni", f"--hand '{HANDS['nahanni'][0]}' --dealer 0 --bid 20", "20 pass pass"),
        ("55", f"--hand '{HANDS['fifty-five'][0]}' --dealer 1 --bid 15 --set players=4", "pass 10"),
    ],
)  # fmt: skip
def test_flat_bidders_tell_nothing(call: Call, game: str, line: str, calls: str) -> None:
    asked = f"odds {game} {line} -n 300 --fast --quiet -f json"
    plain = json.loads(call(asked).out)
    flat = json.loads(call(f"{asked} --profile flat", "--auction", calls).out)
    told = json.loads(call(asked, "--auction", calls).out)
    assert flat["rows"] == plain["rows"]
    assert flat["deals"] == 300
    assert flat["effective_deals"] == 300
    assert told["rows"] != plain["rows"]
    assert (told["auction"], told["profile"]) == (
        calls.replace(" p", " pass").replace("passass", "pass"),
        "standard",
    )


LINE = f"odds 200 --hand '{HANDS['two-hundred'][0]}' --dealer 0 --trump S --bid 60 --fast -n 300 --quiet"


def test_same_bytes_for_threads_engines_and_shards(call: Call, tmp_path: Path) -> None:
    heard = ("--auction", "pass 50 pass")
    whole = call(f"{LINE} -f json", *heard).out
    assert json.loads(whole)["deals"] >= 300
    for more in ("--threads 1", "--threads 3", "--engine process --workers 2"):
        assert call(f"{LINE} -f json {more}", *heard).out == whole
    for part in (1, 2, 3):
        done = call(f"{LINE} --shard {part}/3 -o {tmp_path}/{part}.json", *heard)
        assert done.code == 0
    merged = call(f"merge {tmp_path}/1.json {tmp_path}/2.json {tmp_path}/3.json -f json").out
    assert json.loads(merged) == json.loads(whole)


def test_fewer_deals_are_a_part_of_more() -> None:
    more = picked_for(ask("two-hundred", "pass 55 pass", dealer=0, deals=400))
    less = picked_for(ask("two-hundred", "pass 55 pass", dealer=0, deals=150))
    assert more.picks is not None
    assert less.picks is not None
    assert less.picks.deals.tolist() == more.picks.deals[:150].tolist()
    assert less.picks.times.tolist() == more.picks.times[:150].tolist()


def test_a_rare_auction_comes_with_a_warning(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "sure.toml"
    path.write_text(
        "[usual]\nopen = 0.95\nover = 0.99\npartner = 1\nsoftness = 0.02\njump = 0.02\ntremble = 0\n", "utf-8"
    )
    line = LINE.replace(" --quiet", "").replace("-n 300", "-n 1")
    done = call(f"{line} --profile {path}", "--auction", "65 80 95")
    assert done.code == 0
    assert "warning: fewer than 200 effective deals, so the odds are rough: ask for more with -n" in done.err
    assert "too few: fewer than 200" in " ".join(done.out.split())


def test_who_bids_has_something_and_who_passes_less() -> None:
    """The partner's 55 is good for the contract, the opponents' passes too, and their bids bad."""
    chances = {}
    for calls in (None, "pass 55 pass", "pass pass pass", "60 pass pass"):
        found = answer(picked_for(ask("two-hundred", calls, dealer=0, deals=2_000, bids=("60",))))
        chances[calls] = int(found.made[0]) / found.deals
    assert chances["pass 55 pass"] > chances[None] + 0.1
    assert chances["60 pass pass"] < chances[None] - 0.02
    assert chances["60 pass pass"] < chances["pass pass pass"] < chances["pass 55 pass"]


# ---------------------------------------------------------------------------------------------- against rejection

HARD = {"open": 0.55, "over": 0.5, "partner": 0.7, "softness": 0.001, "jump": 0.3, "tremble": 0.0}
LAYOUTS, TOTALS = 12_000, {"two-hundred": 100, "nahanni": 30, "fifty-five": 30}
PER_GAME = 20


@dataclass(frozen=True)
class Case:
    """An auction for a hand of seat 0; the calls of that seat are given, the others' are evidence."""

    game: str
    hand: str
    dealer: int
    calls: tuple[str, ...]


@cache
def frames(game: str) -> dict[str, Any]:
    if game == "fifty-five":
        return {suit: frame_for(suit) for suit in SUITS}
    return {suit: frame_of(game, {"variant": "base", **find_rules(game).values}, suit) for suit in SUITS}


class Table:
    """Layouts of the hidden cards around a hand, and how the others call with them."""

    def __init__(self, game: str, hand: str, dealer: int, seed: int) -> None:
        self.game, self.dealer, self.draw = game, dealer, Random(seed)
        self.question = ask(game, None, hand=hand, dealer=dealer, seed=seed, deals=LAYOUTS)
        self.rules = GAMES[game].auction(self.question.rules)
        self.weights = read_weights(game)
        seats = self.rules.seats
        self.ring = [*seats[dealer + 1 :], *seats[: dealer + 1]]
        self.sides = self.question.game.seating(self.question.rules).sides

    def layouts(self, number: int) -> Iterator[list[int]]:
        known = task_of(self.question)[KNOWN : KNOWN + len(self.rules.seats)]
        hands, _, _ = deal_batch(block_of(self.question), int(self.question.seed), 0, number, known)
        yield from hands.tolist()

    def talk(self) -> twin.Talk:
        named = ("ends_at", "hold", "single_round", "forced", "overbid_out")
        switches = {name: getattr(self.rules, name) for name in named}
        return twin.Talk(self.ring, self.sides, self.rules.bids, switches)

    def call(self, talk: twin.Talk, hand: int) -> str:
        chances = twin.make_chances(
            names_of(hand), frames(self.game), self.rules.bids, self.weights, 0, TOTALS[self.game]
        )
        return twin.chosen(twin.call_chances(talk, chances, HARD), self.draw.random())

    def kept(self, hands: list[int], calls: tuple[str, ...]) -> bool:
        """Whether the others call exactly so with these hands."""
        talk = self.talk()
        for call in calls:
            seat = talk.turn
            if seat != 0 and self.call(talk, hands[seat]) != call:
                return False
            talk.calls.append((seat, call))
        return True


def cases(game: str) -> list[Case]:
    """Auctions that come up, each up to a turn of seat 0, which has bid the least or what comes next."""
    found: Counter[Case] = Counter()
    for number, hand in enumerate(HANDS[game]):
        for dealer in range(4):
            table = Table(game, hand, dealer, 1_000 + 10 * number + dealer)
            for hands in table.layouts(150):
                talk = table.talk()
                while not talk.over:
                    if talk.turn == 0:
                        calls = tuple(call for _, call in talk.calls)
                        if len(calls) > calls.count("pass") or len(calls) == 3:
                            found[Case(game, hand, dealer, calls)] += 1
                        acts = talk.acts()
                        if not acts or table.draw.random() < 0.3:
                            break
                        talk.calls.append((0, acts[0]))
                    else:
                        talk.calls.append((talk.turn, table.call(talk, hands[talk.turn])))
    common = [case for case, times in found.most_common() if times >= 4]
    return Random(2).sample(common, min(PER_GAME, len(common)))


def score_of(difference: float, variance: float) -> float:
    return abs(difference) / max(variance, 1e-12) ** 0.5


def compare(case: Case, path: Path) -> None:
    """The share of all layouts, P(make) and the cards of the others: with the weights, and by rejection."""
    table = Table(case.game, case.hand, case.dealer, 77)
    layouts = list(table.layouts(LAYOUTS))
    kept = [row for row, hands in enumerate(layouts) if table.kept(hands, case.calls)]
    question = picked_for(
        ask(
            case.game,
            " ".join(case.calls),
            profile=str(path),
            hand=case.hand,
            dealer=case.dealer,
            deals=4_000,
        )
    )
    assert question.picks is not None
    share, right = question.picks.share, len(kept) / LAYOUTS
    assert len(kept) > 40, case
    variance = right * (1 - right) * (1 / LAYOUTS + 1 / question.picks.layouts)
    assert score_of(share - right, variance) < 4, (case, share, right)
    found, tally = answer(question), tally_of(replace(table.question, heard=question.heard))
    made = sum(tally(row, row + 1).made for row in kept)
    for cell in range(len(made)):
        p, n = int(made[cell]) / len(kept), len(kept)
        q, m = int(found.made[cell]) / found.deals, found.effective
        pooled = (p * n + q * m + 1) / (n + m + 2)
        assert score_of(p - q, pooled * (1 - pooled) * (1 / n + 1 / m)) < 4, (case, p, q)
    trumps = np.array([[hand.bit_count() for hand in by_suit(layouts[row])] for row in kept], float)
    ours = np.repeat(cards_of(question), question.picks.times, axis=0)
    spread = trumps.var(axis=0) / len(kept) + ours.var(axis=0) / found.effective
    assert (np.abs(trumps.mean(axis=0) - ours.mean(axis=0)) < 4.5 * np.sqrt(spread + 1e-9)).all(), case


HIGH = sum(1 << 16 * suit + rank for suit in range(4) for rank in (8, 9, 10, 12))  # tens, jacks, queens, aces


def by_suit(hands: list[int]) -> list[int]:
    """The longest suit and the high cards of each other seat."""
    longest = [
        max((hand >> 16 * suit & 0xFFFF for suit in range(4)), key=int.bit_count) for hand in hands[1:]
    ]
    return [*longest, *(hand & HIGH for hand in hands[1:])]


def cards_of(question: Question) -> np.ndarray:
    """The same of the deals that were picked."""
    picks, known = question.picks, task_of(question)[KNOWN : KNOWN + 4]
    assert picks is not None
    hands, _, _ = deal_batch(block_of(question), int(question.seed), 0, int(picks.deals[-1]) + 1, known)
    return np.array([[x.bit_count() for x in by_suit(row)] for row in hands[picks.deals].tolist()], float)


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    path = tmp_path / "hard.toml"
    path.write_text("[usual]\n" + "".join(f"{name} = {value}\n" for name, value in HARD.items()), "utf-8")
    return path


@pytest.mark.parametrize("game", HANDS)
@pytest.mark.usefixtures("by_estimates")
def test_odds_with_an_auction_are_those_of_rejection(game: str, hard: Path) -> None:
    for case in cases(game)[: PER_GAME // 10]:
        compare(case, hard)


@pytest.mark.full
@pytest.mark.parametrize("game", HANDS)
@pytest.mark.usefixtures("by_estimates")
def test_odds_with_twenty_auctions_are_those_of_rejection(game: str, hard: Path) -> None:
    every = cases(game)
    assert len(every) == PER_GAME
    for case in every:
        compare(case, hard)
