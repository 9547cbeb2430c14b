"""What the user chose: the game and its rules, from names, switches and rule sheet files."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from analyzer.options import Misused
from sims.errors import Refused
from sims.games import GAMES, find_game
from sims.sheets import Rules, Value, resolve


def split_settings(settings: list[str]) -> dict[str, Value]:
    """`name=value` texts as a mapping; `Misused` for a text without "=" or a switch set twice."""
    values: dict[str, Value] = {}
    for text in settings:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Misused(f"--set takes NAME=VALUE, such as target=300, not {text!r}")
        if name.strip() in values:
            raise Misused(f"--set gives switch {name.strip()!r} twice")
        values[name.strip()] = value.strip()
    return values


def choose_rules(
    game: str,
    variant: str | None = None,
    settings: list[str] | None = None,
    sheet: Path | None = None,
    players: str | None = None,
) -> tuple[ModuleType, Rules]:
    """The game's module and its resolved rules. A setting overrides the file, the file the variant."""
    module, chosen, values = choose_settings(game, variant, settings, sheet, players)
    return module, resolve(module.SHEET, chosen, values)


def choose_settings(
    game: str,
    variant: str | None = None,
    settings: list[str] | None = None,
    sheet: Path | None = None,
    players: str | None = None,
) -> tuple[ModuleType, str | None, dict[str, Value]]:
    """The game's module, the variant if one is named, and the switches that were set, as typed."""
    module, values = find_game(game)
    if sheet is not None:
        from analyzer.rulefile import read_rule_file

        named = read_rule_file(sheet, module.SHEET)
        variant = variant or named.variant
        values = {**module.SHEET.aliases.get(named.game or "", {}), **values, **named.switches}
    typed = list(settings or [])
    if players is not None:
        if all(switch.name != "players" for switch in module.SHEET.switches):
            raise Refused(
                f"{module.SHEET.game} takes no --players: a variant decides how many play, {module.SHEET.seats}"
            )
        typed.append(f"players={players}")
    return module, variant, {**values, **split_settings(typed)}


def every_game() -> list[ModuleType]:
    """The modules of all games, in the order of the registry."""
    return list(GAMES.values())
