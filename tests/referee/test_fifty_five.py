"""Fifty-Five, 110 and 220, rule by rule: the numbers are those of rules/fifty-five-110-220.md."""

from typing import Any

import pytest

from tests.referee.changes import auction_of, restated
from tests.referee.scripts import accepted, fifty_five, refused, samples
from tests.referee.table import Record

TOP_CLUBS = "5C JC AH AC KC"


@pytest.mark.parametrize("place", range(4))
def test_samples(place: int) -> None:
    accepted(samples("fifty-five")[place])


@pytest.mark.parametrize("seats", range(2, 10))
def test_01_two_to_nine_players_and_a_kitty_of_five(seats: int) -> None:
    record = accepted(fifty_five([], "10" + " pass" * (seats - 1), seats=seats))
    assert (len(record["kitty"]), len(record["stock"])) == (5, 47 - 5 * seats)
    accepted(record | {"switches": {"players": seats}})
    refused(record | {"sides": [[0, 1], [2, 3]]}, '"sides" must be [[0], [1]')
    record["stock"].append(record["kitty"].pop())
    refused(record, "the kitty has 4 cards, not 5")


@pytest.mark.parametrize("seats", [1, 10])
def test_01_never_fewer_or_more(seats: int) -> None:
    refused(fifty_five([]) | {"seats": seats}, '"seats" must be a whole number from 2 to 9')


def test_01_ranks_and_following_are_those_of_twenty_five() -> None:
    """The ace of a plain suit is low, and a plain suit is followed or trumped."""
    low = fifty_five(["KD", "AD", "7D", "8D"], plays="KD AD 7D 8D")
    assert accepted(low)["tricks"][0]["winner"] == 0
    hands = ["KD 2D 3D 4D 6D", "QD 7S 8S 9S TS", "2C 3C 4C 6C 7C"]
    refused(fifty_five(hands, plays="KD 7S"), "seat 1 plays 7S but holds QD", trick=1, card="7S")
    trumps = ["7C 2D 3D 4D 6D", "AH 7S 8S 9S TS"]
    accepted(fifty_five(trumps, plays="7C 7S"))
    forced = ["JC 2D 3D 4D 6D", "AH 7S 8S 9S TS"]
    refused(fifty_five(forced, plays="JC 7S"), "which may not be kept back from JC", trick=1, card="7S")


@pytest.mark.parametrize(
    ("calls", "declarer", "contract"),
    [
        ("10 pass pass pass", 0, "10"),
        ("10 15 20 25", 3, "25"),
        ("10 15 20 60", 3, "60"),
        ("60 pass pass pass", 0, "60"),
        ("60 pass pass hold pass", 3, "60"),
        ("pass pass pass 10", 3, "10"),
        ("pass pass pass 60", 3, "60"),
        ("pass pass pass pass", None, None),
        ("10 15 pass hold pass", 3, "15"),
        ("10 15 pass hold 20 pass", 1, "20"),
        ("10 15 pass hold 20 hold pass", 3, "20"),
        ("10 15 pass hold 20 hold 25 hold 60 hold pass", 3, "60"),
        ("10 15 pass hold 20 25", 3, "25"),
        ("10 pass pass hold 60 pass", 0, "60"),
        ("10 pass pass 15", 3, "15"),
        ("pass 10 25 hold 60 pass", 2, "60"),
    ],
)
def test_02_auction(calls: str, declarer: int | None, contract: str | None) -> None:
    record = accepted(fifty_five([], calls))
    assert (record["declarer"], record["contract"]) == (declarer, contract)
    assert " ".join(entry["call"] for entry in record["auction"]) == calls


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ("0:5", 'seat 0 calls "5", which is not one of the bids: 10, 15, 20, 25 and 60'),
        ("0:30", 'seat 0 calls "30", which is not one of the bids'),
        ("0:15 1:15", "seat 1 bids 15, which is not more than 15"),
        ("0:15 1:hold", "seat 1 holds, but only the dealer, seat 3, may"),
        ("0:pass 1:pass 2:pass 3:hold", "seat 3 holds, but there is no bid"),
        ("1:10", 'seat 1 calls "10" but it is the turn of seat 0'),
        ("0:10 1:15 2:pass 3:pass 0:20", 'seat 0 calls "20" after the end of the auction'),
        ("0:10 1:15 2:pass 3:hold 0:20", 'seat 0 calls "20" but it has been overbid and is out'),
        ("0:10 1:15 2:pass 3:hold 2:20", 'seat 2 calls "20" but it has passed already'),
        ("0:10 1:15 2:pass 3:20 1:25", 'seat 1 calls "25" after the end of the auction'),
        ("0:10 1:15 2:pass 3:hold 1:20 3:20", "seat 3 bids 20, which is not more than 20"),
        ("0:10 1:15 2:pass 3:hold 3:20", 'seat 3 calls "20" but it is the turn of seat 1'),
        ("0:10 1:15 2:pass", "the auction ends before seat 3 has called"),
        ("0:10 1:15 2:pass 3:hold", "the auction ends before seat 1 has called"),
        ("0:10 1:15 2:pass 3:hold 1:20", "the auction ends before seat 3 has called"),
        ("", "the auction ends before seat 0 has called"),
    ],
)
def test_02_illegal_auction(calls: str, words: str) -> None:
    pairs = [call.split(":") for call in calls.split()]
    refused(auction_of(fifty_five([]), *((int(seat), call) for seat, call in pairs)), words)


