"""The answer of `compare` as a report: the frame, and in a sentence a row what the rule changes."""

from __future__ import annotations

import math
from typing import Any

from analyzer.compare import CompareAnswer, Pair
from analyzer.duels import KINDS, kind_of
from analyzer.duels.kind import WITH_DECLARER
from analyzer.faces import FACES
from analyzer.intervals import Z95, mean_error, tango
from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS
from analyzer.provenance import json_header, provenance_of
from reports.report import Report
from reports.schema import COMPARE, COMPARE_EVENTS, COMPARE_HAND, COMPARE_HAND_EVENTS, build
from sims.sheets import Rules

MANY_ROWS = 10  # from here on rows have no sentence of their own
NARROW = 0.4  # percentage points; a narrower interval takes two decimals
SHARES = {  # of what, by event
    "contract": "the share of deals in which the eldest hand's side makes its contract",
    "opponents-0-35": "the share of deals in which the opponents are held under 40",
    "most-tricks": "the share of deals in which the eldest hand's side wins most tricks",
    "out-first": "the share of deals in which the eldest hand goes out first",
    "programme": "the share of programmes won",
    "big-200": "the share of programmes with 200 in the big game",
}

Row = dict[str, Any]


def rows_of(answer: CompareAnswer) -> list[Row]:
    """One row a pair of values and goal, with the columns of `reports.schema.COMPARE`; those of a hand that is given
    have a trump."""
    return [_row(answer, i, pair) for i, pair in enumerate(answer.comparison.pairs)]


def _row(answer: CompareAnswer, i: int, pair: Pair) -> Row:
    n, sums, unit = answer.deals, answer.sums, answer.comparison.unit_of(pair)
    only_a, only_b = int(sums.only_a[i]), int(sums.only_b[i])
    low, high = tango(only_b, only_a, n)
    error = mean_error(int(sums.diff[i]), int(sums.squares[i]), n) * unit
    if only_a == only_b == 0:
        # No goal of the sample turned on the switch: the interval bounds how often one does.
        error = math.hypot(error, _swing(answer, pair) * (high - low) / (2 * Z95))
    return {
        "switch": pair.change.switch,
        "a": pair.a,
        "b": pair.b,
        "bid": pair.goal.name,
        "trump": pair.goal.trump,
        "deals": n,
        "p_a": int(sums.made_a[i]) / n,
        "p_b": int(sums.made_b[i]) / n,
        "diff": (only_b - only_a) / n,
        "ci_low": low,
        "ci_high": high,
        "only_a": only_a,
        "only_b": only_b,
        "diff_score": int(sums.diff[i]) / n * unit,
        "diff_score_std_err": error,
    }


def _swing(answer: CompareAnswer, pair: Pair) -> float:
    """At most so much does a score differ between reaching the goal and missing it; 0 where nobody says it."""
    rules = pair.change.rules[0]
    if FACES[rules.game] not in KINDS:
        return 0
    return kind_of(rules).swing(rules, pair.goal.name)


def sentence(row: Row, *, idle: bool, given: bool = False, unit: str = "points", digits: int = 1) -> str:
    """What the switch changes, by how much, and whether noise decides; idle: nothing depends on it; given: with one
    hand, so that events are those of `odds`."""
    values = f"{row['switch']}={row['b']} instead of {row['a']}"
    if row["trump"]:
        values += f", {SUIT_SYMBOLS.get(row['trump'], row['trump'])} trumps"
    if row["bid"].isdecimal():
        values += f", at {row['bid']}"
    if idle:
        return (
            f"{values}: nothing in the play of a hand or in its count depends on {row['switch']} here; every deal is "
            "the same under both"
        )
    share = _share(row["bid"], given)
    low, high = 100 * row["ci_low"], 100 * row["ci_high"]
    places = 1 if high - low >= NARROW else 2
    if row["only_a"] == row["only_b"] == 0:
        text = f"{values}: no deal of {row['deals']:,} turns on it; {share} is the same"
    elif low <= 0 <= high:
        text = (
            f"{values}: noise decides about {share}. The difference is {100 * row['diff']:+.{places}f} percentage "
            f"points, and its 95 % interval, {low:+.{places}f} to {high:+.{places}f}, holds 0"
        )
    else:
        ends = sorted((abs(low), abs(high)))
        text = (
            f"{values}: {share} {'rises' if row['diff'] > 0 else 'falls'} by {abs(100 * row['diff']):.{places}f} "
            f"percentage points (95 % interval {ends[0]:.{places}f} to {ends[1]:.{places}f}, so not noise)"
        )
    return text + _score(row, unit, digits)


def _share(goal: str, given: bool) -> str:
    if goal.isdecimal():
        return "the share of contracts made"
    return f"the share of deals with {goal}" if given else SHARES[goal]


