"""Whole matches from fresh hands and each game's own settlement: no outcome table, no kernel of `sims.matches`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from analyzer.checks import profile_of
from analyzer.faces import face_of
from analyzer.records import _course, _tricks
from analyzer.request import TraceRequest
from sims.auction import PASS
from sims.games import GAMES, blackout
from sims.hands import play_hands
from sims.seeds import master_seed
from sims.settlement import Outcome
from sims.sheets import Rules

Scores = tuple[int, ...]
After = tuple[Scores, list[int], int]  # scores, winners, side that deals next; the side that dealt is 0
Hand = Callable[[Scores], After]
BATCH = 1_000


@dataclass(frozen=True)
class Result:
    """Matches won by the side that deals first, and hands played."""

    won: float
    hands: int


def contract_hands(rules: Rules, seed: int) -> Iterator[Hand]:
    """Hands of a game with a contract, one after another."""
    game: ModuleType = GAMES[rules.game]
    low = 0
    while True:
        players, bidders = ("rules", "rules"), profile_of("standard", rules.game)
        batch = play_hands(game, rules, master_seed(seed), low, low + BATCH, None, players, bidding=bidders)
        table = game.seating(rules)
        sides, dealing = len(table.sides), table.kernel_side(batch.dealer)
        for i, auction in enumerate(batch.auctions):
            if auction.bidder is None:
                yield lambda scores: (scores, [], 1)
                continue
            tricks = _tricks(batch, i, auction.bidder)
            seen = [(side + dealing) % sides for side in range(sides)]  # our sides from the dealer's on
            side = table.kernel_side(auction.bidder)
            taken = table.by_side(batch.taken[i].tolist(), auction.bidder)
            callers = {table.kernel_side(seat) for seat, call in auction.calls if call != PASS}
            outcome = Outcome(
                tuple(taken[s] for s in seen),
                seen.index(side),
                auction.bid,
                sum(table.side_of(trick["winner"]) == side for trick in tricks),
                len(tricks),
                frozenset(seen.index(s) for s in callers),
                tuple((seen.index(s), points) for s, points in _course(batch, i, tricks)),
            )
            yield lambda scores, outcome=outcome: contract_after(game, rules, scores, outcome)
        low += BATCH


def contract_after(game: ModuleType, rules: Rules, scores: Scores, outcome: Outcome) -> After:
    settled = game.settle(rules, scores, outcome)
    return settled.scores, [] if settled.winner is None else [settled.winner], 1


def records(rules: Rules, seed: int, low: int, **extras: str) -> Iterator[dict[str, Any]]:
    """Records of hands dealt by the last seat, from scores of 0."""
    bidders = profile_of("standard", rules.game) if rules.game == "blackout" else None
    request = TraceRequest(
        GAMES[rules.game], rules, low, low + BATCH, None, None, "rules", "rules", seed,
        bidders=bidders, extras=extras,
    )  # fmt: skip
    yield from face_of(rules).records(request)


def recorded_hands(rules: Rules, seed: int) -> Iterator[Hand]:
    """Hands of Blackout and 101, from their records: what they add to the scores."""
    low = 0
    while True:
        for record in records(rules, seed, low):
            delta = record["result"]["delta"]
            sides = len(delta)
            dealing = record["dealer"] % sides
            turned = [delta[(side + dealing) % sides] for side in range(sides)]
            after = blackout_after if rules.game == "blackout" else one_hundred_one_after
            yield lambda scores, turned=turned, after=after: after(rules, scores, turned)
        low += BATCH


def blackout_after(rules: Rules, scores: Scores, delta: list[int]) -> After:
    sums = tuple(a + b for a, b in zip(scores, delta, strict=True))
    winner = blackout.match_winner(rules, sums)
    return sums, [] if winner is None else [winner], 1


def one_hundred_one_after(rules: Rules, scores: Scores, delta: list[int]) -> After:
    sums = tuple((a + b) % 101 if a + b == 101 else a + b for a, b in zip(scores, delta, strict=True))
    best = [side for side, total in enumerate(sums) if total == min(sums)]
    return sums, best if max(sums) > 101 else [], 1


def play_match(hands: Iterator[Hand], scores: Scores) -> tuple[float, int]:
    """What the side that deals first wins of a match, and its hands."""
    dealing, played = 0, 0
    while True:
        after, winners, turn = next(hands)(scores)
        played += 1
        sides = len(scores)
        if winners:
            return ((-dealing) % sides in winners) / len(winners), played
        scores = tuple(after[(side + turn) % sides] for side in range(sides))
        dealing = (dealing + turn) % sides


def play_matches(hands: Iterator[Hand], scores: Scores, n: int) -> Result:
    """Play n matches with fresh hands."""
    results = [play_match(hands, scores) for _ in range(n)]
    return Result(sum(won for won, _ in results), sum(played for _, played in results))


def fresh_hands(rules: Rules, seed: int) -> Iterator[Hand]:
    """Hands of the game, one after another."""
    if rules.game in ("blackout", "one-hundred-one"):
        return recorded_hands(rules, seed)
    return contract_hands(rules, seed)
