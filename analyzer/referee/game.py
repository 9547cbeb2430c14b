"""What the referee has to know of a game: one such object a game, registered by one line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from analyzer.referee.fault import Illegal, listing, shown
from analyzer.referee.fields import Json, integer, text, wrong
from analyzer.referee.switches import Number, Switches, Value, Word, resolve

SCHEMA = "bidodds.record/1"

SPECIAL = frozenset(
    {
        "turn_up",
        "shadow",
        "stake",
        "levels",
        "first_hand",
        "after_draw",
        "rank",
        "redeal",
        "start",
        "start_suit",
        "turns",
        "boards",
        "skill",
        "rounds",
    }
)
"""Keys that only some games have; a record of another game may not state them."""


@dataclass(frozen=True)
class Game:
    """One game: its variants, its switches and the function that judges a hand of it."""

    variants: Mapping[str, Mapping[str, Value]]
    """Every named variant with the switch values in which it differs."""
    switches: Mapping[str, Word | Number]
    referee: Callable[[Json, str, Switches], None]
    """Record, variant, switches: raises `Illegal` at the first illegal act."""
    keys: frozenset[str] = frozenset()
    """The keys of `SPECIAL` that belong to this game."""

    @cached_property
    def defaults(self) -> dict[str, dict[str, Value]]:
        """Every variant with the value of every switch."""
        common = {name: switch.default for name, switch in self.switches.items()}
        return {name: common | dict(own) for name, own in self.variants.items()}


def referee_record(record: Json, games: Mapping[str, Game]) -> None:
    """Check what stands at the head of every record, then the hand by the rules of its game."""
    schema = text(record, "schema")
    if schema != SCHEMA:
        raise Illegal(f'"schema" is {shown(schema)}, not {shown(SCHEMA)}')
    name = text(record, "game")
    game = games.get(name)
    if game is None:
        raise Illegal(f'no referee for "game" {shown(name)}; there is one for {listing(tuple(games), "and")}')
    variant = text(record, "variant")
    if variant not in game.variants:
        raise Illegal(
            f"{name} has no variant {shown(variant)}; it has {listing(tuple(game.variants), 'and')}"
        )
    switches = resolve(record, name, game.switches, game.defaults[variant])
    if integer(record, "deal") < 0:
        raise Illegal(f'"deal" must be 0 or more, not {shown(record["deal"])}')
    for key in SPECIAL.intersection(record):
        if key not in game.keys and record[key] is not None:
            raise Illegal(f'a record of {name} has no "{key}"')
    _remarks(record)
    game.referee(record, variant, switches)


def _remarks(record: Json) -> None:
    """Check the fields that say where the record comes from; a record may do without them."""
    if "rules_hash" in record:
        text(record, "rules_hash")
    if "seed" in record:
        integer(record, "seed")
    if "policies" in record:
        policies = record["policies"]
        if not isinstance(policies, list) or not all(isinstance(policy, str) for policy in policies):
            wrong("policies", "a list of names", policies)
