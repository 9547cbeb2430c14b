"""Hundred to One: two teams and their skill give the chance to win the programme and the big game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from analyzer.checks import note_compiling
from analyzer.faces.odd_options import refuse_options
from analyzer.faces.quiz_text import transcript
from analyzer.pool import Tally, sum_some
from analyzer.request import OddsRequest, TraceRequest
from analyzer.work import Work
from sims.errors import Refused
from sims.games import hundred_to_one as game

if TYPE_CHECKING:
    from reports.report import Report
    from sims.quiz import QuizTally
    from sims.quiz_tables import Board
    from sims.tables import Int64Array

__all__ = ["Answer", "BigAnswer", "Question", "boards_of", "odds", "records", "transcript", "work"]

EVENTS = ("programme", "big-200")
DEFAULT_SKILL = "0.4"
PLACES = 6  # decimals of a skill
TRIES = 1_000  # big games a deal in which the first player's fund is looked for
RANDOM = "random"


@dataclass(frozen=True)
class Question:
    """Two teams and the boards; skill by seat in millionths, own team first; no boards: random ones."""

    request: OddsRequest | TraceRequest
    skill: tuple[int, ...]
    boards: tuple[Board, ...]


@dataclass(frozen=True)
class Answer:
    """Sums over `deals` programmes."""

    question: Question
    deals: int
    tally: QuizTally


@dataclass(frozen=True)
class BigAnswer:
    """Of `deals` deals, how many had a big game with that fund of the first player, and its sums."""

    question: Question
    first_fund: int
    deals: int
    found: int
    won: int
    funds: int
    squares: int


def question_of(request: OddsRequest | TraceRequest) -> Question:
    """A request held against the rules; `Refused` names what cannot be."""
    rules = request.rules
    if getattr(request, "hand", None) is not None:
        raise Refused(f"{rules.game} has no cards: leave --hand out; --skill says how good the teams are")
    refuse_options(
        request, ("skill", "board", "first_fund"), ("trumps", "bids", "seat", "dealer", "score", "know")
    )
    for name, player in (("--policy", request.policy), ("--defence", request.defence)):
        if player != "rules":
            raise Refused(
                f"{rules.game} takes no {name} {player}: --skill says how the teams answer (0 is a random "
                "person), --set blitz=own and --set reverse=safe how they decide"
            )
    game.check_rules(rules)
    return Question(request, parse_skill(request.extras.get("skill", DEFAULT_SKILL)), boards_of(request))


def parse_skill(text: str) -> tuple[int, ...]:
    """`0.6:0.5`, one number for everybody, or one for each of the ten, as millionths by seat."""
    parts = [part for part in re.split(r"[:,;\s]+", text.strip()) if part]
    if len(parts) not in (1, 2, 2 * game.TEAM):
        raise Refused(
            f"--skill takes OWN:OTHER such as 0.6:0.5, or ten numbers, own team and captain first, not {text!r}"
        )
    values = []
    for part in parts:
        try:
            value = Decimal(part)
        except InvalidOperation:
            value = Decimal(-1)
        if not value.is_finite() or not 0 <= value <= 1:
            raise Refused(f"a skill is a number from 0 to 1, not {part!r}")
        scaled = value.scaleb(PLACES)
        if scaled != int(scaled):
            raise Refused(f"a skill has at most {PLACES} decimals, unlike {part!r}")
        values.append(int(scaled))
    if len(values) == 1:
        values *= 2
    if len(values) == 2:
        values = [values[0]] * game.TEAM + [values[1]] * game.TEAM
    return tuple(values)


def boards_of(request: OddsRequest | TraceRequest) -> tuple[Board, ...]:
    """The boards of `--board`, read if they are not yet; none for random ones."""
    if isinstance(request, OddsRequest) and request.boards is not None:
        return request.boards
    names = request.extras.get("board", RANDOM).split("\n")
    if RANDOM in names:
        if len(names) > 1:
            raise Refused("--board random cannot go with other boards")
        return ()
    from analyzer.boardfile import read_boards

    boards = read_boards(names)
    if len(boards) < game.BOARDS:
        raise Refused(
            f"a programme needs {game.BOARDS} boards (one is for a tie), and --board gives {len(boards)}: "
            "add another file, or --board shipped"
        )
    return tuple(boards)


def _first_fund(request: OddsRequest) -> int | None:
    text = request.extras.get("first_fund")
    if text is None:
        return None
    if not re.fullmatch(r"\d{1,3}", text.strip()) or int(text) >= game.BIG_FUND:
        raise Refused(
            f"--first-fund takes a whole number from 0 to {game.BIG_FUND - 1}, what the first player brought, "
            f"not {text!r}"
        )
    return int(text)


def tally_of(question: Question) -> Callable[[int, int], QuizTally]:
    """The function that plays the programmes low..high-1."""
    import numpy as np

    from sims.quiz import new_quiz_tally, tally_programmes

    block, seed = packed(question)

    def tally(low: int, high: int) -> QuizTally:
        part = new_quiz_tally()
        tally_programmes(np.uint64(seed), low, high, block, part)
        return part

    return tally


def answer_of(question: Question, done: int, sums: Sequence[Int64Array]) -> Answer:
    """The answer from the sums of a tally over the first programmes."""
    from sims.quiz import QuizTally

    return Answer(question, done, QuizTally(*sums))


def answer(question: Question, *, threads: int | None = None, chunk: int | None = None) -> Answer:
    """Simulate programmes. On Ctrl-C those done so far are the answer; none done raises."""
    return answer_of(question, *_summed(question, tally_of(question), threads, chunk))


def big_tally_of(question: Question, first_fund: int) -> Callable[[int, int], list[Int64Array]]:
    """The function that plays the big games low..high-1 in which the first player brings a fund."""
    import numpy as np

    from sims.quiz import tally_big_games

    block, seed = packed(question)

    def tally(low: int, high: int) -> list[Int64Array]:
        counts = np.zeros(4, np.int64)
        tally_big_games(np.uint64(seed), low, high, block, first_fund, TRIES, counts)
        return [counts]

    return tally


def big_answer_of(question: Question, first_fund: int, done: int, sums: Sequence[Int64Array]) -> BigAnswer:
    """The answer from the sums of a tally over the first big games."""
    return BigAnswer(question, first_fund, done, *(int(total) for total in sums[0]))


def answer_big(
    question: Question, first_fund: int, *, threads: int | None = None, chunk: int | None = None
) -> BigAnswer:
    """Simulate big games of the own team in which the first player brings a fund."""
    done, sums = _summed(question, big_tally_of(question, first_fund), threads, chunk)
    return big_answer_of(question, first_fund, done, sums)


def packed(question: Question) -> tuple[Int64Array, int]:
    """The rules block and the master seed."""
    from sims.quiz_tables import pack
    from sims.seeds import master_seed

    request = question.request
    return pack(request.rules, question.skill, question.boards), master_seed(request.seed)


def _summed(
    question: Question, tally: Tally, threads: int | None, chunk: int | None
) -> tuple[int, list[Int64Array]]:
    assert isinstance(question.request, OddsRequest)
    return sum_some(tally, question.request.deals, threads=threads, chunk=chunk)


def odds(request: OddsRequest) -> tuple[Report, bool]:
    """The chance to win the programme and to reach 200 in the big game."""
    return work(request).answer(request.threads)


def work(request: OddsRequest) -> Work:
    """The work of `odds`: programmes, or big games after a named first fund."""
    question, first_fund = question_of(request), _first_fund(request)
    if first_fund is not None:
        return _big_work(question, request.deals, first_fund)

    def report(done: int, sums: list[Int64Array]) -> Report:
        from analyzer.faces.quiz_report import programme_report

        return programme_report(answer_of(question, done, sums))

    return Work(request.deals, lambda: tally_of(question), report, "quiz.tally_programmes")


def _big_work(question: Question, deals: int, first_fund: int) -> Work:
    def report(done: int, sums: list[Int64Array]) -> Report:
        big = big_answer_of(question, first_fund, done, sums)
        if big.found == 0:
            raise Refused(
                f"no first player brings exactly {first_fund} in {big.deals * TRIES:,} big games: "
                "ask about another --first-fund"
            )
        from analyzer.faces.quiz_report import big_report

        return big_report(big)

    return Work(deals, lambda: big_tally_of(question, first_fund), report, "quiz.tally_big_games")


def records(request: TraceRequest) -> Iterator[dict[str, Any]]:
    """The records of some programmes."""
    import numpy as np

    from analyzer.faces.quiz_records import record_of
    from sims.quiz import log_programme
    from sims.quiz_tables import WORK_SIZE

    question = question_of(request)
    note_compiling("quiz.log_programme", request.say)
    block, seed = packed(question)
    work = np.zeros(WORK_SIZE, np.int64)
    for deal in range(request.low, request.high):
        log_programme(np.uint64(seed), deal, block, work)
        yield record_of(question, work, deal)
