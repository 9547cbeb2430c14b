"""Da Bai Fen, rules 1 to 10: the numbers are those of rules/da-bai-fen.md, S of its settled questions."""

import copy
from itertools import pairwise

import pytest

from analyzer.referee.da_bai_fen_order import beats, set_order
from tests.referee import hundreds
from tests.referee.odd_scripts import da_bai_fen
from tests.referee.scripts import accepted, refused, samples
from tests.referee.table import Record, flat


def winner(record: Record) -> int:
    seat: int = accepted(record)["tricks"][0]["winner"]
    return seat


@pytest.mark.parametrize("place", range(9))
def test_samples(place: int) -> None:
    accepted(samples("da-bai-fen")[place])


def test_01_54_cards_and_four_players() -> None:
    record = samples("da-bai-fen")[0]
    assert sorted(flat(record["hands"]) + record["kitty"]) == sorted(hundreds.PACK)
    refused(record | {"seats": 5}, '"seats" must be 4, not 5')
    refused(record | {"sides": [[0, 1], [2, 3]]}, '"sides" must be [[0, 2], [1, 3]]')
    refused(record | {"stock": ["2H"]}, "the stock has 1 cards, not 0")
    accepted(record | {"stock": []})
    record["kitty"][0] = "BJ"
    refused(record, "BJ is dealt twice, to seat 3 and to the kitty", card="BJ")


def test_02_kings_tens_and_fives() -> None:
    record = da_bai_fen(["KH 2S", "TH", "5H", "QH"], "02S", "KH TH 5H QH", talon="2D 2C 3C 4C 5C 6C")
    assert accepted(record)["tricks"][0]["points"] == 25
    record["tricks"][0]["points"] = 20
    refused(record, "the trick is worth 25 points, not 20", trick=1)


@pytest.mark.parametrize(
    ("dealer", "levels", "rank"), [(0, (3, 7), "5"), (1, (3, 7), "9"), (2, (12, 0), "A"), (3, (12, 0), "2")]
)
def test_03_the_rank_is_the_level_of_the_declarers(dealer: int, levels: tuple[int, int], rank: str) -> None:
    record = da_bai_fen([f"{rank}H 3H"], f"0{rank}H", dealer=dealer, levels=levels, first_hand=False)
    assert accepted(record)["rank"] == rank
    refused(record | {"rank": "6"}, f'"rank" is "6", but the trump rank is "{rank}"')
    wrong = da_bai_fen([f"{rank}H 3H"], "03H", dealer=dealer, levels=levels, first_hand=False)
    refused(wrong, f"seat 0 exposes 3H, but the trump rank is {rank}", card="3H")


def test_03_the_first_hand_is_played_at_twos() -> None:
    record = da_bai_fen(["2H"], "02H")
    assert accepted(record)["rank"] == "2"
    later = record | {"levels": [1, 0], "scores": [1, 0]}
    refused(later, '"first_hand" is true, but the levels before it are [1, 0]')
    refused(record | {"levels": [1, 0]}, '"levels" is [1, 0], but the scores are [0, 0]')
    low = record | {"levels": [-1, 0], "scores": [-1, 0]}
    refused(low, '"levels" cannot be below 0')


def eighteen(trump: str, rank: str) -> list[list[str]]:
    """Trumps in groups, high to low."""
    others = [rank + suit for suit in "CDHS" if suit != trump]
    return [["RJ"], ["BJ"], [rank + trump], others, *([r + trump] for r in "AKQJT98765432" if r != rank)]


