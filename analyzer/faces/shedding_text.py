"""101: a record as text to read."""

from __future__ import annotations

from typing import Any

from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS

Record = dict[str, Any]
REASONS = {
    "none": "no card fits, draws",
    "nine": "cannot close, draws",
    "six": "draws for the 6",
    "seven": "draws for the 7",
    "king": "draws for the king of spades",
}


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: the deal, a line for each turn, the points."""

    def card(name: str) -> str:
        return name[0] + SUIT_SYMBOLS[name[1]] if unicode else name

    def suit(letter: str) -> str:
        return SUIT_SYMBOLS[letter] if unicode else letter

    scores = " : ".join(map(str, record["scores"]))
    lines = [
        f"{record['game']} ({record['variant']}), deal {record['deal']} of seed {record['seed']}, "
        f"dealer {record['dealer']}, scores {scores}",
    ]
    for seat, hand in enumerate(record["hands"]):
        lines.append(f"  seat {seat} ({record['policies'][seat]})  {format_hand(hand, unicode=unicode)}")
    ordered = f", {suit(record['start_suit'])} ordered" if record.get("start_suit") else ""
    lines.append(f"turned up: {card(record['start'])}{ordered}")
    previous = None
    for turn in record["turns"]:
        if "reshuffle" in turn:
            lines.append(f"  the pile becomes a new stock of {len(turn['reshuffle'])}")
            previous = None
            continue
        if "play" in turn:
            text = card(turn["play"]) + (f", orders {suit(turn['suit'])}" if "suit" in turn else "")
        elif "skip" in turn:
            text = "loses the turn"
        else:
            drawn = " ".join(card(name) for name in turn["draw"]) or "nothing is left"
            text = f"{REASONS[turn['why']]}: {drawn}"
        if turn["seat"] == previous:
            lines[-1] += f"; {text}"
        else:
            lines.append(f"  {turn['seat']}  {text}")
        previous = turn["seat"]
    lines += _ending(record["result"])
    return "\n".join(lines) + "\n"


def _ending(result: Record) -> list[str]:
    if result["out"] is None:
        return ["void: the hand has gone on too long, no score"]
    change = " : ".join(f"{points:+d}" for points in result["delta"])
    scores = " : ".join(map(str, result["scores"]))
    lines = [f"seat {result['out']} is out; points {change}, now {scores}"]
    if result["losers"]:
        lines.append("above 101: " + ", ".join(f"seat {seat}" for seat in result["losers"]))
    if result["game_over"]:
        winner = result["winner"]
        winners = winner if isinstance(winner, list) else [winner]
        verb = "wins" if len(winners) == 1 else "share the win"
        lines.append(f"the game is over: {', '.join(f'seat {seat}' for seat in winners)} {verb}")
    return lines