def _score(row: Row, unit: str, digits: int) -> str:
    """ "; the score is 1.2 ± 0.3 points higher", if it is not noise."""
    gain, error = row["diff_score"], row["diff_score_std_err"]
    if not abs(gain) > Z95 * error:
        return ""
    side = "higher" if gain > 0 else "lower"
    least = 10**-digits
    width = f"{error:.{digits}f}" if error >= least / 2 else f"<{least:.{digits}f}"
    return f"; the score is {abs(gain):.{digits}f} ± {width} {unit} {side}"


def notes_of(answer: CompareAnswer, rows: list[Row]) -> tuple[str, ...]:
    """What a reader should know beside the table."""
    comparison, question = answer.comparison, answer.comparison.question
    notes = []
    if not answer.complete:
        notes.append(f"INTERRUPTED: {answer.deals:,} of {question.deals:,} deals were played")
    unit, digits = "points", 1
    if FACES[question.rules.game] in KINDS:
        words = kind_of(question.rules).words
        unit, digits = words.unit, words.digits
    idle = [comparison.idle(pair) for pair in comparison.pairs]
    if len(rows) < MANY_ROWS:
        given = question.hand is not None
        told = [
            sentence(row, idle=same, given=given, unit=unit, digits=digits)
            for row, same in zip(rows, idle, strict=True)
        ]
        notes += list(dict.fromkeys(told))
    else:
        notes += list(
            dict.fromkeys(sentence(r, idle=True) for r, same in zip(rows, idle, strict=True) if same)
        )
        notes.append(
            f"every interval holds for its row alone: of {len(rows)} rows without a difference one in twenty would "
            "be decided by chance"
        )
    for change in question.changes:
        first, *others = (_dealt(question.game, rules) for rules in change.rules)
        unlike = [value for value, dealt in zip(change.values[1:], others, strict=True) if dealt != first]
        if unlike:
            notes.append(
                f"{change.switch}: the cards of {' and '.join(unlike)} are not dealt as those of {change.values[0]}, "
                "so deals are paired by their number alone, and little luck cancels out"
            )
    notes.append(_about_score(answer))
    if "rules" in (question.policy, question.defence) and question.rules.game != "hundred-to-one":
        notes.append(
            "rules plays by weights, whatever a switch says; --policy rollout:20 plays ahead under the rules at hand"
        )
    return tuple(notes)


def _dealt(game: Any, rules: Rules) -> tuple[object, ...]:
    """What decides on the hands dealt; nothing where there are none."""
    if FACES[rules.game] not in KINDS:
        return ()
    table = kind_of(rules).table(game, rules)
    return len(table.active), game.deck(rules), game.hand_size(rules)


def _about_score(answer: CompareAnswer) -> str:
    question = answer.comparison.question
    face = FACES[question.rules.game]
    own = "own"
    if face in KINDS and not question.one_hand:
        own = "declaring" if kind_of(question.rules).roles == WITH_DECLARER else "eldest hand's"
    return f"score: what the {own} side scores in the hand, less that of the others, of several their mean"


def compare_report(answer: CompareAnswer, command: str | None = None) -> Report:
    """The report of a comparison."""
    question = answer.comparison.question
    rows = rows_of(answer)
    notes = notes_of(answer, rows)
    of_bids, given = hasattr(question.game, "bids"), question.hand is not None
    schema = (
        (COMPARE_HAND if of_bids else COMPARE_HAND_EVENTS)
        if given
        else (COMPARE if of_bids else COMPARE_EVENTS)
    )
    if not given:
        rows = [{name: value for name, value in row.items() if name != "trump"} for row in rows]
    players = {"policy": question.policy, "defence": question.defence}
    hand = answer.comparison.hand
    about: dict[str, Any] = {"hand": list(hand), "seat": question.seat or 0} if given else {}
    *others, last = (change.switch for change in question.changes)
    names = f"{', '.join(others)} and {last}" if others else last
    return Report(
        schema=schema,
        frame=build(schema, rows),
        provenance=provenance_of(
            question.rules,
            seed=question.seed,
            **players,
            deals=answer.deals,
            interval="tango-95",
            method="sampled",
            command=command,
        ),
        header=json_header(
            schema.id,
            question.rules,
            seed=question.seed,
            **about,
            dealer=question.dealer,
            **players,
            method="sampled",
            deals=answer.deals,
            interval="tango-95",
        ),
        trailer={} if answer.complete else {"interrupted": True},
        title=f"{question.rules.sheet.title}: what {names} {'changes' if len(question.changes) == 1 else 'change'}"
        + (f" for {format_hand(hand)}" if given else ""),
        notes=notes,
        about={**about, "hand": " ".join(hand)} if given else {},
    )
