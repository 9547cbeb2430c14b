"""Reading card notation word by word: which cards a text can mean, and whether it can mean only one hand.

Every word is tried as single cards (AS, 10H), as suit groups (♠AT9, S:AT9, п) and as further ranks of the
group that is open. All readings are followed side by side; a text with two different ones is refused.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from analyzer.notation_letters import RANK_NAMES, SUITS, Atom, Word, show
from sims.errors import Refused


class Placed(NamedTuple):
    """A card together with the atoms it was read from; `suit` is None where no letter names the suit."""

    card: str
    rank: Atom
    suit: Atom | None


@dataclass(frozen=True, slots=True)
class Group:
    """A suit that may still get ranks. `letter` marks a bare Cyrillic suit, which must get some."""

    suit: Atom = field(compare=False)
    name: str  # one of S H D C; the same suit opened at two places is one state
    empty: bool
    spread: bool = False  # has ranks that are set off by blanks
    letter: bool = False


Reading = tuple[Placed, ...]
Step = tuple[Reading, Group | None]
Paths = dict[Group | None, list[Reading]]


def read_dotted(atoms: list[Atom]) -> Reading:
    """The ranks of the four suits in the order S.H.D.C, parted by dots; jokers may stand anywhere."""
    dots = sum(atom.kind == "dot" for atom in atoms)
    if dots != 3:
        fields = f"{dots + 1} fields" if dots > 1 else "2 fields"
        raise Refused(f"a dotted hand has four fields, S.H.D.C, as in AT9.K..5; this one has {fields}")
    placed: list[Placed] = []
    field = 0
    for atom in atoms:
        if atom.kind == "joker":
            placed.append(Placed(atom.rank, atom, None))
        elif atom.kind == "card" and atom.rank:
            placed.append(Placed(atom.rank + SUITS[field], atom, None))
        elif atom.kind == "dot":
            field += 1
        elif atom.kind not in ("blank", "dash"):
            shown = f"{show(atom.text)} at character {atom.at}"
            raise Refused(
                f"{shown} has no place in a dotted hand; it has only ranks, S.H.D.C, as in AT9.K..5"
            )
    return tuple(placed)


def read_words(found: list[Word]) -> Reading:
    """The one reading of the words."""
    style = _Style(found)
    paths: Paths = {None: [()]}
    for word in found:
        if word.leads:
            paths = _closed(paths)
        after: Paths = {}
        for group, readings in paths.items():
            for placed, following in style.steps(word, group):
                for reading in readings:
                    _keep(after.setdefault(following, []), reading + placed)
        if not after:
            raise Refused(style.reason(word, list(paths)))
        paths = after
    whole = _closed(paths)[None]
    if len(whole) > 1:
        ranks = {placed.rank for placed in whole[0]} ^ {placed.rank for placed in whole[1]}
        raise Refused(_unsure(min((atom for atom in ranks if atom.double), key=lambda atom: atom.at)))
    return whole[0]


def _closed(paths: Paths) -> Paths:
    """End the open groups; a bare Cyrillic suit without ranks cannot end."""
    whole: list[Reading] = []
    for group, readings in paths.items():
        if group is None or not (group.empty and group.letter):
            for reading in readings:
                _keep(whole, reading)
    if not whole:
        raise Refused(_no_ranks(next(group.suit for group in paths if group)))
    return {None: whole}


def _keep(readings: list[Reading], reading: Reading) -> None:
    """Two different hands are enough to know that a text is ambiguous."""
    if len(readings) < 2 and all(_hand(reading) != _hand(other) for other in readings):
        readings.append(reading)


def _hand(reading: Reading) -> list[str]:
    return sorted(placed.card for placed in reading)


class _Style:
    """How one text writes its cards, seen from the letters that leave no doubt."""

    def __init__(self, found: list[Word]) -> None:
        atoms = [atom for word in found for atom in word.atoms]
        cyrillic = [atom for atom in atoms if atom.script == "cyrillic"]
        suits = [atom for atom in cyrillic if not atom.rank]
        ranks = [atom for atom in cyrillic if not atom.suit]
        others = any(atom.suit and atom.script != "cyrillic" for atom in atoms)
        # Clubs stand behind a slash or before a colon like the other suits: no bare т or к elsewhere is one.
        leading = [word.atoms[0] for word in found if word.leads]
        self.slashed = len(leading) > 1 and any(atom.suit == "C" for atom in leading)
        marked = [word.atoms[0] for word in found if _colon(word.atoms, 0)]
        self.colons = any(atom.double for atom in marked)
        # Suits are symbols or Latin letters: then т and к are ranks throughout.
        self.ranks_only = others and not suits and not self.colons
        # Ranks are capitals and suits are not: then the case of т and к tells them apart.
        self.cased = (
            all(atom.text.islower() for atom in suits)
            and all(atom.text.isupper() for atom in ranks)
            and any(atom.rank and atom.text.isupper() for atom in cyrillic)
        )
        # Among nothing but single cards, кт has the order of the others: the rank first, or the suit first.
        singles = [word.atoms for word in found if word.atoms[0].kind != "joker"]
        plain = all(len(single) == 2 and single[1].kind == "card" for single in singles)
        pairs = [(single[0], single[1]) for single in singles] if plain else []
        rank_first = [(a, b) for a, b in pairs if a.rank and b.suit and not (a.suit and b.rank)]
        suit_first = [(a, b) for a, b in pairs if a.suit and b.rank and not (a.rank and b.suit)]
        self.rank_first = bool(rank_first) or all(suit.double for suit, _ in suit_first)
        self.suit_first = bool(suit_first) or all(suit.double for _, suit in rank_first)

    def steps(self, word: Word, group: Group | None) -> list[Step]:
        """Every way to read the word when `group` is open."""
        atoms = word.atoms
        waiting, letter = (group.empty, group.letter) if group else (False, False)
        if all(atom.kind == "joker" for atom in atoms):
            return [] if waiting else [(tuple(Placed(atom.rank, atom, None) for atom in atoms), None)]
        if len(atoms) == 1 and atoms[0].kind == "dash":
            return [((), None)] if waiting else []
        found: list[Step] = []
        if (
            group
            and all(self._may_be_rank(atom) for atom in atoms)
            and not (letter and waiting and word.comma)
        ):
            found.append((_place(group.suit, atoms), replace(group, empty=False, spread=True)))
        cards, groups = self._cards(word), self._groups(word)
        # In ♠ A T 9♥ the 9 may end the spades, so 9♥ is no card; п: в к 9т is in doubt for its т as well.
        parted = not (group and group.spread) or bool(found)
        if cards and (self.rank_first or not groups) and parted and not waiting:
            found.append((cards, None))
        marked = atoms[0].symbol or _colon(atoms, 0)
        if groups and (self.suit_first or not cards) and (not waiting or (marked and not letter)):
            self._check_inside(atoms)
            found.append(groups)
        return found

    def reason(self, word: Word, before: list[Group | None]) -> str:
        """Why the word cannot be read here, and what would be right."""
        atoms, text, shown = word.atoms, word.text, f"{show(word.text)} at character {word.at}"
        double = next((atom for atom in atoms if atom.double), None)
        waiting = next((group for group in before if group and group.empty), None)
        if waiting and waiting.letter:
            return _no_ranks(waiting.suit)
        if waiting:
            suit = waiting.suit.text
            return f"{shown} is not a row of ranks for the suit {suit} before it; an empty suit is left out"
        if all(atom.kind == "card" and atom.rank for atom in atoms):
            if double and any(before):
                return _unsure(double)
            ranks = "".join(atom.rank for atom in atoms)
            return f"{shown} has no suit; write S:{ranks} or ♠{ranks}, or single cards as {ranks[0]}S"
        if len(atoms) == 1 and atoms[0].suit:
            return f"{shown} stands apart from its ranks; write {text}:AT9, or {text}A {text}T {text}9"
        if cards := self._cards(word):
            turned = " ".join(f"{card.suit.text}:{card.rank.text}" for card in cards if card.suit)
            return f"{shown} may be a card, or a rank of the suit before it and a new suit; write {turned}"
        if len(atoms) > 2 and atoms[-1].suit and all(atom.rank and not atom.suit for atom in atoms[:-1]):
            suit = atoms[-1].text
            return f"{shown} has several ranks before one suit; write {suit}:{text.removesuffix(suit)}"
        if double and all(atom.kind == "card" for atom in atoms):
            return _unsure(double)
        return (
            f"cannot read {shown}; write cards as AS 10H, suits as S:AT9 H:K or ♠AT9 ♥K, or dotted AT9.K..5"
        )

    def _may_be_rank(self, atom: Atom) -> bool:
        if atom.kind != "card" or not atom.rank:
            return False
        return not (atom.double and self.cased and atom.text.islower())

    def _may_open(self, word: Word) -> bool:
        """Whether the first atom can be a suit with ranks behind it."""
        first = word.atoms[0]
        if not first.suit or not first.double or _colon(word.atoms, 0):
            return bool(first.suit)
        if self.ranks_only or self.colons or (self.slashed and not word.leads):
            return False
        return not self.cased or first.text.islower() or (self.slashed and len(word.atoms) == 1)

    def _cards(self, word: Word) -> Reading:
        """The word as rank and suit in turn: AS, 10♥, AsKh, Тп."""
        ranks, suits = word.atoms[::2], word.atoms[1::2]
        if len(ranks) != len(suits) or any(atom.kind != "card" for atom in word.atoms):
            return ()
        for rank, suit in zip(ranks, suits, strict=True):
            if not rank.rank or not suit.suit or (suit.double and self.ranks_only):
                return ()
            cased = self.cased and rank.double and suit.double
            if cased and not (rank.text.isupper() and suit.text.islower()):
                return ()
        return tuple(
            Placed(rank.rank + suit.suit, rank, suit) for rank, suit in zip(ranks, suits, strict=True)
        )

    def _groups(self, word: Word) -> Step | None:
        """The word as suits, each with its ranks behind it: SA, S:AT9, ♠AT9♥K, or a suit alone."""
        atoms = word.atoms
        if not self._may_open(word):
            return None
        looks = (atoms[0].symbol, _colon(atoms, 0))
        starts = [0]
        for i in range(1, len(atoms)):
            if self._starts_suit(atoms, i):
                starts.append(i)
        placed: Reading = ()
        empty = True  # a symbol without ranks is a void only where no rank before it could belong to it
        for start, end in zip(starts, [*starts[1:], len(atoms)], strict=True):
            suit, colon = atoms[start], _colon(atoms, start)
            body = atoms[start + 1 + colon : end]
            void = len(body) == 1 and body[0].kind == "dash"
            if (suit.symbol, colon) != looks or not (void or all(self._may_be_rank(atom) for atom in body)):
                return None
            if not body and not (colon or (suit.symbol and empty)) and len(atoms) > 1:
                return None
            placed += () if void else _place(suit, body)
            empty = not body
        if any(looks):
            return placed, None if void else Group(suit, suit.suit, empty)
        if len(atoms) == 1:
            return (
                (placed, Group(suit, suit.suit, empty=True, letter=True))
                if suit.script == "cyrillic"
                else None
            )
        return placed, None

    def _starts_suit(self, atoms: tuple[Atom, ...], i: int) -> bool:
        atom = atoms[i]
        if not atom.double or _colon(atoms, i):
            return bool(atom.suit)
        return self.cased and not self.ranks_only and atom.text.islower()

    def _check_inside(self, atoms: tuple[Atom, ...]) -> None:
        """Refuse a т or к amid the ranks of a group as in пвт7: it is a rank, or the next suit."""
        sure = self.cased or self.ranks_only or self.colons or self.slashed
        if sure or atoms[0].symbol or _colon(atoms, 0):
            return
        for i in range(2, len(atoms) - 1):
            if atoms[i].double and atoms[i - 1].rank and atoms[i + 1].rank:
                raise Refused(_unsure(atoms[i]))


def _colon(atoms: tuple[Atom, ...], i: int) -> bool:
    return i + 1 < len(atoms) and atoms[i + 1].kind == "colon"


def _place(suit: Atom, ranks: tuple[Atom, ...]) -> Reading:
    return tuple(Placed(atom.rank + suit.suit, atom, suit) for atom in ranks)


def _no_ranks(suit: Atom) -> str:
    shown = f"the suit {show(suit.text)} at character {suit.at}"
    return f"{shown} is not followed by its ranks; write {suit.text}:97, and leave an empty suit out"


def _unsure(atom: Atom) -> str:
    return (
        f"{show(atom.text)} at character {atom.at} may be {RANK_NAMES[atom.rank]} or the suit clubs; "
        "write each suit with a colon and its ranks together, as in п:ТВ5 т:К7"
    )
