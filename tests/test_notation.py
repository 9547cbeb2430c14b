"""Card notation: known texts, round trips through writers of every notation, refusals and fuzz."""

import contextlib
import random
import re
from collections.abc import Callable, Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from analyzer.notation import format_hand, parse_cards, parse_suit
from sims.errors import Refused

SUITS = "SHDC"


def deck_of(ranks: str, jokers: Sequence[str] = ()) -> list[str]:
    return [rank + suit for suit in SUITS for rank in ranks] + list(jokers)


DECK_36 = deck_of("AKQJT9875")
DECK_40 = deck_of("AKQJT98765")
DECK_52 = deck_of("AKQJT98765432")
DECK_54 = deck_of("AKQJT98765432", ["RJ", "BJ"])
DECKS = [DECK_36, DECK_40, DECK_52, DECK_54]

SYMBOL = dict(zip(SUITS, "♠♥♦♣", strict=True))
HOLLOW = dict(zip(SUITS, "♤♡♢♧", strict=True))
CYRILLIC_SUIT = dict(zip(SUITS, "пчбт", strict=True))
CYRILLIC_RANK = {"A": "Т", "K": "К", "Q": "Д", "J": "В"}


# ---------------------------------------------------------------------------------------------- known texts

NINE = ("AS", "TS", "9S", "5S", "AH", "KH", "TD", "8D", "7C")


