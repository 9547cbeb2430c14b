"""Legal records of the three odd games changed in one place: what is said, and of which trick, turn or round."""

import copy
from collections.abc import Callable

import pytest

from tests.referee.changes import Change, add, drop, play, put
from tests.referee.scripts import accepted, refused, samples
from tests.referee.table import Record


def draws() -> Record:
    return samples("da-bai-fen")[0]


def opened() -> Record:
    return samples("da-bai-fen")[3]


def shed() -> Record:
    return samples("one-hundred-one")[0]


def asked() -> Record:
    return samples("hundred-to-one")[0]


def swap(*paths: tuple[int | str, ...]) -> Change:
    """Two values of lists changed for each other."""

    def change(record: Record) -> None:
        nodes = []
        for path in paths:
            node = record
            for key in path[:-1]:
                node = node[key]  # type: ignore[index]
            nodes.append((node, path[-1]))
        (one, first), (other, second) = nodes
        one[first], other[second] = other[second], one[first]  # type: ignore[index]

    return change


TRICK, PLAYS = ("tricks", 2), ("tricks", 2, "plays")
HUNDREDS: list[tuple[Callable[[], Record], Change, str, int | None, str | None]] = [
    (draws, put("variant", value="table-c"), 'da-bai-fen has no variant "table-c"', None, None),
    (draws, put("switches", "tabel", value="b"), "has no switch \"tabel\"; did you mean table?", None, None),
    (draws, put("switches", "talon", value="triple"), "it is double, single or never", None, None),
    (draws, put("switches", "target_levels", value=0), "a whole number from 1 to 10000", None, None),
    (draws, put("turns", value=[]), 'a record of da-bai-fen has no "turns"', None, None),
    (draws, drop("levels"), 'key "levels" is missing', None, None),
    (draws, put("first_hand", value=1), '"first_hand" must be true or false, not 1', None, None),
    (draws, put("hands", 0, 0, value="2S"), "2S is dealt twice, to seat 0 and to seat 0", None, "2S"),
    (draws, put("kitty", 0, value="XX"), '"kitty" lists "XX", which is not a card', None, "XX"),
    (draws, put("auction", value=[]), "nobody exposes a card, so 2H of the talon must be turned", None, None),
    (draws, put("auction", 0, "card", value="2D"), "seat 0 exposes 2D, which it does not hold", None, "2D"),
    (draws, put("auction", 0, "card", value="KD"), "seat 0 exposes KD, but the trump rank is 2", None, "KD"),
    (draws, put("auction", 0, "call", value="pass"), 'but only "turn" is called here', None, None),
    (draws, put("auction", 0, "seat", value=4), '"auction[0].seat" must be a seat from 0 to 3', None, None),
    (draws, put("contract", value="50"), '"contract" must be null, not "50"', None, None),
    (draws, put("trump", value="H"), '"trump" is "H", but the trump suit is "S"', None, None),
    (draws, put("rank", value="3"), '"rank" is "3", but the trump rank is "2"', None, None),
    (draws, put("exchange", value=[]), '"exchange" must have one entry, that of seat 0, not 0', None, None),
    (draws, put("exchange", 0, "discards", 0, value="4C"), "seat 0 discards 4C, which it does", None, "4C"),
    (draws, drop("exchange", 0, "discards", 0), "seat 0 lays 5 cards away, not 6", None, None),
    (draws, put("exchange", 0, "takes", 1, value="2H"), "seat 0 takes 2H twice", None, "2H"),
    (draws, drop("tricks", 8), "the trick is missing", 9, None),
    (draws, add("tricks", value={"leader": 1}), "the hand was over before this trick", 10, None),
    (draws, put(*TRICK, "leader", value=3), "seat 3 leads, but seat 2 won the last trick", 3, None),
    (draws, put(*PLAYS, 1, "seat", value=0), "seat 0 plays, but it is the turn of seat 3", 3, None),
    (draws, drop(*PLAYS, 3), "seat 1 plays no card", 3, None),
    (draws, add(*PLAYS, value={"seat": 2, "cards": []}), "everybody has played to this trick", 3, None),
    (draws, put(*PLAYS, 1, "cards", value=["8H", "6H", "QH"]), "plays 3 cards, but 4 must be", 3, None),
    (draws, put(*PLAYS, 1, "cards", 0, value="8C"), "seat 3 plays 8C, which it does not hold", 3, "8C"),
    (draws, put(*PLAYS, 1, "cards", 0, value="6H"), "seat 3 plays 6H twice", 3, "6H"),
    (draws, put(*PLAYS, 1, "cards", 0, value="9S"), "seat 3 plays 9S but holds a heart (8H)", 3, "9S"),
    (draws, put(*PLAYS, 0, "cards", 0, value="3S"), "leads 3S (a trump) and 9H (a heart) at once", 3, "9H"),
    (draws, put(*PLAYS, 0, "cards", value=[]), "seat 2 plays no card", 3, None),
    (draws, put(*TRICK, "winner", value=2), "but 8H 6H QH 2D of seat 3 win", 3, "8H"),
    (draws, put(*TRICK, "points", value=10), "the trick is worth 20 points, not 10", 3, None),
    (draws, put(*TRICK, "attempt", value=["4H"]), "leads of several cards are free here", 3, None),
    (draws, play(1, 1, "AH"), "seat 1 plays AH but holds a diamond (4D) and a diamond was led", 1, "AH"),
    (draws, put("result", "opponents_points", value=85), "but the opponents have 100", None, None),
    (draws, put("result", "next_dealer", value=2), "but the next dealer is seat 1", None, None),
    (draws, put("result", "winner", value=1), "but nobody has won: null", None, None),
    (draws, put("result", "contracts", value=[{}]), '"contracts" must be empty', None, None),
    (draws, put("redeal", value=0), "seat 0 asks for a redeal but has a trump, 2S", None, "2S"),
    (opened, put("auction", 4, "suit", value="X"), 'must be one of C, D, H and S, not "X"', None, None),
    (opened, put("auction", 4, "suit", value="S"), '"trump" is "C", but the trump suit is "S"', None, None),
    (opened, put("auction", 4, "rank", value="1"), 'must be a rank from 2 to A, not "1"', None, None),
    (opened, put("auction", 0, "cards", 1, value="8C"), "seat 0 lays 8C open twice", None, "8C"),
]  # fmt: skip


