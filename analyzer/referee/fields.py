"""Fields of a JSON object, read with their types; what is missing or of a wrong type is named by its key."""

from typing import NoReturn

from analyzer.referee.fault import LARGEST, Illegal, shown

Json = dict[str, object]


def wrong(path: str, wanted: str, value: object) -> NoReturn:
    """Fault a value of the wrong type."""
    raise Illegal(f'"{path}" must be {wanted}, not {shown(value)}')


def field(parent: Json, key: str, path: str = "") -> object:
    """The value of a key that must be there; `path` is what stands before the key in a sentence."""
    if key not in parent:
        raise Illegal(f'key "{path}{key}" is missing')
    return parent[key]


def as_object(value: object, path: str) -> Json:
    """A value that must be an object."""
    if not isinstance(value, dict):
        wrong(path, "an object", value)
    return value


def as_integer(value: object, path: str) -> int:
    """A value that must be a whole number of sensible size."""
    if type(value) is not int:
        wrong(path, "a whole number", value)
    if not -LARGEST < value < LARGEST:
        raise Illegal(f'"{path}" is {shown(value)}')
    return value


def as_seat(value: object, path: str) -> int:
    """A value that must be the number of a seat; whether it is the right one is for the rules."""
    seat = as_integer(value, path)
    if seat < 0:
        raise Illegal(f'"{path}" must be a seat, not {seat}')
    return seat


def integer(parent: Json, key: str, path: str = "") -> int:
    """A whole number."""
    return as_integer(field(parent, key, path), path + key)


def text(parent: Json, key: str, path: str = "") -> str:
    """A string."""
    value = field(parent, key, path)
    if not isinstance(value, str):
        wrong(path + key, "text", value)
    return value


def items(parent: Json, key: str, path: str = "") -> list[object]:
    """A list of anything."""
    value = field(parent, key, path)
    if not isinstance(value, list):
        wrong(path + key, "a list", value)
    return value


def objects(parent: Json, key: str, path: str = "") -> list[Json]:
    """A list of objects."""
    stated = items(parent, key, path)
    return [as_object(value, f"{path}{key}[{place}]") for place, value in enumerate(stated)]


def integers(parent: Json, key: str, count: int, path: str = "") -> list[int]:
    """A list of so many whole numbers."""
    stated = items(parent, key, path)
    numbers = [as_integer(value, f"{path}{key}[{place}]") for place, value in enumerate(stated)]
    if len(numbers) != count:
        raise Illegal(f'"{path}{key}" must have {count} numbers, not {len(numbers)}')
    return numbers


def empty(parent: Json, key: str, why: str) -> None:
    """A list that must have nothing in it."""
    if items(parent, key):
        raise Illegal(f'"{key}" must be empty: {why}')


def null(parent: Json, key: str, why: str) -> None:
    """A field that must be null."""
    value = field(parent, key)
    if value is not None:
        raise Illegal(f'"{key}" must be null, not {shown(value)}: {why}')
