"""The other tables of Two Hundred: six players, five, two, and four without partners [1.2]."""

import pytest

from tests.referee.changes import auction_of, restated
from tests.referee.scripts import accepted, refused, samples, two_hundred
from tests.referee.table import Record

SPADES_9 = "AS KS QS JS TS 9S 8S 7S 5S"
SPADES_8 = "AS KS QS JS TS 9S 8S 7S"
TABLES = ["six-rotating", "six-at-once", "bank", "five-shadow", "cut-throat", "two-handed"]


def sample(variant: str, place: int) -> Record:
    return samples(f"two-hundred.{variant}")[place]


@pytest.mark.parametrize("variant", TABLES)
@pytest.mark.parametrize("place", range(3))
def test_samples(variant: str, place: int) -> None:
    accepted(sample(variant, place))


def test_rotating_pairs_play_the_base_game() -> None:
    record = accepted(two_hundred([SPADES_9], "50 pass pass pass", variant="six-rotating", dealer=4))
    assert [entry["seat"] for entry in record["auction"]] == [0, 1, 3, 4]
    assert [play["seat"] for play in record["tricks"][0]["plays"]] == [0, 1, 3, 4]
    assert record["result"]["delta"] == [100, 0, 0]
    refused(auction_of(record, (0, "pass"), (1, "pass"), (2, "50")), 'seat 2 calls "50"')
    refused(record | {"dealer": 2}, '"dealer" is seat 2, which sits out')
    refused(record | {"sides": [[0, 1], [2, 3], [4, 5]]}, '"sides" must be [[0, 3], [1, 4], [2, 5]]')


def test_rotating_the_pair_that_sits_out_has_no_cards() -> None:
    record = sample("six-rotating", 0)
    record["hands"][2].append(record["hands"][1].pop())
    refused(record, "seat 1 is dealt 8 cards, not 9")
    record["hands"][1].append("6S")
    refused(record, "seat 2 is dealt 1 cards, not 0")


@pytest.mark.parametrize(("place", "idle"), [(0, 2), (1, 0), (2, 1)])
def test_rotating_each_pair_keeps_its_score(place: int, idle: int) -> None:
    record = sample("six-rotating", place)
    before = [0, 0, 0]
    before[idle] = 150
    scores = [old + new for old, new in zip(before, record["result"]["delta"], strict=True)]
    accepted(restated(record | {"scores": before}, scores=scores))
    scores[idle] = 0
    refused(restated(record | {"scores": before}, scores=scores), '"result.scores" is')


def test_at_once_has_52_cards_tricks_of_six_and_a_kitty() -> None:
    record = accepted(
        two_hundred(
            [SPADES_8],
            "50 pass pass pass pass pass",
            variant="six-at-once",
            dealer=5,
            kitty="AH 2H 3H 4H",
            swap=("AH", "7S"),
        )
    )
    assert (len(record["tricks"]), len(record["tricks"][0]["plays"])) == (8, 6)
    refused(record | {"stock": ["2C"]}, "the stock has 1 cards, not 0")


def test_at_once_ranks_run_down_to_the_two() -> None:
    hands = ["3H", "2H", "4H", "2C 3C 4C 6C 7C 8C 9C JC", "QC KC", "2D"]
    record = two_hundred(
        hands, "50 pass pass pass pass pass", variant="six-at-once", dealer=5, plays="3H 2H 4H"
    )
    assert accepted(record)["tricks"][0]["winner"] in (2, 4, 5)


def test_at_once_every_pair_scores_its_own_points_by_its_own_100_rule() -> None:
    record = sample("six-at-once", 1)
    assert record["result"]["delta"] == [30, 50, 20]
    accepted(restated(record | {"scores": [100, 0, 95]}, delta=[0, 50, 20], scores=[100, 50, 115]))
    refused(
        restated(record | {"scores": [100, 0, 95]}, scores=[130, 50, 115]),
        "but the hand scores [0, 50, 20]",
    )
    off = record | {"scores": [100, 0, 95], "switches": {"must_bid_at_100": "off"}}
    accepted(restated(off, scores=[130, 50, 115]))


