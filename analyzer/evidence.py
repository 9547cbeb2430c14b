"""The auction so far as evidence: which layouts go with what was called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.calling import parse_auction
from analyzer.knowing.known import share_text
from analyzer.odds import Question, block_of, task_of
from analyzer.pool import Tally
from analyzer.request import OddsRequest
from sims.auction import Auction
from sims.errors import Refused
from sims.profiles import Profile
from sims.seeds import master_seed

if TYPE_CHECKING:
    from sims.bidding import Float64Array
    from sims.evidence import Picks, Weigh


@dataclass(frozen=True)
class Heard:
    """The calls made so far, of kernel seats, and how those who made them bid."""

    auction: Auction
    profile: Profile

    @property
    def text(self) -> str:
        """The calls, from the left of the dealer on."""
        return " ".join(call for _, call in self.auction.calls)


def heard_of(request: OddsRequest, question: Question) -> Heard | None:
    """What was called before a question, held against the rules; None without an auction."""
    if request.auction is None:
        return None
    at_table = question.game.seating(question.rules)
    auction = parse_auction(request.auction, question.game, question.rules, at_table, question.dealer)
    own = at_table.active.index(question.seat)
    if auction.over and auction.bidder != own:
        declares = (
            "all have passed"
            if auction.bidder is None
            else f"seat {at_table.active[auction.bidder]} declares"
        )
        raise Refused(
            f"--auction: the auction is over and {declares}: seat {question.seat} has no contract to ask about"
        )
    if own in auction.out:
        raise Refused(f"--auction: seat {question.seat} is out of the auction: it can make no more bids")
    assert request.bidders is not None
    return Heard(auction, Profile(**request.bidders))


def weigh_of(question: Question, heard: Heard) -> Weigh:
    """How likely the calls of the others are with the deals of a question."""
    from sims.bidding import calling_of, codes_of, weigh_calls
    from sims.blocks import KNOWN
    from sims.deals import deal_batch
    from sims.strengths import hand_chances

    game, rules = question.game, question.rules
    at_table = game.seating(rules)
    seats = len(at_table.active)
    own, dealer = at_table.active.index(question.seat), at_table.active.index(question.dealer)
    block, known = block_of(question), task_of(question)
    calling = calling_of(
        heard.auction.rules, [at_table.partners(seat) for seat in range(seats)], heard.profile
    )
    codes = codes_of(heard.auction.rules, [call for _, call in heard.auction.calls])
    seed = master_seed(question.seed)

    def weigh(low: int, high: int) -> Float64Array:
        hands, _, _ = deal_batch(block, seed, low, high, known[KNOWN : KNOWN + seats])
        chances = hand_chances(game, rules, hands, dealer).max(axis=2)
        return weigh_calls(calling, dealer, chances, codes, own)

    return weigh


def picks_of(question: Question, say: Callable[[str], None]) -> Picks | None:
    """The deals of a question that go with the calls heard, and a word on how many do; None without an auction."""
    from sims.evidence import FEW, pick_deals

    if question.heard is None:
        return None
    picks = pick_deals(weigh_of(question, question.heard), master_seed(question.seed), question.deals)
    effective = picks.effective(question.deals)
    say(
        f"auction {question.heard.text or '(no call yet)'}: the other seats call so in {share_text(picks.share)} of "
        f"all deals ({question.heard.profile.name} bidders); {effective:,.0f} effective deals"
    )
    if effective < FEW:
        say(f"warning: fewer than {FEW} effective deals, so the odds are rough: ask for more with -n")
    return picks


def picked(tally: Tally, picks: Picks | None) -> Tally:
    """A tally over picks instead of deals."""
    from sims.evidence import add_picks

    if picks is None:
        return tally
    return lambda low, high: add_picks(picks, low, high, lambda first, last: list(tally(first, last)))
