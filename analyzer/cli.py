"""The command `bidodds`: turns what goes wrong into one line and an exit code.

All else is imported inside `run`, so that Ctrl-C ends in one line however early it comes.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

FAULT, USAGE, IMPOSSIBLE, INTERRUPTED = 1, 2, 3, 130
_presses: list[int] = []  # of Ctrl-C


def main() -> None:
    """Run the command line and leave with its exit code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _press)
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # pressed again while the first one was being answered
        code = INTERRUPTED
    if code == INTERRUPTED:
        os._exit(code)  # threads may still play or compile; nobody waits for them
    sys.exit(code)


def _press(number: int, _: FrameType | None) -> None:
    _presses.append(number)
    raise KeyboardInterrupt


def run(arguments: list[str]) -> int:
    """Run the command line with some arguments: the exit code."""
    try:
        from analyzer.commands.app import app
        from analyzer.options import TYPED
        from analyzer.output import flush

        TYPED.set(tuple(arguments))
        code = app(arguments, prog_name="bidodds", standalone_mode=False)
        flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:
        return _explain(error)
    except SystemExit as leaving:
        if not isinstance(leaving.__context__, BrokenPipeError):
            raise  # a shell asked how to complete a line
        return _explain(leaving.__context__)
    if code == INTERRUPTED:
        return _interrupted()
    return code if isinstance(code, int) else 0


def _interrupted() -> int:
    from analyzer.output import flush, tell

    tell("interrupted")
    try:
        flush()
    except OSError:
        return INTERRUPTED
    return INTERRUPTED


def _explain(error: Exception) -> int:
    """Tell what went wrong in one line: the exit code."""
    from analyzer.output import tell
    from sims.errors import Refused

    if _presses:  # some libraries turn the exception into one of their own
        return _interrupted()
    if isinstance(error, Refused):
        tell(str(error))
        return getattr(error, "exit_code", IMPOSSIBLE)
    if isinstance(error, OSError):
        if isinstance(error, BrokenPipeError):
            tell("the reader closed the pipe, the rest is not written")
            return 0
        tell(f"{error.filename or 'the output cannot be written'}: {error.strerror or error}")
        return FAULT if error.filename else IMPOSSIBLE
    if hasattr(error, "format_message"):  # the usage errors of typer, which have no public base class
        return _usage(error)
    if os.environ.get("BIDODDS_DEBUG"):
        raise error
    tell(f"fault of the program ({type(error).__name__}: {error}); set BIDODDS_DEBUG=1 for details")
    return FAULT


def _usage(error: Exception) -> int:
    from analyzer.output import tell

    message = str(error.format_message()).strip()  # type: ignore[attr-defined]
    if type(error).__name__ == "NoArgsIsHelpError":
        if sys.stderr is not None:
            sys.stderr.write(message + "\n")
        return USAGE
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "bidodds"
    hint = "; a text with blanks needs quotes" if "unexpected extra" in message else ""
    tell(f"{message[:1].lower()}{message[1:].rstrip('.')}{hint} (see {command} --help)")
    return USAGE
