"""The random numbers of docs/streams.md, in plain whole numbers."""

import hashlib

WORD = 2**64
G = 0x9E3779B97F4A7C15
DEAL, CALLS, EXCHANGE, PLAY = 0, 1, 2, 3
CARDS_PER_WORD = 5


def mix(z: int) -> int:
    z %= WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def master_seed(seed: int | str) -> int:
    """A number is taken modulo 2^64, a text is the first 8 bytes of its SHA-256."""
    if isinstance(seed, str):
        return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    return seed % WORD


def key(seed: int | str, purpose: int) -> int:
    return mix(master_seed(seed) + G * (purpose + 1))


class Words:
    """The stream of one deal for one purpose: `fresh` takes a new word, each `draw` leaves a shorter one."""

    def __init__(self, seed: int | str, purpose: int, index: int) -> None:
        self.state = mix(key(seed, purpose) + G * (index + 1))
        self.word = 0

    def fresh(self) -> int:
        self.state = (self.state + G) % WORD
        self.word = mix(self.state)
        return self.word

    def draw(self, n: int) -> int:
        """A number below n; the low half of the product stays as the word of the next draw."""
        high, self.word = divmod(self.word * n, WORD)
        return high


def draw_cards(words: Words, left: list[str], count: int) -> list[str]:
    """Take `count` cards out of `left` (lowest first), with a new word at the 1st, 6th, 11th, ... card."""
    drawn = []
    for turn in range(count):
        if turn % CARDS_PER_WORD == 0:
            words.fresh()
        drawn.append(left.pop(words.draw(len(left))))
    return drawn
