"""Where answers go: standard output or a file, whole or not at all; talk goes to standard error."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sims.errors import Refused

SUFFIXES = {".json": "json", ".csv": "csv", ".md": "md", ".html": "html", ".tex": "tex", ".txt": "table"}
FORMATS = ("table", "json", "csv", "md", "html", "tex")


def choose_format(named: str | None, output: Path | None, formats: tuple[str, ...] = FORMATS) -> str:
    """The format asked for, else the one of the file's suffix, else the first."""
    if named is None:
        by_suffix = SUFFIXES.get(output.suffix.lower()) if output else None
        return by_suffix if by_suffix in formats else formats[0]
    if named not in formats:
        raise Refused(f"there is no format {named!r} here: the formats are {', '.join(formats)}")
    return named


def check_output(output: Path | None) -> None:
    """Refuse a file that cannot be written before the work is done."""
    if output is None:
        return
    folder = output.parent
    if not folder.is_dir():
        raise Refused(f"the output folder {str(folder)!r} does not exist")
    if output.is_dir():
        raise Refused(f"the output {str(output)!r} is a folder; name a file")
    if not os.access(folder, os.W_OK):
        raise Refused(f"the output folder {str(folder)!r} cannot be written")


def takes_unicode() -> bool:
    """True if standard output can print a suit symbol."""
    try:
        "♠±–".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def write_text(text: str, output: Path | None) -> None:
    """Write the whole text, which ends its last line, to a file or to standard output."""
    write_lines([text.removesuffix("\n")], output)


def write_lines(lines: Iterable[str], output: Path | None) -> None:
    """Write lines as they come to standard output, or to a file by way of a temporary one beside it, so
    that the file is whole or not there at all."""
    if output is None:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
        return
    check_output(output)
    try:
        handle, name = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.writelines(line + "\n" for line in lines)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, output)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Refused(f"the output {str(output)!r} cannot be written: {error.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def say(text: str, *, quiet: bool = False) -> None:
    """A line for people, on standard error."""
    if not quiet:
        sys.stderr.write(f"bidodds: {text}\n")
        sys.stderr.flush()
