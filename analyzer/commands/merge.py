"""`bidodds merge FILE...`: the answer of `odds`, `duel` or `compare` from all its shards."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from analyzer.options import Format, Output, Plot, Quiet

Files = Annotated[
    list[Path], typer.Argument(metavar="FILE...", help="What `odds`, `duel` or `compare` wrote with --shard.")
]


def command(
    files: Files, format: Format = None, output: Output = None, plot: Plot = None, quiet: Quiet = False
) -> int:
    """The answer from the shards of a question.

    Add up what all the shards counted: the answer is that of the command without --shard, byte for byte.
    """
    from analyzer.jobs import work_of
    from analyzer.output import check_output, check_plot, choose_format, say, takes_unicode
    from analyzer.running import write_answer
    from analyzer.shards import merge

    check_output(output)
    check_plot(plot)
    chosen = choose_format(format, output)
    job, sums = merge(files)
    work = work_of(job, unicode=takes_unicode(sys.stderr), say=lambda text: say(text, quiet=quiet))
    write_answer(work.report(job.deals, sums), chosen, output, plot, quiet=quiet)
    return 0
