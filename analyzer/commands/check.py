"""`bidodds check FILE`: the referee."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

import typer

from analyzer.options import Output, Quiet
from sims.errors import Refused

File = Annotated[
    str, typer.Argument(metavar="FILE", help="Hand records, one JSON object a line; - reads standard input.")
]
CheckFormat = Annotated[
    str | None, typer.Option("--format", "-f", metavar="FORMAT", help="text or json (default: text).")
]


def command(file: File, format: CheckFormat = None, output: Output = None, quiet: Quiet = False) -> int:
    """Referee hand records: who did what against the rules.

    The first illegal act of each record is named by line, deal, trick and card, the first of the file on
    standard error, too.
    """
    from analyzer.output import check_output, choose_format, tell, write_lines
    from analyzer.referee import Fault, check_lines

    check_output(output)
    chosen = choose_format(format, output, ("text", "json"))
    count, faults = 0, list[Fault]()
    for fault in check_lines(_lines(file)):
        count += 1
        if fault is not None:
            faults.append(fault)
    if count == 0:
        raise Refused(f"records {file!r}: there is no record in it; one JSON object a line is wanted")
    if chosen == "json":
        listed = [
            {"line": f.line, "deal": f.deal, "trick": f.trick, "card": f.card, "text": f.text} for f in faults
        ]
        answer = {"schema": "bidodds.check/1", "records": count, "illegal": len(faults), "faults": listed}
        write_lines([json.dumps(answer, indent=1)], output)
    elif faults:
        write_lines(map(str, faults), output)
    else:
        write_lines([f"{count:,} {'record' if count == 1 else 'records'}, all legal"], output)
    if faults:
        others = f" ({len(faults):,} of {count:,} records are illegal)" if len(faults) > 1 else ""
        tell(f"{faults[0]}{others}")
        return 3
    return 0


def _lines(file: str) -> Iterator[str]:
    """The lines of a file in UTF-8; `Refused` names what cannot be read."""
    try:
        with _opened(file) as source:
            for number, line in enumerate(source, 1):
                try:
                    yield line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    byte = f"0x{line[error.start]:02x}"
                    raise Refused(f"records {file!r}, line {number}: byte {byte} is no UTF-8 text") from None
    except OSError as error:
        raise Refused(f"records {file!r} cannot be read: {error.strerror or error}") from None


def _opened(file: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    if file != "-":
        return Path(file).open("rb")
    if sys.stdin is None:
        raise Refused("standard input is closed: name a file of records")
    return contextlib.nullcontext(sys.stdin.buffer)
