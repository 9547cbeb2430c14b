"""The report: one frame, where it comes from, and the words around it."""

from dataclasses import dataclass, field

import pandas as pd

from reports.chart import Chart
from reports.provenance import Provenance
from reports.schema import Schema, check_frame


@dataclass(frozen=True, eq=False)
class Report:
    """All that a writer needs.

    `header` holds the JSON entries before the rows (schema, game, ...) and `trailer` those after them, both
    in order; `rows_key` is the JSON name of the rows. `highlight` is the row to mark, counted from 0.
    `pairs` names two columns that JSON has as one list; empty texts of the `nullable` columns are null there.
    `about` holds constant columns of the CSV that say what the rows are about, such as the hand. `charts` are the
    pictures of the frame, best one first.
    Raises FrameError if the frame is not of the schema, ValueError if highlight, a name or a chart cannot be.
    """

    schema: Schema
    frame: pd.DataFrame
    provenance: Provenance
    header: dict[str, object]
    trailer: dict[str, object]
    title: str
    notes: tuple[str, ...] = ()
    rows_key: str = "rows"
    highlight: int | None = None
    about: dict[str, str | int | float] = field(default_factory=dict)
    pairs: dict[str, tuple[str, str]] = field(default_factory=dict)
    nullable: tuple[str, ...] = ()
    charts: tuple[Chart, ...] = ()

    def __post_init__(self) -> None:
        check_frame(self.frame, self.schema)
        if self.highlight is not None and not 0 <= self.highlight < len(self.frame):
            raise ValueError(f"highlight {self.highlight} is not a row: there are {len(self.frame)}")
        for chart in self.charts:
            chart.check(self.schema.names, len(self.frame))
        names = [*self.header, self.rows_key, *self.trailer]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"{name!r} stands twice among header, rows and trailer")

    def columns(self) -> dict[str, list[object]]:
        """The frame as plain int, float and str, column by column in the schema's order."""
        return {name: self.frame[name].tolist() for name in self.schema.names}

    def constants(self) -> dict[str, str | int | float]:
        """The constant columns of the CSV: `about`, then the provenance; none that the schema has itself."""
        constants = {**self.about, **self.provenance.fields()}
        return {name: value for name, value in constants.items() if name not in self.schema.names}

    def beside(self) -> dict[str, object]:
        """What the JSON says beside the rows: header and trailer."""
        return {**self.header, **self.trailer}

    def texts(self) -> tuple[str, ...]:
        """What people read around the rows: title, notes and provenance."""
        return (self.title, *self.notes, *self.provenance.lines())
