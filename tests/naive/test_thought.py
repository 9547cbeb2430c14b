"""What the `rules` player makes of a position, worked out by hand."""

import pytest

from tests.naive.frames import NAHANNI, TWO_HUNDRED, frame_of
from tests.naive.hand import play
from tests.naive.players import Thought, Trick, View, none_of, rules_card, shown_absent
from tests.naive.test_naive import ROLE, WEIGHTS, new_deal


def test_chance_of_none():
    assert none_of(0, 27, 9) == 1024
    assert none_of(1, 27, 9) == 682  # 1024 * 18 / 27 = 682.7
    assert none_of(2, 27, 9) == 446  # 1024 * (18 * 17) / (27 * 26) = 446.4
    assert none_of(3, 4, 2) == 0
    assert none_of(5, 4, 2) == 0


def trick(leader: int, winner: int, text: str) -> Trick:
    return Trick(leader, [((leader + step) % 4, card) for step, card in enumerate(text.split())], winner)


# Two Hundred, spades. Seat 0 has bid 85 and taken 20 + 5 + 10 + 15 + 0 + 5 + 20 = 75 points with his partner.
# Unseen: KS 9H TH 7D 5D QC. Seat 1 has shown that it has no diamonds, seat 3 that it has no spades.
SEVEN_TRICKS = [
    trick(0, 0, "AC KC JC TC"),
    trick(0, 0, "9C 8C 7C 5C"),
    trick(0, 0, "AD KD QD JD"),
    trick(0, 0, "TD 5H 9D 8D"),
    trick(0, 0, "KH QH JH 8H"),
    trick(0, 0, "9S 8S 7S 5S"),
    trick(0, 0, "AS JS TS 7H"),
]
ENDING = View(
    frame=frame_of(TWO_HUNDRED, {}, "S"),
    seat=0,
    hand=["QS", "AH"],
    discards=[],
    laid_away=[0, 0, 0, 0],
    declarer=0,
    bid=85,
    kitty_points="dead",
    finished=SEVEN_TRICKS,
    table=[],
)
# trump_1 = 30, plain_0 = 40, keep_plain_0 = 30, later 3, tempo 7, press 100, lead_length 2, lead_trump 30,
# lead_trump_each 4
ENDING_WEIGHTS = {**ROLE, "rescue": 256}


def test_what_has_been_shown():
    absent = shown_absent(ENDING)
    assert absent[0] == absent[2] == set()
    assert absent[1] == {card for card in ENDING.frame.deck if card[1] == "D"}
    assert absent[3] == {card for card in ENDING.frame.deck if card[1] == "S"}


def test_a_lead_in_two_hundred():
    thought = Thought(ENDING, ENDING_WEIGHTS)
    assert (thought.u, thought.h) == (6, 2)
    assert thought.need_and_slack == (10, 20)  # 85 - 75 and 100 - 85 - 0 + 5
    # QS: seat 1 has the king with 1024 - 1024 * 10 / 15 = 342, seat 3 has no spade.
    assert thought.chance_to_beat(1, "QS", 3) == 342
    assert thought.chance_to_beat(3, "QS", 3) == 0
    assert thought.chance_to_win("QS") == 682 + 342 * 256 // 1024 == 767
    # AH: seat 1 ruffs when it has neither 9H nor TH (409) but the king (342): 409 * 342 / 1024 = 136.
    assert thought.chance_to_beat(1, "AH", 2) == 136
    assert thought.chance_to_beat(3, "AH", 2) == 0
    assert thought.chance_to_win("AH") == 888 + 136 * 256 // 1024 == 922
    assert thought.stake("QS") == 3 * 3 + 7
    assert thought.stake("AH") == 16 * 10 + 3 * 3 + 7 + 100 * 10 // 20 + 100 * 10 // 10 == 326
    assert thought.later_worth("QS") == 30
    assert thought.later_worth("AH") == 40 + 10 * 30 // 4 == 115
    assert thought.extra("QS") == 2 + 30 + 4
    assert thought.extra("AH") == 2  # the partner may have a heart
    assert thought.merit("QS") == 767 * 16 + 1024 * (36 - 30) == 18416
    assert thought.merit("AH") == 922 * 326 + 1024 * (2 - 115) == 184860
    assert rules_card(ENDING, {"declarer": ENDING_WEIGHTS}) == "AH"


def test_a_ruff_in_two_hundred():
    thought = Thought(ENDING._replace(table=[(3, "7D")]), ENDING_WEIGHTS)  # unseen: KS 9H TH 5D QC
    # seat 1 has no diamonds: it beats QS if it has the king, 1024 - 1024 * 6 / 10
    assert thought.chance_to_beat(1, "QS", 1) == 410
    # seat 2 must not have 5D either (614): 614 * 410 / 1024 = 245.8
    assert thought.chance_to_beat(2, "QS", 1) == 245
    assert thought.chance_to_win("QS") == 614 + 410 * 256 // 1024 == 716


def test_a_lead_to_the_partners_void():
    thought = Thought(ENDING._replace(hand=["QC", "AH"]), ENDING_WEIGHTS)  # unseen: KS QS 9H TH 7D 5D
    assert thought.extra("QC") == 2 + 50


def test_equal_merits_play_the_lowest_card():
    nothing = dict.fromkeys(ROLE, 0)
    assert rules_card(ENDING._replace(hand=["QS", "5D", "7D"]), {"declarer": nothing}) == "5D"


