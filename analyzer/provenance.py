"""The header of every report: which rules, players, seed and version are behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer import __version__
from sims.sheets import Rules

if TYPE_CHECKING:
    from reports.provenance import Provenance


def provenance_of(rules: Rules | None, **details: Any) -> Provenance:
    """Provenance of a report on one game's rules, or on none."""
    from reports.provenance import Provenance

    if rules is None:
        return Provenance(__version__, "", "", {}, {}, "", **details)
    return Provenance(
        __version__,
        rules.game,
        rules.variant,
        dict(rules.values),
        dict(rules.changed()),
        rules.rules_hash,
        **details,
    )


def json_header(schema: str, rules: Rules | None, **details: Any) -> dict[str, object]:
    """The first entries of a JSON answer."""
    header: dict[str, object] = {"schema": schema}
    if rules is not None:
        header |= {
            "game": rules.game,
            "variant": rules.variant,
            "switches": dict(rules.values),
            "rules_hash": rules.rules_hash,
        }
    return {**header, "version": __version__, **details}
