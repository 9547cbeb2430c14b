"""Options that a game without trumps and bids does not take."""

from __future__ import annotations

from collections.abc import Collection

from analyzer.request import OddsRequest, TraceRequest
from sims.errors import Refused


def refuse_options(
    request: OddsRequest | TraceRequest, taken: Collection[str], refused: Collection[str]
) -> None:
    """`Refused` for an option of another game, or for one of `refused` (names of the request's fields)."""
    given = [name for name in request.extras if name not in taken]
    given += [name for name in refused if getattr(request, name, None) not in (None, ())]
    for name in given:
        option = "--" + name.removesuffix("s" if name in ("trumps", "bids") else "").replace("_", "-")
        raise Refused(f"{request.rules.game} takes no {option}: leave it out")
