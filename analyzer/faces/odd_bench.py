"""What `bench` times of 101 and Hundred to One: hands with every player the same, and programmes of equal teams."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sims.games import GAMES
from sims.sheets import resolve

Run = Callable[[int, int], None]  # plays the deals low..high-1
SKILL = 400_000  # of everybody, in millionths


def _shedding_case(policy: str) -> Callable[[str, str], Run]:
    def make(game: str, variant: str) -> Run:
        from analyzer.faces.shedding import task_of
        from sims.shedding import tally_hands
        from sims.shedding_tables import pack
        from sims.tallies import new_event_tally

        rules = resolve(GAMES[game].SHEET, variant, {"players": 4})
        block, task = pack(rules), task_of(rules, 3, [policy] * 4)
        tally, sums = new_event_tally(1, 2), np.zeros(3, np.int64)
        return lambda low, high: tally_hands(np.uint64(1), low, high, block, task, tally, sums)

    return make


def _quiz_case(game: str, variant: str) -> Run:
    from sims.quiz import new_quiz_tally, tally_programmes
    from sims.quiz_tables import pack

    block, tally = pack(resolve(GAMES[game].SHEET, variant), [SKILL] * 10, []), new_quiz_tally()
    return lambda low, high: tally_programmes(np.uint64(1), low, high, block, tally)


ODD_KINDS: dict[str, dict[str, Callable[[str, str], Run]]] = {
    "one-hundred-one": {"random": _shedding_case("random"), "rules": _shedding_case("rules")},
    "hundred-to-one": {"rules": _quiz_case},
}
