"""Twenty-Five: a hand gives the chances to win tricks, and the game on this hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.checks import check_seat
from analyzer.faces.contracts import scores_by_side
from analyzer.faces.odd_options import refuse_options
from analyzer.faces.race_text import transcript
from analyzer.knowing.hidden import of_tables
from analyzer.knowing.known import known_of, say_known
from analyzer.notation import format_hand, parse_cards
from analyzer.pool import sum_some
from analyzer.request import OddsRequest, TraceRequest
from analyzer.work import Work
from sims.errors import Refused
from sims.games import twenty_five as game
from sims.seating import Seating
from sims.sheets import Rules

if TYPE_CHECKING:
    from analyzer.knowing.known import Known
    from reports.report import Report
    from sims.tables import Int64Array
    from sims.tallies import EventTally

__all__ = ["Question", "odds", "records", "transcript", "work"]


@dataclass(frozen=True)
class Question:
    """A hand before the first trick; scores in the order of the sides; turn_up None: to be drawn."""

    request: OddsRequest
    table: Seating
    hand: tuple[str, ...]
    turn_up: str | None
    seat: int
    dealer: int
    scores: tuple[int, ...]
    known: Known | None = None

    @property
    def side(self) -> int:
        """The own side."""
        return self.table.side_of(self.seat) or 0


def parse_turn_up(rules: Rules, text: str | None) -> str | None:
    """The card turned up, if it is named."""
    return None if text is None else parse_cards(text, game.deck(rules), count=1, what="card turned up")[0]


def question_of(request: OddsRequest) -> Question:
    """A request held against the rules; `Refused` names what cannot be."""
    rules = request.rules
    refuse_options(request, ("turn_up",), ("trumps", "bids"))
    table = game.seating(rules)
    if request.hand is None:
        raise Refused(f"--hand is missing: name the {game.hand_size(rules)} cards you hold")
    hand = parse_cards(request.hand, game.deck(rules), count=game.hand_size(rules))
    turn_up = parse_turn_up(rules, request.extras.get("turn_up"))
    if turn_up in hand:
        raise Refused(f"--turn-up {turn_up} is in the hand too; the deck has it once")
    seat = check_seat("--seat", request.seat, table.seats, 0)
    dealer = check_seat("--dealer", request.dealer, table.seats, table.seats - 1)
    scores = scores_by_side(request.score, len(table.sides), table.side_of(seat) or 0)
    game.check_scores(rules, scores)
    hidden = of_tables(
        rules,
        game.tables(rules),
        table,
        seat,
        hand,
        trump=None if turn_up is None else turn_up[1],
        no_trump="no card is turned up: give --turn-up",
        turned_up=turn_up,
        no_kitty="25 has no kitty; --turn-up names the card turned up",
    )
    return Question(request, table, hand, turn_up, seat, dealer, scores, known_of(request.know, hidden))


def task_of(
    rules: Rules, table: Seating, *, own: int, dealer: int, scores: Sequence[int], players: tuple[str, str]
) -> Int64Array:
    """The task of the kernel; own: the side whose player is the first one, and which is tallied."""
    import numpy as np

    from sims import race
    from sims.blocks import DEALT
    from sims.players import policy_code

    task = np.zeros(DEALT + race.RACE_TASK, np.int64)
    words = task[DEALT:]
    words[race.RACE_DEALER - race.RACE_DEALER] = dealer
    words[race.RACE_OWN - race.RACE_DEALER] = table.allies(table.sides[own][0])
    words[race.RACE_TARGET - race.RACE_DEALER] = rules.number("target")
    words[race.RACE_OTHERS - race.RACE_DEALER] = len(table.sides) - 1
    for seat in range(table.seats):
        side = table.side_of(seat) or 0
        words[race.POLICY_BY - race.RACE_DEALER + seat] = policy_code(players[0 if side == own else 1])
        words[race.SIDE_BY - race.RACE_DEALER + seat] = table.allies(seat)
        words[race.SCORE_BY - race.RACE_DEALER + seat] = scores[side]
    return task


def turn(block: Int64Array, task: Int64Array, turn_up: str | None) -> None:
    """Turn a named card up: it leaves the deck, and none is drawn."""
    from sims import race
    from sims.blocks import DEALT
    from sims.cards import card_id
    from sims.tables import DECK, KITTY

    if turn_up is not None:
        mask = 1 << card_id(turn_up)
        block[DECK] &= ~mask
        block[KITTY] = 0
        task[DEALT + race.RACE_TURN - race.RACE_DEALER] = mask


def rules_block(rules: Rules, *players: str) -> Int64Array:
    """The rules block of the game, for the players by name."""
    from sims.players import rules_block as block_of
    from sims.players import searches

    block = block_of(game, rules)
    if searches(*players):
        from sims.race_search import allow_search

        allow_search(block)
    return block


def tally_of(question: Question) -> Callable[[int, int], EventTally]:
    """The function that plays the deals low..high-1 of a question."""
    import numpy as np

    from sims.blocks import DEAL_KNOWN, KNOWLEDGE, KNOWN
    from sims.cards import mask_of
    from sims.fitting import with_knowledge
    from sims.race import EVENTS, tally_race
    from sims.seeds import master_seed
    from sims.tallies import new_event_tally

    request = question.request
    players = (request.policy, request.defence)
    block = rules_block(request.rules, *players)
    task = task_of(
        request.rules,
        question.table,
        own=question.side,
        dealer=question.dealer,
        scores=question.scores,
        players=players,
    )
    task[KNOWN + question.seat] = mask_of(question.hand)
    turn(block, task, question.turn_up)
    if question.known is not None:
        block = with_knowledge(block, question.known.knowledge, KNOWLEDGE, DEAL_KNOWN)
    seed = np.uint64(master_seed(request.seed))

    def tally(low: int, high: int) -> EventTally:
        part = new_event_tally(1, EVENTS)
        tally_race(seed, low, high, block, task, *part)
        return part

    return tally


def answer(
    question: Question, *, threads: int | None = None, chunk: int | None = None
) -> tuple[EventTally, int]:
    """Simulate a question: sums and deals played. On Ctrl-C the deals done so far are the answer; none done
    raises."""
    from sims.tallies import EventTally

    done, sums = sum_some(tally_of(question), question.request.deals, threads=threads, chunk=chunk)
    return EventTally(*sums), done


def odds(request: OddsRequest) -> tuple[Report, bool]:
    """The chance of the own side to win 1 to 5 tricks and the game, and the expected score."""
    return work(request).answer(request.threads)


def work(request: OddsRequest) -> Work:
    """The work of `odds`."""
    question = question_of(request)
    turned = ""
    if question.turn_up is not None:
        turned = f", turned up {format_hand([question.turn_up], unicode=request.unicode)}"
    request.say(f"hand {format_hand(question.hand, unicode=request.unicode)}{turned}")
    say_known(question.known, request.deals, request.say)

    def report(done: int, sums: list[Int64Array]) -> Report:
        from analyzer.faces.race_report import race_report
        from sims.tallies import EventTally

        return race_report(question, EventTally(*sums), done)

    return Work(request.deals, lambda: tally_of(question), report, "race.tally_race")


def records(request: TraceRequest) -> Iterator[dict[str, Any]]:
    """The records of some deals, from the given scores each; the side of seat 0 has the player of --policy."""
    from analyzer.faces.race_records import play_records

    refuse_options(request, ("turn_up",), ())
    yield from play_records(request)
