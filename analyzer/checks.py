"""Options held against a game: seats, scores, players, seeds."""

from __future__ import annotations

from sims.errors import Refused
from sims.players import policy_code


def parse_seed(text: str) -> int | str:
    """A whole number if it reads as one, else the text."""
    try:
        return int(text)
    except ValueError:
        return text


def parse_scores(text: str | None) -> tuple[int, int]:
    """`120:-35` as two whole numbers; 0:0 if not given."""
    if text is None:
        return 0, 0
    try:
        own, other = (int(part) for part in text.split(":"))
    except ValueError:
        raise Refused(f"--score takes OWN:OTHER, two whole numbers such as 120:-35, not {text!r}") from None
    return own, other


def check_seat(name: str, seat: int | None, seats: int, default: int) -> int:
    """A seat number within the game, or the default."""
    if seat is None:
        return default
    if not 0 <= seat < seats:
        raise Refused(f"{name} {seat} is not a seat of this game: seats are 0 to {seats - 1}")
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
