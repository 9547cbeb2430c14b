"""A hand record as text that a player can follow."""

from __future__ import annotations

from typing import Any

from analyzer.notation import format_hand
from analyzer.notation_letters import SUIT_SYMBOLS

Record = dict[str, Any]


def _card(name: str, *, unicode: bool) -> str:
    return name[0] + SUIT_SYMBOLS[name[1]] if unicode and name[1] in SUIT_SYMBOLS else name


def _cards(names: list[str], *, unicode: bool) -> str:
    return " ".join(_card(name, unicode=unicode) for name in names) or "none"


def transcript(record: Record, *, unicode: bool = True) -> str:
    """The text of a record: hands, calls, exchange, one line a trick, the score."""
    sides = " : ".join("+".join(map(str, side)) for side in record["sides"])
    lines = [
        f"{record['game']} ({record['variant']}), deal {record['deal']} of seed {record['seed']}, "
        f"dealer {record['dealer']}, sides {sides}, scores {' : '.join(map(str, record['scores']))}",
    ]
    for seat, hand in enumerate(record["hands"]):
        player = f"({record['policies'][seat]})  " if hand else " "
        lines.append(f"  seat {seat} {player}{format_hand(hand, unicode=unicode) or 'sits out'}")
    if record["kitty"]:
        lines.append(f"  kitty  {format_hand(record['kitty'], unicode=unicode)}")
    if record.get("shadow") is not None:
        lines.append(f"  seat {record['shadow']} is the shadow")
    calls = ", ".join(f"{c['seat']} {c['call']}" for c in record["auction"])
    lines.append(f"auction: {calls}")
    if record["declarer"] is None:
        lines.append("all passed: thrown in, no score")
        return "\n".join(lines) + "\n"
    trump = SUIT_SYMBOLS[record["trump"]] if unicode else record["trump"]
    lines.append(f"contract: seat {record['declarer']} plays {record['contract']}, trump {trump}")
    lines += _course(record, unicode=unicode)
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


def _course(record: Record, *, unicode: bool) -> list[str]:
    """The exchange and the tricks; cards drawn after a trick stand in its line."""
    lines, draws = [], []
    for entry in record["exchange"]:
        takes = _cards(entry["takes"], unicode=unicode)
        if _draws_after_tricks(record):
            draws.append(f"{entry['seat']} draws {takes}")
            continue
        gone = _cards(entry["discards"], unicode=unicode)
        lines.append(f"  seat {entry['seat']} takes {takes}; discards {gone}")
    for number, trick in enumerate(record["tricks"], 1):
        plays = "  ".join(f"{p['seat']} {_cards(p['cards'], unicode=unicode)}" for p in trick["plays"])
        players = len(trick["plays"])
        drawn = ", ".join(draws[(number - 1) * players : number * players])
        after = f"; {drawn}" if drawn else ""
        lines.append(f"trick {number}:  {plays}  -> seat {trick['winner']}, {trick['points']} points{after}")
    return lines


def _draws_after_tricks(record: Record) -> bool:
    """Two-handed with a drawing stock: there is no other exchange in it."""
    return record["seats"] == 2 and not record["kitty"]
