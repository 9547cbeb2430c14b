"""A hand record of Twenty-Five as text that a player can follow."""

from __future__ import annotations

from typing import Any

from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS

Record = dict[str, Any]


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: hands, the card turned up, robbing, one line a trick, the score."""

    def card(name: str) -> str:
        return name[0] + SUIT_SYMBOLS[name[1]] if unicode else name

    lines = [
        f"{record['game']} ({record['variant']}), deal {record['deal']} of seed {record['seed']}, "
        f"dealer {record['dealer']}, scores {' : '.join(map(str, record['scores']))}",
    ]
    for seat, hand in enumerate(record["hands"]):
        lines.append(f"  seat {seat} ({record['policies'][seat]})  {format_hand(hand, unicode=unicode)}")
    lines.append(f"turned up: {card(record['turn_up'])}")
    for entry in record["exchange"]:
        taken, laid = card(entry["takes"][0]), card(entry["discards"][0])
        lines.append(f"  seat {entry['seat']} robs {taken} and lays {laid}")
    for number, trick in enumerate(record["tricks"], 1):
        plays = "  ".join(f"{play['seat']} {card(play['cards'][0])}" for play in trick["plays"])
        lines.append(f"trick {number}:  {plays}  -> seat {trick['winner']}, {trick['points']} points")
    result = record["result"]
    lines.append(
        f"taken {' : '.join(map(str, result['taken']))}; now {' : '.join(map(str, result['scores']))}"
    )
    if result["game_over"]:
        doubled = ", for a double stake" if record.get("stake") == 2 else ""
        lines.append(f"the game is over: side {result['winner']} wins{doubled}")
    return "\n".join(lines) + "\n"
