"""Where answers go: standard output or a file, whole or not at all; talk goes to standard error."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from analyzer.options import Misused
from sims.errors import Refused
from sims.sheets import nearest

if TYPE_CHECKING:
    from reports.report import Report

BINARY = {
    "parquet": "parquet",
    "xlsx": "excel",
}  # formats that are files alone, and the extra that writes them
FORMATS = ("table", "json", "csv", "md", "html", "tex", *BINARY)
PICTURES = (".svg", ".png", ".pdf")
PLAIN = {"table", "text"}  # the formats of a file that ends in .txt
SUIT_LETTERS = str.maketrans("♠♥♦♣", "SHDC")


def choose_format(named: str | None, output: Path | None, formats: tuple[str, ...] = FORMATS) -> str:
    """The format asked for, else the one of the file's suffix, else the first; `Refused` if it cannot be written."""
    chosen = _format(named, output, formats)
    if chosen in BINARY:
        if output is None or str(output) == "-":
            raise Misused(f"{chosen} is no text: name a file with --output FILE.{chosen}")
        _need(BINARY[chosen], f"--format {chosen}")
    return chosen


def _format(named: str | None, output: Path | None, formats: tuple[str, ...]) -> str:
    if named is not None:
        if named.lower() not in formats:
            raise Misused(
                f"there is no format {named!r} here: the formats are {', '.join(formats)}"
                + nearest(named, formats)
            )
        return named.lower()
    suffix = output.suffix.lower() if output is not None else ""
    if not suffix:
        return formats[0]
    by_suffix = {".txt" if name in PLAIN else f".{name}": name for name in formats}
    if suffix not in by_suffix:
        raise Misused(
            f"the output {str(output)!r} ends in {suffix}, which names no format here: end it in "
            f"{', '.join(by_suffix)}, or name the format with --format"
        )
    return by_suffix[suffix]


def check_plot(plot: Path | None) -> None:
    """Refuse a picture that cannot be drawn or written before the work is done."""
    if plot is None:
        return
    if plot.suffix.lower() not in PICTURES:
        raise Misused(f"--plot takes a file that ends in {', '.join(PICTURES)}, not {str(plot)!r}")
    check_output(plot)
    _need("plot", "--plot")


def _need(extra: str, what: str) -> None:
    from reports.extras import MissingExtra, need

    try:
        need(extra, what)
    except MissingExtra as error:
        raise Refused(str(error)) from None


def check_output(output: Path | None) -> None:
    """Refuse a file that cannot be written before the work is done."""
    if output is None or _is_stream(output):
        return
    target = _target(output)
    if target.is_dir():
        raise Refused(f"the output {str(output)!r} is a folder; name a file")
    if not target.parent.is_dir():
        raise Refused(f"the output folder {os.path.dirname(output)!r} does not exist")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise Refused(f"the output {str(output)!r} cannot be written")


def _is_stream(output: Path) -> bool:
    """True for standard output by the name "-", and for a device or a pipe, which are written as they are."""
    return str(output) == "-" or (output.exists() and not output.is_file() and not output.is_dir())


def _target(output: Path) -> Path:
    """The file itself, where the name is a link to it."""
    return Path(os.path.realpath(output))


def takes_unicode(stream: TextIO | None = None, output: Path | None = None) -> bool:
    """True if a suit symbol can be written to a stream, standard output by default, or to a file."""
    if output is not None and str(output) != "-":
        return True
    stream = stream or sys.stdout
    try:
        "♠±–".encode(stream.encoding or "ascii")
    except (AttributeError, UnicodeEncodeError, LookupError):
        return False
    return True


def write_report(
    report: Report, format: str, output: Path | None, *, quiet: bool = False, width: int = 100
) -> None:
    """Write a report in a format of `choose_format`; width: columns of the table format."""
    from reports.extras import lacks
    from reports.render import encode, render

    if format in BINARY and output is not None:
        write_bytes([encode(report, format)], output)
        return
    if format == "html" and report.charts and lacks("plot"):
        say("the page is without pictures: pip install 'bidodds[plot]' adds them", quiet=quiet)
    write_text(render(report, format, unicode=takes_unicode(output=output), width=width), output)


def write_plot(report: Report, plot: Path) -> None:
    """Write the charts of a report as a picture, in the format of the file's suffix."""
    from reports.plot import picture

    write_bytes([picture(report, plot.suffix.lower()[1:])], plot)


def write_text(text: str, output: Path | None) -> None:
    """Write the whole text, which ends its last line, to a file or to standard output."""
    write_lines([text.removesuffix("\n")], output)


def write_lines(lines: Iterable[str], output: Path | None) -> None:
    """Write lines as they come to standard output, or to a file by way of a temporary one beside it, so
    that the file is whole or not there at all."""
    if output is None or str(output) == "-":
        _write_stdout(lines)
        return
    write_bytes((f"{line}\n".encode(errors="backslashreplace") for line in lines), output)


def write_bytes(parts: Iterable[bytes], output: Path) -> None:
    """Write bytes to a file in the same way."""
    check_output(output)
    try:
        if _is_stream(output):
            with output.open("wb") as file:
                file.writelines(parts)
        else:
            _replace(_target(output), parts)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Refused(f"the output {str(output)!r} cannot be written: {error.strerror}") from None


def _write_stdout(lines: Iterable[str]) -> None:
    if sys.stdout is None:
        raise Refused("standard output is closed: name a file with --output")
    for line in lines:
        try:
            sys.stdout.write(line + "\n")
        except UnicodeEncodeError:
            sys.stdout.write(_encodable(line, sys.stdout.encoding) + "\n")
    sys.stdout.flush()


def _replace(target: Path, parts: Iterable[bytes]) -> None:
    import tempfile

    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".bidodds.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(parts)
        os.chmod(name, mode)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _encodable(text: str, encoding: str) -> str:
    """The text with suits as letters and whatever else an encoding lacks as escapes."""
    return text.translate(SUIT_LETTERS).encode(encoding, "backslashreplace").decode(encoding)


def say(text: str, *, quiet: bool = False) -> None:
    """A note for people, on standard error."""
    if not quiet:
        tell(text)


def tell(text: str) -> None:
    """One line on standard error, whatever the text; where it cannot be written the work goes on."""
    if sys.stderr is None:
        return
    line = "".join(char if char.isprintable() else repr(char)[1:-1] for char in f"bidodds: {text}")
    if not takes_unicode(sys.stderr):
        line = _encodable(line, sys.stderr.encoding or "ascii")
    try:
        sys.stderr.write(line + "\n")
        sys.stderr.flush()
    except OSError:
        return


def flush() -> None:
    """Write what waits in the buffer of standard output."""
    if sys.stdout is not None:
        sys.stdout.flush()
