"""Two Hundred, rule by rule: the numbers are those of rules/two-hundred.md."""

from typing import Any

import pytest

from tests.referee.changes import auction_of, restated
from tests.referee.scripts import accepted, refused, samples, two_hundred, worked

ALL_SPADES = "AS KS QS JS TS 9S 8S 7S 5S"


@pytest.mark.parametrize("place", range(6))
def test_samples(place: int) -> None:
    accepted(samples("two-hundred")[place])


def test_01_the_deck_has_36_cards() -> None:
    record = two_hundred([ALL_SPADES])
    accepted(record)
    record["hands"][0][8] = "6S"
    refused(record, "6S, dealt to seat 0, is not in the 36-card deck", card="6S")


@pytest.mark.parametrize(
    ("plays", "winner"),
    [("KH AH QH 5H", 1), ("TH 9H JH 8H", 2), ("7H 5H 8H 9H", 3), ("AH 7H 5H TH", 0)],
)
@pytest.mark.parametrize("trump", ["H", "S"])
def test_02_same_ranks_in_trumps_and_plain_suits(plays: str, winner: int, trump: str) -> None:
    record = two_hundred(plays.split(), trump=trump, plays=plays)
    assert accepted(record)["tricks"][0]["winner"] == winner
    record["tricks"][0]["winner"] = (winner + 1) % 4
    refused(record, f"of seat {winner} wins", trick=1, card=plays.split()[winner])


@pytest.mark.parametrize(("plays", "points"), [("AH TH 5H KH", 25), ("QH JH 9H 8H", 0), ("5H 7H 8H 9H", 5)])
def test_03_card_points(plays: str, points: int) -> None:
    record = two_hundred(plays.split(), plays=plays)
    assert accepted(record)["tricks"][0]["points"] == points
    assert sum(record["result"]["taken"]) == 100
    record["tricks"][0]["points"] += 5
    refused(record, f"the trick is worth {points} points, not {points + 5}", trick=1)


def test_04_partners_sit_opposite() -> None:
    refused(two_hundred([]) | {"sides": [[0, 1], [2, 3]]}, '"sides" must be [[0, 2], [1, 3]]')


def test_05_anybody_may_deal() -> None:
    for dealer in range(4):
        accepted(two_hundred([], dealer=dealer))


def test_06_nine_cards_each() -> None:
    record = two_hundred([])
    record["hands"][1].append(record["hands"][0].pop())
    refused(record, "seat 0 is dealt 8 cards, not 9")


@pytest.mark.parametrize(
    ("calls", "declarer", "contract"),
    [
        ("50 pass pass pass", 0, "50"),
        ("85 pass pass pass", 0, "85"),
        ("pass pass pass 50", 3, "50"),
        ("50 55 60 65 70 75 pass 80 pass pass", 3, "80"),
        ("50 pass 55 pass 60 pass", 0, "60"),
        ("pass 95 100", 2, "100"),
        ("50 55 60 100", 3, "100"),
        ("pass pass pass pass", None, None),
    ],
)
def test_07_auction(calls: str, declarer: int | None, contract: str | None) -> None:
    record = accepted(two_hundred([], calls))
    assert (record["declarer"], record["contract"]) == (declarer, contract)
    assert " ".join(entry["call"] for entry in record["auction"]) == calls


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ("0:45", 'seat 0 calls "45", which is not one of the bids: 50, 55'),
        ("0:52", 'seat 0 calls "52", which is not one of the bids'),
        ("0:105", 'seat 0 calls "105", which is not one of the bids'),
        ("0:60 1:60", "seat 1 bids 60, which is not more than 60"),
        ("0:60 1:55", "seat 1 bids 55, which is not more than 60"),
        ("1:50", 'seat 1 calls "50" but it is the turn of seat 0'),
        ("3:50", 'seat 3 calls "50" but it is the turn of seat 0'),
        ("0:50 2:pass", 'seat 2 calls "pass" but it is the turn of seat 1'),
        ("0:pass 1:50 2:pass 3:55 0:60", 'seat 0 calls "60" but it has passed already'),
        ("0:50 1:pass 2:pass 3:pass 0:55", 'seat 0 calls "55" after the end of the auction'),
        ("0:100 1:pass", 'seat 1 calls "pass" after the end of the auction'),
        ("0:pass 1:pass 2:pass 3:pass 0:50", 'seat 0 calls "50" after the end of the auction'),
        ("0:50 1:pass 2:pass", "the auction ends before seat 3 has called"),
        ("0:50 1:55 2:pass 3:pass", "the auction ends before seat 0 has called"),
        ("0:pass 1:pass 2:pass", "the auction ends before seat 3 has called"),
        ("", "the auction ends before seat 0 has called"),
        ("0:50 1:pass 2:pass 3:hold", "seat 3 holds, but this auction knows no hold"),
        ("0:50 1:pass 2:pass 3:Pass", 'seat 3 calls "Pass", which is not one of the bids'),
    ],
)
def test_07_illegal_auction(calls: str, words: str) -> None:
    record = two_hundred([])
    pairs = [call.split(":") for call in calls.split()]
    refused(auction_of(record, *((int(seat), call) for seat, call in pairs)), words)


