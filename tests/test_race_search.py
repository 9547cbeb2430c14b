"""The player who samples worlds in Twenty-Five: what he may know, that he is strong, and his streams."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from analyzer.faces import race as face
from analyzer.faces.race_records import play_records
from analyzer.referee import check_lines
from analyzer.request import OddsRequest, TraceRequest
from sims import blocks, race
from sims._jit import kernel
from sims.bits import ONE, ZERO, lowest_index
from sims.cards import card_id
from sims.games import find_rules
from sims.games import twenty_five as game
from sims.memory import at, call, get, put
from sims.playout import lay_card, think_at
from sims.race_search import read_robbing
from sims.streams import stream
from sims.tables import SEATS, TRICK_POINTS
from sims.worlds import deal_gone, draw_world, plan_worlds
from tests.naive.fives import Table as Seen
from tests.naive.fives import frame_for
from tests.naive.players import Trick
from tests.searching import NOBODY, Position, Record, positions, shuffle_hidden

SEED = 612
WORLDS_EACH = 20
CASES: list[tuple[dict[str, str | int], str]] = [
    ({}, "0:0:0:0"),
    ({"players": 3}, "20:15:10"),
    ({"players": 6, "sides": "pairs"}, "10:15:15"),
    ({"players": 9, "sides": "threes"}, "0:5:0"),
    ({"players": 10}, "0:0:0:0:0:20:0:0:0:0"),
]


def traced(settings: dict[str, str | int], score: str, policy: str, defence: str, n: int) -> list[Record]:
    rules = find_rules("twenty-five", None, dict(settings))
    request = TraceRequest(
        game=game,
        rules=rules,
        low=0,
        high=n,
        dealer=None,
        score=score,
        policy=policy,
        defence=defence,
        seed=SEED,
    )
    return list(play_records(request))


@kernel
def _decide(rules_block, task, trump, turned, robber, hands, gone, log, n_worlds, piles):  # type: ignore[no-untyped-def]
    """The card of the seat to play (0 if it has one alone), and worlds int64[world, seat, hand or gone]."""
    rules = np.int64(rules_block.ctypes.data)
    scratch = np.zeros(2 * race.RACE_SIZE, np.int64)
    for word in range(blocks.DEALT):
        scratch[word] = task[word]
    for word in range(race.RACE_TASK):
        scratch[blocks.WORK_SIZE + word] = task[blocks.DEALT + word]
    work = np.int64(scratch.ctypes.data)
    world = work + 8 * race.RACE_SIZE
    race.begin_race_search(rules, work, world)
    seats = at(rules, SEATS)
    put(work, race.TURNED, turned)
    put(work, race.ROBBER, robber)
    for seat in range(seats):
        put(work, blocks.PLAYING + seat, hands[seat])
        put(work, blocks.GONE + seat, gone[seat])
        put(work, blocks.DEAD + seat, ONE if robber >= 0 and seat != robber else ZERO)
    race.begin_race(rules, work, trump)
    put(work, race.SEARCH_KEY, 99)
    leader, trick, position = (get(work, race.RACE_DEALER) + 1) % seats, ZERO, ZERO
    out = ZERO
    if robber < 0:
        out = at(rules, blocks.TO_FRAME + 64 * trump + lowest_index(turned))
    top, top_seat, led_lane, must, may = ZERO, leader, ZERO, ZERO, ZERO
    for ply in range(len(log)):
        card = ONE << np.int64(log[ply])
        index, top, top_seat, led_lane, must, may = lay_card(
            rules, work, (leader + position) % seats, card, top, top_seat, led_lane, must, may
        )
        put(work, blocks.LOG + ply, index)
        out |= card
        position += 1
        if position == seats:
            race.close_race_trick(rules, work, trick, top_seat)
            leader, trick, position = top_seat, trick + 1, ZERO
            top, led_lane, must, may = ZERO, ZERO, ZERO, ZERO
    seat = (leader + position) % seats
    hand = get(work, blocks.PLAYING + seat)
    legal = hand & may if hand & must else hand
    if legal & (legal - 1) == 0:
        return ZERO
    goal = race.look(rules, work, seat)
    first = think_at(
        rules, work, trump, goal, legal, position, seat, top, top_seat, led_lane, at(rules, TRICK_POINTS), out
    )
    choice = call(
        at(rules, blocks.SEARCH), rules, work, trump, trick, leader, position, seat, legal, first,
        top, top_seat, led_lane, must, may, out, n_worlds,
    )  # fmt: skip
    read_robbing(rules, work, trump, seat, out)
    unseen = at(rules, blocks.DECKS + trump) & ~(out | hand | get(work, blocks.GONE + seat))
    free = plan_worlds(rules, work, seat, unseen)
    state = stream(np.uint64(5), ZERO)
    for sample in range(piles.shape[0]):
        state = draw_world(rules, work, free, state)
        state = deal_gone(rules, work, seat, state)
        for other in range(seats):
            if other != seat:
                piles[sample, other, 0] = get(work, blocks.SURE + other)
                piles[sample, other, 1] = get(world, blocks.GONE + other)
        for place in range(get(work, blocks.BINS)):
            piles[sample, get(work, blocks.BIN_SEAT + place), 0] |= get(work, blocks.BIN_PILE + place)
    return choice


class Known:
    """What all have seen in a position, and what its seat has laid away."""

    def __init__(self, position: Position) -> None:
        record, self.position = position.record, position
        self.frame = frame_for(record["trump"])
        self.hands = [list(hand) for hand in record["hands"]]
        self.discards: list[list[str]] = [[] for _ in self.hands]
        self.robber, out = -1, [record["turn_up"]]
        for act in record["exchange"]:
            self.robber, laid, out = act["seat"], act["discards"], []
            self.discards[self.robber] = list(laid)
            self.hands[self.robber] += act["takes"]
            self.hands[self.robber] = [card for card in self.hands[self.robber] if card not in laid]
        tricks = position.tricks(len(self.hands))
        finished = tricks[:-1] if tricks and len(tricks[-1]) < len(self.hands) else tricks
        self.seen = Seen(
            frame=self.frame, sides=record["sides"], hands=self.hands, discards=self.discards, out=out,
            held_by={record["turn_up"]: self.robber} if self.robber >= 0 else {},
            finished=[Trick(cards[0][0], cards, cards[0][0]) for cards in finished],
            table=tricks[-1] if len(finished) < len(tricks) else [],
        )  # fmt: skip
        self.absent = [self.seen.absent(seat) for seat in range(len(self.hands))]

    @property
    def fixed(self) -> set[str]:
        """Cards whose holder all know."""
        ace = "A" + self.position.record["trump"]
        return {ace, self.position.record["turn_up"]} if self.robber >= 0 else set()

    def others(self, rng: random.Random) -> tuple[list[list[str]], list[list[str]]]:
        """Hands and discards that the seat cannot tell from the true ones."""
        position, own = self.position, self.position.seat
        gone = {card for _, card in position.plays}.union(self.seen.out, self.fixed)
        places = {card: seat for seat, hand in enumerate(self.hands) for card in hand if seat != own}
        laid = len(self.hands)  # the place of what another seat has laid away
        places |= {card: laid for seat, cards in enumerate(self.discards) for card in cards if seat != own}
        for card in self.frame.deck:
            if card not in self.hands[own] and card not in self.discards[own]:
                places.setdefault(card, NOBODY)
        hidden = {card: place for card, place in places.items() if card not in gone}
        moved = shuffle_hidden(
            hidden, lambda place, card: not 0 <= place < laid or card not in self.absent[place], rng
        )
        kept = {card: place for card, place in places.items() if card in gone}
        layout = kept | moved
        hands = [
            hand if seat == own else [card for card, place in layout.items() if place == seat]
            for seat, hand in enumerate(self.hands)
        ]
        discards = [
            [card for card, place in layout.items() if place == laid] if seat == self.robber != own else cards
            for seat, cards in enumerate(self.discards)
        ]
        return hands, discards


class Decider:
    """The rules and scores of a case, packed."""

    def __init__(self, settings: dict[str, str | int], score: str) -> None:
        rules = find_rules("twenty-five", None, dict(settings))
        table, scores = game.seating(rules), tuple(map(int, score.split(":")))
        self.block = face.rules_block(rules, "rollout:1")
        self.task = face.task_of(
            rules, table, own=0, dealer=table.seats - 1, scores=scores, players=("rules", "rules")
        )

    def decide(
        self, known: Known, hands: list[list[str]], discards: list[list[str]], worlds: int = 0
    ) -> tuple[int, Any]:
        """The card chosen, 0 if there is but one, and the worlds it draws."""
        index, record = known.frame.index, known.position.record
        piles = np.zeros((worlds, len(hands), 2), np.int64)
        masks, gone = (
            np.array([sum(1 << index[card] for card in cards) for cards in piles_], np.int64)
            for piles_ in (hands, discards)
        )
        log = np.array([index[card] for _, card in known.position.plays], np.int64)
        trump, turned = "CDHS".index(record["trump"]), 1 << card_id(record["turn_up"])
        choice = _decide(
            self.block, self.task, trump, turned, known.robber, masks, gone, log, WORLDS_EACH, piles
        )
        return int(choice), piles


def hidden_cards(settings: dict[str, str | int], score: str, n: int) -> None:
    """n decisions, each with two other layouts of the cards that its seat does not see."""
    rng, decider, found, moved, robbed = random.Random(f"{settings}"), Decider(settings, score), 0, 0, 0
    records = traced(settings, score, "random", "random", 3 * n) + traced(
        settings, score, "rules", "rules", 2 * n
    )
    for position in positions(records, rng):
        known = Known(position)
        choice, _ = decider.decide(known, known.hands, known.discards)
        if not choice or found == n:
            continue
        found += 1
        robbed += known.robber >= 0
        for _ in range(2):
            hands, discards = known.others(rng)
            moved += [set(hand) for hand in hands] != [set(hand) for hand in known.hands]
            assert decider.decide(known, hands, discards)[0] == choice, position.record["deal"]
    assert found == n
    assert moved > n
    assert robbed


@pytest.mark.parametrize(("settings", "score"), CASES, ids=str)
def test_hidden_cards_change_no_decision(settings: dict[str, str | int], score: str) -> None:
    hidden_cards(settings, score, 20)


@pytest.mark.full
@pytest.mark.parametrize(("settings", "score"), CASES, ids=str)
def test_hidden_cards_change_none_of_1000_decisions(settings: dict[str, str | int], score: str) -> None:
    hidden_cards(settings, score, 1_000)


@pytest.mark.parametrize(("settings", "score"), CASES, ids=str)
def test_worlds_fit_what_the_plays_have_shown(settings: dict[str, str | int], score: str) -> None:
    rng, decider, sure = random.Random(5), Decider(settings, score), 0
    for position in positions(traced(settings, score, "random", "random", 120), rng):
        known, seat = Known(position), position.seat
        choice, piles = decider.decide(known, known.hands, known.discards, worlds=6)
        if not choice:
            continue
        index, played = known.frame.index, {card for _, card in position.plays}
        visible = played.union(known.seen.out, known.hands[seat], known.discards[seat])
        unseen = sum(1 << index[card] for card in known.frame.deck - visible)
        turned = position.record["turn_up"]
        for world in piles.tolist():
            laid = [pile for hand_and_gone in world for pile in hand_and_gone]
            assert sum(laid) == sum(pile & unseen for pile in laid)
            assert sum(pile.bit_count() for pile in laid) == sum(laid).bit_count()
            for other in range(len(known.hands)):
                hand, gone = world[other]
                left = [card for card in known.hands[other] if card not in played]
                assert hand.bit_count() == (0 if other == seat else len(left))
                assert gone.bit_count() == (other == known.robber != seat)
                assert not any(hand >> index[card] & 1 for card in known.absent[other])
            if known.robber not in (-1, seat) and turned not in played:
                assert world[known.robber][0] >> index[turned] & 1
                sure += 1
    assert sure


# --- strength ----------------------------------------------------------------------------------------


def gain_over_rules(score: str, n: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Seat 0 with rollout:20 less seat 0 with rules, on common deals with all others by rules: points less the mean
    of the others', and games won, each with its standard error."""
    made = []
    for policy in ("rollout:20", "rules"):
        results = [record["result"] for record in traced({}, score, policy, "rules", n)]
        points = [result["delta"][0] - sum(result["delta"][1:]) / 3 for result in results]
        made.append(np.array([points, [result["winner"] == 0 for result in results]], float))
    gain = made[0] - made[1]
    means, errors = gain.mean(axis=1), gain.std(axis=1, ddof=1) / n**0.5
    return (float(means[0]), float(errors[0])), (float(means[1]), float(errors[1]))


