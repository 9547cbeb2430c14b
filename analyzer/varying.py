"""What `--vary` asks for: the rules under each value of a switch, all others alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analyzer.options import Misused
from sims.errors import Refused
from sims.sheets import Rules, RuleSheet, Value, nearest, resolve

VARIANT = "variant"  # is varied like a switch
EXAMPLE = "plain_follow=free,follow_or_trump"


@dataclass(frozen=True)
class Change:
    """A switch (or "variant"), its values as texts in the order named, and the rules under each of them."""

    switch: str
    values: tuple[str, ...]
    rules: tuple[Rules, ...]


def changes_of(
    sheet: RuleSheet, variant: str, settings: Mapping[str, Value], texts: Iterable[str]
) -> tuple[Change, ...]:
    """The changes that texts such as "kitty=3,5" ask for; variant and settings hold for the switches that a change
    leaves alone. `Misused` for a text that cannot be read, `Refused` for what the game does not have."""
    changes: list[Change] = []
    for text in texts:
        name, values = _split(text)
        _check_name(sheet, name)
        if any(change.switch == name for change in changes):
            raise Misused(f"--vary names {name} twice: give all its values in one")
        found = [_under(sheet, variant, settings, name, value) for value in values]
        shown = [rules.variant if name == VARIANT else str(rules.values[name]) for rules in found]
        for value in shown:
            if shown.count(value) > 1:
                raise Refused(f"--vary names {name}={value} twice: a comparison is between different values")
        changes.append(Change(name, tuple(shown), tuple(found)))
    if not changes:
        raise Misused(f"compare takes --vary SWITCH=A,B, such as --vary {EXAMPLE}, and was given none")
    return tuple(changes)


def check_free(changes: Sequence[Change], typed: Iterable[str]) -> None:
    """`Misused` if a switch is varied and set too; typed: the names that other options have set."""
    for name in typed:
        if any(change.switch == name for change in changes):
            raise Misused(f"--vary {name} goes through its values itself: do not set {name} beside it")


def _split(text: str) -> tuple[str, list[str]]:
    name, equals, rest = text.partition("=")
    values = [value.strip() for value in rest.split(",")]
    if not equals or not name.strip() or len(values) < 2 or not all(values):
        raise Misused(f"--vary takes SWITCH=A,B, two values or more, such as {EXAMPLE}, not {text!r}")
    return name.strip(), values


def _check_name(sheet: RuleSheet, name: str) -> None:
    names = [VARIANT, *(switch.name for switch in sheet.switches)]
    if name not in names:
        raise Refused(
            f"{sheet.game} has no switch {name!r} to vary: its switches are {', '.join(names)}"
            + nearest(name, names)
        )


def _under(sheet: RuleSheet, variant: str, settings: Mapping[str, Value], name: str, value: str) -> Rules:
    if name == VARIANT:
        return resolve(sheet, value, settings)
    return resolve(sheet, variant, {**settings, name: value})
