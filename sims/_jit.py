"""The only place with numba's flags and the folder of its compiled kernels.

numba's own cache does not notice an edit in another file, so the folder is named by a hash of every
source of the package: an edit means a new folder. Where no folder can be written, kernels compile
anew in each process and nothing else changes.
"""

from __future__ import annotations

import inspect
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

from sims.sources import KERNEL_HASH

F = TypeVar("F", bound=Callable[..., Any])
_KEPT_FOLDERS = 4
_DAY = 86_400.0


def _cache_root() -> Path:
    named = os.environ.get("BIDODDS_CACHE_DIR")
    return Path(named) if named else platformdirs.user_cache_path("bidodds") / "kernels"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _prune(root: Path, keep: Path) -> None:
    """Drop kernel folders of older sources, the newest few and those of the last day excepted."""
    try:
        others = sorted(
            (p for p in root.iterdir() if p.is_dir() and p != keep),
            key=lambda p: p.stat().st_mtime,
            reverse=True,
        )
        for old in others[_KEPT_FOLDERS:]:
            if time.time() - old.stat().st_mtime > _DAY:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return


CACHE_FOLDER: Path | None = _cache_root() / KERNEL_HASH
if CACHE_FOLDER is not None and _writable(CACHE_FOLDER):
    numba.config.CACHE_DIR = str(CACHE_FOLDER)  # type: ignore[attr-defined]
    _prune(CACHE_FOLDER.parent, CACHE_FOLDER)
else:
    CACHE_FOLDER = None


def kernel(function: F) -> F:
    """Compile an entry point: without the GIL, cached on disk where a folder can be written."""
    jitted: Any = numba.njit(nogil=True, cache=CACHE_FOLDER is not None, error_model="numpy")(function)
    return cast(F, jitted)


def helper(function: F) -> F:
    """Compile a function that only kernels call; the compiler is free to inline it."""
    jitted: Any = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return cast(F, jitted)


class Unit:
    """A function of whole numbers that is compiled once, apart from the kernels that call it by its address.

    What a kernel inlines is compiled again with it, and again with whatever inlines that; a long function
    that several kernels share is therefore a unit. Kernels call it with `sims.memory.call`.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @cached_property
    def _compiled(self) -> Any:
        words = len(inspect.signature(self.function).parameters)
        signature = numba.int64(*(numba.int64,) * words)
        compile_ = numba.cfunc(signature, cache=CACHE_FOLDER is not None, error_model="numpy")
        return compile_(self.function)

    @property
    def address(self) -> int:
        """Where the compiled function lies in this process; the first time compiles or loads it."""
        return int(self._compiled.address)


def unit(function: Callable[..., Any]) -> Unit:
    """Make a function a `Unit`: int64 parameters, int64 result."""
    return Unit(function)


def is_cold(name: str) -> bool:
    """True if no compiled code of a kernel ("contracts.tally_contracts") lies in the cache yet."""
    return CACHE_FOLDER is None or next(CACHE_FOLDER.rglob(f"{name}-*.nbc"), None) is None
