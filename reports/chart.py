"""The chart: which columns of a frame make a picture, and which kind of picture."""

from collections.abc import Sequence
from dataclasses import dataclass

LINES, HEAT, BARS, GAPS = "lines", "heat", "bars", "gaps"
KINDS = (LINES, HEAT, BARS, GAPS)


@dataclass(frozen=True)
class Chart:
    """A picture of some columns, each given by its name; the unit of `y` in the schema decides how it is written.

    LINES: y against x with the band low..high, a line for each value of `series`, named beside it.
    HEAT: y as the colour of a cell, x along the bottom, `series` up the side.
    BARS: y as bars over x with the error bars low..high, a panel for each value of `series`.
    GAPS: y as a dot on the error bar low..high, one under another; `names` are their texts, one a row.
    `rows` are the positions of the rows that are drawn (None: all); `prefix` is left out of the texts of x.
    """

    kind: str
    title: str
    x: str
    y: str
    low: str = ""
    high: str = ""
    series: str = ""
    x_label: str = ""
    rows: tuple[int, ...] | None = None
    prefix: str = ""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"chart {self.kind!r} is not one of {', '.join(KINDS)}")

    def check(self, columns: Sequence[str], rows: int) -> None:
        """Raise ValueError unless the frame has the columns and rows."""
        for name in (self.x, self.y, self.low, self.high, self.series):
            if name and name not in columns:
                raise ValueError(f"chart {self.title!r}: there is no column {name!r}")
        if any(not 0 <= row < rows for row in self.rows or ()):
            raise ValueError(f"chart {self.title!r}: there are {rows} rows")
        if self.kind == GAPS and len(self.names) != rows:
            raise ValueError(f"chart {self.title!r}: {len(self.names)} names for {rows} rows")