@pytest.mark.parametrize(("legal", "change", "words", "trick", "card"), HUNDREDS)
def test_da_bai_fen(
    legal: Callable[[], Record], change: Change, words: str, trick: int | None, card: str | None
) -> None:
    record = accepted(legal())
    change(record)
    refused(record, words, trick=trick, card=card)


SHED: list[tuple[Change, str, str | None]] = [
    (put("variant", value="mau-mau"), 'one-hundred-one has no variant "mau-mau"; it has base', None),
    (put("switches", "reshuffle", value="off"), "it is shuffle or turn_over", None),
    (put("levels", value=[0, 0]), 'a record of one-hundred-one has no "levels"', None),
    (put("kitty", value=["6C"]), '"kitty" must be empty: one-hundred-one has none', None),
    (put("scores", value=[0, 0]), '"scores" must have 3 numbers, not 2', None),
    (put("hands", 1, 0, value="AC"), "AC is dealt twice, to the table and to seat 1", "AC"),
    (put("hands", 1, 0, value="2H"), "2H, dealt to seat 1, is not in the 36-card deck", "2H"),
    (put("hands", 2, value="AS"), '"hands[2]" must be a list of cards, not "AS"', None),
    (drop("hands", 2), '"hands" must have 3 hands, not 2', None),
    (drop("hands", 2, 0), "seat 2 is dealt 4 cards, not 5", None),
    (put("start", value="joker"), '"start" lists "joker", which is not a card', "joker"),
    (drop("turns", 0), "turn 1: seat 2 plays, but it is the turn of seat 1", None),
    (add("turns", value={"reshuffle": []}), "turn 50: the hand is over, seat 1 has no cards left", None),
    (swap(("turns", 42), ("turns", 41)), "turn 42: the stock is renewed, but seat 0 has to draw", None),
    (put("turns", 0, "skip", value=False), 'turn 1: "skip" must be true, not false', None),
    (put("turns", 0, value={"seat": 1}), "turn 1: an entry must have one of play, draw, skip and", None),
    (put("turns", 0, "play", value="7H"), "turn 1: an entry must have one of", None),
    (put("turns", 1, "play", value="TD"), "turn 2: seat 2 plays TD, which it does not hold", "TD"),
    (put("turns", 1, "play", value="7D"), "turn 2: seat 2 plays 7D, which does not fit on AC", "7D"),
    (put("turns", 1, "play", value=7), '"play[0]" must be a card, not 7', None),
    (put("turns", 4, "draw", 0, value="KH"), "turn 5: seat 2 draws KH, but QH is next in the stock", "KH"),
    (drop("turns", 4, "draw", 1), "turn 5: seat 2 draws 1 cards, not 2", None),
    (drop("turns", 4, "why"), 'turn 5: key "why" is missing', None),
    (put("turns", 4, "why", value="king"), 'turn 5: "why" is "king", but the reason is "seven"', None),
    (drop("turns", 5, "suit"), 'turn 6: seat 0 plays QD, but "suit" is null', "QD"),
    (put("turns", 5, "suit", value="S"), "turn 7: seat 1 plays 7H, which does not fit on QD (spades", "7H"),
    (put("turns", 8, "suit", value="H"), 'turn 9: seat 0 orders "H" with JH, which is no queen', "JH"),
    (drop("turns", 19), "turn 20: seat 1 draws, but it is the turn of seat 0", None),
    (put("turns", 19, "play", value="JH"), "turn 20: seat 0 plays JH, which it does not hold", "JH"),
    (drop("turns", 42), "turn 43: seat 1 draws, but the stock has to be renewed first", None),
    (put("turns", 42, "reshuffle", 0, value="6D"), "turn 43: the new stock has 6D once too often", "6D"),
    (put("turns", 42, "reshuffle", 0, value="KD"), "turn 43: the new stock has KD once too often", "KD"),
    (drop("turns", 42, "reshuffle", 0), "turn 43: the new stock has 21 cards, not 22", None),
    (drop("turns", -1), "turn 49: nobody is out, and seat 1 has to play a card", None),
    (add("turns", value={"seat": 2, "draw": [], "why": "none"}), "turn 50: the hand is over, seat 1 has", None),
    (put("result", "delta", value=[25, 0, 32]), '"result.delta" is [25, 0, 32], but the hand scores', None),
    (put("result", "scores", value=[25, 0, 0]), "but the scores after it are [25, 0, 22]", None),
    (put("result", "next_dealer", value=0), "but the next dealer is seat 1", None),
    (drop("result", "losers"), 'key "result.losers" is missing', None),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words", "card"), SHED)
def test_one_hundred_one(change: Change, words: str, card: str | None) -> None:
    record = accepted(shed())
    change(record)
    refused(record, words, card=card)


SIMPLE, DOUBLE, TRIPLE, REVERSE, BIG = (("rounds", number) for number in range(5))
ASKED: list[tuple[Change, str]] = [
    (put("switches", "big_third", value=3), "did you mean big_first?"),
    (put("switches", "blitz", value="loud"), "switch blitz cannot be \"loud\": it is majority or own"),
    (put("start", value="6C"), 'a record of hundred-to-one has no "start"'),
    (put("hands", value=[["6C"]]), '"hands" must be empty: hundred-to-one has none'),
    (put("skill", 3, value=True), '"skill[3]" must be a number from 0 to 1, not true'),
    (drop("boards", 0, "question"), 'key "boards[0].question" is missing'),
    (put("boards", 1, "lines", 0, value=90), '"boards[1].lines" are 140 people, more than 100'),
    (put("boards", 1, "lines", 0, value=20), '"boards[1].lines" must fall and stay above 0'),
    (drop("rounds", 1), 'round 2 is "triple", but the double round is next'),
    (drop("rounds", 4), "the big round is missing"),
    (add("rounds", value={"kind": "big"}), "round 6: the programme is over"),
    (swap(SIMPLE, DOUBLE), 'round 1 is "double", but the simple round is next'),
    (put(*SIMPLE, "board", value=99), 'simple round: "board" must be a board from 0 to 9, not 99'),
    (put(*DOUBLE, "board", value=0), 'double round: "board" is 0, a board that was used before'),
    (put(*SIMPLE, "answers", 1, "line", value=1), "answer 2: seat 6 names line 1, which is open already"),
    (put(*SIMPLE, "answers", 1, "line", value=7), '"line" must be from 1 to 6 or null, not 7'),
    (put(*SIMPLE, "answers", 1, "seat", value=1), "answer 2: seat 1 answers, but it is the turn of seat 6"),
    (put(*SIMPLE, "answers", 1, "at", value="blitz"), '"at" is "blitz", but it is an answer of the "play"'),
    (put(*SIMPLE, "answers", 0, "seat", value=6), "answer 1: seat 6 answers, but it is the turn of seat 0"),
    (put(*SIMPLE, "answers", 1, "from", value=5), "answer 2: only the captain's answer may have"),
    (drop(*SIMPLE, "answers", 7), "simple round: answer 8: the round is not over, seat 7 has to answer"),
    (add(*SIMPLE, "answers", value={}), "simple round: answer 9: the round is over"),
    (put(*SIMPLE, "lamps", value=1), 'simple round: "lamps" is 1, but the misses are 2'),
    (put(*SIMPLE, "fund", value=87), 'simple round: "fund" is 87, but the open lines are worth 88'),
    (put(*SIMPLE, "took", value=0), 'simple round: "took" is 0, but the fund goes to side 1'),
    (put(*DOUBLE, "answers", -1, "from", value=3), "names line 4 as that of seat 3, who named null"),
    (put(*DOUBLE, "answers", -1, "line", value=None), "names line null as that of seat 1, who named 4"),
    (put("switches", "blitz", value="own"), "takes the version of seat 1, but is bound to his own"),
    (put(*TRIPLE, "fund", value=89), 'triple round: "fund" is 89, but the open lines are worth 267'),
    (swap((*REVERSE, "answers", 0), (*REVERSE, "answers", 1)), 'answer 1: "seat" is 5, but it is the turn of'),
    (put(*REVERSE, "answers", 0, "line", value=5), '"points" is 240, but the line is worth 180'),
    (put(*REVERSE, "points", value=[30, 240]), 'reverse round: "points" is [30, 240], but the teams add'),
    (drop(*REVERSE, "answers", 1), 'reverse round: "answers" must have 2 entries, not 1'),
    (put(*BIG, "answers", 3, "points", value=23), "answer 4: the answer is worth 32 points, not 23"),
    (put(*BIG, "answers", 6, "line", value=1), "answer 7: seat 1 repeats line 1 of the first player"),
    (put(*BIG, "answers", 6, "question", value=2), '"question" is 2, but the next question is 1'),
    (put(*BIG, "answers", 0, "seat", value=5), "answer 1: seat 5 answers, but it is the turn of seat 0"),
    (drop(*BIG, "answers", 9), "big round: answer 10: seat 1 has to answer question 4"),
    (put(*BIG, "won", value=True), 'big round: "won" is true, but the fund is 180: false'),
    (put("result", "scores", value=[420, 380]), "but the teams have [420, 385]"),
    (put("result", "winner", value=1), '"result.winner" is 1, but the big game was played by side 0'),
    (put("result", "game_over", value=False), '"result.game_over" is false, but the programme is over'),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), ASKED)
def test_hundred_to_one(change: Change, words: str) -> None:
    record = accepted(asked())
    change(record)
    refused(record, words)


def test_the_first_of_two_faults_is_named() -> None:
    record = copy.deepcopy(shed())
    record["result"]["out"] = 0
    record["turns"][7]["why"] = "six"
    refused(record, 'turn 8: "why" is "six", but the reason is "seven"')
    record["stock"].pop()
    refused(record, "the stock has 20 cards, not 21")
