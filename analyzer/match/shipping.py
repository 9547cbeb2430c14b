"""Makes the tables that come with the program: `python -m analyzer.match.shipping [GAME ...]`, all games by default.

Each is the table of the game's default rules, player `rules`, seed 1 and the usual number of hands. They are to be
made anew when the rules, the player or the way the hands are bid change.
"""

from __future__ import annotations

import sys
from pathlib import Path

from analyzer.match.chances import SEED, compute, usual_hands
from analyzer.match.rules import KINDS
from analyzer.match.store import write_table
from analyzer.output import tell
from analyzer.progress import shown
from sims.games import find_rules

POLICY = "rules"
FOLDER = Path(__file__).parent / "tables"


def main(games: list[str]) -> None:
    """Make the tables of some games."""
    for game in games or KINDS:
        path = FOLDER / f"{game}.npz"
        rules = find_rules(game)
        with shown(quiet=False):
            write_table(compute(rules, POLICY, SEED, usual_hands(rules, POLICY), tell), path)
        path.chmod(0o644)
        tell(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
