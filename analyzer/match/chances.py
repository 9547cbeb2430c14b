"""The match table of some rules: from the cache, from the program's own, or computed."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.checks import note_compiling
from analyzer.match.outcomes import simulate_outcomes
from analyzer.match.rules import check_match, is_small, match_rules
from analyzer.match.solve import solve
from analyzer.match.store import cache_file, read_cached, read_shipped, rounded, write_table
from analyzer.match.table import MatchTable
from sims.players import searches
from sims.seeds import master_seed
from sims.sheets import Rules

HANDS, SEARCHED_HANDS = 200_000, 2_000  # if nobody says how many
BY_RANK = 2  # in Da Bai Fen so many times fewer, since they are played at each rank
SEED = 1


def usual_hands(rules: Rules, policy: str) -> int:
    """How many hands are played if nobody says; in Da Bai Fen at each rank."""
    hands = SEARCHED_HANDS if searches(policy) else HANDS
    return hands // BY_RANK if rules.game == "da-bai-fen" else hands


def chances_of(
    rules: Rules,
    policy: str = "rules",
    *,
    seed: int | str = SEED,
    hands: int | None = None,
    refresh: bool = False,
    say: Callable[[str], None] = lambda text: None,
) -> MatchTable:
    """The table of some rules in which everybody is `policy`; hands: how many are simulated, about 2,000 or more for
    a useful table; refresh: compute it anew whatever there is; say: writes a note for people.

    `Refused` for rules without match chances.
    """
    check_match(rules)
    hands = hands or usual_hands(rules, policy)
    path = cache_file(rules, policy, seed, hands)
    if not refresh:
        found = read_cached(path, rules) or read_shipped(rules, policy, seed, hands)
        if found is not None:
            return found
        if path.exists():
            say(f"the stored table {path} cannot be read; it is computed anew")
    table = compute(rules, policy, seed, hands, say)
    try:
        write_table(table, path)
    except OSError as error:
        say(f"the table cannot be stored in {path.parent} ({error.strerror}); it is computed each time")
    return table


def compute(rules: Rules, policy: str, seed: int | str, hands: int, say: Callable[[str], None]) -> MatchTable:
    """Simulate the hands and solve the match."""
    match = match_rules(rules)
    small = is_small(match)
    note_compiling("matches.sweep" if small else "matches.play_matches", say)
    each = " of each rank" if rules.game == "da-bai-fen" else ""
    say(
        f"simulating {hands:,} hands{each}"
        + (" and solving the match" if small else "")
        + "; stored for the next time"
    )
    outcomes = simulate_outcomes(rules, policy, master_seed(seed), hands)
    if not small:
        return MatchTable(rules, policy, seed, outcomes.hands, None, outcomes)
    values, residual, bound, first = solve(match, outcomes)
    chance = None if first is None else float(first[0])
    return rounded(MatchTable(rules, policy, seed, outcomes.hands, values, None, residual, bound, chance))
