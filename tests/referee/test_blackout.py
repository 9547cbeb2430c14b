"""Partnership Blackout, rule by rule: the numbers are those of rules/partnership-blackout.md."""

from typing import Any

import pytest

from tests.referee.changes import auction_of, restated
from tests.referee.scripts import accepted, blackout, refused, samples


def suit(letter: str, ranks: str = "AKQJT98765432") -> str:
    """Cards of a suit."""
    return " ".join(rank + letter for rank in ranks)


@pytest.mark.parametrize("variant", ["mayes", "as-translated"])
@pytest.mark.parametrize("place", range(3))
def test_samples(variant: str, place: int) -> None:
    accepted(samples(f"blackout.{variant}")[place])


def test_01_spades_are_always_trumps() -> None:
    record = blackout([])
    for trump in ("H", None, "s", ["S"]):
        refused(record | {"trump": trump}, '"trump" is')


def test_01_52_cards_13_each() -> None:
    record = blackout([])
    for pile in ("kitty", "stock"):
        refused(record | {pile: ["2S"]}, f"the {pile} has 1 cards, not 0")
    record["hands"][2][0] = "RJ"
    refused(record, "RJ, dealt to seat 2, is not in the 52-card deck", card="RJ")


def test_02_partners_sit_opposite() -> None:
    refused(blackout([]) | {"sides": [[0, 1], [2, 3]]}, '"sides" must be [[0, 2], [1, 3]]')
    refused(blackout([]) | {"seats": 6}, '"seats" must be 4, not 6')


CALLS = [
    ("mayes", "1 12 3 4", ["4", "12"]),
    ("mayes", "5 5 5 5", ["10", "10"]),
    ("mayes", "board 5 5", ["board", "10"]),
    ("mayes", "nil 5 5", ["nil", "10"]),
    ("mayes", "5 5 board 5", ["board", "10"]),
    ("mayes", "5 5 nil nil", ["nil", "nil"]),
    ("mayes", "nil board", ["nil", "board"]),
    ("mayes", "12 12 1 1", ["12", "12"]),
    ("as-translated", "0 1 0 2", ["0", "3"]),
    ("as-translated", "pass 1 2", [None, "3"]),
    ("as-translated", "5 5 pass 3", [None, "8"]),
    ("as-translated", "5 5 nil pass", ["nil", None]),
    ("as-translated", "nil board", ["nil", "board"]),
    ("as-translated", "pass pass", [None, None]),
    ("as-translated", "12 12 12 0", ["12", "12"]),
]


@pytest.mark.parametrize(("variant", "calls", "contracts"), CALLS)
def test_03_05_calls_and_contracts(variant: str, calls: str, contracts: list[str | None]) -> None:
    """A final word skips the partner and voids his number; a sum is 12 at most."""
    record = accepted(blackout([], calls, variant=variant))
    assert " ".join(entry["call"] for entry in record["auction"]) == calls
    stated = {entry["side"]: entry["contract"] for entry in record["result"]["contracts"]}
    assert [stated.get(side) for side in (0, 1)] == contracts
    for place, entry in enumerate(record["result"]["contracts"]):
        changed = [dict(other) for other in record["result"]["contracts"]]
        changed[place]["contract"] = "11"
        refused(restated(record, contracts=changed), f'the contract is "{entry["contract"]}"')


