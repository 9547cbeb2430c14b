"""101: given positions, traced hands and their turns in short, for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.faces.shedding import records, task_of
from analyzer.faces.shedding_records import record_of
from analyzer.request import TraceRequest
from sims import shedding_tables as t
from sims.cards import mask_of
from sims.games import find_rules
from sims.games import one_hundred_one as game
from sims.shedding import log_hand
from sims.sheets import Rules

Record = dict[str, Any]


def rules_of(**switches: str | int) -> Rules:
    return find_rules("101", None, dict(switches))


def position(
    hands: Sequence[str], top: str, *, policy: str = "rules", deal: int = 0, seed: int = 1, most_acts: int = 0,
    scores: Sequence[int] | None = None, **switches: str | int,
) -> Record:  # fmt: skip
    """A hand with given cards, as many as one likes; the last seat has dealt."""
    rules = rules_of(players=len(hands), **switches)
    block, work = t.pack(rules), np.zeros(t.WORK_SIZE, np.int64)
    if most_acts:
        block[t.MOST_ACTS] = most_acts
    dealer = len(hands) - 1
    task = task_of(rules, dealer, [policy] * len(hands))
    for seat, hand in enumerate(hands):
        task[t.GIVEN - t.TASK + seat] = mask_of(hand.split())
    task[t.FIRST - t.TASK] = mask_of([top])
    log_hand(np.uint64(seed), deal, block, task, work)
    return record_of(
        rules, work, deal=deal, seed=seed, dealer=dealer, scores=tuple(scores or [0] * len(hands)),
        policies=[policy] * len(hands),
    )  # fmt: skip


def traced(
    n: int,
    *,
    policy: str = "random",
    score: str | None = None,
    dealer: int | None = None,
    **switches: str | int,
) -> list[Record]:
    """The records of deals 0..n-1 of seed 3."""
    rules = rules_of(**switches)
    return list(records(TraceRequest(game, rules, 0, n, dealer, score, policy, policy, 3)))


def settled(
    scores: Sequence[int], hands: Sequence[str], last: str, out: int = 0, **switches: str | int
) -> game.HandResult:
    """What a hand ends with: cards left by seat, the last card put."""
    rules = rules_of(players=len(scores), **switches)
    return game.settle(rules, scores, [hand.split() for hand in hands], out, last)


def brief(record: Record) -> list[str]:
    """The turns as "0 8S", "0 QS:H", "1 +seven 2", "1 skip", "new 5"."""
    shown = []
    for turn in record["turns"]:
        if "reshuffle" in turn:
            shown.append(f"new {len(turn['reshuffle'])}")
        elif "play" in turn:
            shown.append(f"{turn['seat']} {turn['play']}" + (f":{turn['suit']}" if "suit" in turn else ""))
        elif "skip" in turn:
            shown.append(f"{turn['seat']} skip")
        else:
            shown.append(f"{turn['seat']} +{turn['why']} {len(turn['draw'])}")
    return shown
