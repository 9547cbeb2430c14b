"""How good hands are before the auction: P(make) of every trump and bid, at once for many hands."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from sims.bidding import Float32Array
from sims.exchange import estimate_hands
from sims.players import read_weights, rules_block
from sims.sheets import Rules
from sims.tables import TOTAL, Int64Array

SPREAD = 0.09  # scale of the logistic curve of points around an estimate, as a share of all points


def hand_chances(game: ModuleType, rules: Rules, hands: Int64Array, dealer: int) -> Float32Array:
    """P(make) of hands as declarers, float32[deal, seat, trump, bid] in 0..1.

    hands int64[deal, seat]: natural masks by kernel seat; dealer: kernel seat. From the estimates of the `rules`
    player: logistic in the points by which the estimate exceeds what the bid needs.
    """
    block = rules_block(game, rules)
    estimates = np.zeros((*hands.shape, 4), np.int64)
    estimate_hands(block, hands, estimates)
    needed = {int(bid): points for bid, points in read_weights(rules.game).get("calls", {}).items()}
    points = np.array([needed.get(bid, bid) for bid in game.bids(rules)])
    beyond = estimates[..., None] / 16 - points
    chances: Float32Array = (1 / (1 + np.exp(-beyond / (SPREAD * float(block[TOTAL]))))).astype(np.float32)
    return chances
