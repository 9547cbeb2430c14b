"""A part of the calibration card: the bracket that players who see all hands put around the odds."""

from __future__ import annotations

from analyzer.card import Card
from analyzer.duels import kind_of
from analyzer.intervals import wilson
from analyzer.pool import sum_chunks
from sims.players import OPEN
from sims.tables import Int64Array


def bracketed(card: Card) -> tuple[str, ...]:
    """The players of the card around whom a bracket is put: all who know what they do."""
    return tuple(player for player in card.players if player != "random")


def made_in_bracket(card: Card, threads: int | None = None) -> dict[str, Int64Array]:
    """For each player, deals in which each bid was made: int64[matchup, bid]. The matchups: against a defence
    that sees all hands, against himself, and a declaring side that sees all hands against him."""
    return {player: _made(card, player, threads) for player in bracketed(card)}


def _made(card: Card, player: str, threads: int | None) -> Int64Array:
    kind = kind_of(card.rules)(card.duel((player, OPEN), card.bids, player, card.bracket))
    matchups = [(player, OPEN), (player, player), (OPEN, player)]
    _, (made,) = sum_chunks(
        lambda low, high: [kind.deals(low, high, matchups).made.sum(axis=0)], card.bracket, threads=threads
    )
    return made


def bracket(card: Card, threads: int | None = None) -> list[str]:
    """The part of the page; none where nobody who sees all hands can play."""
    if card.bracket == 0 or OPEN not in card.game.SEARCHED:
        return []
    lines = [
        f"## The bracket ({card.bracket:,} deals)",
        "",
        "P(make) of the declarers of the ladder, each player against a defence that sees all hands (`open`,",
        "docs/players.md), against himself, and as the defence against a declaring side that sees all hands; 95 %",
        "intervals. Odds of players at a table lie between the outer columns.",
        "",
        "| bid | player | against open | against himself | open against him | width |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    by_player = made_in_bracket(card, threads)
    for b, bid in enumerate(card.bids):
        for player in bracketed(card):
            made = [int(row[b]) for row in by_player[player]]
            cells = []
            for count in made:
                low, high = wilson(count, card.bracket)
                cells.append(f"{100 * count / card.bracket:.1f} % ({100 * low:.1f}–{100 * high:.1f})")
            wide = 100 * (made[2] - made[0]) / card.bracket
            lines.append(f"| {bid} | {player} | " + " | ".join(cells) + f" | {wide:.0f} |")
    return [*lines, ""]
