"""Options held against a game: numbers, seats, scores, players, seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from types import ModuleType
from typing import Any

from analyzer.options import Misused
from sims.errors import Refused
from sims.players import OPEN, POLICIES, policy_code, searches
from sims.profiles import COUNTED, SHIPPED, CountProfile, Profile, read_count_profile, read_profile

MOST_DEALS = 10**12  # sums of products of scores stay within 64 bits
MOST_THREADS = 1024


def parse_whole(name: str, text: str, low: int, high: int) -> int:
    """The whole number that an option takes, low..high."""
    try:
        number = int(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise Misused(f"{name} takes a whole number from {low:,} to {high:,}, not {text!r}")
    return number


def parse_threads(text: str | None) -> int | None:
    """The number of threads; None means all cores."""
    return None if text is None else parse_whole("--threads", text, 1, MOST_THREADS)


def parse_seat(name: str, text: str | None) -> int | None:
    """A seat number, which `check_seat` holds against the game."""
    if text is None:
        return None
    try:
        return int(text)
    except ValueError:
        raise Misused(f"{name} takes the number of a seat, such as 0, not {text!r}") from None


def parse_seed(text: str) -> int | str:
    """A whole number if it reads as one, else the text."""
    try:
        return int(text)
    except ValueError:
        pass
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Misused(f"--seed takes a whole number or a text, and {text!r} is no UTF-8") from None
    if not text.strip():
        raise Misused(f"--seed takes a whole number or a text, not {text!r}")
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
        raise Refused(
            f"--score takes a whole number for each of {sides} sides, such as {example}, not {text!r}"
        )
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


def usual_player(game: ModuleType) -> str:
    """Who plays if nobody is named: the strongest player that is worth his time (docs/calibration)."""
    return "rollout:20" if "rollout" in game.SEARCHED else "rules"


def usual_deals(questions: int, *players: str) -> int:
    """How many deals `odds` plays if nobody says, so that it takes seconds; questions: hands played a deal."""
    if not searches(*players):
        return 10_000
    return max(400, min(2_000, 4_400 // questions))


def choose_players(
    policy: str | None, defence: str | None, *, fast: bool, game: ModuleType, usual: str = "rules"
) -> tuple[str, str]:
    """Names of the players of the declaring side and of the others; the game says whether it has searchers.

    usual: who plays the declaring side if nobody is named.
    """
    if fast and policy not in (None, "rules"):
        raise Misused(f"--fast is short for --policy rules and cannot go with --policy {policy}")
    ours = policy or ("rules" if fast else usual)
    theirs = defence or ours
    for name in (ours, theirs):
        check_player(name, game)
    return ours, theirs


def check_player(name: str, game: ModuleType) -> int:
    """The code of a player by name; `Refused` for one that the game does not have."""
    code = policy_code(name)
    searchers: tuple[str, ...] = game.SEARCHED
    if searches(name) and name.partition(":")[0] not in searchers:
        shown = ", ".join([*POLICIES, *(stem if stem == OPEN else f"{stem}:N" for stem in searchers)])
        raise Refused(f"{game.SHEET.game} has no player {name!r}: its players are {shown}")
    return code


def parse_range(text: str) -> tuple[int, int]:
    """`3:10` as 3, 10 and `3` as 3, 4."""
    first, colon, last = text.partition(":")
    try:
        low = int(first)
        high = int(last) if colon else low + 1
    except ValueError:
        low, high = 0, 0
    if not 0 <= low < high < MOST_DEALS:
        raise Misused(f"--deals takes A:B with 0 <= A < B < 10^12, or the number of one deal, not {text!r}")
    return low, high


def note_compiling(kernel: str, say: Callable[[str], None], about: str = "ten seconds") -> None:
    """Say that a kernel ("contracts.tally_contracts") is to be compiled first, if it is."""
    from sims._jit import CACHE_FOLDER, is_cold

    if is_cold(kernel):
        once = "once" if CACHE_FOLDER else "each time, since the kernel cache cannot be written"
        say(f"compiling the simulation for this machine, {once}; about {about}")


def bidders_of(profile: str | None, heard: bool, game: str) -> dict[str, Any] | None:
    """The bidding profile as a mapping; heard: whether there is an auction that it explains."""
    if not heard:
        if profile is not None:
            raise Misused(
                "--profile says how the calls of --auction are made: give an --auction, or leave it out"
            )
        return None
    return asdict(profile_of(profile, game))


def profile_of(name: str | None, game: str) -> Profile | CountProfile:
    """The bidding profile of a game by its name; None: the standard one."""
    named = name or SHIPPED[0]
    return read_count_profile(named) if game == COUNTED else read_profile(named, game)