@pytest.mark.parametrize("trump", "CDHS")
@pytest.mark.parametrize("rank", ["2", "6", "A"])
def test_04_eighteen_trumps(trump: str, rank: str) -> None:
    groups, order = eighteen(trump, rank), set_order(trump, rank, False)
    assert {card for card, suit in order.suit.items() if suit == trump} == set(flat(groups))
    assert len(flat(groups)) == 18
    for high, low in pairwise(groups):
        assert all(beats(one, other, order) and not beats(other, one, order) for one in high for other in low)
    for one in groups[3]:
        assert not any(beats(one, other, order) for other in groups[3])
    for suit in "CDHS":
        plain = [r + suit for r in "AKQJT98765432" if r != rank]
        assert all(beats(high, low, order) for high, low in pairwise(plain))


@pytest.mark.parametrize(
    ("second", "third", "won"),
    [
        ("RJ", "BJ", 1),
        ("BJ", "RJ", 2),
        ("2H", "BJ", 2),
        ("2C", "2H", 2),
        ("2H", "2C", 1),
        ("2C", "2D", 1),
        ("2D", "2C", 1),
        ("AH", "2C", 2),
        ("KH", "AH", 2),
    ],
)
def test_04_trumps_in_a_trick(second: str, third: str, won: int) -> None:
    record = da_bai_fen(
        ["2S 3H", f"{second}", f"{third}", "4H"],
        named="2H",
        trump_choice="dealer_names",
        plays=f"3H {second} {third} 4H",
        talon="3C 4C 5C 6C 7C 8C",
    )
    assert winner(record) == won


def test_05_the_exposer_declares_in_the_first_hand() -> None:
    record = da_bai_fen(["", "", "2D"], "22D")
    assert accepted(record)["declarer"] == 2
    assert record["tricks"][0]["leader"] == 2
    refused(record | {"declarer": 0}, '"declarer" is 0, but the declarer is seat 2')
    refused(record | {"switches": {"first_declarer": "lot"}}, '"declarer" is 2, but the declarer is seat 0')
    refused(record | {"first_hand": False}, '"declarer" is 2, but the declarer is seat 0')
    by_lot = da_bai_fen(["", "", "2D"], "22D", first_declarer="lot")
    assert accepted(by_lot)["declarer"] == 0


def test_06_twelve_cards_each_and_a_talon_of_six() -> None:
    record = samples("da-bai-fen")[0]
    accepted(record | {"switches": record["switches"] | {"first_draw": "right_of_dealer"}})
    short = copy.deepcopy(record)
    short["kitty"].pop()
    refused(short, "the kitty has 5 cards, not 6")
    short = copy.deepcopy(record)
    short["hands"][1].pop()
    refused(short, "seat 1 is dealt 11 cards, not 12")


TURNED = [
    ("3C 2D KH 4C 5C 6C", 2, "D"),
    ("2D 3C KH 4C 5C 6C", 1, "D"),
    ("3C KH 4C 5C 6C KD", 6, "H"),
    ("3C KH RJ BJ 6C AD", 6, "D"),
    ("RJ TC 9H TD 9C 3D", 6, "C"),
]


@pytest.mark.parametrize(("talon", "turned", "trump"), TURNED)
def test_07_nobody_exposes(talon: str, turned: int, trump: str) -> None:
    """The talon is turned up to a card of the rank; else its highest card names the suit, ties to the first."""
    record = da_bai_fen([], talon=talon, dealer=1)
    assert accepted(record)["trump"] == trump
    assert [call["card"] for call in record["auction"]] == talon.split()[:turned]
    refused(record | {"trump": "S"}, f'"trump" is "S", but the trump suit is "{trump}"')
    short = record | {"auction": record["auction"][:-1]}
    refused(short, "nobody exposes a card, so " + talon.split()[turned - 1])
    one_more = {"seat": 1, "call": "turn", "card": "6C"}
    refused(record | {"auction": record["auction"] + [one_more]}, "after trumps have been fixed")
    other = copy.deepcopy(record)
    other["auction"][0]["card"] = "9S"
    refused(other, f"seat 1 turns 9S, but {talon[:2]} is next in the talon", card="9S")