@pytest.mark.parametrize(
    ("kitty_points", "expected"), [("dead", (10, 5)), ("defenders", (10, 5)), ("contractor", (-5, 20))]
)
def test_only_the_declarer_counts_what_he_buried(kitty_points: str, expected: tuple[int, int]):
    view = ENDING._replace(
        frame=frame_of(TWO_HUNDRED, {"variant": "kitty"}, "S"),
        discards=["TH", "5D", "6S", "6C"],
        laid_away=[4, 0, 0, 0],
        kitty_points=kitty_points,
    )
    assert Thought(view, ROLE).need_and_slack == expected
    assert Thought(view, ROLE).u == 6  # KS 9H 7D QC 6D 6H
    partner = view._replace(seat=2, discards=[])
    assert Thought(partner, ROLE).need_and_slack == (10, 20)
    assert Thought(partner, ROLE).u == 6  # ten unseen, four of them laid away


# Nahanni, clubs. Seat 0 has bid 20; his side has won one trick, the others two. Seat 2 has laid away three
# cards, the others ten: 34 cards are unseen, 24 of them count. Unseen trumps: 5C JC QC 8C 7C.
FOURTH_TRICK = View(
    frame=frame_of(NAHANNI, {}, "C"),
    seat=2,
    hand=["AH", "KD"],
    discards=["2H", "3H", "2D"],
    laid_away=[6, 1, 3, 3],
    declarer=0,
    bid=20,
    kitty_points="dead",
    finished=[trick(1, 0, "4C 6C KC AC"), trick(0, 3, "QS 3S 4S KS"), trick(3, 1, "TC 9C 2C 3C")],
    table=[(1, "QD")],
)


def test_a_plain_lead_in_nahanni():
    thought = Thought(FOURTH_TRICK, ROLE)
    assert (thought.u, thought.h) == (24, 2)
    assert thought.need_and_slack == (15, 5)
    # none(k) = 1024 * (24 - k) * (23 - k) / 552: 938 for 1, 857 for 2, 634 for 5
    # KD: the ace 86; a trump 390, half of them willing: 86 + 938 * 195 / 1024 = 264
    assert thought.chance_to_beat(3, "KD", 0) == 264
    assert thought.chance_to_win("KD") == 760 + 264 * 400 // 1024 == 863
    # AH: jack or five 167, half of them willing
    assert thought.chance_to_beat(3, "AH", 0) == 83
    assert thought.chance_to_win("AH") == 941 + 83 * 400 // 1024 == 973
    assert (
        thought.stake("KD") == thought.stake("AH") == 16 * 5 + 3 * 2 + 7 + 100 * 5 // 5 + 100 * 5 // 15 == 226
    )
    assert thought.merit("KD") == 863 * 226 + 1024 * (20 - 30)  # empty_suit, plain_1
    assert thought.merit("AH") == 973 * 226 - 1024 * 20  # trump_2
    assert rules_card(FOURTH_TRICK, {"partner": ROLE}) == "AH"  # 199418 against 184798


def test_a_trick_left_to_the_partner():
    thought = Thought(FOURTH_TRICK._replace(hand=["AH", "3D"]), ROLE)
    # QD: king or ace 167; a willing trump 195: 167 + 857 * 195 / 1024 = 330
    assert thought.chance_to_beat(0, "QD", 0) == 330
    assert thought.chance_to_win("3D") == 330 * 700 // 1024 == 225
    assert (
        Thought(FOURTH_TRICK._replace(seat=0, table=[(1, "QD"), (2, "3D"), (3, "4D")]), ROLE).chance_to_win(
            "2S"
        )
        == 0
    )


def test_the_best_trump_is_worth_no_more_in_one_trick_than_in_another():
    """Whoever holds it gets its five points whenever he plays it, so a trick is worth five with it, too."""
    assert Thought(FOURTH_TRICK._replace(hand=["5C", "KD"]), ROLE).sure_points("5C") == 5


def test_a_trump_kept_back_shows_nothing_about_higher_ones():
    seen = FOURTH_TRICK._replace(finished=[trick(1, 1, "JC 2S KC QC")], table=[])
    assert shown_absent(seen)[2] == {card for card in seen.frame.deck if card[1] == "C" or card == "AH"} - {
        "5C"
    }
    free = FOURTH_TRICK._replace(finished=[], table=[(1, "QD"), (2, "2S")])
    assert shown_absent(free)[2] == set()
    strict = free._replace(frame=frame_of(NAHANNI, {"plain_follow": "follow_or_trump"}, "C"))
    assert shown_absent(strict)[2] == {card for card in strict.frame.deck if card[1] == "D"}


def test_hidden_cards_do_not_change_the_first_lead():
    for index in range(10):
        dealt = new_deal(TWO_HUNDRED, "base", 4, index)
        hands = [dealt.hands[0], dealt.hands[3], dealt.hands[1], dealt.hands[2]]
        leads = {
            play(
                TWO_HUNDRED,
                {"variant": "base"},
                one,
                seed=4,
                index=index,
                declarer=0,
                dealer=3,
                trump="S",
                bid=60,
                policies=("rules", "rules"),
                weights=WEIGHTS,
            )
            .tricks[0]
            .cards[0]
            for one in (dealt, type(dealt)(hands, [], []))
        }
        assert len(leads) == 1
