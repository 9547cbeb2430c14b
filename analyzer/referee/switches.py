"""Rule switches: what a record may set, and the value that every switch has in its hand."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from analyzer.referee.fault import Illegal, listing, shown
from analyzer.referee.fields import Json, as_object, field

Value = str | int


@dataclass(frozen=True)
class Word:
    """A switch that is one of some words; the first is the default."""

    words: tuple[str, ...]

    @property
    def default(self) -> Value:
        return self.words[0]

    def allows(self, value: object) -> bool:
        return isinstance(value, str) and value in self.words

    def choices(self) -> str:
        return listing(self.words)


@dataclass(frozen=True)
class Number:
    """A switch that is a whole number within bounds."""

    default: int
    low: int
    high: int
    step: int = 1
    only: tuple[int, ...] = ()
    """The only values within the bounds, where not all are meant."""

    def allows(self, value: object) -> bool:
        if type(value) is not int or (self.only and value not in self.only):
            return False
        return self.low <= value <= self.high and value % self.step == 0

    def choices(self) -> str:
        if self.only:
            return listing([str(value) for value in self.only])
        steps = f" in steps of {self.step}" if self.step > 1 else ""
        return f"a whole number from {self.low} to {self.high}{steps}"


def word(*words: str) -> Word:
    """A switch of these words, the default first."""
    return Word(words)


def number(*values: int) -> Number:
    """A switch of these numbers, the default first."""
    return Number(values[0], min(values), max(values), only=values)


class Switches:
    """The values of all the switches in one hand."""

    def __init__(self, values: Mapping[str, Value], stated: Collection[str] = ()) -> None:
        self._values = values
        self._stated = frozenset(stated)

    def states(self, name: str) -> bool:
        """Whether the record itself sets this switch."""
        return name in self._stated

    def number(self, name: str) -> int:
        """The value of a number switch."""
        value = self._values[name]
        assert isinstance(value, int)
        return value

    def on(self, name: str, value: str = "on") -> bool:
        """Whether a word switch has this value."""
        return self._values[name] == value


def resolve(
    record: Json, game: str, known: Mapping[str, Word | Number], defaults: Mapping[str, Value]
) -> Switches:
    """Read `switches`; a missing one has its value in `defaults`."""
    values = dict(defaults)
    stated = as_object(field(record, "switches"), "switches")
    for name, value in stated.items():
        if name not in known:
            near = get_close_matches(str(name), known, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise Illegal(f"{game} has no switch {shown(name)}{hint}")
        switch = known[name]
        if not switch.allows(value):
            raise Illegal(f"switch {name} cannot be {shown(value)}: it is {switch.choices()}")
        assert isinstance(value, str | int)
        values[name] = value
    return Switches(values, stated)
