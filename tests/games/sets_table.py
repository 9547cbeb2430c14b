"""What the tests of Da Bai Fen share: its rules, traced hands, the kernels' words on sets of cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.faces.da_bai_fen import records
from analyzer.request import TraceRequest
from sims.cards import RANKS, SUITS, card_id
from sims.games import da_bai_fen as game
from sims.players import read_weights
from sims.sets import beatable, beats, least_beating
from sims.sets_blocks import SetRules, pack
from sims.sets_frame import TRUMP_SHIFT, frame_order
from sims.sheets import Rules, resolve

PRESETS = ("base", "table-b", "two-ranks", "as-translated")
POLICIES = ("random", "rules")


def rules_of(variant: str | None = None, **switches: str | int) -> Rules:
    return resolve(game.SHEET, variant, switches)


def trace(
    variant: str | None = None, *, low: int = 0, high: int = 200, **options: Any
) -> list[dict[str, Any]]:
    request = TraceRequest(
        game=game,
        rules=rules_of(variant, **options.get("switches", {})),
        low=low,
        high=high,
        dealer=options.get("dealer"),
        score=None,
        policy=options.get("policy", "random"),
        defence=options.get("defence", options.get("policy", "random")),
        seed=7,
        extras=options.get("extras", {}),
    )
    return list(records(request))


class Sets:
    """The kernels' words on sets of cards under a trump suit and rank."""

    def __init__(self, trump: str, rank: str, **switches: str) -> None:
        rules = game.set_rules(rules_of(None, **switches))
        self.block = pack(rules, read_weights("da-bai-fen"))
        self.to_frame = rules.frames.to_frame[4 * RANKS.index(rank) + SUITS.index(trump)]
        self.rules: SetRules = rules
        self.names = {int(self.to_frame[card_id(name)]): name for name in game.deck(rules_of())}

    def mask(self, cards: str) -> int:
        return int(sum(self.to_frame[card_id(name)] for name in cards.split()))

    def beats(self, new: str, best: str, led: str) -> bool:
        first = (self.mask(led) & -self.mask(led)).bit_length() - 1
        lane = int(self.rules.frames.lane[first])
        pointer = np.int64(self.block.ctypes.data)
        return bool(beats(pointer, np.int64(self.mask(new)), np.int64(self.mask(best)), np.int64(lane)))

    def least_beating(self, supply: str, best: str) -> set[str]:
        pointer = np.int64(self.block.ctypes.data)
        found = int(least_beating(pointer, np.int64(self.mask(supply)), np.int64(self.mask(best))))
        return {name for bit, name in self.names.items() if found & bit}

    def beatable(self, led: str, others: str) -> set[str]:
        pointer = np.int64(self.block.ctypes.data)
        found = int(beatable(pointer, np.int64(self.mask(led)), np.int64(self.mask(others))))
        return {name for bit, name in self.names.items() if found & bit}


def trumps_of(trump: str, rank: str, *, two_ranks: bool = False) -> list[str]:
    """The trumps from the strongest down."""
    order = frame_order(RANKS.index(rank), SUITS.index(trump), two_ranks=two_ranks)
    return sorted((n for n, i in order.items() if i >= TRUMP_SHIFT), key=order.__getitem__, reverse=True)
