"""A question as work: sums over deals, and the report made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.pool import Tally, sum_some
from sims.tables import Int64Array

if TYPE_CHECKING:
    from reports.report import Report


@dataclass(frozen=True)
class Work:
    """Sums over the deals 0..deals-1 that answer a question.

    prepare() gives the tally: a pure function of a range of deals, which may compile when it is made;
    report(done, sums) is the report of the first deals; kernel and about are for `analyzer.checks.note_compiling`.
    """

    deals: int
    prepare: Callable[[], Tally]
    report: Callable[[int, list[Int64Array]], Report]
    kernel: str
    about: str = "ten seconds"

    def answer(self, threads: int | None = None) -> tuple[Report, bool]:
        """The report and whether all deals were played. On Ctrl-C the deals done so far are the answer; none
        done raises."""
        done, sums = sum_some(self.prepare(), self.deals, threads=threads, while_running=load_reports)
        return self.report(done, sums), done == self.deals


def joined(tallies: Sequence[Tally]) -> Tally:
    """Several tallies as one, whose sums follow one another."""

    def tally(low: int, high: int) -> list[Int64Array]:
        return [part for each in tallies for part in each(low, high)]

    return tally


def load_reports() -> None:
    """Import pandas while others simulate."""
    import reports.render  # noqa: F401
