"""What the asker knows, held against a deal and made ready to be dealt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from analyzer.knowing.clash import refuse_clash
from analyzer.knowing.hidden import Hidden
from analyzer.knowing.items import Item, held_places, items_of
from analyzer.knowing.language import canonical, parse_know
from sims.cards import CARD_NAMES
from sims.errors import Refused
from sims.knowledge import Knowledge, compile_knowledge
from sims.knowledge_counts import count_layouts

FEW_TRIES, TRIES = 20_000, 1_000_000


@dataclass(frozen=True)
class Known:
    """What is known: its canonical text and its conditions, the table to deal by, and the share of all deals
    that the table fits (limits that are kept by drawing again are not counted)."""

    text: str
    items: tuple[Item, ...]
    knowledge: Knowledge
    share: float
    words: int  # of the work block that the table writes


def known_of(text: str | None, hidden: Hidden) -> Known | None:
    """What a text says about the hidden cards, None without a text. `Refused` names the clauses that cannot be."""
    if text is None:
        return None
    everything = hidden.deck
    for cards, _ in hidden.seen:
        everything |= cards
    clauses = parse_know(text, [CARD_NAMES[card] for card in range(64) if everything >> card & 1])
    items = items_of(clauses, hidden)
    refuse_clash(hidden, items)
    limits = [limit for item in items for limit in item.limits]
    knowledge = compile_knowledge(hidden.deck, held_places(hidden, items), limits, hidden.state_word)
    if knowledge is None:
        raise Refused(f"--know {canonical(clauses)!r} cannot be: no layout of the hidden cards fits")
    share = knowledge.layouts / count_layouts(hidden.deck, hidden.places)
    words = 1 + max(hidden.state_word, *(place.word for place in hidden.places))
    return Known(canonical(clauses), items, knowledge, share, words)


def echo_of(known: Known | None) -> dict[str, str]:
    """The entry of a JSON header; none without knowledge."""
    return {} if known is None else {"know": known.text}


def notes_of(known: Known | None) -> tuple[str, ...]:
    """What a reader should know beside the table."""
    return () if known is None else (f"known: {known.text}; only deals that fit are dealt",)


def say_known(known: Known | None, deals: int, say: Callable[[str], None]) -> None:
    """Say how the text was understood and how many deals fit; where deals are drawn until one fits, how many
    and how long that takes. `Refused` if none is found."""
    if known is None:
        return
    if not known.knowledge.rejected:
        say(f"known {known.text}: {share_text(known.share)} of all deals fit")
        return
    from sims.fitting import count_kept

    count_kept(known.knowledge, 1, known.words)  # compiled
    for tries in (FEW_TRIES, TRIES):
        begin = perf_counter()
        kept = count_kept(known.knowledge, tries, known.words)
        seconds = perf_counter() - begin
        if kept:
            break
    else:
        raise Refused(
            f"--know {_outside(known)}: none of {TRIES:,} deals that fit the other conditions fits these too; "
            "ask for less"
        )
    say(f"known {known.text}: {share_text(known.share * kept / tries)} of all deals fit")
    say(
        f"kept by drawing again: {_outside(known)}; {share_text(kept / tries)} of what is drawn fits, which takes "
        f"{_seconds(deals * seconds / kept)} of one core"
    )


def _outside(known: Known) -> str:
    """The conditions that are kept by drawing again."""
    rejected = known.knowledge.rejected
    return " and ".join(
        repr(item.text) for item in known.items if any(limit in rejected for limit in item.limits)
    )


def share_text(share: float) -> str:
    """0.1234 as 12.3 %, small ones as one in so many."""
    return f"{share:.1%}".replace("%", " %") if share >= 0.01 else f"one in {1 / share:,.0f}"


def _seconds(seconds: float) -> str:
    """A forecast, no finer than it is sure."""
    return "less than a second" if seconds < 1 else f"about {seconds:,.0f} s"