@pytest.mark.parametrize(
    ("switch", "taken"), [("dead", [75, 0, 0]), ("contractor", [100, 0, 0]), ("defenders", [75, 25, 0])]
)
@pytest.mark.parametrize("variant", ["six-at-once", "bank"])
def test_at_once_points_in_the_kitty(variant: str, switch: str, taken: list[int]) -> None:
    """With three pairs the defenders' are those of the pair left of the contractor [settled 2]."""
    record = two_hundred(
        ["AS KS QS JS TS 9S 8S 7S"],
        "75 pass pass pass pass pass",
        variant=variant,
        dealer=5,
        kitty="5S 5H AH 2H",
        swap=("5S", "TS"),
        kitty_points=switch,
    )
    buried = 25
    assert sum(record["result"]["taken"]) == (100 if switch != "dead" else 100 - buried)
    assert accepted(record)["result"]["taken"] == taken


def test_tie_at_the_target_the_contractor_first_then_the_higher_score() -> None:
    record = sample("six-at-once", 1)
    off = {"must_bid_at_100": "off"}

    def ended(before: list[int], scores: list[int], winner: int | None) -> Record:
        changed = record | {"scores": before, "switches": off}
        return restated(changed, scores=scores, game_over=winner is not None, winner=winner)

    accepted(ended([180, 150, 190], [210, 200, 210], 1))
    refused(ended([180, 150, 190], [210, 200, 210], 0), '"result.winner" is 0, but the winner is side 1')
    accepted(ended([175, 0, 190], [205, 50, 210], 2))
    accepted(ended([180, 0, 190], [210, 50, 210], None))
    refused(ended([180, 0, 190], [210, 50, 210], 0), '"result.game_over" is true, but the game goes on')


def test_no_hand_is_dealt_after_the_end() -> None:
    record = two_hundred([], "pass pass pass pass", variant="cut-throat")
    for scores in ([200, 0, 0, 0], [200, 205, 0, 0], [200, 200, 200, 200], [-200, 0, 0, 5]):
        refused(record | {"scores": scores}, "have already ended the game")
    for scores in ([200, 200, 0, 0], [-200, -5, 0, 0], [-200, 0, 0, 0]):
        accepted(restated(record | {"scores": scores}, scores=scores))


def test_loss_limit_with_three_or_more_sides() -> None:
    """It ends the game only if all the others are at 0 or more [settled 3]."""
    record = sample("cut-throat", 0)
    assert record["result"]["delta"] == [60, 25, 0, -60]

    def ended(before: list[int], scores: list[int], winner: int | None) -> Record:
        changed = record | {"scores": before}
        return restated(changed, scores=scores, game_over=winner is not None, winner=winner)

    accepted(ended([0, 0, 0, -140], [60, 25, 0, -200], 0))
    refused(ended([0, 0, 0, -140], [60, 25, 0, -200], None), '"result.game_over" is false')
    accepted(ended([0, 0, -5, -140], [60, 25, -5, -200], None))
    accepted(ended([0, 35, 0, -140], [60, 60, 0, -200], None))
    at_once = sample("six-at-once", 1) | {"scores": [-300, -10, 20]}
    accepted(restated(at_once, scores=[-270, 40, 40], game_over=True, winner=1))


def test_bank_is_played_to_500_from_50_on() -> None:
    calls = "50 pass pass pass pass pass"
    record = two_hundred([SPADES_8], calls, variant="bank", dealer=5, scores=(425, 0, 0))
    taken = record["result"]["taken"][0]
    assert accepted(record)["result"]["winner"] == (0 if 425 + taken >= 500 else None)
    refused(record | {"scores": [500, 0, 0]}, "have already ended the game")
    refused(record | {"scores": [0, 5, -500]}, "have already ended the game")
    thrown = two_hundred([], "pass " * 6, variant="bank", dealer=5, scores=(495, -495, 0))
    accepted(thrown)
    refused(auction_of(record, (0, "45")), 'seat 0 calls "45", which is not one of the bids: 50, 55')


