"""Points, scores and the end of Nahanni: the numbers are those of rules/nahanni.md."""

import pytest

from tests.referee.changes import restated
from tests.referee.scripts import accepted, nahanni, refused
from tests.referee.table import Record

Switches = dict[str, object]
TOP_CLUBS = "5C JC AH AC KC"
NO_TRUMPS = ["AD KD QD JD TD", "2D 3D 4D 6D 7D", "AS KS QS JS TS", "KH QH JH TH 9H"]
"""Hands without a club and without the ace of hearts, so that no trump is played if clubs are trumps."""


def test_14_points() -> None:
    """Five a trick and five for the best trump played: 30 in all, 25 if no trump was played."""
    record = nahanni([TOP_CLUBS])
    assert accepted(record)["result"]["taken"] == [30, 0]
    dry = nahanni(NO_TRUMPS, plays="2D AS KH AD KD 3D KS QH QD 4D QS JH JD 6D JS TH TD 7D TS 9H")
    assert accepted(dry)["result"]["taken"] == [25, 0]
    refused(restated(dry, taken=[30, 0]), '"result.taken" is [30, 0], but the sides took [25, 0]')


def test_14_a_tricks_points_are_five_or_ten_with_the_best_trump() -> None:
    record = nahanni([TOP_CLUBS])
    played = [[play["cards"] for play in trick["plays"]] for trick in record["tricks"]]
    best = next(place for place, cards in enumerate(played) if ["5C"] in cards)
    record["tricks"][best]["points"] = 10
    accepted(record)
    other = (best + 1) % 5
    record["tricks"][other]["points"] = 10
    refused(record, "the trick is worth 5 points, not 10", trick=other + 1)
    record["tricks"][other]["points"] = 0
    refused(record, "the trick is worth 5 points, not 0", trick=other + 1)


def hand_of(bid: str, tricks_lost: int, **more: object) -> Record:
    """A hand in which seat 0 holds the best trumps and loses so many of the last tricks."""
    own = TOP_CLUBS.split()[: 5 - tricks_lost] + ["2S", "3S", "4S", "6S"][:tricks_lost]
    hands = [" ".join(own), "2D 3D 4D 6D 7D", "2H 3H 4H 6H 7H", "AS KS QS JS 9S"]
    plays = ["2D 2H 9S", "3D 3H JS", "4D 4H QS", "6D 6H KS", "7D 7H AS"]
    script = f"{plays[0]} {own[0]} "
    for place in range(1, 5):
        east, north, west = plays[place].split()
        if place <= 5 - tricks_lost:
            script += f"{own[place]} {east} {north} {west} "
        else:
            script += f"{west} {own[place]} {east} {north} "
    return nahanni(hands, f"{bid} pass pass pass", "C", script, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bid", "lost", "taken", "delta", "made"),
    [
        ("20", 0, [30, 0], [30, 0], True),
        ("20", 2, [20, 10], [20, 10], True),
        ("20", 3, [15, 15], [-20, 15], False),
        ("25", 1, [25, 5], [25, 5], True),
        ("25", 2, [20, 10], [-25, 10], False),
        ("30", 0, [30, 0], [60, 0], True),
        ("30", 1, [25, 5], [-30, 5], False),
    ],
)
def test_15_score(bid: str, lost: int, taken: list[int], delta: list[int], made: bool) -> None:
    record = accepted(hand_of(bid, lost))
    assert record["result"]["taken"] == taken
    assert record["result"]["delta"] == delta
    assert record["result"]["contracts"] == [{"side": 0, "contract": bid, "made": made}]
    flipped = [{"side": 0, "contract": bid, "made": not made}]
    refused(restated(record, contracts=flipped), '"result.contracts[0].made" is')
    refused(restated(record, delta=[delta[0], delta[1] + 5]), '"result.delta" is')


@pytest.mark.parametrize(("bid", "delta"), [("20", 25), ("25", 25), ("30", 60)])
def test_15_without_a_trump_in_play_thirty_is_made_by_five_tricks(bid: str, delta: int) -> None:
    plays = "2D AS KH AD KD 3D KS QH QD 4D QS JH JD 6D JS TH TD 7D TS 9H"
    record = accepted(nahanni(NO_TRUMPS, f"{bid} pass pass pass", plays=plays))
    assert record["result"]["delta"] == [delta, 0]
    assert record["result"]["contracts"][0]["made"]


