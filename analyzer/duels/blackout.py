"""Duels in Partnership Blackout: the contracts that `rules` calls, played by others."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from analyzer.duels.kind import DuelKind, Matchup, Outcomes, Words
from analyzer.faces.blackout_records import contract_row, rules_block
from sims import blocks
from sims.blackout_calls import rules_calls, run_auction
from sims.blackout_play import log_hands
from sims.deals import deal_batch
from sims.games import blackout as game
from sims.players import policy_code
from sims.seating import Seating, all_play
from sims.sheets import Rules
from sims.tables import Int64Array

if TYPE_CHECKING:
    from analyzer.duel import Duel

NOT_READ = ("target", "score")  # the first ends a match, the second stands for the numbers beside it
SEATS, NO_WORDS = 4, [0] * 4  # the rules player calls without drawing


class Kind(DuelKind):
    """All four seats call as `rules`, so that the contracts are the same whoever plays them."""

    event = "contract"
    kernel = "blackout_play.log_hands"
    words = Words(
        done="the contract made that the calls of `rules` undertake for a side",
        gain="makes {} percentage points more of its contracts",
        share="percentage points of the own contracts made",
        about=(
            "contract: what the calls of rules undertake for a side, the sides in turn; made with a on that side "
            "against b, and with b on it against a",
            "score: of that side for the hand, less that of the other side",
        ),
    )

    def __init__(self, duel: Duel) -> None:
        super().__init__(duel)
        self.block = rules_block(duel.rules, *self.players())

    @classmethod
    def table(cls, game: ModuleType, rules: Rules) -> Seating:
        """Two sides, partners opposite."""
        return all_play(((0, 2), (1, 3)))

    @classmethod
    def swing(cls, rules: Rules, goal: int | str) -> int:
        """A board or nil that is kept, less one that is not."""
        return game.BOARD_MADE - game.BOARD_SET

    def _play(
        self, seed: int, low: int, high: int, known: Int64Array, sides: Sequence[Matchup]
    ) -> tuple[Int64Array, Int64Array]:
        """Contracts made and scores, int64[deal, players of the sides 0 and 1, side] each."""
        rules, dealer, n = self.duel.rules, self.duel.dealer, high - low
        hands, _, _ = deal_batch(self.block, seed, low, high, known)
        calls = np.zeros((hands.size, 14), np.int64)
        rules_calls(self.block, hands.ravel(), calls)
        by_deal = calls.reshape(-1, SEATS, 14)
        auctions = [run_auction(rules, dealer, ["rules"] * SEATS, NO_WORDS, by_deal[i]) for i in range(n)]
        rows = np.array([contract_row(auction) for auction in auctions], np.int64)
        made = np.zeros((n, len(sides), 2), np.int64)
        score = np.zeros_like(made)
        for k, (first, second) in enumerate(sides):
            task = blocks.new_task(SEATS, 0, dealer, 0b0101, (policy_code(first), policy_code(second)))
            task[blocks.KNOWN : blocks.KNOWN + SEATS] = known
            log, by_seat = np.zeros((n, 52), np.int8), np.zeros((n, SEATS), np.int64)
            log_hands(np.uint64(seed), low, high, self.block, task, rows, log, by_seat)
            for i, tricks in enumerate(by_seat.tolist()):
                for side in (0, 1):
                    contract = auctions[i].contract(side)
                    made[i, k, side] = contract is not None and contract.made(tricks, side)
                    score[i, k, side] = game.contract_score(rules, contract, tricks, side)
        return made, score

    def deals(self, low: int, high: int, matchups: Sequence[Matchup]) -> Outcomes:
        """One hand of each pair of players a deal."""
        sides = list(dict.fromkeys(pair for own, other in matchups for pair in ((own, other), (other, own))))
        made, score = self._play(self.seed, low, high, np.zeros(SEATS, np.int64), sides)
        deal = np.arange(high - low)[:, None]
        side = np.array([self.own_side(low + i, 2) for i in range(high - low)])[:, None]
        places = np.array([[sides.index((a, b)), sides.index((b, a))] for a, b in matchups])
        seated = places[np.arange(len(matchups)), side]  # [deal, matchup]
        ours, theirs = score[deal, seated, side], score[deal, seated, 1 - side]
        return Outcomes(made[deal, seated, side][..., None], (ours - theirs)[..., None])

    def basis(self, goal: int | str) -> tuple[object, ...]:
        """The block, the variant's calls, and what contracts score."""
        rules = self.duel.rules
        scores = {name: value for name, value in game.resolved(rules).items() if name not in NOT_READ}
        return self.block.tobytes(), rules.variant, tuple(scores.items())

    def layouts(self, hand: int, n: int, player: str) -> Int64Array:
        """The others call anew in every layout."""
        hands, _, _ = deal_batch(self.block, self.seed, hand, hand + 1)
        seat, known = hand % SEATS, np.zeros(SEATS, np.int64)
        known[seat] = hands[0, seat]
        made, _ = self._play(int(self.layout_seed(hand)), 0, n, known, [(player, player)])
        return made[:, 0, seat % 2, None]
