"""Tiny decks whose every layout and every line of random play is counted out, against the sampled odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from analyzer.intervals import wilson
from sims import tables as t
from sims.cards import SUITS, mask_of
from sims.games import GAMES, find_rules
from tests.contract_kernels import SEED, block_of, sampled, task_of
from tests.counting import Bid, Case, Hands, Honours, Kind, Pips, Taken, lines_of_play, unit

N = 40_000
Z999 = float(norm.isf(0.0005))
What = tuple[Taken, tuple[int, int]]


def near(total: int, n: int, chances: Mapping[What, Fraction], of: Callable[[What], int]) -> bool:
    """Whether a sum over n deals lies in the 99.9 % interval around n times the exact mean."""
    mean = sum((chance * of(what) for what, chance in chances.items()), Fraction(0))
    square = sum((chance * of(what) ** 2 for what, chance in chances.items()), Fraction(0))
    return abs(total - n * float(mean)) <= Z999 * sqrt(n * (square - mean**2)) + 1e-6


def compare(case: Case, sampled_from: t.Tables, n: int = N, seed: int = SEED) -> None:
    """The tally of n random deals under `sampled_from` against the exact chances of the case."""
    task = task_of(case.declarer, seats=case.setting(t.SEATS), dealer=case.dealer, known=case.known)
    rows = range(len(case.bids))
    tally = sampled(block_of(sampled_from), task, case.trumps, rows, 0, n, seed)
    exact = case.exact()
    for i, trump in enumerate(case.trumps):
        for row in rows:
            cell, where = i * len(case.bids) + row, f"{case.name}: trump {trump}, {case.bids[row]}"
            chances = exact[trump, row]
            assert sum(chances.values()) == 1, where
            right = sum((c for what, c in chances.items() if case.result(row, *what)[0]), Fraction(0))
            made = int(tally.made[cell])
            if right in (0, 1):
                assert made == right * n, where
            else:
                assert binomtest(made, n, float(right)).pvalue > 0.001, f"{where}: {made} of {n}, not {right}"
            score = [lambda what, r=r: case.result(r, *what)[2] for r in rows]
            assert near(int(tally.taken[cell]), n, chances, lambda what, r=row: case.result(r, *what)[1]), (
                where
            )
            assert near(int(tally.diff[cell]), n, chances, score[row]), where
            for other in rows:
                if case.forced(other) != case.forced(row):
                    continue  # another play: the first lead must be a trump
                product = int(tally.cross[cell, cell - row + other])
                assert near(
                    product, n, chances, lambda what, a=score[row], b=score[other]: a(what) * b(what)
                ), f"{where} and {case.bids[other]}"


# --- the tiny games ----------------------------------------------------------------------------------

PIPS_BIDS = (Bid(15, 15), Bid(20, 20), Bid(35, 35, pays=70), Bid(50, 50), Bid(10, 0, tricks=2))


def own_tables(ranks: str, deck: Sequence[str], size: int, bids: Sequence[Bid]) -> t.Tables:
    """Tables of a follow-suit game that belongs to no module: the trump suit in lane 3."""
    orders = [
        [[rank + suit if rank + suit in deck else "" for rank in ranks] for suit in (*plain, trump)]
        for trump in SUITS
        for plain in [[suit for suit in SUITS if suit != trump]]
    ]
    to_frame, to_card = t.frame_maps(orders)
    required, allowed = t.follow_suit()
    lanes = sum(1 << 16 * lane for lane in range(4))
    masks = [lanes << ranks.index("5"), lanes << ranks.index("T") | lanes << ranks.index("A")]
    values = np.zeros(t.N_SETTINGS, np.int64)
    values[[t.SEATS, t.HAND, t.TRICKS_IN_HAND, t.UNIT]] = 4, size, size, 5
    values[[t.TOTAL, t.DECK]] = sum(map(Pips().points, deck)), mask_of(deck)
    ladder = np.array([bid.row() for bid in bids], np.int64)
    return t.Tables(to_frame, to_card, required, allowed, np.array(masks), np.array([5, 10]), values, ladder)


def cut_tables(
    game: str,
    variant: str,
    switches: dict[str, str],
    deck: Sequence[str],
    bids: Sequence[Bid],
    **settings: int,
) -> t.Tables:
    """The tables of a game with fewer cards and a ladder of its own."""
    tables: t.Tables = GAMES[game].tables(find_rules(game, variant, dict(switches)))
    values = tables.settings.copy()
    values[t.DECK] = mask_of(deck)
    for name, value in settings.items():
        values[getattr(t, name)] = value
    values[t.TRICKS_IN_HAND] = values[t.HAND]
    return tables._replace(settings=values, ladder=np.array([bid.row() for bid in bids], np.int64))


EIGHT = ("5C", "TC", "AC", "5D", "TD", "7H", "AH", "AS")
TWELVE = ("5C", "8C", "TC", "AC", "5D", "TD", "KD", "7H", "QH", "AH", "5S", "AS")
NINE = ("5C", "TC", "AC", "5D", "TD", "AD", "6H", "AH", "5S")
HONOURS_EIGHT = ("TS", "4S", "JS", "5S", "9C", "3C", "KD", "AH")
HONOURS_TWELVE = ("TS", "4S", "QS", "JS", "5S", "9C", "3C", "AC", "KD", "8D", "AH", "7H")
HONOURS_NINE = ("TS", "4S", "JS", "5S", "9C", "3C", "KD", "AH", "7H")
HONOURS_BIDS = (Bid(5, 5), Bid(10, 10), Bid(15, 0, tricks=2, pays=30))
HONOURS_BIDS_3 = (Bid(10, 10), Bid(15, 15), Bid(20, 0, tricks=3, pays=40))
SMALL = {"HAND": 2, "KITTY": 0, "DRAWS": 0, "TRUMP_LEAD_LEVEL": 15}


def pips(name: str, deck: tuple[str, ...], size: int, trumps: str, **more: object) -> Case:
    tables = own_tables("56789TJQKA", deck, size, PIPS_BIDS)
    return Case(name, Pips(), tables, deck, PIPS_BIDS, trumps, **more)  # type: ignore[arg-type]


def bury(points: str, trumps: str, declarer: int) -> Case:
    bids = (Bid(10, 10), Bid(20, 20), Bid(30, 30))
    tables = cut_tables("two-hundred", "kitty", {"kitty_points": points}, NINE, bids, HAND=2, KITTY=1)
    known = {declarer: ("TC", "6H")}
    return Case(f"bury {points}", Pips(), tables, NINE, bids, trumps, declarer, known=known)


def honours(name: str, switches: dict[str, str], trumps: str, **more: object) -> Case:
    tables = cut_tables("nahanni", "base", switches, HONOURS_EIGHT, HONOURS_BIDS, **SMALL)
    kind = Honours(must_follow="plain_follow" in switches)
    return Case(name, kind, tables, HONOURS_EIGHT, HONOURS_BIDS, trumps, **more)  # type: ignore[arg-type]


def honours_known() -> Case:
    settings = {**SMALL, "HAND": 3, "TRUMP_LEAD_LEVEL": 0}
    tables = cut_tables("nahanni", "base", {}, HONOURS_TWELVE, HONOURS_BIDS_3, **settings)
    known = {1: ("JS", "9C", "8D")}
    return Case("honours 12 known", Honours(), tables, HONOURS_TWELVE, HONOURS_BIDS_3, "S", 1, known=known)


def honours_draws(declarer: int, dealer: int) -> Case:
    settings = {**SMALL, "SEATS": 2, "KITTY": 1, "DRAWS": 1}
    tables = cut_tables("nahanni", "base", {}, HONOURS_NINE, HONOURS_BIDS, **settings)
    known = {declarer: ("4S", "KD")}
    return Case(
        f"honours draws {declarer} {dealer}", Honours(), tables, HONOURS_NINE, HONOURS_BIDS, "SH",
        declarer, dealer, known,
    )  # fmt: skip


CASES = [
    pips("pips 8", EIGHT, 2, "CDH"),
    pips("pips 8, seat 3", EIGHT, 2, "SC", declarer=3, dealer=1),
    pips("pips 8 known", EIGHT, 2, "CDHS", known={0: ("AC", "5D")}),
    pips("pips 8, partner known", EIGHT, 2, "C", known={2: ("AC", "AS")}),
    pips("pips 12 known", TWELVE, 3, "H", declarer=2, known={2: ("QH", "AH", "5C")}),
    bury("dead", "C?", 0),
    bury("defenders", "?D", 1),
    bury("contractor", "H?", 0),
    honours("honours 8", {}, "SCH"),
    honours("honours 8, to follow", {"plain_follow": "follow_or_trump"}, "SD", declarer=2),
    honours("honours 8 known", {}, "S", known={0: ("5S", "KD")}),
    honours_known(),
    honours_draws(0, 1),
    honours_draws(1, 1),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sampled_odds_are_the_counted_ones(case: Case) -> None:
    compare(case, case.tables)


@pytest.mark.full
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_million_sampled_odds_are_the_counted_ones(case: Case) -> None:
    compare(case, case.tables, n=1_000_000, seed=SEED + 1)


def test_the_comparison_tells_another_rule_apart() -> None:
    free = honours("honours 8", {}, "SCH")
    strict = honours("strict", {"plain_follow": "follow_or_trump"}, "SCH")
    with pytest.raises(AssertionError, match="honours 8: trump"):
        compare(free, strict.tables)


def chances_of(kind: Kind, hands: Hands) -> dict[Taken, Fraction]:
    lines = lines_of_play(kind, hands, 0, 0, "S", forced=False)
    return {taken: Fraction(weight, unit(2, 4)) for taken, weight in lines.items()}


def test_the_counting_agrees_with_a_hand_counted_by_hand() -> None:
    """TC led: AC takes it with 5C and ten points, then AS trumps 7H and takes 25. 5D led: seat 1 throws AC or
    7H, seat 2 throws 5C or trumps with AS, seat 3 must play TD: four lines of one eighth each."""
    hands = (("TC", "5D"), ("AC", "7H"), ("5C", "AS"), ("TD", "AH"))
    assert chances_of(Pips(), hands) == {
        (25, 35, 1): Fraction(1, 2) + Fraction(1, 8),  # 7H and AS: AC takes 5C TC AH
        (60, 0, 2): Fraction(1, 8),  # AC and AS: TC takes 5C AH 7H
        (30, 30, 1): Fraction(1, 8),  # AC and 5C: TD takes, AS trumps AH
        (40, 20, 1): Fraction(1, 8),  # 7H and 5C: TD takes, AS trumps AH with TC and AC
    }


def test_the_counting_keeps_back_the_best_trumps() -> None:
    """4S led: seat 1 may keep the 5 and seat 2 the J, seat 3 must play a trump; KD led: all are free. Of the
    eight lines of each lead three leave our side without a trick; the 5 is never beaten."""
    hands = (("4S", "KD"), ("5S", "9C"), ("JS", "3C"), ("TS", "AH"))
    assert chances_of(Honours(), hands) == {(5, 10, 1): Fraction(10, 16), (0, 15, 0): Fraction(6, 16)}


# --- coverage of the intervals that are shown --------------------------------------------------------


def test_intervals_of_small_samples_hold_the_counted_chance() -> None:
    case = pips("pips 8", EIGHT, 2, "C")
    block, task = block_of(case.tables), task_of(0)
    exact = case.exact()
    rows = range(len(case.bids))
    right = [
        float(sum(c for what, c in exact["C", row].items() if case.result(row, *what)[0])) for row in rows
    ]
    held = [0] * len(case.bids)
    for part in range(2_000):
        tally = sampled(block, task, "C", rows, 200 * part, 200 * part + 200, SEED)
        for row, chance in enumerate(right):
            low, high = wilson(int(tally.made[row]), 200)
            held[row] += low <= chance <= high
    for row, chance in enumerate(right):
        assert 0.05 < chance < 0.95
        assert 0.93 <= held[row] / 2_000 <= 0.98, (case.bids[row], chance)
