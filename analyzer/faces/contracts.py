"""Games of one contract with a declarer: a hand, a trump and a bid give P(make)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analyzer import pot
from analyzer.checks import check_seat, note_compiling, parse_scores
from analyzer.evidence import heard_of, picked, picks_of
from analyzer.faces.odd_options import refuse_options
from analyzer.faces.transcript import transcript
from analyzer.knowing.hidden import of_tables
from analyzer.knowing.known import known_of, say_known
from analyzer.notation import format_hand, parse_cards, parse_suit
from analyzer.odds import (
    ANY,
    Bracket,
    Question,
    answer_of,
    bids_of,
    bracket_of,
    check_bracket,
    tally_of,
    trumps_of,
)
from analyzer.pool import Tally
from analyzer.request import OddsRequest, TraceRequest
from analyzer.work import Work, joined
from sims.errors import Refused
from sims.players import searches
from sims.profiles import Profile
from sims.tables import Int64Array

if TYPE_CHECKING:
    from reports.report import Report

__all__ = ["odds", "records", "transcript", "work"]

TRACE_BATCH = 2_000
MANY = 12  # contracts that take so long that a user is told how to ask for less
SUMS = 4  # arrays of a `sims.contracts.Tally`


def question_of(request: OddsRequest) -> Question:
    """A request held against the rules; `Refused` names what cannot be."""
    game, rules = request.game, request.rules
    refuse_options(request, (), ())
    if request.hand is None:
        raise Refused(f"--hand is missing: name the {game.hand_size(rules)} cards you hold")
    at_table = game.seating(rules)
    callers = [at_table.active[k] for k in at_table.callers]
    seat = check_seat("--seat", request.seat, callers, 0)
    suits = [ANY if text.lower() == ANY else parse_suit(text) for text in request.trumps]
    question = Question(
        game=game,
        rules=rules,
        hand=parse_cards(request.hand, game.deck(rules), count=game.hand_size(rules)),
        trumps=trumps_of(rules, game.tables(rules).settings, suits),
        bids=bids_of(game, rules, request.bids),
        seat=seat,
        dealer=check_seat("--dealer", request.dealer, callers, callers[-1]),
        policy=request.policy,
        defence=request.defence,
        seed=request.seed,
        deals=request.deals,
        scores=scores_by_side(request.score, len(at_table.sides), at_table.side_of(seat) or 0),
    )
    game.check_scores(rules, question.scores)
    question = replace(question, heard=heard_of(request, question))
    if request.know is None:
        return question
    suit = question.trumps[0] if len(question.trumps) == 1 and question.trumps[0] != ANY else None
    hidden = of_tables(
        rules,
        game.tables(rules),
        at_table,
        seat,
        question.hand,
        trump=suit,
        no_trump="trump is not named: give one --trump, a suit",
    )
    return replace(question, known=known_of(request.know, hidden))


def scores_by_side(text: str | None, sides: int, own: int) -> tuple[int, ...]:
    """Scores in the order of the sides, from a text that names the own side's first and goes on in order."""
    named = parse_scores(text, sides)
    return tuple(named[(side - own) % sides] for side in range(sides))


def odds(request: OddsRequest) -> tuple[Report, bool]:
    """P(make) and expected score of every contract asked about."""
    return work(request).answer(request.threads)


def work(request: OddsRequest) -> Work:
    """The work of `odds`: the sums of the question, of its bracket, and of the share of the pot."""
    question = question_of(request)
    request.say(f"hand {format_hand(question.hand, unicode=request.unicode)}")
    say_known(question.known, question.deals, request.say)
    question = replace(question, picks=picks_of(question, request.say, request.threads))
    searching = searches(question.policy, question.defence)
    contracts = len(question.trumps) * len(question.bids)
    if searching and contracts > MANY:
        request.say(
            f"{contracts} contracts of {question.deals} deals each: players who sample worlds need a minute for it; "
            "--trump and --bid narrow it, --fast is for a first look"
        )
    if request.bracket:
        check_bracket(question)
    asked = [question, *(bracket_of(question) if request.bracket else ())]
    stakes = question.rules.variant in getattr(question.game, "POT_VARIANTS", ())

    def prepare() -> Tally:
        tallies: list[Tally] = [tally_of(each) for each in asked]
        return picked(joined([*tallies, *([pot.tally_of(question)] if stakes else [])]), question.picks)

    def report(done: int, sums: list[Int64Array]) -> Report:
        from analyzer.odds_report import odds_report

        plain, *ends = (
            answer_of(each, done, sums[SUMS * i : SUMS * (i + 1)]) for i, each in enumerate(asked)
        )
        if ends:
            plain = replace(plain, bracket=Bracket(*ends))
        shares = pot.shares_of(question, plain.deals, sums[SUMS * len(asked) :]) if stakes else None
        return odds_report(plain, request.command, shares)

    kernel = "searched._tally" if searching else "contracts.tally_contracts"
    return Work(question.deals, prepare, report, kernel)


def records(request: TraceRequest) -> Iterator[dict[str, Any]]:
    """The records of some deals, from the given scores each."""
    from analyzer.records import Recorder
    from sims.hands import play_hands
    from sims.seeds import master_seed

    game, rules = request.game, request.rules
    refuse_options(request, (), ())
    at_table = game.seating(rules)
    scores = parse_scores(request.score, len(at_table.sides))
    game.check_scores(rules, scores)
    callers = [at_table.active[k] for k in at_table.callers]
    dealer = None
    if request.dealer is not None:
        dealer = at_table.active.index(check_seat("--dealer", request.dealer, callers, 0))
    players = (request.policy, request.defence)
    bidders = request.bidders if isinstance(request.bidders, Profile) else None
    recorder = Recorder(game, rules, request.seed, scores, players)
    seed = master_seed(request.seed)
    note_compiling("searched._log" if searches(*players) else "contracts.log_contracts", request.say)
    for low in range(request.low, request.high, TRACE_BATCH):
        high = min(low + TRACE_BATCH, request.high)
        yield from recorder.records(
            play_hands(game, rules, seed, low, high, dealer, players, bidding=bidders)
        )
