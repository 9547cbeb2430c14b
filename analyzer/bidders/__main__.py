"""Duels of bidders: who gains by how he calls, on the same deals, each holding every side in turn.

    python -m analyzer.bidders nahanni bold standard -n 100000
    python -m analyzer.bidders two-hundred advised standard -n 2000 --drawn 0,195,5
    python -m analyzer.bidders two-hundred best advised-points -n 2000

A bidder is a profile by name or file, `advised` (by the chance to win the match) or `advised-points`, which may be
followed by a number of layouts as in `advised:96`; `best` as the
first one is the best response of the family to the second, found on as many other deals, and `fit` as the only one
fits a profile by self-play.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

from analyzer.bidders.advised import LAYOUTS, Advisor
from analyzer.bidders.duel import BATCH, Bank, Bidder, Gain, Hands, duel, gain_of
from analyzer.bidders.fitting import STEPS, best_response, fictitious_play, shown
from analyzer.bidders.table import BidTable
from analyzer.match import chances_of
from analyzer.output import tell
from sims.errors import Refused
from sims.games import find_game
from sims.profiles import read_profile
from sims.seeds import master_seed
from sims.sheets import resolve

ADVISED, BY_POINTS, BEST, FIT = "advised", "advised-points", "best", "fit"
ELSEWHERE = 1 << 32  # number of the first deal on which a best response or a profile is looked for


def bidder_of(name: str, game: str, profile: str) -> Bidder:
    """A bidder by name; `Refused` names what cannot be."""
    stem, colon, number = name.partition(":")
    if stem in (ADVISED, BY_POINTS):
        if colon and not (number.isdecimal() and 0 < int(number) <= 10_000):
            raise Refused(
                f"{name!r}: after the colon stands the number of layouts, 1 to 10,000, as in {stem}:48"
            )
        return Advisor(read_profile(profile, game), stem == ADVISED, int(number) if colon else LAYOUTS)
    return read_profile(name, game)


def banks_of(
    table: BidTable,
    seed: int,
    first: int,
    deals: int,
    scores: Sequence[int] | None,
    drawn: tuple[int, int, int],
) -> list[Bank]:
    """Deals in batches."""
    size = min(BATCH, max(1, (deals + 1) // 2))
    end = first + deals
    return [Bank(table, seed, low, min(low + size, end), scores, drawn) for low in range(first, end, size)]


def lines_of(table: BidTable, hands: Hands) -> list[str]:
    """What is said of a duel."""
    n, played = len(hands.points), int(hands.played.sum())

    def gain(name: str, found: Gain, digits: int) -> str:
        numbers = " ".join(f"{number:+.{digits}f}" for number in (found.mean, found.low, found.high))
        return f"{name:<24}{numbers}"

    lines = [gain("points a deal", gain_of(hands.points), 3)]
    if table.match is not None:
        lines.append(gain("match, % points a deal", gain_of(100 * hands.win), 3))
    counts = dict(zip(table.bids, hands.bids.sum(axis=0).tolist(), strict=True))
    made = hands.made.sum() / max(1, played)
    bids = ", ".join(f"{bid} {count / max(1, played):.3f}" for bid, count in counts.items() if count)
    return [
        *lines,
        f"{'contracts of the first':<24}{played:,} in {n * table.sides:,} hands, {made:.3f} made",
        f"{'their bids':<24}{bids}",
        f"{'thrown in':<24}{hands.thrown.sum() / n / table.sides:.4f}",
    ]


def numbers(text: str) -> tuple[int, ...]:
    """`0,195,5` or `100:60`."""
    return tuple(int(part) for part in text.replace(":", ",").split(","))


def arguments_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m analyzer.bidders", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("game")
    parser.add_argument("a", help="a profile, advised, advised-points, best or fit")
    parser.add_argument("b", nargs="?", default="standard", help="the bidder of the other sides")
    parser.add_argument("-n", "--deals", type=int, default=10_000)
    parser.add_argument(
        "--score", type=numbers, help="scores of the sides before the hand, as 100:60 (default: 0)"
    )
    parser.add_argument("--drawn", type=numbers, help="or drawn for each deal: LOWEST,HIGHEST,STEP")
    parser.add_argument("--profile", default="standard", help="how an advised bidder takes everybody to call")
    parser.add_argument("--rounds", type=int, default=6, help="of fit")
    parser.add_argument("--points-only", action="store_true", help="no match chances")
    parser.add_argument("--set", action="append", default=[], help="a switch of the rules, NAME=VALUE")
    parser.add_argument("--seed", default="bidders")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one duel and print it."""
    chosen = arguments_of(arguments)
    module, values = find_game(chosen.game)
    rules = resolve(module.SHEET, None, values | dict(each.split("=", 1) for each in chosen.set))
    match = None if chosen.points_only else chances_of(rules, say=tell)
    table = BidTable(rules, match)
    scores = chosen.score or (None if chosen.drawn else (0,) * table.sides)
    if scores is not None:
        module.check_scores(rules, scores)
    drawn = chosen.drawn or (0, 0, 5)
    seed = master_seed(chosen.seed)
    begun = time.monotonic()
    if chosen.a == FIT:
        there = banks_of(table, seed, ELSEWHERE, chosen.deals, scores, drawn)
        fitted = fictitious_play(there, read_profile(chosen.b, rules.game), chosen.rounds, tell)
        sys.stdout.write(f"{shown(fitted)}\n")
        return
    b = bidder_of(chosen.b, rules.game, chosen.profile)
    if chosen.a == BEST:
        there = banks_of(table, seed, ELSEWHERE, chosen.deals, scores, drawn)
        start = b if not isinstance(b, Advisor) else b.profile
        found, gained = best_response(there, b, start, STEPS[:2] if isinstance(b, Advisor) else STEPS)
        tell(f"best response {shown(found)}, {gained:+.3f} points a deal where it was found")
        a: Bidder = replace(found, name=BEST)
    else:
        a = bidder_of(chosen.a, rules.game, chosen.profile)
    hands = duel(banks_of(table, seed, 0, chosen.deals, scores, drawn), a, b)
    title = f"{chosen.a} against {chosen.b}, {rules.game}, {chosen.deals:,} deals"
    sys.stdout.write("\n".join([title, *lines_of(table, hands), ""]))
    tell(f"{time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    try:
        main()
    except Refused as error:
        tell(str(error))
        sys.exit(2)
