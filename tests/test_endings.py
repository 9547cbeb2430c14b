"""Endings: exact best responses against the naive twin, and what a best response cannot fall short of."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from analyzer.endings import Endings, Judged, judge, open_endings, set_goals, share_closed
from sims import blocks, ending_values, endings
from sims.cards import CARD_NAMES, LANE, card_id
from sims.errors import Refused
from sims.games import GAMES, find_rules
from sims.players import policy_code, read_weights, rules_block
from sims.tables import Int64Array
from tests.naive.endings import Ending
from tests.naive.frames import TWO_HUNDRED, frame_of
from tests.naive.players import Trick

GAME = GAMES["two-hundred"]
RULES = find_rules("two-hundred", "base", {})
TABLES = GAME.tables(RULES)
BLOCK = rules_block(GAME, RULES)
WEIGHTS = read_weights("two-hundred")
SPADES, SEED = 3, "test"
PLAYERS = [policy_code("rules"), endings.BEST_RESPONSE]
DECK = int(BLOCK[blocks.DECKS + SPADES])


def asked(wanted: int, *players: str) -> Endings:
    return Endings(GAME, RULES, players or ("rules",), 60, SEED, wanted)


@cache
def some(cards: int, n: int) -> tuple[Int64Array, Int64Array]:
    return open_endings(BLOCK, asked(n), cards)


def twin_of(ending: Int64Array, seat: int) -> Ending:
    """The same ending on card names."""
    names = [CARD_NAMES[card] if card >= 0 else "" for card in TABLES.to_card[ending[endings.TRUMP]].tolist()]
    tricks = int(ending[endings.TRICK])
    leaders = [*ending[blocks.LEADERS : blocks.LEADERS + tricks].tolist(), int(ending[endings.LEADER])]
    log = [names[index] for index in ending[blocks.LOG : blocks.LOG + 4 * tricks].tolist()]
    finished = [
        Trick(leader, [((leader + i) % 4, log[4 * t + i]) for i in range(4)], leaders[t + 1])
        for t, leader in enumerate(leaders[:-1])
    ]
    hand = int(ending[blocks.PLAYING + seat])
    return Ending(
        frame=frame_of(TWO_HUNDRED, {}, "CDHS"[ending[endings.TRUMP]]),
        declarer=int(ending[blocks.DECLARER]),
        goal=int(ending[endings.GOAL]),
        seat=seat,
        hand=[names[index] for index in range(64) if hand >> index & 1],
        finished=finished,
        weights=WEIGHTS,
    )


@pytest.mark.parametrize(("cards", "n", "most_worlds"), [(1, 12, 6), (2, 10, 90), (3, 4, 400)])
def test_values_are_those_of_the_twin(cards: int, n: int, most_worlds: int) -> None:
    """Layouts, weights, `rules` and the best response, for every seat of some endings."""
    deals, found = some(cards, 40)
    compared = 0
    for deal, ending in zip(deals.tolist(), found, strict=True):
        for seat in range(4):
            worlds = list(twin_of(ending, seat).worlds())
            if len(worlds) > most_worlds or compared == n:
                continue
            compared += 1
            twin = twin_of(ending, seat)
            expected = [
                len(worlds),
                sum(weight for weight, _ in worlds),
                twin.value(worlds, by_rules=True),
                twin.value(worlds),
            ]
            assert ending_values.judge_ending(BLOCK, ending, seat, PLAYERS, 1, deal).tolist() == expected, (
                deal,
                seat,
            )
    assert compared == n


def test_no_player_does_better_than_the_best_response() -> None:
    for found in judge(asked(6, "rules", "rollout:3", "rollout:20")):
        best = found.success[:, -1:]
        assert (found.success <= best).all()
        assert (found.success[:, 0] < best[:, 0]).any()
        assert (best <= 1).all()


def test_who_samples_worlds_searches_small_endings_exactly() -> None:
    """Whoever leads to the last tricks but one knows nothing but what is listed. rollout:12 lists the 90 layouts of
    two cards a seat at most; rollout:1 lists 8 and samples."""
    deals, found = some(2, 40)
    players = [policy_code("rollout:1"), policy_code("rollout:12"), endings.BEST_RESPONSE]
    values = [
        ending_values.judge_ending(BLOCK, ending, int(ending[endings.LEADER]), players, 1, deal)[2:].tolist()
        for deal, ending in zip(deals.tolist(), found, strict=True)
    ]
    assert all(listed == best for _, listed, best in values)
    assert any(sampled < best for sampled, _, best in values)


def by_hand(hands: str, ours: int, goal: int, absent: dict[int, str] | None = None) -> Int64Array:
    """An ending under spades that seat 0 has declared and leads to; hands: "AS TC / ..." from seat 0 on.

    Of the hands of the others only the size may matter. absent: suits that seats have not followed.
    """
    held = [
        [int(TABLES.to_frame[SPADES, card_id(card)]) for card in hand.split()] for hand in hands.split("/")
    ]
    left = [mask for hand in held for mask in hand]
    points = sum(int(BLOCK[blocks.POINTS + mask.bit_length() - 1]) for mask in left)
    ending = np.zeros(endings.NODE_SIZE, np.int64)
    ending[: blocks.DEALT] = blocks.new_task(4, 0, 3, 0b0101, (1, 1))
    for seat in range(4):
        ending[blocks.PLAYING + seat] = sum(held[seat])
        for suit in (absent or {}).get(seat, ""):
            ending[blocks.ABSENT + seat] |= LANE << 16 * "CDHS".index(suit)
    ending[blocks.OURS], ending[blocks.THEIRS] = ours, 100 - points - ours
    ending[endings.TRUMP], ending[endings.TRICK] = SPADES, 9 - len(held[0])
    ending[endings.PLAYED] = DECK & ~sum(left)
    ending[endings.BID], ending[endings.GOAL] = GAME.bids(RULES).index(goal), goal
    return ending


@pytest.mark.parametrize(
    ("absent", "expected"),
    [
        ({}, [6, 6, 2, 2]),  # the king of trumps must lie with the partner: two layouts of six
        ({2: "S"}, [4, 4, 0, 0]),
        ({1: "S", 3: "S"}, [2, 2, 2, 2]),
        ({1: "H"}, [4, 4, 1, 1]),  # KS TH 5D of seats 1, 2, 3: not TH first; the king with the partner once
    ],
)
def test_a_last_trick_is_counted(absent: dict[int, str], expected: list[int]) -> None:
    """The queen of trumps is led and 10 points are lacking of the 15 that are left."""
    ending = by_hand("QS / KS / TH / 5D", 50, 60, absent)
    assert ending_values.judge_ending(BLOCK, ending, 0, PLAYERS, 1, 0).tolist() == expected


def test_a_certain_ending_is_won_in_every_layout() -> None:
    """The ace of trumps draws the only other trump, and the ten of clubs is then the best card: all 30 points."""
    ending = by_hand("AS TC / 7S 7C / 5C 5D / 7D 7H", 30, 60)
    assert ending_values.judge_ending(BLOCK, ending, 0, PLAYERS, 1, 0)[[0, 1, 3]].tolist() == [90, 90, 90]


def test_the_cards_of_the_others_make_no_difference() -> None:
    deals, found = some(3, 6)
    for deal, ending in zip(deals.tolist(), found, strict=True):
        seat = int(ending[blocks.DECLARER])
        moved = ending.copy()
        others = [blocks.PLAYING + (seat + step) % 4 for step in (1, 2, 3)]
        moved[others] = ending[np.roll(others, 1)]
        players = [*PLAYERS, policy_code("rollout:20")]
        one, other = (ending_values.judge_ending(BLOCK, e, seat, players, 1, deal) for e in (ending, moved))
        assert one.tolist() == other.tolist()


def test_endings_without_all_cards_in_hand_are_refused() -> None:
    kitty = find_rules("two-hundred", "kitty", {})
    for module, rules in ((GAME, kitty), (GAMES["nahanni"], find_rules("nahanni", "base", {}))):
        block = rules_block(module, rules)
        assert not endings.can_list(block)
        with pytest.raises(Refused, match="all cards"):
            ending_values.judge_ending(block, some(1, 1)[1][0], 0, PLAYERS, 1, 0)
    with pytest.raises(Refused, match="1 to 4 cards"):
        ending_values.judge_ending(BLOCK, by_hand("///", 50, 60), 0, PLAYERS, 1, 0)


@pytest.mark.parametrize(
    ("ours", "theirs", "goal", "is_open"),
    [
        (40, 30, 55, True),
        (35, 20, 60, True),  # 57.5 is as near to 55
        (60, 35, 65, True),
        (20, 40, 50, True),  # 40 is no bid
        (0, 55, 50, False),
        (55, 45, 55, False),
        (10, 90, 50, False),
    ],
)
def test_the_goal_is_half_of_what_is_left(ours: int, theirs: int, goal: int, is_open: bool) -> None:
    ending = np.zeros((1, endings.NODE_SIZE), np.int64)
    ending[0, [blocks.OURS, blocks.THEIRS]] = ours, theirs
    assert set_goals(BLOCK, ending).tolist() == [is_open]
    assert ending[0, endings.GOAL] == goal
    assert GAME.bids(RULES)[ending[0, endings.BID]] == goal


def test_endings_are_reached_by_the_rules_of_play() -> None:
    """Every seat has as many cards, all points are accounted for, and the goal is open."""
    for cards in (2, 4):
        _, found = some(cards, 50)
        for ending in found:
            left = [int(hand) for hand in ending[blocks.PLAYING : blocks.PLAYING + 4]]
            assert [hand.bit_count() for hand in left] == [cards] * 4
            assert sum(left) | int(ending[endings.PLAYED]) == int(BLOCK[blocks.DECKS + ending[endings.TRUMP]])
            points = sum(int(BLOCK[blocks.POINTS + i]) for i in range(64) if sum(left) >> i & 1)
            assert ending[blocks.OURS] + ending[blocks.THEIRS] + points == 100
            assert ending[blocks.OURS] < ending[endings.GOAL] <= ending[blocks.OURS] + points


def test_the_same_on_any_number_of_threads() -> None:
    one, two = (judge(asked(5, "rules", "rollout:3"), threads=threads) for threads in (1, 2))
    assert [judged.success.tolist() for judged in one] == [judged.success.tolist() for judged in two]


def judged(first: list[float], player: list[float], best: list[float]) -> Judged:
    return Judged(3, "declarer", np.ones(len(first), np.int64), np.array([first, player, best]).T)


def test_the_share_of_the_gap() -> None:
    half = judged([0.2, 0.5, 0.4] * 10, [0.3, 0.6, 0.4] * 10, [0.4, 0.7, 0.4] * 10)
    assert share_closed(half, 1, SEED) == pytest.approx((0.5, 0.5, 0.5))
    assert np.isnan(share_closed(judged([0.5], [0.5], [0.5]), 1, SEED)).all()


def test_the_interval_of_the_share_is_that_of_a_ratio() -> None:
    """Against the error of a ratio of means by the delta method."""
    rng = np.random.default_rng(3)
    gaps = rng.uniform(0, 0.2, 400)
    closed = gaps * rng.uniform(0.2, 1, 400)
    found = share_closed(judged([0.3] * 400, (0.3 + closed).tolist(), (0.3 + gaps).tolist()), 1, SEED)
    ratio = closed.sum() / gaps.sum()
    error = (closed - ratio * gaps).std() / np.sqrt(400) / gaps.mean()
    assert found.share == pytest.approx(ratio)
    assert found.low == pytest.approx(ratio - 1.96 * error, abs=0.2 * error)
    assert found.high == pytest.approx(ratio + 1.96 * error, abs=0.2 * error)
