"""A hand record of Da Bai Fen as text that a player can follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS

Record = dict[str, Any]


def _cards(names: Sequence[str], *, unicode: bool) -> str:
    shown = [
        name[0] + SUIT_SYMBOLS[name[1]] if unicode and name[1] in SUIT_SYMBOLS else name for name in names
    ]
    return " ".join(shown) or "none"


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: hands, trumps, talon, one line a trick, the levels."""
    lines = [
        f"{record['game']} ({record['variant']}), deal {record['deal']} of seed {record['seed']}, "
        f"dealer {record['dealer']}, levels {' : '.join(map(str, record['levels']))}"
        + (", first hand" if record["first_hand"] else ""),
    ]
    for seat, hand in enumerate(record["hands"]):
        lines.append(f"  seat {seat} ({record['policies'][seat]})  {format_hand(hand, unicode=unicode)}")
    lines.append(f"  talon  {_cards(record['kitty'], unicode=unicode)}")
    lines += [_call(call, unicode=unicode) for call in record["auction"]]
    trump = SUIT_SYMBOLS[record["trump"]] if unicode else record["trump"]
    lines.append(f"seat {record['declarer']} declares: trump {trump}, trump rank {record['rank']}")
    for entry in record["exchange"]:
        gone = _cards(entry["discards"], unicode=unicode)
        lines.append(f"  seat {entry['seat']} takes the talon and lays away {gone}")
    if "redeal" in record:
        lines.append(f"seat {record['redeal']} has no trump and asks for a redeal: dealer and levels stay")
        return "\n".join(lines) + "\n"
    for number, trick in enumerate(record["tricks"], 1):
        if "attempt" in trick:
            tried = _cards(trick["attempt"], unicode=unicode)
            lines.append(f"  seat {trick['leader']} leads {tried}, which can be beaten, and takes it back")
        plays = "  |  ".join(f"{p['seat']} {_cards(p['cards'], unicode=unicode)}" for p in trick["plays"])
        lines.append(f"trick {number}:  {plays}  -> seat {trick['winner']}, {trick['points']} points")
    result = record["result"]
    lines.append(
        f"the opponents of seat {record['declarer']} count {result['opponents_points']} (in tricks the sides took "
        f"{' : '.join(map(str, result['taken']))}); promotions "
        f"{' : '.join(f'+{d}' if d else '0' for d in result['delta'])}, levels now "
        f"{' : '.join(map(str, result['levels']))}"
    )
    if result["draw"]:
        lines.append(f"a draw: seat {result['next_dealer']} deals and names rank and suit")
    elif result["game_over"]:
        lines.append(f"the match is over: side {result['winner']} wins")
    else:
        lines.append(f"seat {result['next_dealer']} deals next")
    return "\n".join(lines) + "\n"


def _call(call: Record, *, unicode: bool) -> str:
    seat = call["seat"]
    if call["call"] == "open":
        return f"  seat {seat} lays open {_cards(call['cards'], unicode=unicode)}"
    if call["call"] == "name":
        suit = SUIT_SYMBOLS[call["suit"]] if unicode else call["suit"]
        return f"  seat {seat} names {suit} and rank {call['rank']}"
    verb = "exposes" if call["call"] == "expose" else "turns up"
    return f"  seat {seat} {verb} {_cards([call['card']], unicode=unicode)}"