def test_he_beats_the_rules_player() -> None:
    assert gain_over_rules("0:0:0:0", 300)[0][0] > 0.5
    assert gain_over_rules("15:15:15:15", 300)[1][0] > 0.02


@pytest.mark.full
def test_he_beats_the_rules_player_by_more_than_three_standard_errors() -> None:
    points, _ = gain_over_rules("0:0:0:0", 4_000)
    _, games = gain_over_rules("15:15:15:15", 4_000)
    assert points[0] > 3 * points[1]
    assert games[0] > 3 * games[1]


# --- the command -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "score"), CASES, ids=str)
def test_the_referee_accepts_his_hands(settings: dict[str, str | int], score: str) -> None:
    made = traced(settings, score, "rollout:3", "random", 10) + traced(
        settings, score, "rules", "rollout:4", 10
    )
    assert [fault for fault in check_lines(map(json.dumps, made)) if fault] == []


def test_the_same_bytes_for_any_threads_and_chunks() -> None:
    request = OddsRequest(
        game=game, rules=find_rules("twenty-five"), hand="5H JH KH QS 3C", trumps=(), bids=(), seat=None,
        dealer=None, score=None, policy="rollout:5", defence="rollout:4", seed=3, deals=60, threads=None,
        command="", unicode=False, say=lambda text: None,
    )  # fmt: skip
    question = face.question_of(request)
    one, deals = face.answer(question, threads=1, chunk=60)
    assert deals == 60
    for threads, chunk in ((2, None), (2, 7), (3, 1)):
        other, _ = face.answer(question, threads=threads, chunk=chunk)
        assert all((a == b).all() for a, b in zip(one, other, strict=True))
