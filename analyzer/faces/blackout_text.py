"""A hand record of Partnership Blackout as text that a player can follow."""

from __future__ import annotations

from typing import Any

from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS

Record = dict[str, Any]


def _card(name: str, *, unicode: bool) -> str:
    return name[0] + SUIT_SYMBOLS[name[1]] if unicode else name


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: hands, calls, contracts, one line a trick, the score."""
    lines = [
        f"blackout ({record['variant']}), deal {record['deal']} of seed {record['seed']}, "
        f"dealer {record['dealer']}, scores {' : '.join(map(str, record['scores']))}"
    ]
    for seat, hand in enumerate(record["hands"]):
        lines.append(f"  seat {seat} ({record['policies'][seat]})  {format_hand(hand, unicode=unicode)}")
    lines.append("calls: " + ", ".join(f"{entry['seat']} {entry['call']}" for entry in record["auction"]))
    result = record["result"]
    undertaken = {entry["side"]: entry for entry in result["contracts"]}
    shown = [
        f"side {side} {undertaken[side]['contract'] if side in undertaken else 'none'}" for side in (0, 1)
    ]
    lines.append("contracts: " + ", ".join(shown))
    if record["declarer"] is not None:
        lines.append(f"the bidding is won by seat {record['declarer']} with {record['contract']}")
    for number, trick in enumerate(record["tricks"], 1):
        plays = "  ".join(f"{p['seat']} {_card(p['cards'][0], unicode=unicode)}" for p in trick["plays"])
        lines.append(f"trick {number}:  {plays}  -> seat {trick['winner']}")
    by_seat = " ".join(map(str, result["taken_by_seat"]))
    fates = [
        f"side {side} {entry['contract']} {'made' if entry['made'] else 'failed'}"
        for side, entry in undertaken.items()
    ]
    lines.append(
        f"tricks by seat {by_seat}, by side {' : '.join(map(str, result['taken']))}; "
        + "; ".join([*fates, f"score {' : '.join(f'{d:+d}' for d in result['delta'])}"])
        + f", now {' : '.join(map(str, result['scores']))}"
    )
    if result["game_over"]:
        lines.append(f"the match is over: side {result['winner']} wins")
    return "\n".join(lines) + "\n"
