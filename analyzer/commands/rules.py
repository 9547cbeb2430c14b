"""`bidodds rules GAME`: the resolved rule sheet."""

from __future__ import annotations

import shutil

from analyzer.options import Format, Game, Output, Quiet, Settings, Sheet, Variant


def command(
    game: Game,
    variant: Variant = None,
    set: Settings = None,
    rules: Sheet = None,
    format: Format = None,
    output: Output = None,
    quiet: Quiet = False,
) -> None:
    """Show the rules of a game with their sources, and every switch."""
    from analyzer.choice import choose_rules
    from analyzer.output import check_output, choose_format, write_report
    from analyzer.provenance import json_header, provenance_of
    from reports.report import Report
    from reports.schema import RULES, build

    check_output(output)
    chosen = choose_format(format, output)
    _, resolved = choose_rules(game, variant, set, rules)
    sheet = resolved.sheet
    named = {rule.switch for rule in sheet.rules}
    rows = [
        {
            "rule": rule.number,
            "text": rule.text,
            "source": rule.source,
            "switch": rule.switch,
            "value": str(resolved.values[rule.switch]) if rule.switch else "",
            "choices": sheet.switch(rule.switch).describe() if rule.switch else "",
        }
        for rule in sheet.rules
    ]
    rows += [
        {
            "rule": "",
            "text": switch.text,
            "source": "",
            "switch": switch.name,
            "value": str(resolved.values[switch.name]),
            "choices": switch.describe(),
        }
        for switch in sheet.switches
        if switch.name not in named
    ]
    variants = "; ".join(f"{name}: {sheet.variant_texts[name]}" for name in sheet.variants)
    report = Report(
        schema=RULES,
        frame=build(RULES, rows),
        provenance=provenance_of(resolved),
        header=json_header(
            RULES.id, resolved, title=sheet.title, deck=sheet.deck, rules_version=sheet.version
        ),
        trailer={},
        title=f"{sheet.title}: rules of variant {resolved.variant}",
        notes=(
            f"variants: {variants}",
            "source: seed = the page the project began with; original = the game's own or another public source; "
            "gap = nobody says it, our choice",
        ),
    )
    width = max(80, min(160, shutil.get_terminal_size((110, 24)).columns))
    write_report(report, chosen, output, quiet=quiet, width=width)
