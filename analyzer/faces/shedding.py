"""101: a hand gives the chance to be out first and to pass 101."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.checks import check_seat, note_compiling, parse_scores
from analyzer.faces.odd_options import refuse_options
from analyzer.faces.shedding_text import transcript
from analyzer.knowing.hidden import of_one_hundred_one
from analyzer.knowing.known import known_of, say_known
from analyzer.notation import format_hand, parse_cards
from analyzer.pool import sum_some
from analyzer.request import OddsRequest, TraceRequest
from analyzer.work import Work
from sims.errors import Refused
from sims.games import one_hundred_one as game
from sims.sheets import Rules

if TYPE_CHECKING:
    from analyzer.knowing.known import Known
    from reports.report import Report
    from sims.tables import Int64Array
    from sims.tallies import EventTally

__all__ = ["Answer", "Question", "odds", "records", "transcript", "work"]

EVENTS = ("out-first", "over-101")


@dataclass(frozen=True)
class Question:
    """A hand before its first act; scores in the order of the seats, top: the card turned up, if known."""

    request: OddsRequest
    hand: tuple[str, ...]
    top: str | None
    seat: int
    dealer: int
    scores: tuple[int, ...]
    known: Known | None = None


@dataclass(frozen=True)
class Answer:
    """Sums over `deals` deals: events and score difference, own points, their squares, void hands."""

    question: Question
    deals: int
    tally: EventTally
    points: int
    squares: int
    voids: int


def question_of(request: OddsRequest) -> Question:
    """A request held against the rules; `Refused` names what cannot be."""
    rules = request.rules
    refuse_options(request, ("top",), ("trumps", "bids"))
    seats = game.seats(rules)
    seat = check_seat("--seat", request.seat, seats, 0)
    dealer = check_seat("--dealer", request.dealer, seats, seats - 1)
    size = game.hand_size(rules, dealer=seat == dealer)
    if request.hand is None:
        raise Refused(f"--hand is missing: name the {size} cards you hold")
    hand = parse_cards(request.hand, game.deck(rules), count=size)
    named = request.extras.get("top")
    top = None if named is None else parse_cards(named, game.deck(rules), count=1, what="card turned up")[0]
    if top in hand:
        raise Refused(f"--top {top} is in the hand too; the deck has it once")
    own_first = parse_scores(request.score, seats)
    game.check_scores(rules, own_first)
    scores = tuple(own_first[(other - seat) % seats] for other in range(seats))
    known = known_of(request.know, of_one_hundred_one(rules, seat, dealer, hand, top))
    return Question(request, hand, top, seat, dealer, scores, known)


def task_of(
    rules: Rules, dealer: int, policies: Sequence[str], question: Question | None = None
) -> Int64Array:
    """The head of the kernel's work block; policies by seat."""
    import numpy as np

    from sims import shedding_tables as t
    from sims.cards import mask_of
    from sims.players import policy_code

    task = np.zeros(t.TASK_SIZE, np.int64)
    task[t.DEALER - t.TASK] = dealer
    for seat in range(game.seats(rules)):
        task[t.POLICY - t.TASK + seat] = policy_code(policies[seat])
    if question is not None:
        task[t.OWN - t.TASK] = question.seat
        task[t.GIVEN - t.TASK + question.seat] = mask_of(question.hand)
        task[t.FIRST - t.TASK] = mask_of([question.top] if question.top else [])
        for seat, score in enumerate(question.scores):
            task[t.SCORES - t.TASK + seat] = score
    return task


def rules_block(rules: Rules, *players: str) -> Int64Array:
    """The rules block of the game, for the players by name."""
    from sims.players import searches
    from sims.shedding_tables import pack

    block = pack(rules)
    if searches(*players):
        from sims.shedding_search import allow_search

        allow_search(block)
    return block


def tally_of(question: Question) -> Callable[[int, int], list[Int64Array]]:
    """The function that plays the deals low..high-1 of a question."""
    import numpy as np

    from sims.fitting import with_knowledge
    from sims.seeds import master_seed
    from sims.shedding import tally_hands
    from sims.shedding_tables import DEAL_KNOWN, KNOWLEDGE
    from sims.tallies import new_event_tally

    request, rules = question.request, question.request.rules
    policies = [request.defence] * game.seats(rules)
    policies[question.seat] = request.policy
    block, task = rules_block(rules, *policies), task_of(rules, question.dealer, policies, question)
    if question.known is not None:
        block = with_knowledge(block, question.known.knowledge, KNOWLEDGE, DEAL_KNOWN)
    seed = np.uint64(master_seed(request.seed))

    def tally(low: int, high: int) -> list[Int64Array]:
        part, sums = new_event_tally(1, len(EVENTS)), np.zeros(3, np.int64)
        tally_hands(seed, low, high, block, task, part, sums)
        return [*part, sums]

    return tally


def answer_of(question: Question, done: int, sums: Sequence[Int64Array]) -> Answer:
    """The answer from the sums of a tally over the first deals."""
    from sims.tallies import EventTally

    points, squares, voids = (int(total) for total in sums[3])
    return Answer(question, done, EventTally(*sums[:3]), points, squares, voids)


def answer(question: Question, *, threads: int | None = None, chunk: int | None = None) -> Answer:
    """Simulate a question. On Ctrl-C the deals done so far are the answer; none done raises."""
    done, sums = sum_some(tally_of(question), question.request.deals, threads=threads, chunk=chunk)
    return answer_of(question, done, sums)


def odds(request: OddsRequest) -> tuple[Report, bool]:
    """The chance to be out first, to be above 101 after the hand, and the expected score."""
    return work(request).answer(request.threads)


def work(request: OddsRequest) -> Work:
    """The work of `odds`."""
    question = question_of(request)
    turned = f", turned up {format_hand([question.top], unicode=request.unicode)}" if question.top else ""
    request.say(f"hand {format_hand(question.hand, unicode=request.unicode)}{turned}")
    say_known(question.known, request.deals, request.say)

    def report(done: int, sums: list[Int64Array]) -> Report:
        from analyzer.faces.shedding_report import shedding_report

        return shedding_report(answer_of(question, done, sums))

    return Work(request.deals, lambda: tally_of(question), report, "shedding.tally_hands")


def records(request: TraceRequest) -> Iterator[dict[str, Any]]:
    """The records of some deals, from the given scores each; seat 0 is the player of --policy."""
    import numpy as np

    from analyzer.faces.shedding_records import record_of
    from sims import shedding_tables as t
    from sims.seeds import master_seed
    from sims.shedding import log_hand

    rules = request.rules
    refuse_options(request, (), ())
    seats = game.seats(rules)
    dealer = check_seat("--dealer", request.dealer, seats, seats - 1)
    scores = parse_scores(request.score, seats)
    game.check_scores(rules, scores)
    note_compiling("shedding.log_hand", request.say)
    policies = [request.policy] + [request.defence] * (seats - 1)
    block, task = rules_block(rules, *policies), task_of(rules, dealer, policies)
    seed, work = np.uint64(master_seed(request.seed)), np.zeros(t.WORK_SIZE, np.int64)
    for deal in range(request.low, request.high):
        log_hand(seed, deal, block, task, work)
        yield record_of(
            rules, work, deal=deal, seed=request.seed, dealer=dealer, scores=scores, policies=list(policies)
        )
