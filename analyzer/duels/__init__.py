"""How each kind of game is played in a duel: a module with a class `Kind` for each."""

from __future__ import annotations

import importlib

from analyzer.duels.kind import DuelKind
from analyzer.faces import FACES
from sims.errors import Refused
from sims.sheets import Rules

KINDS = {"contracts", "race", "da_bai_fen", "blackout", "shedding"}  # of the faces of `analyzer.faces`


def kind_of(rules: Rules) -> type[DuelKind]:
    """The kind of a game, loaded when it is asked for; `Refused` for a game without players who differ."""
    face = FACES[rules.game]
    if face not in KINDS:
        *names, last = (game for game, name in FACES.items() if name in KINDS)
        raise Refused(
            f"{rules.game} has no duel, since its players differ in skill alone: the games that have one are "
            f"{', '.join(names)} and {last}"
        )
    kind: type[DuelKind] = importlib.import_module(f"analyzer.duels.{face}").Kind
    return kind
