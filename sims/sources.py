"""The sources of the kernels, by a hash: which compiled code is theirs, and whose numbers can be added."""

from __future__ import annotations

import hashlib
from pathlib import Path


def source_hash() -> str:
    """First 16 hex digits of the SHA-256 over the names and bytes of all sources of `sims`."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


KERNEL_HASH = source_hash()
