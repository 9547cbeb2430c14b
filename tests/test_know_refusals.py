"""odds --know: what cannot be is refused with the conditions that clash, at once."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

import pytest

from analyzer.knowing import known
from sims.knowledge import compile_knowledge
from tests.conftest import ROOT, Call, environment

NINE, FIVE, THIRTEEN = "AT95.AK.T8.7", "5H JH KH QS 3C", "AKQ5.AK32.T87.96"

BASE = f"odds 200 --hand {NINE} --fast"
REFUSED = [
    (BASE, "partner: S>=6", ["'partner: S>=6' cannot be", "6 spades, and 5 are hidden"]),
    (BASE, "partner: S>=3; seat 2: no H; left: S>=3", ["'partner: S>=3' and 'left: S>=3' clash", "6 spades, and 5"]),
    (BASE, "partner: S>=5, H>=5; left: C=2", ["'partner: S>=5' and 'partner: H>=5' clash", "10 cards, and it has 9"]),
    (BASE, "left: S<=2, H<=2, D<=2, C<=2", ["'left: S<=2' and 'left: H<=2'", "8 cards at most, and it has 9"]),
    (BASE, "opponents: no H; partner: H<=6", ["'opponents: no H' and 'partner: H<=6'", "room for 6 hearts, and 7"]),
    (BASE, "partner: KS, no S", ["'partner: KS' and 'partner: no S' clash"]),
    (BASE, "partner: KS; left: KS", ["'partner: KS' and 'left: KS' clash", "in one place only"]),
    (BASE, "partner: KS, not KS QS", ["'partner: KS' and 'partner: not KS QS' clash"]),
    (BASE, "partner: points>=40; left: points>=20, no H",
     ["'partner: points>=40' and 'left: points>=20' clash", "60 points, and 55 are hidden"]),
    (BASE, "left: points>=50, S>=4", ["'left: points>=50' and 'left: S>=4' clash", "no layout"]),
    (BASE, "partner: S:KQJ8 H:TQ9 D:AKQ", ["TH 9H AD KD QD' cannot be", "10 cards, and it has 9"]),
    (BASE, "left: S>=10", ["'left: S>=10' cannot be", "10 cards, and it has 9"]),
    (BASE, "partner: AS", ["'partner: AS'", "AS is in your own hand"]),
    (BASE, "opponents: KS", ["'opponents: KS'", "name left, right or seat N"]),
    (BASE, "kitty: KS", ["'kitty: KS'", "no kitty"]),
    (BASE, "played: KS", ["'played: KS'", "every card is dealt"]),
    (BASE, "seat 0: no H", ["'seat 0: no H'", "--hand"]),
    (BASE, "seat 4: no H", ["no seat 4 plays here", "1, 2, 3"]),
    (BASE, "left: trump>=2", ["'left: trump>=2'", "give one --trump"]),
    (f"{BASE} --trump S --trump H", "left: trump>=2", ["give one --trump"]),
    (BASE, "", ["--know is empty"]),
    (f"{BASE} --variant kitty --trump any", "left: no trump", ["give one --trump, a suit"]),
    (f"{BASE} --variant cut-throat", "partner: no H", ["nobody is your partner"]),
    (f"{BASE} --variant six-rotating", "seat 2: no H", ["no seat 2 plays here", "1, 3, 4"]),
    (f"odds 25 --hand '{FIVE}'", "left: trump>=2", ["--turn-up"]),
    (f"odds 25 --hand '{FIVE}' --turn-up 2H", "left: 2H", ["2H is turned up"]),
    (f"odds 25 --hand '{FIVE}'", "kitty: 2H", ["--turn-up names the card turned up"]),
    (f"odds 25 --hand '{FIVE}' --players 9 --set sides=threes", "partner: 2H", ["2 partners: name seat 3 or seat 6"]),
    (f"odds nahanni --hand '{FIVE}'", "left: points>=5", ["cards have no points in nahanni"]),
    (f"odds blackout --hand {THIRTEEN}", "played: 2C", ["every card is dealt"]),
    ("odds 101 --hand 'AS KS 9H 7D 6C'", "left: trump>=1", ["101 has no trump"]),
    ("odds hundred-to-one", "left: no H", ["hundred-to-one takes no --know"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "know", "parts"), REFUSED, ids=[know for _, know, _ in REFUSED])
def test_what_cannot_be_is_refused_with_the_clauses_named(
    call: Call, line: str, know: str, parts: list[str]
) -> None:
    done = call(line, "--know", know)
    assert (done.code, done.out) == (3, "")
    assert len(done.err.splitlines()) == 1
    for part in parts:
        assert part in done.err


def test_no_clause_is_named_that_the_clash_does_not_need(call: Call) -> None:
    done = call(BASE, "--know", "left: C>=1; partner: S>=3, D>=1; right: H>=1; left: S>=3, D<=5")
    assert done.code == 3
    assert "'partner: S>=3' and 'left: S>=3' clash" in done.err
    assert done.err.count("'") == 4


def test_a_refusal_loads_no_compiler() -> None:
    code = (
        "import sys; from analyzer.cli import run; run(sys.argv[1:]); sys.stderr.write(' '.join(sys.modules))"
    )
    words = ["odds", "200", "--hand", NINE, "--fast", "--know", "partner: S>=3; left: S>=3"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, check=True, cwd=ROOT, env=environment()
    )
    assert b"clash" in done.stderr
    assert not set(done.stderr.decode().split()) & {"numba", "pandas", "llvmlite"}


def test_what_is_too_rare_to_be_drawn_is_refused(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "compile_knowledge", partial(compile_knowledge, most=0))
    monkeypatch.setattr(known, "FEW_TRIES", 10)
    monkeypatch.setattr(known, "TRIES", 20)
    done = call(BASE, "--know", "left: H=7, S=0")
    assert done.code == 3
    assert "none of 20 deals" in done.err
    assert "'left: H=7' and 'left: no S'" in done.err
