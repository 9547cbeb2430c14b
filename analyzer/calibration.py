"""The calibration card of a game: how much the odds depend on who plays; writes docs/calibration/GAME.md.

    python -m analyzer.calibration two-hundred --deals 2000 --hands 40 --layouts 100

Part 1 is a ladder of players: each against the one below it, on common deals, declaring and defending. Part 2
asks, hand by hand, how far the P(make) of neighbouring players lie apart: the mean (bias) and the root mean
square over hands, from which the noise of sampling is taken off.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from analyzer.duel import USUAL_BIDS, Duel, DuelAnswer, comparisons, contracts_of, play_duel
from analyzer.intervals import mean_error, tango, wilson
from analyzer.pool import sum_chunks
from sims import blocks
from sims.deals import deal_batch
from sims.games import find_game
from sims.players import player_tables, policy_code, read_weights
from sims.seeds import master_seed
from sims.sheets import Rules, resolve
from sims.tables import Int64Array

PLAYERS = ("random", "rules", "rollout:20", "rollout:80")
HIGHER = {"two-hundred": 80, "nahanni": 25, "fifty-five": 25}  # the second bid that is asked about
STANDARD_ERRORS = 3  # by which a player must beat the one below it, on both sides of the contract


@dataclass(frozen=True)
class Card:
    """What a calibration card is made of."""

    game: ModuleType
    rules: Rules
    players: tuple[str, ...]
    bids: tuple[int, ...]
    deals: int
    hands: int
    layouts: int
    seed: str


@dataclass(frozen=True)
class Gap:
    """How far the P(make) of two players lie apart over hands, in points of probability."""

    bias: float
    bias_error: float
    rms: float


def gap(made: NDArray[np.int64], other: NDArray[np.int64]) -> Gap:
    """The gap of `made` to `other`, int64[hand, layout] of 0 and 1 on common layouts.

    The mean of the squared differences of hands counts their sampling variance in; it is taken off hand by hand.
    """
    differences = (made - other).astype(float)
    layouts = differences.shape[1]
    by_hand = differences.mean(axis=1)
    noise = differences.var(axis=1, ddof=1) / layouts
    square = float((by_hand**2 - noise).mean())
    error = float(by_hand.std(ddof=1) / np.sqrt(len(by_hand)))
    return Gap(100 * float(by_hand.mean()), 100 * error, 100 * float(np.sqrt(max(square, 0.0))))


def made_by_hand(card: Card, threads: int | None = None) -> dict[str, NDArray[np.int64]]:
    """For each player, in self-play, whether each hand made each bid: int64[bid, hand, layout].

    The hands are those of the declarers of the first deals under the card's seed, each with its best trump;
    all players meet the same layouts.
    """
    from sims.contracts import Tally
    from sims.searched import tally_searched

    game, rules = card.game, card.rules
    block = blocks.pack(game.tables(rules), player_tables(read_weights(rules.game), rules.variant))
    seed, at_table = master_seed(card.seed), game.seating(rules)
    contracts = contracts_of(block, seed, 0, card.hands, at_table.callers)
    hands, _, _ = deal_batch(block, seed, 0, card.hands)
    ladder = game.bids(rules)
    bids = np.array([ladder.index(bid) for bid in card.bids], np.int64)
    seats, others = len(at_table.active), len(at_table.sides) - 1

    def play(player: str, low: int, high: int) -> list[Int64Array]:
        """One row of the result for each hand and layout low..high-1, as a sparse sum."""
        made = np.zeros((card.hands * card.layouts, len(bids)), np.int64)
        unused = np.zeros(len(bids), np.int64)
        for row in range(low, high):
            hand, layout = divmod(row, card.layouts)
            declarer = int(contracts.declarers[hand])
            codes = (policy_code(player), policy_code(player))
            task = blocks.new_task(seats, declarer, seats - 1, at_table.allies(declarer), codes, others)
            task[blocks.KNOWN + declarer] = hands[hand, declarer]
            tally = Tally(made[row], unused, unused.copy(), np.zeros((len(bids), len(bids)), np.int64))
            layouts = np.uint64(master_seed(f"{card.seed}: hand {hand}"))
            trumps = contracts.trumps[hand : hand + 1]
            tally_searched(layouts, layout, layout + 1, block, task, trumps, bids, tally)
        return [made]

    found = {}
    for player in card.players:
        rows = card.hands * card.layouts
        _, (made,) = sum_chunks(
            lambda low, high, player=player: play(player, low, high),  # type: ignore[misc]
            rows,
            threads=threads,
            chunk=card.layouts,
        )
        found[player] = made.T.reshape(len(bids), card.hands, card.layouts)
    return found


def ladder_of(card: Card, threads: int | None = None) -> list[DuelAnswer]:
    """Each player against the one below it."""
    return [
        play_duel(
            Duel(
                game=card.game,
                rules=card.rules,
                players=(upper, lower),
                bids=card.bids[:1],
                against=lower,
                dealer=len(card.game.seating(card.rules).active) - 1,
                seed=card.seed,
                deals=card.deals,
            ),
            threads=threads,
        )
        for lower, upper in zip(card.players, card.players[1:], strict=False)
    ]


def page(
    card: Card, command: str, ladder: Sequence[DuelAnswer], by_hand: dict[str, NDArray[np.int64]]
) -> str:
    """The card as Markdown."""
    title = card.rules.sheet.title
    lines = [
        f"# Calibration: {title}",
        "",
        f"How much P(make) in {title} depends on who plays. Made by `{command}`, rules {card.rules.rules_hash}, seed "
        f"{card.seed!r}; common deals in every comparison.",
        "",
        f"## The ladder (bid {card.bids[0]}, {card.deals:,} deals)",
        "",
        "The declarer of a deal is the seat with the best estimate, in its best suit. Change of P(make) in points when",
        "the stronger player takes one side of the contract and the weaker one keeps the other; 95 % intervals.",
        f"A player enters if it wins by more than {STANDARD_ERRORS} standard errors on both sides.",
        "",
        "| player | against | as declarer | as defence | points a deal, declaring | defending | enters |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for answer in ladder:
        rows = {row.role: i for i, row in enumerate(comparisons(answer.duel))}
        upper, lower = answer.duel.players
        cells, won = [], []
        for role, sign in (("declarer", 1), ("defence", -1)):
            i, n, sums = rows[role], answer.deals, answer.sums
            plus, minus = int(sums.only_a[i]), int(sums.only_b[i])
            low, high = tango(plus, minus, n)
            change = (plus - minus) / n
            error = np.sqrt((plus + minus) / n - change**2) / np.sqrt(n)
            won.append(sign * change > STANDARD_ERRORS * error)
            cells.append(f"{100 * change:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})")
        for role in ("declarer", "defence"):
            i = rows[role]
            total, squares = int(answer.sums.diff[i]), int(answer.sums.squares[i])
            cells.append(f"{total / answer.deals:+.1f} ± {mean_error(total, squares, answer.deals):.1f}")
        lines.append(f"| {upper} | {lower} | " + " | ".join(cells) + f" | {'yes' if all(won) else 'no'} |")
    lines += [
        "",
        f"## Hand by hand ({card.hands} declarers' hands, {card.layouts} layouts each, self-play)",
        "",
        "Mean P(make) of each player, and how far neighbours lie apart on the same hand, in points: mean difference",
        "(upper less lower, ± standard error over hands) and root mean square over hands without sampling noise.",
        "",
        "| bid | player | P(make) | 95 % interval | less the player before | root mean square |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for b, bid in enumerate(card.bids):
        for p, player in enumerate(card.players):
            made = by_hand[player][b]
            low, high = wilson(int(made.sum()), made.size)
            cells = [f"{100 * made.mean():.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %", "", ""]
            if p:
                between = gap(made, by_hand[card.players[p - 1]][b])
                cells[2:] = [f"{between.bias:+.1f} ± {between.bias_error:.1f}", f"{between.rms:.1f}"]
            lines.append(f"| {bid} | {player} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "The intervals of P(make) hold for these hands; they are too few to speak for all hands.",
        "",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the card of one game."""
    parser = argparse.ArgumentParser(prog="python -m analyzer.calibration", description=__doc__)
    parser.add_argument("game", choices=sorted(USUAL_BIDS))
    parser.add_argument("--deals", type=int, default=2_000, help="deals of the ladder")
    parser.add_argument("--hands", type=int, default=40)
    parser.add_argument("--layouts", type=int, default=100, help="layouts of each hand")
    parser.add_argument("--players", default=",".join(PLAYERS), help="from the weakest up")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--output", type=Path, help="the page (default: standard output)")
    chosen = parser.parse_args(arguments)
    module, values = find_game(chosen.game)
    card = Card(
        game=module,
        rules=resolve(module.SHEET, None, values),
        players=tuple(chosen.players.split(",")),
        bids=(USUAL_BIDS[chosen.game], HIGHER[chosen.game]),
        deals=chosen.deals,
        hands=chosen.hands,
        layouts=chosen.layouts,
        seed=chosen.seed,
    )
    typed = ["python -m analyzer.calibration", *(sys.argv[1:] if arguments is None else arguments)]
    text = page(card, " ".join(typed), ladder_of(card), made_by_hand(card))
    if chosen.output is None:
        sys.stdout.write(text)
    else:
        chosen.output.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
