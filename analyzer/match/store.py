"""Tables in files: those of the user's cache, and one of each game that comes with the program."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tempfile
import zipfile
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import platformdirs
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.jobs import code_hash
from analyzer.match.outcomes import Outcomes, grouped
from analyzer.match.rules import levels_of, match_rules
from analyzer.match.solve import Float64Array
from analyzer.match.table import MatchTable
from sims import matches as m
from sims.sheets import Rules
from sims.tables import Int64Array

FORMAT = 2  # of the files
EXACT_STATES = 20_000  # larger tables are kept in steps of 1 / CHANCE_STEPS
CHANCE_STEPS = 1 << 12
HAND_STEPS = 8
MOST_HANDS = (1 << 16) // HAND_STEPS - 1


def cache_folder() -> Path:
    """Where the user's tables lie."""
    named = os.environ.get("BIDODDS_CACHE_DIR")
    return Path(named) if named else platformdirs.user_cache_path("bidodds") / "matches"


def cache_file(rules: Rules, policy: str, seed: int | str, hands: int) -> Path:
    """The file of a table: named by all that decides its numbers."""
    key = [FORMAT, rules.game, rules.rules_hash, code_hash(), __version__, policy, str(seed), hands]
    return cache_folder() / f"match-{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:24]}.npz"


def write_table(table: MatchTable, path: Path) -> None:
    """Write a table to a file, whole or not at all; OSError if that cannot be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".match.")
    try:
        with os.fdopen(handle, "wb") as file:
            write_stream(table, file)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_stream(table: MatchTable, file: BinaryIO) -> None:
    """The table as an npz archive."""
    about = {
        "format": FORMAT,
        "game": table.rules.game,
        "rules_hash": table.rules.rules_hash,
        "policy": table.policy,
        "seed": table.seed,
        "hands": table.hands,
        "residual": table.residual,
        "bound": table.bound,
        "first": table.first,
    }
    arrays: dict[str, NDArray[Any]] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
    if table.outcomes is not None:
        rows = table.outcomes.rows
        kept = [m.COUNT, m.SIDE, m.MADE, m.BIDDERS, m.NEXT, m.COURSE, *range(m.DELTA, m.ROW_SIZE)]
        arrays["rows"] = rows[:, kept].astype(np.int32)
    if table.values is not None:
        arrays |= packed(table.values, table.match)
    np.savez_compressed(file, allow_pickle=False, **arrays)


def read_table(file: BinaryIO, rules: Rules) -> MatchTable:
    """The table in a file; ValueError, OSError and others if it holds none of these rules."""
    with np.load(file, allow_pickle=False) as archive:
        about = json.loads(archive["about"].tobytes())
        if (about["format"], about["rules_hash"]) != (FORMAT, rules.rules_hash):
            raise ValueError("the table is of other rules")
        outcomes = read_rows(archive["rows"], about["hands"]) if "rows" in archive else None
        values = unpacked(archive, rules) if "hands" in archive else None
    return MatchTable(
        rules, about["policy"], about["seed"], about["hands"], values, outcomes, about["residual"],
        about["bound"], about["first"],
    )  # fmt: skip


def read_rows(kept: NDArray[Any], hands: int) -> Outcomes:
    """The outcomes of a file."""
    columns = [m.COUNT, m.SIDE, m.MADE, m.BIDDERS, m.NEXT, m.COURSE, *range(m.DELTA, m.ROW_SIZE)]
    rows = np.zeros((len(kept), m.ROW_SIZE), np.int64)
    rows[:, columns] = kept
    if rows[:, m.COUNT].sum() != hands:
        raise ValueError("the rows are not all there")
    return Outcomes(grouped(rows), np.array([0, len(rows)], np.int64), hands)


def packed(values: Float64Array, match: Int64Array) -> dict[str, NDArray[Any]]:
    """Chances but for the last side's, which is what they leave, and hands to come; of a large table whole numbers of
    steps (`folded`)."""
    chances, hands = values[:, :-2], values[:, -1]
    if len(values) <= EXACT_STATES:
        return {"chances": chances, "hands": hands}
    shape = (levels_of(match),) * int(match[m.SIDES])
    steps = np.rint(chances.T * CHANCE_STEPS).astype(np.uint16).reshape(-1, *shape)
    length = np.rint(np.minimum(hands, MOST_HANDS) * HAND_STEPS).astype(np.uint16).reshape(shape)
    return {"chances": np.stack([folded(each) for each in steps]), "hands": folded(length)}


def folded(steps: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Numbers that change little along every axis as small ones, which take little room: differences along each axis,
    0 -1 1 -2 2 ... as 0 1 2 3 4 ..., all low bytes before all high ones."""
    for axis in range(steps.ndim):
        steps = np.diff(steps, axis=axis, prepend=np.uint16(0))
    sign = np.where(steps >> 15, np.uint16(0xFFFF), np.uint16(0))
    flat = ((steps << 1) ^ sign).ravel()
    return np.concatenate([flat & 0xFF, flat >> 8]).astype(np.uint8)


def unfolded(small: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[Any]:
    """What `folded` has folded, as one axis."""
    low, high = small.astype(np.uint16).reshape(2, -1)
    flat = low | high << 8
    sign = np.where(flat & 1, np.uint16(0xFFFF), np.uint16(0))
    steps: NDArray[Any] = ((flat >> 1) ^ sign).reshape(shape)
    for axis in range(len(shape)):
        steps = np.cumsum(steps, axis=axis, dtype=np.uint16)
    return steps.ravel()


def unpacked(archive: Any, rules: Rules) -> Float64Array:
    """The values of `packed`; ValueError if they are not of the size that the rules ask for."""
    chances, hands = archive["chances"], archive["hands"]
    match = match_rules(rules)
    shape = (levels_of(match),) * int(match[m.SIDES])
    if hands.dtype == np.uint8:
        chances = np.stack([unfolded(each, shape) for each in chances], axis=1) / CHANCE_STEPS
        hands = unfolded(hands, shape) / HAND_STEPS
    if chances.shape != (np.prod(shape), len(shape) - 1) or len(hands) != len(chances):
        raise ValueError("the table is of another size")
    last = np.clip(1 - chances.sum(axis=1), 0.0, 1.0)
    values: Float64Array = np.column_stack([chances, last, hands])
    return values


def rounded(table: MatchTable) -> MatchTable:
    """The table as it reads back from a file, so that an answer is the same before and after."""
    file = io.BytesIO()
    write_stream(table, file)
    file.seek(0)
    return read_table(file, table.rules)


def read_cached(path: Path, rules: Rules) -> MatchTable | None:
    """The table of a file of the cache; None if there is none, or none that can be read."""
    try:
        with path.open("rb") as file:
            return read_table(file, rules)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None


def shipped_file(game: str) -> Any:
    """The file of a game's table that comes with the program."""
    return resources.files("analyzer.match") / "tables" / f"{game}.npz"


def read_shipped(rules: Rules, policy: str, seed: int | str, hands: int) -> MatchTable | None:
    """The table that comes with the program, if it is of these rules and hands."""
    try:
        with shipped_file(rules.game).open("rb") as file:
            table = read_table(file, rules)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return None
    same = (table.policy, table.seed, table.hands) == (policy, seed, hands)
    return table if same else None
