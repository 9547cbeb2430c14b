"""Hundred to One: a record as text to read."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]
TIMES = {"simple": 1, "double": 2, "triple": 3}


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: the teams, the answers of each round, the funds."""
    skill = record["skill"]
    lines = [f"{record['game']} ({record['variant']}), programme {record['deal']} of seed {record['seed']}"]
    for team, seats in enumerate(record["sides"]):
        own = ", ".join(f"{skill[seat]:g}" for seat in seats)
        lines.append(
            f"  team {team}, seats {seats[0]} to {seats[-1]} ({record['policies'][team]}), skill {own}"
        )
    boards = record["boards"]
    for entry in record["rounds"]:
        kind = entry["kind"]
        if kind == "big":
            lines += _big(entry, boards)
            continue
        board = boards[entry["board"]]
        lines.append(f"{kind} round: {board['question']}  {' '.join(map(str, board['lines']))}")
        lines += _answers(entry, board["lines"])
        if kind in TIMES:
            times = f" (people times {TIMES[kind]})" if TIMES[kind] > 1 else ""
            lines.append(f"  the fund of {entry['fund']}{times} goes to team {entry['took']}")
        elif kind == "extra":
            lines.append(f"  team {entry['took']} wins the toss-up")
        else:
            lines.append(f"  points {entry['points'][0]} : {entry['points'][1]}")
    result = record["result"]
    lines.append(
        f"scores {result['scores'][0]} : {result['scores'][1]}; team {result['winner']} wins the programme and "
        + (
            "the big game"
            if result["big_won"]
            else f"falls short in the big game, {result['big_fund']} of 200"
        )
    )
    return "\n".join(lines) + "\n"


def _answers(entry: Record, people: list[int]) -> list[str]:
    """A line for each stage of a round."""
    stages: list[tuple[str, list[str]]] = []
    for answer in entry["answers"]:
        line = answer["line"]
        text = f"{answer['seat']} " + ("misses" if line is None else f"line {line} ({people[line - 1]})")
        if answer.get("from") not in (None, answer["seat"]):
            text += f", as {answer['from']} said"
        if "points" in answer:
            text += f", {answer['points']} points"
        stage = answer.get("at", "answers")
        if not stages or stages[-1][0] != stage:
            stages.append((stage, []))
        stages[-1][1].append(text)
    return [f"  {stage}: " + "; ".join(texts) for stage, texts in stages]


def _big(entry: Record, boards: list[Record]) -> list[str]:
    lines = ["big game:"]
    for answer in entry["answers"]:
        board = boards[entry["boards"][answer["question"]]]
        said = "misses" if answer["line"] is None else f"line {answer['line']}, {answer['points']} people"
        lines.append(f"  {answer['seat']}  {board['question']}: {said}")
    lines.append(f"  fund {entry['fund']}")
    return lines
