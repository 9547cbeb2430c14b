"""The cross table of match chances: own scores down, the others' across, a block for each dealer."""

from collections.abc import Callable
from typing import Any, NamedTuple

from reports.page import Field
from reports.report import Report


class Cross(NamedTuple):
    """Fields of equal length, and the rows before which the dealer changes."""

    fields: tuple[Field, ...]
    breaks: frozenset[int]


def cross(report: Report, show: Callable[[float], str]) -> Cross | None:
    """The cross table of a report's rows; None unless every own score meets several others', dealer by dealer."""
    data: dict[str, list[Any]] = report.columns()
    owns, others, dealers = (list(dict.fromkeys(data[name])) for name in ("own", "other", "dealer"))
    keys = list(zip(data["dealer"], data["own"], data["other"], strict=True))
    if len(others) < 2 or keys != [(d, own, other) for d in dealers for own in owns for other in others]:
        return None
    cells = [show(chance) for chance in data["p_win"]]
    fields = [
        Field("dealer", tuple(str(d) for d in dealers for _ in owns)),
        Field("own", tuple(str(own) for _ in dealers for own in owns), right=True),
    ]
    fields += [
        Field(str(other), tuple(cells[k :: len(others)]), right=True) for k, other in enumerate(others)
    ]
    return Cross(tuple(fields), frozenset(len(owns) * k for k in range(1, len(dealers))))
