"""The player who samples worlds in Partnership Blackout: what he may know, that he is strong, and his streams."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from analyzer.faces import blackout as face
from analyzer.faces.blackout_records import play_records
from analyzer.referee import check_lines
from analyzer.request import OddsRequest, TraceRequest
from sims import blocks
from sims import tricks_tables as t
from sims._jit import kernel
from sims.bits import ONE, ZERO
from sims.blackout_play import SPADES
from sims.blackout_search import allow_search, draw_as_called, read_history
from sims.cards import card_id, mask_of
from sims.games import blackout as game
from sims.games import find_rules
from sims.memory import at, call, get, put
from sims.players import read_weights
from sims.playout import award, begin_play, lay_card, legal_cards
from sims.streams import stream
from sims.worlds import begin_search, plan_worlds
from tests.searching import Position, Record, positions, shuffle_hidden

SEED = 611
WORLDS_EACH = 20
CASES = [("mayes", "only_if_no_other"), ("mayes", "after_broken"), ("as-translated", "after_broken")]


def traced(
    policy: str, defence: str, n: int, variant: str = "mayes", lead: str = "only_if_no_other"
) -> list[Record]:
    rules = find_rules("blackout", variant, {"lead_trump": lead})
    request = TraceRequest(
        game=game,
        rules=rules,
        low=0,
        high=n,
        dealer=None,
        score=None,
        policy=policy,
        defence=defence,
        seed=SEED,
    )
    return list(play_records(request, 3, (0, 0)))


@kernel
def _decide(rules_block, task, contract, hands, log, n_worlds, piles):  # type: ignore[no-untyped-def]
    """The card of the seat to play (0 if it has one alone), and worlds int64[world, seat] that it draws."""
    rules = np.int64(rules_block.ctypes.data)
    scratch = np.zeros(2 * t.WORK_SIZE, np.int64)
    for word in range(blocks.DEALT):
        scratch[word] = task[word]
    for word in range(len(contract)):
        scratch[t.CODE + word] = contract[word]
    for seat in range(4):
        scratch[blocks.PLAYING + seat] = hands[seat]
    scratch[t.SEARCH_KEY] = 99
    work = np.int64(scratch.ctypes.data)
    begin_search(work, work + 8 * t.WORK_SIZE)
    begin_play(rules, work)
    leader, played, trick, position = (get(work, blocks.DEALER) + 1) & 3, ZERO, ZERO, ZERO
    top, top_seat, led_lane, must, may = ZERO, leader, ZERO, ZERO, ZERO
    for ply in range(len(log)):
        put(work, blocks.LEADERS + trick, leader)
        card = ONE << np.int64(log[ply])
        index, top, top_seat, led_lane, must, may = lay_card(
            rules, work, (leader + position) & 3, card, top, top_seat, led_lane, must, may
        )
        put(work, blocks.LOG + ply, index)
        played |= card
        position += 1
        if position == 4:
            award(rules, work, top_seat, ONE)
            leader, trick, position = top_seat, trick + 1, ZERO
            top, led_lane, must, may = ZERO, ZERO, ZERO, ZERO
    seat = (leader + position) & 3
    hand = get(work, blocks.PLAYING + seat)
    legal = legal_cards(rules, hand, position, must, may, ZERO, played)
    if legal & (legal - 1) == 0:
        return ZERO
    put(work, t.PLAYED, trick)
    put(work, blocks.LEGAL, legal)
    put(work, blocks.LATER_SEATS, 3 - position)
    put(work, blocks.TOP, top)
    put(work, blocks.LED_LANE, led_lane)
    deck = at(rules, blocks.DECKS + SPADES)
    first = call(at(rules, blocks.THINK), rules, work, deck & ~played, seat, top_seat)
    choice = call(
        at(rules, blocks.SEARCH), rules, work, trick, leader, position, seat, legal, first,
        top, top_seat, led_lane, must, may, played, n_worlds,
    )  # fmt: skip
    read_history(rules, work, trick, leader, position)
    free = plan_worlds(rules, work, seat, deck & ~(played | hand))
    state = stream(np.uint64(5), ZERO)
    for world in range(piles.shape[0]):
        state = draw_as_called(rules, work, free, state)
        for place in range(get(work, blocks.BINS)):
            piles[world, get(work, blocks.BIN_SEAT + place)] = get(work, blocks.BIN_PILE + place)
    return choice


def contract_of(record: Record) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Codes of the two sides, nil bidders and numbers, from the calls."""
    row = [0] * 7
    personal = record["variant"] == "mayes"
    for side in (0, 1):
        calls = [(c["seat"], c["call"]) for c in record["auction"] if c["seat"] % 2 == side]
        seat, last = calls[-1]
        if last == "nil":
            row[side] = t.FREE if personal else t.NONE_OF_BOTH
            row[2] |= 1 << seat if personal else 0
        elif last in ("board", "pass"):
            row[side] = t.BOARD if last == "board" else t.FREE
        else:
            row[side] = min(12, sum(int(call) for _, call in calls))
        for player, said in calls:
            row[3 + player] = 1 + int(said) if said.isdigit() else 0
    return np.array(row, np.int64)


def impossible(position: Position, lead: str) -> dict[int, set[str]]:
    """Suits that each seat has shown to be out of."""
    out: dict[int, set[str]] = {seat: set() for seat in range(4)}
    broken = False
    for trick in position.tricks(4):
        leader, led = trick[0]
        if led[1] == "S" and not (broken and lead == "after_broken"):
            out[leader] |= set("CDH")
        for seat, card in trick[1:]:
            if card[1] != led[1]:
                out[seat].add(led[1])
        broken = broken or any(card[1] == "S" for _, card in trick)
    return out


