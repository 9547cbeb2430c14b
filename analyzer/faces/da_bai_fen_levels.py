"""Levels and trump ranks as people write them."""

from __future__ import annotations

from sims.cards import RANKS
from sims.errors import Refused
from sims.games.da_bai_fen import check_levels
from sims.sheets import Rules


def parse_levels(rules: Rules, text: str | None, score: str | None) -> tuple[int, int]:
    """`3:0` as promotions of two sides; --score says the same as --levels; 0:0 if neither is given."""
    if text is not None and score is not None and text != score:
        raise Refused(f"--levels {text} and --score {score} differ, and both name the levels: leave one out")
    option, named = ("--levels", text) if text is not None else ("--score", score)
    if named is None:
        return 0, 0
    parts = named.split(":")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise Refused(f"{option} takes OWN:OTHER, the promotions of two sides such as 3:0, not {named!r}")
    levels = (int(parts[0]), int(parts[1]))
    check_levels(rules, levels)
    return levels


def parse_rank(text: str) -> int:
    """A rank of the pack as its index: 2 is 0, an ace is 12."""
    name = text.strip().upper().replace("10", "T")
    if len(name) != 1 or name not in RANKS:
        raise Refused(f"--rank takes one of {' '.join(RANKS)}, not {text!r}")
    return RANKS.index(name)
