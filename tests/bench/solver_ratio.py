"""The exact solver against a C++ one in the same run, on the same deals: `python -m tests.bench.solver_ratio DD.CPP`.

The C++ file has a `Solver<FF>` (FF false: Two Hundred in units of 5 points, true: forty-fives in tricks) with `h`,
`fresh()`, `lead(leader, need, tricks)`, `value(leader, tricks, guess)` and `nodes`, and `deal36`, `deal45`,
`randplay` and `mkcanon`; it is built here with g++. The two take turns on the CPU time of the thread.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sims import blocks
from sims.games import GAMES, find_rules
from sims.players import player_tables, read_weights
from sims.solver import Solver, solve_leads
from sims.tables import Int64Array

ROUNDS = 7
GLUE = """
template<bool FF> static void solve(Solver<FF>&s,int cards,int n,const u64*hands,const int64_t*lead,
                                    const int64_t*need,int exact,int64_t*out){
  for(int i=0;i<n;i++){ memcpy(s.h,hands+4*i,32); s.fresh();
    out[i]=exact?s.value((int)lead[i],cards,(int)need[i]):s.lead((int)lead[i],(int)need[i],cards); } }
extern "C" void gen(int ff,int cards,long seed,int n,u64*hands,int64_t*lead){ mkcanon(); Rng r{(u64)seed};
  for(int i=0;i<n;i++){ u64 h[4]; if(ff)deal45(r,h); else deal36(r,h,9);
    lead[i]=ff?randplay<true>(r,h,0,5-cards):randplay<false>(r,h,0,9-cards); memcpy(hands+4*i,h,32); } }
extern "C" void run(int ff,int cards,int n,const u64*hands,const int64_t*lead,const int64_t*need,int exact,
                    int64_t*out){
  static Solver<false> a; static Solver<true> b;
  if(ff)solve(b,cards,n,hands,lead,need,exact,out); else solve(a,cards,n,hands,lead,need,exact,out); }
"""
# forty-fives?, cards each, deals, 1: the value, 0: one question
CASES = [
    (0, 9, 60, 0),
    (0, 9, 12, 1),
    (0, 7, 200, 1),
    (0, 5, 1500, 0),
    (0, 5, 1500, 1),
    (1, 5, 3000, 0),
    (1, 5, 3000, 1),
]


def build(source: Path, folder: Path) -> ctypes.CDLL:
    glue = folder / "glue.cpp"
    glue.write_text(f'#include "{source.resolve()}"\n{GLUE}', encoding="utf-8")
    library = folder / "glue.so"
    command = ["g++", "-O3", "-march=native", "-std=c++17", "-w", "-shared", "-fPIC", "-o", library, glue]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def framed(hands: np.ndarray, fives: int) -> Int64Array:
    """Its masks as ours: Two Hundred's lanes have 5 7 8 9 T J Q K A at places 0-8 there, at 3 5-12 here."""
    masks = hands.astype(np.int64)
    if fives:
        return masks
    out = np.zeros_like(masks)
    for lane in range(4):
        ranks = masks >> 16 * lane & 0x1FF
        out |= ((ranks & 1) << 3 | ranks >> 1 << 5) << 16 * lane
    return out


def needs_of(hands: np.ndarray, fives: int) -> Int64Array:
    """60 % of what is left, in its units."""
    if fives:
        return np.full(len(hands), 3, np.int64)
    cards = np.bitwise_or.reduce(hands, axis=1)
    tens, ones = (np.bitwise_count(cards & np.uint64(m)) for m in (0x0110011001100110, 0x0001000100010001))
    return np.maximum(1, (2 * tens.astype(np.int64) + ones) * 3 // 5)


def seconds(call: Callable[[], object]) -> float:
    start = time.thread_time()
    call()
    return time.thread_time() - start


def compare(library: ctypes.CDLL, fives: int, cards: int, deals: int, exact: int) -> str:
    hands, leaders = np.zeros((deals, 4), np.uint64), np.zeros(deals, np.int64)
    library.gen(fives, cards, ctypes.c_long(99), deals, pointer(hands), pointer(leaders))
    game = "nahanni" if fives else "two-hundred"
    rules = find_rules(game, "base", {"plain_follow": "follow_or_trump"} if fives else {})
    block = blocks.pack(GAMES[game].tables(rules), player_tables(read_weights(game)))
    solver = Solver(block, 0b0101, by_tricks=bool(fives), log_entries=14 if cards > 5 else 12)
    masks, needs, unit = framed(hands, fives), needs_of(hands, fives), 1 if fives else 5
    theirs, ours = np.zeros(deals, np.int64), np.zeros(deals, np.int64)

    def run_theirs() -> None:
        arrays = pointer(hands), pointer(leaders), pointer(needs)
        library.run(fives, cards, deals, *arrays, exact, pointer(theirs))

    def run_ours() -> None:
        solve_leads(solver.words, masks, leaders, needs * unit, exact, ours)

    solve_leads(solver.words, masks[:1], leaders[:1], needs[:1], exact, ours)  # compiled before it is timed
    pairs = [(seconds(run_theirs), seconds(run_ours)) for _ in range(ROUNDS)]
    assert (theirs * (unit if exact else 1) == ours).all()
    ratios = sorted(a / b for a, b in pairs)
    rates = [deals / statistics.median(column) for column in zip(*pairs, strict=True)]
    question = "value" if exact else "one question"
    return (
        f"{game:11} {cards} cards, {question:12} {deals:5} deals: ratio {statistics.median(ratios):.2f} "
        f"[{ratios[0]:.2f}-{ratios[-1]:.2f}], {rates[0]:.0f}/s C++, {rates[1]:.0f}/s here\n"
    )


def main(source: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(source), Path(folder))
        for case in CASES:
            sys.stdout.write(compare(library, *case))
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
