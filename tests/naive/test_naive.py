"""The reference against values worked out by hand: numbers, deals, exchanges, whole hands."""

from itertools import product

import pytest

from tests.naive.deals import Deal, deal
from tests.naive.exchange import estimate, exchange, name_trump, rules_discards
from tests.naive.frames import NAHANNI, TWO_HUNDRED, deck_of, frame_of
from tests.naive.hand import Result, hand_score, play, points_taken
from tests.naive.players import Trick
from tests.naive.streams import DEAL, EXCHANGE, WORD, G, Words, master_seed, mix

ROLE = {
    **{f"{kind}_{above}": 40 - 10 * above for kind in ("trump", "plain") for above in range(4)},
    **{f"keep_{kind}_{above}": 30 - 10 * above for kind in ("trump", "plain") for above in range(2)},
    **{"later": 3, "tempo": 7, "press": 100, "lead_trump": 30, "lead_to_void": 50, "lead_length": 2},
    **{"empty_suit": 20, "rescue": 400, "overtake": 700, "willing": 512, "lead_trump_each": 4},
}
WEIGHTS = {
    "declarer": ROLE,
    "partner": ROLE,
    "defender": ROLE,
    "value": {"plain": list(range(16)), "trump": list(range(20, 36))},
    "estimate": {"constant": 100, "void": 9, "long": 5},
    "keep": {"plain": list(range(16)), "trump": list(range(20, 36)), "length": 2, "least": 10},
}
HAND_AND_KITTY = {(TWO_HUNDRED, "base"): (9, 0), (TWO_HUNDRED, "kitty"): (9, 4), (NAHANNI, "base"): (5, 3)}


def new_deal(game: str, variant: str, seed: int, index: int) -> Deal:
    return deal(deck_of(game, {"variant": variant}), 4, *HAND_AND_KITTY[game, variant], seed, index)


def new_hand(game: str, switches: dict[str, str | int], policies: tuple[str, str], index: int) -> Result:
    variant = str(switches["variant"])
    bid = [20, 25, 30][index % 3] if game == NAHANNI else 60
    return play(
        game,
        switches,
        new_deal(game, variant, 5, index),
        seed=5,
        index=index,
        declarer=index % 4,
        dealer=index // 4 % 4,
        trump=None if variant == "kitty" else "CDHS"[index % 4],
        bid=bid,
        policies=policies,
        weights=WEIGHTS,
    )


def test_published_numbers_of_splitmix64():
    first = [mix(1234567 + G * step) for step in range(1, 6)]
    assert first == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_draw_leaves_the_rest_of_the_word():
    words = Words(0, DEAL, 0)
    words.word = 3 * 2**62  # three quarters
    assert words.draw(6) == 4  # 4.5: a half is left
    assert words.draw(1) == 0
    assert words.draw(2) == 1
    assert words.word == 0


def test_seeds():
    assert master_seed(-1) == WORD - 1
    assert master_seed("abc") == 0xBA7816BF8F01CFEA  # the published SHA-256 of abc begins so
    assert Words(3, DEAL, 0).fresh() == mix(mix(mix(3 + G) + G) + G)
    assert Words(3, EXCHANGE, 4).fresh() == mix(mix(mix(3 + 3 * G) + 5 * G) + G)


def test_a_small_deal_by_hand():
    deck = ["4C", "2D", "2C", "3C"]
    words = Words(9, DEAL, 2)
    words.fresh()
    order = ["2C", "3C", "4C", "2D"]
    first = [order.pop(words.draw(4)), order.pop(words.draw(3))]
    assert deal(deck, 2, 2, 0, 9, 2) == Deal([first, order], [], [])  # the rest costs no draw
    left = [card for card in ["2C", "4C", "2D"] if card != "3C"]
    words = Words(9, DEAL, 2)
    words.fresh()
    kitty = [left.pop(words.draw(3))]
    words.fresh()
    stock = [left.pop(words.draw(2)), left.pop()]
    assert deal(deck, 1, 1, 1, 9, 2, {0: ["3C"]}) == Deal([["3C"]], kitty, stock)


