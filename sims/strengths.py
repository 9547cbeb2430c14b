"""How good hands are before the auction: P(make) of every trump and bid, at once for many hands."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from sims.bidding import Float32Array
from sims.exchange import estimate_hands
from sims.instant import InstantModel, model_of
from sims.players import read_weights, rules_block
from sims.sheets import Rules
from sims.tables import TOTAL, Int64Array

SPREAD = 0.09  # scale of the logistic curve of points around an estimate, as a share of all points
_models: dict[str, InstantModel | None] = {}  # by the hash of the rules
_guesses: dict[
    str, tuple[Int64Array, Int64Array]
] = {}  # the rules block, and the points that each bid asks for


def hand_chances(game: ModuleType, rules: Rules, hands: Int64Array, dealer: int) -> Float32Array:
    """P(make) of hands as declarers, float32[deal, seat, trump, bid] in 0..1.

    hands int64[deal, seat]: natural masks by kernel seat; dealer: kernel seat. From the fitted model of the rules,
    which in games that name trump after the kitty has a fifth trump for that; where there is none, `guess_chances`.
    """
    n, seats = hands.shape
    found = chances_at(game, rules, hands.ravel(), np.tile(np.arange(seats), n), seats, dealer)
    return found.reshape(n, seats, *found.shape[1:])


def chances_at(
    game: ModuleType, rules: Rules, hands: Int64Array, at: Int64Array, seats: int, dealer: int
) -> Float32Array:
    """`hand_chances` of single hands: natural masks int64[hand] held at kernel seats int64[hand] of so many."""
    key = rules.rules_hash
    if key not in _models:
        _models[key] = model_of(game, rules)
    model = _models[key]
    if model is None:
        return guess_chances(game, rules, hands[:, None])[:, 0]
    return model.chances(hands, (at - dealer - 1) % seats)


def guess_chances(game: ModuleType, rules: Rules, hands: Int64Array) -> Float32Array:
    """P(make) from the estimates of the `rules` player: logistic in the points by which the estimate exceeds what
    the bid needs; shapes as in `hand_chances`, four trumps."""
    key = rules.rules_hash
    if key not in _guesses:
        needed = {int(bid): points for bid, points in read_weights(rules.game).get("calls", {}).items()}
        asked = np.array([needed.get(bid, bid) for bid in game.bids(rules)])
        _guesses[key] = (rules_block(game, rules), asked)
    block, points = _guesses[key]
    estimates = np.zeros((*hands.shape, 4), np.int64)
    estimate_hands(block, hands, estimates)
    beyond = estimates[..., None] / 16 - points
    chances: Float32Array = (1 / (1 + np.exp(-beyond / (SPREAD * float(block[TOTAL]))))).astype(np.float32)
    return chances
