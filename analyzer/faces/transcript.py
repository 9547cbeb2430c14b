"""A hand record as text that a player can follow."""

from __future__ import annotations

from typing import Any

from analyzer.notation import format_hand

Record = dict[str, Any]
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def _card(name: str, *, unicode: bool) -> str:
    return name[0] + SYMBOLS[name[1]] if unicode and name[1] in SYMBOLS else name


def _cards(names: list[str], *, unicode: bool) -> str:
    return " ".join(_card(name, unicode=unicode) for name in names) or "none"


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: hands, calls, exchange, one line a trick, the score."""
    lines = [
        f"{record['game']} ({record['variant']}), deal {record['deal']} of seed {record['seed']}, "
        f"dealer {record['dealer']}, scores {' : '.join(map(str, record['scores']))}",
    ]
    for seat, hand in enumerate(record["hands"]):
        lines.append(f"  seat {seat} ({record['policies'][seat]})  {format_hand(hand, unicode=unicode)}")
    if record["kitty"]:
        lines.append(f"  kitty  {format_hand(record['kitty'], unicode=unicode)}")
    calls = ", ".join(f"{c['seat']} {c['call']}" for c in record["auction"])
    lines.append(f"auction: {calls}")
    if record["declarer"] is None:
        lines.append("all passed: thrown in, no score")
        return "\n".join(lines) + "\n"
    trump = SYMBOLS[record["trump"]] if unicode else record["trump"]
    lines.append(f"contract: seat {record['declarer']} plays {record['contract']}, trump {trump}")
    for entry in record["exchange"]:
        takes = _cards(entry["takes"], unicode=unicode)
        gone = _cards(entry["discards"], unicode=unicode)
        lines.append(f"  seat {entry['seat']} takes {takes}; discards {gone}")
    for number, trick in enumerate(record["tricks"], 1):
        plays = "  ".join(f"{p['seat']} {_cards(p['cards'], unicode=unicode)}" for p in trick["plays"])
        lines.append(f"trick {number}:  {plays}  -> seat {trick['winner']}, {trick['points']} points")
    result = record["result"]
    contract = result["contracts"][0]
    taken = " : ".join(map(str, result["taken"]))
    lines.append(
        f"taken {taken}; {contract['contract']} {'made' if contract['made'] else 'failed'}; "
        f"score {' : '.join(f'{d:+d}' for d in result['delta'])}, now {' : '.join(map(str, result['scores']))}"
    )
    if result["game_over"]:
        lines.append(f"the match is over: side {result['winner']} wins")
    return "\n".join(lines) + "\n"
