"""The letters of card notation: which character is a rank, a suit or a separator, in Latin and in Cyrillic.

A Cyrillic т is both the ace (туз) and clubs (трефы), a к both the king (король) and clubs (крести). Such an
atom carries a rank and a suit; `analyzer.notation_words` decides by its position.
"""

from dataclasses import dataclass
from typing import NamedTuple

from sims.errors import Refused

SUITS = "SHDC"
RANKS = "AKQJT98765432"
JOKERS = ("RJ", "BJ")
SYMBOLS = "♠♥♦♣"
SUIT_SYMBOLS = dict(zip("SHDC", SYMBOLS, strict=True))
LONGEST = 1000

SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANK_NAMES = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack", "T": "a ten"}

VARIATION_SELECTORS = "\ufe0e\ufe0f"
SUIT_OF_SYMBOL = dict(zip(SYMBOLS + "♤♡♢♧", SUITS * 2, strict=True))
SUIT_OF_CYRILLIC = {"п": "S", "ч": "H", "б": "D", "т": "C", "к": "C"}
RANK_OF_CYRILLIC = {"т": "A", "к": "K", "д": "Q", "в": "J"}

SUIT_OF_WORD = {
    **{name: suit for suit, name in SUIT_NAMES.items()},
    **{name.removesuffix("s"): suit for suit, name in SUIT_NAMES.items()},
    **{suit.lower(): suit for suit in SUITS},
    **SUIT_OF_SYMBOL,
    **SUIT_OF_CYRILLIC,
    **dict.fromkeys(("пики", "пика", "піки", "піка", "вино"), "S"),
    **dict.fromkeys(("червы", "черви", "черва", "чирва"), "H"),
    **dict.fromkeys(("бубны", "бубна", "бубни", "дзвінка"), "D"),
    **dict.fromkeys(("трефы", "трефа", "трефи", "крести", "кресты", "хрести", "хрест", "жир"), "C"),
}

_SEPARATORS = {":": "colon", ".": "dot", ",": "blank", ";": "break", "/": "break"}
_DASHES = "-–—"
_TEN = "a ten is 10 or T"
_HINTS = {
    **dict.fromkeys("1OoОо", _TEN),
    **dict.fromkeys("Аа", "an ace is A in Latin and Т in Cyrillic letters"),
    **dict.fromkeys("BbRr", "a jack is J in Latin and В in Cyrillic letters, the jokers are RJ and BJ"),
    **dict.fromkeys("Сс", "clubs are C in Latin and т in Cyrillic letters"),
    **dict.fromkeys("Нн", "hearts are H in Latin and ч in Cyrillic letters"),
}


@dataclass(frozen=True, slots=True)
class Atom:
    """One sign of the text; a card letter has a rank, a suit or (Cyrillic т and к) both."""

    kind: str  # "card", "joker", "colon", "dot", "dash", "blank" or "break"
    at: int  # position in the text, counted from 1
    text: str
    rank: str = ""  # for a joker its name
    suit: str = ""
    script: str = ""  # "latin", "cyrillic", or empty for digits and symbols

    @property
    def double(self) -> bool:
        return bool(self.rank and self.suit)

    @property
    def symbol(self) -> bool:
        return bool(self.suit) and not self.script


class Word(NamedTuple):
    """Atoms without a blank between them."""

    atoms: tuple[Atom, ...]
    leads: bool  # the first of the text, or the first after a semicolon or a slash
    comma: bool  # has a comma before it

    @property
    def at(self) -> int:
        return self.atoms[0].at

    @property
    def text(self) -> str:
        return "".join(atom.text for atom in self.atoms)


def show(piece: str) -> str:
    """A piece of the text for a message: on one line, not too long, invisible characters spelt out."""
    short = piece if len(piece) <= 24 else piece[:23] + "…"
    return "'" + "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in short) + "'"


def scan(text: str) -> list[Atom]:
    """Split the text into atoms; refuse a character that has no place in card notation."""
    if len(text) > LONGEST:
        raise Refused(f"the text has {len(text)} characters; a hand is written in at most {LONGEST}")
    signs = [(at, sign) for at, sign in enumerate(text, 1) if sign not in VARIATION_SELECTORS]
    atoms: list[Atom] = []
    i = 0
    while i < len(signs):
        at, sign = signs[i]
        pair = sign + (signs[i + 1][1] if i + 1 < len(signs) else "")
        if pair == "10":
            atom = Atom("card", at, pair, rank="T")
        elif pair.upper() in JOKERS:
            atom = Atom("joker", at, pair, rank=pair.upper())
        else:
            atom = _single(at, sign, text)
        atoms.append(atom)
        i += len(atom.text)
    _check_zeros(atoms)
    return atoms


def _single(at: int, sign: str, text: str) -> Atom:
    low = sign.lower()
    if sign in SUIT_OF_SYMBOL:
        return Atom("card", at, sign, suit=SUIT_OF_SYMBOL[sign])
    if low in SUIT_OF_CYRILLIC or low in RANK_OF_CYRILLIC:
        rank, suit = RANK_OF_CYRILLIC.get(low, ""), SUIT_OF_CYRILLIC.get(low, "")
        return Atom("card", at, sign, rank=rank, suit=suit, script="cyrillic")
    if sign in "23456789":
        return Atom("card", at, sign, rank=sign)
    if sign == "0":
        return Atom("card", at, sign, rank="T")
    if low in "akqjt":
        return Atom("card", at, sign, rank=low.upper(), script="latin")
    if low in "shdc":
        return Atom("card", at, sign, suit=low.upper(), script="latin")
    if sign in _SEPARATORS or sign in _DASHES or sign.isspace():
        return Atom(_SEPARATORS.get(sign, "dash" if sign in _DASHES else "blank"), at, sign)
    start = max((i + 1 for i, c in enumerate(text[: at - 1]) if c.isspace() or c in ",;/"), default=0)
    piece = text[start:].replace(",", " ").replace(";", " ").replace("/", " ").split()[0]
    inside = f" (in {show(piece)})" if piece != sign else ""
    hint = _HINTS.get(sign, "ranks are A K Q J T 9 to 2, suits S H D C or ♠ ♥ ♦ ♣, jokers RJ BJ")
    raise Refused(f"cannot read {show(sign)} at character {at}{inside}: {hint}")


def _check_zeros(atoms: list[Atom]) -> None:
    """A bare 0 is the ten of Russian books only, so it needs Cyrillic letters and no Latin rank."""
    cyrillic = any(atom.script == "cyrillic" for atom in atoms)
    latin_rank = any(atom.script == "latin" and atom.rank for atom in atoms)
    for atom in atoms:
        if atom.text == "0" and (latin_rank or not cyrillic):
            raise Refused(f"cannot read '0' at character {atom.at}: {_TEN} (0 only among Cyrillic letters)")


def words(atoms: list[Atom]) -> list[Word]:
    """Group the atoms between blanks, commas, semicolons and slashes."""
    found: list[Word] = []
    run: list[Atom] = []
    leads, comma = True, False
    for atom in [*atoms, Atom("blank", 0, " ")]:
        if atom.kind not in ("blank", "break"):
            run.append(atom)
            continue
        if run:
            found.append(Word(tuple(run), leads, comma))
            run, leads, comma = [], False, False
        leads = leads or atom.kind == "break"
        comma = comma or atom.text == ","
    return found
