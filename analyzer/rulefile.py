"""Rule sheets in files: TOML with a game, a variant and switches; all faults are told at once.

game = "nahanni"
variant = "base"
[switches]
plain_follow = "follow_or_trump"
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from sims.errors import Refused
from sims.sheets import RuleSheet, nearest

LARGEST = 1_000_000  # bytes
KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
HEADER = re.compile(rf"\s*\[\s*({KEY}(?:\s*\.\s*{KEY})*)\s*\]")
ENTRY = re.compile(rf"\s*({KEY}(?:\s*\.\s*{KEY})*)\s*=")
PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class RuleFile(BaseModel):
    """What a rule sheet file may hold."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: StrictStr | None = None
    variant: StrictStr | None = None
    switches: dict[str, StrictStr | StrictInt] = Field(default_factory=dict)


KEYS = tuple(RuleFile.model_fields)


def read_rule_file(path: Path, sheet: RuleSheet) -> RuleFile:
    """Read a rule sheet file for a game; `Refused` names every fault with its line and key."""
    text = _read(path)
    try:
        content = tomllib.loads(text + "\n")  # at the very end a fault would have no line
    except (ValueError, RecursionError) as error:
        raise Refused(f"rule sheet {path}: {_toml_fault(error)}") from None
    faults = _faults(content, sheet)
    if faults:
        lines = _lines_of(text)
        placed = sorted((_line(lines, keys), fault) for keys, fault in faults)
        told = [f"line {number}: {fault}" if number else fault for number, fault in placed]
        raise Refused(f"rule sheet {path}: " + "; ".join(told))
    return RuleFile.model_validate(content)


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Refused(f"rule sheet {path} cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise Refused(f"rule sheet {path} has more than {LARGEST:,} bytes, which no rule sheet has")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(
            f"rule sheet {path}: line {line}: byte 0x{data[error.start]:02x} is no UTF-8 text"
        ) from None


def _toml_fault(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "not TOML: nested too deeply"
    place = PLACE.search(str(error))
    what = f"not TOML: {PLACE.sub('', str(error))}"
    if place is None:
        return what
    return f"line {place[1]}, column {place[2]}: {what}" if place[1] else f"{what} at the end of the file"


def _faults(content: dict[str, object], sheet: RuleSheet) -> list[tuple[tuple[str, ...], str]]:
    """What is wrong in a file, each with the keys that lead to it."""
    faults: list[tuple[tuple[str, ...], str]] = []
    try:
        RuleFile.model_validate(content)
    except ValidationError as error:
        for fault in error.errors():
            keys = tuple(str(part) for part in fault["loc"])
            if keys[0] != "switches" or len(keys) == 1:
                faults.append((keys[:1], _entry_fault(keys[0], sheet)))
    game, variant, switches = (content.get(key) for key in KEYS)
    if isinstance(game, str) and game not in (sheet.game, *sheet.aliases):
        faults.append((("game",), f"the sheet is for {game!r}, not for {sheet.game}"))
    if isinstance(variant, str) and variant not in sheet.variants:
        names = ", ".join(sheet.variants)
        hint = nearest(variant, sheet.variants)
        faults.append(
            (("variant",), f"{sheet.game} has no variant {variant!r}: its variants are {names}{hint}")
        )
    for name, value in switches.items() if isinstance(switches, dict) else ():
        try:
            switch = sheet.switch(name)
            if isinstance(value, bool) or not isinstance(value, str | int):
                shown = str(value).lower() if isinstance(value, bool) else f"{value!r}"
                text = (
                    ' as a text, such as "on"' if isinstance(value, bool) and "on" in switch.choices else ""
                )
                raise Refused(f"switch {name} takes {switch.describe()}{text}, not {shown}")
            switch.parse(value)
            if isinstance(value, str) and not switch.choices:
                raise Refused(f"switch {name} takes {switch.describe()}, without quotes, not {value!r}")
        except Refused as error:
            faults.append((("switches", name), str(error)))
    return faults


def _entry_fault(key: str, sheet: RuleSheet) -> str:
    if key == "switches":
        return "switches is a table: [switches], then a line for each switch"
    if key in KEYS:
        return f"{key} takes a text in quotes"
    if any(switch.name == key for switch in sheet.switches):
        return f"switch {key} belongs below a line [switches]"
    return f"unknown key {key!r}: a rule sheet has {', '.join(KEYS)}{nearest(key, KEYS)}"


def _lines_of(text: str) -> dict[tuple[str, ...], int]:
    """The line of each table and key."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header, entry = HEADER.match(line), ENTRY.match(line)
        if header:
            table = _keys(header[1])
            found.setdefault(table, number)
        elif entry:
            found.setdefault(table + _keys(entry[1]), number)
    return found


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(KEY, dotted))


def _line(lines: dict[tuple[str, ...], int], keys: tuple[str, ...]) -> int:
    """The line of a key, else of what holds it; 0 if unknown."""
    starts = [line for found, line in lines.items() if found[: len(keys)] == keys]
    if starts:
        return min(starts)
    return _line(lines, keys[:-1]) if len(keys) > 1 else 0
