"""Rule sheets: the rules of a game as data, each with its source and its switch.

A `RuleSheet` is what `bidodds rules GAME` prints; `resolve` turns it, a variant and some settings into
`Rules`, whose values the game's file compiles into the arrays that kernels read.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from sims.errors import Refused

Value = str | int
Source = Literal["seed", "original", "gap", "seed, original", "variant"]


@dataclass(frozen=True)
class Rule:
    """One rule: its number in the game's rules file, its text, who says it, the switch that changes it."""

    number: str
    text: str
    source: Source
    switch: str = ""


@dataclass(frozen=True)
class Switch:
    """A rule option. `choices` for words, `low..high` in steps of `step` for whole numbers."""

    name: str
    default: Value
    text: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1

    def describe(self) -> str:
        """The values it takes, in words."""
        if self.choices:
            return " | ".join(self.choices)
        multiples = f", multiples of {self.step}" if self.step > 1 else ""
        return f"{self.low} to {self.high}{multiples}"

    def parse(self, text: Value) -> Value:
        """The value of a text, or `Refused` with the nearest right one."""
        if self.choices:
            if str(text) in self.choices:
                return str(text)
            raise Refused(
                f"switch {self.name} cannot be {str(text)!r}: it takes {self.describe()}"
                + nearest(str(text), self.choices)
            )
        try:
            number = int(text)
        except ValueError:
            raise Refused(
                f"switch {self.name} takes a whole number, {self.describe()}, not {text!r}"
            ) from None
        if isinstance(text, bool) or not self.low <= number <= self.high or number % self.step:
            raise Refused(f"switch {self.name} takes {self.describe()}, not {number}")
        return number


@dataclass(frozen=True)
class RuleSheet:
    """The frozen rules of one game. `version` changes when any result of the game may change."""

    game: str
    title: str
    version: int
    seats: str
    deck: str
    rules: tuple[Rule, ...]
    switches: tuple[Switch, ...]
    variants: Mapping[str, Mapping[str, Value]]  # the first one is the default
    variant_texts: Mapping[str, str]
    aliases: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def switch(self, name: str) -> Switch:
        """The switch of a name, or `Refused` with the nearest right one."""
        for switch in self.switches:
            if switch.name == name:
                return switch
        names = [s.name for s in self.switches]
        raise Refused(
            f"{self.game} has no switch {name!r}: its switches are {', '.join(names)}" + nearest(name, names)
        )


@dataclass(frozen=True)
class Rules:
    """A rule sheet with a variant chosen and every switch resolved."""

    sheet: RuleSheet
    variant: str
    values: Mapping[str, Value]

    @property
    def game(self) -> str:
        """The game's id."""
        return self.sheet.game

    def word(self, name: str) -> str:
        """Value of a switch that takes words."""
        return str(self.values[name])

    def number(self, name: str) -> int:
        """Value of a switch that takes whole numbers."""
        return int(self.values[name])

    def changed(self) -> dict[str, Value]:
        """The switches whose values differ from the variant's own."""
        own = _values(self.sheet, self.variant)
        return {name: value for name, value in self.values.items() if value != own[name]}

    @property
    def rules_hash(self) -> str:
        """First 12 hex digits of the SHA-256 of game, version, variant and all values."""
        content = [self.game, self.sheet.version, self.variant, sorted(self.values.items())]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]


def nearest(word: str, names: Iterable[str]) -> str:
    """A hint "; did you mean 'x'?" if some name is close to the word, else nothing."""
    close = difflib.get_close_matches(word.lower(), list(names), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


def _values(sheet: RuleSheet, variant: str) -> dict[str, Value]:
    values: dict[str, Value] = {s.name: s.default for s in sheet.switches}
    values.update(sheet.variants[variant])
    return values


def resolve(
    sheet: RuleSheet,
    variant: str | None = None,
    settings: Mapping[str, Value] | None = None,
) -> Rules:
    """The rules of a sheet under a variant (default: its first) and settings of single switches.

    Raises `Refused` for an unknown variant, switch or value, with the nearest right one.
    """
    chosen = next(iter(sheet.variants)) if variant is None else variant
    if chosen not in sheet.variants:
        raise Refused(
            f"{sheet.game} has no variant {chosen!r}: its variants are {', '.join(sheet.variants)}"
            + nearest(chosen, sheet.variants)
        )
    values = _values(sheet, chosen)
    for name, value in (settings or {}).items():
        values[name] = sheet.switch(name).parse(value)
    return Rules(sheet, chosen, values)
