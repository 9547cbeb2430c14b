"""Speed, as ratios to a small reference kernel that is timed in turn with each case in the same process.

Machines are shared and noisy: each repetition times the reference and the case one after the other on the
CPU time of the thread, and the median of the ratios is what to compare. With several threads the rate
is by the wall clock.
"""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from analyzer.duels import KINDS as SEARCHED_FACES
from analyzer.duels import kind_of
from analyzer.faces import FACES
from analyzer.faces.odd_bench import ODD_KINDS
from sims import blocks
from sims.errors import Refused
from sims.games import GAMES
from sims.players import POLICIES, policy_code, read_weights, rules_block
from sims.sheets import nearest, resolve
from sims.tables import Int64Array

Run = Callable[[int, int], None]  # plays the deals low..high-1

REPETITIONS = 9
SECONDS = 0.12  # a repetition of a case


@dataclass(frozen=True)
class Case:
    """One thing to time; `make` gives a runner with scratch of its own."""

    name: str
    make: Callable[[], Run]


@dataclass(frozen=True)
class Timing:
    """Rate and ratios of one case."""

    name: str
    threads: int
    hands_per_s: float
    ratio: float
    ratio_q1: float
    ratio_q3: float


def _block(game: str, variant: str) -> Int64Array:
    module = GAMES[game]
    rules = resolve(module.SHEET, variant)
    if game == "blackout":
        from sims.tricks_tables import pack

        return pack(rules, read_weights(game))
    return rules_block(module, rules)


def _sets_case(game: str, variant: str, kind: str) -> Run:
    """The cases of Da Bai Fen: deals alone, or whole hands with the talon exchange."""
    from sims import sets_blocks, sets_tally

    block = sets_blocks.pack(GAMES[game].set_rules(resolve(GAMES[game].SHEET, variant)), read_weights(game))
    totals = np.zeros(2, np.int64)
    if kind == "deal":
        return lambda low, high: sets_tally.count_deals(np.uint64(1), low, high, block, totals)
    policy = POLICIES[kind]
    return lambda low, high: sets_tally.quick_hands(np.uint64(1), low, high, block, policy, totals)


def _deal_case(game: str, variant: str) -> Run:
    if game == "da-bai-fen":
        return _sets_case(game, variant, "deal")
    from sims.deals import count_deals

    block, totals = _block(game, variant), np.zeros(1, np.int64)
    return lambda low, high: count_deals(np.uint64(1), low, high, block, totals)


