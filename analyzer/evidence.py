"""The auction so far as evidence: which layouts go with what was called."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyzer.calling import parse_auction
from analyzer.knowing.known import share_text
from analyzer.odds import Question, block_of, task_of
from analyzer.pool import Tally, cores
from analyzer.progress import meter
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


def weighed_in_threads(weigh: Weigh, wanted: int, lanes: int) -> Generator[tuple[int, Float64Array]]:
    """The weights of one batch after another, each weighed in one of some threads."""
    from sims.evidence import BATCH, batches_of

    begun: deque[tuple[int, Future[Float64Array]]] = deque()
    with ThreadPoolExecutor(lanes) as pool:
        try:
            for low in batches_of(wanted):
                begun.append((low, pool.submit(weigh, low, low + BATCH)))
                if len(begun) > lanes:
                    first, weights = begun.popleft()
                    yield first, weights.result()
            for first, weights in begun:
                yield first, weights.result()
        finally:
            pool.shutdown(cancel_futures=True)


def search(weigh: Weigh, seed: int, wanted: int, threads: int | None) -> Picks:
    """`pick_deals` in threads; on a terminal a line shows how far it is."""
    from contextlib import closing

    from sims.evidence import pick_deals

    line = meter()

    def watch(layouts: int, found: int) -> None:
        if line:
            line.write(
                f"{layouts:,} layouts looked at, {min(found, wanted):,} of {wanted:,} deals go with the calls"
            )

    try:
        with closing(weighed_in_threads(weigh, wanted, threads or cores())) as weights:
            return pick_deals(weights, seed, wanted, watch)
    finally:
        if line:
            line.wipe()


def picks_for(
    weigh: Weigh,
    seed: int | str,
    deals: int,
    calls: str,
    profile: str,
    say: Callable[[str], None],
    threads: int | None,
) -> Picks:
    """So many deals that go with some calls, by the name of the profile, and a word on how many do."""
    from sims.evidence import FEW

    picks = search(weigh, master_seed(seed), deals, threads)
    effective = picks.effective(deals)
    say(
        f"auction {calls or '(no call yet)'}: the other seats call so in {share_text(picks.share)} of "
        f"all deals ({profile} bidders); {effective:,.0f} effective deals"
    )
    if effective < FEW:
        say(f"warning: fewer than {FEW} effective deals, so the odds are rough: ask for more with -n")
    return picks


def picks_of(question: Question, say: Callable[[str], None], threads: int | None) -> Picks | None:
    """The deals of a question that go with the calls heard, and a word on how many do; None without an auction."""
    heard = question.heard
    if heard is None:
        return None
    weigh = weigh_of(question, heard)
    return picks_for(weigh, question.seed, question.deals, heard.text, heard.profile.name, say, threads)


def picked(tally: Tally, picks: Picks | None) -> Tally:
    """A tally over picks instead of deals."""
    from sims.evidence import add_picks

    if picks is None:
        return tally
    return lambda low, high: add_picks(picks, low, high, lambda first, last: list(tally(first, last)))
