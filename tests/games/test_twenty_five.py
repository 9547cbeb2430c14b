"""Twenty-Five: the worked examples of its rules, numbered as there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analyzer.choice import choose_rules
from analyzer.faces.race import records, transcript
from analyzer.referee import check_lines
from analyzer.request import OddsRequest, TraceRequest
from sims.cards import card_id
from sims.errors import Refused
from sims.games import find_rules
from sims.games import twenty_five as game
from sims.sheets import Rules

Record = dict[str, Any]


def rules_of(**settings: str | int) -> Rules:
    return find_rules("25", None, dict(settings))


def order(trump: str) -> dict[str, int]:
    """Frame index of every card."""
    to_frame = game.tables(rules_of()).to_frame["CDHS".index(trump)]
    return {r + s: int(to_frame[card_id(r + s)]).bit_length() - 1 for s in "CDHS" for r in "23456789TJQKA"}


def legal(trump: str, hand: str, led: str) -> set[str]:
    """The cards that may be played to a card led."""
    tables, index = game.tables(rules_of()), order(trump)
    required, allowed = int(tables.required[index[led]]), int(tables.allowed[index[led]])
    cards = hand.split()
    bound = any(required >> index[card] & 1 for card in cards)
    return {card for card in cards if not bound or allowed >> index[card] & 1}


def best(trump: str, cards: list[str]) -> str:
    """The card that wins a trick."""
    index = order(trump)
    led = index[cards[0]] >> 4
    return max(cards, key=lambda card: (index[card] >= 48, index[card] >> 4 == led, index[card]))


def request(hand: str | None, *, settings: list[str] | None = None, **named: Any) -> OddsRequest:
    module, rules = choose_rules("25", None, settings)
    given: dict[str, Any] = {
        "hand": hand, "trumps": (), "bids": (), "seat": None, "dealer": None, "score": None, "policy": "random",
        "defence": "random", "seed": 1, "deals": 200, "threads": 1, "command": "", "unicode": False,
        "say": lambda text: None,
    }  # fmt: skip
    return OddsRequest(game=module, rules=rules, **(given | named))


def traced(
    n: int, *, policy: str = "random", score: str | None = None, dealer: int = 0, **settings: str | int
) -> list[Record]:
    rules = rules_of(**settings)
    asked = TraceRequest(
        game=game,
        rules=rules,
        low=0,
        high=n,
        dealer=dealer,
        score=score,
        policy=policy,
        defence=policy,
        seed=6,
    )
    return list(records(asked))


@pytest.mark.parametrize("players", [1, 11])
def test_1_two_to_ten_players(players: int) -> None:
    with pytest.raises(Refused, match=f"switch players takes 2 to 10, not {players}"):
        rules_of(players=players)


def test_1_sides() -> None:
    assert game.seating(rules_of(players=6, sides="pairs")).sides == ((0, 3), (1, 4), (2, 5))
    assert game.seating(rules_of(players=9, sides="threes")).sides == ((0, 3, 6), (1, 4, 7), (2, 5, 8))
    assert len(game.seating(rules_of(players=10)).sides) == 10
    for players, sides in ((5, "pairs"), (2, "pairs"), (6, "threes")):
        with pytest.raises(Refused, match=f"{players} players cannot play in {sides}"):
            game.seating(rules_of(players=players, sides=sides))


TRUMPS = {
    "H": "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H",
    "D": "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D",
    "C": "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC",
    "S": "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS",
}
PLAIN = {"H": "KQJT98765432", "D": "KQJT98765432A", "C": "KQJA23456789T", "S": "KQJA23456789T"}


@pytest.mark.parametrize("trump", TRUMPS)
def test_2_order_of_the_cards(trump: str) -> None:
    index = order(trump)
    for suit in "CDHS":
        lane = index["K" + suit] >> 4
        cards = sorted((c for c in index if index[c] >> 4 == lane), key=index.__getitem__, reverse=True)
        wanted = TRUMPS[trump].split() if suit == trump else [rank + suit for rank in PLAIN[suit]]
        assert cards == wanted


def test_3_the_card_turned_up_names_trump() -> None:
    for record in traced(40):
        assert record["trump"] == record["turn_up"][1]
        dealt = [card for hand in record["hands"] for card in hand] + [record["turn_up"], *record["stock"]]
        assert (len(dealt), len(set(dealt))) == (52, 52)


def test_4_the_holder_of_the_ace_of_trumps_or_the_dealer_robs() -> None:
    robbed, aces = 0, 0
    for record in traced(600, dealer=2):
        ace = "A" + record["trump"]
        holders = [seat for seat, hand in enumerate(record["hands"]) if ace in hand]
        able = [2] if record["turn_up"] == ace else holders
        for swap in record["exchange"]:
            robbed += 1
            aces += record["turn_up"] == ace
            assert (swap["seat"], swap["takes"]) == (able[0], [record["turn_up"]])
            assert swap["discards"][0] in record["hands"][swap["seat"]]
    assert robbed > 60  # the ace is out in 21 of 52 deals, and half of them rob
    assert aces


def test_4_no_ace_out_nobody_robs() -> None:
    for record in traced(300, policy="rules"):
        ace = "A" + record["trump"]
        out = ace == record["turn_up"] or any(ace in hand for hand in record["hands"])
        assert out or not record["exchange"]


def test_settled_2_any_card_may_be_laid_down_the_ace_itself_too() -> None:
    laid = [record["exchange"][0]["discards"][0] for record in traced(1_500) if record["exchange"]]
    assert any(card[0] == "A" for card in laid)
    places = {
        sorted(r["hands"][r["exchange"][0]["seat"]]).index(r["exchange"][0]["discards"][0])
        for r in traced(300)
        if r["exchange"]
    }
    assert places == {0, 1, 2, 3, 4}


def test_rules_player_robs_when_it_gains() -> None:
    """He lays his worst card; a plain card is always worse than a trump."""
    for record in traced(300, policy="rules"):
        ace, index = "A" + record["trump"], order(record["trump"])
        robber = next((s for s, hand in enumerate(record["hands"]) if ace in hand), None)
        robber = record["dealer"] if record["turn_up"] == ace else robber
        if robber is None:
            continue
        hand = record["hands"][robber]
        worst = min(hand, key=lambda card: index[card] >= 48)
        if index[worst] < 48:
            assert index[record["exchange"][0]["discards"][0]] < 48
        elif index[record["turn_up"]] < min(index[card] for card in hand):
            assert record["exchange"] == []


def test_5_the_left_of_the_dealer_leads_then_the_winner() -> None:
    for record in traced(20, dealer=1, players=3):
        leaders = [trick["leader"] for trick in record["tricks"]]
        assert leaders == [2, *(trick["winner"] for trick in record["tricks"][:-1])]


def test_6_a_plain_suit_is_followed_or_trumped() -> None:
    assert legal("S", "KD 2C 7S", "4D") == {"KD", "7S"}
    assert legal("S", "KD 2C AH", "4D") == {"KD", "AH"}
    assert legal("S", "KH 2C 7S", "4D") == {"KH", "2C", "7S"}


@pytest.mark.parametrize(
    ("hand", "led", "may"),
    [
        ("5S JS 8D 9D", "7S", "5S JS 8D 9D"),  # (a) two of the top three against a low trump: free
        ("5S AS 8D 9D", "7S", "5S AS"),  # (b) 5 and trump ace against the 7: either, but a trump
        ("AH 8D 9D", "JS", "AH"),  # (c) the ace of hearts alone against the J: forced
        ("AH 8D 9D", "7S", "AH 8D 9D"),  # (d) 7 led, the 5 played second: free, the card led counts
        ("JS 8D", "5S", "JS"),
        ("JS 8D", "AH", "JS 8D"),
        ("AH KH 8D", "5S", "AH"),  # it counts as a trump for following, the other hearts do not
    ],
)
def test_7_reneging(hand: str, led: str, may: str) -> None:
    assert legal("S", hand, led) == set(may.split())


@pytest.mark.parametrize(("score", "sides"), [("15:20:10:0", "singles"), ("20:10", "pairs")])
def test_8_the_hand_ends_with_the_trick_that_wins_the_game(score: str, sides: str) -> None:
    before = [int(part) for part in score.split(":")]
    lengths = set()
    for record in traced(200, score=score, sides=sides):
        side_of = {seat: i for i, side in enumerate(record["sides"]) for seat in side}
        scores = list(before)
        for number, trick in enumerate(record["tricks"]):
            assert max(scores) < 25, number
            scores[side_of[trick["winner"]]] += 5
        assert record["result"]["scores"] == scores
        assert (
            (max(scores) >= 25) == record["result"]["game_over"] == (record["result"]["winner"] is not None)
        )
        assert record["result"]["game_over"] or len(record["tricks"]) == 5
        lengths.add(len(record["tricks"]))
    assert len(lengths) > 2


@pytest.mark.parametrize(
    ("before", "taken", "switch", "stake"),
    [
        ((0, 10), (25, 0), "on", 2),
        ((0, 10), (25, 0), "off", 1),
        ((5, 0), (20, 0), "on", 1),
        ((0, 5), (20, 5), "on", 1),
    ],
)
def test_9_all_five_tricks_from_0_double_the_stake(
    before: tuple[int, ...], taken: tuple[int, ...], switch: str, stake: int
) -> None:
    assert game.stake(rules_of(double_stake=switch), before, taken) == stake


def test_9_the_stake_stands_in_the_record() -> None:
    assert {record["stake"] for record in traced(400, double_stake="on", players=2)} == {1, 2}
    assert "stake" not in traced(1)[0]


HANDS = {"A": "3S JC 2H TC JD", "B": "AS QS 2S QC 6H", "C": "5S 8D KC 5H TH"}  # B has robbed the 2 of spades
TRICKS = [
    ("B", "QC KC 3S", "A"),
    ("A", "2H QS 5H", "B"),
    ("B", "AS 8D TC", "B"),  # C reneges with the 5
    ("B", "2S 5S JC", "C"),
    ("C", "TH JD 6H", "C"),
]


def test_10_worked_example() -> None:
    left = {name: hand.split() for name, hand in HANDS.items()}
    leader, points = "B", dict.fromkeys("ABC", 0)  # A deals
    for first, cards, winner in TRICKS:
        assert first == leader
        players = "ABCABC"["ABC".index(leader) :][:3]
        for name, card in zip(players, cards.split(), strict=True):
            assert card in (
                legal("S", " ".join(left[name]), cards.split()[0]) if name != leader else left[name]
            )
            left[name].remove(card)
        leader = players[cards.split().index(best("S", cards.split()))]
        assert leader == winner
        points[leader] += 5
    assert points == {"A": 5, "B": 10, "C": 10}


def test_10_the_referee_takes_the_example() -> None:
    """The record as the program writes it, with B's 2 of diamonds laid for the card turned up."""
    record = traced(1, players=3)[0]
    hands = [HANDS["A"].split(), ["2D" if c == "2S" else c for c in HANDS["B"].split()], HANDS["C"].split()]
    dealt = {"2S", *(card for hand in hands for card in hand)}
    rest = [r + s for s in "CDHS" for r in "23456789TJQKA" if r + s not in dealt]
    tricks = []
    for first, cards, winner in TRICKS:
        seats = [("ABC".index(first) + step) % 3 for step in range(3)]
        plays = [{"seat": seat, "cards": [card]} for seat, card in zip(seats, cards.split(), strict=True)]
        tricks.append({"leader": seats[0], "plays": plays, "winner": "ABC".index(winner), "points": 5})
    record |= {
        "dealer": 0, "hands": hands, "turn_up": "2S", "trump": "S", "tricks": tricks,
        "stock": rest,
        "exchange": [{"seat": 1, "takes": ["2S"], "discards": ["2D"]}],
    }  # fmt: skip
    record["result"] |= {
        "taken": [5, 10, 10],
        "delta": [5, 10, 10],
        "scores": [5, 10, 10],
        "game_over": False,
        "winner": None,
    }
    assert list(check_lines([json.dumps(record)])) == [None]
    assert "seat 1 robs 2♠ and lays 2♦" in transcript(record)
