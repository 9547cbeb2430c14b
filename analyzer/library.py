"""The answers of the commands as data frames, for scripts and notebooks (docs/library.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.asking import duel_of, odds_request
from analyzer.checks import parse_threads
from analyzer.jobs import Job, job_of, work_of
from analyzer.options import Misused

if TYPE_CHECKING:
    import pandas as pd

Value = str | int
Values = Value | Iterable[Value]

EXTRAS = (
    "levels", "rank", "declarer", "top", "turn_up", "partner_bid", "opponents_bid", "skill", "board", "first_fund",
)  # fmt: skip


def odds(
    game: str,
    hand: str | Iterable[str] | None = None,
    *,
    trump: Values | None = None,
    bid: Values | None = None,
    deals: int | None = None,
    seat: int | None = None,
    dealer: int | None = None,
    score: str | Iterable[int] | None = None,
    know: str | None = None,
    auction: str | None = None,
    profile: str | None = None,
    policy: str | None = None,
    defence: str | None = None,
    fast: bool = False,
    bracket: bool = False,
    players: int | None = None,
    variant: str | None = None,
    set: Mapping[str, Value | bool] | None = None,
    rules: str | PathLike[str] | None = None,
    seed: Value = 1,
    threads: int | None = None,
    **extras: Values,
) -> pd.DataFrame:
    """What `bidodds odds` answers, a row for each contract or event.

    The arguments are the options of the command; one that can be repeated takes a text, a number or several, `score`
    takes "120:-35" or (120, -35), `set` the switches by name, `extras` the options of single games (`turn_up`,
    `partner_bid`, ...). Columns and dtypes are those of the schema that `frame.attrs["schema"]` names
    (`reports.schema`); `frame.attrs` holds what the JSON says beside the rows. Raises `sims.errors.Refused` where the
    command would refuse, and KeyboardInterrupt on Ctrl-C.
    """
    for name in extras:
        if name not in EXTRAS:
            raise Misused(
                f"odds takes no argument {name!r}: beside those of all games there are {', '.join(EXTRAS)}"
            )
    request = odds_request(
        game=game,
        variant=variant,
        set=_switches(set),
        rules=None if rules is None else Path(rules),
        players=_text(players),
        hand=hand if hand is None or isinstance(hand, str) else " ".join(hand),
        trump=_texts(trump),
        bid=_texts(bid),
        deals=_text(deals),
        seat=_text(seat),
        dealer=_text(dealer),
        score=_joined(score, ":"),
        know=know,
        auction=auction,
        profile=profile,
        policy=policy,
        defence=defence,
        fast=fast,
        bracket=bracket,
        seed=str(seed),
        extras={name: _joined(value, "\n" if name == "board" else ":") for name, value in extras.items()},
        command="",
        unicode=True,
        say=_silent,
    )
    return _frame(job_of(request, ""), threads)


def duel(
    game: str,
    *names: str,
    bid: Values | None = None,
    deals: int | None = None,
    against: str | None = None,
    dealer: int | None = None,
    players: int | None = None,
    variant: str | None = None,
    set: Mapping[str, Value | bool] | None = None,
    rules: str | PathLike[str] | None = None,
    seed: Value = 1,
    threads: int | None = None,
) -> pd.DataFrame:
    """What `bidodds duel` answers, a row for each pair, bid and role; all else as in `odds`."""
    question = duel_of(
        game=game,
        variant=variant,
        set=_switches(set),
        rules=None if rules is None else Path(rules),
        players=_text(players),
        names=names,
        bid=_texts(bid),
        deals=_text(deals),
        against=against,
        dealer=_text(dealer),
        seed=str(seed),
    )
    return _frame(job_of(question, ""), threads)


def _frame(job: Job, threads: int | None) -> pd.DataFrame:
    """The frame of a job, once all its deals are played."""
    from reports.data import plain

    report, complete = work_of(job, unicode=True, say=_silent).answer(parse_threads(_text(threads)))
    if not complete:
        raise KeyboardInterrupt
    frame = report.frame
    frame.attrs.update({name: plain(value) for name, value in report.beside().items()})
    return frame


def _silent(text: str) -> None:
    """Notes for people at a terminal have no place here."""


def _text(number: int | None) -> str | None:
    return None if number is None else str(number)


def _texts(values: Values | None) -> list[str] | None:
    if values is None:
        return None
    return [str(value) for value in ([values] if isinstance(values, str | int) else values)]


def _joined(values: Values | None, between: str) -> str | None:
    texts = _texts(values)
    return None if texts is None else between.join(texts)


def _switches(values: Mapping[str, Value | bool] | None) -> list[str] | None:
    """Switches as they are typed; True and False are on and off."""
    if values is None:
        return None
    words = {True: "on", False: "off"}
    return [f"{name}={words[value] if isinstance(value, bool) else value}" for name, value in values.items()]
