"""The games: one module each, one line each in the registry."""

from __future__ import annotations

from types import ModuleType

from sims.errors import Refused
from sims.games import (
    blackout,
    da_bai_fen,
    fifty_five,
    hundred_to_one,
    nahanni,
    one_hundred_one,
    twenty_five,
    two_hundred,
)
from sims.sheets import Rules, Value, nearest, resolve

GAMES: dict[str, ModuleType] = {
    module.SHEET.game: module
    for module in (
        two_hundred,
        nahanni,
        twenty_five,
        fifty_five,
        blackout,
        da_bai_fen,
        one_hundred_one,
        hundred_to_one,
    )
}


def find_game(name: str) -> tuple[ModuleType, dict[str, Value]]:
    """The module of a game's id or alias and the switches that the alias sets, or `Refused`."""
    wanted = name.strip().lower()
    for module in GAMES.values():
        if wanted == module.SHEET.game:
            return module, {}
        if wanted in module.SHEET.aliases:
            return module, dict(module.SHEET.aliases[wanted])
    names = [n for module in GAMES.values() for n in (module.SHEET.game, *module.SHEET.aliases)]
    raise Refused(f"there is no game {name!r}: the games are {', '.join(GAMES)}" + nearest(wanted, names))


def find_rules(name: str, variant: str | None = None, settings: dict[str, Value] | None = None) -> Rules:
    """The resolved rules of a game by id or alias, see `sims.sheets.resolve`."""
    module, implied = find_game(name)
    return resolve(module.SHEET, variant, {**implied, **(settings or {})})
