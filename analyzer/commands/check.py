"""`bidodds check FILE`: the referee."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from analyzer.options import Output, Quiet

File = Annotated[
    str, typer.Argument(metavar="FILE", help="Hand records, one JSON object a line; - reads standard input.")
]
CheckFormat = Annotated[
    str | None, typer.Option("--format", "-f", metavar="FORMAT", help="text or json (default: text).")
]


def command(file: File, format: CheckFormat = None, output: Output = None, quiet: Quiet = False) -> int:
    """Referee hand records: the first illegal act of the file is named by line, deal, trick and card."""
    from analyzer.output import check_output, say, write_text
    from analyzer.referee import Fault, check_lines
    from sims.errors import Refused

    check_output(output)
    if format not in (None, "text", "json"):
        raise Refused(f"there is no format {format!r} here: the formats are text, json")
    count, faults = 0, list[Fault]()
    try:
        with sys.stdin if file == "-" else Path(file).open(encoding="utf-8") as lines:
            for fault in check_lines(lines):
                count += 1
                if fault is not None:
                    faults.append(fault)
    except OSError as error:
        raise Refused(f"records {file!r} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise Refused(f"records {file!r} are not UTF-8 text: {error}") from None
    if count == 0:
        raise Refused(f"records {file!r}: there is no record in it; one JSON object a line is wanted")
    if format == "json":
        listed = [
            {"line": f.line, "deal": f.deal, "trick": f.trick, "card": f.card, "text": f.text} for f in faults
        ]
        answer = {"schema": "bidodds.check/1", "records": count, "illegal": len(faults), "faults": listed}
        write_text(json.dumps(answer, ensure_ascii=False, indent=1) + "\n", output)
    elif not faults:
        write_text(f"{count:,} {'record' if count == 1 else 'records'}, all legal\n", output)
    if faults:
        others = f" ({len(faults)} of {count:,} records are illegal)" if len(faults) > 1 else ""
        say(f"{faults[0]}{others}")
        return 3
    return 0
