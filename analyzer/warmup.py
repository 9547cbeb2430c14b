"""The smallest questions that make a game's kernels compile."""

from __future__ import annotations

from dataclasses import asdict
from types import ModuleType

from analyzer.calling import has_auction
from analyzer.checks import profile_of, usual_player
from analyzer.faces import face_of
from analyzer.request import OddsRequest, TraceRequest
from sims.sheets import Rules

FEW = 2  # deals; worlds, too
NOTHING = "left: S>=0"  # what is always known; the deals that fit knowledge are compiled for it


def warm_up(game: ModuleType, rules: Rules) -> None:
    """Ask `odds` of the quick and of the usual player, and trace a hand of each, with an auction where there is one."""
    deals_cards = hasattr(game, "hand_size")
    stem = usual_player(game).partition(":")[0]
    players = ["rules", *([f"{stem}:{FEW}"] if stem != "rules" else [])]
    bids = tuple(str(bid) for bid in game.bids(rules)[:1]) if hasattr(game, "bids") else ()
    bidders = profile_of(None, rules.game) if has_auction(game) else None
    for player in players:
        request = OddsRequest(
            game=game,
            rules=rules,
            hand=" ".join(game.deck(rules)[: game.hand_size(rules)]) if deals_cards else None,
            trumps=(),
            bids=bids,
            seat=None,
            dealer=None,
            score=None,
            policy=player,
            defence=player,
            seed=1,
            deals=FEW,
            threads=1,
            command="warmup",
            unicode=False,
            say=lambda text: None,
            know=NOTHING if deals_cards else None,
            auction=None if bidders is None else "",
            bidders=None if bidders is None else asdict(bidders),
        )
        face_of(rules).odds(request)
        trace = TraceRequest(
            game=game,
            rules=rules,
            low=0,
            high=1,
            dealer=None,
            score=None,
            policy=player,
            defence=player,
            seed=1,
            bidders=bidders,
        )
        list(face_of(rules).records(trace))
