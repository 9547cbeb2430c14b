"""What a command line asks, before it is held against the rules of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from sims.profiles import CountProfile, Profile
from sims.sheets import Rules

if TYPE_CHECKING:
    from sims.quiz_tables import Board


@dataclass(frozen=True)
class OddsRequest:
    """The options of `odds`. Texts are as typed; None is what was not given.

    say: writes a note for people; unicode: whether suit symbols can be shown in it.
    """

    game: ModuleType
    rules: Rules
    hand: str | None
    trumps: tuple[str, ...]
    bids: tuple[str, ...]
    seat: int | None
    dealer: int | None
    score: str | None
    policy: str
    defence: str
    seed: int | str
    deals: int
    threads: int | None
    command: str
    unicode: bool
    say: Callable[[str], None]
    bracket: bool = False
    know: str | None = None  # what the asker knows of the hidden cards (docs/know.md)
    auction: str | None = None  # the calls heard, from the left of the dealer on (docs/bidding.md)
    bidders: dict[str, Any] | None = None  # the bidding profile of those who made them, as a mapping
    extras: dict[str, str] = field(default_factory=dict)  # options of single games, such as turn_up
    boards: tuple[Board, ...] | None = None  # what the files of --board hold, once they are read


@dataclass(frozen=True)
class TraceRequest:
    """The options of `trace`, for the deals low..high-1; say: writes a note for people."""

    game: ModuleType
    rules: Rules
    low: int
    high: int
    dealer: int | None
    score: str | None
    policy: str
    defence: str
    seed: int | str
    say: Callable[[str], None] = lambda text: None
    bidders: Profile | CountProfile | None = None  # how everybody calls; None: as the player does
    extras: dict[str, str] = field(default_factory=dict)
