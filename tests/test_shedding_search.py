"""The player who samples worlds in 101: what he may know, that he is strong, and his streams."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from scipy import stats

from analyzer.faces import shedding as face
from analyzer.faces.shedding_records import record_of
from analyzer.referee import check_lines
from analyzer.request import OddsRequest, TraceRequest
from sims import blocks
from sims import shedding_tables as t
from sims._jit import kernel
from sims.bits import ZERO, lowest_index
from sims.cards import card_id, mask_of, names_of
from sims.games import find_rules
from sims.games import one_hundred_one as game
from sims.memory import at, call, get
from sims.shedding import begin_search, log_hand
from sims.shedding_player import choose_card, puts_drawn, suit_to_order
from sims.shedding_search import list_acts
from sims.shedding_seen import lay_hands, plan_hands, read_log
from sims.streams import stream
from sims.worlds import draw_world
from tests.naive.shedding import DECK
from tests.searching import Record
from tests.shedding_history import Decision, History, decision, layouts

SEED = 613
WORLDS_EACH = 20
FORCED = -2  # instead of an act: there is but one
Switches = dict[str, str | int]
CASES: list[Switches] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "reshuffle": "turn_over"},
    {"players": 4, "reshuffle": "turn_over", "queen_closes_nine": "no"},
    {"players": 3, "first_card_effects": "off", "queen_closes_nine": "no"},
]


def traced(switches: Switches, policy: str, defence: str, n: int, low: int = 0) -> list[Record]:
    rules = find_rules("one-hundred-one", None, dict(switches))
    request = TraceRequest(
        game=game,
        rules=rules,
        low=low,
        high=low + n,
        dealer=None,
        score=None,
        policy=policy,
        defence=defence,
        seed=SEED,
    )
    return list(face.records(request))


@kernel
def _decide(rules_block, scratch, seat, legal, top, fit, acts, asked, n_worlds, piles):  # type: ignore[no-untyped-def]
    """The act of a seat, and worlds int64[world, seat or stock]."""
    rules, work = np.int64(rules_block.ctypes.data), np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * t.WORK_SIZE)
    world = get(work, blocks.WORLD)
    if asked == t.ASK_ORDER:
        first = lowest_index(legal) + 64 * suit_to_order(rules, get(work, t.HANDS + seat))
    else:
        bit, suit = choose_card(rules, work, seat, legal)
        first = lowest_index(bit) + 64 * suit
        if asked == t.ASK_DRAWN and not puts_drawn(rules, work, seat, legal):
            first = ZERO + t.KEEP
    choice = ZERO + FORCED
    if list_acts(rules, work, seat, legal, first, asked) > 1:
        choice = call(
            at(rules, blocks.SEARCH), rules, work, seat, legal, first, top, fit, acts, asked, n_worlds
        )
    read_log(rules, work)
    free = plan_hands(rules, work, seat, top)
    state = stream(np.uint64(5), ZERO)
    for sample in range(piles.shape[0]):
        state = draw_world(rules, work, free, state)
        lay_hands(rules, work, seat)
        for other in range(4):
            piles[sample, other] = get(world, t.HANDS + other)
        piles[sample, 4] = get(world, blocks.STOCK)
    return choice + 0 * scratch[0]  # the block is in use until here


class Decider:
    """The rules of a case, packed."""

    def __init__(self, switches: Switches) -> None:
        self.block = face.rules_block(find_rules("one-hundred-one", None, dict(switches)), "rollout:1")

    def decide(self, asked: Decision, history: History, worlds: int = 0) -> tuple[int, Any]:
        """The act of the seat that is asked, FORCED if there is but one; and the worlds it draws."""
        piles = np.zeros((worlds, 5), np.int64)
        legal, top = mask_of(asked.legal), 1 << card_id(history.pile[-1])
        choice = _decide(
            self.block, history.work(), asked.seat, legal, top, mask_of(history.fit), history.acts,
            np.int64(asked.asked), WORLDS_EACH, piles,
        )  # fmt: skip
        return int(choice), piles


def hidden_cards(switches: Switches, n: int) -> None:
    """n decisions, each in two other histories that its seat cannot tell from the true one."""
    rng, decider, found, moved, renewed = random.Random(f"{switches}"), Decider(switches), 0, 0, 0
    kinds = set()
    records = traced(switches, "random", "random", n) + traced(switches, "rules", "rules", n)
    long = [record for record in records if any("reshuffle" in turn for turn in record["turns"])]
    while found < n:
        asked = decision(rng.choice(long if found % 2 else records), rng)
        history, seat = asked.history, asked.seat
        choice, _ = decider.decide(asked, history)
        if choice == FORCED:
            continue
        found += 1
        kinds.add(asked.asked)
        renewed += len(history.since) > 1
        for _ in range(2):
            other = history.another(seat, rng)
            assert sorted(other.held[seat]) == sorted(history.held[seat])
            moved += [set(hand) for hand in other.held] != [set(hand) for hand in history.held]
            assert decider.decide(asked, other)[0] == choice, (history.record["deal"], len(history.turns))
    assert moved > n / 2
    assert renewed
    assert kinds >= {t.ASK_PUT, t.ASK_DRAWN}


@pytest.mark.parametrize("switches", CASES, ids=str)
def test_hidden_cards_change_no_decision(switches: Switches) -> None:
    hidden_cards(switches, 30)


@pytest.mark.full
@pytest.mark.parametrize("switches", CASES, ids=str)
def test_hidden_cards_change_none_of_1000_decisions(switches: Switches) -> None:
    hidden_cards(switches, 1_000)


# --- worlds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("switches", CASES, ids=str)
def test_worlds_fit_what_was_seen(switches: Switches) -> None:
    rng, decider, told = random.Random(7), Decider(switches), 0
    for record in traced(switches, "random", "rules", 150) + traced(switches, "rules", "random", 150):
        asked = decision(record, rng)
        history, seat = asked.history, asked.seat
        hidden = history.hidden_from(seat)
        for world in decider.decide(asked, history, worlds=6)[1].tolist():
            hands = [set(names_of(hand)) for hand in world[: len(history.held)]]
            stock = set(names_of(world[4]))
            assert hands[seat] == set(history.held[seat])
            assert sum(map(len, hands)) + len(stock) + len(history.pile) == 36
            assert set().union(*hands, stock, history.pile) == set(DECK)
            assert len(stock) == len(history.left)
            if history.listed >= 0:
                assert stock == set(history.left)
            for other, hand in enumerate(hands):
                assert len(hand) == len(history.held[other])
                assert history.sure[other] <= hand
                shown, since = history.shown[other]
                assert other == seat or len(hand & shown) <= since or len(hand) > 15
                if len(history.stocks) <= t.MOST_STOCKS:
                    for cards in history.stocks:
                        seen = len(cards.intersection(history.held[other]) & hidden)
                        assert other == seat or len(cards & hand & hidden) == seen
                told += other != seat and shown != set() and len(hand) > since
    assert told > 50


def small_endings(switches: Switches, n: int) -> list[tuple[Decision, dict[Any, int]]]:
    """Positions with 30 to 250 layouts of the hidden cards, some of which somebody has shown not to hold."""
    rng, found = random.Random(3), []
    for record in traced(switches, "rules", "random", 1_500):
        asked = decision(record, rng)
        history, seat = asked.history, asked.seat
        others = [slots for other, slots in enumerate(history.slots) if other != seat]
        if (
            len(history.stocks) > t.MOST_STOCKS
            or any(len(set(slots)) > t.MOST_GROUPS for slots in history.slots)
            or not any(absent & history.hidden_from(seat) for slots in others for _, absent in slots)
            or len(history.hidden_from(seat)) > 12
            or sum(map(len, others)) > 7
        ):
            continue
        ways = layouts(history, seat)
        if 30 <= len(ways) <= 250:
            found.append((asked, ways))
        if len(found) == n:
            break
    return found


@pytest.mark.parametrize("switches", CASES[:3], ids=str)
def test_worlds_are_uniform_over_the_layouts_that_fit(switches: Switches) -> None:
    decider, found, draws = Decider(switches), small_endings(switches, 2), 10_000
    for asked, ways in found:
        drawn = dict.fromkeys(ways, 0)
        for world in decider.decide(asked, asked.history, worlds=draws)[1].tolist():
            hands = tuple(frozenset(names_of(hand)) for hand in world[: len(asked.history.held)])
            drawn[hands] += 1
        share = draws / sum(ways.values())
        assert stats.chisquare(list(drawn.values()), [share * way for way in ways.values()]).pvalue > 1e-4
    assert found


def test_a_new_stock_shows_two_players_what_the_other_holds() -> None:
    rng, decider, found = random.Random(9), Decider({"players": 2}), 0
    for record in traced({"players": 2}, "random", "random", 150):
        asked = decision(record, rng)
        history, other = asked.history, 1 - asked.seat
        if len(history.since) == 1:
            continue
        held = set().union(*history.stocks[:-1]).intersection(history.held[other])
        for world in decider.decide(asked, history, worlds=3)[1].tolist():
            assert held <= set(names_of(world[other]))
        found += len(held) > 1
    assert found > 5


# --- strength ----------------------------------------------------------------------------------------


def gain_over_rules(players: int, n: int, player: str = "rollout:20") -> list[tuple[float, float]]:
    """A player less rules, in turn at every seat with all others by rules, on common deals: the mean of the others'
    points less the own, and the hands in which he goes out, each with its standard error."""
    rules = find_rules("101", None, {"players": players})
    block, work = face.rules_block(rules, player), np.zeros(t.WORK_SIZE, np.int64)

    def played(deal: int, seat: int | None) -> Record:
        policies = [player if other == seat else "rules" for other in range(players)]
        log_hand(np.uint64(SEED), deal, block, face.task_of(rules, players - 1, policies), work)
        record = record_of(
            rules, work, deal=deal, seed=SEED, dealer=players - 1, scores=(0,) * players, policies=policies
        )
        result: Record = record["result"]
        return result

    gain = np.zeros((n, 2))
    for deal in range(n):
        plain = played(deal, None)
        for seat in range(players):
            result = played(deal, seat)
            change = np.array(result["delta"]) - plain["delta"]
            others = (change.sum() - change[seat]) / (players - 1)
            gain[deal] += (others - change[seat], (result["out"] == seat) - (plain["out"] == seat))
    gain /= players
    means, errors = gain.mean(axis=0), gain.std(axis=0, ddof=1) / n**0.5
    return list(zip(means.tolist(), errors.tolist(), strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_he_beats_the_rules_player(players: int) -> None:
    points, out = gain_over_rules(players, 500)
    assert points[0] > 0
    assert out[0] > 0


@pytest.mark.full
@pytest.mark.parametrize("players", [2, 3, 4])
def test_he_beats_the_rules_player_by_more_than_three_standard_errors(players: int) -> None:
    points, out = gain_over_rules(players, 3_000)
    assert points[0] > 3 * points[1]
    assert out[0] > 3 * out[1]


# --- the command -------------------------------------------------------------------------------------


@pytest.mark.parametrize("switches", CASES, ids=str)
def test_the_referee_accepts_his_hands(switches: Switches) -> None:
    made = traced(switches, "rollout:8", "rollout:4", 20) + traced(switches, "random", "rollout:3", 20)
    assert [fault for fault in check_lines(map(json.dumps, made)) if fault] == []


def test_the_same_bytes_for_any_threads_and_chunks() -> None:
    request = OddsRequest(
        game=game, rules=find_rules("one-hundred-one"), hand="AS AH QD 9H 8C", trumps=(), bids=(), seat=None,
        dealer=None, score=None, policy="rollout:5", defence="rollout:4", seed=3, deals=60, threads=None,
        command="", unicode=False, say=lambda text: None, extras={"top": "7S"},
    )  # fmt: skip
    question = face.question_of(request)
    one = face.answer(question, threads=1, chunk=60)
    assert one.deals == 60
    for threads, chunk in ((2, None), (2, 7), (3, 1)):
        other = face.answer(question, threads=threads, chunk=chunk)
        assert (one.points, one.squares, one.voids) == (other.points, other.squares, other.voids)
        assert all((a == b).all() for a, b in zip(one.tally, other.tally, strict=True))
