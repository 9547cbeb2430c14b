"""Profiles fitted by self-play: the best response of the family to a bidder, and smoothed fictitious play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from analyzer.bidders.duel import Bank, Bidder, Gain, duel, gain_of
from sims.profiles import Profile

FAMILY = ("open", "over", "partner", "jump")  # what is fitted; softness and tremble stay
STEPS = (0.08, 0.04, 0.02)
LOWEST, HIGHEST = 0.02, 0.98


def points_gain(banks: Sequence[Bank], a: Bidder, b: Bidder) -> Gain:
    """What a gains on b in points a deal."""
    return gain_of(duel(banks, a, b).points)


def best_response(
    banks: Sequence[Bank], against: Bidder, start: Profile, steps: Sequence[float] = STEPS
) -> tuple[Profile, float]:
    """The profile of the family that gains most on a bidder, by a search along one number after another, and its gain
    on these deals."""
    best, most = start, points_gain(banks, start, against).mean
    for step in steps:
        better = True
        while better:
            better = False
            for name in FAMILY:
                for change in (step, -step):
                    value = min(HIGHEST, max(LOWEST, round(getattr(best, name) + change, 4)))
                    tried = replace(best, **{name: value})
                    gain = points_gain(banks, tried, against).mean
                    if gain > most:
                        best, most, better = tried, gain, True
                        break
    return best, most


def fictitious_play(
    banks: Sequence[Bank], start: Profile, rounds: int, say: Callable[[str], None] = lambda text: None
) -> Profile:
    """The mean of the best responses: in each round the best response to the mean so far moves it by a share of
    1 / (round + 1)."""
    mean, answer = start, start
    for each in range(1, rounds + 1):
        answer, gain = best_response(banks, mean, answer)
        say(f"round {each}: {shown(mean)}; best response {shown(answer)} gains {gain:.2f}")
        share = 1 / (each + 1)
        mean = replace(
            mean,
            **{name: round((1 - share) * getattr(mean, name) + share * getattr(answer, name), 4) for name in FAMILY},
        )  # fmt: skip
    return mean


def shown(profile: Profile) -> str:
    """The numbers of the family."""
    return ", ".join(f"{name} {getattr(profile, name):.2f}" for name in FAMILY)
