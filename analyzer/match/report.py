"""The answer of `match` as a report."""

from __future__ import annotations

import numpy as np

from analyzer.calling import has_auction
from analyzer.match.question import State
from analyzer.match.rules import sides_of
from analyzer.match.table import MATCHES, MatchTable
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import MATCH, MATCH_MANY, build
from sims import matches as m
from sims.games import GAMES

NAMES = ("own", "other")


def match_report(table: MatchTable, states: list[State], command: str | None = None) -> Report:
    """The chances of some states."""
    schema = MATCH if table.sides == 2 else MATCH_MANY
    scores = np.array([state.scores for state in states], np.int64)
    chances, errors = table.look_up(scores, np.array([state.dealing for state in states], np.int64))
    rows = []
    for state, chance, error in zip(states, chances[:, 0], errors[:, 0], strict=True):
        own, *others = state.scores
        two = table.sides == 2
        rows.append(
            {
                "own": own,
                "other": others[0] if two else ":".join(map(str, others)),
                "dealer": NAMES[state.dealing] if two else sides_of(table.rules).sides[state.dealing][0],
                "p_win": float(chance),
                "std_err": float(error),
            }
        )
    seen = {"policy": table.policy, "seed": table.seed, "deals": table.hands, "method": table.method}
    trailer: dict[str, object] = {"matches": MATCHES}
    if table.method != "sampled":
        trailer = {"residual": table.residual, "bound": table.bound}
    if table.first is not None:
        trailer["first_hand"] = table.first
    return Report(
        schema=schema,
        frame=build(schema, rows),
        provenance=provenance_of(table.rules, command=command, **seen),
        header=json_header(schema.id, table.rules, **seen),
        trailer=trailer,
        title=f"{table.rules.sheet.title}: the chance to win the match",
        notes=notes_of(table, states, float(errors[:, 0].max())),
    )


def notes_of(table: MatchTable, states: list[State], error: float) -> tuple[str, ...]:
    """What a reader should know beside the table."""
    unit = "promotions" if table.rules.game == "da-bai-fen" else "score"
    across = "the other side's" if table.sides == 2 else "the scores of the others"
    behind = "of each rank behind the table" if table.first is not None else "behind the table"
    notes = []
    if len({state.scores[1:] for state in states}) > 1:
        notes.append(f"down: the own {unit}, across: {across}; dealer: who deals the next hand")
    notes.append(
        f"standard error: at most {100 * error:.2f} percentage points, from the {table.hands:,} hands {behind}"
    )
    if table.method == "sampled":
        notes.append(f"{MATCHES:,} matches were played out from each score, hand by hand from the table")
    if table.first is not None:
        notes.append(
            f"in the first hand of a match the side that deals wins it with chance {100 * table.first:.1f} %; the "
            "table is for the hands after it"
        )
    if table.match[m.KIND] == m.ONE_HUNDRED_ONE and table.sides > 2:
        notes.append("a win that several share counts as its part for each")
    how = "calls by the standard profile and plays" if has_auction(GAMES[table.rules.game]) else "plays"
    notes.append(f"everybody {how} as {table.policy}, by the cards alone, whatever the score")
    return tuple(notes)
