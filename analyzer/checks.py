"""Options held against a game: seats, scores, players, seeds."""

from __future__ import annotations

from collections.abc import Sequence

from sims.errors import Refused
from sims.players import policy_code


def parse_seed(text: str) -> int | str:
    """A whole number if it reads as one, else the text."""
    try:
        return int(text)
    except ValueError:
        return text


def parse_scores(text: str | None, sides: int = 2) -> tuple[int, ...]:
    """`120:-35` as whole numbers, one a side; all 0 if not given."""
    if text is None:
        return (0,) * sides
    try:
        scores = tuple(int(part) for part in text.split(":"))
    except ValueError:
        scores = ()
    if len(scores) != sides:
        example = ":".join(["120", "-35", "0", "45", "10"][:sides] + ["0"] * (sides - 5))
        raise Refused(f"--score takes a whole number for each of {sides} sides, such as {example}, not {text!r}")
    return scores


def check_seat(name: str, seat: int | None, seats: int | Sequence[int], default: int) -> int:
    """A seat of the game (a number of seats, or those that play), or the default."""
    if seat is None:
        return default
    allowed = range(seats) if isinstance(seats, int) else seats
    if seat not in allowed:
        shown = ", ".join(map(str, allowed))
        raise Refused(f"{name} {seat} is not a seat that plays here: the seats are {shown}")
    return seat


def choose_players(policy: str | None, defence: str | None, *, fast: bool) -> tuple[str, str]:
    """Names of the players of the declaring side and of the others."""
    if fast and policy not in (None, "rules"):
        raise Refused(f"--fast is short for --policy rules and cannot go with --policy {policy}")
    ours = policy or "rules"
    theirs = defence or ours
    for name in (ours, theirs):
        policy_code(name)
    return ours, theirs


def parse_range(text: str) -> tuple[int, int]:
    """`3:10` as 3, 10 and `3` as 3, 4."""
    first, colon, last = text.partition(":")
    try:
        low = int(first)
        high = int(last) if colon else low + 1
    except ValueError:
        low, high = 0, 0
    if not 0 <= low < high < 1 << 62:
        raise Refused(f"--deals takes A:B with 0 <= A < B, or the number of one deal, not {text!r}")
    return low, high
