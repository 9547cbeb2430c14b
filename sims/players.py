"""The players by name, and the weights of the `rules` player from `sims/weights/GAME.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from types import ModuleType
from typing import Any

import numpy as np

from sims.errors import Refused
from sims.player_tables import ROLES, WEIGHT_NAMES, PlayerTables, none_table
from sims.sheets import Rules, nearest
from sims.tables import Int64Array

POLICIES = {"random": 0, "rules": 1}  # name -> the code in sims.playout
SEARCHERS = {
    "rollout": 4,
    "pimc": 5,
}  # name -> the low byte of the code; the number of worlds stands above it
OPEN = "open"  # the player who sees all hands
OPEN_CODE = 6
MOST_WORLDS = 100_000


def policy_code(name: str) -> int:
    """The code of a player's name ("rules", "rollout:20"), or `Refused` with the nearest right one."""
    stem, colon, worlds = name.partition(":")
    if stem in SEARCHERS:
        if not (worlds.isascii() and worlds.isdigit() and 0 < int(worlds) <= MOST_WORLDS):
            raise Refused(
                f"{name!r} lacks its number of worlds: write {stem}:N with N from 1 to {MOST_WORLDS}, as in {stem}:20"
                if not colon
                else f"{name!r} is not a player: the N of {stem}:N is a whole number from 1 to {MOST_WORLDS}"
            )
        return SEARCHERS[stem] | int(worlds) << 8
    if name == OPEN:
        return OPEN_CODE
    if name not in POLICIES:
        names = [*POLICIES, *SEARCHERS, OPEN]
        shown = ", ".join([*POLICIES, *(f"{searcher}:N" for searcher in SEARCHERS), OPEN])
        raise Refused(f"there is no player {name!r}: the players are {shown}" + nearest(stem, names))
    return POLICIES[name]


def searches(*names: str) -> bool:
    """Whether one of these players looks ahead: samples worlds, or sees all hands."""
    return any(name.partition(":")[0] in SEARCHERS or name == OPEN for name in names)


def read_weights(game: str) -> dict[str, Any]:
    """The weights file of a game, as the mapping that docs/players.md names."""
    path = resources.files("sims") / "weights" / f"{game}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def rules_block(game: ModuleType, rules: Rules) -> Int64Array:
    """The rules block (`sims.blocks`) of a game whose rules player is that of `player_tables`."""
    from sims.blocks import pack

    return pack(game.tables(rules), player_tables(read_weights(rules.game), rules.variant))


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
