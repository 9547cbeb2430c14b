"""Bidding profiles: how sure of its contract a seat wants to be; TOML files in `sims/bidders` or a user's own."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sims.errors import Refused
from sims.sheets import nearest

GRID = 1024  # steps of a chance in the curves of a profile
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
        return 1 / (1 + np.exp((wanted[:, None] - chances) / self.softness))


NUMBERS = tuple(field.name for field in fields(Profile) if field.name != "name")
LEAST = {"softness": 0.001}


def read_profile(name: str, game: str) -> Profile:
    """The profile of a game by the name of a shipped one or the path of a TOML file; `Refused` for what cannot be.

    A file has a section [usual] and, where a game differs, one with its id that overrides single numbers.
    """
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
        content = tomllib.loads(text)
    except ValueError as error:
        raise Refused(f"the bidding profile {name} is no TOML: {error}") from None
    return Profile(Path(name).stem, **_numbers(name, content, game))


def _numbers(name: str, content: Mapping[str, Any], game: str) -> dict[str, float]:
    """The numbers for a game, each held against its range."""
    found: dict[str, float] = {}
    for section in (USUAL, game):
        given = content.get(section, {})
        if not isinstance(given, Mapping):
            raise Refused(f"the bidding profile {name}: [{section}] is no section")
        for key, value in given.items():
            if key not in NUMBERS:
                raise Refused(
                    f"the bidding profile {name} has an unknown number {key!r} in [{section}]"
                    + nearest(key, NUMBERS)
                )
            least = LEAST.get(key, 0.0)
            if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= 1:
                raise Refused(
                    f"the bidding profile {name}: {key} is a number from {least:g} to 1, not {value!r}"
                )
            if math.isnan(value):
                raise Refused(f"the bidding profile {name}: {key} is no number")
            found[key] = float(value)
    missing = [key for key in NUMBERS if key not in found]
    if missing:
        raise Refused(f"the bidding profile {name} lacks {', '.join(missing)} in [{USUAL}] or [{game}]")
    return found