@pytest.mark.parametrize(("game", "variant"), HAND_AND_KITTY)
def test_deals_conserve_the_cards(game: str, variant: str):
    hand_size, kitty_size = HAND_AND_KITTY[game, variant]
    deck = deck_of(game, {"variant": variant})
    for index in range(50):
        dealt = new_deal(game, variant, 1, index)
        assert [len(hand) for hand in dealt.hands] == [hand_size] * 4
        assert len(dealt.kitty) == kitty_size
        assert sorted(sum(dealt.hands, dealt.kitty + dealt.stock)) == sorted(deck)
    assert len(deck) == {"base": 36, "kitty": 40}[variant] if game == TWO_HUNDRED else 52


def laid_away(hand: str, game: str, trump: str) -> str:
    return " ".join(rules_discards(hand.split(), frame_of(game, {"variant": "kitty"}, trump), WEIGHTS))


def test_what_is_laid_away():
    # four diamonds are worth 8 10 16 20, 2S is 8 + 2: 2D goes; then 4D is 2 + 6; then TD is 8 + 4, so 2S goes
    assert laid_away("2D 4D TD AD 2S TC JC 5C", NAHANNI, "C") == "2D 4D 2S"
    # no more than five: 2D at 8 and 4D at 8 go, 2S at 10 stays
    assert laid_away("2D 4D TD AD 2S", NAHANNI, "C") == "2D 4D"
    # C 9 10 18, D 9 17 18, H 13 14 15 16: 5C goes; then 6C is 4 + 4; then 5D is 9; then AC is 12 + 2: 7H
    assert laid_away("5C 6C AC 5D KD AD 7H 8H 9H TH 5S 6S 7S", TWO_HUNDRED, "S") == "5C 6C 5D 7H"


def worth(hand: str, trump: str) -> int:
    return estimate(hand.split(), frame_of(TWO_HUNDRED, {}, trump), WEIGHTS)


def test_estimate_and_trump():
    # clubs: 23 + 32 + 31 + 28, one trump beyond the third, two empty lanes, JD 9
    assert worth("5C AC KC TC JD", "C") == 100 + 114 + 5 + 2 * 9 + 9
    # diamonds: JD 29, clubs 3 + 12 + 11 + 8; hearts: no trump, so no lane counts as empty
    assert worth("5C AC KC TC JD", "D") == 100 + 29 + 34 + 2 * 9
    assert worth("5C AC KC TC JD", "H") == 100 + 9 + 34
    assert name_trump(["5C", "AC", "KC", "TC", "JD"], TWO_HUNDRED, {}, WEIGHTS) == "C"
    assert name_trump(["KS", "KD", "KH"], TWO_HUNDRED, {}, WEIGHTS) == "D"


def test_stock_is_drawn_from_the_left_of_the_dealer():
    dealt = new_deal(NAHANNI, "base", 8, 1)
    all_away = {**WEIGHTS, "keep": {**WEIGHTS["keep"], "least": 1000}}
    swap = exchange(
        NAHANNI,
        {},
        dealt,
        seed=8,
        index=1,
        declarer=3,
        dealer=1,
        trump="D",
        policies=["rules"] * 4,
        weights=all_away,
    )
    assert [len(gone) for gone in swap.discards] == [5, 5, 5, 8]
    assert [swap.hands[seat] for seat in (2, 3, 0, 1)] == [dealt.stock[at : at + 5] for at in (0, 5, 10, 15)]