@pytest.mark.parametrize(
    "text",
    [
        "AS TS 9S 5S AH KH TD 8D 7C",
        "SA ST S9 S5 HA HK DT D8 C7",
        "as,10s,9s;5s ah/kh td 8d 7c",
        "7c 8d s10 d10 hK hA S5 s9 sa",
        "AsTs9s5sAhKhTd8d7c",
        "A♠ 10♠ 9♠ 5♠ A♥ K♥ 10♦ 8♦ 7♣",
        "A\u2660\ufe0f 10\u2660\ufe0f 9♠\ufe0e 5♠ A♥ K♥ 10♦ 8♦ 7♣\ufe0f",
        "♠A ♠10 ♠9 ♠5 ♥A ♥K ♦10 ♦8 ♣7",
        "♤AT95 ♡AK ♢T8 ♧7",
        "♠AT95 ♥AK ♦T8 ♣7",
        "♠AT95♥AK♦108♣7",
        "♣7 ♦8T ♥KA ♠59TA",
        "♠ A T 9 5 ♥ A K ♦ T 8 ♣ 7",
        "♠ A, 10, 9, 5, ♥ A, K; ♦ 10, 8; ♣ 7",
        "S:AT95 H:AK D:T8 C:7",
        "s:a,10,9,5 h:a,k d:10,8 c:7",
        "S: A T 9 5 H: A K D: T 8 C: 7",
        "SAT95 HAK DT8 C7",
        "AT95.AK.T8.7",
        "a1095.ak.108.7",
        "A 10 9 5 . A K . 10 8 . 7",
        "п Т1095 / ч ТК / б 108 / т 7",
        "п Т095 / ч ТК / б 08 / т 7",
        "п Т095 ч ТК б 08 т 7",
        "п т095 / ч тк / б 08 / т 7",
        "П: Т 10 9 5\nЧ: Т К\nБ: 10 8\nТ: 7",
        "п:т095 ч:тк б:08 к:7",
        "п Т095 / ч ТК / б 08 / к 7",
        "Тп 10п 9п 5п Тч Кч 10б 8б 7т",
        "тп 0п 9п 5п тч кч 0б 8б 7к",
        "ТП 0П 9П 5П ТЧ КЧ 0Б 8Б 7Т",
        "пТ п0 п9 п5 чТ чК б0 б8 т7",
        "Т♠ 10♠ 9♠ 5♠ Т♥ К♥ 10♦ 8♦ 7♣",
        "♠Т095 ♥ТК ♦08 ♣7",
        "♠ т 10 9 5 ♥ т к ♦ 10 8 ♣ 7",
        "Т095.ТК.08.7",
        # several notations in one text
        "♠AT9 5s H:AK D10 8♦, c7",
        "♠AT95 S: H:AK TD 8D 7C",
    ],
)
def test_one_hand_in_many_notations(text: str) -> None:
    assert parse_cards(text, DECK_36, count=9) == NINE


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AS", "AS"),
        ("h10", "TH"),
        ("AT9.K..5", "AS TS 9S KH 5C"),
        ("AT9.-..5", "AS TS 9S 5C"),
        ("...7", "7C"),
        ("S:AT9 H:K", "AS TS 9S KH"),
        ("♠- ♥AK", "AH KH"),
        ("♠ — ♥ A K", "AH KH"),
        ("S:- H:- D:97 C:A", "9D 7D AC"),
        ("♠ ♥AK", "AH KH"),
        ("S: H:AK", "AH KH"),
        ("♠AJ RJ", "RJ AS JS"),
        ("bj 5d rj", "RJ BJ 5D"),
        ("RJBJ", "RJ BJ"),
        ("..AK. BJ", "BJ AD KD"),
        ("rj AK...", "RJ AS KS"),
        ("п ТВ5 / ч Д9 / б 10 / т К7", "AS JS 5S QH 9H TD KC 7C"),
        ("п ТВ5 ч Д9 б 10 т К7", "AS JS 5S QH 9H TD KC 7C"),
        ("п т 8 5 / ч д в 5 / б д 9 6 5 4 / т к 7", "AS 8S 5S QH JH 5H QD 9D 6D 5D 4D KC 7C"),
        ("п - / ч ТК", "AH KH"),
        ("ТКВ0.Д..7", "AS KS JS TS QH 7C"),
        ("Тп Кч 10б", "AS KH TD"),
        ("Тт", "AC"),  # the ace of clubs, whichever letter is the rank
        ("тт", "AC"),
        ("кк", "KC"),
        ("Кт", "KC"),  # ranks are capitals
        ("тК", "KC"),
        ("Тк", "AC"),
        ("тп кт", "AS KC"),  # ranks first, as in the card before
        ("пт кт", "AS AC"),  # suits first
        ("Дт вт 10т", "QC JC TC"),
        ("т К7", "KC 7C"),
        ("пВТ7", "AS JS 7S"),
        ("пВ7 тК9", "JS 7S KC 9C"),
        ("пВ7тК9", "JS 7S KC 9C"),
        ("п ТК / ч Т К 7", "AS KS AH KH 7H"),
        ("п: т к 7 т: к т", "AS KS 7S AC KC"),
        ("Кп 10♥", "KS TH"),
        ("т AK", "AC KC"),  # no letter in doubt: a Latin A, Cyrillic clubs
        ("Тп RJ", "RJ AS"),
    ],
)
def test_known_texts(text: str, cards: str) -> None:
    assert parse_cards(text, DECK_54) == tuple(cards.split())


def test_nothing_is_read_where_no_card_is_needed() -> None:
    assert parse_cards("  ", DECK_36, count=0) == ()


def test_echo() -> None:
    assert format_hand(NINE) == "♠AT95 ♥AK ♦T8 ♣7"
    assert format_hand(NINE, unicode=False) == "S:AT95 H:AK D:T8 C:7"
    assert format_hand(["BJ", "7C", "TC", "RJ", "2S"]) == "♠2 ♣T7 RJ BJ"
    assert format_hand([]) == ""
    with pytest.raises(Refused, match="'10S' is no card name"):
        format_hand(["10S"])


# ---------------------------------------------------------------------------------------------- round trips


def by_suit(cards: Sequence[str]) -> dict[str, list[str]]:
    """The ranks of each suit, in the order of the cards."""
    return {suit: [card[0] for card in cards if card[1] == suit] for suit in SUITS}


def plain(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card[1] != "J" or card[0] not in "RB"]


def jokers(cards: Sequence[str]) -> list[str]:
    return [card for card in cards if card in ("RJ", "BJ")]


