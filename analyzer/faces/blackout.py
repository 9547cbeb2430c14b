"""Partnership Blackout: a hand gives the chance and the worth of every call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyzer.calling import parse_circuit
from analyzer.checks import check_seat, note_compiling, parse_scores
from analyzer.evidence import picked, picks_for
from analyzer.faces.blackout_text import transcript
from analyzer.faces.odd_options import refuse_options
from analyzer.knowing.hidden import of_tables
from analyzer.knowing.known import known_of, say_known
from analyzer.notation import format_hand, parse_cards
from analyzer.pool import sum_some
from analyzer.request import OddsRequest, TraceRequest
from analyzer.work import Work
from sims.errors import Refused
from sims.games import blackout as game
from sims.profiles import CountProfile
from sims.seating import all_play, pairs
from sims.sheets import Rules, nearest

if TYPE_CHECKING:
    from analyzer.knowing.known import Known
    from reports.report import Report
    from sims.bidding import Float64Array
    from sims.blackout_calls import Auction
    from sims.blackout_play import CallTally
    from sims.evidence import Picks, Weigh
    from sims.tables import Int64Array

__all__ = ["Answer", "Question", "answer", "odds", "question_of", "records", "transcript", "work"]

SEATS = 4
TAKEN = ("partner_bid", "opponents_bid")


@dataclass(frozen=True)
class Heard:
    """The calls made so far and how those who made them call."""

    auction: Auction
    profile: CountProfile

    @property
    def text(self) -> str:
        """The calls, from the left of the dealer on."""
        return " ".join(call for _, call in self.auction.calls)


@dataclass(frozen=True)
class Question:
    """A hand and the calls asked about; partner: what he has called, theirs: what the others have undertaken
    together, each None if it is left open, as `theirs` is with an auction heard."""

    request: OddsRequest
    hand: tuple[str, ...]
    calls: tuple[str, ...]
    seat: int
    dealer: int
    partner: str | None
    theirs: str | None
    scores: tuple[int, ...]
    known: Known | None = None
    heard: Heard | None = None
    picks: Picks | None = None  # the deals that go with what was heard

    @property
    def skipped(self) -> bool:
        """The partner's call leaves this seat none."""
        return self.partner in (game.NIL, game.BOARD)


@dataclass(frozen=True)
class Answer:
    """Sums for `calls`, which are those asked about and the number of the rules player, over those of `deals`
    deals that have hands for the calls already made.

    effective: the effective sample size, less than `found` where some deals count several times; None: all count
    once.
    """

    question: Question
    calls: tuple[str, ...]
    own_number: int
    deals: int
    tally: CallTally
    complete: bool = True
    effective: float | None = None

    @property
    def found(self) -> int:
        """Deals in the sums."""
        return int(self.tally.tricks[0].sum())


def call_texts(rules: Rules) -> tuple[str, ...]:
    """The calls that odds are for."""
    return (*map(str, game.numbers(rules)), game.NIL, game.BOARD)


def question_of(request: OddsRequest) -> Question:
    """A request held against the rules; `Refused` names what cannot be."""
    rules = request.rules
    if request.trumps:
        raise Refused("blackout takes no --trump: spades are always trump, leave it out")
    refuse_options(request, TAKEN, ())
    seat = check_seat("--seat", request.seat, SEATS, 0)
    dealer = check_seat("--dealer", request.dealer, SEATS, SEATS - 1)
    if request.hand is None:
        raise Refused("--hand is missing: name the 13 cards you hold")
    named = parse_scores(request.score)
    scores = named if seat % 2 == 0 else named[::-1]
    game.check_scores(rules, scores)
    heard = _heard(request, seat, dealer)
    said = request.extras.get("partner_bid") if heard is None else heard.auction.called(seat ^ 2)
    partner = _partner(rules, said)
    calls = tuple(dict.fromkeys(_call(rules, "--bid", text) for text in request.bids))
    if partner in (game.NIL, game.BOARD):
        if any(call != partner for call in calls):
            raise Refused(f"your partner's {partner} leaves you no call: leave --bid out")
        calls = (partner,)
    hand = parse_cards(request.hand, game.deck(rules), count=game.hand_size(rules))
    hidden = of_tables(rules, game.tables(rules), all_play(pairs(SEATS)), seat, hand, trump="S")
    return Question(
        request=request,
        hand=hand,
        calls=calls or call_texts(rules),
        seat=seat,
        dealer=dealer,
        partner=partner,
        theirs=_theirs(rules, request.extras.get("opponents_bid")),
        scores=scores,
        known=known_of(request.know, hidden),
        heard=heard,
    )


