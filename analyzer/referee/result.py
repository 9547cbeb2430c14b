"""The result of a hand: what the record states against what the rules give."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from analyzer.referee.fault import Illegal, same, shown
from analyzer.referee.fields import Json, as_object, objects
from analyzer.referee.fields import field as value_of


@dataclass(frozen=True)
class Contract:
    """One undertaking and whether it was fulfilled."""

    side: int
    contract: str
    made: bool


@dataclass(frozen=True)
class Result:
    """What the rules give for the hand."""

    taken: list[int]
    delta: list[int]
    scores: list[int]
    winner: int | None
    contracts: list[Contract] = field(default_factory=list)
    taken_by_seat: list[int] | None = None
    """Only in the games whose records state it."""


def nothing(scores: Sequence[int]) -> Result:
    """The result of a hand that was thrown in: nobody scores and nobody wins."""
    return Result([0] * len(scores), [0] * len(scores), list(scores), None)


def referee_result(record: Json, right: Result) -> None:
    """Check `result`."""
    stated = as_object(value_of(record, "result"), "result")
    _compare(stated, "taken", right.taken, "the sides took")
    if right.taken_by_seat is not None:
        _compare(stated, "taken_by_seat", right.taken_by_seat, "the seats took")
    _contracts(stated, right.contracts)
    _compare(stated, "delta", right.delta, "the hand scores")
    _compare(stated, "scores", right.scores, "the scores after it are")
    over = right.winner is not None
    _compare(stated, "game_over", over, "the game is over:" if over else "the game goes on:")
    reason = "nobody has won:" if right.winner is None else "the winner is side"
    _compare(stated, "winner", right.winner, reason)


def _compare(stated: Json, key: str, right: object, reason: str) -> None:
    value = value_of(stated, key, "result.")
    if not same(value, right):
        raise Illegal(f'"result.{key}" is {shown(value)}, but {reason} {shown(right)}')


def _contracts(stated: Json, right: list[Contract]) -> None:
    entries = objects(stated, "contracts", "result.")
    if len(entries) != len(right):
        raise Illegal(f'"result.contracts" must have {len(right)} entries, not {len(entries)}')
    for place, (entry, contract) in enumerate(zip(entries, right, strict=True)):
        path = f"result.contracts[{place}]."
        owner = "the declarer's side is" if len(right) == 1 else "this contract belongs to side"
        for key, correct, reason in (
            ("side", contract.side, owner),
            ("contract", contract.contract, "the contract is"),
            ("made", contract.made, "the contract was made:" if contract.made else "the contract failed:"),
        ):
            value = value_of(entry, key, path)
            if not same(value, correct):
                raise Illegal(f'"{path}{key}" is {shown(value)}, but {reason} {shown(correct)}')
