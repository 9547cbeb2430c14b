"""Characters: one-line text, its width on a terminal, its ASCII form."""

import unicodedata

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_ASCII = str.maketrans(
    {
        **{symbol: letter for letter, symbol in SUITS.items()},
        **dict(zip("♤♡♢♧", "SHDC", strict=True)),
        **dict.fromkeys("‐‑‒–—―−─", "-"),
        **dict.fromkeys("‘’‚′", "'"),
        **dict.fromkeys("“”„«»″", '"'),
        "±": "+/-",
        "≥": ">=",
        "≤": "<=",
        "≠": "!=",
        "≈": "~",
        "×": "x",
        "·": ".",
        "•": "-",
        "→": "->",
        "←": "<-",
        "↔": "<->",
        "⁄": "/",
        "µ": "u",
        "μ": "u",
        "€": "EUR",
        "ß": "ss",
        "ø": "o",
        "ł": "l",
        "æ": "ae",
    }
)


def flat(text: str) -> str:
    """The text on one line: any run of white space is one space, control characters are dropped."""
    kept = (char for char in text if char.isspace() or unicodedata.category(char) not in ("Cc", "Cs"))
    return " ".join("".join(kept).split())


def to_ascii(text: str) -> str:
    """The text in ASCII: suits as S H D C, signs spelt out, accents dropped, "?" for all else."""
    text = unicodedata.normalize("NFKD", text.translate(_ASCII)).translate(_ASCII)
    return "".join(
        char if char.isascii() else "?"
        for char in text
        if not unicodedata.category(char).startswith(("M", "Cf"))
    )


def width(text: str) -> int:
    """Columns that the text takes on a terminal: wide characters two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def pad(text: str, columns: int, right: bool) -> str:
    """The text filled with spaces to so many columns, flush right or left."""
    fill = " " * (columns - width(text))
    return fill + text if right else text + fill