class Table:
    """The rules of a case, packed, and its decisions."""

    def __init__(self, variant: str, lead: str) -> None:
        self.lead = lead
        rules = find_rules("blackout", variant, {"lead_trump": lead})
        self.block = t.pack(rules, read_weights("blackout"))
        allow_search(self.block)
        self.task = blocks.new_task(4, 0, 3, 0b0101, (1, 1))

    def decide(self, position: Position, hands: list[list[str]], worlds: int = 0) -> tuple[int, Any]:
        """The card chosen, 0 if there is but one, and the worlds it draws."""
        piles = np.zeros((worlds, 4), np.int64)
        masks = np.array([mask_of(hand) for hand in hands], np.int64)
        log = np.array([card_id(card) for _, card in position.plays], np.int64)
        contract = contract_of(position.record)
        return int(_decide(self.block, self.task, contract, masks, log, WORLDS_EACH, piles)), piles

    def others(self, position: Position, rng: random.Random) -> list[list[str]]:
        """Hands that the seat cannot tell from the true ones."""
        hands, out = position.record["hands"], impossible(position, self.lead)
        gone = {card for _, card in position.plays}
        holder = {
            card: seat
            for seat in range(4)
            if seat != position.seat
            for card in hands[seat]
            if card not in gone
        }
        moved = shuffle_hidden(holder, lambda seat, card: card[1] not in out[seat], rng)
        return [
            hands[seat]
            if seat == position.seat
            else position.played_by(seat) + [card for card, holds in moved.items() if holds == seat]
            for seat in range(4)
        ]


def hidden_cards(variant: str, lead: str, n: int) -> None:
    """n decisions, each with two other layouts of the cards that its seat does not see."""
    rng, table, found, moved = random.Random(f"{variant} {lead}"), Table(variant, lead), 0, 0
    records = traced("random", "random", 2 * n, variant, lead) + traced("rules", "rules", n, variant, lead)
    for position in positions(records, rng):
        choice, _ = table.decide(position, position.record["hands"])
        if not choice or found == n:
            continue
        found += 1
        for _ in range(2):
            hands = table.others(position, rng)
            moved += [set(hand) for hand in hands] != [set(hand) for hand in position.record["hands"]]
            assert table.decide(position, hands)[0] == choice, (position.record["deal"], len(position.plays))
    assert found == n
    assert moved > n


@pytest.mark.parametrize(("variant", "lead"), CASES)
def test_hidden_cards_change_no_decision(variant: str, lead: str) -> None:
    hidden_cards(variant, lead, 35)


@pytest.mark.full
@pytest.mark.parametrize(("variant", "lead"), CASES)
def test_hidden_cards_change_none_of_1000_decisions(variant: str, lead: str) -> None:
    hidden_cards(variant, lead, 1_000)


@pytest.mark.parametrize(("variant", "lead"), CASES)
def test_worlds_fit_what_the_plays_have_shown(variant: str, lead: str) -> None:
    rng, table, bare = random.Random(5), Table(variant, lead), 0
    for position in positions(traced("random", "random", 150, variant, lead), rng):
        hands, seat = position.record["hands"], position.seat
        choice, piles = table.decide(position, hands, worlds=6)
        if not choice:
            continue
        out = impossible(position, lead)
        bare += any(set("CDH") <= suits for seat, suits in out.items() if seat != position.seat)
        gone = {card for _, card in position.plays}
        unseen = mask_of(
            [card for hand in hands for card in hand if card not in gone and card not in hands[seat]]
        )
        for world in piles.tolist():
            assert sum(world) == unseen
            for other in range(4):
                left = len(hands[other]) - len(position.played_by(other))
                assert world[other].bit_count() == (0 if other == seat else left)
                assert not any(world[other] >> 16 * "CDHS".index(suit) & 0x1FFF for suit in out[other])
    assert bare


# --- strength ----------------------------------------------------------------------------------------


def gain_over_rules(n: int) -> tuple[float, float]:
    """Score difference of side 0 with rollout:20 less that with rules, on common deals: mean, standard error."""
    made = []
    for policy in ("rollout:20", "rules"):
        deltas = [record["result"]["delta"] for record in traced(policy, "rules", n)]
        made.append(np.array([own - other for own, other in deltas]))
    gain = made[0] - made[1]
    return float(gain.mean()), float(gain.std(ddof=1)) / n**0.5


def test_he_beats_the_rules_player() -> None:
    mean, _ = gain_over_rules(150)
    assert mean > 1


@pytest.mark.full
def test_he_beats_the_rules_player_by_more_than_three_standard_errors() -> None:
    mean, error = gain_over_rules(3_000)
    assert mean > 3 * error


# --- the command -------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
def test_the_referee_accepts_his_hands(variant: str) -> None:
    made = traced("rollout:3", "random", 20, variant, "after_broken") + traced(
        "rules", "rollout:4", 20, variant
    )
    assert [fault for fault in check_lines(map(json.dumps, made)) if fault] == []


def test_the_same_bytes_for_any_threads_and_chunks() -> None:
    request = OddsRequest(
        game=game, rules=find_rules("blackout"), hand="AS KS 7S 2S AH QH 9H 4H KD 8D 5D 9C 3C", trumps=(),
        bids=("3", "4", "nil"), seat=None, dealer=None, score=None, policy="rollout:4", defence="rollout:3",
        seed=4, deals=20, threads=1, command="", unicode=False, say=lambda text: None,
    )  # fmt: skip
    question = face.question_of(request)
    one = face.answer(question, threads=1, chunk=20)
    for threads, chunk in ((2, None), (2, 7), (3, 1)):
        other = face.answer(question, threads=threads, chunk=chunk)
        for a, b in zip(one.tally, other.tally, strict=True):
            assert a.tobytes() == b.tobytes()
