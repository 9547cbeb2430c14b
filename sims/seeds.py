"""The master seed of a number or a text; kept apart from the kernels so that reading it loads no compiler."""

from __future__ import annotations

import hashlib


def master_seed(seed: int | str) -> int:
    """The 64-bit master seed of an integer or a text (SHA-256 of the text)."""
    if isinstance(seed, int):
        return seed & 0xFFFFFFFFFFFFFFFF
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