def test_02_all_pass() -> None:
    record = accepted(fifty_five([], "pass pass pass pass", scores=(5, 0, -10, 95)))
    assert record["result"]["scores"] == [5, 0, -10, 95]
    forced = {"switches": {"all_pass": "dealer_10"}}
    refused(record | forced, "seat 3 passes, but the dealer must bid after nothing but passes")
    accepted(fifty_five([], "pass pass pass 10", all_pass="dealer_10"))
    accepted(fifty_five([], "pass pass pass 25", all_pass="dealer_10"))
    accepted(fifty_five([], "pass 10 pass pass", all_pass="dealer_10"))
    refused(record | {"trump": "C"}, '"trump" must be null')


KITTY = "2H 3H 4H 6H 7H"


@pytest.mark.parametrize("thrown", [KITTY, "2D 3D 4D 6D 7D", "2H 2D 3H 3D 7H"])
@pytest.mark.parametrize("named", ["after_kitty", "before_kitty"])
def test_03_the_bidder_takes_the_kitty_and_discards_five(thrown: str, named: str) -> None:
    swap = (KITTY, thrown)
    accepted(fifty_five(["2D 3D 4D 6D 7D"], kitty=KITTY, swap=swap, trump_named=named))


def test_03_the_exchange_is_whole_and_the_bidders_alone() -> None:
    record = fifty_five(["2D 3D 4D 6D 7D"], kitty=KITTY)

    def entry(seat: int, takes: str, discards: str) -> Record:
        swap = {"seat": seat, "takes": takes.split(), "discards": discards.split()}
        return record | {"exchange": [swap]}

    accepted(entry(0, "7H 2H 3H 4H 6H", KITTY))
    refused(entry(1, KITTY, KITTY), "seat 1 exchanges cards, but seat 0 is the declarer")
    refused(entry(0, "2H 3H 4H 6H", KITTY), "seat 0 leaves 7H in the kitty, but must take all", card="7H")
    refused(entry(0, f"{KITTY} 2H", KITTY), "seat 0 takes 2H twice", card="2H")
    refused(entry(0, "2H 3H 4H 6H 5S", KITTY), "seat 0 takes 5S, which is not in the kitty", card="5S")
    refused(entry(0, KITTY, "2H 3H 4H 6H"), "seat 0 discards 4 cards, not 5")
    refused(entry(0, KITTY, f"{KITTY} 2D"), "seat 0 discards 6 cards, not 5")
    refused(entry(0, KITTY, "2H 2H 4H 6H 7H"), "seat 0 discards 2H, which it does not hold", card="2H")
    refused(entry(0, KITTY, "5S 3H 4H 6H 7H"), "seat 0 discards 5S, which it does not hold", card="5S")
    refused(record | {"exchange": []}, '"exchange" must have one entry, that of seat 0, not 0')
    robbed = [*record["exchange"], {"seat": 1, "takes": [], "discards": []}]
    refused(record | {"exchange": robbed}, '"exchange" must have one entry, that of seat 0, not 2')
    refused(record | {"turn_up": "2S"}, 'a record of fifty-five has no "turn_up"')


