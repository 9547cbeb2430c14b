"""Decisions in Da Bai Fen out of hand records: what a seat knows, read from the rules alone, and the kernels' words
on the same decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from sims import blocks
from sims import sets_blocks as b
from sims._jit import kernel
from sims.bits import ONE, ZERO
from sims.cards import RANKS, SUITS, card_id, mask_of
from sims.games import da_bai_fen as game
from sims.memory import at, call, get, put
from sims.players import policy_code, read_weights
from sims.sets import to_frame
from sims.sets_options import list_sets, list_tried
from sims.sets_play import begin_table, choose_set, close_trick, lay_set, only_set
from sims.sets_search import allow_search
from sims.sets_worlds import SCRATCH_SIZE, draw_layout, lay_world, open_worlds, plan_layouts
from sims.sheets import resolve
from sims.streams import stream
from tests.naive.da_bai_fen import DECK, Order
from tests.searching import NOBODY, Record, shuffle_hidden

Layout = dict[str, int]  # card -> the seat that holds it, NOBODY if it is laid away or out of play


@dataclass(frozen=True)
class Position:
    """A hand before a set is played: `tricks` are the finished ones, `table` the sets of the one begun."""

    record: Record
    tricks: list[dict[str, Any]]
    table: list[dict[str, Any]]
    seat: int

    @property
    def begun(self) -> list[dict[str, Any]]:
        """All tricks, with the one on the table, which may be empty."""
        return [*self.tricks, {**self._current, "plays": self.table}]

    @property
    def _current(self) -> dict[str, Any]:
        return self.record["tricks"][len(self.tricks)]

    def played_by(self, seat: int, since: int = 0) -> list[str]:
        return [
            card
            for trick in self.begun[since:]
            for play in trick["plays"]
            if play["seat"] == seat
            for card in play["cards"]
        ]


def positions(records: list[Record], rng: random.Random) -> Iterator[Position]:
    """A random one of each record's positions."""
    for record in records:
        if record["tricks"]:
            number, place = rng.randrange(len(record["tricks"])), rng.randrange(4)
            plays = record["tricks"][number]["plays"]
            yield Position(record, record["tricks"][:number], plays[:place], plays[place]["seat"])


def hands_in_play(record: Record) -> tuple[list[list[str]], list[str]]:
    """The hands when play begins and the six cards that nobody plays."""
    hands = [list(hand) for hand in record["hands"]]
    away = list(record["kitty"])
    for entry in record["exchange"]:
        away = entry["discards"]
        held = [*hands[entry["seat"]], *entry["takes"]]
        hands[entry["seat"]] = [card for card in held if card not in away]
    return hands, away


