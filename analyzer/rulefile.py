"""Rule sheets in files: TOML with a game, a variant and switches; all faults are told at once.

game = "nahanni"
variant = "base"
[switches]
plain_follow = "follow_or_trump"
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, ValidationError

from sims.errors import Refused
from sims.sheets import RuleSheet


class RuleFile(BaseModel):
    """What a rule sheet file may hold."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: StrictStr | None = None
    variant: StrictStr | None = None
    switches: dict[str, StrictStr | StrictInt] = Field(default_factory=dict)


def _line_of(text: str, key: str) -> str:
    for number, line in enumerate(text.splitlines(), 1):
        if line.partition("=")[0].strip() == key:
            return f"line {number}: "
    return ""


def read_rule_file(path: Path, sheet: RuleSheet) -> RuleFile:
    """Read a rule sheet file for a game; `Refused` names every fault with its line and key."""
    try:
        text = path.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except OSError as error:
        raise Refused(f"rule sheet {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"rule sheet {path} is not TOML: {error}") from None
    faults = []
    try:
        named = RuleFile.model_validate(content)
    except ValidationError as error:
        named = RuleFile()
        for fault in error.errors():
            keys = [str(part) for part in fault["loc"] if part not in ("str", "int")]
            key = keys[-1] if keys else ""
            what = "unknown key; a sheet has game, variant and [switches]"
            if fault["type"] != "extra_forbidden":
                what = "takes a text or a whole number" if keys[:1] == ["switches"] else "takes a text"
            text_of = f"{_line_of(text, key)}{'.'.join(keys)}: {what}"
            if text_of not in faults:
                faults.append(text_of)
    if named.game is not None and named.game not in (sheet.game, *sheet.aliases):
        faults.append(f"{_line_of(text, 'game')}game: the sheet is for {named.game!r}, not for {sheet.game}")
    for name, value in named.switches.items():
        try:
            sheet.switch(name).parse(value)
        except Refused as error:
            faults.append(f"{_line_of(text, name)}{error}")
    if faults:
        raise Refused(f"rule sheet {path}: " + "; ".join(faults))
    return named