def _random_case(game: str, variant: str) -> Run:
    if game == "da-bai-fen":
        return _sets_case(game, variant, "random")
    from sims.lockstep import EVEN_SEATS, LANES, random_points

    block, counts = _block(game, variant), np.zeros(256, np.int64)
    module, allies = GAMES[game], EVEN_SEATS
    if hasattr(module, "seating"):
        allies = module.seating(resolve(module.SHEET, variant)).allies(0)
    return lambda low, high: random_points(block, 1, low, low + (high - low) // LANES * LANES, counts, allies)


def _rules_case(game: str, variant: str) -> Run:
    if game == "da-bai-fen":
        return _sets_case(game, variant, "rules")
    from sims.contracts import quick_contracts

    block, totals = _block(game, variant), np.zeros(2, np.int64)
    policy = POLICIES["rules"]
    if game == "blackout":
        from sims.blackout_play import quick_hands

        return lambda low, high: quick_hands(np.uint64(1), low, high, block, policy, totals)
    return lambda low, high: quick_contracts(np.uint64(1), low, high, block, policy, totals)


def _search_case(game: str, variant: str) -> Run:
    """The hands of the rules case, played by those who sample worlds: seat 0 declares, its longest suit is
    trump, the bids of the ladder go round."""
    from sims.cards import LANE
    from sims.deals import deal_batch
    from sims.searched import log_searched
    from sims.tables import SEATS, TRICKS_IN_HAND

    module, rules = GAMES[game], resolve(GAMES[game].SHEET, variant)
    block, at_table = _block(game, variant), module.seating(rules)
    seats, bids = int(block[SEATS]), len(module.bids(rules))
    codes = (policy_code(SEARCHER), policy_code(SEARCHER))
    task = blocks.new_task(seats, 0, seats - 1, at_table.allies(0), codes, len(at_table.sides) - 1)

    def run(low: int, high: int) -> None:
        n = high - low
        hands, _, _ = deal_batch(block, 1, low, high)
        suits = [
            [(hand >> 16 * suit & LANE).bit_count() for suit in range(4)] for hand in hands[:, 0].tolist()
        ]
        trumps = np.array(suits).argmax(axis=1)
        out = np.zeros(n, np.int64), np.zeros((n, seats), np.int64)
        log = np.zeros((n, seats * int(block[TRICKS_IN_HAND])), np.int8)
        rows = np.arange(low, high) % bids
        log_searched(
            np.uint64(1),
            low,
            high,
            block,
            np.tile(task, (n, 1)),
            trumps,
            rows,
            *out,
            log,
            np.zeros_like(out[1]),
        )

    return run


def _called_case(game: str, variant: str) -> Run:
    """Whole hands of the duel, with the calls of `rules`, played by those who sample worlds."""
    from analyzer.duel import Duel

    module, rules = GAMES[game], resolve(GAMES[game].SHEET, variant)
    kind = kind_of(rules)
    last = len(kind.table(module, rules).active) - 1
    goals = kind.goals(module, rules, ())
    played = kind(Duel(module, rules, (SEARCHER,), goals, None, last, 1, 1))

    def run(low: int, high: int) -> None:
        played.deals(low, high, [(SEARCHER, SEARCHER)])

    return run


KINDS = {"deal": _deal_case, "random": _random_case, "rules": _rules_case}
SEARCHER = "rollout:20"


def kinds_of(game: str) -> Mapping[str, Callable[[str, str], Run]]:
    """What can be timed of a game."""
    kinds: Mapping[str, Callable[[str, str], Run]] = ODD_KINDS.get(game, KINDS)
    if FACES[game] not in SEARCHED_FACES:
        return kinds
    return {**kinds, SEARCHER: _search_case if FACES[game] == "contracts" else _called_case}


def cases() -> dict[str, Case]:
    """Every case by its name, GAME[:VARIANT]/KIND."""
    found = {}
    for game, module in GAMES.items():
        for variant in module.SHEET.variants:
            stem = game if variant == next(iter(module.SHEET.variants)) else f"{game}:{variant}"
            for kind, make in kinds_of(game).items():
                name = f"{stem}/{kind}"
                found[name] = Case(name, lambda g=game, v=variant, m=make: m(g, v))  # type: ignore[misc]
    return found


DEFAULT_CASES = tuple(f"{game}/{kind}" for game in GAMES for kind in kinds_of(game))


def choose_cases(names: list[str]) -> list[Case]:
    """The cases of some names, by default each game's first variant; `Refused` for an unknown one."""
    known = cases()
    for name in names:
        if name not in known:
            raise Refused(
                f"there is no case {name!r}: the cases are {', '.join(known)}" + nearest(name, known)
            )
    return [known[name] for name in names or DEFAULT_CASES]


def _timed(run: Run, low: int, hands: int, clock: Callable[[], float]) -> float:
    start = clock()
    run(low, low + hands)
    return max(clock() - start, 1e-9)


def _calibrate(run: Run) -> int:
    """Hands that take about SECONDS; a multiple of 32."""
    run(0, 32)
    hands = 256
    while (taken := _timed(run, 0, hands, time.thread_time)) < SECONDS / 4 and hands < 1 << 24:
        hands *= 2
    return max(32, int(hands * SECONDS / taken) // 32 * 32)


def time_case(case: Case, threads: int, repetitions: int = REPETITIONS) -> Timing:
    """Time a case in turn with the reference kernel, the deal of Two Hundred."""
    reference = KINDS["deal"]("two-hundred", "base")
    runs = [case.make() for _ in range(threads)]
    reference_hands, hands = _calibrate(reference), _calibrate(runs[0])
    ratios, rates = [], []
    with ThreadPoolExecutor(threads) as pool:
        for repetition in range(repetitions):
            low = repetition * hands
            base = reference_hands / _timed(reference, 0, reference_hands, time.thread_time)
            if threads == 1:
                rate = hands / _timed(runs[0], low, hands, time.thread_time)
            else:
                start = time.perf_counter()
                list(pool.map(lambda run: run(low, low + hands), runs))  # noqa: B023
                rate = threads * hands / (time.perf_counter() - start)
            rates.append(rate)
            ratios.append(rate / base)
    first, median, third = statistics.quantiles(ratios, n=4, method="inclusive")
    return Timing(case.name, threads, statistics.median(rates), median, first, third)


def machine() -> dict[str, object]:
    """What was measured on."""
    import numba

    from sims.sources import KERNEL_HASH

    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "kernel_hash": KERNEL_HASH,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"