@pytest.mark.parametrize(
    ("lead", "leader"), [("dealer_left", 3), ("bidder_left", 1), ("bidder_right", 4), (None, 3)]
)
def test_04_lead(lead: str | None, leader: int) -> None:
    switches: dict[str, Any] = {} if lead is None else {"lead": lead}
    record = fifty_five([], "pass pass 10 pass pass", seats=5, dealer=2, **switches)
    assert (record["declarer"], accepted(record)["tricks"][0]["leader"]) == (0, leader)
    other = {3: "bidder_left", 1: "bidder_right", 4: "dealer_left"}[leader]
    refused(record | {"switches": {"lead": other}}, f"seat {leader} leads, but seat", trick=1)


NO_TRUMPS = ["AD KD QD JD TD", "2D 3D 4D 6D 7D", "AS KS QS JS TS", "KH QH JH TH 9H"]
DRY = "KD 2D AS KH QD 3D KS QH JD 4D QS JH TD 6D JS TH AD 7D TS 9H"


def test_05_points() -> None:
    record = accepted(fifty_five([TOP_CLUBS]))
    assert record["result"]["taken"] == [30, 0, 0, 0]
    without = accepted(fifty_five(NO_TRUMPS, plays=DRY))
    assert sum(without["result"]["taken"]) == 25
    refused(restated(without, taken=[25, 0, 0, 5]), '"result.taken" is')


def test_05_the_best_trump_counts_when_it_is_played() -> None:
    """The bonus may stand in the points of its trick or not, but of no other trick."""
    record = fifty_five([TOP_CLUBS])
    best = next(
        place
        for place, trick in enumerate(record["tricks"])
        if any(play["cards"] == ["5C"] for play in trick["plays"])
    )
    for place, trick in enumerate(record["tricks"]):
        trick["points"] = 10
        if place == best:
            accepted(record)
        else:
            refused(record, "the trick is worth 5 points, not 10", trick=place + 1)
        trick["points"] = 5


def test_05_the_best_trump_need_not_be_the_five() -> None:
    hands = ["2C 2D 3D 4D 6D", "TC 7D 8D 9D TD", "2S 3S 4S 6S 7S", "2H 3H 4H 6H 7H"]
    record = accepted(fifty_five(hands, plays="2D 7D 2S 2H 8D 3S 3H 3D 9D 4S 4H 4D TC 6S 6H 2C"))
    assert record["result"]["taken"][0] == 10


def lost(tricks: int, calls: str, **more: object) -> Record:
    """Seat 0 bids and loses so many of the last tricks to seat 3."""
    own = TOP_CLUBS.split()[: 5 - tricks] + ["2S", "3S", "4S", "6S", "7S"][:tricks]
    others = [["2D", "3D", "4D", "6D", "7D"], ["2H", "3H", "4H", "6H", "7H"], ["KS", "QS", "JS", "AS", "9S"]]
    script = ""
    for place in range(5):
        east, north, west = (hand[4 - place] for hand in others)
        if place <= 5 - tricks:
            script += f"{own[place]} {east} {north} {west} "
        else:
            script += f"{west} {own[place]} {east} {north} "
    hands = [" ".join(own), *(" ".join(hand) for hand in others)]
    return fifty_five(hands, calls, "C", script, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bid", "tricks", "taken", "delta"),
    [
        ("10", 0, [30, 0, 0, 0], [30, 0, 0, 0]),
        ("25", 1, [25, 0, 0, 5], [25, 0, 0, 5]),
        ("25", 2, [20, 0, 0, 10], [-25, 0, 0, 10]),
        ("20", 2, [20, 0, 0, 10], [20, 0, 0, 10]),
        ("10", 3, [15, 0, 0, 15], [15, 0, 0, 15]),
        ("60", 0, [30, 0, 0, 0], [60, 0, 0, 0]),
        ("60", 1, [25, 0, 0, 5], [-60, 0, 0, 5]),
    ],
)
def test_06_scores(bid: str, tricks: int, taken: list[int], delta: list[int]) -> None:
    record = accepted(lost(tricks, f"{bid} pass pass pass"))
    assert (record["result"]["taken"], record["result"]["delta"]) == (taken, delta)
    refused(restated(record, delta=[delta[0] + 5, *delta[1:]]), "but the hand scores")
    refused(restated(record, contracts=[]), '"result.contracts" must have 1 entries, not 0')