ENDS = [
    # bid, tricks lost, scores before, switches, scores after and winner
    ("20", 2, (95, 0), {}, ([115, 10], None)),
    ("20", 0, (95, 0), {}, ([125, 0], 0)),
    ("20", 2, (100, 0), {}, ([120, 10], 0)),
    ("20", 3, (0, 115), {}, ([-20, 130], None)),
    ("20", 3, (0, 105), {}, ([-20, 120], None)),
    ("20", 4, (0, 95), {}, ([-20, 115], None)),
    ("20", 3, (0, 150), {}, ([-20, 165], None)),
    ("25", 2, (0, 115), {"at_100": "no_points"}, ([-25, 115], None)),
    ("25", 2, (0, 95), {"at_100": "no_points"}, ([-25, 105], None)),
    ("20", 2, (100, 0), {"at_100": "no_points"}, ([120, 10], 0)),
    ("20", 3, (-5, 115), {"in_the_hole": "on"}, ([-25, 130], 1)),
    ("20", 3, (-5, 115), {}, ([-25, 130], None)),
    ("20", 3, (-5, 115), {"in_the_hole": "on", "at_100": "no_points"}, ([-25, 130], 1)),
    ("20", 3, (0, 115), {"in_the_hole": "on"}, ([-20, 130], None)),
    ("20", 2, (-5, 120), {"in_the_hole": "on"}, ([15, 130], 1)),
    ("20", 2, (125, 110), {}, ([145, 120], 0)),
    ("20", 2, (100, 130), {}, ([120, 140], 0)),
    ("20", 3, (140, 0), {}, ([120, 15], None)),
    ("20", 3, (140, -5), {"in_the_hole": "on"}, ([120, 10], 0)),
    ("30", 0, (60, 0), {}, ([120, 0], 0)),
    ("20", 2, (180, 0), {"target": 200}, ([200, 10], 0)),
    ("20", 2, (40, 0), {"target": 60}, ([60, 10], 0)),
    ("20", 3, (0, 45), {"target": 60}, ([-20, 60], 1)),
]


@pytest.mark.parametrize(("bid", "lost", "before", "switches", "end"), ENDS)
def test_16_to_18_the_end_of_the_game(
    bid: str, lost: int, before: tuple[int, int], switches: Switches, end: tuple[list[int], int | None]
) -> None:
    after, winner = end
    record = accepted(hand_of(bid, lost, scores=before, **switches))
    result = record["result"]
    assert (result["scores"], result["winner"], result["game_over"]) == (after, winner, winner is not None)
    refused(restated(record, winner=1 if winner != 1 else 0), '"result.winner" is')
    refused(restated(record, game_over=winner is None), '"result.game_over" is')


def test_16_a_defender_below_100_wins_by_reaching_120() -> None:
    """Seat 1 is left with nothing by the bidder: 95 and 25 are 120 [settled 3]."""
    hands = ["2S 3S 4S 6S 7S", "5C JC AH AC 2D", "3D 4D 6D 7D 8D", "2H 3H 4H 6H 7H"]
    plays = "5C 3D 2H 2S JC 4D 3H 3S AH 6D 4H 4S AC 7D 6H 6S 2D 8D 7H 7S"
    record = accepted(nahanni(hands, plays=plays, scores=(0, 95)))
    assert (record["result"]["scores"], record["result"]["winner"]) == ([-20, 120], 1)


def test_18_no_hand_is_dealt_after_the_end() -> None:
    for switches in ({"at_100": "no_points"}, {"target": 100}, {"target": 60}):
        record = nahanni([], "pass pass pass pass")
        refused(record | {"switches": switches, "scores": [120, 0]}, "have already ended the game")
        accepted(record | {"switches": switches} | {"scores": [0, 0]})
    held_up = nahanni([], "pass pass pass pass", scores=(0, 140))
    assert accepted(held_up)["result"]["winner"] is None