def latin(rank: str) -> str:
    return rank


def latin_10(rank: str) -> str:
    return "10" if rank == "T" else rank


def lower(rank: str) -> str:
    return rank.lower()


def russian(rank: str) -> str:
    return CYRILLIC_RANK.get(rank, "10" if rank == "T" else rank)


def russian_0(rank: str) -> str:
    return CYRILLIC_RANK.get(rank, "0" if rank == "T" else rank)


def russian_lower(rank: str) -> str:
    return russian(rank).lower()


Rank = Callable[[str], str]
Writer = Callable[[Sequence[str]], str]


def singles(rank: Rank, suits: dict[str, str], sep: str = " ", *, first: str = "rank") -> Writer:
    def write(cards: Sequence[str]) -> str:
        parts = []
        for card in cards:
            if card in ("RJ", "BJ"):
                parts.append(card)
            else:
                pair = (rank(card[0]), suits[card[1]])
                parts.append("".join(pair if first == "rank" else pair[::-1]))
        return sep.join(parts)

    return write


def groups(rank: Rank, suits: dict[str, str], link: str = "", join: str = "", sep: str = " ") -> Writer:
    def write(cards: Sequence[str]) -> str:
        parts = [
            suits[suit] + link + join.join(rank(r) for r in ranks)
            for suit, ranks in by_suit(plain(cards)).items()
            if ranks
        ]
        return sep.join(parts + jokers(cards))

    return write


def dotted(rank: Rank) -> Writer:
    def write(cards: Sequence[str]) -> str:
        fields = ["".join(rank(r) for r in ranks) for ranks in by_suit(plain(cards)).values()]
        return " ".join([".".join(fields), *jokers(cards)])

    return write


LETTERS = {suit: suit for suit in SUITS}
SMALL = {suit: suit.lower() for suit in SUITS}
EMOJI = {suit: symbol + "\ufe0f" for suit, symbol in SYMBOL.items()}
CAPITALS = {suit: letter.upper() for suit, letter in CYRILLIC_SUIT.items()}
KRESTI = {**CYRILLIC_SUIT, "C": "к"}

WRITERS: dict[str, Writer] = {
    "AS": singles(latin, LETTERS),
    "10h": singles(latin_10, SMALL, ", "),
    "as;": singles(lower, SMALL, ";"),
    "AsKh": singles(latin, SMALL, " "),
    "SA": singles(latin, LETTERS, first="suit"),
    "h10": singles(latin_10, SMALL, ",", first="suit"),
    "A♠": singles(latin_10, SYMBOL),
    "A♤": singles(lower, HOLLOW, "/"),
    "A♠ emoji": singles(latin, EMOJI),
    "♠A": singles(latin_10, SYMBOL, first="suit"),
    "S:AT9": groups(latin, LETTERS, ":"),
    "S:A,10,9": groups(latin_10, LETTERS, ":", ","),
    "S: A T 9": groups(lower, SMALL, ": ", " "),
    "SAT9": groups(latin, LETTERS),
    "♠AT9": groups(latin, SYMBOL),
    "♡A109 emoji": groups(latin_10, EMOJI),
    "♠ A T 9": groups(latin_10, SYMBOL, " ", " "),
    "♠A, T": groups(latin, SYMBOL, "", ", ", "; "),
    "AT9.K..5": dotted(latin),
    "a109.k..5": dotted(lambda rank: latin_10(rank).lower()),
    "п ТВ5 /": groups(russian, CYRILLIC_SUIT, " ", "", " / "),
    "п Т05 / ч": groups(russian_0, KRESTI, " ", "", "/"),
    "п Т В 5 /": groups(russian, CYRILLIC_SUIT, " ", " ", " / "),
    "п ТВ5 ч": groups(russian, CYRILLIC_SUIT, " "),
    "п Т В 5 ч": groups(russian, KRESTI, " ", " "),
    "п тв5 / ч": groups(russian_lower, CYRILLIC_SUIT, " ", "", " / "),
    "П ТВ5 / Ч": groups(russian, CAPITALS, " ", "", " / "),
    "п:ТВ5": groups(russian_0, CYRILLIC_SUIT, ":"),
    "П: ТВ5": groups(russian, CAPITALS, ": "),
    "п:тв5": groups(russian_lower, KRESTI, ":"),
    "п:т,в,5": groups(russian_lower, CYRILLIC_SUIT, ":", ","),
    "пТВ5": groups(russian, CYRILLIC_SUIT),
    "Тп": singles(russian, CYRILLIC_SUIT),
    "Тп,": singles(russian_0, KRESTI, ", "),
    "пТ": singles(russian, CYRILLIC_SUIT, first="suit"),
    "Т♠": singles(russian, SYMBOL),
    "♠Т": groups(russian, SYMBOL),
    "♠ т в": groups(russian_lower, SYMBOL, " ", " "),
    "S:ДВ": groups(russian, SYMBOL, ":"),
    "ТВ5.Д..К": dotted(russian),
    "тв5.д..к": dotted(russian_lower),
    "echo": format_hand,
    "ascii echo": lambda cards: format_hand(cards, unicode=False),
}

