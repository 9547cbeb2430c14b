"""Card notation: hands and suits as people write them, read into canonical names (AS, TH, RJ) and back.

Read are single cards (AS, SA, 10h, A♠), suit groups (S:AT9 H:K, ♠AT9 ♥K, ♠ A T 9), dotted hands in the order
S.H.D.C (AT9.K..5), and the Cyrillic letters of Russian and Ukrainian books (ranks Т К Д В for A K Q J, a bare
0 for the ten; suits п ч б т, and к for clubs). What could mean two things is refused, not guessed.
"""

from collections import Counter
from collections.abc import Sequence

from analyzer.notation_letters import (
    JOKERS,
    RANK_NAMES,
    RANKS,
    SUIT_NAMES,
    SUIT_OF_WORD,
    SUITS,
    SYMBOLS,
    VARIATION_SELECTORS,
    Atom,
    scan,
    show,
    words,
)
from analyzer.notation_words import Placed, Reading, read_dotted, read_words
from sims.errors import Refused

_ORDER = {card: i for i, card in enumerate([*JOKERS, *(rank + suit for suit in SUITS for rank in RANKS)])}


def parse_cards(
    text: str, deck: Sequence[str], *, count: int | None = None, what: str = "hand"
) -> tuple[str, ...]:
    """The cards of the text: jokers first, then S H D C, each from high to low.

    `deck` lists the cards that exist in the game, `count` says how many the text must have, and `what` is
    the name of the text in messages. Raises `Refused`.
    """
    atoms = scan(text)
    if any(atom.kind == "dot" for atom in atoms):
        reading = read_dotted(atoms)
    else:
        found = words(atoms)
        try:
            reading = read_words(found)
        except Refused:
            _check_letters(_certain_ranks(atoms))
            raise
    _check_scripts(reading, atoms)
    _check_deck(reading, deck)
    cards = sorted((placed.card for placed in reading), key=_ORDER.__getitem__)
    for card, times in Counter(cards).items():
        if times > 1:
            often = "twice" if times == 2 else f"{times} times"
            raise Refused(f"{card} is given {often}; the deck has it once")
    if not cards and count != 0:
        needed = "; write cards as AS TH" if count is None else f", {_needed(count)}"
        raise Refused(f"the {what} is empty{needed}")
    if count is not None and len(cards) != count:
        has = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        raise Refused(f"the {what} has {has}, {_needed(count)}: {format_hand(cards)}")
    return tuple(cards)


def format_hand(cards: Sequence[str], *, unicode: bool = True) -> str:
    """The hand in one line, ♠AT95 ♥AK RJ, or S:AT95 H:AK RJ without `unicode`."""
    unknown = [card for card in cards if card not in _ORDER]
    if unknown:
        raise Refused(f"{show(unknown[0])} is no card name; names are AS TH 5D RJ BJ")
    ordered = sorted(cards, key=_ORDER.__getitem__)
    parts = []
    for suit, symbol in zip(SUITS, SYMBOLS, strict=True):
        ranks = "".join(card[0] for card in ordered if card[1] == suit)
        if ranks:
            parts.append(f"{symbol if unicode else suit + ':'}{ranks}")
    return " ".join([*parts, *(card for card in ordered if card in JOKERS)])


def parse_suit(text: str) -> str:
    """S, H, D or C, from a letter, a symbol or a name in English, Russian or Ukrainian. Raises `Refused`."""
    word = "".join(c for c in text if c not in VARIATION_SELECTORS).strip()
    suit = SUIT_OF_WORD.get(word.lower())
    if suit is None:
        right = "write S, H, D or C, a symbol ♠ ♥ ♦ ♣, or a name such as spades"
        raise Refused(f"{show(word)} is no suit; {right}" if word else f"the suit is empty; {right}")
    return suit


def _needed(count: int) -> str:
    return f"{count} {'is' if count == 1 else 'are'} needed"


def _certain_ranks(atoms: list[Atom]) -> list[Atom]:
    """Rank letters of a text that could not be read; т and к only if no other Cyrillic letter is a suit."""
    suits = any(atom.script == "cyrillic" and not atom.rank for atom in atoms)
    return [atom for atom in atoms if atom.script and atom.rank and not (atom.suit and suits)]


def _check_letters(ranks: list[Atom]) -> None:
    """Refuse Cyrillic beside Latin ranks, since Т and T are different cards that look the same."""
    named = []
    for script in ("cyrillic", "latin"):
        own = [atom for atom in ranks if atom.script == script]
        lookalikes = [atom for atom in own if atom.text in "TtТт"]
        if not own:
            return
        atom = (lookalikes or own)[0]
        named.append(f"the {script.title()} {atom.text} at character {atom.at} is {RANK_NAMES[atom.rank]}")
    raise Refused(f"Cyrillic and Latin ranks are mixed: {', '.join(named)}; write all ranks in one alphabet")


def _check_scripts(reading: Reading, atoms: list[Atom]) -> None:
    """Refuse mixed ranks, and a T or Т among suit letters of the other alphabet."""
    ranks = [placed.rank for placed in reading if placed.rank.kind == "card"]
    _check_letters([atom for atom in ranks if atom.script])
    scripts = {atom.script for atom in atoms if atom.kind == "card"}
    for atom in ranks:
        where = f"{atom.text} at character {atom.at}"
        if atom.script == "latin" and atom.rank == "T" and "cyrillic" in scripts:
            right = "write 10 for the ten, or the Cyrillic Т for the ace"
            raise Refused(f"the Latin {where} is a ten, but Cyrillic letters stand beside it; {right}")
        if atom.script == "cyrillic" and atom.rank == "A" and "latin" in scripts:
            right = "write A for the ace or 10 for the ten, or all letters in Cyrillic"
            raise Refused(f"the Cyrillic {where} is an ace, but Latin letters stand beside it; {right}")


def _check_deck(reading: Sequence[Placed], deck: Sequence[str]) -> None:
    names = set(deck)
    for card in (placed.card for placed in reading):
        if card in names:
            continue
        outside = f"{card} is not in the {len(names)}-card deck"
        if card in JOKERS:
            jokers = [joker for joker in JOKERS if joker in names]
            raise Refused(f"{outside}; " + (f"its joker is {jokers[0]}" if jokers else "it has no jokers"))
        ranks = {suit: [rank for rank in RANKS if rank + suit in names] for suit in SUITS}
        own = ranks[card[1]]
        if all(other == own for other in ranks.values()):
            raise Refused(f"{outside}; its ranks are {' '.join(own)}")
        has = f"its {SUIT_NAMES[card[1]]} are {' '.join(own)}" if own else f"it has no {SUIT_NAMES[card[1]]}"
        raise Refused(f"{outside}; {has}")
