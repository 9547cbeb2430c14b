"""What a calibration card is made of."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from analyzer.duel import Duel
from analyzer.duels import kind_of
from sims.sheets import Rules


@dataclass(frozen=True)
class Card:
    """The question of a card. players: from the weakest up; bids: see `Duel`; deals: of each step of the
    ladder, the last number for all further steps; bracket: deals of that part, endings: endings of each
    kind; 0 leaves a part out."""

    game: ModuleType
    rules: Rules
    players: tuple[str, ...]
    bids: tuple[int | str, ...]
    deals: tuple[int, ...]
    hands: int
    layouts: int
    seed: str
    bracket: int = 0
    endings: int = 0

    def duel(
        self, players: tuple[str, ...], bids: tuple[int | str, ...], against: str | None, deals: int
    ) -> Duel:
        """A duel on the card's deals, the last seat being the dealer."""
        table = kind_of(self.rules).table(self.game, self.rules)
        return Duel(
            game=self.game,
            rules=self.rules,
            players=players,
            bids=bids,
            against=against,
            dealer=len(table.active) - 1,
            seed=self.seed,
            deals=deals,
        )
