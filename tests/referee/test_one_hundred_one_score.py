"""101, rules 7 to 11: the numbers are those of rules/one-hundred-one.md, S of its settled questions."""

import copy
from collections.abc import Callable

import pytest

from tests.referee.changes import restated
from tests.referee.odd_scripts import found
from tests.referee.scripts import accepted, refused
from tests.referee.shedding import COST
from tests.referee.table import Record

GAME = "one-hundred-one"


def last_play(record: Record) -> str:
    card: str = next(act["play"] for act in reversed(record["turns"]) if "play" in act)
    return card


def out_with(*cards: str) -> Callable[[Record], bool]:
    return lambda made: last_play(made) in cards


@pytest.mark.parametrize(
    ("cards", "number", "why"),
    [
        (("6C", "6D", "6H", "6S"), 1, "six"),
        (("7C", "7D", "7H", "7S"), 2, "seven"),
        (("KS",), 4, "king"),
    ],
)
def test_07_the_victim_of_the_last_card_still_draws(cards: tuple[str, ...], number: int, why: str) -> None:
    record = found(GAME, out_with(*cards))
    last = accepted(record)["turns"][-1]
    assert (len(last["draw"]), last["why"]) == (number, why)
    assert last["seat"] == (record["result"]["out"] + 1) % record["seats"]
    short = copy.deepcopy(record)
    short["turns"].pop()
    refused(short, f"nobody is out, and seat {last['seat']} has to draw")
    more = copy.deepcopy(record)
    more["turns"].append({"seat": 0, "draw": [], "why": "none"})
    refused(more, f"turn {len(more['turns'])}: the hand is over, seat {record['result']['out']} has no cards")


def test_07_the_skip_after_a_last_ace_may_be_left_out() -> None:
    record = found(GAME, out_with("AC", "AD", "AH", "AS"))
    record["turns"] = [act for act in record["turns"] if act is not record["turns"][-1] or "skip" not in act]
    accepted(record)
    seat = (record["result"]["out"] + 1) % record["seats"]
    accepted(record | {"turns": record["turns"] + [{"seat": seat, "skip": True}]})
    wrong = {"seat": record["result"]["out"], "skip": True}
    refused(record | {"turns": record["turns"] + [wrong]}, f"but it is the turn of seat {seat}")


@pytest.mark.parametrize("rank", "6789TJQKA")
def test_08_the_cards_left_count(rank: str) -> None:
    """Every rank once: a hand in which somebody is left with it alone."""
    record = found(GAME, lambda made: any(cards[0] == rank for cards in one_left(made)), tries=20_000)
    accepted(record)
    seat = next(seat for seat, card in enumerate(one_left(record)) if card[0] == rank)
    assert record["result"]["delta"][seat] == COST[rank]
    wrong = copy.deepcopy(record)
    wrong["result"]["delta"][seat] += 1
    refused(wrong, '"result.delta" is')


def one_left(record: Record) -> list[str]:
    """The only card left to each seat, or "-"."""
    hands = [set(hand) for hand in record["hands"]]
    for act in record["turns"]:
        if "seat" in act:
            hands[act["seat"]] |= set(act.get("draw", []))
            hands[act["seat"]] -= {act.get("play")}
    return [next(iter(hand)) if len(hand) == 1 else "-" for hand in hands]


@pytest.mark.parametrize(("queens", "bonus"), [(("QC", "QD", "QH"), -20), (("QS",), -40)])
def test_09_going_out_on_a_queen(queens: tuple[str, ...], bonus: int) -> None:
    record = found(GAME, out_with(*queens))
    seat = record["result"]["out"]
    assert accepted(record)["result"]["delta"][seat] == bonus
    plain = copy.deepcopy(record)
    plain["result"]["delta"][seat] = 0
    refused(plain, '"result.delta" is')


def test_09_scores_may_be_negative() -> None:
    record = found(GAME, lambda made: min(made["scores"]) < 0 and last_play(made) == "QS")
    accepted(record)


