"""The command `bidodds`: adds the commands, turns what goes wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from analyzer import __version__
from analyzer.commands import bench, check, games, odds, rules, trace
from sims.errors import Refused

app = typer.Typer(
    name="bidodds",
    help="The odds of making a bid in bidding card games, by simulation.",
    epilog="Exit codes: 0 done, 1 a fault of the program, 2 wrong usage, 3 input or rules that cannot be, "
    "4 precision not reached, 5 slower than the baseline, 130 interrupted.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module in (games, rules, odds, trace, check, bench):
    app.command(module.__name__.rsplit(".", 1)[-1])(module.command)

USAGE, IMPOSSIBLE, FAULT, INTERRUPTED = 2, 3, 1, 130


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if version:
        typer.echo(f"bidodds {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line with some arguments: the exit code."""
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except Refused as refusal:
        return _complain(str(refusal), IMPOSSIBLE)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _complain("the reader closed the pipe, the rest is not written", 0)
    except OSError as error:
        return _complain(f"{error.filename or 'system'}: {error.strerror or error}", FAULT)
    except Exception as error:
        return _usage_or_fault(error)
    if code == INTERRUPTED:
        return _complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else 0


def _usage_or_fault(error: Exception) -> int:
    # typer's usage errors have no public base class; they are known by what they can do.
    if not hasattr(error, "format_message"):
        if os.environ.get("BIDODDS_DEBUG"):
            raise error
        return _complain(
            f"fault of the program ({type(error).__name__}: {error}); set BIDODDS_DEBUG=1 for details", 1
        )
    message = error.format_message().strip()
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(message + "\n")
        return USAGE
    return _complain(" ".join(message.split()) + " (see bidodds --help)", USAGE)


def _complain(message: str, code: int) -> int:
    try:
        sys.stderr.write(f"bidodds: {message}\n")
        sys.stderr.flush()
    except OSError:
        return code
    return code
