"""Match chances: who wins the match, from the scores and who deals (docs/match.md)."""

from __future__ import annotations

from analyzer.match.chances import chances_of
from analyzer.match.table import MatchTable

__all__ = ["MatchTable", "chances_of"]
