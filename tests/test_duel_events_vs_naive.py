"""Duels in the games without bids count the hands of the naive twins; searchers, those of their records."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from analyzer.duel import Duel, play_duel
from analyzer.duel_report import rows_of
from analyzer.duels import kind_of
from analyzer.faces import face_of
from analyzer.request import TraceRequest
from sims import shedding_tables
from sims.games import da_bai_fen as sets_game
from sims.games import twenty_five
from sims.players import read_weights
from tests.naive import blackout, fives, shedding
from tests.naive import da_bai_fen as sets
from tests.naive import da_bai_fen_calls as sets_calls
from tests.naive import da_bai_fen_player as sets_player
from tests.naive.deals import RANKS, cards, deal
from tests.naive.frames import deck_of
from tests.test_duel import SEED, duel_of
from tests.test_duel_vs_naive import COUNTED

Who = tuple[str, str]  # players of the own side and of the others
Outcome = tuple[bool, float]  # the event, the score less the mean of the others'


def lead(points: list[int], own: int) -> float:
    others = [number for side, number in enumerate(points) if side != own]
    return points[own] - sum(others) / len(others)


def naive_blackout(duel: Duel, index: int, who: Who) -> Outcome:
    rules, own = duel.rules, index % 2
    score = "exact10" if rules.variant == "mayes" else "seed_literal"

    def hand(policies: list[str], calls: list[tuple[int, str]]) -> blackout.Hand:
        return blackout.Hand(
            hands=deal(cards(RANKS), 4, 13, 0, SEED, index).hands, dealer=duel.dealer, variant=rules.variant,
            numbers=blackout.PROFILES[score], lead_trump=rules.word("lead_trump"), weights=read_weights("blackout"),
            policies=policies, calls=calls,
        )  # fmt: skip

    called = hand(["rules"] * 4, [])
    called.run_calls(SEED, index)
    twin = hand([who[seat % 2 != own] for seat in range(4)], called.calls)
    twin.play(SEED, index)
    return twin.score(own)[1], twin.score(own)[0] - twin.score(1 - own)[0]


def naive_race(duel: Duel, index: int, who: Who) -> Outcome:
    sides = [list(side) for side in twenty_five.seating(duel.rules).sides]
    own, seats = index % len(sides), duel.rules.number("players")
    twin = fives.twenty_five(
        deal(deck_of("nahanni", {}), seats, 5, 1, SEED, index), seed=SEED, index=index, dealer=duel.dealer,
        sides=sides, scores=[0] * len(sides), target=duel.rules.number("target"),
        policies=[who[seat not in sides[own]] for seat in range(seats)], weights=read_weights("twenty-five"),
    )  # fmt: skip
    tricks = [sum(trick.winner in side for trick in twin.tricks) for side in sides]
    ahead = all(tricks[own] > won for side, won in enumerate(tricks) if side != own)
    return ahead, 5 * lead(tricks, own)


def naive_sets(duel: Duel, index: int, who: Who) -> Outcome:
    rules, literal = duel.rules, duel.rules.variant == "as-translated"
    switches = dict(rules.values) | ({"talon": "never", "table": "a"} if literal else {})
    weights, dealt = read_weights("da-bai-fen")["free"], sets_calls.deal(SEED, index)
    table = {
        "variant": rules.variant, "dealer": duel.dealer, "levels": [0, 0], "first_hand": True, "after_draw": False,
        "policies": ("rules", "rules"),
    }  # fmt: skip
    terms = sets_calls.call(dealt, SEED, index, table, switches, weights)
    policies = [who[(seat - terms.declarer) % 2] for seat in range(4)]
    order = sets.Order(terms.trump, terms.rank, switches["two_ranks"] == "on")
    hands, gone, opened = [list(hand) for hand in dealt.hands], list[str](), terms.opened
    if literal:
        opened = sets_calls.open_cards(dealt.hands, policies, sets_calls.Words(SEED, sets_calls.CALLS, index))
    else:
        hands, gone = sets_calls.exchange(dealt, terms, order, policies[terms.declarer], weights, SEED, index)
    twin = sets.Hand(order, switches, hands, terms.declarer, gone, opened)
    asks = sets_player.asks_redeal(weights)
    if sets.play(twin, SEED, index, policies, sets_player.player(weights), asks) is not None:
        return False, 0
    points = sets.count_opponents(twin)
    return points < 40, sets.level_row(points, str(switches["table"]))[1]


def naive_shedding(duel: Duel, index: int, who: Who) -> Outcome:
    players = duel.rules.number("players")
    own = index % players
    weights = dict(zip(shedding_tables.WEIGHT_NAMES, shedding_tables.PLAYER_WEIGHTS[players], strict=True))
    policies = [who[seat != own] for seat in range(players)]
    twin = shedding.deal(SEED, index, duel.rules.values, duel.dealer, policies, weights)
    out = twin.play()
    assert out is not None
    points = [shedding.cost(hand) for hand in twin.hands]
    last = twin.pile[-1]
    points[out] = 0 if last[0] != "Q" else -40 if last == "QS" else -20
    return out == own, -lead(points, own)


NAIVE: dict[str, Callable[[Duel, int, Who], Outcome]] = {
    "blackout": naive_blackout,
    "twenty-five": naive_race,
    "da-bai-fen": naive_sets,
    "one-hundred-one": naive_shedding,
}
CASES: list[tuple[str, str | None, dict[str, str | int]]] = [
    ("blackout", None, {}),
    ("blackout", "as-translated", {"lead_trump": "after_broken"}),
    ("twenty-five", None, {}),
    ("twenty-five", None, {"players": 2}),
    ("twenty-five", None, {"players": 9, "sides": "threes", "target": 10}),
    ("da-bai-fen", None, {}),
    ("da-bai-fen", "table-b", {"first_declarer": "lot"}),
    ("da-bai-fen", "as-translated", {}),
    ("one-hundred-one", None, {}),
    ("one-hundred-one", None, {"players": 2}),
    ("one-hundred-one", None, {"players": 4, "reshuffle": "turn_over"}),
]


def roles_of(duel: Duel) -> list[tuple[Who, Who]]:
    """The rows of a and b: who plays the own side and the others, with a and with b."""
    a, b = duel.players
    other = duel.against or b
    both = ((a, b), (b, a))
    if duel.rules.game != "da-bai-fen":
        return [both]
    return [((a, other), (b, other)), ((other, a), (other, b)), both]


def compare(duel: Duel, play: Callable[[int, Who], Outcome]) -> None:
    """The rows of a duel with those counted hand by hand."""
    play = cache(play)
    for row, (first, second) in zip(rows_of(play_duel(duel)), roles_of(duel), strict=True):
        pairs = [(play(i, first), play(i, second)) for i in range(duel.deals)]
        gains = np.array([x[1] - y[1] for x, y in pairs])
        right = (
            np.mean([x[0] for x, _ in pairs]),
            np.mean([y[0] for _, y in pairs]),
            sum(x[0] and not y[0] for x, y in pairs),
            sum(y[0] and not x[0] for x, y in pairs),
            gains.mean(),
            gains.std(ddof=1) / len(gains) ** 0.5,
        )
        shown = 5 if row["only_a"] == row["only_b"] == 0 else 6  # the error then bounds what no deal shows
        found = tuple(row[name] for name in COUNTED[:shown])
        assert found == pytest.approx(right[:shown], rel=1e-12, abs=1e-12), row


@pytest.mark.parametrize("dealer", [None, 1])
@pytest.mark.parametrize(("game", "variant", "switches"), CASES, ids=str)
def test_a_duel_counts_the_hands_of_the_naive_twin(
    game: str, variant: str | None, switches: dict[str, str | int], dealer: int | None
) -> None:
    duel = duel_of(game, variant, switches, dealer=dealer, deals=16 if game == "da-bai-fen" else 24)
    compare(duel, lambda index, who: NAIVE[game](duel, index, who))


def test_a_third_player_on_the_other_side() -> None:
    for against in ("random", "rules"):
        duel = duel_of("da-bai-fen", dealer=0, against=against, deals=16)
        compare(duel, lambda index, who, duel=duel: naive_sets(duel, index, who))


# ------------------------------------------------------------------------------------------------- searchers


def records(duel: Duel, who: Who) -> Iterator[dict[str, Any]]:
    """`trace` with the first player on side 0."""
    request = TraceRequest(duel.game, duel.rules, 0, duel.deals, duel.dealer, None, who[0], who[1], duel.seed)
    return iter(face_of(duel.rules).records(request))


@pytest.mark.parametrize(
    ("game", "switches"),
    [("blackout", {}), ("twenty-five", {"players": 2}), ("twenty-five", {"players": 4, "sides": "pairs"})],
    ids=str,
)
def test_searchers_score_what_their_records_settle_to(game: str, switches: dict[str, str | int]) -> None:
    """Of two sides side 1 is the own one of `trace` with the players swapped."""
    duel = duel_of(game, None, switches, players=("rules", "rollout:2"), deals=12)
    by_who = {who: list(records(duel, who)) for who in (duel.players, duel.players[::-1])}

    def settled(index: int, who: Who) -> Outcome:
        own = index % 2
        result = by_who[who if own == 0 else who[::-1]][index]["result"]
        gain = result["delta"][own] - result["delta"][1 - own]
        if game == "blackout":
            return next(entry["made"] for entry in result["contracts"] if entry["side"] == own), gain
        return gain > 0, gain

    compare(duel, settled)


def test_held_under_forty_is_the_upper_part_of_every_table() -> None:
    """Nobody is promoted from 40 points on but the opponents, and under 40 but the declaring side."""
    for variant in sets_game.SHEET.variants:
        for row in sets_game.level_table(duel_of("da-bai-fen", variant).rules):
            assert (row.declarers > 0) == (row.least < 40)


@pytest.mark.parametrize(("variant", "redeals"), [("base", (88, 194)), ("as-translated", (61, 65))])
def test_a_redeal_scores_nothing(variant: str, redeals: tuple[int, ...]) -> None:
    """Deals in which a random player asks for one, by the twin; their neighbours are played."""
    duel, who = duel_of("da-bai-fen", variant), ("random", "random")
    kind = kind_of(duel.rules)(duel)
    for index in (*redeals, *(index + 1 for index in redeals)):
        made, score = (part[0, 0, 0] for part in kind.deals(index, index + 1, [who]))
        assert (bool(made), int(score)) == naive_sets(duel, index, who)
        assert not (index in redeals and (made or score))
