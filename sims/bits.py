"""Machine words as sets of cards: population count, lowest and highest bit, the r-th set bit.

Masks are int64. Bit 63 is never used (a lane of 16 bits per suit, see `sims.cards`), so signed words
stay positive and numba never has to mix signed and unsigned ones.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

from sims._jit import helper


def _unary(name: str, *flags: int) -> Any:
    @intrinsic
    def operation(typingctx: Any, word: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word64 = ir.IntType(64)
            kinds = [word64] + [ir.IntType(1) for _ in flags]
            function = builder.module.declare_intrinsic(
                f"llvm.{name}.i64", fnty=ir.FunctionType(word64, kinds)
            )
            return builder.call(function, [args[0], *(ir.Constant(ir.IntType(1), f) for f in flags)])

        return types.int64(types.int64), codegen

    return operation


# numba compiles a helper anew for a literal 0 or 1, so literals that reach helpers are named.
ZERO, ONE = np.int64(0), np.int64(1)

count = _unary("ctpop")
_trailing = _unary("cttz", 0)
_leading = _unary("ctlz", 0)


@helper
def lowest_index(word):
    """Index of the lowest set bit; 64 for an empty word."""
    return _trailing(word)


@helper
def highest_index(word):
    """Index of the highest set bit; -1 for an empty word."""
    return 63 - _leading(word)


def _bmi(name: str) -> Any:
    @intrinsic
    def operation(typingctx: Any, source: Any, mask: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word64 = ir.IntType(64)
            full_name = f"llvm.x86.bmi.{name}.64"
            function = builder.module.globals.get(full_name)
            if function is None:
                function = ir.Function(builder.module, ir.FunctionType(word64, [word64, word64]), full_name)
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), codegen

    return operation


_deposit, _extract_pext = _bmi("pdep"), _bmi("pext")


@intrinsic
def multiply_high(typingctx: Any, a: Any, b: Any) -> Any:
    """High 64 bits of the unsigned 128-bit product of a uint64 word and a small int64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word128 = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], word128), builder.zext(args[1], word128))
        return builder.trunc(builder.lshr(product, ir.Constant(word128, 64)), ir.IntType(64))

    return types.int64(types.uint64, types.int64), codegen


@helper
def select_portable(mask, r):
    """The r-th set bit (from 0, low to high) of a mask, as a one-bit mask, by halving."""
    shift = 0
    width = 32
    while width > 0:
        below = count((mask >> shift) & ((1 << width) - 1))
        if r >= below:
            r -= below
            shift += width
        width >>= 1
    return 1 << shift


@helper
def _select_pdep(mask, r):
    return _deposit(1 << r, mask)


def host_has_pdep() -> bool:
    """True if kernels are compiled for a CPU with the BMI2 instruction PDEP."""
    if os.environ.get("NUMBA_CPU_NAME") or os.environ.get("NUMBA_CPU_FEATURES"):
        return False
    try:
        return bool(binding.get_host_cpu_features().get("bmi2", False))
    except RuntimeError:
        return False


HAS_PDEP = host_has_pdep()
select = _select_pdep if HAS_PDEP else select_portable


@helper
def extract_portable(source, mask):
    """The bits of `source` that stand in the mask, moved together at the low end."""
    packed, bit = ZERO, ONE
    while mask:
        if source & mask & -mask:
            packed |= bit
        bit <<= 1
        mask &= mask - 1
    return packed


@helper
def deposit_portable(source, mask):
    """The low bits of `source`, moved to the places of the mask: `extract` undone."""
    spread, bit = ZERO, ONE
    while mask:
        if source & bit:
            spread |= mask & -mask
        bit <<= 1
        mask &= mask - 1
    return spread


extract = _extract_pext if HAS_PDEP else extract_portable
deposit = _deposit if HAS_PDEP else deposit_portable
