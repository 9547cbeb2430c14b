"""`warmup`: afterwards nothing is left to compile for a question."""

from __future__ import annotations

import re

from sims._jit import is_cold
from tests.conftest import Call


def test_a_warm_game_compiles_nothing(call: Call) -> None:
    done = call("warmup nahanni 100-to-1")
    assert (done.code, done.out) == (0, "")
    assert re.fullmatch(r"bidodds: nahanni: ready after \d+\.\d s", done.talk[0])
    assert len(done.talk) == 2
    kernels = ("contracts.tally_contracts", "contracts.log_contracts", "searched._tally", "searched._log")
    for kernel in (*kernels, "fitting.fit", "bidding._run", "bidding._weigh", "instant_kernel.evaluate"):
        assert not is_cold(kernel)
    hand = '--hand "5H JH KH QS 3C" --bid 30 --trump H -n 4'
    assert not any("compiling" in line for line in call(f"odds nahanni {hand}").talk)


def test_an_unknown_game_is_refused_before_any_work(call: Call) -> None:
    done = call("warmup nahanni nahani")
    assert (done.code, done.out) == (3, "")
    assert "did you mean 'nahanni'?" in done.err
    assert "ready" not in done.err