def _heard(request: OddsRequest, seat: int, dealer: int) -> Heard | None:
    """What was called before the question; None without an auction."""
    if request.auction is None:
        return None
    for name in TAKEN:
        if name in request.extras:
            raise Refused(f"--auction says what has been called: leave --{name.replace('_', '-')} out")
    auction = parse_circuit(request.auction, request.rules, dealer)
    own = auction.called(seat)
    if own is not None:
        raise Refused(f"--auction: seat {seat} has called {own} already: there is no call to ask about")
    assert request.bidders is not None
    return Heard(auction, CountProfile(**request.bidders))


def _call(rules: Rules, option: str, text: str) -> str:
    texts, call = call_texts(rules), text.strip().lower()
    if call not in texts:
        raise Refused(
            f"{option} {text!r} is no call of blackout ({rules.variant}): the calls are {', '.join(texts)}"
            + nearest(call, texts)
        )
    return call


def _partner(rules: Rules, text: str | None) -> str | None:
    if text is None:
        return None
    if text.strip().lower() == game.PASS and not game.personal_nil(rules):
        raise Refused("a partner who passes leaves your side no contract: there is no call to ask about")
    return _call(rules, "--partner-bid", text)


def _theirs(rules: Rules, text: str | None) -> str | None:
    """What the other side has undertaken: the sum of its numbers, or another contract of both."""
    if text is None:
        return None
    word, translated = text.strip().lower(), not game.personal_nil(rules)
    if word in (game.BOARD, game.NIL) or (translated and word == game.PASS):
        return word
    low = 2 * game.numbers(rules)[0]
    if not (word.isascii() and word.isdigit() and len(word) < 3 and low <= int(word) <= 24):
        others = "board, nil or pass" if translated else "board or nil"
        raise Refused(f"--opponents-bid takes the sum of two numbers, {low} to 24, {others}, not {text!r}")
    return str(min(12, int(word)))


def _task(question: Question) -> Int64Array:
    from sims import blocks
    from sims.cards import mask_of
    from sims.players import policy_code

    codes = (policy_code(question.request.policy), policy_code(question.request.defence))
    allies = 0b0101 if question.seat % 2 == 0 else 0b1010
    task = blocks.new_task(SEATS, question.seat, question.dealer, allies, codes)
    task[blocks.KNOWN + question.seat] = mask_of(question.hand)
    return task


def partner_is_known(question: Question) -> bool:
    """Whether the partner's call tells about his hand: the rules player would not open with a nil of both."""
    translated = not game.personal_nil(question.request.rules)
    return question.partner is not None and not (translated and question.partner == game.NIL)


def _code(call: str) -> int:
    from sims.tricks_tables import BOARD, NIL, PASS

    return {game.NIL: NIL, game.BOARD: BOARD, game.PASS: PASS}.get(call) or int(call)


@dataclass(frozen=True)
class _Asked:
    """The calls that are tallied, and the number of the rules player among them."""

    block: Int64Array
    calls: tuple[str, ...]
    own_number: int


def _asked(question: Question) -> _Asked:
    from sims.blackout_calls import own_number
    from sims.blocks import DEAL_KNOWN, KNOWLEDGE
    from sims.cards import mask_of
    from sims.fitting import with_knowledge
    from sims.players import read_weights
    from sims.tricks_tables import pack

    request, named = question.request, question.calls
    block = pack(request.rules, read_weights(request.rules.game))
    if question.known is not None:
        block = with_knowledge(block, question.known.knowledge, KNOWLEDGE, DEAL_KNOWN)
    number = own_number(block, mask_of(question.hand))
    shown = next((int(call) for call in named if call.isdigit()), number) if request.bids else number
    calls = named if question.skipped or str(shown) in named else (*named, str(shown))
    return _Asked(block, calls, shown)


def tally_of(question: Question) -> Callable[[int, int], CallTally]:
    """The function that plays the deals low..high-1 of a question."""
    import numpy as np

    from sims.blackout_play import AS_HEARD, BY_RULES, CallTally, tally_calls
    from sims.blackout_search import allow_search
    from sims.players import searches
    from sims.seeds import master_seed

    request, asked = question.request, _asked(question)
    block, calls = asked.block, asked.calls
    if searches(request.policy, request.defence):
        allow_search(block)
    task, seed = _task(question), np.uint64(master_seed(request.seed))
    codes = np.array([_code(call) for call in calls], np.int64)
    partner = BY_RULES if question.partner is None or question.skipped else int(question.partner)
    theirs = BY_RULES if question.theirs is None else _code(question.theirs)
    said = _code(question.partner) if question.partner and partner_is_known(question) else BY_RULES
    spoken = np.full(SEATS, BY_RULES, np.int64)
    if question.heard is not None:
        said = AS_HEARD
        for who, call in question.heard.auction.calls:
            spoken[who] = _code(call)
    caller = question.seat ^ 2
    bidder = caller if question.skipped else question.seat

    def tally(low: int, high: int) -> CallTally:
        cells = len(calls)
        part = CallTally(
            np.zeros(cells, np.int64),
            np.zeros((cells, 14), np.int64),
            np.zeros(cells, np.int64),
            np.zeros((cells, cells), np.int64),
        )
        tally_calls(seed, low, high, block, task, bidder, codes, partner, caller, said, theirs, spoken, part)
        return part

    return tally