# Texts of these writers that may be refused: the case of the letters does not tell т the suit from т the ace.
IN_DOUBT: dict[str, Callable[[str], bool]] = {
    "п ТВ5 ч": lambda text: not set("ТКДВ") & set(text),
    "п Т В 5 ч": lambda text: not set("ТКДВ") & set(text),
    "П ТВ5 / Ч": lambda text: text.startswith("Т "),
}


@st.composite
def dealt(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A deck and some cards of it, in any order."""
    deck = draw(st.sampled_from(DECKS))
    return deck, draw(st.lists(st.sampled_from(deck), min_size=1, max_size=20, unique=True))


@pytest.mark.parametrize("writer", WRITERS)
@settings(max_examples=40, deadline=None)
@given(dealt())
def test_round_trip(writer: str, hand: tuple[list[str], list[str]]) -> None:
    deck, cards = hand
    text = WRITERS[writer](cards)
    assume(not IN_DOUBT.get(writer, lambda _: False)(text))
    order = ["RJ", "BJ", *DECK_52]
    assert parse_cards(text, deck, count=len(cards)) == tuple(sorted(cards, key=order.index)), text


@pytest.mark.parametrize("deck", DECKS, ids=len)
@pytest.mark.parametrize("writer", WRITERS)
def test_whole_decks(writer: str, deck: list[str]) -> None:
    text = WRITERS[writer](deck)
    assert set(parse_cards(text, deck, count=len(deck))) == set(deck)


@settings(max_examples=300, deadline=None)
@given(dealt(), st.randoms(use_true_random=False))
def test_sloppy_cyrillic_is_refused_or_right(
    hand: tuple[list[str], list[str]], chance: random.Random
) -> None:
    """Every suit is written in another way, so т and к are often in doubt; a guess would often be wrong."""
    deck, cards = hand
    rank = chance.choice([russian, russian_0, russian_lower])
    suits = chance.choice([CYRILLIC_SUIT, KRESTI, *([CAPITALS] if rank is not russian_lower else [])])
    parts = []
    for suit, ranks in by_suit(plain(cards)).items():
        if ranks:
            link = chance.choice(["", " ", ":", ": "])
            join = chance.choice(["", " ", ","] if link else [""])
            parts.append(suits[suit] + link + join.join(rank(r) for r in ranks))
            parts.append(chance.choice([" ", " / ", "; ", ", "]))
    text = "".join(parts) + " ".join(jokers(cards))
    try:
        found = parse_cards(text, deck)
    except Refused:
        return
    assert set(found) == set(cards), text


# ------------------------------------------------------------------------------------------------- refusals

REFUSED = [
    # unreadable
    ("AS XH", "cannot read 'X' at character 4 (in 'XH')"),
    ("AS 1H", "'1' at character 4"),
    ("AS 1H", "a ten is 10 or T"),
    ("AS ?", "'?' at character 4"),
    ("A♠\ufe0f Z", "'Z' at character 5"),
    ("AS \u200bKH", "'U+200B' at character 4"),
    ("0h", "'0' at character 1"),
    ("AS 0S", "0 only among Cyrillic letters"),
    ("B♠", "a jack is J"),
    ("А♠ К♠", "an ace is A in Latin and Т in Cyrillic"),  # a Cyrillic А
    ("Сп", "clubs are C in Latin and т in Cyrillic"),  # a Cyrillic С
    ("AT9", "'AT9' at character 1 has no suit; write S:AT9 or ♠AT9"),
    ("AS 10 h", "'10' at character 4 has no suit"),
    ("S AT9", "'S' at character 1 stands apart from its ranks; write S:AT9"),
    ("AKH", "'AKH' at character 1 has several ranks before one suit; write H:AK"),
    ("SAKH", "cannot read 'SAKH' at character 1"),
    ("S:A:K", "cannot read 'S:A:K' at character 1"),
    ("AS :", "cannot read ':' at character 4"),
    ("♠A♥", "cannot read '♠A♥' at character 1"),
    ("♠ K♥", "'K♥' at character 3 is not a row of ranks for the suit ♠"),
    ("♠ A T 9 5♥ ♦K", "'5♥' at character 9 may be a card, or a rank of the suit before it"),
    ("♠ A T 9 5♥ ♦K", "write ♥:5"),
    ("п / ч ТК", "the suit 'п' at character 1 is not followed by its ranks"),
    ("п ТК ч", "the suit 'ч' at character 6 is not followed by its ranks"),
    ("Тп к,7", "the suit 'к' at character 4 is not followed by its ranks"),
    ("A.K.Q", "four fields, S.H.D.C, as in AT9.K..5; this one has 3 fields"),
    ("AS KH.", "this one has 2 fields"),
    ("AK.Q.J.TH", "'H' at character 9 has no place in a dotted hand"),
    # in doubt
    ("кт", "'к' at character 1 may be a king or the suit clubs"),
    ("ТК", "'ТК' at character 1 has no suit"),
    ("пВ7тК9".lower(), "'т' at character 4 may be an ace or the suit clubs"),
    ("п тв5 ч д9 б 10 т к7", "may be a king or the suit clubs"),
    ("п:тв кт", "'т' at character 7 may be an ace or the suit clubs"),
    ("ч: 7в, 9т", "'т' at character 9 may be an ace or the suit clubs"),
    ("тп, ч: 9 7, кт", "may be an ace or the suit clubs"),
    ("П Д9 Т 7", "'Т' at character 6 may be an ace or the suit clubs; write each suit with a colon"),
    ("♠КД т97", "'т' at character 5 may be an ace or the suit clubs"),
    # mixed alphabets
    ("A♠ Т♠", "the Cyrillic Т at character 4 is an ace, the Latin A at character 1 is an ace"),
    ("T♠ Т♥", "the Cyrillic Т at character 4 is an ace, the Latin T at character 1 is a ten"),
    ("ТK.9..5", "the Cyrillic Т at character 1 is an ace, the Latin K at character 2 is a king"),
    ("Дп Q♥", "Cyrillic and Latin ranks are mixed"),
    ("AК♠", "Cyrillic and Latin ranks are mixed"),
    ("Tп 9ч", "the Latin T at character 1 is a ten, but Cyrillic letters"),
    ("9S ТS", "the Cyrillic Т at character 4 is an ace, but Latin letters"),
    # deck
    ("AS 2S", "2S is not in the 36-card deck; its ranks are A K Q J T 9 8 7 5"),
    ("♠A6", "6S is not in the 36-card deck"),
    ("AS RJ", "RJ is not in the 36-card deck; it has no jokers"),
    # duplicates
    ("AS KS sa", "AS is given twice"),
    ("AS ♠A A♠", "AS is given 3 times"),
    ("♠AT10", "TS is given twice"),
    # nothing
    ("", "the hand is empty"),
    (" ,;/ ", "the hand is empty"),
    ("...", "the hand is empty"),
    ("S:- H:", "the hand is empty"),
    ("A" * 1001, "1001 characters"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refused(text: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse_cards(text, DECK_36)
    assert message in str(refusal.value)


def test_refused_count() -> None:
    hand = "♠AT95 ♥AK ♦T8"
    with pytest.raises(Refused, match=re.escape(f"the hand has 8 cards, 9 are needed: {hand}")):
        parse_cards(hand, DECK_36, count=9)
    with pytest.raises(Refused, match="the kitty has 2 cards, 1 is needed: ♠A ♥K"):
        parse_cards("AS KH", DECK_36, count=1, what="kitty")
    with pytest.raises(Refused, match="the kitty has 1 card, 0 are needed: ♠A"):
        parse_cards("AS", DECK_36, count=0, what="kitty")
    with pytest.raises(Refused, match="the kitty is empty, 4 are needed"):
        parse_cards("", DECK_36, count=4, what="kitty")


def test_refused_in_uneven_decks() -> None:
    deck = ["AS", "KS", "QH", "RJ"]
    for text, message in [
        ("QS", "QS is not in the 4-card deck; its spades are A K"),
        ("7D", "7D is not in the 4-card deck; it has no diamonds"),
        ("BJ", "BJ is not in the 4-card deck; its joker is RJ"),
    ]:
        with pytest.raises(Refused, match=re.escape(message)):
            parse_cards(text, deck)


# ----------------------------------------------------------------------------------------------------- suits


@pytest.mark.parametrize(
    ("suit", "names"),
    [
        ("S", "S s spades Spade ♠ ♠\ufe0f ♤ п П пики піки"),
        ("H", "H h HEARTS heart ♥ ♥\ufe0e ♡ ч червы черви"),
        ("D", "D d diamonds diamond ♦ ♢ б Б бубны бубни"),
        ("C", "C c clubs club ♣ ♧ т Т к К трефы трефи крести хрести жир"),
    ],
)
def test_suits(suit: str, names: str) -> None:
    assert {name: parse_suit(f" {name} ") for name in names.split()} == dict.fromkeys(names.split(), suit)


@pytest.mark.parametrize("text", ["", " ", "x", "T", "K", "AS", "SH", "♠♠", "notrump", "С"])
def test_refused_suits(text: str) -> None:
    with pytest.raises(
        Refused, match="write S, H, D or C, a symbol ♠ ♥ ♦ ♣, or a name such as spades"
    ) as refusal:
        parse_suit(text)
    assert text.strip() in str(refusal.value)


# ------------------------------------------------------------------------------------------------------ fuzz

SIGNS = "AKQJT1098765SHDCRBakqjtshdc♠♥♦♣♤\ufe0fТКДВпчбтктд   ,;/:.-0"


def read_or_message(text: str, deck: Sequence[str]) -> tuple[str, ...] | str:
    try:
        return parse_cards(text, deck)
    except Refused as refusal:
        return str(refusal)


@settings(max_examples=600, deadline=None)
@given(st.text(SIGNS, max_size=30) | st.text("тктпк чТКП:/ 7", max_size=14) | st.text(max_size=12))
def test_any_text_is_cards_or_refused(text: str) -> None:
    for deck in (DECK_36, DECK_54):
        cards = read_or_message(text, deck)
        if isinstance(cards, str):
            assert cards.isprintable()
            continue
        assert cards
        assert len(set(cards)) == len(cards)
        assert set(cards) <= set(deck)
        assert parse_cards(format_hand(cards), deck) == cards


@settings(max_examples=200, deadline=None)
@given(st.text(SIGNS, max_size=4) | st.text(max_size=8))
def test_any_text_is_a_suit_or_refused(text: str) -> None:
    with contextlib.suppress(Refused):
        assert parse_suit(text) in SUITS
