"""`bidodds games`: what can be played."""

from __future__ import annotations

from analyzer.options import Format, Output, Quiet


def command(format: Format = None, output: Output = None, quiet: Quiet = False) -> None:
    """List the games, their variants, seats and aliases."""
    from analyzer.choice import every_game
    from analyzer.output import check_output, choose_format, write_report
    from analyzer.provenance import json_header, provenance_of
    from reports.report import Report
    from reports.schema import GAMES, build

    check_output(output)
    chosen = choose_format(format, output)
    rows = [
        {
            "game": module.SHEET.game,
            "title": module.SHEET.title,
            "variant": variant,
            "seats": module.SHEET.seats,
            "aliases": ", ".join(module.SHEET.aliases),
        }
        for module in every_game()
        for variant in module.SHEET.variants
    ]
    report = Report(
        schema=GAMES,
        frame=build(GAMES, rows),
        provenance=provenance_of(None),
        header=json_header(GAMES.id, None),
        trailer={},
        title="Games and variants",
        notes=(
            "the first variant of a game is its default; `bidodds rules GAME` shows its rules and switches",
        ),
    )
    write_report(report, chosen, output, quiet=quiet)
