"""Da Bai Fen: a hand and a trump suit give the chance of each row of the level table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.checks import check_seat, note_compiling
from analyzer.faces.da_bai_fen_levels import parse_levels, parse_rank
from analyzer.faces.da_bai_fen_text import transcript
from analyzer.faces.odd_options import refuse_options
from analyzer.knowing.hidden import of_da_bai_fen
from analyzer.knowing.known import known_of, say_known
from analyzer.notation import format_hand, parse_cards, parse_suit
from analyzer.request import OddsRequest, TraceRequest
from analyzer.work import Work
from sims.cards import RANKS, SUITS
from sims.errors import Refused
from sims.games import da_bai_fen as game

if TYPE_CHECKING:
    from analyzer.knowing.known import Known
    from reports.report import Report
    from sims.tables import Int64Array
    from sims.tallies import EventTally

__all__ = ["odds", "records", "transcript", "work"]

SEATS = 4


@dataclass(frozen=True)
class Question:
    """A hand and the trump suits asked about; levels: promotions of the own and the other side."""

    request: OddsRequest
    hand: tuple[str, ...]
    trumps: tuple[str, ...]
    seat: int
    declarer: int
    levels: tuple[int, int]
    rank: int
    known: Known | None = None

    @property
    def declares(self) -> bool:
        """The own side is the declaring one."""
        return (self.seat - self.declarer) % 2 == 0


def question_of(request: OddsRequest) -> Question:
    """A request held against the rules; `Refused` names what cannot be."""
    rules = request.rules
    refuse_options(request, ("levels", "rank", "declarer"), ("bids",))
    if request.hand is None:
        raise Refused(f"--hand is missing: name the {game.hand_size(rules)} cards you hold")
    seat = check_seat("--seat", request.seat, SEATS, 0)
    declarer = _declarer(request, seat)
    side = (declarer - seat) % 2  # 0 the own side
    levels = parse_levels(rules, request.extras.get("levels"), request.score)
    named = request.extras.get("rank")
    rank = game.rank_of_level(levels[side])
    if named is not None:
        rank = parse_rank(named)
        given = request.extras.get("levels") or request.score
        if given and rank != game.rank_of_level(levels[side]) and not _names_rank(request):
            raise Refused(
                f"--rank {RANKS[rank]} is not the trump rank at level {levels[side]}, which is "
                f"{RANKS[game.rank_of_level(levels[side])]}: leave --rank or --levels out"
            )
        if not given and not _names_rank(request):
            levels = (rank, 0) if side == 0 else (0, rank)
            game.check_levels(rules, levels)
    hand = parse_cards(request.hand, game.deck(rules), count=game.hand_size(rules))
    trumps = tuple(dict.fromkeys(parse_suit(text) for text in request.trumps)) or tuple(reversed(SUITS))
    suit = trumps[0] if len(trumps) == 1 else None
    known = None
    if request.know is not None:
        known = known_of(request.know, of_da_bai_fen(rules, seat, hand, rank=rank, trump=suit))
    return Question(
        request=request,
        hand=hand,
        trumps=trumps,
        seat=seat,
        declarer=declarer,
        levels=levels,
        rank=rank,
        known=known,
    )


def _names_rank(request: OddsRequest) -> bool:
    """Under these rules a dealer may name the rank."""
    return game.lays_open(request.rules) or request.rules.word("draw_at_40") == "on"


def _declarer(request: OddsRequest, seat: int) -> int:
    """The declarer is the dealer, or took over the deal; by default the own seat."""
    named = request.extras.get("declarer")
    dealer = None if request.dealer is None else check_seat("--dealer", request.dealer, SEATS, 0)
    if named is None:
        return seat if dealer is None else dealer
    if not named.isdecimal():
        raise Refused(f"--declarer takes a seat, 0 to {SEATS - 1}, not {named!r}")
    declarer = check_seat("--declarer", int(named), SEATS, 0)
    if dealer not in (None, declarer):
        raise Refused(
            f"--dealer {dealer} and --declarer {declarer} differ, but the declarer is the dealer or has taken "
            "over the deal: leave --dealer out"
        )
    return declarer


def _task(question: Question) -> Int64Array:
    import numpy as np

    from sims import sets_blocks as blocks
    from sims.cards import mask_of
    from sims.players import policy_code

    task = np.zeros(blocks.TASK_SIZE, np.int64)
    task[blocks.DECLARER], task[blocks.RANK] = question.declarer, question.rank
    task[blocks.POLICY_OURS] = policy_code(question.request.policy)
    task[blocks.POLICY_THEIRS] = policy_code(question.request.defence)
    task[blocks.KNOWN + question.seat] = mask_of(question.hand)
    return task


def tally_of(question: Question) -> Callable[[int, int], EventTally]:
    """The function that plays the deals low..high-1 of a question."""
    import numpy as np

    from analyzer.faces.da_bai_fen_records import rules_block
    from sims.fitting import with_knowledge
    from sims.seeds import master_seed
    from sims.sets_blocks import DEAL_KNOWN, KNOWLEDGE
    from sims.sets_tally import tally_trumps
    from sims.tallies import new_event_tally

    request, rules = question.request, question.request.rules
    block = rules_block(rules, request.policy, request.defence)
    if question.known is not None:
        block = with_knowledge(block, question.known.knowledge, KNOWLEDGE, DEAL_KNOWN)
    task, seed = _task(question), np.uint64(master_seed(request.seed))
    trumps = np.array([SUITS.index(suit) for suit in question.trumps], np.int64)
    events = len(game.level_table(rules)) + 1

    def tally(low: int, high: int) -> EventTally:
        part = new_event_tally(len(trumps), events)
        tally_trumps(seed, low, high, block, task, trumps, question.seat, part)
        return part

    return tally


def odds(request: OddsRequest) -> tuple[Report, bool]:
    """The chance of every row of the level table and the expected level change, by trump suit."""
    return work(request).answer(request.threads)


def work(request: OddsRequest) -> Work:
    """The work of `odds`."""
    question = question_of(request)
    request.say(f"hand {format_hand(question.hand, unicode=request.unicode)}")
    say_known(question.known, request.deals, request.say)

    def report(done: int, sums: list[Int64Array]) -> Report:
        from analyzer.faces.da_bai_fen_report import levels_report
        from sims.tallies import EventTally

        return levels_report(question, EventTally(*sums), done)

    return Work(request.deals, lambda: tally_of(question), report, "sets_tally.tally_trumps", "half a minute")


def records(request: TraceRequest) -> Iterator[dict[str, Any]]:
    """The records of some deals, from the given levels each."""
    from analyzer.faces.da_bai_fen_records import play_records, table_of

    refuse_options(request, ("levels", "first_hand", "after_draw"), ())
    table = table_of(request)
    note_compiling("sets_tally.log_hands", request.say, "half a minute")
    yield from play_records(request, table)