def test_the_shadow_helps_the_contractor() -> None:
    record = sample("five-shadow", 0)
    by_the_shadow = sum(trick["points"] for trick in record["tricks"] if trick["winner"] == 4)
    assert (record["declarer"], by_the_shadow, record["result"]["taken"]) == (0, 40, [60, 40])
    accepted(record | {"shadow": 4})
    refused(restated(record, taken=[20, 80]), '"result.taken" is [20, 80], but the sides took [60, 40]')
    other = two_hundred(["", "", "", "", SPADES_8], "pass 50 pass pass", variant="five-shadow")
    assert accepted(other)["result"]["contracts"][0]["side"] == 1
    assert sum(other["result"]["taken"]) == 100


@pytest.mark.parametrize("declarer", range(4))
@pytest.mark.parametrize("switch", ["dead", "defenders", "contractor"])
def test_five_players_have_no_kitty(declarer: int, switch: str) -> None:
    calls = " ".join("50" if seat == declarer else "pass" for seat in range(4))
    record = two_hundred([], calls + " pass" * declarer, variant="five-shadow", kitty_points=switch)
    assert sum(accepted(record)["result"]["taken"]) == 100


def test_the_shadow_neither_deals_nor_bids() -> None:
    record = sample("five-shadow", 0)
    refused(record | {"shadow": 3}, '"shadow" is 3, but the shadow is seat 4')
    refused(record | {"shadow": None}, '"shadow" is null, but the shadow is seat 4')
    refused(record | {"dealer": 4}, '"dealer" is seat 4, which is the shadow and never deals')
    refused(auction_of(record, (2, "pass"), (3, "pass"), (4, "50")), "takes no part in the auction")
    refused(two_hundred([]) | {"shadow": 4}, 'a record of this variant has no "shadow"')
    assert accepted(record | {"policies": ["rules"] * 5})["seats"] == 5


def test_without_partners_everybody_scores_for_himself() -> None:
    record = sample("cut-throat", 0)
    accepted(restated(record | {"scores": [105, 0, 0, 0]}, delta=[0, 25, 0, -60], scores=[105, 25, 0, -60]))
    bid = auction_of(record, (0, "50"), (1, "pass"), (2, "pass"), (3, "60"), (0, "pass"))
    accepted(restated(bid | {"scores": [105, 0, 0, 0]}, scores=[165, 25, 0, -60]))
    refused(record | {"sides": [[0, 2], [1, 3]]}, '"sides" must be [[0], [1], [2], [3]]')


def test_two_players_draw_until_the_stock_is_gone() -> None:
    record = accepted(two_hundred([SPADES_9], "50 pass", variant="two-handed", dealer=1, stock="5H 8H 7H"))
    assert (len(record["tricks"]), len(record["exchange"])) == (18, 18)
    assert [entry["takes"][0] for entry in record["exchange"][:3]] == ["5H", "8H", "7H"]
    assert sum(record["result"]["taken"]) == 100


def test_two_players_draw_the_winner_first() -> None:
    record = sample("two-handed", 0)
    swap = [{"seat": 1, "takes": ["9S"], "discards": []}, {"seat": 0, "takes": ["AD"], "discards": []}]
    refused(
        record | {"exchange": swap + record["exchange"][2:]},
        "seat 1 draws, but it is the turn of seat 0",
        trick=1,
    )
    record["exchange"][2]["takes"] = ["9H"]
    refused(record, "seat 1 draws 9H, but 7H is next in the stock", trick=2, card="9H")


def test_two_players_follow_suit_from_the_first_trick() -> None:
    record = two_hundred(["5H", "7S AH 8H"], "50 pass", variant="two-handed", dealer=1, plays="5H 7S")
    refused(record, "seat 1 plays 7S but holds a heart", trick=1, card="7S")


def test_two_players_with_a_dead_stock() -> None:
    dead = two_hundred([SPADES_9], "50 pass", variant="two-handed", dealer=1, two_player="dead_stock")
    assert len(accepted(dead)["tricks"]) == 9
    assert dead["result"]["taken"] == [sum(trick["points"] for trick in dead["tricks"]), 0]
    refused(dead | {"switches": {}}, "seat 0 draws no card after the trick", trick=1)
    drawn = sample("two-handed", 0) | {"switches": {"two_player": "dead_stock"}}
    refused(drawn, '"exchange" must be empty: there is no kitty, and no stock to draw from')
    for switch in ("defenders", "contractor"):
        accepted(dead | {"switches": dead["switches"] | {"kitty_points": switch}})
