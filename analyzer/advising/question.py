"""A command line of `advise` held against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from analyzer.advising.contracts import ContractPosition
from analyzer.advising.position import Position
from analyzer.calling import parse_auction, parse_circuit
from analyzer.checks import check_seat, parse_scores
from analyzer.evidence import Heard
from analyzer.faces.contracts import scores_by_side
from analyzer.faces.odd_options import refuse_options
from analyzer.knowing.hidden import of_tables
from analyzer.knowing.known import known_of
from analyzer.notation import parse_cards, parse_suit
from analyzer.odds import Question
from analyzer.request import OddsRequest
from sims.errors import Refused
from sims.profiles import CountProfile, Profile
from sims.seating import all_play, pairs

if TYPE_CHECKING:
    from analyzer.knowing.known import Known
    from analyzer.match.table import MatchTable


@dataclass(frozen=True)
class Turn:
    """A position and what stands above its table; seats are those of records, scores have the own side first."""

    position: Position
    hand: tuple[str, ...]
    seat: int
    dealer: int
    scores: tuple[int, ...]
    auction: str
    profile: str
    known: Known | None


def contract_turn(request: OddsRequest, match: MatchTable | None) -> Turn:
    """`turn_of` in the games with one contract."""
    game, rules = request.game, request.rules
    refuse_options(request, (), ("bids",))
    if request.hand is None:
        raise Refused(f"--hand is missing: name the {game.hand_size(rules)} cards you hold")
    at_table = game.seating(rules)
    callers = [at_table.active[k] for k in at_table.callers]
    dealer = check_seat("--dealer", request.dealer, callers, callers[-1])
    auction = parse_auction(request.auction or "", game, rules, at_table, dealer)
    turn = _turn(request, None if auction.over else at_table.active[auction.turn], callers)
    assert request.bidders is not None
    heard = Heard(auction, Profile(**request.bidders))
    if len(request.trumps) > 1:
        raise Refused("advise takes one --trump, the suit you would name; without it the best one is taken")
    trump = parse_suit(request.trumps[0]) if request.trumps else None
    question = Question(
        game=game,
        rules=rules,
        hand=parse_cards(request.hand, game.deck(rules), count=game.hand_size(rules)),
        trumps=(),
        bids=(),
        seat=turn,
        dealer=dealer,
        policy=request.policy,
        defence=request.defence,
        seed=request.seed,
        deals=request.deals,
        scores=scores_by_side(request.score, len(at_table.sides), at_table.side_of(turn) or 0),
        heard=heard,
    )
    game.check_scores(rules, question.scores)
    if request.know is not None:
        hidden = of_tables(
            rules,
            game.tables(rules),
            at_table,
            turn,
            question.hand,
            trump=trump,
            no_trump="trump is not named: give --trump, a suit",
        )
        question = replace(question, known=known_of(request.know, hidden))
    own, sides = at_table.side_of(turn) or 0, len(question.scores)
    return Turn(
        ContractPosition(question, heard, match, trump),
        question.hand,
        turn,
        dealer,
        tuple(question.scores[(own + k) % sides] for k in range(sides)),
        heard.text,
        heard.profile.name,
        question.known,
    )


def _turn(request: OddsRequest, turn: int | None, seats: Sequence[int]) -> int:
    """The seat whose turn it is, held against the one that the asker names; seats: those that play."""
    if turn is None:
        raise Refused(
            "--auction: the auction is over, there is no call left to advise; odds asks about its contract"
        )
    if check_seat("--seat", request.seat, seats, turn) != turn:
        raise Refused(f"--seat {request.seat}: after this auction it is the turn of seat {turn}")
    return turn


def blackout_turn(request: OddsRequest, match: MatchTable | None) -> Turn:
    """`turn_of` in Partnership Blackout."""
    from analyzer.advising.blackout import BlackoutPosition
    from analyzer.faces.blackout import SEATS
    from analyzer.faces.blackout import Heard as Circuit
    from sims.games import blackout as game

    rules = request.rules
    if request.trumps:
        raise Refused("blackout takes no --trump: spades are always trump, leave it out")
    refuse_options(request, (), ("bids",))
    if request.hand is None:
        raise Refused("--hand is missing: name the 13 cards you hold")
    dealer = check_seat("--dealer", request.dealer, SEATS, SEATS - 1)
    auction = parse_circuit(request.auction or "", rules, dealer)
    seat = _turn(request, auction.turn, range(SEATS))
    assert request.bidders is not None
    heard = Circuit(auction, CountProfile(**request.bidders))
    hand = parse_cards(request.hand, game.deck(rules), count=game.hand_size(rules))
    own = parse_scores(request.score)
    scores = (own[0], own[1]) if seat % 2 == 0 else (own[1], own[0])
    game.check_scores(rules, scores)
    hidden = of_tables(rules, game.tables(rules), all_play(pairs(SEATS)), seat, hand, trump="S")
    known = known_of(request.know, hidden)
    position = BlackoutPosition(
        rules, hand, seat, dealer, heard, scores, request.policy, request.defence, request.seed, match, known
    )
    return Turn(position, hand, seat, dealer, own, heard.text, heard.profile.name, known)


def turn_of(request: OddsRequest, match: MatchTable | None) -> Turn:
    """The position of a request; the own seat is the one whose turn it is. `Refused` names what cannot be."""
    return (contract_turn if hasattr(request.game, "auction") else blackout_turn)(request, match)
