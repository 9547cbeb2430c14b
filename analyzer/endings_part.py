"""A part of the calibration card: endings, against an exact best response."""

from __future__ import annotations

from analyzer.card import Card
from analyzer.duels import kind_of
from analyzer.endings import Endings, Judged, judge, share_closed
from sims.players import rules_block

IN_ENDINGS = ("rules", "rollout:20", "rollout:100")


def endings_of(card: Card, threads: int | None = None) -> list[Judged]:
    """The endings of a card; none where their layouts cannot be listed."""
    from sims.endings import can_list

    if kind_of(card.rules).event or not can_list(rules_block(card.game, card.rules)):
        return []
    wanted = Endings(card.game, card.rules, IN_ENDINGS, int(card.bids[0]), card.seed, card.endings)
    return judge(wanted, threads)


def endings(card: Card, threads: int | None = None) -> list[str]:
    """The part of the page."""
    if not card.endings:
        return []
    judged = endings_of(card, threads)
    if not judged:
        return ["## Endings", "", "Not judged: their layouts are too many to list.", ""]
    shares = [f"closed by {player}" for player in IN_ENDINGS[1:]]
    columns = ["cards", "seat", "layouts", *IN_ENDINGS, "best response", *shares]
    lines = [
        f"## Endings ({card.endings} of each kind)",
        "",
        f"Deals are played by `rules` for {card.bids[0]} until every seat has so many cards. The goal is then the bid",
        "nearest to what the declaring side has and half of what is left (the higher of two as near; a deal in which",
        "that is decided is passed over). One seat, the declarer or the defender to his left, plays the rest as each",
        "player, the others as `rules`. Its chance of success, that the contract is made or stopped, is counted over",
        "all layouts that fit what it knows: equally likely to the declarer, to the defender weighted by the call as",
        "`rollout:N` weights them. The best response is what no way to play the seat can exceed against these others.",
        "Closed: part of the gap between `rules` and the best response, with a 95 % interval (bootstrap over endings).",
        "",
        "| " + " | ".join(columns) + " |",
        "| " + " | ".join("---" for _ in columns) + " |",
    ]
    return [*lines, *(_row(card, one) for one in judged), ""]


def _row(card: Card, judged: Judged) -> str:
    cells = [str(judged.cards), judged.role, f"{judged.worlds.mean():,.0f}"]
    cells += [f"{100 * chance:.1f} %" for chance in judged.success.mean(axis=0)]
    for player in range(1, len(IN_ENDINGS)):
        share = share_closed(judged, player, card.seed)
        cells.append(f"{100 * share.share:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f})")
    return "| " + " | ".join(cells) + " |"
