"""The variants and switches of Two Hundred that rules/two-hundred.md names in part 1.2."""

import pytest

from tests.referee.changes import auction_of
from tests.referee.scripts import accepted, refused, two_hundred

ALL_SPADES = "AS KS QS JS TS 9S 8S 7S 5S"


def test_kitty_has_40_cards_and_the_six_between_seven_and_five() -> None:
    record = two_hundred(["7H", "6H", "5H", "8H"], plays="7H 6H 5H 8H", variant="kitty")
    assert accepted(record)["tricks"][0]["winner"] == 3
    assert record["tricks"][0]["points"] == 5
    low = accepted(two_hundred(["5H", "6H", "7C"], plays="5H 6H", variant="kitty", kitty="AH KH QH JH"))
    assert low["tricks"][0]["winner"] != 0


KITTY = "AH KH TH 5H"


@pytest.mark.parametrize(
    "swap", [("", ""), ("TH", "7S"), ("5H AH", "AH 7S"), (KITTY, KITTY), (KITTY, "7S 8S 5H AH")]
)
def test_kitty_takes_none_to_four_in_any_order(swap: tuple[str, str]) -> None:
    accepted(two_hundred([ALL_SPADES], variant="kitty", kitty=KITTY, swap=swap))


@pytest.mark.parametrize(
    ("switch", "taken"), [("dead", [90, 0]), ("contractor", [100, 0]), ("defenders", [90, 10])]
)
def test_kitty_points(switch: str, taken: list[int]) -> None:
    """Seat 0 takes every trick; the ten of hearts is left in the kitty, the eight of spades discarded."""
    record = two_hundred(
        [ALL_SPADES],
        "75 pass pass pass",
        variant="kitty",
        kitty="9H KH QH TH",
        swap=("KH", "8S"),
        kitty_points=switch,
    )
    for trick in record["tricks"]:
        trick["points"] = sum(
            {"A": 10, "T": 10, "5": 5}.get(play["cards"][0][0], 0) for play in trick["plays"]
        )
    assert accepted(record)["result"]["taken"] == taken
    others = {"dead": "contractor", "contractor": "defenders", "defenders": "dead"}
    refused(record | {"switches": {"kitty_points": others[switch]}}, '"result.taken" is')


def test_hundred_for_200() -> None:
    record = two_hundred([ALL_SPADES], "100", hundred_for_200="on")
    assert accepted(record)["result"]["delta"] == [200, 0]
    refused(record | {"switches": {}}, '"result.delta" is [200, 0], but the hand scores [100, 0]')
    failed = two_hundred(["AH KH"], "100", trump="C", hundred_for_200="on")
    assert accepted(failed)["result"]["delta"][0] == -100
    plain = two_hundred([ALL_SPADES], "95 pass pass pass", hundred_for_200="on")
    assert accepted(plain)["result"]["delta"] == [100, 0]


@pytest.mark.parametrize(
    "calls",
    [
        "50 pass pass pass",
        "50 55 60 65",
        "pass pass 70 pass",
        "pass pass pass pass",
        "pass 100",
        "pass 100 pass pass",
    ],
)
def test_single_round(calls: str) -> None:
    record = accepted(two_hundred([], calls, bidding="single_round"))
    assert " ".join(entry["call"] for entry in record["auction"]) == calls


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ([(0, "50"), (1, "55"), (2, "pass"), (3, "pass"), (0, "60")], "after the end of the auction"),
        ([(0, "50"), (1, "55"), (2, "pass")], "the auction ends before seat 3 has called"),
        ([(0, "100"), (1, "pass")], "the auction ends before seat 2 has called"),
        ([(0, "100"), (1, "100")], "is not more than 100"),
    ],
)
def test_single_round_illegal(calls: list[tuple[int, str]], words: str) -> None:
    refused(auction_of(two_hundred([], bidding="single_round"), *calls), words)


@pytest.mark.parametrize(("variant", "target"), [("to-300", 300), ("to-500", 500)])
def test_longer_games(variant: str, target: int) -> None:
    near, lost = target - 5, 5 - target
    assert (
        accepted(two_hundred([ALL_SPADES], "60 pass pass pass", variant=variant, scores=(near, 0)))["result"][
            "winner"
        ]
        == 0
    )
    record = two_hundred(["AC"], "100", trump="C", variant=variant, scores=(lost, 0))
    assert accepted(record)["result"]["winner"] == 1
    refused(record | {"scores": [target, 0]}, "have already ended the game")
    refused(record | {"scores": [0, -target]}, "have already ended the game")
    accepted(two_hundred([], "pass pass pass pass", variant=variant, scores=(200, -200)))
    low = auction_of(record | {"scores": [0, 0]}, (0, "55"))
    refused(low, 'seat 0 calls "55", which is not one of the bids: 60, 65')
    silent = two_hundred(["AC"], "60 pass pass pass", trump="C", variant=variant, scores=(0, 100))
    assert accepted(silent)["result"]["delta"][1] == 0


def test_switches_of_a_longer_game_can_be_set_in_the_base_game() -> None:
    accepted(
        two_hundred(
            [ALL_SPADES], "60 pass pass pass", scores=(200, 0), target=300, min_bid=60, loss_limit=-300
        )
    )
    refused(
        two_hundred([], "50 pass pass pass") | {"switches": {"min_bid": 60}},
        'seat 0 calls "50", which is not one of the bids: 60',
    )
