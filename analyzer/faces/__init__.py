"""The faces of the games: how each kind of game answers `odds` and `trace`.

A face is a module with four functions:

    work(request: OddsRequest) -> Work                    the sums over deals that `odds` takes, and their report
    odds(request: OddsRequest) -> tuple[Report, bool]     the report, and whether all deals were played
    records(request: TraceRequest) -> Iterator[Record]    one hand record a deal
    transcript(record: Record, *, unicode: bool) -> str   a record as text to read

Games of one contract with a declarer share one face.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from sims.sheets import Rules

FACES = {
    "two-hundred": "contracts",
    "nahanni": "contracts",
    "twenty-five": "race",
    "fifty-five": "contracts",
    "da-bai-fen": "da_bai_fen",
    "blackout": "blackout",
    "one-hundred-one": "shedding",
    "hundred-to-one": "quiz",
}


def face_of(rules: Rules) -> ModuleType:
    """The face of a game, loaded when it is asked for."""
    return importlib.import_module(f"analyzer.faces.{FACES[rules.game]}")