@pytest.mark.parametrize(
    ("variant", "calls", "words"),
    [
        ("mayes", "0:0", 'seat 0 calls "0", but must call a number from 1 to 12, board or nil'),
        ("mayes", "0:13", 'seat 0 calls "13", but must call a number from 1 to 12'),
        ("mayes", "0:pass", 'seat 0 calls "pass", but must call a number from 1 to 12'),
        ("mayes", "0:03", 'seat 0 calls "03", but must'),
        ("mayes", "0:Nil", 'seat 0 calls "Nil", but must'),
        (
            "as-translated",
            "0:13",
            'seat 0 calls "13", but must call a number from 0 to 12, board, nil or pass',
        ),
        ("mayes", "1:3", 'seat 1 calls "3" but it is the turn of seat 0'),
        ("mayes", "0:3 2:3", 'seat 2 calls "3" but it is the turn of seat 1'),
        ("mayes", "0:nil 1:3 2:3", 'seat 2 calls "3" but it is skipped, as its partner has said nil'),
        ("mayes", "0:3 1:board 2:3 3:3", 'seat 3 calls "3" but it is skipped, as its partner has said board'),
        ("as-translated", "0:pass 1:3 2:3", "it is skipped, as its partner has said pass"),
        ("mayes", "0:3 1:3 2:3 3:3 0:4", 'seat 0 calls "4" after the end of the auction'),
        ("mayes", "0:3 1:3 2:3", "the auction ends before seat 3 has called"),
        ("mayes", "0:nil", "the auction ends before seat 1 has called"),
        ("mayes", "", "the auction ends before seat 0 has called"),
    ],
)
def test_03_04_illegal_calls(variant: str, calls: str, words: str) -> None:
    pairs = [call.split(":") for call in calls.split()]
    record = blackout([], variant=variant)
    refused(auction_of(record, *((int(seat), call) for seat, call in pairs)), words)


@pytest.mark.parametrize("dealer", range(4))
def test_06_left_of_the_dealer_leads(dealer: int) -> None:
    record = accepted(blackout([], dealer=dealer))
    assert record["auction"][0]["seat"] == record["tricks"][0]["leader"] == (dealer + 1) % 4
    record["tricks"][0]["leader"] = dealer
    refused(record, f"seat {dealer} leads, but seat {(dealer + 1) % 4} leads the first trick", trick=1)


def test_07_a_spade_is_led_only_from_spades() -> None:
    hand = f"{suit('S', 'AKQJT9876543')} 2H"
    words = "seat 0 leads AS but holds 2H, and spades are led only from spades"
    refused(blackout([hand], plays="AS"), words, trick=1, card="AS")
    accepted(blackout([suit("S")], plays="AS"))
    accepted(blackout([hand], plays="2H"))


BROKEN = [suit("H", "AK") + " " + suit("S", "AKQJT987") + " 2C 3C 4C", suit("H", "QJT98765432") + " 2S 3S"]


def test_07_after_broken() -> None:
    """A spade may be led once one has been played in an earlier trick [settled 3]."""
    free: dict[str, Any] = {"lead_trump": "after_broken"}
    plays = "AH 2H 4S"
    hands = [*BROKEN, "4S 5S 6S " + suit("D", "AKQJT98765")]
    early = blackout(hands, plays="AS", **free)
    refused(early, "seat 0 leads AS but holds 2C, and no spade has been played yet", trick=1, card="AS")
    third = next(card for card in early["hands"][3] if card[1] in "CD")
    broken = blackout(hands, plays=f"{plays} {third} 5S", **free)
    assert accepted(broken)["tricks"][1]["plays"][0]["cards"] == ["5S"]
    words = "seat 2 leads 5S but holds 5D, and spades are led only from spades"
    refused(broken | {"switches": {}}, words, trick=2, card="5S")
    only_spades = blackout([suit("S")], plays="AS", **free)
    accepted(only_spades)


def test_08_suit_is_followed_and_nothing_else_is_asked() -> None:
    hands = ["2H", "7S AH 8D", suit("D", "AKQJT976") + " 2S 3S 4S 5S 6S"]
    refused(blackout(hands, plays="2H 8D"), "seat 1 plays 8D but holds a heart", trick=1, card="8D")
    for card in ("AD", "2S"):
        accepted(blackout(hands, plays=f"2H AH {card}"))


def test_08_the_highest_spade_else_the_highest_of_the_suit_led() -> None:
    hands = ["KH", suit("D"), suit("C"), "QH"]
    assert accepted(blackout(hands, plays="KH AD AC QH"))["tricks"][0]["winner"] == 0
    hands = ["AH", suit("D", "AKQJT9876543") + " 2S", suit("C", "AKQJT9876543") + " 9S", "KH"]
    assert accepted(blackout(hands, plays="AH 2S AC KH"))["tricks"][0]["winner"] == 1
    record = accepted(blackout(hands, plays="AH 2S 9S KH"))
    assert record["tricks"][0]["winner"] == 2
    record["tricks"][0]["winner"] = 0
    refused(record, "9S of seat 2 wins", trick=1, card="9S")
