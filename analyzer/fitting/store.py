"""The labels of a fit on disk: chunks that are made once and found again."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import platformdirs
from numpy.typing import NDArray

from analyzer.fitting.labels import NO_BID, Source, seed_of
from analyzer.pool import cores
from sims.sources import KERNEL_HASH
from sims.tables import Int64Array

WEAK = "rules"


def label_folder(game: str, folder: Path | None) -> Path:
    """Where the labels of a game lie: they hold for the kernels, weights and questions that made them."""
    digest = hashlib.sha256(KERNEL_HASH.encode())
    digest.update((resources.files("sims") / "weights" / f"{game}.toml").read_bytes())
    for name in ("labels.py", "blackout.py"):
        digest.update(Path(__file__).with_name(name).read_bytes())
    named = os.environ.get("BIDODDS_CACHE_DIR")
    root = folder or (Path(named) if named else platformdirs.user_cache_path("bidodds")) / "labels"
    return root / f"{game}-{digest.hexdigest()[:16]}"


class Labels(NamedTuple):
    """hands int64[n], natural masks; places, trumps, bids int8[n]; reached int32[n] and worth int16[n, 2] of the
    player, and base_reached and base_worth of `rules` on the same deals (see `labels.Outcomes`), empty if he is it."""

    hands: Int64Array
    places: NDArray[np.int8]
    trumps: NDArray[np.int8]
    bids: NDArray[np.int8]
    reached: NDArray[np.int32]
    worth: NDArray[np.int16]
    base_reached: NDArray[np.int32]
    base_worth: NDArray[np.int16]


def label(source: Source, seed: int, low: int, high: int, player: str) -> Labels:
    """The labels of the deals low..high-1: a pure function of all that it is given."""
    asked = source.questions(seed, low, high)
    base = source.play(seed, low, high, asked, WEAK)
    strong = base if player == WEAK else source.play(seed, low, high, asked, player)
    kept = asked.bids != NO_BID
    both = kept if player != WEAK else np.zeros(0, np.int64)
    return Labels(
        asked.hands[kept],
        asked.places[kept].astype(np.int8),
        asked.trumps[kept].astype(np.int8),
        asked.bids[kept].astype(np.int8),
        strong.reached[kept].astype(np.int32),
        strong.worth[kept].astype(np.int16),
        base.reached[both].astype(np.int32),
        base.worth[both].astype(np.int16),
    )


Arrays = TypeVar("Arrays", bound=NamedTuple)


def read_arrays(path: Path, kind: type[Arrays]) -> Arrays | None:
    """The named arrays of a file; None if it is not there or not whole."""
    try:
        with np.load(path) as file:
            return kind(*(file[name] for name in kind._fields))
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        return None


def write_arrays(path: Path, arrays: NamedTuple) -> None:
    """Write a file at once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    with part.open("wb") as file:
        np.savez(file, **arrays._asdict())
    part.replace(path)


def collect(
    source: Source,
    game: str,
    seed: int | str,
    player: str,
    folder: Path,
    *,
    chunks: int,
    chunk: int,
    threads: int | None = None,
    report: Callable[[int], None] = lambda done: None,
) -> Labels:
    """The labels of a player on the deals 0..chunks * chunk - 1, in the order of the deals.

    A chunk that lies in the folder is read, another one is made and laid there; report: chunks done.
    """
    master = seed_of(game, seed, player)
    stem = f"{player.replace(':', '-')}-seed-{seed}-deals-{chunk}"
    done: list[Labels | None] = [None] * chunks
    stop = False

    def make(i: int) -> Labels | None:
        path = folder / stem / f"{i:05}.npz"
        found = read_arrays(path, Labels)
        if found is None and not stop:
            found = label(source, master, i * chunk, (i + 1) * chunk, player)
            write_arrays(path, found)
        return found

    with ThreadPoolExecutor(threads or cores()) as pool:
        try:
            for i, found in enumerate(pool.map(make, range(chunks))):
                done[i] = found
                report(i + 1)
        except BaseException:
            stop = True  # what is being played is finished and kept
            pool.shutdown(cancel_futures=True)
            raise
    parts = [part for part in done if part is not None]
    done.clear()
    return Labels(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
