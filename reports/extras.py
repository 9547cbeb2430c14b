"""Extras: packages that some formats need and a plain installation lacks."""

from importlib.util import find_spec

PACKAGES = {"parquet": "pyarrow", "excel": "openpyxl", "plot": "matplotlib"}


class MissingExtra(ImportError):
    """A format whose package is not installed: one sentence that says how to install it."""


def lacks(extra: str) -> bool:
    """Whether the package of an extra is missing."""
    try:
        return find_spec(PACKAGES[extra]) is None
    except ValueError:  # a module that was put out of the way
        return True


def need(extra: str, what: str) -> None:
    """Raise MissingExtra if the package of an extra is missing; `what` needs it, such as "-f xlsx"."""
    if lacks(extra):
        raise MissingExtra(
            f"{what} needs the package {PACKAGES[extra]}: install it with pip install 'bidodds[{extra}]'"
        )