def test_07_what_has_been_exposed_stands() -> None:
    record = da_bai_fen(["2C", "2D"], "02C")
    second = record["auction"] + [{"seat": 1, "call": "expose", "card": "2D"}]
    refused(record | {"auction": second}, 'seat 1 calls "expose" after trumps have been fixed')
    other = [{"seat": 1, "call": "expose", "card": "2C"}]
    refused(record | {"auction": other}, "seat 1 exposes 2C, which it does not hold", card="2C")


@pytest.mark.parametrize("suit", "CDHS")
def test_07_the_dealer_names(suit: str) -> None:
    record = da_bai_fen(
        [], named=f"5{suit}", trump_choice="dealer_names", dealer=3, levels=(0, 3), first_hand=False
    )
    assert accepted(record)["trump"] == suit
    record["auction"][0]["rank"] = "6"
    refused(record, "seat 3 names the rank 6, but the level gives 5")
    record["auction"][0] |= {"seat": 1, "rank": "5"}
    refused(record, 'seat 1 calls "name", but the dealer is seat 3')


def test_08_any_six_are_laid_away() -> None:
    record = da_bai_fen(["2S KH TH 5H KD TD"], "02S", away="2S KH TH 5H KD TD")
    assert len(accepted(record)["tricks"]) <= 12
    assert record["exchange"][0]["discards"] == ["2S", "KH", "TH", "5H", "KD", "TD"]
    left = copy.deepcopy(record)
    card = left["exchange"][0]["takes"].pop()
    refused(left, f"seat 0 leaves {card} in the talon", card=card)


NO_CLUB = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"


def test_09_a_redeal_without_a_trump() -> None:
    record = da_bai_fen(["2C", NO_CLUB], "02C", redeal=1)
    assert accepted(record)["tricks"] == []
    assert record["result"]["next_dealer"] == 0
    other = da_bai_fen(["2C", NO_CLUB.replace("3H", "BJ")], "02C")
    refused(other | {"redeal": 1, "tricks": []}, "seat 1 asks for a redeal but has a trump, BJ", card="BJ")
    played = da_bai_fen(["2C", NO_CLUB], "02C")
    refused(accepted(played) | {"redeal": 1}, '"tricks" must be empty: there is a redeal')
    refused(played | {"redeal": 4}, '"redeal" must be a seat from 0 to 3, not 4')


def test_09_s4_the_declarer_needs_eighteen_cards_without_a_trump() -> None:
    talon = "AD KD QD JD TD 9D"
    record = da_bai_fen([NO_CLUB], named="2C", trump_choice="dealer_names", talon=talon, redeal=0)
    accepted(record)
    drawn = da_bai_fen([NO_CLUB], named="2D", trump_choice="dealer_names", talon=talon)
    refused(drawn | {"redeal": 0, "tricks": []}, "seat 0 asks for a redeal but has a trump, AD", card="AD")
    kept = da_bai_fen([NO_CLUB], named="2D", talon=talon, variant="as-translated", redeal=0)
    accepted(kept)


def test_09_the_exchange_before_a_redeal_may_be_written_down() -> None:
    record = da_bai_fen(["2C", NO_CLUB], "02C", redeal=1)
    swap = {"seat": 0, "takes": record["kitty"], "discards": record["kitty"]}
    accepted(record | {"exchange": [swap]})
    refused(record | {"exchange": [swap | {"seat": 1}]}, "seat 1 takes the talon, but seat 0 is the declarer")


def test_10_the_declarer_leads_then_the_winner() -> None:
    record = da_bai_fen(["", "2D"], "12D")
    assert accepted(record)["tricks"][0]["leader"] == 1
    for number, (one, other) in enumerate(pairwise(record["tricks"]), start=2):
        assert one["winner"] == other["leader"]
        wrong = copy.deepcopy(record)
        wrong["tricks"][number - 1]["leader"] = (other["leader"] + 1) % 4
        refused(wrong, f"leads, but seat {one['winner']} won the last trick", trick=number)