def test_07_thrown_in_hand_has_no_play_and_no_score() -> None:
    record = accepted(two_hundred([], "pass pass pass pass", scores=(150, -195)))
    played = two_hundred([])
    refused(record | {"declarer": 0}, '"declarer" must be null, not 0: everybody has passed')
    refused(record | {"contract": "50"}, '"contract" must be null')
    refused(record | {"trump": "S"}, '"trump" must be null')
    refused(record | {"tricks": played["tricks"]}, '"tricks" must be empty: everybody has passed')
    refused(record | {"exchange": [{"seat": 0, "takes": [], "discards": []}]}, '"exchange" must be empty')
    refused(restated(record, delta=[0, 5]), '"result.delta" is [0, 5]')
    refused(restated(record, contracts=played["result"]["contracts"]), "must have 0 entries, not 1")


def test_07_dealer_must_bid() -> None:
    must: dict[str, Any] = {"all_pass": "dealer_must_bid"}
    accepted(two_hundred([], "pass pass pass 50", **must))
    accepted(two_hundred([], "pass pass pass 100", **must))
    accepted(two_hundred([], "pass 50 pass pass", **must))
    record = two_hundred([], "pass pass pass pass")
    record["switches"] |= must
    refused(record, "seat 3 passes, but the dealer must bid after nothing but passes")


def test_08_the_contractor_is_the_player_not_the_pair() -> None:
    record = two_hundred([], "pass pass pass 50")
    refused(record | {"declarer": 1}, '"declarer" is 1, but seat 3 made the last bid')
    refused(record | {"contract": "55"}, '"contract" is "55", but the last bid is 50')
    refused(record | {"trump": "N"}, '"trump" must be one of C, D, H and S, not "N"')


def test_10_the_contractor_leads_any_card() -> None:
    accepted(two_hundred(["5H AS"], plays="5H"))
    accepted(two_hundred(["5H AS"], plays="AS"))
    record = two_hundred([])
    record["tricks"][0]["leader"] = 1
    refused(record, "seat 1 leads, but seat 0 leads the first trick", trick=1)


def test_11_suit_is_followed_and_nothing_else_is_asked() -> None:
    held = ["5H", "7S AH 8H", "9H", "JH"]
    refused(two_hundred(held, plays="5H 7S"), "seat 1 plays 7S but holds a heart", trick=1, card="7S")
    accepted(two_hundred(held, plays="5H 8H"))
    void = ["5H", "7S 7C 8C 9C TC JC QC KC AC"]
    accepted(two_hundred(void, plays="5H 7C"))
    accepted(two_hundred(void, plays="5H 7S"))


def test_12_the_highest_of_the_suit_led_wins_if_nobody_trumps() -> None:
    hands = ["5H", "AC KC QC JC TC 9C 8C 7C 5C", "AD KD QD JD TD 9D 8D 7D 5D", "AS KS QS JS TS 9S 8S 7S 5S"]
    record = accepted(two_hundred(hands, trump="H", plays="5H AC AD AS"))
    assert [trick["winner"] for trick in record["tricks"]] == [0] * 9


def test_12_the_highest_trump_wins_and_the_winner_leads() -> None:
    hands = ["AH", "5S 7C 8C 9C TC JC QC KC AC", "7S 7D 8D 9D TD JD QD KD AD", "TH"]
    record = accepted(two_hundred(hands, plays="AH 5S 7S TH"))
    assert (record["tricks"][0]["winner"], record["tricks"][1]["leader"]) == (2, 2)
    record["tricks"][1]["leader"] = 0
    refused(record, "seat 0 leads, but seat 2 won the last trick", trick=2)


VECTORS = [
    ("ns-85", True, [205, 115], 0),
    ("ns-85", False, [205, 100], 0),
    ("ns-75", True, [195, 125], None),
    ("ns-75", False, [195, 100], None),
    ("ns-70", True, [45, 130], None),
    ("ns-70", False, [45, 100], None),
]


