"""Twenty-Five: hands of the kernel as records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.checks import check_seat, parse_scores
from analyzer.faces.race import parse_turn_up, rules_block, task_of, turn
from analyzer.request import TraceRequest
from sims.cards import CARD_NAMES, SUITS, names_of
from sims.deals import deal_batch
from sims.games import twenty_five as game
from sims.race import log_race
from sims.seating import Seating
from sims.seeds import master_seed
from sims.sheets import Rules
from sims.tables import HAND, TRICK_POINTS, Int64Array, Tables

Record = dict[str, Any]
BATCH = 2_000


class Hands:
    """The hands of the deals low..high-1, as `sims.race.log_race` writes them."""

    def __init__(
        self, block: Int64Array, task: Int64Array, seats: int, seed: int, low: int, high: int
    ) -> None:
        n = high - low
        self.low = low
        self.hands = np.zeros((n, seats), np.int64)
        self.turned, self.robbers, self.laid, self.played = (np.zeros(n, np.int64) for _ in range(4))
        self.log = np.zeros((n, seats * int(block[HAND])), np.int8)
        self.after = np.zeros((n, seats), np.int64)
        log_race(
            np.uint64(seed), low, high, block, task, self.hands, self.turned, self.robbers, self.laid,
            self.played, self.log, self.after,
        )  # fmt: skip
        self.stocks = deal_batch(block, seed, low, high)[2]


def play_records(request: TraceRequest) -> Iterator[Record]:
    """The records of a request."""
    rules = request.rules
    table = game.seating(rules)
    scores = parse_scores(request.score, len(table.sides))
    game.check_scores(rules, scores)
    dealer = check_seat("--dealer", request.dealer, table.seats, table.seats - 1)
    players = (request.policy, request.defence)
    block = rules_block(rules, *players)
    task = task_of(rules, table, own=table.side_of(0) or 0, dealer=dealer, scores=scores, players=players)
    turn(block, task, parse_turn_up(rules, request.extras.get("turn_up")))
    seed = master_seed(request.seed)
    recorder = Recorder(rules, table, request.seed, dealer, scores, players)
    for low in range(request.low, request.high, BATCH):
        high = min(low + BATCH, request.high)
        hands = Hands(block, task, table.seats, seed, low, high)
        for i in range(high - low):
            yield recorder.record(hands, i)


class Recorder:
    """Turns hands into records."""

    def __init__(
        self,
        rules: Rules,
        table: Seating,
        seed: int | str,
        dealer: int,
        scores: tuple[int, ...],
        players: tuple[str, str],
    ) -> None:
        self.rules, self.table, self.seed, self.dealer, self.scores = rules, table, seed, dealer, scores
        self.tables: Tables = game.tables(rules)
        self.policies = [
            players[0 if table.side_of(s) == table.side_of(0) else 1] for s in range(table.seats)
        ]

    def record(self, hands: Hands, i: int) -> Record:
        """The record of one hand."""
        rules, turned = self.rules, int(hands.turned[i]).bit_length() - 1
        record: Record = {
            "schema": "bidodds.record/1",
            "game": rules.game,
            "variant": rules.variant,
            "switches": dict(rules.values),
            "rules_hash": rules.rules_hash,
            "seed": self.seed,
            "deal": hands.low + i,
            "seats": self.table.seats,
            "sides": [list(side) for side in self.table.sides],
            "dealer": self.dealer,
            "scores": list(self.scores),
            "policies": self.policies,
            "hands": [names_of(int(hand)) for hand in hands.hands[i]],
            "kitty": [],
            "stock": [CARD_NAMES[int(card)] for card in hands.stocks[i]],
            "turn_up": CARD_NAMES[turned],
            "auction": [],
            "declarer": None,
            "contract": None,
            "trump": SUITS[turned >> 4],
            "exchange": self._exchange(hands, i, turned),
            "tricks": self._tricks(hands, i, turned >> 4),
        }
        after = tuple(int(hands.after[i, side[0]]) for side in self.table.sides)
        taken = tuple(new - old for new, old in zip(after, self.scores, strict=True))
        if rules.word("double_stake") == "on":
            record["stake"] = game.stake(rules, self.scores, taken)
        over = max(after) >= rules.number("target")
        record["result"] = {
            "taken": list(taken),
            "contracts": [],
            "delta": list(taken),
            "scores": list(after),
            "game_over": over,
            "winner": after.index(max(after)) if over else None,
        }
        return record

    def _exchange(self, hands: Hands, i: int, turned: int) -> list[Record]:
        robber = int(hands.robbers[i])
        if robber < 0:
            return []
        laid = int(self.tables.to_card[turned >> 4, int(hands.laid[i]).bit_length() - 1])
        return [{"seat": robber, "takes": [CARD_NAMES[turned]], "discards": [CARD_NAMES[laid]]}]

    def _tricks(self, hands: Hands, i: int, trump: int) -> list[Record]:
        """The tricks of a log; who wins follows from the frame: the highest trump, else the highest led."""
        seats, to_card = self.table.seats, self.tables.to_card[trump]
        leader = (self.dealer + 1) % seats
        plies = hands.log[i].tolist()
        tricks = []
        for number in range(int(hands.played[i])):
            cards = plies[number * seats : (number + 1) * seats]
            order = [(index >= 48, index >> 4 == cards[0] >> 4, index) for index in cards]
            winner = (leader + order.index(max(order))) % seats
            plays = [
                {"seat": (leader + k) % seats, "cards": [CARD_NAMES[int(to_card[index])]]}
                for k, index in enumerate(cards)
            ]
            points = int(self.tables.settings[TRICK_POINTS])
            tricks.append({"leader": leader, "plays": plays, "winner": winner, "points": points})
            leader = winner
        return tricks
