"""Exact counts over any scope from the small arrays: cells times the axes that are left out."""

from collections.abc import Iterable
from math import prod

import numpy as np
from dingshi.kernels import axes
from dingshi.kernels.rules import Flags

NAMES = tuple(axes.AXES)
SIZES = tuple(axes.AXES.values())


def axes_of(flags: Flags) -> tuple[str, ...]:
    """Return the axes that an array over the whole space depends on: those not of size 1."""
    return tuple(name for name, size in zip(NAMES, flags.shape, strict=True) if size > 1)


def reduced(flags: Flags) -> Flags:
    """Return the array without the axes along which it is constant, so that its axes are needed.

    What never holds keeps the axes by which it is defined.
    """
    if not flags.any():
        return flags
    for axis, size in enumerate(flags.shape):
        first = np.take(flags, [0], axis=axis)
        if size > 1 and bool((flags == first).all()):
            flags = first
    return flags


def defined_in(flags: Flags, scope: str) -> bool:
    """Return whether all axes of the array belong to `scope`, a key of `axes.SCOPES`."""
    return all(size == 1 for size in flags.shape[axes.SCOPES[scope] :])


def count(flags: Flags, scope: str = "full") -> int:
    """Return how many members of `scope` an array over the whole space holds for.

    Raises ValueError when it depends on an axis outside the scope.
    """
    if not defined_in(flags, scope):
        raise ValueError(f"it depends on {', '.join(axes_of(flags))}, more than {scope} has")
    free = prod(
        size
        for size, own in zip(SIZES[: axes.SCOPES[scope]], flags.shape, strict=False)
        if own == 1
    )
    return int(np.count_nonzero(flags)) * free


def conjunction(wanted: Iterable[Flags], unwanted: Iterable[Flags] = ()) -> Flags:
    """Return where all of `wanted` and none of `unwanted` hold, on the axes of all of them.

    Smaller arrays are joined first, so that the full product of the axes is touched last.
    """
    parts = [*wanted, *(~flags for flags in unwanted)]
    whole = np.ones((1,) * len(SIZES), dtype=np.bool_)
    for part in sorted(parts, key=np.size):
        whole = whole & part
    return whole
