"""The language of --know: read, written back, refused with the clause and what would be right."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.knowing.language import Amount, Cards, Clause, canonical, parse_know
from analyzer.notation import parse_cards
from sims.cards import suit_ranks
from sims.errors import Refused

DECK = suit_ranks("AKQJT98765432")
SYMBOLS = dict(zip("SHDC", "♠♥♦♣", strict=True))

cards = st.sets(st.sampled_from(DECK), min_size=1, max_size=6).map(
    lambda names: parse_cards(" ".join(sorted(names)), DECK)
)
amounts = st.builds(
    lambda what, low, more: Amount(what, low, None if more is None else low + more),
    st.sampled_from(["S", "H", "D", "C", "trump", "points"]),
    st.integers(0, 120),
    st.none() | st.integers(0, 120),
)
conditions = st.lists(st.one_of(amounts, st.builds(Cards, cards, st.booleans())), min_size=1, max_size=4)
clauses = st.one_of(
    st.builds(
        lambda who, found: Clause(who, tuple(found)),
        st.sampled_from(["partner", "left", "right", "opponents", "kitty"]),
        conditions,
    ),
    st.builds(lambda seat, found: Clause("seat", tuple(found), seat), st.integers(0, 15), conditions),
    st.builds(lambda held: Clause("played", (Cards(held, held=True),)), cards),
)
texts = st.lists(clauses, min_size=1, max_size=4).map(tuple)


@settings(max_examples=300, deadline=None)
@given(texts)
def test_the_canonical_text_is_read_as_what_it_was_written_from(found: tuple[Clause, ...]) -> None:
    assert parse_know(canonical(found), DECK) == found


@settings(max_examples=200, deadline=None)
@given(texts, st.data())
def test_spaces_case_and_symbols_make_no_difference(found: tuple[Clause, ...], data: st.DataObject) -> None:
    text = canonical(found)
    change = data.draw(st.sampled_from(["lower", "spaces", "signs", "end"]))
    if change == "lower":
        text = text.lower()
    elif change == "spaces":
        text = text.replace(":", " :  ").replace(",", " ,\n").replace(";", "  ;  ").replace(">=", " >= ")
    elif change == "signs":
        text = text.replace(">=", "≥").replace("<=", "≤")
        for suit, symbol in SYMBOLS.items():
            text = text.replace(f" {suit}≥", f" {symbol}≥").replace(f"no {suit}", f"no {symbol}")
    else:
        text = f" {text} ; "
    assert parse_know(text, DECK) == found


READINGS = [
    ("partner: S>=2; left: no H; kitty: 5S", "partner: S>=2; left: no H; kitty: 5S"),
    ("Partner: spades > 1, hearts<3", "partner: S>=2, H<=2"),
    ("seat 12 : S=2-4", "seat 12: S 2-4"),
    ("seat2: ♥ 1–3", "seat 2: H 1-3"),
    ("left: C<=0, D=0, H==3, S 2-2", "left: no C, no D, H=3, S=2"),
    ("right: 10H, KS AS", "right: TH, AS KS"),
    ("right: S:AT9 H:K", "right: AS TS 9S KH"),
    ("opponents: not 5h th, no trumps, point >= 5", "opponents: not TH 5H, no trump, points>=5"),
    ("played: ТВ♠", None),
    ("left: пики>=2, no черви", "left: S>=2, no H"),
    ("left: points=0, points 0-5, points 3-3", "left: points=0, points<=5, points=3"),
]


@pytest.mark.parametrize(("text", "right"), READINGS)
def test_readings(text: str, right: str | None) -> None:
    if right is None:
        with pytest.raises(Refused):
            parse_know(text, DECK)
    else:
        assert canonical(parse_know(text, DECK)) == right


FAULTS = [
    ("", ["--know is empty", "partner: S>=2"]),
    (" ; ;", ["--know is empty"]),
    ("partner", ["'partner' has no colon", "write who it is about first"]),
    ("S>=2", ["'S>=2' has no colon"]),
    ("partner: S>=2; pertner: no H", ["'pertner: no H'", "partner, left, right", "did you mean 'partner'?"]),
    ("seat x: no H", ["'seat x: no H'", "seat N"]),
    (": no H", ["': no H'", "nobody"]),
    ("left:", ["'left:' lacks a condition"]),
    ("left: AS,,KS", ["lacks a condition"]),
    ("left: S 2", ["'left: S 2'", "write 2S or S=2"]),
    ("left: no AS", ["no takes a suit", "not AS"]),
    ("left: no", ["no takes a suit"]),
    ("left: not", ["'left: not'", "after not is empty"]),
    ("left: not S", ["'left: not S'"]),
    ("left: S>x", ["'x' is no number"]),
    ("left: S>=-1", ["'-1' is no number"]),
    ("left: S>=1.5", ["'1.5' is no number"]),
    ("left: S>=٣", ["is no number"]),
    ("left: S>=", ["'' is no number"]),
    ("left: S 4-2", ["'S 4-2' is empty", "smaller number stands first"]),
    ("left: S=4-2", ["'4-2' is empty"]),
    ("left: S<0", ["less than 0"]),
    ("left: trumb>=2", ["'trumb' is nothing to count", "did you mean 'trump'?"]),
    ("left: S>=2 H>=3", ["'left: S>=2 H>=3'"]),
    ("left: AS AS", ["AS is given twice"]),
    ("left: 1S", ["a ten is 10 or T", "other conditions are"]),
    ("left: RJ", ["RJ is not in the 52-card deck"]),
    ("played: no S", ["played takes cards"]),
    ("played: not AS", ["played takes cards"]),
    ("played: S>=1", ["played takes cards"]),
]


@pytest.mark.parametrize(("text", "parts"), FAULTS)
def test_faults_name_the_clause_and_what_is_right(text: str, parts: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        parse_know(text, DECK)
    for part in parts:
        assert part in str(caught.value)
    assert str(caught.value).startswith("--know ")


@settings(max_examples=300, deadline=None)
@given(st.text("SHDC♠AK1029:;,<>=-– nothrumpsea", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = parse_know(text, DECK)
    except Refused as refused:
        words = str(refused)
    else:
        words = "--know " + canonical(found)
        assert parse_know(canonical(found), DECK) == found
    assert words.startswith("--know ")
