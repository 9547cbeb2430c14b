"""Options as they are typed, held against a game: the question of `odds` or `duel`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType

from analyzer.calling import has_auction
from analyzer.checks import (
    MOST_DEALS,
    bidders_of,
    check_seat,
    choose_players,
    parse_seat,
    parse_seed,
    parse_whole,
    usual_deals,
    usual_player,
)
from analyzer.choice import choose_rules
from analyzer.duel import Duel, check_against, check_names
from analyzer.duels import kind_of
from analyzer.request import OddsRequest
from sims.errors import Refused
from sims.players import OPEN, searches
from sims.sheets import Rules


def odds_request(
    *,
    game: str,
    variant: str | None,
    set: list[str] | None,
    rules: Path | None,
    players: str | None,
    hand: str | None,
    trump: Sequence[str] | None,
    bid: Sequence[str] | None,
    deals: str | None,
    seat: str | None,
    dealer: str | None,
    score: str | None,
    know: str | None,
    auction: str | None,
    profile: str | None,
    policy: str | None,
    defence: str | None,
    fast: bool,
    bracket: bool,
    seed: str,
    extras: dict[str, str | None],
    command: str,
    unicode: bool,
    say: Callable[[str], None],
) -> OddsRequest:
    """The request of `odds`; extras: the options of single games by name."""
    module, resolved = choose_rules(game, variant, set, rules, players)
    ours, theirs = choose_players(policy, defence, fast=fast, game=module, usual=usual_player(module))
    usual = usual_deals(_questions(module, resolved, trump or (), bid or ()), ours, theirs)
    request = OddsRequest(
        game=module,
        rules=resolved,
        hand=hand,
        trumps=tuple(name.strip() for name in trump or ()),
        bids=tuple(name.strip() for name in bid or ()),
        seat=parse_seat("--seat", seat),
        dealer=parse_seat("--dealer", dealer),
        score=score,
        policy=ours,
        defence=theirs,
        seed=parse_seed(seed),
        deals=parse_whole("-n", str(usual) if deals is None else deals, 1, MOST_DEALS),
        threads=None,
        command=command,
        unicode=unicode,
        say=say,
        bracket=bracket,
        know=know,
        auction=auction,
        bidders=bidders_of(profile, auction is not None, resolved.game),
        extras={name: text for name, text in extras.items() if text is not None},
    )
    if bracket and OPEN not in module.SEARCHED:
        raise Refused(f"{resolved.game} has no --bracket: no player who sees all hands plays it")
    if auction is not None and not has_auction(module):
        raise Refused(f"{resolved.game} has no auction: leave --auction out")
    return request


def _questions(game: ModuleType, rules: Rules, trumps: Sequence[str], bids: Sequence[str]) -> int:
    """Hands that are played on each deal: one for each contract, or call, that is asked about."""
    if hasattr(game, "bids"):
        return (len(trumps) or 4) * (len(bids) or len(game.bids(rules)))
    if rules.game == "blackout":
        from analyzer.faces.blackout import call_texts

        return len(bids) or len(call_texts(rules))
    return len(bids or trumps) or 1


def duel_of(
    *,
    game: str,
    variant: str | None,
    set: list[str] | None,
    rules: Path | None,
    players: str | None,
    names: Sequence[str],
    bid: Sequence[str] | None,
    deals: str | None,
    against: str | None,
    dealer: str | None,
    seed: str,
) -> Duel:
    """The duel of `duel`."""
    module, resolved = choose_rules(game, variant, set, rules, players)
    kind = kind_of(resolved)
    named = check_names(names, module)
    at_table = kind.table(module, resolved)
    callers = [at_table.active[seat] for seat in at_table.callers]
    other = check_against(against, module, resolved)
    usual = "400" if searches(*named, *([other] if other else [])) else "1000"
    return Duel(
        game=module,
        rules=resolved,
        players=named,
        bids=kind.goals(module, resolved, [text.strip() for text in bid or ()]),
        against=other,
        dealer=at_table.active.index(
            check_seat("--dealer", parse_seat("--dealer", dealer), callers, callers[-1])
        ),
        seed=parse_seed(seed),
        deals=parse_whole("-n", usual if deals is None else deals, 1, MOST_DEALS),
    )
