"""The page: a report in words, cell by cell, before any markup."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from reports.glyphs import to_ascii


@dataclass(frozen=True)
class Field:
    """One column as people see it: heading and one text a row; `right` for numbers, `wrap` for prose."""

    heading: str
    cells: tuple[str, ...]
    right: bool = False
    wrap: bool = False

    def map(self, change: Callable[[str], str]) -> "Field":
        """The same field with every text changed."""
        return replace(self, heading=change(self.heading), cells=tuple(change(cell) for cell in self.cells))


@dataclass(frozen=True)
class Page:
    """Title, fields of equal length, notes and provenance, each text on one line.

    `breaks` are the rows (0-based) before which a group ends, `mark` is the row to mark.
    """

    title: str
    fields: tuple[Field, ...]
    breaks: frozenset[int]
    mark: int | None
    notes: tuple[str, ...]
    provenance: tuple[str, ...]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.fields[0].cells) if self.fields else 0

    def map(self, change: Callable[[str], str]) -> "Page":
        """The same page with every text changed."""
        return replace(
            self,
            title=change(self.title),
            fields=tuple(field.map(change) for field in self.fields),
            notes=tuple(change(note) for note in self.notes),
            provenance=tuple(change(line) for line in self.provenance),
        )

    def marked(self) -> "Page":
        """The page with the mark as a leading field of "*"; the same page if nothing is marked."""
        if self.mark is None:
            return self
        cells = tuple("*" if row == self.mark else "" for row in range(self.rows))
        return replace(self, fields=(Field("", cells), *self.fields))

    def ascii(self) -> "Page":
        """The page in ASCII."""
        return self.map(to_ascii)
