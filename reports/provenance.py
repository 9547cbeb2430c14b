"""Provenance: where the numbers of a report come from, so that they can be made again."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Provenance:
    """Version, rules, players and sample behind a report. None is what does not apply.

    `switches` holds every rule switch as resolved, `changed` those that differ from the variant's default.
    `game` is empty where a report is about no single game (a list of games, a benchmark).
    """

    version: str
    game: str
    variant: str
    switches: dict[str, object]
    changed: dict[str, object]
    rules_hash: str
    seed: int | None = None
    policy: str | None = None
    defence: str | None = None
    deals: int | None = None
    interval: str | None = None
    method: str | None = None
    command: str | None = None

    def lines(self) -> tuple[str, ...]:
        """Short lines for people: rules, switches, players, sample, command."""
        lines = []
        if self.game:
            lines.append(_joined(self.game, f"variant {self.variant}", f"rules {self.rules_hash}"))
            if self.changed:
                lines.append("switches changed: " + ", ".join(assignments(self.changed)))
            else:
                lines.append("all switches at their default")
        lines += [line for line in (self._players(), self._sample()) if line]
        if self.command:
            lines.append(f"command: {self.command}")
        return tuple(lines)

    def fields(self) -> dict[str, str | int]:
        """Flat and ordered, for constant columns; `switches` are the changed ones as "name=value;name=value".

        What does not apply is an empty text; without a game it is left out.
        """
        fields: dict[str, str | int] = {
            "game": self.game,
            "variant": self.variant,
            "switches": ";".join(assignments(self.changed)),
            "rules_hash": self.rules_hash,
            "policy": self.policy or "",
            "defence": self.defence or "",
            "seed": "" if self.seed is None else self.seed,
            "interval": self.interval or "",
            "version": self.version,
        }
        if self.game:
            return fields
        return {name: value for name, value in fields.items() if value != ""}

    def _players(self) -> str:
        if self.policy and not self.defence:
            return f"everyone plays {self.policy}"
        return _joined(
            f"declaring side plays {self.policy}" if self.policy else "",
            f"defence plays {self.defence}" if self.defence else "",
        )

    def _sample(self) -> str:
        return _joined(
            f"seed {self.seed}" if self.seed is not None else "",
            self.method if self.method and self.method != "sampled" else "",
            f"{self.deals:,} {'deal' if self.deals == 1 else 'deals'}" if self.deals is not None else "",
            f"{self.interval} intervals" if self.interval else "",
            f"bidodds {self.version}",
        )


def assignments(switches: Mapping[str, object]) -> list[str]:
    """Each switch as "name=value", in the order given; booleans are on and off, lists joined by commas."""
    return [f"{name}={_word(value)}" for name, value in switches.items()]


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple):
        return ",".join(_word(item) for item in value)
    return str(value)


def _joined(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