def weigh_of(question: Question, heard: Heard) -> Weigh:
    """How likely the calls of the others are with the deals of a question."""
    from sims.blackout_bidding import codes_of, count_calling, hands_of, weigh_counts
    from sims.blocks import KNOWN
    from sims.deals import deal_batch
    from sims.seeds import master_seed

    block, known = _asked(question).block, _task(question)[KNOWN : KNOWN + SEATS]
    calling = count_calling(question.request.rules, heard.profile)
    codes = codes_of([call for _, call in heard.auction.calls])
    seed = master_seed(question.request.seed)

    def weigh(low: int, high: int) -> Float64Array:
        hands, _, _ = deal_batch(block, seed, low, high, known)
        return weigh_counts(calling, question.dealer, hands_of(block, hands), codes, question.seat)

    return weigh


def picked_for(question: Question) -> Question:
    """The question with the deals that go with the calls heard, if there are any."""
    request, heard = question.request, question.heard
    if heard is None:
        return question
    weigh, name = weigh_of(question, heard), heard.profile.name
    picks = picks_for(weigh, request.seed, request.deals, heard.text, name, request.say, request.threads)
    return replace(question, picks=picks)


def answer_of(question: Question, done: int, sums: Sequence[Int64Array]) -> Answer:
    """The answer from the sums of a tally over the first deals, or picks."""
    from sims.blackout_play import CallTally

    asked, picks = _asked(question), question.picks
    return Answer(
        question,
        asked.calls,
        asked.own_number,
        picks.weight(done) if picks else done,
        CallTally(*sums),
        complete=done == question.request.deals,
        effective=picks.effective(done) if picks else None,
    )


def answer(question: Question, *, threads: int | None = None, chunk: int | None = None) -> Answer:
    """Simulate a question. On Ctrl-C the deals done so far are the answer; none done raises."""
    tally = picked(tally_of(question), question.picks)
    done, sums = sum_some(tally, question.request.deals, threads=threads, chunk=chunk)
    return answer_of(question, done, sums)


def odds(request: OddsRequest) -> tuple[Report, bool]:
    """The chance and the expected score of every call, and the tricks of the own side."""
    return work(request).answer(request.threads)


def work(request: OddsRequest) -> Work:
    """The work of `odds`."""
    question = question_of(request)
    request.say(f"hand {format_hand(question.hand, unicode=request.unicode)}")
    say_known(question.known, request.deals, request.say)
    question = picked_for(question)
    from sims.players import searches

    if searches(request.policy, request.defence) and len(question.calls) > 4:
        request.say(
            f"{len(question.calls)} calls on {request.deals:,} deals each: players who sample worlds need long for "
            "it; --bid narrows it, --fast is for a first look"
        )

    def report(done: int, sums: list[Int64Array]) -> Report:
        from sims.blackout_play import TRIES

        result = answer_of(question, done, sums)
        if not result.found:
            raise Refused(
                f"in {result.deals:,} deals with {TRIES:,} tries each nobody holds the hands for these calls: "
                "ask about others, --partner-bid, --opponents-bid or --know"
            )
        from analyzer.faces.blackout_report import calls_report

        return calls_report(result)

    return Work(
        request.deals,
        lambda: picked(tally_of(question), question.picks),
        report,
        "blackout_play.tally_calls",
        "half a minute",
    )


def records(request: TraceRequest) -> Iterator[dict[str, Any]]:
    """The records of some deals, from the given scores each; seats 0 and 2 are players of --policy."""
    from analyzer.faces.blackout_records import play_records

    refuse_options(request, (), ())
    dealer = check_seat("--dealer", request.dealer, SEATS, SEATS - 1)
    scores = parse_scores(request.score)
    game.check_scores(request.rules, scores)
    note_compiling("blackout_play.log_hands", request.say, "half a minute")
    yield from play_records(request, dealer, scores)