class Knowledge:
    """What a seat knows of the cards that it does not see."""

    def __init__(self, position: Position) -> None:
        record, self.seat = position.record, position.seat
        self.position = position
        switches = record["switches"]
        self.order = Order(record["trump"], record["rank"], switches["two_ranks"] == "on")
        self.declarer = record["declarer"]
        self.out: dict[int, set[int]] = {seat: set() for seat in range(4)}  # lanes
        self.shut: dict[int, set[str]] = {seat: set() for seat in range(4)}  # cards
        self.sure: dict[str, int] = {}
        self.doubts: list[tuple[int, str, int]] = []  # leader, card led, trick
        for entry in record["auction"]:
            for card in entry.get("cards", [entry["card"]] if "card" in entry else []):
                if entry["seat"] == self.declarer and entry["call"] != "open":  # he may have laid it away
                    for other in range(4):
                        if other != self.declarer:
                            self.shut[other].add(card)
                else:
                    self.sure[card] = entry["seat"]
        for number, trick in enumerate(position.begun):
            if trick["plays"]:
                self._read(number, trick, top=switches["multi_lead"] == "must_be_top")
        hands, away = hands_in_play(record)
        gone = {card for seat in range(4) for card in position.played_by(seat)}
        self.holder: Layout = dict.fromkeys(away, NOBODY)
        if record["exchange"] and self.seat == self.declarer:
            self.holder = {}
        for seat in range(4):
            if seat != self.seat:
                self.holder |= {card: seat for card in hands[seat] if card not in gone}
        self.own = [card for card in hands[self.seat] if card not in gone]

    def _read(self, number: int, trick: dict[str, Any], *, top: bool) -> None:
        (leader, led), *rest = [(play["seat"], play["cards"]) for play in trick["plays"]]
        lane = self.order.lane(led[0])
        for seat, cards in rest:
            if any(self.order.lane(card) != lane for card in cards):
                self.out[seat].add(lane)
        if top and "attempt" in trick:
            self.sure |= dict.fromkeys(trick["attempt"], leader)
            self.doubts.append((leader, led[0], number))
        elif top and len(led) > 1:
            higher = {card for card in DECK if any(self.order.above(card, one) for one in led)}
            for seat in range(4):
                if seat != leader:
                    self.shut[seat] |= higher

    def may_hold(self, seat: int, card: str) -> bool:
        if card in self.sure:
            return seat == self.sure[card]
        return seat == NOBODY or (self.order.lane(card) not in self.out[seat] and card not in self.shut[seat])

    def fits(self, layout: Layout) -> bool:
        """Every card has a place that it may have, and somebody beat each lead taken back."""
        if not all(self.may_hold(seat, card) for card, seat in layout.items()):
            return False
        for leader, led, number in self.doubts:
            held = [card for card, seat in layout.items() if seat not in (leader, NOBODY)]
            held += self.own if self.seat != leader else []
            for seat in range(4):
                held += self.position.played_by(seat, number) if seat != leader else []
            if not any(self.order.above(card, led) for card in held):
                return False
        return True

    def layouts(self, most: int) -> list[Layout]:
        """Every layout that fits, none if more than `most` divisions of the cards are to be looked through."""
        found: list[Layout] = []
        others = [seat for seat in range(4) if seat != self.seat]
        size = {seat: sum(holds == seat for holds in self.holder.values()) for seat in others}
        tried = 0

        def deal(place: int, left: list[str], layout: Layout) -> None:
            nonlocal tried
            if place == len(others):
                tried += 1
                full = layout | dict.fromkeys(left, NOBODY)
                if self.fits(full):
                    found.append(full)
                return
            for hand in combinations(
                [c for c in left if self.may_hold(others[place], c)], size[others[place]]
            ):
                if tried <= most:
                    rest = [card for card in left if card not in hand]
                    deal(place + 1, rest, layout | dict.fromkeys(hand, others[place]))

        deal(0, sorted(self.holder), {})
        return found if tried <= most else []

    def another(self, rng: random.Random) -> Layout:
        """Another layout that fits."""
        while True:
            layout = shuffle_hidden(self.holder, self.may_hold, rng)
            if self.fits(layout):
                return layout


@kernel
def _decide(rules_block, task, frame, hands, gone, opened, log, attempts, policy, tried, worlds):  # type: ignore[no-untyped-def]
    """The set of the seat to play, 0 if it has no choice; fills tried int64[] with what it may try, and
    worlds int64[world, 5]: the hands and the cards laid away."""
    rules = np.int64(rules_block.ctypes.data)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    for word in range(b.TASK_SIZE):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    open_worlds(work)
    put(work, b.SEARCH_KEY, 99)
    put(work, b.GONE, gone)
    laid = opened[0] | opened[1] | opened[2] | opened[3]
    for seat in range(4):
        put(work, b.PLAYING + seat, hands[seat])
        put(work, b.OPEN + seat, opened[seat])
        put(work, b.ABSENT + seat, to_frame(rules, laid & ~opened[seat], frame) if opened[seat] else ZERO)
    begin_table(work)
    for ply in range(len(log)):
        if get(work, b.POSITION) == 0:
            put(work, b.ATTEMPT + get(work, b.TRICKS), attempts[get(work, b.TRICKS)])
        lay_set(rules, work, frame, (get(work, b.LEADER) + get(work, b.POSITION)) & 3, np.int64(log[ply]))
        if get(work, b.POSITION) == 4:
            close_trick(work)
    seat = (get(work, b.LEADER) + get(work, b.POSITION)) & 3
    hand = get(work, b.PLAYING + seat)
    leads = get(work, b.POSITION) == 0
    if leads and get(work, b.LEFT) == 1:
        return ZERO
    if not leads and only_set(hand, get(work, b.LED), get(work, b.SIZE)):
        return ZERO
    choice = choose_set(rules, work, frame, seat, policy)
    first = call(at(rules, b.THINK), rules, work, frame, seat)
    if get(work, b.SIZE) > 1 and not leads:
        list_sets(rules, work, frame, hand, first)
    n = list_tried(rules, work, frame, seat, first)
    for i in range(n):
        tried[i] = get(get(work, b.PLAN), blocks.CANDIDATE + i)
    free = plan_layouts(rules, work, frame, seat, get(work, b.UNSEEN))
    state = stream(np.uint64(5), ONE)
    for world in range(worlds.shape[0]):
        state = draw_layout(rules, work, free, state)
        lay_world(rules, work, seat)
        for word in range(4):
            worlds[world, word] = get(get(work, b.WORLD), b.PLAYING + word)
        worlds[world, 4] = get(get(work, b.WORLD), b.GONE)
    return choice