@pytest.mark.parametrize(
    ("game", "bid", "taken", "made", "score"),
    [
        (TWO_HUNDRED, 75, (85, 15), True, 85 - 15),
        (TWO_HUNDRED, 75, (70, 30), False, -75 - 30),
        (TWO_HUNDRED, 100, (100, 0), True, 200),
        (TWO_HUNDRED, 100, (95, 5), False, -105),
        (NAHANNI, 20, (15, 15), False, -20 - 15),
        (NAHANNI, 30, (30, 0), True, 60),
        (NAHANNI, 30, (25, 5), False, -30 - 5),
    ],
)
def test_score_of_a_hand(game: str, bid: int, taken: tuple[int, int], made: bool, score: int):
    assert hand_score(game, {"hundred_for_200": "on"}, bid, taken, made) == score


def test_points_of_a_hand():
    frame = frame_of(NAHANNI, {}, "C")
    plain = Trick(1, [(1, "KD"), (2, "2D"), (3, "3D"), (0, "4D")], 1)
    trump = Trick(1, [(1, "KD"), (2, "TC"), (3, "9C"), (0, "2S")], 3)
    assert points_taken(frame, {}, 0, [[]] * 4, [plain] * 5) == (0, 25)  # no trump was played
    assert points_taken(frame, {}, 0, [[]] * 4, [plain] * 4 + [trump]) == (0, 30)
    frame = frame_of(TWO_HUNDRED, {"variant": "kitty"}, "C")
    trick = Trick(0, [(0, "AD"), (1, "TD"), (2, "5D"), (3, "KD")], 0)
    buried = [["AS", "6S", "6H", "5S"], [], [], []]
    for rule, points in {"dead": (25, 0), "defenders": (25, 15), "contractor": (40, 0)}.items():
        assert points_taken(frame, {"kitty_points": rule}, 0, buried, [trick]) == points


@pytest.mark.parametrize("policies", list(product(("random", "rules"), repeat=2)))
@pytest.mark.parametrize(("game", "variant"), HAND_AND_KITTY)
def test_whole_hands(game: str, variant: str, policies: tuple[str, str]):
    switches = {"variant": variant, "kitty_points": "contractor", "plain_follow": "follow_or_trump"}
    for index in range(24):
        hand = new_hand(game, switches, policies, index)
        assert hand == new_hand(game, switches, policies, index)
        frame = frame_of(game, switches, hand.trump)
        played = [card for trick in hand.tricks for _, card in trick.cards]
        assert len(set(played)) == len(played) == 4 * len(hand.tricks)
        assert set(played).isdisjoint(card for gone in hand.discards for card in gone)
        assert sum(hand.taken) == (
            100 if game == TWO_HUNDRED else 30 if set(hand.trump) & set("".join(played)) else 25
        )
        assert hand.tricks[0].leader == (index % 4 if game == TWO_HUNDRED else (index + 1) % 4)
        assert all(
            trick.leader == before.winner for before, trick in zip(hand.tricks, hand.tricks[1:], strict=False)
        )
        left = [
            [card for trick in hand.tricks for who, card in trick.cards if who == seat] for seat in range(4)
        ]
        for trick in hand.tricks:
            led = trick.cards[0][1]
            for seat, card in trick.cards:
                if game == TWO_HUNDRED and card[1] != led[1]:
                    assert led[1] not in {other[1] for other in left[seat]}
                if game == NAHANNI and frame.is_trump(led) and not frame.is_trump(card):
                    low = [other for other in left[seat] if other[1] == hand.trump and other[0] not in "J5"]
                    assert [other for other in low if other != "AH"] == []
                left[seat].remove(card)


def test_a_bid_of_30_needs_all_the_tricks_and_a_trump_lead():
    for index in range(2, 60, 3):
        hand = new_hand(NAHANNI, {"variant": "base"}, ("random", "random"), index)
        frame = frame_of(NAHANNI, {}, hand.trump)
        leader, lead = hand.tricks[0].cards[0]
        own = [card for trick in hand.tricks for seat, card in trick.cards if seat == leader]
        assert frame.is_trump(lead) or not any(frame.is_trump(card) for card in own)
        assert hand.made == all(trick.winner % 2 == index % 2 for trick in hand.tricks)
