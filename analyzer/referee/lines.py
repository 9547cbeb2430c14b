"""Records as text, one JSON object a line."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import NoReturn

from analyzer.referee.fault import Fault, Illegal
from analyzer.referee.fields import as_integer
from analyzer.referee.game import referee_record
from analyzer.referee.registry import GAMES

OUTSIDE_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|(?P<strange>-?Infinity|NaN|-?\d{1000,})')
"""Finds what Python's reader stumbles over or lets pass although JSON does not have it."""


class _NotJson(Exception):
    """A constant that JSON does not have."""


def _refuse(constant: str) -> NoReturn:
    raise _NotJson(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


def check_record(record: object, line: int = 1) -> Fault | None:
    """The first illegal act of a record, or None if all of it is legal.

    `record` is anything that JSON can say, as `json.loads` gives it; `line` is where it stands.
    """
    if not isinstance(record, dict):
        return Fault(line, None, None, None, "a record must be an object")
    try:
        referee_record(record, GAMES)
    except Illegal as illegal:
        return Fault(line, _deal_number(record), illegal.trick, illegal.card, illegal.text)
    return None


def check_lines(lines: Iterable[str]) -> Iterator[Fault | None]:
    """Judge a file of records: one fault or None for each line that is not blank."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = _DECODER.decode(line.rstrip())
        except (ValueError, _NotJson, RecursionError) as error:
            yield Fault(number, None, None, None, _reason(error, line))
        else:
            yield check_record(record, number)


def _reason(error: Exception, line: str) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON at column {error.pos + 1}: {error.msg}"
    if isinstance(error, RecursionError):
        return "not a record at column 1: nested too deeply"
    strange = (match for match in OUTSIDE_TEXT.finditer(line) if match["strange"])
    column = next((match.start() + 1 for match in strange), 1)
    if isinstance(error, _NotJson):
        return f"not JSON at column {column}: {error}"
    return f"not a record at column {column}: a number with too many digits"


def _deal_number(record: dict[str, object]) -> int | None:
    try:
        return as_integer(record.get("deal"), "deal")
    except Illegal:
        return None