def test_06_sixty_is_made_by_all_tricks_even_without_a_trump() -> None:
    """25 points are enough for it then [settled 3]."""
    hands = ["KD QD JD TD 9D", "2D 3D 4D 6D 7D", "AS KS QS JS TS", "KH QH JH TH 9H"]
    plays = "KD 2D AS KH QD 3D KS QH JD 4D QS JH TD 6D JS TH 9D 7D TS 9H"
    record = accepted(fifty_five(hands, "60 pass pass pass", plays=plays))
    assert (record["result"]["taken"][0], record["result"]["delta"][0]) == (25, 60)


def race(**more: object) -> Record:
    """A, seat 0, bids 20; B, seat 1, wins the first trick with the jack, the best trump in play."""
    hands = ["AH AC KC QC 2C", "JC 2D 3D 4D 6D", "2H 3H 4H 6H 7H", "2S 3S 4S 6S 7S"]
    plays = "2C JC 2H 2S 2D 3H 3S AH AC 3D 4H 4S KC 4D 6H 6S QC 6D 7H 7S"
    return fifty_five(hands, "20 pass pass pass", "C", plays, **more)  # type: ignore[arg-type]


def test_07_worked_example_who_gets_there_first_wins() -> None:
    record = accepted(race(scores=(100, 100, 0, 0)))
    assert record["result"]["scores"] == [120, 110, 0, 0]
    assert record["result"]["winner"] == 1
    refused(restated(record, winner=0), '"result.winner" is 0, but the winner is side 1')


def test_07_later_there_is_too_late_and_a_failed_bid_counts_nothing() -> None:
    assert accepted(race(scores=(95, 100, 0, 0)))["result"]["winner"] == 1
    assert accepted(race(scores=(90, 95, 0, 0)))["result"]["winner"] == 0
    failed = accepted(lost(3, "20 pass pass pass", scores=(105, 0, 0, 95)))
    assert (failed["result"]["scores"][0], failed["result"]["winner"]) == (85, 3)
    made = accepted(lost(3, "15 pass pass pass", scores=(105, 0, 0, 95)))
    assert made["result"]["winner"] == 0


def test_07_the_hand_is_played_out() -> None:
    record = race(scores=(100, 100, 0, 0))
    record["tricks"] = record["tricks"][:1]
    refused(record, "the trick is missing", trick=2)


@pytest.mark.parametrize("target", [55, 110, 220])
def test_07_target(target: int) -> None:
    record = accepted(lost(0, "25 pass pass pass", scores=(target - 30, 0, 0, 0), target=target))
    assert record["result"]["winner"] == 0
    assert accepted(lost(0, "25 pass pass pass", scores=(target - 35, 0, 0, 0), target=target))
    refused(record | {"scores": [target, 0, 0, 0]}, "have already ended the game")


@pytest.mark.parametrize("target", [100, 54, "110", None])
def test_07_other_targets_are_refused(target: object) -> None:
    words = "switch target cannot be"
    fault = refused(fifty_five([]) | {"switches": {"target": target}}, words)
    assert "it is 110, 55 or 220" in fault.text


def test_08_only_the_bidder_can_win() -> None:
    only = {"who_wins": "bidder_only"}
    assert accepted(race(scores=(100, 100, 0, 0), **only))["result"]["winner"] == 0
    assert accepted(race(scores=(85, 100, 0, 0), **only))["result"]["winner"] is None
    assert accepted(race(scores=(100, 115, 0, 0), **only))["result"]["winner"] == 0
    failed = lost(3, "20 pass pass pass", scores=(135, 0, 0, 95), **only)
    assert (accepted(failed)["result"]["scores"], failed["result"]["winner"]) == ([115, 0, 0, 110], None)
    refused(failed | {"switches": {}}, "have already ended the game")


def test_08_the_bidder_scores_no_more_than_the_bid() -> None:
    capped = accepted(lost(0, "20 pass pass pass", bidder_cap="on"))
    assert (capped["result"]["taken"][0], capped["result"]["delta"][0]) == (30, 20)
    refused(capped | {"switches": {}}, "but the hand scores [30, 0, 0, 0]")
    assert accepted(lost(0, "60 pass pass pass", bidder_cap="on"))["result"]["delta"][0] == 60
    assert accepted(race(scores=(90, 95, 0, 0), bidder_cap="on"))["result"]["winner"] == 0
    assert (
        accepted(lost(0, "10 pass pass pass", scores=(95, 0, 0, 0), bidder_cap="on"))["result"]["winner"]
        is None
    )