def test_10_exactly_101_is_set_back_to_nought() -> None:
    record = found(GAME, lambda made: any(reaches(made, 101)))
    seat = reaches(record, 101).index(True)
    assert accepted(record)["result"]["scores"][seat] == 0
    wrong = copy.deepcopy(record)
    wrong["result"]["scores"][seat] = 101
    refused(wrong, '"result.scores" is')
    wrong = copy.deepcopy(record)
    wrong["result"]["delta"][seat] = -record["scores"][seat]
    refused(wrong, '"result.delta" is')
    for score, words in ((101, "a score of 101 before the deal"), (102, "have already ended the game")):
        before = list(record["scores"])
        before[0] = score
        refused(record | {"scores": before}, words)


def reaches(record: Record, score: int) -> list[bool]:
    return [old + new == score for old, new in zip(record["scores"], record["result"]["delta"], strict=True)]


def test_10_above_101_the_game_ends() -> None:
    record = found(GAME, lambda made: len(made["result"]["losers"]) == 1 and made["seats"] > 2)
    result = accepted(record)["result"]
    assert result["game_over"]
    assert result["winner"] == result["scores"].index(min(result["scores"]))
    accepted(restated(record, next_dealer=None))
    accepted(restated(record, next_dealer=(record["dealer"] + 1) % record["seats"]))
    refused(restated(record, next_dealer=record["dealer"]), '"result.next_dealer" is')
    refused(restated(record, losers=[]), '"result.losers" is [], but above 101 are')
    refused(restated(record, game_over=False), '"result.game_over" is false, but the game is over')
    refused(restated(record, winner=None), '"result.winner" is null, but the lowest score has')
    refused(restated(record, winner=[result["winner"]]), '"result.winner" is [')


def test_10_several_lose_and_s4_equals_share() -> None:
    record = found(GAME, lambda made: len(made["result"]["losers"]) > 1)
    accepted(record)
    shared = found(GAME, lambda made: isinstance(made["result"]["winner"], list))
    winners = accepted(shared)["result"]["winner"]
    assert len({shared["result"]["scores"][seat] for seat in winners}) == 1
    refused(restated(shared, winner=winners[0]), f"but the lowest score has {winners}")


def test_10_s4_the_reset_comes_before_the_winner() -> None:
    record = found(GAME, lambda made: made["result"]["game_over"] and any(reaches(made, 101)))
    lowest = min(accepted(record)["result"]["scores"])
    assert lowest <= 0


def test_10_s5_the_loser_drops_out() -> None:
    record = found(
        GAME, lambda made: len(made["result"]["losers"]) == 1 and made["seats"] == 4, over_101="drops_out"
    )
    assert not accepted(record)["result"]["game_over"]
    assert record["result"]["winner"] is None
    refused(record | {"switches": {}}, '"result.game_over" is false, but the game is over')
    last = found(
        GAME, lambda made: bool(made["result"]["losers"]) and made["seats"] == 2, over_101="drops_out"
    )
    assert accepted(last)["result"]["winner"] == 1 - last["result"]["losers"][0]


def test_10_s5_the_next_dealer_is_one_who_stays() -> None:
    record = found(
        GAME,
        lambda made: made["result"]["losers"] == [(made["dealer"] + 1) % made["seats"]] and made["seats"] > 2,
        over_101="drops_out",
    )
    assert accepted(record)["result"]["next_dealer"] == (record["dealer"] + 2) % record["seats"]
    wrong = restated(record, next_dealer=record["result"]["losers"][0])
    refused(wrong, "but the next dealer is seat")


def test_11_the_one_without_cards_is_named() -> None:
    record = found(GAME, lambda made: not made["result"]["game_over"])
    wrong = (record["result"]["out"] + 1) % record["seats"]
    refused(restated(record, out=wrong), f'"result.out" is {wrong}, but no cards are left to seat')
    refused(restated(record, winner=record["result"]["out"]), "but nobody has won")
