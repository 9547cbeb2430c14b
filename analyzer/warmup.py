"""The smallest questions that make a game's kernels compile."""

from __future__ import annotations

from types import ModuleType

from analyzer.checks import usual_player
from analyzer.faces import face_of
from analyzer.request import OddsRequest, TraceRequest
from sims.sheets import Rules

FEW = 2  # deals; worlds, too
NOTHING = "left: S>=0"  # what is always known; the deals that fit knowledge are compiled for it


def warm_up(game: ModuleType, rules: Rules) -> None:
    """Ask `odds` of the quick and of the usual player, and trace a hand of each."""
    deals_cards = hasattr(game, "hand_size")
    stem = usual_player(game).partition(":")[0]
    players = ["rules", *([f"{stem}:{FEW}"] if stem != "rules" else [])]
    bids = tuple(str(bid) for bid in game.bids(rules)[:1]) if hasattr(game, "bids") else ()
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
        )
        list(face_of(rules).records(trace))
