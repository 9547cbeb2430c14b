"""Small reports with values that can be checked by hand."""

from dataclasses import replace

from reports.provenance import Provenance
from reports.report import Report
from reports.schema import BENCH, EVENTS, GAMES, ODDS, RULES, build

PROVENANCE = Provenance(
    version="0.1.0",
    game="two-hundred",
    variant="base",
    switches={"all_pass": "dealer_must_bid", "bidding": "auction"},
    changed={"all_pass": "dealer_must_bid"},
    rules_hash="3f9a0c1d2e",
    seed=17,
    policy="rules",
    defence="greedy",
    deals=10_000,
    interval="wilson-95",
    method="sampled",
)
NO_GAME = Provenance("0.1.0", "", "", {}, {}, "")

HEADER: dict[str, object] = {
    "schema": "bidodds.odds/1",
    "game": "two-hundred",
    "seed": 17,
    "hand": ["AS", "TS"],
}


def odds_row(trump="S", bid="60", made=7120, deals=10_000, **other):
    row = {
        "trump": trump,
        "bid": bid,
        "deals": deals,
        "made": made,
        "p_make": made / deals,
        "ci_low": 0.7091,
        "ci_high": 0.7152,
        "mean_taken": 64.27,
        "ev": 43.46,
        "ev_std_err": 0.31,
    }
    return {**row, **other}


def event_row(event="win-1", count=2500, deals=10_000, **other):
    row = {
        "trump": "",
        "event": event,
        "deals": deals,
        "count": count,
        "p": count / deals,
        "ci_low": 0.2416,
        "ci_high": 0.2586,
        "ev": -1.25,
        "ev_std_err": 0.02,
    }
    return {**row, **other}


def odds(*rows, **other):
    frame = build(
        ODDS, rows or (odds_row(), odds_row(bid="65", made=5005, ci_low=0.49, ci_high=0.511, ev=-7.04))
    )
    report = Report(ODDS, frame, PROVENANCE, HEADER, {"best": {"bid": "60"}}, "Two Hundred: odds for ♠AT")
    return replace(report, **other)


def events(*rows, **other):
    frame = build(EVENTS, rows or (event_row(),))
    return replace(Report(EVENTS, frame, PROVENANCE, HEADER, {}, "Twenty-five: odds"), **other)


def games():
    row = {"game": "twenty-five", "title": "25", "variant": "base", "seats": "2-10", "aliases": "25"}
    return Report(GAMES, build(GAMES, [row]), NO_GAME, {"schema": GAMES.id}, {}, "Games")


def rules(*texts, **other):
    rows = [
        {
            "rule": f"{n}",
            "text": text,
            "source": "[gap]",
            "switch": "all_pass",
            "value": "a",
            "choices": "a | b",
        }
        for n, text in enumerate(texts or ("If all pass, the same dealer deals again.",), start=1)
    ]
    report = Report(RULES, build(RULES, rows), PROVENANCE, {"schema": RULES.id}, {}, "Two Hundred: the rules")
    return replace(report, **other)


def bench():
    rows = [
        {
            "name": "two-hundred/random",
            "threads": 2,
            "hands_per_s": 1234567.8,
            "ratio": 0.8712,
            "ratio_q1": 0.861,
            "ratio_q3": 12.34,
        },
        {
            "name": "start/help",
            "threads": 1,
            "hands_per_s": None,
            "ratio": None,
            "ratio_q1": None,
            "ratio_q3": None,
        },
    ]
    return Report(BENCH, build(BENCH, rows), NO_GAME, {"schema": BENCH.id}, {}, "Speed", rows_key="cases")
