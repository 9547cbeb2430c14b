"""The players by name, and the weights of the `rules` player from `sims/weights/GAME.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

import numpy as np

from sims.errors import Refused
from sims.player_tables import ROLES, WEIGHT_NAMES, PlayerTables, none_table
from sims.sheets import nearest

POLICIES = {"random": 0, "rules": 1}  # name -> the code in sims.playout


def policy_code(name: str) -> int:
    """The code of a player's name, or `Refused` with the nearest right one."""
    if name not in POLICIES:
        raise Refused(
            f"there is no player {name!r}: the players are {', '.join(POLICIES)}" + nearest(name, POLICIES)
        )
    return POLICIES[name]


def read_weights(game: str) -> dict[str, Any]:
    """The weights file of a game, as the mapping that docs/players.md names."""
    path = resources.files("sims") / "weights" / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def player_tables(weights: Mapping[str, Any], variant: str = "") -> PlayerTables:
    """The arrays of a weights mapping: a table for each role, `value`, `estimate` and `keep`; `shift` is
    what the estimate of a variant differs by."""
    estimate, keep, value = weights["estimate"], weights["keep"], weights["value"]
    constant = estimate["constant"] + weights.get("shift", {}).get(variant, 0)
    return PlayerTables(
        weights=np.array([[weights[role][name] for name in WEIGHT_NAMES] for role in ROLES], np.int64),
        value=np.array([value["plain"], value["trump"]], np.int64),
        estimate=np.array([constant, estimate["void"], estimate["long"]], np.int64),
        keep=np.array([keep["plain"], keep["trump"]], np.int64),
        keep_length=int(keep["length"]),
        keep_least=int(keep["least"]),
        none=none_table(),
    )