@kernel
def _bury(rules_block, task, frame, hands, hand, n_worlds):  # type: ignore[no-untyped-def]
    """The six cards that the declarer lays away of `hand`."""
    rules = np.int64(rules_block.ctypes.data)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    for word in range(b.TASK_SIZE):
        scratch[word] = task[word]
    work = np.int64(scratch.ctypes.data)
    open_worlds(work)
    put(work, b.SEARCH_KEY, 99)
    for seat in range(4):
        put(work, b.HANDS + seat, hands[seat])
    return call(at(rules, b.BURY), rules, work, frame, hand, n_worlds)


class Table:
    """The kernels' words on decisions under some rules."""

    def __init__(self, variant: str, switches: dict[str, str | int], worlds_each: int) -> None:
        self.rules = game.set_rules(resolve(game.SHEET, variant, switches))
        self.block = b.pack(self.rules, read_weights("da-bai-fen"))
        allow_search(self.block)
        self.worlds_each = worlds_each
        self.policy = policy_code(f"rollout:{worlds_each}")

    def frame_of(self, record: Record) -> int:
        return 4 * RANKS.index(record["rank"]) + SUITS.index(record["trump"])

    def mask(self, record: Record, cards: list[str]) -> int:
        to = self.rules.frames.to_frame[self.frame_of(record)]
        return int(sum(to[card_id(card)] for card in cards))

    def names(self, record: Record, mask: int) -> set[str]:
        return {card for card in DECK if mask & self.mask(record, [card])}

    def task(self, record: Record) -> Any:
        task = np.zeros(b.TASK_SIZE, np.int64)
        task[b.DECLARER], task[b.RANK] = record["declarer"], RANKS.index(record["rank"])
        for entry in record["auction"]:
            if entry["call"] in ("expose", "turn"):
                task[
                    b.SHOWN + entry["seat"] if entry["call"] == "expose" else b.SHOWN + record["declarer"]
                ] |= mask_of([entry["card"]])
        return task

    def decide(self, position: Position, layout: Layout, worlds: int = 0) -> tuple[int, list[int], Any]:
        """The set chosen where the hidden cards lie so, 0 if there is no choice; what is tried; worlds."""
        record, seen = position.record, Knowledge(position)
        hands = [
            position.played_by(seat)
            + (
                seen.own
                if seat == position.seat
                else [card for card, holds in layout.items() if holds == seat]
            )
            for seat in range(4)
        ]
        gone: list[str] = []
        if record["exchange"]:
            own = position.seat == record["declarer"]
            gone = hands_in_play(record)[1] if own else [c for c, holds in layout.items() if holds == NOBODY]
        opened = [0, 0, 0, 0]
        for entry in record["auction"]:
            if entry["call"] == "open":
                opened[entry["seat"]] = mask_of(entry["cards"])
        log = [self.mask(record, play["cards"]) for trick in position.begun for play in trick["plays"]]
        attempts = [self.mask(record, trick.get("attempt", [])) for trick in position.begun]
        tried, drawn = np.zeros(b.MOST_TRIED, np.int64), np.zeros((worlds, 5), np.int64)
        choice = _decide(
            self.block,
            self.task(record),
            self.frame_of(record),
            np.array([self.mask(record, hand) for hand in hands], np.int64),
            self.mask(record, gone),
            np.array(opened, np.int64),
            np.array(log, np.int64),
            np.array(attempts, np.int64),
            self.policy,
            tried,
            drawn,
        )
        return int(choice), [int(act) for act in tried if act], drawn

    def bury(self, record: Record, hands: list[list[str]], full: list[str]) -> int:
        """What the declarer lays away of his 18 cards; hands as dealt."""
        masks = np.array([self.mask(record, hand) for hand in hands], np.int64)
        mask = self.mask(record, full)
        return int(_bury(self.block, self.task(record), self.frame_of(record), masks, mask, self.worlds_each))
