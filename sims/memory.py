"""Plain memory for kernels: one block of int64 words, addressed by its pointer.

Arrays passed down through jitted helpers cost a reference count at every call, which made hands five
times slower than words read through a pointer. Two blocks serve a kernel: `rules`, written once by
`sims.blocks.pack` and only read, and `work`, the scratch of one thread. Nothing here checks a bound:
offsets are constants of `sims.blocks`, indices are cards, seats and settings.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_WORD = ir.IntType(64)


def _address(builder: Any, base: Any, index: Any) -> Any:
    pointer = builder.inttoptr(base, _WORD.as_pointer())
    return builder.gep(pointer, [index])


@intrinsic
def at(typingctx: Any, base: Any, index: Any) -> Any:
    """Word `index` of the read-only block at `base`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = builder.load(_address(builder, *args), align=8)
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return word

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def get(typingctx: Any, base: Any, index: Any) -> Any:
    """Word `index` of the work block at `base`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(_address(builder, *args), align=8)

    return types.int64(types.int64, types.int64), codegen


@intrinsic
def put(typingctx: Any, base: Any, index: Any, word: Any) -> Any:
    """Write word `index` of the work block at `base`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        base_, index_, word_ = args
        builder.store(word_, _address(builder, base_, index_), align=8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


@intrinsic
def call(typingctx: Any, address: Any, *words: Any) -> Any:
    """Call the unit (`sims._jit.unit`) at an address with int64 words: its int64 result."""
    types_ = words[0] if len(words) == 1 and isinstance(words[0], types.BaseTuple) else words

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        packed = args[1]
        n = len(types_)
        arguments = [builder.extract_value(packed, i) for i in range(n)]
        kind = ir.FunctionType(_WORD, [_WORD] * n)
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), arguments)

    return types.int64(types.int64, types.UniTuple(types.int64, len(types_))), codegen
