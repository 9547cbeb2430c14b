"""Playing a stated record of the three odd games again at the test tables."""

import copy
import random
from typing import Any

from tests.referee import hundreds, hundreds_reader, quiz, quiz_reader, shedding, shedding_reader
from tests.referee.table import NotOfferedError, Record, exact

FREE = ("schema", "game", "switches", "deal", "seed", "rules_hash", "policies")
"""Fields that the tables take as they are; a test does not change them."""
NULL = ("attempt", "redeal", "start_suit", "suit", "from")
"""Fields that say the same by being null and by not being there."""
OPTIONAL: dict[str, list[tuple[str | int, ...]]] = {
    "da-bai-fen": [("stock",), ("result", "levels")],
    "one-hundred-one": [],
    "hundred-to-one": [("result", "taken"), ("result", "delta"), ("result", "game_over")],
}


def random_record(game: str, rng: random.Random, switches: Record, variant: str = "base") -> Record:
    """A legal record of a game."""
    if game == "da-bai-fen":
        return hundreds.random_record(rng, variant, switches)
    if game == "one-hundred-one":
        return shedding.random_record(rng, switches)
    return quiz.random_record(rng, switches)


def is_legal(record: Record) -> bool:
    """Whether the table, offered the choices of this record, writes the same record."""
    try:
        again = _PLAY[record["game"]](record)
    except (NotOfferedError, KeyError, IndexError, TypeError, ValueError, AttributeError):
        return False
    again |= {key: record[key] for key in FREE if key in record}
    paths = list(OPTIONAL[record["game"]])
    for place, entry in enumerate(again.get("rounds", [])):
        if entry["kind"] == "extra":
            answers = range(len(entry["answers"]))
            paths += [("rounds", place, "took"), *(("rounds", place, "answers", n, "at") for n in answers)]
    for path in paths:
        _drop_if_unstated(again, record, path)
    return exact(_without_null(again)) == exact(_without_null(record))


def _drop_if_unstated(ours: Any, theirs: Any, path: tuple[str | int, ...]) -> None:
    """Take out of our record what the other one leaves out."""
    for key in path[:-1]:
        ours = ours[key]
        theirs = theirs[key] if _has(theirs, key) else None
    if isinstance(theirs, dict) and path[-1] not in theirs:
        del ours[path[-1]]


def _has(node: Any, key: str | int) -> bool:
    if isinstance(node, list):
        return isinstance(key, int) and key < len(node)
    return isinstance(node, dict) and key in node


def _without_null(node: Any) -> Any:
    if isinstance(node, dict):
        return {k: _without_null(v) for k, v in node.items() if v is not None or k not in NULL}
    return [_without_null(each) for each in node] if isinstance(node, list) else node


def _whole(*numbers: Any) -> None:
    if any(type(number) is not int for number in numbers):
        raise NotOfferedError


def _hundreds(record: Record) -> Record:
    _whole(record["dealer"], *record["levels"], *record["scores"])
    if record["dealer"] not in range(4) or len(record["levels"]) != 2:
        raise NotOfferedError
    if any(type(record[key]) is not bool for key in ("first_hand", "after_draw")):
        raise NotOfferedError
    return hundreds.play(
        record["variant"],
        record["switches"],
        hundreds_reader.Reader(copy.deepcopy(record)),
        record["hands"],
        record["kitty"],
        dealer=record["dealer"],
        levels=record["levels"],
        first_hand=record["first_hand"],
        after_draw=record["after_draw"],
    )


def _shedding(record: Record) -> Record:
    _whole(record["dealer"], *record["scores"])
    if record["dealer"] not in range(len(record["hands"])):
        raise NotOfferedError
    return shedding.play(
        record["switches"],
        shedding_reader.Reader(copy.deepcopy(record)),
        record["hands"],
        record["start"],
        record["stock"],
        dealer=record["dealer"],
        scores=record["scores"],
    )


def _quiz(record: Record) -> Record:
    reader = quiz_reader.Reader(copy.deepcopy(record))
    return quiz.play(record["switches"], reader, record["boards"], record["skill"])


_PLAY = {"da-bai-fen": _hundreds, "one-hundred-one": _shedding, "hundred-to-one": _quiz}
