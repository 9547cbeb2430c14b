"""Bidding profiles: how sure of its contract a seat wants to be; TOML files in `sims/bidders` or a user's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sims.errors import Refused
from sims.sheets import nearest

GRID = 1024  # steps of a chance in the curves of a profile
FAR = 700.0  # softnesses below what is wanted beyond which the willingness does not fall any further
USUAL = "usual"  # the section for games without one of their own
SHIPPED = ("standard", "cautious", "bold", "flat")


@dataclass(frozen=True)
class Profile:
    """What a seat wants. All are chances or shares.

    open, over, partner: P(make) at which it is as likely to undertake a bid as not, where nobody has bid, where
    an opponent's bid stands, where its partner's does; softness: scale of the logistic curve around that; jump:
    how likely each step above the lowest bid is beside the step before; tremble: share of calls made at random.
    """

    name: str
    open: float
    over: float
    partner: float
    softness: float
    jump: float
    tremble: float

    def curves(self) -> NDArray[np.float64]:
        """float64[situation, GRID + 1]: the willingness to undertake a bid, by P(make) in steps of 1/GRID, where
        nobody has bid, an opponent has, the partner has."""
        chances = np.arange(GRID + 1) / GRID
        wanted = np.array([self.open, self.over, self.partner])
        short = (wanted[:, None] - chances) / self.softness
        return 1 / (1 + np.exp(np.minimum(short, FAR)))


@dataclass(frozen=True)
class CountProfile:
    """How a seat of Partnership Blackout calls.

    shift: tricks added to its estimate; spread: scale of the logistic curves in tricks; nil: danger at which nil is
    as likely as not, nil_spread: scale of that in places; board: estimate of the side, in tricks, at which board is;
    tremble: share of calls made at random.
    """

    name: str
    shift: float
    spread: float
    nil: float
    nil_spread: float
    board: float
    tremble: float

    def numbers(self) -> NDArray[np.float64]:
        """float64[6] in the order above."""
        return np.array([self.shift, self.spread, self.nil, self.nil_spread, self.board, self.tremble])


COUNTED = "blackout"  # the game with a profile of its own kind, and its section
NUMBERS = dict.fromkeys(("open", "over", "partner", "softness", "jump", "tremble"), (0.0, 1.0)) | {
    "softness": (0.001, 1.0)
}
COUNT_NUMBERS = {
    "shift": (-13.0, 13.0),
    "spread": (0.001, 13.0),
    "nil": (-100.0, 100.0),
    "nil_spread": (0.001, 100.0),
    "board": (0.0, 26.0),
    "tremble": (0.0, 1.0),
}
Ranges = Mapping[str, tuple[float, float]]


def read_profile(name: str, game: str) -> Profile:
    """The profile of a game by the name of a shipped one or the path of a TOML file; `Refused` for what cannot be.

    A file has a section [usual] and, where a game differs, one with its id that overrides single numbers.
    """
    return Profile(Path(name).stem, **_numbers(name, (USUAL, game), NUMBERS))


def read_count_profile(name: str) -> CountProfile:
    """The same for Partnership Blackout, whose section [blackout] has numbers of its own."""
    return CountProfile(Path(name).stem, **_numbers(name, (COUNTED,), COUNT_NUMBERS))


def _content(name: str) -> Mapping[str, Any]:
    """What stands in a shipped profile or a file."""
    if name in SHIPPED:
        text = (resources.files("sims") / "bidders" / f"{name}.toml").read_text(encoding="utf-8")
    elif Path(name).suffix == ".toml":
        try:
            text = Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
            raise Refused(f"the bidding profile {name} cannot be read: {reason}") from None
    else:
        raise Refused(
            f"there is no bidding profile {name!r}: it is one of {', '.join(SHIPPED)} or a .toml file"
            + nearest(name, SHIPPED)
        )
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise Refused(f"the bidding profile {name} is no TOML: {error}") from None


def _numbers(name: str, sections: tuple[str, ...], ranges: Ranges) -> dict[str, float]:
    """The numbers of some sections, the later ones first, each held against its range."""
    content = _content(name)
    found: dict[str, float] = {}
    for section in sections:
        given = content.get(section, {})
        if not isinstance(given, Mapping):
            raise Refused(f"the bidding profile {name}: [{section}] is no section")
        for key, value in given.items():
            if key not in ranges:
                raise Refused(
                    f"the bidding profile {name} has an unknown number {key!r} in [{section}]"
                    + nearest(key, tuple(ranges))
                )
            least, most = ranges[key]
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
                raise Refused(
                    f"the bidding profile {name}: {key} is a number from {least:g} to {most:g}, not {value!r}"
                )
            found[key] = float(value)
    missing = [key for key in ranges if key not in found]
    if missing:
        where = " or ".join(f"[{section}]" for section in sections)
        raise Refused(f"the bidding profile {name} lacks {', '.join(missing)} in {where}")
    return found
