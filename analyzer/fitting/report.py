"""A fit in words."""

from __future__ import annotations

from pathlib import Path

from sims.instant import ModelFile


def error_table(file: ModelFile) -> list[str]:
    """The errors on held-out hands as a Markdown table."""
    about = file.about
    lines = [
        "| bid | hands | root mean square | bias | slope | score: root mean square | bias |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for bid, error in about["held_out"].items():
        lines.append(
            f"| {bid} | {error['hands']} | {error['rms']:.1f} | {error['bias']:+.1f} ± {error['bias_error']:.1f} "
            f"| {error['slope']:.3f} | {error['score_rms']:.1f} | {error['score_bias']:+.1f} |"
        )
    return lines


def report_of(file: ModelFile, path: Path) -> str:
    """The report of a fit."""
    about = file.about
    return "\n".join(
        [
            f"{about['game']}: {about['weak_labels']:,} hands by rules, {about['strong_labels']:,} by "
            f"{about['player']}, seed {about['seed']}",
            f"on held-out hands, {about['layouts']} layouts each by {about['judge']}, in points of P(make), sampling "
            "noise taken off:",
            "",
            *error_table(file),
            "",
            f"written: {path}",
        ]
    )
