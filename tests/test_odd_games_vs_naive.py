"""101 and Hundred to One: the kernels do act by act what the naive twins do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from analyzer.boardfile import read_shipped
from analyzer.faces.quiz import Question, parse_skill
from analyzer.faces.quiz_records import record_of as programme_record
from analyzer.faces.shedding import task_of
from analyzer.faces.shedding_records import record_of as hand_record
from analyzer.request import TraceRequest
from sims import quiz, shedding
from sims import quiz_tables as q
from sims import shedding_tables as s
from sims.games import hundred_to_one, one_hundred_one
from sims.sheets import resolve
from sims.tallies import new_event_tally
from tests.naive import shedding as naive_shedding
from tests.naive.quiz import Programme

SEED = 5
SWITCHES: list[dict[str, str | int]] = [
    {},
    {"first_card_effects": "off", "queen_closes_nine": "no", "reshuffle": "turn_over"},
    {"queen_closes_nine": "no"},
    {"reshuffle": "turn_over"},
]
PLAYERS = [("random", "random"), ("rules", "rules"), ("rules", "random")]
TEAMS: list[tuple[str, str, dict[str, str | int]]] = [
    ("0.4", "random", {}),
    ("0:0", "random", {"blitz": "own", "reverse": "safe"}),
    ("0.9:0.995", "random", {"reverse": "greedy", "big_first": 4, "big_second": 1}),
    ("0.3:0.7", "shipped", {"reverse": "greedy", "reverse_other": "best", "blitz_other": "own"}),
    ("0.3:0.7", "shipped", {"board_order": "as_given"}),
    (".1 .2 .3 .4 .5 .6 .7 .8 .9 1", "shipped", {}),
]


def compare_hands(
    n: int, policies: tuple[str, str], switches: dict[str, str | int], most_acts: int | None = None
) -> None:
    """Another dealer and other players at each deal; most_acts: where a hand is void."""
    rules = resolve(one_hundred_one.SHEET, None, switches)
    players = one_hundred_one.seats(rules)
    block, work = s.pack(rules), np.zeros(s.WORK_SIZE, np.int64)
    weights = dict(zip(s.WEIGHT_NAMES, s.PLAYER_WEIGHTS[players], strict=True))
    block[s.MOST_ACTS] = most_acts or block[s.MOST_ACTS]
    voids = 0
    for deal in range(n):
        dealer, seated = deal % players, [policies[(seat + deal // 3) % 2] for seat in range(players)]
        shedding.log_hand(np.uint64(SEED), deal, block, task_of(rules, dealer, seated), work)
        record = hand_record(
            rules, work, deal=deal, seed=SEED, dealer=dealer, scores=(0,) * players, policies=seated
        )
        twin = naive_shedding.deal(SEED, deal, rules.values, dealer, seated, weights)
        twin.most_acts = int(block[s.MOST_ACTS])
        assert [sorted(hand) for hand in record["hands"]] == [sorted(hand) for hand in twin.hands]
        assert (record["start"], record["stock"]) == (twin.start, twin.stock)
        out = twin.play()
        for number, (entry, right) in enumerate(zip(record["turns"], twin.turns, strict=False)):
            assert entry == right, f"deal {deal}, turn {number + 1}"
        assert record["turns"] == twin.turns
        assert record["result"]["out"] == out
        assert record.get("start_suit") == twin.start_suit
        voids += out is None
    assert voids > 0 or most_acts is None


@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("policies", PLAYERS, ids="-".join)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_101_is_played_as_by_the_naive_twin(
    players: int, policies: tuple[str, str], switches: dict[str, str | int]
) -> None:
    compare_hands(100, policies, {"players": players, **switches})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_void_hands_of_101_end_where_those_of_the_naive_twin_do(players: int) -> None:
    compare_hands(100, ("random", "rules"), {"players": players}, most_acts=30)


@pytest.mark.full
@pytest.mark.parametrize("switches", SWITCHES, ids=str)
@pytest.mark.parametrize("policies", PLAYERS, ids="-".join)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_101_is_played_as_by_the_naive_twin_on_5000_deals(
    players: int, policies: tuple[str, str], switches: dict[str, str | int]
) -> None:
    compare_hands(5_000, policies, {"players": players, **switches})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_101_is_tallied_as_the_naive_twin_scores(players: int) -> None:
    rules = resolve(one_hundred_one.SHEET, None, {"players": players})
    weights = dict(zip(s.WEIGHT_NAMES, s.PLAYER_WEIGHTS[players], strict=True))
    seated = ["rules", *["random"] * (players - 1)]
    task = task_of(rules, 1, seated)
    task[s.SCORES - s.TASK] = 75
    tally, sums = new_event_tally(1, 2), np.zeros(3, np.int64)
    shedding.tally_hands(np.uint64(SEED), 10, 110, s.pack(rules), task, tally, sums)
    outs = overs = diff = squares = own = own_squares = 0
    for deal in range(10, 110):
        twin = naive_shedding.deal(SEED, deal, rules.values, 1, seated, weights)
        out = twin.play()
        assert out is not None
        delta = [naive_shedding.cost(hand) for hand in twin.hands]
        last = twin.pile[-1]
        delta[out] = 0 if last[0] != "Q" else -40 if last == "QS" else -20
        change = sum(delta[1:]) - (players - 1) * delta[0]
        outs, overs = outs + (out == 0), overs + (75 + delta[0] > 101)
        diff, squares = diff + change, squares + change**2
        own, own_squares = own + delta[0], own_squares + delta[0] ** 2
    assert tally.count.tolist() == [[outs, overs]]
    assert (tally.diff.tolist(), tally.squares.tolist()) == ([diff], [squares])
    assert sums.tolist() == [own, own_squares, 0]


class Teams:
    """Two teams for the kernel and for the naive twin."""

    def __init__(self, skill: str, boards: str, switches: dict[str, str | int]) -> None:
        self.rules = resolve(hundred_to_one.SHEET, None, switches)
        self.skill = parse_skill(skill)
        self.boards = tuple(read_shipped()) if boards == "shipped" else ()
        self.block = q.pack(self.rules, self.skill, self.boards)

    def record(self, deal: int) -> dict[str, Any]:
        request = TraceRequest(hundred_to_one, self.rules, deal, deal + 1, None, None, "rules", "rules", SEED)
        work = np.zeros(q.WORK_SIZE, np.int64)
        quiz.log_programme(np.uint64(SEED), deal, self.block, work)
        return programme_record(Question(request, self.skill, self.boards), work, deal)

    def twin(self, deal: int, skill: Sequence[int] | None = None) -> Programme:
        policies = [hundred_to_one.policies(self.rules, team) for team in (0, 1)]
        return Programme(
            SEED,
            deal,
            skill or self.skill,
            blitz=(policies[0][0], policies[1][0]),
            reverse=(policies[0][1], policies[1][1]),
            files=[list(board.people) for board in self.boards],
            order=self.rules.word("board_order"),
            members=(self.rules.number("big_first"), self.rules.number("big_second")),
        )


def compare_programmes(n: int, skill: str, boards: str, switches: dict[str, str | int]) -> None:
    teams = Teams(skill, boards, switches)
    for deal in range(n):
        record, twin = teams.record(deal), teams.twin(deal)
        winner, fund = twin.play()
        for entry, right in zip(record["rounds"], twin.rounds, strict=False):
            assert entry == right, f"programme {deal}, {entry['kind']} round"
        assert record["rounds"] == twin.rounds
        assert (record["result"]["winner"], record["result"]["big_fund"]) == (winner, fund)
        assert [board["lines"] for board in record["boards"]] == [twin.boards[i] for i in range(10)]


@pytest.mark.parametrize(("skill", "boards", "switches"), TEAMS, ids=str)
def test_programmes_are_played_as_by_the_naive_twin(
    skill: str, boards: str, switches: dict[str, str | int]
) -> None:
    compare_programmes(250, skill, boards, switches)


@pytest.mark.full
@pytest.mark.parametrize(("skill", "boards", "switches"), TEAMS, ids=str)
def test_programmes_are_played_as_by_the_naive_twin_on_5000_deals(
    skill: str, boards: str, switches: dict[str, str | int]
) -> None:
    compare_programmes(5_000, skill, boards, switches)


@pytest.mark.parametrize(("skill", "boards", "switches"), TEAMS, ids=str)
def test_programmes_are_tallied_as_the_naive_twin_plays(
    skill: str, boards: str, switches: dict[str, str | int]
) -> None:
    teams, n = Teams(skill, boards, switches), 30
    more_skill = [min(1_000_000, k + 10_000) if seat < 5 else k for seat, k in enumerate(teams.skill)]
    tally = quiz.new_quiz_tally()
    quiz.tally_programmes(np.uint64(SEED), 0, n, teams.block, tally)
    right = quiz.new_quiz_tally()
    edges = [*q.LEADS]
    for deal in range(n):
        twin, better = teams.twin(deal), teams.twin(deal, more_skill)
        (winner, fund), (better_winner, better_fund) = twin.play(), better.play()
        before = (winner == 0, winner == 0 and fund >= 200)
        after = (better_winner == 0, better_winner == 0 and better_fund >= 200)
        points = next(entry["points"] for entry in twin.rounds if entry["kind"] == "reverse")
        lead = twin.scores[0] - twin.scores[1]
        diff = lead + points[0] - points[1]
        row = sum(lead >= edge for edge in edges)
        right.events[0] += before
        right.diff[0] += diff
        right.squares[0] += diff * diff
        for event in (0, 1):
            now, then = after[event], before[event]
            right.more[3 * event : 3 * event + 3] += [now, now and not then, then and not now]
        right.wins[row, 0] += 1
        for line in range(1, 7):
            right.wins[row, line] += teams.twin(deal).play(line)[0] == 0
        for stage in range(3):
            right.funds[stage, twin.rounds[stage]["fund"]] += 1
            right.took[stage] += twin.rounds[stage]["took"] == 0
        if winner == 0:
            right.funds[3, fund] += 1
    for name, value in tally._asdict().items():
        assert value.tolist() == getattr(right, name).tolist(), name


@pytest.mark.parametrize(("skill", "boards", "switches"), TEAMS[:4], ids=str)
def test_big_games_after_a_first_fund_are_those_of_the_naive_twin(
    skill: str, boards: str, switches: dict[str, str | int]
) -> None:
    teams, counts = Teams(skill, boards, switches), np.zeros(4, np.int64)
    quiz.tally_big_games(np.uint64(SEED), 0, 60, teams.block, 100, 40, counts)
    funds = [fund for deal in range(60) if (fund := teams.twin(deal).big_games(100, 40)) is not None]
    right = [len(funds), sum(fund >= 200 for fund in funds), sum(funds), sum(fund**2 for fund in funds)]
    assert counts.tolist() == right