@pytest.mark.parametrize(("name", "they_bid", "scores", "winner"), VECTORS)
def test_14_vectors(name: str, they_bid: bool, scores: list[int], winner: int | None) -> None:
    record = worked(name)
    assert (record["scores"], record["contract"]) == ([120, 100], "75")
    if they_bid:
        record = auction_of(record, (0, "60"), (1, "70"), (2, "pass"), (3, "pass"), (0, "75"), (1, "pass"))
    delta = [new - old for old, new in zip([120, 100], scores, strict=True)]
    over = {"game_over": winner is not None, "winner": winner}
    accepted(restated(record, delta=delta, scores=scores, **over))
    other = [scores[0], 100 if they_bid else 200 - record["result"]["taken"][0]]
    refused(restated(record, delta=[delta[0], other[1] - 100], scores=other, **over), '"result.delta" is')


def test_14_all_points_count_not_the_bid() -> None:
    record = worked("ns-85") | {"scores": [0, 0]}
    accepted(restated(record, delta=[85, 15], scores=[85, 15], game_over=False, winner=None))
    refused(restated(record, delta=[75, 15], scores=[75, 15], game_over=False, winner=None), "[85, 15]")


def test_14_must_bid_at_100_off_lets_the_silent_score() -> None:
    record = worked("ns-75") | {"switches": {"must_bid_at_100": "off"}}
    accepted(restated(record, delta=[75, 25], scores=[195, 125]))
    refused(record, '"result.delta" is [75, 0], but the hand scores [75, 25]')


def test_14_the_100_rule_reads_the_score_before_the_hand_and_binds_only_the_defenders() -> None:
    record = worked("ns-75") | {"scores": [120, 95]}
    accepted(restated(record, delta=[75, 25], scores=[195, 120]))


def test_15_scores_may_be_negative() -> None:
    record = worked("ns-70") | {"scores": [0, -50]}
    accepted(restated(record, delta=[-75, 30], scores=[-75, -20]))


def test_16_if_both_reach_the_target_the_contractor_wins() -> None:
    calls = [(0, "60"), (1, "70"), (2, "pass"), (3, "pass"), (0, "75"), (1, "pass")]
    record = auction_of(worked("ns-75") | {"scores": [130, 190]}, *calls)
    ended = restated(record, delta=[75, 25], scores=[205, 215], game_over=True, winner=0)
    accepted(ended)
    refused(restated(ended, winner=1), '"result.winner" is 1, but the winner is side 0')
    refused(restated(ended, game_over=False), '"result.game_over" is false, but the game is over: true')


def test_16_a_side_that_reaches_the_target_as_defender_wins() -> None:
    record = worked("ns-70") | {"scores": [0, 175]}
    calls = [(0, "60"), (1, "70"), (2, "pass"), (3, "pass"), (0, "75"), (1, "pass")]
    ended = restated(auction_of(record, *calls), delta=[-75, 30], scores=[-75, 205], game_over=True, winner=1)
    accepted(ended)


def test_17_the_loss_limit() -> None:
    record = worked("ns-70")
    lost = restated(record | {"scores": [-130, -20]}, delta=[-75, 30], scores=[-205, 10])
    accepted(restated(lost, game_over=True, winner=1))
    refused(restated(lost, game_over=False, winner=None), '"result.game_over" is false, but the game is over')
    both_down = restated(record | {"scores": [-130, -50]}, delta=[-75, 30], scores=[-205, -20])
    accepted(restated(both_down, game_over=False, winner=None))
    refused(restated(both_down, game_over=True, winner=1), "the game goes on")
    exactly = restated(record | {"scores": [-125, 0]}, delta=[-75, 30], scores=[-200, 30])
    accepted(restated(exactly, game_over=True, winner=1))


@pytest.mark.parametrize("scores", [[200, 0], [0, 235], [205, 210], [200, 200], [-200, 0], [40, -215]])
def test_18_no_hand_is_dealt_after_the_end(scores: list[int]) -> None:
    refused(worked("ns-75") | {"scores": scores}, "have already ended the game")


@pytest.mark.parametrize("scores", [[195, 195], [-195, 0], [-200, -5], [-300, -300]])
def test_18_a_hand_is_dealt_before_the_end(scores: list[int]) -> None:
    accepted(two_hundred([], "pass pass pass pass", scores=(scores[0], scores[1])))
