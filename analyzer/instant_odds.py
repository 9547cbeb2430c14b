"""`odds --instant`: the answer of the fitted model, with the error that was measured on held-out hands."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.checks import check_seat
from analyzer.intervals import Z95
from analyzer.notation import format_hand, parse_cards, parse_suit
from analyzer.notation_letters import SUIT_SYMBOLS
from analyzer.odds import ANY, bids_of, trumps_of
from analyzer.provenance import json_header, provenance_of
from analyzer.request import OddsRequest
from sims.cards import SUITS, mask_of
from sims.errors import Refused
from sims.exchange import ANY_TRUMP
from sims.games import blackout
from sims.instant import MODELS, InstantModel, model_of, place_of
from sims.sheets import Rules, nearest

if TYPE_CHECKING:
    from reports.report import Report


def model_for(game: ModuleType, rules: Rules) -> InstantModel:
    """The model of some rules, or `Refused`."""
    model = model_of(game, rules)
    if model is not None:
        return model
    if rules.game in MODELS:
        raise Refused(
            f"the instant odds of {rules.game} are for other rules than these (docs/instant.md): leave --instant out"
        )
    raise Refused(f"{rules.game} has no instant odds, {', '.join(MODELS)} have them: leave --instant out")


def refuse_with_instant(given: dict[str, bool]) -> None:
    """`Refused` for options that a model cannot take; given: names and whether they were used."""
    named = [name for name, used in given.items() if used]
    if named:
        raise Refused(
            f"--instant answers from a table for a hand of which nothing more is known, and takes no {named[0]}: "
            "leave one of the two out"
        )


def instant_odds(request: OddsRequest) -> Report:
    """The chance and the expected score of each contract with a hand."""
    game, rules = request.game, request.rules
    model = model_for(game, rules)
    alone = rules.game == blackout.SHEET.game  # calls, and one trump
    if alone and request.trumps:
        raise Refused("blackout takes no --trump: spades are always trump, leave it out")
    size = game.hand_size(rules)
    if request.hand is None:
        raise Refused(f"--hand is missing: name the {size} cards you hold")
    hand = parse_cards(request.hand, game.deck(rules), count=size)
    active, callers = _seats(game, rules)
    seat = check_seat("--seat", request.seat, callers, callers[0])
    dealer = check_seat("--dealer", request.dealer, callers, callers[-1])
    place = place_of(active.index(seat), active.index(dealer), len(active))
    chances, scores = model.both(np.array([mask_of(hand)], np.int64), np.array([place], np.int64))
    bids = _calls(request.bids) if alone else [str(bid) for bid in bids_of(game, rules, request.bids)]
    if alone:
        trumps: tuple[str, ...] = ("S",)
    else:
        suits = [ANY if text.lower() == ANY else parse_suit(text) for text in request.trumps]
        trumps = trumps_of(rules, game.tables(rules).settings, suits)
    rows = []
    for trump in trumps:
        axis = 0 if alone else ANY_TRUMP if trump == ANY else SUITS.index(trump)
        for bid in bids:
            column = model.bids.index(bid)
            p, half = float(chances[0, axis, column]), Z95 * float(model.error[column])
            bounds = {"ci_low": max(0.0, p - half), "ci_high": min(1.0, p + half)}
            worth = {"ev": float(scores[0, axis, column]), "ev_std_err": float(model.score_error[column])}
            rows.append(_row(trump, bid, p, bounds, worth, alone))
    about = {"hand": list(hand), "seat": seat, "dealer": dealer}
    title = f"{rules.sheet.title}: instant odds for {format_hand(hand)}, seat {seat}, dealer {dealer}"
    return _report(request, model, rows, about, title, alone)


def _seats(game: ModuleType, rules: Rules) -> tuple[tuple[int, ...], list[int]]:
    """(the seats that play, those that call)."""
    if rules.game == blackout.SHEET.game:
        return (0, 1, 2, 3), [0, 1, 2, 3]
    table = game.seating(rules)
    return table.active, [table.active[k] for k in table.callers]


def _calls(named: tuple[str, ...]) -> list[str]:
    from sims.instant import BLACKOUT_CALLS

    calls = [text.strip().lower() for text in named]
    for call in calls:
        if call not in BLACKOUT_CALLS:
            shown = ", ".join(BLACKOUT_CALLS)
            raise Refused(
                f"--bid {call!r} is no call of blackout: the calls are {shown}"
                + nearest(call, BLACKOUT_CALLS)
            )
    return list(dict.fromkeys(calls)) or list(BLACKOUT_CALLS)


def _row(
    trump: str, bid: str, p: float, bounds: dict[str, float], worth: dict[str, float], alone: bool
) -> dict[str, Any]:
    if alone:
        event = f"number-{bid}" if bid.isdigit() else bid
        return {"trump": trump, "event": event, "deals": 0, "count": 0, "p": p, **bounds, **worth}
    return {
        "trump": trump, "bid": bid, "deals": 0, "made": 0, "p_make": p, **bounds, "mean_taken": float("nan"), **worth,
    }  # fmt: skip


def _report(
    request: OddsRequest,
    model: InstantModel,
    rows: list[dict[str, Any]],
    about: dict[str, Any],
    title: str,
    alone: bool,
) -> Report:
    from reports.report import Report
    from reports.schema import EVENTS, ODDS, build

    schema, name, chance = (EVENTS, "event", "p") if alone else (ODDS, "bid", "p_make")
    best = max(range(len(rows)), key=lambda cell: rows[cell]["ev"])
    top, fit = rows[best], model.about
    common = {
        "seed": fit["seed"], "policy": fit["player"], "defence": fit["player"], "method": "instant",
        "interval": "held-out-95",
    }  # fmt: skip
    error = fit["held_out"]["all"]
    called = top[name] if alone else f"{top[name]} with {SUIT_SYMBOLS.get(top['trump'], 'any')} trumps"
    notes = (
        f"* the model favours {called}: expected score {top['ev']:+.1f}, made {top[chance]:.1%}",
        f"a model's answer, no simulation: on {error['hands']} held-out hands its chances were {error['rms']:.1f} "
        f"points (root mean square) from those of {fit['judge']}; the interval is 1.96 times the error of the bid, and "
        "± is the error of the score",
    )
    return Report(
        schema=schema,
        frame=build(schema, rows),
        provenance=provenance_of(request.rules, **common, command=request.command),
        header=json_header(
            "bidodds.odds/1", request.rules, **about, **common, deals=0,
            model={key: fit[key] for key in ("player", "judge", "seed", "weak_labels", "strong_labels", "kernel_hash")},
        ),
        trailer={
            "best": {"trump": top["trump"], name: top[name], "ev": top["ev"], chance: top[chance]},
            "held_out": error,
        },
        title=title,
        notes=notes,
        highlight=best if len(rows) > 1 else None,
        about={**about, "hand": " ".join(about["hand"])},
    )  # fmt: skip
